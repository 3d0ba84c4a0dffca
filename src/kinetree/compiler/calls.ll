
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
  br i1 %23, label %765, label %24

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
  %61 = getelementptr inbounds i8, ptr %17, i64 168
  %62 = load ptr, ptr %61, align 8
  call void %62(ptr noundef nonnull %58) #4
  br label %63

63:                                               ; preds = %60, %47
  %64 = phi ptr [ %58, %60 ], [ %52, %47 ]
  %65 = getelementptr inbounds i8, ptr %17, i64 152
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
  br label %765

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
  %131 = getelementptr inbounds i8, ptr %111, i64 168
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

172:                                              ; preds = %275, %117
  %173 = phi ptr [ null, %117 ], [ %276, %275 ]
  %174 = phi i64 [ 0, %117 ], [ %277, %275 ]
  %175 = getelementptr inbounds [24 x ptr], ptr %13, i64 0, i64 %174
  %176 = load ptr, ptr %175, align 8
  %177 = load i64, ptr %115, align 8
  %178 = shl nuw nsw i64 1, %174
  %179 = and i64 %177, %178
  %180 = icmp eq i64 %179, 0
  br i1 %180, label %275, label %181

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
  br i1 %190, label %279, label %191

191:                                              ; preds = %188
  %192 = getelementptr inbounds [24 x ptr], ptr %126, i64 0, i64 %189
  %193 = load ptr, ptr %192, align 8
  %194 = icmp eq ptr %193, null
  %195 = icmp eq ptr %173, null
  %196 = select i1 %194, i1 %195, i1 false
  br i1 %196, label %197, label %279

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
  br i1 %215, label %279, label %216

216:                                              ; preds = %212, %210
  %217 = phi ptr [ %214, %212 ], [ %176, %210 ]
  br i1 %211, label %218, label %224

218:                                              ; preds = %216
  %219 = load i64, ptr %129, align 8
  %220 = getelementptr inbounds [24 x ptr], ptr %126, i64 0, i64 %219
  %221 = load ptr, ptr %220, align 8
  %222 = call fastcc ptr @repeated(ptr noundef nonnull readonly %16, ptr noundef nonnull %176, ptr noundef %221) #5
  %223 = icmp eq ptr %222, null
  br i1 %223, label %279, label %224

224:                                              ; preds = %218, %216
  %225 = phi ptr [ %222, %218 ], [ %217, %216 ]
  %226 = select i1 %187, ptr %176, ptr %173
  %227 = load ptr, ptr %182, align 8
  %228 = load ptr, ptr %113, align 8
  %229 = load ptr, ptr %228, align 8
  %230 = icmp eq ptr %227, %229
  br i1 %230, label %231, label %243

231:                                              ; preds = %224
  %232 = getelementptr inbounds i8, ptr %176, i64 56
  %233 = load ptr, ptr %232, align 8
  %234 = getelementptr inbounds i8, ptr %233, i64 25
  %235 = load i8, ptr %234, align 1
  %236 = icmp eq i8 %235, 102
  br i1 %236, label %237, label %243

237:                                              ; preds = %231
  %238 = load i8, ptr %112, align 8, !range !16, !noundef !17
  %239 = trunc nuw i8 %238 to i1
  br i1 %239, label %243, label %240

240:                                              ; preds = %237
  %241 = load ptr, ptr %114, align 8
  %242 = icmp eq ptr %233, %241
  br i1 %242, label %243, label %279

243:                                              ; preds = %240, %237, %231, %224
  %244 = load ptr, ptr %130, align 8
  %245 = getelementptr inbounds i64, ptr %244, i64 %174
  %246 = load i64, ptr %245, align 8
  %247 = icmp ne i64 %246, 0
  %248 = call fastcc ptr @converted(ptr noundef %111, ptr noundef nonnull %228, ptr noundef %124, ptr noundef nonnull %225, i1 noundef zeroext %247) #5
  %249 = select i1 %187, i1 true, i1 %211
  br i1 %249, label %250, label %252

250:                                              ; preds = %243
  %251 = load ptr, ptr %131, align 8
  call void %251(ptr noundef nonnull %225) #4
  br label %252

252:                                              ; preds = %250, %243
  %253 = icmp eq ptr %248, null
  br i1 %253, label %279, label %254

254:                                              ; preds = %252
  store ptr %248, ptr %175, align 8
  %255 = load i64, ptr %132, align 8
  %256 = add nsw i64 %255, 1
  store i64 %256, ptr %132, align 8
  %257 = getelementptr inbounds ptr, ptr %12, i64 %255
  store ptr %248, ptr %257, align 8
  br i1 %187, label %258, label %266

258:                                              ; preds = %254
  %259 = getelementptr inbounds i8, ptr %248, i64 24
  %260 = load i32, ptr %259, align 8
  %261 = sext i32 %260 to i64
  %262 = load ptr, ptr %133, align 8
  %263 = getelementptr inbounds i64, ptr %262, i64 %174
  %264 = load i64, ptr %263, align 8
  %265 = icmp eq i64 %264, %261
  br i1 %265, label %266, label %752

266:                                              ; preds = %258, %254
  %267 = load ptr, ptr %127, align 8
  %268 = getelementptr inbounds i64, ptr %267, i64 %174
  %269 = load i64, ptr %268, align 8
  %270 = icmp eq i64 %269, 0
  br i1 %270, label %275, label %271

271:                                              ; preds = %266
  %272 = getelementptr inbounds i8, ptr %248, i64 24
  %273 = load i32, ptr %272, align 8
  %274 = icmp eq i32 %273, 0
  br i1 %274, label %752, label %275

275:                                              ; preds = %271, %266, %172
  %276 = phi ptr [ %173, %172 ], [ %226, %266 ], [ %226, %271 ]
  %277 = add nuw nsw i64 %174, 1
  %278 = icmp eq i64 %277, 24
  br i1 %278, label %279, label %172, !llvm.loop !20

279:                                              ; preds = %275, %252, %240, %218, %212, %191, %188
  %280 = phi ptr [ %276, %275 ], [ %173, %188 ], [ %173, %212 ], [ %173, %218 ], [ %226, %252 ], [ %226, %240 ], [ %173, %191 ]
  %281 = load i64, ptr %132, align 8
  %282 = icmp eq i64 %281, %169
  br i1 %282, label %283, label %752

283:                                              ; preds = %279
  br i1 %21, label %284, label %292

284:                                              ; preds = %283
  %285 = getelementptr inbounds i8, ptr %17, i64 8
  %286 = load ptr, ptr %285, align 8
  %287 = load ptr, ptr %1, align 8
  %288 = getelementptr inbounds i8, ptr %16, i64 32
  %289 = load ptr, ptr %288, align 8
  %290 = call ptr %286(ptr noundef %287, ptr noundef %289) #4
  %291 = icmp eq ptr %290, null
  br i1 %291, label %752, label %292

292:                                              ; preds = %284, %283
  %293 = phi ptr [ %290, %284 ], [ null, %283 ]
  %294 = phi ptr [ %290, %284 ], [ %20, %283 ]
  %295 = load ptr, ptr %16, align 8
  %296 = load i8, ptr %31, align 1, !range !16, !noundef !17
  %297 = trunc nuw i8 %296 to i1
  br i1 %297, label %298, label %314

298:                                              ; preds = %292
  %299 = load i8, ptr %112, align 8, !range !16, !noundef !17
  %300 = trunc nuw i8 %299 to i1
  br i1 %300, label %314, label %301

301:                                              ; preds = %298
  %302 = getelementptr inbounds i8, ptr %16, i64 192
  %303 = load i64, ptr %302, align 8
  %304 = icmp eq i64 %303, 0
  br i1 %304, label %305, label %314

305:                                              ; preds = %301
  %306 = load i64, ptr %115, align 8
  %307 = add nsw i64 %306, 1
  %308 = load i64, ptr %27, align 8
  %309 = shl nuw i64 1, %308
  %310 = icmp eq i64 %307, %309
  br i1 %310, label %311, label %314

311:                                              ; preds = %305
  %312 = getelementptr inbounds i8, ptr %16, i64 16
  %313 = load ptr, ptr %312, align 8
  br label %386

314:                                              ; preds = %305, %301, %298, %292
  %315 = getelementptr inbounds i8, ptr %295, i64 88
  %316 = load ptr, ptr %315, align 8
  %317 = getelementptr inbounds i8, ptr %295, i64 96
  %318 = load ptr, ptr %317, align 8
  %319 = getelementptr inbounds i8, ptr %16, i64 64
  %320 = load ptr, ptr %319, align 8
  %321 = call ptr %318(ptr noundef %320, i64 noundef 0) #4
  %322 = call ptr %316(ptr noundef %321, i64 noundef 0) #4
  %323 = load ptr, ptr %16, align 8
  %324 = getelementptr inbounds i8, ptr %16, i64 192
  %325 = load i64, ptr %324, align 8
  %326 = icmp ne i64 %325, 0
  %327 = icmp ne ptr %280, null
  %328 = or i1 %327, %326
  br i1 %328, label %379, label %329

329:                                              ; preds = %314
  %330 = getelementptr inbounds i8, ptr %322, i64 8
  %331 = load ptr, ptr %330, align 8
  %332 = load ptr, ptr %113, align 8
  %333 = getelementptr inbounds i8, ptr %332, i64 8
  %334 = load ptr, ptr %333, align 8
  %335 = icmp eq ptr %331, %334
  br i1 %335, label %336, label %377

336:                                              ; preds = %329
  %337 = getelementptr inbounds i8, ptr %323, i64 136
  %338 = load ptr, ptr %337, align 8
  %339 = getelementptr inbounds i8, ptr %323, i64 88
  %340 = load ptr, ptr %339, align 8
  %341 = call ptr %340(ptr noundef nonnull %322, i64 noundef 1) #4
  %342 = call i64 %338(ptr noundef %341) #4
  %343 = load i64, ptr %115, align 8
  %344 = icmp eq i64 %342, %343
  br i1 %344, label %345, label %377

345:                                              ; preds = %336
  %346 = load ptr, ptr %339, align 8
  %347 = call ptr %346(ptr noundef nonnull %322, i64 noundef 2) #4
  %348 = load i8, ptr %112, align 8, !range !16, !noundef !17
  %349 = trunc nuw i8 %348 to i1
  %350 = select i1 %349, i64 88, i64 96
  %351 = getelementptr inbounds i8, ptr %16, i64 %350
  %352 = load ptr, ptr %351, align 8
  %353 = icmp eq ptr %347, %352
  br i1 %353, label %354, label %377

354:                                              ; preds = %345
  %355 = getelementptr inbounds i8, ptr %16, i64 184
  %356 = load i64, ptr %355, align 8
  %357 = icmp slt i64 %356, 1
  br i1 %357, label %386, label %358

358:                                              ; preds = %354
  %359 = getelementptr inbounds i8, ptr %16, i64 72
  br label %364

360:                                              ; preds = %374
  %361 = add nuw nsw i64 %365, 1
  %362 = load i64, ptr %355, align 8
  %363 = icmp slt i64 %361, %362
  br i1 %363, label %364, label %386, !llvm.loop !21

364:                                              ; preds = %360, %358
  %365 = phi i64 [ 0, %358 ], [ %361, %360 ]
  %366 = load ptr, ptr %339, align 8
  %367 = add nuw nsw i64 %365, 3
  %368 = call ptr %366(ptr noundef %322, i64 noundef %367) #4
  %369 = getelementptr inbounds [24 x ptr], ptr %126, i64 0, i64 %365
  %370 = load ptr, ptr %369, align 8
  %371 = icmp eq ptr %370, null
  br i1 %371, label %372, label %374

372:                                              ; preds = %364
  %373 = load ptr, ptr %359, align 8
  br label %374

374:                                              ; preds = %372, %364
  %375 = phi ptr [ %373, %372 ], [ %370, %364 ]
  %376 = call fastcc zeroext i1 @is_same(ptr noundef nonnull readonly %16, ptr noundef %368, ptr noundef %375, i64 noundef 0) #5
  br i1 %376, label %360, label %377

377:                                              ; preds = %374, %345, %336, %329
  %378 = load i64, ptr %324, align 8
  br label %379

379:                                              ; preds = %377, %314
  %380 = phi i64 [ %378, %377 ], [ %325, %314 ]
  %381 = icmp sgt i64 %380, 0
  %382 = load i64, ptr %115, align 8
  br i1 %381, label %383, label %392

383:                                              ; preds = %379
  %384 = getelementptr inbounds i8, ptr %16, i64 216
  %385 = load ptr, ptr %384, align 8
  br label %425

386:                                              ; preds = %360, %354, %311
  %387 = phi ptr [ %313, %311 ], [ %322, %354 ], [ %322, %360 ]
  %388 = getelementptr inbounds i8, ptr %295, i64 160
  %389 = load ptr, ptr %388, align 8
  call void %389(ptr noundef %387) #4
  br label %563

390:                                              ; preds = %425
  %391 = add nuw nsw i64 %433, 3
  br label %392

392:                                              ; preds = %390, %379
  %393 = phi i64 [ 3, %379 ], [ %391, %390 ]
  %394 = getelementptr inbounds i8, ptr %295, i64 56
  %395 = load ptr, ptr %394, align 8
  %396 = getelementptr inbounds i8, ptr %16, i64 184
  %397 = load i64, ptr %396, align 8
  %398 = add nsw i64 %397, %393
  %399 = call ptr %395(i64 noundef %398) #4
  %400 = load i8, ptr %112, align 8, !range !16, !noundef !17
  %401 = trunc nuw i8 %400 to i1
  %402 = select i1 %401, i64 88, i64 96
  %403 = getelementptr inbounds i8, ptr %16, i64 %402
  %404 = load ptr, ptr %403, align 8
  %405 = getelementptr inbounds i8, ptr %295, i64 160
  %406 = load ptr, ptr %405, align 8
  %407 = getelementptr inbounds i8, ptr %16, i64 16
  %408 = load ptr, ptr %407, align 8
  call void %406(ptr noundef %408) #4
  %409 = getelementptr inbounds i8, ptr %295, i64 104
  %410 = load ptr, ptr %409, align 8
  %411 = load ptr, ptr %407, align 8
  %412 = call i32 %410(ptr noundef %399, i64 noundef 0, ptr noundef %411) #4
  %413 = load ptr, ptr %409, align 8
  %414 = getelementptr inbounds i8, ptr %295, i64 120
  %415 = load ptr, ptr %414, align 8
  %416 = call ptr %415(i64 noundef %382) #4
  %417 = call i32 %413(ptr noundef %399, i64 noundef 1, ptr noundef %416) #4
  %418 = load ptr, ptr %405, align 8
  call void %418(ptr noundef %404) #4
  %419 = load ptr, ptr %409, align 8
  %420 = call i32 %419(ptr noundef %399, i64 noundef 2, ptr noundef %404) #4
  %421 = load i64, ptr %324, align 8
  %422 = icmp sgt i64 %421, 0
  br i1 %422, label %423, label %436

423:                                              ; preds = %392
  %424 = getelementptr inbounds i8, ptr %16, i64 216
  br label %443

425:                                              ; preds = %425, %383
  %426 = phi i64 [ 0, %383 ], [ %433, %425 ]
  %427 = phi i64 [ 0, %383 ], [ %434, %425 ]
  %428 = shl nsw i64 %427, 4
  %429 = getelementptr inbounds i8, ptr %385, i64 %428
  %430 = load i64, ptr %429, align 8
  %431 = lshr i64 %382, %430
  %432 = and i64 %431, 1
  %433 = add nuw nsw i64 %432, %426
  %434 = add nuw nsw i64 %427, 1
  %435 = icmp eq i64 %434, %380
  br i1 %435, label %390, label %425, !llvm.loop !22

436:                                              ; preds = %489, %392
  %437 = phi i64 [ 3, %392 ], [ %491, %489 ]
  %438 = load i64, ptr %396, align 8
  %439 = icmp sgt i64 %438, 0
  br i1 %439, label %440, label %563

440:                                              ; preds = %436
  %441 = getelementptr inbounds i8, ptr %16, i64 72
  %442 = icmp eq ptr %280, null
  br label %494

443:                                              ; preds = %489, %423
  %444 = phi i64 [ %421, %423 ], [ %490, %489 ]
  %445 = phi i64 [ 0, %423 ], [ %492, %489 ]
  %446 = phi i64 [ 3, %423 ], [ %491, %489 ]
  %447 = load ptr, ptr %424, align 8
  %448 = shl nuw nsw i64 %445, 1
  %449 = getelementptr inbounds i64, ptr %447, i64 %448
  %450 = load i64, ptr %449, align 8
  %451 = shl nuw i64 1, %450
  %452 = and i64 %451, %382
  %453 = icmp eq i64 %452, 0
  br i1 %453, label %489, label %454

454:                                              ; preds = %443
  %455 = getelementptr inbounds [24 x ptr], ptr %13, i64 0, i64 %450
  %456 = load ptr, ptr %455, align 8
  %457 = getelementptr inbounds i8, ptr %456, i64 8
  %458 = load ptr, ptr %457, align 8
  %459 = load ptr, ptr %113, align 8
  %460 = load ptr, ptr %459, align 8
  %461 = icmp eq ptr %458, %460
  br i1 %461, label %465, label %462

462:                                              ; preds = %454
  %463 = load ptr, ptr %409, align 8
  %464 = load ptr, ptr %414, align 8
  br label %481

465:                                              ; preds = %454
  %466 = getelementptr inbounds i8, ptr %456, i64 24
  %467 = load i32, ptr %466, align 8
  %468 = sext i32 %467 to i64
  %469 = or disjoint i64 %448, 1
  %470 = getelementptr inbounds i64, ptr %447, i64 %469
  %471 = load i64, ptr %470, align 8
  %472 = sub nsw i64 %468, %471
  %473 = load ptr, ptr %409, align 8
  %474 = load ptr, ptr %414, align 8
  %475 = icmp slt i64 %472, 0
  br i1 %475, label %481, label %476

476:                                              ; preds = %465
  %477 = getelementptr inbounds i8, ptr %456, i64 32
  %478 = load ptr, ptr %477, align 8
  %479 = getelementptr inbounds i64, ptr %478, i64 %472
  %480 = load i64, ptr %479, align 8
  br label %481

481:                                              ; preds = %476, %465, %462
  %482 = phi ptr [ %474, %476 ], [ %474, %465 ], [ %464, %462 ]
  %483 = phi ptr [ %473, %476 ], [ %473, %465 ], [ %463, %462 ]
  %484 = phi i64 [ %480, %476 ], [ -1, %465 ], [ -1, %462 ]
  %485 = add nsw i64 %446, 1
  %486 = call ptr %482(i64 noundef %484) #4
  %487 = call i32 %483(ptr noundef %399, i64 noundef %446, ptr noundef %486) #4
  %488 = load i64, ptr %324, align 8
  br label %489

489:                                              ; preds = %481, %443
  %490 = phi i64 [ %488, %481 ], [ %444, %443 ]
  %491 = phi i64 [ %485, %481 ], [ %446, %443 ]
  %492 = add nuw nsw i64 %445, 1
  %493 = icmp slt i64 %492, %490
  br i1 %493, label %443, label %436, !llvm.loop !23

494:                                              ; preds = %556, %440
  %495 = phi i64 [ 0, %440 ], [ %560, %556 ]
  %496 = phi i64 [ %437, %440 ], [ %558, %556 ]
  %497 = getelementptr inbounds [24 x ptr], ptr %126, i64 0, i64 %495
  %498 = load ptr, ptr %497, align 8
  %499 = load ptr, ptr %441, align 8
  br i1 %442, label %544, label %500

500:                                              ; preds = %494
  %501 = load i64, ptr %125, align 8
  %502 = icmp eq i64 %495, %501
  br i1 %502, label %503, label %544

503:                                              ; preds = %500
  %504 = load ptr, ptr %16, align 8
  %505 = getelementptr inbounds i8, ptr %504, i64 56
  %506 = load ptr, ptr %505, align 8
  %507 = getelementptr inbounds i8, ptr %504, i64 40
  %508 = load ptr, ptr %507, align 8
  %509 = call i64 %508(ptr noundef nonnull %280) #4
  %510 = add nsw i64 %509, 1
  %511 = call ptr %506(i64 noundef %510) #4
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #6
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9) #6
  %512 = getelementptr inbounds i8, ptr %504, i64 160
  %513 = load ptr, ptr %512, align 8
  %514 = load ptr, ptr %113, align 8
  %515 = getelementptr inbounds i8, ptr %514, i64 24
  %516 = load ptr, ptr %515, align 8
  call void %513(ptr noundef %516) #4
  %517 = getelementptr inbounds i8, ptr %504, i64 104
  %518 = load ptr, ptr %517, align 8
  %519 = load ptr, ptr %113, align 8
  %520 = getelementptr inbounds i8, ptr %519, i64 24
  %521 = load ptr, ptr %520, align 8
  %522 = call i32 %518(ptr noundef %511, i64 noundef 0, ptr noundef %521) #4
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10) #6
  store i64 0, ptr %10, align 8
  %523 = getelementptr inbounds i8, ptr %504, i64 32
  %524 = load ptr, ptr %523, align 8
  %525 = call i32 %524(ptr noundef nonnull %280, ptr noundef nonnull %10, ptr noundef nonnull %8, ptr noundef nonnull %9) #4
  %526 = icmp eq i32 %525, 0
  br i1 %526, label %542, label %527

527:                                              ; preds = %503, %535
  %528 = phi i64 [ %538, %535 ], [ 1, %503 ]
  %529 = load ptr, ptr %8, align 8
  %530 = call fastcc ptr @frozen(ptr noundef nonnull readonly %16, ptr noundef %529, i64 noundef 0) #5
  %531 = icmp eq ptr %530, null
  br i1 %531, label %532, label %535

532:                                              ; preds = %527
  %533 = getelementptr inbounds i8, ptr %504, i64 168
  %534 = load ptr, ptr %533, align 8
  call void %534(ptr noundef %511) #4
  br label %542

535:                                              ; preds = %527
  %536 = load ptr, ptr %517, align 8
  %537 = call i32 %536(ptr noundef %511, i64 noundef %528, ptr noundef nonnull %530) #4
  %538 = add nuw nsw i64 %528, 1
  %539 = load ptr, ptr %523, align 8
  %540 = call i32 %539(ptr noundef nonnull %280, ptr noundef nonnull %10, ptr noundef nonnull %8, ptr noundef nonnull %9) #4
  %541 = icmp eq i32 %540, 0
  br i1 %541, label %542, label %527, !llvm.loop !24

542:                                              ; preds = %535, %532, %503
  %543 = phi ptr [ null, %532 ], [ %511, %503 ], [ %511, %535 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #6
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9) #6
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #6
  br label %550

544:                                              ; preds = %500, %494
  %545 = icmp eq ptr %498, null
  br i1 %545, label %548, label %546

546:                                              ; preds = %544
  %547 = call fastcc ptr @frozen(ptr noundef nonnull readonly %16, ptr noundef nonnull %498, i64 noundef 0) #5
  br label %550

548:                                              ; preds = %544
  %549 = load ptr, ptr %405, align 8
  call void %549(ptr noundef %499) #4
  br label %550

550:                                              ; preds = %548, %546, %542
  %551 = phi ptr [ %543, %542 ], [ %547, %546 ], [ %499, %548 ]
  %552 = icmp eq ptr %551, null
  br i1 %552, label %553, label %556

553:                                              ; preds = %550
  %554 = getelementptr inbounds i8, ptr %295, i64 168
  %555 = load ptr, ptr %554, align 8
  call void %555(ptr noundef %399) #4
  br label %734

556:                                              ; preds = %550
  %557 = load ptr, ptr %409, align 8
  %558 = add nsw i64 %496, 1
  %559 = call i32 %557(ptr noundef %399, i64 noundef %496, ptr noundef nonnull %551) #4
  %560 = add nuw nsw i64 %495, 1
  %561 = load i64, ptr %396, align 8
  %562 = icmp slt i64 %560, %561
  br i1 %562, label %494, label %563, !llvm.loop !25

563:                                              ; preds = %556, %436, %386
  %564 = phi ptr [ %387, %386 ], [ %399, %436 ], [ %399, %556 ]
  %565 = icmp eq ptr %564, null
  br i1 %565, label %734, label %566

566:                                              ; preds = %563
  %567 = load ptr, ptr %16, align 8
  %568 = getelementptr inbounds i8, ptr %567, i64 96
  %569 = load ptr, ptr %568, align 8
  %570 = getelementptr inbounds i8, ptr %16, i64 64
  %571 = load ptr, ptr %570, align 8
  %572 = call ptr %569(ptr noundef %571, i64 noundef 0) #4
  %573 = getelementptr inbounds i8, ptr %567, i64 88
  %574 = load ptr, ptr %573, align 8
  %575 = call ptr %574(ptr noundef %572, i64 noundef 0) #4
  %576 = icmp eq ptr %575, %564
  br i1 %576, label %577, label %585

577:                                              ; preds = %566
  %578 = load ptr, ptr %573, align 8
  %579 = call ptr %578(ptr noundef %572, i64 noundef 1) #4
  %580 = icmp eq ptr %579, %294
  br i1 %580, label %581, label %585

581:                                              ; preds = %577
  %582 = load ptr, ptr %573, align 8
  %583 = call ptr %582(ptr noundef %572, i64 noundef 2) #4
  %584 = icmp eq ptr %583, null
  br i1 %584, label %734, label %590

585:                                              ; preds = %577, %566
  %586 = getelementptr inbounds i8, ptr %567, i64 16
  %587 = load ptr, ptr %586, align 8
  %588 = call ptr %587(ptr noundef nonnull %294, ptr noundef nonnull %564) #4
  %589 = icmp eq ptr %588, null
  br i1 %589, label %734, label %593

590:                                              ; preds = %581
  %591 = getelementptr inbounds i8, ptr %567, i64 160
  %592 = load ptr, ptr %591, align 8
  call void %592(ptr noundef nonnull %583) #4
  br label %624

593:                                              ; preds = %585
  %594 = getelementptr inbounds i8, ptr %567, i64 160
  %595 = load ptr, ptr %594, align 8
  call void %595(ptr noundef nonnull %588) #4
  %596 = getelementptr inbounds i8, ptr %16, i64 192
  %597 = load i64, ptr %596, align 8
  %598 = icmp eq i64 %597, 0
  br i1 %598, label %599, label %624

599:                                              ; preds = %593
  %600 = getelementptr inbounds i8, ptr %16, i64 16
  %601 = load ptr, ptr %600, align 8
  %602 = icmp eq ptr %601, %564
  br i1 %602, label %624, label %603

603:                                              ; preds = %599
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %7) #6
  store ptr %564, ptr %7, align 16
  %604 = getelementptr inbounds i8, ptr %7, i64 8
  store ptr %294, ptr %604, align 8
  %605 = getelementptr inbounds i8, ptr %7, i64 16
  store ptr %588, ptr %605, align 16
  %606 = getelementptr inbounds i8, ptr %567, i64 56
  %607 = load ptr, ptr %606, align 8
  %608 = call ptr %607(i64 noundef 3) #4
  %609 = getelementptr inbounds i8, ptr %567, i64 104
  br label %610

610:                                              ; preds = %610, %603
  %611 = phi i64 [ 0, %603 ], [ %617, %610 ]
  %612 = load ptr, ptr %594, align 8
  %613 = getelementptr inbounds [3 x ptr], ptr %7, i64 0, i64 %611
  %614 = load ptr, ptr %613, align 8
  call void %612(ptr noundef %614) #4
  %615 = load ptr, ptr %609, align 8
  %616 = call i32 %615(ptr noundef %608, i64 noundef %611, ptr noundef %614) #4
  %617 = add nuw nsw i64 %611, 1
  %618 = icmp eq i64 %617, 3
  br i1 %618, label %619, label %610, !llvm.loop !26

619:                                              ; preds = %610
  %620 = getelementptr inbounds i8, ptr %567, i64 112
  %621 = load ptr, ptr %620, align 8
  %622 = load ptr, ptr %570, align 8
  %623 = call i32 %621(ptr noundef %622, i64 noundef 0, ptr noundef %608) #4
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %7) #6
  br label %624

624:                                              ; preds = %619, %599, %593, %590
  %625 = phi ptr [ %588, %619 ], [ %588, %599 ], [ %588, %593 ], [ %583, %590 ]
  %626 = getelementptr inbounds i8, ptr %16, i64 120
  %627 = load ptr, ptr %626, align 8
  %628 = icmp eq ptr %627, null
  br i1 %628, label %633, label %629

629:                                              ; preds = %624
  %630 = load ptr, ptr %17, align 8
  %631 = call ptr %630(ptr noundef nonnull %627, ptr noundef %1, i64 noundef %18, ptr noundef %3) #4
  %632 = icmp eq ptr %631, null
  br i1 %632, label %734, label %633

633:                                              ; preds = %629, %624
  %634 = phi ptr [ %631, %629 ], [ null, %624 ]
  %635 = load i64, ptr %132, align 8
  %636 = load ptr, ptr %16, align 8
  %637 = getelementptr inbounds i8, ptr %625, i64 8
  %638 = load ptr, ptr %637, align 8
  %639 = getelementptr inbounds i8, ptr %16, i64 160
  %640 = load ptr, ptr %639, align 8
  %641 = icmp eq ptr %638, %640
  br i1 %641, label %642, label %734

642:                                              ; preds = %633
  %643 = getelementptr inbounds i8, ptr %625, i64 24
  %644 = load ptr, ptr %643, align 8
  %645 = icmp eq ptr %644, null
  br i1 %645, label %734, label %646

646:                                              ; preds = %642
  %647 = getelementptr inbounds i8, ptr %644, i64 48
  %648 = load i64, ptr %647, align 8
  %649 = icmp eq i64 %648, %635
  br i1 %649, label %650, label %734

650:                                              ; preds = %646
  call void @llvm.lifetime.start.p0(i64 200, ptr nonnull %6) #6
  %651 = getelementptr inbounds i8, ptr %13, i64 384
  %652 = load ptr, ptr %651, align 8
  %653 = icmp eq ptr %652, null
  br i1 %653, label %662, label %654

654:                                              ; preds = %650
  %655 = getelementptr inbounds i8, ptr %652, i64 8
  %656 = load ptr, ptr %655, align 8
  %657 = load ptr, ptr %113, align 8
  %658 = getelementptr inbounds i8, ptr %657, i64 72
  %659 = load ptr, ptr %658, align 8
  %660 = icmp eq ptr %656, %659
  %661 = select i1 %660, ptr null, ptr %652
  br label %662

662:                                              ; preds = %654, %650
  %663 = phi ptr [ null, %650 ], [ %661, %654 ]
  %664 = getelementptr inbounds i8, ptr %16, i64 128
  %665 = load ptr, ptr %664, align 8
  %666 = icmp eq ptr %665, null
  br i1 %666, label %708, label %667

667:                                              ; preds = %662
  %668 = getelementptr inbounds i8, ptr %636, i64 64
  %669 = load ptr, ptr %668, align 8
  %670 = call i64 %669(ptr noundef nonnull %665) #4
  %671 = icmp slt i64 %670, 1
  br i1 %671, label %708, label %672

672:                                              ; preds = %667
  %673 = getelementptr inbounds i8, ptr %636, i64 88
  %674 = getelementptr inbounds i8, ptr %16, i64 136
  %675 = getelementptr inbounds i8, ptr %5, i64 8
  %676 = getelementptr inbounds i8, ptr %636, i64 168
  %677 = load i64, ptr %115, align 8
  br label %678

678:                                              ; preds = %704, %672
  %679 = phi i1 [ false, %672 ], [ %706, %704 ]
  %680 = phi i64 [ 0, %672 ], [ %705, %704 ]
  %681 = load ptr, ptr %673, align 8
  %682 = load ptr, ptr %664, align 8
  %683 = call ptr %681(ptr noundef %682, i64 noundef %680) #4
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5) #6
  %684 = load ptr, ptr %674, align 8
  store ptr %684, ptr %5, align 16
  %685 = getelementptr inbounds [24 x ptr], ptr %13, i64 0, i64 %680
  %686 = load ptr, ptr %685, align 8
  store ptr %686, ptr %675, align 8
  %687 = getelementptr inbounds i8, ptr %683, i64 8
  %688 = load ptr, ptr %687, align 8
  %689 = load ptr, ptr %113, align 8
  %690 = getelementptr inbounds i8, ptr %689, i64 72
  %691 = load ptr, ptr %690, align 8
  %692 = icmp eq ptr %688, %691
  br i1 %692, label %704, label %693

693:                                              ; preds = %678
  %694 = shl nuw i64 1, %680
  %695 = and i64 %694, %677
  %696 = icmp eq i64 %695, 0
  br i1 %696, label %704, label %697

697:                                              ; preds = %693
  %698 = load ptr, ptr %636, align 8
  %699 = call ptr %698(ptr noundef nonnull %683, ptr noundef nonnull %5, i64 noundef 2, ptr noundef null) #4
  %700 = icmp eq ptr %699, null
  br i1 %700, label %703, label %701

701:                                              ; preds = %697
  %702 = load ptr, ptr %676, align 8
  call void %702(ptr noundef nonnull %699) #4
  br label %704

703:                                              ; preds = %697
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5) #6
  br i1 %679, label %708, label %732

704:                                              ; preds = %701, %693, %678
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5) #6
  %705 = add nuw nsw i64 %680, 1
  %706 = icmp sge i64 %705, %670
  %707 = icmp eq i64 %705, %670
  br i1 %707, label %708, label %678, !llvm.loop !27

708:                                              ; preds = %704, %703, %667, %662
  %709 = call fastcc ptr @attempt(ptr noundef nonnull %644, ptr noundef nonnull readonly %12, i64 noundef %635, ptr noundef %663) #5
  %710 = icmp eq ptr %709, inttoptr (i64 1 to ptr)
  br i1 %710, label %711, label %732

711:                                              ; preds = %708
  %712 = icmp sgt i64 %635, 0
  br i1 %712, label %719, label %713

713:                                              ; preds = %719, %711
  %714 = getelementptr inbounds [25 x ptr], ptr %6, i64 0, i64 %635
  store ptr %663, ptr %714, align 8
  %715 = load ptr, ptr %636, align 8
  %716 = getelementptr inbounds i8, ptr %644, i64 104
  %717 = load ptr, ptr %716, align 8
  %718 = icmp eq ptr %663, null
  br i1 %718, label %729, label %726

719:                                              ; preds = %711, %719
  %720 = phi i64 [ %724, %719 ], [ 0, %711 ]
  %721 = getelementptr inbounds ptr, ptr %12, i64 %720
  %722 = load ptr, ptr %721, align 8
  %723 = getelementptr inbounds [25 x ptr], ptr %6, i64 0, i64 %720
  store ptr %722, ptr %723, align 8
  %724 = add nuw nsw i64 %720, 1
  %725 = icmp eq i64 %724, %635
  br i1 %725, label %713, label %719, !llvm.loop !28

726:                                              ; preds = %713
  %727 = getelementptr inbounds i8, ptr %16, i64 40
  %728 = load ptr, ptr %727, align 8
  br label %729

729:                                              ; preds = %726, %713
  %730 = phi ptr [ %728, %726 ], [ null, %713 ]
  %731 = call ptr %715(ptr noundef %717, ptr noundef nonnull %6, i64 noundef %635, ptr noundef %730) #4
  br label %732

732:                                              ; preds = %729, %708, %703
  %733 = phi ptr [ %731, %729 ], [ %709, %708 ], [ inttoptr (i64 1 to ptr), %703 ]
  call void @llvm.lifetime.end.p0(i64 200, ptr nonnull %6) #6
  br label %734

734:                                              ; preds = %732, %646, %642, %633, %629, %585, %581, %563, %553
  %735 = phi ptr [ %625, %629 ], [ %625, %642 ], [ %625, %633 ], [ %625, %732 ], [ %625, %646 ], [ null, %563 ], [ null, %553 ], [ null, %585 ], [ null, %581 ]
  %736 = phi ptr [ %564, %629 ], [ %564, %642 ], [ %564, %633 ], [ %564, %732 ], [ %564, %646 ], [ null, %563 ], [ null, %553 ], [ %564, %585 ], [ %564, %581 ]
  %737 = phi ptr [ null, %629 ], [ inttoptr (i64 1 to ptr), %642 ], [ inttoptr (i64 1 to ptr), %633 ], [ %733, %732 ], [ inttoptr (i64 1 to ptr), %646 ], [ inttoptr (i64 1 to ptr), %563 ], [ inttoptr (i64 1 to ptr), %553 ], [ inttoptr (i64 1 to ptr), %585 ], [ inttoptr (i64 1 to ptr), %581 ]
  %738 = phi ptr [ null, %629 ], [ %634, %642 ], [ %634, %633 ], [ %634, %732 ], [ %634, %646 ], [ null, %563 ], [ null, %553 ], [ null, %585 ], [ null, %581 ]
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %14) #6
  store ptr %738, ptr %14, align 16
  %739 = getelementptr inbounds i8, ptr %14, i64 8
  store ptr %735, ptr %739, align 8
  %740 = getelementptr inbounds i8, ptr %14, i64 16
  store ptr %736, ptr %740, align 16
  %741 = getelementptr inbounds i8, ptr %14, i64 24
  store ptr %293, ptr %741, align 8
  %742 = getelementptr inbounds i8, ptr %17, i64 168
  br label %745

743:                                              ; preds = %745
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %14) #6
  %744 = load i64, ptr %132, align 8
  br label %752

745:                                              ; preds = %745, %734
  %746 = phi i64 [ 0, %734 ], [ %750, %745 ]
  %747 = load ptr, ptr %742, align 8
  %748 = getelementptr inbounds [4 x ptr], ptr %14, i64 0, i64 %746
  %749 = load ptr, ptr %748, align 8
  call void %747(ptr noundef %749) #4
  %750 = add nuw nsw i64 %746, 1
  %751 = icmp eq i64 %750, 4
  br i1 %751, label %743, label %745, !llvm.loop !29

752:                                              ; preds = %271, %258, %743, %284, %279
  %753 = phi i64 [ %281, %279 ], [ %169, %284 ], [ %744, %743 ], [ %256, %258 ], [ %256, %271 ]
  %754 = phi ptr [ inttoptr (i64 1 to ptr), %279 ], [ inttoptr (i64 1 to ptr), %284 ], [ %737, %743 ], [ inttoptr (i64 1 to ptr), %258 ], [ inttoptr (i64 1 to ptr), %271 ]
  %755 = icmp eq i64 %753, 0
  br i1 %755, label %766, label %756

756:                                              ; preds = %752
  %757 = getelementptr inbounds i8, ptr %17, i64 168
  br label %758

758:                                              ; preds = %758, %756
  %759 = phi i64 [ %753, %756 ], [ %760, %758 ]
  %760 = add nsw i64 %759, -1
  %761 = load ptr, ptr %757, align 8
  %762 = getelementptr inbounds ptr, ptr %12, i64 %760
  %763 = load ptr, ptr %762, align 8
  call void %761(ptr noundef %763) #4
  %764 = icmp eq i64 %760, 0
  br i1 %764, label %766, label %758, !llvm.loop !6

765:                                              ; preds = %109, %4
  call void @llvm.lifetime.end.p0(i64 416, ptr nonnull %13) #6
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %12) #6
  br label %768

766:                                              ; preds = %758, %752
  call void @llvm.lifetime.end.p0(i64 416, ptr nonnull %13) #6
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %12) #6
  %767 = icmp eq ptr %754, inttoptr (i64 1 to ptr)
  br i1 %767, label %768, label %787

768:                                              ; preds = %765, %766
  %769 = getelementptr inbounds i8, ptr %17, i64 128
  %770 = load ptr, ptr %769, align 8
  %771 = call ptr %770() #4
  %772 = icmp eq ptr %771, null
  br i1 %772, label %780, label %773

773:                                              ; preds = %768
  %774 = getelementptr inbounds i8, ptr %17, i64 144
  %775 = load ptr, ptr %774, align 8
  %776 = getelementptr inbounds i8, ptr %16, i64 152
  %777 = load ptr, ptr %776, align 8
  %778 = call i32 %775(ptr noundef %777) #4
  %779 = icmp eq i32 %778, 0
  br i1 %779, label %787, label %780

780:                                              ; preds = %773, %768
  %781 = getelementptr inbounds i8, ptr %17, i64 176
  %782 = load ptr, ptr %781, align 8
  call void %782() #4
  %783 = load ptr, ptr %17, align 8
  %784 = getelementptr inbounds i8, ptr %16, i64 144
  %785 = load ptr, ptr %784, align 8
  %786 = call ptr %783(ptr noundef %785, ptr noundef %1, i64 noundef %18, ptr noundef %3) #4
  br label %787

787:                                              ; preds = %773, %766, %780
  %788 = phi ptr [ %786, %780 ], [ %754, %766 ], [ null, %773 ]
  ret ptr %788
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
  br i1 %54, label %55, label %48, !llvm.loop !34

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
