// Convolution of 3 x 3 from four planes to four, zeros outside, all loops unrolled: a large function.
cs_5_0
dcl_thread_group 16, 8, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_resource_structured t1, 4  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 9
iadd r0.x, vThreadID.xxxx, l(-1)
iadd r0.y, vThreadID.yyyy, l(-1)
ilt r0.z, r0.xxxx, l(0)
ilt r0.w, r0.yyyy, l(0)
or r1.x, r0.zzzz, r0.wwww
ige r0.x, r0.xxxx, cb0[0].xxxx
or r1.x, r1.xxxx, r0.xxxx
ige r0.y, r0.yyyy, cb0[0].yyyy
or r1.x, r1.xxxx, r0.yyyy
mov r1.y, r1.zzzz
movc r1.y, r1.xxxx, l(0), r1.yyyy
mov r1.z, r1.yyyy
not r1.y, r1.xxxx
if_nz r1.yyyy
  imul null, r2.x, cb0[0].yyyy, l(0)
  iadd r1.w, r2.xxxx, vThreadID.yyyy
  iadd r1.w, r1.wwww, l(-1)
  imul null, r2.x, r1.wwww, cb0[0].xxxx
  iadd r1.w, r2.xxxx, vThreadID.xxxx
  iadd r1.w, r1.wwww, l(-1)
  mov r2.x, r1.wwww
  mov r2.y, l(0)
  mov r2.zw, r2.xxxy
  ld_structured r1.w, r2.zzzw, l(0), t0.xxxx
  mov r1.z, r1.wwww
endif 
mov r1.w, r1.zzzz
ld_structured r2.z, l(0, 0, 0, 0), l(0), t1.xxxx
ld_structured r2.w, l(1, 0, 0, 0), l(0), t1.xxxx
ld_structured r3.x, l(2, 0, 0, 0), l(0), t1.xxxx
ld_structured r3.y, l(3, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r2.zzzz
mov r4.y, r2.wwww
mov r4.z, r3.xxxx
mov r4.w, r3.yyyy
mov r3.xyzw, r4.xyzw
mul r3.xyzw, r1.wwww, r3.xyzw
ilt r1.w, vThreadID.xxxx, l(0)
or r2.z, r1.wwww, r0.wwww
ige r2.w, vThreadID.xxxx, cb0[0].xxxx
or r2.z, r2.zzzz, r2.wwww
or r2.z, r2.zzzz, r0.yyyy
mov r5.x, r1.zzzz
movc r5.x, r2.zzzz, l(0), r5.xxxx
mov r1.z, r5.xxxx
not r5.x, r2.zzzz
if_nz r5.xxxx
  imul null, r6.x, cb0[0].yyyy, l(0)
  iadd r5.y, r6.xxxx, vThreadID.yyyy
  iadd r5.y, r5.yyyy, l(-1)
  imul null, r6.x, r5.yyyy, cb0[0].xxxx
  iadd r5.y, r6.xxxx, vThreadID.xxxx
  mov r2.x, r5.yyyy
  mov r2.y, l(0)
  mov r5.yz, r2.xxyx
  ld_structured r5.y, r5.yyyz, l(0), t0.xxxx
  mov r1.z, r5.yyyy
endif 
mov r5.y, r1.zzzz
ld_structured r5.z, l(4, 0, 0, 0), l(0), t1.xxxx
ld_structured r5.w, l(5, 0, 0, 0), l(0), t1.xxxx
ld_structured r6.x, l(6, 0, 0, 0), l(0), t1.xxxx
ld_structured r6.y, l(7, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r5.zzzz
mov r4.y, r5.wwww
mov r4.z, r6.xxxx
mov r4.w, r6.yyyy
mov r6.xyzw, r4.xyzw
mul r6.xyzw, r5.yyyy, r6.xyzw
add r3.xyzw, r3.xyzw, r6.xyzw
iadd r5.y, vThreadID.xxxx, l(1)
ilt r5.z, r5.yyyy, l(0)
or r0.w, r5.zzzz, r0.wwww
ige r5.y, r5.yyyy, cb0[0].xxxx
or r0.w, r0.wwww, r5.yyyy
or r0.y, r0.wwww, r0.yyyy
mov r0.w, r1.zzzz
movc r0.w, r0.yyyy, l(0), r0.wwww
mov r1.z, r0.wwww
not r0.w, r0.yyyy
if_nz r0.wwww
  imul null, r6.x, cb0[0].yyyy, l(0)
  iadd r5.w, r6.xxxx, vThreadID.yyyy
  iadd r5.w, r5.wwww, l(-1)
  imul null, r6.x, r5.wwww, cb0[0].xxxx
  iadd r5.w, r6.xxxx, vThreadID.xxxx
  iadd r5.w, r5.wwww, l(1)
  mov r2.x, r5.wwww
  mov r2.y, l(0)
  mov r6.xy, r2.xyxx
  ld_structured r5.w, r6.xxxy, l(0), t0.xxxx
  mov r1.z, r5.wwww
endif 
mov r5.w, r1.zzzz
ld_structured r6.x, l(8, 0, 0, 0), l(0), t1.xxxx
ld_structured r6.y, l(9, 0, 0, 0), l(0), t1.xxxx
ld_structured r6.z, l(10, 0, 0, 0), l(0), t1.xxxx
ld_structured r6.w, l(11, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r6.xxxx
mov r4.y, r6.yyyy
mov r4.z, r6.zzzz
mov r4.w, r6.wwww
mov r6.xyzw, r4.xyzw
mul r6.xyzw, r5.wwww, r6.xyzw
add r3.xyzw, r3.xyzw, r6.xyzw
ilt r5.w, vThreadID.yyyy, l(0)
or r6.x, r0.zzzz, r5.wwww
or r6.x, r6.xxxx, r0.xxxx
ige r6.y, vThreadID.yyyy, cb0[0].yyyy
or r6.x, r6.xxxx, r6.yyyy
mov r6.z, r1.zzzz
movc r6.z, r6.xxxx, l(0), r6.zzzz
mov r1.z, r6.zzzz
not r6.z, r6.xxxx
if_nz r6.zzzz
  imul null, r7.x, cb0[0].yyyy, l(0)
  iadd r6.w, r7.xxxx, vThreadID.yyyy
  imul null, r7.x, r6.wwww, cb0[0].xxxx
  iadd r6.w, r7.xxxx, vThreadID.xxxx
  iadd r6.w, r6.wwww, l(-1)
  mov r2.x, r6.wwww
  mov r2.y, l(0)
  mov r7.xy, r2.xyxx
  ld_structured r6.w, r7.xxxy, l(0), t0.xxxx
  mov r1.z, r6.wwww
endif 
mov r6.w, r1.zzzz
ld_structured r7.x, l(12, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.y, l(13, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.z, l(14, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(15, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.xxxx
mov r4.y, r7.yyyy
mov r4.z, r7.zzzz
mov r4.w, r7.wwww
mov r7.xyzw, r4.xyzw
mul r7.xyzw, r6.wwww, r7.xyzw
add r3.xyzw, r3.xyzw, r7.xyzw
or r6.w, r1.wwww, r5.wwww
or r6.w, r6.wwww, r2.wwww
or r6.w, r6.wwww, r6.yyyy
mov r7.x, r1.zzzz
movc r7.x, r6.wwww, l(0), r7.xxxx
mov r1.z, r7.xxxx
not r7.x, r6.wwww
if_nz r7.xxxx
  imul null, r8.x, cb0[0].yyyy, l(0)
  iadd r7.y, r8.xxxx, vThreadID.yyyy
  imul null, r8.x, r7.yyyy, cb0[0].xxxx
  iadd r7.y, r8.xxxx, vThreadID.xxxx
  mov r2.x, r7.yyyy
  mov r2.y, l(0)
  mov r7.yz, r2.xxyx
  ld_structured r7.y, r7.yyyz, l(0), t0.xxxx
  mov r1.z, r7.yyyy
endif 
mov r7.y, r1.zzzz
ld_structured r7.z, l(16, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(17, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(18, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(19, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r7.yyyy, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
or r5.w, r5.zzzz, r5.wwww
or r5.w, r5.wwww, r5.yyyy
or r5.w, r5.wwww, r6.yyyy
mov r6.y, r1.zzzz
movc r6.y, r5.wwww, l(0), r6.yyyy
mov r1.z, r6.yyyy
not r6.y, r5.wwww
if_nz r6.yyyy
  imul null, r8.x, cb0[0].yyyy, l(0)
  iadd r7.y, r8.xxxx, vThreadID.yyyy
  imul null, r8.x, r7.yyyy, cb0[0].xxxx
  iadd r7.y, r8.xxxx, vThreadID.xxxx
  iadd r7.y, r7.yyyy, l(1)
  mov r2.x, r7.yyyy
  mov r2.y, l(0)
  mov r7.yz, r2.xxyx
  ld_structured r7.y, r7.yyyz, l(0), t0.xxxx
  mov r1.z, r7.yyyy
endif 
mov r7.y, r1.zzzz
ld_structured r7.z, l(20, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(21, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(22, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(23, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r7.yyyy, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
iadd r7.y, vThreadID.yyyy, l(1)
ilt r7.z, r7.yyyy, l(0)
or r0.z, r0.zzzz, r7.zzzz
or r0.x, r0.zzzz, r0.xxxx
ige r0.z, r7.yyyy, cb0[0].yyyy
or r0.x, r0.xxxx, r0.zzzz
mov r7.y, r1.zzzz
movc r7.y, r0.xxxx, l(0), r7.yyyy
mov r1.z, r7.yyyy
not r7.y, r0.xxxx
if_nz r7.yyyy
  imul null, r8.x, cb0[0].yyyy, l(0)
  iadd r7.w, r8.xxxx, vThreadID.yyyy
  iadd r7.w, r7.wwww, l(1)
  imul null, r8.x, r7.wwww, cb0[0].xxxx
  iadd r7.w, r8.xxxx, vThreadID.xxxx
  iadd r7.w, r7.wwww, l(-1)
  mov r2.x, r7.wwww
  mov r2.y, l(0)
  mov r8.xy, r2.xyxx
  ld_structured r7.w, r8.xxxy, l(0), t0.xxxx
  mov r1.z, r7.wwww
endif 
mov r7.w, r1.zzzz
ld_structured r8.x, l(24, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(25, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.z, l(26, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.w, l(27, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r8.xxxx
mov r4.y, r8.yyyy
mov r4.z, r8.zzzz
mov r4.w, r8.wwww
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r7.wwww, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
or r1.w, r1.wwww, r7.zzzz
or r1.w, r1.wwww, r2.wwww
or r1.w, r1.wwww, r0.zzzz
mov r2.w, r1.zzzz
movc r2.w, r1.wwww, l(0), r2.wwww
mov r1.z, r2.wwww
not r2.w, r1.wwww
if_nz r2.wwww
  imul null, r8.x, cb0[0].yyyy, l(0)
  iadd r7.w, r8.xxxx, vThreadID.yyyy
  iadd r7.w, r7.wwww, l(1)
  imul null, r8.x, r7.wwww, cb0[0].xxxx
  iadd r7.w, r8.xxxx, vThreadID.xxxx
  mov r2.x, r7.wwww
  mov r2.y, l(0)
  mov r8.xy, r2.xyxx
  ld_structured r7.w, r8.xxxy, l(0), t0.xxxx
  mov r1.z, r7.wwww
endif 
mov r7.w, r1.zzzz
ld_structured r8.x, l(28, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(29, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.z, l(30, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.w, l(31, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r8.xxxx
mov r4.y, r8.yyyy
mov r4.z, r8.zzzz
mov r4.w, r8.wwww
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r7.wwww, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
or r5.z, r5.zzzz, r7.zzzz
or r5.y, r5.zzzz, r5.yyyy
or r0.z, r5.yyyy, r0.zzzz
mov r5.y, r1.zzzz
movc r5.y, r0.zzzz, l(0), r5.yyyy
mov r1.z, r5.yyyy
not r5.y, r0.zzzz
if_nz r5.yyyy
  imul null, r8.x, cb0[0].yyyy, l(0)
  iadd r5.z, r8.xxxx, vThreadID.yyyy
  iadd r5.z, r5.zzzz, l(1)
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  iadd r5.z, r5.zzzz, l(1)
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(32, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(33, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(34, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(35, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r5.z, r1.xxxx, l(0), r5.zzzz
mov r1.z, r5.zzzz
if_nz r1.yyyy
  iadd r5.z, cb0[0].yyyy, vThreadID.yyyy
  iadd r5.z, r5.zzzz, l(-1)
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  iadd r5.z, r5.zzzz, l(-1)
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(36, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(37, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(38, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(39, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r5.z, r2.zzzz, l(0), r5.zzzz
mov r1.z, r5.zzzz
if_nz r5.xxxx
  iadd r5.z, cb0[0].yyyy, vThreadID.yyyy
  iadd r5.z, r5.zzzz, l(-1)
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(40, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(41, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(42, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(43, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r5.z, r0.yyyy, l(0), r5.zzzz
mov r1.z, r5.zzzz
if_nz r0.wwww
  iadd r5.z, cb0[0].yyyy, vThreadID.yyyy
  iadd r5.z, r5.zzzz, l(-1)
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  iadd r5.z, r5.zzzz, l(1)
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(44, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(45, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(46, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(47, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r5.z, r6.xxxx, l(0), r5.zzzz
mov r1.z, r5.zzzz
if_nz r6.zzzz
  iadd r5.z, cb0[0].yyyy, vThreadID.yyyy
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  iadd r5.z, r5.zzzz, l(-1)
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(48, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(49, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(50, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(51, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r5.z, r6.wwww, l(0), r5.zzzz
mov r1.z, r5.zzzz
if_nz r7.xxxx
  iadd r5.z, cb0[0].yyyy, vThreadID.yyyy
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(52, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(53, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(54, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(55, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r5.z, r5.wwww, l(0), r5.zzzz
mov r1.z, r5.zzzz
if_nz r6.yyyy
  iadd r5.z, cb0[0].yyyy, vThreadID.yyyy
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  iadd r5.z, r5.zzzz, l(1)
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(56, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(57, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(58, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(59, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r5.z, r0.xxxx, l(0), r5.zzzz
mov r1.z, r5.zzzz
if_nz r7.yyyy
  iadd r5.z, cb0[0].yyyy, vThreadID.yyyy
  iadd r5.z, r5.zzzz, l(1)
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  iadd r5.z, r5.zzzz, l(-1)
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(60, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(61, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(62, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(63, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r5.z, r1.wwww, l(0), r5.zzzz
mov r1.z, r5.zzzz
if_nz r2.wwww
  iadd r5.z, cb0[0].yyyy, vThreadID.yyyy
  iadd r5.z, r5.zzzz, l(1)
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(64, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(65, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(66, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(67, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r5.z, r0.zzzz, l(0), r5.zzzz
mov r1.z, r5.zzzz
if_nz r5.yyyy
  iadd r5.z, cb0[0].yyyy, vThreadID.yyyy
  iadd r5.z, r5.zzzz, l(1)
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  iadd r5.z, r5.zzzz, l(1)
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(68, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(69, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(70, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(71, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r5.z, r1.xxxx, l(0), r5.zzzz
mov r1.z, r5.zzzz
if_nz r1.yyyy
  imul null, r8.x, cb0[0].yyyy, l(2)
  iadd r5.z, r8.xxxx, vThreadID.yyyy
  iadd r5.z, r5.zzzz, l(-1)
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  iadd r5.z, r5.zzzz, l(-1)
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(72, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(73, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(74, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(75, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r5.z, r2.zzzz, l(0), r5.zzzz
mov r1.z, r5.zzzz
if_nz r5.xxxx
  imul null, r8.x, cb0[0].yyyy, l(2)
  iadd r5.z, r8.xxxx, vThreadID.yyyy
  iadd r5.z, r5.zzzz, l(-1)
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(76, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(77, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(78, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(79, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r5.z, r0.yyyy, l(0), r5.zzzz
mov r1.z, r5.zzzz
if_nz r0.wwww
  imul null, r8.x, cb0[0].yyyy, l(2)
  iadd r5.z, r8.xxxx, vThreadID.yyyy
  iadd r5.z, r5.zzzz, l(-1)
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  iadd r5.z, r5.zzzz, l(1)
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(80, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(81, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(82, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(83, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r5.z, r6.xxxx, l(0), r5.zzzz
mov r1.z, r5.zzzz
if_nz r6.zzzz
  imul null, r8.x, cb0[0].yyyy, l(2)
  iadd r5.z, r8.xxxx, vThreadID.yyyy
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  iadd r5.z, r5.zzzz, l(-1)
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(84, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(85, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(86, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(87, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r5.z, r6.wwww, l(0), r5.zzzz
mov r1.z, r5.zzzz
if_nz r7.xxxx
  imul null, r8.x, cb0[0].yyyy, l(2)
  iadd r5.z, r8.xxxx, vThreadID.yyyy
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(88, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(89, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(90, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(91, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r5.z, r5.wwww, l(0), r5.zzzz
mov r1.z, r5.zzzz
if_nz r6.yyyy
  imul null, r8.x, cb0[0].yyyy, l(2)
  iadd r5.z, r8.xxxx, vThreadID.yyyy
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  iadd r5.z, r5.zzzz, l(1)
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(92, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(93, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(94, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(95, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r5.z, r0.xxxx, l(0), r5.zzzz
mov r1.z, r5.zzzz
if_nz r7.yyyy
  imul null, r8.x, cb0[0].yyyy, l(2)
  iadd r5.z, r8.xxxx, vThreadID.yyyy
  iadd r5.z, r5.zzzz, l(1)
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  iadd r5.z, r5.zzzz, l(-1)
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(96, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(97, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(98, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(99, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r5.z, r1.wwww, l(0), r5.zzzz
mov r1.z, r5.zzzz
if_nz r2.wwww
  imul null, r8.x, cb0[0].yyyy, l(2)
  iadd r5.z, r8.xxxx, vThreadID.yyyy
  iadd r5.z, r5.zzzz, l(1)
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(100, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(101, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(102, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(103, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r5.z, r0.zzzz, l(0), r5.zzzz
mov r1.z, r5.zzzz
if_nz r5.yyyy
  imul null, r8.x, cb0[0].yyyy, l(2)
  iadd r5.z, r8.xxxx, vThreadID.yyyy
  iadd r5.z, r5.zzzz, l(1)
  imul null, r8.x, r5.zzzz, cb0[0].xxxx
  iadd r5.z, r8.xxxx, vThreadID.xxxx
  iadd r5.z, r5.zzzz, l(1)
  mov r2.x, r5.zzzz
  mov r2.y, l(0)
  mov r7.zw, r2.xxxy
  ld_structured r5.z, r7.zzzw, l(0), t0.xxxx
  mov r1.z, r5.zzzz
endif 
mov r5.z, r1.zzzz
ld_structured r7.z, l(104, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(105, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.x, l(106, 0, 0, 0), l(0), t1.xxxx
ld_structured r8.y, l(107, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r7.zzzz
mov r4.y, r7.wwww
mov r4.z, r8.xxxx
mov r4.w, r8.yyyy
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r5.zzzz, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r5.z, r1.zzzz
movc r1.x, r1.xxxx, l(0), r5.zzzz
mov r1.z, r1.xxxx
if_nz r1.yyyy
  imul null, r1.x, cb0[0].yyyy, l(3)
  iadd r1.x, r1.xxxx, vThreadID.yyyy
  iadd r1.x, r1.xxxx, l(-1)
  imul null, r1.x, r1.xxxx, cb0[0].xxxx
  iadd r1.x, r1.xxxx, vThreadID.xxxx
  iadd r1.x, r1.xxxx, l(-1)
  mov r2.x, r1.xxxx
  mov r2.y, l(0)
  mov r1.xy, r2.xyxx
  ld_structured r1.x, r1.xxxy, l(0), t0.xxxx
  mov r1.z, r1.xxxx
endif 
mov r1.x, r1.zzzz
ld_structured r1.y, l(108, 0, 0, 0), l(0), t1.xxxx
ld_structured r5.z, l(109, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.z, l(110, 0, 0, 0), l(0), t1.xxxx
ld_structured r7.w, l(111, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r1.yyyy
mov r4.y, r5.zzzz
mov r4.z, r7.zzzz
mov r4.w, r7.wwww
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r1.xxxx, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r1.x, r1.zzzz
movc r1.x, r2.zzzz, l(0), r1.xxxx
mov r1.z, r1.xxxx
if_nz r5.xxxx
  imul null, r1.x, cb0[0].yyyy, l(3)
  iadd r1.x, r1.xxxx, vThreadID.yyyy
  iadd r1.x, r1.xxxx, l(-1)
  imul null, r1.x, r1.xxxx, cb0[0].xxxx
  iadd r1.x, r1.xxxx, vThreadID.xxxx
  mov r2.x, r1.xxxx
  mov r2.y, l(0)
  mov r1.xy, r2.xyxx
  ld_structured r1.x, r1.xxxy, l(0), t0.xxxx
  mov r1.z, r1.xxxx
endif 
mov r1.x, r1.zzzz
ld_structured r1.y, l(112, 0, 0, 0), l(0), t1.xxxx
ld_structured r2.z, l(113, 0, 0, 0), l(0), t1.xxxx
ld_structured r5.x, l(114, 0, 0, 0), l(0), t1.xxxx
ld_structured r5.z, l(115, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r1.yyyy
mov r4.y, r2.zzzz
mov r4.z, r5.xxxx
mov r4.w, r5.zzzz
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r1.xxxx, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r1.x, r1.zzzz
movc r0.y, r0.yyyy, l(0), r1.xxxx
mov r1.z, r0.yyyy
if_nz r0.wwww
  imul null, r1.x, cb0[0].yyyy, l(3)
  iadd r0.y, r1.xxxx, vThreadID.yyyy
  iadd r0.y, r0.yyyy, l(-1)
  imul null, r1.x, r0.yyyy, cb0[0].xxxx
  iadd r0.y, r1.xxxx, vThreadID.xxxx
  iadd r0.y, r0.yyyy, l(1)
  mov r2.x, r0.yyyy
  mov r2.y, l(0)
  mov r0.yw, r2.xxxy
  ld_structured r0.y, r0.yyyw, l(0), t0.xxxx
  mov r1.z, r0.yyyy
endif 
mov r0.y, r1.zzzz
ld_structured r0.w, l(116, 0, 0, 0), l(0), t1.xxxx
ld_structured r1.x, l(117, 0, 0, 0), l(0), t1.xxxx
ld_structured r1.y, l(118, 0, 0, 0), l(0), t1.xxxx
ld_structured r2.z, l(119, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r0.wwww
mov r4.y, r1.xxxx
mov r4.z, r1.yyyy
mov r4.w, r2.zzzz
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r0.yyyy, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r0.y, r1.zzzz
movc r0.y, r6.xxxx, l(0), r0.yyyy
mov r1.z, r0.yyyy
if_nz r6.zzzz
  imul null, r1.x, cb0[0].yyyy, l(3)
  iadd r0.y, r1.xxxx, vThreadID.yyyy
  imul null, r1.x, r0.yyyy, cb0[0].xxxx
  iadd r0.y, r1.xxxx, vThreadID.xxxx
  iadd r0.y, r0.yyyy, l(-1)
  mov r2.x, r0.yyyy
  mov r2.y, l(0)
  mov r0.yw, r2.xxxy
  ld_structured r0.y, r0.yyyw, l(0), t0.xxxx
  mov r1.z, r0.yyyy
endif 
mov r0.y, r1.zzzz
ld_structured r0.w, l(120, 0, 0, 0), l(0), t1.xxxx
ld_structured r1.x, l(121, 0, 0, 0), l(0), t1.xxxx
ld_structured r1.y, l(122, 0, 0, 0), l(0), t1.xxxx
ld_structured r2.z, l(123, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r0.wwww
mov r4.y, r1.xxxx
mov r4.z, r1.yyyy
mov r4.w, r2.zzzz
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r0.yyyy, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r0.y, r1.zzzz
movc r0.y, r6.wwww, l(0), r0.yyyy
mov r1.z, r0.yyyy
if_nz r7.xxxx
  imul null, r1.x, cb0[0].yyyy, l(3)
  iadd r0.y, r1.xxxx, vThreadID.yyyy
  imul null, r1.x, r0.yyyy, cb0[0].xxxx
  iadd r0.y, r1.xxxx, vThreadID.xxxx
  mov r2.x, r0.yyyy
  mov r2.y, l(0)
  mov r0.yw, r2.xxxy
  ld_structured r0.y, r0.yyyw, l(0), t0.xxxx
  mov r1.z, r0.yyyy
endif 
mov r0.y, r1.zzzz
ld_structured r0.w, l(124, 0, 0, 0), l(0), t1.xxxx
ld_structured r1.x, l(125, 0, 0, 0), l(0), t1.xxxx
ld_structured r1.y, l(126, 0, 0, 0), l(0), t1.xxxx
ld_structured r2.z, l(127, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r0.wwww
mov r4.y, r1.xxxx
mov r4.z, r1.yyyy
mov r4.w, r2.zzzz
mov r8.xyzw, r4.xyzw
mul r8.xyzw, r0.yyyy, r8.xyzw
add r3.xyzw, r3.xyzw, r8.xyzw
mov r0.y, r1.zzzz
movc r0.y, r5.wwww, l(0), r0.yyyy
mov r1.z, r0.yyyy
if_nz r6.yyyy
  imul null, r1.x, cb0[0].yyyy, l(3)
  iadd r0.y, r1.xxxx, vThreadID.yyyy
  imul null, r1.x, r0.yyyy, cb0[0].xxxx
  iadd r0.y, r1.xxxx, vThreadID.xxxx
  iadd r0.y, r0.yyyy, l(1)
  mov r2.x, r0.yyyy
  mov r2.y, l(0)
  mov r0.yw, r2.xxxy
  ld_structured r0.y, r0.yyyw, l(0), t0.xxxx
  mov r1.z, r0.yyyy
endif 
mov r0.y, r1.zzzz
ld_structured r0.w, l(128, 0, 0, 0), l(0), t1.xxxx
ld_structured r1.x, l(129, 0, 0, 0), l(0), t1.xxxx
ld_structured r1.y, l(130, 0, 0, 0), l(0), t1.xxxx
ld_structured r2.z, l(131, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r0.wwww
mov r4.y, r1.xxxx
mov r4.z, r1.yyyy
mov r4.w, r2.zzzz
mov r6.xyzw, r4.xyzw
mul r6.xyzw, r0.yyyy, r6.xyzw
add r3.xyzw, r3.xyzw, r6.xyzw
mov r0.y, r1.zzzz
movc r0.x, r0.xxxx, l(0), r0.yyyy
mov r1.z, r0.xxxx
if_nz r7.yyyy
  imul null, r0.x, cb0[0].yyyy, l(3)
  iadd r0.x, r0.xxxx, vThreadID.yyyy
  iadd r0.x, r0.xxxx, l(1)
  imul null, r0.x, r0.xxxx, cb0[0].xxxx
  iadd r0.x, r0.xxxx, vThreadID.xxxx
  iadd r0.x, r0.xxxx, l(-1)
  mov r2.x, r0.xxxx
  mov r2.y, l(0)
  mov r0.xy, r2.xyxx
  ld_structured r0.x, r0.xxxy, l(0), t0.xxxx
  mov r1.z, r0.xxxx
endif 
mov r0.x, r1.zzzz
ld_structured r0.y, l(132, 0, 0, 0), l(0), t1.xxxx
ld_structured r0.w, l(133, 0, 0, 0), l(0), t1.xxxx
ld_structured r1.x, l(134, 0, 0, 0), l(0), t1.xxxx
ld_structured r1.y, l(135, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r0.yyyy
mov r4.y, r0.wwww
mov r4.z, r1.xxxx
mov r4.w, r1.yyyy
mov r6.xyzw, r4.xyzw
mul r6.xyzw, r0.xxxx, r6.xyzw
add r3.xyzw, r3.xyzw, r6.xyzw
mov r0.x, r1.zzzz
movc r0.x, r1.wwww, l(0), r0.xxxx
mov r1.z, r0.xxxx
if_nz r2.wwww
  imul null, r0.x, cb0[0].yyyy, l(3)
  iadd r0.x, r0.xxxx, vThreadID.yyyy
  iadd r0.x, r0.xxxx, l(1)
  imul null, r0.x, r0.xxxx, cb0[0].xxxx
  iadd r0.x, r0.xxxx, vThreadID.xxxx
  mov r2.x, r0.xxxx
  mov r2.y, l(0)
  mov r0.xy, r2.xyxx
  ld_structured r0.x, r0.xxxy, l(0), t0.xxxx
  mov r1.z, r0.xxxx
endif 
mov r0.x, r1.zzzz
ld_structured r0.y, l(136, 0, 0, 0), l(0), t1.xxxx
ld_structured r0.w, l(137, 0, 0, 0), l(0), t1.xxxx
ld_structured r1.x, l(138, 0, 0, 0), l(0), t1.xxxx
ld_structured r1.y, l(139, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r0.yyyy
mov r4.y, r0.wwww
mov r4.z, r1.xxxx
mov r4.w, r1.yyyy
mov r6.xyzw, r4.xyzw
mul r6.xyzw, r0.xxxx, r6.xyzw
add r3.xyzw, r3.xyzw, r6.xyzw
mov r0.x, r1.zzzz
movc r0.x, r0.zzzz, l(0), r0.xxxx
mov r1.z, r0.xxxx
if_nz r5.yyyy
  imul null, r0.x, cb0[0].yyyy, l(3)
  iadd r0.x, r0.xxxx, vThreadID.yyyy
  iadd r0.x, r0.xxxx, l(1)
  imul null, r0.x, r0.xxxx, cb0[0].xxxx
  iadd r0.x, r0.xxxx, vThreadID.xxxx
  iadd r0.x, r0.xxxx, l(1)
  mov r2.x, r0.xxxx
  mov r2.y, l(0)
  mov r0.xy, r2.xyxx
  ld_structured r0.x, r0.xxxy, l(0), t0.xxxx
  mov r1.z, r0.xxxx
endif 
mov r0.x, r1.zzzz
ld_structured r0.y, l(140, 0, 0, 0), l(0), t1.xxxx
ld_structured r0.z, l(141, 0, 0, 0), l(0), t1.xxxx
ld_structured r0.w, l(142, 0, 0, 0), l(0), t1.xxxx
ld_structured r1.x, l(143, 0, 0, 0), l(0), t1.xxxx
mov r4.x, r0.yyyy
mov r4.y, r0.zzzz
mov r4.z, r0.wwww
mov r4.w, r1.xxxx
mov r1.xyzw, r4.xyzw
mul r0.xyzw, r0.xxxx, r1.xyzw
add r0.xyzw, r3.xyzw, r0.xyzw
imul null, r1.x, cb0[0].yyyy, l(0)
iadd r1.x, r1.xxxx, vThreadID.yyyy
imul null, r1.x, r1.xxxx, cb0[0].xxxx
iadd r1.x, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r1.xxxx, l(0), r0.xxxx
iadd r1.x, cb0[0].yyyy, vThreadID.yyyy
imul null, r1.x, r1.xxxx, cb0[0].xxxx
iadd r1.x, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r1.xxxx, l(0), r0.yyyy
imul null, r1.x, cb0[0].yyyy, l(2)
iadd r1.x, r1.xxxx, vThreadID.yyyy
imul null, r1.x, r1.xxxx, cb0[0].xxxx
iadd r1.x, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r1.xxxx, l(0), r0.zzzz
imul null, r1.x, cb0[0].yyyy, l(3)
iadd r1.x, r1.xxxx, vThreadID.yyyy
imul null, r1.x, r1.xxxx, cb0[0].xxxx
iadd r1.x, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r1.xxxx, l(0), r0.wwww
ret 
