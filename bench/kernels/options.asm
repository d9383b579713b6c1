// Prices of European options (Black and Scholes): exp, log and sqrt for each.
cs_5_0
dcl_thread_group 256, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 16
dcl_uav_structured u0, 8
dcl_input vThreadID.xyz
dcl_temps 2
mov r0.x, vThreadID.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.z, r0.xxxy, l(0), t0.xxxx
ld_structured r0.w, r0.xxxy, l(4), t0.xxxx
ld_structured r0.x, r0.xxxy, l(8), t0.xxxx
mul r0.y, r0.zzzz, l(25.000000)
add r0.y, r0.yyyy, l(5.000000)
mul r0.z, r0.wwww, l(99.000000)
add r0.z, r0.zzzz, l(1.000000)
mul r0.x, r0.xxxx, l(9.750000)
add r0.x, r0.xxxx, l(0.250000)
sqrt r0.w, r0.xxxx
mul r0.w, cb0[0].yyyy, r0.wwww
div r1.x, r0.yyyy, r0.zzzz
log r1.x, r1.xxxx
mul r1.x, r1.xxxx, l(0.693147) // sm5: 0x07000038 0x00100012 0x00000001 0x00100006 0x00000001 0x00004001 0x3f317218
mul r1.y, cb0[0].yyyy, l(0.500000)
mul r1.y, r1.yyyy, cb0[0].yyyy
add r1.y, cb0[0].xxxx, r1.yyyy
mul r1.y, r1.yyyy, r0.xxxx
add r1.x, r1.xxxx, r1.yyyy
div r1.x, r1.xxxx, r0.wwww
add r0.w, r1.xxxx, -r0.wwww
mul r0.x, -cb0[0].xxxx, r0.xxxx
mul r0.x, r0.xxxx, l(1.442695)
exp r0.x, r0.xxxx
mul r0.x, r0.zzzz, r0.xxxx
mul r0.z, |r1.xxxx|, l(0.231642) // sm5: 0x08000038 0x00100042 0x00000000 0x80100006 0x00000081 0x00000001 0x00004001 0x3e6d3389
add r0.z, r0.zzzz, l(1.000000)
div r0.z, l(1.000000), r0.zzzz
mul r1.y, r0.zzzz, l(1.330274) // sm5: 0x07000038 0x00100022 0x00000001 0x00100aa6 0x00000000 0x00004001 0x3faa466f
add r1.y, r1.yyyy, l(-1.821256) // sm5: 0x07000000 0x00100022 0x00000001 0x00100556 0x00000001 0x00004001 0xbfe91eea
mul r1.y, r0.zzzz, r1.yyyy
add r1.y, r1.yyyy, l(1.781478) // sm5: 0x07000000 0x00100022 0x00000001 0x00100556 0x00000001 0x00004001 0x3fe40778
mul r1.y, r0.zzzz, r1.yyyy
add r1.y, r1.yyyy, l(-0.356564) // sm5: 0x07000000 0x00100022 0x00000001 0x00100556 0x00000001 0x00004001 0xbeb68f87
mul r1.y, r0.zzzz, r1.yyyy
add r1.y, r1.yyyy, l(0.319382) // sm5: 0x07000000 0x00100022 0x00000001 0x00100556 0x00000001 0x00004001 0x3ea385fa
mul r0.z, r0.zzzz, r1.yyyy
mul r1.y, r1.xxxx, l(-0.500000)
mul r1.y, r1.yyyy, r1.xxxx
mul r1.y, r1.yyyy, l(1.442695)
exp r1.y, r1.yyyy
mul r1.y, r1.yyyy, l(0.398942) // sm5: 0x07000038 0x00100022 0x00000001 0x00100556 0x00000001 0x00004001 0x3ecc422a
lt r1.x, r1.xxxx, l(0.000000)
mul r1.yz, r1.yyyy, r0.zzzz
add r0.z, -r1.zzzz, l(1.000000)
movc r0.z, r1.xxxx, r1.yyyy, r0.zzzz
mul r0.z, r0.yyyy, r0.zzzz
mul r1.x, |r0.wwww|, l(0.231642) // sm5: 0x08000038 0x00100012 0x00000001 0x80100ff6 0x00000081 0x00000000 0x00004001 0x3e6d3389
add r1.x, r1.xxxx, l(1.000000)
div r1.x, l(1.000000), r1.xxxx
mul r1.y, r1.xxxx, l(1.330274) // sm5: 0x07000038 0x00100022 0x00000001 0x00100006 0x00000001 0x00004001 0x3faa466f
add r1.y, r1.yyyy, l(-1.821256) // sm5: 0x07000000 0x00100022 0x00000001 0x00100556 0x00000001 0x00004001 0xbfe91eea
mul r1.y, r1.xxxx, r1.yyyy
add r1.y, r1.yyyy, l(1.781478) // sm5: 0x07000000 0x00100022 0x00000001 0x00100556 0x00000001 0x00004001 0x3fe40778
mul r1.y, r1.xxxx, r1.yyyy
add r1.y, r1.yyyy, l(-0.356564) // sm5: 0x07000000 0x00100022 0x00000001 0x00100556 0x00000001 0x00004001 0xbeb68f87
mul r1.y, r1.xxxx, r1.yyyy
add r1.y, r1.yyyy, l(0.319382) // sm5: 0x07000000 0x00100022 0x00000001 0x00100556 0x00000001 0x00004001 0x3ea385fa
mul r1.x, r1.xxxx, r1.yyyy
mul r1.y, r0.wwww, l(-0.500000)
mul r1.y, r1.yyyy, r0.wwww
mul r1.y, r1.yyyy, l(1.442695)
exp r1.y, r1.yyyy
mul r1.y, r1.yyyy, l(0.398942) // sm5: 0x07000038 0x00100022 0x00000001 0x00100556 0x00000001 0x00004001 0x3ecc422a
lt r0.w, r0.wwww, l(0.000000)
mul r1.xy, r1.yyyy, r1.xxxx
add r1.z, -r1.yyyy, l(1.000000)
movc r0.w, r0.wwww, r1.xxxx, r1.zzzz
mul r0.w, r0.xxxx, r0.wwww
add r0.z, r0.zzzz, -r0.wwww
add r0.x, r0.zzzz, r0.xxxx
add r0.x, r0.xxxx, -r0.yyyy
store_structured u0.x, vThreadID.xxxx, l(0), r0.zzzz
store_structured u0.x, vThreadID.xxxx, l(4), r0.xxxx
ret
// Approximately 84 instruction slots used
