/* Any stream of bytes gives the same frames however it is cut into pieces; a frame is within the limit. */
#include "base/base.h"
#include "fuzz.h"
#include "protocol/protocol.h"

enum { LIMIT = 4096 };

/* Reads all frames of a stream that arrives in pieces of `step` bytes; returns a hash of them. */
static uint64_t read_all(const uint8_t *data, size_t size, size_t step)
{
    struct protocol_frames f = {.limit = LIMIT};
    struct bytes body;
    const char *why;
    uint64_t hash = 0;
    enum protocol_state state = PROTOCOL_PARTIAL;
    for (size_t at = 0; at < size && state != PROTOCOL_MALFORMED; at += step) {
        FUZZ_CHECK(protocol_frames_add(&f, data + at, size - at < step ? size - at : step));
        while ((state = protocol_frames_next(&f, &body, &why)) == PROTOCOL_FRAME) {
            FUZZ_CHECK(body.size <= LIMIT);
            for (size_t i = 0; i < body.size; i++)
                hash = (hash ^ body.data[i]) * 0x100000001b3u;
            hash += 1 + body.size;
        }
    }
    protocol_frames_free(&f);
    return 2 * hash + (state == PROTOCOL_MALFORMED);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint64_t whole = read_all(data, size, size + 1);
    FUZZ_CHECK(read_all(data, size, 1) == whole);
    FUZZ_CHECK(read_all(data, size, 1 + size / 3) == whole);
    return 0;
}
