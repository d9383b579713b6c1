// Product of square matrices: 4 x 4 results a thread, tiles of 64 x 16 and 16 x 64 in g#.
cs_5_0
dcl_thread_group 16, 16, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_resource_structured t1, 4  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_tgsm_structured g0, 4, 1024
dcl_tgsm_structured g1, 4, 1024
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroup.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 8
mov r0.x, l(0)
mov r0.y, l(0)
mov r0.z, l(0)
mov r0.w, l(0)
mov r1.x, l(0)
mov r1.y, l(0)
mov r1.z, l(0)
mov r1.w, l(0)
mov r2.x, l(0)
mov r2.y, l(0)
mov r2.z, l(0)
mov r2.w, l(0)
mov r3.x, l(0)
mov r3.y, l(0)
mov r3.z, l(0)
mov r3.w, l(0)
mov r4.x, l(0)
loop 
  mov r5.z, r4.xxxx
  uge r5.z, r5.zzzz, cb0[0].xxxx
  if_nz r5.zzzz
    break 
  endif 
  imul null, r6.x, vThreadGroupID.yyyy, l(64)
  udiv r7.x, null, vThreadIDInGroupFlattened.xxxx, l(16)
  iadd r5.z, r6.xxxx, r7.xxxx
  imul null, r6.x, r5.zzzz, cb0[0].xxxx
  mov r5.z, r4.xxxx
  iadd r5.z, r6.xxxx, r5.zzzz
  udiv null, r6.x, vThreadIDInGroupFlattened.xxxx, l(16)
  iadd r5.z, r5.zzzz, r6.xxxx
  mov r4.y, r5.zzzz
  mov r4.z, l(0)
  mov r5.zw, r4.xxyz
  ld_structured r5.z, r5.zzzw, l(0), t0.xxxx
  udiv null, r6.x, vThreadIDInGroupFlattened.xxxx, l(16)
  imul null, r6.x, r6.xxxx, l(64)
  udiv r7.x, null, vThreadIDInGroupFlattened.xxxx, l(16)
  iadd r5.w, r6.xxxx, r7.xxxx
  store_structured g0.x, r5.wwww, l(0), r5.zzzz
  mov r5.z, r4.xxxx
  udiv r6.x, null, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r5.z, r5.zzzz, r6.xxxx
  imul null, r6.x, r5.zzzz, cb0[0].xxxx
  imul null, r7.x, vThreadGroupID.xxxx, l(64)
  iadd r5.z, r6.xxxx, r7.xxxx
  udiv null, r6.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r5.z, r5.zzzz, r6.xxxx
  mov r5.x, r5.zzzz
  mov r5.y, l(0)
  mov r5.zw, r5.xxxy
  ld_structured r5.z, r5.zzzw, l(0), t1.xxxx
  store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r5.zzzz
  iadd r5.z, vThreadIDInGroupFlattened.xxxx, l(256)
  imul null, r6.x, vThreadGroupID.yyyy, l(64)
  udiv r7.x, null, r5.zzzz, l(16)
  iadd r5.w, r6.xxxx, r7.xxxx
  imul null, r6.x, r5.wwww, cb0[0].xxxx
  mov r5.w, r4.xxxx
  iadd r5.w, r6.xxxx, r5.wwww
  udiv null, r6.x, r5.zzzz, l(16)
  iadd r5.w, r5.wwww, r6.xxxx
  mov r4.y, r5.wwww
  mov r4.z, l(0)
  mov r6.xy, r4.yzyy
  ld_structured r5.w, r6.xxxy, l(0), t0.xxxx
  udiv null, r6.x, r5.zzzz, l(16)
  imul null, r6.x, r6.xxxx, l(64)
  udiv r7.x, null, r5.zzzz, l(16)
  iadd r6.x, r6.xxxx, r7.xxxx
  store_structured g0.x, r6.xxxx, l(0), r5.wwww
  mov r5.w, r4.xxxx
  udiv r6.x, null, r5.zzzz, l(64)
  iadd r5.w, r5.wwww, r6.xxxx
  imul null, r6.x, r5.wwww, cb0[0].xxxx
  imul null, r7.x, vThreadGroupID.xxxx, l(64)
  iadd r5.w, r6.xxxx, r7.xxxx
  udiv null, r6.x, r5.zzzz, l(64)
  iadd r5.w, r5.wwww, r6.xxxx
  mov r5.x, r5.wwww
  mov r5.y, l(0)
  mov r6.xy, r5.xyxx
  ld_structured r5.w, r6.xxxy, l(0), t1.xxxx
  store_structured g1.x, r5.zzzz, l(0), r5.wwww
  iadd r5.z, vThreadIDInGroupFlattened.xxxx, l(512)
  imul null, r6.x, vThreadGroupID.yyyy, l(64)
  udiv r7.x, null, r5.zzzz, l(16)
  iadd r5.w, r6.xxxx, r7.xxxx
  imul null, r6.x, r5.wwww, cb0[0].xxxx
  mov r5.w, r4.xxxx
  iadd r5.w, r6.xxxx, r5.wwww
  udiv null, r6.x, r5.zzzz, l(16)
  iadd r5.w, r5.wwww, r6.xxxx
  mov r4.y, r5.wwww
  mov r4.z, l(0)
  mov r6.xy, r4.yzyy
  ld_structured r5.w, r6.xxxy, l(0), t0.xxxx
  udiv null, r6.x, r5.zzzz, l(16)
  imul null, r6.x, r6.xxxx, l(64)
  udiv r7.x, null, r5.zzzz, l(16)
  iadd r6.x, r6.xxxx, r7.xxxx
  store_structured g0.x, r6.xxxx, l(0), r5.wwww
  mov r5.w, r4.xxxx
  udiv r6.x, null, r5.zzzz, l(64)
  iadd r5.w, r5.wwww, r6.xxxx
  imul null, r6.x, r5.wwww, cb0[0].xxxx
  imul null, r7.x, vThreadGroupID.xxxx, l(64)
  iadd r5.w, r6.xxxx, r7.xxxx
  udiv null, r6.x, r5.zzzz, l(64)
  iadd r5.w, r5.wwww, r6.xxxx
  mov r5.x, r5.wwww
  mov r5.y, l(0)
  mov r6.xy, r5.xyxx
  ld_structured r5.w, r6.xxxy, l(0), t1.xxxx
  store_structured g1.x, r5.zzzz, l(0), r5.wwww
  iadd r5.z, vThreadIDInGroupFlattened.xxxx, l(768)
  imul null, r6.x, vThreadGroupID.yyyy, l(64)
  udiv r7.x, null, r5.zzzz, l(16)
  iadd r5.w, r6.xxxx, r7.xxxx
  imul null, r6.x, r5.wwww, cb0[0].xxxx
  mov r5.w, r4.xxxx
  iadd r5.w, r6.xxxx, r5.wwww
  udiv null, r6.x, r5.zzzz, l(16)
  iadd r5.w, r5.wwww, r6.xxxx
  mov r4.y, r5.wwww
  mov r4.z, l(0)
  mov r6.xy, r4.yzyy
  ld_structured r5.w, r6.xxxy, l(0), t0.xxxx
  udiv null, r6.x, r5.zzzz, l(16)
  imul null, r6.x, r6.xxxx, l(64)
  udiv r7.x, null, r5.zzzz, l(16)
  iadd r6.x, r6.xxxx, r7.xxxx
  store_structured g0.x, r6.xxxx, l(0), r5.wwww
  mov r5.w, r4.xxxx
  udiv r6.x, null, r5.zzzz, l(64)
  iadd r5.w, r5.wwww, r6.xxxx
  imul null, r6.x, r5.wwww, cb0[0].xxxx
  imul null, r7.x, vThreadGroupID.xxxx, l(64)
  iadd r5.w, r6.xxxx, r7.xxxx
  udiv null, r6.x, r5.zzzz, l(64)
  iadd r5.w, r5.wwww, r6.xxxx
  mov r5.x, r5.wwww
  mov r5.y, l(0)
  mov r6.xy, r5.xyxx
  ld_structured r5.w, r6.xxxy, l(0), t1.xxxx
  store_structured g1.x, r5.zzzz, l(0), r5.wwww
  sync_g_t
  mov r4.w, l(0)
  loop 
    mov r5.z, r4.wwww
    uge r5.z, r5.zzzz, l(16)
    if_nz r5.zzzz
      break 
    endif 
    mov r5.z, r4.wwww
    imul null, r6.x, r5.zzzz, l(64)
    imul null, r7.x, vThreadIDInGroup.yyyy, l(4)
    iadd r5.z, r6.xxxx, r7.xxxx
    ld_structured r5.z, r5.zzzz, l(0), g0.xxxx
    mov r5.w, r4.wwww
    imul null, r6.x, r5.wwww, l(64)
    imul null, r7.x, vThreadIDInGroup.xxxx, l(4)
    iadd r5.w, r6.xxxx, r7.xxxx
    ld_structured r5.w, r5.wwww, l(0), g1.xxxx
    mul r5.z, r5.zzzz, r5.wwww
    mov r5.w, r0.xxxx
    add r5.z, r5.wwww, r5.zzzz
    mov r0.x, r5.zzzz
    mov r5.z, r4.wwww
    imul null, r6.x, r5.zzzz, l(64)
    imul null, r7.x, vThreadIDInGroup.yyyy, l(4)
    iadd r5.z, r6.xxxx, r7.xxxx
    ld_structured r5.z, r5.zzzz, l(0), g0.xxxx
    mov r5.w, r4.wwww
    imul null, r6.x, r5.wwww, l(64)
    imul null, r7.x, vThreadIDInGroup.xxxx, l(4)
    iadd r5.w, r6.xxxx, r7.xxxx
    iadd r5.w, r5.wwww, l(1)
    ld_structured r5.w, r5.wwww, l(0), g1.xxxx
    mul r5.z, r5.zzzz, r5.wwww
    mov r5.w, r0.yyyy
    add r5.z, r5.wwww, r5.zzzz
    mov r0.y, r5.zzzz
    mov r5.z, r4.wwww
    imul null, r6.x, r5.zzzz, l(64)
    imul null, r7.x, vThreadIDInGroup.yyyy, l(4)
    iadd r5.z, r6.xxxx, r7.xxxx
    ld_structured r5.z, r5.zzzz, l(0), g0.xxxx
    mov r5.w, r4.wwww
    imul null, r6.x, r5.wwww, l(64)
    imul null, r7.x, vThreadIDInGroup.xxxx, l(4)
    iadd r5.w, r6.xxxx, r7.xxxx
    iadd r5.w, r5.wwww, l(2)
    ld_structured r5.w, r5.wwww, l(0), g1.xxxx
    mul r5.z, r5.zzzz, r5.wwww
    mov r5.w, r0.zzzz
    add r5.z, r5.wwww, r5.zzzz
    mov r0.z, r5.zzzz
    mov r5.z, r4.wwww
    imul null, r6.x, r5.zzzz, l(64)
    imul null, r7.x, vThreadIDInGroup.yyyy, l(4)
    iadd r5.z, r6.xxxx, r7.xxxx
    ld_structured r5.z, r5.zzzz, l(0), g0.xxxx
    mov r5.w, r4.wwww
    imul null, r6.x, r5.wwww, l(64)
    imul null, r7.x, vThreadIDInGroup.xxxx, l(4)
    iadd r5.w, r6.xxxx, r7.xxxx
    iadd r5.w, r5.wwww, l(3)
    ld_structured r5.w, r5.wwww, l(0), g1.xxxx
    mul r5.z, r5.zzzz, r5.wwww
    mov r5.w, r0.wwww
    add r5.z, r5.wwww, r5.zzzz
    mov r0.w, r5.zzzz
    mov r5.z, r4.wwww
    imul null, r6.x, r5.zzzz, l(64)
    imul null, r7.x, vThreadIDInGroup.yyyy, l(4)
    iadd r5.z, r6.xxxx, r7.xxxx
    iadd r5.z, r5.zzzz, l(1)
    ld_structured r5.z, r5.zzzz, l(0), g0.xxxx
    mov r5.w, r4.wwww
    imul null, r6.x, r5.wwww, l(64)
    imul null, r7.x, vThreadIDInGroup.xxxx, l(4)
    iadd r5.w, r6.xxxx, r7.xxxx
    ld_structured r5.w, r5.wwww, l(0), g1.xxxx
    mul r5.z, r5.zzzz, r5.wwww
    mov r5.w, r1.xxxx
    add r5.z, r5.wwww, r5.zzzz
    mov r1.x, r5.zzzz
    mov r5.z, r4.wwww
    imul null, r6.x, r5.zzzz, l(64)
    imul null, r7.x, vThreadIDInGroup.yyyy, l(4)
    iadd r5.z, r6.xxxx, r7.xxxx
    iadd r5.z, r5.zzzz, l(1)
    ld_structured r5.z, r5.zzzz, l(0), g0.xxxx
    mov r5.w, r4.wwww
    imul null, r6.x, r5.wwww, l(64)
    imul null, r7.x, vThreadIDInGroup.xxxx, l(4)
    iadd r5.w, r6.xxxx, r7.xxxx
    iadd r5.w, r5.wwww, l(1)
    ld_structured r5.w, r5.wwww, l(0), g1.xxxx
    mul r5.z, r5.zzzz, r5.wwww
    mov r5.w, r1.yyyy
    add r5.z, r5.wwww, r5.zzzz
    mov r1.y, r5.zzzz
    mov r5.z, r4.wwww
    imul null, r6.x, r5.zzzz, l(64)
    imul null, r7.x, vThreadIDInGroup.yyyy, l(4)
    iadd r5.z, r6.xxxx, r7.xxxx
    iadd r5.z, r5.zzzz, l(1)
    ld_structured r5.z, r5.zzzz, l(0), g0.xxxx
    mov r5.w, r4.wwww
    imul null, r6.x, r5.wwww, l(64)
    imul null, r7.x, vThreadIDInGroup.xxxx, l(4)
    iadd r5.w, r6.xxxx, r7.xxxx
    iadd r5.w, r5.wwww, l(2)
    ld_structured r5.w, r5.wwww, l(0), g1.xxxx
    mul r5.z, r5.zzzz, r5.wwww
    mov r5.w, r1.zzzz
    add r5.z, r5.wwww, r5.zzzz
    mov r1.z, r5.zzzz
    mov r5.z, r4.wwww
    imul null, r6.x, r5.zzzz, l(64)
    imul null, r7.x, vThreadIDInGroup.yyyy, l(4)
    iadd r5.z, r6.xxxx, r7.xxxx
    iadd r5.z, r5.zzzz, l(1)
    ld_structured r5.z, r5.zzzz, l(0), g0.xxxx
    mov r5.w, r4.wwww
    imul null, r6.x, r5.wwww, l(64)
    imul null, r7.x, vThreadIDInGroup.xxxx, l(4)
    iadd r5.w, r6.xxxx, r7.xxxx
    iadd r5.w, r5.wwww, l(3)
    ld_structured r5.w, r5.wwww, l(0), g1.xxxx
    mul r5.z, r5.zzzz, r5.wwww
    mov r5.w, r1.wwww
    add r5.z, r5.wwww, r5.zzzz
    mov r1.w, r5.zzzz
    mov r5.z, r4.wwww
    imul null, r6.x, r5.zzzz, l(64)
    imul null, r7.x, vThreadIDInGroup.yyyy, l(4)
    iadd r5.z, r6.xxxx, r7.xxxx
    iadd r5.z, r5.zzzz, l(2)
    ld_structured r5.z, r5.zzzz, l(0), g0.xxxx
    mov r5.w, r4.wwww
    imul null, r6.x, r5.wwww, l(64)
    imul null, r7.x, vThreadIDInGroup.xxxx, l(4)
    iadd r5.w, r6.xxxx, r7.xxxx
    ld_structured r5.w, r5.wwww, l(0), g1.xxxx
    mul r5.z, r5.zzzz, r5.wwww
    mov r5.w, r2.xxxx
    add r5.z, r5.wwww, r5.zzzz
    mov r2.x, r5.zzzz
    mov r5.z, r4.wwww
    imul null, r6.x, r5.zzzz, l(64)
    imul null, r7.x, vThreadIDInGroup.yyyy, l(4)
    iadd r5.z, r6.xxxx, r7.xxxx
    iadd r5.z, r5.zzzz, l(2)
    ld_structured r5.z, r5.zzzz, l(0), g0.xxxx
    mov r5.w, r4.wwww
    imul null, r6.x, r5.wwww, l(64)
    imul null, r7.x, vThreadIDInGroup.xxxx, l(4)
    iadd r5.w, r6.xxxx, r7.xxxx
    iadd r5.w, r5.wwww, l(1)
    ld_structured r5.w, r5.wwww, l(0), g1.xxxx
    mul r5.z, r5.zzzz, r5.wwww
    mov r5.w, r2.yyyy
    add r5.z, r5.wwww, r5.zzzz
    mov r2.y, r5.zzzz
    mov r5.z, r4.wwww
    imul null, r6.x, r5.zzzz, l(64)
    imul null, r7.x, vThreadIDInGroup.yyyy, l(4)
    iadd r5.z, r6.xxxx, r7.xxxx
    iadd r5.z, r5.zzzz, l(2)
    ld_structured r5.z, r5.zzzz, l(0), g0.xxxx
    mov r5.w, r4.wwww
    imul null, r6.x, r5.wwww, l(64)
    imul null, r7.x, vThreadIDInGroup.xxxx, l(4)
    iadd r5.w, r6.xxxx, r7.xxxx
    iadd r5.w, r5.wwww, l(2)
    ld_structured r5.w, r5.wwww, l(0), g1.xxxx
    mul r5.z, r5.zzzz, r5.wwww
    mov r5.w, r2.zzzz
    add r5.z, r5.wwww, r5.zzzz
    mov r2.z, r5.zzzz
    mov r5.z, r4.wwww
    imul null, r6.x, r5.zzzz, l(64)
    imul null, r7.x, vThreadIDInGroup.yyyy, l(4)
    iadd r5.z, r6.xxxx, r7.xxxx
    iadd r5.z, r5.zzzz, l(2)
    ld_structured r5.z, r5.zzzz, l(0), g0.xxxx
    mov r5.w, r4.wwww
    imul null, r6.x, r5.wwww, l(64)
    imul null, r7.x, vThreadIDInGroup.xxxx, l(4)
    iadd r5.w, r6.xxxx, r7.xxxx
    iadd r5.w, r5.wwww, l(3)
    ld_structured r5.w, r5.wwww, l(0), g1.xxxx
    mul r5.z, r5.zzzz, r5.wwww
    mov r5.w, r2.wwww
    add r5.z, r5.wwww, r5.zzzz
    mov r2.w, r5.zzzz
    mov r5.z, r4.wwww
    imul null, r6.x, r5.zzzz, l(64)
    imul null, r7.x, vThreadIDInGroup.yyyy, l(4)
    iadd r5.z, r6.xxxx, r7.xxxx
    iadd r5.z, r5.zzzz, l(3)
    ld_structured r5.z, r5.zzzz, l(0), g0.xxxx
    mov r5.w, r4.wwww
    imul null, r6.x, r5.wwww, l(64)
    imul null, r7.x, vThreadIDInGroup.xxxx, l(4)
    iadd r5.w, r6.xxxx, r7.xxxx
    ld_structured r5.w, r5.wwww, l(0), g1.xxxx
    mul r5.z, r5.zzzz, r5.wwww
    mov r5.w, r3.xxxx
    add r5.z, r5.wwww, r5.zzzz
    mov r3.x, r5.zzzz
    mov r5.z, r4.wwww
    imul null, r6.x, r5.zzzz, l(64)
    imul null, r7.x, vThreadIDInGroup.yyyy, l(4)
    iadd r5.z, r6.xxxx, r7.xxxx
    iadd r5.z, r5.zzzz, l(3)
    ld_structured r5.z, r5.zzzz, l(0), g0.xxxx
    mov r5.w, r4.wwww
    imul null, r6.x, r5.wwww, l(64)
    imul null, r7.x, vThreadIDInGroup.xxxx, l(4)
    iadd r5.w, r6.xxxx, r7.xxxx
    iadd r5.w, r5.wwww, l(1)
    ld_structured r5.w, r5.wwww, l(0), g1.xxxx
    mul r5.z, r5.zzzz, r5.wwww
    mov r5.w, r3.yyyy
    add r5.z, r5.wwww, r5.zzzz
    mov r3.y, r5.zzzz
    mov r5.z, r4.wwww
    imul null, r6.x, r5.zzzz, l(64)
    imul null, r7.x, vThreadIDInGroup.yyyy, l(4)
    iadd r5.z, r6.xxxx, r7.xxxx
    iadd r5.z, r5.zzzz, l(3)
    ld_structured r5.z, r5.zzzz, l(0), g0.xxxx
    mov r5.w, r4.wwww
    imul null, r6.x, r5.wwww, l(64)
    imul null, r7.x, vThreadIDInGroup.xxxx, l(4)
    iadd r5.w, r6.xxxx, r7.xxxx
    iadd r5.w, r5.wwww, l(2)
    ld_structured r5.w, r5.wwww, l(0), g1.xxxx
    mul r5.z, r5.zzzz, r5.wwww
    mov r5.w, r3.zzzz
    add r5.z, r5.wwww, r5.zzzz
    mov r3.z, r5.zzzz
    mov r5.z, r4.wwww
    imul null, r6.x, r5.zzzz, l(64)
    imul null, r7.x, vThreadIDInGroup.yyyy, l(4)
    iadd r5.z, r6.xxxx, r7.xxxx
    iadd r5.z, r5.zzzz, l(3)
    ld_structured r5.z, r5.zzzz, l(0), g0.xxxx
    mov r5.w, r4.wwww
    imul null, r6.x, r5.wwww, l(64)
    imul null, r7.x, vThreadIDInGroup.xxxx, l(4)
    iadd r5.w, r6.xxxx, r7.xxxx
    iadd r5.w, r5.wwww, l(3)
    ld_structured r5.w, r5.wwww, l(0), g1.xxxx
    mul r5.z, r5.zzzz, r5.wwww
    mov r5.w, r3.wwww
    add r5.z, r5.wwww, r5.zzzz
    mov r3.w, r5.zzzz
    mov r5.z, r4.wwww
    iadd r5.z, r5.zzzz, l(1)
    mov r4.w, r5.zzzz
  endloop 
  sync_g_t
  mov r5.z, r4.xxxx
  iadd r5.z, r5.zzzz, l(16)
  mov r4.x, r5.zzzz
endloop 
mov r0.x, r0.xxxx
imul null, r4.x, vThreadGroupID.yyyy, l(64)
imul null, r5.x, vThreadIDInGroup.yyyy, l(4)
iadd r4.x, r4.xxxx, r5.xxxx
imul null, r4.x, r4.xxxx, cb0[0].xxxx
imul null, r5.x, vThreadGroupID.xxxx, l(64)
iadd r4.x, r4.xxxx, r5.xxxx
imul null, r5.x, vThreadIDInGroup.xxxx, l(4)
iadd r4.x, r4.xxxx, r5.xxxx
store_structured u0.x, r4.xxxx, l(0), r0.xxxx
mov r0.x, r0.yyyy
imul null, r4.x, vThreadGroupID.yyyy, l(64)
imul null, r5.x, vThreadIDInGroup.yyyy, l(4)
iadd r0.y, r4.xxxx, r5.xxxx
imul null, r4.x, r0.yyyy, cb0[0].xxxx
imul null, r5.x, vThreadGroupID.xxxx, l(64)
iadd r0.y, r4.xxxx, r5.xxxx
imul null, r4.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.y, r0.yyyy, r4.xxxx
iadd r0.y, r0.yyyy, l(1)
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
mov r0.x, r0.zzzz
imul null, r4.x, vThreadGroupID.yyyy, l(64)
imul null, r5.x, vThreadIDInGroup.yyyy, l(4)
iadd r0.y, r4.xxxx, r5.xxxx
imul null, r4.x, r0.yyyy, cb0[0].xxxx
imul null, r5.x, vThreadGroupID.xxxx, l(64)
iadd r0.y, r4.xxxx, r5.xxxx
imul null, r4.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.y, r0.yyyy, r4.xxxx
iadd r0.y, r0.yyyy, l(2)
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
mov r0.x, r0.wwww
imul null, r4.x, vThreadGroupID.yyyy, l(64)
imul null, r5.x, vThreadIDInGroup.yyyy, l(4)
iadd r0.y, r4.xxxx, r5.xxxx
imul null, r4.x, r0.yyyy, cb0[0].xxxx
imul null, r5.x, vThreadGroupID.xxxx, l(64)
iadd r0.y, r4.xxxx, r5.xxxx
imul null, r4.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.y, r0.yyyy, r4.xxxx
iadd r0.y, r0.yyyy, l(3)
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
mov r0.x, r1.xxxx
imul null, r1.x, vThreadGroupID.yyyy, l(64)
imul null, r4.x, vThreadIDInGroup.yyyy, l(4)
iadd r0.y, r1.xxxx, r4.xxxx
iadd r0.y, r0.yyyy, l(1)
imul null, r1.x, r0.yyyy, cb0[0].xxxx
imul null, r4.x, vThreadGroupID.xxxx, l(64)
iadd r0.y, r1.xxxx, r4.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.y, r0.yyyy, r1.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
mov r0.x, r1.yyyy
imul null, r1.x, vThreadGroupID.yyyy, l(64)
imul null, r4.x, vThreadIDInGroup.yyyy, l(4)
iadd r0.y, r1.xxxx, r4.xxxx
iadd r0.y, r0.yyyy, l(1)
imul null, r1.x, r0.yyyy, cb0[0].xxxx
imul null, r4.x, vThreadGroupID.xxxx, l(64)
iadd r0.y, r1.xxxx, r4.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.y, r0.yyyy, r1.xxxx
iadd r0.y, r0.yyyy, l(1)
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
mov r0.x, r1.zzzz
imul null, r1.x, vThreadGroupID.yyyy, l(64)
imul null, r4.x, vThreadIDInGroup.yyyy, l(4)
iadd r0.y, r1.xxxx, r4.xxxx
iadd r0.y, r0.yyyy, l(1)
imul null, r1.x, r0.yyyy, cb0[0].xxxx
imul null, r4.x, vThreadGroupID.xxxx, l(64)
iadd r0.y, r1.xxxx, r4.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.y, r0.yyyy, r1.xxxx
iadd r0.y, r0.yyyy, l(2)
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
mov r0.x, r1.wwww
imul null, r1.x, vThreadGroupID.yyyy, l(64)
imul null, r4.x, vThreadIDInGroup.yyyy, l(4)
iadd r0.y, r1.xxxx, r4.xxxx
iadd r0.y, r0.yyyy, l(1)
imul null, r1.x, r0.yyyy, cb0[0].xxxx
imul null, r4.x, vThreadGroupID.xxxx, l(64)
iadd r0.y, r1.xxxx, r4.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.y, r0.yyyy, r1.xxxx
iadd r0.y, r0.yyyy, l(3)
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
mov r0.x, r2.xxxx
imul null, r1.x, vThreadGroupID.yyyy, l(64)
imul null, r2.x, vThreadIDInGroup.yyyy, l(4)
iadd r0.y, r1.xxxx, r2.xxxx
iadd r0.y, r0.yyyy, l(2)
imul null, r1.x, r0.yyyy, cb0[0].xxxx
imul null, r2.x, vThreadGroupID.xxxx, l(64)
iadd r0.y, r1.xxxx, r2.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.y, r0.yyyy, r1.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
mov r0.x, r2.yyyy
imul null, r1.x, vThreadGroupID.yyyy, l(64)
imul null, r2.x, vThreadIDInGroup.yyyy, l(4)
iadd r0.y, r1.xxxx, r2.xxxx
iadd r0.y, r0.yyyy, l(2)
imul null, r1.x, r0.yyyy, cb0[0].xxxx
imul null, r2.x, vThreadGroupID.xxxx, l(64)
iadd r0.y, r1.xxxx, r2.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.y, r0.yyyy, r1.xxxx
iadd r0.y, r0.yyyy, l(1)
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
mov r0.x, r2.zzzz
imul null, r1.x, vThreadGroupID.yyyy, l(64)
imul null, r2.x, vThreadIDInGroup.yyyy, l(4)
iadd r0.y, r1.xxxx, r2.xxxx
iadd r0.y, r0.yyyy, l(2)
imul null, r1.x, r0.yyyy, cb0[0].xxxx
imul null, r2.x, vThreadGroupID.xxxx, l(64)
iadd r0.y, r1.xxxx, r2.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.y, r0.yyyy, r1.xxxx
iadd r0.y, r0.yyyy, l(2)
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
mov r0.x, r2.wwww
imul null, r1.x, vThreadGroupID.yyyy, l(64)
imul null, r2.x, vThreadIDInGroup.yyyy, l(4)
iadd r0.y, r1.xxxx, r2.xxxx
iadd r0.y, r0.yyyy, l(2)
imul null, r1.x, r0.yyyy, cb0[0].xxxx
imul null, r2.x, vThreadGroupID.xxxx, l(64)
iadd r0.y, r1.xxxx, r2.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.y, r0.yyyy, r1.xxxx
iadd r0.y, r0.yyyy, l(3)
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
mov r0.x, r3.xxxx
imul null, r1.x, vThreadGroupID.yyyy, l(64)
imul null, r2.x, vThreadIDInGroup.yyyy, l(4)
iadd r0.y, r1.xxxx, r2.xxxx
iadd r0.y, r0.yyyy, l(3)
imul null, r1.x, r0.yyyy, cb0[0].xxxx
imul null, r2.x, vThreadGroupID.xxxx, l(64)
iadd r0.y, r1.xxxx, r2.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.y, r0.yyyy, r1.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
mov r0.x, r3.yyyy
imul null, r1.x, vThreadGroupID.yyyy, l(64)
imul null, r2.x, vThreadIDInGroup.yyyy, l(4)
iadd r0.y, r1.xxxx, r2.xxxx
iadd r0.y, r0.yyyy, l(3)
imul null, r1.x, r0.yyyy, cb0[0].xxxx
imul null, r2.x, vThreadGroupID.xxxx, l(64)
iadd r0.y, r1.xxxx, r2.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.y, r0.yyyy, r1.xxxx
iadd r0.y, r0.yyyy, l(1)
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
mov r0.x, r3.zzzz
imul null, r1.x, vThreadGroupID.yyyy, l(64)
imul null, r2.x, vThreadIDInGroup.yyyy, l(4)
iadd r0.y, r1.xxxx, r2.xxxx
iadd r0.y, r0.yyyy, l(3)
imul null, r1.x, r0.yyyy, cb0[0].xxxx
imul null, r2.x, vThreadGroupID.xxxx, l(64)
iadd r0.y, r1.xxxx, r2.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.y, r0.yyyy, r1.xxxx
iadd r0.y, r0.yyyy, l(2)
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
mov r0.x, r3.wwww
imul null, r1.x, vThreadGroupID.yyyy, l(64)
imul null, r2.x, vThreadIDInGroup.yyyy, l(4)
iadd r0.y, r1.xxxx, r2.xxxx
iadd r0.y, r0.yyyy, l(3)
imul null, r1.x, r0.yyyy, cb0[0].xxxx
imul null, r2.x, vThreadGroupID.xxxx, l(64)
iadd r0.y, r1.xxxx, r2.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.y, r0.yyyy, r1.xxxx
iadd r0.y, r0.yyyy, l(3)
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
// Approximately 607 instruction slots used
