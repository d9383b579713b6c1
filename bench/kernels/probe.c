/* probe: look-ups in a hash table with open addressing. */
#include "peer.h"

void peer_probe(const struct peer_args *args)
{
    const uint32_t *restrict table = args->buffers[0], *restrict keys = args->buffers[1];
    uint32_t *restrict found = args->buffers[2], mask = args->words[0];
    int64_t count = (int64_t)args->counts[2];
#pragma omp parallel for
    for (int64_t n = 0; n < count; n++) {
        uint32_t key = keys[n], slot = key * 2654435761u, value = 0;
        slot = (slot ^ slot >> 15) & mask;
        for (int i = 0; i < 16; i++) {
            uint32_t other = table[2 * slot];
            if ((other & 255) == (key & 255)) {
                value = table[2 * slot + 1];
                break;
            }
            if ((other & 7) == 0)
                break;
            slot = (slot + 1) & mask;
        }
        found[n] = value;
    }
}
