// Median of 3 x 3 of a picture, clamped: groups of 8 x 8 with a tile of 10 x 10 in g#, a network of exchanges.
cs_5_0
dcl_thread_group 8, 8, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_tgsm_structured g0, 4, 100
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroup.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 3
imul null, r0.xy, vThreadGroupID.xyxx, l(8, 8, 0, 0)
iadd r0.xy, r0.xyxx, l(-1, -1, 0, 0)
mov r0.z, vThreadIDInGroupFlattened.xxxx
loop 
  mov r0.w, r0.zzzz
  uge r0.w, r0.wwww, l(100)
  if_nz r0.wwww
    break 
  endif 
  mov r0.w, r0.zzzz
  udiv null, r2.x, r0.wwww, l(10)
  iadd r0.w, r0.xxxx, r2.xxxx
  iadd r1.z, cb0[0].xxxx, l(-1)
  imax r0.w, r0.wwww, l(0)
  imin r0.w, r0.wwww, r1.zzzz
  mov r1.z, r0.zzzz
  udiv r2.x, null, r1.zzzz, l(10)
  iadd r1.z, r0.yyyy, r2.xxxx
  iadd r1.w, cb0[0].yyyy, l(-1)
  imax r1.z, r1.zzzz, l(0)
  imin r1.z, r1.zzzz, r1.wwww
  imul null, r2.x, r1.zzzz, cb0[0].xxxx
  iadd r0.w, r2.xxxx, r0.wwww
  mov r1.x, r0.wwww
  mov r1.y, l(0)
  mov r1.zw, r1.xxxy
  ld_structured r0.w, r1.zzzw, l(0), t0.xxxx
  mov r1.z, r0.zzzz
  store_structured g0.x, r1.zzzz, l(0), r0.wwww
  mov r0.w, r0.zzzz
  iadd r0.w, r0.wwww, l(64)
  mov r0.z, r0.wwww
endloop 
sync_g_t
imul null, r0.x, vThreadIDInGroup.yyyy, l(10)
iadd r0.x, r0.xxxx, vThreadIDInGroup.xxxx
ld_structured r0.y, r0.xxxx, l(0), g0.xxxx
iadd r0.z, r0.xxxx, l(1)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
iadd r0.w, r0.xxxx, l(2)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
iadd r1.x, r0.xxxx, l(10)
ld_structured r1.x, r1.xxxx, l(0), g0.xxxx
iadd r1.y, r0.xxxx, l(11)
ld_structured r1.y, r1.yyyy, l(0), g0.xxxx
iadd r1.z, r0.xxxx, l(12)
ld_structured r1.z, r1.zzzz, l(0), g0.xxxx
iadd r1.w, r0.xxxx, l(20)
ld_structured r1.w, r1.wwww, l(0), g0.xxxx
iadd r2.x, r0.xxxx, l(21)
ld_structured r2.x, r2.xxxx, l(0), g0.xxxx
iadd r0.x, r0.xxxx, l(22)
ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
min r2.y, r0.zzzz, r0.wwww
max r0.z, r0.zzzz, r0.wwww
min r0.w, r1.yyyy, r1.zzzz
max r1.y, r1.yyyy, r1.zzzz
min r1.z, r2.xxxx, r0.xxxx
max r0.x, r2.xxxx, r0.xxxx
min r2.x, r0.yyyy, r2.yyyy
max r0.y, r0.yyyy, r2.yyyy
min r2.y, r1.xxxx, r0.wwww
max r0.w, r1.xxxx, r0.wwww
min r1.x, r1.wwww, r1.zzzz
max r1.z, r1.wwww, r1.zzzz
min r1.w, r0.yyyy, r0.zzzz
max r0.y, r0.yyyy, r0.zzzz
min r0.z, r0.wwww, r1.yyyy
max r0.w, r0.wwww, r1.yyyy
min r1.y, r1.zzzz, r0.xxxx
max r0.x, r1.zzzz, r0.xxxx
max r1.z, r2.xxxx, r2.yyyy
min r0.x, r0.wwww, r0.xxxx
min r0.w, r0.zzzz, r1.yyyy
max r0.z, r0.zzzz, r1.yyyy
max r1.x, r1.zzzz, r1.xxxx
max r0.w, r1.wwww, r0.wwww
min r0.x, r0.yyyy, r0.xxxx
min r0.y, r0.wwww, r0.zzzz
min r0.z, r0.yyyy, r0.xxxx
max r0.x, r0.yyyy, r0.xxxx
max r0.y, r1.xxxx, r0.zzzz
min r0.x, r0.yyyy, r0.xxxx
imul null, r1.x, vThreadGroupID.yyyy, l(8)
iadd r0.y, r1.xxxx, vThreadIDInGroup.yyyy
imul null, r1.x, r0.yyyy, cb0[0].xxxx
imul null, r2.x, vThreadGroupID.xxxx, l(8)
iadd r0.y, r1.xxxx, r2.xxxx
iadd r0.y, r0.yyyy, vThreadIDInGroup.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
