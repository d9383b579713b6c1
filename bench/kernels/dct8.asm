// Cosine transforms of blocks of 8 x 8: rows, then columns, in g#.
cs_5_0
dcl_thread_group 8, 8, 1
dcl_constantBuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4
dcl_resource_structured t1, 4
dcl_uav_structured u0, 4
dcl_tgsm_structured g0, 4, 64
dcl_tgsm_structured g1, 4, 64
dcl_input vThreadID.xyz
dcl_input vThreadIDInGroup.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 2
imul null, r0.x, vThreadID.y, cb0[0].x
iadd r0.x, r0.x, vThreadID.x
mov r0.x, r0.x
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.x, r0.xxxy, l(0), t0.x
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
sync_g_t
imul null, r0.x, vThreadIDInGroup.y, l(8)
ld_structured r0.x, r0.x, l(0), g0.x
imul null, r1.x, vThreadIDInGroup.x, l(8)
mov r0.y, r1.x
mov r0.z, l(0)
mov r1.xy, r0.yzyy
ld_structured r0.w, r1.xxxy, l(0), t1.x
mul r0.x, r0.x, r0.w
imul null, r1.x, vThreadIDInGroup.y, l(8)
iadd r0.w, r1.x, l(1)
ld_structured r0.w, r0.w, l(0), g0.x
imul null, r1.x, vThreadIDInGroup.x, l(8)
iadd r1.x, r1.x, l(1)
mov r0.y, r1.x
mov r0.z, l(0)
mov r1.xy, r0.yzyy
ld_structured r1.x, r1.xxxy, l(0), t1.x
mul r0.w, r0.w, r1.x
add r0.x, r0.x, r0.w
imul null, r1.x, vThreadIDInGroup.y, l(8)
iadd r0.w, r1.x, l(2)
ld_structured r0.w, r0.w, l(0), g0.x
imul null, r1.x, vThreadIDInGroup.x, l(8)
iadd r1.x, r1.x, l(2)
mov r0.y, r1.x
mov r0.z, l(0)
mov r1.xy, r0.yzyy
ld_structured r1.x, r1.xxxy, l(0), t1.x
mul r0.w, r0.w, r1.x
add r0.x, r0.x, r0.w
imul null, r1.x, vThreadIDInGroup.y, l(8)
iadd r0.w, r1.x, l(3)
ld_structured r0.w, r0.w, l(0), g0.x
imul null, r1.x, vThreadIDInGroup.x, l(8)
iadd r1.x, r1.x, l(3)
mov r0.y, r1.x
mov r0.z, l(0)
mov r1.xy, r0.yzyy
ld_structured r1.x, r1.xxxy, l(0), t1.x
mul r0.w, r0.w, r1.x
add r0.x, r0.x, r0.w
imul null, r1.x, vThreadIDInGroup.y, l(8)
iadd r0.w, r1.x, l(4)
ld_structured r0.w, r0.w, l(0), g0.x
imul null, r1.x, vThreadIDInGroup.x, l(8)
iadd r1.x, r1.x, l(4)
mov r0.y, r1.x
mov r0.z, l(0)
mov r1.xy, r0.yzyy
ld_structured r1.x, r1.xxxy, l(0), t1.x
mul r0.w, r0.w, r1.x
add r0.x, r0.x, r0.w
imul null, r1.x, vThreadIDInGroup.y, l(8)
iadd r0.w, r1.x, l(5)
ld_structured r0.w, r0.w, l(0), g0.x
imul null, r1.x, vThreadIDInGroup.x, l(8)
iadd r1.x, r1.x, l(5)
mov r0.y, r1.x
mov r0.z, l(0)
mov r1.xy, r0.yzyy
ld_structured r1.x, r1.xxxy, l(0), t1.x
mul r0.w, r0.w, r1.x
add r0.x, r0.x, r0.w
imul null, r1.x, vThreadIDInGroup.y, l(8)
iadd r0.w, r1.x, l(6)
ld_structured r0.w, r0.w, l(0), g0.x
imul null, r1.x, vThreadIDInGroup.x, l(8)
iadd r1.x, r1.x, l(6)
mov r0.y, r1.x
mov r0.z, l(0)
mov r1.xy, r0.yzyy
ld_structured r1.x, r1.xxxy, l(0), t1.x
mul r0.w, r0.w, r1.x
add r0.x, r0.x, r0.w
imul null, r1.x, vThreadIDInGroup.y, l(8)
iadd r0.w, r1.x, l(7)
ld_structured r0.w, r0.w, l(0), g0.x
imul null, r1.x, vThreadIDInGroup.x, l(8)
iadd r1.x, r1.x, l(7)
mov r0.y, r1.x
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t1.x
mul r0.y, r0.w, r0.y
add r0.x, r0.x, r0.y
store_structured g1.x, vThreadIDInGroupFlattened.x, l(0), r0.x
sync_g_t
ld_structured r0.x, vThreadIDInGroup.x, l(0), g1.x
imul null, r1.x, vThreadIDInGroup.y, l(8)
mov r0.y, r1.x
mov r0.z, l(0)
mov r1.xy, r0.yzyy
ld_structured r0.w, r1.xxxy, l(0), t1.x
mul r0.x, r0.x, r0.w
iadd r0.w, vThreadIDInGroup.x, l(8)
ld_structured r0.w, r0.w, l(0), g1.x
imul null, r1.x, vThreadIDInGroup.y, l(8)
iadd r1.x, r1.x, l(1)
mov r0.y, r1.x
mov r0.z, l(0)
mov r1.xy, r0.yzyy
ld_structured r1.x, r1.xxxy, l(0), t1.x
mul r0.w, r0.w, r1.x
add r0.x, r0.x, r0.w
iadd r0.w, vThreadIDInGroup.x, l(16)
ld_structured r0.w, r0.w, l(0), g1.x
imul null, r1.x, vThreadIDInGroup.y, l(8)
iadd r1.x, r1.x, l(2)
mov r0.y, r1.x
mov r0.z, l(0)
mov r1.xy, r0.yzyy
ld_structured r1.x, r1.xxxy, l(0), t1.x
mul r0.w, r0.w, r1.x
add r0.x, r0.x, r0.w
iadd r0.w, vThreadIDInGroup.x, l(24)
ld_structured r0.w, r0.w, l(0), g1.x
imul null, r1.x, vThreadIDInGroup.y, l(8)
iadd r1.x, r1.x, l(3)
mov r0.y, r1.x
mov r0.z, l(0)
mov r1.xy, r0.yzyy
ld_structured r1.x, r1.xxxy, l(0), t1.x
mul r0.w, r0.w, r1.x
add r0.x, r0.x, r0.w
iadd r0.w, vThreadIDInGroup.x, l(32)
ld_structured r0.w, r0.w, l(0), g1.x
imul null, r1.x, vThreadIDInGroup.y, l(8)
iadd r1.x, r1.x, l(4)
mov r0.y, r1.x
mov r0.z, l(0)
mov r1.xy, r0.yzyy
ld_structured r1.x, r1.xxxy, l(0), t1.x
mul r0.w, r0.w, r1.x
add r0.x, r0.x, r0.w
iadd r0.w, vThreadIDInGroup.x, l(40)
ld_structured r0.w, r0.w, l(0), g1.x
imul null, r1.x, vThreadIDInGroup.y, l(8)
iadd r1.x, r1.x, l(5)
mov r0.y, r1.x
mov r0.z, l(0)
mov r1.xy, r0.yzyy
ld_structured r1.x, r1.xxxy, l(0), t1.x
mul r0.w, r0.w, r1.x
add r0.x, r0.x, r0.w
iadd r0.w, vThreadIDInGroup.x, l(48)
ld_structured r0.w, r0.w, l(0), g1.x
imul null, r1.x, vThreadIDInGroup.y, l(8)
iadd r1.x, r1.x, l(6)
mov r0.y, r1.x
mov r0.z, l(0)
mov r1.xy, r0.yzyy
ld_structured r1.x, r1.xxxy, l(0), t1.x
mul r0.w, r0.w, r1.x
add r0.x, r0.x, r0.w
iadd r0.w, vThreadIDInGroup.x, l(56)
ld_structured r0.w, r0.w, l(0), g1.x
imul null, r1.x, vThreadIDInGroup.y, l(8)
iadd r1.x, r1.x, l(7)
mov r0.y, r1.x
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t1.x
mul r0.y, r0.w, r0.y
add r0.x, r0.x, r0.y
imul null, r1.x, vThreadID.y, cb0[0].x
iadd r0.y, r1.x, vThreadID.x
store_structured u0.x, r0.y, l(0), r0.x
ret
