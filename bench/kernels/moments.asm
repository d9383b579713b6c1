// Sum, sum of squares, least and greatest number of each row: a group a row, in steps of its threads, then in g# by 16 threads
// and by one.
cs_5_0
dcl_thread_group 256, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 16 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000010
dcl_tgsm_structured g0, 16, 256
dcl_tgsm_structured g1, 16, 16
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 4
mov r0.x, l(0)
mov r0.y, l(0)
mov r0.z, l(300000000549775580000000000000000000000.000000)
mov r0.w, l(-300000000549775580000000000000000000000.000000)
mov r1.x, vThreadIDInGroupFlattened.xxxx
loop 
  mov r1.w, r1.xxxx
  uge r1.w, r1.wwww, cb0[0].xxxx
  if_nz r1.wwww
    break 
  endif 
  imul null, r2.x, vThreadGroupID.xxxx, cb0[0].xxxx
  mov r1.w, r1.xxxx
  iadd r1.w, r2.xxxx, r1.wwww
  mov r1.y, r1.wwww
  mov r1.z, l(0)
  mov r2.xy, r1.yzyy
  ld_structured r1.w, r2.xxxy, l(0), t0.xxxx
  mul r2.x, r1.wwww, r1.wwww
  mov r2.y, r0.xxxx
  mov r2.z, r0.xxyx
  mov r2.w, r0.xxxz
  mov r3.x, r0.wwww
  add r2.y, r2.yyyy, r1.wwww
  add r2.x, r2.zzzz, r2.xxxx
  min r2.z, r2.wwww, r1.wwww
  max r1.w, r3.xxxx, r1.wwww
  mov r0.x, r2.yyyy
  mov r0.y, r2.xxxx
  mov r0.z, r2.zzzz
  mov r0.w, r1.wwww
  mov r1.w, r1.xxxx
  iadd r1.w, r1.wwww, l(256)
  mov r1.x, r1.wwww
endloop 
mov r1.x, r0.xxxx
mov r1.y, r0.xyxx
mov r1.z, r0.xxzx
mov r1.w, r0.wwww
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r1.xxxx
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(4), r1.yyyy
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(8), r1.zzzz
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(12), r1.wwww
sync_g_t
ult r1.x, vThreadIDInGroupFlattened.xxxx, l(16)
if_nz r1.xxxx
  mov r1.x, r0.xxxx
  mov r1.y, r0.xyxx
  mov r1.z, r0.xxzx
  mov r1.w, r0.wwww
  iadd r2.x, vThreadIDInGroupFlattened.xxxx, l(16)
  ld_structured r2.y, r2.xxxx, l(0), g0.xxxx
  ld_structured r2.z, r2.xxxx, l(4), g0.xxxx
  ld_structured r2.w, r2.xxxx, l(8), g0.xxxx
  ld_structured r2.x, r2.xxxx, l(12), g0.xxxx
  add r1.x, r1.xxxx, r2.yyyy
  add r1.y, r1.yyyy, r2.zzzz
  min r1.z, r1.zzzz, r2.wwww
  max r1.w, r1.wwww, r2.xxxx
  iadd r2.x, vThreadIDInGroupFlattened.xxxx, l(32)
  ld_structured r2.y, r2.xxxx, l(0), g0.xxxx
  ld_structured r2.z, r2.xxxx, l(4), g0.xxxx
  ld_structured r2.w, r2.xxxx, l(8), g0.xxxx
  ld_structured r2.x, r2.xxxx, l(12), g0.xxxx
  add r1.x, r1.xxxx, r2.yyyy
  add r1.y, r1.yyyy, r2.zzzz
  min r1.z, r1.zzzz, r2.wwww
  max r1.w, r1.wwww, r2.xxxx
  iadd r2.x, vThreadIDInGroupFlattened.xxxx, l(48)
  ld_structured r2.y, r2.xxxx, l(0), g0.xxxx
  ld_structured r2.z, r2.xxxx, l(4), g0.xxxx
  ld_structured r2.w, r2.xxxx, l(8), g0.xxxx
  ld_structured r2.x, r2.xxxx, l(12), g0.xxxx
  add r1.x, r1.xxxx, r2.yyyy
  add r1.y, r1.yyyy, r2.zzzz
  min r1.z, r1.zzzz, r2.wwww
  max r1.w, r1.wwww, r2.xxxx
  iadd r2.x, vThreadIDInGroupFlattened.xxxx, l(64)
  ld_structured r2.y, r2.xxxx, l(0), g0.xxxx
  ld_structured r2.z, r2.xxxx, l(4), g0.xxxx
  ld_structured r2.w, r2.xxxx, l(8), g0.xxxx
  ld_structured r2.x, r2.xxxx, l(12), g0.xxxx
  add r1.x, r1.xxxx, r2.yyyy
  add r1.y, r1.yyyy, r2.zzzz
  min r1.z, r1.zzzz, r2.wwww
  max r1.w, r1.wwww, r2.xxxx
  iadd r2.x, vThreadIDInGroupFlattened.xxxx, l(80)
  ld_structured r2.y, r2.xxxx, l(0), g0.xxxx
  ld_structured r2.z, r2.xxxx, l(4), g0.xxxx
  ld_structured r2.w, r2.xxxx, l(8), g0.xxxx
  ld_structured r2.x, r2.xxxx, l(12), g0.xxxx
  add r1.x, r1.xxxx, r2.yyyy
  add r1.y, r1.yyyy, r2.zzzz
  min r1.z, r1.zzzz, r2.wwww
  max r1.w, r1.wwww, r2.xxxx
  iadd r2.x, vThreadIDInGroupFlattened.xxxx, l(96)
  ld_structured r2.y, r2.xxxx, l(0), g0.xxxx
  ld_structured r2.z, r2.xxxx, l(4), g0.xxxx
  ld_structured r2.w, r2.xxxx, l(8), g0.xxxx
  ld_structured r2.x, r2.xxxx, l(12), g0.xxxx
  add r1.x, r1.xxxx, r2.yyyy
  add r1.y, r1.yyyy, r2.zzzz
  min r1.z, r1.zzzz, r2.wwww
  max r1.w, r1.wwww, r2.xxxx
  iadd r2.x, vThreadIDInGroupFlattened.xxxx, l(112)
  ld_structured r2.y, r2.xxxx, l(0), g0.xxxx
  ld_structured r2.z, r2.xxxx, l(4), g0.xxxx
  ld_structured r2.w, r2.xxxx, l(8), g0.xxxx
  ld_structured r2.x, r2.xxxx, l(12), g0.xxxx
  add r1.x, r1.xxxx, r2.yyyy
  add r1.y, r1.yyyy, r2.zzzz
  min r1.z, r1.zzzz, r2.wwww
  max r1.w, r1.wwww, r2.xxxx
  iadd r2.x, vThreadIDInGroupFlattened.xxxx, l(128)
  ld_structured r2.y, r2.xxxx, l(0), g0.xxxx
  ld_structured r2.z, r2.xxxx, l(4), g0.xxxx
  ld_structured r2.w, r2.xxxx, l(8), g0.xxxx
  ld_structured r2.x, r2.xxxx, l(12), g0.xxxx
  add r1.x, r1.xxxx, r2.yyyy
  add r1.y, r1.yyyy, r2.zzzz
  min r1.z, r1.zzzz, r2.wwww
  max r1.w, r1.wwww, r2.xxxx
  iadd r2.x, vThreadIDInGroupFlattened.xxxx, l(144)
  ld_structured r2.y, r2.xxxx, l(0), g0.xxxx
  ld_structured r2.z, r2.xxxx, l(4), g0.xxxx
  ld_structured r2.w, r2.xxxx, l(8), g0.xxxx
  ld_structured r2.x, r2.xxxx, l(12), g0.xxxx
  add r1.x, r1.xxxx, r2.yyyy
  add r1.y, r1.yyyy, r2.zzzz
  min r1.z, r1.zzzz, r2.wwww
  max r1.w, r1.wwww, r2.xxxx
  iadd r2.x, vThreadIDInGroupFlattened.xxxx, l(160)
  ld_structured r2.y, r2.xxxx, l(0), g0.xxxx
  ld_structured r2.z, r2.xxxx, l(4), g0.xxxx
  ld_structured r2.w, r2.xxxx, l(8), g0.xxxx
  ld_structured r2.x, r2.xxxx, l(12), g0.xxxx
  add r1.x, r1.xxxx, r2.yyyy
  add r1.y, r1.yyyy, r2.zzzz
  min r1.z, r1.zzzz, r2.wwww
  max r1.w, r1.wwww, r2.xxxx
  iadd r2.x, vThreadIDInGroupFlattened.xxxx, l(176)
  ld_structured r2.y, r2.xxxx, l(0), g0.xxxx
  ld_structured r2.z, r2.xxxx, l(4), g0.xxxx
  ld_structured r2.w, r2.xxxx, l(8), g0.xxxx
  ld_structured r2.x, r2.xxxx, l(12), g0.xxxx
  add r1.x, r1.xxxx, r2.yyyy
  add r1.y, r1.yyyy, r2.zzzz
  min r1.z, r1.zzzz, r2.wwww
  max r1.w, r1.wwww, r2.xxxx
  iadd r2.x, vThreadIDInGroupFlattened.xxxx, l(192)
  ld_structured r2.y, r2.xxxx, l(0), g0.xxxx
  ld_structured r2.z, r2.xxxx, l(4), g0.xxxx
  ld_structured r2.w, r2.xxxx, l(8), g0.xxxx
  ld_structured r2.x, r2.xxxx, l(12), g0.xxxx
  add r1.x, r1.xxxx, r2.yyyy
  add r1.y, r1.yyyy, r2.zzzz
  min r1.z, r1.zzzz, r2.wwww
  max r1.w, r1.wwww, r2.xxxx
  iadd r2.x, vThreadIDInGroupFlattened.xxxx, l(208)
  ld_structured r2.y, r2.xxxx, l(0), g0.xxxx
  ld_structured r2.z, r2.xxxx, l(4), g0.xxxx
  ld_structured r2.w, r2.xxxx, l(8), g0.xxxx
  ld_structured r2.x, r2.xxxx, l(12), g0.xxxx
  add r1.x, r1.xxxx, r2.yyyy
  add r1.y, r1.yyyy, r2.zzzz
  min r1.z, r1.zzzz, r2.wwww
  max r1.w, r1.wwww, r2.xxxx
  iadd r2.x, vThreadIDInGroupFlattened.xxxx, l(224)
  ld_structured r2.y, r2.xxxx, l(0), g0.xxxx
  ld_structured r2.z, r2.xxxx, l(4), g0.xxxx
  ld_structured r2.w, r2.xxxx, l(8), g0.xxxx
  ld_structured r2.x, r2.xxxx, l(12), g0.xxxx
  add r1.x, r1.xxxx, r2.yyyy
  add r1.y, r1.yyyy, r2.zzzz
  min r1.z, r1.zzzz, r2.wwww
  max r1.w, r1.wwww, r2.xxxx
  iadd r2.x, vThreadIDInGroupFlattened.xxxx, l(240)
  ld_structured r2.y, r2.xxxx, l(0), g0.xxxx
  ld_structured r2.z, r2.xxxx, l(4), g0.xxxx
  ld_structured r2.w, r2.xxxx, l(8), g0.xxxx
  ld_structured r2.x, r2.xxxx, l(12), g0.xxxx
  add r1.x, r1.xxxx, r2.yyyy
  add r1.y, r1.yyyy, r2.zzzz
  min r1.z, r1.zzzz, r2.wwww
  max r1.w, r1.wwww, r2.xxxx
  mov r0.x, r1.xxxx
  mov r0.y, r1.yyyy
  mov r0.z, r1.zzzz
  mov r0.w, r1.wwww
  store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r1.xxxx
  store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(4), r1.yyyy
  store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(8), r1.zzzz
  store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(12), r1.wwww
endif 
sync_g_t
ieq r1.x, vThreadIDInGroupFlattened.xxxx, l(0)
if_nz r1.xxxx
  mov r1.x, r0.xxxx
  mov r1.y, r0.xyxx
  mov r1.z, r0.xxzx
  mov r0.x, r0.wwww
  ld_structured r0.y, l(1), l(0), g1.xxxx
  ld_structured r0.z, l(1), l(4), g1.xxxx
  ld_structured r0.w, l(1), l(8), g1.xxxx
  ld_structured r1.w, l(1), l(12), g1.xxxx
  add r0.y, r1.xxxx, r0.yyyy
  add r0.z, r1.yyyy, r0.zzzz
  min r0.w, r1.zzzz, r0.wwww
  max r0.x, r0.xxxx, r1.wwww
  ld_structured r1.x, l(2), l(0), g1.xxxx
  ld_structured r1.y, l(2), l(4), g1.xxxx
  ld_structured r1.z, l(2), l(8), g1.xxxx
  ld_structured r1.w, l(2), l(12), g1.xxxx
  add r0.y, r0.yyyy, r1.xxxx
  add r0.z, r0.zzzz, r1.yyyy
  min r0.w, r0.wwww, r1.zzzz
  max r0.x, r0.xxxx, r1.wwww
  ld_structured r1.x, l(3), l(0), g1.xxxx
  ld_structured r1.y, l(3), l(4), g1.xxxx
  ld_structured r1.z, l(3), l(8), g1.xxxx
  ld_structured r1.w, l(3), l(12), g1.xxxx
  add r0.y, r0.yyyy, r1.xxxx
  add r0.z, r0.zzzz, r1.yyyy
  min r0.w, r0.wwww, r1.zzzz
  max r0.x, r0.xxxx, r1.wwww
  ld_structured r1.x, l(4), l(0), g1.xxxx
  ld_structured r1.y, l(4), l(4), g1.xxxx
  ld_structured r1.z, l(4), l(8), g1.xxxx
  ld_structured r1.w, l(4), l(12), g1.xxxx
  add r0.y, r0.yyyy, r1.xxxx
  add r0.z, r0.zzzz, r1.yyyy
  min r0.w, r0.wwww, r1.zzzz
  max r0.x, r0.xxxx, r1.wwww
  ld_structured r1.x, l(5), l(0), g1.xxxx
  ld_structured r1.y, l(5), l(4), g1.xxxx
  ld_structured r1.z, l(5), l(8), g1.xxxx
  ld_structured r1.w, l(5), l(12), g1.xxxx
  add r0.y, r0.yyyy, r1.xxxx
  add r0.z, r0.zzzz, r1.yyyy
  min r0.w, r0.wwww, r1.zzzz
  max r0.x, r0.xxxx, r1.wwww
  ld_structured r1.x, l(6), l(0), g1.xxxx
  ld_structured r1.y, l(6), l(4), g1.xxxx
  ld_structured r1.z, l(6), l(8), g1.xxxx
  ld_structured r1.w, l(6), l(12), g1.xxxx
  add r0.y, r0.yyyy, r1.xxxx
  add r0.z, r0.zzzz, r1.yyyy
  min r0.w, r0.wwww, r1.zzzz
  max r0.x, r0.xxxx, r1.wwww
  ld_structured r1.x, l(7), l(0), g1.xxxx
  ld_structured r1.y, l(7), l(4), g1.xxxx
  ld_structured r1.z, l(7), l(8), g1.xxxx
  ld_structured r1.w, l(7), l(12), g1.xxxx
  add r0.y, r0.yyyy, r1.xxxx
  add r0.z, r0.zzzz, r1.yyyy
  min r0.w, r0.wwww, r1.zzzz
  max r0.x, r0.xxxx, r1.wwww
  ld_structured r1.x, l(8), l(0), g1.xxxx
  ld_structured r1.y, l(8), l(4), g1.xxxx
  ld_structured r1.z, l(8), l(8), g1.xxxx
  ld_structured r1.w, l(8), l(12), g1.xxxx
  add r0.y, r0.yyyy, r1.xxxx
  add r0.z, r0.zzzz, r1.yyyy
  min r0.w, r0.wwww, r1.zzzz
  max r0.x, r0.xxxx, r1.wwww
  ld_structured r1.x, l(9), l(0), g1.xxxx
  ld_structured r1.y, l(9), l(4), g1.xxxx
  ld_structured r1.z, l(9), l(8), g1.xxxx
  ld_structured r1.w, l(9), l(12), g1.xxxx
  add r0.y, r0.yyyy, r1.xxxx
  add r0.z, r0.zzzz, r1.yyyy
  min r0.w, r0.wwww, r1.zzzz
  max r0.x, r0.xxxx, r1.wwww
  ld_structured r1.x, l(10), l(0), g1.xxxx
  ld_structured r1.y, l(10), l(4), g1.xxxx
  ld_structured r1.z, l(10), l(8), g1.xxxx
  ld_structured r1.w, l(10), l(12), g1.xxxx
  add r0.y, r0.yyyy, r1.xxxx
  add r0.z, r0.zzzz, r1.yyyy
  min r0.w, r0.wwww, r1.zzzz
  max r0.x, r0.xxxx, r1.wwww
  ld_structured r1.x, l(11), l(0), g1.xxxx
  ld_structured r1.y, l(11), l(4), g1.xxxx
  ld_structured r1.z, l(11), l(8), g1.xxxx
  ld_structured r1.w, l(11), l(12), g1.xxxx
  add r0.y, r0.yyyy, r1.xxxx
  add r0.z, r0.zzzz, r1.yyyy
  min r0.w, r0.wwww, r1.zzzz
  max r0.x, r0.xxxx, r1.wwww
  ld_structured r1.x, l(12), l(0), g1.xxxx
  ld_structured r1.y, l(12), l(4), g1.xxxx
  ld_structured r1.z, l(12), l(8), g1.xxxx
  ld_structured r1.w, l(12), l(12), g1.xxxx
  add r0.y, r0.yyyy, r1.xxxx
  add r0.z, r0.zzzz, r1.yyyy
  min r0.w, r0.wwww, r1.zzzz
  max r0.x, r0.xxxx, r1.wwww
  ld_structured r1.x, l(13), l(0), g1.xxxx
  ld_structured r1.y, l(13), l(4), g1.xxxx
  ld_structured r1.z, l(13), l(8), g1.xxxx
  ld_structured r1.w, l(13), l(12), g1.xxxx
  add r0.y, r0.yyyy, r1.xxxx
  add r0.z, r0.zzzz, r1.yyyy
  min r0.w, r0.wwww, r1.zzzz
  max r0.x, r0.xxxx, r1.wwww
  ld_structured r1.x, l(14), l(0), g1.xxxx
  ld_structured r1.y, l(14), l(4), g1.xxxx
  ld_structured r1.z, l(14), l(8), g1.xxxx
  ld_structured r1.w, l(14), l(12), g1.xxxx
  add r0.y, r0.yyyy, r1.xxxx
  add r0.z, r0.zzzz, r1.yyyy
  min r0.w, r0.wwww, r1.zzzz
  max r0.x, r0.xxxx, r1.wwww
  ld_structured r1.x, l(15), l(0), g1.xxxx
  ld_structured r1.y, l(15), l(4), g1.xxxx
  ld_structured r1.z, l(15), l(8), g1.xxxx
  ld_structured r1.w, l(15), l(12), g1.xxxx
  add r0.y, r0.yyyy, r1.xxxx
  add r0.z, r0.zzzz, r1.yyyy
  min r0.w, r0.wwww, r1.zzzz
  max r0.x, r0.xxxx, r1.wwww
  store_structured u0.x, vThreadGroupID.xxxx, l(0), r0.yyyy
  store_structured u0.x, vThreadGroupID.xxxx, l(4), r0.zzzz
  store_structured u0.x, vThreadGroupID.xxxx, l(8), r0.wwww
  store_structured u0.x, vThreadGroupID.xxxx, l(12), r0.xxxx
endif 
ret 
// Approximately 336 instruction slots used
