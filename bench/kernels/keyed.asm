// Alpha of RGBA8 pixels from their distance to a colour, in place, four a step, in steps of all threads.
cs_5_0
dcl_thread_group 256, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_uav_structured u0, 16 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000010
dcl_input vThreadID.xyz
dcl_temps 5
mov r0.x, vThreadID.xxxx
loop 
  mov r0.w, r0.xxxx
  uge r0.w, r0.wwww, cb0[0].xxxx
  if_nz r0.wwww
    break 
  endif 
  mov r0.w, r0.xxxx
  mov r0.y, r0.wwww
  mov r0.z, l(0)
  mov r1.xy, r0.yzyy
  ld_structured r1.xyzw, r1.xyxx, l(0), u0.xyzw
  and r2.xyzw, r1.xyzw, l(255, 255, 255, 255)
  utof r2.xyzw, r2.xyzw
  add r2.xyzw, r2.xyzw, l(-40.000000, -40.000000, -40.000000, -40.000000)
  ushr r3.xyzw, r1.xyzw, l(8, 8, 8, 8)
  and r3.xyzw, r3.xyzw, l(255, 255, 255, 255)
  utof r3.xyzw, r3.xyzw
  add r3.xyzw, r3.xyzw, l(-200.000000, -200.000000, -200.000000, -200.000000)
  ushr r4.xyzw, r1.xyzw, l(16, 16, 16, 16)
  and r4.xyzw, r4.xyzw, l(255, 255, 255, 255)
  utof r4.xyzw, r4.xyzw
  add r4.xyzw, r4.xyzw, l(-60.000000, -60.000000, -60.000000, -60.000000)
  mul r2.xyzw, r2.xyzw, r2.xyzw
  mul r3.xyzw, r3.xyzw, r3.xyzw
  add r2.xyzw, r2.xyzw, r3.xyzw
  mul r3.xyzw, r4.xyzw, r4.xyzw
  add r2.xyzw, r2.xyzw, r3.xyzw
  add r2.xyzw, r2.xyzw, l(-2000.000000, -2000.000000, -2000.000000, -2000.000000)
  mul r2.xyzw, r2.xyzw, l(0.015564, 0.015564, 0.015564, 0.015564) // sm5: 0x0a000038 0x001000f2 0x00000002 0x00100e46 0x00000002 0x00004002 0x3c7f0000 0x3c7f0000 0x3c7f0000 0x3c7f0000
  max r2.xyzw, r2.xyzw, l(0.000000, 0.000000, 0.000000, 0.000000)
  min r2.xyzw, r2.xyzw, l(255.000000, 255.000000, 255.000000, 255.000000)
  and r1.xyzw, r1.xyzw, l(0x00ffffff, 0x00ffffff, 0x00ffffff, 0x00ffffff)
  add r2.xyzw, r2.xyzw, l(0.500000, 0.500000, 0.500000, 0.500000)
  ftou r2.xyzw, r2.xyzw
  ishl r2.xyzw, r2.xyzw, l(24, 24, 24, 24)
  or r1.xyzw, r1.xyzw, r2.xyzw
  mov r0.w, r0.xxxx
  store_structured u0.x, r0.wwww, l(0), r1.xxxx
  store_structured u0.x, r0.wwww, l(4), r1.yyyy
  store_structured u0.x, r0.wwww, l(8), r1.zzzz
  store_structured u0.x, r0.wwww, l(12), r1.wwww
  mov r0.w, r0.xxxx
  iadd r0.w, r0.wwww, cb0[0].yyyy
  mov r0.x, r0.wwww
endloop 
ret 
