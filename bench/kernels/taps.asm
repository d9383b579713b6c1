// Filter of five rows of grey bytes, 1 4 6 4 1, through tiles of 128 x 12 in g#; four bytes a thread.
cs_5_0
dcl_thread_group 32, 8, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_raw t0 // sm5: 0x030000a1 0x00107001 0x00000000
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_tgsm_structured g0, 4, 1536
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroup.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 3
mov r0.x, vThreadIDInGroupFlattened.xxxx
loop 
  mov r0.y, r0.xxxx
  uge r0.y, r0.yyyy, l(384)
  if_nz r0.yyyy
    break 
  endif 
  imul null, r1.x, vThreadGroupID.yyyy, l(8)
  mov r0.y, r0.xxxx
  udiv r2.x, null, r0.yyyy, l(32)
  iadd r0.y, r1.xxxx, r2.xxxx
  imul null, r1.x, r0.yyyy, cb0[0].xxxx
  imul null, r2.x, vThreadGroupID.xxxx, l(32)
  iadd r0.y, r1.xxxx, r2.xxxx
  mov r0.z, r0.xxxx
  udiv null, r1.x, r0.zzzz, l(32)
  iadd r0.y, r0.yyyy, r1.xxxx
  imul null, r1.x, r0.yyyy, l(4)
  ld_raw r0.y, r1.xxxx, t0.xxxx
  ushr r0.z, r0.yyyy, l(0)
  and r0.z, r0.zzzz, l(255)
  mov r0.w, r0.xxxx
  imul null, r1.x, r0.wwww, l(4)
  store_structured g0.x, r1.xxxx, l(0), r0.zzzz
  ushr r0.z, r0.yyyy, l(8)
  and r0.z, r0.zzzz, l(255)
  mov r0.w, r0.xxxx
  imul null, r1.x, r0.wwww, l(4)
  iadd r0.w, r1.xxxx, l(1)
  store_structured g0.x, r0.wwww, l(0), r0.zzzz
  ushr r0.z, r0.yyyy, l(16)
  and r0.z, r0.zzzz, l(255)
  mov r0.w, r0.xxxx
  imul null, r1.x, r0.wwww, l(4)
  iadd r0.w, r1.xxxx, l(2)
  store_structured g0.x, r0.wwww, l(0), r0.zzzz
  ushr r0.y, r0.yyyy, l(24)
  and r0.y, r0.yyyy, l(255)
  mov r0.z, r0.xxxx
  imul null, r1.x, r0.zzzz, l(4)
  iadd r0.z, r1.xxxx, l(3)
  store_structured g0.x, r0.zzzz, l(0), r0.yyyy
  mov r0.y, r0.xxxx
  iadd r0.y, r0.yyyy, l(256)
  mov r0.x, r0.yyyy
endloop 
sync_g_t
imul null, r0.x, vThreadIDInGroup.yyyy, l(128)
imul null, r1.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.x, r0.xxxx, r1.xxxx
ld_structured r0.y, r0.xxxx, l(0), g0.xxxx
iadd r0.z, r0.xxxx, l(512)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
iadd r0.y, r0.yyyy, r0.zzzz
iadd r0.z, r0.xxxx, l(128)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
iadd r0.w, r0.xxxx, l(384)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
iadd r0.z, r0.zzzz, r0.wwww
imul null, r1.x, r0.zzzz, l(4)
iadd r0.y, r0.yyyy, r1.xxxx
iadd r0.x, r0.xxxx, l(256)
ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
imul null, r0.x, r0.xxxx, l(6)
iadd r0.x, r0.yyyy, r0.xxxx
iadd r0.x, r0.xxxx, l(8)
ushr r0.x, r0.xxxx, l(4)
ishl r0.x, r0.xxxx, l(0)
imul null, r1.x, vThreadIDInGroup.yyyy, l(128)
imul null, r2.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.y, r1.xxxx, r2.xxxx
iadd r0.z, r0.yyyy, l(1)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
iadd r0.w, r0.yyyy, l(513)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
iadd r0.z, r0.zzzz, r0.wwww
iadd r0.w, r0.yyyy, l(129)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
iadd r1.x, r0.yyyy, l(385)
ld_structured r1.x, r1.xxxx, l(0), g0.xxxx
iadd r0.w, r0.wwww, r1.xxxx
imul null, r1.x, r0.wwww, l(4)
iadd r0.z, r0.zzzz, r1.xxxx
iadd r0.y, r0.yyyy, l(257)
ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
imul null, r1.x, r0.yyyy, l(6)
iadd r0.y, r0.zzzz, r1.xxxx
iadd r0.y, r0.yyyy, l(8)
ushr r0.y, r0.yyyy, l(4)
ishl r0.y, r0.yyyy, l(8)
or r0.x, r0.xxxx, r0.yyyy
imul null, r1.x, vThreadIDInGroup.yyyy, l(128)
imul null, r2.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.y, r1.xxxx, r2.xxxx
iadd r0.z, r0.yyyy, l(2)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
iadd r0.w, r0.yyyy, l(514)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
iadd r0.z, r0.zzzz, r0.wwww
iadd r0.w, r0.yyyy, l(130)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
iadd r1.x, r0.yyyy, l(386)
ld_structured r1.x, r1.xxxx, l(0), g0.xxxx
iadd r0.w, r0.wwww, r1.xxxx
imul null, r1.x, r0.wwww, l(4)
iadd r0.z, r0.zzzz, r1.xxxx
iadd r0.y, r0.yyyy, l(258)
ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
imul null, r1.x, r0.yyyy, l(6)
iadd r0.y, r0.zzzz, r1.xxxx
iadd r0.y, r0.yyyy, l(8)
ushr r0.y, r0.yyyy, l(4)
ishl r0.y, r0.yyyy, l(16)
or r0.x, r0.xxxx, r0.yyyy
imul null, r1.x, vThreadIDInGroup.yyyy, l(128)
imul null, r2.x, vThreadIDInGroup.xxxx, l(4)
iadd r0.y, r1.xxxx, r2.xxxx
iadd r0.z, r0.yyyy, l(3)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
iadd r0.w, r0.yyyy, l(515)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
iadd r0.z, r0.zzzz, r0.wwww
iadd r0.w, r0.yyyy, l(131)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
iadd r1.x, r0.yyyy, l(387)
ld_structured r1.x, r1.xxxx, l(0), g0.xxxx
iadd r0.w, r0.wwww, r1.xxxx
imul null, r1.x, r0.wwww, l(4)
iadd r0.z, r0.zzzz, r1.xxxx
iadd r0.y, r0.yyyy, l(259)
ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
imul null, r1.x, r0.yyyy, l(6)
iadd r0.y, r0.zzzz, r1.xxxx
iadd r0.y, r0.yyyy, l(8)
ushr r0.y, r0.yyyy, l(4)
ishl r0.y, r0.yyyy, l(24)
or r0.x, r0.xxxx, r0.yyyy
or r0.x, r0.xxxx, l(0)
imul null, r1.x, vThreadGroupID.yyyy, l(8)
iadd r0.y, r1.xxxx, vThreadIDInGroup.yyyy
imul null, r1.x, r0.yyyy, cb0[0].xxxx
imul null, r2.x, vThreadGroupID.xxxx, l(32)
iadd r0.y, r1.xxxx, r2.xxxx
iadd r0.y, r0.yyyy, vThreadIDInGroup.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
