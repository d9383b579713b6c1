// Decimal numbers in lines of 16 bytes: each thread skips spaces, then reads digits until another byte.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_resource_raw t0 // sm5: 0x030000a1 0x00107001 0x00000000
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 3
imul null, r0.x, vThreadID.xxxx, l(16)
mov r0.y, r0.xxxx
iadd r0.x, r0.xxxx, l(16)
mov r0.z, l(0)
mov r0.w, l(0)
loop 
  mov r1.x, r0.yyyy
  uge r1.x, r1.xxxx, r0.xxxx
  if_nz r1.xxxx
    break 
  endif 
  mov r1.x, r0.yyyy
  and r1.x, r1.xxxx, l(-4)
  ld_raw r1.x, r1.xxxx, t0.xxxx
  mov r1.y, r0.yyyy
  and r1.y, r1.yyyy, l(3)
  imul null, r2.x, r1.yyyy, l(8)
  ushr r1.x, r1.xxxx, r2.xxxx
  and r1.x, r1.xxxx, l(63)
  mov r1.y, r0.yyyy
  iadd r1.y, r1.yyyy, l(1)
  mov r0.y, r1.yyyy
  ult r1.y, r1.xxxx, l(50)
  if_nz r1.yyyy
    mov r1.y, r0.zzzz
    imul null, r2.x, r1.yyyy, l(10)
    udiv null, r1.x, r1.xxxx, l(10)
    iadd r1.x, r2.xxxx, r1.xxxx
    mov r0.z, r1.xxxx
    mov r1.x, r0.wwww
    iadd r1.x, r1.xxxx, l(1)
    mov r0.w, r1.xxxx
  else 
    mov r1.x, r0.wwww
    ine r1.x, r1.xxxx, l(0)
    if_nz r1.xxxx
      break 
    endif 
  endif 
endloop 
mov r0.x, r0.zzzz
mov r0.y, r0.wwww
ishl r0.y, r0.yyyy, l(28)
xor r0.x, r0.xxxx, r0.yyyy
store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
ret 
// Approximately 51 instruction slots used
