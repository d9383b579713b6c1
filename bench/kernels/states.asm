// Scores of the best paths to each of 16 states: 16 sequences a group, their symbols bytes of a typed buffer.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_buffer (uint,uint,uint,uint) t0
dcl_resource_structured t1, 4
dcl_resource_structured t2, 4
dcl_uav_structured u0, 4
dcl_input vThreadID.xy
dcl_input vThreadIDInGroup.xy
dcl_input vThreadIDInGroupFlattened
dcl_temps 3
dcl_tgsm_structured g0, 4, 256
dcl_tgsm_structured g1, 4, 256
dcl_thread_group 16, 16, 1
ishl r0.x, vThreadID.y, l(6)
ishl r0.y, vThreadIDInGroup.y, l(4)
ld_structured r1.x, vThreadIDInGroupFlattened.x, l(0), t1.xxxx
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r1.x
ld r1.x, r0.xxxx, t0.xyzw
imad r1.x, r1.x, l(16), vThreadIDInGroup.x
ld_structured r1.x, r1.x, l(0), t2.xxxx
store_structured g1.x, vThreadIDInGroupFlattened.x, l(0), r1.x
sync_g_t
mov r0.z, l(1)
loop
  uge r0.w, r0.z, l(64)
  breakc_nz r0.w
  mov r2.xy, l(-1000000.0, 0, 0, 0)
  loop
    uge r0.w, r2.y, l(16)
    breakc_nz r0.w
    iadd r1.x, r0.y, r2.y
    ld_structured r1.x, r1.x, l(0), g1.xxxx
    imad r1.y, r2.y, l(16), vThreadIDInGroup.x
    ld_structured r1.y, r1.y, l(0), g0.xxxx
    add r1.x, r1.x, r1.y
    max r2.x, r2.x, r1.x
    iadd r2.y, r2.y, l(1)
  endloop
  iadd r1.x, r0.x, r0.z
  ld r1.x, r1.xxxx, t0.xyzw
  imad r1.x, r1.x, l(16), vThreadIDInGroup.x
  ld_structured r1.x, r1.x, l(0), t2.xxxx
  add r2.x, r2.x, r1.x
  sync_g_t
  store_structured g1.x, vThreadIDInGroupFlattened.x, l(0), r2.x
  sync_g_t
  iadd r0.z, r0.z, l(1)
endloop
ld_structured r1.x, vThreadIDInGroupFlattened.x, l(0), g1.xxxx
imad r1.y, vThreadID.y, l(16), vThreadID.x
store_structured u0.x, r1.y, l(0), r1.x
ret
