/* The changes of a range of groups as bytes, and their merge. */
#include "split/split.h"

enum { BLOCK = 4096 }; /* bytes compared at once; a multiple of every width */

static uint32_t load(const uint8_t *bytes, uint32_t width)
{
    uint32_t value = 0;
    memcpy(&value, bytes, width);
    return value;
}

/* ---- taking ---- */

static void add_number(struct strbuf *out, uint64_t value)
{
    uint8_t bytes[10];
    size_t count = 0;
    do {
        bytes[count++] = (uint8_t)((value & 127) | (value > 127 ? 128 : 0));
        value >>= 7;
    } while (value);
    strbuf_add_bytes(out, (const char *)bytes, count);
}

/* Bytes of the element at `at`; the last one of a buffer may be cut. */
static uint32_t width_at(const struct split_memory *m, uint64_t at)
{
    uint64_t left = m->buffer->size - at;
    return left < m->width ? (uint32_t)left : m->width;
}

static bool is_changed(const struct split_memory *m, uint64_t at)
{
    if (m->width == 4 && m->buffer->size - at >= 4) /* almost always; a comparison of words, inline */
        return load_u32(m->buffer->data + at) != load_u32(m->before + at);
    return memcmp(m->buffer->data + at, m->before + at, width_at(m, at)) != 0;
}

/* The first changed element from `at` on, or the buffer's size. */
static uint64_t next_changed(const struct split_memory *m, uint64_t at)
{
    uint64_t size = m->buffer->size;
    while (at < size) {
        uint64_t block = at % BLOCK ? 0 : size - at < BLOCK ? size - at : BLOCK;
        if (block && memcmp(m->buffer->data + at, m->before + at, block) == 0) {
            at += block;
            continue;
        }
        if (is_changed(m, at))
            return at;
        at += width_at(m, at);
    }
    return size;
}

static void take_memory(const struct split_memory *m, struct strbuf *out)
{
    uint64_t size = m->buffer->size, end = 0;
    for (uint64_t at = next_changed(m, 0); at < size; at = next_changed(m, end)) {
        uint64_t skipped = (at - end) / m->width;
        end = at;
        while (end < size && is_changed(m, end))
            end += width_at(m, end);
        add_number(out, skipped);
        add_number(out, (end - at + m->width - 1) / m->width);
        strbuf_add_bytes(out, (const char *)m->buffer->data + at, end - at);
    }
    add_number(out, 0);
    add_number(out, 0);
}

enum sm5_status split_take(const struct sm5_split *split, struct strbuf *out)
{
    for (size_t i = 0; i < split->memory_count; i++)
        take_memory(&split->memory[i], out);
    for (size_t i = 0; i < split->counter_count; i++) {
        uint32_t now = atomic_load_explicit(split->counters[i].at, memory_order_relaxed);
        uint32_t added = now - split->counters[i].start;
        strbuf_add_bytes(out, (const char *)&added, sizeof added);
    }
    return out->failed ? SM5_ERR_MEMORY : SM5_OK;
}

/* ---- merging ---- */

struct reader {
    const uint8_t *at, *end;
};

static bool read_number(struct reader *r, uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; shift < 63 && r->at < r->end; shift += 7) {
        uint8_t byte = *r->at++;
        *value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return true;
    }
    return false;
}

static uint32_t smaller_signed(uint32_t a, uint32_t b)
{
    return (int32_t)a < (int32_t)b ? a : b;
}

/* `now`: by the ranges merged so far; `value`: by this one. Both began with `before`. */
static uint32_t combine(uint8_t atomic, uint32_t before, uint32_t now, uint32_t value)
{
    switch (atomic) {
    case ISA_ATOMIC_OP_IADD: return now + (value - before);
    case ISA_ATOMIC_OP_AND: return now & value;
    case ISA_ATOMIC_OP_OR: return now | value;
    case ISA_ATOMIC_OP_XOR: return now ^ value ^ before;
    case ISA_ATOMIC_OP_IMAX: return smaller_signed(now, value) == now ? value : now;
    case ISA_ATOMIC_OP_IMIN: return smaller_signed(now, value);
    case ISA_ATOMIC_OP_UMAX: return now > value ? now : value;
    case ISA_ATOMIC_OP_UMIN: return now < value ? now : value;
    default: return value;
    }
}

/* A counter in a buffer of the caller: it is merged as a counter. */
static bool is_counter(const struct sm5_split *split, const uint8_t *word)
{
    for (size_t i = 0; i < split->counter_count; i++)
        if ((const void *)split->counters[i].at == word)
            return true;
    return false;
}

/* False at a conflict. */
static bool merge_element(const struct sm5_split *split, const struct split_memory *m, uint64_t at,
                          const uint8_t *bytes, struct sm5_split_conflict *conflict)
{
    uint32_t width = width_at(m, at);
    uint32_t before = load(m->before + at, width), now = load(m->buffer->data + at, width);
    uint32_t value = load(bytes, width), made = combine(m->atomic, before, now, value);
    if (is_counter(split, m->buffer->data + at))
        return true;
    if (m->atomic == SPLIT_STORES && now != before && now != value && !split->racy) {
        *conflict = (struct sm5_split_conflict){m->buffer, at, width, {now, value}};
        return false;
    }
    memcpy(m->buffer->data + at, &made, width);
    return true;
}

/* Stores to words that no earlier range changed, and that are not counters. */
static bool is_copied(const struct sm5_split *split, const struct split_memory *m, uint64_t at,
                      uint64_t bytes)
{
    return m->atomic == SPLIT_STORES && !split->counter_count &&
           memcmp(m->buffer->data + at, m->before + at, bytes) == 0;
}

static enum sm5_status merge_run(const struct sm5_split *split, const struct split_memory *m, uint64_t at,
                                 uint64_t bytes, struct reader *r, struct sm5_split_conflict *conflict)
{
    if (bytes > (uint64_t)(r->end - r->at))
        return SM5_ERR_INPUT;
    if (bytes && is_copied(split, m, at, bytes)) {
        memcpy(m->buffer->data + at, r->at, bytes);
        r->at += bytes;
        return SM5_OK;
    }
    for (uint64_t end = at + bytes; at < end;) {
        uint32_t width = width_at(m, at);
        if (!merge_element(split, m, at, r->at, conflict))
            return SM5_ERR_PROGRAM;
        r->at += width;
        at += width;
    }
    return SM5_OK;
}

static enum sm5_status merge_memory(const struct sm5_split *split, const struct split_memory *m,
                                    struct reader *r, struct sm5_split_conflict *conflict)
{
    uint64_t at = 0, skipped, count;
    uint64_t elements = (m->buffer->size + m->width - 1) / m->width;
    while (read_number(r, &skipped) && read_number(r, &count)) {
        if (!count)
            return SM5_OK;
        if (skipped > elements - at || count > elements - at - skipped)
            return SM5_ERR_INPUT;
        at += skipped;
        uint64_t first = at * m->width, last = (at + count) * m->width;
        last = last < m->buffer->size ? last : m->buffer->size;
        enum sm5_status status = merge_run(split, m, first, last - first, r, conflict);
        if (status)
            return status;
        at += count;
    }
    return SM5_ERR_INPUT;
}

enum sm5_status split_merge(struct sm5_split *split, const uint8_t *changes, size_t size,
                            struct sm5_split_conflict *conflict)
{
    struct reader r = {changes, changes + size};
    enum sm5_status status = SM5_OK;
    for (size_t i = 0; i < split->memory_count && !status; i++)
        status = merge_memory(split, &split->memory[i], &r, conflict);
    if (!status && (size_t)(r.end - r.at) != 4 * split->counter_count)
        return SM5_ERR_INPUT;
    for (size_t i = 0; i < split->counter_count && !status; i++, r.at += 4)
        atomic_fetch_add_explicit(split->counters[i].at, load(r.at, 4), memory_order_relaxed);
    return status;
}
