// Product of square matrices, tiles of 16 x 16 in g#, the inner loop unrolled, fused.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t4, 4
dcl_resource_structured t5, 4
dcl_uav_structured u0, 4
dcl_input vThreadIDInGroup.xy
dcl_input vThreadID.xy
dcl_temps 3
dcl_tgsm_structured g0, 4, 256
dcl_tgsm_structured g1, 4, 256
dcl_thread_group 16, 16, 1
imad r0.x, vThreadIDInGroup.y, l(16), vThreadIDInGroup.x
ishl r0.y, vThreadIDInGroup.y, l(4)
mov r1.xy, l(0,0,0,0)
loop
  uge r1.z, r1.y, cb0[0].x
  breakc_nz r1.z
  iadd r2.x, r1.y, vThreadIDInGroup.x
  imad r2.x, vThreadID.y, cb0[0].x, r2.x
  iadd r2.y, r1.y, vThreadIDInGroup.y
  imad r2.y, r2.y, cb0[0].x, vThreadID.x
  ld_structured_indexable(structured_buffer, stride=4)(mixed,mixed,mixed,mixed) r2.x, r2.x, l(0), t4.xxxx
  store_structured g0.x, r0.x, l(0), r2.x
  ld_structured_indexable(structured_buffer, stride=4)(mixed,mixed,mixed,mixed) r2.y, r2.y, l(0), t5.xxxx
  store_structured g1.x, r0.x, l(0), r2.y
  sync_g_t
  ld_structured r2.x, r0.y, l(0), g0.xxxx
  ld_structured r2.y, vThreadIDInGroup.x, l(0), g1.xxxx
  mad r1.x, r2.x, r2.y, r1.x
  iadd r2.x, r0.y, l(1)
  ld_structured r2.x, r2.x, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.x, l(16)
  ld_structured r2.y, r2.y, l(0), g1.xxxx
  mad r1.x, r2.x, r2.y, r1.x
  iadd r2.x, r0.y, l(2)
  ld_structured r2.x, r2.x, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.x, l(32)
  ld_structured r2.y, r2.y, l(0), g1.xxxx
  mad r1.x, r2.x, r2.y, r1.x
  iadd r2.x, r0.y, l(3)
  ld_structured r2.x, r2.x, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.x, l(48)
  ld_structured r2.y, r2.y, l(0), g1.xxxx
  mad r1.x, r2.x, r2.y, r1.x
  iadd r2.x, r0.y, l(4)
  ld_structured r2.x, r2.x, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.x, l(64)
  ld_structured r2.y, r2.y, l(0), g1.xxxx
  mad r1.x, r2.x, r2.y, r1.x
  iadd r2.x, r0.y, l(5)
  ld_structured r2.x, r2.x, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.x, l(80)
  ld_structured r2.y, r2.y, l(0), g1.xxxx
  mad r1.x, r2.x, r2.y, r1.x
  iadd r2.x, r0.y, l(6)
  ld_structured r2.x, r2.x, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.x, l(96)
  ld_structured r2.y, r2.y, l(0), g1.xxxx
  mad r1.x, r2.x, r2.y, r1.x
  iadd r2.x, r0.y, l(7)
  ld_structured r2.x, r2.x, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.x, l(112)
  ld_structured r2.y, r2.y, l(0), g1.xxxx
  mad r1.x, r2.x, r2.y, r1.x
  iadd r2.x, r0.y, l(8)
  ld_structured r2.x, r2.x, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.x, l(128)
  ld_structured r2.y, r2.y, l(0), g1.xxxx
  mad r1.x, r2.x, r2.y, r1.x
  iadd r2.x, r0.y, l(9)
  ld_structured r2.x, r2.x, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.x, l(144)
  ld_structured r2.y, r2.y, l(0), g1.xxxx
  mad r1.x, r2.x, r2.y, r1.x
  iadd r2.x, r0.y, l(10)
  ld_structured r2.x, r2.x, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.x, l(160)
  ld_structured r2.y, r2.y, l(0), g1.xxxx
  mad r1.x, r2.x, r2.y, r1.x
  iadd r2.x, r0.y, l(11)
  ld_structured r2.x, r2.x, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.x, l(176)
  ld_structured r2.y, r2.y, l(0), g1.xxxx
  mad r1.x, r2.x, r2.y, r1.x
  iadd r2.x, r0.y, l(12)
  ld_structured r2.x, r2.x, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.x, l(192)
  ld_structured r2.y, r2.y, l(0), g1.xxxx
  mad r1.x, r2.x, r2.y, r1.x
  iadd r2.x, r0.y, l(13)
  ld_structured r2.x, r2.x, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.x, l(208)
  ld_structured r2.y, r2.y, l(0), g1.xxxx
  mad r1.x, r2.x, r2.y, r1.x
  iadd r2.x, r0.y, l(14)
  ld_structured r2.x, r2.x, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.x, l(224)
  ld_structured r2.y, r2.y, l(0), g1.xxxx
  mad r1.x, r2.x, r2.y, r1.x
  iadd r2.x, r0.y, l(15)
  ld_structured r2.x, r2.x, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.x, l(240)
  ld_structured r2.y, r2.y, l(0), g1.xxxx
  mad r1.x, r2.x, r2.y, r1.x
  sync_g_t
  iadd r1.y, r1.y, l(16)
endloop
imad r0.x, vThreadID.y, cb0[0].x, vThreadID.x
store_structured u0.x, r0.x, l(0), r1.x
ret
