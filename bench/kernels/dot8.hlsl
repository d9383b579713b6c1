// A matrix of signed bytes by a vector of them, a row of 64 words a thread.
ByteAddressBuffer rows : register(t0);
ByteAddressBuffer column : register(t1);
RWStructuredBuffer<int> to : register(u0);

int product(uint a, uint b)
{
    int4 x = int4(a << 24, a << 16, a << 8, a) >> 24, y = int4(b << 24, b << 16, b << 8, b) >> 24;
    return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}

[numthreads(128, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    int sum = 0;
    [loop] for (uint i = 0; i < 256; i += 16) {
        uint4 a = rows.Load4(id.x * 256 + i), b = column.Load4(i);
        sum += product(a.x, b.x) + product(a.y, b.y) + product(a.z, b.z) + product(a.w, b.w);
    }
    to[id.x] = sum;
}
