
%struct.spec = type { i64, i64, [6 x i64] }
%struct.arguments = type { [24 x ptr], [24 x ptr], ptr, i64, i64, i8, i8 }

@.str = private unnamed_addr constant [9 x i8] c"contacts\00", align 1

; Function Attrs: nounwind
define ptr @call_kernel(ptr nocapture noundef readonly %0, ptr noundef %1, i64 noundef %2, ptr noundef %3) local_unnamed_addr #0 {
  %5 = alloca [24 x ptr], align 16
  %6 = getelementptr inbounds i8, ptr %0, i64 24
  %7 = load ptr, ptr %6, align 8
  %8 = load ptr, ptr %7, align 8
  %9 = and i64 %2, 9223372036854775807
  %10 = icmp eq ptr %3, null
  br i1 %10, label %31, label %11

11:                                               ; preds = %4
  %12 = getelementptr inbounds i8, ptr %8, i64 64
  %13 = load ptr, ptr %12, align 8
  %14 = tail call i64 %13(ptr noundef nonnull %3) #4
  %15 = icmp eq i64 %14, 1
  br i1 %15, label %16, label %26

16:                                               ; preds = %11
  %17 = getelementptr inbounds i8, ptr %8, i64 88
  %18 = load ptr, ptr %17, align 8
  %19 = tail call ptr %18(ptr noundef nonnull %3, i64 noundef 0) #4
  %20 = getelementptr inbounds i8, ptr %7, i64 32
  %21 = load ptr, ptr %20, align 8
  %22 = icmp eq ptr %19, %21
  br i1 %22, label %23, label %26

23:                                               ; preds = %16
  %24 = getelementptr inbounds ptr, ptr %1, i64 %9
  %25 = load ptr, ptr %24, align 8
  br label %26

26:                                               ; preds = %11, %16, %23
  %27 = phi ptr [ %25, %23 ], [ null, %16 ], [ null, %11 ]
  %28 = icmp eq i64 %14, 0
  %29 = icmp ne ptr %27, null
  %30 = select i1 %28, i1 true, i1 %29
  br i1 %30, label %31, label %37

31:                                               ; preds = %4, %26
  %32 = phi i1 [ %29, %26 ], [ false, %4 ]
  %33 = phi ptr [ %27, %26 ], [ null, %4 ]
  %34 = phi i64 [ %14, %26 ], [ 0, %4 ]
  %35 = tail call fastcc ptr @attempt(ptr noundef nonnull %7, ptr noundef %1, i64 noundef %9, ptr noundef %33) #5
  %36 = icmp eq ptr %35, inttoptr (i64 1 to ptr)
  br i1 %36, label %37, label %90

37:                                               ; preds = %26, %31
  %38 = phi i64 [ %34, %31 ], [ %14, %26 ]
  %39 = phi ptr [ %33, %31 ], [ null, %26 ]
  %40 = phi i1 [ %32, %31 ], [ false, %26 ]
  %41 = getelementptr inbounds i8, ptr %7, i64 48
  %42 = load i64, ptr %41, align 8
  %43 = icmp eq i64 %9, %42
  %44 = zext i1 %40 to i64
  %45 = icmp eq i64 %38, %44
  %46 = select i1 %43, i1 %45, i1 false
  br i1 %46, label %47, label %85

47:                                               ; preds = %37
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %5) #6
  %48 = getelementptr inbounds i8, ptr %7, i64 8
  %49 = icmp eq i64 %9, 0
  br i1 %49, label %64, label %50

50:                                               ; preds = %47
  %51 = getelementptr inbounds i8, ptr %7, i64 24
  br label %52

52:                                               ; preds = %50, %61
  %53 = phi i64 [ 0, %50 ], [ %62, %61 ]
  %54 = load ptr, ptr %48, align 8
  %55 = load ptr, ptr %51, align 8
  %56 = getelementptr inbounds ptr, ptr %1, i64 %53
  %57 = load ptr, ptr %56, align 8
  %58 = tail call fastcc ptr @converted(ptr noundef %8, ptr noundef %54, ptr noundef %55, ptr noundef %57, i1 noundef zeroext false) #5
  %59 = getelementptr inbounds [24 x ptr], ptr %5, i64 0, i64 %53
  store ptr %58, ptr %59, align 8
  %60 = icmp eq ptr %58, null
  br i1 %60, label %64, label %61

61:                                               ; preds = %52
  %62 = add nuw nsw i64 %53, 1
  %63 = icmp eq i64 %62, %9
  br i1 %63, label %67, label %52, !llvm.loop !3

64:                                               ; preds = %52, %47
  %65 = phi i64 [ 0, %47 ], [ %53, %52 ]
  %66 = icmp eq i64 %65, %9
  br i1 %66, label %67, label %70

67:                                               ; preds = %61, %64
  %68 = phi i64 [ %65, %64 ], [ %9, %61 ]
  %69 = call fastcc ptr @attempt(ptr noundef nonnull %7, ptr noundef nonnull %5, i64 noundef %9, ptr noundef %39) #5
  br label %70

70:                                               ; preds = %67, %64
  %71 = phi i64 [ %68, %67 ], [ %65, %64 ]
  %72 = phi ptr [ %69, %67 ], [ inttoptr (i64 1 to ptr), %64 ]
  %73 = icmp eq i64 %71, 0
  br i1 %73, label %83, label %74

74:                                               ; preds = %70
  %75 = getelementptr inbounds i8, ptr %8, i64 168
  br label %76

76:                                               ; preds = %76, %74
  %77 = phi i64 [ %71, %74 ], [ %78, %76 ]
  %78 = add nsw i64 %77, -1
  %79 = load ptr, ptr %75, align 8
  %80 = getelementptr inbounds ptr, ptr %5, i64 %78
  %81 = load ptr, ptr %80, align 8
  tail call void %79(ptr noundef %81) #4
  %82 = icmp eq i64 %78, 0
  br i1 %82, label %83, label %76, !llvm.loop !6

83:                                               ; preds = %76, %70
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %5) #6
  %84 = icmp eq ptr %72, inttoptr (i64 1 to ptr)
  br i1 %84, label %85, label %90

85:                                               ; preds = %37, %83
  %86 = load ptr, ptr %8, align 8
  %87 = getelementptr inbounds i8, ptr %7, i64 104
  %88 = load ptr, ptr %87, align 8
  %89 = tail call ptr %86(ptr noundef %88, ptr noundef %1, i64 noundef %9, ptr noundef %3) #4
  br label %90

90:                                               ; preds = %31, %83, %85
  %91 = phi ptr [ %89, %85 ], [ %72, %83 ], [ %35, %31 ]
  ret ptr %91
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind
define internal fastcc ptr @attempt(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, ptr noundef %3) unnamed_addr #0 {
  %5 = alloca [24 x ptr], align 16
  %6 = alloca [24 x i64], align 16
  %7 = alloca [24 x ptr], align 16
  %8 = load ptr, ptr %0, align 8
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %5) #6
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %6) #6
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %7) #6
  %9 = getelementptr inbounds i8, ptr %0, i64 48
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %10, %2
  br i1 %11, label %12, label %395

12:                                               ; preds = %4
  %13 = getelementptr inbounds i8, ptr %0, i64 56
  %14 = load i64, ptr %13, align 8
  %15 = icmp sgt i64 %14, 0
  br i1 %15, label %16, label %124

16:                                               ; preds = %12
  %17 = getelementptr inbounds i8, ptr %0, i64 72
  %18 = getelementptr inbounds i8, ptr %0, i64 16
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds i8, ptr %0, i64 80
  %21 = getelementptr inbounds i8, ptr %0, i64 8
  %22 = getelementptr inbounds i8, ptr %0, i64 24
  br label %23

23:                                               ; preds = %16, %117
  %24 = phi i64 [ 0, %16 ], [ %119, %117 ]
  %25 = phi ptr [ null, %16 ], [ %118, %117 ]
  %26 = phi i64 [ 0, %16 ], [ %120, %117 ]
  %27 = icmp slt i64 %26, %2
  br i1 %27, label %28, label %30

28:                                               ; preds = %23
  %29 = getelementptr inbounds ptr, ptr %1, i64 %26
  br label %34

30:                                               ; preds = %23
  %31 = load ptr, ptr %17, align 8
  %32 = sub nsw i64 %26, %2
  %33 = getelementptr inbounds ptr, ptr %31, i64 %32
  br label %34

34:                                               ; preds = %30, %28
  %35 = phi ptr [ %29, %28 ], [ %33, %30 ]
  %36 = load ptr, ptr %35, align 8
  %37 = getelementptr inbounds i8, ptr %36, i64 8
  %38 = load ptr, ptr %37, align 8
  %39 = icmp eq ptr %38, %19
  br i1 %39, label %40, label %45

40:                                               ; preds = %34
  %41 = load ptr, ptr %20, align 8
  %42 = getelementptr inbounds %struct.spec, ptr %41, i64 %26
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %83, label %45

45:                                               ; preds = %34, %40
  %46 = load ptr, ptr %21, align 8
  %47 = load ptr, ptr %46, align 8
  %48 = icmp eq ptr %38, %47
  br i1 %48, label %49, label %395

49:                                               ; preds = %45
  %50 = getelementptr inbounds i8, ptr %36, i64 56
  %51 = load ptr, ptr %50, align 8
  %52 = load ptr, ptr %22, align 8
  %53 = icmp eq ptr %51, %52
  br i1 %53, label %54, label %395

54:                                               ; preds = %49
  %55 = getelementptr inbounds i8, ptr %36, i64 64
  %56 = load i32, ptr %55, align 8
  %57 = and i32 %56, 257
  %58 = icmp eq i32 %57, 257
  br i1 %58, label %59, label %395

59:                                               ; preds = %54
  %60 = load ptr, ptr %20, align 8
  %61 = getelementptr inbounds %struct.spec, ptr %60, i64 %26
  %62 = getelementptr inbounds i8, ptr %36, i64 24
  %63 = load i32, ptr %62, align 8
  %64 = sext i32 %63 to i64
  %65 = load i64, ptr %61, align 8
  %66 = sub nsw i64 %64, %65
  %67 = icmp sgt i64 %66, -1
  br i1 %67, label %68, label %395

68:                                               ; preds = %59
  %69 = getelementptr inbounds i8, ptr %36, i64 32
  %70 = load ptr, ptr %69, align 8
  %71 = getelementptr inbounds i64, ptr %70, i64 %66
  %72 = getelementptr inbounds i8, ptr %61, i64 16
  br label %73

73:                                               ; preds = %76, %68
  %74 = phi i64 [ %65, %68 ], [ %77, %76 ]
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %86, label %76

76:                                               ; preds = %73
  %77 = add nsw i64 %74, -1
  %78 = getelementptr inbounds i64, ptr %71, i64 %77
  %79 = load i64, ptr %78, align 8
  %80 = getelementptr inbounds i64, ptr %72, i64 %77
  %81 = load i64, ptr %80, align 8
  %82 = icmp eq i64 %79, %81
  br i1 %82, label %73, label %395, !llvm.loop !7

83:                                               ; preds = %40
  %84 = getelementptr inbounds i8, ptr %36, i64 16
  %85 = getelementptr inbounds [24 x ptr], ptr %5, i64 0, i64 %26
  store ptr %84, ptr %85, align 8
  br label %91

86:                                               ; preds = %73
  %87 = getelementptr inbounds i8, ptr %36, i64 16
  %88 = load ptr, ptr %87, align 8
  %89 = getelementptr inbounds [24 x ptr], ptr %5, i64 0, i64 %26
  store ptr %88, ptr %89, align 8
  %90 = icmp eq i64 %66, 0
  br i1 %90, label %91, label %93

91:                                               ; preds = %83, %86
  %92 = getelementptr inbounds [24 x i64], ptr %6, i64 0, i64 %26
  store i64 0, ptr %92, align 8
  br label %117

93:                                               ; preds = %86
  %94 = load ptr, ptr %20, align 8
  %95 = getelementptr inbounds %struct.spec, ptr %94, i64 %26, i32 1
  %96 = load i64, ptr %95, align 8
  %97 = getelementptr inbounds [24 x i64], ptr %6, i64 0, i64 %26
  store i64 %96, ptr %97, align 8
  %98 = icmp eq ptr %25, null
  br i1 %98, label %99, label %102

99:                                               ; preds = %93
  %100 = getelementptr inbounds i8, ptr %36, i64 32
  %101 = load ptr, ptr %100, align 8
  br label %117

102:                                              ; preds = %93
  %103 = icmp eq i64 %66, %24
  br i1 %103, label %104, label %395

104:                                              ; preds = %102
  %105 = getelementptr inbounds i8, ptr %36, i64 32
  %106 = load ptr, ptr %105, align 8
  br label %107

107:                                              ; preds = %110, %104
  %108 = phi i64 [ %24, %104 ], [ %111, %110 ]
  %109 = icmp eq i64 %108, 0
  br i1 %109, label %117, label %110

110:                                              ; preds = %107
  %111 = add nsw i64 %108, -1
  %112 = getelementptr inbounds i64, ptr %106, i64 %111
  %113 = load i64, ptr %112, align 8
  %114 = getelementptr inbounds i64, ptr %25, i64 %111
  %115 = load i64, ptr %114, align 8
  %116 = icmp eq i64 %113, %115
  br i1 %116, label %107, label %395, !llvm.loop !7

117:                                              ; preds = %107, %99, %91
  %118 = phi ptr [ %101, %99 ], [ %25, %91 ], [ %25, %107 ]
  %119 = phi i64 [ %66, %99 ], [ %24, %91 ], [ %24, %107 ]
  %120 = add nuw nsw i64 %26, 1
  %121 = icmp eq i64 %120, %14
  br i1 %121, label %122, label %23, !llvm.loop !8

122:                                              ; preds = %117
  %123 = icmp sgt i64 %119, 0
  br i1 %123, label %136, label %124

124:                                              ; preds = %136, %12, %122
  %125 = phi i64 [ %119, %122 ], [ 0, %12 ], [ %119, %136 ]
  %126 = phi ptr [ %118, %122 ], [ null, %12 ], [ %118, %136 ]
  %127 = phi i64 [ 1, %122 ], [ 1, %12 ], [ %141, %136 ]
  %128 = getelementptr inbounds i8, ptr %0, i64 168
  %129 = load ptr, ptr %128, align 8
  %130 = load i64, ptr %129, align 8
  %131 = icmp eq i64 %130, 1
  %132 = select i1 %131, i64 160, i64 152
  %133 = getelementptr inbounds i8, ptr %0, i64 %132
  %134 = load i64, ptr %133, align 8
  %135 = icmp sgt i64 %127, %134
  br i1 %135, label %395, label %144

136:                                              ; preds = %122, %136
  %137 = phi i64 [ %142, %136 ], [ 0, %122 ]
  %138 = phi i64 [ %141, %136 ], [ 1, %122 ]
  %139 = getelementptr inbounds i64, ptr %118, i64 %137
  %140 = load i64, ptr %139, align 8
  %141 = mul nsw i64 %140, %138
  %142 = add nuw nsw i64 %137, 1
  %143 = icmp eq i64 %142, %119
  br i1 %143, label %124, label %136, !llvm.loop !9

144:                                              ; preds = %124
  %145 = getelementptr inbounds i8, ptr %0, i64 128
  %146 = load i64, ptr %145, align 8
  %147 = icmp slt i64 %127, %146
  %148 = icmp sgt i64 %125, 54
  br i1 %147, label %154, label %149

149:                                              ; preds = %144
  %150 = getelementptr inbounds i8, ptr %0, i64 120
  %151 = load ptr, ptr %150, align 8
  %152 = icmp eq ptr %151, null
  %153 = or i1 %152, %148
  br i1 %153, label %395, label %159

154:                                              ; preds = %144
  %155 = getelementptr inbounds i8, ptr %0, i64 112
  %156 = load ptr, ptr %155, align 8
  %157 = icmp eq ptr %156, null
  %158 = or i1 %157, %148
  br i1 %158, label %395, label %159

159:                                              ; preds = %149, %154
  %160 = icmp eq ptr %3, null
  br i1 %160, label %212, label %161

161:                                              ; preds = %159
  %162 = getelementptr inbounds i8, ptr %0, i64 96
  %163 = load i64, ptr %162, align 8
  %164 = icmp eq i64 %163, 0
  %165 = getelementptr inbounds i8, ptr %0, i64 88
  %166 = load ptr, ptr %165, align 8
  %167 = icmp eq ptr %166, null
  br i1 %164, label %169, label %168

168:                                              ; preds = %161
  br i1 %167, label %191, label %173

169:                                              ; preds = %161
  br i1 %167, label %191, label %170

170:                                              ; preds = %169
  %171 = getelementptr inbounds i8, ptr %3, i64 8
  %172 = load ptr, ptr %171, align 8
  br label %177

173:                                              ; preds = %168
  %174 = getelementptr inbounds i8, ptr %3, i64 8
  %175 = load ptr, ptr %174, align 8
  %176 = icmp eq ptr %175, %166
  br i1 %176, label %184, label %177

177:                                              ; preds = %173, %170
  %178 = phi ptr [ %175, %173 ], [ %172, %170 ]
  %179 = getelementptr inbounds i8, ptr %0, i64 8
  %180 = load ptr, ptr %179, align 8
  %181 = getelementptr inbounds i8, ptr %180, i64 8
  %182 = load ptr, ptr %181, align 8
  %183 = icmp eq ptr %178, %182
  br i1 %183, label %184, label %395

184:                                              ; preds = %177, %173
  %185 = getelementptr inbounds i8, ptr %8, i64 64
  %186 = load ptr, ptr %185, align 8
  %187 = tail call i64 %186(ptr noundef nonnull %3) #4
  %188 = getelementptr inbounds i8, ptr %0, i64 64
  %189 = load i64, ptr %188, align 8
  %190 = icmp eq i64 %187, %189
  br i1 %190, label %191, label %395

191:                                              ; preds = %184, %169, %168
  %192 = getelementptr inbounds i8, ptr %0, i64 64
  %193 = load i64, ptr %192, align 8
  %194 = icmp sgt i64 %193, 0
  br i1 %194, label %195, label %232

195:                                              ; preds = %191
  %196 = getelementptr inbounds i8, ptr %8, i64 88
  br label %197

197:                                              ; preds = %206, %195
  %198 = phi i64 [ %193, %195 ], [ %207, %206 ]
  %199 = phi i64 [ 0, %195 ], [ %210, %206 ]
  %200 = load ptr, ptr %165, align 8
  %201 = icmp eq ptr %200, null
  br i1 %201, label %206, label %202

202:                                              ; preds = %197
  %203 = load ptr, ptr %196, align 8
  %204 = tail call ptr %203(ptr noundef nonnull %3, i64 noundef %199) #4
  %205 = load i64, ptr %192, align 8
  br label %206

206:                                              ; preds = %202, %197
  %207 = phi i64 [ %205, %202 ], [ %198, %197 ]
  %208 = phi ptr [ %204, %202 ], [ %3, %197 ]
  %209 = getelementptr inbounds ptr, ptr %7, i64 %199
  store ptr %208, ptr %209, align 8
  %210 = add nuw nsw i64 %199, 1
  %211 = icmp slt i64 %210, %207
  br i1 %211, label %197, label %232, !llvm.loop !10

212:                                              ; preds = %159
  %213 = getelementptr inbounds i8, ptr %0, i64 184
  %214 = load i64, ptr %213, align 8
  %215 = icmp sgt i64 %127, %214
  br i1 %215, label %395, label %216

216:                                              ; preds = %212
  %217 = call fastcc i64 @allocate(ptr noundef nonnull %0, ptr noundef %126, i64 noundef %125, ptr noundef nonnull %7) #5
  %218 = getelementptr inbounds i8, ptr %0, i64 64
  %219 = load i64, ptr %218, align 8
  %220 = icmp slt i64 %217, %219
  br i1 %220, label %221, label %232

221:                                              ; preds = %216
  %222 = icmp eq i64 %217, 0
  br i1 %222, label %395, label %223

223:                                              ; preds = %221
  %224 = getelementptr inbounds i8, ptr %8, i64 168
  br label %225

225:                                              ; preds = %225, %223
  %226 = phi i64 [ %217, %223 ], [ %227, %225 ]
  %227 = add nsw i64 %226, -1
  %228 = load ptr, ptr %224, align 8
  %229 = getelementptr inbounds ptr, ptr %7, i64 %227
  %230 = load ptr, ptr %229, align 8
  tail call void %228(ptr noundef %230) #4
  %231 = icmp eq i64 %227, 0
  br i1 %231, label %395, label %225, !llvm.loop !6

232:                                              ; preds = %206, %191, %216
  %233 = phi i64 [ %219, %216 ], [ %193, %191 ], [ %207, %206 ]
  %234 = getelementptr inbounds i8, ptr %0, i64 64
  %235 = icmp sgt i64 %233, 0
  br i1 %235, label %236, label %343

236:                                              ; preds = %232
  %237 = load i64, ptr %13, align 8
  %238 = getelementptr inbounds i8, ptr %0, i64 80
  %239 = load ptr, ptr %238, align 8
  %240 = getelementptr inbounds i8, ptr %0, i64 8
  %241 = getelementptr inbounds i8, ptr %0, i64 24
  br label %242

242:                                              ; preds = %236, %335
  %243 = phi i64 [ %237, %236 ], [ %341, %335 ]
  %244 = phi i64 [ 0, %236 ], [ %340, %335 ]
  %245 = getelementptr inbounds %struct.spec, ptr %239, i64 %243
  %246 = getelementptr inbounds [24 x ptr], ptr %7, i64 0, i64 %244
  %247 = load ptr, ptr %246, align 8
  br i1 %160, label %248, label %253

248:                                              ; preds = %242
  %249 = getelementptr inbounds i8, ptr %247, i64 16
  %250 = load ptr, ptr %249, align 8
  %251 = getelementptr inbounds i8, ptr %245, i64 8
  %252 = load i64, ptr %251, align 8
  br label %335

253:                                              ; preds = %242
  %254 = getelementptr inbounds i8, ptr %247, i64 8
  %255 = load ptr, ptr %254, align 8
  %256 = load ptr, ptr %240, align 8
  %257 = load ptr, ptr %256, align 8
  %258 = icmp eq ptr %255, %257
  br i1 %258, label %259, label %395

259:                                              ; preds = %253
  %260 = getelementptr inbounds i8, ptr %247, i64 56
  %261 = load ptr, ptr %260, align 8
  %262 = load ptr, ptr %241, align 8
  %263 = icmp eq ptr %261, %262
  br i1 %263, label %264, label %395

264:                                              ; preds = %259
  %265 = getelementptr inbounds i8, ptr %247, i64 64
  %266 = load i32, ptr %265, align 8
  %267 = and i32 %266, 1281
  %268 = icmp eq i32 %267, 1281
  br i1 %268, label %269, label %395

269:                                              ; preds = %264
  %270 = getelementptr inbounds i8, ptr %247, i64 24
  %271 = load i32, ptr %270, align 8
  %272 = sext i32 %271 to i64
  %273 = load i64, ptr %245, align 8
  %274 = sub nsw i64 %272, %273
  %275 = icmp sgt i64 %274, -1
  br i1 %275, label %276, label %291

276:                                              ; preds = %269
  %277 = getelementptr inbounds i8, ptr %247, i64 32
  %278 = load ptr, ptr %277, align 8
  %279 = getelementptr inbounds i64, ptr %278, i64 %274
  %280 = getelementptr inbounds i8, ptr %245, i64 16
  br label %281

281:                                              ; preds = %284, %276
  %282 = phi i64 [ %273, %276 ], [ %285, %284 ]
  %283 = icmp eq i64 %282, 0
  br i1 %283, label %291, label %284

284:                                              ; preds = %281
  %285 = add nsw i64 %282, -1
  %286 = getelementptr inbounds i64, ptr %279, i64 %285
  %287 = load i64, ptr %286, align 8
  %288 = getelementptr inbounds i64, ptr %280, i64 %285
  %289 = load i64, ptr %288, align 8
  %290 = icmp eq i64 %287, %289
  br i1 %290, label %281, label %291, !llvm.loop !7

291:                                              ; preds = %284, %281, %269
  %292 = phi i64 [ -1, %269 ], [ -1, %284 ], [ %274, %281 ]
  %293 = icmp eq i64 %292, %125
  br i1 %293, label %294, label %395

294:                                              ; preds = %291
  %295 = getelementptr inbounds i8, ptr %247, i64 32
  %296 = load ptr, ptr %295, align 8
  br label %297

297:                                              ; preds = %300, %294
  %298 = phi i64 [ %125, %294 ], [ %301, %300 ]
  %299 = icmp eq i64 %298, 0
  br i1 %299, label %307, label %300

300:                                              ; preds = %297
  %301 = add nsw i64 %298, -1
  %302 = getelementptr inbounds i64, ptr %296, i64 %301
  %303 = load i64, ptr %302, align 8
  %304 = getelementptr inbounds i64, ptr %126, i64 %301
  %305 = load i64, ptr %304, align 8
  %306 = icmp eq i64 %303, %305
  br i1 %306, label %297, label %395, !llvm.loop !7

307:                                              ; preds = %297
  %308 = getelementptr inbounds i8, ptr %247, i64 16
  %309 = load ptr, ptr %308, align 8
  %310 = ptrtoint ptr %309 to i64
  %311 = getelementptr inbounds i8, ptr %245, i64 8
  %312 = load i64, ptr %311, align 8
  %313 = mul nsw i64 %312, %127
  %314 = add i64 %313, %310
  %315 = icmp sgt i64 %243, 0
  br i1 %315, label %316, label %335

316:                                              ; preds = %307, %332
  %317 = phi i64 [ %333, %332 ], [ 0, %307 ]
  %318 = getelementptr inbounds ptr, ptr %5, i64 %317
  %319 = load ptr, ptr %318, align 8
  %320 = ptrtoint ptr %319 to i64
  %321 = icmp ugt i64 %314, %320
  br i1 %321, label %322, label %332

322:                                              ; preds = %316
  %323 = getelementptr inbounds %struct.spec, ptr %239, i64 %317, i32 1
  %324 = load i64, ptr %323, align 8
  %325 = getelementptr inbounds i64, ptr %6, i64 %317
  %326 = load i64, ptr %325, align 8
  %327 = icmp eq i64 %326, 0
  %328 = select i1 %327, i64 1, i64 %127
  %329 = mul nsw i64 %328, %324
  %330 = add i64 %329, %320
  %331 = icmp ugt i64 %330, %310
  br i1 %331, label %395, label %332

332:                                              ; preds = %322, %316
  %333 = add nuw nsw i64 %317, 1
  %334 = icmp eq i64 %333, %243
  br i1 %334, label %335, label %316, !llvm.loop !11

335:                                              ; preds = %332, %248, %307
  %336 = phi i64 [ %252, %248 ], [ %312, %307 ], [ %312, %332 ]
  %337 = phi ptr [ %250, %248 ], [ %309, %307 ], [ %309, %332 ]
  %338 = getelementptr inbounds [24 x ptr], ptr %5, i64 0, i64 %243
  store ptr %337, ptr %338, align 8
  %339 = getelementptr inbounds [24 x i64], ptr %6, i64 0, i64 %243
  store i64 %336, ptr %339, align 8
  %340 = add nuw nsw i64 %244, 1
  %341 = add nsw i64 %243, 1
  %342 = icmp eq i64 %340, %233
  br i1 %342, label %343, label %242, !llvm.loop !12

343:                                              ; preds = %335, %232
  %344 = call fastcc zeroext i1 @launch(ptr noundef nonnull %0, i64 noundef %127, ptr noundef nonnull %5, ptr noundef nonnull %6) #5
  br i1 %344, label %345, label %351

345:                                              ; preds = %343
  %346 = load i64, ptr %234, align 8
  %347 = icmp sgt i64 %346, 0
  br i1 %347, label %348, label %393

348:                                              ; preds = %345
  %349 = getelementptr inbounds i8, ptr %8, i64 160
  %350 = getelementptr inbounds i8, ptr %8, i64 224
  br label %365

351:                                              ; preds = %343
  br i1 %160, label %352, label %395

352:                                              ; preds = %351
  %353 = load i64, ptr %234, align 8
  %354 = icmp eq i64 %353, 0
  br i1 %354, label %395, label %355

355:                                              ; preds = %352
  %356 = getelementptr inbounds i8, ptr %8, i64 168
  br label %357

357:                                              ; preds = %357, %355
  %358 = phi i64 [ %353, %355 ], [ %359, %357 ]
  %359 = add nsw i64 %358, -1
  %360 = load ptr, ptr %356, align 8
  %361 = getelementptr inbounds ptr, ptr %7, i64 %359
  %362 = load ptr, ptr %361, align 8
  call void %360(ptr noundef %362) #4
  %363 = icmp eq i64 %359, 0
  br i1 %363, label %395, label %357, !llvm.loop !6

364:                                              ; preds = %377
  br i1 %378, label %382, label %393

365:                                              ; preds = %348, %377
  %366 = phi i64 [ 0, %348 ], [ %379, %377 ]
  %367 = phi i1 [ false, %348 ], [ %378, %377 ]
  %368 = getelementptr inbounds [24 x ptr], ptr %7, i64 0, i64 %366
  %369 = load ptr, ptr %368, align 8
  br i1 %160, label %372, label %370

370:                                              ; preds = %365
  %371 = load ptr, ptr %349, align 8
  call void %371(ptr noundef %369) #4
  br label %377

372:                                              ; preds = %365
  %373 = load ptr, ptr %350, align 8
  %374 = call ptr %373(ptr noundef %369) #4
  store ptr %374, ptr %368, align 8
  %375 = icmp eq ptr %374, null
  %376 = select i1 %375, i1 true, i1 %367
  br label %377

377:                                              ; preds = %372, %370
  %378 = phi i1 [ %367, %370 ], [ %376, %372 ]
  %379 = add nuw nsw i64 %366, 1
  %380 = load i64, ptr %234, align 8
  %381 = icmp slt i64 %379, %380
  br i1 %381, label %365, label %364, !llvm.loop !13

382:                                              ; preds = %364
  %383 = icmp eq i64 %380, 0
  br i1 %383, label %395, label %384

384:                                              ; preds = %382
  %385 = getelementptr inbounds i8, ptr %8, i64 168
  br label %386

386:                                              ; preds = %386, %384
  %387 = phi i64 [ %380, %384 ], [ %388, %386 ]
  %388 = add nsw i64 %387, -1
  %389 = load ptr, ptr %385, align 8
  %390 = getelementptr inbounds ptr, ptr %7, i64 %388
  %391 = load ptr, ptr %390, align 8
  call void %389(ptr noundef %391) #4
  %392 = icmp eq i64 %388, 0
  br i1 %392, label %395, label %386, !llvm.loop !6

393:                                              ; preds = %345, %364
  %394 = call fastcc ptr @named_results(ptr noundef nonnull %0, ptr noundef nonnull %7) #5
  br label %395

395:                                              ; preds = %54, %45, %49, %59, %102, %76, %110, %253, %259, %264, %291, %300, %322, %357, %386, %225, %351, %382, %352, %221, %184, %177, %393, %124, %149, %154, %212, %4
  %396 = phi ptr [ inttoptr (i64 1 to ptr), %4 ], [ inttoptr (i64 1 to ptr), %212 ], [ inttoptr (i64 1 to ptr), %154 ], [ inttoptr (i64 1 to ptr), %149 ], [ inttoptr (i64 1 to ptr), %124 ], [ %394, %393 ], [ inttoptr (i64 1 to ptr), %177 ], [ inttoptr (i64 1 to ptr), %184 ], [ null, %221 ], [ inttoptr (i64 1 to ptr), %352 ], [ null, %382 ], [ inttoptr (i64 1 to ptr), %351 ], [ null, %225 ], [ null, %386 ], [ inttoptr (i64 1 to ptr), %357 ], [ inttoptr (i64 1 to ptr), %322 ], [ inttoptr (i64 1 to ptr), %300 ], [ inttoptr (i64 1 to ptr), %291 ], [ inttoptr (i64 1 to ptr), %264 ], [ inttoptr (i64 1 to ptr), %259 ], [ inttoptr (i64 1 to ptr), %253 ], [ inttoptr (i64 1 to ptr), %110 ], [ inttoptr (i64 1 to ptr), %76 ], [ inttoptr (i64 1 to ptr), %102 ], [ inttoptr (i64 1 to ptr), %59 ], [ inttoptr (i64 1 to ptr), %49 ], [ inttoptr (i64 1 to ptr), %45 ], [ inttoptr (i64 1 to ptr), %54 ]
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %7) #6
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %6) #6
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %5) #6
  ret ptr %396
}

; Function Attrs: nounwind
define internal fastcc ptr @converted(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr noundef %2, ptr noundef %3, i1 noundef zeroext %4) unnamed_addr #0 {
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = load ptr, ptr %1, align 8
  %9 = icmp eq ptr %7, %8
  br i1 %9, label %10, label %58

10:                                               ; preds = %5
  %11 = getelementptr inbounds i8, ptr %3, i64 24
  %12 = load i32, ptr %11, align 8
  %13 = sext i32 %12 to i64
  %14 = icmp sgt i32 %12, 0
  br i1 %14, label %15, label %20

15:                                               ; preds = %10
  %16 = getelementptr inbounds i8, ptr %3, i64 32
  %17 = load ptr, ptr %16, align 8
  br label %34

18:                                               ; preds = %34
  %19 = icmp sgt i64 %39, 65536
  br label %20

20:                                               ; preds = %18, %10
  %21 = phi i1 [ false, %10 ], [ %19, %18 ]
  %22 = getelementptr inbounds i8, ptr %3, i64 56
  %23 = load ptr, ptr %22, align 8
  %24 = icmp eq ptr %23, %2
  %25 = getelementptr inbounds i8, ptr %3, i64 64
  %26 = load i32, ptr %25, align 8
  %27 = and i32 %26, 1
  %28 = icmp ne i32 %27, 0
  %29 = and i32 %26, 256
  %30 = icmp ne i32 %29, 0
  %31 = select i1 %24, i1 %30, i1 false
  %32 = select i1 %28, i1 true, i1 %21
  %33 = select i1 %31, i1 %32, i1 false
  br i1 %33, label %42, label %45

34:                                               ; preds = %15, %34
  %35 = phi i64 [ 1, %15 ], [ %39, %34 ]
  %36 = phi i64 [ 0, %15 ], [ %40, %34 ]
  %37 = getelementptr inbounds i64, ptr %17, i64 %36
  %38 = load i64, ptr %37, align 8
  %39 = mul nsw i64 %38, %35
  %40 = add nuw nsw i64 %36, 1
  %41 = icmp eq i64 %40, %13
  br i1 %41, label %18, label %34, !llvm.loop !14

42:                                               ; preds = %20
  %43 = getelementptr inbounds i8, ptr %0, i64 160
  %44 = load ptr, ptr %43, align 8
  tail call void %44(ptr noundef nonnull %3) #4
  br label %78

45:                                               ; preds = %20
  %46 = getelementptr inbounds i8, ptr %23, i64 24
  %47 = load i8, ptr %46, align 8
  switch i8 %47, label %48 [
    i8 117, label %51
    i8 105, label %51
    i8 102, label %51
  ]

48:                                               ; preds = %45
  %49 = icmp eq i8 %47, 98
  %50 = and i1 %49, %4
  br i1 %50, label %51, label %78

51:                                               ; preds = %45, %45, %45, %48
  br i1 %24, label %68, label %52

52:                                               ; preds = %51
  %53 = getelementptr inbounds i8, ptr %23, i64 25
  %54 = load i8, ptr %53, align 1
  %55 = getelementptr inbounds i8, ptr %2, i64 25
  %56 = load i8, ptr %55, align 1
  %57 = icmp eq i8 %54, %56
  br i1 %57, label %78, label %68

58:                                               ; preds = %5
  %59 = tail call fastcc zeroext i1 @is_numbers(ptr noundef %0, ptr noundef nonnull %1, ptr noundef nonnull %3, i1 noundef zeroext %4, i64 noundef 0) #5
  br i1 %59, label %60, label %78

60:                                               ; preds = %58
  %61 = load ptr, ptr %6, align 8
  %62 = getelementptr inbounds i8, ptr %1, i64 56
  %63 = load ptr, ptr %62, align 8
  %64 = icmp eq ptr %61, %63
  br i1 %64, label %65, label %68

65:                                               ; preds = %60
  %66 = getelementptr inbounds i8, ptr %0, i64 160
  %67 = load ptr, ptr %66, align 8
  tail call void %67(ptr noundef nonnull %3) #4
  br label %78

68:                                               ; preds = %52, %51, %60
  %69 = getelementptr inbounds i8, ptr %0, i64 160
  %70 = load ptr, ptr %69, align 8
  tail call void %70(ptr noundef %2) #4
  %71 = getelementptr inbounds i8, ptr %0, i64 216
  %72 = load ptr, ptr %71, align 8
  %73 = tail call ptr %72(ptr noundef nonnull %3, ptr noundef %2, i32 noundef 0, i32 noundef 0, i32 noundef 257, ptr noundef null) #4
  %74 = icmp eq ptr %73, null
  br i1 %74, label %75, label %78

75:                                               ; preds = %68
  %76 = getelementptr inbounds i8, ptr %0, i64 176
  %77 = load ptr, ptr %76, align 8
  tail call void %77() #4
  br label %78

78:                                               ; preds = %48, %52, %42, %68, %75, %58, %65
  %79 = phi ptr [ %3, %65 ], [ null, %58 ], [ null, %75 ], [ %73, %68 ], [ null, %48 ], [ null, %52 ], [ %3, %42 ]
  ret ptr %79
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind
define ptr @call_function(ptr nocapture noundef readonly %0, ptr noundef %1, i64 noundef %2, ptr noundef %3) local_unnamed_addr #0 {
  %5 = alloca [2 x ptr], align 16
  %6 = alloca [25 x ptr], align 16
  %7 = alloca [3 x ptr], align 16
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca [24 x ptr], align 16
  %13 = alloca %struct.arguments, align 8
  %14 = alloca [4 x ptr], align 16
  %15 = getelementptr inbounds i8, ptr %0, i64 24
  %16 = load ptr, ptr %15, align 8
  %17 = load ptr, ptr %16, align 8
  %18 = and i64 %2, 9223372036854775807
  %19 = getelementptr inbounds i8, ptr %16, i64 24
  %20 = load ptr, ptr %19, align 8
  %21 = icmp eq ptr %20, null
  %22 = zext i1 %21 to i64
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %12) #6
  call void @llvm.lifetime.start.p0(i64 416, ptr nonnull %13) #6
  %23 = icmp ult i64 %18, %22
  br i1 %23, label %755, label %24

24:                                               ; preds = %4
  %25 = getelementptr inbounds ptr, ptr %1, i64 %22
  %26 = sub nsw i64 %18, %22
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %11)
  store ptr %3, ptr %11, align 8
  %27 = getelementptr inbounds i8, ptr %16, i64 176
  %28 = load i64, ptr %27, align 8
  %29 = icmp eq i64 %28, %26
  %30 = zext i1 %29 to i8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(409) %13, i8 0, i64 409, i1 false)
  %31 = getelementptr inbounds i8, ptr %13, i64 409
  store i8 %30, ptr %31, align 1
  %32 = getelementptr inbounds i8, ptr %13, i64 410
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 2 dereferenceable(6) %32, i8 0, i64 6, i1 false)
  %33 = getelementptr inbounds i8, ptr %16, i64 168
  %34 = load i64, ptr %33, align 8
  %35 = icmp slt i64 %34, %26
  br i1 %35, label %99, label %36

36:                                               ; preds = %24
  %37 = icmp sgt i64 %26, 0
  br i1 %37, label %38, label %51

38:                                               ; preds = %36
  %39 = getelementptr inbounds i8, ptr %16, i64 248
  br label %43

40:                                               ; preds = %43
  %41 = add nuw nsw i64 %44, 1
  %42 = icmp eq i64 %41, %26
  br i1 %42, label %51, label %43, !llvm.loop !15

43:                                               ; preds = %40, %38
  %44 = phi i64 [ 0, %38 ], [ %41, %40 ]
  %45 = load ptr, ptr %39, align 8
  %46 = getelementptr inbounds i64, ptr %45, i64 %44
  %47 = load i64, ptr %46, align 8
  %48 = getelementptr inbounds ptr, ptr %25, i64 %44
  %49 = load ptr, ptr %48, align 8
  %50 = call fastcc zeroext i1 @assign_one(ptr noundef nonnull readonly %16, ptr noundef nonnull %13, i64 noundef %47, ptr noundef %49) #5
  br i1 %50, label %40, label %99

51:                                               ; preds = %40, %36
  %52 = icmp eq ptr %3, null
  br i1 %52, label %100, label %53

53:                                               ; preds = %51
  %54 = getelementptr inbounds i8, ptr %17, i64 16
  %55 = load ptr, ptr %54, align 8
  %56 = getelementptr inbounds i8, ptr %16, i64 48
  %57 = load ptr, ptr %56, align 8
  %58 = tail call ptr %55(ptr noundef %57, ptr noundef nonnull %3) #4
  %59 = icmp eq ptr %58, null
  br i1 %59, label %60, label %69

60:                                               ; preds = %53
  %61 = load ptr, ptr %17, align 8
  %62 = getelementptr inbounds i8, ptr %16, i64 56
  %63 = load ptr, ptr %62, align 8
  %64 = call ptr %61(ptr noundef %63, ptr noundef nonnull %11, i64 noundef 1, ptr noundef null) #4
  %65 = icmp eq ptr %64, null
  br i1 %65, label %99, label %66

66:                                               ; preds = %60
  %67 = getelementptr inbounds i8, ptr %17, i64 168
  %68 = load ptr, ptr %67, align 8
  call void %68(ptr noundef nonnull %64) #4
  br label %69

69:                                               ; preds = %66, %53
  %70 = phi ptr [ %64, %66 ], [ %58, %53 ]
  %71 = getelementptr inbounds i8, ptr %17, i64 152
  %72 = load ptr, ptr %71, align 8
  %73 = call ptr %72(ptr noundef nonnull %70) #4
  %74 = load ptr, ptr %11, align 8
  %75 = icmp eq ptr %74, null
  br i1 %75, label %100, label %76

76:                                               ; preds = %69
  %77 = getelementptr inbounds i8, ptr %17, i64 64
  %78 = load ptr, ptr %77, align 8
  %79 = call i64 %78(ptr noundef nonnull %74) #4
  %80 = getelementptr ptr, ptr %1, i64 %18
  %81 = icmp sgt i64 %79, 0
  br i1 %81, label %82, label %100

82:                                               ; preds = %76, %90
  %83 = phi i64 [ %97, %90 ], [ 0, %76 ]
  %84 = getelementptr inbounds i8, ptr %73, i64 %83
  %85 = load i8, ptr %84, align 1
  %86 = sext i8 %85 to i64
  %87 = getelementptr ptr, ptr %80, i64 %83
  %88 = load ptr, ptr %87, align 8
  %89 = call fastcc zeroext i1 @assign_one(ptr noundef nonnull readonly %16, ptr noundef nonnull %13, i64 noundef %86, ptr noundef %88) #5
  br i1 %89, label %90, label %99

90:                                               ; preds = %82
  %91 = load i8, ptr %84, align 1
  %92 = icmp eq i8 %91, 127
  %93 = load i8, ptr %31, align 1, !range !16, !noundef !17
  %94 = icmp ne i8 %93, 0
  %95 = and i1 %92, %94
  %96 = zext i1 %95 to i8
  store i8 %96, ptr %31, align 1
  %97 = add nuw nsw i64 %83, 1
  %98 = icmp eq i64 %97, %79
  br i1 %98, label %100, label %82, !llvm.loop !18

99:                                               ; preds = %43, %82, %60, %24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11)
  br label %755

100:                                              ; preds = %90, %76, %69, %51
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11)
  %101 = load ptr, ptr %16, align 8
  %102 = getelementptr inbounds i8, ptr %13, i64 408
  store i8 0, ptr %102, align 8
  %103 = getelementptr inbounds i8, ptr %16, i64 8
  %104 = getelementptr inbounds i8, ptr %16, i64 104
  %105 = getelementptr inbounds i8, ptr %13, i64 400
  %106 = load i64, ptr %105, align 8
  br label %124

107:                                              ; preds = %156
  %108 = trunc nuw i8 %158 to i1
  %109 = icmp ne i64 %159, 0
  %110 = select i1 %108, i1 %109, i1 false
  %111 = zext i1 %110 to i8
  store i8 %111, ptr %102, align 8
  %112 = getelementptr inbounds i8, ptr %16, i64 112
  %113 = select i1 %110, ptr %104, ptr %112
  %114 = load ptr, ptr %113, align 8
  %115 = getelementptr inbounds i8, ptr %16, i64 200
  %116 = getelementptr inbounds i8, ptr %13, i64 192
  %117 = getelementptr inbounds i8, ptr %16, i64 240
  %118 = getelementptr inbounds i8, ptr %101, i64 24
  %119 = getelementptr inbounds i8, ptr %16, i64 208
  %120 = getelementptr inbounds i8, ptr %16, i64 224
  %121 = getelementptr inbounds i8, ptr %101, i64 168
  %122 = getelementptr inbounds i8, ptr %13, i64 392
  %123 = getelementptr inbounds i8, ptr %16, i64 232
  br label %162

124:                                              ; preds = %156, %100
  %125 = phi i64 [ %106, %100 ], [ %157, %156 ]
  %126 = phi i64 [ 0, %100 ], [ %159, %156 ]
  %127 = phi i8 [ 1, %100 ], [ %158, %156 ]
  %128 = phi i64 [ 0, %100 ], [ %160, %156 ]
  %129 = getelementptr inbounds [24 x ptr], ptr %13, i64 0, i64 %128
  %130 = load ptr, ptr %129, align 8
  %131 = icmp eq ptr %130, null
  br i1 %131, label %156, label %132

132:                                              ; preds = %124
  %133 = getelementptr inbounds i8, ptr %130, i64 8
  %134 = load ptr, ptr %133, align 8
  %135 = load ptr, ptr %103, align 8
  %136 = getelementptr inbounds i8, ptr %135, i64 72
  %137 = load ptr, ptr %136, align 8
  %138 = icmp eq ptr %134, %137
  br i1 %138, label %156, label %139

139:                                              ; preds = %132
  %140 = load ptr, ptr %135, align 8
  %141 = icmp eq ptr %134, %140
  br i1 %141, label %142, label %147

142:                                              ; preds = %139
  %143 = getelementptr inbounds i8, ptr %130, i64 56
  %144 = load ptr, ptr %143, align 8
  %145 = load ptr, ptr %104, align 8
  %146 = icmp eq ptr %144, %145
  br label %147

147:                                              ; preds = %142, %139
  %148 = phi i1 [ false, %139 ], [ %146, %142 ]
  %149 = and i8 %127, 1
  %150 = icmp ne i8 %149, 0
  %151 = select i1 %148, i1 %150, i1 false
  %152 = zext i1 %151 to i8
  %153 = shl nuw nsw i64 1, %128
  %154 = or i64 %153, %125
  store i64 %154, ptr %105, align 8
  %155 = add nsw i64 %126, 1
  br label %156

156:                                              ; preds = %147, %132, %124
  %157 = phi i64 [ %154, %147 ], [ %125, %132 ], [ %125, %124 ]
  %158 = phi i8 [ %152, %147 ], [ %127, %132 ], [ %127, %124 ]
  %159 = phi i64 [ %155, %147 ], [ %126, %132 ], [ %126, %124 ]
  %160 = add nuw nsw i64 %128, 1
  %161 = icmp eq i64 %160, 24
  br i1 %161, label %107, label %124, !llvm.loop !19

162:                                              ; preds = %265, %107
  %163 = phi ptr [ null, %107 ], [ %266, %265 ]
  %164 = phi i64 [ 0, %107 ], [ %267, %265 ]
  %165 = getelementptr inbounds [24 x ptr], ptr %13, i64 0, i64 %164
  %166 = load ptr, ptr %165, align 8
  %167 = load i64, ptr %105, align 8
  %168 = shl nuw nsw i64 1, %164
  %169 = and i64 %167, %168
  %170 = icmp eq i64 %169, 0
  br i1 %170, label %265, label %171

171:                                              ; preds = %162
  %172 = getelementptr inbounds i8, ptr %166, i64 8
  %173 = load ptr, ptr %172, align 8
  %174 = load ptr, ptr %103, align 8
  %175 = getelementptr inbounds i8, ptr %174, i64 24
  %176 = load ptr, ptr %175, align 8
  %177 = icmp eq ptr %173, %176
  br i1 %177, label %178, label %187

178:                                              ; preds = %171
  %179 = load i64, ptr %115, align 8
  %180 = icmp slt i64 %179, 0
  br i1 %180, label %269, label %181

181:                                              ; preds = %178
  %182 = getelementptr inbounds [24 x ptr], ptr %116, i64 0, i64 %179
  %183 = load ptr, ptr %182, align 8
  %184 = icmp eq ptr %183, null
  %185 = icmp eq ptr %163, null
  %186 = select i1 %184, i1 %185, i1 false
  br i1 %186, label %187, label %269

187:                                              ; preds = %181, %171
  %188 = getelementptr inbounds i8, ptr %174, i64 56
  %189 = load ptr, ptr %188, align 8
  %190 = icmp eq ptr %173, %189
  br i1 %190, label %195, label %191

191:                                              ; preds = %187
  %192 = getelementptr inbounds i8, ptr %174, i64 48
  %193 = load ptr, ptr %192, align 8
  %194 = icmp eq ptr %173, %193
  br i1 %194, label %195, label %200

195:                                              ; preds = %191, %187
  %196 = load ptr, ptr %117, align 8
  %197 = getelementptr inbounds i64, ptr %196, i64 %164
  %198 = load i64, ptr %197, align 8
  %199 = icmp ne i64 %198, 0
  br label %200

200:                                              ; preds = %195, %191
  %201 = phi i1 [ false, %191 ], [ %199, %195 ]
  br i1 %177, label %202, label %206

202:                                              ; preds = %200
  %203 = load ptr, ptr %118, align 8
  %204 = call ptr %203(ptr noundef nonnull %166) #4
  %205 = icmp eq ptr %204, null
  br i1 %205, label %269, label %206

206:                                              ; preds = %202, %200
  %207 = phi ptr [ %204, %202 ], [ %166, %200 ]
  br i1 %201, label %208, label %214

208:                                              ; preds = %206
  %209 = load i64, ptr %119, align 8
  %210 = getelementptr inbounds [24 x ptr], ptr %116, i64 0, i64 %209
  %211 = load ptr, ptr %210, align 8
  %212 = call fastcc ptr @repeated(ptr noundef nonnull readonly %16, ptr noundef nonnull %166, ptr noundef %211) #5
  %213 = icmp eq ptr %212, null
  br i1 %213, label %269, label %214

214:                                              ; preds = %208, %206
  %215 = phi ptr [ %212, %208 ], [ %207, %206 ]
  %216 = select i1 %177, ptr %166, ptr %163
  %217 = load ptr, ptr %172, align 8
  %218 = load ptr, ptr %103, align 8
  %219 = load ptr, ptr %218, align 8
  %220 = icmp eq ptr %217, %219
  br i1 %220, label %221, label %233

221:                                              ; preds = %214
  %222 = getelementptr inbounds i8, ptr %166, i64 56
  %223 = load ptr, ptr %222, align 8
  %224 = getelementptr inbounds i8, ptr %223, i64 25
  %225 = load i8, ptr %224, align 1
  %226 = icmp eq i8 %225, 102
  br i1 %226, label %227, label %233

227:                                              ; preds = %221
  %228 = load i8, ptr %102, align 8, !range !16, !noundef !17
  %229 = trunc nuw i8 %228 to i1
  br i1 %229, label %233, label %230

230:                                              ; preds = %227
  %231 = load ptr, ptr %104, align 8
  %232 = icmp eq ptr %223, %231
  br i1 %232, label %233, label %269

233:                                              ; preds = %230, %227, %221, %214
  %234 = load ptr, ptr %120, align 8
  %235 = getelementptr inbounds i64, ptr %234, i64 %164
  %236 = load i64, ptr %235, align 8
  %237 = icmp ne i64 %236, 0
  %238 = call fastcc ptr @converted(ptr noundef %101, ptr noundef nonnull %218, ptr noundef %114, ptr noundef nonnull %215, i1 noundef zeroext %237) #5
  %239 = select i1 %177, i1 true, i1 %201
  br i1 %239, label %240, label %242

240:                                              ; preds = %233
  %241 = load ptr, ptr %121, align 8
  call void %241(ptr noundef nonnull %215) #4
  br label %242

242:                                              ; preds = %240, %233
  %243 = icmp eq ptr %238, null
  br i1 %243, label %269, label %244

244:                                              ; preds = %242
  store ptr %238, ptr %165, align 8
  %245 = load i64, ptr %122, align 8
  %246 = add nsw i64 %245, 1
  store i64 %246, ptr %122, align 8
  %247 = getelementptr inbounds ptr, ptr %12, i64 %245
  store ptr %238, ptr %247, align 8
  br i1 %177, label %248, label %256

248:                                              ; preds = %244
  %249 = getelementptr inbounds i8, ptr %238, i64 24
  %250 = load i32, ptr %249, align 8
  %251 = sext i32 %250 to i64
  %252 = load ptr, ptr %123, align 8
  %253 = getelementptr inbounds i64, ptr %252, i64 %164
  %254 = load i64, ptr %253, align 8
  %255 = icmp eq i64 %254, %251
  br i1 %255, label %256, label %742

256:                                              ; preds = %248, %244
  %257 = load ptr, ptr %117, align 8
  %258 = getelementptr inbounds i64, ptr %257, i64 %164
  %259 = load i64, ptr %258, align 8
  %260 = icmp eq i64 %259, 0
  br i1 %260, label %265, label %261

261:                                              ; preds = %256
  %262 = getelementptr inbounds i8, ptr %238, i64 24
  %263 = load i32, ptr %262, align 8
  %264 = icmp eq i32 %263, 0
  br i1 %264, label %742, label %265

265:                                              ; preds = %261, %256, %162
  %266 = phi ptr [ %163, %162 ], [ %216, %256 ], [ %216, %261 ]
  %267 = add nuw nsw i64 %164, 1
  %268 = icmp eq i64 %267, 24
  br i1 %268, label %269, label %162, !llvm.loop !20

269:                                              ; preds = %265, %242, %230, %208, %202, %181, %178
  %270 = phi ptr [ %266, %265 ], [ %163, %178 ], [ %163, %202 ], [ %163, %208 ], [ %216, %242 ], [ %216, %230 ], [ %163, %181 ]
  %271 = load i64, ptr %122, align 8
  %272 = icmp eq i64 %271, %159
  br i1 %272, label %273, label %742

273:                                              ; preds = %269
  br i1 %21, label %274, label %282

274:                                              ; preds = %273
  %275 = getelementptr inbounds i8, ptr %17, i64 8
  %276 = load ptr, ptr %275, align 8
  %277 = load ptr, ptr %1, align 8
  %278 = getelementptr inbounds i8, ptr %16, i64 32
  %279 = load ptr, ptr %278, align 8
  %280 = call ptr %276(ptr noundef %277, ptr noundef %279) #4
  %281 = icmp eq ptr %280, null
  br i1 %281, label %742, label %282

282:                                              ; preds = %274, %273
  %283 = phi ptr [ %280, %274 ], [ null, %273 ]
  %284 = phi ptr [ %280, %274 ], [ %20, %273 ]
  %285 = load ptr, ptr %16, align 8
  %286 = load i8, ptr %31, align 1, !range !16, !noundef !17
  %287 = trunc nuw i8 %286 to i1
  br i1 %287, label %288, label %304

288:                                              ; preds = %282
  %289 = load i8, ptr %102, align 8, !range !16, !noundef !17
  %290 = trunc nuw i8 %289 to i1
  br i1 %290, label %304, label %291

291:                                              ; preds = %288
  %292 = getelementptr inbounds i8, ptr %16, i64 192
  %293 = load i64, ptr %292, align 8
  %294 = icmp eq i64 %293, 0
  br i1 %294, label %295, label %304

295:                                              ; preds = %291
  %296 = load i64, ptr %105, align 8
  %297 = add nsw i64 %296, 1
  %298 = load i64, ptr %27, align 8
  %299 = shl nuw i64 1, %298
  %300 = icmp eq i64 %297, %299
  br i1 %300, label %301, label %304

301:                                              ; preds = %295
  %302 = getelementptr inbounds i8, ptr %16, i64 16
  %303 = load ptr, ptr %302, align 8
  br label %376

304:                                              ; preds = %295, %291, %288, %282
  %305 = getelementptr inbounds i8, ptr %285, i64 88
  %306 = load ptr, ptr %305, align 8
  %307 = getelementptr inbounds i8, ptr %285, i64 96
  %308 = load ptr, ptr %307, align 8
  %309 = getelementptr inbounds i8, ptr %16, i64 64
  %310 = load ptr, ptr %309, align 8
  %311 = call ptr %308(ptr noundef %310, i64 noundef 0) #4
  %312 = call ptr %306(ptr noundef %311, i64 noundef 0) #4
  %313 = load ptr, ptr %16, align 8
  %314 = getelementptr inbounds i8, ptr %16, i64 192
  %315 = load i64, ptr %314, align 8
  %316 = icmp ne i64 %315, 0
  %317 = icmp ne ptr %270, null
  %318 = or i1 %317, %316
  br i1 %318, label %369, label %319

319:                                              ; preds = %304
  %320 = getelementptr inbounds i8, ptr %312, i64 8
  %321 = load ptr, ptr %320, align 8
  %322 = load ptr, ptr %103, align 8
  %323 = getelementptr inbounds i8, ptr %322, i64 8
  %324 = load ptr, ptr %323, align 8
  %325 = icmp eq ptr %321, %324
  br i1 %325, label %326, label %367

326:                                              ; preds = %319
  %327 = getelementptr inbounds i8, ptr %313, i64 136
  %328 = load ptr, ptr %327, align 8
  %329 = getelementptr inbounds i8, ptr %313, i64 88
  %330 = load ptr, ptr %329, align 8
  %331 = call ptr %330(ptr noundef nonnull %312, i64 noundef 1) #4
  %332 = call i64 %328(ptr noundef %331) #4
  %333 = load i64, ptr %105, align 8
  %334 = icmp eq i64 %332, %333
  br i1 %334, label %335, label %367

335:                                              ; preds = %326
  %336 = load ptr, ptr %329, align 8
  %337 = call ptr %336(ptr noundef nonnull %312, i64 noundef 2) #4
  %338 = load i8, ptr %102, align 8, !range !16, !noundef !17
  %339 = trunc nuw i8 %338 to i1
  %340 = select i1 %339, i64 88, i64 96
  %341 = getelementptr inbounds i8, ptr %16, i64 %340
  %342 = load ptr, ptr %341, align 8
  %343 = icmp eq ptr %337, %342
  br i1 %343, label %344, label %367

344:                                              ; preds = %335
  %345 = getelementptr inbounds i8, ptr %16, i64 184
  %346 = load i64, ptr %345, align 8
  %347 = icmp slt i64 %346, 1
  br i1 %347, label %376, label %348

348:                                              ; preds = %344
  %349 = getelementptr inbounds i8, ptr %16, i64 72
  br label %354

350:                                              ; preds = %364
  %351 = add nuw nsw i64 %355, 1
  %352 = load i64, ptr %345, align 8
  %353 = icmp slt i64 %351, %352
  br i1 %353, label %354, label %376, !llvm.loop !21

354:                                              ; preds = %350, %348
  %355 = phi i64 [ 0, %348 ], [ %351, %350 ]
  %356 = load ptr, ptr %329, align 8
  %357 = add nuw nsw i64 %355, 3
  %358 = call ptr %356(ptr noundef %312, i64 noundef %357) #4
  %359 = getelementptr inbounds [24 x ptr], ptr %116, i64 0, i64 %355
  %360 = load ptr, ptr %359, align 8
  %361 = icmp eq ptr %360, null
  br i1 %361, label %362, label %364

362:                                              ; preds = %354
  %363 = load ptr, ptr %349, align 8
  br label %364

364:                                              ; preds = %362, %354
  %365 = phi ptr [ %363, %362 ], [ %360, %354 ]
  %366 = call fastcc zeroext i1 @is_same(ptr noundef nonnull readonly %16, ptr noundef %358, ptr noundef %365, i64 noundef 0) #5
  br i1 %366, label %350, label %367

367:                                              ; preds = %364, %335, %326, %319
  %368 = load i64, ptr %314, align 8
  br label %369

369:                                              ; preds = %367, %304
  %370 = phi i64 [ %368, %367 ], [ %315, %304 ]
  %371 = icmp sgt i64 %370, 0
  %372 = load i64, ptr %105, align 8
  br i1 %371, label %373, label %382

373:                                              ; preds = %369
  %374 = getelementptr inbounds i8, ptr %16, i64 216
  %375 = load ptr, ptr %374, align 8
  br label %415

376:                                              ; preds = %350, %344, %301
  %377 = phi ptr [ %303, %301 ], [ %312, %344 ], [ %312, %350 ]
  %378 = getelementptr inbounds i8, ptr %285, i64 160
  %379 = load ptr, ptr %378, align 8
  call void %379(ptr noundef %377) #4
  br label %553

380:                                              ; preds = %415
  %381 = add nuw nsw i64 %423, 3
  br label %382

382:                                              ; preds = %380, %369
  %383 = phi i64 [ 3, %369 ], [ %381, %380 ]
  %384 = getelementptr inbounds i8, ptr %285, i64 56
  %385 = load ptr, ptr %384, align 8
  %386 = getelementptr inbounds i8, ptr %16, i64 184
  %387 = load i64, ptr %386, align 8
  %388 = add nsw i64 %387, %383
  %389 = call ptr %385(i64 noundef %388) #4
  %390 = load i8, ptr %102, align 8, !range !16, !noundef !17
  %391 = trunc nuw i8 %390 to i1
  %392 = select i1 %391, i64 88, i64 96
  %393 = getelementptr inbounds i8, ptr %16, i64 %392
  %394 = load ptr, ptr %393, align 8
  %395 = getelementptr inbounds i8, ptr %285, i64 160
  %396 = load ptr, ptr %395, align 8
  %397 = getelementptr inbounds i8, ptr %16, i64 16
  %398 = load ptr, ptr %397, align 8
  call void %396(ptr noundef %398) #4
  %399 = getelementptr inbounds i8, ptr %285, i64 104
  %400 = load ptr, ptr %399, align 8
  %401 = load ptr, ptr %397, align 8
  %402 = call i32 %400(ptr noundef %389, i64 noundef 0, ptr noundef %401) #4
  %403 = load ptr, ptr %399, align 8
  %404 = getelementptr inbounds i8, ptr %285, i64 120
  %405 = load ptr, ptr %404, align 8
  %406 = call ptr %405(i64 noundef %372) #4
  %407 = call i32 %403(ptr noundef %389, i64 noundef 1, ptr noundef %406) #4
  %408 = load ptr, ptr %395, align 8
  call void %408(ptr noundef %394) #4
  %409 = load ptr, ptr %399, align 8
  %410 = call i32 %409(ptr noundef %389, i64 noundef 2, ptr noundef %394) #4
  %411 = load i64, ptr %314, align 8
  %412 = icmp sgt i64 %411, 0
  br i1 %412, label %413, label %426

413:                                              ; preds = %382
  %414 = getelementptr inbounds i8, ptr %16, i64 216
  br label %433

415:                                              ; preds = %415, %373
  %416 = phi i64 [ 0, %373 ], [ %423, %415 ]
  %417 = phi i64 [ 0, %373 ], [ %424, %415 ]
  %418 = shl nsw i64 %417, 4
  %419 = getelementptr inbounds i8, ptr %375, i64 %418
  %420 = load i64, ptr %419, align 8
  %421 = lshr i64 %372, %420
  %422 = and i64 %421, 1
  %423 = add nuw nsw i64 %422, %416
  %424 = add nuw nsw i64 %417, 1
  %425 = icmp eq i64 %424, %370
  br i1 %425, label %380, label %415, !llvm.loop !22

426:                                              ; preds = %479, %382
  %427 = phi i64 [ 3, %382 ], [ %481, %479 ]
  %428 = load i64, ptr %386, align 8
  %429 = icmp sgt i64 %428, 0
  br i1 %429, label %430, label %553

430:                                              ; preds = %426
  %431 = getelementptr inbounds i8, ptr %16, i64 72
  %432 = icmp eq ptr %270, null
  br label %484

433:                                              ; preds = %479, %413
  %434 = phi i64 [ %411, %413 ], [ %480, %479 ]
  %435 = phi i64 [ 0, %413 ], [ %482, %479 ]
  %436 = phi i64 [ 3, %413 ], [ %481, %479 ]
  %437 = load ptr, ptr %414, align 8
  %438 = shl nuw nsw i64 %435, 1
  %439 = getelementptr inbounds i64, ptr %437, i64 %438
  %440 = load i64, ptr %439, align 8
  %441 = shl nuw i64 1, %440
  %442 = and i64 %441, %372
  %443 = icmp eq i64 %442, 0
  br i1 %443, label %479, label %444

444:                                              ; preds = %433
  %445 = getelementptr inbounds [24 x ptr], ptr %13, i64 0, i64 %440
  %446 = load ptr, ptr %445, align 8
  %447 = getelementptr inbounds i8, ptr %446, i64 8
  %448 = load ptr, ptr %447, align 8
  %449 = load ptr, ptr %103, align 8
  %450 = load ptr, ptr %449, align 8
  %451 = icmp eq ptr %448, %450
  br i1 %451, label %455, label %452

452:                                              ; preds = %444
  %453 = load ptr, ptr %399, align 8
  %454 = load ptr, ptr %404, align 8
  br label %471

455:                                              ; preds = %444
  %456 = getelementptr inbounds i8, ptr %446, i64 24
  %457 = load i32, ptr %456, align 8
  %458 = sext i32 %457 to i64
  %459 = or disjoint i64 %438, 1
  %460 = getelementptr inbounds i64, ptr %437, i64 %459
  %461 = load i64, ptr %460, align 8
  %462 = sub nsw i64 %458, %461
  %463 = load ptr, ptr %399, align 8
  %464 = load ptr, ptr %404, align 8
  %465 = icmp slt i64 %462, 0
  br i1 %465, label %471, label %466

466:                                              ; preds = %455
  %467 = getelementptr inbounds i8, ptr %446, i64 32
  %468 = load ptr, ptr %467, align 8
  %469 = getelementptr inbounds i64, ptr %468, i64 %462
  %470 = load i64, ptr %469, align 8
  br label %471

471:                                              ; preds = %466, %455, %452
  %472 = phi ptr [ %464, %466 ], [ %464, %455 ], [ %454, %452 ]
  %473 = phi ptr [ %463, %466 ], [ %463, %455 ], [ %453, %452 ]
  %474 = phi i64 [ %470, %466 ], [ -1, %455 ], [ -1, %452 ]
  %475 = add nsw i64 %436, 1
  %476 = call ptr %472(i64 noundef %474) #4
  %477 = call i32 %473(ptr noundef %389, i64 noundef %436, ptr noundef %476) #4
  %478 = load i64, ptr %314, align 8
  br label %479

479:                                              ; preds = %471, %433
  %480 = phi i64 [ %478, %471 ], [ %434, %433 ]
  %481 = phi i64 [ %475, %471 ], [ %436, %433 ]
  %482 = add nuw nsw i64 %435, 1
  %483 = icmp slt i64 %482, %480
  br i1 %483, label %433, label %426, !llvm.loop !23

484:                                              ; preds = %546, %430
  %485 = phi i64 [ 0, %430 ], [ %550, %546 ]
  %486 = phi i64 [ %427, %430 ], [ %548, %546 ]
  %487 = getelementptr inbounds [24 x ptr], ptr %116, i64 0, i64 %485
  %488 = load ptr, ptr %487, align 8
  %489 = load ptr, ptr %431, align 8
  br i1 %432, label %534, label %490

490:                                              ; preds = %484
  %491 = load i64, ptr %115, align 8
  %492 = icmp eq i64 %485, %491
  br i1 %492, label %493, label %534

493:                                              ; preds = %490
  %494 = load ptr, ptr %16, align 8
  %495 = getelementptr inbounds i8, ptr %494, i64 56
  %496 = load ptr, ptr %495, align 8
  %497 = getelementptr inbounds i8, ptr %494, i64 40
  %498 = load ptr, ptr %497, align 8
  %499 = call i64 %498(ptr noundef nonnull %270) #4
  %500 = add nsw i64 %499, 1
  %501 = call ptr %496(i64 noundef %500) #4
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #6
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9) #6
  %502 = getelementptr inbounds i8, ptr %494, i64 160
  %503 = load ptr, ptr %502, align 8
  %504 = load ptr, ptr %103, align 8
  %505 = getelementptr inbounds i8, ptr %504, i64 24
  %506 = load ptr, ptr %505, align 8
  call void %503(ptr noundef %506) #4
  %507 = getelementptr inbounds i8, ptr %494, i64 104
  %508 = load ptr, ptr %507, align 8
  %509 = load ptr, ptr %103, align 8
  %510 = getelementptr inbounds i8, ptr %509, i64 24
  %511 = load ptr, ptr %510, align 8
  %512 = call i32 %508(ptr noundef %501, i64 noundef 0, ptr noundef %511) #4
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10) #6
  store i64 0, ptr %10, align 8
  %513 = getelementptr inbounds i8, ptr %494, i64 32
  %514 = load ptr, ptr %513, align 8
  %515 = call i32 %514(ptr noundef nonnull %270, ptr noundef nonnull %10, ptr noundef nonnull %8, ptr noundef nonnull %9) #4
  %516 = icmp eq i32 %515, 0
  br i1 %516, label %532, label %517

517:                                              ; preds = %493, %525
  %518 = phi i64 [ %528, %525 ], [ 1, %493 ]
  %519 = load ptr, ptr %8, align 8
  %520 = call fastcc ptr @frozen(ptr noundef nonnull readonly %16, ptr noundef %519, i64 noundef 0) #5
  %521 = icmp eq ptr %520, null
  br i1 %521, label %522, label %525

522:                                              ; preds = %517
  %523 = getelementptr inbounds i8, ptr %494, i64 168
  %524 = load ptr, ptr %523, align 8
  call void %524(ptr noundef %501) #4
  br label %532

525:                                              ; preds = %517
  %526 = load ptr, ptr %507, align 8
  %527 = call i32 %526(ptr noundef %501, i64 noundef %518, ptr noundef nonnull %520) #4
  %528 = add nuw nsw i64 %518, 1
  %529 = load ptr, ptr %513, align 8
  %530 = call i32 %529(ptr noundef nonnull %270, ptr noundef nonnull %10, ptr noundef nonnull %8, ptr noundef nonnull %9) #4
  %531 = icmp eq i32 %530, 0
  br i1 %531, label %532, label %517, !llvm.loop !24

532:                                              ; preds = %525, %522, %493
  %533 = phi ptr [ null, %522 ], [ %501, %493 ], [ %501, %525 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #6
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9) #6
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #6
  br label %540

534:                                              ; preds = %490, %484
  %535 = icmp eq ptr %488, null
  br i1 %535, label %538, label %536

536:                                              ; preds = %534
  %537 = call fastcc ptr @frozen(ptr noundef nonnull readonly %16, ptr noundef nonnull %488, i64 noundef 0) #5
  br label %540

538:                                              ; preds = %534
  %539 = load ptr, ptr %395, align 8
  call void %539(ptr noundef %489) #4
  br label %540

540:                                              ; preds = %538, %536, %532
  %541 = phi ptr [ %533, %532 ], [ %537, %536 ], [ %489, %538 ]
  %542 = icmp eq ptr %541, null
  br i1 %542, label %543, label %546

543:                                              ; preds = %540
  %544 = getelementptr inbounds i8, ptr %285, i64 168
  %545 = load ptr, ptr %544, align 8
  call void %545(ptr noundef %389) #4
  br label %724

546:                                              ; preds = %540
  %547 = load ptr, ptr %399, align 8
  %548 = add nsw i64 %486, 1
  %549 = call i32 %547(ptr noundef %389, i64 noundef %486, ptr noundef nonnull %541) #4
  %550 = add nuw nsw i64 %485, 1
  %551 = load i64, ptr %386, align 8
  %552 = icmp slt i64 %550, %551
  br i1 %552, label %484, label %553, !llvm.loop !25

553:                                              ; preds = %546, %426, %376
  %554 = phi ptr [ %377, %376 ], [ %389, %426 ], [ %389, %546 ]
  %555 = icmp eq ptr %554, null
  br i1 %555, label %724, label %556

556:                                              ; preds = %553
  %557 = load ptr, ptr %16, align 8
  %558 = getelementptr inbounds i8, ptr %557, i64 96
  %559 = load ptr, ptr %558, align 8
  %560 = getelementptr inbounds i8, ptr %16, i64 64
  %561 = load ptr, ptr %560, align 8
  %562 = call ptr %559(ptr noundef %561, i64 noundef 0) #4
  %563 = getelementptr inbounds i8, ptr %557, i64 88
  %564 = load ptr, ptr %563, align 8
  %565 = call ptr %564(ptr noundef %562, i64 noundef 0) #4
  %566 = icmp eq ptr %565, %554
  br i1 %566, label %567, label %575

567:                                              ; preds = %556
  %568 = load ptr, ptr %563, align 8
  %569 = call ptr %568(ptr noundef %562, i64 noundef 1) #4
  %570 = icmp eq ptr %569, %284
  br i1 %570, label %571, label %575

571:                                              ; preds = %567
  %572 = load ptr, ptr %563, align 8
  %573 = call ptr %572(ptr noundef %562, i64 noundef 2) #4
  %574 = icmp eq ptr %573, null
  br i1 %574, label %724, label %580

575:                                              ; preds = %567, %556
  %576 = getelementptr inbounds i8, ptr %557, i64 16
  %577 = load ptr, ptr %576, align 8
  %578 = call ptr %577(ptr noundef nonnull %284, ptr noundef nonnull %554) #4
  %579 = icmp eq ptr %578, null
  br i1 %579, label %724, label %583

580:                                              ; preds = %571
  %581 = getelementptr inbounds i8, ptr %557, i64 160
  %582 = load ptr, ptr %581, align 8
  call void %582(ptr noundef nonnull %573) #4
  br label %614

583:                                              ; preds = %575
  %584 = getelementptr inbounds i8, ptr %557, i64 160
  %585 = load ptr, ptr %584, align 8
  call void %585(ptr noundef nonnull %578) #4
  %586 = getelementptr inbounds i8, ptr %16, i64 192
  %587 = load i64, ptr %586, align 8
  %588 = icmp eq i64 %587, 0
  br i1 %588, label %589, label %614

589:                                              ; preds = %583
  %590 = getelementptr inbounds i8, ptr %16, i64 16
  %591 = load ptr, ptr %590, align 8
  %592 = icmp eq ptr %591, %554
  br i1 %592, label %614, label %593

593:                                              ; preds = %589
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %7) #6
  store ptr %554, ptr %7, align 16
  %594 = getelementptr inbounds i8, ptr %7, i64 8
  store ptr %284, ptr %594, align 8
  %595 = getelementptr inbounds i8, ptr %7, i64 16
  store ptr %578, ptr %595, align 16
  %596 = getelementptr inbounds i8, ptr %557, i64 56
  %597 = load ptr, ptr %596, align 8
  %598 = call ptr %597(i64 noundef 3) #4
  %599 = getelementptr inbounds i8, ptr %557, i64 104
  br label %600

600:                                              ; preds = %600, %593
  %601 = phi i64 [ 0, %593 ], [ %607, %600 ]
  %602 = load ptr, ptr %584, align 8
  %603 = getelementptr inbounds [3 x ptr], ptr %7, i64 0, i64 %601
  %604 = load ptr, ptr %603, align 8
  call void %602(ptr noundef %604) #4
  %605 = load ptr, ptr %599, align 8
  %606 = call i32 %605(ptr noundef %598, i64 noundef %601, ptr noundef %604) #4
  %607 = add nuw nsw i64 %601, 1
  %608 = icmp eq i64 %607, 3
  br i1 %608, label %609, label %600, !llvm.loop !26

609:                                              ; preds = %600
  %610 = getelementptr inbounds i8, ptr %557, i64 112
  %611 = load ptr, ptr %610, align 8
  %612 = load ptr, ptr %560, align 8
  %613 = call i32 %611(ptr noundef %612, i64 noundef 0, ptr noundef %598) #4
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %7) #6
  br label %614

614:                                              ; preds = %609, %589, %583, %580
  %615 = phi ptr [ %578, %609 ], [ %578, %589 ], [ %578, %583 ], [ %573, %580 ]
  %616 = getelementptr inbounds i8, ptr %16, i64 120
  %617 = load ptr, ptr %616, align 8
  %618 = icmp eq ptr %617, null
  br i1 %618, label %623, label %619

619:                                              ; preds = %614
  %620 = load ptr, ptr %17, align 8
  %621 = call ptr %620(ptr noundef nonnull %617, ptr noundef %1, i64 noundef %18, ptr noundef %3) #4
  %622 = icmp eq ptr %621, null
  br i1 %622, label %724, label %623

623:                                              ; preds = %619, %614
  %624 = phi ptr [ %621, %619 ], [ null, %614 ]
  %625 = load i64, ptr %122, align 8
  %626 = load ptr, ptr %16, align 8
  %627 = getelementptr inbounds i8, ptr %615, i64 8
  %628 = load ptr, ptr %627, align 8
  %629 = getelementptr inbounds i8, ptr %16, i64 160
  %630 = load ptr, ptr %629, align 8
  %631 = icmp eq ptr %628, %630
  br i1 %631, label %632, label %724

632:                                              ; preds = %623
  %633 = getelementptr inbounds i8, ptr %615, i64 24
  %634 = load ptr, ptr %633, align 8
  %635 = icmp eq ptr %634, null
  br i1 %635, label %724, label %636

636:                                              ; preds = %632
  %637 = getelementptr inbounds i8, ptr %634, i64 48
  %638 = load i64, ptr %637, align 8
  %639 = icmp eq i64 %638, %625
  br i1 %639, label %640, label %724

640:                                              ; preds = %636
  call void @llvm.lifetime.start.p0(i64 200, ptr nonnull %6) #6
  %641 = getelementptr inbounds i8, ptr %13, i64 384
  %642 = load ptr, ptr %641, align 8
  %643 = icmp eq ptr %642, null
  br i1 %643, label %652, label %644

644:                                              ; preds = %640
  %645 = getelementptr inbounds i8, ptr %642, i64 8
  %646 = load ptr, ptr %645, align 8
  %647 = load ptr, ptr %103, align 8
  %648 = getelementptr inbounds i8, ptr %647, i64 72
  %649 = load ptr, ptr %648, align 8
  %650 = icmp eq ptr %646, %649
  %651 = select i1 %650, ptr null, ptr %642
  br label %652

652:                                              ; preds = %644, %640
  %653 = phi ptr [ null, %640 ], [ %651, %644 ]
  %654 = getelementptr inbounds i8, ptr %16, i64 128
  %655 = load ptr, ptr %654, align 8
  %656 = icmp eq ptr %655, null
  br i1 %656, label %698, label %657

657:                                              ; preds = %652
  %658 = getelementptr inbounds i8, ptr %626, i64 64
  %659 = load ptr, ptr %658, align 8
  %660 = call i64 %659(ptr noundef nonnull %655) #4
  %661 = icmp slt i64 %660, 1
  br i1 %661, label %698, label %662

662:                                              ; preds = %657
  %663 = getelementptr inbounds i8, ptr %626, i64 88
  %664 = getelementptr inbounds i8, ptr %16, i64 136
  %665 = getelementptr inbounds i8, ptr %5, i64 8
  %666 = getelementptr inbounds i8, ptr %626, i64 168
  %667 = load i64, ptr %105, align 8
  br label %668

668:                                              ; preds = %694, %662
  %669 = phi i1 [ false, %662 ], [ %696, %694 ]
  %670 = phi i64 [ 0, %662 ], [ %695, %694 ]
  %671 = load ptr, ptr %663, align 8
  %672 = load ptr, ptr %654, align 8
  %673 = call ptr %671(ptr noundef %672, i64 noundef %670) #4
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5) #6
  %674 = load ptr, ptr %664, align 8
  store ptr %674, ptr %5, align 16
  %675 = getelementptr inbounds [24 x ptr], ptr %13, i64 0, i64 %670
  %676 = load ptr, ptr %675, align 8
  store ptr %676, ptr %665, align 8
  %677 = getelementptr inbounds i8, ptr %673, i64 8
  %678 = load ptr, ptr %677, align 8
  %679 = load ptr, ptr %103, align 8
  %680 = getelementptr inbounds i8, ptr %679, i64 72
  %681 = load ptr, ptr %680, align 8
  %682 = icmp eq ptr %678, %681
  br i1 %682, label %694, label %683

683:                                              ; preds = %668
  %684 = shl nuw i64 1, %670
  %685 = and i64 %684, %667
  %686 = icmp eq i64 %685, 0
  br i1 %686, label %694, label %687

687:                                              ; preds = %683
  %688 = load ptr, ptr %626, align 8
  %689 = call ptr %688(ptr noundef nonnull %673, ptr noundef nonnull %5, i64 noundef 2, ptr noundef null) #4
  %690 = icmp eq ptr %689, null
  br i1 %690, label %693, label %691

691:                                              ; preds = %687
  %692 = load ptr, ptr %666, align 8
  call void %692(ptr noundef nonnull %689) #4
  br label %694

693:                                              ; preds = %687
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5) #6
  br i1 %669, label %698, label %722

694:                                              ; preds = %691, %683, %668
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5) #6
  %695 = add nuw nsw i64 %670, 1
  %696 = icmp sge i64 %695, %660
  %697 = icmp eq i64 %695, %660
  br i1 %697, label %698, label %668, !llvm.loop !27

698:                                              ; preds = %694, %693, %657, %652
  %699 = call fastcc ptr @attempt(ptr noundef nonnull %634, ptr noundef nonnull readonly %12, i64 noundef %625, ptr noundef %653) #5
  %700 = icmp eq ptr %699, inttoptr (i64 1 to ptr)
  br i1 %700, label %701, label %722

701:                                              ; preds = %698
  %702 = icmp sgt i64 %625, 0
  br i1 %702, label %709, label %703

703:                                              ; preds = %709, %701
  %704 = getelementptr inbounds [25 x ptr], ptr %6, i64 0, i64 %625
  store ptr %653, ptr %704, align 8
  %705 = load ptr, ptr %626, align 8
  %706 = getelementptr inbounds i8, ptr %634, i64 104
  %707 = load ptr, ptr %706, align 8
  %708 = icmp eq ptr %653, null
  br i1 %708, label %719, label %716

709:                                              ; preds = %701, %709
  %710 = phi i64 [ %714, %709 ], [ 0, %701 ]
  %711 = getelementptr inbounds ptr, ptr %12, i64 %710
  %712 = load ptr, ptr %711, align 8
  %713 = getelementptr inbounds [25 x ptr], ptr %6, i64 0, i64 %710
  store ptr %712, ptr %713, align 8
  %714 = add nuw nsw i64 %710, 1
  %715 = icmp eq i64 %714, %625
  br i1 %715, label %703, label %709, !llvm.loop !28

716:                                              ; preds = %703
  %717 = getelementptr inbounds i8, ptr %16, i64 40
  %718 = load ptr, ptr %717, align 8
  br label %719

719:                                              ; preds = %716, %703
  %720 = phi ptr [ %718, %716 ], [ null, %703 ]
  %721 = call ptr %705(ptr noundef %707, ptr noundef nonnull %6, i64 noundef %625, ptr noundef %720) #4
  br label %722

722:                                              ; preds = %719, %698, %693
  %723 = phi ptr [ %721, %719 ], [ %699, %698 ], [ inttoptr (i64 1 to ptr), %693 ]
  call void @llvm.lifetime.end.p0(i64 200, ptr nonnull %6) #6
  br label %724

724:                                              ; preds = %722, %636, %632, %623, %619, %575, %571, %553, %543
  %725 = phi ptr [ %615, %619 ], [ %615, %632 ], [ %615, %623 ], [ %615, %722 ], [ %615, %636 ], [ null, %553 ], [ null, %543 ], [ null, %575 ], [ null, %571 ]
  %726 = phi ptr [ %554, %619 ], [ %554, %632 ], [ %554, %623 ], [ %554, %722 ], [ %554, %636 ], [ null, %553 ], [ null, %543 ], [ %554, %575 ], [ %554, %571 ]
  %727 = phi ptr [ null, %619 ], [ inttoptr (i64 1 to ptr), %632 ], [ inttoptr (i64 1 to ptr), %623 ], [ %723, %722 ], [ inttoptr (i64 1 to ptr), %636 ], [ inttoptr (i64 1 to ptr), %553 ], [ inttoptr (i64 1 to ptr), %543 ], [ inttoptr (i64 1 to ptr), %575 ], [ inttoptr (i64 1 to ptr), %571 ]
  %728 = phi ptr [ null, %619 ], [ %624, %632 ], [ %624, %623 ], [ %624, %722 ], [ %624, %636 ], [ null, %553 ], [ null, %543 ], [ null, %575 ], [ null, %571 ]
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %14) #6
  store ptr %728, ptr %14, align 16
  %729 = getelementptr inbounds i8, ptr %14, i64 8
  store ptr %725, ptr %729, align 8
  %730 = getelementptr inbounds i8, ptr %14, i64 16
  store ptr %726, ptr %730, align 16
  %731 = getelementptr inbounds i8, ptr %14, i64 24
  store ptr %283, ptr %731, align 8
  %732 = getelementptr inbounds i8, ptr %17, i64 168
  br label %735

733:                                              ; preds = %735
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %14) #6
  %734 = load i64, ptr %122, align 8
  br label %742

735:                                              ; preds = %735, %724
  %736 = phi i64 [ 0, %724 ], [ %740, %735 ]
  %737 = load ptr, ptr %732, align 8
  %738 = getelementptr inbounds [4 x ptr], ptr %14, i64 0, i64 %736
  %739 = load ptr, ptr %738, align 8
  call void %737(ptr noundef %739) #4
  %740 = add nuw nsw i64 %736, 1
  %741 = icmp eq i64 %740, 4
  br i1 %741, label %733, label %735, !llvm.loop !29

742:                                              ; preds = %261, %248, %733, %274, %269
  %743 = phi i64 [ %271, %269 ], [ %159, %274 ], [ %734, %733 ], [ %246, %248 ], [ %246, %261 ]
  %744 = phi ptr [ inttoptr (i64 1 to ptr), %269 ], [ inttoptr (i64 1 to ptr), %274 ], [ %727, %733 ], [ inttoptr (i64 1 to ptr), %248 ], [ inttoptr (i64 1 to ptr), %261 ]
  %745 = icmp eq i64 %743, 0
  br i1 %745, label %756, label %746

746:                                              ; preds = %742
  %747 = getelementptr inbounds i8, ptr %17, i64 168
  br label %748

748:                                              ; preds = %748, %746
  %749 = phi i64 [ %743, %746 ], [ %750, %748 ]
  %750 = add nsw i64 %749, -1
  %751 = load ptr, ptr %747, align 8
  %752 = getelementptr inbounds ptr, ptr %12, i64 %750
  %753 = load ptr, ptr %752, align 8
  call void %751(ptr noundef %753) #4
  %754 = icmp eq i64 %750, 0
  br i1 %754, label %756, label %748, !llvm.loop !6

755:                                              ; preds = %99, %4
  call void @llvm.lifetime.end.p0(i64 416, ptr nonnull %13) #6
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %12) #6
  br label %758

756:                                              ; preds = %748, %742
  call void @llvm.lifetime.end.p0(i64 416, ptr nonnull %13) #6
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %12) #6
  %757 = icmp eq ptr %744, inttoptr (i64 1 to ptr)
  br i1 %757, label %758, label %777

758:                                              ; preds = %755, %756
  %759 = getelementptr inbounds i8, ptr %17, i64 128
  %760 = load ptr, ptr %759, align 8
  %761 = call ptr %760() #4
  %762 = icmp eq ptr %761, null
  br i1 %762, label %770, label %763

763:                                              ; preds = %758
  %764 = getelementptr inbounds i8, ptr %17, i64 144
  %765 = load ptr, ptr %764, align 8
  %766 = getelementptr inbounds i8, ptr %16, i64 152
  %767 = load ptr, ptr %766, align 8
  %768 = call i32 %765(ptr noundef %767) #4
  %769 = icmp eq i32 %768, 0
  br i1 %769, label %777, label %770

770:                                              ; preds = %763, %758
  %771 = getelementptr inbounds i8, ptr %17, i64 176
  %772 = load ptr, ptr %771, align 8
  call void %772() #4
  %773 = load ptr, ptr %17, align 8
  %774 = getelementptr inbounds i8, ptr %16, i64 144
  %775 = load ptr, ptr %774, align 8
  %776 = call ptr %773(ptr noundef %775, ptr noundef %1, i64 noundef %18, ptr noundef %3) #4
  br label %777

777:                                              ; preds = %763, %756, %770
  %778 = phi ptr [ %776, %770 ], [ %744, %756 ], [ null, %763 ]
  ret ptr %778
}

; Function Attrs: nounwind
define internal fastcc i64 @allocate(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, ptr nocapture noundef writeonly %3) unnamed_addr #0 {
  %5 = alloca [64 x i64], align 16
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %5) #6
  %6 = getelementptr inbounds i8, ptr %0, i64 64
  %7 = load i64, ptr %6, align 8
  %8 = icmp sgt i64 %7, 0
  br i1 %8, label %9, label %55

9:                                                ; preds = %4
  %10 = getelementptr inbounds i8, ptr %0, i64 80
  %11 = getelementptr inbounds i8, ptr %0, i64 56
  %12 = getelementptr inbounds i8, ptr %0, i64 8
  %13 = getelementptr inbounds i8, ptr %0, i64 40
  br label %14

14:                                               ; preds = %9, %51
  %15 = phi i64 [ 0, %9 ], [ %52, %51 ]
  %16 = load ptr, ptr %10, align 8
  %17 = load i64, ptr %11, align 8
  %18 = getelementptr %struct.spec, ptr %16, i64 %17
  %19 = getelementptr %struct.spec, ptr %18, i64 %15
  %20 = load i64, ptr %19, align 8
  %21 = add nsw i64 %20, %2
  %22 = icmp sgt i64 %21, 0
  br i1 %22, label %23, label %25

23:                                               ; preds = %14
  %24 = getelementptr inbounds i8, ptr %19, i64 16
  br label %38

25:                                               ; preds = %38, %14
  %26 = phi i64 [ %21, %14 ], [ %49, %38 ]
  %27 = load ptr, ptr %0, align 8
  %28 = getelementptr inbounds i8, ptr %27, i64 232
  %29 = load ptr, ptr %28, align 8
  %30 = load ptr, ptr %12, align 8
  %31 = load ptr, ptr %30, align 8
  %32 = trunc i64 %26 to i32
  %33 = load i64, ptr %13, align 8
  %34 = trunc i64 %33 to i32
  %35 = call ptr %29(ptr noundef %31, i32 noundef %32, ptr noundef nonnull %5, i32 noundef %34, ptr noundef null, ptr noundef null, i32 noundef 0, i32 noundef 0, ptr noundef null) #4
  %36 = getelementptr inbounds ptr, ptr %3, i64 %15
  store ptr %35, ptr %36, align 8
  %37 = icmp eq ptr %35, null
  br i1 %37, label %55, label %51

38:                                               ; preds = %23, %38
  %39 = phi i64 [ 0, %23 ], [ %47, %38 ]
  %40 = icmp slt i64 %39, %2
  %41 = getelementptr inbounds i64, ptr %1, i64 %39
  %42 = sub nsw i64 %39, %2
  %43 = getelementptr inbounds [6 x i64], ptr %24, i64 0, i64 %42
  %44 = select i1 %40, ptr %41, ptr %43
  %45 = load i64, ptr %44, align 8
  %46 = getelementptr inbounds [64 x i64], ptr %5, i64 0, i64 %39
  store i64 %45, ptr %46, align 8
  %47 = add nuw nsw i64 %39, 1
  %48 = load i64, ptr %19, align 8
  %49 = add nsw i64 %48, %2
  %50 = icmp slt i64 %47, %49
  br i1 %50, label %38, label %25, !llvm.loop !30

51:                                               ; preds = %25
  %52 = add nuw nsw i64 %15, 1
  %53 = load i64, ptr %6, align 8
  %54 = icmp slt i64 %52, %53
  br i1 %54, label %14, label %55, !llvm.loop !31

55:                                               ; preds = %51, %25, %4
  %56 = phi i64 [ %7, %4 ], [ %53, %51 ], [ %15, %25 ]
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %5) #6
  ret i64 %56
}

; Function Attrs: nounwind
define internal fastcc noundef zeroext i1 @launch(ptr nocapture noundef readonly %0, i64 noundef %1, ptr noundef %2, ptr noundef %3) unnamed_addr #0 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 128
  %7 = load i64, ptr %6, align 8
  %8 = icmp sgt i64 %7, %1
  %9 = getelementptr inbounds i8, ptr %0, i64 176
  %10 = load i64, ptr %9, align 8
  %11 = icmp slt i64 %10, %1
  %12 = select i1 %8, i64 112, i64 120
  %13 = getelementptr inbounds i8, ptr %0, i64 %12
  %14 = load ptr, ptr %13, align 8
  %15 = select i1 %8, i64 136, i64 144
  %16 = getelementptr inbounds i8, ptr %0, i64 %15
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %1, 0
  br i1 %18, label %49, label %19

19:                                               ; preds = %4
  %20 = icmp eq i64 %17, 0
  br i1 %20, label %27, label %21

21:                                               ; preds = %19
  %22 = getelementptr inbounds i8, ptr %5, i64 200
  %23 = load ptr, ptr %22, align 8
  %24 = add nsw i64 %17, 64
  %25 = tail call ptr %23(i64 noundef %24) #4
  %26 = icmp eq ptr %25, null
  br i1 %26, label %49, label %27

27:                                               ; preds = %21, %19
  %28 = phi ptr [ %25, %21 ], [ null, %19 ]
  br i1 %11, label %34, label %29

29:                                               ; preds = %27
  %30 = ptrtoint ptr %28 to i64
  %31 = add i64 %30, 63
  %32 = and i64 %31, -64
  %33 = inttoptr i64 %32 to ptr
  tail call void %14(i64 noundef %1, ptr noundef %2, ptr noundef %3, ptr noundef %33) #4
  br label %44

34:                                               ; preds = %27
  %35 = getelementptr inbounds i8, ptr %5, i64 184
  %36 = load ptr, ptr %35, align 8
  %37 = tail call ptr %36() #4
  %38 = ptrtoint ptr %28 to i64
  %39 = add i64 %38, 63
  %40 = and i64 %39, -64
  %41 = inttoptr i64 %40 to ptr
  tail call void %14(i64 noundef %1, ptr noundef %2, ptr noundef %3, ptr noundef %41) #4
  %42 = getelementptr inbounds i8, ptr %5, i64 192
  %43 = load ptr, ptr %42, align 8
  tail call void %43(ptr noundef %37) #4
  br label %44

44:                                               ; preds = %29, %34
  %45 = icmp eq ptr %28, null
  br i1 %45, label %49, label %46

46:                                               ; preds = %44
  %47 = getelementptr inbounds i8, ptr %5, i64 208
  %48 = load ptr, ptr %47, align 8
  tail call void %48(ptr noundef nonnull %28) #4
  br label %49

49:                                               ; preds = %44, %46, %4, %21
  %50 = phi i1 [ false, %21 ], [ true, %4 ], [ true, %46 ], [ true, %44 ]
  ret i1 %50
}

; Function Attrs: nounwind
define internal fastcc ptr @named_results(ptr nocapture noundef readonly %0, ptr noundef %1) unnamed_addr #0 {
  %3 = load ptr, ptr %0, align 8
  %4 = getelementptr inbounds i8, ptr %0, i64 88
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %7, label %9

7:                                                ; preds = %2
  %8 = load ptr, ptr %1, align 8
  br label %56

9:                                                ; preds = %2
  %10 = getelementptr inbounds i8, ptr %0, i64 96
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %19, label %13

13:                                               ; preds = %9
  %14 = getelementptr inbounds i8, ptr %3, i64 48
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %0, i64 64
  %17 = load i64, ptr %16, align 8
  %18 = tail call ptr %15(ptr noundef nonnull %5, i64 noundef %17) #4
  br label %24

19:                                               ; preds = %9
  %20 = load ptr, ptr %3, align 8
  %21 = getelementptr inbounds i8, ptr %0, i64 64
  %22 = load i64, ptr %21, align 8
  %23 = tail call ptr %20(ptr noundef nonnull %5, ptr noundef %1, i64 noundef %22, ptr noundef null) #4
  br label %24

24:                                               ; preds = %19, %13
  %25 = phi ptr [ %18, %13 ], [ %23, %19 ]
  %26 = load i64, ptr %10, align 8
  %27 = icmp ne i64 %26, 0
  %28 = icmp ne ptr %25, null
  %29 = select i1 %27, i1 %28, i1 false
  %30 = getelementptr inbounds i8, ptr %0, i64 64
  %31 = load i64, ptr %30, align 8
  br i1 %29, label %32, label %36

32:                                               ; preds = %24
  %33 = icmp sgt i64 %31, 0
  br i1 %33, label %34, label %56

34:                                               ; preds = %32
  %35 = getelementptr inbounds i8, ptr %3, i64 104
  br label %47

36:                                               ; preds = %24
  %37 = icmp eq i64 %31, 0
  br i1 %37, label %56, label %38

38:                                               ; preds = %36
  %39 = getelementptr inbounds i8, ptr %3, i64 168
  br label %40

40:                                               ; preds = %40, %38
  %41 = phi i64 [ %31, %38 ], [ %42, %40 ]
  %42 = add nsw i64 %41, -1
  %43 = load ptr, ptr %39, align 8
  %44 = getelementptr inbounds ptr, ptr %1, i64 %42
  %45 = load ptr, ptr %44, align 8
  tail call void %43(ptr noundef %45) #4
  %46 = icmp eq i64 %42, 0
  br i1 %46, label %56, label %40, !llvm.loop !6

47:                                               ; preds = %34, %47
  %48 = phi i64 [ 0, %34 ], [ %53, %47 ]
  %49 = load ptr, ptr %35, align 8
  %50 = getelementptr inbounds ptr, ptr %1, i64 %48
  %51 = load ptr, ptr %50, align 8
  %52 = tail call i32 %49(ptr noundef nonnull %25, i64 noundef %48, ptr noundef %51) #4
  %53 = add nuw nsw i64 %48, 1
  %54 = load i64, ptr %30, align 8
  %55 = icmp slt i64 %53, %54
  br i1 %55, label %47, label %56, !llvm.loop !32

56:                                               ; preds = %40, %47, %32, %36, %7
  %57 = phi ptr [ %8, %7 ], [ %25, %36 ], [ %25, %32 ], [ %25, %47 ], [ %25, %40 ]
  ret ptr %57
}

; Function Attrs: nounwind
define internal fastcc noundef zeroext i1 @is_numbers(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr noundef %2, i1 noundef zeroext %3, i64 noundef %4) unnamed_addr #0 {
  %6 = getelementptr inbounds i8, ptr %2, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = load ptr, ptr %1, align 8
  %9 = icmp eq ptr %7, %8
  br i1 %9, label %10, label %18

10:                                               ; preds = %5
  %11 = getelementptr inbounds i8, ptr %2, i64 56
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %12, i64 24
  %14 = load i8, ptr %13, align 8
  switch i8 %14, label %15 [
    i8 117, label %64
    i8 105, label %64
    i8 102, label %64
  ]

15:                                               ; preds = %10
  %16 = icmp eq i8 %14, 98
  %17 = and i1 %16, %3
  br label %64

18:                                               ; preds = %5
  %19 = getelementptr inbounds i8, ptr %1, i64 56
  %20 = load ptr, ptr %19, align 8
  %21 = icmp eq ptr %7, %20
  br i1 %21, label %64, label %22

22:                                               ; preds = %18
  %23 = getelementptr inbounds i8, ptr %1, i64 48
  %24 = load ptr, ptr %23, align 8
  %25 = icmp eq ptr %7, %24
  br i1 %25, label %64, label %26

26:                                               ; preds = %22
  %27 = getelementptr inbounds i8, ptr %1, i64 64
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %7, %28
  br i1 %29, label %64, label %30

30:                                               ; preds = %26
  br i1 %3, label %31, label %35

31:                                               ; preds = %30
  %32 = getelementptr inbounds i8, ptr %1, i64 40
  %33 = load ptr, ptr %32, align 8
  %34 = icmp eq ptr %7, %33
  br i1 %34, label %64, label %35

35:                                               ; preds = %31, %30
  %36 = getelementptr inbounds i8, ptr %1, i64 16
  %37 = load ptr, ptr %36, align 8
  %38 = icmp eq ptr %7, %37
  %39 = icmp eq i64 %4, 8
  br i1 %39, label %64, label %40

40:                                               ; preds = %35
  br i1 %38, label %45, label %41

41:                                               ; preds = %40
  %42 = getelementptr inbounds i8, ptr %1, i64 8
  %43 = load ptr, ptr %42, align 8
  %44 = icmp eq ptr %7, %43
  br i1 %44, label %45, label %64

45:                                               ; preds = %41, %40
  %46 = phi i64 [ 72, %40 ], [ 64, %41 ]
  %47 = getelementptr inbounds i8, ptr %0, i64 %46
  %48 = load ptr, ptr %47, align 8
  %49 = tail call i64 %48(ptr noundef nonnull %2) #4
  %50 = icmp slt i64 %49, 1
  br i1 %50, label %64, label %51

51:                                               ; preds = %45
  %52 = add nuw nsw i64 %4, 1
  %53 = select i1 %38, i64 96, i64 88
  %54 = getelementptr inbounds i8, ptr %0, i64 %53
  br label %55

55:                                               ; preds = %55, %51
  %56 = phi i64 [ 0, %51 ], [ %61, %55 ]
  %57 = load ptr, ptr %54, align 8
  %58 = tail call ptr %57(ptr noundef %2, i64 noundef %56) #4
  %59 = tail call fastcc zeroext i1 @is_numbers(ptr noundef nonnull %0, ptr noundef nonnull %1, ptr noundef %58, i1 noundef zeroext %3, i64 noundef %52) #5
  %60 = xor i1 %59, true
  %61 = add nuw nsw i64 %56, 1
  %62 = icmp eq i64 %61, %49
  %63 = select i1 %60, i1 true, i1 %62
  br i1 %63, label %64, label %55, !llvm.loop !33

64:                                               ; preds = %55, %45, %15, %10, %10, %10, %41, %35, %18, %22, %26, %31
  %65 = phi i1 [ true, %31 ], [ true, %26 ], [ true, %22 ], [ true, %18 ], [ false, %41 ], [ false, %35 ], [ true, %10 ], [ %17, %15 ], [ true, %10 ], [ true, %10 ], [ true, %45 ], [ %59, %55 ]
  ret i1 %65
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #2

; Function Attrs: nounwind
define internal fastcc noundef zeroext i1 @assign_one(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i64 noundef %2, ptr noundef %3) unnamed_addr #0 {
  %5 = add i64 %2, -126
  %6 = icmp ult i64 %5, -14
  br i1 %6, label %7, label %28

7:                                                ; preds = %4
  %8 = icmp eq i64 %2, 127
  br i1 %8, label %9, label %11

9:                                                ; preds = %7
  %10 = getelementptr inbounds i8, ptr %1, i64 384
  br label %19

11:                                               ; preds = %7
  %12 = icmp sgt i64 %2, 63
  br i1 %12, label %13, label %17

13:                                               ; preds = %11
  %14 = getelementptr inbounds i8, ptr %1, i64 192
  %15 = add nsw i64 %2, -64
  %16 = getelementptr inbounds [24 x ptr], ptr %14, i64 0, i64 %15
  br label %19

17:                                               ; preds = %11
  %18 = getelementptr inbounds [24 x ptr], ptr %1, i64 0, i64 %2
  br label %19

19:                                               ; preds = %13, %17, %9
  %20 = phi ptr [ %10, %9 ], [ %16, %13 ], [ %18, %17 ]
  %21 = icmp eq i64 %2, 126
  %22 = icmp slt i64 %2, 0
  %23 = or i1 %21, %22
  br i1 %23, label %68, label %24

24:                                               ; preds = %19
  %25 = load ptr, ptr %20, align 8
  %26 = icmp eq ptr %25, null
  br i1 %26, label %27, label %68

27:                                               ; preds = %24
  store ptr %3, ptr %20, align 8
  br label %68

28:                                               ; preds = %4
  %29 = getelementptr inbounds i8, ptr %3, i64 8
  %30 = load ptr, ptr %29, align 8
  %31 = getelementptr inbounds i8, ptr %0, i64 8
  %32 = load ptr, ptr %31, align 8
  %33 = getelementptr inbounds i8, ptr %32, i64 72
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %30, %34
  br i1 %35, label %68, label %36

36:                                               ; preds = %28
  %37 = ptrtoint ptr %30 to i64
  %38 = getelementptr inbounds i8, ptr %0, i64 256
  %39 = load ptr, ptr %38, align 8
  %40 = add nsw i64 %2, -112
  %41 = getelementptr inbounds i64, ptr %39, i64 %40
  %42 = load i64, ptr %41, align 8
  %43 = icmp eq i64 %42, %37
  br i1 %43, label %44, label %68

44:                                               ; preds = %36
  %45 = load ptr, ptr %0, align 8
  %46 = getelementptr inbounds i8, ptr %45, i64 64
  %47 = load ptr, ptr %46, align 8
  %48 = tail call i64 %47(ptr noundef nonnull %3) #4
  %49 = icmp slt i64 %48, 1
  br i1 %49, label %68, label %50

50:                                               ; preds = %44
  %51 = getelementptr inbounds i8, ptr %0, i64 264
  %52 = shl nuw nsw i64 %40, 6
  br label %53

53:                                               ; preds = %53, %50
  %54 = phi i64 [ 0, %50 ], [ %65, %53 ]
  %55 = load ptr, ptr %51, align 8
  %56 = getelementptr inbounds i8, ptr %55, i64 %52
  %57 = getelementptr inbounds i64, ptr %56, i64 %54
  %58 = load i64, ptr %57, align 8
  %59 = load ptr, ptr %0, align 8
  %60 = getelementptr inbounds i8, ptr %59, i64 88
  %61 = load ptr, ptr %60, align 8
  %62 = tail call ptr %61(ptr noundef %3, i64 noundef %54) #4
  %63 = tail call fastcc zeroext i1 @assign_one(ptr noundef nonnull %0, ptr noundef %1, i64 noundef %58, ptr noundef %62) #5
  %64 = xor i1 %63, true
  %65 = add nuw nsw i64 %54, 1
  %66 = icmp eq i64 %65, %48
  %67 = select i1 %64, i1 true, i1 %66
  br i1 %67, label %68, label %53, !llvm.loop !34

68:                                               ; preds = %53, %44, %36, %28, %27, %24, %19
  %69 = phi i1 [ true, %27 ], [ false, %24 ], [ false, %19 ], [ true, %28 ], [ false, %36 ], [ true, %44 ], [ %63, %53 ]
  ret i1 %69
}

; Function Attrs: nounwind
define internal fastcc ptr @repeated(ptr nocapture noundef readonly %0, ptr noundef %1, ptr noundef %2) unnamed_addr #0 {
  %4 = load ptr, ptr %0, align 8
  %5 = icmp eq ptr %2, null
  br i1 %5, label %55, label %6

6:                                                ; preds = %3
  %7 = getelementptr inbounds i8, ptr %2, i64 8
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %0, i64 8
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %10, i64 16
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %8, %12
  br i1 %13, label %36, label %14

14:                                               ; preds = %6
  %15 = getelementptr inbounds i8, ptr %10, i64 8
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %8, %16
  br i1 %17, label %36, label %18

18:                                               ; preds = %14
  %19 = getelementptr inbounds i8, ptr %4, i64 80
  %20 = load ptr, ptr %19, align 8
  %21 = tail call ptr %20(ptr noundef nonnull %2, ptr noundef nonnull @.str) #4
  %22 = icmp eq ptr %21, null
  br i1 %22, label %55, label %23

23:                                               ; preds = %18
  %24 = getelementptr inbounds i8, ptr %21, i64 8
  %25 = load ptr, ptr %24, align 8
  %26 = load ptr, ptr %9, align 8
  %27 = getelementptr inbounds i8, ptr %26, i64 8
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %25, %28
  br i1 %29, label %30, label %32

30:                                               ; preds = %23
  %31 = tail call fastcc ptr @repeated(ptr noundef nonnull %0, ptr noundef %1, ptr noundef nonnull %21) #5
  br label %32

32:                                               ; preds = %23, %30
  %33 = phi ptr [ null, %23 ], [ %31, %30 ]
  %34 = getelementptr inbounds i8, ptr %4, i64 168
  %35 = load ptr, ptr %34, align 8
  tail call void %35(ptr noundef nonnull %21) #4
  br label %55

36:                                               ; preds = %14, %6
  %37 = phi i64 [ 72, %6 ], [ 64, %14 ]
  %38 = getelementptr inbounds i8, ptr %4, i64 %37
  %39 = load ptr, ptr %38, align 8
  %40 = tail call i64 %39(ptr noundef nonnull %2) #4
  %41 = getelementptr inbounds i8, ptr %4, i64 56
  %42 = load ptr, ptr %41, align 8
  %43 = tail call ptr %42(i64 noundef %40) #4
  %44 = icmp sgt i64 %40, 0
  br i1 %44, label %45, label %55

45:                                               ; preds = %36
  %46 = getelementptr inbounds i8, ptr %4, i64 160
  %47 = getelementptr inbounds i8, ptr %4, i64 104
  br label %48

48:                                               ; preds = %45, %48
  %49 = phi i64 [ 0, %45 ], [ %53, %48 ]
  %50 = load ptr, ptr %46, align 8
  tail call void %50(ptr noundef %1) #4
  %51 = load ptr, ptr %47, align 8
  %52 = tail call i32 %51(ptr noundef %43, i64 noundef %49, ptr noundef %1) #4
  %53 = add nuw nsw i64 %49, 1
  %54 = icmp eq i64 %53, %40
  br i1 %54, label %55, label %48, !llvm.loop !35

55:                                               ; preds = %48, %36, %18, %32, %3
  %56 = phi ptr [ null, %3 ], [ %33, %32 ], [ null, %18 ], [ %43, %36 ], [ %43, %48 ]
  ret ptr %56
}

; Function Attrs: nounwind
define internal fastcc ptr @frozen(ptr nocapture noundef readonly %0, ptr noundef %1, i64 noundef %2) unnamed_addr #0 {
  %4 = alloca ptr, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %1, i64 8
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds i8, ptr %7, i64 16
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %9, %11
  %13 = getelementptr inbounds i8, ptr %7, i64 32
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %9, %14
  br i1 %15, label %24, label %16

16:                                               ; preds = %3
  %17 = getelementptr inbounds i8, ptr %7, i64 40
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %9, %18
  br i1 %19, label %24, label %20

20:                                               ; preds = %16
  %21 = getelementptr inbounds i8, ptr %7, i64 72
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %9, %22
  br i1 %23, label %24, label %27

24:                                               ; preds = %20, %16, %3
  %25 = getelementptr inbounds i8, ptr %5, i64 160
  %26 = load ptr, ptr %25, align 8
  tail call void %26(ptr noundef nonnull %1) #4
  br label %74

27:                                               ; preds = %20
  %28 = icmp eq i64 %2, 8
  br i1 %28, label %34, label %29

29:                                               ; preds = %27
  br i1 %12, label %39, label %30

30:                                               ; preds = %29
  %31 = getelementptr inbounds i8, ptr %7, i64 8
  %32 = load ptr, ptr %31, align 8
  %33 = icmp eq ptr %9, %32
  br i1 %33, label %39, label %34

34:                                               ; preds = %30, %27
  %35 = load ptr, ptr %5, align 8
  %36 = getelementptr inbounds i8, ptr %0, i64 80
  %37 = load ptr, ptr %36, align 8
  %38 = call ptr %35(ptr noundef %37, ptr noundef nonnull %4, i64 noundef 1, ptr noundef null) #4
  br label %74

39:                                               ; preds = %30, %29
  %40 = phi i64 [ 72, %29 ], [ 64, %30 ]
  %41 = getelementptr inbounds i8, ptr %5, i64 %40
  %42 = load ptr, ptr %41, align 8
  %43 = tail call i64 %42(ptr noundef nonnull %1) #4
  %44 = getelementptr inbounds i8, ptr %5, i64 56
  %45 = load ptr, ptr %44, align 8
  %46 = add nsw i64 %43, 1
  %47 = tail call ptr %45(i64 noundef %46) #4
  %48 = getelementptr inbounds i8, ptr %5, i64 160
  %49 = load ptr, ptr %48, align 8
  %50 = load ptr, ptr %8, align 8
  tail call void %49(ptr noundef %50) #4
  %51 = getelementptr inbounds i8, ptr %5, i64 104
  %52 = load ptr, ptr %51, align 8
  %53 = load ptr, ptr %8, align 8
  %54 = tail call i32 %52(ptr noundef %47, i64 noundef 0, ptr noundef %53) #4
  %55 = icmp sgt i64 %43, 0
  br i1 %55, label %56, label %74

56:                                               ; preds = %39
  %57 = add nuw nsw i64 %2, 1
  %58 = select i1 %12, i64 96, i64 88
  %59 = getelementptr inbounds i8, ptr %5, i64 %58
  br label %60

60:                                               ; preds = %56, %69
  %61 = phi i64 [ 0, %56 ], [ %71, %69 ]
  %62 = load ptr, ptr %59, align 8
  %63 = tail call ptr %62(ptr noundef %1, i64 noundef %61) #4
  %64 = tail call fastcc ptr @frozen(ptr noundef nonnull %0, ptr noundef %63, i64 noundef %57) #5
  %65 = icmp eq ptr %64, null
  br i1 %65, label %66, label %69

66:                                               ; preds = %60
  %67 = getelementptr inbounds i8, ptr %5, i64 168
  %68 = load ptr, ptr %67, align 8
  tail call void %68(ptr noundef %47) #4
  br label %74

69:                                               ; preds = %60
  %70 = load ptr, ptr %51, align 8
  %71 = add nuw nsw i64 %61, 1
  %72 = tail call i32 %70(ptr noundef %47, i64 noundef %71, ptr noundef nonnull %64) #4
  %73 = icmp eq i64 %71, %43
  br i1 %73, label %74, label %60, !llvm.loop !36

74:                                               ; preds = %69, %39, %66, %34, %24
  %75 = phi ptr [ %1, %24 ], [ %38, %34 ], [ null, %66 ], [ %47, %39 ], [ %47, %69 ]
  ret ptr %75
}

; Function Attrs: nounwind
define internal fastcc zeroext i1 @is_same(ptr nocapture noundef readonly %0, ptr noundef %1, ptr noundef %2, i64 noundef %3) unnamed_addr #0 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %1, %2
  %9 = getelementptr inbounds i8, ptr %7, i64 8
  %10 = load ptr, ptr %9, align 8
  br i1 %8, label %11, label %15

11:                                               ; preds = %4
  %12 = getelementptr inbounds i8, ptr %2, i64 8
  %13 = load ptr, ptr %12, align 8
  %14 = icmp ne ptr %13, %10
  br label %70

15:                                               ; preds = %4
  %16 = getelementptr inbounds i8, ptr %1, i64 8
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq ptr %17, %10
  br i1 %18, label %19, label %70

19:                                               ; preds = %15
  %20 = getelementptr inbounds i8, ptr %5, i64 88
  %21 = load ptr, ptr %20, align 8
  %22 = tail call ptr %21(ptr noundef nonnull %1, i64 noundef 0) #4
  %23 = getelementptr inbounds i8, ptr %2, i64 8
  %24 = load ptr, ptr %23, align 8
  %25 = icmp ne ptr %22, %24
  %26 = icmp eq i64 %3, 8
  %27 = or i1 %26, %25
  br i1 %27, label %70, label %28

28:                                               ; preds = %19
  %29 = getelementptr inbounds i8, ptr %7, i64 16
  %30 = load ptr, ptr %29, align 8
  %31 = icmp eq ptr %22, %30
  %32 = getelementptr inbounds i8, ptr %5, i64 64
  %33 = load ptr, ptr %32, align 8
  %34 = tail call i64 %33(ptr noundef nonnull %1) #4
  %35 = add i64 %34, -1
  br i1 %31, label %46, label %36

36:                                               ; preds = %28
  %37 = load ptr, ptr %23, align 8
  %38 = load ptr, ptr %9, align 8
  %39 = icmp eq ptr %37, %38
  br i1 %39, label %48, label %40

40:                                               ; preds = %36
  %41 = icmp eq i64 %35, 1
  br i1 %41, label %42, label %70

42:                                               ; preds = %40
  %43 = load ptr, ptr %20, align 8
  %44 = tail call ptr %43(ptr noundef nonnull %1, i64 noundef 1) #4
  %45 = icmp eq ptr %44, %2
  br label %70

46:                                               ; preds = %28
  %47 = getelementptr inbounds i8, ptr %5, i64 72
  br label %48

48:                                               ; preds = %36, %46
  %49 = phi ptr [ %47, %46 ], [ %32, %36 ]
  %50 = load ptr, ptr %49, align 8
  %51 = tail call i64 %50(ptr noundef nonnull %2) #4
  %52 = icmp eq i64 %35, %51
  br i1 %52, label %53, label %70

53:                                               ; preds = %48
  %54 = getelementptr inbounds i8, ptr %5, i64 96
  %55 = add nuw nsw i64 %3, 1
  %56 = tail call i64 @llvm.smax.i64(i64 %35, i64 0)
  %57 = select i1 %31, ptr %54, ptr %20
  br label %58

58:                                               ; preds = %53, %61
  %59 = phi i64 [ %63, %61 ], [ 0, %53 ]
  %60 = icmp eq i64 %59, %56
  br i1 %60, label %68, label %61

61:                                               ; preds = %58
  %62 = load ptr, ptr %20, align 8
  %63 = add nuw i64 %59, 1
  %64 = tail call ptr %62(ptr noundef %1, i64 noundef %63) #4
  %65 = load ptr, ptr %57, align 8
  %66 = tail call ptr %65(ptr noundef %2, i64 noundef %59) #4
  %67 = tail call fastcc zeroext i1 @is_same(ptr noundef nonnull %0, ptr noundef %64, ptr noundef %66, i64 noundef %55) #5
  br i1 %67, label %58, label %70, !llvm.loop !37

68:                                               ; preds = %58
  %69 = icmp sge i64 %59, %35
  br label %70

70:                                               ; preds = %61, %68, %42, %40, %48, %15, %19, %11
  %71 = phi i1 [ %14, %11 ], [ false, %19 ], [ false, %15 ], [ false, %40 ], [ %45, %42 ], [ false, %48 ], [ %69, %68 ], [ false, %61 ]
  ret i1 %71
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #3

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nobuiltin nounwind "no-builtins" }
attributes #5 = { nobuiltin "no-builtins" }
attributes #6 = { nounwind }


!3 = distinct !{!3, !4, !5}
!4 = !{!"llvm.loop.mustprogress"}
!5 = !{!"llvm.loop.unroll.disable"}
!6 = distinct !{!6, !4, !5}
!7 = distinct !{!7, !4, !5}
!8 = distinct !{!8, !4, !5}
!9 = distinct !{!9, !4, !5}
!10 = distinct !{!10, !4, !5}
!11 = distinct !{!11, !4, !5}
!12 = distinct !{!12, !4, !5}
!13 = distinct !{!13, !4, !5}
!14 = distinct !{!14, !4, !5}
!15 = distinct !{!15, !4, !5}
!16 = !{i8 0, i8 2}
!17 = !{}
!18 = distinct !{!18, !4, !5}
!19 = distinct !{!19, !4, !5}
!20 = distinct !{!20, !4, !5}
!21 = distinct !{!21, !4, !5}
!22 = distinct !{!22, !4, !5}
!23 = distinct !{!23, !4, !5}
!24 = distinct !{!24, !4, !5}
!25 = distinct !{!25, !4, !5}
!26 = distinct !{!26, !4, !5}
!27 = distinct !{!27, !4, !5}
!28 = distinct !{!28, !4, !5}
!29 = distinct !{!29, !4, !5}
!30 = distinct !{!30, !4, !5}
!31 = distinct !{!31, !4, !5}
!32 = distinct !{!32, !4, !5}
!33 = distinct !{!33, !4, !5}
!34 = distinct !{!34, !4, !5}
!35 = distinct !{!35, !4, !5}
!36 = distinct !{!36, !4, !5}
!37 = distinct !{!37, !4, !5}
