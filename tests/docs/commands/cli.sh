# Programs and data of the text's examples.
cat > sum.asm <<'EOF'
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t0, 4
dcl_resource_structured t1, 4
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 64, 1, 1
ld_structured r0.x, vThreadID.x, l(0), t0.x
ld_structured r0.y, vThreadID.x, l(0), t1.x
add r0.x, r0.x, r0.y
store_structured u0.x, vThreadID.x, l(0), r0.x
ret
EOF
sm5 run sum.asm --groups 0 -b t0=rand:1,as=unit,size=1024 -b t1=null -b u0=null -o t0=a.npy
cat > stripped.asm <<'EOF'
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_structured u0, 24
dcl_input vThreadID.x
dcl_thread_group 4, 1, 1
store_structured u0.x, vThreadID.x, l(12), vThreadID.x
ret
EOF
sm5 asm stripped.asm -o stripped.dxbc
cat > hull.asm <<'EOF'
hs_5_0
hs_decls
dcl_input_control_point_count 1
dcl_output_control_point_count 1
dcl_tessellator_domain domain_tri
dcl_tessellator_partitioning partitioning_fractional_odd
dcl_tessellator_output_primitive output_triangle_ccw
dcl_globalFlags refactoringAllowed
hs_fork_phase
dcl_input vicp[1][0].x
dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor
dcl_output_siv o1.x, finalTriVeq0EdgeTessFactor
dcl_output_siv o2.x, finalTriWeq0EdgeTessFactor
dcl_output_siv o3.x, finalTriInsideTessFactor
mov o0.x, vicp[0][0].x
mov o1.x, vicp[0][0].x
mov o2.x, vicp[0][0].x
mov o3.x, vicp[0][0].x
ret
EOF
cat > domain.asm <<'EOF'
ds_5_0
dcl_input_control_point_count 1
dcl_tessellator_domain domain_tri
dcl_globalFlags refactoringAllowed
dcl_input vDomain.xyz
dcl_input vicp[1][0].x
dcl_output o0.xyzw
mov o0.xyz, vDomain.xyzx
mov o0.w, vicp[0][0].x
ret
EOF
printf 'v0.x\n3\n5\n' > points.csv
cat > copy.asm <<'EOF'
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t0, 8
dcl_uav_structured u0, 8
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
ld_structured r0.xy, vThreadID.x, l(0), t0.xyxx
add r0.x, r0.x, l(1.000000)
store_structured u0.xy, vThreadID.x, l(0), r0.xyxx
ret
EOF
sm5 run copy.asm --groups 4 -b t0=rand,size=16 -b u0=zero,size=16 -o u0=driver.bin
for element in 3 7 11 15; do
    at=$((element * 8 + 4))
    byte=$(od -An -tu1 -j$at -N1 driver.bin)
    printf "\\$(printf %o $((byte ^ 1)))" | dd of=driver.bin bs=1 seek=$at conv=notrunc status=none
done
printf 'time,height\n0,1\n1,-1\n2,nan\n3,2\n' > waves.csv
cat > fill.asm <<'EOT'
cs_5_0
dcl_uav_structured u0, 4
dcl_thread_group 1, 1, 1
ret
EOT
sm5 run fill.asm --groups 1 -b u0=rand:1,as=unit,size=64 -o u0=before.npy
sm5 run fill.asm --groups 1 -b u0=rand:2,as=unit,size=64 -o u0=after.npy
