// Softmax of a query's products with all keys of 64 words, a group a query.
cs_5_0
dcl_thread_group 128, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 16  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000010
dcl_resource_structured t1, 16  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000010
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_tgsm_structured g0, 16, 16
dcl_tgsm_structured g1, 4, 128
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroup.xyz
dcl_temps 4
imul null, r0.x, vThreadGroupID.xxxx, cb0[0].xxxx
ult r0.y, vThreadIDInGroup.xxxx, l(16)
if_nz r0.yyyy
  imul null, r1.x, vThreadGroupID.xxxx, l(16)
  iadd r0.z, r1.xxxx, vThreadIDInGroup.xxxx
  mov r0.z, r0.zzzz
  mov r0.w, l(0)
  mov r0.zw, r0.xxzw
  ld_structured r1.xyzw, r0.zzzw, l(0), t0.xyzw
  mul r1.xyzw, r1.xyzw, cb0[0].yyyy
  store_structured g0.x, vThreadIDInGroup.xxxx, l(0), r1.xxxx
  store_structured g0.x, vThreadIDInGroup.xxxx, l(4), r1.yyyy
  store_structured g0.x, vThreadIDInGroup.xxxx, l(8), r1.zzzz
  store_structured g0.x, vThreadIDInGroup.xxxx, l(12), r1.wwww
endif 
sync_g_t
mov r0.z, l(-300000000549775580000000000000000000000.000000)
mov r0.w, vThreadIDInGroup.xxxx
loop 
  mov r1.z, r0.wwww
  uge r1.z, r1.zzzz, cb0[0].xxxx
  if_nz r1.zzzz
    break 
  endif 
  ld_structured r2.xyzw, l(0), l(0), g0.xyzw
  mov r1.z, r0.wwww
  imul null, r3.x, r1.zzzz, l(16)
  mov r1.x, r3.xxxx
  mov r1.y, l(0)
  mov r1.zw, r1.xxxy
  ld_structured r3.xyzw, r1.zzzw, l(0), t1.xyzw
  dp4 r1.z, r2.xyzw, r3.xyzw
  ld_structured r2.xyzw, l(1), l(0), g0.xyzw
  mov r1.w, r0.wwww
  imul null, r3.x, r1.wwww, l(16)
  iadd r1.w, r3.xxxx, l(1)
  mov r1.x, r1.wwww
  mov r1.y, l(0)
  mov r3.xy, r1.xyxx
  ld_structured r3.xyzw, r3.xxxy, l(0), t1.xyzw
  dp4 r1.w, r2.xyzw, r3.xyzw
  add r1.z, r1.zzzz, r1.wwww
  ld_structured r2.xyzw, l(2), l(0), g0.xyzw
  mov r1.w, r0.wwww
  imul null, r3.x, r1.wwww, l(16)
  iadd r1.w, r3.xxxx, l(2)
  mov r1.x, r1.wwww
  mov r1.y, l(0)
  mov r3.xy, r1.xyxx
  ld_structured r3.xyzw, r3.xxxy, l(0), t1.xyzw
  dp4 r1.w, r2.xyzw, r3.xyzw
  add r1.z, r1.zzzz, r1.wwww
  ld_structured r2.xyzw, l(3), l(0), g0.xyzw
  mov r1.w, r0.wwww
  imul null, r3.x, r1.wwww, l(16)
  iadd r1.w, r3.xxxx, l(3)
  mov r1.x, r1.wwww
  mov r1.y, l(0)
  mov r3.xy, r1.xyxx
  ld_structured r3.xyzw, r3.xxxy, l(0), t1.xyzw
  dp4 r1.w, r2.xyzw, r3.xyzw
  add r1.z, r1.zzzz, r1.wwww
  ld_structured r2.xyzw, l(4), l(0), g0.xyzw
  mov r1.w, r0.wwww
  imul null, r3.x, r1.wwww, l(16)
  iadd r1.w, r3.xxxx, l(4)
  mov r1.x, r1.wwww
  mov r1.y, l(0)
  mov r3.xy, r1.xyxx
  ld_structured r3.xyzw, r3.xxxy, l(0), t1.xyzw
  dp4 r1.w, r2.xyzw, r3.xyzw
  add r1.z, r1.zzzz, r1.wwww
  ld_structured r2.xyzw, l(5), l(0), g0.xyzw
  mov r1.w, r0.wwww
  imul null, r3.x, r1.wwww, l(16)
  iadd r1.w, r3.xxxx, l(5)
  mov r1.x, r1.wwww
  mov r1.y, l(0)
  mov r3.xy, r1.xyxx
  ld_structured r3.xyzw, r3.xxxy, l(0), t1.xyzw
  dp4 r1.w, r2.xyzw, r3.xyzw
  add r1.z, r1.zzzz, r1.wwww
  ld_structured r2.xyzw, l(6), l(0), g0.xyzw
  mov r1.w, r0.wwww
  imul null, r3.x, r1.wwww, l(16)
  iadd r1.w, r3.xxxx, l(6)
  mov r1.x, r1.wwww
  mov r1.y, l(0)
  mov r3.xy, r1.xyxx
  ld_structured r3.xyzw, r3.xxxy, l(0), t1.xyzw
  dp4 r1.w, r2.xyzw, r3.xyzw
  add r1.z, r1.zzzz, r1.wwww
  ld_structured r2.xyzw, l(7), l(0), g0.xyzw
  mov r1.w, r0.wwww
  imul null, r3.x, r1.wwww, l(16)
  iadd r1.w, r3.xxxx, l(7)
  mov r1.x, r1.wwww
  mov r1.y, l(0)
  mov r3.xy, r1.xyxx
  ld_structured r3.xyzw, r3.xxxy, l(0), t1.xyzw
  dp4 r1.w, r2.xyzw, r3.xyzw
  add r1.z, r1.zzzz, r1.wwww
  ld_structured r2.xyzw, l(8), l(0), g0.xyzw
  mov r1.w, r0.wwww
  imul null, r3.x, r1.wwww, l(16)
  iadd r1.w, r3.xxxx, l(8)
  mov r1.x, r1.wwww
  mov r1.y, l(0)
  mov r3.xy, r1.xyxx
  ld_structured r3.xyzw, r3.xxxy, l(0), t1.xyzw
  dp4 r1.w, r2.xyzw, r3.xyzw
  add r1.z, r1.zzzz, r1.wwww
  ld_structured r2.xyzw, l(9), l(0), g0.xyzw
  mov r1.w, r0.wwww
  imul null, r3.x, r1.wwww, l(16)
  iadd r1.w, r3.xxxx, l(9)
  mov r1.x, r1.wwww
  mov r1.y, l(0)
  mov r3.xy, r1.xyxx
  ld_structured r3.xyzw, r3.xxxy, l(0), t1.xyzw
  dp4 r1.w, r2.xyzw, r3.xyzw
  add r1.z, r1.zzzz, r1.wwww
  ld_structured r2.xyzw, l(10), l(0), g0.xyzw
  mov r1.w, r0.wwww
  imul null, r3.x, r1.wwww, l(16)
  iadd r1.w, r3.xxxx, l(10)
  mov r1.x, r1.wwww
  mov r1.y, l(0)
  mov r3.xy, r1.xyxx
  ld_structured r3.xyzw, r3.xxxy, l(0), t1.xyzw
  dp4 r1.w, r2.xyzw, r3.xyzw
  add r1.z, r1.zzzz, r1.wwww
  ld_structured r2.xyzw, l(11), l(0), g0.xyzw
  mov r1.w, r0.wwww
  imul null, r3.x, r1.wwww, l(16)
  iadd r1.w, r3.xxxx, l(11)
  mov r1.x, r1.wwww
  mov r1.y, l(0)
  mov r3.xy, r1.xyxx
  ld_structured r3.xyzw, r3.xxxy, l(0), t1.xyzw
  dp4 r1.w, r2.xyzw, r3.xyzw
  add r1.z, r1.zzzz, r1.wwww
  ld_structured r2.xyzw, l(12), l(0), g0.xyzw
  mov r1.w, r0.wwww
  imul null, r3.x, r1.wwww, l(16)
  iadd r1.w, r3.xxxx, l(12)
  mov r1.x, r1.wwww
  mov r1.y, l(0)
  mov r3.xy, r1.xyxx
  ld_structured r3.xyzw, r3.xxxy, l(0), t1.xyzw
  dp4 r1.w, r2.xyzw, r3.xyzw
  add r1.z, r1.zzzz, r1.wwww
  ld_structured r2.xyzw, l(13), l(0), g0.xyzw
  mov r1.w, r0.wwww
  imul null, r3.x, r1.wwww, l(16)
  iadd r1.w, r3.xxxx, l(13)
  mov r1.x, r1.wwww
  mov r1.y, l(0)
  mov r3.xy, r1.xyxx
  ld_structured r3.xyzw, r3.xxxy, l(0), t1.xyzw
  dp4 r1.w, r2.xyzw, r3.xyzw
  add r1.z, r1.zzzz, r1.wwww
  ld_structured r2.xyzw, l(14), l(0), g0.xyzw
  mov r1.w, r0.wwww
  imul null, r3.x, r1.wwww, l(16)
  iadd r1.w, r3.xxxx, l(14)
  mov r1.x, r1.wwww
  mov r1.y, l(0)
  mov r3.xy, r1.xyxx
  ld_structured r3.xyzw, r3.xxxy, l(0), t1.xyzw
  dp4 r1.w, r2.xyzw, r3.xyzw
  add r1.z, r1.zzzz, r1.wwww
  ld_structured r2.xyzw, l(15), l(0), g0.xyzw
  mov r1.w, r0.wwww
  imul null, r3.x, r1.wwww, l(16)
  iadd r1.w, r3.xxxx, l(15)
  mov r1.x, r1.wwww
  mov r1.y, l(0)
  mov r3.xy, r1.xyxx
  ld_structured r3.xyzw, r3.xxxy, l(0), t1.xyzw
  dp4 r1.w, r2.xyzw, r3.xyzw
  add r1.z, r1.zzzz, r1.wwww
  mov r1.w, r0.wwww
  iadd r1.w, r0.xxxx, r1.wwww
  store_structured u0.x, r1.wwww, l(0), r1.zzzz
  mov r1.w, r0.zzzz
  max r1.z, r1.wwww, r1.zzzz
  mov r0.z, r1.zzzz
  mov r1.z, r0.wwww
  iadd r1.z, r1.zzzz, l(128)
  mov r0.w, r1.zzzz
endloop 
mov r0.z, r0.zzzz
store_structured g1.x, vThreadIDInGroup.xxxx, l(0), r0.zzzz
sync_g_t
ult r0.z, vThreadIDInGroup.xxxx, l(64)
if_nz r0.zzzz
  ld_structured r0.w, vThreadIDInGroup.xxxx, l(0), g1.xxxx
  iadd r1.x, vThreadIDInGroup.xxxx, l(64)
  ld_structured r1.x, r1.xxxx, l(0), g1.xxxx
  max r0.w, r0.wwww, r1.xxxx
  store_structured g1.x, vThreadIDInGroup.xxxx, l(0), r0.wwww
endif 
sync_g_t
ult r0.w, vThreadIDInGroup.xxxx, l(32)
if_nz r0.wwww
  ld_structured r1.x, vThreadIDInGroup.xxxx, l(0), g1.xxxx
  iadd r1.y, vThreadIDInGroup.xxxx, l(32)
  ld_structured r1.y, r1.yyyy, l(0), g1.xxxx
  max r1.x, r1.xxxx, r1.yyyy
  store_structured g1.x, vThreadIDInGroup.xxxx, l(0), r1.xxxx
endif 
sync_g_t
if_nz r0.yyyy
  ld_structured r1.x, vThreadIDInGroup.xxxx, l(0), g1.xxxx
  iadd r1.y, vThreadIDInGroup.xxxx, l(16)
  ld_structured r1.y, r1.yyyy, l(0), g1.xxxx
  max r1.x, r1.xxxx, r1.yyyy
  store_structured g1.x, vThreadIDInGroup.xxxx, l(0), r1.xxxx
endif 
sync_g_t
ult r1.x, vThreadIDInGroup.xxxx, l(8)
if_nz r1.xxxx
  ld_structured r1.y, vThreadIDInGroup.xxxx, l(0), g1.xxxx
  iadd r1.z, vThreadIDInGroup.xxxx, l(8)
  ld_structured r1.z, r1.zzzz, l(0), g1.xxxx
  max r1.y, r1.yyyy, r1.zzzz
  store_structured g1.x, vThreadIDInGroup.xxxx, l(0), r1.yyyy
endif 
sync_g_t
ult r1.y, vThreadIDInGroup.xxxx, l(4)
if_nz r1.yyyy
  ld_structured r1.z, vThreadIDInGroup.xxxx, l(0), g1.xxxx
  iadd r1.w, vThreadIDInGroup.xxxx, l(4)
  ld_structured r1.w, r1.wwww, l(0), g1.xxxx
  max r1.z, r1.zzzz, r1.wwww
  store_structured g1.x, vThreadIDInGroup.xxxx, l(0), r1.zzzz
endif 
sync_g_t
ult r1.z, vThreadIDInGroup.xxxx, l(2)
if_nz r1.zzzz
  ld_structured r1.w, vThreadIDInGroup.xxxx, l(0), g1.xxxx
  iadd r2.x, vThreadIDInGroup.xxxx, l(2)
  ld_structured r2.x, r2.xxxx, l(0), g1.xxxx
  max r1.w, r1.wwww, r2.xxxx
  store_structured g1.x, vThreadIDInGroup.xxxx, l(0), r1.wwww
endif 
sync_g_t
ult r1.w, vThreadIDInGroup.xxxx, l(1)
if_nz r1.wwww
  ld_structured r2.x, vThreadIDInGroup.xxxx, l(0), g1.xxxx
  iadd r2.y, vThreadIDInGroup.xxxx, l(1)
  ld_structured r2.y, r2.yyyy, l(0), g1.xxxx
  max r2.x, r2.xxxx, r2.yyyy
  store_structured g1.x, vThreadIDInGroup.xxxx, l(0), r2.xxxx
endif 
sync_g_t
ld_structured r2.x, l(0), l(0), g1.xxxx
sync_g_t
mov r2.y, l(0)
mov r2.z, vThreadIDInGroup.xxxx
loop 
  mov r2.w, r2.zzzz
  uge r2.w, r2.wwww, cb0[0].xxxx
  if_nz r2.wwww
    break 
  endif 
  mov r2.w, r2.zzzz
  iadd r2.w, r0.xxxx, r2.wwww
  mov r3.x, r2.wwww
  mov r3.y, l(0)
  mov r3.zw, r3.xxxy
  ld_structured r2.w, r3.zwzz, l(0), u0.xxxx
  add r2.w, r2.wwww, -r2.xxxx
  mul r2.w, r2.wwww, l(1.442695)
  exp r2.w, r2.wwww
  mov r3.z, r2.zzzz
  iadd r3.z, r0.xxxx, r3.zzzz
  store_structured u0.x, r3.zzzz, l(0), r2.wwww
  mov r3.z, r2.yyyy
  add r2.w, r3.zzzz, r2.wwww
  mov r2.y, r2.wwww
  mov r2.w, r2.zzzz
  iadd r2.w, r2.wwww, l(128)
  mov r2.z, r2.wwww
endloop 
mov r2.x, r2.yyyy
store_structured g1.x, vThreadIDInGroup.xxxx, l(0), r2.xxxx
sync_g_t
if_nz r0.zzzz
  iadd r0.z, vThreadIDInGroup.xxxx, l(64)
  ld_structured r0.z, r0.zzzz, l(0), g1.xxxx
  ld_structured r2.x, vThreadIDInGroup.xxxx, l(0), g1.xxxx
  add r0.z, r2.xxxx, r0.zzzz
  store_structured g1.x, vThreadIDInGroup.xxxx, l(0), r0.zzzz
endif 
sync_g_t
if_nz r0.wwww
  iadd r0.z, vThreadIDInGroup.xxxx, l(32)
  ld_structured r0.z, r0.zzzz, l(0), g1.xxxx
  ld_structured r0.w, vThreadIDInGroup.xxxx, l(0), g1.xxxx
  add r0.z, r0.wwww, r0.zzzz
  store_structured g1.x, vThreadIDInGroup.xxxx, l(0), r0.zzzz
endif 
sync_g_t
if_nz r0.yyyy
  iadd r0.y, vThreadIDInGroup.xxxx, l(16)
  ld_structured r0.y, r0.yyyy, l(0), g1.xxxx
  ld_structured r0.z, vThreadIDInGroup.xxxx, l(0), g1.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g1.x, vThreadIDInGroup.xxxx, l(0), r0.yyyy
endif 
sync_g_t
if_nz r1.xxxx
  iadd r0.y, vThreadIDInGroup.xxxx, l(8)
  ld_structured r0.y, r0.yyyy, l(0), g1.xxxx
  ld_structured r0.z, vThreadIDInGroup.xxxx, l(0), g1.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g1.x, vThreadIDInGroup.xxxx, l(0), r0.yyyy
endif 
sync_g_t
if_nz r1.yyyy
  iadd r0.y, vThreadIDInGroup.xxxx, l(4)
  ld_structured r0.y, r0.yyyy, l(0), g1.xxxx
  ld_structured r0.z, vThreadIDInGroup.xxxx, l(0), g1.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g1.x, vThreadIDInGroup.xxxx, l(0), r0.yyyy
endif 
sync_g_t
if_nz r1.zzzz
  iadd r0.y, vThreadIDInGroup.xxxx, l(2)
  ld_structured r0.y, r0.yyyy, l(0), g1.xxxx
  ld_structured r0.z, vThreadIDInGroup.xxxx, l(0), g1.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g1.x, vThreadIDInGroup.xxxx, l(0), r0.yyyy
endif 
sync_g_t
if_nz r1.wwww
  iadd r0.y, vThreadIDInGroup.xxxx, l(1)
  ld_structured r0.y, r0.yyyy, l(0), g1.xxxx
  ld_structured r0.z, vThreadIDInGroup.xxxx, l(0), g1.xxxx
  add r0.y, r0.zzzz, r0.yyyy
  store_structured g1.x, vThreadIDInGroup.xxxx, l(0), r0.yyyy
endif 
sync_g_t
ld_structured r0.y, l(0), l(0), g1.xxxx
mov r0.z, vThreadIDInGroup.xxxx
loop 
  mov r0.w, r0.zzzz
  uge r0.w, r0.wwww, cb0[0].xxxx
  if_nz r0.wwww
    break 
  endif 
  mov r0.w, r0.zzzz
  iadd r0.w, r0.xxxx, r0.wwww
  mov r1.x, r0.wwww
  mov r1.y, l(0)
  mov r1.zw, r1.xxxy
  ld_structured r1.z, r1.zwzz, l(0), u0.xxxx
  div r1.z, r1.zzzz, r0.yyyy
  store_structured u0.x, r0.wwww, l(0), r1.zzzz
  mov r0.w, r0.zzzz
  iadd r0.w, r0.wwww, l(128)
  mov r0.z, r0.wwww
endloop 
ret 
