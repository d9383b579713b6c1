// Corners of a picture: products of gradients in a tile of g#, summed over 5 x 5, clamped at the border.
cs_5_0
dcl_thread_group 32, 8, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_tgsm_structured g0, 12, 432
dcl_input vThreadID.xyz
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroup.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 6
mov r0.x, vThreadIDInGroupFlattened.xxxx
loop 
  mov r0.w, r0.xxxx
  uge r0.w, r0.wwww, l(432)
  if_nz r0.wwww
    break 
  endif 
  imul null, r3.x, vThreadGroupID.xxxx, l(32)
  mov r0.w, r0.xxxx
  udiv null, r4.x, r0.wwww, l(36)
  iadd r0.w, r3.xxxx, r4.xxxx
  iadd r3.x, r0.wwww, l(-2)
  imul null, r4.x, vThreadGroupID.yyyy, l(8)
  mov r3.y, r0.xxxx
  udiv r5.x, null, r3.yyyy, l(36)
  iadd r3.y, r4.xxxx, r5.xxxx
  iadd r3.z, r3.yyyy, l(-2)
  iadd r3.w, r0.wwww, l(-1)
  iadd r4.x, cb0[0].yyyy, l(-1)
  imax r3.z, r3.zzzz, l(0)
  imin r3.z, r3.zzzz, r4.xxxx
  imul null, r5.x, r3.zzzz, cb0[0].xxxx
  iadd r4.y, cb0[0].xxxx, l(-1)
  imax r3.w, r3.wwww, l(0)
  imin r3.w, r3.wwww, r4.yyyy
  iadd r3.w, r5.xxxx, r3.wwww
  mov r0.y, r3.wwww
  mov r0.z, l(0)
  mov r4.zw, r0.xxyz
  ld_structured r3.w, r4.zzzw, l(0), t0.xxxx
  iadd r0.w, r0.wwww, l(-3)
  imul null, r5.x, r3.zzzz, cb0[0].xxxx
  imax r0.w, r0.wwww, l(0)
  imin r0.w, r0.wwww, r4.yyyy
  iadd r0.w, r5.xxxx, r0.wwww
  mov r1.x, r0.wwww
  mov r1.y, l(0)
  mov r4.zw, r1.xxxy
  ld_structured r0.w, r4.zzzw, l(0), t0.xxxx
  add r0.w, r3.wwww, -r0.wwww
  iadd r3.z, r3.yyyy, l(-1)
  imax r3.z, r3.zzzz, l(0)
  imin r3.z, r3.zzzz, r4.xxxx
  imul null, r5.x, r3.zzzz, cb0[0].xxxx
  imax r3.x, r3.xxxx, l(0)
  imin r3.x, r3.xxxx, r4.yyyy
  iadd r3.z, r5.xxxx, r3.xxxx
  mov r1.z, r3.zzzz
  mov r1.w, l(0)
  mov r3.zw, r1.xxzw
  ld_structured r3.z, r3.zzzw, l(0), t0.xxxx
  iadd r3.y, r3.yyyy, l(-3)
  imax r3.y, r3.yyyy, l(0)
  imin r3.y, r3.yyyy, r4.xxxx
  imul null, r4.x, r3.yyyy, cb0[0].xxxx
  iadd r3.x, r4.xxxx, r3.xxxx
  mov r2.x, r3.xxxx
  mov r2.y, l(0)
  mov r3.xy, r2.xyxx
  ld_structured r3.x, r3.xxxy, l(0), t0.xxxx
  add r3.x, r3.zzzz, -r3.xxxx
  mov r2.z, r0.wwww
  mov r2.w, r3.xxxx
  mov r3.yz, r2.xzwx
  mov r4.xy, r2.zwzz
  mul r3.yz, r3.xyzx, r4.xxyx
  mul r0.w, r0.wwww, r3.xxxx
  mov r3.x, r0.xxxx
  store_structured g0.x, r3.xxxx, l(0), r3.yyyy
  store_structured g0.x, r3.xxxx, l(4), r3.zzzz
  store_structured g0.x, r3.xxxx, l(8), r0.wwww
  mov r0.w, r0.xxxx
  iadd r0.w, r0.wwww, l(256)
  mov r0.x, r0.wwww
endloop 
sync_g_t
imul null, r0.x, vThreadIDInGroup.yyyy, l(36)
iadd r0.x, r0.xxxx, vThreadIDInGroup.xxxx
ld_structured r0.xyz, r0.xxxx, l(0), g0.xyzx
imul null, r1.x, vThreadIDInGroup.yyyy, l(36)
iadd r0.w, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(1)
ld_structured r1.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r1.xyzx
imul null, r1.x, vThreadIDInGroup.yyyy, l(36)
iadd r0.w, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(2)
ld_structured r1.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r1.xyzx
imul null, r1.x, vThreadIDInGroup.yyyy, l(36)
iadd r0.w, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(3)
ld_structured r1.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r1.xyzx
imul null, r1.x, vThreadIDInGroup.yyyy, l(36)
iadd r0.w, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(4)
ld_structured r1.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r1.xyzx
iadd r1.xyzw, vThreadIDInGroup.yyyy, l(1, 1, 1, 1)
imul null, r2.x, r1.xxxx, l(36)
iadd r0.w, r2.xxxx, vThreadIDInGroup.xxxx
ld_structured r2.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r2.xyzx
imul null, r2.x, r1.yyyy, l(36)
iadd r0.w, r2.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(1)
ld_structured r2.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r2.xyzx
imul null, r2.x, r1.zzzz, l(36)
iadd r0.w, r2.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(2)
ld_structured r2.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r2.xyzx
imul null, r1.x, r1.wwww, l(36)
iadd r0.w, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(3)
ld_structured r1.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r1.xyzx
iadd r0.w, vThreadIDInGroup.yyyy, l(1)
imul null, r1.x, r0.wwww, l(36)
iadd r0.w, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(4)
ld_structured r1.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r1.xyzx
iadd r1.xyzw, vThreadIDInGroup.yyyy, l(2, 2, 2, 2)
imul null, r2.x, r1.xxxx, l(36)
iadd r0.w, r2.xxxx, vThreadIDInGroup.xxxx
ld_structured r2.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r2.xyzx
imul null, r2.x, r1.yyyy, l(36)
iadd r0.w, r2.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(1)
ld_structured r2.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r2.xyzx
imul null, r2.x, r1.zzzz, l(36)
iadd r0.w, r2.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(2)
ld_structured r2.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r2.xyzx
imul null, r1.x, r1.wwww, l(36)
iadd r0.w, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(3)
ld_structured r1.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r1.xyzx
iadd r0.w, vThreadIDInGroup.yyyy, l(2)
imul null, r1.x, r0.wwww, l(36)
iadd r0.w, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(4)
ld_structured r1.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r1.xyzx
iadd r1.xyzw, vThreadIDInGroup.yyyy, l(3, 3, 3, 3)
imul null, r2.x, r1.xxxx, l(36)
iadd r0.w, r2.xxxx, vThreadIDInGroup.xxxx
ld_structured r2.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r2.xyzx
imul null, r2.x, r1.yyyy, l(36)
iadd r0.w, r2.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(1)
ld_structured r2.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r2.xyzx
imul null, r2.x, r1.zzzz, l(36)
iadd r0.w, r2.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(2)
ld_structured r2.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r2.xyzx
imul null, r1.x, r1.wwww, l(36)
iadd r0.w, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(3)
ld_structured r1.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r1.xyzx
iadd r0.w, vThreadIDInGroup.yyyy, l(3)
imul null, r1.x, r0.wwww, l(36)
iadd r0.w, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(4)
ld_structured r1.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r1.xyzx
iadd r1.xyzw, vThreadIDInGroup.yyyy, l(4, 4, 4, 4)
imul null, r2.x, r1.xxxx, l(36)
iadd r0.w, r2.xxxx, vThreadIDInGroup.xxxx
ld_structured r2.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r2.xyzx
imul null, r2.x, r1.yyyy, l(36)
iadd r0.w, r2.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(1)
ld_structured r2.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r2.xyzx
imul null, r2.x, r1.zzzz, l(36)
iadd r0.w, r2.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(2)
ld_structured r2.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r2.xyzx
imul null, r1.x, r1.wwww, l(36)
iadd r0.w, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(3)
ld_structured r1.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r1.xyzx
iadd r0.w, vThreadIDInGroup.yyyy, l(4)
imul null, r1.x, r0.wwww, l(36)
iadd r0.w, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.w, r0.wwww, l(4)
ld_structured r1.xyz, r0.wwww, l(0), g0.xyzx
add r0.xyz, r0.xyzx, r1.xyzx
add r0.w, r0.xxxx, r0.yyyy
mul r0.xy, r0.xzxx, r0.yzyy
add r0.x, r0.xxxx, -r0.yyyy
mul r0.y, r0.wwww, l(0.050000)
mul r0.y, r0.yyyy, r0.wwww
add r0.x, r0.xxxx, -r0.yyyy
imul null, r1.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
