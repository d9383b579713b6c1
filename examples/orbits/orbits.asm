// The Sun, the eight planets and Pluto, integrated in double precision: one thread a body.
//
//   t0  bodies as published: heliocentric position and velocity, and GM (see below)
//   u0  the same bodies at the end, barycentric
//   u1  trail: position in AU (three floats) and body number, every cb0[0].w steps
//   u2  for each body: complete revolutions, and their mean period in days (float)
//   cb0 [0].xy = step in days (double), .z = number of steps, .w = steps between two points of the trail
//
// A body is 64 bytes: x, y, z, GM, vx, vy, vz, 0 as doubles, in AU and days. Two doubles fit a register.
//
// The integrator is the optimised fourth-order Forest-Ruth method of Omelyan, Mryglod and Folk (Computer Physics
// Communications 146, 2002): five drifts with four kicks between them. A row of the immediate constant buffer has
// the drift and the kick of one stage as fractions of the step.
cs_5_0
dcl_globalFlags enableDoublePrecisionFloatOps | enable11_1DoubleExtensions
dcl_immediateConstantBuffer { { 0x82912003, 0x3fc6dcf3, 0x187f929d, 0x3fe6cb81},
                              { 0x37733080, 0xbfb0f6b7, 0x61fe4a74, 0xbfcb2e04},
                              { 0x0c943c1e, 0x3fe8cf34, 0x61fe4a74, 0xbfcb2e04},
                              { 0x37733080, 0xbfb0f6b7, 0x187f929d, 0x3fe6cb81},
                              { 0x82912003, 0x3fc6dcf3, 0x00000000, 0x00000000} }
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 64
dcl_uav_structured u0, 64
dcl_uav_structured u1, 16
dcl_uav_structured u2, 8
dcl_input vThreadIDInGroupFlattened
dcl_temps 32
dcl_tgsm_structured g0, 32, 10
dcl_thread_group 10, 1, 1

// This thread's body: r1 = x y, r2 = z GM, r3 = vx vy, r4.xy = vz.
mov r0.x, vThreadIDInGroupFlattened.x
ld_structured_indexable(structured_buffer, stride=64)(mixed,mixed,mixed,mixed) r1.xyzw, r0.x, l(0), t0.xyzw
ld_structured_indexable(structured_buffer, stride=64)(mixed,mixed,mixed,mixed) r2.xyzw, r0.x, l(16), t0.xyzw
ld_structured_indexable(structured_buffer, stride=64)(mixed,mixed,mixed,mixed) r3.xyzw, r0.x, l(32), t0.xyzw
ld_structured_indexable(structured_buffer, stride=64)(mixed,mixed,mixed,mixed) r4.xy, r0.x, l(48), t0.xyxx

// Centre of mass and its motion, which become the origin: r5 r6.xy = sum GM x, r7 r8.xy = sum GM v, r6.zw = sum GM.
mov r5.xyzw, l(0,0,0,0)
mov r6.xyzw, l(0,0,0,0)
mov r7.xyzw, l(0,0,0,0)
mov r8.xyzw, l(0,0,0,0)
mov r9.x, l(0)
loop
  uge r9.y, r9.x, l(10)
  breakc_nz r9.y
  ld_structured_indexable(structured_buffer, stride=64)(mixed,mixed,mixed,mixed) r10.xyzw, r9.x, l(0), t0.xyzw
  ld_structured_indexable(structured_buffer, stride=64)(mixed,mixed,mixed,mixed) r11.xyzw, r9.x, l(16), t0.xyzw
  ld_structured_indexable(structured_buffer, stride=64)(mixed,mixed,mixed,mixed) r12.xyzw, r9.x, l(32), t0.xyzw
  ld_structured_indexable(structured_buffer, stride=64)(mixed,mixed,mixed,mixed) r13.xy, r9.x, l(48), t0.xyxx
  dfma r5.xyzw, r10.xyzw, r11.zwzw, r5.xyzw
  dfma r6.xy, r11.xyxy, r11.zwzw, r6.xyxy
  dadd r6.zw, r6.zwzw, r11.zwzw
  dfma r7.xyzw, r12.xyzw, r11.zwzw, r7.xyzw
  dfma r8.xy, r13.xyxy, r11.zwzw, r8.xyxy
  iadd r9.x, r9.x, l(1)
endloop
drcp r6.zw, r6.zwzw
dfma r1.xyzw, -r5.xyzw, r6.zwzw, r1.xyzw
dfma r2.xy, -r6.xyxy, r6.zwzw, r2.xyxy
dfma r3.xyzw, -r7.xyzw, r6.zwzw, r3.xyzw
dfma r4.xy, -r8.xyxy, r6.zwzw, r4.xyxy

// The direction a quarter of a turn ahead of the start, in the orbit's plane: r17 = v (r.r) - r (r.v). A revolution
// is complete when the position's component along it changes from negative to positive.
dtof r14.xy, r1.xyzw
dtof r14.z, r2.xyxy
dtof r15.xy, r3.xyzw
dtof r15.z, r4.xyxy
dp3 r16.x, r14.xyzx, r14.xyzx
dp3 r16.y, r14.xyzx, r15.xyzx
mul r17.xyz, r14.xyzx, r16.yyyy
mad r17.xyz, r15.xyzx, r16.xxxx, -r17.xyzx

// r18: that component at the last step, revolutions, steps until the last complete one.
mov r18.xyzw, l(0,0,0,0)
mov r19.x, l(0)
loop
  uge r19.y, r19.x, cb0[0].z
  breakc_nz r19.y

  udiv r19.z, r19.y, r19.x, cb0[0].w
  if_z r19.y
    imad r19.z, r19.z, l(10), r0.x
    dtof r20.xy, r1.xyzw
    dtof r20.z, r2.xyxy
    mov r20.w, r0.x
    store_structured u1.xyzw, r19.z, l(0), r20.xyzw
  endif

  mov r21.x, l(0)
  loop
    uge r21.y, r21.x, l(4)
    breakc_nz r21.y

    // Drift: r22.xy and r22.zw are this stage's drift and kick in days.
    dmul r22.xyzw, icb[r21.x + 0].xyzw, cb0[0].xyxy
    dfma r1.xyzw, r3.xyzw, r22.xyxy, r1.xyzw
    dfma r2.xy, r4.xyxy, r22.xyxy, r2.xyxy

    // Everybody shows where they are, in shared memory.
    store_structured g0.xyzw, r0.x, l(0), r1.xyzw
    store_structured g0.xyzw, r0.x, l(16), r2.xyzw
    sync_g_t

    // Pull of all bodies: r23 = ax ay, r24.xy = az.
    mov r23.xyzw, l(0,0,0,0)
    mov r24.xyzw, l(0,0,0,0)
    mov r25.x, l(0)
    loop
      uge r25.y, r25.x, l(10)
      breakc_nz r25.y
      ld_structured r26.xyzw, r25.x, l(0), g0.xyzw
      ld_structured r27.xyzw, r25.x, l(16), g0.xyzw
      dadd r26.xyzw, r26.xyzw, -r1.xyzw
      dadd r27.xy, r27.xyxy, -r2.xyxy
      dmul r28.xy, r26.xyxy, r26.xyxy
      dfma r28.xy, r26.zwzw, r26.zwzw, r28.xyxy
      dfma r28.xy, r27.xyxy, r27.xyxy, r28.xyxy
      // A body is at no distance from itself and pulls itself by 0: any other square will do.
      ieq r25.y, r25.x, r0.x
      dmovc r28.xy, r25.yyyy, d(1.000000l, 1.000000l), r28.xyxy
      // 1/sqrt in double: the float's, with one correction of third order, y + y e (1/2 + 3/8 e), e = 1 - r2 y y.
      dtof r29.x, r28.xyxy
      rsq r29.x, r29.x
      ftod r30.xy, r29.xxxx
      dmul r31.xy, r28.xyxy, r30.xyxy
      dfma r31.xy, -r31.xyxy, r30.xyxy, d(1.000000l, 1.000000l)
      dfma r31.zw, r31.xyxy, d(0.375000l, 0.375000l), d(0.500000l, 0.500000l)
      dmul r31.xy, r31.xyxy, r31.zwzw
      dfma r30.xy, r30.xyxy, r31.xyxy, r30.xyxy
      // GM / r^3
      dmul r31.xy, r30.xyxy, r30.xyxy
      dmul r31.xy, r31.xyxy, r30.xyxy
      dmul r31.xy, r31.xyxy, r27.zwzw
      dfma r23.xyzw, r26.xyzw, r31.xyxy, r23.xyzw
      dfma r24.xy, r27.xyxy, r31.xyxy, r24.xyxy
      iadd r25.x, r25.x, l(1)
    endloop

    // Kick, once everybody has read the shared positions.
    dfma r3.xyzw, r23.xyzw, r22.zwzw, r3.xyzw
    dfma r4.xy, r24.xyxy, r22.zwzw, r4.xyxy
    sync_g_t
    iadd r21.x, r21.x, l(1)
  endloop
  dmul r22.xy, icb[4].xyxy, cb0[0].xyxy
  dfma r1.xyzw, r3.xyzw, r22.xyxy, r1.xyzw
  dfma r2.xy, r4.xyxy, r22.xyxy, r2.xyxy
  iadd r19.x, r19.x, l(1)

  // A revolution more? The crossing lies s / (s - s_before) of a step back.
  dtof r20.xy, r1.xyzw
  dtof r20.z, r2.xyxy
  dp3 r20.w, r20.xyzx, r17.xyzx
  lt r19.y, r18.x, l(0.000000)
  ge r19.z, r20.w, l(0.000000)
  and r19.y, r19.y, r19.z
  if_nz r19.y
    add r19.z, r20.w, -r18.x
    div r19.z, r20.w, r19.z
    utof r19.w, r19.x
    add r18.z, r19.w, -r19.z
    iadd r18.y, r18.y, l(1)
  endif
  mov r18.x, r20.w
endloop

store_structured u0.xyzw, r0.x, l(0), r1.xyzw
store_structured u0.xyzw, r0.x, l(16), r2.xyzw
store_structured u0.xyzw, r0.x, l(32), r3.xyzw
mov r4.zw, l(0,0,0,0)
store_structured u0.xyzw, r0.x, l(48), r4.xyzw

// Mean period in days: steps of the complete revolutions x step / revolutions; 0 when there is none.
dtof r19.x, cb0[0].xyxy
mul r19.x, r19.x, r18.z
utof r19.y, r18.y
max r19.y, r19.y, l(1.000000)
div r18.z, r19.x, r19.y
store_structured u2.xy, r0.x, l(0), r18.yzyy
ret
