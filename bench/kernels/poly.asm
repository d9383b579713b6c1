// A polynomial of degree 7 by Horner's rule, its coefficients in a constant buffer, groups of 96.
cs_5_0
dcl_thread_group 96, 1, 1
dcl_constantbuffer cb0[2], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 3
mov r0.x, vThreadID.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.x, r0.xxxy, l(0), t0.xxxx
mov r0.y, l(0)
mov r0.z, l(7)
loop 
  mov r0.w, r0.zzzz
  ilt r0.w, r0.wwww, l(0)
  if_nz r0.wwww
    break 
  endif 
  mov r0.w, r0.yyyy
  mul r0.w, r0.wwww, r0.xxxx
  mov r1.x, r0.zzzz
  and r1.x, r1.xxxx, l(3)
  mov r1.y, r0.zzzz
  ishr r1.y, r1.yyyy, l(2)
  ieq r2.xyzw, r1.xxxx, l(0, 1, 2, 3)
  and r2.xyzw, r2.xyzw, l(0x3f800000)
  dp4 r1.x, cb0[r1.y + 0].xyzw, r2.xyzw
  add r0.w, r0.wwww, r1.xxxx
  mov r0.y, r0.wwww
  mov r0.w, r0.zzzz
  iadd r0.w, r0.wwww, l(-1)
  mov r0.z, r0.wwww
endloop 
mov r0.x, r0.yyyy
store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
ret 
