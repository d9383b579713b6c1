/* Texture coordinates and address modes, one axis at a time. */
#include "texture/texture_parts.h"

float texture_wrap_reduce(float coordinate, enum sm5_address mode)
{
    switch (mode) {
    case SM5_ADDRESS_WRAP: return coordinate - floorf(coordinate);
    case SM5_ADDRESS_MIRROR: {
        float half = coordinate / 2.0f;
        return (half - truncf(half)) * 2.0f;
    }
    default: return coordinate <= -10.0f ? -10.0f : coordinate >= 10.0f ? 10.0f : coordinate;
    }
}

int32_t texture_wrap_fixed(float value)
{
    float scaled = value * 256.0f;
    float limit = 0x1p30f; /* 22.8: 10 times 16384 texels and more */
    scaled = scaled < limit ? scaled : limit;
    scaled = scaled > -limit ? scaled : -limit;
    return value == value ? (int32_t)nearbyintf(scaled) : 0;
}

bool texture_wrap_texel(int32_t *texel, uint32_t size, enum sm5_address mode)
{
    int32_t t = *texel, count = (int32_t)size;
    if (t >= 0 && t < count)
        return true;
    switch (mode) {
    case SM5_ADDRESS_WRAP:
        t %= count;
        t += t < 0 ? count : 0;
        break;
    case SM5_ADDRESS_MIRROR:
        t = t < 0 ? -t - 1 : t;
        t = t / count & 1 ? count - 1 - t % count : t % count;
        break;
    case SM5_ADDRESS_BORDER: return false;
    case SM5_ADDRESS_MIRROR_ONCE: t = t < 0 ? -t - 1 : t; /* fall through */
    case SM5_ADDRESS_CLAMP: t = t < 0 ? 0 : t < count ? t : count - 1; break;
    }
    *texel = t;
    return true;
}
