
%struct.description = type { i64, ptr, ptr, i32 }

@.str = private unnamed_addr constant [24 x i8] c"kinetree: out of memory\00", align 1
@__const.call_by_xla.out_of_memory = private unnamed_addr constant %struct.description { i64 32, ptr null, ptr @.str, i32 8 }, align 8

; Function Attrs: nounwind
define ptr @call_by_xla(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = alloca [64 x ptr], align 16
  %4 = alloca [64 x i64], align 16
  %5 = alloca %struct.description, align 8
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %3) #3
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %4) #3
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
  br i1 %15, label %16, label %140

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
  br label %140

33:                                               ; preds = %77
  %34 = icmp eq i64 %78, 0
  br i1 %34, label %140, label %83

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

45:                                               ; preds = %41, %38
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
  %57 = getelementptr inbounds [64 x ptr], ptr %3, i64 0, i64 %36
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
  %72 = getelementptr inbounds [64 x ptr], ptr %3, i64 0, i64 %36
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
  %80 = getelementptr inbounds [64 x i64], ptr %4, i64 0, i64 %36
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
  %97 = call i32 %96(i64 noundef %78, ptr noundef nonnull %3, ptr noundef nonnull %4) #4
  %98 = icmp eq i32 %97, 0
  %99 = atomicrmw sub ptr %88, i64 1 seq_cst, align 8
  br i1 %98, label %140, label %100

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
  br i1 %117, label %130, label %118

118:                                              ; preds = %111
  %119 = getelementptr inbounds i8, ptr %0, i64 80
  %120 = load ptr, ptr %119, align 8
  %121 = add nsw i64 %116, 64
  %122 = call ptr %120(i64 noundef %121) #4
  %123 = icmp eq ptr %122, null
  br i1 %123, label %124, label %130

124:                                              ; preds = %118
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %5) #3
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %5, ptr noundef nonnull align 8 dereferenceable(32) @__const.call_by_xla.out_of_memory, i64 32, i1 false)
  %125 = getelementptr inbounds i8, ptr %1, i64 16
  %126 = load ptr, ptr %125, align 8
  %127 = getelementptr inbounds i8, ptr %126, i64 48
  %128 = load ptr, ptr %127, align 8
  %129 = call ptr %128(ptr noundef nonnull %5) #4
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %5) #3
  br label %140

130:                                              ; preds = %118, %111
  %131 = phi ptr [ %122, %118 ], [ null, %111 ]
  %132 = ptrtoint ptr %131 to i64
  %133 = add i64 %132, 63
  %134 = and i64 %133, -64
  %135 = inttoptr i64 %134 to ptr
  call void %115(i64 noundef %78, ptr noundef nonnull %3, ptr noundef nonnull %4, ptr noundef %135) #4
  %136 = icmp eq ptr %131, null
  br i1 %136, label %140, label %137

137:                                              ; preds = %130
  %138 = getelementptr inbounds i8, ptr %0, i64 88
  %139 = load ptr, ptr %138, align 8
  call void %139(ptr noundef nonnull %131) #4
  br label %140

140:                                              ; preds = %9, %124, %137, %130, %94, %33, %21
  %141 = phi ptr [ null, %21 ], [ null, %33 ], [ null, %94 ], [ %129, %124 ], [ null, %137 ], [ null, %130 ], [ null, %9 ]
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %4) #3
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %3) #3
  ret ptr %141
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #2

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nounwind }
attributes #4 = { nobuiltin nounwind "no-builtins" }


!3 = distinct !{!3, !4, !5}
!4 = !{!"llvm.loop.mustprogress"}
!5 = !{!"llvm.loop.unroll.disable"}
!6 = distinct !{!6, !4, !5}
