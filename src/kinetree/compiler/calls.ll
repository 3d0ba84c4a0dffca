
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
  %75 = getelementptr inbounds i8, ptr %8, i64 136
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
  %224 = getelementptr inbounds i8, ptr %8, i64 136
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
  %349 = getelementptr inbounds i8, ptr %8, i64 128
  %350 = getelementptr inbounds i8, ptr %8, i64 192
  br label %365

351:                                              ; preds = %343
  br i1 %160, label %352, label %395

352:                                              ; preds = %351
  %353 = load i64, ptr %234, align 8
  %354 = icmp eq i64 %353, 0
  br i1 %354, label %395, label %355

355:                                              ; preds = %352
  %356 = getelementptr inbounds i8, ptr %8, i64 136
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
  %385 = getelementptr inbounds i8, ptr %8, i64 136
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
  %43 = getelementptr inbounds i8, ptr %0, i64 128
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
  %66 = getelementptr inbounds i8, ptr %0, i64 128
  %67 = load ptr, ptr %66, align 8
  tail call void %67(ptr noundef nonnull %3) #4
  br label %78

68:                                               ; preds = %52, %51, %60
  %69 = getelementptr inbounds i8, ptr %0, i64 128
  %70 = load ptr, ptr %69, align 8
  tail call void %70(ptr noundef %2) #4
  %71 = getelementptr inbounds i8, ptr %0, i64 184
  %72 = load ptr, ptr %71, align 8
  %73 = tail call ptr %72(ptr noundef nonnull %3, ptr noundef %2, i32 noundef 0, i32 noundef 0, i32 noundef 257, ptr noundef null) #4
  %74 = icmp eq ptr %73, null
  br i1 %74, label %75, label %78

75:                                               ; preds = %68
  %76 = getelementptr inbounds i8, ptr %0, i64 144
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
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca [24 x ptr], align 16
  %12 = alloca %struct.arguments, align 8
  %13 = getelementptr inbounds i8, ptr %0, i64 24
  %14 = load ptr, ptr %13, align 8
  %15 = load ptr, ptr %14, align 8
  %16 = and i64 %2, 9223372036854775807
  %17 = getelementptr inbounds i8, ptr %14, i64 24
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  %20 = zext i1 %19 to i64
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %11) #6
  call void @llvm.lifetime.start.p0(i64 416, ptr nonnull %12) #6
  %21 = icmp ult i64 %16, %20
  br i1 %21, label %730, label %22

22:                                               ; preds = %4
  %23 = getelementptr inbounds ptr, ptr %1, i64 %20
  %24 = sub nsw i64 %16, %20
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10)
  store ptr %3, ptr %10, align 8
  %25 = getelementptr inbounds i8, ptr %14, i64 168
  %26 = load i64, ptr %25, align 8
  %27 = icmp eq i64 %26, %24
  %28 = zext i1 %27 to i8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(409) %12, i8 0, i64 409, i1 false)
  %29 = getelementptr inbounds i8, ptr %12, i64 409
  store i8 %28, ptr %29, align 1
  %30 = getelementptr inbounds i8, ptr %12, i64 410
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 2 dereferenceable(6) %30, i8 0, i64 6, i1 false)
  %31 = getelementptr inbounds i8, ptr %14, i64 160
  %32 = load i64, ptr %31, align 8
  %33 = icmp slt i64 %32, %24
  br i1 %33, label %107, label %34

34:                                               ; preds = %22
  %35 = icmp sgt i64 %24, 0
  br i1 %35, label %38, label %36

36:                                               ; preds = %38, %34
  %37 = icmp eq ptr %3, null
  br i1 %37, label %108, label %45

38:                                               ; preds = %34, %38
  %39 = phi i64 [ %43, %38 ], [ 0, %34 ]
  %40 = getelementptr inbounds ptr, ptr %23, i64 %39
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr inbounds [24 x ptr], ptr %12, i64 0, i64 %39
  store ptr %41, ptr %42, align 8
  %43 = add nuw nsw i64 %39, 1
  %44 = icmp eq i64 %43, %24
  br i1 %44, label %36, label %38, !llvm.loop !15

45:                                               ; preds = %36
  %46 = getelementptr inbounds i8, ptr %15, i64 16
  %47 = load ptr, ptr %46, align 8
  %48 = getelementptr inbounds i8, ptr %14, i64 48
  %49 = load ptr, ptr %48, align 8
  %50 = tail call ptr %47(ptr noundef %49, ptr noundef nonnull %3) #4
  %51 = icmp eq ptr %50, null
  br i1 %51, label %52, label %61

52:                                               ; preds = %45
  %53 = load ptr, ptr %15, align 8
  %54 = getelementptr inbounds i8, ptr %14, i64 56
  %55 = load ptr, ptr %54, align 8
  %56 = call ptr %53(ptr noundef %55, ptr noundef nonnull %10, i64 noundef 1, ptr noundef null) #4
  %57 = icmp eq ptr %56, null
  br i1 %57, label %107, label %58

58:                                               ; preds = %52
  %59 = getelementptr inbounds i8, ptr %15, i64 136
  %60 = load ptr, ptr %59, align 8
  call void %60(ptr noundef nonnull %56) #4
  br label %61

61:                                               ; preds = %58, %45
  %62 = phi ptr [ %56, %58 ], [ %50, %45 ]
  %63 = getelementptr inbounds i8, ptr %15, i64 120
  %64 = load ptr, ptr %63, align 8
  %65 = call ptr %64(ptr noundef nonnull %62) #4
  %66 = load ptr, ptr %10, align 8
  %67 = icmp eq ptr %66, null
  br i1 %67, label %108, label %68

68:                                               ; preds = %61
  %69 = getelementptr inbounds i8, ptr %15, i64 64
  %70 = load ptr, ptr %69, align 8
  %71 = call i64 %70(ptr noundef nonnull %66) #4
  %72 = getelementptr ptr, ptr %1, i64 %16
  %73 = icmp sgt i64 %71, 0
  br i1 %73, label %74, label %108

74:                                               ; preds = %68
  %75 = getelementptr inbounds i8, ptr %12, i64 192
  %76 = getelementptr inbounds i8, ptr %12, i64 384
  br label %77

77:                                               ; preds = %98, %74
  %78 = phi i64 [ 0, %74 ], [ %105, %98 ]
  %79 = getelementptr inbounds i8, ptr %65, i64 %78
  %80 = load i8, ptr %79, align 1
  %81 = sext i8 %80 to i64
  %82 = icmp eq i8 %80, 127
  br i1 %82, label %90, label %83

83:                                               ; preds = %77
  %84 = icmp sgt i8 %80, 63
  br i1 %84, label %85, label %88

85:                                               ; preds = %83
  %86 = add nsw i64 %81, -64
  %87 = getelementptr inbounds [24 x ptr], ptr %75, i64 0, i64 %86
  br label %90

88:                                               ; preds = %83
  %89 = getelementptr inbounds [24 x ptr], ptr %12, i64 0, i64 %81
  br label %90

90:                                               ; preds = %88, %85, %77
  %91 = phi ptr [ %87, %85 ], [ %89, %88 ], [ %76, %77 ]
  %92 = icmp eq i8 %80, 126
  %93 = icmp slt i8 %80, 0
  %94 = or i1 %92, %93
  br i1 %94, label %107, label %95

95:                                               ; preds = %90
  %96 = load ptr, ptr %91, align 8
  %97 = icmp eq ptr %96, null
  br i1 %97, label %98, label %107

98:                                               ; preds = %95
  %99 = getelementptr ptr, ptr %72, i64 %78
  %100 = load ptr, ptr %99, align 8
  store ptr %100, ptr %91, align 8
  %101 = load i8, ptr %29, align 1, !range !16, !noundef !17
  %102 = icmp ne i8 %101, 0
  %103 = and i1 %82, %102
  %104 = zext i1 %103 to i8
  store i8 %104, ptr %29, align 1
  %105 = add nuw nsw i64 %78, 1
  %106 = icmp eq i64 %105, %71
  br i1 %106, label %108, label %77, !llvm.loop !18

107:                                              ; preds = %95, %90, %52, %22
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10)
  br label %730

108:                                              ; preds = %98, %68, %61, %36
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10)
  %109 = load ptr, ptr %14, align 8
  %110 = getelementptr inbounds i8, ptr %12, i64 408
  store i8 0, ptr %110, align 8
  %111 = getelementptr inbounds i8, ptr %14, i64 8
  %112 = getelementptr inbounds i8, ptr %14, i64 104
  %113 = getelementptr inbounds i8, ptr %12, i64 400
  %114 = load i64, ptr %113, align 8
  br label %130

115:                                              ; preds = %162
  %116 = trunc nuw i8 %164 to i1
  %117 = icmp ne i64 %165, 0
  %118 = select i1 %116, i1 %117, i1 false
  %119 = zext i1 %118 to i8
  store i8 %119, ptr %110, align 8
  %120 = getelementptr inbounds i8, ptr %14, i64 112
  %121 = select i1 %118, ptr %112, ptr %120
  %122 = load ptr, ptr %121, align 8
  %123 = getelementptr inbounds i8, ptr %14, i64 192
  %124 = getelementptr inbounds i8, ptr %12, i64 192
  %125 = getelementptr inbounds i8, ptr %109, i64 24
  %126 = getelementptr inbounds i8, ptr %14, i64 208
  %127 = getelementptr inbounds i8, ptr %12, i64 392
  %128 = getelementptr inbounds i8, ptr %109, i64 136
  %129 = getelementptr inbounds i8, ptr %14, i64 216
  br label %168

130:                                              ; preds = %162, %108
  %131 = phi i64 [ %114, %108 ], [ %163, %162 ]
  %132 = phi i64 [ 0, %108 ], [ %165, %162 ]
  %133 = phi i8 [ 1, %108 ], [ %164, %162 ]
  %134 = phi i64 [ 0, %108 ], [ %166, %162 ]
  %135 = getelementptr inbounds [24 x ptr], ptr %12, i64 0, i64 %134
  %136 = load ptr, ptr %135, align 8
  %137 = icmp eq ptr %136, null
  br i1 %137, label %162, label %138

138:                                              ; preds = %130
  %139 = getelementptr inbounds i8, ptr %136, i64 8
  %140 = load ptr, ptr %139, align 8
  %141 = load ptr, ptr %111, align 8
  %142 = getelementptr inbounds i8, ptr %141, i64 72
  %143 = load ptr, ptr %142, align 8
  %144 = icmp eq ptr %140, %143
  br i1 %144, label %162, label %145

145:                                              ; preds = %138
  %146 = load ptr, ptr %141, align 8
  %147 = icmp eq ptr %140, %146
  br i1 %147, label %148, label %153

148:                                              ; preds = %145
  %149 = getelementptr inbounds i8, ptr %136, i64 56
  %150 = load ptr, ptr %149, align 8
  %151 = load ptr, ptr %112, align 8
  %152 = icmp eq ptr %150, %151
  br label %153

153:                                              ; preds = %148, %145
  %154 = phi i1 [ false, %145 ], [ %152, %148 ]
  %155 = and i8 %133, 1
  %156 = icmp ne i8 %155, 0
  %157 = select i1 %154, i1 %156, i1 false
  %158 = zext i1 %157 to i8
  %159 = shl nuw nsw i64 1, %134
  %160 = or i64 %159, %131
  store i64 %160, ptr %113, align 8
  %161 = add nsw i64 %132, 1
  br label %162

162:                                              ; preds = %153, %138, %130
  %163 = phi i64 [ %160, %153 ], [ %131, %138 ], [ %131, %130 ]
  %164 = phi i8 [ %158, %153 ], [ %133, %138 ], [ %133, %130 ]
  %165 = phi i64 [ %161, %153 ], [ %132, %138 ], [ %132, %130 ]
  %166 = add nuw nsw i64 %134, 1
  %167 = icmp eq i64 %166, 24
  br i1 %167, label %115, label %130, !llvm.loop !19

168:                                              ; preds = %245, %115
  %169 = phi ptr [ null, %115 ], [ %246, %245 ]
  %170 = phi i64 [ 0, %115 ], [ %247, %245 ]
  %171 = getelementptr inbounds [24 x ptr], ptr %12, i64 0, i64 %170
  %172 = load ptr, ptr %171, align 8
  %173 = load i64, ptr %113, align 8
  %174 = shl nuw nsw i64 1, %170
  %175 = and i64 %173, %174
  %176 = icmp eq i64 %175, 0
  br i1 %176, label %245, label %177

177:                                              ; preds = %168
  %178 = getelementptr inbounds i8, ptr %172, i64 8
  %179 = load ptr, ptr %178, align 8
  %180 = load ptr, ptr %111, align 8
  %181 = getelementptr inbounds i8, ptr %180, i64 24
  %182 = load ptr, ptr %181, align 8
  %183 = icmp eq ptr %179, %182
  br i1 %183, label %184, label %200

184:                                              ; preds = %177
  %185 = load i64, ptr %123, align 8
  %186 = icmp slt i64 %185, 0
  br i1 %186, label %249, label %187

187:                                              ; preds = %184
  %188 = getelementptr inbounds [24 x ptr], ptr %124, i64 0, i64 %185
  %189 = load ptr, ptr %188, align 8
  %190 = icmp eq ptr %189, null
  %191 = icmp eq ptr %169, null
  %192 = select i1 %190, i1 %191, i1 false
  br i1 %192, label %193, label %249

193:                                              ; preds = %187
  %194 = load ptr, ptr %125, align 8
  %195 = call ptr %194(ptr noundef nonnull %172) #4
  %196 = icmp eq ptr %195, null
  br i1 %196, label %249, label %197

197:                                              ; preds = %193
  %198 = load ptr, ptr %178, align 8
  %199 = load ptr, ptr %111, align 8
  br label %200

200:                                              ; preds = %197, %177
  %201 = phi ptr [ %172, %197 ], [ %169, %177 ]
  %202 = phi ptr [ %199, %197 ], [ %180, %177 ]
  %203 = phi ptr [ %198, %197 ], [ %179, %177 ]
  %204 = phi ptr [ %195, %197 ], [ %172, %177 ]
  %205 = load ptr, ptr %202, align 8
  %206 = icmp eq ptr %203, %205
  br i1 %206, label %207, label %219

207:                                              ; preds = %200
  %208 = getelementptr inbounds i8, ptr %172, i64 56
  %209 = load ptr, ptr %208, align 8
  %210 = getelementptr inbounds i8, ptr %209, i64 25
  %211 = load i8, ptr %210, align 1
  %212 = icmp eq i8 %211, 102
  br i1 %212, label %213, label %219

213:                                              ; preds = %207
  %214 = load i8, ptr %110, align 8, !range !16, !noundef !17
  %215 = trunc nuw i8 %214 to i1
  br i1 %215, label %219, label %216

216:                                              ; preds = %213
  %217 = load ptr, ptr %112, align 8
  %218 = icmp eq ptr %209, %217
  br i1 %218, label %219, label %249

219:                                              ; preds = %216, %213, %207, %200
  %220 = load ptr, ptr %126, align 8
  %221 = getelementptr inbounds i64, ptr %220, i64 %170
  %222 = load i64, ptr %221, align 8
  %223 = icmp ne i64 %222, 0
  %224 = call fastcc ptr @converted(ptr noundef %109, ptr noundef nonnull %202, ptr noundef %122, ptr noundef nonnull %204, i1 noundef zeroext %223) #5
  br i1 %183, label %225, label %228

225:                                              ; preds = %219
  %226 = load ptr, ptr %128, align 8
  call void %226(ptr noundef nonnull %204) #4
  %227 = icmp eq ptr %224, null
  br i1 %227, label %249, label %234

228:                                              ; preds = %219
  %229 = icmp eq ptr %224, null
  br i1 %229, label %249, label %230

230:                                              ; preds = %228
  store ptr %224, ptr %171, align 8
  %231 = load i64, ptr %127, align 8
  %232 = add nsw i64 %231, 1
  store i64 %232, ptr %127, align 8
  %233 = getelementptr inbounds ptr, ptr %11, i64 %231
  store ptr %224, ptr %233, align 8
  br label %245

234:                                              ; preds = %225
  store ptr %224, ptr %171, align 8
  %235 = load i64, ptr %127, align 8
  %236 = add nsw i64 %235, 1
  store i64 %236, ptr %127, align 8
  %237 = getelementptr inbounds ptr, ptr %11, i64 %235
  store ptr %224, ptr %237, align 8
  %238 = getelementptr inbounds i8, ptr %224, i64 24
  %239 = load i32, ptr %238, align 8
  %240 = sext i32 %239 to i64
  %241 = load ptr, ptr %129, align 8
  %242 = getelementptr inbounds i64, ptr %241, i64 %170
  %243 = load i64, ptr %242, align 8
  %244 = icmp eq i64 %243, %240
  br i1 %244, label %245, label %714

245:                                              ; preds = %234, %230, %168
  %246 = phi ptr [ %169, %168 ], [ %201, %234 ], [ %201, %230 ]
  %247 = add nuw nsw i64 %170, 1
  %248 = icmp eq i64 %247, 24
  br i1 %248, label %249, label %168, !llvm.loop !20

249:                                              ; preds = %245, %228, %225, %216, %193, %187, %184
  %250 = phi ptr [ %246, %245 ], [ %169, %184 ], [ null, %193 ], [ %201, %225 ], [ %201, %228 ], [ %201, %216 ], [ %169, %187 ]
  %251 = load i64, ptr %127, align 8
  %252 = icmp eq i64 %251, %165
  br i1 %252, label %253, label %717

253:                                              ; preds = %249
  br i1 %19, label %254, label %262

254:                                              ; preds = %253
  %255 = getelementptr inbounds i8, ptr %15, i64 8
  %256 = load ptr, ptr %255, align 8
  %257 = load ptr, ptr %1, align 8
  %258 = getelementptr inbounds i8, ptr %14, i64 32
  %259 = load ptr, ptr %258, align 8
  %260 = call ptr %256(ptr noundef %257, ptr noundef %259) #4
  %261 = icmp eq ptr %260, null
  br i1 %261, label %714, label %262

262:                                              ; preds = %254, %253
  %263 = phi ptr [ %260, %254 ], [ %18, %253 ]
  %264 = load ptr, ptr %14, align 8
  %265 = load i8, ptr %29, align 1, !range !16, !noundef !17
  %266 = trunc nuw i8 %265 to i1
  br i1 %266, label %267, label %283

267:                                              ; preds = %262
  %268 = load i8, ptr %110, align 8, !range !16, !noundef !17
  %269 = trunc nuw i8 %268 to i1
  br i1 %269, label %283, label %270

270:                                              ; preds = %267
  %271 = getelementptr inbounds i8, ptr %14, i64 184
  %272 = load i64, ptr %271, align 8
  %273 = icmp eq i64 %272, 0
  br i1 %273, label %274, label %283

274:                                              ; preds = %270
  %275 = load i64, ptr %113, align 8
  %276 = add nsw i64 %275, 1
  %277 = load i64, ptr %25, align 8
  %278 = shl nuw i64 1, %277
  %279 = icmp eq i64 %276, %278
  br i1 %279, label %280, label %283

280:                                              ; preds = %274
  %281 = getelementptr inbounds i8, ptr %14, i64 16
  %282 = load ptr, ptr %281, align 8
  br label %536

283:                                              ; preds = %274, %270, %267, %262
  %284 = getelementptr inbounds i8, ptr %264, i64 88
  %285 = load ptr, ptr %284, align 8
  %286 = getelementptr inbounds i8, ptr %14, i64 64
  %287 = load ptr, ptr %286, align 8
  %288 = call ptr %285(ptr noundef %287, i64 noundef 0) #4
  %289 = load ptr, ptr %14, align 8
  %290 = getelementptr inbounds i8, ptr %14, i64 224
  %291 = load i64, ptr %290, align 8
  %292 = load i64, ptr %113, align 8
  %293 = icmp eq i64 %291, %292
  br i1 %293, label %294, label %337

294:                                              ; preds = %283
  %295 = getelementptr inbounds i8, ptr %14, i64 232
  %296 = load i64, ptr %295, align 8
  %297 = load i8, ptr %110, align 8, !range !16, !noundef !17
  %298 = zext nneg i8 %297 to i64
  %299 = icmp eq i64 %296, %298
  br i1 %299, label %300, label %337

300:                                              ; preds = %294
  %301 = getelementptr inbounds i8, ptr %14, i64 184
  %302 = load i64, ptr %301, align 8
  %303 = icmp ne i64 %302, 0
  %304 = icmp ne ptr %250, null
  %305 = or i1 %304, %303
  br i1 %305, label %337, label %306

306:                                              ; preds = %300
  %307 = getelementptr inbounds i8, ptr %288, i64 8
  %308 = load ptr, ptr %307, align 8
  %309 = load ptr, ptr %111, align 8
  %310 = getelementptr inbounds i8, ptr %309, i64 8
  %311 = load ptr, ptr %310, align 8
  %312 = icmp eq ptr %308, %311
  br i1 %312, label %313, label %337

313:                                              ; preds = %306
  %314 = getelementptr inbounds i8, ptr %14, i64 176
  %315 = load i64, ptr %314, align 8
  %316 = icmp slt i64 %315, 1
  br i1 %316, label %541, label %317

317:                                              ; preds = %313
  %318 = getelementptr inbounds i8, ptr %289, i64 80
  %319 = getelementptr inbounds i8, ptr %14, i64 72
  br label %324

320:                                              ; preds = %334
  %321 = add nuw nsw i64 %325, 1
  %322 = load i64, ptr %314, align 8
  %323 = icmp slt i64 %321, %322
  br i1 %323, label %324, label %536, !llvm.loop !21

324:                                              ; preds = %320, %317
  %325 = phi i64 [ 0, %317 ], [ %321, %320 ]
  %326 = load ptr, ptr %318, align 8
  %327 = add nuw nsw i64 %325, 3
  %328 = call ptr %326(ptr noundef %288, i64 noundef %327) #4
  %329 = getelementptr inbounds [24 x ptr], ptr %124, i64 0, i64 %325
  %330 = load ptr, ptr %329, align 8
  %331 = icmp eq ptr %330, null
  br i1 %331, label %332, label %334

332:                                              ; preds = %324
  %333 = load ptr, ptr %319, align 8
  br label %334

334:                                              ; preds = %332, %324
  %335 = phi ptr [ %333, %332 ], [ %330, %324 ]
  %336 = call fastcc zeroext i1 @is_same(ptr noundef nonnull readonly %14, ptr noundef %328, ptr noundef %335, i64 noundef 0) #5
  br i1 %336, label %320, label %337

337:                                              ; preds = %334, %306, %300, %294, %283
  %338 = getelementptr inbounds i8, ptr %14, i64 184
  %339 = load i64, ptr %338, align 8
  %340 = icmp sgt i64 %339, 0
  br i1 %340, label %341, label %346

341:                                              ; preds = %337
  %342 = getelementptr inbounds i8, ptr %14, i64 200
  %343 = load ptr, ptr %342, align 8
  br label %379

344:                                              ; preds = %379
  %345 = add nuw nsw i64 %387, 3
  br label %346

346:                                              ; preds = %344, %337
  %347 = phi i64 [ 3, %337 ], [ %345, %344 ]
  %348 = getelementptr inbounds i8, ptr %264, i64 56
  %349 = load ptr, ptr %348, align 8
  %350 = getelementptr inbounds i8, ptr %14, i64 176
  %351 = load i64, ptr %350, align 8
  %352 = add nsw i64 %351, %347
  %353 = call ptr %349(i64 noundef %352) #4
  %354 = load i8, ptr %110, align 8, !range !16, !noundef !17
  %355 = trunc nuw i8 %354 to i1
  %356 = select i1 %355, i64 88, i64 96
  %357 = getelementptr inbounds i8, ptr %14, i64 %356
  %358 = load ptr, ptr %357, align 8
  %359 = getelementptr inbounds i8, ptr %264, i64 128
  %360 = load ptr, ptr %359, align 8
  %361 = getelementptr inbounds i8, ptr %14, i64 16
  %362 = load ptr, ptr %361, align 8
  call void %360(ptr noundef %362) #4
  %363 = getelementptr inbounds i8, ptr %264, i64 96
  %364 = load ptr, ptr %363, align 8
  %365 = load ptr, ptr %361, align 8
  %366 = call i32 %364(ptr noundef %353, i64 noundef 0, ptr noundef %365) #4
  %367 = load ptr, ptr %363, align 8
  %368 = getelementptr inbounds i8, ptr %264, i64 112
  %369 = load ptr, ptr %368, align 8
  %370 = call ptr %369(i64 noundef %292) #4
  %371 = call i32 %367(ptr noundef %353, i64 noundef 1, ptr noundef %370) #4
  %372 = load ptr, ptr %359, align 8
  call void %372(ptr noundef %358) #4
  %373 = load ptr, ptr %363, align 8
  %374 = call i32 %373(ptr noundef %353, i64 noundef 2, ptr noundef %358) #4
  %375 = load i64, ptr %338, align 8
  %376 = icmp sgt i64 %375, 0
  br i1 %376, label %377, label %390

377:                                              ; preds = %346
  %378 = getelementptr inbounds i8, ptr %14, i64 200
  br label %397

379:                                              ; preds = %379, %341
  %380 = phi i64 [ 0, %341 ], [ %387, %379 ]
  %381 = phi i64 [ 0, %341 ], [ %388, %379 ]
  %382 = shl nsw i64 %381, 4
  %383 = getelementptr inbounds i8, ptr %343, i64 %382
  %384 = load i64, ptr %383, align 8
  %385 = lshr i64 %292, %384
  %386 = and i64 %385, 1
  %387 = add nuw nsw i64 %386, %380
  %388 = add nuw nsw i64 %381, 1
  %389 = icmp eq i64 %388, %339
  br i1 %389, label %344, label %379, !llvm.loop !22

390:                                              ; preds = %443, %346
  %391 = phi i64 [ 3, %346 ], [ %445, %443 ]
  %392 = load i64, ptr %350, align 8
  %393 = icmp sgt i64 %392, 0
  br i1 %393, label %394, label %520

394:                                              ; preds = %390
  %395 = getelementptr inbounds i8, ptr %14, i64 72
  %396 = icmp eq ptr %250, null
  br label %448

397:                                              ; preds = %443, %377
  %398 = phi i64 [ %375, %377 ], [ %444, %443 ]
  %399 = phi i64 [ 0, %377 ], [ %446, %443 ]
  %400 = phi i64 [ 3, %377 ], [ %445, %443 ]
  %401 = load ptr, ptr %378, align 8
  %402 = shl nuw nsw i64 %399, 1
  %403 = getelementptr inbounds i64, ptr %401, i64 %402
  %404 = load i64, ptr %403, align 8
  %405 = shl nuw i64 1, %404
  %406 = and i64 %405, %292
  %407 = icmp eq i64 %406, 0
  br i1 %407, label %443, label %408

408:                                              ; preds = %397
  %409 = getelementptr inbounds [24 x ptr], ptr %12, i64 0, i64 %404
  %410 = load ptr, ptr %409, align 8
  %411 = getelementptr inbounds i8, ptr %410, i64 8
  %412 = load ptr, ptr %411, align 8
  %413 = load ptr, ptr %111, align 8
  %414 = load ptr, ptr %413, align 8
  %415 = icmp eq ptr %412, %414
  br i1 %415, label %419, label %416

416:                                              ; preds = %408
  %417 = load ptr, ptr %363, align 8
  %418 = load ptr, ptr %368, align 8
  br label %435

419:                                              ; preds = %408
  %420 = getelementptr inbounds i8, ptr %410, i64 24
  %421 = load i32, ptr %420, align 8
  %422 = sext i32 %421 to i64
  %423 = or disjoint i64 %402, 1
  %424 = getelementptr inbounds i64, ptr %401, i64 %423
  %425 = load i64, ptr %424, align 8
  %426 = sub nsw i64 %422, %425
  %427 = load ptr, ptr %363, align 8
  %428 = load ptr, ptr %368, align 8
  %429 = icmp slt i64 %426, 0
  br i1 %429, label %435, label %430

430:                                              ; preds = %419
  %431 = getelementptr inbounds i8, ptr %410, i64 32
  %432 = load ptr, ptr %431, align 8
  %433 = getelementptr inbounds i64, ptr %432, i64 %426
  %434 = load i64, ptr %433, align 8
  br label %435

435:                                              ; preds = %430, %419, %416
  %436 = phi ptr [ %428, %430 ], [ %428, %419 ], [ %418, %416 ]
  %437 = phi ptr [ %427, %430 ], [ %427, %419 ], [ %417, %416 ]
  %438 = phi i64 [ %434, %430 ], [ -1, %419 ], [ -1, %416 ]
  %439 = add nsw i64 %400, 1
  %440 = call ptr %436(i64 noundef %438) #4
  %441 = call i32 %437(ptr noundef %353, i64 noundef %400, ptr noundef %440) #4
  %442 = load i64, ptr %338, align 8
  br label %443

443:                                              ; preds = %435, %397
  %444 = phi i64 [ %442, %435 ], [ %398, %397 ]
  %445 = phi i64 [ %439, %435 ], [ %400, %397 ]
  %446 = add nuw nsw i64 %399, 1
  %447 = icmp slt i64 %446, %444
  br i1 %447, label %397, label %390, !llvm.loop !23

448:                                              ; preds = %507, %394
  %449 = phi i64 [ 0, %394 ], [ %511, %507 ]
  %450 = phi i64 [ %391, %394 ], [ %509, %507 ]
  %451 = getelementptr inbounds [24 x ptr], ptr %124, i64 0, i64 %449
  %452 = load ptr, ptr %451, align 8
  %453 = load ptr, ptr %395, align 8
  br i1 %396, label %498, label %454

454:                                              ; preds = %448
  %455 = load i64, ptr %123, align 8
  %456 = icmp eq i64 %449, %455
  br i1 %456, label %457, label %498

457:                                              ; preds = %454
  %458 = load ptr, ptr %14, align 8
  %459 = getelementptr inbounds i8, ptr %458, i64 56
  %460 = load ptr, ptr %459, align 8
  %461 = getelementptr inbounds i8, ptr %458, i64 40
  %462 = load ptr, ptr %461, align 8
  %463 = call i64 %462(ptr noundef nonnull %250) #4
  %464 = add nsw i64 %463, 1
  %465 = call ptr %460(i64 noundef %464) #4
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %7) #6
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #6
  %466 = getelementptr inbounds i8, ptr %458, i64 128
  %467 = load ptr, ptr %466, align 8
  %468 = load ptr, ptr %111, align 8
  %469 = getelementptr inbounds i8, ptr %468, i64 24
  %470 = load ptr, ptr %469, align 8
  call void %467(ptr noundef %470) #4
  %471 = getelementptr inbounds i8, ptr %458, i64 96
  %472 = load ptr, ptr %471, align 8
  %473 = load ptr, ptr %111, align 8
  %474 = getelementptr inbounds i8, ptr %473, i64 24
  %475 = load ptr, ptr %474, align 8
  %476 = call i32 %472(ptr noundef %465, i64 noundef 0, ptr noundef %475) #4
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9) #6
  store i64 0, ptr %9, align 8
  %477 = getelementptr inbounds i8, ptr %458, i64 32
  %478 = load ptr, ptr %477, align 8
  %479 = call i32 %478(ptr noundef nonnull %250, ptr noundef nonnull %9, ptr noundef nonnull %7, ptr noundef nonnull %8) #4
  %480 = icmp eq i32 %479, 0
  br i1 %480, label %496, label %481

481:                                              ; preds = %457, %489
  %482 = phi i64 [ %492, %489 ], [ 1, %457 ]
  %483 = load ptr, ptr %7, align 8
  %484 = call fastcc ptr @frozen(ptr noundef nonnull readonly %14, ptr noundef %483, i64 noundef 0) #5
  %485 = icmp eq ptr %484, null
  br i1 %485, label %486, label %489

486:                                              ; preds = %481
  %487 = getelementptr inbounds i8, ptr %458, i64 136
  %488 = load ptr, ptr %487, align 8
  call void %488(ptr noundef %465) #4
  br label %496

489:                                              ; preds = %481
  %490 = load ptr, ptr %471, align 8
  %491 = call i32 %490(ptr noundef %465, i64 noundef %482, ptr noundef nonnull %484) #4
  %492 = add nuw nsw i64 %482, 1
  %493 = load ptr, ptr %477, align 8
  %494 = call i32 %493(ptr noundef nonnull %250, ptr noundef nonnull %9, ptr noundef nonnull %7, ptr noundef nonnull %8) #4
  %495 = icmp eq i32 %494, 0
  br i1 %495, label %496, label %481, !llvm.loop !24

496:                                              ; preds = %489, %486, %457
  %497 = phi ptr [ null, %486 ], [ %465, %457 ], [ %465, %489 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9) #6
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #6
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %7) #6
  br label %504

498:                                              ; preds = %454, %448
  %499 = icmp eq ptr %452, null
  br i1 %499, label %502, label %500

500:                                              ; preds = %498
  %501 = call fastcc ptr @frozen(ptr noundef nonnull %14, ptr noundef nonnull %452, i64 noundef 0) #5
  br label %504

502:                                              ; preds = %498
  %503 = load ptr, ptr %359, align 8
  call void %503(ptr noundef %453) #4
  br label %504

504:                                              ; preds = %502, %500, %496
  %505 = phi ptr [ %497, %496 ], [ %501, %500 ], [ %453, %502 ]
  %506 = icmp eq ptr %505, null
  br i1 %506, label %514, label %507

507:                                              ; preds = %504
  %508 = load ptr, ptr %363, align 8
  %509 = add nsw i64 %450, 1
  %510 = call i32 %508(ptr noundef %353, i64 noundef %450, ptr noundef nonnull %505) #4
  %511 = add nuw nsw i64 %449, 1
  %512 = load i64, ptr %350, align 8
  %513 = icmp slt i64 %511, %512
  br i1 %513, label %448, label %517, !llvm.loop !25

514:                                              ; preds = %504
  %515 = getelementptr inbounds i8, ptr %264, i64 136
  %516 = load ptr, ptr %515, align 8
  call void %516(ptr noundef %353) #4
  br label %709

517:                                              ; preds = %507
  %518 = load i64, ptr %113, align 8
  %519 = load i8, ptr %110, align 8, !range !16
  br label %520

520:                                              ; preds = %517, %390
  %521 = phi i8 [ %519, %517 ], [ %354, %390 ]
  %522 = phi i64 [ %518, %517 ], [ %292, %390 ]
  %523 = getelementptr inbounds i8, ptr %264, i64 104
  %524 = load ptr, ptr %523, align 8
  %525 = load ptr, ptr %286, align 8
  %526 = call i32 %524(ptr noundef %525, i64 noundef 0, ptr noundef %353) #4
  %527 = load ptr, ptr %359, align 8
  %528 = getelementptr inbounds i8, ptr %14, i64 72
  %529 = load ptr, ptr %528, align 8
  call void %527(ptr noundef %529) #4
  %530 = load ptr, ptr %523, align 8
  %531 = load ptr, ptr %286, align 8
  %532 = load ptr, ptr %528, align 8
  %533 = call i32 %530(ptr noundef %531, i64 noundef 1, ptr noundef %532) #4
  store i64 %522, ptr %290, align 8
  %534 = zext nneg i8 %521 to i64
  %535 = getelementptr inbounds i8, ptr %14, i64 232
  store i64 %534, ptr %535, align 8
  br label %536

536:                                              ; preds = %320, %520, %280
  %537 = phi ptr [ %282, %280 ], [ %353, %520 ], [ %288, %320 ]
  %538 = icmp eq ptr %537, null
  br i1 %538, label %709, label %539

539:                                              ; preds = %536
  %540 = load ptr, ptr %14, align 8
  br label %541

541:                                              ; preds = %539, %313
  %542 = phi ptr [ %540, %539 ], [ %289, %313 ]
  %543 = phi ptr [ %537, %539 ], [ %288, %313 ]
  %544 = getelementptr inbounds i8, ptr %542, i64 88
  %545 = load ptr, ptr %544, align 8
  %546 = getelementptr inbounds i8, ptr %14, i64 64
  %547 = load ptr, ptr %546, align 8
  %548 = call ptr %545(ptr noundef %547, i64 noundef 0) #4
  %549 = icmp ne ptr %548, %543
  br i1 %549, label %559, label %550

550:                                              ; preds = %541
  %551 = load ptr, ptr %544, align 8
  %552 = load ptr, ptr %546, align 8
  %553 = call ptr %551(ptr noundef %552, i64 noundef 1) #4
  %554 = icmp eq ptr %553, %263
  br i1 %554, label %555, label %559

555:                                              ; preds = %550
  %556 = load ptr, ptr %544, align 8
  %557 = load ptr, ptr %546, align 8
  %558 = call ptr %556(ptr noundef %557, i64 noundef 2) #4
  br label %584

559:                                              ; preds = %550, %541
  %560 = getelementptr inbounds i8, ptr %542, i64 128
  %561 = load ptr, ptr %560, align 8
  call void %561(ptr noundef nonnull %543) #4
  %562 = getelementptr inbounds i8, ptr %542, i64 16
  %563 = load ptr, ptr %562, align 8
  %564 = call ptr %563(ptr noundef nonnull %263, ptr noundef nonnull %543) #4
  %565 = getelementptr inbounds i8, ptr %542, i64 136
  %566 = load ptr, ptr %565, align 8
  call void %566(ptr noundef nonnull %543) #4
  %567 = icmp eq ptr %564, null
  %568 = or i1 %549, %567
  br i1 %568, label %584, label %569

569:                                              ; preds = %559
  %570 = load ptr, ptr %544, align 8
  %571 = load ptr, ptr %546, align 8
  %572 = call ptr %570(ptr noundef %571, i64 noundef 0) #4
  %573 = icmp eq ptr %572, %543
  br i1 %573, label %574, label %587

574:                                              ; preds = %569
  %575 = load ptr, ptr %560, align 8
  call void %575(ptr noundef nonnull %263) #4
  %576 = getelementptr inbounds i8, ptr %542, i64 104
  %577 = load ptr, ptr %576, align 8
  %578 = load ptr, ptr %546, align 8
  %579 = call i32 %577(ptr noundef %578, i64 noundef 1, ptr noundef nonnull %263) #4
  %580 = load ptr, ptr %560, align 8
  call void %580(ptr noundef nonnull %564) #4
  %581 = load ptr, ptr %576, align 8
  %582 = load ptr, ptr %546, align 8
  %583 = call i32 %581(ptr noundef %582, i64 noundef 2, ptr noundef nonnull %564) #4
  br label %587

584:                                              ; preds = %559, %555
  %585 = phi ptr [ %558, %555 ], [ %564, %559 ]
  %586 = icmp eq ptr %585, null
  br i1 %586, label %709, label %587

587:                                              ; preds = %584, %574, %569
  %588 = phi ptr [ %585, %584 ], [ %564, %574 ], [ %564, %569 ]
  %589 = getelementptr inbounds i8, ptr %14, i64 120
  %590 = load ptr, ptr %589, align 8
  %591 = icmp eq ptr %590, null
  br i1 %591, label %596, label %592

592:                                              ; preds = %587
  %593 = load ptr, ptr %15, align 8
  %594 = call ptr %593(ptr noundef nonnull %590, ptr noundef %1, i64 noundef %16, ptr noundef %3) #4
  %595 = icmp eq ptr %594, null
  br i1 %595, label %709, label %596

596:                                              ; preds = %592, %587
  %597 = phi ptr [ %594, %592 ], [ null, %587 ]
  %598 = load i64, ptr %127, align 8
  %599 = load ptr, ptr %14, align 8
  %600 = getelementptr inbounds i8, ptr %588, i64 8
  %601 = load ptr, ptr %600, align 8
  %602 = getelementptr inbounds i8, ptr %14, i64 152
  %603 = load ptr, ptr %602, align 8
  %604 = icmp eq ptr %601, %603
  br i1 %604, label %605, label %703

605:                                              ; preds = %596
  %606 = getelementptr inbounds i8, ptr %588, i64 24
  %607 = load ptr, ptr %606, align 8
  %608 = icmp eq ptr %607, null
  br i1 %608, label %703, label %609

609:                                              ; preds = %605
  %610 = getelementptr inbounds i8, ptr %607, i64 48
  %611 = load i64, ptr %610, align 8
  %612 = icmp eq i64 %611, %598
  br i1 %612, label %613, label %703

613:                                              ; preds = %609
  call void @llvm.lifetime.start.p0(i64 200, ptr nonnull %6) #6
  %614 = getelementptr inbounds i8, ptr %12, i64 384
  %615 = load ptr, ptr %614, align 8
  %616 = icmp eq ptr %615, null
  br i1 %616, label %625, label %617

617:                                              ; preds = %613
  %618 = getelementptr inbounds i8, ptr %615, i64 8
  %619 = load ptr, ptr %618, align 8
  %620 = load ptr, ptr %111, align 8
  %621 = getelementptr inbounds i8, ptr %620, i64 72
  %622 = load ptr, ptr %621, align 8
  %623 = icmp eq ptr %619, %622
  %624 = select i1 %623, ptr null, ptr %615
  br label %625

625:                                              ; preds = %617, %613
  %626 = phi ptr [ null, %613 ], [ %624, %617 ]
  %627 = getelementptr inbounds i8, ptr %14, i64 128
  %628 = load ptr, ptr %627, align 8
  %629 = icmp eq ptr %628, null
  br i1 %629, label %671, label %630

630:                                              ; preds = %625
  %631 = getelementptr inbounds i8, ptr %599, i64 64
  %632 = load ptr, ptr %631, align 8
  %633 = call i64 %632(ptr noundef nonnull %628) #4
  %634 = icmp slt i64 %633, 1
  br i1 %634, label %671, label %635

635:                                              ; preds = %630
  %636 = getelementptr inbounds i8, ptr %599, i64 80
  %637 = getelementptr inbounds i8, ptr %14, i64 136
  %638 = getelementptr inbounds i8, ptr %5, i64 8
  %639 = getelementptr inbounds i8, ptr %599, i64 136
  %640 = load i64, ptr %113, align 8
  br label %641

641:                                              ; preds = %667, %635
  %642 = phi i1 [ false, %635 ], [ %669, %667 ]
  %643 = phi i64 [ 0, %635 ], [ %668, %667 ]
  %644 = load ptr, ptr %636, align 8
  %645 = load ptr, ptr %627, align 8
  %646 = call ptr %644(ptr noundef %645, i64 noundef %643) #4
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5) #6
  %647 = load ptr, ptr %637, align 8
  store ptr %647, ptr %5, align 16
  %648 = getelementptr inbounds [24 x ptr], ptr %12, i64 0, i64 %643
  %649 = load ptr, ptr %648, align 8
  store ptr %649, ptr %638, align 8
  %650 = getelementptr inbounds i8, ptr %646, i64 8
  %651 = load ptr, ptr %650, align 8
  %652 = load ptr, ptr %111, align 8
  %653 = getelementptr inbounds i8, ptr %652, i64 72
  %654 = load ptr, ptr %653, align 8
  %655 = icmp eq ptr %651, %654
  br i1 %655, label %667, label %656

656:                                              ; preds = %641
  %657 = shl nuw i64 1, %643
  %658 = and i64 %657, %640
  %659 = icmp eq i64 %658, 0
  br i1 %659, label %667, label %660

660:                                              ; preds = %656
  %661 = load ptr, ptr %599, align 8
  %662 = call ptr %661(ptr noundef nonnull %646, ptr noundef nonnull %5, i64 noundef 2, ptr noundef null) #4
  %663 = icmp eq ptr %662, null
  br i1 %663, label %666, label %664

664:                                              ; preds = %660
  %665 = load ptr, ptr %639, align 8
  call void %665(ptr noundef nonnull %662) #4
  br label %667

666:                                              ; preds = %660
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5) #6
  br i1 %642, label %671, label %701

667:                                              ; preds = %664, %656, %641
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5) #6
  %668 = add nuw nsw i64 %643, 1
  %669 = icmp sge i64 %668, %633
  %670 = icmp eq i64 %668, %633
  br i1 %670, label %671, label %641, !llvm.loop !26

671:                                              ; preds = %667, %666, %630, %625
  %672 = getelementptr inbounds i8, ptr %599, i64 128
  %673 = load ptr, ptr %672, align 8
  call void %673(ptr noundef nonnull %588) #4
  %674 = call fastcc ptr @attempt(ptr noundef nonnull %607, ptr noundef nonnull readonly %11, i64 noundef %598, ptr noundef %626) #5
  %675 = icmp eq ptr %674, inttoptr (i64 1 to ptr)
  br i1 %675, label %676, label %697

676:                                              ; preds = %671
  %677 = icmp sgt i64 %598, 0
  br i1 %677, label %684, label %678

678:                                              ; preds = %684, %676
  %679 = getelementptr inbounds [25 x ptr], ptr %6, i64 0, i64 %598
  store ptr %626, ptr %679, align 8
  %680 = load ptr, ptr %599, align 8
  %681 = getelementptr inbounds i8, ptr %607, i64 104
  %682 = load ptr, ptr %681, align 8
  %683 = icmp eq ptr %626, null
  br i1 %683, label %694, label %691

684:                                              ; preds = %676, %684
  %685 = phi i64 [ %689, %684 ], [ 0, %676 ]
  %686 = getelementptr inbounds ptr, ptr %11, i64 %685
  %687 = load ptr, ptr %686, align 8
  %688 = getelementptr inbounds [25 x ptr], ptr %6, i64 0, i64 %685
  store ptr %687, ptr %688, align 8
  %689 = add nuw nsw i64 %685, 1
  %690 = icmp eq i64 %689, %598
  br i1 %690, label %678, label %684, !llvm.loop !27

691:                                              ; preds = %678
  %692 = getelementptr inbounds i8, ptr %14, i64 40
  %693 = load ptr, ptr %692, align 8
  br label %694

694:                                              ; preds = %691, %678
  %695 = phi ptr [ %693, %691 ], [ null, %678 ]
  %696 = call ptr %680(ptr noundef %682, ptr noundef nonnull %6, i64 noundef %598, ptr noundef %695) #4
  br label %697

697:                                              ; preds = %694, %671
  %698 = phi ptr [ %696, %694 ], [ %674, %671 ]
  %699 = getelementptr inbounds i8, ptr %599, i64 136
  %700 = load ptr, ptr %699, align 8
  call void %700(ptr noundef nonnull %588) #4
  br label %701

701:                                              ; preds = %697, %666
  %702 = phi ptr [ %698, %697 ], [ inttoptr (i64 1 to ptr), %666 ]
  call void @llvm.lifetime.end.p0(i64 200, ptr nonnull %6) #6
  br label %703

703:                                              ; preds = %701, %609, %605, %596
  %704 = phi ptr [ inttoptr (i64 1 to ptr), %605 ], [ inttoptr (i64 1 to ptr), %596 ], [ %702, %701 ], [ inttoptr (i64 1 to ptr), %609 ]
  %705 = icmp eq ptr %597, null
  br i1 %705, label %709, label %706

706:                                              ; preds = %703
  %707 = getelementptr inbounds i8, ptr %15, i64 136
  %708 = load ptr, ptr %707, align 8
  call void %708(ptr noundef nonnull %597) #4
  br label %709

709:                                              ; preds = %706, %703, %592, %584, %536, %514
  %710 = phi ptr [ %704, %706 ], [ %704, %703 ], [ null, %592 ], [ inttoptr (i64 1 to ptr), %584 ], [ inttoptr (i64 1 to ptr), %536 ], [ inttoptr (i64 1 to ptr), %514 ]
  br i1 %19, label %711, label %714

711:                                              ; preds = %709
  %712 = getelementptr inbounds i8, ptr %15, i64 136
  %713 = load ptr, ptr %712, align 8
  call void %713(ptr noundef nonnull %263) #4
  br label %714

714:                                              ; preds = %234, %711, %709, %254
  %715 = phi ptr [ %710, %709 ], [ %710, %711 ], [ inttoptr (i64 1 to ptr), %254 ], [ inttoptr (i64 1 to ptr), %234 ]
  %716 = load i64, ptr %127, align 8
  br label %717

717:                                              ; preds = %714, %249
  %718 = phi i64 [ %716, %714 ], [ %251, %249 ]
  %719 = phi ptr [ %715, %714 ], [ inttoptr (i64 1 to ptr), %249 ]
  %720 = icmp eq i64 %718, 0
  br i1 %720, label %731, label %721

721:                                              ; preds = %717
  %722 = getelementptr inbounds i8, ptr %15, i64 136
  br label %723

723:                                              ; preds = %723, %721
  %724 = phi i64 [ %718, %721 ], [ %725, %723 ]
  %725 = add nsw i64 %724, -1
  %726 = load ptr, ptr %722, align 8
  %727 = getelementptr inbounds ptr, ptr %11, i64 %725
  %728 = load ptr, ptr %727, align 8
  call void %726(ptr noundef %728) #4
  %729 = icmp eq i64 %725, 0
  br i1 %729, label %731, label %723, !llvm.loop !6

730:                                              ; preds = %107, %4
  call void @llvm.lifetime.end.p0(i64 416, ptr nonnull %12) #6
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %11) #6
  br label %733

731:                                              ; preds = %723, %717
  call void @llvm.lifetime.end.p0(i64 416, ptr nonnull %12) #6
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %11) #6
  %732 = icmp eq ptr %719, inttoptr (i64 1 to ptr)
  br i1 %732, label %733, label %740

733:                                              ; preds = %730, %731
  %734 = getelementptr inbounds i8, ptr %15, i64 144
  %735 = load ptr, ptr %734, align 8
  call void %735() #4
  %736 = load ptr, ptr %15, align 8
  %737 = getelementptr inbounds i8, ptr %14, i64 144
  %738 = load ptr, ptr %737, align 8
  %739 = call ptr %736(ptr noundef %738, ptr noundef %1, i64 noundef %16, ptr noundef %3) #4
  br label %740

740:                                              ; preds = %731, %733
  %741 = phi ptr [ %739, %733 ], [ %719, %731 ]
  ret ptr %741
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
  %28 = getelementptr inbounds i8, ptr %27, i64 200
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
  br i1 %50, label %38, label %25, !llvm.loop !28

51:                                               ; preds = %25
  %52 = add nuw nsw i64 %15, 1
  %53 = load i64, ptr %6, align 8
  %54 = icmp slt i64 %52, %53
  br i1 %54, label %14, label %55, !llvm.loop !29

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
  %22 = getelementptr inbounds i8, ptr %5, i64 168
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
  %35 = getelementptr inbounds i8, ptr %5, i64 152
  %36 = load ptr, ptr %35, align 8
  %37 = tail call ptr %36() #4
  %38 = ptrtoint ptr %28 to i64
  %39 = add i64 %38, 63
  %40 = and i64 %39, -64
  %41 = inttoptr i64 %40 to ptr
  tail call void %14(i64 noundef %1, ptr noundef %2, ptr noundef %3, ptr noundef %41) #4
  %42 = getelementptr inbounds i8, ptr %5, i64 160
  %43 = load ptr, ptr %42, align 8
  tail call void %43(ptr noundef %37) #4
  br label %44

44:                                               ; preds = %29, %34
  %45 = icmp eq ptr %28, null
  br i1 %45, label %49, label %46

46:                                               ; preds = %44
  %47 = getelementptr inbounds i8, ptr %5, i64 176
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
  %39 = getelementptr inbounds i8, ptr %3, i64 136
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
  br i1 %55, label %47, label %56, !llvm.loop !30

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
  br i1 %63, label %64, label %55, !llvm.loop !31

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
  %25 = getelementptr inbounds i8, ptr %5, i64 128
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
  %48 = getelementptr inbounds i8, ptr %5, i64 128
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
  %67 = getelementptr inbounds i8, ptr %5, i64 136
  %68 = load ptr, ptr %67, align 8
  tail call void %68(ptr noundef %47) #4
  br label %74

69:                                               ; preds = %60
  %70 = load ptr, ptr %51, align 8
  %71 = add nuw nsw i64 %61, 1
  %72 = tail call i32 %70(ptr noundef %47, i64 noundef %71, ptr noundef nonnull %64) #4
  %73 = icmp eq i64 %71, %43
  br i1 %73, label %74, label %60, !llvm.loop !32

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
  br i1 %67, label %58, label %70, !llvm.loop !33

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
