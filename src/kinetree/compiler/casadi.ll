
; Function Attrs: nounwind
define noundef i32 @casadi(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readnone %2, ptr noundef %3, i32 noundef %4, ptr nocapture noundef readonly %5) local_unnamed_addr #0 {
  %7 = alloca [256 x ptr], align 16
  %8 = alloca [256 x i64], align 16
  call void @llvm.lifetime.start.p0(i64 2048, ptr nonnull %7) #5
  call void @llvm.lifetime.start.p0(i64 2048, ptr nonnull %8) #5
  %9 = getelementptr inbounds i8, ptr %5, i64 16
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %5, i64 24
  %12 = load i64, ptr %11, align 8
  %13 = add i64 %12, %10
  %14 = icmp sgt i64 %10, 0
  br i1 %14, label %15, label %20

15:                                               ; preds = %6
  %16 = getelementptr inbounds i8, ptr %5, i64 8
  %17 = load i64, ptr %16, align 8
  %18 = getelementptr inbounds i8, ptr %5, i64 48
  %19 = getelementptr inbounds i8, ptr %5, i64 40
  br label %24

20:                                               ; preds = %39, %6
  %21 = icmp sgt i64 %12, 0
  br i1 %21, label %22, label %44

22:                                               ; preds = %20
  %23 = getelementptr inbounds i8, ptr %5, i64 56
  br label %47

24:                                               ; preds = %15, %39
  %25 = phi i64 [ 0, %15 ], [ %42, %39 ]
  %26 = icmp slt i64 %25, %17
  br i1 %26, label %27, label %29

27:                                               ; preds = %24
  %28 = getelementptr inbounds ptr, ptr %0, i64 %25
  br label %33

29:                                               ; preds = %24
  %30 = load ptr, ptr %18, align 8
  %31 = sub nsw i64 %25, %17
  %32 = getelementptr inbounds ptr, ptr %30, i64 %31
  br label %33

33:                                               ; preds = %29, %27
  %34 = phi ptr [ %28, %27 ], [ %32, %29 ]
  %35 = load ptr, ptr %34, align 8
  %36 = icmp eq ptr %35, null
  br i1 %36, label %37, label %39

37:                                               ; preds = %33
  %38 = load ptr, ptr %19, align 8
  br label %39

39:                                               ; preds = %33, %37
  %40 = phi ptr [ %38, %37 ], [ %35, %33 ]
  %41 = getelementptr inbounds [256 x ptr], ptr %7, i64 0, i64 %25
  store ptr %40, ptr %41, align 8
  %42 = add nuw nsw i64 %25, 1
  %43 = icmp eq i64 %42, %10
  br i1 %43, label %20, label %24, !llvm.loop !3

44:                                               ; preds = %60, %20
  %45 = phi ptr [ %3, %20 ], [ %62, %60 ]
  %46 = icmp sgt i64 %13, 0
  br i1 %46, label %71, label %65

47:                                               ; preds = %22, %60
  %48 = phi i64 [ 0, %22 ], [ %63, %60 ]
  %49 = phi ptr [ %3, %22 ], [ %62, %60 ]
  %50 = getelementptr inbounds ptr, ptr %1, i64 %48
  %51 = load ptr, ptr %50, align 8
  %52 = icmp eq ptr %51, null
  %53 = select i1 %52, ptr %49, ptr %51
  %54 = add nsw i64 %48, %10
  %55 = getelementptr inbounds [256 x ptr], ptr %7, i64 0, i64 %54
  store ptr %53, ptr %55, align 8
  br i1 %52, label %56, label %60

56:                                               ; preds = %47
  %57 = load ptr, ptr %23, align 8
  %58 = getelementptr inbounds i64, ptr %57, i64 %48
  %59 = load i64, ptr %58, align 8
  br label %60

60:                                               ; preds = %47, %56
  %61 = phi i64 [ %59, %56 ], [ 0, %47 ]
  %62 = getelementptr inbounds double, ptr %49, i64 %61
  %63 = add nuw nsw i64 %48, 1
  %64 = icmp eq i64 %63, %12
  br i1 %64, label %44, label %47, !llvm.loop !6

65:                                               ; preds = %71, %44
  %66 = load ptr, ptr %5, align 8
  %67 = ptrtoint ptr %45 to i64
  %68 = add i64 %67, 63
  %69 = and i64 %68, -64
  %70 = inttoptr i64 %69 to ptr
  call void %66(i64 noundef 1, ptr noundef nonnull %7, ptr noundef nonnull %8, ptr noundef %70) #6
  call void @llvm.lifetime.end.p0(i64 2048, ptr nonnull %8) #5
  call void @llvm.lifetime.end.p0(i64 2048, ptr nonnull %7) #5
  ret i32 0

71:                                               ; preds = %44, %71
  %72 = phi i64 [ %74, %71 ], [ 0, %44 ]
  %73 = getelementptr inbounds [256 x i64], ptr %8, i64 0, i64 %72
  store i64 0, ptr %73, align 8
  %74 = add nuw nsw i64 %72, 1
  %75 = icmp eq i64 %74, %13
  br i1 %75, label %65, label %71, !llvm.loop !7
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read)
define i64 @casadi_n_in(ptr nocapture noundef readnone %0, ptr nocapture noundef readnone %1, ptr nocapture noundef readnone %2, ptr nocapture noundef readnone %3, i32 noundef %4, ptr nocapture noundef readonly %5) local_unnamed_addr #2 {
  %7 = getelementptr inbounds i8, ptr %5, i64 8
  %8 = load i64, ptr %7, align 8
  ret i64 %8
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read)
define i64 @casadi_n_out(ptr nocapture noundef readnone %0, ptr nocapture noundef readnone %1, ptr nocapture noundef readnone %2, ptr nocapture noundef readnone %3, i32 noundef %4, ptr nocapture noundef readonly %5) local_unnamed_addr #2 {
  %7 = getelementptr inbounds i8, ptr %5, i64 24
  %8 = load i64, ptr %7, align 8
  ret i64 %8
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define noundef i32 @casadi_work(ptr nocapture noundef writeonly %0, ptr nocapture noundef writeonly %1, ptr nocapture noundef writeonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, ptr nocapture noundef readonly %5) local_unnamed_addr #3 {
  %7 = getelementptr inbounds i8, ptr %5, i64 8
  %8 = load i64, ptr %7, align 8
  store i64 %8, ptr %0, align 8
  %9 = getelementptr inbounds i8, ptr %5, i64 24
  %10 = load i64, ptr %9, align 8
  store i64 %10, ptr %1, align 8
  store i64 0, ptr %2, align 8
  %11 = getelementptr inbounds i8, ptr %5, i64 32
  %12 = load i64, ptr %11, align 8
  store i64 %12, ptr %3, align 8
  ret i32 0
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none)
define ptr @casadi_name_in(i64 noundef %0, ptr nocapture noundef readnone %1, ptr nocapture noundef readnone %2, ptr nocapture noundef readnone %3, i32 noundef %4, ptr nocapture noundef readonly %5) local_unnamed_addr #4 {
  %7 = getelementptr inbounds i8, ptr %5, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = icmp sgt i64 %8, %0
  br i1 %9, label %10, label %15

10:                                               ; preds = %6
  %11 = getelementptr inbounds i8, ptr %5, i64 64
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds ptr, ptr %12, i64 %0
  %14 = load ptr, ptr %13, align 8
  br label %15

15:                                               ; preds = %6, %10
  %16 = phi ptr [ %14, %10 ], [ null, %6 ]
  ret ptr %16
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none)
define ptr @casadi_name_out(i64 noundef %0, ptr nocapture noundef readnone %1, ptr nocapture noundef readnone %2, ptr nocapture noundef readnone %3, i32 noundef %4, ptr nocapture noundef readonly %5) local_unnamed_addr #4 {
  %7 = getelementptr inbounds i8, ptr %5, i64 24
  %8 = load i64, ptr %7, align 8
  %9 = icmp sgt i64 %8, %0
  br i1 %9, label %10, label %18

10:                                               ; preds = %6
  %11 = getelementptr inbounds i8, ptr %5, i64 64
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %5, i64 8
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr ptr, ptr %12, i64 %14
  %16 = getelementptr ptr, ptr %15, i64 %0
  %17 = load ptr, ptr %16, align 8
  br label %18

18:                                               ; preds = %6, %10
  %19 = phi ptr [ %17, %10 ], [ null, %6 ]
  ret ptr %19
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none)
define ptr @casadi_sparsity_in(i64 noundef %0, ptr nocapture noundef readnone %1, ptr nocapture noundef readnone %2, ptr nocapture noundef readnone %3, i32 noundef %4, ptr nocapture noundef readonly %5) local_unnamed_addr #4 {
  %7 = getelementptr inbounds i8, ptr %5, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = icmp sgt i64 %8, %0
  br i1 %9, label %10, label %15

10:                                               ; preds = %6
  %11 = getelementptr inbounds i8, ptr %5, i64 72
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds ptr, ptr %12, i64 %0
  %14 = load ptr, ptr %13, align 8
  br label %15

15:                                               ; preds = %6, %10
  %16 = phi ptr [ %14, %10 ], [ null, %6 ]
  ret ptr %16
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none)
define ptr @casadi_sparsity_out(i64 noundef %0, ptr nocapture noundef readnone %1, ptr nocapture noundef readnone %2, ptr nocapture noundef readnone %3, i32 noundef %4, ptr nocapture noundef readonly %5) local_unnamed_addr #4 {
  %7 = getelementptr inbounds i8, ptr %5, i64 24
  %8 = load i64, ptr %7, align 8
  %9 = icmp sgt i64 %8, %0
  br i1 %9, label %10, label %18

10:                                               ; preds = %6
  %11 = getelementptr inbounds i8, ptr %5, i64 72
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %5, i64 8
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr ptr, ptr %12, i64 %14
  %16 = getelementptr ptr, ptr %15, i64 %0
  %17 = load ptr, ptr %16, align 8
  br label %18

18:                                               ; preds = %6, %10
  %19 = phi ptr [ %17, %10 ], [ null, %6 ]
  ret ptr %19
}

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) "no-builtins" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "no-builtins" }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none) "no-builtins" }
attributes #5 = { nounwind }
attributes #6 = { nobuiltin nounwind "no-builtins" }


!3 = distinct !{!3, !4, !5}
!4 = !{!"llvm.loop.mustprogress"}
!5 = !{!"llvm.loop.unroll.disable"}
!6 = distinct !{!6, !4, !5}
!7 = distinct !{!7, !4, !5}
