// A sparse matrix times a vector: each thread has the row between two offsets.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_resource_structured t0, 4
dcl_resource_structured t1, 4
dcl_resource_structured t2, 4
dcl_resource_structured t3, 4
dcl_uav_structured u0, 4
dcl_input vThreadID.xyz
dcl_temps 3
mov r0.x, l(0)
iadd r0.y, vThreadID.xxxx, l(1)
mov r0.y, r0.yyyy
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t0.xxxx
mov r0.z, vThreadID.xxxx
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
store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
ret
// Approximately 50 instruction slots used
