
%struct.description = type { i64, ptr, ptr, i32 }
%struct.stream_request = type { i64, ptr, ptr, ptr }

@.str = private unnamed_addr constant [24 x i8] c"kinetree: out of memory\00", align 1
@.str.1 = private unnamed_addr constant [55 x i8] c"kinetree: the program was made for another kind of GPU\00", align 1
@.str.2 = private unnamed_addr constant [49 x i8] c"kinetree: the driver of the GPU refused a launch\00", align 1

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
  %4 = alloca %struct.description, align 8
  %5 = alloca [130 x ptr], align 16
  %6 = alloca [64 x ptr], align 16
  %7 = alloca [64 x i64], align 16
  %8 = alloca i64, align 8
  %9 = alloca %struct.stream_request, align 8
  call void @llvm.lifetime.start.p0(i64 1040, ptr nonnull %5) #3
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %6) #3
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %7) #3
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #3
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %9) #3
  store i64 32, ptr %9, align 8
  %10 = getelementptr inbounds i8, ptr %9, i64 8
  store ptr null, ptr %10, align 8
  %11 = getelementptr inbounds i8, ptr %9, i64 16
  %12 = getelementptr inbounds i8, ptr %1, i64 24
  %13 = load ptr, ptr %12, align 8
  store ptr %13, ptr %11, align 8
  %14 = getelementptr inbounds i8, ptr %9, i64 24
  store ptr null, ptr %14, align 8
  %15 = getelementptr inbounds i8, ptr %1, i64 8
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, null
  br i1 %17, label %18, label %30

18:                                               ; preds = %2
  %19 = getelementptr inbounds i8, ptr %0, i64 32
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %0, i64 40
  %22 = load i64, ptr %21, align 8
  %23 = add nsw i64 %22, %20
  %24 = icmp sgt i64 %23, 0
  br i1 %24, label %25, label %151

25:                                               ; preds = %18
  %26 = getelementptr inbounds i8, ptr %1, i64 112
  %27 = getelementptr inbounds i8, ptr %1, i64 72
  %28 = getelementptr inbounds i8, ptr %0, i64 48
  %29 = getelementptr inbounds i8, ptr %0, i64 560
  br label %44

30:                                               ; preds = %2
  %31 = getelementptr inbounds i8, ptr %16, i64 24
  %32 = load ptr, ptr %31, align 8
  %33 = getelementptr inbounds i8, ptr %32, i64 24
  store i32 0, ptr %33, align 8
  %34 = load ptr, ptr %15, align 8
  %35 = getelementptr inbounds i8, ptr %34, i64 24
  %36 = load ptr, ptr %35, align 8
  %37 = getelementptr inbounds i8, ptr %36, i64 28
  store i32 1, ptr %37, align 4
  %38 = load ptr, ptr %15, align 8
  %39 = getelementptr inbounds i8, ptr %38, i64 24
  %40 = load ptr, ptr %39, align 8
  %41 = getelementptr inbounds i8, ptr %40, i64 32
  store i32 1, ptr %41, align 8
  br label %151

42:                                               ; preds = %86
  %43 = icmp eq i64 %87, 0
  br i1 %43, label %151, label %98

44:                                               ; preds = %25, %86
  %45 = phi i64 [ 0, %25 ], [ %96, %86 ]
  %46 = icmp slt i64 %45, %20
  br i1 %46, label %47, label %50

47:                                               ; preds = %44
  %48 = load ptr, ptr %27, align 8
  %49 = getelementptr inbounds ptr, ptr %48, i64 %45
  br label %54

50:                                               ; preds = %44
  %51 = load ptr, ptr %26, align 8
  %52 = sub nsw i64 %45, %20
  %53 = getelementptr inbounds ptr, ptr %51, i64 %52
  br label %54

54:                                               ; preds = %47, %50
  %55 = phi ptr [ %49, %47 ], [ %53, %50 ]
  %56 = load ptr, ptr %55, align 8
  %57 = getelementptr inbounds [64 x i64], ptr %28, i64 0, i64 %45
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr inbounds i8, ptr %56, i64 32
  %60 = load i64, ptr %59, align 8
  %61 = sub nsw i64 %60, %58
  %62 = icmp sgt i64 %61, 0
  br i1 %62, label %67, label %63

63:                                               ; preds = %54
  store i64 1, ptr %8, align 8
  %64 = getelementptr inbounds i8, ptr %56, i64 24
  %65 = load ptr, ptr %64, align 8
  %66 = getelementptr inbounds [64 x ptr], ptr %6, i64 0, i64 %45
  store ptr %65, ptr %66, align 8
  br label %86

67:                                               ; preds = %54
  %68 = getelementptr inbounds i8, ptr %56, i64 40
  %69 = load ptr, ptr %68, align 8
  br label %70

70:                                               ; preds = %70, %67
  %71 = phi i64 [ 0, %67 ], [ %76, %70 ]
  %72 = phi i64 [ 1, %67 ], [ %75, %70 ]
  %73 = getelementptr inbounds i64, ptr %69, i64 %71
  %74 = load i64, ptr %73, align 8
  %75 = mul nsw i64 %74, %72
  %76 = add nuw nsw i64 %71, 1
  %77 = icmp eq i64 %76, %61
  br i1 %77, label %78, label %70, !llvm.loop !3

78:                                               ; preds = %70
  store i64 %75, ptr %8, align 8
  %79 = getelementptr inbounds i8, ptr %56, i64 24
  %80 = load ptr, ptr %79, align 8
  %81 = getelementptr inbounds [64 x ptr], ptr %6, i64 0, i64 %45
  store ptr %80, ptr %81, align 8
  %82 = icmp eq i64 %75, 1
  br i1 %82, label %86, label %83

83:                                               ; preds = %78
  %84 = getelementptr inbounds [64 x i64], ptr %29, i64 0, i64 %45
  %85 = load i64, ptr %84, align 8
  br label %86

86:                                               ; preds = %63, %78, %83
  %87 = phi i64 [ %75, %83 ], [ 1, %78 ], [ 1, %63 ]
  %88 = phi ptr [ %81, %83 ], [ %81, %78 ], [ %66, %63 ]
  %89 = phi i64 [ %85, %83 ], [ 0, %78 ], [ 0, %63 ]
  %90 = getelementptr inbounds [64 x i64], ptr %7, i64 0, i64 %45
  store i64 %89, ptr %90, align 8
  %91 = shl nuw nsw i64 %45, 1
  %92 = add nuw nsw i64 %91, 2
  %93 = getelementptr inbounds [130 x ptr], ptr %5, i64 0, i64 %92
  store ptr %88, ptr %93, align 16
  %94 = add nuw nsw i64 %91, 3
  %95 = getelementptr inbounds [130 x ptr], ptr %5, i64 0, i64 %94
  store ptr %90, ptr %95, align 8
  %96 = add nuw nsw i64 %45, 1
  %97 = icmp eq i64 %96, %23
  br i1 %97, label %42, label %44, !llvm.loop !7

98:                                               ; preds = %42
  %99 = getelementptr inbounds i8, ptr %1, i64 16
  %100 = load ptr, ptr %99, align 8
  %101 = getelementptr inbounds i8, ptr %100, i64 80
  %102 = load ptr, ptr %101, align 8
  %103 = call ptr %102(ptr noundef nonnull %9) #4
  %104 = icmp eq ptr %103, null
  br i1 %104, label %105, label %151

105:                                              ; preds = %98
  %106 = getelementptr inbounds i8, ptr %1, i64 112
  %107 = load ptr, ptr %106, align 8
  %108 = load i64, ptr %21, align 8
  %109 = getelementptr inbounds ptr, ptr %107, i64 %108
  %110 = load ptr, ptr %109, align 8
  store ptr %8, ptr %5, align 16
  %111 = getelementptr inbounds i8, ptr %110, i64 24
  %112 = getelementptr inbounds i8, ptr %5, i64 8
  store ptr %111, ptr %112, align 8
  %113 = getelementptr inbounds i8, ptr %110, i64 40
  %114 = load ptr, ptr %113, align 8
  %115 = load i64, ptr %114, align 8
  %116 = getelementptr inbounds i8, ptr %0, i64 24
  %117 = load i64, ptr %116, align 8
  %118 = sdiv i64 %115, %117
  %119 = icmp eq i64 %118, 0
  br i1 %119, label %120, label %128

120:                                              ; preds = %105
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %4) #3
  store i64 32, ptr %4, align 8
  %121 = getelementptr inbounds i8, ptr %4, i64 8
  store ptr null, ptr %121, align 8
  %122 = getelementptr inbounds i8, ptr %4, i64 16
  store ptr @.str.1, ptr %122, align 8
  %123 = getelementptr inbounds i8, ptr %4, i64 24
  store i32 13, ptr %123, align 8
  %124 = load ptr, ptr %99, align 8
  %125 = getelementptr inbounds i8, ptr %124, i64 48
  %126 = load ptr, ptr %125, align 8
  %127 = call ptr %126(ptr noundef nonnull %4) #4
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %4) #3
  br label %151

128:                                              ; preds = %105
  %129 = getelementptr inbounds i8, ptr %0, i64 16
  %130 = load i64, ptr %129, align 8
  %131 = add i64 %87, -1
  %132 = add i64 %131, %130
  %133 = sdiv i64 %132, %130
  %134 = call i64 @llvm.smin.i64(i64 %133, i64 %118)
  %135 = load ptr, ptr %0, align 8
  %136 = getelementptr inbounds i8, ptr %0, i64 8
  %137 = load ptr, ptr %136, align 8
  %138 = trunc i64 %134 to i32
  %139 = trunc i64 %130 to i32
  %140 = load ptr, ptr %14, align 8
  %141 = call i32 %135(ptr noundef %137, i32 noundef %138, i32 noundef 1, i32 noundef 1, i32 noundef %139, i32 noundef 1, i32 noundef 1, i32 noundef 0, ptr noundef %140, ptr noundef nonnull %5, ptr noundef null) #4
  %142 = icmp eq i32 %141, 0
  br i1 %142, label %151, label %143

143:                                              ; preds = %128
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %3) #3
  store i64 32, ptr %3, align 8
  %144 = getelementptr inbounds i8, ptr %3, i64 8
  store ptr null, ptr %144, align 8
  %145 = getelementptr inbounds i8, ptr %3, i64 16
  store ptr @.str.2, ptr %145, align 8
  %146 = getelementptr inbounds i8, ptr %3, i64 24
  store i32 13, ptr %146, align 8
  %147 = load ptr, ptr %99, align 8
  %148 = getelementptr inbounds i8, ptr %147, i64 48
  %149 = load ptr, ptr %148, align 8
  %150 = call ptr %149(ptr noundef nonnull %3) #4
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %3) #3
  br label %151

151:                                              ; preds = %18, %30, %120, %143, %128, %98, %42
  %152 = phi ptr [ null, %42 ], [ %103, %98 ], [ %150, %143 ], [ %127, %120 ], [ null, %128 ], [ null, %30 ], [ null, %18 ]
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %9) #3
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #3
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %7) #3
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %6) #3
  call void @llvm.lifetime.end.p0(i64 1040, ptr nonnull %5) #3
  ret ptr %152
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
