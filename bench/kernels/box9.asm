// Means of 3 x 3 texels, clamped to the size that the texture has.
cs_5_0
dcl_thread_group 16, 16, 1
dcl_resource_texture2d (float,float,float,float) t0
dcl_uav_typed_texture2d (float,float,float,float) u0
dcl_input vThreadID.xyz
dcl_temps 4
resinfo_uint r0.xyzw, l(0), t0.xyzw
iadd r1.xy, vThreadID.xyxx, l(-1, -1, 0, 0)
iadd r1.z, r0.xxxx, l(-1)
iadd r0.x, r0.yyyy, l(-1)
mov r0.y, r1.zzzz
mov r0.z, r0.xxxx
mov r2.xy, r0.yzyy
imax r1.xy, r1.xyxx, l(0, 0, 0, 0)
imin r1.xy, r1.xyxx, r2.xyxx
mov r1.xy, r1.xyxx
mov r1.w, l(0)
mov r2.xyz, r1.xywx
ld r2.xyzw, r2.xyxz, t0.xyzw
iadd r3.xy, vThreadID.xyxx, l(0, -1, 0, 0)
mov r0.y, r1.zzzz
mov r0.z, r0.xxxx
mov r3.zw, r0.xxyz
imax r3.xy, r3.xyxx, l(0, 0, 0, 0)
imin r3.xy, r3.xyxx, r3.zwzz
mov r1.xy, r3.xyxx
mov r1.w, l(0)
mov r3.xyz, r1.xywx
ld r3.xyzw, r3.xyxz, t0.xyzw
add r2.xyzw, r2.xyzw, r3.xyzw
iadd r3.xy, vThreadID.xyxx, l(1, -1, 0, 0)
mov r0.y, r1.zzzz
mov r0.z, r0.xxxx
mov r3.zw, r0.xxyz
imax r3.xy, r3.xyxx, l(0, 0, 0, 0)
imin r3.xy, r3.xyxx, r3.zwzz
mov r1.xy, r3.xyxx
mov r1.w, l(0)
mov r3.xyz, r1.xywx
ld r3.xyzw, r3.xyxz, t0.xyzw
add r2.xyzw, r2.xyzw, r3.xyzw
iadd r3.xy, vThreadID.xyxx, l(-1, 0, 0, 0)
mov r0.y, r1.zzzz
mov r0.z, r0.xxxx
mov r3.zw, r0.xxyz
imax r3.xy, r3.xyxx, l(0, 0, 0, 0)
imin r3.xy, r3.xyxx, r3.zwzz
mov r1.xy, r3.xyxx
mov r1.w, l(0)
mov r3.xyz, r1.xywx
ld r3.xyzw, r3.xyxz, t0.xyzw
add r2.xyzw, r2.xyzw, r3.xyzw
mov r0.y, r1.zzzz
mov r0.z, r0.xxxx
mov r3.xy, r0.yzyy
imax r3.zw, vThreadID.xxxy, l(0, 0, 0, 0)
imin r3.xy, r3.zwzz, r3.xyxx
mov r1.xy, r3.xyxx
mov r1.w, l(0)
mov r3.xyz, r1.xywx
ld r3.xyzw, r3.xyxz, t0.xyzw
add r2.xyzw, r2.xyzw, r3.xyzw
iadd r3.xy, vThreadID.xyxx, l(1, 0, 0, 0)
mov r0.y, r1.zzzz
mov r0.z, r0.xxxx
mov r3.zw, r0.xxyz
imax r3.xy, r3.xyxx, l(0, 0, 0, 0)
imin r3.xy, r3.xyxx, r3.zwzz
mov r1.xy, r3.xyxx
mov r1.w, l(0)
mov r3.xyz, r1.xywx
ld r3.xyzw, r3.xyxz, t0.xyzw
add r2.xyzw, r2.xyzw, r3.xyzw
iadd r3.xy, vThreadID.xyxx, l(-1, 1, 0, 0)
mov r0.y, r1.zzzz
mov r0.z, r0.xxxx
mov r3.zw, r0.xxyz
imax r3.xy, r3.xyxx, l(0, 0, 0, 0)
imin r3.xy, r3.xyxx, r3.zwzz
mov r1.xy, r3.xyxx
mov r1.w, l(0)
mov r3.xyz, r1.xywx
ld r3.xyzw, r3.xyxz, t0.xyzw
add r2.xyzw, r2.xyzw, r3.xyzw
iadd r3.xy, vThreadID.xyxx, l(0, 1, 0, 0)
mov r0.y, r1.zzzz
mov r0.z, r0.xxxx
mov r3.zw, r0.xxyz
imax r3.xy, r3.xyxx, l(0, 0, 0, 0)
imin r3.xy, r3.xyxx, r3.zwzz
mov r1.xy, r3.xyxx
mov r1.w, l(0)
mov r3.xyz, r1.xywx
ld r3.xyzw, r3.xyxz, t0.xyzw
add r2.xyzw, r2.xyzw, r3.xyzw
iadd r3.xy, vThreadID.xyxx, l(1, 1, 0, 0)
mov r0.y, r1.zzzz
mov r0.z, r0.xxxx
mov r0.xy, r0.yzyy
imax r0.zw, r3.xxxy, l(0, 0, 0, 0)
imin r0.xy, r0.zwzz, r0.xyxx
mov r1.xy, r0.xyxx
mov r1.w, l(0)
mov r0.xyz, r1.xywx
ld r0.xyzw, r0.xyxz, t0.xyzw
add r0.xyzw, r2.xyzw, r0.xyzw
div r0.xyzw, r0.xyzw, l(9.000000, 9.000000, 9.000000, 9.000000)
store_uav_typed u0.xyzw, vThreadID.xyxx, r0.xyzw
ret 
// Approximately 108 instruction slots used
