// A sparse matrix times eight vectors, interleaved: a thread for each row and vector.
cs_5_0
dcl_thread_group 8, 16, 1
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_resource_structured t1, 4  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000004
dcl_resource_structured t2, 4  // sm5: 0x040000a2 0x00107001 0x00000002 0x00000004
dcl_resource_structured t3, 4  // sm5: 0x040000a2 0x00107001 0x00000003 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 4
mov r0.x, l(0)
iadd r0.y, vThreadID.yyyy, l(1)
mov r0.y, r0.yyyy
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t0.xxxx
mov r0.z, vThreadID.yyyy
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
mov r0.z, r0.zzzz
loop 
  mov r0.w, r0.zzzz
  uge r0.w, r0.wwww, r0.yyyy
  if_nz r0.wwww
    break 
  endif 
  mov r0.w, r0.zzzz
  mov r1.x, r0.wwww
  mov r1.y, l(0)
  mov r2.zw, r1.xxxy
  ld_structured r0.w, r2.zzzw, l(0), t2.xxxx
  mov r2.z, r0.zzzz
  mov r1.z, r2.zzzz
  mov r1.w, l(0)
  mov r2.zw, r1.xxzw
  ld_structured r2.z, r2.zzzw, l(0), t1.xxxx
  imul null, r3.x, r2.zzzz, l(8)
  iadd r2.z, r3.xxxx, vThreadID.xxxx
  mov r2.x, r2.zzzz
  mov r2.y, l(0)
  mov r2.zw, r2.xxxy
  ld_structured r2.z, r2.zzzw, l(0), t3.xxxx
  mul r0.w, r0.wwww, r2.zzzz
  mov r2.z, r0.xxxx
  add r0.w, r2.zzzz, r0.wwww
  mov r0.x, r0.wwww
  mov r0.w, r0.zzzz
  iadd r0.w, r0.wwww, l(1)
  mov r0.z, r0.wwww
endloop 
mov r0.x, r0.xxxx
imul null, r1.x, vThreadID.yyyy, l(8)
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
// Approximately 54 instruction slots used
