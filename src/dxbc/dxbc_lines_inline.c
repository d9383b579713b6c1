/* Inlined functions: their lines by bytes of the code. fxc inlines all calls, so the line table
   alone would give the line of the call in main. */
#include "dxbc/dxbc_lines.h"

enum { S_GPROC32 = 0x1110, S_LPROC32 = 0x110f, S_INLINESITE = 0x114d };

enum {
    SYMBOLS_FIRST = 4, /* after the signature */
    PROC_OFFSET = 32,  /* of a procedure record: start of its code */
    SITE_INLINEE = 12, /* of an inline site: the function */
    SITE_FIRST = 16,   /* its annotations */
};

/* Annotations of a site: an operation and one or two operands. */
enum annotation {
    ANNOTATE_END,
    ANNOTATE_OFFSET,
    ANNOTATE_BASE,
    ANNOTATE_ADD_OFFSET,
    ANNOTATE_LENGTH,
    ANNOTATE_FILE,
    ANNOTATE_ADD_LINE,
    ANNOTATE_LINE_END,
    ANNOTATE_RANGE_KIND,
    ANNOTATE_COLUMN,
    ANNOTATE_COLUMN_END_DELTA,
    ANNOTATE_ADD_OFFSET_AND_LINE,
    ANNOTATE_LENGTH_AND_ADD_OFFSET,
    ANNOTATE_COLUMN_END,
    ANNOTATE_COUNT
};

struct site {
    struct dxbc_reader *symbols;
    struct lines_marks *marks;
    uint64_t at, end;
    uint32_t file, line; /* of the function */
    uint32_t base, offset, delta;
    bool open; /* the last mark extends to the start of the next one */
};

/* 7 bits in one byte, 14 in two, 29 in four: the top bits of the first byte encode the length. */
static uint32_t number(struct site *s)
{
    const uint8_t *bytes = s->symbols->payload.data + s->at;
    unsigned size = s->at >= s->end ? 5 : !(bytes[0] & 0x80) ? 1 : !(bytes[0] & 0x40) ? 2 : 4;
    if (s->at + size > s->end || (size == 4 && (bytes[0] & 0xe0) != 0xc0)) {
        s->symbols->bad = true;
        return 0;
    }
    s->at += size;
    if (size == 1)
        return bytes[0];
    if (size == 2)
        return (bytes[0] & 0x3fu) << 8 | bytes[1];
    return (bytes[0] & 0x1fu) << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* The sign is bit 0. */
static uint32_t signed_of(uint32_t value)
{
    return value & 1 ? -(value >> 1) : value >> 1;
}

static void close_mark(struct site *s, uint32_t to)
{
    if (s->open)
        s->marks->data[s->marks->count - 1].to = to;
    s->open = false;
}

/* A mark of `length` bytes at the current position; 0: not known yet. */
static void add_mark(struct site *s, uint32_t length)
{
    uint32_t from = s->base + s->offset;
    close_mark(s, from);
    struct lines_mark mark = {from, from + length, s->line + s->delta, s->file};
    s->symbols->no_memory |= !VEC_PUSH(s->marks, mark);
    s->open = length == 0 && !s->symbols->no_memory;
}

static void annotate(struct site *s, uint32_t what)
{
    uint32_t value = number(s);
    switch (what) {
    case ANNOTATE_OFFSET: s->offset = value; break;
    case ANNOTATE_BASE: s->base = value; break;
    case ANNOTATE_ADD_OFFSET:
        s->offset += value;
        add_mark(s, 0);
        break;
    case ANNOTATE_LENGTH:
        close_mark(s, s->base + s->offset + value);
        s->offset += value;
        break;
    case ANNOTATE_ADD_LINE: s->delta += signed_of(value); break;
    case ANNOTATE_ADD_OFFSET_AND_LINE:
        s->offset += value & 0xf;
        s->delta += signed_of(value >> 4);
        add_mark(s, 0);
        break;
    case ANNOTATE_LENGTH_AND_ADD_OFFSET:
        s->offset += number(s);
        add_mark(s, value);
        break;
    default: s->symbols->bad |= what >= ANNOTATE_COUNT; break;
    }
}

/* A last mark without a length covers nothing that is known. */
static void read_site(struct site *s)
{
    while (s->at < s->end && !s->symbols->bad) {
        uint32_t what = number(s);
        if (what == ANNOTATE_END)
            break;
        annotate(s, what);
    }
    if (s->open)
        s->marks->count--;
}

static const struct lines_inlinee *find(const struct lines_inlinees *inlinees, uint32_t id)
{
    size_t low = 0, high = inlinees->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (inlinees->data[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < inlinees->count && inlinees->data[low].id == id ? &inlinees->data[low] : NULL;
}

bool lines_read_sites(struct dxbc_reader *symbols, const struct lines_inlinees *inlinees,
                      struct lines_marks *marks, uint32_t *base)
{
    for (uint64_t at = SYMBOLS_FIRST; at < symbols->payload.size && !symbols->bad && !symbols->no_memory;) {
        uint64_t end = at + 2 + dxbc_u16(symbols, at);
        uint16_t kind = dxbc_u16(symbols, at + 2);
        if (symbols->bad || end > symbols->payload.size || end < at + 4)
            return !(symbols->bad = true);
        if (kind == S_GPROC32 || kind == S_LPROC32)
            *base = dxbc_u32(symbols, at + PROC_OFFSET);
        if (kind == S_INLINESITE && end >= at + SITE_FIRST) {
            const struct lines_inlinee *inlinee = find(inlinees, dxbc_u32(symbols, at + SITE_INLINEE));
            struct site site = {.symbols = symbols, .marks = marks, .at = at + SITE_FIRST, .end = end};
            site.file = inlinee ? inlinee->file : 0;
            site.line = inlinee ? inlinee->line : 0;
            if (inlinee)
                read_site(&site);
        }
        at = end;
    }
    return !symbols->bad && !symbols->no_memory;
}
