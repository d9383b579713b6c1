// SHA-256's compression of one block for each thread, with the 64 words of its schedule in an array.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_resource_structured t0, 4
dcl_resource_structured t1, 4
dcl_uav_structured u0, 16
dcl_input vThreadID.xyz
dcl_temps 4
dcl_indexableTemp x0[64], 4
mov r0.x, l(0)
loop
  mov r0.w, r0.xxxx
  uge r0.w, r0.wwww, l(16)
  if_nz r0.wwww
    break
  endif
  imul null, r1.x, vThreadID.xxxx, l(16)
  mov r0.w, r0.xxxx
  iadd r0.w, r1.xxxx, r0.wwww
  mov r0.y, r0.wwww
  mov r0.z, l(0)
  mov r1.xy, r0.yzyy
  ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
  mov r1.x, r0.xxxx
  mov x0[r1.x + 0].x, r0.wwww
  mov r0.w, r0.xxxx
  iadd r0.w, r0.wwww, l(1)
  mov r0.x, r0.wwww
endloop
mov r0.x, l(16)
loop
  mov r0.y, r0.xxxx
  uge r0.y, r0.yyyy, l(64)
  if_nz r0.yyyy
    break
  endif
  mov r0.y, r0.xxxx
  iadd r0.y, r0.yyyy, l(-15)
  mov r0.y, x0[r0.y + 0].xxxx
  mov r0.z, r0.xxxx
  iadd r0.z, r0.zzzz, l(-2)
  mov r0.z, x0[r0.z + 0].xxxx
  mov r0.w, r0.xxxx
  iadd r0.w, r0.wwww, l(-16)
  mov r0.w, x0[r0.w + 0].xxxx
  ushr r1.x, r0.yyyy, l(7)
  ishl r1.y, r0.yyyy, l(25)
  or r1.x, r1.xxxx, r1.yyyy
  ushr r1.y, r0.yyyy, l(18)
  ishl r1.z, r0.yyyy, l(14)
  or r1.y, r1.yyyy, r1.zzzz
  xor r1.x, r1.xxxx, r1.yyyy
  ushr r0.y, r0.yyyy, l(3)
  xor r0.y, r1.xxxx, r0.yyyy
  iadd r0.y, r0.wwww, r0.yyyy
  mov r0.w, r0.xxxx
  iadd r0.w, r0.wwww, l(-7)
  mov r0.w, x0[r0.w + 0].xxxx
  iadd r0.y, r0.yyyy, r0.wwww
  ushr r0.w, r0.zzzz, l(17)
  ishl r1.x, r0.zzzz, l(15)
  or r0.w, r0.wwww, r1.xxxx
  ushr r1.x, r0.zzzz, l(19)
  ishl r1.y, r0.zzzz, l(13)
  or r1.x, r1.xxxx, r1.yyyy
  xor r0.w, r0.wwww, r1.xxxx
  ushr r0.z, r0.zzzz, l(10)
  xor r0.z, r0.wwww, r0.zzzz
  iadd r0.y, r0.yyyy, r0.zzzz
  mov r0.z, r0.xxxx
  mov x0[r0.z + 0].x, r0.yyyy
  mov r0.y, r0.xxxx
  iadd r0.y, r0.yyyy, l(1)
  mov r0.x, r0.yyyy
endloop
mov r0.y, l(41677720398225952000000000.000000)
mov r0.z, l(-0.003535) // sm5: 0x05000036 0x00100042 0x00000000 0x00004001 0xbb67ae85
mov r0.w, l(0.014584) // sm5: 0x05000036 0x00100082 0x00000000 0x00004001 0x3c6ef372
mov r1.x, l(-0.000000) // sm5: 0x05000036 0x00100012 0x00000001 0x00004001 0xa54ff53a
mov r1.y, l(38204338176.000000)
mov r1.z, l(-0.000000) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x9b05688c
mov r1.w, l(0.000000) // sm5: 0x05000036 0x00100082 0x00000001 0x00004001 0x1f83d9ab
mov r2.x, l(126551804082126850.000000)
mov r0.x, l(0)
loop
  mov r2.w, r0.xxxx
  uge r2.w, r2.wwww, l(64)
  if_nz r2.wwww
    break
  endif
  mov r2.w, r2.xxxx
  mov r3.x, r1.yyyy
  ushr r3.y, r3.xxxx, l(6)
  ishl r3.x, r3.xxxx, l(26)
  or r3.x, r3.yyyy, r3.xxxx
  mov r3.y, r1.yyyy
  ushr r3.z, r3.yyyy, l(11)
  ishl r3.y, r3.yyyy, l(21)
  or r3.y, r3.zzzz, r3.yyyy
  xor r3.x, r3.xxxx, r3.yyyy
  mov r3.y, r1.yyyy
  ushr r3.z, r3.yyyy, l(25)
  ishl r3.y, r3.yyyy, l(7)
  or r3.y, r3.zzzz, r3.yyyy
  xor r3.x, r3.xxxx, r3.yyyy
  iadd r2.w, r2.wwww, r3.xxxx
  mov r3.x, r1.yyyy
  mov r3.y, r1.zzzz
  and r3.x, r3.xxxx, r3.yyyy
  mov r3.y, r1.yyyy
  not r3.y, r3.yyyy
  mov r3.z, r1.wwww
  and r3.y, r3.yyyy, r3.zzzz
  xor r3.x, r3.xxxx, r3.yyyy
  iadd r2.w, r2.wwww, r3.xxxx
  mov r3.x, r0.xxxx
  mov r2.y, r3.xxxx
  mov r2.z, l(0)
  mov r3.xy, r2.yzyy
  ld_structured r3.x, r3.xxxy, l(0), t1.xxxx
  iadd r2.w, r2.wwww, r3.xxxx
  mov r3.x, r0.xxxx
  mov r3.x, x0[r3.x + 0].xxxx
  iadd r2.w, r2.wwww, r3.xxxx
  mov r3.x, r0.yyyy
  ushr r3.y, r3.xxxx, l(2)
  ishl r3.x, r3.xxxx, l(30)
  or r3.x, r3.yyyy, r3.xxxx
  mov r3.y, r0.yyyy
  ushr r3.z, r3.yyyy, l(13)
  ishl r3.y, r3.yyyy, l(19)
  or r3.y, r3.zzzz, r3.yyyy
  xor r3.x, r3.xxxx, r3.yyyy
  mov r3.y, r0.yyyy
  ushr r3.z, r3.yyyy, l(22)
  ishl r3.y, r3.yyyy, l(10)
  or r3.y, r3.zzzz, r3.yyyy
  xor r3.x, r3.xxxx, r3.yyyy
  mov r3.y, r0.yyyy
  mov r3.z, r0.zzzz
  and r3.y, r3.yyyy, r3.zzzz
  mov r3.z, r0.yyyy
  mov r3.w, r0.wwww
  and r3.z, r3.zzzz, r3.wwww
  xor r3.y, r3.yyyy, r3.zzzz
  mov r3.z, r0.zzzz
  mov r3.w, r0.wwww
  and r3.z, r3.zzzz, r3.wwww
  xor r3.y, r3.yyyy, r3.zzzz
  iadd r3.x, r3.xxxx, r3.yyyy
  mov r3.y, r1.wwww
  mov r2.x, r3.yyyy
  mov r3.y, r1.zzzz
  mov r1.w, r3.yyyy
  mov r3.y, r1.yyyy
  mov r1.z, r3.yyyy
  mov r3.y, r1.xxxx
  iadd r3.y, r3.yyyy, r2.wwww
  mov r1.y, r3.yyyy
  mov r3.y, r0.wwww
  mov r1.x, r3.yyyy
  mov r3.y, r0.zzzz
  mov r0.w, r3.yyyy
  mov r3.y, r0.yyyy
  mov r0.z, r3.yyyy
  iadd r2.w, r2.wwww, r3.xxxx
  mov r0.y, r2.wwww
  mov r2.w, r0.xxxx
  iadd r2.w, r2.wwww, l(1)
  mov r0.x, r2.wwww
endloop
mov r0.x, r0.yyyy
mov r0.y, r0.zzzz
mov r0.z, r0.wwww
mov r0.w, r1.xxxx
imul null, r1.x, vThreadID.xxxx, l(2)
store_structured u0.x, r1.xxxx, l(0), r0.xxxx
store_structured u0.x, r1.xxxx, l(4), r0.yyyy
store_structured u0.x, r1.xxxx, l(8), r0.zzzz
store_structured u0.x, r1.xxxx, l(12), r0.wwww
mov r0.x, r1.yyyy
mov r0.y, r1.zzzz
mov r0.z, r1.wwww
mov r0.w, r2.xxxx
imul null, r1.x, vThreadID.xxxx, l(2)
iadd r1.x, r1.xxxx, l(1)
store_structured u0.x, r1.xxxx, l(0), r0.xxxx
store_structured u0.x, r1.xxxx, l(4), r0.yyyy
store_structured u0.x, r1.xxxx, l(8), r0.zzzz
store_structured u0.x, r1.xxxx, l(12), r0.wwww
ret
// Approximately 189 instruction slots used
