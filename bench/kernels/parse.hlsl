// Decimal numbers in lines of 16 bytes: each thread skips spaces, then reads digits until another byte.
ByteAddressBuffer text : register(t0);
RWStructuredBuffer<uint> numbers : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint at = id.x * 16, end = at + 16, number = 0, digits = 0;
    while (at < end) {
        uint letter = text.Load(at & ~3u) >> 8 * (at & 3) & 63;
        at++;
        if (letter < 50) {
            number = number * 10 + letter % 10;
            digits++;
        } else if (digits) {
            break;
        }
    }
    numbers[id.x] = number ^ digits << 28;
}
