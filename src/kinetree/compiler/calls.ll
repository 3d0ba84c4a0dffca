
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
  br i1 %23, label %791, label %24

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
  br label %791

110:                                              ; preds = %100, %70, %63, %38
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11)
  %111 = load ptr, ptr %16, align 8
  %112 = getelementptr inbounds i8, ptr %13, i64 408
  store i8 0, ptr %112, align 8
  %113 = getelementptr inbounds i8, ptr %16, i64 8
  %114 = getelementptr inbounds i8, ptr %16, i64 104
  %115 = getelementptr inbounds i8, ptr %13, i64 400
  %116 = load i64, ptr %115, align 8
  br label %134

117:                                              ; preds = %166
  %118 = trunc nuw i8 %168 to i1
  %119 = icmp ne i64 %169, 0
  %120 = select i1 %118, i1 %119, i1 false
  %121 = zext i1 %120 to i8
  store i8 %121, ptr %112, align 8
  %122 = getelementptr inbounds i8, ptr %16, i64 112
  %123 = select i1 %120, ptr %114, ptr %122
  %124 = load ptr, ptr %123, align 8
  %125 = getelementptr inbounds i8, ptr %16, i64 200
  %126 = getelementptr inbounds i8, ptr %13, i64 192
  %127 = getelementptr inbounds i8, ptr %16, i64 240
  %128 = getelementptr inbounds i8, ptr %111, i64 24
  %129 = getelementptr inbounds i8, ptr %16, i64 208
  %130 = getelementptr inbounds i8, ptr %16, i64 224
  %131 = getelementptr inbounds i8, ptr %111, i64 160
  %132 = getelementptr inbounds i8, ptr %13, i64 392
  %133 = getelementptr inbounds i8, ptr %16, i64 232
  br label %172

134:                                              ; preds = %166, %110
  %135 = phi i64 [ %116, %110 ], [ %167, %166 ]
  %136 = phi i64 [ 0, %110 ], [ %169, %166 ]
  %137 = phi i8 [ 1, %110 ], [ %168, %166 ]
  %138 = phi i64 [ 0, %110 ], [ %170, %166 ]
  %139 = getelementptr inbounds [24 x ptr], ptr %13, i64 0, i64 %138
  %140 = load ptr, ptr %139, align 8
  %141 = icmp eq ptr %140, null
  br i1 %141, label %166, label %142

142:                                              ; preds = %134
  %143 = getelementptr inbounds i8, ptr %140, i64 8
  %144 = load ptr, ptr %143, align 8
  %145 = load ptr, ptr %113, align 8
  %146 = getelementptr inbounds i8, ptr %145, i64 72
  %147 = load ptr, ptr %146, align 8
  %148 = icmp eq ptr %144, %147
  br i1 %148, label %166, label %149

149:                                              ; preds = %142
  %150 = load ptr, ptr %145, align 8
  %151 = icmp eq ptr %144, %150
  br i1 %151, label %152, label %157

152:                                              ; preds = %149
  %153 = getelementptr inbounds i8, ptr %140, i64 56
  %154 = load ptr, ptr %153, align 8
  %155 = load ptr, ptr %114, align 8
  %156 = icmp eq ptr %154, %155
  br label %157

157:                                              ; preds = %152, %149
  %158 = phi i1 [ false, %149 ], [ %156, %152 ]
  %159 = and i8 %137, 1
  %160 = icmp ne i8 %159, 0
  %161 = select i1 %158, i1 %160, i1 false
  %162 = zext i1 %161 to i8
  %163 = shl nuw nsw i64 1, %138
  %164 = or i64 %163, %135
  store i64 %164, ptr %115, align 8
  %165 = add nsw i64 %136, 1
  br label %166

166:                                              ; preds = %157, %142, %134
  %167 = phi i64 [ %164, %157 ], [ %135, %142 ], [ %135, %134 ]
  %168 = phi i8 [ %162, %157 ], [ %137, %142 ], [ %137, %134 ]
  %169 = phi i64 [ %165, %157 ], [ %136, %142 ], [ %136, %134 ]
  %170 = add nuw nsw i64 %138, 1
  %171 = icmp eq i64 %170, 24
  br i1 %171, label %117, label %134, !llvm.loop !19

172:                                              ; preds = %297, %117
  %173 = phi ptr [ null, %117 ], [ %298, %297 ]
  %174 = phi i64 [ 0, %117 ], [ %299, %297 ]
  %175 = getelementptr inbounds [24 x ptr], ptr %13, i64 0, i64 %174
  %176 = load ptr, ptr %175, align 8
  %177 = load i64, ptr %115, align 8
  %178 = shl nuw nsw i64 1, %174
  %179 = and i64 %177, %178
  %180 = icmp eq i64 %179, 0
  br i1 %180, label %297, label %181

181:                                              ; preds = %172
  %182 = getelementptr inbounds i8, ptr %176, i64 8
  %183 = load ptr, ptr %182, align 8
  %184 = load ptr, ptr %113, align 8
  %185 = getelementptr inbounds i8, ptr %184, i64 24
  %186 = load ptr, ptr %185, align 8
  %187 = icmp eq ptr %183, %186
  br i1 %187, label %188, label %197

188:                                              ; preds = %181
  %189 = load i64, ptr %125, align 8
  %190 = icmp slt i64 %189, 0
  br i1 %190, label %305, label %191

191:                                              ; preds = %188
  %192 = getelementptr inbounds [24 x ptr], ptr %126, i64 0, i64 %189
  %193 = load ptr, ptr %192, align 8
  %194 = icmp eq ptr %193, null
  %195 = icmp eq ptr %173, null
  %196 = select i1 %194, i1 %195, i1 false
  br i1 %196, label %197, label %305

197:                                              ; preds = %191, %181
  %198 = getelementptr inbounds i8, ptr %184, i64 56
  %199 = load ptr, ptr %198, align 8
  %200 = icmp eq ptr %183, %199
  br i1 %200, label %205, label %201

201:                                              ; preds = %197
  %202 = getelementptr inbounds i8, ptr %184, i64 48
  %203 = load ptr, ptr %202, align 8
  %204 = icmp eq ptr %183, %203
  br i1 %204, label %205, label %210

205:                                              ; preds = %201, %197
  %206 = load ptr, ptr %127, align 8
  %207 = getelementptr inbounds i64, ptr %206, i64 %174
  %208 = load i64, ptr %207, align 8
  %209 = icmp ne i64 %208, 0
  br label %210

210:                                              ; preds = %205, %201
  %211 = phi i1 [ false, %201 ], [ %209, %205 ]
  br i1 %187, label %212, label %216

212:                                              ; preds = %210
  %213 = load ptr, ptr %128, align 8
  %214 = call ptr %213(ptr noundef nonnull %176) #4
  %215 = icmp eq ptr %214, null
  br i1 %215, label %305, label %216

216:                                              ; preds = %212, %210
  %217 = phi ptr [ %214, %212 ], [ %176, %210 ]
  br i1 %211, label %218, label %256

218:                                              ; preds = %216
  %219 = load i64, ptr %129, align 8
  %220 = getelementptr inbounds [24 x ptr], ptr %126, i64 0, i64 %219
  %221 = load ptr, ptr %220, align 8
  %222 = load ptr, ptr %16, align 8
  %223 = icmp eq ptr %221, null
  br i1 %223, label %305, label %224

224:                                              ; preds = %218
  %225 = getelementptr inbounds i8, ptr %221, i64 8
  %226 = load ptr, ptr %225, align 8
  %227 = load ptr, ptr %113, align 8
  %228 = getelementptr inbounds i8, ptr %227, i64 16
  %229 = load ptr, ptr %228, align 8
  %230 = icmp eq ptr %226, %229
  br i1 %230, label %235, label %231

231:                                              ; preds = %224
  %232 = getelementptr inbounds i8, ptr %227, i64 8
  %233 = load ptr, ptr %232, align 8
  %234 = icmp eq ptr %226, %233
  br i1 %234, label %235, label %305

235:                                              ; preds = %231, %224
  %236 = phi i64 [ 72, %224 ], [ 64, %231 ]
  %237 = getelementptr inbounds i8, ptr %222, i64 %236
  %238 = load ptr, ptr %237, align 8
  %239 = call i64 %238(ptr noundef nonnull %221) #4
  %240 = getelementptr inbounds i8, ptr %222, i64 56
  %241 = load ptr, ptr %240, align 8
  %242 = call ptr %241(i64 noundef %239) #4
  %243 = icmp sgt i64 %239, 0
  br i1 %243, label %244, label %254

244:                                              ; preds = %235
  %245 = getelementptr inbounds i8, ptr %222, i64 152
  %246 = getelementptr inbounds i8, ptr %222, i64 96
  br label %247

247:                                              ; preds = %247, %244
  %248 = phi i64 [ 0, %244 ], [ %252, %247 ]
  %249 = load ptr, ptr %245, align 8
  call void %249(ptr noundef %176) #4
  %250 = load ptr, ptr %246, align 8
  %251 = call i32 %250(ptr noundef %242, i64 noundef %248, ptr noundef %176) #4
  %252 = add nuw nsw i64 %248, 1
  %253 = icmp eq i64 %252, %239
  br i1 %253, label %254, label %247, !llvm.loop !20

254:                                              ; preds = %247, %235
  %255 = icmp eq ptr %242, null
  br i1 %255, label %305, label %256

256:                                              ; preds = %254, %216
  %257 = phi ptr [ %242, %254 ], [ %217, %216 ]
  %258 = load ptr, ptr %182, align 8
  %259 = load ptr, ptr %113, align 8
  %260 = load ptr, ptr %259, align 8
  %261 = icmp eq ptr %258, %260
  br i1 %261, label %262, label %274

262:                                              ; preds = %256
  %263 = getelementptr inbounds i8, ptr %176, i64 56
  %264 = load ptr, ptr %263, align 8
  %265 = getelementptr inbounds i8, ptr %264, i64 25
  %266 = load i8, ptr %265, align 1
  %267 = icmp eq i8 %266, 102
  br i1 %267, label %268, label %274

268:                                              ; preds = %262
  %269 = load i8, ptr %112, align 8, !range !16, !noundef !17
  %270 = trunc nuw i8 %269 to i1
  br i1 %270, label %274, label %271

271:                                              ; preds = %268
  %272 = load ptr, ptr %114, align 8
  %273 = icmp eq ptr %264, %272
  br i1 %273, label %274, label %301

274:                                              ; preds = %271, %268, %262, %256
  %275 = load ptr, ptr %130, align 8
  %276 = getelementptr inbounds i64, ptr %275, i64 %174
  %277 = load i64, ptr %276, align 8
  %278 = icmp ne i64 %277, 0
  %279 = call fastcc ptr @converted(ptr noundef %111, ptr noundef nonnull %259, ptr noundef %124, ptr noundef nonnull %257, i1 noundef zeroext %278) #5
  %280 = select i1 %187, i1 true, i1 %211
  br i1 %280, label %281, label %283

281:                                              ; preds = %274
  %282 = load ptr, ptr %131, align 8
  call void %282(ptr noundef nonnull %257) #4
  br label %283

283:                                              ; preds = %281, %274
  %284 = icmp eq ptr %279, null
  br i1 %284, label %303, label %285

285:                                              ; preds = %283
  store ptr %279, ptr %175, align 8
  %286 = load i64, ptr %132, align 8
  %287 = add nsw i64 %286, 1
  store i64 %287, ptr %132, align 8
  %288 = getelementptr inbounds ptr, ptr %12, i64 %286
  store ptr %279, ptr %288, align 8
  br i1 %187, label %289, label %297

289:                                              ; preds = %285
  %290 = getelementptr inbounds i8, ptr %279, i64 24
  %291 = load i32, ptr %290, align 8
  %292 = sext i32 %291 to i64
  %293 = load ptr, ptr %133, align 8
  %294 = getelementptr inbounds i64, ptr %293, i64 %174
  %295 = load i64, ptr %294, align 8
  %296 = icmp eq i64 %295, %292
  br i1 %296, label %297, label %778

297:                                              ; preds = %289, %285, %172
  %298 = phi ptr [ %173, %172 ], [ %176, %289 ], [ %173, %285 ]
  %299 = add nuw nsw i64 %174, 1
  %300 = icmp eq i64 %299, 24
  br i1 %300, label %305, label %172, !llvm.loop !21

301:                                              ; preds = %271
  %302 = select i1 %187, ptr %176, ptr %173
  br label %305

303:                                              ; preds = %283
  %304 = select i1 %187, ptr %176, ptr %173
  br label %305

305:                                              ; preds = %297, %254, %231, %218, %212, %191, %188, %303, %301
  %306 = phi ptr [ %302, %301 ], [ %304, %303 ], [ %298, %297 ], [ %173, %254 ], [ %173, %231 ], [ %173, %218 ], [ %173, %212 ], [ %173, %191 ], [ %173, %188 ]
  %307 = load i64, ptr %132, align 8
  %308 = icmp eq i64 %307, %169
  br i1 %308, label %309, label %778

309:                                              ; preds = %305
  br i1 %21, label %310, label %318

310:                                              ; preds = %309
  %311 = getelementptr inbounds i8, ptr %17, i64 8
  %312 = load ptr, ptr %311, align 8
  %313 = load ptr, ptr %1, align 8
  %314 = getelementptr inbounds i8, ptr %16, i64 32
  %315 = load ptr, ptr %314, align 8
  %316 = call ptr %312(ptr noundef %313, ptr noundef %315) #4
  %317 = icmp eq ptr %316, null
  br i1 %317, label %778, label %318

318:                                              ; preds = %310, %309
  %319 = phi ptr [ %316, %310 ], [ null, %309 ]
  %320 = phi ptr [ %316, %310 ], [ %20, %309 ]
  %321 = load ptr, ptr %16, align 8
  %322 = load i8, ptr %31, align 1, !range !16, !noundef !17
  %323 = trunc nuw i8 %322 to i1
  br i1 %323, label %324, label %340

324:                                              ; preds = %318
  %325 = load i8, ptr %112, align 8, !range !16, !noundef !17
  %326 = trunc nuw i8 %325 to i1
  br i1 %326, label %340, label %327

327:                                              ; preds = %324
  %328 = getelementptr inbounds i8, ptr %16, i64 192
  %329 = load i64, ptr %328, align 8
  %330 = icmp eq i64 %329, 0
  br i1 %330, label %331, label %340

331:                                              ; preds = %327
  %332 = load i64, ptr %115, align 8
  %333 = add nsw i64 %332, 1
  %334 = load i64, ptr %27, align 8
  %335 = shl nuw i64 1, %334
  %336 = icmp eq i64 %333, %335
  br i1 %336, label %337, label %340

337:                                              ; preds = %331
  %338 = getelementptr inbounds i8, ptr %16, i64 16
  %339 = load ptr, ptr %338, align 8
  br label %412

340:                                              ; preds = %331, %327, %324, %318
  %341 = getelementptr inbounds i8, ptr %321, i64 80
  %342 = load ptr, ptr %341, align 8
  %343 = getelementptr inbounds i8, ptr %321, i64 88
  %344 = load ptr, ptr %343, align 8
  %345 = getelementptr inbounds i8, ptr %16, i64 64
  %346 = load ptr, ptr %345, align 8
  %347 = call ptr %344(ptr noundef %346, i64 noundef 0) #4
  %348 = call ptr %342(ptr noundef %347, i64 noundef 0) #4
  %349 = load ptr, ptr %16, align 8
  %350 = getelementptr inbounds i8, ptr %16, i64 192
  %351 = load i64, ptr %350, align 8
  %352 = icmp ne i64 %351, 0
  %353 = icmp ne ptr %306, null
  %354 = or i1 %353, %352
  br i1 %354, label %405, label %355

355:                                              ; preds = %340
  %356 = getelementptr inbounds i8, ptr %348, i64 8
  %357 = load ptr, ptr %356, align 8
  %358 = load ptr, ptr %113, align 8
  %359 = getelementptr inbounds i8, ptr %358, i64 8
  %360 = load ptr, ptr %359, align 8
  %361 = icmp eq ptr %357, %360
  br i1 %361, label %362, label %403

362:                                              ; preds = %355
  %363 = getelementptr inbounds i8, ptr %349, i64 128
  %364 = load ptr, ptr %363, align 8
  %365 = getelementptr inbounds i8, ptr %349, i64 80
  %366 = load ptr, ptr %365, align 8
  %367 = call ptr %366(ptr noundef nonnull %348, i64 noundef 1) #4
  %368 = call i64 %364(ptr noundef %367) #4
  %369 = load i64, ptr %115, align 8
  %370 = icmp eq i64 %368, %369
  br i1 %370, label %371, label %403

371:                                              ; preds = %362
  %372 = load ptr, ptr %365, align 8
  %373 = call ptr %372(ptr noundef nonnull %348, i64 noundef 2) #4
  %374 = load i8, ptr %112, align 8, !range !16, !noundef !17
  %375 = trunc nuw i8 %374 to i1
  %376 = select i1 %375, i64 88, i64 96
  %377 = getelementptr inbounds i8, ptr %16, i64 %376
  %378 = load ptr, ptr %377, align 8
  %379 = icmp eq ptr %373, %378
  br i1 %379, label %380, label %403

380:                                              ; preds = %371
  %381 = getelementptr inbounds i8, ptr %16, i64 184
  %382 = load i64, ptr %381, align 8
  %383 = icmp slt i64 %382, 1
  br i1 %383, label %412, label %384

384:                                              ; preds = %380
  %385 = getelementptr inbounds i8, ptr %16, i64 72
  br label %390

386:                                              ; preds = %400
  %387 = add nuw nsw i64 %391, 1
  %388 = load i64, ptr %381, align 8
  %389 = icmp slt i64 %387, %388
  br i1 %389, label %390, label %412, !llvm.loop !22

390:                                              ; preds = %386, %384
  %391 = phi i64 [ 0, %384 ], [ %387, %386 ]
  %392 = load ptr, ptr %365, align 8
  %393 = add nuw nsw i64 %391, 3
  %394 = call ptr %392(ptr noundef %348, i64 noundef %393) #4
  %395 = getelementptr inbounds [24 x ptr], ptr %126, i64 0, i64 %391
  %396 = load ptr, ptr %395, align 8
  %397 = icmp eq ptr %396, null
  br i1 %397, label %398, label %400

398:                                              ; preds = %390
  %399 = load ptr, ptr %385, align 8
  br label %400

400:                                              ; preds = %398, %390
  %401 = phi ptr [ %399, %398 ], [ %396, %390 ]
  %402 = call fastcc zeroext i1 @is_same(ptr noundef nonnull readonly %16, ptr noundef %394, ptr noundef %401, i64 noundef 0) #5
  br i1 %402, label %386, label %403

403:                                              ; preds = %400, %371, %362, %355
  %404 = load i64, ptr %350, align 8
  br label %405

405:                                              ; preds = %403, %340
  %406 = phi i64 [ %404, %403 ], [ %351, %340 ]
  %407 = icmp sgt i64 %406, 0
  %408 = load i64, ptr %115, align 8
  br i1 %407, label %409, label %418

409:                                              ; preds = %405
  %410 = getelementptr inbounds i8, ptr %16, i64 216
  %411 = load ptr, ptr %410, align 8
  br label %451

412:                                              ; preds = %386, %380, %337
  %413 = phi ptr [ %339, %337 ], [ %348, %380 ], [ %348, %386 ]
  %414 = getelementptr inbounds i8, ptr %321, i64 152
  %415 = load ptr, ptr %414, align 8
  call void %415(ptr noundef %413) #4
  br label %589

416:                                              ; preds = %451
  %417 = add nuw nsw i64 %459, 3
  br label %418

418:                                              ; preds = %416, %405
  %419 = phi i64 [ 3, %405 ], [ %417, %416 ]
  %420 = getelementptr inbounds i8, ptr %321, i64 56
  %421 = load ptr, ptr %420, align 8
  %422 = getelementptr inbounds i8, ptr %16, i64 184
  %423 = load i64, ptr %422, align 8
  %424 = add nsw i64 %423, %419
  %425 = call ptr %421(i64 noundef %424) #4
  %426 = load i8, ptr %112, align 8, !range !16, !noundef !17
  %427 = trunc nuw i8 %426 to i1
  %428 = select i1 %427, i64 88, i64 96
  %429 = getelementptr inbounds i8, ptr %16, i64 %428
  %430 = load ptr, ptr %429, align 8
  %431 = getelementptr inbounds i8, ptr %321, i64 152
  %432 = load ptr, ptr %431, align 8
  %433 = getelementptr inbounds i8, ptr %16, i64 16
  %434 = load ptr, ptr %433, align 8
  call void %432(ptr noundef %434) #4
  %435 = getelementptr inbounds i8, ptr %321, i64 96
  %436 = load ptr, ptr %435, align 8
  %437 = load ptr, ptr %433, align 8
  %438 = call i32 %436(ptr noundef %425, i64 noundef 0, ptr noundef %437) #4
  %439 = load ptr, ptr %435, align 8
  %440 = getelementptr inbounds i8, ptr %321, i64 112
  %441 = load ptr, ptr %440, align 8
  %442 = call ptr %441(i64 noundef %408) #4
  %443 = call i32 %439(ptr noundef %425, i64 noundef 1, ptr noundef %442) #4
  %444 = load ptr, ptr %431, align 8
  call void %444(ptr noundef %430) #4
  %445 = load ptr, ptr %435, align 8
  %446 = call i32 %445(ptr noundef %425, i64 noundef 2, ptr noundef %430) #4
  %447 = load i64, ptr %350, align 8
  %448 = icmp sgt i64 %447, 0
  br i1 %448, label %449, label %462

449:                                              ; preds = %418
  %450 = getelementptr inbounds i8, ptr %16, i64 216
  br label %469

451:                                              ; preds = %451, %409
  %452 = phi i64 [ 0, %409 ], [ %459, %451 ]
  %453 = phi i64 [ 0, %409 ], [ %460, %451 ]
  %454 = shl nsw i64 %453, 4
  %455 = getelementptr inbounds i8, ptr %411, i64 %454
  %456 = load i64, ptr %455, align 8
  %457 = lshr i64 %408, %456
  %458 = and i64 %457, 1
  %459 = add nuw nsw i64 %458, %452
  %460 = add nuw nsw i64 %453, 1
  %461 = icmp eq i64 %460, %406
  br i1 %461, label %416, label %451, !llvm.loop !23

462:                                              ; preds = %515, %418
  %463 = phi i64 [ 3, %418 ], [ %517, %515 ]
  %464 = load i64, ptr %422, align 8
  %465 = icmp sgt i64 %464, 0
  br i1 %465, label %466, label %589

466:                                              ; preds = %462
  %467 = getelementptr inbounds i8, ptr %16, i64 72
  %468 = icmp eq ptr %306, null
  br label %520

469:                                              ; preds = %515, %449
  %470 = phi i64 [ %447, %449 ], [ %516, %515 ]
  %471 = phi i64 [ 0, %449 ], [ %518, %515 ]
  %472 = phi i64 [ 3, %449 ], [ %517, %515 ]
  %473 = load ptr, ptr %450, align 8
  %474 = shl nuw nsw i64 %471, 1
  %475 = getelementptr inbounds i64, ptr %473, i64 %474
  %476 = load i64, ptr %475, align 8
  %477 = shl nuw i64 1, %476
  %478 = and i64 %477, %408
  %479 = icmp eq i64 %478, 0
  br i1 %479, label %515, label %480

480:                                              ; preds = %469
  %481 = getelementptr inbounds [24 x ptr], ptr %13, i64 0, i64 %476
  %482 = load ptr, ptr %481, align 8
  %483 = getelementptr inbounds i8, ptr %482, i64 8
  %484 = load ptr, ptr %483, align 8
  %485 = load ptr, ptr %113, align 8
  %486 = load ptr, ptr %485, align 8
  %487 = icmp eq ptr %484, %486
  br i1 %487, label %491, label %488

488:                                              ; preds = %480
  %489 = load ptr, ptr %435, align 8
  %490 = load ptr, ptr %440, align 8
  br label %507

491:                                              ; preds = %480
  %492 = getelementptr inbounds i8, ptr %482, i64 24
  %493 = load i32, ptr %492, align 8
  %494 = sext i32 %493 to i64
  %495 = or disjoint i64 %474, 1
  %496 = getelementptr inbounds i64, ptr %473, i64 %495
  %497 = load i64, ptr %496, align 8
  %498 = sub nsw i64 %494, %497
  %499 = load ptr, ptr %435, align 8
  %500 = load ptr, ptr %440, align 8
  %501 = icmp slt i64 %498, 0
  br i1 %501, label %507, label %502

502:                                              ; preds = %491
  %503 = getelementptr inbounds i8, ptr %482, i64 32
  %504 = load ptr, ptr %503, align 8
  %505 = getelementptr inbounds i64, ptr %504, i64 %498
  %506 = load i64, ptr %505, align 8
  br label %507

507:                                              ; preds = %502, %491, %488
  %508 = phi ptr [ %500, %502 ], [ %500, %491 ], [ %490, %488 ]
  %509 = phi ptr [ %499, %502 ], [ %499, %491 ], [ %489, %488 ]
  %510 = phi i64 [ %506, %502 ], [ -1, %491 ], [ -1, %488 ]
  %511 = add nsw i64 %472, 1
  %512 = call ptr %508(i64 noundef %510) #4
  %513 = call i32 %509(ptr noundef %425, i64 noundef %472, ptr noundef %512) #4
  %514 = load i64, ptr %350, align 8
  br label %515

515:                                              ; preds = %507, %469
  %516 = phi i64 [ %514, %507 ], [ %470, %469 ]
  %517 = phi i64 [ %511, %507 ], [ %472, %469 ]
  %518 = add nuw nsw i64 %471, 1
  %519 = icmp slt i64 %518, %516
  br i1 %519, label %469, label %462, !llvm.loop !24

520:                                              ; preds = %582, %466
  %521 = phi i64 [ 0, %466 ], [ %586, %582 ]
  %522 = phi i64 [ %463, %466 ], [ %584, %582 ]
  %523 = getelementptr inbounds [24 x ptr], ptr %126, i64 0, i64 %521
  %524 = load ptr, ptr %523, align 8
  %525 = load ptr, ptr %467, align 8
  br i1 %468, label %570, label %526

526:                                              ; preds = %520
  %527 = load i64, ptr %125, align 8
  %528 = icmp eq i64 %521, %527
  br i1 %528, label %529, label %570

529:                                              ; preds = %526
  %530 = load ptr, ptr %16, align 8
  %531 = getelementptr inbounds i8, ptr %530, i64 56
  %532 = load ptr, ptr %531, align 8
  %533 = getelementptr inbounds i8, ptr %530, i64 40
  %534 = load ptr, ptr %533, align 8
  %535 = call i64 %534(ptr noundef nonnull %306) #4
  %536 = add nsw i64 %535, 1
  %537 = call ptr %532(i64 noundef %536) #4
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #6
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9) #6
  %538 = getelementptr inbounds i8, ptr %530, i64 152
  %539 = load ptr, ptr %538, align 8
  %540 = load ptr, ptr %113, align 8
  %541 = getelementptr inbounds i8, ptr %540, i64 24
  %542 = load ptr, ptr %541, align 8
  call void %539(ptr noundef %542) #4
  %543 = getelementptr inbounds i8, ptr %530, i64 96
  %544 = load ptr, ptr %543, align 8
  %545 = load ptr, ptr %113, align 8
  %546 = getelementptr inbounds i8, ptr %545, i64 24
  %547 = load ptr, ptr %546, align 8
  %548 = call i32 %544(ptr noundef %537, i64 noundef 0, ptr noundef %547) #4
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10) #6
  store i64 0, ptr %10, align 8
  %549 = getelementptr inbounds i8, ptr %530, i64 32
  %550 = load ptr, ptr %549, align 8
  %551 = call i32 %550(ptr noundef nonnull %306, ptr noundef nonnull %10, ptr noundef nonnull %8, ptr noundef nonnull %9) #4
  %552 = icmp eq i32 %551, 0
  br i1 %552, label %568, label %553

553:                                              ; preds = %529, %561
  %554 = phi i64 [ %564, %561 ], [ 1, %529 ]
  %555 = load ptr, ptr %8, align 8
  %556 = call fastcc ptr @frozen(ptr noundef nonnull readonly %16, ptr noundef %555, i64 noundef 0) #5
  %557 = icmp eq ptr %556, null
  br i1 %557, label %558, label %561

558:                                              ; preds = %553
  %559 = getelementptr inbounds i8, ptr %530, i64 160
  %560 = load ptr, ptr %559, align 8
  call void %560(ptr noundef %537) #4
  br label %568

561:                                              ; preds = %553
  %562 = load ptr, ptr %543, align 8
  %563 = call i32 %562(ptr noundef %537, i64 noundef %554, ptr noundef nonnull %556) #4
  %564 = add nuw nsw i64 %554, 1
  %565 = load ptr, ptr %549, align 8
  %566 = call i32 %565(ptr noundef nonnull %306, ptr noundef nonnull %10, ptr noundef nonnull %8, ptr noundef nonnull %9) #4
  %567 = icmp eq i32 %566, 0
  br i1 %567, label %568, label %553, !llvm.loop !25

568:                                              ; preds = %561, %558, %529
  %569 = phi ptr [ null, %558 ], [ %537, %529 ], [ %537, %561 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #6
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9) #6
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #6
  br label %576

570:                                              ; preds = %526, %520
  %571 = icmp eq ptr %524, null
  br i1 %571, label %574, label %572

572:                                              ; preds = %570
  %573 = call fastcc ptr @frozen(ptr noundef nonnull readonly %16, ptr noundef nonnull %524, i64 noundef 0) #5
  br label %576

574:                                              ; preds = %570
  %575 = load ptr, ptr %431, align 8
  call void %575(ptr noundef %525) #4
  br label %576

576:                                              ; preds = %574, %572, %568
  %577 = phi ptr [ %569, %568 ], [ %573, %572 ], [ %525, %574 ]
  %578 = icmp eq ptr %577, null
  br i1 %578, label %579, label %582

579:                                              ; preds = %576
  %580 = getelementptr inbounds i8, ptr %321, i64 160
  %581 = load ptr, ptr %580, align 8
  call void %581(ptr noundef %425) #4
  br label %760

582:                                              ; preds = %576
  %583 = load ptr, ptr %435, align 8
  %584 = add nsw i64 %522, 1
  %585 = call i32 %583(ptr noundef %425, i64 noundef %522, ptr noundef nonnull %577) #4
  %586 = add nuw nsw i64 %521, 1
  %587 = load i64, ptr %422, align 8
  %588 = icmp slt i64 %586, %587
  br i1 %588, label %520, label %589, !llvm.loop !26

589:                                              ; preds = %582, %462, %412
  %590 = phi ptr [ %413, %412 ], [ %425, %462 ], [ %425, %582 ]
  %591 = icmp eq ptr %590, null
  br i1 %591, label %760, label %592

592:                                              ; preds = %589
  %593 = load ptr, ptr %16, align 8
  %594 = getelementptr inbounds i8, ptr %593, i64 88
  %595 = load ptr, ptr %594, align 8
  %596 = getelementptr inbounds i8, ptr %16, i64 64
  %597 = load ptr, ptr %596, align 8
  %598 = call ptr %595(ptr noundef %597, i64 noundef 0) #4
  %599 = getelementptr inbounds i8, ptr %593, i64 80
  %600 = load ptr, ptr %599, align 8
  %601 = call ptr %600(ptr noundef %598, i64 noundef 0) #4
  %602 = icmp eq ptr %601, %590
  br i1 %602, label %603, label %611

603:                                              ; preds = %592
  %604 = load ptr, ptr %599, align 8
  %605 = call ptr %604(ptr noundef %598, i64 noundef 1) #4
  %606 = icmp eq ptr %605, %320
  br i1 %606, label %607, label %611

607:                                              ; preds = %603
  %608 = load ptr, ptr %599, align 8
  %609 = call ptr %608(ptr noundef %598, i64 noundef 2) #4
  %610 = icmp eq ptr %609, null
  br i1 %610, label %760, label %616

611:                                              ; preds = %603, %592
  %612 = getelementptr inbounds i8, ptr %593, i64 16
  %613 = load ptr, ptr %612, align 8
  %614 = call ptr %613(ptr noundef nonnull %320, ptr noundef nonnull %590) #4
  %615 = icmp eq ptr %614, null
  br i1 %615, label %760, label %619

616:                                              ; preds = %607
  %617 = getelementptr inbounds i8, ptr %593, i64 152
  %618 = load ptr, ptr %617, align 8
  call void %618(ptr noundef nonnull %609) #4
  br label %650

619:                                              ; preds = %611
  %620 = getelementptr inbounds i8, ptr %593, i64 152
  %621 = load ptr, ptr %620, align 8
  call void %621(ptr noundef nonnull %614) #4
  %622 = getelementptr inbounds i8, ptr %16, i64 192
  %623 = load i64, ptr %622, align 8
  %624 = icmp eq i64 %623, 0
  br i1 %624, label %625, label %650

625:                                              ; preds = %619
  %626 = getelementptr inbounds i8, ptr %16, i64 16
  %627 = load ptr, ptr %626, align 8
  %628 = icmp eq ptr %627, %590
  br i1 %628, label %650, label %629

629:                                              ; preds = %625
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %7) #6
  store ptr %590, ptr %7, align 16
  %630 = getelementptr inbounds i8, ptr %7, i64 8
  store ptr %320, ptr %630, align 8
  %631 = getelementptr inbounds i8, ptr %7, i64 16
  store ptr %614, ptr %631, align 16
  %632 = getelementptr inbounds i8, ptr %593, i64 56
  %633 = load ptr, ptr %632, align 8
  %634 = call ptr %633(i64 noundef 3) #4
  %635 = getelementptr inbounds i8, ptr %593, i64 96
  br label %636

636:                                              ; preds = %636, %629
  %637 = phi i64 [ 0, %629 ], [ %643, %636 ]
  %638 = load ptr, ptr %620, align 8
  %639 = getelementptr inbounds [3 x ptr], ptr %7, i64 0, i64 %637
  %640 = load ptr, ptr %639, align 8
  call void %638(ptr noundef %640) #4
  %641 = load ptr, ptr %635, align 8
  %642 = call i32 %641(ptr noundef %634, i64 noundef %637, ptr noundef %640) #4
  %643 = add nuw nsw i64 %637, 1
  %644 = icmp eq i64 %643, 3
  br i1 %644, label %645, label %636, !llvm.loop !27

645:                                              ; preds = %636
  %646 = getelementptr inbounds i8, ptr %593, i64 104
  %647 = load ptr, ptr %646, align 8
  %648 = load ptr, ptr %596, align 8
  %649 = call i32 %647(ptr noundef %648, i64 noundef 0, ptr noundef %634) #4
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %7) #6
  br label %650

650:                                              ; preds = %645, %625, %619, %616
  %651 = phi ptr [ %614, %645 ], [ %614, %625 ], [ %614, %619 ], [ %609, %616 ]
  %652 = getelementptr inbounds i8, ptr %16, i64 120
  %653 = load ptr, ptr %652, align 8
  %654 = icmp eq ptr %653, null
  br i1 %654, label %659, label %655

655:                                              ; preds = %650
  %656 = load ptr, ptr %17, align 8
  %657 = call ptr %656(ptr noundef nonnull %653, ptr noundef %1, i64 noundef %18, ptr noundef %3) #4
  %658 = icmp eq ptr %657, null
  br i1 %658, label %760, label %659

659:                                              ; preds = %655, %650
  %660 = phi ptr [ %657, %655 ], [ null, %650 ]
  %661 = load i64, ptr %132, align 8
  %662 = load ptr, ptr %16, align 8
  %663 = getelementptr inbounds i8, ptr %651, i64 8
  %664 = load ptr, ptr %663, align 8
  %665 = getelementptr inbounds i8, ptr %16, i64 160
  %666 = load ptr, ptr %665, align 8
  %667 = icmp eq ptr %664, %666
  br i1 %667, label %668, label %760

668:                                              ; preds = %659
  %669 = getelementptr inbounds i8, ptr %651, i64 24
  %670 = load ptr, ptr %669, align 8
  %671 = icmp eq ptr %670, null
  br i1 %671, label %760, label %672

672:                                              ; preds = %668
  %673 = getelementptr inbounds i8, ptr %670, i64 48
  %674 = load i64, ptr %673, align 8
  %675 = icmp eq i64 %674, %661
  br i1 %675, label %676, label %760

676:                                              ; preds = %672
  call void @llvm.lifetime.start.p0(i64 200, ptr nonnull %6) #6
  %677 = getelementptr inbounds i8, ptr %13, i64 384
  %678 = load ptr, ptr %677, align 8
  %679 = icmp eq ptr %678, null
  br i1 %679, label %688, label %680

680:                                              ; preds = %676
  %681 = getelementptr inbounds i8, ptr %678, i64 8
  %682 = load ptr, ptr %681, align 8
  %683 = load ptr, ptr %113, align 8
  %684 = getelementptr inbounds i8, ptr %683, i64 72
  %685 = load ptr, ptr %684, align 8
  %686 = icmp eq ptr %682, %685
  %687 = select i1 %686, ptr null, ptr %678
  br label %688

688:                                              ; preds = %680, %676
  %689 = phi ptr [ null, %676 ], [ %687, %680 ]
  %690 = getelementptr inbounds i8, ptr %16, i64 128
  %691 = load ptr, ptr %690, align 8
  %692 = icmp eq ptr %691, null
  br i1 %692, label %734, label %693

693:                                              ; preds = %688
  %694 = getelementptr inbounds i8, ptr %662, i64 64
  %695 = load ptr, ptr %694, align 8
  %696 = call i64 %695(ptr noundef nonnull %691) #4
  %697 = icmp slt i64 %696, 1
  br i1 %697, label %734, label %698

698:                                              ; preds = %693
  %699 = getelementptr inbounds i8, ptr %662, i64 80
  %700 = getelementptr inbounds i8, ptr %16, i64 136
  %701 = getelementptr inbounds i8, ptr %5, i64 8
  %702 = getelementptr inbounds i8, ptr %662, i64 160
  %703 = load i64, ptr %115, align 8
  br label %704

704:                                              ; preds = %730, %698
  %705 = phi i1 [ false, %698 ], [ %732, %730 ]
  %706 = phi i64 [ 0, %698 ], [ %731, %730 ]
  %707 = load ptr, ptr %699, align 8
  %708 = load ptr, ptr %690, align 8
  %709 = call ptr %707(ptr noundef %708, i64 noundef %706) #4
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5) #6
  %710 = load ptr, ptr %700, align 8
  store ptr %710, ptr %5, align 16
  %711 = getelementptr inbounds [24 x ptr], ptr %13, i64 0, i64 %706
  %712 = load ptr, ptr %711, align 8
  store ptr %712, ptr %701, align 8
  %713 = getelementptr inbounds i8, ptr %709, i64 8
  %714 = load ptr, ptr %713, align 8
  %715 = load ptr, ptr %113, align 8
  %716 = getelementptr inbounds i8, ptr %715, i64 72
  %717 = load ptr, ptr %716, align 8
  %718 = icmp eq ptr %714, %717
  br i1 %718, label %730, label %719

719:                                              ; preds = %704
  %720 = shl nuw i64 1, %706
  %721 = and i64 %720, %703
  %722 = icmp eq i64 %721, 0
  br i1 %722, label %730, label %723

723:                                              ; preds = %719
  %724 = load ptr, ptr %662, align 8
  %725 = call ptr %724(ptr noundef nonnull %709, ptr noundef nonnull %5, i64 noundef 2, ptr noundef null) #4
  %726 = icmp eq ptr %725, null
  br i1 %726, label %729, label %727

727:                                              ; preds = %723
  %728 = load ptr, ptr %702, align 8
  call void %728(ptr noundef nonnull %725) #4
  br label %730

729:                                              ; preds = %723
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5) #6
  br i1 %705, label %734, label %758

730:                                              ; preds = %727, %719, %704
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5) #6
  %731 = add nuw nsw i64 %706, 1
  %732 = icmp sge i64 %731, %696
  %733 = icmp eq i64 %731, %696
  br i1 %733, label %734, label %704, !llvm.loop !28

734:                                              ; preds = %730, %729, %693, %688
  %735 = call fastcc ptr @attempt(ptr noundef nonnull %670, ptr noundef nonnull readonly %12, i64 noundef %661, ptr noundef %689) #5
  %736 = icmp eq ptr %735, inttoptr (i64 1 to ptr)
  br i1 %736, label %737, label %758

737:                                              ; preds = %734
  %738 = icmp sgt i64 %661, 0
  br i1 %738, label %745, label %739

739:                                              ; preds = %745, %737
  %740 = getelementptr inbounds [25 x ptr], ptr %6, i64 0, i64 %661
  store ptr %689, ptr %740, align 8
  %741 = load ptr, ptr %662, align 8
  %742 = getelementptr inbounds i8, ptr %670, i64 104
  %743 = load ptr, ptr %742, align 8
  %744 = icmp eq ptr %689, null
  br i1 %744, label %755, label %752

745:                                              ; preds = %737, %745
  %746 = phi i64 [ %750, %745 ], [ 0, %737 ]
  %747 = getelementptr inbounds ptr, ptr %12, i64 %746
  %748 = load ptr, ptr %747, align 8
  %749 = getelementptr inbounds [25 x ptr], ptr %6, i64 0, i64 %746
  store ptr %748, ptr %749, align 8
  %750 = add nuw nsw i64 %746, 1
  %751 = icmp eq i64 %750, %661
  br i1 %751, label %739, label %745, !llvm.loop !29

752:                                              ; preds = %739
  %753 = getelementptr inbounds i8, ptr %16, i64 40
  %754 = load ptr, ptr %753, align 8
  br label %755

755:                                              ; preds = %752, %739
  %756 = phi ptr [ %754, %752 ], [ null, %739 ]
  %757 = call ptr %741(ptr noundef %743, ptr noundef nonnull %6, i64 noundef %661, ptr noundef %756) #4
  br label %758

758:                                              ; preds = %755, %734, %729
  %759 = phi ptr [ %757, %755 ], [ %735, %734 ], [ inttoptr (i64 1 to ptr), %729 ]
  call void @llvm.lifetime.end.p0(i64 200, ptr nonnull %6) #6
  br label %760

760:                                              ; preds = %758, %672, %668, %659, %655, %611, %607, %589, %579
  %761 = phi ptr [ %651, %655 ], [ %651, %668 ], [ %651, %659 ], [ %651, %758 ], [ %651, %672 ], [ null, %589 ], [ null, %579 ], [ null, %611 ], [ null, %607 ]
  %762 = phi ptr [ %590, %655 ], [ %590, %668 ], [ %590, %659 ], [ %590, %758 ], [ %590, %672 ], [ null, %589 ], [ null, %579 ], [ %590, %611 ], [ %590, %607 ]
  %763 = phi ptr [ null, %655 ], [ inttoptr (i64 1 to ptr), %668 ], [ inttoptr (i64 1 to ptr), %659 ], [ %759, %758 ], [ inttoptr (i64 1 to ptr), %672 ], [ inttoptr (i64 1 to ptr), %589 ], [ inttoptr (i64 1 to ptr), %579 ], [ inttoptr (i64 1 to ptr), %611 ], [ inttoptr (i64 1 to ptr), %607 ]
  %764 = phi ptr [ null, %655 ], [ %660, %668 ], [ %660, %659 ], [ %660, %758 ], [ %660, %672 ], [ null, %589 ], [ null, %579 ], [ null, %611 ], [ null, %607 ]
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %14) #6
  store ptr %764, ptr %14, align 16
  %765 = getelementptr inbounds i8, ptr %14, i64 8
  store ptr %761, ptr %765, align 8
  %766 = getelementptr inbounds i8, ptr %14, i64 16
  store ptr %762, ptr %766, align 16
  %767 = getelementptr inbounds i8, ptr %14, i64 24
  store ptr %319, ptr %767, align 8
  %768 = getelementptr inbounds i8, ptr %17, i64 160
  br label %771

769:                                              ; preds = %771
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %14) #6
  %770 = load i64, ptr %132, align 8
  br label %778

771:                                              ; preds = %771, %760
  %772 = phi i64 [ 0, %760 ], [ %776, %771 ]
  %773 = load ptr, ptr %768, align 8
  %774 = getelementptr inbounds [4 x ptr], ptr %14, i64 0, i64 %772
  %775 = load ptr, ptr %774, align 8
  call void %773(ptr noundef %775) #4
  %776 = add nuw nsw i64 %772, 1
  %777 = icmp eq i64 %776, 4
  br i1 %777, label %769, label %771, !llvm.loop !30

778:                                              ; preds = %289, %769, %310, %305
  %779 = phi i64 [ %307, %305 ], [ %169, %310 ], [ %770, %769 ], [ %287, %289 ]
  %780 = phi ptr [ inttoptr (i64 1 to ptr), %305 ], [ inttoptr (i64 1 to ptr), %310 ], [ %763, %769 ], [ inttoptr (i64 1 to ptr), %289 ]
  %781 = icmp eq i64 %779, 0
  br i1 %781, label %792, label %782

782:                                              ; preds = %778
  %783 = getelementptr inbounds i8, ptr %17, i64 160
  br label %784

784:                                              ; preds = %784, %782
  %785 = phi i64 [ %779, %782 ], [ %786, %784 ]
  %786 = add nsw i64 %785, -1
  %787 = load ptr, ptr %783, align 8
  %788 = getelementptr inbounds ptr, ptr %12, i64 %786
  %789 = load ptr, ptr %788, align 8
  call void %787(ptr noundef %789) #4
  %790 = icmp eq i64 %786, 0
  br i1 %790, label %792, label %784, !llvm.loop !6

791:                                              ; preds = %109, %4
  call void @llvm.lifetime.end.p0(i64 416, ptr nonnull %13) #6
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %12) #6
  br label %794

792:                                              ; preds = %784, %778
  call void @llvm.lifetime.end.p0(i64 416, ptr nonnull %13) #6
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %12) #6
  %793 = icmp eq ptr %780, inttoptr (i64 1 to ptr)
  br i1 %793, label %794, label %813

794:                                              ; preds = %791, %792
  %795 = getelementptr inbounds i8, ptr %17, i64 120
  %796 = load ptr, ptr %795, align 8
  %797 = call ptr %796() #4
  %798 = icmp eq ptr %797, null
  br i1 %798, label %806, label %799

799:                                              ; preds = %794
  %800 = getelementptr inbounds i8, ptr %17, i64 136
  %801 = load ptr, ptr %800, align 8
  %802 = getelementptr inbounds i8, ptr %16, i64 152
  %803 = load ptr, ptr %802, align 8
  %804 = call i32 %801(ptr noundef %803) #4
  %805 = icmp eq i32 %804, 0
  br i1 %805, label %813, label %806

806:                                              ; preds = %799, %794
  %807 = getelementptr inbounds i8, ptr %17, i64 168
  %808 = load ptr, ptr %807, align 8
  call void %808() #4
  %809 = load ptr, ptr %17, align 8
  %810 = getelementptr inbounds i8, ptr %16, i64 144
  %811 = load ptr, ptr %810, align 8
  %812 = call ptr %809(ptr noundef %811, ptr noundef %1, i64 noundef %18, ptr noundef %3) #4
  br label %813

813:                                              ; preds = %799, %792, %806
  %814 = phi ptr [ %812, %806 ], [ %780, %792 ], [ null, %799 ]
  ret ptr %814
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
  br i1 %50, label %38, label %25, !llvm.loop !31

51:                                               ; preds = %25
  %52 = add nuw nsw i64 %15, 1
  %53 = load i64, ptr %6, align 8
  %54 = icmp slt i64 %52, %53
  br i1 %54, label %14, label %55, !llvm.loop !32

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
  br i1 %55, label %47, label %56, !llvm.loop !33

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
  br i1 %63, label %64, label %55, !llvm.loop !34

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
  br i1 %73, label %74, label %60, !llvm.loop !35

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
  br i1 %67, label %58, label %70, !llvm.loop !36

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
