// A step of Jacobi's method for Poisson's equation, and the greatest change of each block of 16 x 16, reduced in g#.
cs_5_0
dcl_thread_group 16, 16, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_resource_structured t1, 4  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_uav_structured u1, 4 // sm5: 0x0400009e 0x0011e001 0x00000001 0x00000004
dcl_tgsm_structured g0, 4, 256
dcl_input vThreadID.xyz
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 2
imul null, r0.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.x, r0.xxxx, vThreadID.xxxx
mov r0.y, l(0)
ult r0.z, l(0), vThreadID.xxxx
ult r0.w, l(0), vThreadID.yyyy
and r0.z, r0.zzzz, r0.wwww
iadd r0.w, cb0[0].xxxx, l(-1)
ult r0.w, vThreadID.xxxx, r0.wwww
and r0.z, r0.zzzz, r0.wwww
iadd r0.w, cb0[0].yyyy, l(-1)
ult r0.w, vThreadID.yyyy, r0.wwww
and r0.z, r0.zzzz, r0.wwww
if_nz r0.zzzz
  iadd r0.z, r0.xxxx, l(-1)
  mov r0.z, r0.zzzz
  mov r0.w, l(0)
  mov r0.zw, r0.xxzw
  ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
  iadd r0.w, r0.xxxx, l(1)
  mov r1.x, r0.wwww
  mov r1.y, l(0)
  mov r1.xy, r1.xyxx
  ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
  add r0.z, r0.zzzz, r0.wwww
  ineg r0.w, cb0[0].xxxx
  iadd r0.w, r0.xxxx, r0.wwww
  mov r1.x, r0.wwww
  mov r1.y, l(0)
  mov r1.xy, r1.xyxx
  ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
  add r0.z, r0.zzzz, r0.wwww
  iadd r0.w, r0.xxxx, cb0[0].xxxx
  mov r1.x, r0.wwww
  mov r1.y, l(0)
  mov r1.xy, r1.xyxx
  ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
  add r0.z, r0.zzzz, r0.wwww
  mov r1.x, r0.xxxx
  mov r1.y, l(0)
  mov r1.xy, r1.xyxx
  ld_structured r0.w, r1.xxxy, l(0), t1.xxxx
  add r0.z, r0.zzzz, -r0.wwww
  mul r0.z, r0.zzzz, l(0.250000)
  mov r1.x, r0.xxxx
  mov r1.y, l(0)
  mov r1.xy, r1.xyxx
  ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
  add r0.w, r0.zzzz, -r0.wwww
  mov r0.y, |r0.wwww|
  store_structured u0.x, r0.xxxx, l(0), r0.zzzz
else 
  mov r0.z, r0.xxxx
  mov r0.w, l(0)
  mov r0.zw, r0.xxzw
  ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
  store_structured u0.x, r0.xxxx, l(0), r0.zzzz
endif 
mov r0.x, r0.yyyy
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(128)
if_nz r0.xxxx
  ld_structured r0.x, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(128)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  max r0.x, r0.xxxx, r0.yyyy
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(64)
if_nz r0.xxxx
  ld_structured r0.x, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(64)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  max r0.x, r0.xxxx, r0.yyyy
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(32)
if_nz r0.xxxx
  ld_structured r0.x, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(32)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  max r0.x, r0.xxxx, r0.yyyy
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(16)
if_nz r0.xxxx
  ld_structured r0.x, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(16)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  max r0.x, r0.xxxx, r0.yyyy
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(8)
if_nz r0.xxxx
  ld_structured r0.x, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(8)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  max r0.x, r0.xxxx, r0.yyyy
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(4)
if_nz r0.xxxx
  ld_structured r0.x, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(4)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  max r0.x, r0.xxxx, r0.yyyy
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(2)
if_nz r0.xxxx
  ld_structured r0.x, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(2)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  max r0.x, r0.xxxx, r0.yyyy
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(1)
if_nz r0.xxxx
  ld_structured r0.x, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(1)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  max r0.x, r0.xxxx, r0.yyyy
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ieq r0.x, vThreadIDInGroupFlattened.xxxx, l(0)
if_nz r0.xxxx
  ld_structured r0.x, l(0), l(0), g0.xxxx
  udiv r1.x, null, cb0[0].xxxx, l(16)
  imul null, r1.x, vThreadGroupID.yyyy, r1.xxxx
  iadd r0.y, r1.xxxx, vThreadGroupID.xxxx
  store_structured u1.x, r0.yyyy, l(0), r0.xxxx
endif 
ret 
