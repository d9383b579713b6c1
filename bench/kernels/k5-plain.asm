// Product of square matrices, tiles of 16 x 16 in g#, the inner loop unrolled, rounded after each operation.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t4, 4
dcl_resource_structured t5, 4
dcl_uav_structured u0, 4
dcl_input vThreadIDInGroup.xy
dcl_input vThreadID.xy
dcl_temps 6
dcl_tgsm_structured g0, 4, 256
dcl_tgsm_structured g1, 4, 256
dcl_thread_group 16, 16, 1
mov r0.x, l(0)
mov r0.y, l(0)
loop
  mov r1.x, r0.y
  uge r1.x, r1.x, cb0[0].x
  if_nz r1.x
    break
  endif
  imul null, r1.x, vThreadIDInGroup.y, l(16)
  iadd r1.x, r1.x, vThreadIDInGroup.x
  imul null, r2.x, vThreadID.y, cb0[0].x
  iadd r2.x, r2.x, r0.y
  iadd r2.x, r2.x, vThreadIDInGroup.x
  mov r2.y, l(0)
  ld_structured r2.z, r2.x, r2.y, t4.xxxx
  store_structured g0.x, r1.x, l(0), r2.z
  iadd r3.x, r0.y, vThreadIDInGroup.y
  imul null, r3.x, r3.x, cb0[0].x
  iadd r3.x, r3.x, vThreadID.x
  mov r3.y, l(0)
  ld_structured r3.z, r3.x, r3.y, t5.xxxx
  store_structured g1.x, r1.x, l(0), r3.z
  sync_g_t
  imul null, r4.x, vThreadIDInGroup.y, l(16)
  ld_structured r4.y, r4.x, l(0), g0.xxxx
  mov r4.z, vThreadIDInGroup.x
  ld_structured r4.w, r4.z, l(0), g1.xxxx
  mul r5.x, r4.y, r4.w
  mov r5.y, r0.x
  add r5.y, r5.y, r5.x
  mov r0.x, r5.y
  imul null, r4.x, vThreadIDInGroup.y, l(16)
  iadd r4.x, r4.x, l(1)
  ld_structured r4.y, r4.x, l(0), g0.xxxx
  iadd r4.z, vThreadIDInGroup.x, l(16)
  ld_structured r4.w, r4.z, l(0), g1.xxxx
  mul r5.x, r4.y, r4.w
  mov r5.y, r0.x
  add r5.y, r5.y, r5.x
  mov r0.x, r5.y
  imul null, r4.x, vThreadIDInGroup.y, l(16)
  iadd r4.x, r4.x, l(2)
  ld_structured r4.y, r4.x, l(0), g0.xxxx
  iadd r4.z, vThreadIDInGroup.x, l(32)
  ld_structured r4.w, r4.z, l(0), g1.xxxx
  mul r5.x, r4.y, r4.w
  mov r5.y, r0.x
  add r5.y, r5.y, r5.x
  mov r0.x, r5.y
  imul null, r4.x, vThreadIDInGroup.y, l(16)
  iadd r4.x, r4.x, l(3)
  ld_structured r4.y, r4.x, l(0), g0.xxxx
  iadd r4.z, vThreadIDInGroup.x, l(48)
  ld_structured r4.w, r4.z, l(0), g1.xxxx
  mul r5.x, r4.y, r4.w
  mov r5.y, r0.x
  add r5.y, r5.y, r5.x
  mov r0.x, r5.y
  imul null, r4.x, vThreadIDInGroup.y, l(16)
  iadd r4.x, r4.x, l(4)
  ld_structured r4.y, r4.x, l(0), g0.xxxx
  iadd r4.z, vThreadIDInGroup.x, l(64)
  ld_structured r4.w, r4.z, l(0), g1.xxxx
  mul r5.x, r4.y, r4.w
  mov r5.y, r0.x
  add r5.y, r5.y, r5.x
  mov r0.x, r5.y
  imul null, r4.x, vThreadIDInGroup.y, l(16)
  iadd r4.x, r4.x, l(5)
  ld_structured r4.y, r4.x, l(0), g0.xxxx
  iadd r4.z, vThreadIDInGroup.x, l(80)
  ld_structured r4.w, r4.z, l(0), g1.xxxx
  mul r5.x, r4.y, r4.w
  mov r5.y, r0.x
  add r5.y, r5.y, r5.x
  mov r0.x, r5.y
  imul null, r4.x, vThreadIDInGroup.y, l(16)
  iadd r4.x, r4.x, l(6)
  ld_structured r4.y, r4.x, l(0), g0.xxxx
  iadd r4.z, vThreadIDInGroup.x, l(96)
  ld_structured r4.w, r4.z, l(0), g1.xxxx
  mul r5.x, r4.y, r4.w
  mov r5.y, r0.x
  add r5.y, r5.y, r5.x
  mov r0.x, r5.y
  imul null, r4.x, vThreadIDInGroup.y, l(16)
  iadd r4.x, r4.x, l(7)
  ld_structured r4.y, r4.x, l(0), g0.xxxx
  iadd r4.z, vThreadIDInGroup.x, l(112)
  ld_structured r4.w, r4.z, l(0), g1.xxxx
  mul r5.x, r4.y, r4.w
  mov r5.y, r0.x
  add r5.y, r5.y, r5.x
  mov r0.x, r5.y
  imul null, r4.x, vThreadIDInGroup.y, l(16)
  iadd r4.x, r4.x, l(8)
  ld_structured r4.y, r4.x, l(0), g0.xxxx
  iadd r4.z, vThreadIDInGroup.x, l(128)
  ld_structured r4.w, r4.z, l(0), g1.xxxx
  mul r5.x, r4.y, r4.w
  mov r5.y, r0.x
  add r5.y, r5.y, r5.x
  mov r0.x, r5.y
  imul null, r4.x, vThreadIDInGroup.y, l(16)
  iadd r4.x, r4.x, l(9)
  ld_structured r4.y, r4.x, l(0), g0.xxxx
  iadd r4.z, vThreadIDInGroup.x, l(144)
  ld_structured r4.w, r4.z, l(0), g1.xxxx
  mul r5.x, r4.y, r4.w
  mov r5.y, r0.x
  add r5.y, r5.y, r5.x
  mov r0.x, r5.y
  imul null, r4.x, vThreadIDInGroup.y, l(16)
  iadd r4.x, r4.x, l(10)
  ld_structured r4.y, r4.x, l(0), g0.xxxx
  iadd r4.z, vThreadIDInGroup.x, l(160)
  ld_structured r4.w, r4.z, l(0), g1.xxxx
  mul r5.x, r4.y, r4.w
  mov r5.y, r0.x
  add r5.y, r5.y, r5.x
  mov r0.x, r5.y
  imul null, r4.x, vThreadIDInGroup.y, l(16)
  iadd r4.x, r4.x, l(11)
  ld_structured r4.y, r4.x, l(0), g0.xxxx
  iadd r4.z, vThreadIDInGroup.x, l(176)
  ld_structured r4.w, r4.z, l(0), g1.xxxx
  mul r5.x, r4.y, r4.w
  mov r5.y, r0.x
  add r5.y, r5.y, r5.x
  mov r0.x, r5.y
  imul null, r4.x, vThreadIDInGroup.y, l(16)
  iadd r4.x, r4.x, l(12)
  ld_structured r4.y, r4.x, l(0), g0.xxxx
  iadd r4.z, vThreadIDInGroup.x, l(192)
  ld_structured r4.w, r4.z, l(0), g1.xxxx
  mul r5.x, r4.y, r4.w
  mov r5.y, r0.x
  add r5.y, r5.y, r5.x
  mov r0.x, r5.y
  imul null, r4.x, vThreadIDInGroup.y, l(16)
  iadd r4.x, r4.x, l(13)
  ld_structured r4.y, r4.x, l(0), g0.xxxx
  iadd r4.z, vThreadIDInGroup.x, l(208)
  ld_structured r4.w, r4.z, l(0), g1.xxxx
  mul r5.x, r4.y, r4.w
  mov r5.y, r0.x
  add r5.y, r5.y, r5.x
  mov r0.x, r5.y
  imul null, r4.x, vThreadIDInGroup.y, l(16)
  iadd r4.x, r4.x, l(14)
  ld_structured r4.y, r4.x, l(0), g0.xxxx
  iadd r4.z, vThreadIDInGroup.x, l(224)
  ld_structured r4.w, r4.z, l(0), g1.xxxx
  mul r5.x, r4.y, r4.w
  mov r5.y, r0.x
  add r5.y, r5.y, r5.x
  mov r0.x, r5.y
  imul null, r4.x, vThreadIDInGroup.y, l(16)
  iadd r4.x, r4.x, l(15)
  ld_structured r4.y, r4.x, l(0), g0.xxxx
  iadd r4.z, vThreadIDInGroup.x, l(240)
  ld_structured r4.w, r4.z, l(0), g1.xxxx
  mul r5.x, r4.y, r4.w
  mov r5.y, r0.x
  add r5.y, r5.y, r5.x
  mov r0.x, r5.y
  sync_g_t
  mov r1.w, r0.y
  iadd r1.w, r1.w, l(16)
  mov r0.y, r1.w
endloop
imul null, r1.x, vThreadID.y, cb0[0].x
iadd r1.x, r1.x, vThreadID.x
mov r1.y, r0.x
store_structured u0.x, r1.x, l(0), r1.y
ret
