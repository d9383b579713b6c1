// Marching cubes, classification: which of a cell's corners are inside, and how many triangles that makes.
cs_5_0
dcl_thread_group 8, 8, 4
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_resource_structured t1, 4  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_uav_structured u1, 4 // sm5: 0x0400009e 0x0011e001 0x00000001 0x00000004
dcl_input vThreadID.xyz
dcl_temps 3
uge r0.x, vThreadID.xxxx, cb0[0].xxxx
uge r0.y, vThreadID.yyyy, cb0[0].yyyy
or r0.x, r0.xxxx, r0.yyyy
uge r0.y, vThreadID.zzzz, cb0[0].zzzz
or r0.x, r0.xxxx, r0.yyyy
not r0.x, r0.xxxx
if_nz r0.xxxx
  iadd r0.x, cb0[0].yyyy, l(1)
  imul null, r1.x, vThreadID.zzzz, r0.xxxx
  iadd r0.y, r1.xxxx, vThreadID.yyyy
  iadd r0.z, cb0[0].xxxx, l(1)
  imul null, r1.x, r0.yyyy, r0.zzzz
  iadd r0.y, r1.xxxx, vThreadID.xxxx
  mov r0.y, r0.yyyy
  mov r0.w, l(0)
  mov r1.xy, r0.ywyy
  ld_structured r1.x, r1.xxxy, l(0), t0.xxxx
  lt r1.x, r1.xxxx, cb0[0].wwww
  movc r1.x, r1.xxxx, l(1), l(0)
  iadd r1.yzw, vThreadID.xxyz, l(1, 1, 0, 0)
  imul null, r2.x, r1.wwww, r0.xxxx
  iadd r2.x, r2.xxxx, r1.zzzz
  imul null, r2.x, r2.xxxx, r0.zzzz
  iadd r1.y, r2.xxxx, r1.yyyy
  mov r0.y, r1.yyyy
  mov r0.w, l(0)
  mov r1.yz, r0.xywx
  ld_structured r1.y, r1.yyyz, l(0), t0.xxxx
  lt r1.y, r1.yyyy, cb0[0].wwww
  or r1.z, r1.xxxx, l(2)
  movc r1.x, r1.yyyy, r1.zzzz, r1.xxxx
  iadd r1.yzw, vThreadID.xxyz, l(0, 0, 1, 0)
  imul null, r2.x, r1.wwww, r0.xxxx
  iadd r2.x, r2.xxxx, r1.zzzz
  imul null, r2.x, r2.xxxx, r0.zzzz
  iadd r1.y, r2.xxxx, r1.yyyy
  mov r0.y, r1.yyyy
  mov r0.w, l(0)
  mov r1.yz, r0.xywx
  ld_structured r1.y, r1.yyyz, l(0), t0.xxxx
  lt r1.y, r1.yyyy, cb0[0].wwww
  or r1.z, r1.xxxx, l(4)
  movc r1.x, r1.yyyy, r1.zzzz, r1.xxxx
  iadd r1.yzw, vThreadID.xxyz, l(1, 1, 1, 0)
  imul null, r2.x, r1.wwww, r0.xxxx
  iadd r2.x, r2.xxxx, r1.zzzz
  imul null, r2.x, r2.xxxx, r0.zzzz
  iadd r1.y, r2.xxxx, r1.yyyy
  mov r0.y, r1.yyyy
  mov r0.w, l(0)
  mov r1.yz, r0.xywx
  ld_structured r1.y, r1.yyyz, l(0), t0.xxxx
  lt r1.y, r1.yyyy, cb0[0].wwww
  or r1.z, r1.xxxx, l(8)
  movc r1.x, r1.yyyy, r1.zzzz, r1.xxxx
  iadd r1.yzw, vThreadID.xxyz, l(0, 0, 0, 1)
  imul null, r2.x, r1.wwww, r0.xxxx
  iadd r2.x, r2.xxxx, r1.zzzz
  imul null, r2.x, r2.xxxx, r0.zzzz
  iadd r1.y, r2.xxxx, r1.yyyy
  mov r0.y, r1.yyyy
  mov r0.w, l(0)
  mov r1.yz, r0.xywx
  ld_structured r1.y, r1.yyyz, l(0), t0.xxxx
  lt r1.y, r1.yyyy, cb0[0].wwww
  or r1.z, r1.xxxx, l(16)
  movc r1.x, r1.yyyy, r1.zzzz, r1.xxxx
  iadd r1.yzw, vThreadID.xxyz, l(1, 1, 0, 1)
  imul null, r2.x, r1.wwww, r0.xxxx
  iadd r2.x, r2.xxxx, r1.zzzz
  imul null, r2.x, r2.xxxx, r0.zzzz
  iadd r1.y, r2.xxxx, r1.yyyy
  mov r0.y, r1.yyyy
  mov r0.w, l(0)
  mov r1.yz, r0.xywx
  ld_structured r1.y, r1.yyyz, l(0), t0.xxxx
  lt r1.y, r1.yyyy, cb0[0].wwww
  or r1.z, r1.xxxx, l(32)
  movc r1.x, r1.yyyy, r1.zzzz, r1.xxxx
  iadd r1.yzw, vThreadID.xxyz, l(0, 0, 1, 1)
  imul null, r2.x, r1.wwww, r0.xxxx
  iadd r2.x, r2.xxxx, r1.zzzz
  imul null, r2.x, r2.xxxx, r0.zzzz
  iadd r1.y, r2.xxxx, r1.yyyy
  mov r0.y, r1.yyyy
  mov r0.w, l(0)
  mov r1.yz, r0.xywx
  ld_structured r1.y, r1.yyyz, l(0), t0.xxxx
  lt r1.y, r1.yyyy, cb0[0].wwww
  or r1.z, r1.xxxx, l(64)
  movc r1.x, r1.yyyy, r1.zzzz, r1.xxxx
  iadd r1.yzw, vThreadID.xxyz, l(1, 1, 1, 1)
  imul null, r0.x, r1.wwww, r0.xxxx
  iadd r0.x, r0.xxxx, r1.zzzz
  imul null, r0.x, r0.xxxx, r0.zzzz
  iadd r0.x, r0.xxxx, r1.yyyy
  mov r0.y, r0.xxxx
  mov r0.w, l(0)
  mov r0.xy, r0.ywyy
  ld_structured r0.x, r0.xxxy, l(0), t0.xxxx
  lt r0.x, r0.xxxx, cb0[0].wwww
  or r0.y, r1.xxxx, l(128)
  movc r0.x, r0.xxxx, r0.yyyy, r1.xxxx
  imul null, r1.x, vThreadID.zzzz, cb0[0].yyyy
  iadd r0.y, r1.xxxx, vThreadID.yyyy
  imul null, r1.x, r0.yyyy, cb0[0].xxxx
  iadd r0.y, r1.xxxx, vThreadID.xxxx
  store_structured u0.x, r0.yyyy, l(0), r0.xxxx
  mov r0.x, r0.xxxx
  mov r0.z, l(0)
  mov r0.xz, r0.xxzx
  ld_structured r0.x, r0.xxxz, l(0), t1.xxxx
  store_structured u1.x, r0.yyyy, l(0), r0.xxxx
endif 
ret 
// Approximately 123 instruction slots used
