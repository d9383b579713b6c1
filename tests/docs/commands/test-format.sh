# The complete case of the text passes. particles.yaml expects two DWORDs that differ.
awk '/^```yaml/ { in_case = 1; next } /^```/ { exit } in_case' "$ROOT/docs/test-format.md" > complete.yaml
sm5 test complete.yaml
python3 - > particles.yaml <<'EOF'
def words(y, count):
    return ", ".join(f"0x{x:08x}" for i in range(16) for x in ([0, y, 0, count, 0, 0] if i == 2 else [0] * 6))
print(f"""shader_text: |
  cs_5_0
  // sm5: struct u0 float3 position; uint count; float2 velocity
  dcl_globalFlags refactoringAllowed
  dcl_uav_structured u0, 24
  dcl_input vThreadID.x
  dcl_temps 1
  dcl_thread_group 16, 1, 1
  ld_structured r0.x, vThreadID.x, l(0), u0.x
  store_structured u0.x, vThreadID.x, l(0), r0.x
  ret
dispatches: [{{groups: [1]}}]
bindings:
  - slot: u0
    kind: structured
    stride: 24
    file: {{type: u32, values: [{words(0x3f800000, 4)}]}}
    expect: {{type: u32, values: [{words(0x3fa00000, 7)}]}}
tolerance: {{kind: float_rel, rel: 1e-5}}""")
EOF
