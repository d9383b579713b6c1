// Heat in a box: seven points of a tile of 6 x 6 x 6 in g#, groups of 4 x 4 x 4.
cs_5_0
dcl_thread_group 4, 4, 4
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_tgsm_structured g0, 4, 216
dcl_input vThreadID.xyz
dcl_input vThreadIDInGroup.xyz
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 7
mov r0.x, vThreadIDInGroupFlattened.xxxx
loop 
  mov r1.w, r0.xxxx
  uge r1.w, r1.wwww, l(216)
  if_nz r1.wwww
    break 
  endif 
  imul null, r3.xyz, vThreadGroupID.xyzx, l(4, 4, 4, 0)
  mov r1.w, r0.xxxx
  udiv null, r4.x, r1.wwww, l(6)
  mov r1.w, r0.xxxx
  udiv r5.x, null, r1.wwww, l(6)
  udiv null, r5.x, r5.xxxx, l(6)
  mov r1.w, r0.xxxx
  udiv r6.x, null, r1.wwww, l(36)
  mov r0.y, r4.xxxx
  mov r0.z, r5.xxxx
  mov r0.w, r6.xxxx
  mov r4.xyz, r0.yzwy
  iadd r3.xyz, r3.xyzx, r4.xyzx
  iadd r3.xyz, r3.xyzx, l(-1, -1, -1, 0)
  iadd r1.w, cb0[0].xxxx, l(-1)
  iadd r2.z, cb0[0].yyyy, l(-1)
  iadd r2.w, cb0[0].zzzz, l(-1)
  mov r1.x, r1.wwww
  mov r1.y, r2.zzzz
  mov r1.z, r2.wwww
  mov r4.xyz, r1.xyzx
  imax r3.xyz, r3.xyzx, l(0, 0, 0, 0)
  imin r3.xyz, r3.xyzx, r4.xyzx
  imul null, r4.x, r3.zzzz, cb0[0].yyyy
  iadd r1.w, r4.xxxx, r3.yyyy
  imul null, r4.x, r1.wwww, cb0[0].xxxx
  iadd r1.w, r4.xxxx, r3.xxxx
  mov r2.x, r1.wwww
  mov r2.y, l(0)
  mov r2.zw, r2.xxxy
  ld_structured r1.w, r2.zzzw, l(0), t0.xxxx
  mov r2.z, r0.xxxx
  store_structured g0.x, r2.zzzz, l(0), r1.wwww
  mov r1.w, r0.xxxx
  iadd r1.w, r1.wwww, l(64)
  mov r0.x, r1.wwww
endloop 
sync_g_t
imul null, r0.x, vThreadIDInGroup.zzzz, l(6)
iadd r0.x, r0.xxxx, vThreadIDInGroup.yyyy
imul null, r0.x, r0.xxxx, l(6)
iadd r0.x, r0.xxxx, vThreadIDInGroup.xxxx
iadd r0.y, r0.xxxx, l(43)
ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
iadd r0.z, r0.xxxx, l(42)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
iadd r0.w, r0.xxxx, l(44)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
add r0.z, r0.zzzz, r0.wwww
iadd r0.w, r0.xxxx, l(37)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
iadd r1.x, r0.xxxx, l(49)
ld_structured r1.x, r1.xxxx, l(0), g0.xxxx
add r0.w, r0.wwww, r1.xxxx
add r0.z, r0.zzzz, r0.wwww
iadd r0.w, r0.xxxx, l(7)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
iadd r0.x, r0.xxxx, l(79)
ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
add r0.x, r0.wwww, r0.xxxx
add r0.x, r0.zzzz, r0.xxxx
mul r0.z, r0.yyyy, l(6.000000)
add r0.x, r0.xxxx, -r0.zzzz
mul r0.x, cb0[0].wwww, r0.xxxx
add r0.x, r0.yyyy, r0.xxxx
imul null, r1.x, vThreadID.zzzz, cb0[0].yyyy
iadd r0.y, r1.xxxx, vThreadID.yyyy
imul null, r1.x, r0.yyyy, cb0[0].xxxx
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
