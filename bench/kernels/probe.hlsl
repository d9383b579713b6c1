// Look-ups in a hash table with open addressing: probe until the key's entry or an empty one is found.
struct pair { uint key, value; };
StructuredBuffer<pair> table : register(t0);
StructuredBuffer<uint> keys : register(t1);
RWStructuredBuffer<uint> found : register(u0);
cbuffer sizes : register(b0) { uint mask; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint key = keys[id.x], slot = key * 2654435761u, value = 0;
    slot = (slot ^ slot >> 15) & mask;
    [loop] for (uint i = 0; i < 16; i++) {
        pair p = table[slot];
        if ((p.key & 255) == (key & 255)) {
            value = p.value;
            break;
        }
        if ((p.key & 7) == 0)
            break;
        slot = (slot + 1) & mask;
    }
    found[id.x] = value;
}
