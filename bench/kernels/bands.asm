// Projections of the 512 samples of each channel on six waves, in steps of the group by its threads' numbers.
cs_5_0
dcl_thread_group 8, 8, 1
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_resource_structured t1, 8  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000008
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_tgsm_structured g0, 4, 384
dcl_input vThreadGroupID.x
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 5
mov r0.x, l(0)
mov r0.y, l(0)
mov r0.z, l(0)
mov r0.w, l(0)
mov r1.x, l(0)
mov r1.y, l(0)
mov r1.z, vThreadIDInGroupFlattened.xxxx
loop 
  mov r1.w, r1.zzzz
  uge r1.w, r1.wwww, l(512)
  if_nz r1.wwww
    break 
  endif 
  mov r1.w, r1.zzzz
  mov r2.x, r1.wwww
  mov r2.y, l(0)
  mov r3.xy, r2.xyxx
  ld_structured r3.xy, r3.xxxy, l(0), t1.xyxx
  imul null, r4.x, vThreadGroupID.xxxx, l(512)
  mov r1.w, r1.zzzz
  iadd r1.w, r4.xxxx, r1.wwww
  mov r2.z, r1.wwww
  mov r2.w, l(0)
  mov r3.zw, r2.xxzw
  ld_structured r1.w, r3.zzzw, l(0), t0.xxxx
  mov r3.z, r0.xxxx
  add r3.z, r3.zzzz, r1.wwww
  mov r0.x, r3.zzzz
  mul r4.xyz, r1.wwww, r3.xyxx
  mov r3.z, r0.yyyy
  add r3.z, r3.zzzz, r4.xxxx
  mov r0.y, r3.zzzz
  mov r3.z, r0.zzzz
  add r3.z, r3.zzzz, r4.yyyy
  mov r0.z, r3.zzzz
  mul r3.z, r4.zzzz, r3.yyyy
  mov r3.w, r0.wwww
  add r3.z, r3.wwww, r3.zzzz
  mov r0.w, r3.zzzz
  mul r3.z, r3.yyyy, l(3.000000)
  mul r3.z, r3.zzzz, r3.yyyy
  add r3.z, r3.zzzz, l(-1.000000)
  mul r3.z, r1.wwww, r3.zzzz
  mov r3.w, r1.xxxx
  add r3.z, r3.wwww, r3.zzzz
  mov r1.x, r3.zzzz
  mul r3.xy, r3.xyxx, r3.xyxx
  add r3.x, r3.xxxx, -r3.yyyy
  mul r1.w, r1.wwww, r3.xxxx
  mov r3.x, r1.yyyy
  add r1.w, r3.xxxx, r1.wwww
  mov r1.y, r1.wwww
  mov r1.w, r1.zzzz
  iadd r1.w, r1.wwww, l(64)
  mov r1.z, r1.wwww
endloop 
mov r0.x, r0.xxxx
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
mov r0.x, r0.yyyy
iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(64)
store_structured g0.x, r0.yyyy, l(0), r0.xxxx
mov r0.x, r0.zzzz
iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(128)
store_structured g0.x, r0.yyyy, l(0), r0.xxxx
mov r0.x, r0.wwww
iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(192)
store_structured g0.x, r0.yyyy, l(0), r0.xxxx
mov r0.x, r1.xxxx
iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(256)
store_structured g0.x, r0.yyyy, l(0), r0.xxxx
mov r0.x, r1.yyyy
iadd r0.y, vThreadIDInGroupFlattened.xxxx, l(320)
store_structured g0.x, r0.yyyy, l(0), r0.xxxx
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(6)
if_nz r0.xxxx
  imul null, r0.x, vThreadIDInGroupFlattened.xxxx, l(64)
  ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(1)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(2)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(3)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(4)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(5)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(6)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(7)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(8)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(9)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(10)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(11)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(12)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(13)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(14)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(15)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(16)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(17)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(18)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(19)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(20)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(21)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(22)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(23)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(24)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(25)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(26)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(27)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(28)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(29)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(30)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(31)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(32)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(33)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(34)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(35)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(36)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(37)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(38)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(39)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(40)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(41)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(42)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(43)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(44)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(45)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(46)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(47)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(48)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(49)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(50)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(51)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(52)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(53)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(54)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(55)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(56)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(57)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(58)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(59)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(60)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(61)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(62)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadIDInGroupFlattened.xxxx, l(64)
  iadd r0.y, r1.xxxx, l(63)
  ld_structured r0.y, r0.yyyy, l(0), g0.xxxx
  add r0.x, r0.xxxx, r0.yyyy
  imul null, r1.x, vThreadGroupID.xxxx, l(6)
  iadd r0.y, r1.xxxx, vThreadIDInGroupFlattened.xxxx
  store_structured u0.x, r0.yyyy, l(0), r0.xxxx
endif 
ret 
