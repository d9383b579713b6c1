/* Bounded reads of a chunk's payload. */
#ifndef SM5_DXBC_CHUNK_H
#define SM5_DXBC_CHUNK_H

#include "dxbc/dxbc.h"

/* A payload being read; `bad` is set by the first read outside it. `listed` counts the bytes of all
   records read so far: many lists may refer to the same bytes, and the time must not grow with their
   product. */
struct dxbc_reader {
    struct bytes payload;
    struct arena *arena;
    uint64_t listed;
    bool bad, no_memory;
};

static inline uint32_t dxbc_u32(struct dxbc_reader *reader, uint64_t at)
{
    if (at + 4 > reader->payload.size) {
        reader->bad = true;
        return 0;
    }
    return load_u32(reader->payload.data + at);
}

static inline uint16_t dxbc_u16(struct dxbc_reader *reader, uint64_t at)
{
    if (at + 2 > reader->payload.size) {
        reader->bad = true;
        return 0;
    }
    return load_u16(reader->payload.data + at);
}

/* The zero-terminated string at an offset, in the arena; NULL and bad when it is outside the payload. */
const char *dxbc_string(struct dxbc_reader *reader, uint32_t at);

/* `count` records of `stride` bytes at `at` are inside the payload, and the total of `listed` is within
   its limit. */
bool dxbc_fits(struct dxbc_reader *reader, uint32_t at, uint32_t count, uint32_t stride);

/* A zeroed array in the arena; NULL and no_memory when out of memory. */
void *dxbc_array(struct dxbc_reader *reader, uint32_t count, size_t size);

bool dxbc_signature_read(struct dxbc_reader *reader, const char *fourcc, struct program_signature *out);
/* The payload of a signature chunk named signature->fourcc. */
void dxbc_signature_write(const struct program_signature *signature, struct strbuf *out);
/* The program's own signature, or one derived from the declarations. */
bool dxbc_signature_make(const struct sm5_program *program, enum program_signature_kind kind,
                         struct arena *arena, struct program_signature *out);

bool dxbc_rdef_read(struct dxbc_reader *reader, struct program_reflection *out);
bool dxbc_ifce_read(struct dxbc_reader *reader, struct program_linkage *out);

/* Which signature a chunk holds, or -1. */
int dxbc_signature_kind(const char *fourcc);

#endif
