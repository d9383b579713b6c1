/* Chunk payloads laid out by hand: words, names behind them, and how they are read. */
#ifndef SM5_TEST_PAYLOAD_H
#define SM5_TEST_PAYLOAD_H

#include <string.h>

#include "dxbc/dxbc.h"
#include "dxbc/dxbc_chunk.h"
#include "test.h"

struct payload {
    struct strbuf bytes;
};

static inline uint32_t payload_here(const struct payload *payload)
{
    return (uint32_t)payload->bytes.length;
}

/* Appends words and gives the offset of the first. */
static inline uint32_t payload_words(struct payload *payload, const uint32_t *words, size_t count)
{
    uint32_t at = payload_here(payload);
    strbuf_add_bytes(&payload->bytes, (const char *)words, count * sizeof *words);
    return at;
}

#define WORDS(payload, ...)                                                                                  \
    payload_words((payload), (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4)

/* Appends a name, padded to whole words, and gives its offset. */
static inline uint32_t payload_name(struct payload *payload, const char *name)
{
    uint32_t at = payload_here(payload);
    strbuf_add_bytes(&payload->bytes, name, strlen(name) + 1);
    strbuf_add_repeat(&payload->bytes, (char)0xab, (4 - payload->bytes.length % 4) % 4);
    return at;
}

static inline void payload_set(struct payload *payload, uint32_t at, uint32_t word)
{
    store_u32(payload->bytes.text + at, word);
}

static inline struct dxbc_reader payload_reader(const struct payload *payload, struct arena *arena)
{
    return (struct dxbc_reader){
        .payload = {(const uint8_t *)payload->bytes.text, payload->bytes.length},
        .arena = arena,
    };
}

#endif
