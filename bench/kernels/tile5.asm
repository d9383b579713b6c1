// A 5 x 5 filter with its tile of 20 x 20 in g#, groups of 16 x 16.
cs_5_0
dcl_thread_group 16, 16, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4
dcl_resource_structured t1, 4
dcl_uav_structured u0, 4
dcl_tgsm_structured g0, 4, 400
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroup.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 3
mov r0.x, vThreadIDInGroupFlattened.xxxx
loop
  mov r0.w, r0.xxxx
  uge r0.w, r0.wwww, l(400)
  if_nz r0.wwww
    break
  endif
  imul null, r1.x, vThreadGroupID.yyyy, l(16)
  mov r0.w, r0.xxxx
  udiv r2.x, null, r0.wwww, l(20)
  iadd r0.w, r1.xxxx, r2.xxxx
  imul null, r1.x, r0.wwww, cb0[0].zzzz
  imul null, r2.x, vThreadGroupID.xxxx, l(16)
  iadd r0.w, r1.xxxx, r2.xxxx
  mov r1.x, r0.xxxx
  udiv null, r1.x, r1.xxxx, l(20)
  iadd r0.w, r0.wwww, r1.xxxx
  mov r0.y, r0.wwww
  mov r0.z, l(0)
  mov r1.xy, r0.yzyy
  ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
  mov r1.x, r0.xxxx
  store_structured g0.x, r1.xxxx, l(0), r0.wwww
  mov r0.w, r0.xxxx
  iadd r0.w, r0.wwww, l(256)
  mov r0.x, r0.wwww
endloop
sync_g_t
ld_structured r0.x, l(0, 0, 0, 0), l(0), t1.xxxx
imul null, r1.x, vThreadIDInGroup.yyyy, l(20)
iadd r0.y, r1.xxxx, vThreadIDInGroup.xxxx
ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
mul r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(1, 0, 0, 0), l(0), t1.xxxx
imul null, r1.x, vThreadIDInGroup.yyyy, l(20)
iadd r0.z, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(1)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(2, 0, 0, 0), l(0), t1.xxxx
imul null, r1.x, vThreadIDInGroup.yyyy, l(20)
iadd r0.z, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(2)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(3, 0, 0, 0), l(0), t1.xxxx
imul null, r1.x, vThreadIDInGroup.yyyy, l(20)
iadd r0.z, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(3)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(4, 0, 0, 0), l(0), t1.xxxx
imul null, r1.x, vThreadIDInGroup.yyyy, l(20)
iadd r0.z, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(4)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(5, 0, 0, 0), l(0), t1.xxxx
iadd r1.xyzw, vThreadIDInGroup.yyyy, l(1, 1, 1, 1)
imul null, r2.x, r1.xxxx, l(20)
iadd r0.z, r2.xxxx, vThreadIDInGroup.xxxx
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(6, 0, 0, 0), l(0), t1.xxxx
imul null, r2.x, r1.yyyy, l(20)
iadd r0.z, r2.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(1)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(7, 0, 0, 0), l(0), t1.xxxx
imul null, r2.x, r1.zzzz, l(20)
iadd r0.z, r2.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(2)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(8, 0, 0, 0), l(0), t1.xxxx
imul null, r1.x, r1.wwww, l(20)
iadd r0.z, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(3)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(9, 0, 0, 0), l(0), t1.xxxx
iadd r0.z, vThreadIDInGroup.yyyy, l(1)
imul null, r1.x, r0.zzzz, l(20)
iadd r0.z, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(4)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(10, 0, 0, 0), l(0), t1.xxxx
iadd r1.xyzw, vThreadIDInGroup.yyyy, l(2, 2, 2, 2)
imul null, r2.x, r1.xxxx, l(20)
iadd r0.z, r2.xxxx, vThreadIDInGroup.xxxx
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(11, 0, 0, 0), l(0), t1.xxxx
imul null, r2.x, r1.yyyy, l(20)
iadd r0.z, r2.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(1)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(12, 0, 0, 0), l(0), t1.xxxx
imul null, r2.x, r1.zzzz, l(20)
iadd r0.z, r2.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(2)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(13, 0, 0, 0), l(0), t1.xxxx
imul null, r1.x, r1.wwww, l(20)
iadd r0.z, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(3)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(14, 0, 0, 0), l(0), t1.xxxx
iadd r0.z, vThreadIDInGroup.yyyy, l(2)
imul null, r1.x, r0.zzzz, l(20)
iadd r0.z, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(4)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(15, 0, 0, 0), l(0), t1.xxxx
iadd r1.xyzw, vThreadIDInGroup.yyyy, l(3, 3, 3, 3)
imul null, r2.x, r1.xxxx, l(20)
iadd r0.z, r2.xxxx, vThreadIDInGroup.xxxx
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(16, 0, 0, 0), l(0), t1.xxxx
imul null, r2.x, r1.yyyy, l(20)
iadd r0.z, r2.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(1)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(17, 0, 0, 0), l(0), t1.xxxx
imul null, r2.x, r1.zzzz, l(20)
iadd r0.z, r2.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(2)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(18, 0, 0, 0), l(0), t1.xxxx
imul null, r1.x, r1.wwww, l(20)
iadd r0.z, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(3)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(19, 0, 0, 0), l(0), t1.xxxx
iadd r0.z, vThreadIDInGroup.yyyy, l(3)
imul null, r1.x, r0.zzzz, l(20)
iadd r0.z, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(4)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(20, 0, 0, 0), l(0), t1.xxxx
iadd r1.xyzw, vThreadIDInGroup.yyyy, l(4, 4, 4, 4)
imul null, r2.x, r1.xxxx, l(20)
iadd r0.z, r2.xxxx, vThreadIDInGroup.xxxx
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(21, 0, 0, 0), l(0), t1.xxxx
imul null, r2.x, r1.yyyy, l(20)
iadd r0.z, r2.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(1)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(22, 0, 0, 0), l(0), t1.xxxx
imul null, r2.x, r1.zzzz, l(20)
iadd r0.z, r2.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(2)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(23, 0, 0, 0), l(0), t1.xxxx
imul null, r1.x, r1.wwww, l(20)
iadd r0.z, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(3)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
ld_structured r0.y, l(24, 0, 0, 0), l(0), t1.xxxx
iadd r0.z, vThreadIDInGroup.yyyy, l(4)
imul null, r1.x, r0.zzzz, l(20)
iadd r0.z, r1.xxxx, vThreadIDInGroup.xxxx
iadd r0.z, r0.zzzz, l(4)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
imul null, r1.x, vThreadGroupID.yyyy, l(16)
iadd r0.y, r1.xxxx, vThreadIDInGroup.yyyy
imul null, r1.x, r0.yyyy, cb0[0].xxxx
imul null, r2.x, vThreadGroupID.xxxx, l(16)
iadd r0.y, r1.xxxx, r2.xxxx
iadd r0.y, r0.yyyy, vThreadIDInGroup.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret
// Approximately 223 instruction slots used
