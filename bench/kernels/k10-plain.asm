// The Mandelbrot set: the test of the loop is computed, negated and branched on.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[1], immediateIndexed
dcl_uav_structured u0, 4
dcl_input vThreadID.xy
dcl_temps 5
dcl_thread_group 16, 16, 1
utof r0.x, vThreadID.x
mul r0.x, r0.x, l(0.0029296875)
add r0.x, r0.x, l(-2.000000)
utof r0.y, vThreadID.y
mul r0.y, r0.y, l(0.001953125)
add r0.y, r0.y, l(-1.000000)
mov r1.x, l(0)
mov r1.y, l(0)
mov r1.z, l(0)
loop
  mov r2.x, r1.z
  ult r2.x, r2.x, cb0[0].z
  mov r3.x, r1.x
  mul r3.y, r3.x, r1.x
  mov r3.z, r1.y
  mul r3.w, r3.z, r1.y
  add r3.y, r3.y, r3.w
  lt r2.y, r3.y, l(4.000000)
  and r2.z, r2.x, r2.y
  not r2.z, r2.z
  if_nz r2.z
    break
  endif
  mul r4.x, r1.x, r1.x
  mul r4.y, r1.y, r1.y
  add r4.x, r4.x, -r4.y
  add r4.x, r4.x, r0.x
  mov r4.z, r1.x
  mul r4.z, r4.z, l(2.000000)
  mul r4.z, r4.z, r1.y
  add r4.z, r4.z, r0.y
  mov r1.y, r4.z
  mov r1.x, r4.x
  mov r4.w, r1.z
  iadd r4.w, r4.w, l(1)
  mov r1.z, r4.w
endloop
imul null, r2.x, vThreadID.y, cb0[0].x
iadd r2.x, r2.x, vThreadID.x
mov r2.y, r1.z
store_structured u0.x, r2.x, l(0), r2.y
ret
