# Files that the README assumes: particles for add.asm, a PNG file, and an HLSL source.
head -c 3072 /dev/zero > particles.bin
sm5 run examples/filter/rings.asm --groups 80,60 -b u0=zero,width=640,height=480,format=r8g8b8a8_unorm -o u0=in.png
cat > blur.hlsl <<'EOF'
Texture2D<float4> input;
RWTexture2D<float4> output;

[numthreads(8, 8, 1)]
void blur_x(uint3 id : SV_DispatchThreadID)
{
    float4 sum = 0;
    for (int i = -RADIUS; i <= RADIUS; i++)
        sum += input.Load(int3(int2(id.xy) + int2(i, 0), 0));
    output[id.xy] = sum / (2 * RADIUS + 1);
}
EOF
