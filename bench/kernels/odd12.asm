// Product of 300 x 300 matrices in tiles of 12 x 12, whose elements the threads find by signed division.
cs_5_0
dcl_thread_group 12, 12, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_resource_structured t1, 4  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_tgsm_structured g0, 4, 144
dcl_tgsm_structured g1, 4, 144
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroup.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 4
mov r0.x, l(0)
mov r0.y, l(0)
loop 
  mov r0.w, r0.yyyy
  ige r0.w, r0.wwww, cb0[0].xxxx
  if_nz r0.wwww
    break 
  endif 
  mov r0.z, vThreadIDInGroupFlattened.xxxx
  loop 
    mov r0.w, r0.zzzz
    ige r0.w, r0.wwww, l(144)
    if_nz r0.wwww
      break 
    endif 
    imul null, r2.x, vThreadGroupID.yyyy, l(12)
    mov r0.w, r0.zzzz
    xor r2.y, r0.wwww, l(12)
    and r2.y, r2.yyyy, l(0x80000000)
    ineg r2.z, r0.wwww
    imax r0.w, r0.wwww, r2.zzzz
    udiv r3.x, null, r0.wwww, l(12)
    ineg r0.w, r3.xxxx
    ine r2.y, r2.yyyy, l(0)
    movc r0.w, r2.yyyy, r0.wwww, r3.xxxx
    iadd r0.w, r2.xxxx, r0.wwww
    imul null, r2.x, r0.wwww, cb0[0].xxxx
    mov r0.w, r0.yyyy
    iadd r0.w, r2.xxxx, r0.wwww
    mov r2.x, r0.zzzz
    and r2.y, r2.xxxx, l(0x80000000)
    ineg r2.z, r2.xxxx
    imax r2.x, r2.xxxx, r2.zzzz
    udiv null, r2.x, r2.xxxx, l(12)
    ineg r2.z, r2.xxxx
    ine r2.y, r2.yyyy, l(0)
    movc r2.x, r2.yyyy, r2.zzzz, r2.xxxx
    iadd r0.w, r0.wwww, r2.xxxx
    mov r1.x, r0.wwww
    mov r1.y, l(0)
    mov r2.xy, r1.xyxx
    ld_structured r0.w, r2.xxxy, l(0), t0.xxxx
    mov r2.x, r0.zzzz
    store_structured g0.x, r2.xxxx, l(0), r0.wwww
    mov r0.w, r0.yyyy
    mov r2.x, r0.zzzz
    xor r2.y, r2.xxxx, l(12)
    and r2.y, r2.yyyy, l(0x80000000)
    ineg r2.z, r2.xxxx
    imax r2.x, r2.xxxx, r2.zzzz
    udiv r2.x, null, r2.xxxx, l(12)
    ineg r2.z, r2.xxxx
    ine r2.y, r2.yyyy, l(0)
    movc r2.x, r2.yyyy, r2.zzzz, r2.xxxx
    iadd r0.w, r0.wwww, r2.xxxx
    imul null, r2.x, r0.wwww, cb0[0].xxxx
    imul null, r3.x, vThreadGroupID.xxxx, l(12)
    iadd r0.w, r2.xxxx, r3.xxxx
    mov r2.x, r0.zzzz
    and r2.y, r2.xxxx, l(0x80000000)
    ineg r2.z, r2.xxxx
    imax r2.x, r2.xxxx, r2.zzzz
    udiv null, r2.x, r2.xxxx, l(12)
    ineg r2.z, r2.xxxx
    ine r2.y, r2.yyyy, l(0)
    movc r2.x, r2.yyyy, r2.zzzz, r2.xxxx
    iadd r0.w, r0.wwww, r2.xxxx
    mov r1.z, r0.wwww
    mov r1.w, l(0)
    mov r2.xy, r1.zwzz
    ld_structured r0.w, r2.xxxy, l(0), t1.xxxx
    mov r2.x, r0.zzzz
    store_structured g1.x, r2.xxxx, l(0), r0.wwww
    mov r0.w, r0.zzzz
    iadd r0.w, r0.wwww, l(144)
    mov r0.z, r0.wwww
  endloop 
  sync_g_t
  imul null, r2.x, vThreadIDInGroup.yyyy, l(12)
  ld_structured r0.w, r2.xxxx, l(0), g0.xxxx
  ld_structured r2.x, vThreadIDInGroup.xxxx, l(0), g1.xxxx
  mul r0.w, r0.wwww, r2.xxxx
  mov r2.x, r0.xxxx
  add r0.w, r2.xxxx, r0.wwww
  mov r0.x, r0.wwww
  imul null, r2.x, vThreadIDInGroup.yyyy, l(12)
  iadd r2.x, r2.xxxx, l(1)
  ld_structured r2.x, r2.xxxx, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.xxxx, l(12)
  ld_structured r2.y, r2.yyyy, l(0), g1.xxxx
  mul r2.x, r2.xxxx, r2.yyyy
  add r0.w, r0.wwww, r2.xxxx
  mov r0.x, r0.wwww
  imul null, r2.x, vThreadIDInGroup.yyyy, l(12)
  iadd r2.x, r2.xxxx, l(2)
  ld_structured r2.x, r2.xxxx, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.xxxx, l(24)
  ld_structured r2.y, r2.yyyy, l(0), g1.xxxx
  mul r2.x, r2.xxxx, r2.yyyy
  add r0.w, r0.wwww, r2.xxxx
  mov r0.x, r0.wwww
  imul null, r2.x, vThreadIDInGroup.yyyy, l(12)
  iadd r2.x, r2.xxxx, l(3)
  ld_structured r2.x, r2.xxxx, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.xxxx, l(36)
  ld_structured r2.y, r2.yyyy, l(0), g1.xxxx
  mul r2.x, r2.xxxx, r2.yyyy
  add r0.w, r0.wwww, r2.xxxx
  mov r0.x, r0.wwww
  imul null, r2.x, vThreadIDInGroup.yyyy, l(12)
  iadd r2.x, r2.xxxx, l(4)
  ld_structured r2.x, r2.xxxx, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.xxxx, l(48)
  ld_structured r2.y, r2.yyyy, l(0), g1.xxxx
  mul r2.x, r2.xxxx, r2.yyyy
  add r0.w, r0.wwww, r2.xxxx
  mov r0.x, r0.wwww
  imul null, r2.x, vThreadIDInGroup.yyyy, l(12)
  iadd r2.x, r2.xxxx, l(5)
  ld_structured r2.x, r2.xxxx, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.xxxx, l(60)
  ld_structured r2.y, r2.yyyy, l(0), g1.xxxx
  mul r2.x, r2.xxxx, r2.yyyy
  add r0.w, r0.wwww, r2.xxxx
  mov r0.x, r0.wwww
  imul null, r2.x, vThreadIDInGroup.yyyy, l(12)
  iadd r2.x, r2.xxxx, l(6)
  ld_structured r2.x, r2.xxxx, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.xxxx, l(72)
  ld_structured r2.y, r2.yyyy, l(0), g1.xxxx
  mul r2.x, r2.xxxx, r2.yyyy
  add r0.w, r0.wwww, r2.xxxx
  mov r0.x, r0.wwww
  imul null, r2.x, vThreadIDInGroup.yyyy, l(12)
  iadd r2.x, r2.xxxx, l(7)
  ld_structured r2.x, r2.xxxx, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.xxxx, l(84)
  ld_structured r2.y, r2.yyyy, l(0), g1.xxxx
  mul r2.x, r2.xxxx, r2.yyyy
  add r0.w, r0.wwww, r2.xxxx
  mov r0.x, r0.wwww
  imul null, r2.x, vThreadIDInGroup.yyyy, l(12)
  iadd r2.x, r2.xxxx, l(8)
  ld_structured r2.x, r2.xxxx, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.xxxx, l(96)
  ld_structured r2.y, r2.yyyy, l(0), g1.xxxx
  mul r2.x, r2.xxxx, r2.yyyy
  add r0.w, r0.wwww, r2.xxxx
  mov r0.x, r0.wwww
  imul null, r2.x, vThreadIDInGroup.yyyy, l(12)
  iadd r2.x, r2.xxxx, l(9)
  ld_structured r2.x, r2.xxxx, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.xxxx, l(108)
  ld_structured r2.y, r2.yyyy, l(0), g1.xxxx
  mul r2.x, r2.xxxx, r2.yyyy
  add r0.w, r0.wwww, r2.xxxx
  mov r0.x, r0.wwww
  imul null, r2.x, vThreadIDInGroup.yyyy, l(12)
  iadd r2.x, r2.xxxx, l(10)
  ld_structured r2.x, r2.xxxx, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.xxxx, l(120)
  ld_structured r2.y, r2.yyyy, l(0), g1.xxxx
  mul r2.x, r2.xxxx, r2.yyyy
  add r0.w, r0.wwww, r2.xxxx
  mov r0.x, r0.wwww
  imul null, r2.x, vThreadIDInGroup.yyyy, l(12)
  iadd r2.x, r2.xxxx, l(11)
  ld_structured r2.x, r2.xxxx, l(0), g0.xxxx
  iadd r2.y, vThreadIDInGroup.xxxx, l(132)
  ld_structured r2.y, r2.yyyy, l(0), g1.xxxx
  mul r2.x, r2.xxxx, r2.yyyy
  add r0.w, r0.wwww, r2.xxxx
  mov r0.x, r0.wwww
  sync_g_t
  mov r0.w, r0.yyyy
  iadd r0.w, r0.wwww, l(12)
  mov r0.y, r0.wwww
endloop 
mov r0.x, r0.xxxx
imul null, r1.x, vThreadGroupID.yyyy, l(12)
iadd r0.y, r1.xxxx, vThreadIDInGroup.yyyy
imul null, r1.x, r0.yyyy, cb0[0].xxxx
imul null, r2.x, vThreadGroupID.xxxx, l(12)
iadd r0.y, r1.xxxx, r2.xxxx
iadd r0.y, r0.yyyy, vThreadIDInGroup.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
