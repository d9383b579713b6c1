// A step of heat in 3D, edges repeated; threads of one dimension find their point by division.
cs_5_0
dcl_thread_group 256, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.x
dcl_temps 4
imul null, r0.x, cb0[0].xxxx, cb0[0].yyyy
imul null, r0.x, r0.xxxx, cb0[0].zzzz
ult r0.x, vThreadID.xxxx, r0.xxxx
if_nz r0.xxxx
  udiv null, r0.x, vThreadID.xxxx, cb0[0].xxxx
  udiv r1.x, null, vThreadID.xxxx, cb0[0].xxxx
  udiv null, r1.x, r1.xxxx, cb0[0].yyyy
  imul null, r2.x, cb0[0].xxxx, cb0[0].yyyy
  udiv r2.x, null, vThreadID.xxxx, r2.xxxx
  mov r0.y, vThreadID.xxxx
  mov r0.z, l(0)
  mov r0.yz, r0.xyzx
  ld_structured r0.y, r0.yyyz, l(0), t0.xxxx
  iadd r0.z, r0.xxxx, l(-1)
  iadd r0.w, cb0[0].xxxx, l(-1)
  imax r0.z, r0.zzzz, l(0)
  imin r0.z, r0.zzzz, r0.wwww
  iadd r1.y, cb0[0].yyyy, l(-1)
  imax r1.z, r1.xxxx, l(0)
  imin r1.z, r1.zzzz, r1.yyyy
  iadd r1.w, cb0[0].zzzz, l(-1)
  imax r2.y, r2.xxxx, l(0)
  imin r2.y, r2.yyyy, r1.wwww
  imul null, r3.x, r2.yyyy, cb0[0].yyyy
  iadd r2.z, r3.xxxx, r1.zzzz
  imul null, r3.x, r2.zzzz, cb0[0].xxxx
  iadd r0.z, r3.xxxx, r0.zzzz
  mov r2.z, r0.zzzz
  mov r2.w, l(0)
  mov r2.zw, r2.xxzw
  ld_structured r0.z, r2.zzzw, l(0), t0.xxxx
  iadd r2.z, r0.xxxx, l(1)
  imax r2.z, r2.zzzz, l(0)
  imin r2.z, r2.zzzz, r0.wwww
  imul null, r3.x, r2.yyyy, cb0[0].yyyy
  iadd r2.w, r3.xxxx, r1.zzzz
  imul null, r3.x, r2.wwww, cb0[0].xxxx
  iadd r2.z, r3.xxxx, r2.zzzz
  mov r2.z, r2.zzzz
  mov r2.w, l(0)
  mov r2.zw, r2.xxzw
  ld_structured r2.z, r2.zzzw, l(0), t0.xxxx
  add r0.z, r0.zzzz, r2.zzzz
  iadd r2.z, r1.xxxx, l(-1)
  imax r0.x, r0.xxxx, l(0)
  imin r0.x, r0.xxxx, r0.wwww
  imax r0.w, r2.zzzz, l(0)
  imin r0.w, r0.wwww, r1.yyyy
  imul null, r3.x, r2.yyyy, cb0[0].yyyy
  iadd r0.w, r3.xxxx, r0.wwww
  imul null, r3.x, r0.wwww, cb0[0].xxxx
  iadd r0.w, r3.xxxx, r0.xxxx
  mov r2.z, r0.wwww
  mov r2.w, l(0)
  mov r2.zw, r2.xxzw
  ld_structured r0.w, r2.zzzw, l(0), t0.xxxx
  add r0.z, r0.zzzz, r0.wwww
  iadd r0.w, r1.xxxx, l(1)
  imax r0.w, r0.wwww, l(0)
  imin r0.w, r0.wwww, r1.yyyy
  imul null, r1.x, r2.yyyy, cb0[0].yyyy
  iadd r0.w, r1.xxxx, r0.wwww
  imul null, r1.x, r0.wwww, cb0[0].xxxx
  iadd r0.w, r1.xxxx, r0.xxxx
  mov r1.x, r0.wwww
  mov r1.y, l(0)
  mov r1.xy, r1.xyxx
  ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
  add r0.z, r0.zzzz, r0.wwww
  iadd r0.w, r2.xxxx, l(-1)
  imax r0.w, r0.wwww, l(0)
  imin r0.w, r0.wwww, r1.wwww
  imul null, r1.x, r0.wwww, cb0[0].yyyy
  iadd r0.w, r1.xxxx, r1.zzzz
  imul null, r1.x, r0.wwww, cb0[0].xxxx
  iadd r0.w, r1.xxxx, r0.xxxx
  mov r1.x, r0.wwww
  mov r1.y, l(0)
  mov r1.xy, r1.xyxx
  ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
  add r0.z, r0.zzzz, r0.wwww
  iadd r0.w, r2.xxxx, l(1)
  imax r0.w, r0.wwww, l(0)
  imin r0.w, r0.wwww, r1.wwww
  imul null, r1.x, r0.wwww, cb0[0].yyyy
  iadd r0.w, r1.xxxx, r1.zzzz
  imul null, r1.x, r0.wwww, cb0[0].xxxx
  iadd r0.x, r1.xxxx, r0.xxxx
  mov r0.x, r0.xxxx
  mov r0.w, l(0)
  mov r0.xw, r0.xxxw
  ld_structured r0.x, r0.xxxw, l(0), t0.xxxx
  add r0.x, r0.zzzz, r0.xxxx
  mul r0.z, r0.yyyy, l(6.000000)
  add r0.x, r0.xxxx, -r0.zzzz
  mul r0.x, r0.xxxx, l(0.125000)
  add r0.x, r0.yyyy, r0.xxxx
  store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
endif 
ret 
