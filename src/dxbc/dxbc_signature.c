/* ISGN, OSGN, OSG5, PCSG and the wide forms ISG1, OSG1, PSG1. */
#include <stdlib.h>

#include "dxbc/dxbc_chunk.h"

enum { HEAD = 8 };

static const struct layout {
    char fourcc[5];
    uint8_t kind, stride;
    bool has_stream, has_precision;
} layouts[] = {
    {"ISGN", PROGRAM_SIGNATURE_INPUT, 24, false, false}, {"OSGN", PROGRAM_SIGNATURE_OUTPUT, 24, false, false},
    {"PCSG", PROGRAM_SIGNATURE_PATCH, 24, false, false}, {"OSG5", PROGRAM_SIGNATURE_OUTPUT, 28, true, false},
    {"ISG1", PROGRAM_SIGNATURE_INPUT, 32, true, true},   {"OSG1", PROGRAM_SIGNATURE_OUTPUT, 32, true, true},
    {"PSG1", PROGRAM_SIGNATURE_PATCH, 32, true, true},
};

static const struct layout *find_layout(const char *fourcc)
{
    for (size_t i = 0; i < BASE_COUNT(layouts); i++)
        if (memcmp(layouts[i].fourcc, fourcc, 4) == 0)
            return &layouts[i];
    return NULL;
}

int dxbc_signature_kind(const char *fourcc)
{
    const struct layout *layout = find_layout(fourcc);
    return layout ? layout->kind : -1;
}

static void read_element(struct dxbc_reader *reader, const struct layout *layout, uint64_t at,
                         struct program_signature_element *out)
{
    if (layout->has_stream) {
        out->stream = dxbc_u32(reader, at);
        at += 4;
    }
    out->name = dxbc_string(reader, dxbc_u32(reader, at));
    out->semantic_index = dxbc_u32(reader, at + 4);
    out->system_value = dxbc_u32(reader, at + 8);
    out->component_type = dxbc_u32(reader, at + 12);
    out->reg = dxbc_u32(reader, at + 16);
    uint32_t masks = dxbc_u32(reader, at + 20);
    out->mask = masks & 0xff;
    out->rw_mask = masks >> 8 & 0xff;
    if (layout->has_precision)
        out->min_precision = dxbc_u32(reader, at + 24);
}

bool dxbc_signature_read(struct dxbc_reader *reader, const char *fourcc, struct program_signature *out)
{
    const struct layout *layout = find_layout(fourcc);
    uint32_t count = dxbc_u32(reader, 0), first = dxbc_u32(reader, 4);
    if (reader->bad || !dxbc_fits(reader, first, count, layout->stride))
        return false;
    struct program_signature read = {.present = true, .count = count};
    memcpy(read.fourcc, layout->fourcc, sizeof read.fourcc);
    read.elements = dxbc_array(reader, count, sizeof *read.elements);
    if (!read.elements)
        return false;
    for (uint32_t i = 0; i < count; i++)
        read_element(reader, layout, first + (uint64_t)i * layout->stride, &read.elements[i]);
    if (!reader->bad)
        *out = read;
    return !reader->bad;
}

/* ---- writing ---- */

static void add_u32(struct strbuf *out, uint32_t word)
{
    strbuf_add_bytes(out, (const char *)&word, sizeof word);
}

/* An element's name, for sorting: equal names adjacent, in order of elements. */
struct named {
    const char *name;
    uint32_t element;
};

static int by_name(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : x->element < y->element ? -1 : x->element > y->element;
}

/* firsts[i] is the first element with the name of element i; false when out of memory. */
static bool find_firsts(const struct program_signature *signature, uint32_t *firsts)
{
    struct named *sorted = calloc(signature->count + 1, sizeof *sorted);
    if (!sorted)
        return false;
    for (uint32_t i = 0; i < signature->count; i++)
        sorted[i] = (struct named){signature->elements[i].name, i};
    qsort(sorted, signature->count, sizeof *sorted, by_name);
    for (uint32_t i = 0; i < signature->count; i++) {
        bool repeated = i && strcmp(sorted[i].name, sorted[i - 1].name) == 0;
        firsts[sorted[i].element] = repeated ? firsts[sorted[i - 1].element] : sorted[i].element;
    }
    free(sorted);
    return true;
}

/* The distinct names in the order of their first use. offsets[i] is the offset of the name of element i in
   the pool. */
static bool make_pool(const struct program_signature *signature, uint32_t *offsets, struct strbuf *pool)
{
    uint32_t *firsts = calloc(signature->count + 1, sizeof *firsts);
    bool ok = firsts && find_firsts(signature, firsts);
    for (uint32_t i = 0; ok && i < signature->count; i++) {
        const char *name = signature->elements[i].name;
        if (firsts[i] != i) {
            offsets[i] = offsets[firsts[i]];
            continue;
        }
        offsets[i] = (uint32_t)pool->length;
        strbuf_add_bytes(pool, name, strlen(name) + 1);
    }
    free(firsts);
    return ok && !pool->failed;
}

static void write_element(const struct program_signature_element *element, const struct layout *layout,
                          uint32_t name, struct strbuf *out)
{
    if (layout->has_stream)
        add_u32(out, element->stream);
    add_u32(out, name);
    add_u32(out, element->semantic_index);
    add_u32(out, element->system_value);
    add_u32(out, element->component_type);
    add_u32(out, element->reg);
    add_u32(out, element->mask | (uint32_t)element->rw_mask << 8);
    if (layout->has_precision)
        add_u32(out, element->min_precision);
}

void dxbc_signature_write(const struct program_signature *signature, struct strbuf *out)
{
    const struct layout *layout = find_layout(signature->fourcc);
    struct strbuf pool = {0};
    uint32_t *offsets = calloc(signature->count + 1, sizeof *offsets);
    out->failed |= !offsets || !make_pool(signature, offsets, &pool);
    uint32_t names = HEAD + signature->count * layout->stride;
    size_t start = out->length;
    add_u32(out, signature->count);
    add_u32(out, HEAD);
    for (uint32_t i = 0; i < signature->count && !out->failed; i++)
        write_element(&signature->elements[i], layout, names + offsets[i], out);
    strbuf_add_bytes(out, strbuf_text(&pool), pool.length);
    strbuf_add_repeat(out, (char)0xab, (4 - (out->length - start) % 4) % 4);
    free(offsets);
    strbuf_free(&pool);
}
