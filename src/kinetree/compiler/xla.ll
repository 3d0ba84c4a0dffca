
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
  br i1 %8, label %21, label %9

9:                                                ; preds = %2
  %10 = getelementptr inbounds i8, ptr %7, i64 24
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %11, i64 24
  store i32 0, ptr %12, align 8
  %13 = load ptr, ptr %6, align 8
  %14 = getelementptr inbounds i8, ptr %13, i64 24
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %15, i64 28
  store i32 1, ptr %16, align 4
  %17 = load ptr, ptr %6, align 8
  %18 = getelementptr inbounds i8, ptr %17, i64 24
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds i8, ptr %19, i64 32
  store i32 0, ptr %20, align 8
  br label %143

21:                                               ; preds = %2
  %22 = getelementptr inbounds i8, ptr %0, i64 40
  %23 = load i64, ptr %22, align 8
  %24 = getelementptr inbounds i8, ptr %0, i64 48
  %25 = load i64, ptr %24, align 8
  %26 = getelementptr inbounds i8, ptr %0, i64 96
  %27 = getelementptr inbounds i8, ptr %0, i64 608
  %28 = add nsw i64 %25, %23
  %29 = icmp sgt i64 %28, 0
  br i1 %29, label %30, label %143

30:                                               ; preds = %21
  %31 = getelementptr inbounds i8, ptr %1, i64 112
  %32 = getelementptr inbounds i8, ptr %1, i64 72
  br label %33

33:                                               ; preds = %75, %30
  %34 = phi i64 [ 0, %30 ], [ %79, %75 ]
  %35 = icmp slt i64 %34, %23
  br i1 %35, label %36, label %39

36:                                               ; preds = %33
  %37 = load ptr, ptr %32, align 8
  %38 = getelementptr inbounds ptr, ptr %37, i64 %34
  br label %43

39:                                               ; preds = %33
  %40 = load ptr, ptr %31, align 8
  %41 = sub nsw i64 %34, %23
  %42 = getelementptr inbounds ptr, ptr %40, i64 %41
  br label %43

43:                                               ; preds = %39, %36
  %44 = phi ptr [ %38, %36 ], [ %42, %39 ]
  %45 = load ptr, ptr %44, align 8
  %46 = getelementptr inbounds i64, ptr %26, i64 %34
  %47 = load i64, ptr %46, align 8
  %48 = getelementptr inbounds i8, ptr %45, i64 32
  %49 = load i64, ptr %48, align 8
  %50 = sub nsw i64 %49, %47
  %51 = icmp sgt i64 %50, 0
  br i1 %51, label %56, label %52

52:                                               ; preds = %43
  %53 = getelementptr inbounds i8, ptr %45, i64 24
  %54 = load ptr, ptr %53, align 8
  %55 = getelementptr inbounds ptr, ptr %4, i64 %34
  store ptr %54, ptr %55, align 8
  br label %75

56:                                               ; preds = %43
  %57 = getelementptr inbounds i8, ptr %45, i64 40
  %58 = load ptr, ptr %57, align 8
  br label %59

59:                                               ; preds = %59, %56
  %60 = phi i64 [ 0, %56 ], [ %65, %59 ]
  %61 = phi i64 [ 1, %56 ], [ %64, %59 ]
  %62 = getelementptr inbounds i64, ptr %58, i64 %60
  %63 = load i64, ptr %62, align 8
  %64 = mul nsw i64 %63, %61
  %65 = add nuw nsw i64 %60, 1
  %66 = icmp eq i64 %65, %50
  br i1 %66, label %67, label %59, !llvm.loop !3

67:                                               ; preds = %59
  %68 = getelementptr inbounds i8, ptr %45, i64 24
  %69 = load ptr, ptr %68, align 8
  %70 = getelementptr inbounds ptr, ptr %4, i64 %34
  store ptr %69, ptr %70, align 8
  %71 = icmp eq i64 %64, 1
  br i1 %71, label %75, label %72

72:                                               ; preds = %67
  %73 = getelementptr inbounds i64, ptr %27, i64 %34
  %74 = load i64, ptr %73, align 8
  br label %75

75:                                               ; preds = %72, %67, %52
  %76 = phi i64 [ %64, %72 ], [ 1, %67 ], [ 1, %52 ]
  %77 = phi i64 [ %74, %72 ], [ 0, %67 ], [ 0, %52 ]
  %78 = getelementptr inbounds i64, ptr %5, i64 %34
  store i64 %77, ptr %78, align 8
  %79 = add nuw nsw i64 %34, 1
  %80 = icmp eq i64 %79, %28
  br i1 %80, label %81, label %33, !llvm.loop !6

81:                                               ; preds = %75
  %82 = icmp eq i64 %76, 0
  br i1 %82, label %143, label %83

83:                                               ; preds = %81
  %84 = getelementptr inbounds i8, ptr %0, i64 56
  %85 = load i64, ptr %84, align 8
  %86 = icmp sgt i64 %76, %85
  br i1 %86, label %87, label %100

87:                                               ; preds = %83
  %88 = getelementptr inbounds i8, ptr %0, i64 64
  %89 = atomicrmw add ptr %88, i64 1 seq_cst, align 8
  %90 = load atomic i64, ptr %84 seq_cst, align 8
  %91 = icmp slt i64 %90, %76
  br i1 %91, label %94, label %92

92:                                               ; preds = %87
  %93 = atomicrmw sub ptr %88, i64 1 seq_cst, align 8
  br label %100

94:                                               ; preds = %87
  %95 = getelementptr inbounds i8, ptr %0, i64 72
  %96 = load ptr, ptr %95, align 8
  %97 = call i32 %96(i64 noundef %76, ptr noundef nonnull %4, ptr noundef nonnull %5) #4
  %98 = icmp eq i32 %97, 0
  %99 = atomicrmw sub ptr %88, i64 1 seq_cst, align 8
  br i1 %98, label %143, label %100

100:                                              ; preds = %92, %94, %83
  %101 = getelementptr inbounds i8, ptr %0, i64 16
  %102 = load i64, ptr %101, align 8
  %103 = icmp slt i64 %76, %102
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
  call void %115(i64 noundef %76, ptr noundef nonnull %4, ptr noundef nonnull %5, ptr noundef %138) #4
  %139 = icmp eq ptr %134, null
  br i1 %139, label %143, label %140

140:                                              ; preds = %133
  %141 = getelementptr inbounds i8, ptr %0, i64 88
  %142 = load ptr, ptr %141, align 8
  call void %142(ptr noundef nonnull %134) #4
  br label %143

143:                                              ; preds = %21, %9, %124, %140, %133, %94, %81
  %144 = phi ptr [ null, %9 ], [ null, %81 ], [ null, %94 ], [ %132, %124 ], [ null, %140 ], [ null, %133 ], [ null, %21 ]
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
  br i1 %17, label %30, label %18

18:                                               ; preds = %2
  %19 = getelementptr inbounds i8, ptr %16, i64 24
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %20, i64 24
  store i32 0, ptr %21, align 8
  %22 = load ptr, ptr %15, align 8
  %23 = getelementptr inbounds i8, ptr %22, i64 24
  %24 = load ptr, ptr %23, align 8
  %25 = getelementptr inbounds i8, ptr %24, i64 28
  store i32 1, ptr %25, align 4
  %26 = load ptr, ptr %15, align 8
  %27 = getelementptr inbounds i8, ptr %26, i64 24
  %28 = load ptr, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %28, i64 32
  store i32 1, ptr %29, align 8
  br label %157

30:                                               ; preds = %2
  %31 = getelementptr inbounds i8, ptr %0, i64 32
  %32 = load i64, ptr %31, align 8
  %33 = getelementptr inbounds i8, ptr %0, i64 40
  %34 = load i64, ptr %33, align 8
  %35 = getelementptr inbounds i8, ptr %0, i64 48
  %36 = getelementptr inbounds i8, ptr %0, i64 560
  %37 = add nsw i64 %34, %32
  %38 = icmp sgt i64 %37, 0
  br i1 %38, label %39, label %157

39:                                               ; preds = %30
  %40 = getelementptr inbounds i8, ptr %1, i64 112
  %41 = getelementptr inbounds i8, ptr %1, i64 72
  br label %42

42:                                               ; preds = %84, %39
  %43 = phi i64 [ 0, %39 ], [ %88, %84 ]
  %44 = icmp slt i64 %43, %32
  br i1 %44, label %45, label %48

45:                                               ; preds = %42
  %46 = load ptr, ptr %41, align 8
  %47 = getelementptr inbounds ptr, ptr %46, i64 %43
  br label %52

48:                                               ; preds = %42
  %49 = load ptr, ptr %40, align 8
  %50 = sub nsw i64 %43, %32
  %51 = getelementptr inbounds ptr, ptr %49, i64 %50
  br label %52

52:                                               ; preds = %48, %45
  %53 = phi ptr [ %47, %45 ], [ %51, %48 ]
  %54 = load ptr, ptr %53, align 8
  %55 = getelementptr inbounds i64, ptr %35, i64 %43
  %56 = load i64, ptr %55, align 8
  %57 = getelementptr inbounds i8, ptr %54, i64 32
  %58 = load i64, ptr %57, align 8
  %59 = sub nsw i64 %58, %56
  %60 = icmp sgt i64 %59, 0
  br i1 %60, label %65, label %61

61:                                               ; preds = %52
  %62 = getelementptr inbounds i8, ptr %54, i64 24
  %63 = load ptr, ptr %62, align 8
  %64 = getelementptr inbounds ptr, ptr %6, i64 %43
  store ptr %63, ptr %64, align 8
  br label %84

65:                                               ; preds = %52
  %66 = getelementptr inbounds i8, ptr %54, i64 40
  %67 = load ptr, ptr %66, align 8
  br label %68

68:                                               ; preds = %68, %65
  %69 = phi i64 [ 0, %65 ], [ %74, %68 ]
  %70 = phi i64 [ 1, %65 ], [ %73, %68 ]
  %71 = getelementptr inbounds i64, ptr %67, i64 %69
  %72 = load i64, ptr %71, align 8
  %73 = mul nsw i64 %72, %70
  %74 = add nuw nsw i64 %69, 1
  %75 = icmp eq i64 %74, %59
  br i1 %75, label %76, label %68, !llvm.loop !3

76:                                               ; preds = %68
  %77 = getelementptr inbounds i8, ptr %54, i64 24
  %78 = load ptr, ptr %77, align 8
  %79 = getelementptr inbounds ptr, ptr %6, i64 %43
  store ptr %78, ptr %79, align 8
  %80 = icmp eq i64 %73, 1
  br i1 %80, label %84, label %81

81:                                               ; preds = %76
  %82 = getelementptr inbounds i64, ptr %36, i64 %43
  %83 = load i64, ptr %82, align 8
  br label %84

84:                                               ; preds = %81, %76, %61
  %85 = phi i64 [ %73, %81 ], [ 1, %76 ], [ 1, %61 ]
  %86 = phi i64 [ %83, %81 ], [ 0, %76 ], [ 0, %61 ]
  %87 = getelementptr inbounds i64, ptr %7, i64 %43
  store i64 %86, ptr %87, align 8
  %88 = add nuw nsw i64 %43, 1
  %89 = icmp eq i64 %88, %37
  br i1 %89, label %90, label %42, !llvm.loop !6

90:                                               ; preds = %84
  store i64 %85, ptr %8, align 8
  br i1 %38, label %93, label %91

91:                                               ; preds = %93, %90
  %92 = icmp eq i64 %85, 0
  br i1 %92, label %157, label %104

93:                                               ; preds = %90, %93
  %94 = phi i64 [ %102, %93 ], [ 0, %90 ]
  %95 = getelementptr inbounds [64 x ptr], ptr %6, i64 0, i64 %94
  %96 = shl nuw nsw i64 %94, 1
  %97 = add nuw nsw i64 %96, 2
  %98 = getelementptr inbounds [130 x ptr], ptr %5, i64 0, i64 %97
  store ptr %95, ptr %98, align 16
  %99 = getelementptr inbounds [64 x i64], ptr %7, i64 0, i64 %94
  %100 = add nuw nsw i64 %96, 3
  %101 = getelementptr inbounds [130 x ptr], ptr %5, i64 0, i64 %100
  store ptr %99, ptr %101, align 8
  %102 = add nuw nsw i64 %94, 1
  %103 = icmp eq i64 %102, %37
  br i1 %103, label %91, label %93, !llvm.loop !7

104:                                              ; preds = %91
  %105 = getelementptr inbounds i8, ptr %1, i64 16
  %106 = load ptr, ptr %105, align 8
  %107 = getelementptr inbounds i8, ptr %106, i64 80
  %108 = load ptr, ptr %107, align 8
  %109 = call ptr %108(ptr noundef nonnull %9) #4
  %110 = icmp eq ptr %109, null
  br i1 %110, label %111, label %157

111:                                              ; preds = %104
  %112 = getelementptr inbounds i8, ptr %1, i64 112
  %113 = load ptr, ptr %112, align 8
  %114 = load i64, ptr %33, align 8
  %115 = getelementptr inbounds ptr, ptr %113, i64 %114
  %116 = load ptr, ptr %115, align 8
  store ptr %8, ptr %5, align 16
  %117 = getelementptr inbounds i8, ptr %116, i64 24
  %118 = getelementptr inbounds i8, ptr %5, i64 8
  store ptr %117, ptr %118, align 8
  %119 = getelementptr inbounds i8, ptr %116, i64 40
  %120 = load ptr, ptr %119, align 8
  %121 = load i64, ptr %120, align 8
  %122 = getelementptr inbounds i8, ptr %0, i64 24
  %123 = load i64, ptr %122, align 8
  %124 = sdiv i64 %121, %123
  %125 = icmp eq i64 %124, 0
  br i1 %125, label %126, label %134

126:                                              ; preds = %111
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %4) #3
  store i64 32, ptr %4, align 8
  %127 = getelementptr inbounds i8, ptr %4, i64 8
  store ptr null, ptr %127, align 8
  %128 = getelementptr inbounds i8, ptr %4, i64 16
  store ptr @.str.1, ptr %128, align 8
  %129 = getelementptr inbounds i8, ptr %4, i64 24
  store i32 13, ptr %129, align 8
  %130 = load ptr, ptr %105, align 8
  %131 = getelementptr inbounds i8, ptr %130, i64 48
  %132 = load ptr, ptr %131, align 8
  %133 = call ptr %132(ptr noundef nonnull %4) #4
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %4) #3
  br label %157

134:                                              ; preds = %111
  %135 = getelementptr inbounds i8, ptr %0, i64 16
  %136 = load i64, ptr %135, align 8
  %137 = add i64 %85, -1
  %138 = add i64 %137, %136
  %139 = sdiv i64 %138, %136
  %140 = call i64 @llvm.smin.i64(i64 %139, i64 %124)
  %141 = load ptr, ptr %0, align 8
  %142 = getelementptr inbounds i8, ptr %0, i64 8
  %143 = load ptr, ptr %142, align 8
  %144 = trunc i64 %140 to i32
  %145 = trunc i64 %136 to i32
  %146 = load ptr, ptr %14, align 8
  %147 = call i32 %141(ptr noundef %143, i32 noundef %144, i32 noundef 1, i32 noundef 1, i32 noundef %145, i32 noundef 1, i32 noundef 1, i32 noundef 0, ptr noundef %146, ptr noundef nonnull %5, ptr noundef null) #4
  %148 = icmp eq i32 %147, 0
  br i1 %148, label %157, label %149

149:                                              ; preds = %134
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %3) #3
  store i64 32, ptr %3, align 8
  %150 = getelementptr inbounds i8, ptr %3, i64 8
  store ptr null, ptr %150, align 8
  %151 = getelementptr inbounds i8, ptr %3, i64 16
  store ptr @.str.2, ptr %151, align 8
  %152 = getelementptr inbounds i8, ptr %3, i64 24
  store i32 13, ptr %152, align 8
  %153 = load ptr, ptr %105, align 8
  %154 = getelementptr inbounds i8, ptr %153, i64 48
  %155 = load ptr, ptr %154, align 8
  %156 = call ptr %155(ptr noundef nonnull %3) #4
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %3) #3
  br label %157

157:                                              ; preds = %30, %18, %126, %149, %134, %104, %91
  %158 = phi ptr [ null, %18 ], [ null, %91 ], [ %109, %104 ], [ %156, %149 ], [ %133, %126 ], [ null, %134 ], [ null, %30 ]
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %9) #3
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #3
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %7) #3
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %6) #3
  call void @llvm.lifetime.end.p0(i64 1040, ptr nonnull %5) #3
  ret ptr %158
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
