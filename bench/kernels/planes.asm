// Heat in 3D: a group marches along z, with three planes in registers and the middle one, with a border, in g#.
cs_5_0
dcl_thread_group 32, 8, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_tgsm_structured g0, 4, 340
dcl_input vThreadIDInGroup.xyz
dcl_input vThreadID.xyz
dcl_temps 7
iadd r0.x, vThreadIDInGroup.yyyy, l(1)
imul null, r0.x, r0.xxxx, l(34)
iadd r0.x, r0.xxxx, vThreadIDInGroup.xxxx
iadd r0.y, r0.xxxx, l(1)
mov r0.z, l(0)
ilt r0.w, vThreadID.xxxx, l(0)
ilt r1.x, vThreadID.yyyy, l(0)
or r1.y, r0.wwww, r1.xxxx
ige r1.z, vThreadID.xxxx, cb0[0].xxxx
or r1.w, r1.yyyy, r1.zzzz
ige r2.x, vThreadID.yyyy, cb0[0].yyyy
or r1.w, r1.wwww, r2.xxxx
ige r2.y, l(0), cb0[0].zzzz
or r1.w, r1.wwww, r2.yyyy
mov r2.y, r2.zzzz
movc r2.y, r1.wwww, l(0), r2.yyyy
mov r2.z, r2.yyyy
not r1.w, r1.wwww
if_nz r1.wwww
  imul null, r3.x, cb0[0].yyyy, l(0)
  iadd r1.w, r3.xxxx, vThreadID.yyyy
  imul null, r3.x, r1.wwww, cb0[0].xxxx
  iadd r1.w, r3.xxxx, vThreadID.xxxx
  mov r2.y, r1.wwww
  mov r2.w, l(0)
  mov r2.yw, r2.xyxw
  ld_structured r1.w, r2.yyyw, l(0), t0.xxxx
  mov r2.z, r1.wwww
endif 
mov r1.w, r2.zzzz
mov r1.w, r1.wwww
mov r2.y, l(0)
loop 
  mov r2.w, r2.yyyy
  ige r2.w, r2.wwww, cb0[0].zzzz
  if_nz r2.wwww
    break 
  endif 
  mov r2.w, r2.yyyy
  iadd r2.w, r2.wwww, l(1)
  ilt r5.z, r2.wwww, l(0)
  or r5.z, r1.yyyy, r5.zzzz
  or r5.z, r5.zzzz, r1.zzzz
  or r5.z, r5.zzzz, r2.xxxx
  ige r5.w, r2.wwww, cb0[0].zzzz
  or r5.z, r5.zzzz, r5.wwww
  mov r5.w, r2.zzzz
  movc r5.w, r5.zzzz, l(0), r5.wwww
  mov r2.z, r5.wwww
  not r5.z, r5.zzzz
  if_nz r5.zzzz
    imul null, r6.x, r2.wwww, cb0[0].yyyy
    iadd r2.w, r6.xxxx, vThreadID.yyyy
    imul null, r6.x, r2.wwww, cb0[0].xxxx
    iadd r2.w, r6.xxxx, vThreadID.xxxx
    mov r3.x, r2.wwww
    mov r3.y, l(0)
    mov r5.zw, r3.xxxy
    ld_structured r2.w, r5.zzzw, l(0), t0.xxxx
    mov r2.z, r2.wwww
  endif 
  mov r2.w, r2.zzzz
  mov r5.z, r1.wwww
  store_structured g0.x, r0.yyyy, l(0), r5.zzzz
  ieq r5.z, vThreadIDInGroup.xxxx, l(0)
  if_nz r5.zzzz
    iadd r5.z, vThreadID.xxxx, l(-1)
    mov r5.w, r2.yyyy
    ilt r6.x, r5.zzzz, l(0)
    or r6.x, r6.xxxx, r1.xxxx
    ilt r6.y, r5.wwww, l(0)
    or r6.x, r6.xxxx, r6.yyyy
    ige r5.z, r5.zzzz, cb0[0].xxxx
    or r5.z, r6.xxxx, r5.zzzz
    or r5.z, r5.zzzz, r2.xxxx
    ige r6.x, r5.wwww, cb0[0].zzzz
    or r5.z, r5.zzzz, r6.xxxx
    mov r6.x, r2.zzzz
    movc r6.x, r5.zzzz, l(0), r6.xxxx
    mov r2.z, r6.xxxx
    not r5.z, r5.zzzz
    if_nz r5.zzzz
      imul null, r6.x, r5.wwww, cb0[0].yyyy
      iadd r5.z, r6.xxxx, vThreadID.yyyy
      imul null, r6.x, r5.zzzz, cb0[0].xxxx
      iadd r5.z, r6.xxxx, vThreadID.xxxx
      iadd r5.z, r5.zzzz, l(-1)
      mov r3.z, r5.zzzz
      mov r3.w, l(0)
      mov r5.zw, r3.xxzw
      ld_structured r5.z, r5.zzzw, l(0), t0.xxxx
      mov r2.z, r5.zzzz
    endif 
    mov r5.z, r2.zzzz
    store_structured g0.x, r0.xxxx, l(0), r5.zzzz
  endif 
  ieq r5.z, vThreadIDInGroup.xxxx, l(31)
  if_nz r5.zzzz
    iadd r5.z, vThreadID.xxxx, l(1)
    mov r5.w, r2.yyyy
    ilt r6.x, r5.zzzz, l(0)
    or r6.x, r6.xxxx, r1.xxxx
    ilt r6.y, r5.wwww, l(0)
    or r6.x, r6.xxxx, r6.yyyy
    ige r5.z, r5.zzzz, cb0[0].xxxx
    or r5.z, r6.xxxx, r5.zzzz
    or r5.z, r5.zzzz, r2.xxxx
    ige r6.x, r5.wwww, cb0[0].zzzz
    or r5.z, r5.zzzz, r6.xxxx
    mov r6.x, r2.zzzz
    movc r6.x, r5.zzzz, l(0), r6.xxxx
    mov r2.z, r6.xxxx
    not r5.z, r5.zzzz
    if_nz r5.zzzz
      imul null, r6.x, r5.wwww, cb0[0].yyyy
      iadd r5.z, r6.xxxx, vThreadID.yyyy
      imul null, r6.x, r5.zzzz, cb0[0].xxxx
      iadd r5.z, r6.xxxx, vThreadID.xxxx
      iadd r5.z, r5.zzzz, l(1)
      mov r4.x, r5.zzzz
      mov r4.y, l(0)
      mov r5.zw, r4.xxxy
      ld_structured r5.z, r5.zzzw, l(0), t0.xxxx
      mov r2.z, r5.zzzz
    endif 
    mov r5.z, r2.zzzz
    iadd r5.w, r0.xxxx, l(2)
    store_structured g0.x, r5.wwww, l(0), r5.zzzz
  endif 
  ieq r5.z, vThreadIDInGroup.yyyy, l(0)
  if_nz r5.zzzz
    iadd r5.z, vThreadID.yyyy, l(-1)
    mov r5.w, r2.yyyy
    ilt r6.x, r5.zzzz, l(0)
    or r6.x, r0.wwww, r6.xxxx
    ilt r6.y, r5.wwww, l(0)
    or r6.x, r6.xxxx, r6.yyyy
    or r6.x, r6.xxxx, r1.zzzz
    ige r5.z, r5.zzzz, cb0[0].yyyy
    or r5.z, r6.xxxx, r5.zzzz
    ige r6.x, r5.wwww, cb0[0].zzzz
    or r5.z, r5.zzzz, r6.xxxx
    mov r6.x, r2.zzzz
    movc r6.x, r5.zzzz, l(0), r6.xxxx
    mov r2.z, r6.xxxx
    not r5.z, r5.zzzz
    if_nz r5.zzzz
      imul null, r6.x, r5.wwww, cb0[0].yyyy
      iadd r5.z, r6.xxxx, vThreadID.yyyy
      iadd r5.z, r5.zzzz, l(-1)
      imul null, r6.x, r5.zzzz, cb0[0].xxxx
      iadd r5.z, r6.xxxx, vThreadID.xxxx
      mov r4.z, r5.zzzz
      mov r4.w, l(0)
      mov r5.zw, r4.xxzw
      ld_structured r5.z, r5.zzzw, l(0), t0.xxxx
      mov r2.z, r5.zzzz
    endif 
    mov r5.z, r2.zzzz
    iadd r5.w, r0.xxxx, l(-33)
    store_structured g0.x, r5.wwww, l(0), r5.zzzz
  endif 
  ieq r5.z, vThreadIDInGroup.yyyy, l(7)
  if_nz r5.zzzz
    iadd r5.z, vThreadID.yyyy, l(1)
    mov r5.w, r2.yyyy
    ilt r6.x, r5.zzzz, l(0)
    or r6.x, r0.wwww, r6.xxxx
    ilt r6.y, r5.wwww, l(0)
    or r6.x, r6.xxxx, r6.yyyy
    or r6.x, r6.xxxx, r1.zzzz
    ige r5.z, r5.zzzz, cb0[0].yyyy
    or r5.z, r6.xxxx, r5.zzzz
    ige r6.x, r5.wwww, cb0[0].zzzz
    or r5.z, r5.zzzz, r6.xxxx
    mov r6.x, r2.zzzz
    movc r6.x, r5.zzzz, l(0), r6.xxxx
    mov r2.z, r6.xxxx
    not r5.z, r5.zzzz
    if_nz r5.zzzz
      imul null, r6.x, r5.wwww, cb0[0].yyyy
      iadd r5.z, r6.xxxx, vThreadID.yyyy
      iadd r5.z, r5.zzzz, l(1)
      imul null, r6.x, r5.zzzz, cb0[0].xxxx
      iadd r5.z, r6.xxxx, vThreadID.xxxx
      mov r5.x, r5.zzzz
      mov r5.y, l(0)
      mov r5.zw, r5.xxxy
      ld_structured r5.z, r5.zzzw, l(0), t0.xxxx
      mov r2.z, r5.zzzz
    endif 
    mov r5.z, r2.zzzz
    iadd r5.w, r0.xxxx, l(35)
    store_structured g0.x, r5.wwww, l(0), r5.zzzz
  endif 
  sync_g_t
  ld_structured r5.z, r0.xxxx, l(0), g0.xxxx
  iadd r5.w, r0.xxxx, l(2)
  ld_structured r5.w, r5.wwww, l(0), g0.xxxx
  add r5.z, r5.zzzz, r5.wwww
  iadd r5.w, r0.xxxx, l(-33)
  ld_structured r5.w, r5.wwww, l(0), g0.xxxx
  add r5.z, r5.zzzz, r5.wwww
  iadd r5.w, r0.xxxx, l(35)
  ld_structured r5.w, r5.wwww, l(0), g0.xxxx
  add r5.z, r5.zzzz, r5.wwww
  mov r5.w, r0.zzzz
  add r5.z, r5.zzzz, r5.wwww
  add r5.z, r5.zzzz, r2.wwww
  mov r5.w, r1.wwww
  mov r6.x, r1.wwww
  mul r6.x, r6.xxxx, l(6.000000)
  add r5.z, r5.zzzz, -r6.xxxx
  mul r5.z, r5.zzzz, l(0.125000)
  add r5.z, r5.wwww, r5.zzzz
  mov r5.w, r2.yyyy
  imul null, r6.x, r5.wwww, cb0[0].yyyy
  iadd r5.w, r6.xxxx, vThreadID.yyyy
  imul null, r6.x, r5.wwww, cb0[0].xxxx
  iadd r5.w, r6.xxxx, vThreadID.xxxx
  store_structured u0.x, r5.wwww, l(0), r5.zzzz
  sync_g_t
  mov r5.z, r1.wwww
  mov r0.z, r5.zzzz
  mov r1.w, r2.wwww
  mov r2.w, r2.yyyy
  iadd r2.w, r2.wwww, l(1)
  mov r2.y, r2.wwww
endloop 
ret 
