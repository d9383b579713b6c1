// Sums of a word and its four neighbours on a picture with a border, groups of 5 x 5, some of which are beyond it.
cs_5_0
dcl_thread_group 5, 5, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 2
uge r0.x, vThreadID.xxxx, cb0[0].xxxx
uge r0.y, vThreadID.yyyy, cb0[0].yyyy
or r0.x, r0.xxxx, r0.yyyy
not r0.x, r0.xxxx
if_nz r0.xxxx
  iadd r0.x, vThreadID.yyyy, l(1)
  imul null, r0.x, r0.xxxx, cb0[0].zzzz
  iadd r0.x, r0.xxxx, vThreadID.xxxx
  iadd r0.y, r0.xxxx, l(1)
  mov r0.y, r0.yyyy
  mov r0.z, l(0)
  mov r0.yz, r0.xyzx
  ld_structured r0.y, r0.yyyz, l(0), t0.xxxx
  mov r0.z, r0.xxxx
  mov r0.w, l(0)
  mov r0.zw, r0.xxzw
  ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
  add r0.y, r0.yyyy, r0.zzzz
  iadd r0.z, r0.xxxx, l(2)
  mov r0.z, r0.zzzz
  mov r0.w, l(0)
  mov r0.zw, r0.xxzw
  ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
  add r0.y, r0.yyyy, r0.zzzz
  ineg r0.z, cb0[0].zzzz
  iadd r0.z, r0.xxxx, r0.zzzz
  iadd r0.z, r0.zzzz, l(1)
  mov r0.z, r0.zzzz
  mov r0.w, l(0)
  mov r0.zw, r0.xxzw
  ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
  add r0.y, r0.yyyy, r0.zzzz
  iadd r0.x, r0.xxxx, cb0[0].zzzz
  iadd r0.x, r0.xxxx, l(1)
  mov r0.x, r0.xxxx
  mov r0.z, l(0)
  mov r0.xz, r0.xxzx
  ld_structured r0.x, r0.xxxz, l(0), t0.xxxx
  add r0.x, r0.yyyy, r0.xxxx
  imul null, r1.x, vThreadID.yyyy, cb0[0].xxxx
  iadd r0.y, r1.xxxx, vThreadID.xxxx
  store_structured u0.x, r0.yyyy, l(0), r0.xxxx
endif
ret
