// A matrix transposed in tiles of 32 x 32 in g#, groups of 32 x 8.
cs_5_0
dcl_thread_group 32, 8, 1
dcl_constantBuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4
dcl_uav_structured u0, 4
dcl_tgsm_structured g0, 4, 1056
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroup.xyz
dcl_temps 3
imul null, r0.x, vThreadGroupID.x, l(32)
iadd r0.x, r0.x, vThreadIDInGroup.x
imul null, r1.x, vThreadGroupID.y, l(32)
iadd r0.y, r1.x, vThreadIDInGroup.y
imul null, r1.x, r0.y, cb0[0].x
iadd r0.z, r1.x, r0.x
mov r0.z, r0.z
mov r0.w, l(0)
mov r1.xy, r0.zwzz
ld_structured r1.x, r1.xxxy, l(0), t0.x
imul null, r2.x, vThreadIDInGroup.y, l(33)
iadd r1.y, r2.x, vThreadIDInGroup.x
store_structured g0.x, r1.y, l(0), r1.x
iadd r1.x, r0.y, l(8)
imul null, r1.x, r1.x, cb0[0].x
iadd r1.x, r1.x, r0.x
mov r0.z, r1.x
mov r0.w, l(0)
mov r1.xy, r0.zwzz
ld_structured r1.x, r1.xxxy, l(0), t0.x
iadd r1.y, vThreadIDInGroup.y, l(8)
imul null, r2.x, r1.y, l(33)
iadd r1.y, r2.x, vThreadIDInGroup.x
store_structured g0.x, r1.y, l(0), r1.x
iadd r1.x, r0.y, l(16)
imul null, r1.x, r1.x, cb0[0].x
iadd r1.x, r1.x, r0.x
mov r0.z, r1.x
mov r0.w, l(0)
mov r1.xy, r0.zwzz
ld_structured r1.x, r1.xxxy, l(0), t0.x
iadd r1.y, vThreadIDInGroup.y, l(16)
imul null, r2.x, r1.y, l(33)
iadd r1.y, r2.x, vThreadIDInGroup.x
store_structured g0.x, r1.y, l(0), r1.x
iadd r0.y, r0.y, l(24)
imul null, r1.x, r0.y, cb0[0].x
iadd r0.x, r1.x, r0.x
mov r0.z, r0.x
mov r0.w, l(0)
mov r0.xy, r0.zwzz
ld_structured r0.x, r0.xxxy, l(0), t0.x
iadd r0.y, vThreadIDInGroup.y, l(24)
imul null, r1.x, r0.y, l(33)
iadd r0.y, r1.x, vThreadIDInGroup.x
store_structured g0.x, r0.y, l(0), r0.x
sync_g_t
imul null, r0.x, vThreadGroupID.y, l(32)
iadd r0.x, r0.x, vThreadIDInGroup.x
imul null, r1.x, vThreadGroupID.x, l(32)
iadd r0.y, r1.x, vThreadIDInGroup.y
imul null, r1.x, vThreadIDInGroup.x, l(33)
iadd r0.z, r1.x, vThreadIDInGroup.y
ld_structured r0.z, r0.z, l(0), g0.x
imul null, r1.x, r0.y, cb0[0].x
iadd r0.w, r1.x, r0.x
store_structured u0.x, r0.w, l(0), r0.z
imul null, r1.x, vThreadIDInGroup.x, l(33)
iadd r0.z, r1.x, vThreadIDInGroup.y
iadd r0.z, r0.z, l(8)
ld_structured r0.z, r0.z, l(0), g0.x
iadd r0.w, r0.y, l(8)
imul null, r1.x, r0.w, cb0[0].x
iadd r0.w, r1.x, r0.x
store_structured u0.x, r0.w, l(0), r0.z
imul null, r1.x, vThreadIDInGroup.x, l(33)
iadd r0.z, r1.x, vThreadIDInGroup.y
iadd r0.z, r0.z, l(16)
ld_structured r0.z, r0.z, l(0), g0.x
iadd r0.w, r0.y, l(16)
imul null, r1.x, r0.w, cb0[0].x
iadd r0.w, r1.x, r0.x
store_structured u0.x, r0.w, l(0), r0.z
imul null, r1.x, vThreadIDInGroup.x, l(33)
iadd r0.z, r1.x, vThreadIDInGroup.y
iadd r0.z, r0.z, l(24)
ld_structured r0.z, r0.z, l(0), g0.x
iadd r0.y, r0.y, l(24)
imul null, r1.x, r0.y, cb0[0].x
iadd r0.x, r1.x, r0.x
store_structured u0.x, r0.x, l(0), r0.z
ret
