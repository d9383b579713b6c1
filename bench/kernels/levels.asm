// Blocks of 8 x 8 words, transformed by cosines and divided by steps, both from arrays that each thread fills.
cs_5_0
dcl_thread_group 8, 8, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_tgsm_structured g0, 4, 64
dcl_tgsm_structured g1, 4, 64
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroup.xyz
dcl_temps 3
dcl_indexableTemp x0[64], 4
dcl_indexableTemp x1[64], 4
mov x0[0].x, l(0.353553) // sm5: 0x06000036 0x00203012 0x00000000 0x00000000 0x00004001 0x3eb504f3
mov x0[1].x, l(0.353553) // sm5: 0x06000036 0x00203012 0x00000000 0x00000001 0x00004001 0x3eb504f3
mov x0[2].x, l(0.353553) // sm5: 0x06000036 0x00203012 0x00000000 0x00000002 0x00004001 0x3eb504f3
mov x0[3].x, l(0.353553) // sm5: 0x06000036 0x00203012 0x00000000 0x00000003 0x00004001 0x3eb504f3
mov x0[4].x, l(0.353553) // sm5: 0x06000036 0x00203012 0x00000000 0x00000004 0x00004001 0x3eb504f3
mov x0[5].x, l(0.353553) // sm5: 0x06000036 0x00203012 0x00000000 0x00000005 0x00004001 0x3eb504f3
mov x0[6].x, l(0.353553) // sm5: 0x06000036 0x00203012 0x00000000 0x00000006 0x00004001 0x3eb504f3
mov x0[7].x, l(0.353553) // sm5: 0x06000036 0x00203012 0x00000000 0x00000007 0x00004001 0x3eb504f3
mov x0[8].x, l(0.490393) // sm5: 0x06000036 0x00203012 0x00000000 0x00000008 0x00004001 0x3efb14be
mov x0[9].x, l(0.415735) // sm5: 0x06000036 0x00203012 0x00000000 0x00000009 0x00004001 0x3ed4db31
mov x0[10].x, l(0.277785) // sm5: 0x06000036 0x00203012 0x00000000 0x0000000a 0x00004001 0x3e8e39da
mov x0[11].x, l(0.097545) // sm5: 0x06000036 0x00203012 0x00000000 0x0000000b 0x00004001 0x3dc7c5c2
mov x0[12].x, l(-0.097545) // sm5: 0x06000036 0x00203012 0x00000000 0x0000000c 0x00004001 0xbdc7c5c2
mov x0[13].x, l(-0.277785) // sm5: 0x06000036 0x00203012 0x00000000 0x0000000d 0x00004001 0xbe8e39da
mov x0[14].x, l(-0.415735) // sm5: 0x06000036 0x00203012 0x00000000 0x0000000e 0x00004001 0xbed4db31
mov x0[15].x, l(-0.490393) // sm5: 0x06000036 0x00203012 0x00000000 0x0000000f 0x00004001 0xbefb14be
mov x0[16].x, l(0.461940) // sm5: 0x06000036 0x00203012 0x00000000 0x00000010 0x00004001 0x3eec835f
mov x0[17].x, l(0.191342) // sm5: 0x06000036 0x00203012 0x00000000 0x00000011 0x00004001 0x3e43ef15
mov x0[18].x, l(-0.191342) // sm5: 0x06000036 0x00203012 0x00000000 0x00000012 0x00004001 0xbe43ef15
mov x0[19].x, l(-0.461940) // sm5: 0x06000036 0x00203012 0x00000000 0x00000013 0x00004001 0xbeec835f
mov x0[20].x, l(-0.461940) // sm5: 0x06000036 0x00203012 0x00000000 0x00000014 0x00004001 0xbeec835f
mov x0[21].x, l(-0.191342) // sm5: 0x06000036 0x00203012 0x00000000 0x00000015 0x00004001 0xbe43ef15
mov x0[22].x, l(0.191342) // sm5: 0x06000036 0x00203012 0x00000000 0x00000016 0x00004001 0x3e43ef15
mov x0[23].x, l(0.461940) // sm5: 0x06000036 0x00203012 0x00000000 0x00000017 0x00004001 0x3eec835f
mov x0[24].x, l(0.415735) // sm5: 0x06000036 0x00203012 0x00000000 0x00000018 0x00004001 0x3ed4db31
mov x0[25].x, l(-0.097545) // sm5: 0x06000036 0x00203012 0x00000000 0x00000019 0x00004001 0xbdc7c5c2
mov x0[26].x, l(-0.490393) // sm5: 0x06000036 0x00203012 0x00000000 0x0000001a 0x00004001 0xbefb14be
mov x0[27].x, l(-0.277785) // sm5: 0x06000036 0x00203012 0x00000000 0x0000001b 0x00004001 0xbe8e39da
mov x0[28].x, l(0.277785) // sm5: 0x06000036 0x00203012 0x00000000 0x0000001c 0x00004001 0x3e8e39da
mov x0[29].x, l(0.490393) // sm5: 0x06000036 0x00203012 0x00000000 0x0000001d 0x00004001 0x3efb14be
mov x0[30].x, l(0.097545) // sm5: 0x06000036 0x00203012 0x00000000 0x0000001e 0x00004001 0x3dc7c5c2
mov x0[31].x, l(-0.415735) // sm5: 0x06000036 0x00203012 0x00000000 0x0000001f 0x00004001 0xbed4db31
mov x0[32].x, l(0.353553) // sm5: 0x06000036 0x00203012 0x00000000 0x00000020 0x00004001 0x3eb504f3
mov x0[33].x, l(-0.353553) // sm5: 0x06000036 0x00203012 0x00000000 0x00000021 0x00004001 0xbeb504f3
mov x0[34].x, l(-0.353553) // sm5: 0x06000036 0x00203012 0x00000000 0x00000022 0x00004001 0xbeb504f3
mov x0[35].x, l(0.353553) // sm5: 0x06000036 0x00203012 0x00000000 0x00000023 0x00004001 0x3eb504f3
mov x0[36].x, l(0.353553) // sm5: 0x06000036 0x00203012 0x00000000 0x00000024 0x00004001 0x3eb504f3
mov x0[37].x, l(-0.353553) // sm5: 0x06000036 0x00203012 0x00000000 0x00000025 0x00004001 0xbeb504f3
mov x0[38].x, l(-0.353553) // sm5: 0x06000036 0x00203012 0x00000000 0x00000026 0x00004001 0xbeb504f3
mov x0[39].x, l(0.353553) // sm5: 0x06000036 0x00203012 0x00000000 0x00000027 0x00004001 0x3eb504f3
mov x0[40].x, l(0.277785) // sm5: 0x06000036 0x00203012 0x00000000 0x00000028 0x00004001 0x3e8e39da
mov x0[41].x, l(-0.490393) // sm5: 0x06000036 0x00203012 0x00000000 0x00000029 0x00004001 0xbefb14be
mov x0[42].x, l(0.097545) // sm5: 0x06000036 0x00203012 0x00000000 0x0000002a 0x00004001 0x3dc7c5c2
mov x0[43].x, l(0.415735) // sm5: 0x06000036 0x00203012 0x00000000 0x0000002b 0x00004001 0x3ed4db31
mov x0[44].x, l(-0.415735) // sm5: 0x06000036 0x00203012 0x00000000 0x0000002c 0x00004001 0xbed4db31
mov x0[45].x, l(-0.097545) // sm5: 0x06000036 0x00203012 0x00000000 0x0000002d 0x00004001 0xbdc7c5c2
mov x0[46].x, l(0.490393) // sm5: 0x06000036 0x00203012 0x00000000 0x0000002e 0x00004001 0x3efb14be
mov x0[47].x, l(-0.277785) // sm5: 0x06000036 0x00203012 0x00000000 0x0000002f 0x00004001 0xbe8e39da
mov x0[48].x, l(0.191342) // sm5: 0x06000036 0x00203012 0x00000000 0x00000030 0x00004001 0x3e43ef15
mov x0[49].x, l(-0.461940) // sm5: 0x06000036 0x00203012 0x00000000 0x00000031 0x00004001 0xbeec835f
mov x0[50].x, l(0.461940) // sm5: 0x06000036 0x00203012 0x00000000 0x00000032 0x00004001 0x3eec835f
mov x0[51].x, l(-0.191342) // sm5: 0x06000036 0x00203012 0x00000000 0x00000033 0x00004001 0xbe43ef15
mov x0[52].x, l(-0.191342) // sm5: 0x06000036 0x00203012 0x00000000 0x00000034 0x00004001 0xbe43ef15
mov x0[53].x, l(0.461940) // sm5: 0x06000036 0x00203012 0x00000000 0x00000035 0x00004001 0x3eec835f
mov x0[54].x, l(-0.461940) // sm5: 0x06000036 0x00203012 0x00000000 0x00000036 0x00004001 0xbeec835f
mov x0[55].x, l(0.191342) // sm5: 0x06000036 0x00203012 0x00000000 0x00000037 0x00004001 0x3e43ef15
mov x0[56].x, l(0.097545) // sm5: 0x06000036 0x00203012 0x00000000 0x00000038 0x00004001 0x3dc7c5c2
mov x0[57].x, l(-0.277785) // sm5: 0x06000036 0x00203012 0x00000000 0x00000039 0x00004001 0xbe8e39da
mov x0[58].x, l(0.415735) // sm5: 0x06000036 0x00203012 0x00000000 0x0000003a 0x00004001 0x3ed4db31
mov x0[59].x, l(-0.490393) // sm5: 0x06000036 0x00203012 0x00000000 0x0000003b 0x00004001 0xbefb14be
mov x0[60].x, l(0.490393) // sm5: 0x06000036 0x00203012 0x00000000 0x0000003c 0x00004001 0x3efb14be
mov x0[61].x, l(-0.415735) // sm5: 0x06000036 0x00203012 0x00000000 0x0000003d 0x00004001 0xbed4db31
mov x0[62].x, l(0.277785) // sm5: 0x06000036 0x00203012 0x00000000 0x0000003e 0x00004001 0x3e8e39da
mov x0[63].x, l(-0.097545) // sm5: 0x06000036 0x00203012 0x00000000 0x0000003f 0x00004001 0xbdc7c5c2
mov x1[0].x, l(8)
mov x1[1].x, l(11)
mov x1[2].x, l(14)
mov x1[3].x, l(17)
mov x1[4].x, l(20)
mov x1[5].x, l(23)
mov x1[6].x, l(26)
mov x1[7].x, l(29)
mov x1[8].x, l(10)
mov x1[9].x, l(13)
mov x1[10].x, l(16)
mov x1[11].x, l(19)
mov x1[12].x, l(22)
mov x1[13].x, l(25)
mov x1[14].x, l(28)
mov x1[15].x, l(31)
mov x1[16].x, l(12)
mov x1[17].x, l(15)
mov x1[18].x, l(18)
mov x1[19].x, l(21)
mov x1[20].x, l(24)
mov x1[21].x, l(27)
mov x1[22].x, l(30)
mov x1[23].x, l(33)
mov x1[24].x, l(14)
mov x1[25].x, l(17)
mov x1[26].x, l(20)
mov x1[27].x, l(23)
mov x1[28].x, l(26)
mov x1[29].x, l(29)
mov x1[30].x, l(32)
mov x1[31].x, l(35)
mov x1[32].x, l(16)
mov x1[33].x, l(19)
mov x1[34].x, l(22)
mov x1[35].x, l(25)
mov x1[36].x, l(28)
mov x1[37].x, l(31)
mov x1[38].x, l(34)
mov x1[39].x, l(37)
mov x1[40].x, l(18)
mov x1[41].x, l(21)
mov x1[42].x, l(24)
mov x1[43].x, l(27)
mov x1[44].x, l(30)
mov x1[45].x, l(33)
mov x1[46].x, l(36)
mov x1[47].x, l(39)
mov x1[48].x, l(20)
mov x1[49].x, l(23)
mov x1[50].x, l(26)
mov x1[51].x, l(29)
mov x1[52].x, l(32)
mov x1[53].x, l(35)
mov x1[54].x, l(38)
mov x1[55].x, l(41)
mov x1[56].x, l(22)
mov x1[57].x, l(25)
mov x1[58].x, l(28)
mov x1[59].x, l(31)
mov x1[60].x, l(34)
mov x1[61].x, l(37)
mov x1[62].x, l(40)
mov x1[63].x, l(43)
imul null, r0.x, vThreadIDInGroup.yyyy, l(8)
iadd r0.x, r0.xxxx, vThreadIDInGroup.xxxx
imul null, r1.x, vThreadGroupID.yyyy, l(8)
iadd r0.y, r1.xxxx, vThreadIDInGroup.yyyy
imul null, r1.x, r0.yyyy, cb0[0].xxxx
imul null, r2.x, vThreadGroupID.xxxx, l(8)
iadd r0.y, r1.xxxx, r2.xxxx
iadd r0.y, r0.yyyy, vThreadIDInGroup.xxxx
mov r0.y, r0.yyyy
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t0.xxxx
store_structured g0.x, r0.xxxx, l(0), r0.yyyy
sync_g_t
imul null, r1.x, vThreadIDInGroup.yyyy, l(8)
ld_structured r0.y, r1.xxxx, l(0), g0.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(8)
mov r0.z, x0[r1.x + 0].xxxx
mul r0.y, r0.yyyy, r0.zzzz
imul null, r1.x, vThreadIDInGroup.yyyy, l(8)
iadd r0.z, r1.xxxx, l(1)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(8)
iadd r0.w, r1.xxxx, l(1)
mov r0.w, x0[r0.w + 0].xxxx
mul r0.z, r0.zzzz, r0.wwww
add r0.y, r0.yyyy, r0.zzzz
imul null, r1.x, vThreadIDInGroup.yyyy, l(8)
iadd r0.z, r1.xxxx, l(2)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(8)
iadd r0.w, r1.xxxx, l(2)
mov r0.w, x0[r0.w + 0].xxxx
mul r0.z, r0.zzzz, r0.wwww
add r0.y, r0.yyyy, r0.zzzz
imul null, r1.x, vThreadIDInGroup.yyyy, l(8)
iadd r0.z, r1.xxxx, l(3)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(8)
iadd r0.w, r1.xxxx, l(3)
mov r0.w, x0[r0.w + 0].xxxx
mul r0.z, r0.zzzz, r0.wwww
add r0.y, r0.yyyy, r0.zzzz
imul null, r1.x, vThreadIDInGroup.yyyy, l(8)
iadd r0.z, r1.xxxx, l(4)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(8)
iadd r0.w, r1.xxxx, l(4)
mov r0.w, x0[r0.w + 0].xxxx
mul r0.z, r0.zzzz, r0.wwww
add r0.y, r0.yyyy, r0.zzzz
imul null, r1.x, vThreadIDInGroup.yyyy, l(8)
iadd r0.z, r1.xxxx, l(5)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(8)
iadd r0.w, r1.xxxx, l(5)
mov r0.w, x0[r0.w + 0].xxxx
mul r0.z, r0.zzzz, r0.wwww
add r0.y, r0.yyyy, r0.zzzz
imul null, r1.x, vThreadIDInGroup.yyyy, l(8)
iadd r0.z, r1.xxxx, l(6)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(8)
iadd r0.w, r1.xxxx, l(6)
mov r0.w, x0[r0.w + 0].xxxx
mul r0.z, r0.zzzz, r0.wwww
add r0.y, r0.yyyy, r0.zzzz
imul null, r1.x, vThreadIDInGroup.yyyy, l(8)
iadd r0.z, r1.xxxx, l(7)
ld_structured r0.z, r0.zzzz, l(0), g0.xxxx
imul null, r1.x, vThreadIDInGroup.xxxx, l(8)
iadd r0.w, r1.xxxx, l(7)
mov r0.w, x0[r0.w + 0].xxxx
mul r0.z, r0.zzzz, r0.wwww
add r0.y, r0.yyyy, r0.zzzz
store_structured g1.x, r0.xxxx, l(0), r0.yyyy
sync_g_t
ld_structured r0.y, vThreadIDInGroup.xxxx, l(0), g1.xxxx
imul null, r1.x, vThreadIDInGroup.yyyy, l(8)
mov r0.z, x0[r1.x + 0].xxxx
mul r0.y, r0.yyyy, r0.zzzz
iadd r0.z, vThreadIDInGroup.xxxx, l(8)
ld_structured r0.z, r0.zzzz, l(0), g1.xxxx
imul null, r1.x, vThreadIDInGroup.yyyy, l(8)
iadd r0.w, r1.xxxx, l(1)
mov r0.w, x0[r0.w + 0].xxxx
mul r0.z, r0.zzzz, r0.wwww
add r0.y, r0.yyyy, r0.zzzz
iadd r0.z, vThreadIDInGroup.xxxx, l(16)
ld_structured r0.z, r0.zzzz, l(0), g1.xxxx
imul null, r1.x, vThreadIDInGroup.yyyy, l(8)
iadd r0.w, r1.xxxx, l(2)
mov r0.w, x0[r0.w + 0].xxxx
mul r0.z, r0.zzzz, r0.wwww
add r0.y, r0.yyyy, r0.zzzz
iadd r0.z, vThreadIDInGroup.xxxx, l(24)
ld_structured r0.z, r0.zzzz, l(0), g1.xxxx
imul null, r1.x, vThreadIDInGroup.yyyy, l(8)
iadd r0.w, r1.xxxx, l(3)
mov r0.w, x0[r0.w + 0].xxxx
mul r0.z, r0.zzzz, r0.wwww
add r0.y, r0.yyyy, r0.zzzz
iadd r0.z, vThreadIDInGroup.xxxx, l(32)
ld_structured r0.z, r0.zzzz, l(0), g1.xxxx
imul null, r1.x, vThreadIDInGroup.yyyy, l(8)
iadd r0.w, r1.xxxx, l(4)
mov r0.w, x0[r0.w + 0].xxxx
mul r0.z, r0.zzzz, r0.wwww
add r0.y, r0.yyyy, r0.zzzz
iadd r0.z, vThreadIDInGroup.xxxx, l(40)
ld_structured r0.z, r0.zzzz, l(0), g1.xxxx
imul null, r1.x, vThreadIDInGroup.yyyy, l(8)
iadd r0.w, r1.xxxx, l(5)
mov r0.w, x0[r0.w + 0].xxxx
mul r0.z, r0.zzzz, r0.wwww
add r0.y, r0.yyyy, r0.zzzz
iadd r0.z, vThreadIDInGroup.xxxx, l(48)
ld_structured r0.z, r0.zzzz, l(0), g1.xxxx
imul null, r1.x, vThreadIDInGroup.yyyy, l(8)
iadd r0.w, r1.xxxx, l(6)
mov r0.w, x0[r0.w + 0].xxxx
mul r0.z, r0.zzzz, r0.wwww
add r0.y, r0.yyyy, r0.zzzz
iadd r0.z, vThreadIDInGroup.xxxx, l(56)
ld_structured r0.z, r0.zzzz, l(0), g1.xxxx
imul null, r1.x, vThreadIDInGroup.yyyy, l(8)
iadd r0.w, r1.xxxx, l(7)
mov r0.w, x0[r0.w + 0].xxxx
mul r0.z, r0.zzzz, r0.wwww
add r0.y, r0.yyyy, r0.zzzz
mov r0.z, x1[r0.x + 0].xxxx
utof r0.z, r0.zzzz
div r0.y, r0.yyyy, r0.zzzz
udiv r1.x, null, cb0[0].xxxx, l(8)
imul null, r1.x, vThreadGroupID.yyyy, r1.xxxx
iadd r0.z, r1.xxxx, vThreadGroupID.xxxx
imul null, r1.x, r0.zzzz, l(64)
iadd r0.x, r1.xxxx, r0.xxxx
store_structured u0.x, r0.xxxx, l(0), r0.yyyy
ret 
