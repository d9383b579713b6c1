// Smith-Waterman scores of pairs of 32 letters, eight a word of four bits each: a row of the matrix in an array.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_resource_structured t0, 16  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000010
dcl_resource_structured t1, 16  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000010
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 4
dcl_indexableTemp x1[33], 4
dcl_indexableTemp x0[4], 4
mov r0.x, vThreadID.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.xyzw, r0.xxxy, l(0), t1.xyzw
mov r1.x, vThreadID.xxxx
mov r1.y, l(0)
mov r1.xy, r1.xyxx
ld_structured r1.xyzw, r1.xxxy, l(0), t1.xyzw
mov r2.x, vThreadID.xxxx
mov r2.y, l(0)
mov r2.xy, r2.xyxx
ld_structured r2.xyzw, r2.xxxy, l(0), t1.xyzw
mov r3.x, vThreadID.xxxx
mov r3.y, l(0)
mov r3.xy, r3.xyxx
ld_structured r3.xyzw, r3.xxxy, l(0), t1.xyzw
mov x0[0].x, r0.xxxx
mov x0[1].x, r1.yyyy
mov x0[2].x, r2.zzzz
mov x0[3].x, r3.wwww
mov x1[0].x, l(0)
mov x1[1].x, l(0)
mov x1[2].x, l(0)
mov x1[3].x, l(0)
mov x1[4].x, l(0)
mov x1[5].x, l(0)
mov x1[6].x, l(0)
mov x1[7].x, l(0)
mov x1[8].x, l(0)
mov x1[9].x, l(0)
mov x1[10].x, l(0)
mov x1[11].x, l(0)
mov x1[12].x, l(0)
mov x1[13].x, l(0)
mov x1[14].x, l(0)
mov x1[15].x, l(0)
mov x1[16].x, l(0)
mov x1[17].x, l(0)
mov x1[18].x, l(0)
mov x1[19].x, l(0)
mov x1[20].x, l(0)
mov x1[21].x, l(0)
mov x1[22].x, l(0)
mov x1[23].x, l(0)
mov x1[24].x, l(0)
mov x1[25].x, l(0)
mov x1[26].x, l(0)
mov x1[27].x, l(0)
mov x1[28].x, l(0)
mov x1[29].x, l(0)
mov x1[30].x, l(0)
mov x1[31].x, l(0)
mov x1[32].x, l(0)
mov r0.x, l(33)
mov r0.y, l(0)
mov r0.z, l(0)
loop 
  mov r1.z, r0.zzzz
  uge r1.z, r1.zzzz, l(32)
  if_nz r1.zzzz
    break 
  endif 
  mov r1.x, vThreadID.xxxx
  mov r1.y, l(0)
  mov r1.zw, r1.xxxy
  ld_structured r2.xyzw, r1.zzzw, l(0), t0.xyzw
  mov r1.z, r0.zzzz
  ult r1.z, r1.zzzz, l(8)
  mov r1.w, r0.zzzz
  ult r1.w, r1.wwww, l(16)
  mov r3.x, r0.zzzz
  ult r3.x, r3.xxxx, l(24)
  movc r3.x, r3.xxxx, r2.zzzz, r2.wwww
  movc r1.w, r1.wwww, r2.yyyy, r3.xxxx
  movc r1.z, r1.zzzz, r2.xxxx, r1.wwww
  mov r1.w, r0.zzzz
  and r1.w, r1.wwww, l(7)
  imul null, r2.x, r1.wwww, l(4)
  ushr r1.z, r1.zzzz, r2.xxxx
  and r1.z, r1.zzzz, l(3)
  mov r0.w, l(0)
  mov r0.x, l(1)
  loop 
    mov r1.w, r0.xxxx
    uge r1.w, r1.wwww, l(33)
    if_nz r1.wwww
      break 
    endif 
    mov r1.w, r0.xxxx
    iadd r1.w, r1.wwww, l(-1)
    ushr r1.w, r1.wwww, l(3)
    mov r1.w, x0[r1.w + 0].xxxx
    mov r2.x, r0.xxxx
    iadd r2.x, r2.xxxx, l(-1)
    and r2.x, r2.xxxx, l(7)
    imul null, r2.x, r2.xxxx, l(4)
    ushr r1.w, r1.wwww, r2.xxxx
    and r1.w, r1.wwww, l(3)
    mov r2.x, r0.wwww
    ieq r1.w, r1.zzzz, r1.wwww
    movc r1.w, r1.wwww, l(5), l(-3)
    iadd r1.w, r2.xxxx, r1.wwww
    mov r2.x, r0.xxxx
    mov r2.x, x1[r2.x + 0].xxxx
    iadd r2.x, r2.xxxx, l(-4)
    imax r1.w, r1.wwww, r2.xxxx
    mov r2.x, r0.xxxx
    iadd r2.x, r2.xxxx, l(-1)
    mov r2.x, x1[r2.x + 0].xxxx
    iadd r2.x, r2.xxxx, l(-4)
    imax r1.w, r1.wwww, r2.xxxx
    imax r2.x, r1.wwww, l(0)
    mov r2.y, r0.xxxx
    mov r2.y, x1[r2.y + 0].xxxx
    mov r0.w, r2.yyyy
    mov r2.y, r0.xxxx
    mov x1[r2.y + 0].x, r2.xxxx
    mov r2.x, r0.yyyy
    imax r1.w, r2.xxxx, r1.wwww
    imax r1.w, r1.wwww, l(0)
    mov r0.y, r1.wwww
    mov r1.w, r0.xxxx
    iadd r1.w, r1.wwww, l(1)
    mov r0.x, r1.wwww
  endloop 
  mov r1.z, r0.zzzz
  iadd r1.z, r1.zzzz, l(1)
  mov r0.z, r1.zzzz
endloop 
mov r0.x, r0.yyyy
store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
ret 
// Approximately 140 instruction slots used
