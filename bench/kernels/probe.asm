// Look-ups in a hash table with open addressing: probe until the key's entry or an empty one is found.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 8  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000008
dcl_resource_structured t1, 4  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 3
mov r0.x, vThreadID.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.x, r0.xxxy, l(0), t1.xxxx
imul null, r1.x, r0.xxxx, l(0x9e3779b1)
mov r0.y, l(0)
ushr r0.z, r1.xxxx, l(15)
xor r0.z, r1.xxxx, r0.zzzz
and r0.z, r0.zzzz, cb0[0].xxxx
mov r0.z, r0.zzzz
mov r0.w, l(0)
loop 
  mov r1.z, r0.wwww
  uge r1.z, r1.zzzz, l(16)
  if_nz r1.zzzz
    break 
  endif 
  mov r1.z, r0.zzzz
  mov r1.x, r1.zzzz
  mov r1.y, l(0)
  mov r1.zw, r1.xxxy
  ld_structured r2.x, r1.zzzw, l(0), t0.xxxx
  ld_structured r1.z, r1.zzzw, l(4), t0.xxxx
  and r1.w, r2.xxxx, l(255)
  and r2.y, r0.xxxx, l(255)
  ieq r1.w, r1.wwww, r2.yyyy
  if_nz r1.wwww
    mov r0.y, r1.zzzz
    break 
  endif 
  and r1.z, r2.xxxx, l(7)
  ieq r1.z, r1.zzzz, l(0)
  if_nz r1.zzzz
    break 
  endif 
  mov r1.z, r0.zzzz
  iadd r1.z, r1.zzzz, l(1)
  and r1.z, r1.zzzz, cb0[0].xxxx
  mov r0.z, r1.zzzz
  mov r1.z, r0.wwww
  iadd r1.z, r1.zzzz, l(1)
  mov r0.w, r1.zzzz
endloop 
mov r0.x, r0.yyyy
store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
ret 
// Approximately 53 instruction slots used
