/* parse: decimal numbers in lines of 16 bytes. */
#include "peer.h"

void peer_parse(const struct peer_args *args)
{
    const uint8_t *restrict text = args->buffers[0];
    uint32_t *restrict numbers = args->buffers[1];
    int64_t count = (int64_t)args->counts[1];
#pragma omp parallel for
    for (int64_t n = 0; n < count; n++) {
        uint32_t number = 0, digits = 0;
        for (int64_t at = 16 * n; at < 16 * n + 16; at++) {
            uint32_t letter = text[at] & 63;
            if (letter < 50) {
                number = number * 10 + letter % 10;
                digits++;
            } else if (digits) {
                break;
            }
        }
        numbers[n] = number ^ digits << 28;
    }
}
