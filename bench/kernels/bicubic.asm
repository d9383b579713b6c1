// Catmull-Rom resize of packed pixels to another size: 16 clamped texels each.
cs_5_0
dcl_thread_group 16, 16, 1
dcl_constantbuffer cb0[2], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 10
dcl_indexableTemp x0[4], 4
utof r0.xy, vThreadID.xyxx
add r0.xy, r0.xyxx, l(0.500000, 0.500000, 0.000000, 0.000000)
mul r0.xy, r0.xyxx, cb0[1].xxxx
add r0.xy, r0.xyxx, l(-0.500000, -0.500000, 0.000000, 0.000000)
round_ni r0.zw, r0.xxxy
add r0.xy, r0.xyxx, -r0.zwzz
mul r1.x, r0.xxxx, l(-0.500000)
add r1.x, r1.xxxx, l(1.000000)
mul r1.x, r1.xxxx, r0.xxxx
add r1.x, r1.xxxx, l(-0.500000)
mul r1.x, r1.xxxx, r0.xxxx
mul r1.y, r0.xxxx, l(1.500000)
add r1.y, r1.yyyy, l(-2.500000)
mul r1.y, r1.yyyy, r0.xxxx
mul r1.y, r1.yyyy, r0.xxxx
add r1.y, r1.yyyy, l(1.000000)
mul r1.z, r0.xxxx, l(-1.500000)
add r1.z, r1.zzzz, l(2.000000)
mul r1.z, r1.zzzz, r0.xxxx
add r1.z, r1.zzzz, l(0.500000)
mul r1.z, r1.zzzz, r0.xxxx
mul r1.w, r0.xxxx, l(0.500000)
add r1.w, r1.wwww, l(-0.500000)
mul r1.w, r1.wwww, r0.xxxx
mul r1.w, r1.wwww, r0.xxxx
mul r2.x, r0.yyyy, l(-0.500000)
add r2.x, r2.xxxx, l(1.000000)
mul r2.x, r2.xxxx, r0.yyyy
add r2.x, r2.xxxx, l(-0.500000)
mul r2.x, r2.xxxx, r0.yyyy
mul r2.y, r0.yyyy, l(1.500000)
add r2.y, r2.yyyy, l(-2.500000)
mul r2.y, r2.yyyy, r0.yyyy
mul r2.y, r2.yyyy, r0.yyyy
add r2.y, r2.yyyy, l(1.000000)
mul r2.z, r0.yyyy, l(-1.500000)
add r2.z, r2.zzzz, l(2.000000)
mul r2.z, r2.zzzz, r0.yyyy
add r2.z, r2.zzzz, l(0.500000)
mul r2.z, r2.zzzz, r0.yyyy
mul r2.w, r0.yyyy, l(0.500000)
add r2.w, r2.wwww, l(-0.500000)
mul r2.w, r2.wwww, r0.yyyy
mul r0.x, r2.wwww, r0.yyyy
mov x0[0].x, r2.xxxx
mov x0[1].x, r2.yyyy
mov x0[2].x, r2.zzzz
mov x0[3].x, r0.xxxx
mov r2.x, l(0)
mov r2.y, l(0)
mov r2.z, l(0)
mov r2.w, l(0)
mov r0.x, l(0)
loop 
  mov r0.y, r0.xxxx
  ige r0.y, r0.yyyy, l(4)
  if_nz r0.yyyy
    break 
  endif 
  ftoi r6.xy, r0.wzww
  mov r0.y, r0.xxxx
  iadd r0.y, r6.xxxx, r0.yyyy
  iadd r0.y, r0.yyyy, l(-1)
  iadd r6.z, cb0[0].wwww, l(-1)
  imax r0.y, r0.yyyy, l(0)
  imin r0.y, r0.yyyy, r6.zzzz
  imul null, r7.x, r0.yyyy, cb0[0].zzzz
  iadd r0.y, cb0[0].zzzz, l(-1)
  iadd r6.z, r6.yyyy, l(-1)
  imax r6.z, r6.zzzz, l(0)
  imin r6.z, r6.zzzz, r0.yyyy
  iadd r6.z, r7.xxxx, r6.zzzz
  mov r3.x, r6.zzzz
  mov r3.y, l(0)
  mov r6.zw, r3.xxxy
  ld_structured r6.z, r6.zzzw, l(0), t0.xxxx
  and r6.w, r6.zzzz, l(255)
  ushr r7.y, r6.zzzz, l(8)
  and r7.y, r7.yyyy, l(255)
  ushr r7.z, r6.zzzz, l(16)
  and r7.z, r7.zzzz, l(255)
  ushr r6.z, r6.zzzz, l(24)
  utof r6.w, r6.wwww
  mov r4.x, r6.wwww
  utof r6.w, r7.yyyy
  mov r4.y, r6.wwww
  utof r6.w, r7.zzzz
  mov r4.z, r6.wwww
  utof r6.z, r6.zzzz
  mov r4.w, r6.zzzz
  mov r8.xyzw, r4.xyzw
  mul r8.xyzw, r8.xyzw, r1.xxxx
  imax r6.z, r6.yyyy, l(0)
  imin r6.z, r6.zzzz, r0.yyyy
  iadd r6.z, r7.xxxx, r6.zzzz
  mov r3.z, r6.zzzz
  mov r3.w, l(0)
  mov r6.zw, r3.xxzw
  ld_structured r6.z, r6.zzzw, l(0), t0.xxxx
  and r6.w, r6.zzzz, l(255)
  ushr r7.y, r6.zzzz, l(8)
  and r7.y, r7.yyyy, l(255)
  ushr r7.z, r6.zzzz, l(16)
  and r7.z, r7.zzzz, l(255)
  ushr r6.z, r6.zzzz, l(24)
  utof r6.w, r6.wwww
  mov r4.x, r6.wwww
  utof r6.w, r7.yyyy
  mov r4.y, r6.wwww
  utof r6.w, r7.zzzz
  mov r4.z, r6.wwww
  utof r6.z, r6.zzzz
  mov r4.w, r6.zzzz
  mov r9.xyzw, r4.xyzw
  mul r9.xyzw, r9.xyzw, r1.yyyy
  add r8.xyzw, r8.xyzw, r9.xyzw
  iadd r6.z, r6.yyyy, l(1)
  imax r6.z, r6.zzzz, l(0)
  imin r6.z, r6.zzzz, r0.yyyy
  iadd r6.z, r7.xxxx, r6.zzzz
  mov r5.x, r6.zzzz
  mov r5.y, l(0)
  mov r6.zw, r5.xxxy
  ld_structured r6.z, r6.zzzw, l(0), t0.xxxx
  and r6.w, r6.zzzz, l(255)
  ushr r7.y, r6.zzzz, l(8)
  and r7.y, r7.yyyy, l(255)
  ushr r7.z, r6.zzzz, l(16)
  and r7.z, r7.zzzz, l(255)
  ushr r6.z, r6.zzzz, l(24)
  utof r6.w, r6.wwww
  mov r4.x, r6.wwww
  utof r6.w, r7.yyyy
  mov r4.y, r6.wwww
  utof r6.w, r7.zzzz
  mov r4.z, r6.wwww
  utof r6.z, r6.zzzz
  mov r4.w, r6.zzzz
  mov r9.xyzw, r4.xyzw
  mul r9.xyzw, r9.xyzw, r1.zzzz
  add r8.xyzw, r8.xyzw, r9.xyzw
  iadd r6.x, r6.yyyy, l(2)
  imax r6.x, r6.xxxx, l(0)
  imin r0.y, r6.xxxx, r0.yyyy
  iadd r0.y, r7.xxxx, r0.yyyy
  mov r5.z, r0.yyyy
  mov r5.w, l(0)
  mov r6.xy, r5.zwzz
  ld_structured r0.y, r6.xxxy, l(0), t0.xxxx
  and r6.x, r0.yyyy, l(255)
  ushr r6.y, r0.yyyy, l(8)
  and r6.y, r6.yyyy, l(255)
  ushr r6.z, r0.yyyy, l(16)
  and r6.z, r6.zzzz, l(255)
  ushr r0.y, r0.yyyy, l(24)
  utof r6.x, r6.xxxx
  mov r4.x, r6.xxxx
  utof r6.x, r6.yyyy
  mov r4.y, r6.xxxx
  utof r6.x, r6.zzzz
  mov r4.z, r6.xxxx
  utof r0.y, r0.yyyy
  mov r4.w, r0.yyyy
  mov r6.xyzw, r4.xyzw
  mul r6.xyzw, r6.xyzw, r1.wwww
  add r6.xyzw, r8.xyzw, r6.xyzw
  mov r0.y, r0.xxxx
  mov r0.y, x0[r0.y + 0].xxxx
  mul r6.xyzw, r6.xyzw, r0.yyyy
  mov r7.xyzw, r2.xyzw
  add r6.xyzw, r7.xyzw, r6.xyzw
  mov r2.xyzw, r6.xyzw
  mov r0.y, r0.xxxx
  iadd r0.y, r0.yyyy, l(1)
  mov r0.x, r0.yyyy
endloop 
mov r0.xyzw, r2.xyzw
add r0.xyzw, r0.xyzw, l(0.500000, 0.500000, 0.500000, 0.500000)
max r0.xyzw, r0.xyzw, l(0.000000, 0.000000, 0.000000, 0.000000)
min r0.xyzw, r0.xyzw, l(255.000000, 255.000000, 255.000000, 255.000000)
ftou r0.xyzw, r0.xyzw
ishl r1.x, r0.yyyy, l(8)
or r1.x, r0.xxxx, r1.xxxx
ishl r1.y, r0.zzzz, l(16)
or r1.x, r1.xxxx, r1.yyyy
ishl r0.x, r0.wwww, l(24)
or r0.x, r1.xxxx, r0.xxxx
imul null, r1.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
// Approximately 198 instruction slots used
