// Patches of 3 x 3 words around each point of a picture of several channels, zeros outside, found by division (im2col).
cs_5_0
dcl_thread_group 256, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.x
dcl_temps 4
imul null, r0.x, cb0[0].xxxx, cb0[0].yyyy
imul null, r0.x, r0.xxxx, cb0[0].zzzz
imul null, r0.x, r0.xxxx, l(9)
ult r0.x, vThreadID.xxxx, r0.xxxx
if_nz r0.xxxx
  imul null, r0.x, cb0[0].xxxx, cb0[0].yyyy
  udiv r0.x, null, vThreadID.xxxx, r0.xxxx
  udiv r1.x, null, r0.xxxx, l(9)
  udiv null, r0.x, r0.xxxx, l(9)
  udiv null, r2.x, vThreadID.xxxx, cb0[0].xxxx
  udiv null, r3.x, r0.xxxx, l(3)
  iadd r0.y, r2.xxxx, r3.xxxx
  iadd r0.y, r0.yyyy, l(-1)
  udiv r2.x, null, vThreadID.xxxx, cb0[0].xxxx
  udiv null, r2.x, r2.xxxx, cb0[0].yyyy
  udiv r0.x, null, r0.xxxx, l(3)
  iadd r0.x, r2.xxxx, r0.xxxx
  iadd r0.x, r0.xxxx, l(-1)
  mov r0.z, l(0)
  ige r0.w, r0.yyyy, l(0)
  ige r1.y, r0.xxxx, l(0)
  and r0.w, r0.wwww, r1.yyyy
  ilt r1.y, r0.yyyy, cb0[0].xxxx
  and r0.w, r0.wwww, r1.yyyy
  ilt r1.y, r0.xxxx, cb0[0].yyyy
  and r0.w, r0.wwww, r1.yyyy
  if_nz r0.wwww
    imul null, r1.x, r1.xxxx, cb0[0].yyyy
    iadd r0.x, r1.xxxx, r0.xxxx
    imul null, r0.x, r0.xxxx, cb0[0].xxxx
    iadd r0.x, r0.xxxx, r0.yyyy
    mov r0.x, r0.xxxx
    mov r0.y, l(0)
    mov r0.xy, r0.xyxx
    ld_structured r0.x, r0.xxxy, l(0), t0.xxxx
    mov r0.z, r0.xxxx
  endif 
  mov r0.x, r0.zzzz
  store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
endif 
ret 
