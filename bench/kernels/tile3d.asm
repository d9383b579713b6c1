// Seven points in 3D, a tile of 10 x 10 x 6 in g#, zeros outside; a step of Jacobi's method for Poisson's equation.
cs_5_0
dcl_thread_group 8, 8, 4
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_resource_structured t1, 4  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_tgsm_structured g0, 4, 600
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroup.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 6
imul null, r0.xyz, vThreadGroupID.xyzx, l(8, 8, 4, 0)
mov r0.w, vThreadIDInGroupFlattened.xxxx
loop 
  mov r2.z, r0.wwww
  uge r2.z, r2.zzzz, l(600)
  if_nz r2.zzzz
    break 
  endif 
  mov r2.z, r0.wwww
  udiv null, r3.x, r2.zzzz, l(10)
  mov r2.z, r0.wwww
  udiv r4.x, null, r2.zzzz, l(10)
  udiv null, r4.x, r4.xxxx, l(10)
  mov r2.z, r0.wwww
  udiv r5.x, null, r2.zzzz, l(100)
  mov r1.x, r3.xxxx
  mov r1.y, r4.xxxx
  mov r1.z, r5.xxxx
  mov r3.xyz, r1.xyzx
  iadd r3.xyz, r0.xyzx, r3.xyzx
  iadd r3.xyz, r3.xyzx, l(-1, -1, -1, 0)
  mov r1.w, l(0)
  ige r2.z, r3.xxxx, l(0)
  ige r2.w, r3.yyyy, l(0)
  and r2.z, r2.zzzz, r2.wwww
  ige r2.w, r3.zzzz, l(0)
  and r2.z, r2.zzzz, r2.wwww
  ilt r2.w, r3.xxxx, cb0[0].xxxx
  and r2.z, r2.zzzz, r2.wwww
  ilt r2.w, r3.yyyy, cb0[0].yyyy
  and r2.z, r2.zzzz, r2.wwww
  ilt r2.w, r3.zzzz, cb0[0].zzzz
  and r2.z, r2.zzzz, r2.wwww
  if_nz r2.zzzz
    imul null, r4.x, r3.zzzz, cb0[0].yyyy
    iadd r2.z, r4.xxxx, r3.yyyy
    imul null, r4.x, r2.zzzz, cb0[0].xxxx
    iadd r2.z, r4.xxxx, r3.xxxx
    mov r2.x, r2.zzzz
    mov r2.y, l(0)
    mov r2.zw, r2.xxxy
    ld_structured r2.z, r2.zzzw, l(0), t0.xxxx
    mov r1.w, r2.zzzz
  endif 
  mov r2.z, r1.wwww
  mov r2.w, r0.wwww
  store_structured g0.x, r2.wwww, l(0), r2.zzzz
  mov r2.z, r0.wwww
  iadd r2.z, r2.zzzz, l(256)
  mov r0.w, r2.zzzz
endloop 
sync_g_t
imul null, r0.x, vThreadGroupID.xxxx, l(8)
iadd r0.x, r0.xxxx, vThreadIDInGroup.xxxx
imul null, r1.x, vThreadGroupID.yyyy, l(8)
iadd r0.y, r1.xxxx, vThreadIDInGroup.yyyy
imul null, r1.x, vThreadGroupID.zzzz, l(4)
iadd r0.z, r1.xxxx, vThreadIDInGroup.zzzz
iadd r0.w, vThreadIDInGroup.zzzz, l(1)
imul null, r1.x, r0.wwww, l(10)
iadd r0.w, r1.xxxx, vThreadIDInGroup.yyyy
iadd r0.w, r0.wwww, l(1)
imul null, r1.x, r0.wwww, l(10)
iadd r0.w, r1.xxxx, vThreadIDInGroup.xxxx
imul null, r1.x, r0.zzzz, cb0[0].yyyy
iadd r0.y, r1.xxxx, r0.yyyy
imul null, r1.x, r0.yyyy, cb0[0].xxxx
iadd r0.x, r1.xxxx, r0.xxxx
ld_structured r0.y, r0.wwww, l(0), g0.xxxx
iadd r0.z, r0.wwww, l(2)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
add r0.y, r0.yyyy, r0.zzzz
iadd r0.z, r0.wwww, l(-9)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
add r0.y, r0.yyyy, r0.zzzz
iadd r0.z, r0.wwww, l(11)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
add r0.y, r0.yyyy, r0.zzzz
iadd r0.z, r0.wwww, l(-99)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
add r0.y, r0.yyyy, r0.zzzz
iadd r0.z, r0.wwww, l(101)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
add r0.y, r0.yyyy, r0.zzzz
mov r0.z, r0.xxxx
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zzzw, l(0), t1.xxxx
add r0.y, r0.yyyy, -r0.zzzz
mul r0.y, r0.yyyy, l(0.166667) // sm5: 0x07000038 0x00100022 0x00000000 0x00100556 0x00000000 0x00004001 0x3e2aaaab
store_structured u0.x, r0.xxxx, l(0), r0.yyyy
ret 
