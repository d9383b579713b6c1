cs_5_0
dcl_globalFlags refactoringAllowed
dcl_input vThreadID.xyz
dcl_temps 2
dcl_indexableTemp x0[4], 4
dcl_indexableTemp x1[2], 1
dcl_thread_group 8, 8, 1
nop 
if_nz r0.x
  mov r0.x, l(1)
else 
  if_z vThreadID.x
    retc_nz r0.y
    retc_z r0.z
  endif 
endif 
loop 
  breakc_nz r0.x
  breakc_z r0.y
  continuec_nz r0.z
  continuec_z r0.w
  switch r1.x
    case l(0)
    case l(-1)
    mov x0[0].xyzw, r0.xyzw
    break 
    case l(0x00010000)
    loop 
      continue 
    endloop 
    break 
    default 
    mov x1[r0.x + 0].x, x0[r1.y + 3].w
    mov r0.x, x0[x1[1].x + 2].y
    break 
  endswitch 
  break 
endloop 
call l0
callc_nz r0.x, l0
callc_z r0.y, l1
abort 
debug_break 
ret 
label l0
mov r0.x, l(0)
ret 
label l1
ret 
