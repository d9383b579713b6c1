// The four nearest of all points for each query: a list kept sorted by insertion.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 16  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000010
dcl_resource_structured t1, 16  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000010
dcl_uav_structured u0, 16 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000010
dcl_input vThreadID.xyz
dcl_temps 7
mov r0.x, vThreadID.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.xyzw, r0.xxxy, l(0), t1.xyzw
mov r1.x, l(1000000015047466200000000000000.000000)
mov r1.y, l(1000000015047466200000000000000.000000)
mov r1.z, l(1000000015047466200000000000000.000000)
mov r1.w, l(1000000015047466200000000000000.000000)
mov r2.x, l(0)
mov r2.y, l(0)
mov r2.z, l(0)
mov r2.w, l(0)
mov r3.x, l(0)
loop 
  mov r3.w, r3.xxxx
  uge r3.w, r3.wwww, cb0[0].xxxx
  if_nz r3.wwww
    break 
  endif 
  mov r3.w, r3.xxxx
  mov r3.y, r3.wwww
  mov r3.z, l(0)
  mov r4.xy, r3.yzyy
  ld_structured r4.xyzw, r4.xxxy, l(0), t0.xyzw
  add r4.xyz, r4.xyzx, -r0.xyzx
  dp3 r3.w, r4.xyzx, r4.xyzx
  mov r4.xyzw, r1.xyzw
  lt r4.x, r3.wwww, r4.wwww
  if_nz r4.xxxx
    mov r1.w, r3.wwww
    mov r4.x, r3.xxxx
    mov r2.w, r4.xxxx
    mov r4.xyzw, r1.xyzw
    lt r3.w, r3.wwww, r4.zzzz
    mov r4.xyzw, r1.xyzw
    mov r5.xyzw, r1.xyzw
    movc r4.xy, r3.wwww, r4.wzww, r5.zwzz
    mov r1.zw, r4.xxxy
    mov r5.xyzw, r2.xyzw
    mov r6.xyzw, r2.xyzw
    movc r4.zw, r3.wwww, r5.xxwz, r6.xxzw
    mov r2.zw, r4.zzzw
    mov r5.xyzw, r1.xyzw
    lt r3.w, r4.xxxx, r5.yyyy
    mov r4.xyzw, r1.xyzw
    mov r5.xyzw, r1.xyzw
    movc r4.xy, r3.wwww, r4.zyzz, r5.yzyy
    mov r1.yz, r4.xxyx
    mov r5.xyzw, r2.xyzw
    mov r6.xyzw, r2.xyzw
    movc r4.zw, r3.wwww, r5.xxzy, r6.xxyz
    mov r2.yz, r4.zzwz
    mov r5.xyzw, r1.xyzw
    lt r3.w, r4.xxxx, r5.xxxx
    mov r4.xyzw, r1.xyzw
    mov r5.xyzw, r1.xyzw
    movc r4.xy, r3.wwww, r4.yxyy, r5.xyxx
    mov r1.xy, r4.xyxx
    mov r4.xyzw, r2.xyzw
    mov r5.xyzw, r2.xyzw
    movc r4.xy, r3.wwww, r4.yxyy, r5.xyxx
    mov r2.xy, r4.xyxx
  endif 
  mov r3.w, r3.xxxx
  iadd r3.w, r3.wwww, l(1)
  mov r3.x, r3.wwww
endloop 
mov r0.xyzw, r2.xyzw
store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
store_structured u0.x, vThreadID.xxxx, l(4), r0.yyyy
store_structured u0.x, vThreadID.xxxx, l(8), r0.zzzz
store_structured u0.x, vThreadID.xxxx, l(12), r0.wwww
ret 
// Approximately 80 instruction slots used
