// Structures of eight words stored at permuted places, those that live.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 32  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000020
dcl_uav_structured u0, 32 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000020
dcl_input vThreadID.xyz
dcl_temps 4
mov r0.x, vThreadID.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r1.xyz, r0.xxxy, l(0), t0.xyzx
ld_structured r0.z, r0.xxxy, l(12), t0.xxxx
ld_structured r2.xyz, r0.xxxy, l(16), t0.xyzx
ld_structured r0.x, r0.xxxy, l(28), t0.xxxx
lt r0.y, l(0.250000), r0.zzzz
if_nz r0.yyyy
  imul null, r3.x, vThreadID.xxxx, l(0x00009e37)
  and r0.y, r3.xxxx, cb0[0].xxxx
  store_structured u0.x, r0.yyyy, l(0), r1.xxxx
  store_structured u0.x, r0.yyyy, l(4), r1.yyyy
  store_structured u0.x, r0.yyyy, l(8), r1.zzzz
  store_structured u0.x, r0.yyyy, l(12), r0.zzzz
  store_structured u0.x, r0.yyyy, l(16), r2.xxxx
  store_structured u0.x, r0.yyyy, l(20), r2.yyyy
  store_structured u0.x, r0.yyyy, l(24), r2.zzzz
  store_structured u0.x, r0.yyyy, l(28), r0.xxxx
endif 
ret 
// Approximately 27 instruction slots used
