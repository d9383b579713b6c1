// Eleven queens: each thread places three, and counts the ways to place the others by a search whose stacks are indexable arrays.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 3
dcl_indexableTemp x0[8], 4
dcl_indexableTemp x1[8], 4
dcl_indexableTemp x2[8], 4
dcl_indexableTemp x3[8], 4
ult r0.x, vThreadID.xxxx, l(1331)
if_nz r0.xxxx
  udiv null, r0.x, vThreadID.xxxx, l(11)
  ishl r0.x, l(1), r0.xxxx
  udiv r1.x, null, vThreadID.xxxx, l(11)
  and r0.y, r0.xxxx, l(0)
  ine r0.y, r0.yyyy, l(0)
  or r0.z, r0.xxxx, l(0)
  ishl r0.w, r0.zzzz, l(1)
  ushr r0.z, r0.zzzz, l(1)
  udiv null, r2.x, r1.xxxx, l(11)
  ishl r1.y, l(1), r2.xxxx
  udiv r1.x, null, r1.xxxx, l(11)
  or r1.z, r0.xxxx, r0.wwww
  or r1.z, r1.zzzz, r0.zzzz
  or r1.z, r1.zzzz, l(0)
  and r1.z, r1.zzzz, r1.yyyy
  ine r1.z, r1.zzzz, l(0)
  or r0.y, r0.yyyy, r1.zzzz
  or r0.x, r0.xxxx, r1.yyyy
  or r0.w, r0.wwww, r1.yyyy
  ishl r0.w, r0.wwww, l(1)
  or r0.z, r0.zzzz, r1.yyyy
  ushr r0.z, r0.zzzz, l(1)
  udiv null, r1.x, r1.xxxx, l(11)
  ishl r1.x, l(1), r1.xxxx
  or r1.y, r0.xxxx, r0.wwww
  or r1.y, r1.yyyy, r0.zzzz
  or r1.y, r1.yyyy, l(0)
  and r1.y, r1.yyyy, r1.xxxx
  ine r1.y, r1.yyyy, l(0)
  or r0.y, r0.yyyy, r1.yyyy
  or r0.x, r0.xxxx, r1.xxxx
  or r1.y, r0.xxxx, l(0)
  mov r1.y, r1.yyyy
  or r0.w, r0.wwww, r1.xxxx
  ishl r0.w, r0.wwww, l(1)
  mov r1.z, r0.wwww
  or r0.z, r0.zzzz, r1.xxxx
  ushr r0.z, r0.zzzz, l(1)
  mov r1.x, r0.zzzz
  mov r1.w, l(0)
  mov r2.x, l(0)
  or r0.x, r0.xxxx, r0.wwww
  or r0.x, r0.xxxx, r0.zzzz
  or r0.x, r0.xxxx, l(0)
  not r0.x, r0.xxxx
  and r0.x, r0.xxxx, l(2047)
  movc r0.x, r0.yyyy, l(0), r0.xxxx
  mov r0.x, r0.xxxx
  loop 
    mov r0.y, r0.xxxx
    ieq r0.y, r0.yyyy, l(0)
    if_nz r0.yyyy
      mov r0.y, r1.wwww
      ieq r0.y, r0.yyyy, l(0)
      if_nz r0.yyyy
        break 
      endif 
      mov r0.y, r1.wwww
      iadd r0.y, r0.yyyy, l(-1)
      mov r1.w, r0.yyyy
      mov r0.z, x0[r0.y + 0].xxxx
      mov r1.y, r0.zzzz
      mov r0.z, x1[r0.y + 0].xxxx
      mov r1.z, r0.zzzz
      mov r0.z, x2[r0.y + 0].xxxx
      mov r1.x, r0.zzzz
      mov r0.y, x3[r0.y + 0].xxxx
      mov r0.x, r0.yyyy
      continue 
    endif 
    mov r0.y, r0.xxxx
    mov r0.z, r0.xxxx
    ineg r0.z, r0.zzzz
    and r0.y, r0.yyyy, r0.zzzz
    mov r0.z, r0.xxxx
    xor r0.z, r0.zzzz, r0.yyyy
    mov r0.x, r0.zzzz
    mov r0.w, r1.yyyy
    or r0.w, r0.wwww, r0.yyyy
    ieq r0.w, r0.wwww, l(2047)
    if_nz r0.wwww
      mov r0.w, r2.xxxx
      iadd r0.w, r0.wwww, l(1)
      mov r2.x, r0.wwww
      continue 
    endif 
    mov r0.w, r1.yyyy
    mov r2.y, r1.wwww
    mov x0[r2.y + 0].x, r0.wwww
    mov r0.w, r1.zzzz
    mov r2.y, r1.wwww
    mov x1[r2.y + 0].x, r0.wwww
    mov r0.w, r1.xxxx
    mov r2.y, r1.wwww
    mov x2[r2.y + 0].x, r0.wwww
    mov r0.w, r1.wwww
    mov x3[r0.w + 0].x, r0.zzzz
    mov r0.z, r1.wwww
    iadd r0.z, r0.zzzz, l(1)
    mov r1.w, r0.zzzz
    mov r0.z, r1.yyyy
    or r0.z, r0.zzzz, r0.yyyy
    mov r1.y, r0.zzzz
    mov r0.w, r1.zzzz
    or r0.w, r0.wwww, r0.yyyy
    ishl r0.w, r0.wwww, l(1)
    mov r1.z, r0.wwww
    mov r2.y, r1.xxxx
    or r0.y, r2.yyyy, r0.yyyy
    ushr r0.y, r0.yyyy, l(1)
    mov r1.x, r0.yyyy
    or r0.z, r0.zzzz, r0.wwww
    or r0.y, r0.zzzz, r0.yyyy
    not r0.y, r0.yyyy
    and r0.y, r0.yyyy, l(2047)
    mov r0.x, r0.yyyy
  endloop 
  mov r0.x, r2.xxxx
  store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
endif 
ret 
