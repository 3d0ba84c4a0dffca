
%struct.description = type { i64, ptr, ptr, i32 }

@.str = private unnamed_addr constant [24 x i8] c"kinetree: out of memory\00", align 1
@__const.call_by_xla.out_of_memory = private unnamed_addr constant %struct.description { i64 32, ptr null, ptr @.str, i32 8 }, align 8

; Function Attrs: nounwind
define ptr @call_by_xla(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
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
  br i1 %15, label %16, label %130

16:                                               ; preds = %9
  %17 = getelementptr inbounds i8, ptr %1, i64 112
  %18 = getelementptr inbounds i8, ptr %1, i64 72
  %19 = getelementptr inbounds i8, ptr %0, i64 88
  %20 = getelementptr inbounds i8, ptr %0, i64 600
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
  br label %130

33:                                               ; preds = %77
  %34 = icmp eq i64 %78, 0
  br i1 %34, label %130, label %83

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
  br i1 %86, label %87, label %90

87:                                               ; preds = %83
  %88 = getelementptr inbounds i8, ptr %0, i64 64
  %89 = load ptr, ptr %88, align 8
  call void %89(i64 noundef %78, ptr noundef nonnull %3, ptr noundef nonnull %4, ptr noundef null) #4
  br label %130

90:                                               ; preds = %83
  %91 = getelementptr inbounds i8, ptr %0, i64 16
  %92 = load i64, ptr %91, align 8
  %93 = icmp slt i64 %78, %92
  br i1 %93, label %101, label %94

94:                                               ; preds = %90
  %95 = getelementptr inbounds i8, ptr %0, i64 8
  %96 = load ptr, ptr %95, align 8
  %97 = freeze ptr %96
  %98 = icmp eq ptr %97, null
  %99 = select i1 %98, i64 24, i64 32
  %100 = select i1 %98, ptr %0, ptr %95
  br label %101

101:                                              ; preds = %94, %90
  %102 = phi i64 [ 24, %90 ], [ %99, %94 ]
  %103 = phi ptr [ %0, %90 ], [ %100, %94 ]
  %104 = getelementptr inbounds i8, ptr %0, i64 %102
  %105 = load ptr, ptr %103, align 8
  %106 = load i64, ptr %104, align 8
  %107 = icmp eq i64 %106, 0
  br i1 %107, label %120, label %108

108:                                              ; preds = %101
  %109 = getelementptr inbounds i8, ptr %0, i64 72
  %110 = load ptr, ptr %109, align 8
  %111 = add nsw i64 %106, 64
  %112 = tail call ptr %110(i64 noundef %111) #4
  %113 = icmp eq ptr %112, null
  br i1 %113, label %114, label %120

114:                                              ; preds = %108
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %5) #3
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %5, ptr noundef nonnull align 8 dereferenceable(32) @__const.call_by_xla.out_of_memory, i64 32, i1 false)
  %115 = getelementptr inbounds i8, ptr %1, i64 16
  %116 = load ptr, ptr %115, align 8
  %117 = getelementptr inbounds i8, ptr %116, i64 48
  %118 = load ptr, ptr %117, align 8
  %119 = call ptr %118(ptr noundef nonnull %5) #4
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %5) #3
  br label %130

120:                                              ; preds = %108, %101
  %121 = phi ptr [ %112, %108 ], [ null, %101 ]
  %122 = ptrtoint ptr %121 to i64
  %123 = add i64 %122, 63
  %124 = and i64 %123, -64
  %125 = inttoptr i64 %124 to ptr
  call void %105(i64 noundef %78, ptr noundef nonnull %3, ptr noundef nonnull %4, ptr noundef %125) #4
  %126 = icmp eq ptr %121, null
  br i1 %126, label %130, label %127

127:                                              ; preds = %120
  %128 = getelementptr inbounds i8, ptr %0, i64 80
  %129 = load ptr, ptr %128, align 8
  call void %129(ptr noundef nonnull %121) #4
  br label %130

130:                                              ; preds = %9, %114, %127, %120, %33, %87, %21
  %131 = phi ptr [ null, %21 ], [ null, %87 ], [ null, %33 ], [ %119, %114 ], [ null, %127 ], [ null, %120 ], [ null, %9 ]
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %4) #3
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %3) #3
  ret ptr %131
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
