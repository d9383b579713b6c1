// Fourier transforms of 256 complex numbers in g#, one a group: eight butterflies for each thread.
cs_5_0
dcl_thread_group 128, 1, 1
dcl_resource_structured t0, 8
dcl_resource_structured t1, 8
dcl_uav_structured u0, 8
dcl_tgsm_structured g0, 8, 256
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 6
imul null, r0.x, vThreadGroupID.xxxx, l(256)
iadd r0.xyzw, r0.xxxx, vThreadIDInGroupFlattened.xxxx
mov r1.x, r0.xxxx
mov r1.y, l(0)
mov r1.xy, r1.xyxx
ld_structured r1.xy, r1.xxxy, l(0), t0.xyxx
and r1.z, vThreadIDInGroupFlattened.xxxx, l(85)
ishl r1.z, r1.zzzz, l(1)
ushr r1.w, vThreadIDInGroupFlattened.xxxx, l(1)
and r1.w, r1.wwww, l(85)
or r1.z, r1.zzzz, r1.wwww
and r1.w, r1.zzzz, l(51)
ishl r1.w, r1.wwww, l(2)
ushr r1.z, r1.zzzz, l(2)
and r1.z, r1.zzzz, l(51)
or r1.z, r1.wwww, r1.zzzz
and r1.w, r1.zzzz, l(15)
ishl r1.w, r1.wwww, l(4)
ushr r1.z, r1.zzzz, l(4)
or r1.z, r1.wwww, r1.zzzz
store_structured g0.x, r1.zzzz, l(0), r1.xxxx
store_structured g0.x, r1.zzzz, l(4), r1.yyyy
iadd r1.x, r0.yyyy, l(128)
mov r1.x, r1.xxxx
mov r1.y, l(0)
mov r1.xy, r1.xyxx
ld_structured r1.xy, r1.xxxy, l(0), t0.xyxx
iadd r1.z, vThreadIDInGroupFlattened.xxxx, l(128)
and r1.w, r1.zzzz, l(85)
ishl r1.w, r1.wwww, l(1)
ushr r2.x, r1.zzzz, l(1)
and r2.x, r2.xxxx, l(85)
or r1.w, r1.wwww, r2.xxxx
and r2.x, r1.wwww, l(51)
ishl r2.x, r2.xxxx, l(2)
ushr r1.w, r1.wwww, l(2)
and r1.w, r1.wwww, l(51)
or r1.w, r2.xxxx, r1.wwww
and r2.x, r1.wwww, l(15)
ishl r2.x, r2.xxxx, l(4)
ushr r1.w, r1.wwww, l(4)
or r1.w, r2.xxxx, r1.wwww
store_structured g0.x, r1.wwww, l(0), r1.xxxx
store_structured g0.x, r1.wwww, l(4), r1.yyyy
sync_g_t
mov r1.x, l(1)
loop
  mov r2.z, r1.xxxx
  uge r2.z, r2.zzzz, l(256)
  if_nz r2.zzzz
    break
  endif
  mov r2.z, r1.xxxx
  iadd r2.z, r2.zzzz, l(-1)
  and r2.z, vThreadIDInGroupFlattened.xxxx, r2.zzzz
  ineg r2.w, r2.zzzz
  iadd r2.w, vThreadIDInGroupFlattened.xxxx, r2.wwww
  imul null, r3.x, r2.wwww, l(2)
  iadd r2.w, r3.xxxx, r2.zzzz
  mov r3.x, r1.xxxx
  iadd r3.x, r2.wwww, r3.xxxx
  mov r3.y, r1.xxxx
  iadd r2.z, r3.yyyy, r2.zzzz
  mov r1.y, r2.zzzz
  mov r1.w, l(0)
  mov r3.yz, r1.xywx
  ld_structured r3.yz, r3.yyyz, l(0), t1.xxyx
  ld_structured r4.xy, r2.wwww, l(0), g0.xyxx
  ld_structured r4.zw, r3.xxxx, l(0), g0.xxxy
  mul r5.xyzw, r3.yzyz, r4.zwwz
  add r2.z, r5.xxxx, -r5.yyyy
  add r3.y, r5.zzzz, r5.wwww
  mov r2.x, r2.zzzz
  mov r2.y, r3.yyyy
  mov r3.yz, r2.xxyx
  add r3.yz, r4.xxyx, r3.xyzx
  store_structured g0.x, r2.wwww, l(0), r3.yyyy
  store_structured g0.x, r2.wwww, l(4), r3.zzzz
  mov r2.zw, r2.xxxy
  add r2.zw, r4.xxxy, -r2.xxzw
  store_structured g0.x, r3.xxxx, l(0), r2.zzzz
  store_structured g0.x, r3.xxxx, l(4), r2.wwww
  sync_g_t
  mov r2.z, r1.xxxx
  imul null, r3.x, r2.zzzz, l(2)
  mov r1.x, r3.xxxx
endloop
ld_structured r1.xy, vThreadIDInGroupFlattened.xxxx, l(0), g0.xyxx
store_structured u0.x, r0.zzzz, l(0), r1.xxxx
store_structured u0.x, r0.zzzz, l(4), r1.yyyy
ld_structured r1.xy, r1.zzzz, l(0), g0.xyxx
iadd r0.x, r0.wwww, l(128)
store_structured u0.x, r0.xxxx, l(0), r1.xxxx
store_structured u0.x, r0.xxxx, l(4), r1.yyyy
ret
// Approximately 103 instruction slots used
