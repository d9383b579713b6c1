// Rays against spheres: misses continue, the nearest hit is kept as a record.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 16
dcl_uav_structured u0, 16
dcl_input vThreadID.xyz
dcl_temps 5
udiv null, r0.x, vThreadID.xxxx, cb0[0].xxxx
udiv r1.x, null, vThreadID.xxxx, cb0[0].xxxx
utof r0.x, r0.xxxx
mov r0.x, r0.xxxx
utof r0.z, r1.xxxx
mov r0.y, r0.zzzz
mov r0.xy, r0.xyxx
mul r0.xy, r0.xyxx, cb0[0].wwww
add r0.xy, r0.xyxx, l(-1.000000, -1.000000, 0.000000, 0.000000)
mov r1.xy, r0.xyxx
mov r1.z, l(1.500000)
mov r1.xyz, r1.xyzx
dp3 r0.z, r1.xyzx, r1.xyzx
rsq r0.z, r0.zzzz
mul r1.xyz, r0.zzzz, r1.xyzx
mov r0.z, l(1000000015047466200000000000000.000000)
mov r0.w, l(-1)
mov r1.w, l(0)
loop
  mov r2.z, r1.wwww
  uge r2.z, r2.zzzz, cb0[0].zzzz
  if_nz r2.zzzz
    break
  endif
  mov r2.z, r1.wwww
  mov r2.x, r2.zzzz
  mov r2.y, l(0)
  mov r2.zw, r2.xxxy
  ld_structured r4.xyz, r2.zzzw, l(0), t0.xyzx
  mov r3.x, r4.xxxx
  mov r3.y, r4.yyyy
  mov r3.z, r4.zzzz
  ld_structured r2.z, r2.zzzw, l(12), t0.xxxx
  mov r4.xyz, r3.xyzx
  add r4.xyz, r4.xyzx, l(-0.000000, -0.000000, 3.000000, 0.000000)
  dp3 r2.w, r4.xyzx, r1.xyzx
  lt r3.w, r2.wwww, l(0.000000)
  if_nz r3.wwww
    mov r3.w, r1.wwww
    iadd r3.w, r3.wwww, l(1)
    mov r1.w, r3.wwww
    continue
  endif
  dp3 r3.w, r4.xyzx, r4.xyzx
  mul r4.x, r2.wwww, r2.wwww
  add r3.w, r3.wwww, -r4.xxxx
  mul r2.z, r2.zzzz, r2.zzzz
  lt r4.x, r2.zzzz, r3.wwww
  if_nz r4.xxxx
    mov r4.x, r1.wwww
    iadd r4.x, r4.xxxx, l(1)
    mov r1.w, r4.xxxx
    continue
  endif
  add r2.z, r2.zzzz, -r3.wwww
  sqrt r2.z, r2.zzzz
  add r2.z, r2.wwww, -r2.zzzz
  mov r2.w, r0.zzzz
  lt r2.w, r2.zzzz, r2.wwww
  if_nz r2.wwww
    mov r0.z, r2.zzzz
    mov r2.w, r1.wwww
    mov r0.w, r2.wwww
    lt r2.z, r2.zzzz, l(0.750000)
    if_nz r2.zzzz
      break
    endif
  endif
  mov r2.z, r1.wwww
  iadd r2.z, r2.zzzz, l(1)
  mov r1.w, r2.zzzz
endloop
mov r1.x, r0.zzzz
mov r0.z, r0.xxwx
store_structured u0.x, vThreadID.xxxx, l(0), r1.xxxx
store_structured u0.x, vThreadID.xxxx, l(4), r0.zzzz
store_structured u0.x, vThreadID.xxxx, l(8), r0.xxxx
store_structured u0.x, vThreadID.xxxx, l(12), r0.yyyy
ret
// Approximately 85 instruction slots used
