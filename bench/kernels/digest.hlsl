// SHA-256's compression of one block for each thread, with the 64 words of its schedule in an array.
StructuredBuffer<uint> blocks : register(t0);
StructuredBuffer<uint> constants : register(t1);
RWStructuredBuffer<uint4> digests : register(u0);

uint turn(uint x, uint n)
{
    return x >> n | x << (32 - n);
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint w[64];
    uint i;
    [loop] for (i = 0; i < 16; i++)
        w[i] = blocks[id.x * 16 + i];
    [loop] for (i = 16; i < 64; i++) {
        uint x = w[i - 15], y = w[i - 2];
        w[i] = w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ x >> 3) + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ y >> 10);
    }
    uint a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a;
    uint e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
    [loop] for (i = 0; i < 64; i++) {
        uint t1 = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i];
        uint t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    digests[id.x * 2] = uint4(a, b, c, d);
    digests[id.x * 2 + 1] = uint4(e, f, g, h);
}
