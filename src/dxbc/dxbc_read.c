/* Reads a container: the chunk list, and the chunks that sm5 interprets. */
#include <stdlib.h>

#include "dxbc/dxbc_chunk.h"
#include "dxbc/dxbc_diag.h"

enum {
    HEADER = 32,
    CHUNK_HEADER = 8,
    SFI0_BYTES = 8,
};

bool dxbc_is_container(struct bytes file)
{
    return file.size >= 4 && memcmp(file.data, "DXBC", 4) == 0;
}

/* ---- the chunk list ---- */

static enum sm5_status header_error(struct sm5_diags *diags, uint32_t at, const char *what)
{
    diag_add(diags, DXBC_HEADER, diag_at_byte(at), what);
    return SM5_ERR_INPUT;
}

static enum sm5_status read_header(struct bytes file, struct sm5_diags *diags, uint32_t *size,
                                   uint32_t *chunks)
{
    if (!dxbc_is_container(file))
        return header_error(diags, 0, "the magic 'DXBC'");
    if (file.size < HEADER)
        return header_error(diags, (uint32_t)file.size, "a header of 32 bytes");
    if (load_u16(file.data + 20) != 1)
        return header_error(diags, 20, "container version 1");
    *size = load_u32(file.data + 24);
    *chunks = load_u32(file.data + 28);
    if (*size < HEADER || *size > file.size)
        return header_error(diags, 24, "a total size within the file");
    if (*chunks > (*size - HEADER) / 4)
        return header_error(diags, 28, "a chunk list within the file");
    return SM5_OK;
}

static enum sm5_status read_chunk(struct bytes file, uint32_t entry, struct program_chunk *out,
                                  struct sm5_diags *diags)
{
    uint32_t offset = load_u32(file.data + entry);
    if (offset < HEADER || (uint64_t)offset + CHUNK_HEADER > file.size)
        return header_error(diags, entry, "a chunk offset within the file");
    uint32_t size = load_u32(file.data + offset + 4);
    if (size > file.size - offset - CHUNK_HEADER)
        return header_error(diags, offset + 4, "a chunk that ends within the file");
    memcpy(out->fourcc, file.data + offset, 4);
    out->offset = offset;
    out->payload = (struct bytes){file.data + offset + CHUNK_HEADER, size};
    return SM5_OK;
}

static int by_offset(const void *a, const void *b)
{
    const struct program_chunk *x = a, *y = b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Chunks may be in any order and leave gaps, but not overlap each other or the list: each must be
   replaceable on its own. */
static enum sm5_status check_overlap(const struct program_container *container, struct sm5_diags *diags)
{
    uint32_t count = container->chunk_count;
    if (count == 0)
        return SM5_OK;
    struct program_chunk *sorted = malloc(count * sizeof *sorted);
    if (!sorted)
        return SM5_ERR_MEMORY;
    memcpy(sorted, container->chunks, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_offset);
    uint64_t end = HEADER + 4 * (uint64_t)count;
    enum sm5_status status = SM5_OK;
    for (uint32_t i = 0; i < count && !status; i++) {
        if (sorted[i].offset < end)
            status = header_error(diags, sorted[i].offset, "chunks that do not overlap");
        end = (uint64_t)sorted[i].offset + CHUNK_HEADER + sorted[i].payload.size;
    }
    free(sorted);
    return status;
}

static void check_sum(struct program_container *container, struct sm5_diags *diags)
{
    static const uint8_t unsigned_sum[16];
    uint32_t sum[4];
    dxbc_checksum(container->file, sum);
    container->checksum_ok = memcmp(sum, container->file.data + 4, sizeof sum) == 0;
    if (container->checksum_ok)
        return;
    if (memcmp(container->file.data + 4, unsigned_sum, sizeof unsigned_sum) == 0)
        diag_add(diags, DXBC_UNSIGNED, diag_at_byte(4));
    else
        diag_add(diags, DXBC_CHECKSUM, diag_at_byte(4));
}

/* ---- contents of chunks ---- */

static void read_statistics(const struct program_chunk *chunk, struct program_statistics *out)
{
    out->words = (uint32_t)(chunk->payload.size / 4);
    for (uint32_t i = 0; i < out->words && i < PROGRAM_STAT_WORDS; i++)
        out->word[i] = load_u32(chunk->payload.data + 4 * i);
}

static void read_features(const struct program_chunk *chunk, struct sm5_program *program)
{
    program->has_features = chunk->payload.size >= SFI0_BYTES;
    if (program->has_features)
        program->features = load_u64(chunk->payload.data);
}

static bool is_code(const struct program_chunk *chunk)
{
    return memcmp(chunk->fourcc, "SHEX", 4) == 0 || memcmp(chunk->fourcc, "SHDR", 4) == 0;
}

/* False when the chunk is damaged: it stays in the list, unread. */
static bool read_known(struct sm5_program *program, const struct program_chunk *chunk, bool *no_memory)
{
    struct dxbc_reader reader = {.payload = chunk->payload, .arena = &program->arena};
    int signature = dxbc_signature_kind(chunk->fourcc);
    bool ok = true;
    if (signature >= 0 && !program->signatures[signature].present)
        ok = dxbc_signature_read(&reader, chunk->fourcc, &program->signatures[signature]);
    else if (memcmp(chunk->fourcc, "RDEF", 4) == 0 && !program->reflection.present)
        ok = dxbc_rdef_read(&reader, &program->reflection);
    else if (memcmp(chunk->fourcc, "IFCE", 4) == 0 && !program->linkage.present)
        ok = dxbc_ifce_read(&reader, &program->linkage);
    else if (memcmp(chunk->fourcc, "STAT", 4) == 0 && !program->statistics.words)
        read_statistics(chunk, &program->statistics);
    else if (memcmp(chunk->fourcc, "SFI0", 4) == 0 && !program->has_features)
        read_features(chunk, program);
    *no_memory |= reader.no_memory;
    return ok;
}

static enum sm5_status read_chunks(struct sm5_program *program, struct sm5_diags *diags)
{
    struct program_container *container = &program->container;
    container->chunks = arena_array(&program->arena, container->chunk_count, sizeof *container->chunks);
    if (!container->chunks)
        return SM5_ERR_MEMORY;
    container->code_chunk = container->chunk_count;
    for (uint32_t i = 0; i < container->chunk_count; i++) {
        struct program_chunk *chunk = &container->chunks[i];
        enum sm5_status status = read_chunk(container->file, HEADER + 4 * i, chunk, diags);
        if (status)
            return status;
        if (container->code_chunk == container->chunk_count && is_code(chunk))
            container->code_chunk = i;
    }
    return check_overlap(container, diags);
}

static enum sm5_status read_meanings(struct sm5_program *program, struct sm5_diags *diags)
{
    bool no_memory = false;
    for (uint32_t i = 0; i < program->container.chunk_count; i++) {
        const struct program_chunk *chunk = &program->container.chunks[i];
        if (!read_known(program, chunk, &no_memory) && !no_memory)
            diag_add(diags, DXBC_CHUNK, diag_at_byte(chunk->offset), chunk->fourcc);
    }
    return no_memory ? SM5_ERR_MEMORY : SM5_OK;
}

enum sm5_status dxbc_read(struct bytes file, struct sm5_program *program, struct bytes *code,
                          struct sm5_diags *diags)
{
    struct program_container *container = &program->container;
    uint32_t size = 0, chunks = 0; /* gcc -O1 does not see that read_header sets them */
    enum sm5_status status = read_header(file, diags, &size, &chunks);
    if (status)
        return status;
    const uint8_t *kept = (const uint8_t *)arena_string(&program->arena, (const char *)file.data, size);
    if (!kept)
        return SM5_ERR_MEMORY;
    *container = (struct program_container){.present = true, .file = {kept, size}, .chunk_count = chunks};
    status = read_chunks(program, diags);
    if (!status)
        status = read_meanings(program, diags);
    if (status)
        return status;
    check_sum(container, diags);
    if (container->code_chunk == container->chunk_count) {
        diag_add(diags, DXBC_NO_CODE, DIAG_NOWHERE);
        return SM5_ERR_INPUT;
    }
    const struct program_chunk *found = &container->chunks[container->code_chunk];
    memcpy(program->code_fourcc, found->fourcc, sizeof program->code_fourcc);
    *code = found->payload;
    return SM5_OK;
}
