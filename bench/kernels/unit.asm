// Rows scaled to length 1: each thread sums the squares of its row and stores the scaled row.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 3
imul null, r0.x, vThreadID.xxxx, cb0[0].xxxx
mov r0.y, l(0)
mov r0.z, l(0)
loop 
  mov r0.w, r0.zzzz
  uge r0.w, r0.wwww, cb0[0].xxxx
  if_nz r0.wwww
    break 
  endif 
  mov r0.w, r0.zzzz
  iadd r0.w, r0.xxxx, r0.wwww
  mov r1.x, r0.wwww
  mov r1.y, l(0)
  mov r2.xy, r1.xyxx
  ld_structured r0.w, r2.xxxy, l(0), t0.xxxx
  mov r2.x, r0.zzzz
  iadd r2.x, r0.xxxx, r2.xxxx
  mov r1.z, r2.xxxx
  mov r1.w, l(0)
  mov r2.xy, r1.zwzz
  ld_structured r2.x, r2.xxxy, l(0), t0.xxxx
  mul r0.w, r0.wwww, r2.xxxx
  mov r2.x, r0.yyyy
  add r0.w, r2.xxxx, r0.wwww
  mov r0.y, r0.wwww
  mov r0.w, r0.zzzz
  iadd r0.w, r0.wwww, l(1)
  mov r0.z, r0.wwww
endloop 
mov r0.y, r0.yyyy
rsq r0.y, r0.yyyy
mov r0.z, l(0)
loop 
  mov r0.w, r0.zzzz
  uge r0.w, r0.wwww, cb0[0].xxxx
  if_nz r0.wwww
    break 
  endif 
  mov r0.w, r0.zzzz
  iadd r0.w, r0.xxxx, r0.wwww
  mov r1.x, r0.wwww
  mov r1.y, l(0)
  mov r1.zw, r1.xxxy
  ld_structured r0.w, r1.zzzw, l(0), t0.xxxx
  mul r0.w, r0.wwww, r0.yyyy
  mov r1.z, r0.zzzz
  iadd r1.z, r0.xxxx, r1.zzzz
  store_structured u0.x, r1.zzzz, l(0), r0.wwww
  mov r0.w, r0.zzzz
  iadd r0.w, r0.wwww, l(1)
  mov r0.z, r0.wwww
endloop 
ret 
// Approximately 59 instruction slots used
