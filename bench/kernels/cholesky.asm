// Cholesky factors of matrices of 16 x 16 in g#, a group a matrix, and the logarithms of their determinants.
cs_5_0
dcl_thread_group 16, 16, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_uav_structured u1, 4 // sm5: 0x0400009e 0x0011e001 0x00000001 0x00000004
dcl_tgsm_structured g0, 4, 272
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroup.xyz
dcl_temps 3
imul null, r0.x, vThreadIDInGroup.yyyy, l(17)
iadd r0.x, r0.xxxx, vThreadIDInGroup.xxxx
imul null, r1.x, vThreadGroupID.xxxx, l(256)
imul null, r2.x, vThreadIDInGroup.yyyy, l(16)
iadd r0.y, r1.xxxx, r2.xxxx
iadd r0.y, r0.yyyy, vThreadIDInGroup.xxxx
mov r0.z, r0.yyyy
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
ieq r0.w, vThreadIDInGroup.yyyy, vThreadIDInGroup.xxxx
movc r0.w, r0.wwww, cb0[0].xxxx, l(0)
add r0.z, r0.zzzz, r0.wwww
store_structured g0.x, r0.xxxx, l(0), r0.zzzz
sync_g_t
mov r0.z, l(0)
loop 
  mov r0.w, r0.zzzz
  uge r0.w, r0.wwww, l(16)
  if_nz r0.wwww
    break 
  endif 
  mov r0.w, r0.zzzz
  ieq r0.w, vThreadIDInGroup.yyyy, r0.wwww
  mov r1.x, r0.zzzz
  ieq r1.x, vThreadIDInGroup.xxxx, r1.xxxx
  and r0.w, r0.wwww, r1.xxxx
  if_nz r0.wwww
    ld_structured r0.w, r0.xxxx, l(0), g0.xxxx
    sqrt r0.w, r0.wwww
    store_structured g0.x, r0.xxxx, l(0), r0.wwww
  endif 
  sync_g_t
  mov r0.w, r0.zzzz
  ieq r0.w, vThreadIDInGroup.xxxx, r0.wwww
  mov r1.x, r0.zzzz
  ult r1.x, r1.xxxx, vThreadIDInGroup.yyyy
  and r0.w, r0.wwww, r1.xxxx
  if_nz r0.wwww
    mov r0.w, r0.zzzz
    imul null, r1.x, r0.wwww, l(17)
    mov r0.w, r0.zzzz
    iadd r0.w, r1.xxxx, r0.wwww
    ld_structured r0.w, r0.wwww, l(0), g0.xxxx
    ld_structured r1.x, r0.xxxx, l(0), g0.xxxx
    div r0.w, r1.xxxx, r0.wwww
    store_structured g0.x, r0.xxxx, l(0), r0.wwww
  endif 
  sync_g_t
  mov r0.w, r0.zzzz
  ult r0.w, r0.wwww, vThreadIDInGroup.xxxx
  uge r1.x, vThreadIDInGroup.yyyy, vThreadIDInGroup.xxxx
  and r0.w, r0.wwww, r1.xxxx
  if_nz r0.wwww
    imul null, r1.x, vThreadIDInGroup.yyyy, l(17)
    mov r0.w, r0.zzzz
    iadd r0.w, r1.xxxx, r0.wwww
    ld_structured r0.w, r0.wwww, l(0), g0.xxxx
    imul null, r1.x, vThreadIDInGroup.xxxx, l(17)
    mov r1.y, r0.zzzz
    iadd r1.x, r1.xxxx, r1.yyyy
    ld_structured r1.x, r1.xxxx, l(0), g0.xxxx
    mul r0.w, r0.wwww, r1.xxxx
    ld_structured r1.x, r0.xxxx, l(0), g0.xxxx
    add r0.w, r1.xxxx, -r0.wwww
    store_structured g0.x, r0.xxxx, l(0), r0.wwww
  endif 
  sync_g_t
  mov r0.w, r0.zzzz
  iadd r0.w, r0.wwww, l(1)
  mov r0.z, r0.wwww
endloop 
uge r0.z, vThreadIDInGroup.yyyy, vThreadIDInGroup.xxxx
ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
movc r0.x, r0.zzzz, r0.xxxx, l(0)
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ieq r0.x, vThreadIDInGroup.yyyy, l(0)
ieq r0.y, vThreadIDInGroup.xxxx, l(0)
and r0.x, r0.xxxx, r0.yyyy
if_nz r0.xxxx
  ld_structured r0.x, l(0), l(0), g0.xxxx
  log r0.x, r0.xxxx
  mul r0.x, r0.xxxx, l(0.693147) // sm5: 0x07000038 0x00100012 0x00000000 0x00100006 0x00000000 0x00004001 0x3f317218
  ld_structured r0.y, l(18), l(0), g0.xxxx
  log r0.y, r0.yyyy
  mul r0.y, r0.yyyy, l(0.693147) // sm5: 0x07000038 0x00100022 0x00000000 0x00100556 0x00000000 0x00004001 0x3f317218
  add r0.x, r0.xxxx, r0.yyyy
  ld_structured r0.y, l(36), l(0), g0.xxxx
  log r0.y, r0.yyyy
  mul r0.y, r0.yyyy, l(0.693147) // sm5: 0x07000038 0x00100022 0x00000000 0x00100556 0x00000000 0x00004001 0x3f317218
  add r0.x, r0.xxxx, r0.yyyy
  ld_structured r0.y, l(54), l(0), g0.xxxx
  log r0.y, r0.yyyy
  mul r0.y, r0.yyyy, l(0.693147) // sm5: 0x07000038 0x00100022 0x00000000 0x00100556 0x00000000 0x00004001 0x3f317218
  add r0.x, r0.xxxx, r0.yyyy
  ld_structured r0.y, l(72), l(0), g0.xxxx
  log r0.y, r0.yyyy
  mul r0.y, r0.yyyy, l(0.693147) // sm5: 0x07000038 0x00100022 0x00000000 0x00100556 0x00000000 0x00004001 0x3f317218
  add r0.x, r0.xxxx, r0.yyyy
  ld_structured r0.y, l(90), l(0), g0.xxxx
  log r0.y, r0.yyyy
  mul r0.y, r0.yyyy, l(0.693147) // sm5: 0x07000038 0x00100022 0x00000000 0x00100556 0x00000000 0x00004001 0x3f317218
  add r0.x, r0.xxxx, r0.yyyy
  ld_structured r0.y, l(108), l(0), g0.xxxx
  log r0.y, r0.yyyy
  mul r0.y, r0.yyyy, l(0.693147) // sm5: 0x07000038 0x00100022 0x00000000 0x00100556 0x00000000 0x00004001 0x3f317218
  add r0.x, r0.xxxx, r0.yyyy
  ld_structured r0.y, l(126), l(0), g0.xxxx
  log r0.y, r0.yyyy
  mul r0.y, r0.yyyy, l(0.693147) // sm5: 0x07000038 0x00100022 0x00000000 0x00100556 0x00000000 0x00004001 0x3f317218
  add r0.x, r0.xxxx, r0.yyyy
  ld_structured r0.y, l(144), l(0), g0.xxxx
  log r0.y, r0.yyyy
  mul r0.y, r0.yyyy, l(0.693147) // sm5: 0x07000038 0x00100022 0x00000000 0x00100556 0x00000000 0x00004001 0x3f317218
  add r0.x, r0.xxxx, r0.yyyy
  ld_structured r0.y, l(162), l(0), g0.xxxx
  log r0.y, r0.yyyy
  mul r0.y, r0.yyyy, l(0.693147) // sm5: 0x07000038 0x00100022 0x00000000 0x00100556 0x00000000 0x00004001 0x3f317218
  add r0.x, r0.xxxx, r0.yyyy
  ld_structured r0.y, l(180), l(0), g0.xxxx
  log r0.y, r0.yyyy
  mul r0.y, r0.yyyy, l(0.693147) // sm5: 0x07000038 0x00100022 0x00000000 0x00100556 0x00000000 0x00004001 0x3f317218
  add r0.x, r0.xxxx, r0.yyyy
  ld_structured r0.y, l(198), l(0), g0.xxxx
  log r0.y, r0.yyyy
  mul r0.y, r0.yyyy, l(0.693147) // sm5: 0x07000038 0x00100022 0x00000000 0x00100556 0x00000000 0x00004001 0x3f317218
  add r0.x, r0.xxxx, r0.yyyy
  ld_structured r0.y, l(216), l(0), g0.xxxx
  log r0.y, r0.yyyy
  mul r0.y, r0.yyyy, l(0.693147) // sm5: 0x07000038 0x00100022 0x00000000 0x00100556 0x00000000 0x00004001 0x3f317218
  add r0.x, r0.xxxx, r0.yyyy
  ld_structured r0.y, l(234), l(0), g0.xxxx
  log r0.y, r0.yyyy
  mul r0.y, r0.yyyy, l(0.693147) // sm5: 0x07000038 0x00100022 0x00000000 0x00100556 0x00000000 0x00004001 0x3f317218
  add r0.x, r0.xxxx, r0.yyyy
  ld_structured r0.y, l(252), l(0), g0.xxxx
  log r0.y, r0.yyyy
  mul r0.y, r0.yyyy, l(0.693147) // sm5: 0x07000038 0x00100022 0x00000000 0x00100556 0x00000000 0x00004001 0x3f317218
  add r0.x, r0.xxxx, r0.yyyy
  ld_structured r0.y, l(270), l(0), g0.xxxx
  log r0.y, r0.yyyy
  mul r0.y, r0.yyyy, l(0.693147) // sm5: 0x07000038 0x00100022 0x00000000 0x00100556 0x00000000 0x00004001 0x3f317218
  add r0.x, r0.xxxx, r0.yyyy
  mul r0.x, r0.xxxx, l(2.000000)
  store_structured u1.x, vThreadGroupID.xxxx, l(0), r0.xxxx
endif 
ret 
