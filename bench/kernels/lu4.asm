// LU decomposition of a 4 x 4 matrix for each thread, in place, in an indexable array; and its determinant.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_uav_structured u0, 64 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000040
dcl_uav_structured u1, 4 // sm5: 0x0400009e 0x0011e001 0x00000001 0x00000004
dcl_input vThreadID.xyz
dcl_temps 4
dcl_indexableTemp x0[16], 4
mov r0.x, vThreadID.xxxx
mov r0.y, l(0)
mov r0.zw, r0.xxxy
ld_structured r1.xyzw, r0.zwzz, l(0), u0.xyzw
mov x0[1].x, r1.yyyy
mov x0[2].x, r1.zzzz
mov x0[3].x, r1.wwww
mov r0.x, vThreadID.xxxx
mov r0.y, l(0)
mov r0.zw, r0.xxxy
ld_structured r2.xyzw, r0.zwzz, l(16), u0.xyzw
mov x0[4].x, r2.xxxx
mov x0[6].x, r2.zzzz
mov x0[7].x, r2.wwww
mov r0.x, vThreadID.xxxx
mov r0.y, l(0)
mov r0.zw, r0.xxxy
ld_structured r3.xyzw, r0.zwzz, l(32), u0.xyzw
mov x0[8].x, r3.xxxx
mov x0[9].x, r3.yyyy
mov x0[11].x, r3.wwww
mov r0.x, vThreadID.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.xyzw, r0.xyxx, l(48), u0.xyzw
mov x0[12].x, r0.xxxx
mov x0[13].x, r0.yyyy
mov x0[14].x, r0.zzzz
add r1.x, r1.xxxx, l(4.000000)
mov x0[0].x, r1.xxxx
add r1.y, r2.yyyy, l(4.000000)
mov x0[5].x, r1.yyyy
add r1.y, r3.zzzz, l(4.000000)
mov x0[10].x, r1.yyyy
add r0.x, r0.wwww, l(4.000000)
mov x0[15].x, r0.xxxx
mov r0.x, l(1)
loop 
  mov r0.z, r0.xxxx
  uge r0.z, r0.zzzz, l(4)
  if_nz r0.zzzz
    break 
  endif 
  mov r0.z, x0[0].xxxx
  mov r0.w, r0.xxxx
  imul null, r2.x, r0.wwww, l(4)
  mov r1.y, x0[r2.x + 0].xxxx
  div r0.z, r1.yyyy, r0.zzzz
  imul null, r2.x, r0.wwww, l(4)
  mov x0[r2.x + 0].x, r0.zzzz
  mov r0.y, l(1)
  loop 
    mov r0.z, r0.yyyy
    uge r0.z, r0.zzzz, l(4)
    if_nz r0.zzzz
      break 
    endif 
    mov r0.z, r0.xxxx
    imul null, r2.x, r0.zzzz, l(4)
    mov r0.z, x0[r2.x + 0].xxxx
    mov r0.w, r0.yyyy
    mov r0.w, x0[r0.w + 0].xxxx
    mul r0.z, r0.zzzz, r0.wwww
    mov r0.w, r0.xxxx
    imul null, r2.x, r0.wwww, l(4)
    mov r0.w, r0.yyyy
    iadd r0.w, r2.xxxx, r0.wwww
    mov r1.y, x0[r0.w + 0].xxxx
    add r0.z, r1.yyyy, -r0.zzzz
    mov x0[r0.w + 0].x, r0.zzzz
    mov r0.z, r0.yyyy
    iadd r0.z, r0.zzzz, l(1)
    mov r0.y, r0.zzzz
  endloop 
  mov r0.z, r0.xxxx
  iadd r0.z, r0.zzzz, l(1)
  mov r0.x, r0.zzzz
endloop 
mov r0.z, x0[5].xxxx
mul r0.z, r1.xxxx, r0.zzzz
mov r0.x, l(2)
loop 
  mov r0.w, r0.xxxx
  uge r0.w, r0.wwww, l(4)
  if_nz r0.wwww
    break 
  endif 
  mov r0.w, x0[5].xxxx
  mov r1.x, r0.xxxx
  imul null, r1.x, r1.xxxx, l(4)
  iadd r1.x, r1.xxxx, l(1)
  mov r1.y, x0[r1.x + 0].xxxx
  div r0.w, r1.yyyy, r0.wwww
  mov x0[r1.x + 0].x, r0.wwww
  mov r0.y, l(2)
  loop 
    mov r0.w, r0.yyyy
    uge r0.w, r0.wwww, l(4)
    if_nz r0.wwww
      break 
    endif 
    mov r0.w, r0.xxxx
    imul null, r1.x, r0.wwww, l(4)
    iadd r0.w, r1.xxxx, l(1)
    mov r0.w, x0[r0.w + 0].xxxx
    mov r1.x, r0.yyyy
    iadd r1.x, r1.xxxx, l(4)
    mov r1.x, x0[r1.x + 0].xxxx
    mul r0.w, r0.wwww, r1.xxxx
    mov r1.x, r0.xxxx
    imul null, r1.x, r1.xxxx, l(4)
    mov r1.y, r0.yyyy
    iadd r1.x, r1.xxxx, r1.yyyy
    mov r1.y, x0[r1.x + 0].xxxx
    add r0.w, r1.yyyy, -r0.wwww
    mov x0[r1.x + 0].x, r0.wwww
    mov r0.w, r0.yyyy
    iadd r0.w, r0.wwww, l(1)
    mov r0.y, r0.wwww
  endloop 
  mov r0.w, r0.xxxx
  iadd r0.w, r0.wwww, l(1)
  mov r0.x, r0.wwww
endloop 
mov r0.w, x0[10].xxxx
mul r0.z, r0.zzzz, r0.wwww
mov r0.x, l(3)
loop 
  mov r0.w, r0.xxxx
  uge r0.w, r0.wwww, l(4)
  if_nz r0.wwww
    break 
  endif 
  mov r0.w, x0[10].xxxx
  mov r1.x, r0.xxxx
  imul null, r1.x, r1.xxxx, l(4)
  iadd r1.x, r1.xxxx, l(2)
  mov r1.y, x0[r1.x + 0].xxxx
  div r0.w, r1.yyyy, r0.wwww
  mov x0[r1.x + 0].x, r0.wwww
  mov r0.y, l(3)
  loop 
    mov r0.w, r0.yyyy
    uge r0.w, r0.wwww, l(4)
    if_nz r0.wwww
      break 
    endif 
    mov r0.w, r0.xxxx
    imul null, r1.x, r0.wwww, l(4)
    iadd r0.w, r1.xxxx, l(2)
    mov r0.w, x0[r0.w + 0].xxxx
    mov r1.x, r0.yyyy
    iadd r1.x, r1.xxxx, l(8)
    mov r1.x, x0[r1.x + 0].xxxx
    mul r0.w, r0.wwww, r1.xxxx
    mov r1.x, r0.xxxx
    imul null, r1.x, r1.xxxx, l(4)
    mov r1.y, r0.yyyy
    iadd r1.x, r1.xxxx, r1.yyyy
    mov r1.y, x0[r1.x + 0].xxxx
    add r0.w, r1.yyyy, -r0.wwww
    mov x0[r1.x + 0].x, r0.wwww
    mov r0.w, r0.yyyy
    iadd r0.w, r0.wwww, l(1)
    mov r0.y, r0.wwww
  endloop 
  mov r0.w, r0.xxxx
  iadd r0.w, r0.wwww, l(1)
  mov r0.x, r0.wwww
endloop 
mov r0.w, x0[15].xxxx
mul r0.z, r0.zzzz, r0.wwww
mov r0.x, l(4)
loop 
  mov r0.w, r0.xxxx
  uge r0.w, r0.wwww, l(4)
  if_nz r0.wwww
    break 
  endif 
  mov r0.w, x0[15].xxxx
  mov r1.x, r0.xxxx
  imul null, r1.x, r1.xxxx, l(4)
  iadd r1.x, r1.xxxx, l(3)
  mov r1.y, x0[r1.x + 0].xxxx
  div r0.w, r1.yyyy, r0.wwww
  mov x0[r1.x + 0].x, r0.wwww
  mov r0.y, l(4)
  loop 
    mov r0.w, r0.yyyy
    uge r0.w, r0.wwww, l(4)
    if_nz r0.wwww
      break 
    endif 
    mov r0.w, r0.xxxx
    imul null, r1.x, r0.wwww, l(4)
    iadd r0.w, r1.xxxx, l(3)
    mov r0.w, x0[r0.w + 0].xxxx
    mov r1.x, r0.yyyy
    iadd r1.x, r1.xxxx, l(12)
    mov r1.x, x0[r1.x + 0].xxxx
    mul r0.w, r0.wwww, r1.xxxx
    mov r1.x, r0.xxxx
    imul null, r1.x, r1.xxxx, l(4)
    mov r1.y, r0.yyyy
    iadd r1.x, r1.xxxx, r1.yyyy
    mov r1.y, x0[r1.x + 0].xxxx
    add r0.w, r1.yyyy, -r0.wwww
    mov x0[r1.x + 0].x, r0.wwww
    mov r0.w, r0.yyyy
    iadd r0.w, r0.wwww, l(1)
    mov r0.y, r0.wwww
  endloop 
  mov r0.w, r0.xxxx
  iadd r0.w, r0.wwww, l(1)
  mov r0.x, r0.wwww
endloop 
mov r0.x, x0[0].xxxx
mov r0.y, x0[1].xxxx
mov r0.w, x0[2].xxxx
mov r1.x, x0[3].xxxx
mov r2.x, r0.xxxx
mov r2.y, r0.yyyy
mov r2.z, r0.wwww
mov r2.w, r1.xxxx
mov r1.xyzw, r2.xyzw
mul r1.xyzw, r1.xyzw, l(0.250000, 0.250000, 0.250000, 0.250000)
store_structured u0.x, vThreadID.xxxx, l(0), r1.xxxx
store_structured u0.x, vThreadID.xxxx, l(4), r1.yyyy
store_structured u0.x, vThreadID.xxxx, l(8), r1.zzzz
store_structured u0.x, vThreadID.xxxx, l(12), r1.wwww
mov r0.x, x0[4].xxxx
mov r0.y, x0[5].xxxx
mov r0.w, x0[6].xxxx
mov r1.x, x0[7].xxxx
mov r2.x, r0.xxxx
mov r2.y, r0.yyyy
mov r2.z, r0.wwww
mov r2.w, r1.xxxx
mov r1.xyzw, r2.xyzw
mul r1.xyzw, r1.xyzw, l(0.250000, 0.250000, 0.250000, 0.250000)
store_structured u0.x, vThreadID.xxxx, l(16), r1.xxxx
store_structured u0.x, vThreadID.xxxx, l(20), r1.yyyy
store_structured u0.x, vThreadID.xxxx, l(24), r1.zzzz
store_structured u0.x, vThreadID.xxxx, l(28), r1.wwww
mov r0.x, x0[8].xxxx
mov r0.y, x0[9].xxxx
mov r0.w, x0[10].xxxx
mov r1.x, x0[11].xxxx
mov r2.x, r0.xxxx
mov r2.y, r0.yyyy
mov r2.z, r0.wwww
mov r2.w, r1.xxxx
mov r1.xyzw, r2.xyzw
mul r1.xyzw, r1.xyzw, l(0.250000, 0.250000, 0.250000, 0.250000)
store_structured u0.x, vThreadID.xxxx, l(32), r1.xxxx
store_structured u0.x, vThreadID.xxxx, l(36), r1.yyyy
store_structured u0.x, vThreadID.xxxx, l(40), r1.zzzz
store_structured u0.x, vThreadID.xxxx, l(44), r1.wwww
mov r0.x, x0[12].xxxx
mov r0.y, x0[13].xxxx
mov r0.w, x0[14].xxxx
mov r1.x, x0[15].xxxx
mov r2.x, r0.xxxx
mov r2.y, r0.yyyy
mov r2.z, r0.wwww
mov r2.w, r1.xxxx
mov r1.xyzw, r2.xyzw
mul r1.xyzw, r1.xyzw, l(0.250000, 0.250000, 0.250000, 0.250000)
store_structured u0.x, vThreadID.xxxx, l(48), r1.xxxx
store_structured u0.x, vThreadID.xxxx, l(52), r1.yyyy
store_structured u0.x, vThreadID.xxxx, l(56), r1.zzzz
store_structured u0.x, vThreadID.xxxx, l(60), r1.wwww
store_structured u1.x, vThreadID.xxxx, l(0), r0.zzzz
ret 
// Approximately 280 instruction slots used
