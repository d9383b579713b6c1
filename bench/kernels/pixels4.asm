// Each pixel's 64 channels times a matrix of 64 x 96, in quads: rows of 24 threads, three groups of 8 wide.
cs_5_0
dcl_thread_group 8, 8, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 16  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000010
dcl_resource_structured t1, 16  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000010
dcl_uav_structured u0, 16 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000010
dcl_input vThreadID.xyz
dcl_temps 7
uge r0.x, vThreadID.xxxx, cb0[0].zzzz
uge r0.y, vThreadID.yyyy, cb0[0].xxxx
or r0.x, r0.xxxx, r0.yyyy
not r0.x, r0.xxxx
if_nz r0.xxxx
  mov r0.x, l(0)
  mov r0.y, l(0)
  mov r0.z, l(0)
  mov r0.w, l(0)
  mov r1.x, l(0)
  loop 
    mov r1.w, r1.xxxx
    uge r1.w, r1.wwww, cb0[0].yyyy
    if_nz r1.wwww
      break 
    endif 
    imul null, r4.x, vThreadID.yyyy, cb0[0].yyyy
    mov r1.w, r1.xxxx
    iadd r1.w, r4.xxxx, r1.wwww
    mov r1.y, r1.wwww
    mov r1.z, l(0)
    mov r4.xy, r1.yzyy
    ld_structured r4.xyzw, r4.xxxy, l(0), t0.xyzw
    mov r1.w, r1.xxxx
    imul null, r5.x, r1.wwww, cb0[0].zzzz
    imul null, r5.x, r5.xxxx, l(4)
    iadd r1.w, r5.xxxx, vThreadID.xxxx
    mov r2.x, r1.wwww
    mov r2.y, l(0)
    mov r5.xy, r2.xyxx
    ld_structured r5.xyzw, r5.xxxy, l(0), t1.xyzw
    mov r6.xyzw, r0.xyzw
    mad r5.xyzw, r4.xxxx, r5.xyzw, r6.xyzw
    mov r0.xyzw, r5.xyzw
    iadd r6.x, r1.wwww, cb0[0].zzzz
    mov r2.z, r6.xxxx
    mov r2.w, l(0)
    mov r6.xy, r2.zwzz
    ld_structured r6.xyzw, r6.xxxy, l(0), t1.xyzw
    mad r5.xyzw, r4.yyyy, r6.xyzw, r5.xyzw
    mov r0.xyzw, r5.xyzw
    imul null, r6.x, cb0[0].zzzz, l(2)
    iadd r6.x, r1.wwww, r6.xxxx
    mov r3.x, r6.xxxx
    mov r3.y, l(0)
    mov r6.xy, r3.xyxx
    ld_structured r6.xyzw, r6.xxxy, l(0), t1.xyzw
    mad r5.xyzw, r4.zzzz, r6.xyzw, r5.xyzw
    mov r0.xyzw, r5.xyzw
    imul null, r6.x, cb0[0].zzzz, l(3)
    iadd r1.w, r1.wwww, r6.xxxx
    mov r3.z, r1.wwww
    mov r3.w, l(0)
    mov r6.xy, r3.zwzz
    ld_structured r6.xyzw, r6.xxxy, l(0), t1.xyzw
    mad r4.xyzw, r4.wwww, r6.xyzw, r5.xyzw
    mov r0.xyzw, r4.xyzw
    mov r1.w, r1.xxxx
    iadd r1.w, r1.wwww, l(1)
    mov r1.x, r1.wwww
  endloop 
  mov r0.xyzw, r0.xyzw
  max r0.xyzw, r0.xyzw, l(0.000000, 0.000000, 0.000000, 0.000000)
  imul null, r1.x, vThreadID.yyyy, cb0[0].zzzz
  iadd r1.x, r1.xxxx, vThreadID.xxxx
  store_structured u0.x, r1.xxxx, l(0), r0.xxxx
  store_structured u0.x, r1.xxxx, l(4), r0.yyyy
  store_structured u0.x, r1.xxxx, l(8), r0.zzzz
  store_structured u0.x, r1.xxxx, l(12), r0.wwww
endif 
ret 
