// Gravity of n bodies on each other, tiles of 256 in g#. The count of the inner loop is known, the loop is kept.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t4, 16
dcl_uav_structured u0, 16
dcl_input vThreadIDInGroupFlattened
dcl_input vThreadID.x
dcl_temps 7
dcl_tgsm_structured g0, 16, 256
dcl_thread_group 256, 1, 1
mov r0.x, vThreadID.x
mov r0.y, l(0)
ld_structured r1.xyzw, r0.x, r0.y, t4.xyzw
mov r2.x, l(0)
mov r2.y, l(0)
mov r2.z, l(0)
mov r0.z, l(0)
loop
  mov r3.x, r0.z
  uge r3.x, r3.x, cb0[0].x
  if_nz r3.x
    break
  endif
  mov r3.x, r0.z
  iadd r3.x, r3.x, vThreadIDInGroupFlattened.x
  mov r3.y, l(0)
  ld_structured r4.xyzw, r3.x, r3.y, t4.xyzw
  store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r4.x
  store_structured g0.x, vThreadIDInGroupFlattened.x, l(4), r4.y
  store_structured g0.x, vThreadIDInGroupFlattened.x, l(8), r4.z
  store_structured g0.x, vThreadIDInGroupFlattened.x, l(12), r4.w
  sync_g_t
  mov r0.w, l(0)
  loop
    mov r3.z, r0.w
    uge r3.z, r3.z, l(256)
    if_nz r3.z
      break
    endif
    mov r3.z, r0.w
    ld_structured r4.xyzw, r3.z, l(0), g0.xyzw
    add r5.xyz, r4.xyzx, -r1.xyzx
    dp3 r5.w, r5.xyzx, r5.xyzx
    add r5.w, r5.w, cb0[0].y
    rsq r5.w, r5.w
    mul r6.x, r4.w, r5.w
    mul r6.x, r6.x, r5.w
    mul r6.x, r6.x, r5.w
    mul r6.xyz, r5.xyzx, r6.xxxx
    mov r4.xyz, r2.xyzx
    add r4.xyz, r4.xyzx, r6.xyzx
    mov r2.xyz, r4.xyzx
    mov r3.w, r0.w
    iadd r3.w, r3.w, l(1)
    mov r0.w, r3.w
  endloop
  sync_g_t
  mov r3.x, r0.z
  iadd r3.x, r3.x, l(256)
  mov r0.z, r3.x
endloop
store_structured u0.x, vThreadID.x, l(0), r2.x
store_structured u0.x, vThreadID.x, l(4), r2.y
store_structured u0.x, vThreadID.x, l(8), r2.z
store_structured u0.x, vThreadID.x, l(12), l(0)
ret
