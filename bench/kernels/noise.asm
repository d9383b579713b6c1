// Perlin's noise: four octaves, gradients by a permutation table.
cs_5_0
dcl_thread_group 16, 16, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 8
utof r0.xy, vThreadID.xyxx
mul r0.xy, r0.xyxx, cb0[0].zzzz
mov r0.xy, r0.xyxx
mov r0.z, l(0)
mov r0.w, l(1.000000)
mov r1.x, l(0)
loop 
  mov r1.w, r1.xxxx
  uge r1.w, r1.wwww, l(4)
  if_nz r1.wwww
    break 
  endif 
  mov r4.zw, r0.xxxy
  round_ni r5.xy, r4.zwzz
  add r4.zw, r4.xxzw, -r5.xxxy
  mul r5.zw, r4.xxzw, r4.xxzw
  mul r5.zw, r5.xxzw, r4.xxzw
  mul r6.xy, r4.zwzz, l(6.000000, 6.000000, 0.000000, 0.000000)
  add r6.xy, r6.xyxx, l(-15.000000, -15.000000, 0.000000, 0.000000)
  mul r6.xy, r4.zwzz, r6.xyxx
  add r6.xy, r6.xyxx, l(10.000000, 10.000000, 0.000000, 0.000000)
  mul r5.zw, r5.xxzw, r6.xxxy
  ftoi r5.xy, r5.xyxx
  and r5.xy, r5.xyxx, l(255, 255, 0, 0)
  mov r1.y, r5.xxxx
  mov r1.z, l(0)
  mov r6.xy, r1.yzyy
  ld_structured r1.w, r6.xxxy, l(0), t0.xxxx
  iadd r6.x, r5.xxxx, l(1)
  and r6.x, r6.xxxx, l(255)
  mov r2.x, r6.xxxx
  mov r2.y, l(0)
  mov r6.xy, r2.xyxx
  ld_structured r6.x, r6.xxxy, l(0), t0.xxxx
  iadd r6.yz, r1.wwww, r5.yyyy
  and r1.w, r6.yyyy, l(255)
  mov r2.z, r1.wwww
  mov r2.w, l(0)
  mov r7.xy, r2.zwzz
  ld_structured r1.w, r7.xxxy, l(0), t0.xxxx
  and r6.w, r1.wwww, l(4)
  ine r6.w, r6.wwww, l(0)
  movc r7.xy, r6.wwww, r4.wzww, r4.zwzz
  and r6.w, r1.wwww, l(1)
  ine r6.w, r6.wwww, l(0)
  movc r6.w, r6.wwww, -r7.xxxx, r7.xxxx
  and r1.w, r1.wwww, l(2)
  ine r1.w, r1.wwww, l(0)
  movc r1.w, r1.wwww, l(-2), l(2)
  itof r1.w, r1.wwww
  mul r1.w, r1.wwww, r7.yyyy
  add r1.w, r6.wwww, r1.wwww
  iadd r5.xy, r6.xxxx, r5.yyyy
  and r6.x, r5.xxxx, l(255)
  mov r3.x, r6.xxxx
  mov r3.y, l(0)
  mov r6.xw, r3.xxxy
  ld_structured r6.x, r6.xxxw, l(0), t0.xxxx
  add r7.xy, r4.zwzz, l(-1.000000, -0.000000, 0.000000, 0.000000)
  and r6.w, r6.xxxx, l(4)
  ine r6.w, r6.wwww, l(0)
  movc r7.xy, r6.wwww, r7.yxyy, r7.xyxx
  and r6.w, r6.xxxx, l(1)
  ine r6.w, r6.wwww, l(0)
  movc r6.w, r6.wwww, -r7.xxxx, r7.xxxx
  and r6.x, r6.xxxx, l(2)
  ine r6.x, r6.xxxx, l(0)
  movc r6.x, r6.xxxx, l(-2), l(2)
  itof r6.x, r6.xxxx
  mul r6.x, r6.xxxx, r7.yyyy
  add r6.x, r6.wwww, r6.xxxx
  iadd r6.y, r6.zzzz, l(1)
  and r6.y, r6.yyyy, l(255)
  mov r3.z, r6.yyyy
  mov r3.w, l(0)
  mov r6.yz, r3.xzwx
  ld_structured r6.y, r6.yyyz, l(0), t0.xxxx
  add r6.zw, r4.xxzw, l(-0.000000, -1.000000, -0.000000, -1.000000)
  and r7.x, r6.yyyy, l(4)
  ine r7.x, r7.xxxx, l(0)
  movc r6.zw, r7.xxxx, r6.xxwz, r6.xxzw
  and r7.x, r6.yyyy, l(1)
  ine r7.x, r7.xxxx, l(0)
  movc r7.x, r7.xxxx, -r6.zzzz, r6.zzzz
  and r6.y, r6.yyyy, l(2)
  ine r6.y, r6.yyyy, l(0)
  movc r6.y, r6.yyyy, l(-2), l(2)
  itof r6.y, r6.yyyy
  mul r6.y, r6.yyyy, r6.wwww
  add r6.y, r7.xxxx, r6.yyyy
  iadd r5.x, r5.yyyy, l(1)
  and r5.x, r5.xxxx, l(255)
  mov r4.x, r5.xxxx
  mov r4.y, l(0)
  mov r5.xy, r4.xyxx
  ld_structured r5.x, r5.xxxy, l(0), t0.xxxx
  add r4.zw, r4.xxzw, l(-1.000000, -1.000000, -1.000000, -1.000000)
  and r5.y, r5.xxxx, l(4)
  ine r5.y, r5.yyyy, l(0)
  movc r4.zw, r5.yyyy, r4.xxwz, r4.xxzw
  and r5.y, r5.xxxx, l(1)
  ine r5.y, r5.yyyy, l(0)
  movc r5.y, r5.yyyy, -r4.zzzz, r4.zzzz
  and r5.x, r5.xxxx, l(2)
  ine r5.x, r5.xxxx, l(0)
  movc r5.x, r5.xxxx, l(-2), l(2)
  itof r5.x, r5.xxxx
  mul r4.z, r5.xxxx, r4.wwww
  add r4.z, r5.yyyy, r4.zzzz
  add r4.w, r6.xxxx, -r1.wwww
  mul r4.w, r5.zzzz, r4.wwww
  add r1.w, r1.wwww, r4.wwww
  add r4.z, r4.zzzz, -r6.yyyy
  mul r4.z, r5.zzzz, r4.zzzz
  add r4.z, r6.yyyy, r4.zzzz
  add r4.z, r4.zzzz, -r1.wwww
  mul r4.z, r5.wwww, r4.zzzz
  add r1.w, r1.wwww, r4.zzzz
  mov r4.z, r0.wwww
  mul r1.w, r1.wwww, r4.zzzz
  mov r4.z, r0.zzzz
  add r1.w, r4.zzzz, r1.wwww
  mov r0.z, r1.wwww
  mov r4.zw, r0.xxxy
  mul r4.zw, r4.xxzw, l(2.000000, 2.000000, 2.000000, 2.000000)
  mov r0.xy, r4.zwzz
  mov r1.w, r0.wwww
  mul r1.w, r1.wwww, l(0.500000)
  mov r0.w, r1.wwww
  mov r1.w, r1.xxxx
  iadd r1.w, r1.wwww, l(1)
  mov r1.x, r1.wwww
endloop 
mov r0.x, r0.zzzz
imul null, r1.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
// Approximately 144 instruction slots used
