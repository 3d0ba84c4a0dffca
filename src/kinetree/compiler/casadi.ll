
; Function Attrs: nounwind
define noundef i32 @call_by_casadi(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr noundef %3) local_unnamed_addr #0 {
  %5 = alloca [256 x ptr], align 16
  %6 = alloca [256 x i64], align 16
  call void @llvm.lifetime.start.p0(i64 2048, ptr nonnull %5) #2
  call void @llvm.lifetime.start.p0(i64 2048, ptr nonnull %6) #2
  %7 = getelementptr inbounds i8, ptr %0, i64 16
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %0, i64 24
  %10 = load i64, ptr %9, align 8
  %11 = add i64 %10, %8
  %12 = icmp sgt i64 %8, 0
  br i1 %12, label %13, label %18

13:                                               ; preds = %4
  %14 = getelementptr inbounds i8, ptr %0, i64 8
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %0, i64 40
  %17 = getelementptr inbounds i8, ptr %0, i64 32
  br label %22

18:                                               ; preds = %37, %4
  %19 = icmp sgt i64 %10, 0
  br i1 %19, label %20, label %42

20:                                               ; preds = %18
  %21 = getelementptr inbounds i8, ptr %0, i64 48
  br label %45

22:                                               ; preds = %13, %37
  %23 = phi i64 [ 0, %13 ], [ %40, %37 ]
  %24 = icmp slt i64 %23, %15
  br i1 %24, label %25, label %27

25:                                               ; preds = %22
  %26 = getelementptr inbounds ptr, ptr %1, i64 %23
  br label %31

27:                                               ; preds = %22
  %28 = load ptr, ptr %16, align 8
  %29 = sub nsw i64 %23, %15
  %30 = getelementptr inbounds ptr, ptr %28, i64 %29
  br label %31

31:                                               ; preds = %27, %25
  %32 = phi ptr [ %26, %25 ], [ %30, %27 ]
  %33 = load ptr, ptr %32, align 8
  %34 = icmp eq ptr %33, null
  br i1 %34, label %35, label %37

35:                                               ; preds = %31
  %36 = load ptr, ptr %17, align 8
  br label %37

37:                                               ; preds = %31, %35
  %38 = phi ptr [ %36, %35 ], [ %33, %31 ]
  %39 = getelementptr inbounds [256 x ptr], ptr %5, i64 0, i64 %23
  store ptr %38, ptr %39, align 8
  %40 = add nuw nsw i64 %23, 1
  %41 = icmp eq i64 %40, %8
  br i1 %41, label %18, label %22, !llvm.loop !3

42:                                               ; preds = %58, %18
  %43 = phi ptr [ %3, %18 ], [ %60, %58 ]
  %44 = icmp sgt i64 %11, 0
  br i1 %44, label %69, label %63

45:                                               ; preds = %20, %58
  %46 = phi i64 [ 0, %20 ], [ %61, %58 ]
  %47 = phi ptr [ %3, %20 ], [ %60, %58 ]
  %48 = getelementptr inbounds ptr, ptr %2, i64 %46
  %49 = load ptr, ptr %48, align 8
  %50 = icmp eq ptr %49, null
  %51 = select i1 %50, ptr %47, ptr %49
  %52 = add nsw i64 %46, %8
  %53 = getelementptr inbounds [256 x ptr], ptr %5, i64 0, i64 %52
  store ptr %51, ptr %53, align 8
  br i1 %50, label %54, label %58

54:                                               ; preds = %45
  %55 = load ptr, ptr %21, align 8
  %56 = getelementptr inbounds i64, ptr %55, i64 %46
  %57 = load i64, ptr %56, align 8
  br label %58

58:                                               ; preds = %45, %54
  %59 = phi i64 [ %57, %54 ], [ 0, %45 ]
  %60 = getelementptr inbounds double, ptr %47, i64 %59
  %61 = add nuw nsw i64 %46, 1
  %62 = icmp eq i64 %61, %10
  br i1 %62, label %42, label %45, !llvm.loop !6

63:                                               ; preds = %69, %42
  %64 = load ptr, ptr %0, align 8
  %65 = ptrtoint ptr %43 to i64
  %66 = add i64 %65, 63
  %67 = and i64 %66, -64
  %68 = inttoptr i64 %67 to ptr
  call void %64(i64 noundef 1, ptr noundef nonnull %5, ptr noundef nonnull %6, ptr noundef %68) #3
  call void @llvm.lifetime.end.p0(i64 2048, ptr nonnull %6) #2
  call void @llvm.lifetime.end.p0(i64 2048, ptr nonnull %5) #2
  ret i32 0

69:                                               ; preds = %42, %69
  %70 = phi i64 [ %72, %69 ], [ 0, %42 ]
  %71 = getelementptr inbounds [256 x i64], ptr %6, i64 0, i64 %70
  store i64 0, ptr %71, align 8
  %72 = add nuw nsw i64 %70, 1
  %73 = icmp eq i64 %72, %11
  br i1 %73, label %63, label %69, !llvm.loop !7
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nounwind }
attributes #3 = { nobuiltin nounwind "no-builtins" }


!3 = distinct !{!3, !4, !5}
!4 = !{!"llvm.loop.mustprogress"}
!5 = !{!"llvm.loop.unroll.disable"}
!6 = distinct !{!6, !4, !5}
!7 = distinct !{!7, !4, !5}
