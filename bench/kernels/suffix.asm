// Sums from the ends of the rows of a texture.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_texture2d (float,float,float,float) t0 // sm5: 0x04001858 0x00107001 0x00000000 0x00005555
dcl_uav_typed_texture2d (float,float,float,float) u0 // sm5: 0x0400189c 0x0011e001 0x00000000 0x00005555
dcl_input vThreadID.xyz
dcl_temps 4
mov r0.x, l(0)
iadd r0.y, cb0[0].xxxx, l(-1)
mov r0.y, r0.yyyy
loop
  mov r1.w, r0.yyyy
  ilt r1.w, r1.wwww, l(0)
  if_nz r1.wwww
    break
  endif
  mov r1.w, r0.yyyy
  mov r0.z, r1.wwww
  mov r0.w, vThreadID.xxxx
  mov r2.zw, r0.xxzw
  mov r1.xy, r2.zwzz
  mov r1.z, l(0)
  mov r3.xyz, r1.xyzx
  ld r1.w, r3.xyxz, t0.xxxx
  mov r2.z, r0.xxxx
  add r1.w, r2.zzzz, r1.wwww
  mov r0.x, r1.wwww
  mov r2.z, r0.yyyy
  mov r2.x, r2.zzzz
  mov r2.y, vThreadID.xxxx
  mov r2.zw, r2.xxxy
  store_uav_typed u0.xyzw, r2.zwzz, r1.wwww
  mov r1.w, r0.yyyy
  iadd r1.w, r1.wwww, l(-1)
  mov r0.y, r1.wwww
endloop
ret
