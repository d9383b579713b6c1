// A step of a recurrent network: four rows of weights an element of the input, by columns, then sigmoids.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_resource_structured t1, 4  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000004
dcl_resource_structured t2, 4  // sm5: 0x040000a2 0x00107001 0x00000002 0x00000004
dcl_uav_structured u0, 8 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000008
dcl_input vThreadID.xyz
dcl_temps 6
mov r0.x, l(0)
mov r0.y, l(0)
mov r0.z, l(0)
mov r0.w, l(0)
mov r1.x, l(0)
loop 
  mov r1.w, r1.xxxx
  uge r1.w, r1.wwww, cb0[0].yyyy
  if_nz r1.wwww
    break 
  endif 
  mov r1.w, r1.xxxx
  mov r1.y, r1.wwww
  mov r1.z, l(0)
  mov r4.xy, r1.yzyy
  ld_structured r1.w, r4.xxxy, l(0), t0.xxxx
  mov r4.x, r1.xxxx
  imul null, r4.x, r4.xxxx, cb0[0].xxxx
  imul null, r4.x, r4.xxxx, l(4)
  iadd r4.x, r4.xxxx, vThreadID.xxxx
  mov r2.x, r4.xxxx
  mov r2.y, l(0)
  mov r4.yz, r2.xxyx
  ld_structured r4.y, r4.yyyz, l(0), t1.xxxx
  mul r4.y, r1.wwww, r4.yyyy
  mov r4.z, r0.xxxx
  add r4.y, r4.zzzz, r4.yyyy
  mov r0.x, r4.yyyy
  iadd r4.y, r4.xxxx, cb0[0].xxxx
  mov r2.z, r4.yyyy
  mov r2.w, l(0)
  mov r4.yz, r2.xzwx
  ld_structured r4.y, r4.yyyz, l(0), t1.xxxx
  mul r4.y, r1.wwww, r4.yyyy
  mov r4.z, r0.yyyy
  add r4.y, r4.zzzz, r4.yyyy
  mov r0.y, r4.yyyy
  imul null, r5.x, cb0[0].xxxx, l(2)
  iadd r4.y, r4.xxxx, r5.xxxx
  mov r3.x, r4.yyyy
  mov r3.y, l(0)
  mov r4.yz, r3.xxyx
  ld_structured r4.y, r4.yyyz, l(0), t1.xxxx
  mul r4.y, r1.wwww, r4.yyyy
  mov r4.z, r0.zzzz
  add r4.y, r4.zzzz, r4.yyyy
  mov r0.z, r4.yyyy
  imul null, r5.x, cb0[0].xxxx, l(3)
  iadd r4.x, r4.xxxx, r5.xxxx
  mov r3.z, r4.xxxx
  mov r3.w, l(0)
  mov r4.xy, r3.zwzz
  ld_structured r4.x, r4.xxxy, l(0), t1.xxxx
  mul r1.w, r1.wwww, r4.xxxx
  mov r4.x, r0.wwww
  add r1.w, r4.xxxx, r1.wwww
  mov r0.w, r1.wwww
  mov r1.w, r1.xxxx
  iadd r1.w, r1.wwww, l(1)
  mov r1.x, r1.wwww
endloop 
mov r0.y, r0.yyyy
mul r0.y, -r0.yyyy, l(1.442695)
exp r0.y, r0.yyyy
add r0.y, r0.yyyy, l(1.000000)
div r0.y, l(1.000000), r0.yyyy
mov r1.x, vThreadID.xxxx
mov r1.y, l(0)
mov r1.xy, r1.xyxx
ld_structured r1.x, r1.xxxy, l(0), t2.xxxx
mul r0.y, r0.yyyy, r1.xxxx
mov r0.x, r0.xxxx
mul r0.x, -r0.xxxx, l(1.442695)
exp r0.x, r0.xxxx
add r0.x, r0.xxxx, l(1.000000)
div r0.x, l(1.000000), r0.xxxx
mov r0.z, r0.zzzz
mul r0.z, -r0.zzzz, l(1.442695)
exp r0.z, r0.zzzz
add r0.z, r0.zzzz, l(1.000000)
div r0.z, l(1.000000), r0.zzzz
mul r0.x, r0.xxxx, r0.zzzz
add r0.x, r0.yyyy, r0.xxxx
mov r0.y, r0.wwww
mul r0.y, -r0.yyyy, l(1.442695)
exp r0.y, r0.yyyy
add r0.y, r0.yyyy, l(1.000000)
div r0.y, l(1.000000), r0.yyyy
mul r0.z, -r0.xxxx, l(1.442695)
exp r0.z, r0.zzzz
add r0.z, r0.zzzz, l(1.000000)
div r0.z, l(1.000000), r0.zzzz
mul r0.y, r0.yyyy, r0.zzzz
store_structured u0.x, vThreadID.xxxx, l(0), r0.yyyy
store_structured u0.x, vThreadID.xxxx, l(4), r0.xxxx
ret 
