// A step of diffusion in 3D with 19 points, clamped at the borders, of sizes that groups of 4 x 4 x 4 do not divide.
cs_5_0
dcl_thread_group 4, 4, 4
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_resource_structured t1, 4  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 7
uge r0.x, vThreadID.xxxx, cb0[0].xxxx
uge r0.y, vThreadID.yyyy, cb0[0].yyyy
or r0.x, r0.xxxx, r0.yyyy
uge r0.y, vThreadID.zzzz, cb0[0].zzzz
or r0.x, r0.xxxx, r0.yyyy
not r0.x, r0.xxxx
if_nz r0.xxxx
  ult r0.x, l(0), vThreadID.xxxx
  iadd r0.y, vThreadID.xxxx, l(-1)
  movc r0.x, r0.xxxx, r0.yyyy, l(0)
  iadd r0.y, vThreadID.xxxx, l(1)
  iadd r0.z, cb0[0].xxxx, l(-1)
  umin r0.y, r0.yyyy, r0.zzzz
  ult r0.z, l(0), vThreadID.yyyy
  iadd r0.w, vThreadID.yyyy, l(-1)
  movc r0.z, r0.zzzz, r0.wwww, l(0)
  iadd r0.w, vThreadID.yyyy, l(1)
  iadd r1.x, cb0[0].yyyy, l(-1)
  umin r0.w, r0.wwww, r1.xxxx
  ult r1.x, l(0), vThreadID.zzzz
  iadd r1.y, vThreadID.zzzz, l(-1)
  movc r1.x, r1.xxxx, r1.yyyy, l(0)
  iadd r1.y, vThreadID.zzzz, l(1)
  iadd r1.z, cb0[0].zzzz, l(-1)
  umin r1.y, r1.yyyy, r1.zzzz
  imul null, r2.x, vThreadID.zzzz, cb0[0].yyyy
  iadd r1.z, r2.xxxx, vThreadID.yyyy
  imul null, r2.x, r1.zzzz, cb0[0].xxxx
  imul null, r3.x, vThreadID.zzzz, cb0[0].yyyy
  iadd r1.z, r3.xxxx, r0.zzzz
  imul null, r3.x, r1.zzzz, cb0[0].xxxx
  imul null, r4.x, vThreadID.zzzz, cb0[0].yyyy
  iadd r1.z, r4.xxxx, r0.wwww
  imul null, r4.x, r1.zzzz, cb0[0].xxxx
  imul null, r5.x, r1.xxxx, cb0[0].yyyy
  iadd r1.z, r5.xxxx, vThreadID.yyyy
  imul null, r5.x, r1.zzzz, cb0[0].xxxx
  imul null, r6.x, r1.yyyy, cb0[0].yyyy
  iadd r1.z, r6.xxxx, vThreadID.yyyy
  imul null, r6.x, r1.zzzz, cb0[0].xxxx
  iadd r1.z, r2.xxxx, r0.xxxx
  mov r1.z, r1.zzzz
  mov r1.w, l(0)
  mov r1.zw, r1.xxzw
  ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
  iadd r1.w, r2.xxxx, r0.yyyy
  mov r2.y, r1.wwww
  mov r2.z, l(0)
  mov r2.yz, r2.xyzx
  ld_structured r1.w, r2.yyyz, l(0), t0.xxxx
  add r1.z, r1.zzzz, r1.wwww
  iadd r1.w, r3.xxxx, vThreadID.xxxx
  mov r2.y, r1.wwww
  mov r2.z, l(0)
  mov r2.yz, r2.xyzx
  ld_structured r1.w, r2.yyyz, l(0), t0.xxxx
  add r1.z, r1.zzzz, r1.wwww
  iadd r1.w, r4.xxxx, vThreadID.xxxx
  mov r2.y, r1.wwww
  mov r2.z, l(0)
  mov r2.yz, r2.xyzx
  ld_structured r1.w, r2.yyyz, l(0), t0.xxxx
  add r1.z, r1.zzzz, r1.wwww
  iadd r1.w, r5.xxxx, vThreadID.xxxx
  mov r2.y, r1.wwww
  mov r2.z, l(0)
  mov r2.yz, r2.xyzx
  ld_structured r1.w, r2.yyyz, l(0), t0.xxxx
  add r1.z, r1.zzzz, r1.wwww
  iadd r1.w, r6.xxxx, vThreadID.xxxx
  mov r2.y, r1.wwww
  mov r2.z, l(0)
  mov r2.yz, r2.xyzx
  ld_structured r1.w, r2.yyyz, l(0), t0.xxxx
  add r1.z, r1.zzzz, r1.wwww
  iadd r1.w, r3.xxxx, r0.xxxx
  mov r2.y, r1.wwww
  mov r2.z, l(0)
  mov r2.yz, r2.xyzx
  ld_structured r1.w, r2.yyyz, l(0), t0.xxxx
  iadd r2.y, r3.xxxx, r0.yyyy
  mov r2.y, r2.yyyy
  mov r2.z, l(0)
  mov r2.yz, r2.xyzx
  ld_structured r2.y, r2.yyyz, l(0), t0.xxxx
  add r1.w, r1.wwww, r2.yyyy
  iadd r2.y, r4.xxxx, r0.xxxx
  mov r2.y, r2.yyyy
  mov r2.z, l(0)
  mov r2.yz, r2.xyzx
  ld_structured r2.y, r2.yyyz, l(0), t0.xxxx
  add r1.w, r1.wwww, r2.yyyy
  iadd r2.y, r4.xxxx, r0.yyyy
  mov r2.y, r2.yyyy
  mov r2.z, l(0)
  mov r2.yz, r2.xyzx
  ld_structured r2.y, r2.yyyz, l(0), t0.xxxx
  add r1.w, r1.wwww, r2.yyyy
  iadd r2.y, r5.xxxx, r0.xxxx
  mov r2.y, r2.yyyy
  mov r2.z, l(0)
  mov r2.yz, r2.xyzx
  ld_structured r2.y, r2.yyyz, l(0), t0.xxxx
  add r1.w, r1.wwww, r2.yyyy
  iadd r2.y, r5.xxxx, r0.yyyy
  mov r2.y, r2.yyyy
  mov r2.z, l(0)
  mov r2.yz, r2.xyzx
  ld_structured r2.y, r2.yyyz, l(0), t0.xxxx
  add r1.w, r1.wwww, r2.yyyy
  iadd r0.x, r6.xxxx, r0.xxxx
  mov r2.y, r0.xxxx
  mov r2.z, l(0)
  mov r2.yz, r2.xyzx
  ld_structured r0.x, r2.yyyz, l(0), t0.xxxx
  add r0.x, r1.wwww, r0.xxxx
  iadd r0.y, r6.xxxx, r0.yyyy
  mov r2.y, r0.yyyy
  mov r2.z, l(0)
  mov r2.yz, r2.xyzx
  ld_structured r0.y, r2.yyyz, l(0), t0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r3.x, r1.xxxx, cb0[0].yyyy
  iadd r0.y, r3.xxxx, r0.zzzz
  imul null, r3.x, r0.yyyy, cb0[0].xxxx
  iadd r0.y, r3.xxxx, vThreadID.xxxx
  mov r2.y, r0.yyyy
  mov r2.z, l(0)
  mov r2.yz, r2.xyzx
  ld_structured r0.y, r2.yyyz, l(0), t0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, r1.xxxx, cb0[0].yyyy
  iadd r0.y, r1.xxxx, r0.wwww
  imul null, r1.x, r0.yyyy, cb0[0].xxxx
  iadd r0.y, r1.xxxx, vThreadID.xxxx
  mov r1.x, r0.yyyy
  mov r1.w, l(0)
  mov r1.xw, r1.xxxw
  ld_structured r0.y, r1.xxxw, l(0), t0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, r1.yyyy, cb0[0].yyyy
  iadd r0.y, r1.xxxx, r0.zzzz
  imul null, r1.x, r0.yyyy, cb0[0].xxxx
  iadd r0.y, r1.xxxx, vThreadID.xxxx
  mov r0.y, r0.yyyy
  mov r0.z, l(0)
  mov r0.yz, r0.xyzx
  ld_structured r0.y, r0.yyyz, l(0), t0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, r1.yyyy, cb0[0].yyyy
  iadd r0.y, r1.xxxx, r0.wwww
  imul null, r1.x, r0.yyyy, cb0[0].xxxx
  iadd r0.y, r1.xxxx, vThreadID.xxxx
  mov r0.y, r0.yyyy
  mov r0.z, l(0)
  mov r0.yz, r0.xyzx
  ld_structured r0.y, r0.yyyz, l(0), t0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  iadd r0.yzw, r2.xxxx, vThreadID.xxxx
  mov r1.x, r0.yyyy
  mov r1.y, l(0)
  mov r1.xy, r1.xyxx
  ld_structured r1.x, r1.xxxy, l(0), t0.xxxx
  mov r1.y, r0.zzzz
  mov r1.w, l(0)
  mov r1.yw, r1.xyxw
  ld_structured r1.y, r1.yyyw, l(0), t1.xxxx
  mul r1.y, cb0[0].wwww, r1.yyyy
  div r1.z, r1.zzzz, l(3.000000)
  div r0.x, r0.xxxx, l(6.000000)
  add r0.x, r1.zzzz, r0.xxxx
  mul r1.z, r1.xxxx, l(4.000000)
  add r0.x, r0.xxxx, -r1.zzzz
  mul r0.x, r1.yyyy, r0.xxxx
  add r0.x, r1.xxxx, r0.xxxx
  store_structured u0.x, r0.wwww, l(0), r0.xxxx
endif 
ret 
