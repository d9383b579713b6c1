// Linear systems of six unknowns, a system a thread: elimination without pivots and back substitution.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 3
dcl_indexableTemp x0[42], 4
imul null, r0.x, vThreadID.xxxx, l(42)
mov r0.x, r0.xxxx
mov r0.y, l(0)
mov r0.zw, r0.xxxy
ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
imul null, r1.x, vThreadID.xxxx, l(42)
iadd r0.w, r1.xxxx, l(1)
mov r0.x, r0.wwww
mov r0.y, l(0)
mov r1.xy, r0.xyxx
ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
mov x0[1].x, r0.wwww
imul null, r1.x, vThreadID.xxxx, l(42)
iadd r0.w, r1.xxxx, l(2)
mov r0.x, r0.wwww
mov r0.y, l(0)
mov r1.xy, r0.xyxx
ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
mov x0[2].x, r0.wwww
imul null, r1.x, vThreadID.xxxx, l(42)
iadd r0.w, r1.xxxx, l(3)
mov r0.x, r0.wwww
mov r0.y, l(0)
mov r1.xy, r0.xyxx
ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
mov x0[3].x, r0.wwww
imul null, r1.x, vThreadID.xxxx, l(42)
iadd r0.w, r1.xxxx, l(4)
mov r0.x, r0.wwww
mov r0.y, l(0)
mov r1.xy, r0.xyxx
ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
mov x0[4].x, r0.wwww
imul null, r1.x, vThreadID.xxxx, l(42)
iadd r0.w, r1.xxxx, l(5)
mov r0.x, r0.wwww
mov r0.y, l(0)
mov r1.xy, r0.xyxx
ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
mov x0[5].x, r0.wwww
imul null, r1.x, vThreadID.xxxx, l(42)
iadd r0.w, r1.xxxx, l(6)
mov r0.x, r0.wwww
mov r0.y, l(0)
mov r1.xy, r0.xyxx
ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
mov x0[6].x, r0.wwww
imul null, r1.x, vThreadID.xxxx, l(42)
iadd r0.w, r1.xxxx, l(7)
mov r0.x, r0.wwww
mov r0.y, l(0)
mov r1.xy, r0.xyxx
ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
mov x0[7].x, r0.wwww
imul null, r1.x, vThreadID.xxxx, l(42)
iadd r0.w, r1.xxxx, l(8)
mov r0.x, r0.wwww
mov r0.y, l(0)
mov r1.xy, r0.xyxx
ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
imul null, r1.x, vThreadID.xxxx, l(42)
iadd r1.x, r1.xxxx, l(9)
mov r0.x, r1.xxxx
mov r0.y, l(0)
mov r1.xy, r0.xyxx
ld_structured r1.x, r1.xxxy, l(0), t0.xxxx
mov x0[9].x, r1.xxxx
imul null, r1.x, vThreadID.xxxx, l(42)
iadd r1.x, r1.xxxx, l(10)
mov r0.x, r1.xxxx
mov r0.y, l(0)
mov r1.xy, r0.xyxx
ld_structured r1.x, r1.xxxy, l(0), t0.xxxx
mov x0[10].x, r1.xxxx
imul null, r1.x, vThreadID.xxxx, l(42)
iadd r1.x, r1.xxxx, l(11)
mov r0.x, r1.xxxx
mov r0.y, l(0)
mov r1.xy, r0.xyxx
ld_structured r1.x, r1.xxxy, l(0), t0.xxxx
mov x0[11].x, r1.xxxx
imul null, r1.x, vThreadID.xxxx, l(42)
iadd r1.x, r1.xxxx, l(12)
mov r0.x, r1.xxxx
mov r0.y, l(0)
mov r1.xy, r0.xyxx
ld_structured r1.x, r1.xxxy, l(0), t0.xxxx
mov x0[12].x, r1.xxxx
imul null, r1.x, vThreadID.xxxx, l(42)
iadd r1.x, r1.xxxx, l(13)
mov r0.x, r1.xxxx
mov r0.y, l(0)
mov r1.xy, r0.xyxx
ld_structured r1.x, r1.xxxy, l(0), t0.xxxx
mov x0[13].x, r1.xxxx
imul null, r1.x, vThreadID.xxxx, l(42)
iadd r1.x, r1.xxxx, l(14)
mov r0.x, r1.xxxx
mov r0.y, l(0)
mov r1.xy, r0.xyxx
ld_structured r1.x, r1.xxxy, l(0), t0.xxxx
mov x0[14].x, r1.xxxx
imul null, r1.x, vThreadID.xxxx, l(42)
iadd r1.x, r1.xxxx, l(15)
mov r0.x, r1.xxxx
mov r0.y, l(0)
mov r1.xy, r0.xyxx
ld_structured r1.x, r1.xxxy, l(0), t0.xxxx
mov x0[15].x, r1.xxxx
imul null, r1.x, vThreadID.xxxx, l(42)
iadd r1.x, r1.xxxx, l(16)
mov r0.x, r1.xxxx
mov r0.y, l(0)
mov r1.xy, r0.xyxx
ld_structured r1.x, r1.xxxy, l(0), t0.xxxx
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.y, r2.xxxx, l(17)
mov r0.x, r1.yyyy
mov r0.y, l(0)
mov r1.yz, r0.xxyx
ld_structured r1.y, r1.yyyz, l(0), t0.xxxx
mov x0[17].x, r1.yyyy
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.y, r2.xxxx, l(18)
mov r0.x, r1.yyyy
mov r0.y, l(0)
mov r1.yz, r0.xxyx
ld_structured r1.y, r1.yyyz, l(0), t0.xxxx
mov x0[18].x, r1.yyyy
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.y, r2.xxxx, l(19)
mov r0.x, r1.yyyy
mov r0.y, l(0)
mov r1.yz, r0.xxyx
ld_structured r1.y, r1.yyyz, l(0), t0.xxxx
mov x0[19].x, r1.yyyy
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.y, r2.xxxx, l(20)
mov r0.x, r1.yyyy
mov r0.y, l(0)
mov r1.yz, r0.xxyx
ld_structured r1.y, r1.yyyz, l(0), t0.xxxx
mov x0[20].x, r1.yyyy
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.y, r2.xxxx, l(21)
mov r0.x, r1.yyyy
mov r0.y, l(0)
mov r1.yz, r0.xxyx
ld_structured r1.y, r1.yyyz, l(0), t0.xxxx
mov x0[21].x, r1.yyyy
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.y, r2.xxxx, l(22)
mov r0.x, r1.yyyy
mov r0.y, l(0)
mov r1.yz, r0.xxyx
ld_structured r1.y, r1.yyyz, l(0), t0.xxxx
mov x0[22].x, r1.yyyy
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.y, r2.xxxx, l(23)
mov r0.x, r1.yyyy
mov r0.y, l(0)
mov r1.yz, r0.xxyx
ld_structured r1.y, r1.yyyz, l(0), t0.xxxx
mov x0[23].x, r1.yyyy
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.y, r2.xxxx, l(24)
mov r0.x, r1.yyyy
mov r0.y, l(0)
mov r1.yz, r0.xxyx
ld_structured r1.y, r1.yyyz, l(0), t0.xxxx
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.z, r2.xxxx, l(25)
mov r0.x, r1.zzzz
mov r0.y, l(0)
mov r1.zw, r0.xxxy
ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
mov x0[25].x, r1.zzzz
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.z, r2.xxxx, l(26)
mov r0.x, r1.zzzz
mov r0.y, l(0)
mov r1.zw, r0.xxxy
ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
mov x0[26].x, r1.zzzz
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.z, r2.xxxx, l(27)
mov r0.x, r1.zzzz
mov r0.y, l(0)
mov r1.zw, r0.xxxy
ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
mov x0[27].x, r1.zzzz
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.z, r2.xxxx, l(28)
mov r0.x, r1.zzzz
mov r0.y, l(0)
mov r1.zw, r0.xxxy
ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
mov x0[28].x, r1.zzzz
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.z, r2.xxxx, l(29)
mov r0.x, r1.zzzz
mov r0.y, l(0)
mov r1.zw, r0.xxxy
ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
mov x0[29].x, r1.zzzz
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.z, r2.xxxx, l(30)
mov r0.x, r1.zzzz
mov r0.y, l(0)
mov r1.zw, r0.xxxy
ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
mov x0[30].x, r1.zzzz
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.z, r2.xxxx, l(31)
mov r0.x, r1.zzzz
mov r0.y, l(0)
mov r1.zw, r0.xxxy
ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
mov x0[31].x, r1.zzzz
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.z, r2.xxxx, l(32)
mov r0.x, r1.zzzz
mov r0.y, l(0)
mov r1.zw, r0.xxxy
ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.w, r2.xxxx, l(33)
mov r0.x, r1.wwww
mov r0.y, l(0)
mov r2.xy, r0.xyxx
ld_structured r1.w, r2.xxxy, l(0), t0.xxxx
mov x0[33].x, r1.wwww
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.w, r2.xxxx, l(34)
mov r0.x, r1.wwww
mov r0.y, l(0)
mov r2.xy, r0.xyxx
ld_structured r1.w, r2.xxxy, l(0), t0.xxxx
mov x0[34].x, r1.wwww
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.w, r2.xxxx, l(35)
mov r0.x, r1.wwww
mov r0.y, l(0)
mov r2.xy, r0.xyxx
ld_structured r1.w, r2.xxxy, l(0), t0.xxxx
mov x0[35].x, r1.wwww
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.w, r2.xxxx, l(36)
mov r0.x, r1.wwww
mov r0.y, l(0)
mov r2.xy, r0.xyxx
ld_structured r1.w, r2.xxxy, l(0), t0.xxxx
mov x0[36].x, r1.wwww
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.w, r2.xxxx, l(37)
mov r0.x, r1.wwww
mov r0.y, l(0)
mov r2.xy, r0.xyxx
ld_structured r1.w, r2.xxxy, l(0), t0.xxxx
mov x0[37].x, r1.wwww
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.w, r2.xxxx, l(38)
mov r0.x, r1.wwww
mov r0.y, l(0)
mov r2.xy, r0.xyxx
ld_structured r1.w, r2.xxxy, l(0), t0.xxxx
mov x0[38].x, r1.wwww
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.w, r2.xxxx, l(39)
mov r0.x, r1.wwww
mov r0.y, l(0)
mov r2.xy, r0.xyxx
ld_structured r1.w, r2.xxxy, l(0), t0.xxxx
mov x0[39].x, r1.wwww
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r1.w, r2.xxxx, l(40)
mov r0.x, r1.wwww
mov r0.y, l(0)
mov r2.xy, r0.xyxx
ld_structured r1.w, r2.xxxy, l(0), t0.xxxx
imul null, r2.x, vThreadID.xxxx, l(42)
iadd r2.x, r2.xxxx, l(41)
mov r0.x, r2.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.x, r0.xxxy, l(0), t0.xxxx
mov x0[41].x, r0.xxxx
add r0.x, r0.zzzz, l(6.000000)
mov x0[0].x, r0.xxxx
add r0.x, r0.wwww, l(6.000000)
mov x0[8].x, r0.xxxx
add r0.x, r1.xxxx, l(6.000000)
mov x0[16].x, r0.xxxx
add r0.x, r1.yyyy, l(6.000000)
mov x0[24].x, r0.xxxx
add r0.x, r1.zzzz, l(6.000000)
mov x0[32].x, r0.xxxx
add r0.x, r1.wwww, l(6.000000)
mov x0[40].x, r0.xxxx
mov r0.x, l(1)
loop 
  mov r0.z, r0.xxxx
  uge r0.z, r0.zzzz, l(6)
  if_nz r0.zzzz
    break 
  endif 
  mov r0.z, r0.xxxx
  imul null, r1.x, r0.zzzz, l(7)
  mov r0.z, x0[r1.x + 0].xxxx
  mov r0.w, x0[0].xxxx
  div r0.z, r0.zzzz, r0.wwww
  mov r0.y, l(1)
  loop 
    mov r0.w, r0.yyyy
    uge r0.w, r0.wwww, l(7)
    if_nz r0.wwww
      break 
    endif 
    mov r0.w, r0.yyyy
    mov r0.w, x0[r0.w + 0].xxxx
    mul r0.w, r0.zzzz, r0.wwww
    mov r1.x, r0.xxxx
    imul null, r1.x, r1.xxxx, l(7)
    mov r1.y, r0.yyyy
    iadd r1.x, r1.xxxx, r1.yyyy
    mov r1.y, x0[r1.x + 0].xxxx
    add r0.w, r1.yyyy, -r0.wwww
    mov x0[r1.x + 0].x, r0.wwww
    mov r0.w, r0.yyyy
    iadd r0.w, r0.wwww, l(1)
    mov r0.y, r0.wwww
  endloop 
  mov r0.z, r0.xxxx
  iadd r0.z, r0.zzzz, l(1)
  mov r0.x, r0.zzzz
endloop 
mov r0.x, l(2)
loop 
  mov r0.z, r0.xxxx
  uge r0.z, r0.zzzz, l(6)
  if_nz r0.zzzz
    break 
  endif 
  mov r0.z, r0.xxxx
  imul null, r1.x, r0.zzzz, l(7)
  iadd r0.z, r1.xxxx, l(1)
  mov r0.z, x0[r0.z + 0].xxxx
  mov r0.w, x0[8].xxxx
  div r0.z, r0.zzzz, r0.wwww
  mov r0.y, l(2)
  loop 
    mov r0.w, r0.yyyy
    uge r0.w, r0.wwww, l(7)
    if_nz r0.wwww
      break 
    endif 
    mov r0.w, r0.yyyy
    iadd r0.w, r0.wwww, l(7)
    mov r0.w, x0[r0.w + 0].xxxx
    mul r0.w, r0.zzzz, r0.wwww
    mov r1.x, r0.xxxx
    imul null, r1.x, r1.xxxx, l(7)
    mov r1.y, r0.yyyy
    iadd r1.x, r1.xxxx, r1.yyyy
    mov r1.y, x0[r1.x + 0].xxxx
    add r0.w, r1.yyyy, -r0.wwww
    mov x0[r1.x + 0].x, r0.wwww
    mov r0.w, r0.yyyy
    iadd r0.w, r0.wwww, l(1)
    mov r0.y, r0.wwww
  endloop 
  mov r0.z, r0.xxxx
  iadd r0.z, r0.zzzz, l(1)
  mov r0.x, r0.zzzz
endloop 
mov r0.x, l(3)
loop 
  mov r0.z, r0.xxxx
  uge r0.z, r0.zzzz, l(6)
  if_nz r0.zzzz
    break 
  endif 
  mov r0.z, r0.xxxx
  imul null, r1.x, r0.zzzz, l(7)
  iadd r0.z, r1.xxxx, l(2)
  mov r0.z, x0[r0.z + 0].xxxx
  mov r0.w, x0[16].xxxx
  div r0.z, r0.zzzz, r0.wwww
  mov r0.y, l(3)
  loop 
    mov r0.w, r0.yyyy
    uge r0.w, r0.wwww, l(7)
    if_nz r0.wwww
      break 
    endif 
    mov r0.w, r0.yyyy
    iadd r0.w, r0.wwww, l(14)
    mov r0.w, x0[r0.w + 0].xxxx
    mul r0.w, r0.zzzz, r0.wwww
    mov r1.x, r0.xxxx
    imul null, r1.x, r1.xxxx, l(7)
    mov r1.y, r0.yyyy
    iadd r1.x, r1.xxxx, r1.yyyy
    mov r1.y, x0[r1.x + 0].xxxx
    add r0.w, r1.yyyy, -r0.wwww
    mov x0[r1.x + 0].x, r0.wwww
    mov r0.w, r0.yyyy
    iadd r0.w, r0.wwww, l(1)
    mov r0.y, r0.wwww
  endloop 
  mov r0.z, r0.xxxx
  iadd r0.z, r0.zzzz, l(1)
  mov r0.x, r0.zzzz
endloop 
mov r0.x, l(4)
loop 
  mov r0.z, r0.xxxx
  uge r0.z, r0.zzzz, l(6)
  if_nz r0.zzzz
    break 
  endif 
  mov r0.z, r0.xxxx
  imul null, r1.x, r0.zzzz, l(7)
  iadd r0.z, r1.xxxx, l(3)
  mov r0.z, x0[r0.z + 0].xxxx
  mov r0.w, x0[24].xxxx
  div r0.z, r0.zzzz, r0.wwww
  mov r0.y, l(4)
  loop 
    mov r0.w, r0.yyyy
    uge r0.w, r0.wwww, l(7)
    if_nz r0.wwww
      break 
    endif 
    mov r0.w, r0.yyyy
    iadd r0.w, r0.wwww, l(21)
    mov r0.w, x0[r0.w + 0].xxxx
    mul r0.w, r0.zzzz, r0.wwww
    mov r1.x, r0.xxxx
    imul null, r1.x, r1.xxxx, l(7)
    mov r1.y, r0.yyyy
    iadd r1.x, r1.xxxx, r1.yyyy
    mov r1.y, x0[r1.x + 0].xxxx
    add r0.w, r1.yyyy, -r0.wwww
    mov x0[r1.x + 0].x, r0.wwww
    mov r0.w, r0.yyyy
    iadd r0.w, r0.wwww, l(1)
    mov r0.y, r0.wwww
  endloop 
  mov r0.z, r0.xxxx
  iadd r0.z, r0.zzzz, l(1)
  mov r0.x, r0.zzzz
endloop 
mov r0.x, l(5)
loop 
  mov r0.z, r0.xxxx
  uge r0.z, r0.zzzz, l(6)
  if_nz r0.zzzz
    break 
  endif 
  mov r0.z, r0.xxxx
  imul null, r1.x, r0.zzzz, l(7)
  iadd r0.z, r1.xxxx, l(4)
  mov r0.z, x0[r0.z + 0].xxxx
  mov r0.w, x0[32].xxxx
  div r0.z, r0.zzzz, r0.wwww
  mov r0.y, l(5)
  loop 
    mov r0.w, r0.yyyy
    uge r0.w, r0.wwww, l(7)
    if_nz r0.wwww
      break 
    endif 
    mov r0.w, r0.yyyy
    iadd r0.w, r0.wwww, l(28)
    mov r0.w, x0[r0.w + 0].xxxx
    mul r0.w, r0.zzzz, r0.wwww
    mov r1.x, r0.xxxx
    imul null, r1.x, r1.xxxx, l(7)
    mov r1.y, r0.yyyy
    iadd r1.x, r1.xxxx, r1.yyyy
    mov r1.y, x0[r1.x + 0].xxxx
    add r0.w, r1.yyyy, -r0.wwww
    mov x0[r1.x + 0].x, r0.wwww
    mov r0.w, r0.yyyy
    iadd r0.w, r0.wwww, l(1)
    mov r0.y, r0.wwww
  endloop 
  mov r0.z, r0.xxxx
  iadd r0.z, r0.zzzz, l(1)
  mov r0.x, r0.zzzz
endloop 
mov r0.x, l(6)
loop 
  mov r0.z, r0.xxxx
  uge r0.z, r0.zzzz, l(6)
  if_nz r0.zzzz
    break 
  endif 
  mov r0.z, r0.xxxx
  imul null, r1.x, r0.zzzz, l(7)
  iadd r0.z, r1.xxxx, l(5)
  mov r0.z, x0[r0.z + 0].xxxx
  mov r0.w, x0[40].xxxx
  div r0.z, r0.zzzz, r0.wwww
  mov r0.y, l(6)
  loop 
    mov r0.w, r0.yyyy
    uge r0.w, r0.wwww, l(7)
    if_nz r0.wwww
      break 
    endif 
    mov r0.w, r0.yyyy
    iadd r0.w, r0.wwww, l(35)
    mov r0.w, x0[r0.w + 0].xxxx
    mul r0.w, r0.zzzz, r0.wwww
    mov r1.x, r0.xxxx
    imul null, r1.x, r1.xxxx, l(7)
    mov r1.y, r0.yyyy
    iadd r1.x, r1.xxxx, r1.yyyy
    mov r1.y, x0[r1.x + 0].xxxx
    add r0.w, r1.yyyy, -r0.wwww
    mov x0[r1.x + 0].x, r0.wwww
    mov r0.w, r0.yyyy
    iadd r0.w, r0.wwww, l(1)
    mov r0.y, r0.wwww
  endloop 
  mov r0.z, r0.xxxx
  iadd r0.z, r0.zzzz, l(1)
  mov r0.x, r0.zzzz
endloop 
mov r0.x, x0[41].xxxx
mov r0.x, r0.xxxx
mov r0.y, l(6)
loop 
  mov r0.z, r0.yyyy
  uge r0.z, r0.zzzz, l(6)
  if_nz r0.zzzz
    break 
  endif 
  mov r0.z, r0.yyyy
  iadd r0.z, r0.zzzz, l(35)
  mov r0.z, x0[r0.z + 0].xxxx
  mov r0.w, r0.yyyy
  imul null, r1.x, r0.wwww, l(7)
  iadd r0.w, r1.xxxx, l(6)
  mov r0.w, x0[r0.w + 0].xxxx
  mul r0.z, r0.zzzz, r0.wwww
  mov r0.w, r0.xxxx
  add r0.z, r0.wwww, -r0.zzzz
  mov r0.x, r0.zzzz
  mov r0.z, r0.yyyy
  iadd r0.z, r0.zzzz, l(1)
  mov r0.y, r0.zzzz
endloop 
mov r0.z, r0.xxxx
mov r0.w, x0[40].xxxx
div r0.z, r0.zzzz, r0.wwww
mov x0[41].x, r0.zzzz
imul null, r1.x, vThreadID.xxxx, l(6)
iadd r0.w, r1.xxxx, l(5)
store_structured u0.x, r0.wwww, l(0), r0.zzzz
mov r0.z, x0[34].xxxx
mov r0.x, r0.zzzz
mov r0.y, l(5)
loop 
  mov r0.z, r0.yyyy
  uge r0.z, r0.zzzz, l(6)
  if_nz r0.zzzz
    break 
  endif 
  mov r0.z, r0.yyyy
  iadd r0.z, r0.zzzz, l(28)
  mov r0.z, x0[r0.z + 0].xxxx
  mov r0.w, r0.yyyy
  imul null, r1.x, r0.wwww, l(7)
  iadd r0.w, r1.xxxx, l(6)
  mov r0.w, x0[r0.w + 0].xxxx
  mul r0.z, r0.zzzz, r0.wwww
  mov r0.w, r0.xxxx
  add r0.z, r0.wwww, -r0.zzzz
  mov r0.x, r0.zzzz
  mov r0.z, r0.yyyy
  iadd r0.z, r0.zzzz, l(1)
  mov r0.y, r0.zzzz
endloop 
mov r0.z, r0.xxxx
mov r0.w, x0[32].xxxx
div r0.z, r0.zzzz, r0.wwww
mov x0[34].x, r0.zzzz
imul null, r1.x, vThreadID.xxxx, l(6)
iadd r0.w, r1.xxxx, l(4)
store_structured u0.x, r0.wwww, l(0), r0.zzzz
mov r0.z, x0[27].xxxx
mov r0.x, r0.zzzz
mov r0.y, l(4)
loop 
  mov r0.z, r0.yyyy
  uge r0.z, r0.zzzz, l(6)
  if_nz r0.zzzz
    break 
  endif 
  mov r0.z, r0.yyyy
  iadd r0.z, r0.zzzz, l(21)
  mov r0.z, x0[r0.z + 0].xxxx
  mov r0.w, r0.yyyy
  imul null, r1.x, r0.wwww, l(7)
  iadd r0.w, r1.xxxx, l(6)
  mov r0.w, x0[r0.w + 0].xxxx
  mul r0.z, r0.zzzz, r0.wwww
  mov r0.w, r0.xxxx
  add r0.z, r0.wwww, -r0.zzzz
  mov r0.x, r0.zzzz
  mov r0.z, r0.yyyy
  iadd r0.z, r0.zzzz, l(1)
  mov r0.y, r0.zzzz
endloop 
mov r0.z, r0.xxxx
mov r0.w, x0[24].xxxx
div r0.z, r0.zzzz, r0.wwww
mov x0[27].x, r0.zzzz
imul null, r1.x, vThreadID.xxxx, l(6)
iadd r0.w, r1.xxxx, l(3)
store_structured u0.x, r0.wwww, l(0), r0.zzzz
mov r0.z, x0[20].xxxx
mov r0.x, r0.zzzz
mov r0.y, l(3)
loop 
  mov r0.z, r0.yyyy
  uge r0.z, r0.zzzz, l(6)
  if_nz r0.zzzz
    break 
  endif 
  mov r0.z, r0.yyyy
  iadd r0.z, r0.zzzz, l(14)
  mov r0.z, x0[r0.z + 0].xxxx
  mov r0.w, r0.yyyy
  imul null, r1.x, r0.wwww, l(7)
  iadd r0.w, r1.xxxx, l(6)
  mov r0.w, x0[r0.w + 0].xxxx
  mul r0.z, r0.zzzz, r0.wwww
  mov r0.w, r0.xxxx
  add r0.z, r0.wwww, -r0.zzzz
  mov r0.x, r0.zzzz
  mov r0.z, r0.yyyy
  iadd r0.z, r0.zzzz, l(1)
  mov r0.y, r0.zzzz
endloop 
mov r0.z, r0.xxxx
mov r0.w, x0[16].xxxx
div r0.z, r0.zzzz, r0.wwww
mov x0[20].x, r0.zzzz
imul null, r1.x, vThreadID.xxxx, l(6)
iadd r0.w, r1.xxxx, l(2)
store_structured u0.x, r0.wwww, l(0), r0.zzzz
mov r0.z, x0[13].xxxx
mov r0.x, r0.zzzz
mov r0.y, l(2)
loop 
  mov r0.z, r0.yyyy
  uge r0.z, r0.zzzz, l(6)
  if_nz r0.zzzz
    break 
  endif 
  mov r0.z, r0.yyyy
  iadd r0.z, r0.zzzz, l(7)
  mov r0.z, x0[r0.z + 0].xxxx
  mov r0.w, r0.yyyy
  imul null, r1.x, r0.wwww, l(7)
  iadd r0.w, r1.xxxx, l(6)
  mov r0.w, x0[r0.w + 0].xxxx
  mul r0.z, r0.zzzz, r0.wwww
  mov r0.w, r0.xxxx
  add r0.z, r0.wwww, -r0.zzzz
  mov r0.x, r0.zzzz
  mov r0.z, r0.yyyy
  iadd r0.z, r0.zzzz, l(1)
  mov r0.y, r0.zzzz
endloop 
mov r0.z, r0.xxxx
mov r0.w, x0[8].xxxx
div r0.z, r0.zzzz, r0.wwww
mov x0[13].x, r0.zzzz
imul null, r1.x, vThreadID.xxxx, l(6)
iadd r0.w, r1.xxxx, l(1)
store_structured u0.x, r0.wwww, l(0), r0.zzzz
mov r0.z, x0[6].xxxx
mov r0.x, r0.zzzz
mov r0.y, l(1)
loop 
  mov r0.z, r0.yyyy
  uge r0.z, r0.zzzz, l(6)
  if_nz r0.zzzz
    break 
  endif 
  mov r0.z, r0.yyyy
  mov r0.z, x0[r0.z + 0].xxxx
  mov r0.w, r0.yyyy
  imul null, r1.x, r0.wwww, l(7)
  iadd r0.w, r1.xxxx, l(6)
  mov r0.w, x0[r0.w + 0].xxxx
  mul r0.z, r0.zzzz, r0.wwww
  mov r0.w, r0.xxxx
  add r0.z, r0.wwww, -r0.zzzz
  mov r0.x, r0.zzzz
  mov r0.z, r0.yyyy
  iadd r0.z, r0.zzzz, l(1)
  mov r0.y, r0.zzzz
endloop 
mov r0.x, r0.xxxx
mov r0.y, x0[0].xxxx
div r0.x, r0.xxxx, r0.yyyy
imul null, r1.x, vThreadID.xxxx, l(6)
store_structured u0.x, r1.xxxx, l(0), r0.xxxx
ret 
// Approximately 721 instruction slots used
