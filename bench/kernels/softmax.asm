// Softmax of rows in place: each thread finds its row's maximum, replaces the row by exponentials, and divides by their sum.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 3
imul null, r0.x, vThreadID.xxxx, cb0[0].xxxx
mov r0.y, r0.xxxx
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yzyy, l(0), u0.xxxx
mov r0.y, r0.yyyy
mov r0.z, l(1)
loop 
  mov r0.w, r0.zzzz
  uge r0.w, r0.wwww, cb0[0].xxxx
  if_nz r0.wwww
    break 
  endif 
  mov r0.w, r0.yyyy
  mov r1.z, r0.zzzz
  iadd r1.z, r0.xxxx, r1.zzzz
  mov r1.x, r1.zzzz
  mov r1.y, l(0)
  mov r1.zw, r1.xxxy
  ld_structured r1.z, r1.zwzz, l(0), u0.xxxx
  max r0.w, r0.wwww, r1.zzzz
  mov r0.y, r0.wwww
  mov r0.w, r0.zzzz
  iadd r0.w, r0.wwww, l(1)
  mov r0.z, r0.wwww
endloop 
mov r0.w, l(0)
mov r0.z, l(0)
loop 
  mov r1.z, r0.zzzz
  uge r1.z, r1.zzzz, cb0[0].xxxx
  if_nz r1.zzzz
    break 
  endif 
  mov r1.z, r0.zzzz
  iadd r1.z, r0.xxxx, r1.zzzz
  mov r1.x, r1.zzzz
  mov r1.y, l(0)
  mov r1.zw, r1.xxxy
  ld_structured r1.z, r1.zwzz, l(0), u0.xxxx
  mov r1.w, r0.yyyy
  add r1.z, r1.zzzz, -r1.wwww
  mul r1.z, r1.zzzz, l(1.442695)
  exp r1.z, r1.zzzz
  mov r1.w, r0.zzzz
  iadd r1.w, r0.xxxx, r1.wwww
  store_structured u0.x, r1.wwww, l(0), r1.zzzz
  mov r1.w, r0.wwww
  add r1.z, r1.wwww, r1.zzzz
  mov r0.w, r1.zzzz
  mov r1.z, r0.zzzz
  iadd r1.z, r1.zzzz, l(1)
  mov r0.z, r1.zzzz
endloop 
mov r0.z, l(0)
loop 
  mov r0.y, r0.zzzz
  uge r0.y, r0.yyyy, cb0[0].xxxx
  if_nz r0.yyyy
    break 
  endif 
  mov r0.y, r0.wwww
  mov r1.z, r0.zzzz
  iadd r1.z, r0.xxxx, r1.zzzz
  mov r1.x, r1.zzzz
  mov r1.y, l(0)
  mov r2.xy, r1.xyxx
  ld_structured r1.w, r2.xyxx, l(0), u0.xxxx
  div r0.y, r1.wwww, r0.yyyy
  store_structured u0.x, r1.zzzz, l(0), r0.yyyy
  mov r0.y, r0.zzzz
  iadd r0.y, r0.yyyy, l(1)
  mov r0.z, r0.yyyy
endloop 
ret 
// Approximately 80 instruction slots used
