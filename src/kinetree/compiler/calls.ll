
%struct.spec = type { i64, i64, [6 x i64] }

; Function Attrs: nounwind
define ptr @call_kernel(ptr nocapture noundef readonly %0, ptr noundef %1, i64 noundef %2, ptr noundef %3) local_unnamed_addr #0 {
  %5 = getelementptr inbounds i8, ptr %0, i64 24
  %6 = load ptr, ptr %5, align 8
  %7 = and i64 %2, 9223372036854775807
  %8 = load ptr, ptr %6, align 8
  %9 = getelementptr inbounds ptr, ptr %1, i64 %7
  %10 = getelementptr inbounds i8, ptr %6, i64 40
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %3, null
  br i1 %12, label %32, label %13

13:                                               ; preds = %4
  %14 = getelementptr inbounds i8, ptr %8, i64 40
  %15 = load ptr, ptr %14, align 8, !noalias !3
  %16 = tail call i64 %15(ptr noundef nonnull %3) #2, !noalias !3
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %32, label %18

18:                                               ; preds = %13
  %19 = getelementptr inbounds i8, ptr %8, i64 48
  %20 = load ptr, ptr %19, align 8, !noalias !3
  %21 = add nsw i64 %16, -1
  %22 = tail call ptr %20(ptr noundef nonnull %3, i64 noundef %21) #2, !noalias !3
  %23 = icmp eq ptr %22, %11
  %24 = zext i1 %23 to i64
  br i1 %23, label %25, label %29

25:                                               ; preds = %18
  %26 = getelementptr ptr, ptr %9, i64 %16
  %27 = getelementptr i8, ptr %26, i64 -8
  %28 = load ptr, ptr %27, align 8, !noalias !3
  br label %29

29:                                               ; preds = %18, %25
  %30 = phi ptr [ %28, %25 ], [ null, %18 ]
  %31 = icmp eq i64 %16, %24
  br i1 %31, label %32, label %36

32:                                               ; preds = %4, %13, %29
  %33 = phi ptr [ %30, %29 ], [ null, %13 ], [ null, %4 ]
  %34 = tail call fastcc ptr @attempt(ptr noundef nonnull %6, ptr noundef %1, i64 noundef %7, ptr noundef %33) #3
  %35 = icmp eq ptr %34, inttoptr (i64 1 to ptr)
  br i1 %35, label %36, label %42

36:                                               ; preds = %29, %32
  %37 = load ptr, ptr %6, align 8
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds i8, ptr %6, i64 112
  %40 = load ptr, ptr %39, align 8
  %41 = tail call ptr %38(ptr noundef %40, ptr noundef %1, i64 noundef %7, ptr noundef %3) #2
  br label %42

42:                                               ; preds = %36, %32
  %43 = phi ptr [ %41, %36 ], [ %34, %32 ]
  ret ptr %43
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
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %6) #4
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %7) #4
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %8) #4
  %10 = getelementptr inbounds i8, ptr %0, i64 56
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, %2
  br i1 %12, label %13, label %458

13:                                               ; preds = %4
  %14 = getelementptr inbounds i8, ptr %0, i64 64
  %15 = load i64, ptr %14, align 8
  %16 = icmp sgt i64 %15, 0
  br i1 %16, label %17, label %131

17:                                               ; preds = %13
  %18 = getelementptr inbounds i8, ptr %0, i64 80
  %19 = getelementptr inbounds i8, ptr %0, i64 24
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %0, i64 88
  %22 = getelementptr inbounds i8, ptr %0, i64 8
  %23 = getelementptr inbounds i8, ptr %0, i64 32
  br label %24

24:                                               ; preds = %17, %124
  %25 = phi i64 [ 0, %17 ], [ %126, %124 ]
  %26 = phi ptr [ null, %17 ], [ %125, %124 ]
  %27 = phi i64 [ 0, %17 ], [ %127, %124 ]
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
  br i1 %40, label %41, label %49

41:                                               ; preds = %35
  %42 = load ptr, ptr %21, align 8
  %43 = getelementptr inbounds %struct.spec, ptr %42, i64 %27
  %44 = load i64, ptr %43, align 8
  %45 = icmp eq i64 %44, 0
  br i1 %45, label %46, label %49

46:                                               ; preds = %41
  %47 = getelementptr inbounds i8, ptr %37, i64 16
  %48 = getelementptr inbounds [24 x ptr], ptr %6, i64 0, i64 %27
  store ptr %47, ptr %48, align 8
  br label %122

49:                                               ; preds = %41, %35
  %50 = load ptr, ptr %22, align 8
  %51 = icmp eq ptr %39, %50
  br i1 %51, label %52, label %458

52:                                               ; preds = %49
  %53 = getelementptr inbounds i8, ptr %37, i64 56
  %54 = load ptr, ptr %53, align 8
  %55 = load ptr, ptr %23, align 8
  %56 = icmp eq ptr %54, %55
  br i1 %56, label %57, label %458

57:                                               ; preds = %52
  %58 = getelementptr inbounds i8, ptr %37, i64 64
  %59 = load i32, ptr %58, align 8
  %60 = and i32 %59, 257
  %61 = icmp eq i32 %60, 257
  br i1 %61, label %62, label %458

62:                                               ; preds = %57
  %63 = load ptr, ptr %21, align 8
  %64 = getelementptr inbounds %struct.spec, ptr %63, i64 %27
  %65 = getelementptr inbounds i8, ptr %37, i64 24
  %66 = load i32, ptr %65, align 8
  %67 = sext i32 %66 to i64
  %68 = load i64, ptr %64, align 8
  %69 = sub nsw i64 %67, %68
  %70 = icmp sgt i64 %69, -1
  br i1 %70, label %71, label %458

71:                                               ; preds = %62
  %72 = getelementptr inbounds i8, ptr %37, i64 32
  %73 = load ptr, ptr %72, align 8
  %74 = getelementptr inbounds i64, ptr %73, i64 %69
  %75 = getelementptr inbounds i8, ptr %64, i64 16
  %76 = icmp slt i64 %68, 1
  br i1 %76, label %94, label %77

77:                                               ; preds = %71
  %78 = load i64, ptr %74, align 8
  %79 = load i64, ptr %75, align 8
  %80 = icmp eq i64 %78, %79
  br i1 %80, label %81, label %458

81:                                               ; preds = %77, %85
  %82 = phi i64 [ %83, %85 ], [ 0, %77 ]
  %83 = add nuw nsw i64 %82, 1
  %84 = icmp eq i64 %83, %68
  br i1 %84, label %94, label %85, !llvm.loop !6

85:                                               ; preds = %81
  %86 = getelementptr inbounds i64, ptr %74, i64 %83
  %87 = load i64, ptr %86, align 8
  %88 = getelementptr inbounds i64, ptr %75, i64 %83
  %89 = load i64, ptr %88, align 8
  %90 = icmp eq i64 %87, %89
  br i1 %90, label %81, label %91, !llvm.loop !6

91:                                               ; preds = %85
  %92 = icmp sge i64 %83, %68
  %93 = freeze i1 %92
  br i1 %93, label %94, label %458

94:                                               ; preds = %81, %91, %71
  %95 = getelementptr inbounds i8, ptr %37, i64 16
  %96 = load ptr, ptr %95, align 8
  %97 = getelementptr inbounds [24 x ptr], ptr %6, i64 0, i64 %27
  store ptr %96, ptr %97, align 8
  %98 = icmp eq i64 %69, 0
  br i1 %98, label %122, label %99

99:                                               ; preds = %94
  %100 = getelementptr inbounds %struct.spec, ptr %63, i64 %27, i32 1
  %101 = load i64, ptr %100, align 8
  %102 = getelementptr inbounds [24 x i64], ptr %7, i64 0, i64 %27
  store i64 %101, ptr %102, align 8
  %103 = icmp eq ptr %26, null
  br i1 %103, label %124, label %104

104:                                              ; preds = %99
  %105 = icmp eq i64 %69, %25
  br i1 %105, label %106, label %458

106:                                              ; preds = %104
  %107 = load i64, ptr %73, align 8
  %108 = load i64, ptr %26, align 8
  %109 = icmp eq i64 %107, %108
  br i1 %109, label %110, label %458

110:                                              ; preds = %106, %114
  %111 = phi i64 [ %112, %114 ], [ 0, %106 ]
  %112 = add nuw nsw i64 %111, 1
  %113 = icmp eq i64 %112, %25
  br i1 %113, label %120, label %114, !llvm.loop !6

114:                                              ; preds = %110
  %115 = getelementptr inbounds i64, ptr %73, i64 %112
  %116 = load i64, ptr %115, align 8
  %117 = getelementptr inbounds i64, ptr %26, i64 %112
  %118 = load i64, ptr %117, align 8
  %119 = icmp eq i64 %116, %118
  br i1 %119, label %110, label %120, !llvm.loop !6

120:                                              ; preds = %114, %110
  %121 = icmp slt i64 %112, %25
  br i1 %121, label %458, label %124

122:                                              ; preds = %94, %46
  %123 = getelementptr inbounds [24 x i64], ptr %7, i64 0, i64 %27
  store i64 0, ptr %123, align 8
  br label %124

124:                                              ; preds = %122, %99, %120
  %125 = phi ptr [ %26, %120 ], [ %73, %99 ], [ %26, %122 ]
  %126 = phi i64 [ %25, %120 ], [ %69, %99 ], [ %25, %122 ]
  %127 = add nuw nsw i64 %27, 1
  %128 = icmp eq i64 %127, %15
  br i1 %128, label %129, label %24, !llvm.loop !9

129:                                              ; preds = %124
  %130 = icmp sgt i64 %126, 0
  br i1 %130, label %143, label %131

131:                                              ; preds = %143, %13, %129
  %132 = phi i64 [ %126, %129 ], [ 0, %13 ], [ %126, %143 ]
  %133 = phi ptr [ %125, %129 ], [ null, %13 ], [ %125, %143 ]
  %134 = phi i64 [ 1, %129 ], [ 1, %13 ], [ %148, %143 ]
  %135 = getelementptr inbounds i8, ptr %0, i64 176
  %136 = load ptr, ptr %135, align 8
  %137 = load i64, ptr %136, align 8
  %138 = icmp eq i64 %137, 1
  %139 = select i1 %138, i64 168, i64 160
  %140 = getelementptr inbounds i8, ptr %0, i64 %139
  %141 = load i64, ptr %140, align 8
  %142 = icmp sgt i64 %134, %141
  br i1 %142, label %458, label %151

143:                                              ; preds = %129, %143
  %144 = phi i64 [ %149, %143 ], [ 0, %129 ]
  %145 = phi i64 [ %148, %143 ], [ 1, %129 ]
  %146 = getelementptr inbounds i64, ptr %125, i64 %144
  %147 = load i64, ptr %146, align 8
  %148 = mul nsw i64 %147, %145
  %149 = add nuw nsw i64 %144, 1
  %150 = icmp eq i64 %149, %126
  br i1 %150, label %131, label %143, !llvm.loop !10

151:                                              ; preds = %131
  %152 = getelementptr inbounds i8, ptr %0, i64 136
  %153 = load i64, ptr %152, align 8
  %154 = icmp slt i64 %134, %153
  %155 = icmp sgt i64 %132, 54
  br i1 %154, label %161, label %156

156:                                              ; preds = %151
  %157 = getelementptr inbounds i8, ptr %0, i64 128
  %158 = load ptr, ptr %157, align 8
  %159 = icmp eq ptr %158, null
  %160 = or i1 %159, %155
  br i1 %160, label %458, label %166

161:                                              ; preds = %151
  %162 = getelementptr inbounds i8, ptr %0, i64 120
  %163 = load ptr, ptr %162, align 8
  %164 = icmp eq ptr %163, null
  %165 = or i1 %164, %155
  br i1 %165, label %458, label %166

166:                                              ; preds = %156, %161
  %167 = icmp eq ptr %3, null
  br i1 %167, label %217, label %168

168:                                              ; preds = %166
  %169 = getelementptr inbounds i8, ptr %0, i64 104
  %170 = load i64, ptr %169, align 8
  %171 = icmp eq i64 %170, 0
  %172 = getelementptr inbounds i8, ptr %0, i64 96
  %173 = load ptr, ptr %172, align 8
  %174 = icmp eq ptr %173, null
  br i1 %171, label %176, label %175

175:                                              ; preds = %168
  br i1 %174, label %196, label %180

176:                                              ; preds = %168
  br i1 %174, label %196, label %177

177:                                              ; preds = %176
  %178 = getelementptr inbounds i8, ptr %3, i64 8
  %179 = load ptr, ptr %178, align 8
  br label %184

180:                                              ; preds = %175
  %181 = getelementptr inbounds i8, ptr %3, i64 8
  %182 = load ptr, ptr %181, align 8
  %183 = icmp eq ptr %182, %173
  br i1 %183, label %189, label %184

184:                                              ; preds = %180, %177
  %185 = phi ptr [ %182, %180 ], [ %179, %177 ]
  %186 = getelementptr inbounds i8, ptr %0, i64 16
  %187 = load ptr, ptr %186, align 8
  %188 = icmp eq ptr %185, %187
  br i1 %188, label %189, label %458

189:                                              ; preds = %184, %180
  %190 = getelementptr inbounds i8, ptr %9, i64 40
  %191 = load ptr, ptr %190, align 8
  %192 = tail call i64 %191(ptr noundef nonnull %3) #2
  %193 = getelementptr inbounds i8, ptr %0, i64 72
  %194 = load i64, ptr %193, align 8
  %195 = icmp eq i64 %192, %194
  br i1 %195, label %196, label %458

196:                                              ; preds = %189, %176, %175
  %197 = getelementptr inbounds i8, ptr %0, i64 72
  %198 = load i64, ptr %197, align 8
  %199 = icmp sgt i64 %198, 0
  br i1 %199, label %200, label %280

200:                                              ; preds = %196
  %201 = getelementptr inbounds i8, ptr %9, i64 48
  br label %202

202:                                              ; preds = %211, %200
  %203 = phi i64 [ %198, %200 ], [ %212, %211 ]
  %204 = phi i64 [ 0, %200 ], [ %215, %211 ]
  %205 = load ptr, ptr %172, align 8
  %206 = icmp eq ptr %205, null
  br i1 %206, label %211, label %207

207:                                              ; preds = %202
  %208 = load ptr, ptr %201, align 8
  %209 = tail call ptr %208(ptr noundef nonnull %3, i64 noundef %204) #2
  %210 = load i64, ptr %197, align 8
  br label %211

211:                                              ; preds = %207, %202
  %212 = phi i64 [ %210, %207 ], [ %203, %202 ]
  %213 = phi ptr [ %209, %207 ], [ %3, %202 ]
  %214 = getelementptr inbounds ptr, ptr %8, i64 %204
  store ptr %213, ptr %214, align 8
  %215 = add nuw nsw i64 %204, 1
  %216 = icmp slt i64 %215, %212
  br i1 %216, label %202, label %280, !llvm.loop !11

217:                                              ; preds = %166
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %5) #4
  %218 = getelementptr inbounds i8, ptr %0, i64 72
  %219 = load i64, ptr %218, align 8
  %220 = icmp sgt i64 %219, 0
  br i1 %220, label %221, label %265

221:                                              ; preds = %217
  %222 = getelementptr inbounds i8, ptr %0, i64 88
  %223 = getelementptr inbounds i8, ptr %0, i64 8
  %224 = getelementptr inbounds i8, ptr %0, i64 48
  br label %225

225:                                              ; preds = %262, %221
  %226 = phi i64 [ 0, %221 ], [ %263, %262 ]
  %227 = load ptr, ptr %222, align 8
  %228 = load i64, ptr %14, align 8
  %229 = getelementptr %struct.spec, ptr %227, i64 %228
  %230 = getelementptr %struct.spec, ptr %229, i64 %226
  %231 = load i64, ptr %230, align 8
  %232 = add nsw i64 %231, %132
  %233 = icmp sgt i64 %232, 0
  br i1 %233, label %234, label %236

234:                                              ; preds = %225
  %235 = getelementptr inbounds i8, ptr %230, i64 16
  br label %249

236:                                              ; preds = %249, %225
  %237 = phi i64 [ %232, %225 ], [ %260, %249 ]
  %238 = load ptr, ptr %0, align 8
  %239 = getelementptr inbounds i8, ptr %238, i64 136
  %240 = load ptr, ptr %239, align 8
  %241 = load ptr, ptr %223, align 8
  %242 = trunc i64 %237 to i32
  %243 = load i64, ptr %224, align 8
  %244 = trunc i64 %243 to i32
  %245 = call ptr %240(ptr noundef %241, i32 noundef %242, ptr noundef nonnull %5, i32 noundef %244, ptr noundef null, ptr noundef null, i32 noundef 0, i32 noundef 0, ptr noundef null) #2
  %246 = getelementptr inbounds ptr, ptr %8, i64 %226
  store ptr %245, ptr %246, align 8
  %247 = icmp eq ptr %245, null
  %248 = load i64, ptr %218, align 8
  br i1 %247, label %267, label %262

249:                                              ; preds = %249, %234
  %250 = phi i64 [ 0, %234 ], [ %258, %249 ]
  %251 = icmp slt i64 %250, %132
  %252 = getelementptr inbounds i64, ptr %133, i64 %250
  %253 = sub nsw i64 %250, %132
  %254 = getelementptr inbounds [6 x i64], ptr %235, i64 0, i64 %253
  %255 = select i1 %251, ptr %252, ptr %254
  %256 = load i64, ptr %255, align 8
  %257 = getelementptr inbounds [64 x i64], ptr %5, i64 0, i64 %250
  store i64 %256, ptr %257, align 8
  %258 = add nuw nsw i64 %250, 1
  %259 = load i64, ptr %230, align 8
  %260 = add nsw i64 %259, %132
  %261 = icmp slt i64 %258, %260
  br i1 %261, label %249, label %236, !llvm.loop !12

262:                                              ; preds = %236
  %263 = add nuw nsw i64 %226, 1
  %264 = icmp slt i64 %263, %248
  br i1 %264, label %225, label %265, !llvm.loop !13

265:                                              ; preds = %262, %217
  %266 = phi i64 [ %219, %217 ], [ %248, %262 ]
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %5) #4
  br label %280

267:                                              ; preds = %236
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %5) #4
  %268 = icmp slt i64 %226, %248
  br i1 %268, label %269, label %280

269:                                              ; preds = %267
  %270 = icmp eq i64 %226, 0
  br i1 %270, label %458, label %271

271:                                              ; preds = %269
  %272 = getelementptr inbounds i8, ptr %9, i64 80
  br label %273

273:                                              ; preds = %273, %271
  %274 = phi i64 [ 0, %271 ], [ %278, %273 ]
  %275 = load ptr, ptr %272, align 8
  %276 = getelementptr inbounds ptr, ptr %8, i64 %274
  %277 = load ptr, ptr %276, align 8
  call void %275(ptr noundef %277) #2
  %278 = add nuw nsw i64 %274, 1
  %279 = icmp eq i64 %278, %226
  br i1 %279, label %458, label %273, !llvm.loop !14

280:                                              ; preds = %211, %196, %265, %267
  %281 = phi i64 [ %248, %267 ], [ %266, %265 ], [ %198, %196 ], [ %212, %211 ]
  %282 = getelementptr inbounds i8, ptr %0, i64 72
  %283 = icmp sgt i64 %281, 0
  br i1 %283, label %284, label %406

284:                                              ; preds = %280
  %285 = load i64, ptr %14, align 8
  %286 = getelementptr inbounds i8, ptr %0, i64 88
  %287 = load ptr, ptr %286, align 8
  %288 = getelementptr inbounds i8, ptr %0, i64 8
  %289 = getelementptr inbounds i8, ptr %0, i64 32
  %290 = icmp slt i64 %132, 1
  br label %291

291:                                              ; preds = %284, %398
  %292 = phi i64 [ %285, %284 ], [ %404, %398 ]
  %293 = phi i64 [ 0, %284 ], [ %403, %398 ]
  %294 = getelementptr inbounds %struct.spec, ptr %287, i64 %292
  %295 = getelementptr inbounds [24 x ptr], ptr %8, i64 0, i64 %293
  %296 = load ptr, ptr %295, align 8
  br i1 %167, label %297, label %302

297:                                              ; preds = %291
  %298 = getelementptr inbounds i8, ptr %296, i64 16
  %299 = load ptr, ptr %298, align 8
  %300 = getelementptr inbounds i8, ptr %294, i64 8
  %301 = load i64, ptr %300, align 8
  br label %398

302:                                              ; preds = %291
  %303 = getelementptr inbounds i8, ptr %296, i64 8
  %304 = load ptr, ptr %303, align 8
  %305 = load ptr, ptr %288, align 8
  %306 = icmp eq ptr %304, %305
  br i1 %306, label %307, label %458

307:                                              ; preds = %302
  %308 = getelementptr inbounds i8, ptr %296, i64 56
  %309 = load ptr, ptr %308, align 8
  %310 = load ptr, ptr %289, align 8
  %311 = icmp eq ptr %309, %310
  br i1 %311, label %312, label %458

312:                                              ; preds = %307
  %313 = getelementptr inbounds i8, ptr %296, i64 64
  %314 = load i32, ptr %313, align 8
  %315 = and i32 %314, 1281
  %316 = icmp eq i32 %315, 1281
  br i1 %316, label %317, label %458

317:                                              ; preds = %312
  %318 = getelementptr inbounds i8, ptr %296, i64 24
  %319 = load i32, ptr %318, align 8
  %320 = sext i32 %319 to i64
  %321 = load i64, ptr %294, align 8
  %322 = sub nsw i64 %320, %321
  %323 = icmp sgt i64 %322, -1
  br i1 %323, label %324, label %348

324:                                              ; preds = %317
  %325 = getelementptr inbounds i8, ptr %296, i64 32
  %326 = load ptr, ptr %325, align 8
  %327 = getelementptr inbounds i64, ptr %326, i64 %322
  %328 = getelementptr inbounds i8, ptr %294, i64 16
  %329 = icmp slt i64 %321, 1
  br i1 %329, label %347, label %330

330:                                              ; preds = %324
  %331 = load i64, ptr %327, align 8
  %332 = load i64, ptr %328, align 8
  %333 = icmp eq i64 %331, %332
  br i1 %333, label %334, label %348

334:                                              ; preds = %330, %338
  %335 = phi i64 [ %336, %338 ], [ 0, %330 ]
  %336 = add nuw nsw i64 %335, 1
  %337 = icmp eq i64 %336, %321
  br i1 %337, label %347, label %338, !llvm.loop !6

338:                                              ; preds = %334
  %339 = getelementptr inbounds i64, ptr %327, i64 %336
  %340 = load i64, ptr %339, align 8
  %341 = getelementptr inbounds i64, ptr %328, i64 %336
  %342 = load i64, ptr %341, align 8
  %343 = icmp eq i64 %340, %342
  br i1 %343, label %334, label %344, !llvm.loop !6

344:                                              ; preds = %338
  %345 = icmp sge i64 %336, %321
  %346 = freeze i1 %345
  br i1 %346, label %347, label %348

347:                                              ; preds = %334, %344, %324
  br label %348

348:                                              ; preds = %347, %344, %330, %317
  %349 = phi i64 [ -1, %317 ], [ %322, %347 ], [ -1, %344 ], [ -1, %330 ]
  %350 = icmp eq i64 %349, %132
  br i1 %350, label %351, label %458

351:                                              ; preds = %348
  %352 = getelementptr inbounds i8, ptr %296, i64 32
  %353 = load ptr, ptr %352, align 8
  br i1 %290, label %370, label %354

354:                                              ; preds = %351
  %355 = load i64, ptr %353, align 8
  %356 = load i64, ptr %133, align 8
  %357 = icmp eq i64 %355, %356
  br i1 %357, label %358, label %458

358:                                              ; preds = %354, %362
  %359 = phi i64 [ %360, %362 ], [ 0, %354 ]
  %360 = add nuw nsw i64 %359, 1
  %361 = icmp eq i64 %360, %132
  br i1 %361, label %370, label %362, !llvm.loop !6

362:                                              ; preds = %358
  %363 = getelementptr inbounds i64, ptr %353, i64 %360
  %364 = load i64, ptr %363, align 8
  %365 = getelementptr inbounds i64, ptr %133, i64 %360
  %366 = load i64, ptr %365, align 8
  %367 = icmp eq i64 %364, %366
  br i1 %367, label %358, label %368, !llvm.loop !6

368:                                              ; preds = %362
  %369 = icmp slt i64 %360, %132
  br i1 %369, label %458, label %370

370:                                              ; preds = %358, %368, %351
  %371 = getelementptr inbounds i8, ptr %296, i64 16
  %372 = load ptr, ptr %371, align 8
  %373 = ptrtoint ptr %372 to i64
  %374 = getelementptr inbounds i8, ptr %294, i64 8
  %375 = load i64, ptr %374, align 8
  %376 = mul nsw i64 %375, %134
  %377 = add i64 %376, %373
  %378 = icmp sgt i64 %292, 0
  br i1 %378, label %379, label %398

379:                                              ; preds = %370, %395
  %380 = phi i64 [ %396, %395 ], [ 0, %370 ]
  %381 = getelementptr inbounds ptr, ptr %6, i64 %380
  %382 = load ptr, ptr %381, align 8
  %383 = ptrtoint ptr %382 to i64
  %384 = icmp ugt i64 %377, %383
  br i1 %384, label %385, label %395

385:                                              ; preds = %379
  %386 = getelementptr inbounds %struct.spec, ptr %287, i64 %380, i32 1
  %387 = load i64, ptr %386, align 8
  %388 = getelementptr inbounds i64, ptr %7, i64 %380
  %389 = load i64, ptr %388, align 8
  %390 = icmp eq i64 %389, 0
  %391 = select i1 %390, i64 1, i64 %134
  %392 = mul nsw i64 %391, %387
  %393 = add i64 %392, %383
  %394 = icmp ugt i64 %393, %373
  br i1 %394, label %458, label %395

395:                                              ; preds = %385, %379
  %396 = add nuw nsw i64 %380, 1
  %397 = icmp eq i64 %396, %292
  br i1 %397, label %398, label %379, !llvm.loop !15

398:                                              ; preds = %395, %297, %370
  %399 = phi i64 [ %301, %297 ], [ %375, %370 ], [ %375, %395 ]
  %400 = phi ptr [ %299, %297 ], [ %372, %370 ], [ %372, %395 ]
  %401 = getelementptr inbounds [24 x ptr], ptr %6, i64 0, i64 %292
  store ptr %400, ptr %401, align 8
  %402 = getelementptr inbounds [24 x i64], ptr %7, i64 0, i64 %292
  store i64 %399, ptr %402, align 8
  %403 = add nuw nsw i64 %293, 1
  %404 = add nsw i64 %292, 1
  %405 = icmp eq i64 %403, %281
  br i1 %405, label %406, label %291, !llvm.loop !16

406:                                              ; preds = %398, %280
  %407 = call fastcc zeroext i1 @launch(ptr noundef nonnull %0, i64 noundef %134, ptr noundef nonnull %6, ptr noundef nonnull %7) #3
  br i1 %407, label %408, label %414

408:                                              ; preds = %406
  %409 = load i64, ptr %282, align 8
  %410 = icmp sgt i64 %409, 0
  br i1 %410, label %411, label %456

411:                                              ; preds = %408
  %412 = getelementptr inbounds i8, ptr %9, i64 72
  %413 = getelementptr inbounds i8, ptr %9, i64 128
  br label %428

414:                                              ; preds = %406
  br i1 %167, label %415, label %458

415:                                              ; preds = %414
  %416 = load i64, ptr %282, align 8
  %417 = icmp sgt i64 %416, 0
  br i1 %417, label %418, label %458

418:                                              ; preds = %415
  %419 = getelementptr inbounds i8, ptr %9, i64 80
  br label %420

420:                                              ; preds = %420, %418
  %421 = phi i64 [ 0, %418 ], [ %425, %420 ]
  %422 = load ptr, ptr %419, align 8
  %423 = getelementptr inbounds ptr, ptr %8, i64 %421
  %424 = load ptr, ptr %423, align 8
  call void %422(ptr noundef %424) #2
  %425 = add nuw nsw i64 %421, 1
  %426 = icmp eq i64 %425, %416
  br i1 %426, label %458, label %420, !llvm.loop !14

427:                                              ; preds = %440
  br i1 %441, label %445, label %456

428:                                              ; preds = %411, %440
  %429 = phi i64 [ 0, %411 ], [ %442, %440 ]
  %430 = phi i1 [ false, %411 ], [ %441, %440 ]
  %431 = getelementptr inbounds [24 x ptr], ptr %8, i64 0, i64 %429
  %432 = load ptr, ptr %431, align 8
  br i1 %167, label %435, label %433

433:                                              ; preds = %428
  %434 = load ptr, ptr %412, align 8
  call void %434(ptr noundef %432) #2
  br label %440

435:                                              ; preds = %428
  %436 = load ptr, ptr %413, align 8
  %437 = call ptr %436(ptr noundef %432) #2
  store ptr %437, ptr %431, align 8
  %438 = icmp eq ptr %437, null
  %439 = select i1 %438, i1 true, i1 %430
  br label %440

440:                                              ; preds = %435, %433
  %441 = phi i1 [ %430, %433 ], [ %439, %435 ]
  %442 = add nuw nsw i64 %429, 1
  %443 = load i64, ptr %282, align 8
  %444 = icmp slt i64 %442, %443
  br i1 %444, label %428, label %427, !llvm.loop !17

445:                                              ; preds = %427
  %446 = icmp sgt i64 %443, 0
  br i1 %446, label %447, label %458

447:                                              ; preds = %445
  %448 = getelementptr inbounds i8, ptr %9, i64 80
  br label %449

449:                                              ; preds = %449, %447
  %450 = phi i64 [ 0, %447 ], [ %454, %449 ]
  %451 = load ptr, ptr %448, align 8
  %452 = getelementptr inbounds ptr, ptr %8, i64 %450
  %453 = load ptr, ptr %452, align 8
  call void %451(ptr noundef %453) #2
  %454 = add nuw nsw i64 %450, 1
  %455 = icmp eq i64 %454, %443
  br i1 %455, label %458, label %449, !llvm.loop !14

456:                                              ; preds = %408, %427
  %457 = call fastcc ptr @packed(ptr noundef nonnull %0, ptr noundef nonnull %8) #3
  br label %458

458:                                              ; preds = %57, %62, %77, %52, %49, %104, %120, %91, %106, %354, %302, %307, %312, %348, %368, %385, %420, %449, %273, %414, %445, %415, %269, %189, %184, %456, %131, %156, %161, %4
  %459 = phi ptr [ inttoptr (i64 1 to ptr), %4 ], [ inttoptr (i64 1 to ptr), %161 ], [ inttoptr (i64 1 to ptr), %156 ], [ inttoptr (i64 1 to ptr), %131 ], [ %457, %456 ], [ inttoptr (i64 1 to ptr), %184 ], [ inttoptr (i64 1 to ptr), %189 ], [ null, %269 ], [ inttoptr (i64 1 to ptr), %415 ], [ null, %445 ], [ inttoptr (i64 1 to ptr), %414 ], [ null, %273 ], [ null, %449 ], [ inttoptr (i64 1 to ptr), %420 ], [ inttoptr (i64 1 to ptr), %385 ], [ inttoptr (i64 1 to ptr), %368 ], [ inttoptr (i64 1 to ptr), %348 ], [ inttoptr (i64 1 to ptr), %312 ], [ inttoptr (i64 1 to ptr), %307 ], [ inttoptr (i64 1 to ptr), %302 ], [ inttoptr (i64 1 to ptr), %354 ], [ inttoptr (i64 1 to ptr), %106 ], [ inttoptr (i64 1 to ptr), %91 ], [ inttoptr (i64 1 to ptr), %120 ], [ inttoptr (i64 1 to ptr), %104 ], [ inttoptr (i64 1 to ptr), %49 ], [ inttoptr (i64 1 to ptr), %52 ], [ inttoptr (i64 1 to ptr), %77 ], [ inttoptr (i64 1 to ptr), %62 ], [ inttoptr (i64 1 to ptr), %57 ]
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %8) #4
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %7) #4
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %6) #4
  ret ptr %459
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind
define ptr @call_algorithm(ptr nocapture noundef readonly %0, ptr noundef %1, i64 noundef %2, ptr noundef %3) local_unnamed_addr #0 {
  %5 = getelementptr inbounds i8, ptr %0, i64 24
  %6 = load ptr, ptr %5, align 8
  %7 = and i64 %2, 9223372036854775807
  %8 = load ptr, ptr %6, align 8
  %9 = getelementptr inbounds ptr, ptr %1, i64 %7
  %10 = getelementptr inbounds i8, ptr %6, i64 24
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %3, null
  br i1 %12, label %30, label %13

13:                                               ; preds = %4
  %14 = getelementptr inbounds i8, ptr %8, i64 40
  %15 = load ptr, ptr %14, align 8, !noalias !18
  %16 = tail call i64 %15(ptr noundef nonnull %3) #2, !noalias !18
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %30, label %18

18:                                               ; preds = %13
  %19 = getelementptr inbounds i8, ptr %8, i64 48
  %20 = load ptr, ptr %19, align 8, !noalias !18
  %21 = add nsw i64 %16, -1
  %22 = tail call ptr %20(ptr noundef nonnull %3, i64 noundef %21) #2, !noalias !18
  %23 = icmp eq ptr %22, %11
  %24 = sext i1 %23 to i64
  %25 = add i64 %16, %24
  br i1 %23, label %26, label %30

26:                                               ; preds = %18
  %27 = getelementptr ptr, ptr %9, i64 %16
  %28 = getelementptr i8, ptr %27, i64 -8
  %29 = load ptr, ptr %28, align 8, !noalias !18
  br label %30

30:                                               ; preds = %4, %13, %18, %26
  %31 = phi i64 [ %25, %26 ], [ %25, %18 ], [ 0, %13 ], [ 0, %4 ]
  %32 = phi ptr [ %29, %26 ], [ null, %18 ], [ null, %13 ], [ null, %4 ]
  %33 = getelementptr inbounds i8, ptr %6, i64 32
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %34, null
  br i1 %35, label %45, label %36

36:                                               ; preds = %30
  %37 = load ptr, ptr %6, align 8
  %38 = load ptr, ptr %37, align 8
  %39 = tail call ptr %38(ptr noundef nonnull %34, ptr noundef %1, i64 noundef %7, ptr noundef %3) #2
  %40 = icmp eq ptr %39, null
  br i1 %40, label %189, label %41

41:                                               ; preds = %36
  %42 = load ptr, ptr %6, align 8
  %43 = getelementptr inbounds i8, ptr %42, i64 80
  %44 = load ptr, ptr %43, align 8
  tail call void %44(ptr noundef nonnull %39) #2
  br label %45

45:                                               ; preds = %41, %30
  %46 = icmp eq i64 %7, 0
  br i1 %46, label %180, label %47

47:                                               ; preds = %45
  %48 = load ptr, ptr %6, align 8
  %49 = getelementptr inbounds i8, ptr %48, i64 8
  %50 = load ptr, ptr %49, align 8
  %51 = load ptr, ptr %1, align 8
  %52 = getelementptr inbounds i8, ptr %6, i64 16
  %53 = load ptr, ptr %52, align 8
  %54 = tail call ptr %50(ptr noundef %51, ptr noundef %53) #2
  %55 = icmp eq ptr %54, null
  br i1 %55, label %180, label %56

56:                                               ; preds = %47
  %57 = load ptr, ptr %6, align 8
  %58 = icmp eq i64 %31, 0
  br i1 %58, label %65, label %59

59:                                               ; preds = %56
  %60 = icmp sgt i64 %31, 0
  br i1 %60, label %61, label %110

61:                                               ; preds = %59
  %62 = getelementptr inbounds i8, ptr %6, i64 72
  %63 = getelementptr inbounds i8, ptr %6, i64 56
  %64 = getelementptr inbounds i8, ptr %6, i64 64
  br label %71

65:                                               ; preds = %56
  %66 = getelementptr inbounds i8, ptr %57, i64 72
  %67 = load ptr, ptr %66, align 8
  %68 = getelementptr inbounds i8, ptr %6, i64 8
  %69 = load ptr, ptr %68, align 8
  tail call void %67(ptr noundef %69) #2
  %70 = load ptr, ptr %68, align 8
  br label %146

71:                                               ; preds = %107, %61
  %72 = phi i64 [ 0, %61 ], [ %108, %107 ]
  %73 = getelementptr inbounds ptr, ptr %9, i64 %72
  %74 = load ptr, ptr %73, align 8
  %75 = getelementptr inbounds i8, ptr %74, i64 8
  %76 = load ptr, ptr %75, align 8
  %77 = load ptr, ptr %62, align 8
  %78 = icmp eq ptr %76, %77
  br i1 %78, label %82, label %79

79:                                               ; preds = %71
  %80 = load ptr, ptr %63, align 8
  %81 = icmp eq ptr %76, %80
  br i1 %81, label %107, label %104

82:                                               ; preds = %71
  %83 = load ptr, ptr %6, align 8
  %84 = getelementptr inbounds i8, ptr %83, i64 40
  %85 = load ptr, ptr %84, align 8
  %86 = tail call i64 %85(ptr noundef nonnull %74) #2
  %87 = icmp slt i64 %86, 1
  br i1 %87, label %107, label %88

88:                                               ; preds = %82, %102
  %89 = phi i64 [ %90, %102 ], [ %86, %82 ]
  %90 = add nsw i64 %89, -1
  %91 = load ptr, ptr %6, align 8
  %92 = getelementptr inbounds i8, ptr %91, i64 48
  %93 = load ptr, ptr %92, align 8
  %94 = tail call ptr %93(ptr noundef %74, i64 noundef %90) #2
  %95 = getelementptr inbounds i8, ptr %94, i64 8
  %96 = load ptr, ptr %95, align 8
  %97 = load ptr, ptr %63, align 8
  %98 = icmp eq ptr %96, %97
  br i1 %98, label %102, label %99

99:                                               ; preds = %88
  %100 = load ptr, ptr %64, align 8
  %101 = icmp eq ptr %96, %100
  br i1 %101, label %102, label %167

102:                                              ; preds = %99, %88
  %103 = icmp ult i64 %89, 2
  br i1 %103, label %107, label %88, !llvm.loop !21

104:                                              ; preds = %79
  %105 = load ptr, ptr %64, align 8
  %106 = icmp eq ptr %76, %105
  br i1 %106, label %107, label %167

107:                                              ; preds = %102, %104, %82, %79
  %108 = add nuw nsw i64 %72, 1
  %109 = icmp eq i64 %108, %31
  br i1 %109, label %110, label %71, !llvm.loop !22

110:                                              ; preds = %107, %59
  %111 = getelementptr inbounds i8, ptr %57, i64 64
  %112 = load ptr, ptr %111, align 8
  %113 = tail call ptr %112(ptr noundef %3, i64 noundef 0, i64 noundef %31) #2
  %114 = icmp eq ptr %113, null
  br i1 %114, label %121, label %115

115:                                              ; preds = %110
  %116 = getelementptr inbounds i8, ptr %57, i64 32
  %117 = load ptr, ptr %116, align 8
  %118 = add nsw i64 %31, 2
  %119 = tail call ptr %117(i64 noundef %118) #2
  %120 = icmp eq ptr %119, null
  br i1 %120, label %121, label %124

121:                                              ; preds = %115, %110
  %122 = getelementptr inbounds i8, ptr %57, i64 80
  %123 = load ptr, ptr %122, align 8
  tail call void %123(ptr noundef %113) #2
  br label %167

124:                                              ; preds = %115
  %125 = getelementptr inbounds i8, ptr %57, i64 72
  %126 = load ptr, ptr %125, align 8
  %127 = getelementptr inbounds i8, ptr %6, i64 8
  %128 = load ptr, ptr %127, align 8
  tail call void %126(ptr noundef %128) #2
  %129 = getelementptr inbounds i8, ptr %57, i64 56
  %130 = load ptr, ptr %129, align 8
  %131 = load ptr, ptr %127, align 8
  %132 = tail call i32 %130(ptr noundef nonnull %119, i64 noundef 0, ptr noundef %131) #2
  %133 = load ptr, ptr %129, align 8
  %134 = tail call i32 %133(ptr noundef nonnull %119, i64 noundef 1, ptr noundef nonnull %113) #2
  br i1 %60, label %135, label %149

135:                                              ; preds = %124, %135
  %136 = phi i64 [ %144, %135 ], [ 0, %124 ]
  %137 = load ptr, ptr %125, align 8
  %138 = getelementptr inbounds ptr, ptr %9, i64 %136
  %139 = load ptr, ptr %138, align 8
  tail call void %137(ptr noundef %139) #2
  %140 = load ptr, ptr %129, align 8
  %141 = add nuw nsw i64 %136, 2
  %142 = load ptr, ptr %138, align 8
  %143 = tail call i32 %140(ptr noundef nonnull %119, i64 noundef %141, ptr noundef %142) #2
  %144 = add nuw nsw i64 %136, 1
  %145 = icmp eq i64 %144, %31
  br i1 %145, label %146, label %135, !llvm.loop !23

146:                                              ; preds = %135, %65
  %147 = phi ptr [ %70, %65 ], [ %119, %135 ]
  %148 = icmp eq ptr %147, null
  br i1 %148, label %167, label %149

149:                                              ; preds = %146, %124
  %150 = phi ptr [ %147, %146 ], [ %119, %124 ]
  %151 = getelementptr inbounds i8, ptr %48, i64 16
  %152 = load ptr, ptr %151, align 8
  %153 = tail call ptr %152(ptr noundef nonnull %54, ptr noundef nonnull %150) #2
  %154 = getelementptr inbounds i8, ptr %48, i64 80
  %155 = load ptr, ptr %154, align 8
  tail call void %155(ptr noundef nonnull %150) #2
  %156 = icmp eq ptr %153, null
  br i1 %156, label %167, label %157

157:                                              ; preds = %149
  %158 = getelementptr inbounds i8, ptr %153, i64 8
  %159 = load ptr, ptr %158, align 8
  %160 = getelementptr inbounds i8, ptr %6, i64 48
  %161 = load ptr, ptr %160, align 8
  %162 = icmp eq ptr %159, %161
  br i1 %162, label %163, label %167

163:                                              ; preds = %157
  %164 = getelementptr inbounds i8, ptr %153, i64 24
  %165 = load ptr, ptr %164, align 8
  %166 = icmp eq ptr %165, null
  br i1 %166, label %167, label %170

167:                                              ; preds = %104, %99, %163, %157, %149, %121, %146
  %168 = getelementptr inbounds i8, ptr %48, i64 80
  %169 = load ptr, ptr %168, align 8
  tail call void %169(ptr noundef nonnull %54) #2
  br label %180

170:                                              ; preds = %163
  %171 = getelementptr inbounds i8, ptr %48, i64 72
  %172 = load ptr, ptr %171, align 8
  tail call void %172(ptr noundef nonnull %153) #2
  %173 = load ptr, ptr %164, align 8
  %174 = getelementptr inbounds i8, ptr %1, i64 8
  %175 = add nsw i64 %7, -1
  %176 = tail call fastcc ptr @attempt(ptr noundef %173, ptr noundef nonnull readonly %174, i64 noundef %175, ptr noundef %32) #3
  %177 = load ptr, ptr %154, align 8
  tail call void %177(ptr noundef nonnull %153) #2
  %178 = load ptr, ptr %154, align 8
  tail call void %178(ptr noundef nonnull %54) #2
  %179 = icmp eq ptr %176, inttoptr (i64 1 to ptr)
  br i1 %179, label %180, label %189

180:                                              ; preds = %47, %45, %167, %170
  %181 = load ptr, ptr %6, align 8
  %182 = getelementptr inbounds i8, ptr %181, i64 88
  %183 = load ptr, ptr %182, align 8
  tail call void %183() #2
  %184 = load ptr, ptr %6, align 8
  %185 = load ptr, ptr %184, align 8
  %186 = getelementptr inbounds i8, ptr %6, i64 40
  %187 = load ptr, ptr %186, align 8
  %188 = tail call ptr %185(ptr noundef %187, ptr noundef %1, i64 noundef %7, ptr noundef %3) #2
  br label %189

189:                                              ; preds = %36, %180, %170
  %190 = phi ptr [ %188, %180 ], [ %176, %170 ], [ null, %36 ]
  ret ptr %190
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
  %22 = getelementptr inbounds i8, ptr %5, i64 112
  %23 = load ptr, ptr %22, align 8
  %24 = add nsw i64 %17, 64
  %25 = tail call ptr %23(i64 noundef %24) #2
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
  tail call void %14(i64 noundef %1, ptr noundef %2, ptr noundef %3, ptr noundef %33) #2
  br label %44

34:                                               ; preds = %27
  %35 = getelementptr inbounds i8, ptr %5, i64 96
  %36 = load ptr, ptr %35, align 8
  %37 = tail call ptr %36() #2
  %38 = ptrtoint ptr %28 to i64
  %39 = add i64 %38, 63
  %40 = and i64 %39, -64
  %41 = inttoptr i64 %40 to ptr
  tail call void %14(i64 noundef %1, ptr noundef %2, ptr noundef %3, ptr noundef %41) #2
  %42 = getelementptr inbounds i8, ptr %5, i64 104
  %43 = load ptr, ptr %42, align 8
  tail call void %43(ptr noundef %37) #2
  br label %44

44:                                               ; preds = %29, %34
  %45 = icmp eq ptr %28, null
  br i1 %45, label %49, label %46

46:                                               ; preds = %44
  %47 = getelementptr inbounds i8, ptr %5, i64 120
  %48 = load ptr, ptr %47, align 8
  tail call void %48(ptr noundef nonnull %28) #2
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
  br label %55

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
  %18 = tail call ptr %15(ptr noundef nonnull %5, i64 noundef %17) #2
  br label %24

19:                                               ; preds = %9
  %20 = load ptr, ptr %3, align 8
  %21 = getelementptr inbounds i8, ptr %0, i64 72
  %22 = load i64, ptr %21, align 8
  %23 = tail call ptr %20(ptr noundef nonnull %5, ptr noundef %1, i64 noundef %22, ptr noundef null) #2
  br label %24

24:                                               ; preds = %19, %13
  %25 = phi ptr [ %18, %13 ], [ %23, %19 ]
  %26 = load i64, ptr %10, align 8
  %27 = icmp ne i64 %26, 0
  %28 = icmp ne ptr %25, null
  %29 = select i1 %27, i1 %28, i1 false
  %30 = getelementptr inbounds i8, ptr %0, i64 72
  %31 = load i64, ptr %30, align 8
  %32 = icmp sgt i64 %31, 0
  br i1 %29, label %33, label %36

33:                                               ; preds = %24
  br i1 %32, label %34, label %55

34:                                               ; preds = %33
  %35 = getelementptr inbounds i8, ptr %3, i64 56
  br label %46

36:                                               ; preds = %24
  br i1 %32, label %37, label %55

37:                                               ; preds = %36
  %38 = getelementptr inbounds i8, ptr %3, i64 80
  br label %39

39:                                               ; preds = %39, %37
  %40 = phi i64 [ 0, %37 ], [ %44, %39 ]
  %41 = load ptr, ptr %38, align 8
  %42 = getelementptr inbounds ptr, ptr %1, i64 %40
  %43 = load ptr, ptr %42, align 8
  tail call void %41(ptr noundef %43) #2
  %44 = add nuw nsw i64 %40, 1
  %45 = icmp eq i64 %44, %31
  br i1 %45, label %55, label %39, !llvm.loop !14

46:                                               ; preds = %34, %46
  %47 = phi i64 [ 0, %34 ], [ %52, %46 ]
  %48 = load ptr, ptr %35, align 8
  %49 = getelementptr inbounds ptr, ptr %1, i64 %47
  %50 = load ptr, ptr %49, align 8
  %51 = tail call i32 %48(ptr noundef nonnull %25, i64 noundef %47, ptr noundef %50) #2
  %52 = add nuw nsw i64 %47, 1
  %53 = load i64, ptr %30, align 8
  %54 = icmp slt i64 %52, %53
  br i1 %54, label %46, label %55, !llvm.loop !24

55:                                               ; preds = %39, %46, %33, %36, %7
  %56 = phi ptr [ %8, %7 ], [ %25, %36 ], [ %25, %33 ], [ %25, %46 ], [ %25, %39 ]
  ret ptr %56
}

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nobuiltin nounwind "no-builtins" }
attributes #3 = { nobuiltin "no-builtins" }
attributes #4 = { nounwind }


!3 = !{!4}
!4 = distinct !{!4, !5, !"split_keywords: argument 0"}
!5 = distinct !{!5, !"split_keywords"}
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
!19 = distinct !{!19, !20, !"split_keywords: argument 0"}
!20 = distinct !{!20, !"split_keywords"}
!21 = distinct !{!21, !7, !8}
!22 = distinct !{!22, !7, !8}
!23 = distinct !{!23, !7, !8}
!24 = distinct !{!24, !7, !8}
