// A mosaic of red, green and blue bytes, interpolated to RGBA8; coordinates are mirrored at the edges.
cs_5_0
dcl_thread_group 32, 8, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_buffer (uint,uint,uint,uint) t0 // sm5: 0x04000858 0x00107001 0x00000000 0x00004444
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 4
ieq r0.x, vThreadID.xxxx, l(0)
iadd r0.y, vThreadID.xxxx, l(-1)
movc r0.x, r0.xxxx, l(1), r0.yyyy
iadd r0.y, cb0[0].xxxx, l(-1)
ieq r0.y, vThreadID.xxxx, r0.yyyy
iadd r0.z, cb0[0].xxxx, l(-2)
iadd r0.w, vThreadID.xxxx, l(1)
movc r0.y, r0.yyyy, r0.zzzz, r0.wwww
ieq r0.z, vThreadID.yyyy, l(0)
iadd r0.w, vThreadID.yyyy, l(-1)
movc r0.z, r0.zzzz, l(1), r0.wwww
imul null, r1.x, r0.zzzz, cb0[0].xxxx
iadd r0.z, cb0[0].yyyy, l(-1)
ieq r0.z, vThreadID.yyyy, r0.zzzz
iadd r0.w, cb0[0].yyyy, l(-2)
iadd r1.y, vThreadID.yyyy, l(1)
movc r0.z, r0.zzzz, r0.wwww, r1.yyyy
imul null, r2.x, r0.zzzz, cb0[0].xxxx
imul null, r3.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.zw, r3.xxxx, vThreadID.xxxx
mov r1.y, r0.zzzz
mov r1.z, l(0)
mov r1.yz, r1.xyzx
ld r1.y, r1.yyyz, t0.xxxx
iadd r1.z, r3.xxxx, r0.xxxx
mov r1.z, r1.zzzz
mov r1.w, l(0)
mov r1.zw, r1.xxzw
ld r1.z, r1.zzzw, t0.xxxx
iadd r1.w, r3.xxxx, r0.yyyy
mov r2.y, r1.wwww
mov r2.z, l(0)
mov r2.yz, r2.xyzx
ld r1.w, r2.yyyz, t0.xxxx
iadd r1.z, r1.zzzz, r1.wwww
iadd r1.w, r1.xxxx, vThreadID.xxxx
mov r2.y, r1.wwww
mov r2.z, l(0)
mov r2.yz, r2.xyzx
ld r1.w, r2.yyyz, t0.xxxx
iadd r2.y, r2.xxxx, vThreadID.xxxx
mov r2.y, r2.yyyy
mov r2.z, l(0)
mov r2.yz, r2.xyzx
ld r2.y, r2.yyyz, t0.xxxx
iadd r1.w, r1.wwww, r2.yyyy
iadd r2.y, r1.zzzz, r1.wwww
iadd r2.y, r2.yyyy, l(2)
ushr r2.y, r2.yyyy, l(2)
iadd r2.z, r1.xxxx, r0.xxxx
mov r2.z, r2.zzzz
mov r2.w, l(0)
mov r2.zw, r2.xxzw
ld r2.z, r2.zzzw, t0.xxxx
iadd r1.x, r1.xxxx, r0.yyyy
mov r3.x, r1.xxxx
mov r3.y, l(0)
mov r3.xy, r3.xyxx
ld r1.x, r3.xxxy, t0.xxxx
iadd r1.x, r2.zzzz, r1.xxxx
iadd r0.x, r2.xxxx, r0.xxxx
mov r2.z, r0.xxxx
mov r2.w, l(0)
mov r2.zw, r2.xxzw
ld r0.x, r2.zzzw, t0.xxxx
iadd r0.x, r1.xxxx, r0.xxxx
iadd r0.y, r2.xxxx, r0.yyyy
mov r2.x, r0.yyyy
mov r2.z, l(0)
mov r2.xz, r2.xxzx
ld r0.y, r2.xxxz, t0.xxxx
iadd r0.x, r0.xxxx, r0.yyyy
iadd r0.x, r0.xxxx, l(2)
ushr r0.x, r0.xxxx, l(2)
iadd r0.y, r1.zzzz, l(1)
ushr r0.y, r0.yyyy, l(1)
iadd r1.x, r1.wwww, l(1)
ushr r1.x, r1.xxxx, l(1)
and r1.z, vThreadID.yyyy, l(1)
ine r1.z, r1.zzzz, l(0)
if_nz r1.zzzz
  and r1.z, vThreadID.xxxx, l(1)
  mov r2.x, r0.xxxx
  mov r2.z, r2.yyyy
  mov r2.w, r1.yyyy
  mov r2.xzw, r2.xxzw
  mov r3.x, r1.xxxx
  mov r3.y, r1.yyyy
  mov r3.z, r0.yyyy
  mov r3.xyz, r3.xyzx
  ine r1.z, r1.zzzz, l(0)
  movc r2.xzw, r1.zzzz, r2.xxzw, r3.xxyz
  mov r2.xzw, r2.xxzw
else 
  and r1.z, vThreadID.xxxx, l(1)
  mov r3.x, r0.yyyy
  mov r3.y, r1.yyyy
  mov r3.z, r1.xxxx
  mov r3.xyz, r3.xyzx
  mov r1.x, r1.yyyy
  mov r1.y, r2.yyyy
  mov r1.w, r0.xxxx
  mov r1.xyw, r1.xyxw
  ine r0.x, r1.zzzz, l(0)
  movc r1.xyz, r0.xxxx, r3.xyzx, r1.xywx
  mov r2.xzw, r1.xxyz
endif 
mov r1.xyz, r2.xzwx
mov r3.xyz, r2.xzwx
ishl r0.x, r3.yyyy, l(8)
or r0.x, r1.xxxx, r0.xxxx
mov r1.xyz, r2.xzwx
ishl r0.y, r1.zzzz, l(16)
or r0.x, r0.xxxx, r0.yyyy
or r0.x, r0.xxxx, l(0xff000000)
store_structured u0.x, r0.wwww, l(0), r0.xxxx
ret 
