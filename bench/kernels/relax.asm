// Seven points in 3D: each thread marches through the slices of its column. The sizes are in a constant buffer.
cs_5_0
dcl_thread_group 32, 4, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 5
imul null, r0.x, cb0[0].xxxx, cb0[0].yyyy
imul null, r1.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.y, r1.xxxx, vThreadID.xxxx
ult r0.z, vThreadID.xxxx, l(1)
ult r0.w, vThreadID.yyyy, l(1)
or r0.z, r0.zzzz, r0.wwww
iadd r0.w, cb0[0].xxxx, l(-1)
uge r0.w, vThreadID.xxxx, r0.wwww
or r0.z, r0.zzzz, r0.wwww
iadd r0.w, cb0[0].yyyy, l(-1)
uge r0.w, vThreadID.yyyy, r0.wwww
or r0.z, r0.zzzz, r0.wwww
not r0.z, r0.zzzz
if_nz r0.zzzz
  mov r0.z, r0.yyyy
  mov r0.w, l(0)
  mov r0.zw, r0.xxzw
  ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
  mov r0.z, r0.zzzz
  iadd r0.w, r0.yyyy, r0.xxxx
  mov r1.x, r0.wwww
  mov r1.y, l(0)
  mov r1.xy, r1.xyxx
  ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
  mov r0.w, r0.wwww
  mov r1.x, l(1)
  loop 
    mov r1.w, r1.xxxx
    iadd r4.x, cb0[0].zzzz, l(-1)
    uge r1.w, r1.wwww, r4.xxxx
    if_nz r1.wwww
      break 
    endif 
    mov r1.w, r1.xxxx
    imul null, r4.x, r1.wwww, r0.xxxx
    iadd r1.w, r4.xxxx, r0.yyyy
    iadd r4.x, r1.wwww, r0.xxxx
    mov r1.y, r4.xxxx
    mov r1.z, l(0)
    mov r4.xy, r1.yzyy
    ld_structured r4.x, r4.xxxy, l(0), t0.xxxx
    iadd r4.y, r1.wwww, l(-1)
    mov r2.x, r4.yyyy
    mov r2.y, l(0)
    mov r4.yz, r2.xxyx
    ld_structured r4.y, r4.yyyz, l(0), t0.xxxx
    iadd r4.z, r1.wwww, l(1)
    mov r2.z, r4.zzzz
    mov r2.w, l(0)
    mov r4.zw, r2.xxzw
    ld_structured r4.z, r4.zzzw, l(0), t0.xxxx
    add r4.y, r4.yyyy, r4.zzzz
    ineg r4.z, cb0[0].xxxx
    iadd r4.z, r1.wwww, r4.zzzz
    mov r3.x, r4.zzzz
    mov r3.y, l(0)
    mov r4.zw, r3.xxxy
    ld_structured r4.z, r4.zzzw, l(0), t0.xxxx
    add r4.y, r4.yyyy, r4.zzzz
    iadd r4.z, r1.wwww, cb0[0].xxxx
    mov r3.z, r4.zzzz
    mov r3.w, l(0)
    mov r4.zw, r3.xxzw
    ld_structured r4.z, r4.zzzw, l(0), t0.xxxx
    add r4.y, r4.yyyy, r4.zzzz
    mov r4.z, r0.wwww
    mul r4.z, r4.zzzz, l(0.250000)
    mov r4.w, r0.zzzz
    add r4.w, r4.wwww, r4.xxxx
    add r4.y, r4.wwww, r4.yyyy
    mul r4.y, r4.yyyy, l(0.125000)
    add r4.y, r4.zzzz, r4.yyyy
    store_structured u0.x, r1.wwww, l(0), r4.yyyy
    mov r1.w, r0.wwww
    mov r0.z, r1.wwww
    mov r0.w, r4.xxxx
    mov r1.w, r1.xxxx
    iadd r1.w, r1.wwww, l(1)
    mov r1.x, r1.wwww
  endloop 
endif 
ret 
// Approximately 88 instruction slots used
