// Rows of 256 are shifted and scaled to mean 0 and deviation 1: a group a row, sums by two trees in g#.
cs_5_0
dcl_thread_group 256, 1, 1
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_tgsm_structured g0, 4, 256
dcl_tgsm_structured g1, 4, 256
dcl_input vThreadID.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 2
mov r0.x, vThreadID.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.x, r0.xxxy, l(0), t0.xxxx
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
mul r0.y, r0.xxxx, r0.xxxx
store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
sync_g_t
ult r0.y, vThreadIDInGroupFlattened.xxxx, l(128)
if_nz r0.yyyy
  iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(128)
  ld_structured r0.z, r0.yyyy, l(0), g0.xxxx
  ld_structured r0.w, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.z, r0.wwww, r0.zzzz
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.zzzz
  ld_structured r0.y, r0.yyyy, l(0), g1.xxxx
  ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g1.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
endif
sync_g_t
ult r0.y, vThreadIDInGroupFlattened.xxxx, l(64)
if_nz r0.yyyy
  iadd r0.yz, vThreadIDInGroupFlattened.xxxx, l(64, 64, 64, 0)
  ld_structured r0.w, r0.yyyy, l(0), g0.xxxx
  ld_structured r1.x, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.w, r1.xxxx, r0.wwww
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.wwww
  ld_structured r0.y, r0.zzzz, l(0), g1.xxxx
  ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g1.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
endif
sync_g_t
ult r0.y, vThreadIDInGroupFlattened.xxxx, l(32)
if_nz r0.yyyy
  iadd r0.yz, vThreadIDInGroupFlattened.xxxx, l(32, 32, 32, 0)
  ld_structured r0.w, r0.yyyy, l(0), g0.xxxx
  ld_structured r1.x, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.w, r1.xxxx, r0.wwww
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.wwww
  ld_structured r0.y, r0.zzzz, l(0), g1.xxxx
  ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g1.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
endif
sync_g_t
ult r0.y, vThreadIDInGroupFlattened.xxxx, l(16)
if_nz r0.yyyy
  iadd r0.yz, vThreadIDInGroupFlattened.xxxx, l(16, 16, 16, 0)
  ld_structured r0.w, r0.yyyy, l(0), g0.xxxx
  ld_structured r1.x, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.w, r1.xxxx, r0.wwww
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.wwww
  ld_structured r0.y, r0.zzzz, l(0), g1.xxxx
  ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g1.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
endif
sync_g_t
ult r0.y, vThreadIDInGroupFlattened.xxxx, l(8)
if_nz r0.yyyy
  iadd r0.yz, vThreadIDInGroupFlattened.xxxx, l(8, 8, 8, 0)
  ld_structured r0.w, r0.yyyy, l(0), g0.xxxx
  ld_structured r1.x, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.w, r1.xxxx, r0.wwww
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.wwww
  ld_structured r0.y, r0.zzzz, l(0), g1.xxxx
  ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g1.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
endif
sync_g_t
ult r0.y, vThreadIDInGroupFlattened.xxxx, l(4)
if_nz r0.yyyy
  iadd r0.yz, vThreadIDInGroupFlattened.xxxx, l(4, 4, 4, 0)
  ld_structured r0.w, r0.yyyy, l(0), g0.xxxx
  ld_structured r1.x, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.w, r1.xxxx, r0.wwww
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.wwww
  ld_structured r0.y, r0.zzzz, l(0), g1.xxxx
  ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g1.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
endif
sync_g_t
ult r0.y, vThreadIDInGroupFlattened.xxxx, l(2)
if_nz r0.yyyy
  iadd r0.yz, vThreadIDInGroupFlattened.xxxx, l(2, 2, 2, 0)
  ld_structured r0.w, r0.yyyy, l(0), g0.xxxx
  ld_structured r1.x, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.w, r1.xxxx, r0.wwww
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.wwww
  ld_structured r0.y, r0.zzzz, l(0), g1.xxxx
  ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g1.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
endif
sync_g_t
ult r0.y, vThreadIDInGroupFlattened.xxxx, l(1)
if_nz r0.yyyy
  iadd r0.yz, vThreadIDInGroupFlattened.xxxx, l(1, 1, 1, 0)
  ld_structured r0.w, r0.yyyy, l(0), g0.xxxx
  ld_structured r1.x, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.w, r1.xxxx, r0.wwww
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.wwww
  ld_structured r0.y, r0.zzzz, l(0), g1.xxxx
  ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g1.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
endif
sync_g_t
ld_structured r0.y, l(0), l(0), g0.xxxx
div r0.y, r0.yyyy, l(256.000000)
ld_structured r0.z, l(0), l(0), g1.xxxx
div r0.z, r0.zzzz, l(256.000000)
mul r0.w, r0.yyyy, r0.yyyy
add r0.z, r0.zzzz, -r0.wwww
add r0.x, r0.xxxx, -r0.yyyy
add r0.y, r0.zzzz, l(0.000010)
rsq r0.y, r0.yyyy
mul r0.x, r0.xxxx, r0.yyyy
store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
ret
