
%struct.spec = type { i64, i64, [6 x i64] }

; Function Attrs: nounwind
define ptr @call_kernel(ptr nocapture noundef readonly %0, ptr noundef %1, i64 noundef %2, ptr noundef %3) local_unnamed_addr #0 {
  %5 = getelementptr inbounds i8, ptr %0, i64 24
  %6 = load ptr, ptr %5, align 8
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %6, i64 40
  %9 = load ptr, ptr %8, align 8
  %10 = and i64 %2, 9223372036854775807
  %11 = icmp eq ptr %3, null
  br i1 %11, label %29, label %12

12:                                               ; preds = %4
  %13 = getelementptr inbounds i8, ptr %7, i64 40
  %14 = load ptr, ptr %13, align 8, !noalias !3
  %15 = tail call i64 %14(ptr noundef nonnull %3) #4, !noalias !3
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %29, label %17

17:                                               ; preds = %12
  %18 = getelementptr inbounds i8, ptr %7, i64 48
  %19 = load ptr, ptr %18, align 8, !noalias !3
  %20 = add nsw i64 %15, -1
  %21 = tail call ptr %19(ptr noundef nonnull %3, i64 noundef %20) #4, !noalias !3
  %22 = icmp eq ptr %21, %9
  br i1 %22, label %23, label %33

23:                                               ; preds = %17
  %24 = getelementptr ptr, ptr %1, i64 %10
  %25 = getelementptr ptr, ptr %24, i64 %15
  %26 = getelementptr i8, ptr %25, i64 -8
  %27 = load ptr, ptr %26, align 8, !noalias !3
  %28 = icmp eq i64 %15, 1
  br i1 %28, label %29, label %33

29:                                               ; preds = %4, %12, %23
  %30 = phi ptr [ %27, %23 ], [ null, %12 ], [ null, %4 ]
  %31 = tail call fastcc ptr @attempt(ptr noundef nonnull %6, ptr noundef %1, i64 noundef %10, ptr noundef %30) #5
  %32 = icmp eq ptr %31, inttoptr (i64 1 to ptr)
  br i1 %32, label %33, label %39

33:                                               ; preds = %17, %23, %29
  %34 = load ptr, ptr %6, align 8
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr inbounds i8, ptr %6, i64 112
  %37 = load ptr, ptr %36, align 8
  %38 = tail call ptr %35(ptr noundef %37, ptr noundef %1, i64 noundef %10, ptr noundef %3) #4
  br label %39

39:                                               ; preds = %29, %33
  %40 = phi ptr [ %38, %33 ], [ %31, %29 ]
  ret ptr %40
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind
define internal fastcc ptr @attempt(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, ptr noundef %3) unnamed_addr #0 {
  %5 = alloca [64 x i64], align 16
  %6 = alloca [24 x ptr], align 16
  %7 = alloca [24 x i64], align 16
  %8 = alloca [24 x ptr], align 16
  %9 = load ptr, ptr %0, align 8
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %6) #6
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %7) #6
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %8) #6
  %10 = getelementptr inbounds i8, ptr %0, i64 56
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, %2
  br i1 %12, label %13, label %435

13:                                               ; preds = %4
  %14 = getelementptr inbounds i8, ptr %0, i64 64
  %15 = load i64, ptr %14, align 8
  %16 = icmp sgt i64 %15, 0
  br i1 %16, label %17, label %124

17:                                               ; preds = %13
  %18 = getelementptr inbounds i8, ptr %0, i64 80
  %19 = getelementptr inbounds i8, ptr %0, i64 24
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %0, i64 88
  %22 = getelementptr inbounds i8, ptr %0, i64 8
  %23 = getelementptr inbounds i8, ptr %0, i64 32
  br label %24

24:                                               ; preds = %17, %117
  %25 = phi i64 [ 0, %17 ], [ %119, %117 ]
  %26 = phi ptr [ null, %17 ], [ %118, %117 ]
  %27 = phi i64 [ 0, %17 ], [ %120, %117 ]
  %28 = icmp slt i64 %27, %2
  br i1 %28, label %29, label %31

29:                                               ; preds = %24
  %30 = getelementptr inbounds ptr, ptr %1, i64 %27
  br label %35

31:                                               ; preds = %24
  %32 = load ptr, ptr %18, align 8
  %33 = sub nsw i64 %27, %2
  %34 = getelementptr inbounds ptr, ptr %32, i64 %33
  br label %35

35:                                               ; preds = %31, %29
  %36 = phi ptr [ %30, %29 ], [ %34, %31 ]
  %37 = load ptr, ptr %36, align 8
  %38 = getelementptr inbounds i8, ptr %37, i64 8
  %39 = load ptr, ptr %38, align 8
  %40 = icmp eq ptr %39, %20
  br i1 %40, label %41, label %46

41:                                               ; preds = %35
  %42 = load ptr, ptr %21, align 8
  %43 = getelementptr inbounds %struct.spec, ptr %42, i64 %27
  %44 = load i64, ptr %43, align 8
  %45 = icmp eq i64 %44, 0
  br i1 %45, label %83, label %46

46:                                               ; preds = %35, %41
  %47 = load ptr, ptr %22, align 8
  %48 = icmp eq ptr %39, %47
  br i1 %48, label %49, label %435

49:                                               ; preds = %46
  %50 = getelementptr inbounds i8, ptr %37, i64 56
  %51 = load ptr, ptr %50, align 8
  %52 = load ptr, ptr %23, align 8
  %53 = icmp eq ptr %51, %52
  br i1 %53, label %54, label %435

54:                                               ; preds = %49
  %55 = getelementptr inbounds i8, ptr %37, i64 64
  %56 = load i32, ptr %55, align 8
  %57 = and i32 %56, 257
  %58 = icmp eq i32 %57, 257
  br i1 %58, label %59, label %435

59:                                               ; preds = %54
  %60 = load ptr, ptr %21, align 8
  %61 = getelementptr inbounds %struct.spec, ptr %60, i64 %27
  %62 = getelementptr inbounds i8, ptr %37, i64 24
  %63 = load i32, ptr %62, align 8
  %64 = sext i32 %63 to i64
  %65 = load i64, ptr %61, align 8
  %66 = sub nsw i64 %64, %65
  %67 = icmp sgt i64 %66, -1
  br i1 %67, label %68, label %435

68:                                               ; preds = %59
  %69 = getelementptr inbounds i8, ptr %37, i64 32
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
  br i1 %82, label %73, label %435, !llvm.loop !6

83:                                               ; preds = %41
  %84 = getelementptr inbounds i8, ptr %37, i64 16
  %85 = getelementptr inbounds [24 x ptr], ptr %6, i64 0, i64 %27
  store ptr %84, ptr %85, align 8
  br label %91

86:                                               ; preds = %73
  %87 = getelementptr inbounds i8, ptr %37, i64 16
  %88 = load ptr, ptr %87, align 8
  %89 = getelementptr inbounds [24 x ptr], ptr %6, i64 0, i64 %27
  store ptr %88, ptr %89, align 8
  %90 = icmp eq i64 %66, 0
  br i1 %90, label %91, label %93

91:                                               ; preds = %83, %86
  %92 = getelementptr inbounds [24 x i64], ptr %7, i64 0, i64 %27
  store i64 0, ptr %92, align 8
  br label %117

93:                                               ; preds = %86
  %94 = load ptr, ptr %21, align 8
  %95 = getelementptr inbounds %struct.spec, ptr %94, i64 %27, i32 1
  %96 = load i64, ptr %95, align 8
  %97 = getelementptr inbounds [24 x i64], ptr %7, i64 0, i64 %27
  store i64 %96, ptr %97, align 8
  %98 = icmp eq ptr %26, null
  br i1 %98, label %99, label %102

99:                                               ; preds = %93
  %100 = getelementptr inbounds i8, ptr %37, i64 32
  %101 = load ptr, ptr %100, align 8
  br label %117

102:                                              ; preds = %93
  %103 = icmp eq i64 %66, %25
  br i1 %103, label %104, label %435

104:                                              ; preds = %102
  %105 = getelementptr inbounds i8, ptr %37, i64 32
  %106 = load ptr, ptr %105, align 8
  br label %107

107:                                              ; preds = %110, %104
  %108 = phi i64 [ %25, %104 ], [ %111, %110 ]
  %109 = icmp eq i64 %108, 0
  br i1 %109, label %117, label %110

110:                                              ; preds = %107
  %111 = add nsw i64 %108, -1
  %112 = getelementptr inbounds i64, ptr %106, i64 %111
  %113 = load i64, ptr %112, align 8
  %114 = getelementptr inbounds i64, ptr %26, i64 %111
  %115 = load i64, ptr %114, align 8
  %116 = icmp eq i64 %113, %115
  br i1 %116, label %107, label %435, !llvm.loop !6

117:                                              ; preds = %107, %99, %91
  %118 = phi ptr [ %101, %99 ], [ %26, %91 ], [ %26, %107 ]
  %119 = phi i64 [ %66, %99 ], [ %25, %91 ], [ %25, %107 ]
  %120 = add nuw nsw i64 %27, 1
  %121 = icmp eq i64 %120, %15
  br i1 %121, label %122, label %24, !llvm.loop !9

122:                                              ; preds = %117
  %123 = icmp sgt i64 %119, 0
  br i1 %123, label %136, label %124

124:                                              ; preds = %136, %13, %122
  %125 = phi i64 [ %119, %122 ], [ 0, %13 ], [ %119, %136 ]
  %126 = phi ptr [ %118, %122 ], [ null, %13 ], [ %118, %136 ]
  %127 = phi i64 [ 1, %122 ], [ 1, %13 ], [ %141, %136 ]
  %128 = getelementptr inbounds i8, ptr %0, i64 176
  %129 = load ptr, ptr %128, align 8
  %130 = load i64, ptr %129, align 8
  %131 = icmp eq i64 %130, 1
  %132 = select i1 %131, i64 168, i64 160
  %133 = getelementptr inbounds i8, ptr %0, i64 %132
  %134 = load i64, ptr %133, align 8
  %135 = icmp sgt i64 %127, %134
  br i1 %135, label %435, label %144

136:                                              ; preds = %122, %136
  %137 = phi i64 [ %142, %136 ], [ 0, %122 ]
  %138 = phi i64 [ %141, %136 ], [ 1, %122 ]
  %139 = getelementptr inbounds i64, ptr %118, i64 %137
  %140 = load i64, ptr %139, align 8
  %141 = mul nsw i64 %140, %138
  %142 = add nuw nsw i64 %137, 1
  %143 = icmp eq i64 %142, %119
  br i1 %143, label %124, label %136, !llvm.loop !10

144:                                              ; preds = %124
  %145 = getelementptr inbounds i8, ptr %0, i64 136
  %146 = load i64, ptr %145, align 8
  %147 = icmp slt i64 %127, %146
  %148 = icmp sgt i64 %125, 54
  br i1 %147, label %154, label %149

149:                                              ; preds = %144
  %150 = getelementptr inbounds i8, ptr %0, i64 128
  %151 = load ptr, ptr %150, align 8
  %152 = icmp eq ptr %151, null
  %153 = or i1 %152, %148
  br i1 %153, label %435, label %159

154:                                              ; preds = %144
  %155 = getelementptr inbounds i8, ptr %0, i64 120
  %156 = load ptr, ptr %155, align 8
  %157 = icmp eq ptr %156, null
  %158 = or i1 %157, %148
  br i1 %158, label %435, label %159

159:                                              ; preds = %149, %154
  %160 = icmp eq ptr %3, null
  br i1 %160, label %210, label %161

161:                                              ; preds = %159
  %162 = getelementptr inbounds i8, ptr %0, i64 104
  %163 = load i64, ptr %162, align 8
  %164 = icmp eq i64 %163, 0
  %165 = getelementptr inbounds i8, ptr %0, i64 96
  %166 = load ptr, ptr %165, align 8
  %167 = icmp eq ptr %166, null
  br i1 %164, label %169, label %168

168:                                              ; preds = %161
  br i1 %167, label %189, label %173

169:                                              ; preds = %161
  br i1 %167, label %189, label %170

170:                                              ; preds = %169
  %171 = getelementptr inbounds i8, ptr %3, i64 8
  %172 = load ptr, ptr %171, align 8
  br label %177

173:                                              ; preds = %168
  %174 = getelementptr inbounds i8, ptr %3, i64 8
  %175 = load ptr, ptr %174, align 8
  %176 = icmp eq ptr %175, %166
  br i1 %176, label %182, label %177

177:                                              ; preds = %173, %170
  %178 = phi ptr [ %175, %173 ], [ %172, %170 ]
  %179 = getelementptr inbounds i8, ptr %0, i64 16
  %180 = load ptr, ptr %179, align 8
  %181 = icmp eq ptr %178, %180
  br i1 %181, label %182, label %435

182:                                              ; preds = %177, %173
  %183 = getelementptr inbounds i8, ptr %9, i64 40
  %184 = load ptr, ptr %183, align 8
  %185 = tail call i64 %184(ptr noundef nonnull %3) #4
  %186 = getelementptr inbounds i8, ptr %0, i64 72
  %187 = load i64, ptr %186, align 8
  %188 = icmp eq i64 %185, %187
  br i1 %188, label %189, label %435

189:                                              ; preds = %182, %169, %168
  %190 = getelementptr inbounds i8, ptr %0, i64 72
  %191 = load i64, ptr %190, align 8
  %192 = icmp sgt i64 %191, 0
  br i1 %192, label %193, label %273

193:                                              ; preds = %189
  %194 = getelementptr inbounds i8, ptr %9, i64 48
  br label %195

195:                                              ; preds = %204, %193
  %196 = phi i64 [ %191, %193 ], [ %205, %204 ]
  %197 = phi i64 [ 0, %193 ], [ %208, %204 ]
  %198 = load ptr, ptr %165, align 8
  %199 = icmp eq ptr %198, null
  br i1 %199, label %204, label %200

200:                                              ; preds = %195
  %201 = load ptr, ptr %194, align 8
  %202 = tail call ptr %201(ptr noundef nonnull %3, i64 noundef %197) #4
  %203 = load i64, ptr %190, align 8
  br label %204

204:                                              ; preds = %200, %195
  %205 = phi i64 [ %203, %200 ], [ %196, %195 ]
  %206 = phi ptr [ %202, %200 ], [ %3, %195 ]
  %207 = getelementptr inbounds ptr, ptr %8, i64 %197
  store ptr %206, ptr %207, align 8
  %208 = add nuw nsw i64 %197, 1
  %209 = icmp slt i64 %208, %205
  br i1 %209, label %195, label %273, !llvm.loop !11

210:                                              ; preds = %159
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %5) #6
  %211 = getelementptr inbounds i8, ptr %0, i64 72
  %212 = load i64, ptr %211, align 8
  %213 = icmp sgt i64 %212, 0
  br i1 %213, label %214, label %258

214:                                              ; preds = %210
  %215 = getelementptr inbounds i8, ptr %0, i64 88
  %216 = getelementptr inbounds i8, ptr %0, i64 8
  %217 = getelementptr inbounds i8, ptr %0, i64 48
  br label %218

218:                                              ; preds = %255, %214
  %219 = phi i64 [ 0, %214 ], [ %256, %255 ]
  %220 = load ptr, ptr %215, align 8
  %221 = load i64, ptr %14, align 8
  %222 = getelementptr %struct.spec, ptr %220, i64 %221
  %223 = getelementptr %struct.spec, ptr %222, i64 %219
  %224 = load i64, ptr %223, align 8
  %225 = add nsw i64 %224, %125
  %226 = icmp sgt i64 %225, 0
  br i1 %226, label %227, label %229

227:                                              ; preds = %218
  %228 = getelementptr inbounds i8, ptr %223, i64 16
  br label %242

229:                                              ; preds = %242, %218
  %230 = phi i64 [ %225, %218 ], [ %253, %242 ]
  %231 = load ptr, ptr %0, align 8
  %232 = getelementptr inbounds i8, ptr %231, i64 144
  %233 = load ptr, ptr %232, align 8
  %234 = load ptr, ptr %216, align 8
  %235 = trunc i64 %230 to i32
  %236 = load i64, ptr %217, align 8
  %237 = trunc i64 %236 to i32
  %238 = call ptr %233(ptr noundef %234, i32 noundef %235, ptr noundef nonnull %5, i32 noundef %237, ptr noundef null, ptr noundef null, i32 noundef 0, i32 noundef 0, ptr noundef null) #4
  %239 = getelementptr inbounds ptr, ptr %8, i64 %219
  store ptr %238, ptr %239, align 8
  %240 = icmp eq ptr %238, null
  %241 = load i64, ptr %211, align 8
  br i1 %240, label %260, label %255

242:                                              ; preds = %242, %227
  %243 = phi i64 [ 0, %227 ], [ %251, %242 ]
  %244 = icmp slt i64 %243, %125
  %245 = getelementptr inbounds i64, ptr %126, i64 %243
  %246 = sub nsw i64 %243, %125
  %247 = getelementptr inbounds [6 x i64], ptr %228, i64 0, i64 %246
  %248 = select i1 %244, ptr %245, ptr %247
  %249 = load i64, ptr %248, align 8
  %250 = getelementptr inbounds [64 x i64], ptr %5, i64 0, i64 %243
  store i64 %249, ptr %250, align 8
  %251 = add nuw nsw i64 %243, 1
  %252 = load i64, ptr %223, align 8
  %253 = add nsw i64 %252, %125
  %254 = icmp slt i64 %251, %253
  br i1 %254, label %242, label %229, !llvm.loop !12

255:                                              ; preds = %229
  %256 = add nuw nsw i64 %219, 1
  %257 = icmp slt i64 %256, %241
  br i1 %257, label %218, label %258, !llvm.loop !13

258:                                              ; preds = %255, %210
  %259 = phi i64 [ %212, %210 ], [ %241, %255 ]
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %5) #6
  br label %273

260:                                              ; preds = %229
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %5) #6
  %261 = icmp slt i64 %219, %241
  br i1 %261, label %262, label %273

262:                                              ; preds = %260
  %263 = icmp eq i64 %219, 0
  br i1 %263, label %435, label %264

264:                                              ; preds = %262
  %265 = getelementptr inbounds i8, ptr %9, i64 88
  br label %266

266:                                              ; preds = %266, %264
  %267 = phi i64 [ %219, %264 ], [ %268, %266 ]
  %268 = add nsw i64 %267, -1
  %269 = load ptr, ptr %265, align 8
  %270 = getelementptr inbounds ptr, ptr %8, i64 %268
  %271 = load ptr, ptr %270, align 8
  call void %269(ptr noundef %271) #4
  %272 = icmp eq i64 %268, 0
  br i1 %272, label %435, label %266, !llvm.loop !14

273:                                              ; preds = %204, %189, %258, %260
  %274 = phi i64 [ %241, %260 ], [ %259, %258 ], [ %191, %189 ], [ %205, %204 ]
  %275 = getelementptr inbounds i8, ptr %0, i64 72
  %276 = icmp sgt i64 %274, 0
  br i1 %276, label %277, label %383

277:                                              ; preds = %273
  %278 = load i64, ptr %14, align 8
  %279 = getelementptr inbounds i8, ptr %0, i64 88
  %280 = load ptr, ptr %279, align 8
  %281 = getelementptr inbounds i8, ptr %0, i64 8
  %282 = getelementptr inbounds i8, ptr %0, i64 32
  br label %283

283:                                              ; preds = %277, %375
  %284 = phi i64 [ %278, %277 ], [ %381, %375 ]
  %285 = phi i64 [ 0, %277 ], [ %380, %375 ]
  %286 = getelementptr inbounds %struct.spec, ptr %280, i64 %284
  %287 = getelementptr inbounds [24 x ptr], ptr %8, i64 0, i64 %285
  %288 = load ptr, ptr %287, align 8
  br i1 %160, label %289, label %294

289:                                              ; preds = %283
  %290 = getelementptr inbounds i8, ptr %288, i64 16
  %291 = load ptr, ptr %290, align 8
  %292 = getelementptr inbounds i8, ptr %286, i64 8
  %293 = load i64, ptr %292, align 8
  br label %375

294:                                              ; preds = %283
  %295 = getelementptr inbounds i8, ptr %288, i64 8
  %296 = load ptr, ptr %295, align 8
  %297 = load ptr, ptr %281, align 8
  %298 = icmp eq ptr %296, %297
  br i1 %298, label %299, label %435

299:                                              ; preds = %294
  %300 = getelementptr inbounds i8, ptr %288, i64 56
  %301 = load ptr, ptr %300, align 8
  %302 = load ptr, ptr %282, align 8
  %303 = icmp eq ptr %301, %302
  br i1 %303, label %304, label %435

304:                                              ; preds = %299
  %305 = getelementptr inbounds i8, ptr %288, i64 64
  %306 = load i32, ptr %305, align 8
  %307 = and i32 %306, 1281
  %308 = icmp eq i32 %307, 1281
  br i1 %308, label %309, label %435

309:                                              ; preds = %304
  %310 = getelementptr inbounds i8, ptr %288, i64 24
  %311 = load i32, ptr %310, align 8
  %312 = sext i32 %311 to i64
  %313 = load i64, ptr %286, align 8
  %314 = sub nsw i64 %312, %313
  %315 = icmp sgt i64 %314, -1
  br i1 %315, label %316, label %331

316:                                              ; preds = %309
  %317 = getelementptr inbounds i8, ptr %288, i64 32
  %318 = load ptr, ptr %317, align 8
  %319 = getelementptr inbounds i64, ptr %318, i64 %314
  %320 = getelementptr inbounds i8, ptr %286, i64 16
  br label %321

321:                                              ; preds = %324, %316
  %322 = phi i64 [ %313, %316 ], [ %325, %324 ]
  %323 = icmp eq i64 %322, 0
  br i1 %323, label %331, label %324

324:                                              ; preds = %321
  %325 = add nsw i64 %322, -1
  %326 = getelementptr inbounds i64, ptr %319, i64 %325
  %327 = load i64, ptr %326, align 8
  %328 = getelementptr inbounds i64, ptr %320, i64 %325
  %329 = load i64, ptr %328, align 8
  %330 = icmp eq i64 %327, %329
  br i1 %330, label %321, label %331, !llvm.loop !6

331:                                              ; preds = %324, %321, %309
  %332 = phi i64 [ -1, %309 ], [ -1, %324 ], [ %314, %321 ]
  %333 = icmp eq i64 %332, %125
  br i1 %333, label %334, label %435

334:                                              ; preds = %331
  %335 = getelementptr inbounds i8, ptr %288, i64 32
  %336 = load ptr, ptr %335, align 8
  br label %337

337:                                              ; preds = %340, %334
  %338 = phi i64 [ %125, %334 ], [ %341, %340 ]
  %339 = icmp eq i64 %338, 0
  br i1 %339, label %347, label %340

340:                                              ; preds = %337
  %341 = add nsw i64 %338, -1
  %342 = getelementptr inbounds i64, ptr %336, i64 %341
  %343 = load i64, ptr %342, align 8
  %344 = getelementptr inbounds i64, ptr %126, i64 %341
  %345 = load i64, ptr %344, align 8
  %346 = icmp eq i64 %343, %345
  br i1 %346, label %337, label %435, !llvm.loop !6

347:                                              ; preds = %337
  %348 = getelementptr inbounds i8, ptr %288, i64 16
  %349 = load ptr, ptr %348, align 8
  %350 = ptrtoint ptr %349 to i64
  %351 = getelementptr inbounds i8, ptr %286, i64 8
  %352 = load i64, ptr %351, align 8
  %353 = mul nsw i64 %352, %127
  %354 = add i64 %353, %350
  %355 = icmp sgt i64 %284, 0
  br i1 %355, label %356, label %375

356:                                              ; preds = %347, %372
  %357 = phi i64 [ %373, %372 ], [ 0, %347 ]
  %358 = getelementptr inbounds ptr, ptr %6, i64 %357
  %359 = load ptr, ptr %358, align 8
  %360 = ptrtoint ptr %359 to i64
  %361 = icmp ugt i64 %354, %360
  br i1 %361, label %362, label %372

362:                                              ; preds = %356
  %363 = getelementptr inbounds %struct.spec, ptr %280, i64 %357, i32 1
  %364 = load i64, ptr %363, align 8
  %365 = getelementptr inbounds i64, ptr %7, i64 %357
  %366 = load i64, ptr %365, align 8
  %367 = icmp eq i64 %366, 0
  %368 = select i1 %367, i64 1, i64 %127
  %369 = mul nsw i64 %368, %364
  %370 = add i64 %369, %360
  %371 = icmp ugt i64 %370, %350
  br i1 %371, label %435, label %372

372:                                              ; preds = %362, %356
  %373 = add nuw nsw i64 %357, 1
  %374 = icmp eq i64 %373, %284
  br i1 %374, label %375, label %356, !llvm.loop !15

375:                                              ; preds = %372, %289, %347
  %376 = phi i64 [ %293, %289 ], [ %352, %347 ], [ %352, %372 ]
  %377 = phi ptr [ %291, %289 ], [ %349, %347 ], [ %349, %372 ]
  %378 = getelementptr inbounds [24 x ptr], ptr %6, i64 0, i64 %284
  store ptr %377, ptr %378, align 8
  %379 = getelementptr inbounds [24 x i64], ptr %7, i64 0, i64 %284
  store i64 %376, ptr %379, align 8
  %380 = add nuw nsw i64 %285, 1
  %381 = add nsw i64 %284, 1
  %382 = icmp eq i64 %380, %274
  br i1 %382, label %383, label %283, !llvm.loop !16

383:                                              ; preds = %375, %273
  %384 = call fastcc zeroext i1 @launch(ptr noundef nonnull %0, i64 noundef %127, ptr noundef nonnull %6, ptr noundef nonnull %7) #5
  br i1 %384, label %385, label %391

385:                                              ; preds = %383
  %386 = load i64, ptr %275, align 8
  %387 = icmp sgt i64 %386, 0
  br i1 %387, label %388, label %433

388:                                              ; preds = %385
  %389 = getelementptr inbounds i8, ptr %9, i64 80
  %390 = getelementptr inbounds i8, ptr %9, i64 136
  br label %405

391:                                              ; preds = %383
  br i1 %160, label %392, label %435

392:                                              ; preds = %391
  %393 = load i64, ptr %275, align 8
  %394 = icmp eq i64 %393, 0
  br i1 %394, label %435, label %395

395:                                              ; preds = %392
  %396 = getelementptr inbounds i8, ptr %9, i64 88
  br label %397

397:                                              ; preds = %397, %395
  %398 = phi i64 [ %393, %395 ], [ %399, %397 ]
  %399 = add nsw i64 %398, -1
  %400 = load ptr, ptr %396, align 8
  %401 = getelementptr inbounds ptr, ptr %8, i64 %399
  %402 = load ptr, ptr %401, align 8
  call void %400(ptr noundef %402) #4
  %403 = icmp eq i64 %399, 0
  br i1 %403, label %435, label %397, !llvm.loop !14

404:                                              ; preds = %417
  br i1 %418, label %422, label %433

405:                                              ; preds = %388, %417
  %406 = phi i64 [ 0, %388 ], [ %419, %417 ]
  %407 = phi i1 [ false, %388 ], [ %418, %417 ]
  %408 = getelementptr inbounds [24 x ptr], ptr %8, i64 0, i64 %406
  %409 = load ptr, ptr %408, align 8
  br i1 %160, label %412, label %410

410:                                              ; preds = %405
  %411 = load ptr, ptr %389, align 8
  call void %411(ptr noundef %409) #4
  br label %417

412:                                              ; preds = %405
  %413 = load ptr, ptr %390, align 8
  %414 = call ptr %413(ptr noundef %409) #4
  store ptr %414, ptr %408, align 8
  %415 = icmp eq ptr %414, null
  %416 = select i1 %415, i1 true, i1 %407
  br label %417

417:                                              ; preds = %412, %410
  %418 = phi i1 [ %407, %410 ], [ %416, %412 ]
  %419 = add nuw nsw i64 %406, 1
  %420 = load i64, ptr %275, align 8
  %421 = icmp slt i64 %419, %420
  br i1 %421, label %405, label %404, !llvm.loop !17

422:                                              ; preds = %404
  %423 = icmp eq i64 %420, 0
  br i1 %423, label %435, label %424

424:                                              ; preds = %422
  %425 = getelementptr inbounds i8, ptr %9, i64 88
  br label %426

426:                                              ; preds = %426, %424
  %427 = phi i64 [ %420, %424 ], [ %428, %426 ]
  %428 = add nsw i64 %427, -1
  %429 = load ptr, ptr %425, align 8
  %430 = getelementptr inbounds ptr, ptr %8, i64 %428
  %431 = load ptr, ptr %430, align 8
  call void %429(ptr noundef %431) #4
  %432 = icmp eq i64 %428, 0
  br i1 %432, label %435, label %426, !llvm.loop !14

433:                                              ; preds = %385, %404
  %434 = call fastcc ptr @packed(ptr noundef nonnull %0, ptr noundef nonnull %8) #5
  br label %435

435:                                              ; preds = %54, %46, %49, %59, %102, %76, %110, %294, %299, %304, %331, %340, %362, %397, %426, %266, %391, %422, %392, %262, %182, %177, %433, %124, %149, %154, %4
  %436 = phi ptr [ inttoptr (i64 1 to ptr), %4 ], [ inttoptr (i64 1 to ptr), %154 ], [ inttoptr (i64 1 to ptr), %149 ], [ inttoptr (i64 1 to ptr), %124 ], [ %434, %433 ], [ inttoptr (i64 1 to ptr), %177 ], [ inttoptr (i64 1 to ptr), %182 ], [ null, %262 ], [ inttoptr (i64 1 to ptr), %392 ], [ null, %422 ], [ inttoptr (i64 1 to ptr), %391 ], [ null, %266 ], [ null, %426 ], [ inttoptr (i64 1 to ptr), %397 ], [ inttoptr (i64 1 to ptr), %362 ], [ inttoptr (i64 1 to ptr), %340 ], [ inttoptr (i64 1 to ptr), %331 ], [ inttoptr (i64 1 to ptr), %304 ], [ inttoptr (i64 1 to ptr), %299 ], [ inttoptr (i64 1 to ptr), %294 ], [ inttoptr (i64 1 to ptr), %110 ], [ inttoptr (i64 1 to ptr), %76 ], [ inttoptr (i64 1 to ptr), %102 ], [ inttoptr (i64 1 to ptr), %59 ], [ inttoptr (i64 1 to ptr), %49 ], [ inttoptr (i64 1 to ptr), %46 ], [ inttoptr (i64 1 to ptr), %54 ]
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %8) #6
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %7) #6
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %6) #6
  ret ptr %436
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind
define ptr @call_function(ptr nocapture noundef readonly %0, ptr noundef %1, i64 noundef %2, ptr noundef %3) local_unnamed_addr #0 {
  %5 = alloca ptr, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 24
  %7 = load ptr, ptr %6, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5)
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %7, i64 32
  %10 = load ptr, ptr %9, align 8
  tail call void @llvm.experimental.noalias.scope.decl(metadata !18)
  %11 = and i64 %2, 9223372036854775807
  %12 = icmp eq ptr %3, null
  br i1 %12, label %29, label %13

13:                                               ; preds = %4
  %14 = getelementptr inbounds i8, ptr %8, i64 40
  %15 = load ptr, ptr %14, align 8, !noalias !18
  %16 = tail call i64 %15(ptr noundef nonnull %3) #4, !noalias !18
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %29, label %18

18:                                               ; preds = %13
  %19 = getelementptr inbounds i8, ptr %8, i64 48
  %20 = load ptr, ptr %19, align 8, !noalias !18
  %21 = add nsw i64 %16, -1
  %22 = tail call ptr %20(ptr noundef nonnull %3, i64 noundef %21) #4, !noalias !18
  %23 = icmp eq ptr %22, %10
  br i1 %23, label %24, label %29

24:                                               ; preds = %18
  %25 = getelementptr ptr, ptr %1, i64 %11
  %26 = getelementptr ptr, ptr %25, i64 %16
  %27 = getelementptr i8, ptr %26, i64 -8
  %28 = load ptr, ptr %27, align 8, !noalias !18
  br label %29

29:                                               ; preds = %4, %13, %18, %24
  %30 = phi i64 [ -1, %24 ], [ 0, %18 ], [ 0, %13 ], [ 0, %4 ]
  %31 = phi i64 [ %16, %24 ], [ %16, %18 ], [ 0, %13 ], [ 0, %4 ]
  %32 = phi ptr [ %28, %24 ], [ null, %18 ], [ null, %13 ], [ null, %4 ]
  %33 = add i64 %31, %30
  %34 = getelementptr inbounds ptr, ptr %1, i64 %11
  store ptr %3, ptr %5, align 8, !alias.scope !18
  %35 = getelementptr inbounds i8, ptr %7, i64 48
  %36 = load ptr, ptr %35, align 8
  %37 = icmp eq ptr %36, null
  %38 = load ptr, ptr %7, align 8
  br i1 %37, label %48, label %39

39:                                               ; preds = %29
  %40 = load ptr, ptr %38, align 8
  %41 = tail call ptr %40(ptr noundef nonnull %36, ptr noundef %1, i64 noundef %11, ptr noundef %3) #4
  %42 = icmp eq ptr %41, null
  br i1 %42, label %228, label %43

43:                                               ; preds = %39
  %44 = load ptr, ptr %7, align 8
  %45 = getelementptr inbounds i8, ptr %44, i64 88
  %46 = load ptr, ptr %45, align 8
  tail call void %46(ptr noundef nonnull %41) #4
  %47 = load ptr, ptr %7, align 8
  br label %48

48:                                               ; preds = %43, %29
  %49 = phi ptr [ %47, %43 ], [ %38, %29 ]
  %50 = getelementptr inbounds i8, ptr %7, i64 16
  %51 = load ptr, ptr %50, align 8
  %52 = icmp eq ptr %51, null
  %53 = zext i1 %52 to i64
  %54 = icmp ult i64 %11, %53
  br i1 %54, label %219, label %55

55:                                               ; preds = %48
  br i1 %52, label %56, label %65

56:                                               ; preds = %55
  %57 = getelementptr inbounds i8, ptr %49, i64 8
  %58 = load ptr, ptr %57, align 8
  %59 = load ptr, ptr %1, align 8
  %60 = getelementptr inbounds i8, ptr %7, i64 24
  %61 = load ptr, ptr %60, align 8
  %62 = tail call ptr %58(ptr noundef %59, ptr noundef %61) #4
  %63 = icmp eq ptr %62, null
  %64 = load ptr, ptr %7, align 8
  br i1 %63, label %219, label %65

65:                                               ; preds = %56, %55
  %66 = phi ptr [ %49, %55 ], [ %64, %56 ]
  %67 = phi ptr [ %51, %55 ], [ %62, %56 ]
  %68 = icmp eq i64 %33, 0
  br i1 %68, label %69, label %72

69:                                               ; preds = %65
  %70 = getelementptr inbounds i8, ptr %7, i64 8
  %71 = load ptr, ptr %70, align 8
  br label %183

72:                                               ; preds = %65
  %73 = getelementptr inbounds i8, ptr %66, i64 56
  %74 = load ptr, ptr %73, align 8
  %75 = getelementptr inbounds i8, ptr %7, i64 40
  %76 = load ptr, ptr %75, align 8
  %77 = tail call ptr %74(ptr noundef %76, i64 noundef 0) #4
  %78 = load ptr, ptr %7, align 8
  %79 = getelementptr inbounds i8, ptr %77, i64 8
  %80 = load ptr, ptr %79, align 8
  %81 = getelementptr inbounds i8, ptr %7, i64 88
  %82 = load ptr, ptr %81, align 8
  %83 = icmp eq ptr %80, %82
  br i1 %83, label %84, label %108

84:                                               ; preds = %72
  %85 = getelementptr inbounds i8, ptr %78, i64 40
  %86 = load ptr, ptr %85, align 8
  %87 = tail call i64 %86(ptr noundef nonnull %77) #4
  %88 = add nsw i64 %33, 2
  %89 = icmp eq i64 %87, %88
  br i1 %89, label %90, label %108

90:                                               ; preds = %84
  %91 = getelementptr inbounds i8, ptr %78, i64 48
  %92 = load ptr, ptr %91, align 8
  %93 = tail call ptr %92(ptr noundef nonnull %77, i64 noundef 1) #4
  %94 = icmp eq ptr %93, %3
  br i1 %94, label %95, label %108

95:                                               ; preds = %90
  %96 = tail call i64 @llvm.smax.i64(i64 %33, i64 0)
  br label %97

97:                                               ; preds = %95, %100
  %98 = phi i64 [ %107, %100 ], [ 0, %95 ]
  %99 = icmp eq i64 %98, %96
  br i1 %99, label %183, label %100

100:                                              ; preds = %97
  %101 = load ptr, ptr %91, align 8
  %102 = add nuw nsw i64 %98, 2
  %103 = tail call ptr %101(ptr noundef %77, i64 noundef %102) #4
  %104 = getelementptr inbounds ptr, ptr %34, i64 %98
  %105 = load ptr, ptr %104, align 8
  %106 = icmp eq ptr %103, %105
  %107 = add nuw i64 %98, 1
  br i1 %106, label %97, label %108, !llvm.loop !21

108:                                              ; preds = %100, %72, %90, %84
  %109 = icmp sgt i64 %33, 0
  br i1 %109, label %110, label %152

110:                                              ; preds = %108
  %111 = getelementptr inbounds i8, ptr %7, i64 72
  %112 = getelementptr inbounds i8, ptr %7, i64 80
  br label %113

113:                                              ; preds = %149, %110
  %114 = phi i64 [ 0, %110 ], [ %150, %149 ]
  %115 = getelementptr inbounds ptr, ptr %34, i64 %114
  %116 = load ptr, ptr %115, align 8
  %117 = getelementptr inbounds i8, ptr %116, i64 8
  %118 = load ptr, ptr %117, align 8
  %119 = load ptr, ptr %81, align 8
  %120 = icmp eq ptr %118, %119
  br i1 %120, label %124, label %121

121:                                              ; preds = %113
  %122 = load ptr, ptr %111, align 8
  %123 = icmp eq ptr %118, %122
  br i1 %123, label %149, label %146

124:                                              ; preds = %113
  %125 = load ptr, ptr %7, align 8
  %126 = getelementptr inbounds i8, ptr %125, i64 40
  %127 = load ptr, ptr %126, align 8
  %128 = tail call i64 %127(ptr noundef nonnull %116) #4
  %129 = icmp slt i64 %128, 1
  br i1 %129, label %149, label %130

130:                                              ; preds = %124, %144
  %131 = phi i64 [ %132, %144 ], [ %128, %124 ]
  %132 = add nsw i64 %131, -1
  %133 = load ptr, ptr %7, align 8
  %134 = getelementptr inbounds i8, ptr %133, i64 48
  %135 = load ptr, ptr %134, align 8
  %136 = tail call ptr %135(ptr noundef %116, i64 noundef %132) #4
  %137 = getelementptr inbounds i8, ptr %136, i64 8
  %138 = load ptr, ptr %137, align 8
  %139 = load ptr, ptr %111, align 8
  %140 = icmp eq ptr %138, %139
  br i1 %140, label %144, label %141

141:                                              ; preds = %130
  %142 = load ptr, ptr %112, align 8
  %143 = icmp eq ptr %138, %142
  br i1 %143, label %144, label %210

144:                                              ; preds = %141, %130
  %145 = icmp ult i64 %131, 2
  br i1 %145, label %149, label %130, !llvm.loop !22

146:                                              ; preds = %121
  %147 = load ptr, ptr %112, align 8
  %148 = icmp eq ptr %118, %147
  br i1 %148, label %149, label %210

149:                                              ; preds = %144, %146, %124, %121
  %150 = add nuw nsw i64 %114, 1
  %151 = icmp eq i64 %150, %33
  br i1 %151, label %152, label %113, !llvm.loop !23

152:                                              ; preds = %149, %108
  %153 = getelementptr inbounds i8, ptr %66, i64 32
  %154 = load ptr, ptr %153, align 8
  %155 = add i64 %33, 2
  %156 = tail call ptr %154(i64 noundef %155) #4
  %157 = icmp eq ptr %156, null
  br i1 %157, label %210, label %158

158:                                              ; preds = %152
  %159 = icmp sgt i64 %33, -2
  br i1 %159, label %160, label %165

160:                                              ; preds = %158
  %161 = getelementptr inbounds i8, ptr %7, i64 8
  %162 = getelementptr inbounds i8, ptr %66, i64 80
  %163 = getelementptr inbounds i8, ptr %66, i64 64
  %164 = getelementptr i8, ptr %34, i64 -16
  br label %170

165:                                              ; preds = %175, %158
  %166 = getelementptr inbounds i8, ptr %66, i64 72
  %167 = load ptr, ptr %166, align 8
  %168 = load ptr, ptr %75, align 8
  %169 = tail call i32 %167(ptr noundef %168, i64 noundef 0, ptr noundef nonnull %156) #4
  br label %183

170:                                              ; preds = %175, %160
  %171 = phi i64 [ 0, %160 ], [ %181, %175 ]
  switch i64 %171, label %173 [
    i64 0, label %175
    i64 1, label %172
  ]

172:                                              ; preds = %170
  br label %175

173:                                              ; preds = %170
  %174 = getelementptr ptr, ptr %164, i64 %171
  br label %175

175:                                              ; preds = %173, %172, %170
  %176 = phi ptr [ %5, %172 ], [ %174, %173 ], [ %161, %170 ]
  %177 = load ptr, ptr %176, align 8
  %178 = load ptr, ptr %162, align 8
  tail call void %178(ptr noundef %177) #4
  %179 = load ptr, ptr %163, align 8
  %180 = tail call i32 %179(ptr noundef nonnull %156, i64 noundef %171, ptr noundef %177) #4
  %181 = add nuw i64 %171, 1
  %182 = icmp eq i64 %181, %155
  br i1 %182, label %165, label %170, !llvm.loop !24

183:                                              ; preds = %97, %165, %69
  %184 = phi ptr [ %156, %165 ], [ %71, %69 ], [ %77, %97 ]
  %185 = icmp eq ptr %184, null
  br i1 %185, label %210, label %186

186:                                              ; preds = %183
  %187 = getelementptr inbounds i8, ptr %49, i64 16
  %188 = load ptr, ptr %187, align 8
  %189 = tail call ptr %188(ptr noundef nonnull %67, ptr noundef nonnull %184) #4
  %190 = icmp eq ptr %189, null
  br i1 %190, label %210, label %191

191:                                              ; preds = %186
  %192 = getelementptr inbounds i8, ptr %189, i64 8
  %193 = load ptr, ptr %192, align 8
  %194 = getelementptr inbounds i8, ptr %7, i64 64
  %195 = load ptr, ptr %194, align 8
  %196 = icmp eq ptr %193, %195
  br i1 %196, label %197, label %210

197:                                              ; preds = %191
  %198 = getelementptr inbounds i8, ptr %189, i64 24
  %199 = load ptr, ptr %198, align 8
  %200 = icmp eq ptr %199, null
  br i1 %200, label %210, label %201

201:                                              ; preds = %197
  %202 = getelementptr inbounds i8, ptr %49, i64 80
  %203 = load ptr, ptr %202, align 8
  tail call void %203(ptr noundef nonnull %189) #4
  %204 = load ptr, ptr %198, align 8
  %205 = getelementptr inbounds ptr, ptr %1, i64 %53
  %206 = sub nsw i64 %11, %53
  %207 = tail call fastcc ptr @attempt(ptr noundef %204, ptr noundef readonly %205, i64 noundef %206, ptr noundef %32) #5
  %208 = getelementptr inbounds i8, ptr %49, i64 88
  %209 = load ptr, ptr %208, align 8
  tail call void %209(ptr noundef nonnull %189) #4
  br label %210

210:                                              ; preds = %146, %141, %201, %197, %191, %186, %183, %152
  %211 = phi ptr [ %207, %201 ], [ inttoptr (i64 1 to ptr), %197 ], [ inttoptr (i64 1 to ptr), %191 ], [ inttoptr (i64 1 to ptr), %186 ], [ inttoptr (i64 1 to ptr), %183 ], [ inttoptr (i64 1 to ptr), %152 ], [ inttoptr (i64 1 to ptr), %141 ], [ inttoptr (i64 1 to ptr), %146 ]
  br i1 %52, label %212, label %215

212:                                              ; preds = %210
  %213 = getelementptr inbounds i8, ptr %49, i64 88
  %214 = load ptr, ptr %213, align 8
  tail call void %214(ptr noundef nonnull %67) #4
  br label %215

215:                                              ; preds = %210, %212
  %216 = icmp eq ptr %211, inttoptr (i64 1 to ptr)
  br i1 %216, label %217, label %228

217:                                              ; preds = %215
  %218 = load ptr, ptr %7, align 8
  br label %219

219:                                              ; preds = %217, %48, %56
  %220 = phi ptr [ %218, %217 ], [ %49, %48 ], [ %64, %56 ]
  %221 = getelementptr inbounds i8, ptr %220, i64 96
  %222 = load ptr, ptr %221, align 8
  tail call void %222() #4
  %223 = load ptr, ptr %7, align 8
  %224 = load ptr, ptr %223, align 8
  %225 = getelementptr inbounds i8, ptr %7, i64 56
  %226 = load ptr, ptr %225, align 8
  %227 = tail call ptr %224(ptr noundef %226, ptr noundef %1, i64 noundef %11, ptr noundef %3) #4
  br label %228

228:                                              ; preds = %39, %219, %215
  %229 = phi ptr [ %227, %219 ], [ %211, %215 ], [ null, %39 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5)
  ret ptr %229
}

; Function Attrs: nounwind
define internal fastcc noundef zeroext i1 @launch(ptr nocapture noundef readonly %0, i64 noundef %1, ptr noundef %2, ptr noundef %3) unnamed_addr #0 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 136
  %7 = load i64, ptr %6, align 8
  %8 = icmp sgt i64 %7, %1
  %9 = getelementptr inbounds i8, ptr %0, i64 184
  %10 = load i64, ptr %9, align 8
  %11 = icmp slt i64 %10, %1
  %12 = select i1 %8, i64 120, i64 128
  %13 = getelementptr inbounds i8, ptr %0, i64 %12
  %14 = load ptr, ptr %13, align 8
  %15 = select i1 %8, i64 144, i64 152
  %16 = getelementptr inbounds i8, ptr %0, i64 %15
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %1, 0
  br i1 %18, label %49, label %19

19:                                               ; preds = %4
  %20 = icmp eq i64 %17, 0
  br i1 %20, label %27, label %21

21:                                               ; preds = %19
  %22 = getelementptr inbounds i8, ptr %5, i64 120
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
  %35 = getelementptr inbounds i8, ptr %5, i64 104
  %36 = load ptr, ptr %35, align 8
  %37 = tail call ptr %36() #4
  %38 = ptrtoint ptr %28 to i64
  %39 = add i64 %38, 63
  %40 = and i64 %39, -64
  %41 = inttoptr i64 %40 to ptr
  tail call void %14(i64 noundef %1, ptr noundef %2, ptr noundef %3, ptr noundef %41) #4
  %42 = getelementptr inbounds i8, ptr %5, i64 112
  %43 = load ptr, ptr %42, align 8
  tail call void %43(ptr noundef %37) #4
  br label %44

44:                                               ; preds = %29, %34
  %45 = icmp eq ptr %28, null
  br i1 %45, label %49, label %46

46:                                               ; preds = %44
  %47 = getelementptr inbounds i8, ptr %5, i64 128
  %48 = load ptr, ptr %47, align 8
  tail call void %48(ptr noundef nonnull %28) #4
  br label %49

49:                                               ; preds = %44, %46, %4, %21
  %50 = phi i1 [ false, %21 ], [ true, %4 ], [ true, %46 ], [ true, %44 ]
  ret i1 %50
}

; Function Attrs: nounwind
define internal fastcc ptr @packed(ptr nocapture noundef readonly %0, ptr noundef %1) unnamed_addr #0 {
  %3 = load ptr, ptr %0, align 8
  %4 = getelementptr inbounds i8, ptr %0, i64 96
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %7, label %9

7:                                                ; preds = %2
  %8 = load ptr, ptr %1, align 8
  br label %56

9:                                                ; preds = %2
  %10 = getelementptr inbounds i8, ptr %0, i64 104
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %19, label %13

13:                                               ; preds = %9
  %14 = getelementptr inbounds i8, ptr %3, i64 24
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %0, i64 72
  %17 = load i64, ptr %16, align 8
  %18 = tail call ptr %15(ptr noundef nonnull %5, i64 noundef %17) #4
  br label %24

19:                                               ; preds = %9
  %20 = load ptr, ptr %3, align 8
  %21 = getelementptr inbounds i8, ptr %0, i64 72
  %22 = load i64, ptr %21, align 8
  %23 = tail call ptr %20(ptr noundef nonnull %5, ptr noundef %1, i64 noundef %22, ptr noundef null) #4
  br label %24

24:                                               ; preds = %19, %13
  %25 = phi ptr [ %18, %13 ], [ %23, %19 ]
  %26 = load i64, ptr %10, align 8
  %27 = icmp ne i64 %26, 0
  %28 = icmp ne ptr %25, null
  %29 = select i1 %27, i1 %28, i1 false
  %30 = getelementptr inbounds i8, ptr %0, i64 72
  %31 = load i64, ptr %30, align 8
  br i1 %29, label %32, label %36

32:                                               ; preds = %24
  %33 = icmp sgt i64 %31, 0
  br i1 %33, label %34, label %56

34:                                               ; preds = %32
  %35 = getelementptr inbounds i8, ptr %3, i64 64
  br label %47

36:                                               ; preds = %24
  %37 = icmp eq i64 %31, 0
  br i1 %37, label %56, label %38

38:                                               ; preds = %36
  %39 = getelementptr inbounds i8, ptr %3, i64 88
  br label %40

40:                                               ; preds = %40, %38
  %41 = phi i64 [ %31, %38 ], [ %42, %40 ]
  %42 = add nsw i64 %41, -1
  %43 = load ptr, ptr %39, align 8
  %44 = getelementptr inbounds ptr, ptr %1, i64 %42
  %45 = load ptr, ptr %44, align 8
  tail call void %43(ptr noundef %45) #4
  %46 = icmp eq i64 %42, 0
  br i1 %46, label %56, label %40, !llvm.loop !14

47:                                               ; preds = %34, %47
  %48 = phi i64 [ 0, %34 ], [ %53, %47 ]
  %49 = load ptr, ptr %35, align 8
  %50 = getelementptr inbounds ptr, ptr %1, i64 %48
  %51 = load ptr, ptr %50, align 8
  %52 = tail call i32 %49(ptr noundef nonnull %25, i64 noundef %48, ptr noundef %51) #4
  %53 = add nuw nsw i64 %48, 1
  %54 = load i64, ptr %30, align 8
  %55 = icmp slt i64 %53, %54
  br i1 %55, label %47, label %56, !llvm.loop !25

56:                                               ; preds = %40, %47, %32, %36, %7
  %57 = phi ptr [ %8, %7 ], [ %25, %36 ], [ %25, %32 ], [ %25, %47 ], [ %25, %40 ]
  ret ptr %57
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #3

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nobuiltin nounwind "no-builtins" }
attributes #5 = { nobuiltin "no-builtins" }
attributes #6 = { nounwind }


!3 = !{!4}
!4 = distinct !{!4, !5, !"split: argument 0"}
!5 = distinct !{!5, !"split"}
!6 = distinct !{!6, !7, !8}
!7 = !{!"llvm.loop.mustprogress"}
!8 = !{!"llvm.loop.unroll.disable"}
!9 = distinct !{!9, !7, !8}
!10 = distinct !{!10, !7, !8}
!11 = distinct !{!11, !7, !8}
!12 = distinct !{!12, !7, !8}
!13 = distinct !{!13, !7, !8}
!14 = distinct !{!14, !7, !8}
!15 = distinct !{!15, !7, !8}
!16 = distinct !{!16, !7, !8}
!17 = distinct !{!17, !7, !8}
!18 = !{!19}
!19 = distinct !{!19, !20, !"split: argument 0"}
!20 = distinct !{!20, !"split"}
!21 = distinct !{!21, !7, !8}
!22 = distinct !{!22, !7, !8}
!23 = distinct !{!23, !7, !8}
!24 = distinct !{!24, !7, !8}
!25 = distinct !{!25, !7, !8}
