
; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define void @fma_of_doubles(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readnone %3) local_unnamed_addr #0 {
  %5 = load i64, ptr %1, align 8
  %6 = icmp sgt i64 %5, 0
  br i1 %6, label %7, label %18

7:                                                ; preds = %4
  %8 = getelementptr inbounds i8, ptr %0, i64 24
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds i8, ptr %0, i64 16
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %0, i64 8
  %13 = load ptr, ptr %12, align 8
  %14 = load ptr, ptr %0, align 8
  %15 = getelementptr inbounds i8, ptr %2, i64 8
  %16 = getelementptr inbounds i8, ptr %2, i64 16
  %17 = getelementptr inbounds i8, ptr %2, i64 24
  br label %19

18:                                               ; preds = %19, %4
  ret void

19:                                               ; preds = %7, %19
  %20 = phi i64 [ 0, %7 ], [ %37, %19 ]
  %21 = phi ptr [ %9, %7 ], [ %36, %19 ]
  %22 = phi ptr [ %11, %7 ], [ %34, %19 ]
  %23 = phi ptr [ %13, %7 ], [ %32, %19 ]
  %24 = phi ptr [ %14, %7 ], [ %30, %19 ]
  %25 = load double, ptr %24, align 8
  %26 = load double, ptr %23, align 8
  %27 = load double, ptr %22, align 8
  %28 = tail call double @llvm.fma.f64(double %25, double %26, double %27)
  store double %28, ptr %21, align 8
  %29 = load i64, ptr %2, align 8
  %30 = getelementptr inbounds i8, ptr %24, i64 %29
  %31 = load i64, ptr %15, align 8
  %32 = getelementptr inbounds i8, ptr %23, i64 %31
  %33 = load i64, ptr %16, align 8
  %34 = getelementptr inbounds i8, ptr %22, i64 %33
  %35 = load i64, ptr %17, align 8
  %36 = getelementptr inbounds i8, ptr %21, i64 %35
  %37 = add nuw nsw i64 %20, 1
  %38 = load i64, ptr %1, align 8
  %39 = icmp slt i64 %37, %38
  br i1 %39, label %19, label %18, !llvm.loop !3
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fma.f64(double, double, double) #1

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none)
define void @fma_of_floats(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readnone %3) local_unnamed_addr #0 {
  %5 = load i64, ptr %1, align 8
  %6 = icmp sgt i64 %5, 0
  br i1 %6, label %7, label %18

7:                                                ; preds = %4
  %8 = getelementptr inbounds i8, ptr %0, i64 24
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds i8, ptr %0, i64 16
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %0, i64 8
  %13 = load ptr, ptr %12, align 8
  %14 = load ptr, ptr %0, align 8
  %15 = getelementptr inbounds i8, ptr %2, i64 8
  %16 = getelementptr inbounds i8, ptr %2, i64 16
  %17 = getelementptr inbounds i8, ptr %2, i64 24
  br label %19

18:                                               ; preds = %19, %4
  ret void

19:                                               ; preds = %7, %19
  %20 = phi i64 [ 0, %7 ], [ %37, %19 ]
  %21 = phi ptr [ %9, %7 ], [ %36, %19 ]
  %22 = phi ptr [ %11, %7 ], [ %34, %19 ]
  %23 = phi ptr [ %13, %7 ], [ %32, %19 ]
  %24 = phi ptr [ %14, %7 ], [ %30, %19 ]
  %25 = load float, ptr %24, align 4
  %26 = load float, ptr %23, align 4
  %27 = load float, ptr %22, align 4
  %28 = tail call float @llvm.fma.f32(float %25, float %26, float %27)
  store float %28, ptr %21, align 4
  %29 = load i64, ptr %2, align 8
  %30 = getelementptr inbounds i8, ptr %24, i64 %29
  %31 = load i64, ptr %15, align 8
  %32 = getelementptr inbounds i8, ptr %23, i64 %31
  %33 = load i64, ptr %16, align 8
  %34 = getelementptr inbounds i8, ptr %22, i64 %33
  %35 = load i64, ptr %17, align 8
  %36 = getelementptr inbounds i8, ptr %21, i64 %35
  %37 = add nuw nsw i64 %20, 1
  %38 = load i64, ptr %1, align 8
  %39 = icmp slt i64 %37, %38
  br i1 %39, label %19, label %18, !llvm.loop !6
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fma.f32(float, float, float) #1

attributes #0 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }


!3 = distinct !{!3, !4, !5}
!4 = !{!"llvm.loop.mustprogress"}
!5 = !{!"llvm.loop.unroll.disable"}
!6 = distinct !{!6, !4, !5}
