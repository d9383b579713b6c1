// Sums of 3 x 3 words with a tile of 14 x 14 in g#, groups of 12 x 12.
cs_5_0
dcl_thread_group 12, 12, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_tgsm_structured g0, 4, 196
dcl_input vThreadID.xyz
dcl_input vThreadIDInGroup.xyz
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 3
mov r0.x, vThreadIDInGroupFlattened.xxxx
loop
  mov r0.w, r0.xxxx
  uge r0.w, r0.wwww, l(196)
  if_nz r0.wwww
    break
  endif
  imul null, r1.x, vThreadGroupID.yyyy, l(12)
  mov r0.w, r0.xxxx
  udiv r2.x, null, r0.wwww, l(14)
  iadd r0.w, r1.xxxx, r2.xxxx
  imul null, r1.x, r0.wwww, cb0[0].zzzz
  imul null, r2.x, vThreadGroupID.xxxx, l(12)
  iadd r0.w, r1.xxxx, r2.xxxx
  mov r1.x, r0.xxxx
  udiv null, r1.x, r1.xxxx, l(14)
  iadd r0.w, r0.wwww, r1.xxxx
  mov r0.y, r0.wwww
  mov r0.z, l(0)
  mov r1.xy, r0.yzyy
  ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
  mov r1.x, r0.xxxx
  store_structured g0.x, r1.xxxx, l(0), r0.wwww
  mov r0.w, r0.xxxx
  iadd r0.w, r0.wwww, l(144)
  mov r0.x, r0.wwww
endloop
sync_g_t
imul null, r0.x, vThreadIDInGroup.yyyy, l(14)
iadd r0.x, r0.xxxx, vThreadIDInGroup.xxxx
ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
imul null, r1.x, vThreadIDInGroup.yyyy, l(14)
iadd r0.y, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.y, r0.yyyy, l(1)
ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
add r0.x, r0.xxxx, r0.yyyy
imul null, r1.x, vThreadIDInGroup.yyyy, l(14)
iadd r0.y, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.y, r0.yyyy, l(2)
ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
add r0.x, r0.xxxx, r0.yyyy
iadd r0.yzw, vThreadIDInGroup.yyyy, l(1, 1, 1, 1)
imul null, r1.x, r0.yyyy, l(14)
iadd r1.x, r1.xxxx, vThreadIDInGroup.xxxx
ld_structured r1.x, r1.xxxx, l(0), g0.xxxx
add r0.x, r0.xxxx, r1.xxxx
imul null, r1.x, r0.zzzz, l(14)
iadd r1.x, r1.xxxx, vThreadIDInGroup.xxxx
iadd r1.x, r1.xxxx, l(1)
ld_structured r1.x, r1.xxxx, l(0), g0.xxxx
add r0.x, r0.xxxx, r1.xxxx
imul null, r1.x, r0.wwww, l(14)
iadd r0.y, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.y, r0.yyyy, l(2)
ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
add r0.x, r0.xxxx, r0.yyyy
iadd r0.yzw, vThreadIDInGroup.yyyy, l(2, 2, 2, 2)
imul null, r1.x, r0.yyyy, l(14)
iadd r1.x, r1.xxxx, vThreadIDInGroup.xxxx
ld_structured r1.x, r1.xxxx, l(0), g0.xxxx
add r0.x, r0.xxxx, r1.xxxx
imul null, r1.x, r0.zzzz, l(14)
iadd r1.x, r1.xxxx, vThreadIDInGroup.xxxx
iadd r1.x, r1.xxxx, l(1)
ld_structured r1.x, r1.xxxx, l(0), g0.xxxx
add r0.x, r0.xxxx, r1.xxxx
imul null, r1.x, r0.wwww, l(14)
iadd r0.y, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.y, r0.yyyy, l(2)
ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
add r0.x, r0.xxxx, r0.yyyy
imul null, r1.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret
