// Gravity of n bodies on each other, tiles of 256 in g#; sums are fused.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t4, 16
dcl_uav_structured u0, 16
dcl_input vThreadIDInGroupFlattened
dcl_input vThreadID.x
dcl_temps 6
dcl_tgsm_structured g0, 16, 256
dcl_thread_group 256, 1, 1
ld_structured_indexable(structured_buffer, stride=16)(mixed,mixed,mixed,mixed) r0.xyz, vThreadID.x, l(0), t4.xyzx
mov r1.xyz, l(0,0,0,0)
mov r0.w, l(0)
loop
  uge r1.w, r0.w, cb0[0].x
  breakc_nz r1.w
  iadd r1.w, r0.w, vThreadIDInGroupFlattened.x
  ld_structured_indexable(structured_buffer, stride=16)(mixed,mixed,mixed,mixed) r2.xyzw, r1.w, l(0), t4.xyzw
  store_structured g0.xyzw, vThreadIDInGroupFlattened.x, l(0), r2.xyzw
  sync_g_t
  mov r2.xyz, r1.xyzx
  mov r1.w, l(0)
  loop
    uge r2.w, r1.w, l(256)
    breakc_nz r2.w
    ld_structured r3.xyzw, r1.w, l(0), g0.xyzw
    add r4.xyz, -r0.xyzx, r3.xyzx
    dp3 r2.w, r4.xyzx, r4.xyzx
    add r2.w, r2.w, cb0[0].y
    rsq r2.w, r2.w
    mul r3.x, r2.w, r3.w
    mul r3.x, r2.w, r3.x
    mul r2.w, r2.w, r3.x
    mad r2.xyz, r4.xyzx, r2.wwww, r2.xyzx
    iadd r1.w, r1.w, l(1)
  endloop
  sync_g_t
  mov r1.xyz, r2.xyzx
  iadd r0.w, r0.w, l(256)
endloop
mov r1.w, l(0)
store_structured u0.xyzw, vThreadID.x, l(0), r1.xyzw
ret
