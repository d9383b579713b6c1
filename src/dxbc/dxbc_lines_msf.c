/* MSF: the file format under a PDB. Blocks of one size; block 0 locates the list of the directory's blocks;
   the directory holds the sizes of all streams, then the block numbers of each. */
#include "dxbc/dxbc_lines.h"

enum {
    MAGIC_BYTES = 32,
    HEADER_BYTES = 56,
    BLOCK_BYTES_LEAST = 512,
    BLOCK_BYTES_MOST = 65536,
    COPIES = 2, /* of the file: no block belongs to two streams, and few streams are read twice */
};

static const char magic[MAGIC_BYTES] = "Microsoft C/C++ MSF 7.00\r\n\x1a"
                                       "DS\0\0";

static uint64_t blocks_of(const struct msf *msf, uint32_t bytes)
{
    return ((uint64_t)bytes + msf->block_bytes - 1) / msf->block_bytes;
}

static const uint8_t *block_at(const struct msf *msf, uint32_t number)
{
    uint64_t end = ((uint64_t)number + 1) * msf->block_bytes;
    const struct bytes file = msf->reader->payload;
    return end <= file.size ? file.data + end - msf->block_bytes : NULL;
}

/* The bytes of the blocks whose numbers are at `list`, which the caller has checked. */
static bool gather(struct msf *msf, const uint8_t *list, uint32_t bytes, struct bytes *out)
{
    msf->copied += bytes;
    if (msf->copied > COPIES * (uint64_t)msf->reader->payload.size)
        return !(msf->reader->bad = true);
    uint8_t *copy = arena_alloc(msf->arena, (size_t)bytes + 1);
    *out = (struct bytes){copy, bytes};
    if (!copy)
        return !(msf->reader->no_memory = true);
    for (uint32_t at = 0; at < bytes; at += msf->block_bytes, list += 4) {
        const uint8_t *block = block_at(msf, load_u32(list));
        uint32_t left = bytes - at;
        if (!block)
            return !(msf->reader->bad = true);
        memcpy(copy + at, block, left < msf->block_bytes ? left : msf->block_bytes);
    }
    return true;
}

static uint32_t stream_bytes(const struct msf *msf, uint32_t stream)
{
    uint32_t bytes = load_u32(msf->directory.data + 4 + 4ul * stream);
    return bytes == UINT32_MAX ? 0 : bytes; /* a stream that was deleted */
}

/* Offsets of the block numbers of each stream. */
static bool find_lists(struct msf *msf)
{
    uint64_t words = msf->directory.size / 4;
    msf->stream_count = words ? load_u32(msf->directory.data) : 0;
    if (words == 0 || msf->stream_count > words - 1)
        return !(msf->reader->bad = true);
    uint32_t *lists = arena_array(msf->arena, (size_t)msf->stream_count + 1, sizeof *lists);
    uint64_t at = 1 + (uint64_t)msf->stream_count;
    if (!lists)
        return !(msf->reader->no_memory = true);
    for (uint32_t i = 0; i < msf->stream_count; i++) {
        lists[i] = (uint32_t)at * 4;
        at += blocks_of(msf, stream_bytes(msf, i));
        if (at > words)
            return !(msf->reader->bad = true);
    }
    msf->lists = lists;
    return true;
}

bool msf_open(struct msf *msf, struct dxbc_reader *reader, struct arena *arena)
{
    const struct bytes file = reader->payload;
    *msf = (struct msf){.reader = reader, .arena = arena};
    if (file.size < HEADER_BYTES || memcmp(file.data, magic, MAGIC_BYTES) != 0)
        return !(reader->bad = true);
    msf->block_bytes = load_u32(file.data + 32);
    uint32_t bytes = load_u32(file.data + 44);
    if (msf->block_bytes < BLOCK_BYTES_LEAST || msf->block_bytes > BLOCK_BYTES_MOST)
        return !(reader->bad = true);
    /* The directory's own block numbers are in one block. */
    const uint8_t *list = block_at(msf, load_u32(file.data + 52));
    if (!list || blocks_of(msf, bytes) > msf->block_bytes / 4)
        return !(reader->bad = true);
    return gather(msf, list, bytes, &msf->directory) && find_lists(msf);
}

bool msf_stream(struct msf *msf, uint32_t stream, struct bytes *out)
{
    *out = (struct bytes){0};
    if (stream >= msf->stream_count)
        return true;
    return gather(msf, msf->directory.data + msf->lists[stream], stream_bytes(msf, stream), out);
}
