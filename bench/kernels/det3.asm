// Determinants of 3 x 3 matrices, whose distance is in the constants.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 2
imul null, r0.x, vThreadID.xxxx, cb0[0].xxxx
iadd r0.x, r0.xxxx, l(4)
mov r0.x, r0.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.x, r0.xxxy, l(0), t0.xxxx
imul null, r1.x, vThreadID.xxxx, cb0[0].xxxx
iadd r0.y, r1.xxxx, l(8)
mov r0.y, r0.yyyy
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t0.xxxx
mul r0.x, r0.xxxx, r0.yyyy
imul null, r1.x, vThreadID.xxxx, cb0[0].xxxx
iadd r0.y, r1.xxxx, l(5)
mov r0.y, r0.yyyy
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t0.xxxx
imul null, r1.x, vThreadID.xxxx, cb0[0].xxxx
iadd r0.z, r1.xxxx, l(7)
mov r0.z, r0.zzzz
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, -r0.yyyy
imul null, r1.x, vThreadID.xxxx, cb0[0].xxxx
iadd r0.y, r1.xxxx, l(3)
mov r0.y, r0.yyyy
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t0.xxxx
imul null, r1.x, vThreadID.xxxx, cb0[0].xxxx
iadd r0.z, r1.xxxx, l(8)
mov r0.z, r0.zzzz
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
imul null, r1.x, vThreadID.xxxx, cb0[0].xxxx
iadd r0.z, r1.xxxx, l(5)
mov r0.z, r0.zzzz
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
imul null, r1.x, vThreadID.xxxx, cb0[0].xxxx
iadd r0.w, r1.xxxx, l(6)
mov r1.x, r0.wwww
mov r1.y, l(0)
mov r1.xy, r1.xyxx
ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
mul r0.z, r0.zzzz, r0.wwww
add r0.y, r0.yyyy, -r0.zzzz
imul null, r1.x, vThreadID.xxxx, cb0[0].xxxx
iadd r0.z, r1.xxxx, l(3)
mov r0.z, r0.zzzz
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
imul null, r1.x, vThreadID.xxxx, cb0[0].xxxx
iadd r0.w, r1.xxxx, l(7)
mov r1.x, r0.wwww
mov r1.y, l(0)
mov r1.xy, r1.xyxx
ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
mul r0.z, r0.zzzz, r0.wwww
imul null, r1.x, vThreadID.xxxx, cb0[0].xxxx
iadd r0.w, r1.xxxx, l(4)
mov r1.x, r0.wwww
mov r1.y, l(0)
mov r1.xy, r1.xyxx
ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
imul null, r1.x, vThreadID.xxxx, cb0[0].xxxx
iadd r1.x, r1.xxxx, l(6)
mov r1.x, r1.xxxx
mov r1.y, l(0)
mov r1.xy, r1.xyxx
ld_structured r1.x, r1.xxxy, l(0), t0.xxxx
mul r0.w, r0.wwww, r1.xxxx
add r0.z, r0.zzzz, -r0.wwww
imul null, r1.x, vThreadID.xxxx, cb0[0].xxxx
mov r1.x, r1.xxxx
mov r1.y, l(0)
mov r1.xy, r1.xyxx
ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
mul r0.x, r0.wwww, r0.xxxx
imul null, r1.x, vThreadID.xxxx, cb0[0].xxxx
iadd r0.w, r1.xxxx, l(1)
mov r1.x, r0.wwww
mov r1.y, l(0)
mov r1.xy, r1.xyxx
ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
mul r0.y, r0.wwww, r0.yyyy
add r0.x, r0.xxxx, -r0.yyyy
imul null, r1.x, vThreadID.xxxx, cb0[0].xxxx
iadd r0.y, r1.xxxx, l(2)
mov r0.y, r0.yyyy
mov r0.w, l(0)
mov r0.yw, r0.xyxw
ld_structured r0.y, r0.yyyw, l(0), t0.xxxx
mul r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, r0.yyyy
store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
ret 
// Approximately 111 instruction slots used
