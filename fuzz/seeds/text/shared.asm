cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_raw u0
dcl_input vThreadIDInGroupFlattened
dcl_input vThreadGroupID.xyz
dcl_temps 2
dcl_tgsm_structured g0, 8, 64
dcl_tgsm_raw g1, 64
dcl_thread_group 64, 1, 1
store_structured g0.xy, vThreadIDInGroupFlattened.x, l(0), vThreadGroupID.xyxx
atomic_iadd g1, l(0), l(1)
sync_g_t
ld_structured r0.xy, vThreadIDInGroupFlattened.x, l(4), g0.xyxx
imm_atomic_cmp_exch r1.x, u0, r0.x, l(0), l(7)
ishl r0.z, vThreadIDInGroupFlattened.x, l(2)
store_raw u0.xy, r0.z, r0.xyxx
ret
