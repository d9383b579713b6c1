// Weighted sums of 3 x 3 neighbours: ld from a texture.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_texture2d (float,float,float,float) t0
dcl_uav_structured u0, 16
dcl_input vThreadID.xy
dcl_temps 4
dcl_thread_group 32, 8, 1
mov r1.xyzw, l(0,0,0,0)
mov r0.zw, l(0,0,0,0)
iadd r0.xy, vThreadID.xyxx, l(0,0,0,0)
ld_indexable(texture2d)(float,float,float,float) r2.xyzw, r0.xyzw, t0.xyzw
mul r2.xyzw, r2.xyzw, l(0.062500, 0.062500, 0.062500, 0.062500)
add r1.xyzw, r1.xyzw, r2.xyzw
iadd r0.xy, vThreadID.xyxx, l(1,0,0,0)
ld_indexable(texture2d)(float,float,float,float) r2.xyzw, r0.xyzw, t0.xyzw
mul r2.xyzw, r2.xyzw, l(0.125000, 0.125000, 0.125000, 0.125000)
add r1.xyzw, r1.xyzw, r2.xyzw
iadd r0.xy, vThreadID.xyxx, l(2,0,0,0)
ld_indexable(texture2d)(float,float,float,float) r2.xyzw, r0.xyzw, t0.xyzw
mul r2.xyzw, r2.xyzw, l(0.062500, 0.062500, 0.062500, 0.062500)
add r1.xyzw, r1.xyzw, r2.xyzw
iadd r0.xy, vThreadID.xyxx, l(0,1,0,0)
ld_indexable(texture2d)(float,float,float,float) r2.xyzw, r0.xyzw, t0.xyzw
mul r2.xyzw, r2.xyzw, l(0.125000, 0.125000, 0.125000, 0.125000)
add r1.xyzw, r1.xyzw, r2.xyzw
iadd r0.xy, vThreadID.xyxx, l(1,1,0,0)
ld_indexable(texture2d)(float,float,float,float) r2.xyzw, r0.xyzw, t0.xyzw
mul r2.xyzw, r2.xyzw, l(0.250000, 0.250000, 0.250000, 0.250000)
add r1.xyzw, r1.xyzw, r2.xyzw
iadd r0.xy, vThreadID.xyxx, l(2,1,0,0)
ld_indexable(texture2d)(float,float,float,float) r2.xyzw, r0.xyzw, t0.xyzw
mul r2.xyzw, r2.xyzw, l(0.125000, 0.125000, 0.125000, 0.125000)
add r1.xyzw, r1.xyzw, r2.xyzw
iadd r0.xy, vThreadID.xyxx, l(0,2,0,0)
ld_indexable(texture2d)(float,float,float,float) r2.xyzw, r0.xyzw, t0.xyzw
mul r2.xyzw, r2.xyzw, l(0.062500, 0.062500, 0.062500, 0.062500)
add r1.xyzw, r1.xyzw, r2.xyzw
iadd r0.xy, vThreadID.xyxx, l(1,2,0,0)
ld_indexable(texture2d)(float,float,float,float) r2.xyzw, r0.xyzw, t0.xyzw
mul r2.xyzw, r2.xyzw, l(0.125000, 0.125000, 0.125000, 0.125000)
add r1.xyzw, r1.xyzw, r2.xyzw
iadd r0.xy, vThreadID.xyxx, l(2,2,0,0)
ld_indexable(texture2d)(float,float,float,float) r2.xyzw, r0.xyzw, t0.xyzw
mul r2.xyzw, r2.xyzw, l(0.062500, 0.062500, 0.062500, 0.062500)
add r1.xyzw, r1.xyzw, r2.xyzw
imad r3.x, vThreadID.y, cb0[0].x, vThreadID.x
store_structured u0.xyzw, r3.x, l(0), r1.xyzw
ret
