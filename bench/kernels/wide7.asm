// A filter of 7 x 7 whose weights, by the distance from the middle, are in a constant buffer.
cs_5_0
dcl_thread_group 16, 16, 1
dcl_constantbuffer cb0[2], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 4
mov r0.x, l(0)
mov r0.y, l(0)
loop 
  mov r1.x, r0.yyyy
  ige r1.x, r1.xxxx, l(7)
  if_nz r1.xxxx
    break 
  endif 
  mov r1.x, r0.yyyy
  iadd r1.x, r1.xxxx, l(-3)
  ineg r1.y, r1.xxxx
  imax r1.x, r1.xxxx, r1.yyyy
  iadd r1.x, r1.xxxx, l(3)
  mov r1.y, r0.yyyy
  iadd r1.y, vThreadID.yyyy, r1.yyyy
  imul null, r2.x, r1.yyyy, l(1030)
  iadd r1.y, r2.xxxx, vThreadID.xxxx
  mov r0.z, r1.yyyy
  mov r0.w, l(0)
  mov r1.yz, r0.xzwx
  ld_structured r1.y, r1.yyyz, l(0), t0.xxxx
  udiv null, r2.x, r1.xxxx, l(4)
  udiv r1.x, null, r1.xxxx, l(4)
  ieq r2.xyzw, r2.xxxx, l(0, 1, 2, 3)
  and r2.xyzw, r2.xyzw, l(0x3f800000)
  dp4 r1.x, cb0[r1.x + 0].xyzw, r2.xyzw
  mul r1.x, r1.yyyy, r1.xxxx
  mov r1.y, r0.xxxx
  add r1.x, r1.yyyy, r1.xxxx
  mov r0.x, r1.xxxx
  mov r1.y, r0.yyyy
  iadd r1.y, r1.yyyy, l(-3)
  ineg r1.z, r1.yyyy
  imax r1.y, r1.yyyy, r1.zzzz
  iadd r1.y, r1.yyyy, l(2)
  mov r1.z, r0.yyyy
  iadd r1.z, vThreadID.yyyy, r1.zzzz
  imul null, r2.x, r1.zzzz, l(1030)
  iadd r1.z, r2.xxxx, vThreadID.xxxx
  iadd r1.z, r1.zzzz, l(1)
  mov r0.z, r1.zzzz
  mov r0.w, l(0)
  mov r1.zw, r0.xxzw
  ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
  udiv null, r2.x, r1.yyyy, l(4)
  udiv r3.x, null, r1.yyyy, l(4)
  ieq r2.xyzw, r2.xxxx, l(0, 1, 2, 3)
  and r2.xyzw, r2.xyzw, l(0x3f800000)
  dp4 r1.y, cb0[r3.x + 0].xyzw, r2.xyzw
  mul r1.y, r1.zzzz, r1.yyyy
  add r1.x, r1.xxxx, r1.yyyy
  mov r0.x, r1.xxxx
  mov r1.y, r0.yyyy
  iadd r1.y, r1.yyyy, l(-3)
  ineg r1.z, r1.yyyy
  imax r1.y, r1.yyyy, r1.zzzz
  iadd r1.y, r1.yyyy, l(1)
  mov r1.z, r0.yyyy
  iadd r1.z, vThreadID.yyyy, r1.zzzz
  imul null, r2.x, r1.zzzz, l(1030)
  iadd r1.z, r2.xxxx, vThreadID.xxxx
  iadd r1.z, r1.zzzz, l(2)
  mov r0.z, r1.zzzz
  mov r0.w, l(0)
  mov r1.zw, r0.xxzw
  ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
  udiv null, r2.x, r1.yyyy, l(4)
  udiv r3.x, null, r1.yyyy, l(4)
  ieq r2.xyzw, r2.xxxx, l(0, 1, 2, 3)
  and r2.xyzw, r2.xyzw, l(0x3f800000)
  dp4 r1.y, cb0[r3.x + 0].xyzw, r2.xyzw
  mul r1.y, r1.zzzz, r1.yyyy
  add r1.x, r1.xxxx, r1.yyyy
  mov r0.x, r1.xxxx
  mov r1.y, r0.yyyy
  iadd r1.y, r1.yyyy, l(-3)
  ineg r1.z, r1.yyyy
  imax r1.y, r1.yyyy, r1.zzzz
  mov r1.z, r0.yyyy
  iadd r1.z, vThreadID.yyyy, r1.zzzz
  imul null, r2.x, r1.zzzz, l(1030)
  iadd r1.z, r2.xxxx, vThreadID.xxxx
  iadd r1.z, r1.zzzz, l(3)
  mov r0.z, r1.zzzz
  mov r0.w, l(0)
  mov r1.zw, r0.xxzw
  ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
  udiv null, r2.x, r1.yyyy, l(4)
  udiv r3.x, null, r1.yyyy, l(4)
  ieq r2.xyzw, r2.xxxx, l(0, 1, 2, 3)
  and r2.xyzw, r2.xyzw, l(0x3f800000)
  dp4 r1.y, cb0[r3.x + 0].xyzw, r2.xyzw
  mul r1.y, r1.zzzz, r1.yyyy
  add r1.x, r1.xxxx, r1.yyyy
  mov r0.x, r1.xxxx
  mov r1.y, r0.yyyy
  iadd r1.y, r1.yyyy, l(-3)
  ineg r1.z, r1.yyyy
  imax r1.y, r1.yyyy, r1.zzzz
  iadd r1.y, r1.yyyy, l(1)
  mov r1.z, r0.yyyy
  iadd r1.z, vThreadID.yyyy, r1.zzzz
  imul null, r2.x, r1.zzzz, l(1030)
  iadd r1.z, r2.xxxx, vThreadID.xxxx
  iadd r1.z, r1.zzzz, l(4)
  mov r0.z, r1.zzzz
  mov r0.w, l(0)
  mov r1.zw, r0.xxzw
  ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
  udiv null, r2.x, r1.yyyy, l(4)
  udiv r3.x, null, r1.yyyy, l(4)
  ieq r2.xyzw, r2.xxxx, l(0, 1, 2, 3)
  and r2.xyzw, r2.xyzw, l(0x3f800000)
  dp4 r1.y, cb0[r3.x + 0].xyzw, r2.xyzw
  mul r1.y, r1.zzzz, r1.yyyy
  add r1.x, r1.xxxx, r1.yyyy
  mov r0.x, r1.xxxx
  mov r1.y, r0.yyyy
  iadd r1.y, r1.yyyy, l(-3)
  ineg r1.z, r1.yyyy
  imax r1.y, r1.yyyy, r1.zzzz
  iadd r1.y, r1.yyyy, l(2)
  mov r1.z, r0.yyyy
  iadd r1.z, vThreadID.yyyy, r1.zzzz
  imul null, r2.x, r1.zzzz, l(1030)
  iadd r1.z, r2.xxxx, vThreadID.xxxx
  iadd r1.z, r1.zzzz, l(5)
  mov r0.z, r1.zzzz
  mov r0.w, l(0)
  mov r1.zw, r0.xxzw
  ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
  udiv null, r2.x, r1.yyyy, l(4)
  udiv r3.x, null, r1.yyyy, l(4)
  ieq r2.xyzw, r2.xxxx, l(0, 1, 2, 3)
  and r2.xyzw, r2.xyzw, l(0x3f800000)
  dp4 r1.y, cb0[r3.x + 0].xyzw, r2.xyzw
  mul r1.y, r1.zzzz, r1.yyyy
  add r1.x, r1.xxxx, r1.yyyy
  mov r0.x, r1.xxxx
  mov r1.y, r0.yyyy
  iadd r1.y, r1.yyyy, l(-3)
  ineg r1.z, r1.yyyy
  imax r1.y, r1.yyyy, r1.zzzz
  iadd r1.y, r1.yyyy, l(3)
  mov r1.z, r0.yyyy
  iadd r1.z, vThreadID.yyyy, r1.zzzz
  imul null, r2.x, r1.zzzz, l(1030)
  iadd r1.z, r2.xxxx, vThreadID.xxxx
  iadd r1.z, r1.zzzz, l(6)
  mov r0.z, r1.zzzz
  mov r0.w, l(0)
  mov r1.zw, r0.xxzw
  ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
  udiv null, r2.x, r1.yyyy, l(4)
  udiv r3.x, null, r1.yyyy, l(4)
  ieq r2.xyzw, r2.xxxx, l(0, 1, 2, 3)
  and r2.xyzw, r2.xyzw, l(0x3f800000)
  dp4 r1.y, cb0[r3.x + 0].xyzw, r2.xyzw
  mul r1.y, r1.zzzz, r1.yyyy
  add r1.x, r1.xxxx, r1.yyyy
  mov r0.x, r1.xxxx
  mov r1.x, r0.yyyy
  iadd r1.x, r1.xxxx, l(1)
  mov r0.y, r1.xxxx
endloop 
mov r0.x, r0.xxxx
imul null, r1.x, vThreadID.yyyy, l(1024)
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
