// Product of a matrix of 1024 columns and a vector: a group for each row, partial sums in g#.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_resource_structured t1, 4  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_tgsm_structured g0, 4, 64
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 3
mov r0.x, l(0)
mov r0.y, vThreadIDInGroupFlattened.xxxx
loop 
  mov r1.z, r0.yyyy
  uge r1.z, r1.zzzz, l(1024)
  if_nz r1.zzzz
    break 
  endif 
  imul null, r2.x, vThreadGroupID.xxxx, l(1024)
  mov r1.z, r0.yyyy
  iadd r1.z, r2.xxxx, r1.zzzz
  mov r0.z, r1.zzzz
  mov r0.w, l(0)
  mov r1.zw, r0.xxzw
  ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
  mov r1.w, r0.yyyy
  mov r1.x, r1.wwww
  mov r1.y, l(0)
  mov r2.xy, r1.xyxx
  ld_structured r1.w, r2.xxxy, l(0), t1.xxxx
  mul r1.z, r1.zzzz, r1.wwww
  mov r1.w, r0.xxxx
  add r1.z, r1.wwww, r1.zzzz
  mov r0.x, r1.zzzz
  mov r1.z, r0.yyyy
  iadd r1.z, r1.zzzz, l(64)
  mov r0.y, r1.zzzz
endloop 
mov r0.x, r0.xxxx
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(32)
if_nz r0.xxxx
  iadd r0.x, vThreadIDInGroupFlattened.xxxx, l(32)
  ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
  ld_structured r0.y, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.x, r0.yyyy, r0.xxxx
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(16)
if_nz r0.xxxx
  iadd r0.x, vThreadIDInGroupFlattened.xxxx, l(16)
  ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
  ld_structured r0.y, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.x, r0.yyyy, r0.xxxx
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(8)
if_nz r0.xxxx
  iadd r0.x, vThreadIDInGroupFlattened.xxxx, l(8)
  ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
  ld_structured r0.y, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.x, r0.yyyy, r0.xxxx
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(4)
if_nz r0.xxxx
  iadd r0.x, vThreadIDInGroupFlattened.xxxx, l(4)
  ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
  ld_structured r0.y, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.x, r0.yyyy, r0.xxxx
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(2)
if_nz r0.xxxx
  iadd r0.x, vThreadIDInGroupFlattened.xxxx, l(2)
  ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
  ld_structured r0.y, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.x, r0.yyyy, r0.xxxx
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(1)
if_nz r0.xxxx
  iadd r0.x, vThreadIDInGroupFlattened.xxxx, l(1)
  ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
  ld_structured r0.y, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.x, r0.yyyy, r0.xxxx
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ieq r0.x, vThreadIDInGroupFlattened.xxxx, l(0)
if_nz r0.xxxx
  ld_structured r0.x, l(0), l(0), g0.xxxx
  store_structured u0.x, vThreadGroupID.xxxx, l(0), r0.xxxx
endif 
ret 
