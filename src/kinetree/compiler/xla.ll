
%struct.description = type { i64, ptr, ptr, i32 }
%struct.stream_request = type { i64, ptr, ptr, ptr }

@.str = private unnamed_addr constant [24 x i8] c"kinetree: out of memory\00", align 1
@.str.1 = private unnamed_addr constant [49 x i8] c"kinetree: the driver of the GPU refused a launch\00", align 1

; Function Attrs: nounwind
define ptr @call_by_xla(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = alloca %struct.description, align 8
  %4 = alloca [64 x ptr], align 16
  %5 = alloca [64 x i64], align 16
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %4) #3
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %5) #3
  %6 = getelementptr inbounds i8, ptr %1, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %9, label %21

9:                                                ; preds = %2
  %10 = getelementptr inbounds i8, ptr %0, i64 40
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %0, i64 48
  %13 = load i64, ptr %12, align 8
  %14 = add nsw i64 %13, %11
  %15 = icmp sgt i64 %14, 0
  br i1 %15, label %16, label %143

16:                                               ; preds = %9
  %17 = getelementptr inbounds i8, ptr %1, i64 112
  %18 = getelementptr inbounds i8, ptr %1, i64 72
  %19 = getelementptr inbounds i8, ptr %0, i64 96
  %20 = getelementptr inbounds i8, ptr %0, i64 608
  br label %35

21:                                               ; preds = %2
  %22 = getelementptr inbounds i8, ptr %7, i64 24
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds i8, ptr %23, i64 24
  store i32 0, ptr %24, align 8
  %25 = load ptr, ptr %6, align 8
  %26 = getelementptr inbounds i8, ptr %25, i64 24
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds i8, ptr %27, i64 28
  store i32 1, ptr %28, align 4
  %29 = load ptr, ptr %6, align 8
  %30 = getelementptr inbounds i8, ptr %29, i64 24
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr inbounds i8, ptr %31, i64 32
  store i32 0, ptr %32, align 8
  br label %143

33:                                               ; preds = %77
  %34 = icmp eq i64 %78, 0
  br i1 %34, label %143, label %83

35:                                               ; preds = %16, %77
  %36 = phi i64 [ 0, %16 ], [ %81, %77 ]
  %37 = icmp slt i64 %36, %11
  br i1 %37, label %38, label %41

38:                                               ; preds = %35
  %39 = load ptr, ptr %18, align 8
  %40 = getelementptr inbounds ptr, ptr %39, i64 %36
  br label %45

41:                                               ; preds = %35
  %42 = load ptr, ptr %17, align 8
  %43 = sub nsw i64 %36, %11
  %44 = getelementptr inbounds ptr, ptr %42, i64 %43
  br label %45

45:                                               ; preds = %38, %41
  %46 = phi ptr [ %40, %38 ], [ %44, %41 ]
  %47 = load ptr, ptr %46, align 8
  %48 = getelementptr inbounds [64 x i64], ptr %19, i64 0, i64 %36
  %49 = load i64, ptr %48, align 8
  %50 = getelementptr inbounds i8, ptr %47, i64 32
  %51 = load i64, ptr %50, align 8
  %52 = sub nsw i64 %51, %49
  %53 = icmp sgt i64 %52, 0
  br i1 %53, label %58, label %54

54:                                               ; preds = %45
  %55 = getelementptr inbounds i8, ptr %47, i64 24
  %56 = load ptr, ptr %55, align 8
  %57 = getelementptr inbounds [64 x ptr], ptr %4, i64 0, i64 %36
  store ptr %56, ptr %57, align 8
  br label %77

58:                                               ; preds = %45
  %59 = getelementptr inbounds i8, ptr %47, i64 40
  %60 = load ptr, ptr %59, align 8
  br label %61

61:                                               ; preds = %61, %58
  %62 = phi i64 [ 0, %58 ], [ %67, %61 ]
  %63 = phi i64 [ 1, %58 ], [ %66, %61 ]
  %64 = getelementptr inbounds i64, ptr %60, i64 %62
  %65 = load i64, ptr %64, align 8
  %66 = mul nsw i64 %65, %63
  %67 = add nuw nsw i64 %62, 1
  %68 = icmp eq i64 %67, %52
  br i1 %68, label %69, label %61, !llvm.loop !3

69:                                               ; preds = %61
  %70 = getelementptr inbounds i8, ptr %47, i64 24
  %71 = load ptr, ptr %70, align 8
  %72 = getelementptr inbounds [64 x ptr], ptr %4, i64 0, i64 %36
  store ptr %71, ptr %72, align 8
  %73 = icmp eq i64 %66, 1
  br i1 %73, label %77, label %74

74:                                               ; preds = %69
  %75 = getelementptr inbounds [64 x i64], ptr %20, i64 0, i64 %36
  %76 = load i64, ptr %75, align 8
  br label %77

77:                                               ; preds = %54, %69, %74
  %78 = phi i64 [ %66, %74 ], [ 1, %69 ], [ 1, %54 ]
  %79 = phi i64 [ %76, %74 ], [ 0, %69 ], [ 0, %54 ]
  %80 = getelementptr inbounds [64 x i64], ptr %5, i64 0, i64 %36
  store i64 %79, ptr %80, align 8
  %81 = add nuw nsw i64 %36, 1
  %82 = icmp eq i64 %81, %14
  br i1 %82, label %33, label %35, !llvm.loop !6

83:                                               ; preds = %33
  %84 = getelementptr inbounds i8, ptr %0, i64 56
  %85 = load i64, ptr %84, align 8
  %86 = icmp sgt i64 %78, %85
  br i1 %86, label %87, label %100

87:                                               ; preds = %83
  %88 = getelementptr inbounds i8, ptr %0, i64 64
  %89 = atomicrmw add ptr %88, i64 1 seq_cst, align 8
  %90 = load atomic i64, ptr %84 seq_cst, align 8
  %91 = icmp slt i64 %90, %78
  br i1 %91, label %94, label %92

92:                                               ; preds = %87
  %93 = atomicrmw sub ptr %88, i64 1 seq_cst, align 8
  br label %100

94:                                               ; preds = %87
  %95 = getelementptr inbounds i8, ptr %0, i64 72
  %96 = load ptr, ptr %95, align 8
  %97 = call i32 %96(i64 noundef %78, ptr noundef nonnull %4, ptr noundef nonnull %5) #4
  %98 = icmp eq i32 %97, 0
  %99 = atomicrmw sub ptr %88, i64 1 seq_cst, align 8
  br i1 %98, label %143, label %100

100:                                              ; preds = %92, %94, %83
  %101 = getelementptr inbounds i8, ptr %0, i64 16
  %102 = load i64, ptr %101, align 8
  %103 = icmp slt i64 %78, %102
  br i1 %103, label %111, label %104

104:                                              ; preds = %100
  %105 = getelementptr inbounds i8, ptr %0, i64 8
  %106 = load ptr, ptr %105, align 8
  %107 = freeze ptr %106
  %108 = icmp eq ptr %107, null
  %109 = select i1 %108, i64 24, i64 32
  %110 = select i1 %108, ptr %0, ptr %105
  br label %111

111:                                              ; preds = %104, %100
  %112 = phi i64 [ 24, %100 ], [ %109, %104 ]
  %113 = phi ptr [ %0, %100 ], [ %110, %104 ]
  %114 = getelementptr inbounds i8, ptr %0, i64 %112
  %115 = load ptr, ptr %113, align 8
  %116 = load i64, ptr %114, align 8
  %117 = icmp eq i64 %116, 0
  br i1 %117, label %133, label %118

118:                                              ; preds = %111
  %119 = getelementptr inbounds i8, ptr %0, i64 80
  %120 = load ptr, ptr %119, align 8
  %121 = add nsw i64 %116, 64
  %122 = call ptr %120(i64 noundef %121) #4
  %123 = icmp eq ptr %122, null
  br i1 %123, label %124, label %133

124:                                              ; preds = %118
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %3) #3
  store i64 32, ptr %3, align 8
  %125 = getelementptr inbounds i8, ptr %3, i64 8
  store ptr null, ptr %125, align 8
  %126 = getelementptr inbounds i8, ptr %3, i64 16
  store ptr @.str, ptr %126, align 8
  %127 = getelementptr inbounds i8, ptr %3, i64 24
  store i32 8, ptr %127, align 8
  %128 = getelementptr inbounds i8, ptr %1, i64 16
  %129 = load ptr, ptr %128, align 8
  %130 = getelementptr inbounds i8, ptr %129, i64 48
  %131 = load ptr, ptr %130, align 8
  %132 = call ptr %131(ptr noundef nonnull %3) #4
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %3) #3
  br label %143

133:                                              ; preds = %118, %111
  %134 = phi ptr [ %122, %118 ], [ null, %111 ]
  %135 = ptrtoint ptr %134 to i64
  %136 = add i64 %135, 63
  %137 = and i64 %136, -64
  %138 = inttoptr i64 %137 to ptr
  call void %115(i64 noundef %78, ptr noundef nonnull %4, ptr noundef nonnull %5, ptr noundef %138) #4
  %139 = icmp eq ptr %134, null
  br i1 %139, label %143, label %140

140:                                              ; preds = %133
  %141 = getelementptr inbounds i8, ptr %0, i64 88
  %142 = load ptr, ptr %141, align 8
  call void %142(ptr noundef nonnull %134) #4
  br label %143

143:                                              ; preds = %9, %21, %124, %140, %133, %94, %33
  %144 = phi ptr [ null, %33 ], [ null, %94 ], [ %132, %124 ], [ null, %140 ], [ null, %133 ], [ null, %21 ], [ null, %9 ]
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %5) #3
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %4) #3
  ret ptr %144
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind
define ptr @launch_by_xla(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = alloca %struct.description, align 8
  %4 = alloca [130 x ptr], align 16
  %5 = alloca [64 x ptr], align 16
  %6 = alloca [64 x i64], align 16
  %7 = alloca i64, align 8
  %8 = alloca %struct.stream_request, align 8
  call void @llvm.lifetime.start.p0(i64 1040, ptr nonnull %4) #3
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %5) #3
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %6) #3
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %7) #3
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %8) #3
  store i64 32, ptr %8, align 8
  %9 = getelementptr inbounds i8, ptr %8, i64 8
  store ptr null, ptr %9, align 8
  %10 = getelementptr inbounds i8, ptr %8, i64 16
  %11 = getelementptr inbounds i8, ptr %1, i64 24
  %12 = load ptr, ptr %11, align 8
  store ptr %12, ptr %10, align 8
  %13 = getelementptr inbounds i8, ptr %8, i64 24
  store ptr null, ptr %13, align 8
  %14 = getelementptr inbounds i8, ptr %1, i64 8
  %15 = load ptr, ptr %14, align 8
  %16 = icmp eq ptr %15, null
  br i1 %16, label %17, label %29

17:                                               ; preds = %2
  %18 = getelementptr inbounds i8, ptr %0, i64 32
  %19 = load i64, ptr %18, align 8
  %20 = getelementptr inbounds i8, ptr %0, i64 40
  %21 = load i64, ptr %20, align 8
  %22 = add nsw i64 %21, %19
  %23 = icmp sgt i64 %22, 0
  br i1 %23, label %24, label %140

24:                                               ; preds = %17
  %25 = getelementptr inbounds i8, ptr %1, i64 112
  %26 = getelementptr inbounds i8, ptr %1, i64 72
  %27 = getelementptr inbounds i8, ptr %0, i64 48
  %28 = getelementptr inbounds i8, ptr %0, i64 560
  br label %43

29:                                               ; preds = %2
  %30 = getelementptr inbounds i8, ptr %15, i64 24
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr inbounds i8, ptr %31, i64 24
  store i32 0, ptr %32, align 8
  %33 = load ptr, ptr %14, align 8
  %34 = getelementptr inbounds i8, ptr %33, i64 24
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr inbounds i8, ptr %35, i64 28
  store i32 1, ptr %36, align 4
  %37 = load ptr, ptr %14, align 8
  %38 = getelementptr inbounds i8, ptr %37, i64 24
  %39 = load ptr, ptr %38, align 8
  %40 = getelementptr inbounds i8, ptr %39, i64 32
  store i32 1, ptr %40, align 8
  br label %140

41:                                               ; preds = %85
  %42 = icmp eq i64 %86, 0
  br i1 %42, label %140, label %97

43:                                               ; preds = %24, %85
  %44 = phi i64 [ 0, %24 ], [ %95, %85 ]
  %45 = icmp slt i64 %44, %19
  br i1 %45, label %46, label %49

46:                                               ; preds = %43
  %47 = load ptr, ptr %26, align 8
  %48 = getelementptr inbounds ptr, ptr %47, i64 %44
  br label %53

49:                                               ; preds = %43
  %50 = load ptr, ptr %25, align 8
  %51 = sub nsw i64 %44, %19
  %52 = getelementptr inbounds ptr, ptr %50, i64 %51
  br label %53

53:                                               ; preds = %46, %49
  %54 = phi ptr [ %48, %46 ], [ %52, %49 ]
  %55 = load ptr, ptr %54, align 8
  %56 = getelementptr inbounds [64 x i64], ptr %27, i64 0, i64 %44
  %57 = load i64, ptr %56, align 8
  %58 = getelementptr inbounds i8, ptr %55, i64 32
  %59 = load i64, ptr %58, align 8
  %60 = sub nsw i64 %59, %57
  %61 = icmp sgt i64 %60, 0
  br i1 %61, label %66, label %62

62:                                               ; preds = %53
  store i64 1, ptr %7, align 8
  %63 = getelementptr inbounds i8, ptr %55, i64 24
  %64 = load ptr, ptr %63, align 8
  %65 = getelementptr inbounds [64 x ptr], ptr %5, i64 0, i64 %44
  store ptr %64, ptr %65, align 8
  br label %85

66:                                               ; preds = %53
  %67 = getelementptr inbounds i8, ptr %55, i64 40
  %68 = load ptr, ptr %67, align 8
  br label %69

69:                                               ; preds = %69, %66
  %70 = phi i64 [ 0, %66 ], [ %75, %69 ]
  %71 = phi i64 [ 1, %66 ], [ %74, %69 ]
  %72 = getelementptr inbounds i64, ptr %68, i64 %70
  %73 = load i64, ptr %72, align 8
  %74 = mul nsw i64 %73, %71
  %75 = add nuw nsw i64 %70, 1
  %76 = icmp eq i64 %75, %60
  br i1 %76, label %77, label %69, !llvm.loop !3

77:                                               ; preds = %69
  store i64 %74, ptr %7, align 8
  %78 = getelementptr inbounds i8, ptr %55, i64 24
  %79 = load ptr, ptr %78, align 8
  %80 = getelementptr inbounds [64 x ptr], ptr %5, i64 0, i64 %44
  store ptr %79, ptr %80, align 8
  %81 = icmp eq i64 %74, 1
  br i1 %81, label %85, label %82

82:                                               ; preds = %77
  %83 = getelementptr inbounds [64 x i64], ptr %28, i64 0, i64 %44
  %84 = load i64, ptr %83, align 8
  br label %85

85:                                               ; preds = %62, %77, %82
  %86 = phi i64 [ %74, %82 ], [ 1, %77 ], [ 1, %62 ]
  %87 = phi ptr [ %80, %82 ], [ %80, %77 ], [ %65, %62 ]
  %88 = phi i64 [ %84, %82 ], [ 0, %77 ], [ 0, %62 ]
  %89 = getelementptr inbounds [64 x i64], ptr %6, i64 0, i64 %44
  store i64 %88, ptr %89, align 8
  %90 = shl nuw nsw i64 %44, 1
  %91 = add nuw nsw i64 %90, 2
  %92 = getelementptr inbounds [130 x ptr], ptr %4, i64 0, i64 %91
  store ptr %87, ptr %92, align 16
  %93 = add nuw nsw i64 %90, 3
  %94 = getelementptr inbounds [130 x ptr], ptr %4, i64 0, i64 %93
  store ptr %89, ptr %94, align 8
  %95 = add nuw nsw i64 %44, 1
  %96 = icmp eq i64 %95, %22
  br i1 %96, label %41, label %43, !llvm.loop !7

97:                                               ; preds = %41
  %98 = getelementptr inbounds i8, ptr %1, i64 16
  %99 = load ptr, ptr %98, align 8
  %100 = getelementptr inbounds i8, ptr %99, i64 80
  %101 = load ptr, ptr %100, align 8
  %102 = call ptr %101(ptr noundef nonnull %8) #4
  %103 = icmp eq ptr %102, null
  br i1 %103, label %104, label %140

104:                                              ; preds = %97
  %105 = getelementptr inbounds i8, ptr %1, i64 112
  %106 = load ptr, ptr %105, align 8
  %107 = load i64, ptr %20, align 8
  %108 = getelementptr inbounds ptr, ptr %106, i64 %107
  %109 = load ptr, ptr %108, align 8
  store ptr %7, ptr %4, align 16
  %110 = getelementptr inbounds i8, ptr %109, i64 24
  %111 = getelementptr inbounds i8, ptr %4, i64 8
  store ptr %110, ptr %111, align 8
  %112 = getelementptr inbounds i8, ptr %109, i64 40
  %113 = load ptr, ptr %112, align 8
  %114 = load i64, ptr %113, align 8
  %115 = getelementptr inbounds i8, ptr %0, i64 24
  %116 = load i64, ptr %115, align 8
  %117 = sdiv i64 %114, %116
  %118 = getelementptr inbounds i8, ptr %0, i64 16
  %119 = load i64, ptr %118, align 8
  %120 = add i64 %86, -1
  %121 = add i64 %120, %119
  %122 = sdiv i64 %121, %119
  %123 = call i64 @llvm.smin.i64(i64 %122, i64 %117)
  %124 = load ptr, ptr %0, align 8
  %125 = getelementptr inbounds i8, ptr %0, i64 8
  %126 = load ptr, ptr %125, align 8
  %127 = trunc i64 %123 to i32
  %128 = trunc i64 %119 to i32
  %129 = load ptr, ptr %13, align 8
  %130 = call i32 %124(ptr noundef %126, i32 noundef %127, i32 noundef 1, i32 noundef 1, i32 noundef %128, i32 noundef 1, i32 noundef 1, i32 noundef 0, ptr noundef %129, ptr noundef nonnull %4, ptr noundef null) #4
  %131 = icmp eq i32 %130, 0
  br i1 %131, label %140, label %132

132:                                              ; preds = %104
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %3) #3
  store i64 32, ptr %3, align 8
  %133 = getelementptr inbounds i8, ptr %3, i64 8
  store ptr null, ptr %133, align 8
  %134 = getelementptr inbounds i8, ptr %3, i64 16
  store ptr @.str.1, ptr %134, align 8
  %135 = getelementptr inbounds i8, ptr %3, i64 24
  store i32 13, ptr %135, align 8
  %136 = load ptr, ptr %98, align 8
  %137 = getelementptr inbounds i8, ptr %136, i64 48
  %138 = load ptr, ptr %137, align 8
  %139 = call ptr %138(ptr noundef nonnull %3) #4
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %3) #3
  br label %140

140:                                              ; preds = %17, %29, %132, %104, %97, %41
  %141 = phi ptr [ null, %41 ], [ %102, %97 ], [ %139, %132 ], [ null, %104 ], [ null, %29 ], [ null, %17 ]
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %8) #3
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %7) #3
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %6) #3
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %5) #3
  call void @llvm.lifetime.end.p0(i64 1040, ptr nonnull %4) #3
  ret ptr %141
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #2

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nounwind }
attributes #4 = { nobuiltin nounwind "no-builtins" }


!3 = distinct !{!3, !4, !5}
!4 = !{!"llvm.loop.mustprogress"}
!5 = !{!"llvm.loop.unroll.disable"}
!6 = distinct !{!6, !4, !5}
!7 = distinct !{!7, !4, !5}
