// A matrix of an odd number of columns times a vector: 64 threads a row, four rows a group.
cs_5_0
dcl_thread_group 64, 4, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_resource_structured t1, 4  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_tgsm_structured g0, 4, 256
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroup.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 3
imul null, r0.x, vThreadGroupID.xxxx, l(4)
iadd r0.x, r0.xxxx, vThreadIDInGroup.yyyy
mov r0.y, l(0)
mov r0.z, vThreadIDInGroup.xxxx
loop 
  mov r0.w, r0.zzzz
  uge r0.w, r0.wwww, cb0[0].xxxx
  if_nz r0.wwww
    break 
  endif 
  imul null, r2.x, r0.xxxx, cb0[0].xxxx
  mov r0.w, r0.zzzz
  iadd r0.w, r2.xxxx, r0.wwww
  mov r1.x, r0.wwww
  mov r1.y, l(0)
  mov r2.xy, r1.xyxx
  ld_structured r0.w, r2.xxxy, l(0), t0.xxxx
  mov r2.x, r0.zzzz
  mov r1.z, r2.xxxx
  mov r1.w, l(0)
  mov r2.xy, r1.zwzz
  ld_structured r2.x, r2.xxxy, l(0), t1.xxxx
  mul r0.w, r0.wwww, r2.xxxx
  mov r2.x, r0.yyyy
  add r0.w, r2.xxxx, r0.wwww
  mov r0.y, r0.wwww
  mov r0.w, r0.zzzz
  iadd r0.w, r0.wwww, l(64)
  mov r0.z, r0.wwww
endloop 
mov r0.y, r0.yyyy
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
sync_g_t
ult r0.y, vThreadIDInGroup.xxxx, l(32)
if_nz r0.yyyy
  iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(32)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
endif 
sync_g_t
ult r0.y, vThreadIDInGroup.xxxx, l(16)
if_nz r0.yyyy
  iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(16)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
endif 
sync_g_t
ult r0.y, vThreadIDInGroup.xxxx, l(8)
if_nz r0.yyyy
  iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(8)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
endif 
sync_g_t
ult r0.y, vThreadIDInGroup.xxxx, l(4)
if_nz r0.yyyy
  iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(4)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
endif 
sync_g_t
ult r0.y, vThreadIDInGroup.xxxx, l(2)
if_nz r0.yyyy
  iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(2)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
endif 
sync_g_t
ult r0.y, vThreadIDInGroup.xxxx, l(1)
if_nz r0.yyyy
  iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(1)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
endif 
sync_g_t
ieq r0.y, vThreadIDInGroup.xxxx, l(0)
if_nz r0.yyyy
  ld_structured r0.y, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  store_structured u0.x, r0.xxxx, l(0), r0.yyyy
endif 
ret 
