// An image filtered by 1 2 1 in both directions, texel by texel: what is outside is 0.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_texture2d (float,float,float,float) t0
dcl_uav_typed_texture2d (unorm,unorm,unorm,unorm) u0
dcl_input vThreadID.xy
dcl_temps 3
dcl_thread_group 32, 8, 1
mov r0.xy, vThreadID.xyxx
mov r0.zw, l(0,0,0,0)
ld_aoffimmi_indexable(-1,-1,0)(texture2d)(float,float,float,float) r2.xyzw, r0.xyzw, t0.xyzw
mul r1.xyzw, r2.xyzw, l(0.062500, 0.062500, 0.062500, 0.062500)
ld_aoffimmi_indexable(0,-1,0)(texture2d)(float,float,float,float) r2.xyzw, r0.xyzw, t0.xyzw
mad r1.xyzw, r2.xyzw, l(0.125000, 0.125000, 0.125000, 0.125000), r1.xyzw
ld_aoffimmi_indexable(1,-1,0)(texture2d)(float,float,float,float) r2.xyzw, r0.xyzw, t0.xyzw
mad r1.xyzw, r2.xyzw, l(0.062500, 0.062500, 0.062500, 0.062500), r1.xyzw
ld_aoffimmi_indexable(-1,0,0)(texture2d)(float,float,float,float) r2.xyzw, r0.xyzw, t0.xyzw
mad r1.xyzw, r2.xyzw, l(0.125000, 0.125000, 0.125000, 0.125000), r1.xyzw
ld_indexable(texture2d)(float,float,float,float) r2.xyzw, r0.xyzw, t0.xyzw
mad r1.xyzw, r2.xyzw, l(0.250000, 0.250000, 0.250000, 0.250000), r1.xyzw
ld_aoffimmi_indexable(1,0,0)(texture2d)(float,float,float,float) r2.xyzw, r0.xyzw, t0.xyzw
mad r1.xyzw, r2.xyzw, l(0.125000, 0.125000, 0.125000, 0.125000), r1.xyzw
ld_aoffimmi_indexable(-1,1,0)(texture2d)(float,float,float,float) r2.xyzw, r0.xyzw, t0.xyzw
mad r1.xyzw, r2.xyzw, l(0.062500, 0.062500, 0.062500, 0.062500), r1.xyzw
ld_aoffimmi_indexable(0,1,0)(texture2d)(float,float,float,float) r2.xyzw, r0.xyzw, t0.xyzw
mad r1.xyzw, r2.xyzw, l(0.125000, 0.125000, 0.125000, 0.125000), r1.xyzw
ld_aoffimmi_indexable(1,1,0)(texture2d)(float,float,float,float) r2.xyzw, r0.xyzw, t0.xyzw
mad r1.xyzw, r2.xyzw, l(0.062500, 0.062500, 0.062500, 0.062500), r1.xyzw
store_uav_typed u0.xyzw, vThreadID.xyyy, r1.xyzw
ret
