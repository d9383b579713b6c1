// A filter that depends on its own results, along rows: a group of one thread each.
cs_5_0
dcl_thread_group 1, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadGroupID.xyz
dcl_temps 3
mov r0.x, l(0)
mov r0.y, l(0)
mov r0.z, l(0)
loop 
  mov r0.w, r0.zzzz
  uge r0.w, r0.wwww, cb0[0].xxxx
  if_nz r0.wwww
    break 
  endif 
  mov r0.w, r0.xxxx
  mul r0.w, r0.wwww, l(0.950000)
  imul null, r2.x, vThreadGroupID.xxxx, cb0[0].xxxx
  mov r1.z, r0.zzzz
  iadd r1.z, r2.xxxx, r1.zzzz
  mov r1.x, r1.zzzz
  mov r1.y, l(0)
  mov r1.zw, r1.xxxy
  ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
  add r0.w, r0.wwww, r1.zzzz
  mov r0.x, r0.wwww
  mov r1.z, r0.yyyy
  mul r1.z, r1.zzzz, l(0.990000)
  max r1.z, r1.zzzz, |r0.wwww|
  mov r0.y, r1.zzzz
  add r1.z, r1.zzzz, l(1.000000)
  div r0.w, r0.wwww, r1.zzzz
  imul null, r2.x, vThreadGroupID.xxxx, cb0[0].xxxx
  mov r1.z, r0.zzzz
  iadd r1.z, r2.xxxx, r1.zzzz
  store_structured u0.x, r1.zzzz, l(0), r0.wwww
  mov r0.w, r0.zzzz
  iadd r0.w, r0.wwww, l(1)
  mov r0.z, r0.wwww
endloop 
ret 
