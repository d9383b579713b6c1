/* Writes containers: an existing one with other payloads, or a new one. */
#include <stdlib.h>

#include "dxbc/dxbc_chunk.h"

enum { HEADER = 32, CHUNK_HEADER = 8, SUM = 4, SUM_BYTES = 16, SIZE_AT = 24 };

/* A chunk to be written. */
struct part {
    const char *fourcc;
    struct bytes payload;
    struct bytes before; /* bytes between the previous chunk and this one */
    uint32_t entry;      /* its index in the offset list */
};

static void add_u32(struct strbuf *out, uint32_t word)
{
    strbuf_add_bytes(out, (const char *)&word, sizeof word);
}

static void sign(uint8_t *file, size_t size)
{
    uint32_t sum[4];
    dxbc_checksum((struct bytes){file, size}, sum);
    memcpy(file + SUM, sum, sizeof sum);
}

/* Header, offset list, parts in order, trailing bytes, checksum. */
static enum sm5_status write_parts(const struct part *parts, uint32_t count, struct bytes rest,
                                   uint32_t version, struct strbuf *out)
{
    size_t start = out->length;
    strbuf_add(out, "DXBC");
    strbuf_add_repeat(out, 0, SUM_BYTES);
    add_u32(out, version);
    add_u32(out, 0);
    add_u32(out, count);
    size_t list = out->length;
    strbuf_add_repeat(out, 0, 4 * (size_t)count);
    for (uint32_t i = 0; i < count && !out->failed; i++) {
        strbuf_add_bytes(out, (const char *)parts[i].before.data, parts[i].before.size);
        if (out->failed)
            break;
        store_u32(out->text + list + 4 * (size_t)parts[i].entry, (uint32_t)(out->length - start));
        strbuf_add_bytes(out, parts[i].fourcc, 4);
        add_u32(out, (uint32_t)parts[i].payload.size);
        strbuf_add_bytes(out, (const char *)parts[i].payload.data, parts[i].payload.size);
    }
    strbuf_add_bytes(out, (const char *)rest.data, rest.size);
    if (out->failed)
        return SM5_ERR_MEMORY;
    if (out->length - start > UINT32_MAX)
        return SM5_ERR_ARGUMENT;
    uint8_t *file = (uint8_t *)out->text + start;
    store_u32(file + SIZE_AT, (uint32_t)(out->length - start));
    sign(file, out->length - start);
    return SM5_OK;
}

/* ---- an existing container with other payloads ---- */

static int by_place(const void *a, const void *b)
{
    const struct part *x = a, *y = b;
    return x->payload.data < y->payload.data ? -1 : x->payload.data > y->payload.data;
}

/* The container's chunks in file order with the gaps between them; *rest is the data after the last. */
static void list_parts(const struct program_container *container, struct part *parts, struct bytes *rest)
{
    for (uint32_t i = 0; i < container->chunk_count; i++) {
        const struct program_chunk *chunk = &container->chunks[i];
        parts[i] = (struct part){chunk->fourcc, chunk->payload, {0}, i};
    }
    if (container->chunk_count)
        qsort(parts, container->chunk_count, sizeof *parts, by_place);
    const uint8_t *at = container->file.data + HEADER + 4 * (size_t)container->chunk_count;
    for (uint32_t i = 0; i < container->chunk_count; i++) {
        const uint8_t *start = parts[i].payload.data - CHUNK_HEADER;
        parts[i].before = (struct bytes){at, (size_t)(start - at)};
        at = parts[i].payload.data + parts[i].payload.size;
    }
    *rest = (struct bytes){at, (size_t)(container->file.data + container->file.size - at)};
}

static struct part *find_part(struct part *parts, uint32_t count, const char *fourcc)
{
    for (uint32_t i = 0; i < count; i++)
        if (memcmp(parts[i].fourcc, fourcc, 4) == 0)
            return &parts[i];
    return NULL;
}

static bool same_code(const struct program_container *container, struct bytes code)
{
    struct bytes old = container->chunks[container->code_chunk].payload;
    return old.size == code.size && memcmp(old.data, code.data, code.size) == 0;
}

static enum sm5_status copy_file(const struct program_container *container, struct strbuf *out)
{
    size_t start = out->length;
    strbuf_add_bytes(out, (const char *)container->file.data, container->file.size);
    if (out->failed)
        return SM5_ERR_MEMORY;
    sign((uint8_t *)out->text + start, container->file.size);
    return SM5_OK;
}

/* New contents of chunks, by name; .data NULL keeps the old. */
struct replacement {
    struct bytes code, statistics, features;
    struct strbuf signatures[PROGRAM_SIGNATURE_KINDS]; /* of those whose fourcc is not "" */
    char signature_fourccs[PROGRAM_SIGNATURE_KINDS][5];
    const char *code_fourcc;
};

/* Inserts a chunk at position `at` of the file and `entry` of the list. */
static void insert_part(struct part *parts, uint32_t *count, uint32_t at, uint32_t entry, struct part part)
{
    for (uint32_t i = 0; i < *count; i++)
        parts[i].entry += parts[i].entry >= entry;
    memmove(&parts[at + 1], &parts[at], (*count - at) * sizeof *parts);
    part.entry = entry;
    parts[at] = part;
    ++*count;
}

/* SFI0 follows the code when it has to be added (the order that fxc writes). */
static void insert_features(struct part *parts, uint32_t *count, uint32_t code, struct bytes payload)
{
    insert_part(parts, count, code + 1, parts[code].entry + 1,
                (struct part){.fourcc = "SFI0", .payload = payload});
}

static uint32_t find_code(const struct part *parts, const struct program_container *container)
{
    uint32_t at = 0;
    while (parts[at].entry != container->code_chunk)
        at++;
    return at;
}

/* A signature that the container lacks goes before the code. */
static void replace_signatures(struct part *parts, uint32_t *count, uint32_t *code,
                               const struct replacement *with)
{
    for (unsigned kind = 0; kind < PROGRAM_SIGNATURE_KINDS; kind++) {
        const char *fourcc = with->signature_fourccs[kind];
        struct bytes payload = {(const uint8_t *)with->signatures[kind].text, with->signatures[kind].length};
        uint32_t at = 0;
        if (!fourcc[0])
            continue;
        while (at < *count && dxbc_signature_kind(parts[at].fourcc) != (int)kind)
            at++;
        if (at < *count) {
            parts[at].fourcc = fourcc;
            parts[at].payload = payload;
        } else {
            insert_part(parts, count, *code, parts[*code].entry,
                        (struct part){.fourcc = fourcc, .payload = payload});
            ++*code;
        }
    }
}

static enum sm5_status write_replaced(const struct program_container *container,
                                      const struct replacement *with, struct strbuf *out)
{
    uint32_t count = container->chunk_count;
    struct part *parts = calloc(count + 1 + PROGRAM_SIGNATURE_KINDS, sizeof *parts);
    if (!parts)
        return SM5_ERR_MEMORY;
    struct bytes rest;
    list_parts(container, parts, &rest);
    uint32_t code = find_code(parts, container);
    parts[code].payload = with->code;
    parts[code].fourcc = with->code_fourcc;
    replace_signatures(parts, &count, &code, with);
    struct part *statistics = find_part(parts, count, "STAT"), *features = find_part(parts, count, "SFI0");
    if (statistics && with->statistics.data)
        statistics->payload = with->statistics;
    if (features && with->features.data)
        features->payload = with->features;
    else if (with->features.data && load_u64(with->features.data))
        insert_features(parts, &count, code, with->features);
    enum sm5_status status = write_parts(parts, count, rest, load_u32(container->file.data + 20), out);
    free(parts);
    return status;
}

enum sm5_status dxbc_write(const struct sm5_program *program, struct bytes code, struct strbuf *out)
{
    if (same_code(&program->container, code))
        return copy_file(&program->container, out);
    const struct replacement with = {.code = code, .code_fourcc = program->code_fourcc};
    return write_replaced(&program->container, &with, out);
}

/* Keep features of the base that its code does not explain. */
static uint64_t patched_features(const struct sm5_program *base, const struct sm5_program *program)
{
    uint64_t known = base->has_features ? base->features & ~dxbc_make_features(base) : 0;
    return known | dxbc_make_features(program);
}

/* Versions of fxc count differently, and two DWORDs are not understood: change the base's DWORDs by the
   difference that the edit makes. */
static void patched_statistics(const struct sm5_program *base, const struct sm5_program *program,
                               struct program_statistics *out)
{
    struct program_statistics before;
    dxbc_make_statistics(program, out);
    dxbc_make_statistics(base, &before);
    if (base->statistics.words != out->words)
        return;
    for (uint32_t i = 0; i < out->words; i++) {
        int64_t moved = (int64_t)base->statistics.word[i] + out->word[i] - before.word[i];
        if (moved >= 0 && moved <= UINT32_MAX)
            out->word[i] = (uint32_t)moved;
    }
}

/* False when out of memory. */
static bool write_signatures(const struct program_signature *const *signatures, struct replacement *with)
{
    bool ok = true;
    for (unsigned kind = 0; kind < PROGRAM_SIGNATURE_KINDS; kind++) {
        if (!signatures[kind])
            continue;
        memcpy(with->signature_fourccs[kind], signatures[kind]->fourcc, sizeof with->signature_fourccs[kind]);
        dxbc_signature_write(signatures[kind], &with->signatures[kind]);
        ok &= !with->signatures[kind].failed;
    }
    return ok;
}

enum sm5_status dxbc_patch(const struct sm5_program *base, const struct sm5_program *program,
                           struct bytes code, const struct program_signature *const *signatures,
                           struct strbuf *out)
{
    bool edited = signatures[0] || signatures[1] || signatures[2];
    if (same_code(&base->container, code) && !edited)
        return copy_file(&base->container, out);
    struct program_statistics statistics;
    patched_statistics(base, program, &statistics);
    uint64_t features = patched_features(base, program);
    struct replacement with = {
        .code = code,
        .code_fourcc = program->code_fourcc,
        .statistics = {(const uint8_t *)statistics.word, statistics.words * 4},
        .features = {(const uint8_t *)&features, sizeof features},
    };
    enum sm5_status status = SM5_ERR_MEMORY;
    if (write_signatures(signatures, &with))
        status = write_replaced(&base->container, &with, out);
    for (unsigned kind = 0; kind < PROGRAM_SIGNATURE_KINDS; kind++)
        strbuf_free(&with.signatures[kind]);
    return status;
}

/* ---- a new container ---- */

struct maker {
    const struct sm5_program *program;
    struct arena arena;
    struct part parts[8];
    struct strbuf payloads[PROGRAM_SIGNATURE_KINDS];
    uint32_t count;
    bool failed;
};

static void add_part(struct maker *maker, const char *fourcc, struct bytes payload)
{
    maker->parts[maker->count] = (struct part){fourcc, payload, {0}, maker->count};
    maker->count++;
}

static void add_signature(struct maker *maker, enum program_signature_kind kind)
{
    struct program_signature *made = arena_alloc(&maker->arena, sizeof *made);
    if (!made || !dxbc_signature_make(maker->program, kind, &maker->arena, made)) {
        maker->failed = true;
        return;
    }
    struct strbuf *payload = &maker->payloads[kind];
    dxbc_signature_write(made, payload);
    maker->failed |= payload->failed;
    add_part(maker, made->fourcc, (struct bytes){(const uint8_t *)payload->text, payload->length});
}

static void free_maker(struct maker *maker)
{
    for (unsigned i = 0; i < PROGRAM_SIGNATURE_KINDS; i++)
        strbuf_free(&maker->payloads[i]);
    arena_free(&maker->arena);
}

enum sm5_status dxbc_make(const struct sm5_program *program, struct bytes code, struct strbuf *out)
{
    struct maker maker = {.program = program};
    struct program_statistics statistics;
    uint64_t features = dxbc_make_features(program);
    add_signature(&maker, PROGRAM_SIGNATURE_INPUT);
    add_signature(&maker, PROGRAM_SIGNATURE_OUTPUT);
    if (program->stage == ISA_HULL || program->stage == ISA_DOMAIN)
        add_signature(&maker, PROGRAM_SIGNATURE_PATCH);
    add_part(&maker, program->code_fourcc, code);
    if (features)
        add_part(&maker, "SFI0", (struct bytes){(const uint8_t *)&features, sizeof features});
    dxbc_make_statistics(program, &statistics);
    add_part(&maker, "STAT", (struct bytes){(const uint8_t *)statistics.word, statistics.words * 4});
    enum sm5_status status =
        maker.failed ? SM5_ERR_MEMORY : write_parts(maker.parts, maker.count, (struct bytes){0}, 1, out);
    free_maker(&maker);
    return status;
}
