// Inclusive sums of blocks of 256: rows of 16 in g#, then their totals.
cs_5_0
dcl_thread_group 256, 1, 1
dcl_resource_structured t0, 4
dcl_uav_structured u0, 4
dcl_tgsm_structured g0, 4, 256
dcl_tgsm_structured g1, 4, 16
dcl_input vThreadID.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 2
mov r0.x, vThreadID.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.x, r0.xxxy, l(0), t0.xxxx
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
sync_g_t
mov r0.x, l(1)
loop
  mov r0.y, r0.xxxx
  uge r0.y, r0.yyyy, l(16)
  if_nz r0.yyyy
    break
  endif
  and r0.y, vThreadIDInGroupFlattened.xxxx, l(15)
  mov r0.z, r0.xxxx
  uge r0.y, r0.yyyy, r0.zzzz
  mov r0.z, r0.xxxx
  ineg r0.z, r0.zzzz
  iadd r0.z, vThreadIDInGroupFlattened.xxxx, r0.zzzz
  ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
  movc r0.y, r0.yyyy, r0.zzzz, l(0)
  sync_g_t
  ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  iadd r0.y, r0.zzzz, r0.yyyy
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
  sync_g_t
  mov r0.y, r0.xxxx
  imul null, r1.x, r0.yyyy, l(2)
  mov r0.x, r1.xxxx
endloop
and r0.x, vThreadIDInGroupFlattened.xxxx, l(15)
ieq r0.x, r0.xxxx, l(15)
if_nz r0.xxxx
  ld_structured r0.x, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  ushr r0.y, vThreadIDInGroupFlattened.xxxx, l(4)
  store_structured g1.x, r0.yyyy, l(0), r0.xxxx
endif
sync_g_t
mov r0.x, l(0)
mov r0.y, l(0)
loop
  mov r0.z, r0.yyyy
  ushr r0.w, vThreadIDInGroupFlattened.xxxx, l(4)
  uge r0.z, r0.zzzz, r0.wwww
  if_nz r0.zzzz
    break
  endif
  mov r0.z, r0.yyyy
  ld_structured r0.z, r0.zzzz, l(0), g1.xxxx
  mov r0.w, r0.xxxx
  iadd r0.z, r0.wwww, r0.zzzz
  mov r0.x, r0.zzzz
  mov r0.z, r0.yyyy
  iadd r0.z, r0.zzzz, l(1)
  mov r0.y, r0.zzzz
endloop
ld_structured r0.y, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
mov r0.x, r0.xxxx
iadd r0.x, r0.yyyy, r0.xxxx
store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
ret
// Approximately 69 instruction slots used
