// A step of an electric field on a grid of 80 x 80 x 80: the curl of the magnetic one, vectors of three floats, in groups of 4 x 4 x 4.
cs_5_0
dcl_thread_group 4, 4, 4
dcl_resource_structured t0, 12  // sm5: 0x040000a2 0x00107001 0x00000000 0x0000000c
dcl_resource_structured t1, 8  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000008
dcl_uav_structured u0, 12 // sm5: 0x0400009e 0x0011e001 0x00000000 0x0000000c
dcl_input vThreadID.xyz
dcl_temps 4
ieq r0.x, vThreadID.xxxx, l(0)
ieq r0.y, vThreadID.yyyy, l(0)
or r0.x, r0.xxxx, r0.yyyy
ieq r0.y, vThreadID.zzzz, l(0)
or r0.x, r0.xxxx, r0.yyyy
not r0.x, r0.xxxx
if_nz r0.xxxx
  imul null, r0.x, vThreadID.zzzz, l(80)
  iadd r0.x, r0.xxxx, vThreadID.yyyy
  imul null, r0.x, r0.xxxx, l(80)
  iadd r0.x, r0.xxxx, vThreadID.xxxx
  mov r0.y, r0.xxxx
  mov r0.z, l(0)
  mov r0.yz, r0.xyzx
  ld_structured r0.yzw, r0.yyyz, l(0), t0.xxyz
  iadd r1.x, r0.xxxx, l(-1)
  mov r1.x, r1.xxxx
  mov r1.y, l(0)
  mov r1.xy, r1.xyxx
  ld_structured r1.xyz, r1.xxxy, l(0), t0.xyzx
  add r1.xyz, r0.yzwy, -r1.xyzx
  iadd r1.w, r0.xxxx, l(-80)
  mov r2.x, r1.wwww
  mov r2.y, l(0)
  mov r2.xy, r2.xyxx
  ld_structured r2.xyz, r2.xxxy, l(0), t0.xyzx
  add r2.xyz, r0.yzwy, -r2.xyzx
  iadd r1.w, r0.xxxx, l(-6400)
  mov r3.x, r1.wwww
  mov r3.y, l(0)
  mov r3.xy, r3.xyxx
  ld_structured r3.xyz, r3.xxxy, l(0), t0.xyzx
  add r0.yzw, r0.xyzw, -r3.xxyz
  add r1.w, r2.zzzz, -r0.zzzz
  add r0.y, r0.yyyy, -r1.zzzz
  add r0.z, r1.yyyy, -r2.xxxx
  mov r1.x, r1.wwww
  mov r1.y, r0.yyyy
  mov r1.z, r0.zzzz
  mov r0.y, r0.xxxx
  mov r0.z, l(0)
  mov r0.yz, r0.xyzx
  ld_structured r0.yzw, r0.yzyy, l(0), u0.xxyz
  mov r2.x, r0.xxxx
  mov r2.y, l(0)
  mov r2.xy, r2.xyxx
  ld_structured r2.xy, r2.xxxy, l(0), t1.xyxx
  mul r0.yzw, r0.xyzw, r2.xxxx
  mov r1.xyz, r1.xyzx
  mov r2.x, r0.xxxx
  mov r2.y, l(0)
  mov r2.xy, r2.xyxx
  ld_structured r2.xy, r2.xxxy, l(0), t1.xyxx
  mul r1.xyz, r1.xyzx, r2.yyyy
  add r0.yzw, r0.xyzw, r1.xxyz
  store_structured u0.x, r0.xxxx, l(0), r0.yyyy
  store_structured u0.x, r0.xxxx, l(4), r0.zzzz
  store_structured u0.x, r0.xxxx, l(8), r0.wwww
endif 
ret 
