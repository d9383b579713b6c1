#include <stdlib.h>

#include "base.h"

bool vec_reserve(void **data, size_t count, size_t *capacity, size_t extra, size_t element_size)
{
    size_t want, bytes;
    if (__builtin_add_overflow(count, extra, &want))
        return false;
    if (want <= *capacity)
        return true;
    size_t grown = *capacity < 8 ? 8 : *capacity + *capacity / 2;
    if (grown < want)
        grown = want;
    if (__builtin_mul_overflow(grown, element_size, &bytes))
        return false;
    void *bigger = realloc(*data, bytes);
    if (!bigger)
        return false;
    *data = bigger;
    *capacity = grown;
    return true;
}
