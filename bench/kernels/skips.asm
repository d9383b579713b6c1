// Rows of a sparse matrix, of which each thread treats some elements by themselves and continues with the next.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_resource_structured t0, 4
dcl_resource_structured t1, 4
dcl_resource_structured t2, 4
dcl_resource_structured t3, 4
dcl_uav_structured u0, 4
dcl_input vThreadID.xyz
dcl_temps 4
mov r0.x, l(0)
mov r0.y, l(0)
iadd r0.z, vThreadID.xxxx, l(1)
mov r0.z, r0.zzzz
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
mov r1.x, vThreadID.xxxx
mov r1.y, l(0)
mov r1.xy, r1.xyxx
ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
mov r0.w, r0.wwww
loop
  mov r3.x, r0.wwww
  uge r3.x, r3.xxxx, r0.zzzz
  if_nz r3.xxxx
    break
  endif
  mov r3.x, r0.wwww
  mov r1.x, r3.xxxx
  mov r1.y, l(0)
  mov r3.xy, r1.xyxx
  ld_structured r3.x, r3.xxxy, l(0), t1.xxxx
  xor r3.y, r3.xxxx, vThreadID.xxxx
  and r3.y, r3.yyyy, l(15)
  ieq r3.y, r3.yyyy, l(0)
  if_nz r3.yyyy
    mov r3.y, r0.wwww
    mov r1.z, r3.yyyy
    mov r1.w, l(0)
    mov r3.yz, r1.xzwx
    ld_structured r3.y, r3.yyyz, l(0), t2.xxxx
    mov r3.z, r0.xxxx
    add r3.y, r3.zzzz, r3.yyyy
    mov r0.x, r3.yyyy
    mov r3.y, r0.wwww
    iadd r3.y, r3.yyyy, l(1)
    mov r0.w, r3.yyyy
    continue
  endif
  mov r3.y, r0.wwww
  mov r2.x, r3.yyyy
  mov r2.y, l(0)
  mov r3.yz, r2.xxyx
  ld_structured r3.y, r3.yyyz, l(0), t2.xxxx
  mov r2.z, r3.xxxx
  mov r2.w, l(0)
  mov r3.xz, r2.zxwx
  ld_structured r3.x, r3.xxxz, l(0), t3.xxxx
  mul r3.x, r3.yyyy, r3.xxxx
  mov r3.y, r0.yyyy
  add r3.x, r3.yyyy, r3.xxxx
  mov r0.y, r3.xxxx
  mov r3.x, r0.wwww
  iadd r3.x, r3.xxxx, l(1)
  mov r0.w, r3.xxxx
endloop
mov r0.x, r0.xxxx
mov r0.y, r0.yyyy
mul r0.y, r0.yyyy, l(0.500000)
add r0.x, r0.xxxx, r0.yyyy
store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
ret
// Approximately 71 instruction slots used
