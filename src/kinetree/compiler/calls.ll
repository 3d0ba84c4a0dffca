
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
  %5 = alloca [24 x ptr], align 16
  %6 = alloca [24 x i64], align 16
  %7 = alloca [24 x ptr], align 16
  %8 = load ptr, ptr %0, align 8
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %5) #6
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %6) #6
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %7) #6
  %9 = getelementptr inbounds i8, ptr %0, i64 56
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %10, %2
  br i1 %11, label %12, label %391

12:                                               ; preds = %4
  %13 = getelementptr inbounds i8, ptr %0, i64 64
  %14 = load i64, ptr %13, align 8
  %15 = icmp sgt i64 %14, 0
  br i1 %15, label %16, label %123

16:                                               ; preds = %12
  %17 = getelementptr inbounds i8, ptr %0, i64 80
  %18 = getelementptr inbounds i8, ptr %0, i64 24
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds i8, ptr %0, i64 88
  %21 = getelementptr inbounds i8, ptr %0, i64 8
  %22 = getelementptr inbounds i8, ptr %0, i64 32
  br label %23

23:                                               ; preds = %16, %116
  %24 = phi i64 [ 0, %16 ], [ %118, %116 ]
  %25 = phi ptr [ null, %16 ], [ %117, %116 ]
  %26 = phi i64 [ 0, %16 ], [ %119, %116 ]
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
  br i1 %44, label %82, label %45

45:                                               ; preds = %34, %40
  %46 = load ptr, ptr %21, align 8
  %47 = icmp eq ptr %38, %46
  br i1 %47, label %48, label %391

48:                                               ; preds = %45
  %49 = getelementptr inbounds i8, ptr %36, i64 56
  %50 = load ptr, ptr %49, align 8
  %51 = load ptr, ptr %22, align 8
  %52 = icmp eq ptr %50, %51
  br i1 %52, label %53, label %391

53:                                               ; preds = %48
  %54 = getelementptr inbounds i8, ptr %36, i64 64
  %55 = load i32, ptr %54, align 8
  %56 = and i32 %55, 257
  %57 = icmp eq i32 %56, 257
  br i1 %57, label %58, label %391

58:                                               ; preds = %53
  %59 = load ptr, ptr %20, align 8
  %60 = getelementptr inbounds %struct.spec, ptr %59, i64 %26
  %61 = getelementptr inbounds i8, ptr %36, i64 24
  %62 = load i32, ptr %61, align 8
  %63 = sext i32 %62 to i64
  %64 = load i64, ptr %60, align 8
  %65 = sub nsw i64 %63, %64
  %66 = icmp sgt i64 %65, -1
  br i1 %66, label %67, label %391

67:                                               ; preds = %58
  %68 = getelementptr inbounds i8, ptr %36, i64 32
  %69 = load ptr, ptr %68, align 8
  %70 = getelementptr inbounds i64, ptr %69, i64 %65
  %71 = getelementptr inbounds i8, ptr %60, i64 16
  br label %72

72:                                               ; preds = %75, %67
  %73 = phi i64 [ %64, %67 ], [ %76, %75 ]
  %74 = icmp eq i64 %73, 0
  br i1 %74, label %85, label %75

75:                                               ; preds = %72
  %76 = add nsw i64 %73, -1
  %77 = getelementptr inbounds i64, ptr %70, i64 %76
  %78 = load i64, ptr %77, align 8
  %79 = getelementptr inbounds i64, ptr %71, i64 %76
  %80 = load i64, ptr %79, align 8
  %81 = icmp eq i64 %78, %80
  br i1 %81, label %72, label %391, !llvm.loop !6

82:                                               ; preds = %40
  %83 = getelementptr inbounds i8, ptr %36, i64 16
  %84 = getelementptr inbounds [24 x ptr], ptr %5, i64 0, i64 %26
  store ptr %83, ptr %84, align 8
  br label %90

85:                                               ; preds = %72
  %86 = getelementptr inbounds i8, ptr %36, i64 16
  %87 = load ptr, ptr %86, align 8
  %88 = getelementptr inbounds [24 x ptr], ptr %5, i64 0, i64 %26
  store ptr %87, ptr %88, align 8
  %89 = icmp eq i64 %65, 0
  br i1 %89, label %90, label %92

90:                                               ; preds = %82, %85
  %91 = getelementptr inbounds [24 x i64], ptr %6, i64 0, i64 %26
  store i64 0, ptr %91, align 8
  br label %116

92:                                               ; preds = %85
  %93 = load ptr, ptr %20, align 8
  %94 = getelementptr inbounds %struct.spec, ptr %93, i64 %26, i32 1
  %95 = load i64, ptr %94, align 8
  %96 = getelementptr inbounds [24 x i64], ptr %6, i64 0, i64 %26
  store i64 %95, ptr %96, align 8
  %97 = icmp eq ptr %25, null
  br i1 %97, label %98, label %101

98:                                               ; preds = %92
  %99 = getelementptr inbounds i8, ptr %36, i64 32
  %100 = load ptr, ptr %99, align 8
  br label %116

101:                                              ; preds = %92
  %102 = icmp eq i64 %65, %24
  br i1 %102, label %103, label %391

103:                                              ; preds = %101
  %104 = getelementptr inbounds i8, ptr %36, i64 32
  %105 = load ptr, ptr %104, align 8
  br label %106

106:                                              ; preds = %109, %103
  %107 = phi i64 [ %24, %103 ], [ %110, %109 ]
  %108 = icmp eq i64 %107, 0
  br i1 %108, label %116, label %109

109:                                              ; preds = %106
  %110 = add nsw i64 %107, -1
  %111 = getelementptr inbounds i64, ptr %105, i64 %110
  %112 = load i64, ptr %111, align 8
  %113 = getelementptr inbounds i64, ptr %25, i64 %110
  %114 = load i64, ptr %113, align 8
  %115 = icmp eq i64 %112, %114
  br i1 %115, label %106, label %391, !llvm.loop !6

116:                                              ; preds = %106, %98, %90
  %117 = phi ptr [ %100, %98 ], [ %25, %90 ], [ %25, %106 ]
  %118 = phi i64 [ %65, %98 ], [ %24, %90 ], [ %24, %106 ]
  %119 = add nuw nsw i64 %26, 1
  %120 = icmp eq i64 %119, %14
  br i1 %120, label %121, label %23, !llvm.loop !9

121:                                              ; preds = %116
  %122 = icmp sgt i64 %118, 0
  br i1 %122, label %135, label %123

123:                                              ; preds = %135, %12, %121
  %124 = phi i64 [ %118, %121 ], [ 0, %12 ], [ %118, %135 ]
  %125 = phi ptr [ %117, %121 ], [ null, %12 ], [ %117, %135 ]
  %126 = phi i64 [ 1, %121 ], [ 1, %12 ], [ %140, %135 ]
  %127 = getelementptr inbounds i8, ptr %0, i64 176
  %128 = load ptr, ptr %127, align 8
  %129 = load i64, ptr %128, align 8
  %130 = icmp eq i64 %129, 1
  %131 = select i1 %130, i64 168, i64 160
  %132 = getelementptr inbounds i8, ptr %0, i64 %131
  %133 = load i64, ptr %132, align 8
  %134 = icmp sgt i64 %126, %133
  br i1 %134, label %391, label %143

135:                                              ; preds = %121, %135
  %136 = phi i64 [ %141, %135 ], [ 0, %121 ]
  %137 = phi i64 [ %140, %135 ], [ 1, %121 ]
  %138 = getelementptr inbounds i64, ptr %117, i64 %136
  %139 = load i64, ptr %138, align 8
  %140 = mul nsw i64 %139, %137
  %141 = add nuw nsw i64 %136, 1
  %142 = icmp eq i64 %141, %118
  br i1 %142, label %123, label %135, !llvm.loop !10

143:                                              ; preds = %123
  %144 = getelementptr inbounds i8, ptr %0, i64 136
  %145 = load i64, ptr %144, align 8
  %146 = icmp slt i64 %126, %145
  %147 = icmp sgt i64 %124, 54
  br i1 %146, label %153, label %148

148:                                              ; preds = %143
  %149 = getelementptr inbounds i8, ptr %0, i64 128
  %150 = load ptr, ptr %149, align 8
  %151 = icmp eq ptr %150, null
  %152 = or i1 %151, %147
  br i1 %152, label %391, label %158

153:                                              ; preds = %143
  %154 = getelementptr inbounds i8, ptr %0, i64 120
  %155 = load ptr, ptr %154, align 8
  %156 = icmp eq ptr %155, null
  %157 = or i1 %156, %147
  br i1 %157, label %391, label %158

158:                                              ; preds = %148, %153
  %159 = icmp eq ptr %3, null
  br i1 %159, label %209, label %160

160:                                              ; preds = %158
  %161 = getelementptr inbounds i8, ptr %0, i64 104
  %162 = load i64, ptr %161, align 8
  %163 = icmp eq i64 %162, 0
  %164 = getelementptr inbounds i8, ptr %0, i64 96
  %165 = load ptr, ptr %164, align 8
  %166 = icmp eq ptr %165, null
  br i1 %163, label %168, label %167

167:                                              ; preds = %160
  br i1 %166, label %188, label %172

168:                                              ; preds = %160
  br i1 %166, label %188, label %169

169:                                              ; preds = %168
  %170 = getelementptr inbounds i8, ptr %3, i64 8
  %171 = load ptr, ptr %170, align 8
  br label %176

172:                                              ; preds = %167
  %173 = getelementptr inbounds i8, ptr %3, i64 8
  %174 = load ptr, ptr %173, align 8
  %175 = icmp eq ptr %174, %165
  br i1 %175, label %181, label %176

176:                                              ; preds = %172, %169
  %177 = phi ptr [ %174, %172 ], [ %171, %169 ]
  %178 = getelementptr inbounds i8, ptr %0, i64 16
  %179 = load ptr, ptr %178, align 8
  %180 = icmp eq ptr %177, %179
  br i1 %180, label %181, label %391

181:                                              ; preds = %176, %172
  %182 = getelementptr inbounds i8, ptr %8, i64 40
  %183 = load ptr, ptr %182, align 8
  %184 = tail call i64 %183(ptr noundef nonnull %3) #4
  %185 = getelementptr inbounds i8, ptr %0, i64 72
  %186 = load i64, ptr %185, align 8
  %187 = icmp eq i64 %184, %186
  br i1 %187, label %188, label %391

188:                                              ; preds = %181, %168, %167
  %189 = getelementptr inbounds i8, ptr %0, i64 72
  %190 = load i64, ptr %189, align 8
  %191 = icmp sgt i64 %190, 0
  br i1 %191, label %192, label %229

192:                                              ; preds = %188
  %193 = getelementptr inbounds i8, ptr %8, i64 48
  br label %194

194:                                              ; preds = %203, %192
  %195 = phi i64 [ %190, %192 ], [ %204, %203 ]
  %196 = phi i64 [ 0, %192 ], [ %207, %203 ]
  %197 = load ptr, ptr %164, align 8
  %198 = icmp eq ptr %197, null
  br i1 %198, label %203, label %199

199:                                              ; preds = %194
  %200 = load ptr, ptr %193, align 8
  %201 = tail call ptr %200(ptr noundef nonnull %3, i64 noundef %196) #4
  %202 = load i64, ptr %189, align 8
  br label %203

203:                                              ; preds = %199, %194
  %204 = phi i64 [ %202, %199 ], [ %195, %194 ]
  %205 = phi ptr [ %201, %199 ], [ %3, %194 ]
  %206 = getelementptr inbounds ptr, ptr %7, i64 %196
  store ptr %205, ptr %206, align 8
  %207 = add nuw nsw i64 %196, 1
  %208 = icmp slt i64 %207, %204
  br i1 %208, label %194, label %229, !llvm.loop !11

209:                                              ; preds = %158
  %210 = getelementptr inbounds i8, ptr %0, i64 192
  %211 = load i64, ptr %210, align 8
  %212 = icmp sgt i64 %126, %211
  br i1 %212, label %391, label %213

213:                                              ; preds = %209
  %214 = call fastcc i64 @allocate(ptr noundef nonnull %0, ptr noundef %125, i64 noundef %124, ptr noundef nonnull %7) #5
  %215 = getelementptr inbounds i8, ptr %0, i64 72
  %216 = load i64, ptr %215, align 8
  %217 = icmp slt i64 %214, %216
  br i1 %217, label %218, label %229

218:                                              ; preds = %213
  %219 = icmp eq i64 %214, 0
  br i1 %219, label %391, label %220

220:                                              ; preds = %218
  %221 = getelementptr inbounds i8, ptr %8, i64 88
  br label %222

222:                                              ; preds = %222, %220
  %223 = phi i64 [ %214, %220 ], [ %224, %222 ]
  %224 = add nsw i64 %223, -1
  %225 = load ptr, ptr %221, align 8
  %226 = getelementptr inbounds ptr, ptr %7, i64 %224
  %227 = load ptr, ptr %226, align 8
  tail call void %225(ptr noundef %227) #4
  %228 = icmp eq i64 %224, 0
  br i1 %228, label %391, label %222, !llvm.loop !12

229:                                              ; preds = %203, %188, %213
  %230 = phi i64 [ %216, %213 ], [ %190, %188 ], [ %204, %203 ]
  %231 = getelementptr inbounds i8, ptr %0, i64 72
  %232 = icmp sgt i64 %230, 0
  br i1 %232, label %233, label %339

233:                                              ; preds = %229
  %234 = load i64, ptr %13, align 8
  %235 = getelementptr inbounds i8, ptr %0, i64 88
  %236 = load ptr, ptr %235, align 8
  %237 = getelementptr inbounds i8, ptr %0, i64 8
  %238 = getelementptr inbounds i8, ptr %0, i64 32
  br label %239

239:                                              ; preds = %233, %331
  %240 = phi i64 [ %234, %233 ], [ %337, %331 ]
  %241 = phi i64 [ 0, %233 ], [ %336, %331 ]
  %242 = getelementptr inbounds %struct.spec, ptr %236, i64 %240
  %243 = getelementptr inbounds [24 x ptr], ptr %7, i64 0, i64 %241
  %244 = load ptr, ptr %243, align 8
  br i1 %159, label %245, label %250

245:                                              ; preds = %239
  %246 = getelementptr inbounds i8, ptr %244, i64 16
  %247 = load ptr, ptr %246, align 8
  %248 = getelementptr inbounds i8, ptr %242, i64 8
  %249 = load i64, ptr %248, align 8
  br label %331

250:                                              ; preds = %239
  %251 = getelementptr inbounds i8, ptr %244, i64 8
  %252 = load ptr, ptr %251, align 8
  %253 = load ptr, ptr %237, align 8
  %254 = icmp eq ptr %252, %253
  br i1 %254, label %255, label %391

255:                                              ; preds = %250
  %256 = getelementptr inbounds i8, ptr %244, i64 56
  %257 = load ptr, ptr %256, align 8
  %258 = load ptr, ptr %238, align 8
  %259 = icmp eq ptr %257, %258
  br i1 %259, label %260, label %391

260:                                              ; preds = %255
  %261 = getelementptr inbounds i8, ptr %244, i64 64
  %262 = load i32, ptr %261, align 8
  %263 = and i32 %262, 1281
  %264 = icmp eq i32 %263, 1281
  br i1 %264, label %265, label %391

265:                                              ; preds = %260
  %266 = getelementptr inbounds i8, ptr %244, i64 24
  %267 = load i32, ptr %266, align 8
  %268 = sext i32 %267 to i64
  %269 = load i64, ptr %242, align 8
  %270 = sub nsw i64 %268, %269
  %271 = icmp sgt i64 %270, -1
  br i1 %271, label %272, label %287

272:                                              ; preds = %265
  %273 = getelementptr inbounds i8, ptr %244, i64 32
  %274 = load ptr, ptr %273, align 8
  %275 = getelementptr inbounds i64, ptr %274, i64 %270
  %276 = getelementptr inbounds i8, ptr %242, i64 16
  br label %277

277:                                              ; preds = %280, %272
  %278 = phi i64 [ %269, %272 ], [ %281, %280 ]
  %279 = icmp eq i64 %278, 0
  br i1 %279, label %287, label %280

280:                                              ; preds = %277
  %281 = add nsw i64 %278, -1
  %282 = getelementptr inbounds i64, ptr %275, i64 %281
  %283 = load i64, ptr %282, align 8
  %284 = getelementptr inbounds i64, ptr %276, i64 %281
  %285 = load i64, ptr %284, align 8
  %286 = icmp eq i64 %283, %285
  br i1 %286, label %277, label %287, !llvm.loop !6

287:                                              ; preds = %280, %277, %265
  %288 = phi i64 [ -1, %265 ], [ -1, %280 ], [ %270, %277 ]
  %289 = icmp eq i64 %288, %124
  br i1 %289, label %290, label %391

290:                                              ; preds = %287
  %291 = getelementptr inbounds i8, ptr %244, i64 32
  %292 = load ptr, ptr %291, align 8
  br label %293

293:                                              ; preds = %296, %290
  %294 = phi i64 [ %124, %290 ], [ %297, %296 ]
  %295 = icmp eq i64 %294, 0
  br i1 %295, label %303, label %296

296:                                              ; preds = %293
  %297 = add nsw i64 %294, -1
  %298 = getelementptr inbounds i64, ptr %292, i64 %297
  %299 = load i64, ptr %298, align 8
  %300 = getelementptr inbounds i64, ptr %125, i64 %297
  %301 = load i64, ptr %300, align 8
  %302 = icmp eq i64 %299, %301
  br i1 %302, label %293, label %391, !llvm.loop !6

303:                                              ; preds = %293
  %304 = getelementptr inbounds i8, ptr %244, i64 16
  %305 = load ptr, ptr %304, align 8
  %306 = ptrtoint ptr %305 to i64
  %307 = getelementptr inbounds i8, ptr %242, i64 8
  %308 = load i64, ptr %307, align 8
  %309 = mul nsw i64 %308, %126
  %310 = add i64 %309, %306
  %311 = icmp sgt i64 %240, 0
  br i1 %311, label %312, label %331

312:                                              ; preds = %303, %328
  %313 = phi i64 [ %329, %328 ], [ 0, %303 ]
  %314 = getelementptr inbounds ptr, ptr %5, i64 %313
  %315 = load ptr, ptr %314, align 8
  %316 = ptrtoint ptr %315 to i64
  %317 = icmp ugt i64 %310, %316
  br i1 %317, label %318, label %328

318:                                              ; preds = %312
  %319 = getelementptr inbounds %struct.spec, ptr %236, i64 %313, i32 1
  %320 = load i64, ptr %319, align 8
  %321 = getelementptr inbounds i64, ptr %6, i64 %313
  %322 = load i64, ptr %321, align 8
  %323 = icmp eq i64 %322, 0
  %324 = select i1 %323, i64 1, i64 %126
  %325 = mul nsw i64 %324, %320
  %326 = add i64 %325, %316
  %327 = icmp ugt i64 %326, %306
  br i1 %327, label %391, label %328

328:                                              ; preds = %318, %312
  %329 = add nuw nsw i64 %313, 1
  %330 = icmp eq i64 %329, %240
  br i1 %330, label %331, label %312, !llvm.loop !13

331:                                              ; preds = %328, %245, %303
  %332 = phi i64 [ %249, %245 ], [ %308, %303 ], [ %308, %328 ]
  %333 = phi ptr [ %247, %245 ], [ %305, %303 ], [ %305, %328 ]
  %334 = getelementptr inbounds [24 x ptr], ptr %5, i64 0, i64 %240
  store ptr %333, ptr %334, align 8
  %335 = getelementptr inbounds [24 x i64], ptr %6, i64 0, i64 %240
  store i64 %332, ptr %335, align 8
  %336 = add nuw nsw i64 %241, 1
  %337 = add nsw i64 %240, 1
  %338 = icmp eq i64 %336, %230
  br i1 %338, label %339, label %239, !llvm.loop !14

339:                                              ; preds = %331, %229
  %340 = call fastcc zeroext i1 @launch(ptr noundef nonnull %0, i64 noundef %126, ptr noundef nonnull %5, ptr noundef nonnull %6) #5
  br i1 %340, label %341, label %347

341:                                              ; preds = %339
  %342 = load i64, ptr %231, align 8
  %343 = icmp sgt i64 %342, 0
  br i1 %343, label %344, label %389

344:                                              ; preds = %341
  %345 = getelementptr inbounds i8, ptr %8, i64 80
  %346 = getelementptr inbounds i8, ptr %8, i64 136
  br label %361

347:                                              ; preds = %339
  br i1 %159, label %348, label %391

348:                                              ; preds = %347
  %349 = load i64, ptr %231, align 8
  %350 = icmp eq i64 %349, 0
  br i1 %350, label %391, label %351

351:                                              ; preds = %348
  %352 = getelementptr inbounds i8, ptr %8, i64 88
  br label %353

353:                                              ; preds = %353, %351
  %354 = phi i64 [ %349, %351 ], [ %355, %353 ]
  %355 = add nsw i64 %354, -1
  %356 = load ptr, ptr %352, align 8
  %357 = getelementptr inbounds ptr, ptr %7, i64 %355
  %358 = load ptr, ptr %357, align 8
  call void %356(ptr noundef %358) #4
  %359 = icmp eq i64 %355, 0
  br i1 %359, label %391, label %353, !llvm.loop !12

360:                                              ; preds = %373
  br i1 %374, label %378, label %389

361:                                              ; preds = %344, %373
  %362 = phi i64 [ 0, %344 ], [ %375, %373 ]
  %363 = phi i1 [ false, %344 ], [ %374, %373 ]
  %364 = getelementptr inbounds [24 x ptr], ptr %7, i64 0, i64 %362
  %365 = load ptr, ptr %364, align 8
  br i1 %159, label %368, label %366

366:                                              ; preds = %361
  %367 = load ptr, ptr %345, align 8
  call void %367(ptr noundef %365) #4
  br label %373

368:                                              ; preds = %361
  %369 = load ptr, ptr %346, align 8
  %370 = call ptr %369(ptr noundef %365) #4
  store ptr %370, ptr %364, align 8
  %371 = icmp eq ptr %370, null
  %372 = select i1 %371, i1 true, i1 %363
  br label %373

373:                                              ; preds = %368, %366
  %374 = phi i1 [ %363, %366 ], [ %372, %368 ]
  %375 = add nuw nsw i64 %362, 1
  %376 = load i64, ptr %231, align 8
  %377 = icmp slt i64 %375, %376
  br i1 %377, label %361, label %360, !llvm.loop !15

378:                                              ; preds = %360
  %379 = icmp eq i64 %376, 0
  br i1 %379, label %391, label %380

380:                                              ; preds = %378
  %381 = getelementptr inbounds i8, ptr %8, i64 88
  br label %382

382:                                              ; preds = %382, %380
  %383 = phi i64 [ %376, %380 ], [ %384, %382 ]
  %384 = add nsw i64 %383, -1
  %385 = load ptr, ptr %381, align 8
  %386 = getelementptr inbounds ptr, ptr %7, i64 %384
  %387 = load ptr, ptr %386, align 8
  call void %385(ptr noundef %387) #4
  %388 = icmp eq i64 %384, 0
  br i1 %388, label %391, label %382, !llvm.loop !12

389:                                              ; preds = %341, %360
  %390 = call fastcc ptr @packed(ptr noundef nonnull %0, ptr noundef nonnull %7) #5
  br label %391

391:                                              ; preds = %53, %45, %48, %58, %101, %75, %109, %250, %255, %260, %287, %296, %318, %353, %382, %222, %347, %378, %348, %218, %181, %176, %389, %123, %148, %153, %209, %4
  %392 = phi ptr [ inttoptr (i64 1 to ptr), %4 ], [ inttoptr (i64 1 to ptr), %209 ], [ inttoptr (i64 1 to ptr), %153 ], [ inttoptr (i64 1 to ptr), %148 ], [ inttoptr (i64 1 to ptr), %123 ], [ %390, %389 ], [ inttoptr (i64 1 to ptr), %176 ], [ inttoptr (i64 1 to ptr), %181 ], [ null, %218 ], [ inttoptr (i64 1 to ptr), %348 ], [ null, %378 ], [ inttoptr (i64 1 to ptr), %347 ], [ null, %222 ], [ null, %382 ], [ inttoptr (i64 1 to ptr), %353 ], [ inttoptr (i64 1 to ptr), %318 ], [ inttoptr (i64 1 to ptr), %296 ], [ inttoptr (i64 1 to ptr), %287 ], [ inttoptr (i64 1 to ptr), %260 ], [ inttoptr (i64 1 to ptr), %255 ], [ inttoptr (i64 1 to ptr), %250 ], [ inttoptr (i64 1 to ptr), %109 ], [ inttoptr (i64 1 to ptr), %75 ], [ inttoptr (i64 1 to ptr), %101 ], [ inttoptr (i64 1 to ptr), %58 ], [ inttoptr (i64 1 to ptr), %48 ], [ inttoptr (i64 1 to ptr), %45 ], [ inttoptr (i64 1 to ptr), %53 ]
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %7) #6
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %6) #6
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %5) #6
  ret ptr %392
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
  tail call void @llvm.experimental.noalias.scope.decl(metadata !16)
  %11 = and i64 %2, 9223372036854775807
  %12 = icmp eq ptr %3, null
  br i1 %12, label %29, label %13

13:                                               ; preds = %4
  %14 = getelementptr inbounds i8, ptr %8, i64 40
  %15 = load ptr, ptr %14, align 8, !noalias !16
  %16 = tail call i64 %15(ptr noundef nonnull %3) #4, !noalias !16
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %29, label %18

18:                                               ; preds = %13
  %19 = getelementptr inbounds i8, ptr %8, i64 48
  %20 = load ptr, ptr %19, align 8, !noalias !16
  %21 = add nsw i64 %16, -1
  %22 = tail call ptr %20(ptr noundef nonnull %3, i64 noundef %21) #4, !noalias !16
  %23 = icmp eq ptr %22, %10
  br i1 %23, label %24, label %29

24:                                               ; preds = %18
  %25 = getelementptr ptr, ptr %1, i64 %11
  %26 = getelementptr ptr, ptr %25, i64 %16
  %27 = getelementptr i8, ptr %26, i64 -8
  %28 = load ptr, ptr %27, align 8, !noalias !16
  br label %29

29:                                               ; preds = %4, %13, %18, %24
  %30 = phi i64 [ -1, %24 ], [ 0, %18 ], [ 0, %13 ], [ 0, %4 ]
  %31 = phi i64 [ %16, %24 ], [ %16, %18 ], [ 0, %13 ], [ 0, %4 ]
  %32 = phi ptr [ %28, %24 ], [ null, %18 ], [ null, %13 ], [ null, %4 ]
  %33 = add i64 %31, %30
  %34 = getelementptr inbounds ptr, ptr %1, i64 %11
  store ptr %3, ptr %5, align 8, !alias.scope !16
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
  br i1 %106, label %97, label %108, !llvm.loop !19

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
  br i1 %145, label %149, label %130, !llvm.loop !20

146:                                              ; preds = %121
  %147 = load ptr, ptr %112, align 8
  %148 = icmp eq ptr %118, %147
  br i1 %148, label %149, label %210

149:                                              ; preds = %144, %146, %124, %121
  %150 = add nuw nsw i64 %114, 1
  %151 = icmp eq i64 %150, %33
  br i1 %151, label %152, label %113, !llvm.loop !21

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
  br i1 %182, label %165, label %170, !llvm.loop !22

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
define internal fastcc i64 @allocate(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, ptr nocapture noundef writeonly %3) unnamed_addr #0 {
  %5 = alloca [64 x i64], align 16
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %5) #6
  %6 = getelementptr inbounds i8, ptr %0, i64 72
  %7 = load i64, ptr %6, align 8
  %8 = icmp sgt i64 %7, 0
  br i1 %8, label %9, label %54

9:                                                ; preds = %4
  %10 = getelementptr inbounds i8, ptr %0, i64 88
  %11 = getelementptr inbounds i8, ptr %0, i64 64
  %12 = getelementptr inbounds i8, ptr %0, i64 8
  %13 = getelementptr inbounds i8, ptr %0, i64 48
  br label %14

14:                                               ; preds = %9, %50
  %15 = phi i64 [ 0, %9 ], [ %51, %50 ]
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
  br label %37

25:                                               ; preds = %37, %14
  %26 = phi i64 [ %21, %14 ], [ %48, %37 ]
  %27 = load ptr, ptr %0, align 8
  %28 = getelementptr inbounds i8, ptr %27, i64 144
  %29 = load ptr, ptr %28, align 8
  %30 = load ptr, ptr %12, align 8
  %31 = trunc i64 %26 to i32
  %32 = load i64, ptr %13, align 8
  %33 = trunc i64 %32 to i32
  %34 = call ptr %29(ptr noundef %30, i32 noundef %31, ptr noundef nonnull %5, i32 noundef %33, ptr noundef null, ptr noundef null, i32 noundef 0, i32 noundef 0, ptr noundef null) #4
  %35 = getelementptr inbounds ptr, ptr %3, i64 %15
  store ptr %34, ptr %35, align 8
  %36 = icmp eq ptr %34, null
  br i1 %36, label %54, label %50

37:                                               ; preds = %23, %37
  %38 = phi i64 [ 0, %23 ], [ %46, %37 ]
  %39 = icmp slt i64 %38, %2
  %40 = getelementptr inbounds i64, ptr %1, i64 %38
  %41 = sub nsw i64 %38, %2
  %42 = getelementptr inbounds [6 x i64], ptr %24, i64 0, i64 %41
  %43 = select i1 %39, ptr %40, ptr %42
  %44 = load i64, ptr %43, align 8
  %45 = getelementptr inbounds [64 x i64], ptr %5, i64 0, i64 %38
  store i64 %44, ptr %45, align 8
  %46 = add nuw nsw i64 %38, 1
  %47 = load i64, ptr %19, align 8
  %48 = add nsw i64 %47, %2
  %49 = icmp slt i64 %46, %48
  br i1 %49, label %37, label %25, !llvm.loop !23

50:                                               ; preds = %25
  %51 = add nuw nsw i64 %15, 1
  %52 = load i64, ptr %6, align 8
  %53 = icmp slt i64 %51, %52
  br i1 %53, label %14, label %54, !llvm.loop !24

54:                                               ; preds = %50, %25, %4
  %55 = phi i64 [ %7, %4 ], [ %52, %50 ], [ %15, %25 ]
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %5) #6
  ret i64 %55
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
  br i1 %46, label %56, label %40, !llvm.loop !12

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
!16 = !{!17}
!17 = distinct !{!17, !18, !"split: argument 0"}
!18 = distinct !{!18, !"split"}
!19 = distinct !{!19, !7, !8}
!20 = distinct !{!20, !7, !8}
!21 = distinct !{!21, !7, !8}
!22 = distinct !{!22, !7, !8}
!23 = distinct !{!23, !7, !8}
!24 = distinct !{!24, !7, !8}
!25 = distinct !{!25, !7, !8}
