
%struct.spec = type { i64, i64, [6 x i64] }
%struct.arguments = type { [24 x ptr], [24 x ptr], ptr, i64, i64, i8, i8 }

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
  %17 = getelementptr inbounds i8, ptr %8, i64 80
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
  %75 = getelementptr inbounds i8, ptr %8, i64 160
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
  %196 = getelementptr inbounds i8, ptr %8, i64 80
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
  %224 = getelementptr inbounds i8, ptr %8, i64 160
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
  %349 = getelementptr inbounds i8, ptr %8, i64 152
  %350 = getelementptr inbounds i8, ptr %8, i64 216
  br label %365

351:                                              ; preds = %343
  br i1 %160, label %352, label %395

352:                                              ; preds = %351
  %353 = load i64, ptr %234, align 8
  %354 = icmp eq i64 %353, 0
  br i1 %354, label %395, label %355

355:                                              ; preds = %352
  %356 = getelementptr inbounds i8, ptr %8, i64 160
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
  %385 = getelementptr inbounds i8, ptr %8, i64 160
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
  %43 = getelementptr inbounds i8, ptr %0, i64 152
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
  %66 = getelementptr inbounds i8, ptr %0, i64 152
  %67 = load ptr, ptr %66, align 8
  tail call void %67(ptr noundef nonnull %3) #4
  br label %78

68:                                               ; preds = %52, %51, %60
  %69 = getelementptr inbounds i8, ptr %0, i64 152
  %70 = load ptr, ptr %69, align 8
  tail call void %70(ptr noundef %2) #4
  %71 = getelementptr inbounds i8, ptr %0, i64 208
  %72 = load ptr, ptr %71, align 8
  %73 = tail call ptr %72(ptr noundef nonnull %3, ptr noundef %2, i32 noundef 0, i32 noundef 0, i32 noundef 257, ptr noundef null) #4
  %74 = icmp eq ptr %73, null
  br i1 %74, label %75, label %78

75:                                               ; preds = %68
  %76 = getelementptr inbounds i8, ptr %0, i64 168
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
  br i1 %23, label %737, label %24

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
  br i1 %35, label %109, label %36

36:                                               ; preds = %24
  %37 = icmp sgt i64 %26, 0
  br i1 %37, label %40, label %38

38:                                               ; preds = %40, %36
  %39 = icmp eq ptr %3, null
  br i1 %39, label %110, label %47

40:                                               ; preds = %36, %40
  %41 = phi i64 [ %45, %40 ], [ 0, %36 ]
  %42 = getelementptr inbounds ptr, ptr %25, i64 %41
  %43 = load ptr, ptr %42, align 8
  %44 = getelementptr inbounds [24 x ptr], ptr %13, i64 0, i64 %41
  store ptr %43, ptr %44, align 8
  %45 = add nuw nsw i64 %41, 1
  %46 = icmp eq i64 %45, %26
  br i1 %46, label %38, label %40, !llvm.loop !15

47:                                               ; preds = %38
  %48 = getelementptr inbounds i8, ptr %17, i64 16
  %49 = load ptr, ptr %48, align 8
  %50 = getelementptr inbounds i8, ptr %16, i64 48
  %51 = load ptr, ptr %50, align 8
  %52 = tail call ptr %49(ptr noundef %51, ptr noundef nonnull %3) #4
  %53 = icmp eq ptr %52, null
  br i1 %53, label %54, label %63

54:                                               ; preds = %47
  %55 = load ptr, ptr %17, align 8
  %56 = getelementptr inbounds i8, ptr %16, i64 56
  %57 = load ptr, ptr %56, align 8
  %58 = call ptr %55(ptr noundef %57, ptr noundef nonnull %11, i64 noundef 1, ptr noundef null) #4
  %59 = icmp eq ptr %58, null
  br i1 %59, label %109, label %60

60:                                               ; preds = %54
  %61 = getelementptr inbounds i8, ptr %17, i64 160
  %62 = load ptr, ptr %61, align 8
  call void %62(ptr noundef nonnull %58) #4
  br label %63

63:                                               ; preds = %60, %47
  %64 = phi ptr [ %58, %60 ], [ %52, %47 ]
  %65 = getelementptr inbounds i8, ptr %17, i64 144
  %66 = load ptr, ptr %65, align 8
  %67 = call ptr %66(ptr noundef nonnull %64) #4
  %68 = load ptr, ptr %11, align 8
  %69 = icmp eq ptr %68, null
  br i1 %69, label %110, label %70

70:                                               ; preds = %63
  %71 = getelementptr inbounds i8, ptr %17, i64 64
  %72 = load ptr, ptr %71, align 8
  %73 = call i64 %72(ptr noundef nonnull %68) #4
  %74 = getelementptr ptr, ptr %1, i64 %18
  %75 = icmp sgt i64 %73, 0
  br i1 %75, label %76, label %110

76:                                               ; preds = %70
  %77 = getelementptr inbounds i8, ptr %13, i64 192
  %78 = getelementptr inbounds i8, ptr %13, i64 384
  br label %79

79:                                               ; preds = %100, %76
  %80 = phi i64 [ 0, %76 ], [ %107, %100 ]
  %81 = getelementptr inbounds i8, ptr %67, i64 %80
  %82 = load i8, ptr %81, align 1
  %83 = sext i8 %82 to i64
  %84 = icmp eq i8 %82, 127
  br i1 %84, label %92, label %85

85:                                               ; preds = %79
  %86 = icmp sgt i8 %82, 63
  br i1 %86, label %87, label %90

87:                                               ; preds = %85
  %88 = add nsw i64 %83, -64
  %89 = getelementptr inbounds [24 x ptr], ptr %77, i64 0, i64 %88
  br label %92

90:                                               ; preds = %85
  %91 = getelementptr inbounds [24 x ptr], ptr %13, i64 0, i64 %83
  br label %92

92:                                               ; preds = %90, %87, %79
  %93 = phi ptr [ %89, %87 ], [ %91, %90 ], [ %78, %79 ]
  %94 = icmp eq i8 %82, 126
  %95 = icmp slt i8 %82, 0
  %96 = or i1 %94, %95
  br i1 %96, label %109, label %97

97:                                               ; preds = %92
  %98 = load ptr, ptr %93, align 8
  %99 = icmp eq ptr %98, null
  br i1 %99, label %100, label %109

100:                                              ; preds = %97
  %101 = getelementptr ptr, ptr %74, i64 %80
  %102 = load ptr, ptr %101, align 8
  store ptr %102, ptr %93, align 8
  %103 = load i8, ptr %31, align 1, !range !16, !noundef !17
  %104 = icmp ne i8 %103, 0
  %105 = and i1 %84, %104
  %106 = zext i1 %105 to i8
  store i8 %106, ptr %31, align 1
  %107 = add nuw nsw i64 %80, 1
  %108 = icmp eq i64 %107, %73
  br i1 %108, label %110, label %79, !llvm.loop !18

109:                                              ; preds = %97, %92, %54, %24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11)
  br label %737

110:                                              ; preds = %100, %70, %63, %38
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11)
  %111 = load ptr, ptr %16, align 8
  %112 = getelementptr inbounds i8, ptr %13, i64 408
  store i8 0, ptr %112, align 8
  %113 = getelementptr inbounds i8, ptr %16, i64 8
  %114 = getelementptr inbounds i8, ptr %16, i64 104
  %115 = getelementptr inbounds i8, ptr %13, i64 400
  %116 = load i64, ptr %115, align 8
  br label %132

117:                                              ; preds = %164
  %118 = trunc nuw i8 %166 to i1
  %119 = icmp ne i64 %167, 0
  %120 = select i1 %118, i1 %119, i1 false
  %121 = zext i1 %120 to i8
  store i8 %121, ptr %112, align 8
  %122 = getelementptr inbounds i8, ptr %16, i64 112
  %123 = select i1 %120, ptr %114, ptr %122
  %124 = load ptr, ptr %123, align 8
  %125 = getelementptr inbounds i8, ptr %16, i64 200
  %126 = getelementptr inbounds i8, ptr %13, i64 192
  %127 = getelementptr inbounds i8, ptr %111, i64 24
  %128 = getelementptr inbounds i8, ptr %16, i64 216
  %129 = getelementptr inbounds i8, ptr %13, i64 392
  %130 = getelementptr inbounds i8, ptr %111, i64 160
  %131 = getelementptr inbounds i8, ptr %16, i64 224
  br label %170

132:                                              ; preds = %164, %110
  %133 = phi i64 [ %116, %110 ], [ %165, %164 ]
  %134 = phi i64 [ 0, %110 ], [ %167, %164 ]
  %135 = phi i8 [ 1, %110 ], [ %166, %164 ]
  %136 = phi i64 [ 0, %110 ], [ %168, %164 ]
  %137 = getelementptr inbounds [24 x ptr], ptr %13, i64 0, i64 %136
  %138 = load ptr, ptr %137, align 8
  %139 = icmp eq ptr %138, null
  br i1 %139, label %164, label %140

140:                                              ; preds = %132
  %141 = getelementptr inbounds i8, ptr %138, i64 8
  %142 = load ptr, ptr %141, align 8
  %143 = load ptr, ptr %113, align 8
  %144 = getelementptr inbounds i8, ptr %143, i64 72
  %145 = load ptr, ptr %144, align 8
  %146 = icmp eq ptr %142, %145
  br i1 %146, label %164, label %147

147:                                              ; preds = %140
  %148 = load ptr, ptr %143, align 8
  %149 = icmp eq ptr %142, %148
  br i1 %149, label %150, label %155

150:                                              ; preds = %147
  %151 = getelementptr inbounds i8, ptr %138, i64 56
  %152 = load ptr, ptr %151, align 8
  %153 = load ptr, ptr %114, align 8
  %154 = icmp eq ptr %152, %153
  br label %155

155:                                              ; preds = %150, %147
  %156 = phi i1 [ false, %147 ], [ %154, %150 ]
  %157 = and i8 %135, 1
  %158 = icmp ne i8 %157, 0
  %159 = select i1 %156, i1 %158, i1 false
  %160 = zext i1 %159 to i8
  %161 = shl nuw nsw i64 1, %136
  %162 = or i64 %161, %133
  store i64 %162, ptr %115, align 8
  %163 = add nsw i64 %134, 1
  br label %164

164:                                              ; preds = %155, %140, %132
  %165 = phi i64 [ %162, %155 ], [ %133, %140 ], [ %133, %132 ]
  %166 = phi i8 [ %160, %155 ], [ %135, %140 ], [ %135, %132 ]
  %167 = phi i64 [ %163, %155 ], [ %134, %140 ], [ %134, %132 ]
  %168 = add nuw nsw i64 %136, 1
  %169 = icmp eq i64 %168, 24
  br i1 %169, label %117, label %132, !llvm.loop !19

170:                                              ; preds = %247, %117
  %171 = phi ptr [ null, %117 ], [ %248, %247 ]
  %172 = phi i64 [ 0, %117 ], [ %249, %247 ]
  %173 = getelementptr inbounds [24 x ptr], ptr %13, i64 0, i64 %172
  %174 = load ptr, ptr %173, align 8
  %175 = load i64, ptr %115, align 8
  %176 = shl nuw nsw i64 1, %172
  %177 = and i64 %175, %176
  %178 = icmp eq i64 %177, 0
  br i1 %178, label %247, label %179

179:                                              ; preds = %170
  %180 = getelementptr inbounds i8, ptr %174, i64 8
  %181 = load ptr, ptr %180, align 8
  %182 = load ptr, ptr %113, align 8
  %183 = getelementptr inbounds i8, ptr %182, i64 24
  %184 = load ptr, ptr %183, align 8
  %185 = icmp eq ptr %181, %184
  br i1 %185, label %186, label %202

186:                                              ; preds = %179
  %187 = load i64, ptr %125, align 8
  %188 = icmp slt i64 %187, 0
  br i1 %188, label %251, label %189

189:                                              ; preds = %186
  %190 = getelementptr inbounds [24 x ptr], ptr %126, i64 0, i64 %187
  %191 = load ptr, ptr %190, align 8
  %192 = icmp eq ptr %191, null
  %193 = icmp eq ptr %171, null
  %194 = select i1 %192, i1 %193, i1 false
  br i1 %194, label %195, label %251

195:                                              ; preds = %189
  %196 = load ptr, ptr %127, align 8
  %197 = call ptr %196(ptr noundef nonnull %174) #4
  %198 = icmp eq ptr %197, null
  br i1 %198, label %251, label %199

199:                                              ; preds = %195
  %200 = load ptr, ptr %180, align 8
  %201 = load ptr, ptr %113, align 8
  br label %202

202:                                              ; preds = %199, %179
  %203 = phi ptr [ %174, %199 ], [ %171, %179 ]
  %204 = phi ptr [ %201, %199 ], [ %182, %179 ]
  %205 = phi ptr [ %200, %199 ], [ %181, %179 ]
  %206 = phi ptr [ %197, %199 ], [ %174, %179 ]
  %207 = load ptr, ptr %204, align 8
  %208 = icmp eq ptr %205, %207
  br i1 %208, label %209, label %221

209:                                              ; preds = %202
  %210 = getelementptr inbounds i8, ptr %174, i64 56
  %211 = load ptr, ptr %210, align 8
  %212 = getelementptr inbounds i8, ptr %211, i64 25
  %213 = load i8, ptr %212, align 1
  %214 = icmp eq i8 %213, 102
  br i1 %214, label %215, label %221

215:                                              ; preds = %209
  %216 = load i8, ptr %112, align 8, !range !16, !noundef !17
  %217 = trunc nuw i8 %216 to i1
  br i1 %217, label %221, label %218

218:                                              ; preds = %215
  %219 = load ptr, ptr %114, align 8
  %220 = icmp eq ptr %211, %219
  br i1 %220, label %221, label %251

221:                                              ; preds = %218, %215, %209, %202
  %222 = load ptr, ptr %128, align 8
  %223 = getelementptr inbounds i64, ptr %222, i64 %172
  %224 = load i64, ptr %223, align 8
  %225 = icmp ne i64 %224, 0
  %226 = call fastcc ptr @converted(ptr noundef %111, ptr noundef nonnull %204, ptr noundef %124, ptr noundef nonnull %206, i1 noundef zeroext %225) #5
  br i1 %185, label %227, label %230

227:                                              ; preds = %221
  %228 = load ptr, ptr %130, align 8
  call void %228(ptr noundef nonnull %206) #4
  %229 = icmp eq ptr %226, null
  br i1 %229, label %251, label %236

230:                                              ; preds = %221
  %231 = icmp eq ptr %226, null
  br i1 %231, label %251, label %232

232:                                              ; preds = %230
  store ptr %226, ptr %173, align 8
  %233 = load i64, ptr %129, align 8
  %234 = add nsw i64 %233, 1
  store i64 %234, ptr %129, align 8
  %235 = getelementptr inbounds ptr, ptr %12, i64 %233
  store ptr %226, ptr %235, align 8
  br label %247

236:                                              ; preds = %227
  store ptr %226, ptr %173, align 8
  %237 = load i64, ptr %129, align 8
  %238 = add nsw i64 %237, 1
  store i64 %238, ptr %129, align 8
  %239 = getelementptr inbounds ptr, ptr %12, i64 %237
  store ptr %226, ptr %239, align 8
  %240 = getelementptr inbounds i8, ptr %226, i64 24
  %241 = load i32, ptr %240, align 8
  %242 = sext i32 %241 to i64
  %243 = load ptr, ptr %131, align 8
  %244 = getelementptr inbounds i64, ptr %243, i64 %172
  %245 = load i64, ptr %244, align 8
  %246 = icmp eq i64 %245, %242
  br i1 %246, label %247, label %724

247:                                              ; preds = %236, %232, %170
  %248 = phi ptr [ %171, %170 ], [ %203, %236 ], [ %203, %232 ]
  %249 = add nuw nsw i64 %172, 1
  %250 = icmp eq i64 %249, 24
  br i1 %250, label %251, label %170, !llvm.loop !20

251:                                              ; preds = %247, %230, %227, %218, %195, %189, %186
  %252 = phi ptr [ %248, %247 ], [ %171, %186 ], [ null, %195 ], [ %203, %227 ], [ %203, %230 ], [ %203, %218 ], [ %171, %189 ]
  %253 = load i64, ptr %129, align 8
  %254 = icmp eq i64 %253, %167
  br i1 %254, label %255, label %724

255:                                              ; preds = %251
  br i1 %21, label %256, label %264

256:                                              ; preds = %255
  %257 = getelementptr inbounds i8, ptr %17, i64 8
  %258 = load ptr, ptr %257, align 8
  %259 = load ptr, ptr %1, align 8
  %260 = getelementptr inbounds i8, ptr %16, i64 32
  %261 = load ptr, ptr %260, align 8
  %262 = call ptr %258(ptr noundef %259, ptr noundef %261) #4
  %263 = icmp eq ptr %262, null
  br i1 %263, label %724, label %264

264:                                              ; preds = %256, %255
  %265 = phi ptr [ %262, %256 ], [ null, %255 ]
  %266 = phi ptr [ %262, %256 ], [ %20, %255 ]
  %267 = load ptr, ptr %16, align 8
  %268 = load i8, ptr %31, align 1, !range !16, !noundef !17
  %269 = trunc nuw i8 %268 to i1
  br i1 %269, label %270, label %286

270:                                              ; preds = %264
  %271 = load i8, ptr %112, align 8, !range !16, !noundef !17
  %272 = trunc nuw i8 %271 to i1
  br i1 %272, label %286, label %273

273:                                              ; preds = %270
  %274 = getelementptr inbounds i8, ptr %16, i64 192
  %275 = load i64, ptr %274, align 8
  %276 = icmp eq i64 %275, 0
  br i1 %276, label %277, label %286

277:                                              ; preds = %273
  %278 = load i64, ptr %115, align 8
  %279 = add nsw i64 %278, 1
  %280 = load i64, ptr %27, align 8
  %281 = shl nuw i64 1, %280
  %282 = icmp eq i64 %279, %281
  br i1 %282, label %283, label %286

283:                                              ; preds = %277
  %284 = getelementptr inbounds i8, ptr %16, i64 16
  %285 = load ptr, ptr %284, align 8
  br label %358

286:                                              ; preds = %277, %273, %270, %264
  %287 = getelementptr inbounds i8, ptr %267, i64 80
  %288 = load ptr, ptr %287, align 8
  %289 = getelementptr inbounds i8, ptr %267, i64 88
  %290 = load ptr, ptr %289, align 8
  %291 = getelementptr inbounds i8, ptr %16, i64 64
  %292 = load ptr, ptr %291, align 8
  %293 = call ptr %290(ptr noundef %292, i64 noundef 0) #4
  %294 = call ptr %288(ptr noundef %293, i64 noundef 0) #4
  %295 = load ptr, ptr %16, align 8
  %296 = getelementptr inbounds i8, ptr %16, i64 192
  %297 = load i64, ptr %296, align 8
  %298 = icmp ne i64 %297, 0
  %299 = icmp ne ptr %252, null
  %300 = or i1 %299, %298
  br i1 %300, label %351, label %301

301:                                              ; preds = %286
  %302 = getelementptr inbounds i8, ptr %294, i64 8
  %303 = load ptr, ptr %302, align 8
  %304 = load ptr, ptr %113, align 8
  %305 = getelementptr inbounds i8, ptr %304, i64 8
  %306 = load ptr, ptr %305, align 8
  %307 = icmp eq ptr %303, %306
  br i1 %307, label %308, label %349

308:                                              ; preds = %301
  %309 = getelementptr inbounds i8, ptr %295, i64 128
  %310 = load ptr, ptr %309, align 8
  %311 = getelementptr inbounds i8, ptr %295, i64 80
  %312 = load ptr, ptr %311, align 8
  %313 = call ptr %312(ptr noundef nonnull %294, i64 noundef 1) #4
  %314 = call i64 %310(ptr noundef %313) #4
  %315 = load i64, ptr %115, align 8
  %316 = icmp eq i64 %314, %315
  br i1 %316, label %317, label %349

317:                                              ; preds = %308
  %318 = load ptr, ptr %311, align 8
  %319 = call ptr %318(ptr noundef nonnull %294, i64 noundef 2) #4
  %320 = load i8, ptr %112, align 8, !range !16, !noundef !17
  %321 = trunc nuw i8 %320 to i1
  %322 = select i1 %321, i64 88, i64 96
  %323 = getelementptr inbounds i8, ptr %16, i64 %322
  %324 = load ptr, ptr %323, align 8
  %325 = icmp eq ptr %319, %324
  br i1 %325, label %326, label %349

326:                                              ; preds = %317
  %327 = getelementptr inbounds i8, ptr %16, i64 184
  %328 = load i64, ptr %327, align 8
  %329 = icmp slt i64 %328, 1
  br i1 %329, label %358, label %330

330:                                              ; preds = %326
  %331 = getelementptr inbounds i8, ptr %16, i64 72
  br label %336

332:                                              ; preds = %346
  %333 = add nuw nsw i64 %337, 1
  %334 = load i64, ptr %327, align 8
  %335 = icmp slt i64 %333, %334
  br i1 %335, label %336, label %358, !llvm.loop !21

336:                                              ; preds = %332, %330
  %337 = phi i64 [ 0, %330 ], [ %333, %332 ]
  %338 = load ptr, ptr %311, align 8
  %339 = add nuw nsw i64 %337, 3
  %340 = call ptr %338(ptr noundef %294, i64 noundef %339) #4
  %341 = getelementptr inbounds [24 x ptr], ptr %126, i64 0, i64 %337
  %342 = load ptr, ptr %341, align 8
  %343 = icmp eq ptr %342, null
  br i1 %343, label %344, label %346

344:                                              ; preds = %336
  %345 = load ptr, ptr %331, align 8
  br label %346

346:                                              ; preds = %344, %336
  %347 = phi ptr [ %345, %344 ], [ %342, %336 ]
  %348 = call fastcc zeroext i1 @is_same(ptr noundef nonnull readonly %16, ptr noundef %340, ptr noundef %347, i64 noundef 0) #5
  br i1 %348, label %332, label %349

349:                                              ; preds = %346, %317, %308, %301
  %350 = load i64, ptr %296, align 8
  br label %351

351:                                              ; preds = %349, %286
  %352 = phi i64 [ %350, %349 ], [ %297, %286 ]
  %353 = icmp sgt i64 %352, 0
  %354 = load i64, ptr %115, align 8
  br i1 %353, label %355, label %364

355:                                              ; preds = %351
  %356 = getelementptr inbounds i8, ptr %16, i64 208
  %357 = load ptr, ptr %356, align 8
  br label %397

358:                                              ; preds = %332, %326, %283
  %359 = phi ptr [ %285, %283 ], [ %294, %326 ], [ %294, %332 ]
  %360 = getelementptr inbounds i8, ptr %267, i64 152
  %361 = load ptr, ptr %360, align 8
  call void %361(ptr noundef %359) #4
  br label %535

362:                                              ; preds = %397
  %363 = add nuw nsw i64 %405, 3
  br label %364

364:                                              ; preds = %362, %351
  %365 = phi i64 [ 3, %351 ], [ %363, %362 ]
  %366 = getelementptr inbounds i8, ptr %267, i64 56
  %367 = load ptr, ptr %366, align 8
  %368 = getelementptr inbounds i8, ptr %16, i64 184
  %369 = load i64, ptr %368, align 8
  %370 = add nsw i64 %369, %365
  %371 = call ptr %367(i64 noundef %370) #4
  %372 = load i8, ptr %112, align 8, !range !16, !noundef !17
  %373 = trunc nuw i8 %372 to i1
  %374 = select i1 %373, i64 88, i64 96
  %375 = getelementptr inbounds i8, ptr %16, i64 %374
  %376 = load ptr, ptr %375, align 8
  %377 = getelementptr inbounds i8, ptr %267, i64 152
  %378 = load ptr, ptr %377, align 8
  %379 = getelementptr inbounds i8, ptr %16, i64 16
  %380 = load ptr, ptr %379, align 8
  call void %378(ptr noundef %380) #4
  %381 = getelementptr inbounds i8, ptr %267, i64 96
  %382 = load ptr, ptr %381, align 8
  %383 = load ptr, ptr %379, align 8
  %384 = call i32 %382(ptr noundef %371, i64 noundef 0, ptr noundef %383) #4
  %385 = load ptr, ptr %381, align 8
  %386 = getelementptr inbounds i8, ptr %267, i64 112
  %387 = load ptr, ptr %386, align 8
  %388 = call ptr %387(i64 noundef %354) #4
  %389 = call i32 %385(ptr noundef %371, i64 noundef 1, ptr noundef %388) #4
  %390 = load ptr, ptr %377, align 8
  call void %390(ptr noundef %376) #4
  %391 = load ptr, ptr %381, align 8
  %392 = call i32 %391(ptr noundef %371, i64 noundef 2, ptr noundef %376) #4
  %393 = load i64, ptr %296, align 8
  %394 = icmp sgt i64 %393, 0
  br i1 %394, label %395, label %408

395:                                              ; preds = %364
  %396 = getelementptr inbounds i8, ptr %16, i64 208
  br label %415

397:                                              ; preds = %397, %355
  %398 = phi i64 [ 0, %355 ], [ %405, %397 ]
  %399 = phi i64 [ 0, %355 ], [ %406, %397 ]
  %400 = shl nsw i64 %399, 4
  %401 = getelementptr inbounds i8, ptr %357, i64 %400
  %402 = load i64, ptr %401, align 8
  %403 = lshr i64 %354, %402
  %404 = and i64 %403, 1
  %405 = add nuw nsw i64 %404, %398
  %406 = add nuw nsw i64 %399, 1
  %407 = icmp eq i64 %406, %352
  br i1 %407, label %362, label %397, !llvm.loop !22

408:                                              ; preds = %461, %364
  %409 = phi i64 [ 3, %364 ], [ %463, %461 ]
  %410 = load i64, ptr %368, align 8
  %411 = icmp sgt i64 %410, 0
  br i1 %411, label %412, label %535

412:                                              ; preds = %408
  %413 = getelementptr inbounds i8, ptr %16, i64 72
  %414 = icmp eq ptr %252, null
  br label %466

415:                                              ; preds = %461, %395
  %416 = phi i64 [ %393, %395 ], [ %462, %461 ]
  %417 = phi i64 [ 0, %395 ], [ %464, %461 ]
  %418 = phi i64 [ 3, %395 ], [ %463, %461 ]
  %419 = load ptr, ptr %396, align 8
  %420 = shl nuw nsw i64 %417, 1
  %421 = getelementptr inbounds i64, ptr %419, i64 %420
  %422 = load i64, ptr %421, align 8
  %423 = shl nuw i64 1, %422
  %424 = and i64 %423, %354
  %425 = icmp eq i64 %424, 0
  br i1 %425, label %461, label %426

426:                                              ; preds = %415
  %427 = getelementptr inbounds [24 x ptr], ptr %13, i64 0, i64 %422
  %428 = load ptr, ptr %427, align 8
  %429 = getelementptr inbounds i8, ptr %428, i64 8
  %430 = load ptr, ptr %429, align 8
  %431 = load ptr, ptr %113, align 8
  %432 = load ptr, ptr %431, align 8
  %433 = icmp eq ptr %430, %432
  br i1 %433, label %437, label %434

434:                                              ; preds = %426
  %435 = load ptr, ptr %381, align 8
  %436 = load ptr, ptr %386, align 8
  br label %453

437:                                              ; preds = %426
  %438 = getelementptr inbounds i8, ptr %428, i64 24
  %439 = load i32, ptr %438, align 8
  %440 = sext i32 %439 to i64
  %441 = or disjoint i64 %420, 1
  %442 = getelementptr inbounds i64, ptr %419, i64 %441
  %443 = load i64, ptr %442, align 8
  %444 = sub nsw i64 %440, %443
  %445 = load ptr, ptr %381, align 8
  %446 = load ptr, ptr %386, align 8
  %447 = icmp slt i64 %444, 0
  br i1 %447, label %453, label %448

448:                                              ; preds = %437
  %449 = getelementptr inbounds i8, ptr %428, i64 32
  %450 = load ptr, ptr %449, align 8
  %451 = getelementptr inbounds i64, ptr %450, i64 %444
  %452 = load i64, ptr %451, align 8
  br label %453

453:                                              ; preds = %448, %437, %434
  %454 = phi ptr [ %446, %448 ], [ %446, %437 ], [ %436, %434 ]
  %455 = phi ptr [ %445, %448 ], [ %445, %437 ], [ %435, %434 ]
  %456 = phi i64 [ %452, %448 ], [ -1, %437 ], [ -1, %434 ]
  %457 = add nsw i64 %418, 1
  %458 = call ptr %454(i64 noundef %456) #4
  %459 = call i32 %455(ptr noundef %371, i64 noundef %418, ptr noundef %458) #4
  %460 = load i64, ptr %296, align 8
  br label %461

461:                                              ; preds = %453, %415
  %462 = phi i64 [ %460, %453 ], [ %416, %415 ]
  %463 = phi i64 [ %457, %453 ], [ %418, %415 ]
  %464 = add nuw nsw i64 %417, 1
  %465 = icmp slt i64 %464, %462
  br i1 %465, label %415, label %408, !llvm.loop !23

466:                                              ; preds = %528, %412
  %467 = phi i64 [ 0, %412 ], [ %532, %528 ]
  %468 = phi i64 [ %409, %412 ], [ %530, %528 ]
  %469 = getelementptr inbounds [24 x ptr], ptr %126, i64 0, i64 %467
  %470 = load ptr, ptr %469, align 8
  %471 = load ptr, ptr %413, align 8
  br i1 %414, label %516, label %472

472:                                              ; preds = %466
  %473 = load i64, ptr %125, align 8
  %474 = icmp eq i64 %467, %473
  br i1 %474, label %475, label %516

475:                                              ; preds = %472
  %476 = load ptr, ptr %16, align 8
  %477 = getelementptr inbounds i8, ptr %476, i64 56
  %478 = load ptr, ptr %477, align 8
  %479 = getelementptr inbounds i8, ptr %476, i64 40
  %480 = load ptr, ptr %479, align 8
  %481 = call i64 %480(ptr noundef nonnull %252) #4
  %482 = add nsw i64 %481, 1
  %483 = call ptr %478(i64 noundef %482) #4
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #6
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9) #6
  %484 = getelementptr inbounds i8, ptr %476, i64 152
  %485 = load ptr, ptr %484, align 8
  %486 = load ptr, ptr %113, align 8
  %487 = getelementptr inbounds i8, ptr %486, i64 24
  %488 = load ptr, ptr %487, align 8
  call void %485(ptr noundef %488) #4
  %489 = getelementptr inbounds i8, ptr %476, i64 96
  %490 = load ptr, ptr %489, align 8
  %491 = load ptr, ptr %113, align 8
  %492 = getelementptr inbounds i8, ptr %491, i64 24
  %493 = load ptr, ptr %492, align 8
  %494 = call i32 %490(ptr noundef %483, i64 noundef 0, ptr noundef %493) #4
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10) #6
  store i64 0, ptr %10, align 8
  %495 = getelementptr inbounds i8, ptr %476, i64 32
  %496 = load ptr, ptr %495, align 8
  %497 = call i32 %496(ptr noundef nonnull %252, ptr noundef nonnull %10, ptr noundef nonnull %8, ptr noundef nonnull %9) #4
  %498 = icmp eq i32 %497, 0
  br i1 %498, label %514, label %499

499:                                              ; preds = %475, %507
  %500 = phi i64 [ %510, %507 ], [ 1, %475 ]
  %501 = load ptr, ptr %8, align 8
  %502 = call fastcc ptr @frozen(ptr noundef nonnull readonly %16, ptr noundef %501, i64 noundef 0) #5
  %503 = icmp eq ptr %502, null
  br i1 %503, label %504, label %507

504:                                              ; preds = %499
  %505 = getelementptr inbounds i8, ptr %476, i64 160
  %506 = load ptr, ptr %505, align 8
  call void %506(ptr noundef %483) #4
  br label %514

507:                                              ; preds = %499
  %508 = load ptr, ptr %489, align 8
  %509 = call i32 %508(ptr noundef %483, i64 noundef %500, ptr noundef nonnull %502) #4
  %510 = add nuw nsw i64 %500, 1
  %511 = load ptr, ptr %495, align 8
  %512 = call i32 %511(ptr noundef nonnull %252, ptr noundef nonnull %10, ptr noundef nonnull %8, ptr noundef nonnull %9) #4
  %513 = icmp eq i32 %512, 0
  br i1 %513, label %514, label %499, !llvm.loop !24

514:                                              ; preds = %507, %504, %475
  %515 = phi ptr [ null, %504 ], [ %483, %475 ], [ %483, %507 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #6
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9) #6
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #6
  br label %522

516:                                              ; preds = %472, %466
  %517 = icmp eq ptr %470, null
  br i1 %517, label %520, label %518

518:                                              ; preds = %516
  %519 = call fastcc ptr @frozen(ptr noundef nonnull readonly %16, ptr noundef nonnull %470, i64 noundef 0) #5
  br label %522

520:                                              ; preds = %516
  %521 = load ptr, ptr %377, align 8
  call void %521(ptr noundef %471) #4
  br label %522

522:                                              ; preds = %520, %518, %514
  %523 = phi ptr [ %515, %514 ], [ %519, %518 ], [ %471, %520 ]
  %524 = icmp eq ptr %523, null
  br i1 %524, label %525, label %528

525:                                              ; preds = %522
  %526 = getelementptr inbounds i8, ptr %267, i64 160
  %527 = load ptr, ptr %526, align 8
  call void %527(ptr noundef %371) #4
  br label %706

528:                                              ; preds = %522
  %529 = load ptr, ptr %381, align 8
  %530 = add nsw i64 %468, 1
  %531 = call i32 %529(ptr noundef %371, i64 noundef %468, ptr noundef nonnull %523) #4
  %532 = add nuw nsw i64 %467, 1
  %533 = load i64, ptr %368, align 8
  %534 = icmp slt i64 %532, %533
  br i1 %534, label %466, label %535, !llvm.loop !25

535:                                              ; preds = %528, %408, %358
  %536 = phi ptr [ %359, %358 ], [ %371, %408 ], [ %371, %528 ]
  %537 = icmp eq ptr %536, null
  br i1 %537, label %706, label %538

538:                                              ; preds = %535
  %539 = load ptr, ptr %16, align 8
  %540 = getelementptr inbounds i8, ptr %539, i64 88
  %541 = load ptr, ptr %540, align 8
  %542 = getelementptr inbounds i8, ptr %16, i64 64
  %543 = load ptr, ptr %542, align 8
  %544 = call ptr %541(ptr noundef %543, i64 noundef 0) #4
  %545 = getelementptr inbounds i8, ptr %539, i64 80
  %546 = load ptr, ptr %545, align 8
  %547 = call ptr %546(ptr noundef %544, i64 noundef 0) #4
  %548 = icmp eq ptr %547, %536
  br i1 %548, label %549, label %557

549:                                              ; preds = %538
  %550 = load ptr, ptr %545, align 8
  %551 = call ptr %550(ptr noundef %544, i64 noundef 1) #4
  %552 = icmp eq ptr %551, %266
  br i1 %552, label %553, label %557

553:                                              ; preds = %549
  %554 = load ptr, ptr %545, align 8
  %555 = call ptr %554(ptr noundef %544, i64 noundef 2) #4
  %556 = icmp eq ptr %555, null
  br i1 %556, label %706, label %562

557:                                              ; preds = %549, %538
  %558 = getelementptr inbounds i8, ptr %539, i64 16
  %559 = load ptr, ptr %558, align 8
  %560 = call ptr %559(ptr noundef nonnull %266, ptr noundef nonnull %536) #4
  %561 = icmp eq ptr %560, null
  br i1 %561, label %706, label %565

562:                                              ; preds = %553
  %563 = getelementptr inbounds i8, ptr %539, i64 152
  %564 = load ptr, ptr %563, align 8
  call void %564(ptr noundef nonnull %555) #4
  br label %596

565:                                              ; preds = %557
  %566 = getelementptr inbounds i8, ptr %539, i64 152
  %567 = load ptr, ptr %566, align 8
  call void %567(ptr noundef nonnull %560) #4
  %568 = getelementptr inbounds i8, ptr %16, i64 192
  %569 = load i64, ptr %568, align 8
  %570 = icmp eq i64 %569, 0
  br i1 %570, label %571, label %596

571:                                              ; preds = %565
  %572 = getelementptr inbounds i8, ptr %16, i64 16
  %573 = load ptr, ptr %572, align 8
  %574 = icmp eq ptr %573, %536
  br i1 %574, label %596, label %575

575:                                              ; preds = %571
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %7) #6
  store ptr %536, ptr %7, align 16
  %576 = getelementptr inbounds i8, ptr %7, i64 8
  store ptr %266, ptr %576, align 8
  %577 = getelementptr inbounds i8, ptr %7, i64 16
  store ptr %560, ptr %577, align 16
  %578 = getelementptr inbounds i8, ptr %539, i64 56
  %579 = load ptr, ptr %578, align 8
  %580 = call ptr %579(i64 noundef 3) #4
  %581 = getelementptr inbounds i8, ptr %539, i64 96
  br label %582

582:                                              ; preds = %582, %575
  %583 = phi i64 [ 0, %575 ], [ %589, %582 ]
  %584 = load ptr, ptr %566, align 8
  %585 = getelementptr inbounds [3 x ptr], ptr %7, i64 0, i64 %583
  %586 = load ptr, ptr %585, align 8
  call void %584(ptr noundef %586) #4
  %587 = load ptr, ptr %581, align 8
  %588 = call i32 %587(ptr noundef %580, i64 noundef %583, ptr noundef %586) #4
  %589 = add nuw nsw i64 %583, 1
  %590 = icmp eq i64 %589, 3
  br i1 %590, label %591, label %582, !llvm.loop !26

591:                                              ; preds = %582
  %592 = getelementptr inbounds i8, ptr %539, i64 104
  %593 = load ptr, ptr %592, align 8
  %594 = load ptr, ptr %542, align 8
  %595 = call i32 %593(ptr noundef %594, i64 noundef 0, ptr noundef %580) #4
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %7) #6
  br label %596

596:                                              ; preds = %591, %571, %565, %562
  %597 = phi ptr [ %560, %591 ], [ %560, %571 ], [ %560, %565 ], [ %555, %562 ]
  %598 = getelementptr inbounds i8, ptr %16, i64 120
  %599 = load ptr, ptr %598, align 8
  %600 = icmp eq ptr %599, null
  br i1 %600, label %605, label %601

601:                                              ; preds = %596
  %602 = load ptr, ptr %17, align 8
  %603 = call ptr %602(ptr noundef nonnull %599, ptr noundef %1, i64 noundef %18, ptr noundef %3) #4
  %604 = icmp eq ptr %603, null
  br i1 %604, label %706, label %605

605:                                              ; preds = %601, %596
  %606 = phi ptr [ %603, %601 ], [ null, %596 ]
  %607 = load i64, ptr %129, align 8
  %608 = load ptr, ptr %16, align 8
  %609 = getelementptr inbounds i8, ptr %597, i64 8
  %610 = load ptr, ptr %609, align 8
  %611 = getelementptr inbounds i8, ptr %16, i64 160
  %612 = load ptr, ptr %611, align 8
  %613 = icmp eq ptr %610, %612
  br i1 %613, label %614, label %706

614:                                              ; preds = %605
  %615 = getelementptr inbounds i8, ptr %597, i64 24
  %616 = load ptr, ptr %615, align 8
  %617 = icmp eq ptr %616, null
  br i1 %617, label %706, label %618

618:                                              ; preds = %614
  %619 = getelementptr inbounds i8, ptr %616, i64 48
  %620 = load i64, ptr %619, align 8
  %621 = icmp eq i64 %620, %607
  br i1 %621, label %622, label %706

622:                                              ; preds = %618
  call void @llvm.lifetime.start.p0(i64 200, ptr nonnull %6) #6
  %623 = getelementptr inbounds i8, ptr %13, i64 384
  %624 = load ptr, ptr %623, align 8
  %625 = icmp eq ptr %624, null
  br i1 %625, label %634, label %626

626:                                              ; preds = %622
  %627 = getelementptr inbounds i8, ptr %624, i64 8
  %628 = load ptr, ptr %627, align 8
  %629 = load ptr, ptr %113, align 8
  %630 = getelementptr inbounds i8, ptr %629, i64 72
  %631 = load ptr, ptr %630, align 8
  %632 = icmp eq ptr %628, %631
  %633 = select i1 %632, ptr null, ptr %624
  br label %634

634:                                              ; preds = %626, %622
  %635 = phi ptr [ null, %622 ], [ %633, %626 ]
  %636 = getelementptr inbounds i8, ptr %16, i64 128
  %637 = load ptr, ptr %636, align 8
  %638 = icmp eq ptr %637, null
  br i1 %638, label %680, label %639

639:                                              ; preds = %634
  %640 = getelementptr inbounds i8, ptr %608, i64 64
  %641 = load ptr, ptr %640, align 8
  %642 = call i64 %641(ptr noundef nonnull %637) #4
  %643 = icmp slt i64 %642, 1
  br i1 %643, label %680, label %644

644:                                              ; preds = %639
  %645 = getelementptr inbounds i8, ptr %608, i64 80
  %646 = getelementptr inbounds i8, ptr %16, i64 136
  %647 = getelementptr inbounds i8, ptr %5, i64 8
  %648 = getelementptr inbounds i8, ptr %608, i64 160
  %649 = load i64, ptr %115, align 8
  br label %650

650:                                              ; preds = %676, %644
  %651 = phi i1 [ false, %644 ], [ %678, %676 ]
  %652 = phi i64 [ 0, %644 ], [ %677, %676 ]
  %653 = load ptr, ptr %645, align 8
  %654 = load ptr, ptr %636, align 8
  %655 = call ptr %653(ptr noundef %654, i64 noundef %652) #4
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5) #6
  %656 = load ptr, ptr %646, align 8
  store ptr %656, ptr %5, align 16
  %657 = getelementptr inbounds [24 x ptr], ptr %13, i64 0, i64 %652
  %658 = load ptr, ptr %657, align 8
  store ptr %658, ptr %647, align 8
  %659 = getelementptr inbounds i8, ptr %655, i64 8
  %660 = load ptr, ptr %659, align 8
  %661 = load ptr, ptr %113, align 8
  %662 = getelementptr inbounds i8, ptr %661, i64 72
  %663 = load ptr, ptr %662, align 8
  %664 = icmp eq ptr %660, %663
  br i1 %664, label %676, label %665

665:                                              ; preds = %650
  %666 = shl nuw i64 1, %652
  %667 = and i64 %666, %649
  %668 = icmp eq i64 %667, 0
  br i1 %668, label %676, label %669

669:                                              ; preds = %665
  %670 = load ptr, ptr %608, align 8
  %671 = call ptr %670(ptr noundef nonnull %655, ptr noundef nonnull %5, i64 noundef 2, ptr noundef null) #4
  %672 = icmp eq ptr %671, null
  br i1 %672, label %675, label %673

673:                                              ; preds = %669
  %674 = load ptr, ptr %648, align 8
  call void %674(ptr noundef nonnull %671) #4
  br label %676

675:                                              ; preds = %669
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5) #6
  br i1 %651, label %680, label %704

676:                                              ; preds = %673, %665, %650
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5) #6
  %677 = add nuw nsw i64 %652, 1
  %678 = icmp sge i64 %677, %642
  %679 = icmp eq i64 %677, %642
  br i1 %679, label %680, label %650, !llvm.loop !27

680:                                              ; preds = %676, %675, %639, %634
  %681 = call fastcc ptr @attempt(ptr noundef nonnull %616, ptr noundef nonnull readonly %12, i64 noundef %607, ptr noundef %635) #5
  %682 = icmp eq ptr %681, inttoptr (i64 1 to ptr)
  br i1 %682, label %683, label %704

683:                                              ; preds = %680
  %684 = icmp sgt i64 %607, 0
  br i1 %684, label %691, label %685

685:                                              ; preds = %691, %683
  %686 = getelementptr inbounds [25 x ptr], ptr %6, i64 0, i64 %607
  store ptr %635, ptr %686, align 8
  %687 = load ptr, ptr %608, align 8
  %688 = getelementptr inbounds i8, ptr %616, i64 104
  %689 = load ptr, ptr %688, align 8
  %690 = icmp eq ptr %635, null
  br i1 %690, label %701, label %698

691:                                              ; preds = %683, %691
  %692 = phi i64 [ %696, %691 ], [ 0, %683 ]
  %693 = getelementptr inbounds ptr, ptr %12, i64 %692
  %694 = load ptr, ptr %693, align 8
  %695 = getelementptr inbounds [25 x ptr], ptr %6, i64 0, i64 %692
  store ptr %694, ptr %695, align 8
  %696 = add nuw nsw i64 %692, 1
  %697 = icmp eq i64 %696, %607
  br i1 %697, label %685, label %691, !llvm.loop !28

698:                                              ; preds = %685
  %699 = getelementptr inbounds i8, ptr %16, i64 40
  %700 = load ptr, ptr %699, align 8
  br label %701

701:                                              ; preds = %698, %685
  %702 = phi ptr [ %700, %698 ], [ null, %685 ]
  %703 = call ptr %687(ptr noundef %689, ptr noundef nonnull %6, i64 noundef %607, ptr noundef %702) #4
  br label %704

704:                                              ; preds = %701, %680, %675
  %705 = phi ptr [ %703, %701 ], [ %681, %680 ], [ inttoptr (i64 1 to ptr), %675 ]
  call void @llvm.lifetime.end.p0(i64 200, ptr nonnull %6) #6
  br label %706

706:                                              ; preds = %704, %618, %614, %605, %601, %557, %553, %535, %525
  %707 = phi ptr [ %597, %601 ], [ %597, %614 ], [ %597, %605 ], [ %597, %704 ], [ %597, %618 ], [ null, %535 ], [ null, %525 ], [ null, %557 ], [ null, %553 ]
  %708 = phi ptr [ %536, %601 ], [ %536, %614 ], [ %536, %605 ], [ %536, %704 ], [ %536, %618 ], [ null, %535 ], [ null, %525 ], [ %536, %557 ], [ %536, %553 ]
  %709 = phi ptr [ null, %601 ], [ inttoptr (i64 1 to ptr), %614 ], [ inttoptr (i64 1 to ptr), %605 ], [ %705, %704 ], [ inttoptr (i64 1 to ptr), %618 ], [ inttoptr (i64 1 to ptr), %535 ], [ inttoptr (i64 1 to ptr), %525 ], [ inttoptr (i64 1 to ptr), %557 ], [ inttoptr (i64 1 to ptr), %553 ]
  %710 = phi ptr [ null, %601 ], [ %606, %614 ], [ %606, %605 ], [ %606, %704 ], [ %606, %618 ], [ null, %535 ], [ null, %525 ], [ null, %557 ], [ null, %553 ]
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %14) #6
  store ptr %710, ptr %14, align 16
  %711 = getelementptr inbounds i8, ptr %14, i64 8
  store ptr %707, ptr %711, align 8
  %712 = getelementptr inbounds i8, ptr %14, i64 16
  store ptr %708, ptr %712, align 16
  %713 = getelementptr inbounds i8, ptr %14, i64 24
  store ptr %265, ptr %713, align 8
  %714 = getelementptr inbounds i8, ptr %17, i64 160
  br label %717

715:                                              ; preds = %717
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %14) #6
  %716 = load i64, ptr %129, align 8
  br label %724

717:                                              ; preds = %717, %706
  %718 = phi i64 [ 0, %706 ], [ %722, %717 ]
  %719 = load ptr, ptr %714, align 8
  %720 = getelementptr inbounds [4 x ptr], ptr %14, i64 0, i64 %718
  %721 = load ptr, ptr %720, align 8
  call void %719(ptr noundef %721) #4
  %722 = add nuw nsw i64 %718, 1
  %723 = icmp eq i64 %722, 4
  br i1 %723, label %715, label %717, !llvm.loop !29

724:                                              ; preds = %236, %715, %256, %251
  %725 = phi i64 [ %253, %251 ], [ %167, %256 ], [ %716, %715 ], [ %238, %236 ]
  %726 = phi ptr [ inttoptr (i64 1 to ptr), %251 ], [ inttoptr (i64 1 to ptr), %256 ], [ %709, %715 ], [ inttoptr (i64 1 to ptr), %236 ]
  %727 = icmp eq i64 %725, 0
  br i1 %727, label %738, label %728

728:                                              ; preds = %724
  %729 = getelementptr inbounds i8, ptr %17, i64 160
  br label %730

730:                                              ; preds = %730, %728
  %731 = phi i64 [ %725, %728 ], [ %732, %730 ]
  %732 = add nsw i64 %731, -1
  %733 = load ptr, ptr %729, align 8
  %734 = getelementptr inbounds ptr, ptr %12, i64 %732
  %735 = load ptr, ptr %734, align 8
  call void %733(ptr noundef %735) #4
  %736 = icmp eq i64 %732, 0
  br i1 %736, label %738, label %730, !llvm.loop !6

737:                                              ; preds = %109, %4
  call void @llvm.lifetime.end.p0(i64 416, ptr nonnull %13) #6
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %12) #6
  br label %740

738:                                              ; preds = %730, %724
  call void @llvm.lifetime.end.p0(i64 416, ptr nonnull %13) #6
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %12) #6
  %739 = icmp eq ptr %726, inttoptr (i64 1 to ptr)
  br i1 %739, label %740, label %759

740:                                              ; preds = %737, %738
  %741 = getelementptr inbounds i8, ptr %17, i64 120
  %742 = load ptr, ptr %741, align 8
  %743 = call ptr %742() #4
  %744 = icmp eq ptr %743, null
  br i1 %744, label %752, label %745

745:                                              ; preds = %740
  %746 = getelementptr inbounds i8, ptr %17, i64 136
  %747 = load ptr, ptr %746, align 8
  %748 = getelementptr inbounds i8, ptr %16, i64 152
  %749 = load ptr, ptr %748, align 8
  %750 = call i32 %747(ptr noundef %749) #4
  %751 = icmp eq i32 %750, 0
  br i1 %751, label %759, label %752

752:                                              ; preds = %745, %740
  %753 = getelementptr inbounds i8, ptr %17, i64 168
  %754 = load ptr, ptr %753, align 8
  call void %754() #4
  %755 = load ptr, ptr %17, align 8
  %756 = getelementptr inbounds i8, ptr %16, i64 144
  %757 = load ptr, ptr %756, align 8
  %758 = call ptr %755(ptr noundef %757, ptr noundef %1, i64 noundef %18, ptr noundef %3) #4
  br label %759

759:                                              ; preds = %745, %738, %752
  %760 = phi ptr [ %758, %752 ], [ %726, %738 ], [ null, %745 ]
  ret ptr %760
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
  %28 = getelementptr inbounds i8, ptr %27, i64 224
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
  %22 = getelementptr inbounds i8, ptr %5, i64 192
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
  %35 = getelementptr inbounds i8, ptr %5, i64 176
  %36 = load ptr, ptr %35, align 8
  %37 = tail call ptr %36() #4
  %38 = ptrtoint ptr %28 to i64
  %39 = add i64 %38, 63
  %40 = and i64 %39, -64
  %41 = inttoptr i64 %40 to ptr
  tail call void %14(i64 noundef %1, ptr noundef %2, ptr noundef %3, ptr noundef %41) #4
  %42 = getelementptr inbounds i8, ptr %5, i64 184
  %43 = load ptr, ptr %42, align 8
  tail call void %43(ptr noundef %37) #4
  br label %44

44:                                               ; preds = %29, %34
  %45 = icmp eq ptr %28, null
  br i1 %45, label %49, label %46

46:                                               ; preds = %44
  %47 = getelementptr inbounds i8, ptr %5, i64 200
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
  %35 = getelementptr inbounds i8, ptr %3, i64 96
  br label %47

36:                                               ; preds = %24
  %37 = icmp eq i64 %31, 0
  br i1 %37, label %56, label %38

38:                                               ; preds = %36
  %39 = getelementptr inbounds i8, ptr %3, i64 160
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
  %53 = select i1 %38, i64 88, i64 80
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
  %25 = getelementptr inbounds i8, ptr %5, i64 152
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
  %48 = getelementptr inbounds i8, ptr %5, i64 152
  %49 = load ptr, ptr %48, align 8
  %50 = load ptr, ptr %8, align 8
  tail call void %49(ptr noundef %50) #4
  %51 = getelementptr inbounds i8, ptr %5, i64 96
  %52 = load ptr, ptr %51, align 8
  %53 = load ptr, ptr %8, align 8
  %54 = tail call i32 %52(ptr noundef %47, i64 noundef 0, ptr noundef %53) #4
  %55 = icmp sgt i64 %43, 0
  br i1 %55, label %56, label %74

56:                                               ; preds = %39
  %57 = add nuw nsw i64 %2, 1
  %58 = select i1 %12, i64 88, i64 80
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
  %67 = getelementptr inbounds i8, ptr %5, i64 160
  %68 = load ptr, ptr %67, align 8
  tail call void %68(ptr noundef %47) #4
  br label %74

69:                                               ; preds = %60
  %70 = load ptr, ptr %51, align 8
  %71 = add nuw nsw i64 %61, 1
  %72 = tail call i32 %70(ptr noundef %47, i64 noundef %71, ptr noundef nonnull %64) #4
  %73 = icmp eq i64 %71, %43
  br i1 %73, label %74, label %60, !llvm.loop !34

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
  %20 = getelementptr inbounds i8, ptr %5, i64 80
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
  %54 = getelementptr inbounds i8, ptr %5, i64 88
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
  br i1 %67, label %58, label %70, !llvm.loop !35

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
