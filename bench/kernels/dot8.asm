// A matrix of signed bytes by a vector of them, a row of 64 words a thread.
cs_5_0
dcl_thread_group 128, 1, 1
dcl_resource_raw t0 // sm5: 0x030000a1 0x00107001 0x00000000
dcl_resource_raw t1 // sm5: 0x030000a1 0x00107001 0x00000001
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 7
mov r0.x, l(0)
mov r0.y, l(0)
loop 
  mov r0.z, r0.yyyy
  uge r0.z, r0.zzzz, l(256)
  if_nz r0.zzzz
    break 
  endif 
  imul null, r3.x, vThreadID.xxxx, l(256)
  mov r0.z, r0.yyyy
  iadd r0.z, r3.xxxx, r0.zzzz
  ld_raw r3.xyzw, r0.zzzz, t0.xyzw
  mov r0.z, r0.yyyy
  ld_raw r4.xyzw, r0.zzzz, t1.xyzw
  ishl r0.z, r3.xxxx, l(24)
  ishl r0.w, r3.xxxx, l(16)
  ishl r5.x, r3.xxxx, l(8)
  mov r1.x, r0.zzzz
  mov r1.y, r0.wwww
  mov r1.z, r5.xxxx
  mov r1.w, r3.xxxx
  mov r5.xyzw, r1.xyzw
  ishr r5.xyzw, r5.xyzw, l(24, 24, 24, 24)
  ishl r0.z, r4.xxxx, l(24)
  ishl r0.w, r4.xxxx, l(16)
  ishl r6.x, r4.xxxx, l(8)
  mov r2.x, r0.zzzz
  mov r2.y, r0.wwww
  mov r2.z, r6.xxxx
  mov r2.w, r4.xxxx
  mov r6.xyzw, r2.xyzw
  ishr r6.xyzw, r6.xyzw, l(24, 24, 24, 24)
  imul null, r5.xyzw, r5.xyzw, r6.xyzw
  iadd r0.z, r5.xxxx, r5.yyyy
  iadd r0.z, r0.zzzz, r5.zzzz
  iadd r0.z, r0.zzzz, r5.wwww
  ishl r0.w, r3.yyyy, l(24)
  ishl r5.x, r3.yyyy, l(16)
  ishl r5.y, r3.yyyy, l(8)
  mov r1.x, r0.wwww
  mov r1.y, r5.xxxx
  mov r1.z, r5.yyyy
  mov r1.w, r3.yyyy
  mov r5.xyzw, r1.xyzw
  ishr r5.xyzw, r5.xyzw, l(24, 24, 24, 24)
  ishl r0.w, r4.yyyy, l(24)
  ishl r6.x, r4.yyyy, l(16)
  ishl r6.y, r4.yyyy, l(8)
  mov r2.x, r0.wwww
  mov r2.y, r6.xxxx
  mov r2.z, r6.yyyy
  mov r2.w, r4.yyyy
  mov r6.xyzw, r2.xyzw
  ishr r6.xyzw, r6.xyzw, l(24, 24, 24, 24)
  imul null, r5.xyzw, r5.xyzw, r6.xyzw
  iadd r0.w, r5.xxxx, r5.yyyy
  iadd r0.w, r0.wwww, r5.zzzz
  iadd r0.w, r0.wwww, r5.wwww
  iadd r0.z, r0.zzzz, r0.wwww
  ishl r0.w, r3.zzzz, l(24)
  ishl r5.x, r3.zzzz, l(16)
  ishl r5.y, r3.zzzz, l(8)
  mov r1.x, r0.wwww
  mov r1.y, r5.xxxx
  mov r1.z, r5.yyyy
  mov r1.w, r3.zzzz
  mov r5.xyzw, r1.xyzw
  ishr r5.xyzw, r5.xyzw, l(24, 24, 24, 24)
  ishl r0.w, r4.zzzz, l(24)
  ishl r6.x, r4.zzzz, l(16)
  ishl r6.y, r4.zzzz, l(8)
  mov r2.x, r0.wwww
  mov r2.y, r6.xxxx
  mov r2.z, r6.yyyy
  mov r2.w, r4.zzzz
  mov r6.xyzw, r2.xyzw
  ishr r6.xyzw, r6.xyzw, l(24, 24, 24, 24)
  imul null, r5.xyzw, r5.xyzw, r6.xyzw
  iadd r0.w, r5.xxxx, r5.yyyy
  iadd r0.w, r0.wwww, r5.zzzz
  iadd r0.w, r0.wwww, r5.wwww
  iadd r0.z, r0.zzzz, r0.wwww
  ishl r0.w, r3.wwww, l(24)
  ishl r5.x, r3.wwww, l(16)
  ishl r5.y, r3.wwww, l(8)
  mov r1.x, r0.wwww
  mov r1.y, r5.xxxx
  mov r1.z, r5.yyyy
  mov r1.w, r3.wwww
  mov r3.xyzw, r1.xyzw
  ishr r3.xyzw, r3.xyzw, l(24, 24, 24, 24)
  ishl r0.w, r4.wwww, l(24)
  ishl r5.x, r4.wwww, l(16)
  ishl r5.y, r4.wwww, l(8)
  mov r2.x, r0.wwww
  mov r2.y, r5.xxxx
  mov r2.z, r5.yyyy
  mov r2.w, r4.wwww
  mov r4.xyzw, r2.xyzw
  ishr r4.xyzw, r4.xyzw, l(24, 24, 24, 24)
  imul null, r3.xyzw, r3.xyzw, r4.xyzw
  iadd r0.w, r3.xxxx, r3.yyyy
  iadd r0.w, r0.wwww, r3.zzzz
  iadd r0.w, r0.wwww, r3.wwww
  iadd r0.z, r0.zzzz, r0.wwww
  mov r0.w, r0.xxxx
  iadd r0.z, r0.wwww, r0.zzzz
  mov r0.x, r0.zzzz
  mov r0.z, r0.yyyy
  iadd r0.z, r0.zzzz, l(16)
  mov r0.y, r0.zzzz
endloop 
mov r0.x, r0.xxxx
store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
ret 
