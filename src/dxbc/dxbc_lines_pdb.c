/* SPDB: a PDB in a chunk. The streams that are needed for lines are read: the names of streams, the names
   of files, the list of modules, and of each module its symbols and its C13 line data. */
#include "dxbc/dxbc_lines.h"

#include <stdlib.h>

enum {
    STREAM_INFO = 1,
    STREAM_MODULES = 3, /* the DBI stream */
    INFO_NAMES = 28,    /* after version, time, age and GUID */
    NAMES_BYTES = 12,   /* signature, version, bytes of names */
    MODULES_SIZE = 24,  /* in the DBI stream's header */
    MODULES_FIRST = 64,
    MODULE_BYTES = 64, /* before its two names */
    NO_STREAM = 0xffff,
    LINES_BYTES = 12, /* of a DEBUG_S_LINES: start of its code, flags, length */
    BLOCK_BYTES = 12, /* file, lines, bytes */
    RECENT = 16,
    LINE_STEP_INTO = 0xfeefee, /* numbers that are not lines */
    LINE_STEP_OVER = 0xf00f00,
};

enum subsection { DEBUG_S_LINES = 0xf2, DEBUG_S_FILECHKSMS = 0xf4, DEBUG_S_INLINEELINES = 0xf6 };

struct pdb {
    struct lines *lines;
    struct dxbc_reader *reader; /* of the chunk */
    struct msf msf;
    struct bytes names;
    struct lines_marks marks, sites;
    bool has_base, has_site_base;
    uint32_t base, site_base;
    /* Cache of file names by offset in `names`: code alternates between few files. */
    uint32_t recent[RECENT];
    uint32_t recent_file[RECENT];
    uint32_t recent_count;
};

/* One module's. */
struct module {
    struct dxbc_reader symbols, c13;
    struct bytes checksums;
    struct lines_inlinees inlinees;
};

/* Propagates the errors of a sub-reader; false when it has any. */
static bool merge(struct pdb *pdb, const struct dxbc_reader *from)
{
    pdb->reader->bad |= from->bad;
    pdb->reader->no_memory |= from->no_memory;
    return !pdb->reader->bad && !pdb->reader->no_memory;
}

static struct dxbc_reader reader_of(const struct pdb *pdb, struct bytes payload)
{
    return (struct dxbc_reader){.payload = payload, .arena = pdb->reader->arena};
}

/* ---- names ---- */

/* A hash table follows the names: entries, capacity, two sets of bits (present, deleted), and the
   entries, each the offset of a name and the number of a stream. */
static bool find_names_stream(struct pdb *pdb, uint32_t *stream)
{
    struct bytes info;
    if (!msf_stream(&pdb->msf, STREAM_INFO, &info))
        return false;
    struct dxbc_reader r = reader_of(pdb, info);
    uint64_t names = INFO_NAMES + 4, bytes = dxbc_u32(&r, INFO_NAMES);
    uint64_t at = names + bytes;
    uint32_t count = dxbc_u32(&r, at);
    at += 8;
    for (unsigned set = 0; set < 2; set++)
        at += 4 + 4ull * dxbc_u32(&r, at);
    *stream = UINT32_MAX;
    for (uint32_t i = 0; i < count && !r.bad; i++, at += 8) {
        static const char wanted[] = "/names";
        uint64_t name = dxbc_u32(&r, at);
        if (name + sizeof wanted <= bytes && memcmp(info.data + names + name, wanted, sizeof wanted) == 0)
            *stream = dxbc_u32(&r, at + 4);
    }
    return merge(pdb, &r);
}

static bool read_names(struct pdb *pdb)
{
    uint32_t stream;
    struct bytes all;
    if (!find_names_stream(pdb, &stream) || !msf_stream(&pdb->msf, stream, &all))
        return false;
    struct dxbc_reader r = reader_of(pdb, all);
    uint32_t bytes = dxbc_u32(&r, 8);
    r.bad |= NAMES_BYTES + (uint64_t)bytes > all.size;
    if (!r.bad)
        pdb->names = (struct bytes){all.data + NAMES_BYTES, bytes};
    return merge(pdb, &r);
}

static bool find_recent(const struct pdb *pdb, uint32_t name, uint32_t *file)
{
    for (uint32_t i = 0; i < RECENT && i < pdb->recent_count; i++)
        if (pdb->recent[i] == name) {
            *file = pdb->recent_file[i];
            return true;
        }
    return false;
}

/* The chunk's reader counts the reads of names. */
static bool add_file(struct pdb *pdb, struct dxbc_reader *r, uint32_t name, uint32_t *file)
{
    const uint8_t *text = pdb->names.data + name;
    size_t room = pdb->names.size - name, length = strnlen((const char *)text, room);
    r->bad |= length == room || !dxbc_fits(pdb->reader, 0, (uint32_t)length, 1);
    if (r->bad || !lines_add_file(pdb->lines, r, text, length))
        return false;
    *file = (uint32_t)pdb->lines->files.count - 1;
    pdb->recent[pdb->recent_count % RECENT] = name;
    pdb->recent_file[pdb->recent_count % RECENT] = *file;
    pdb->recent_count++;
    return true;
}

/* The file whose checksum is at offset `at`: an index in lines->files. */
static bool file_at(struct pdb *pdb, const struct module *module, uint32_t at, uint32_t *file)
{
    struct dxbc_reader r = reader_of(pdb, module->checksums);
    uint32_t name = dxbc_u32(&r, at);
    r.bad |= name >= pdb->names.size;
    if (!r.bad && !find_recent(pdb, name, file))
        add_file(pdb, &r, name, file);
    return merge(pdb, &r);
}

/* ---- line data ---- */

/* A subsection: kind, bytes, contents, up to a multiple of 4. */
struct part {
    uint32_t kind, at, end;
};

static bool next_part(struct dxbc_reader *r, struct part *part)
{
    uint64_t at = ((uint64_t)part->end + 3) & ~(uint64_t)3;
    if (at >= r->payload.size)
        return false;
    part->kind = dxbc_u32(r, at);
    uint64_t end = at + 8 + dxbc_u32(r, at + 4);
    if (end > r->payload.size)
        return !(r->bad = true);
    part->at = (uint32_t)at + 8;
    part->end = (uint32_t)end;
    return !r->bad;
}

static int by_id(const void *a, const void *b)
{
    const struct lines_inlinee *x = a, *y = b;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* Function, file, line; followed by `extra` files each when the subsection's flag is 1. */
static void read_inlinees(struct module *module, struct part part)
{
    struct dxbc_reader *r = &module->c13;
    uint32_t with_files = dxbc_u32(r, part.at);
    for (uint64_t at = part.at + 4ull; at + 12 <= part.end && !r->bad; at += 12) {
        struct lines_inlinee made = {dxbc_u32(r, at), dxbc_u32(r, at + 4), dxbc_u32(r, at + 8)};
        r->no_memory |= !VEC_PUSH(&module->inlinees, made);
        if (with_files)
            at += 4 + 4ull * dxbc_u32(r, at + 12);
    }
}

/* Lines may refer to later subsections. */
static bool read_references(struct module *module)
{
    struct dxbc_reader *r = &module->c13;
    for (struct part part = {0}; next_part(r, &part);)
        if (part.kind == DEBUG_S_FILECHKSMS)
            module->checksums = (struct bytes){r->payload.data + part.at, part.end - part.at};
        else if (part.kind == DEBUG_S_INLINEELINES)
            read_inlinees(module, part);
    if (module->inlinees.count > 1)
        qsort(module->inlinees.data, module->inlinees.count, sizeof *module->inlinees.data, by_id);
    return !r->bad && !r->no_memory;
}

/* Lines of one file: offset in the code, and the line in 24 bits. Columns follow if present. */
static bool read_block(struct pdb *pdb, struct module *module, uint64_t at, uint64_t end)
{
    struct dxbc_reader *r = &module->c13;
    uint32_t file, count = dxbc_u32(r, at + 4);
    if (r->bad || at + BLOCK_BYTES + 8ull * count > end || !file_at(pdb, module, dxbc_u32(r, at), &file))
        return !(r->bad = true);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t record = at + BLOCK_BYTES + 8 * i;
        struct lines_mark mark = {dxbc_u32(r, record), 0, dxbc_u32(r, record + 4) & 0xffffff, file};
        bool is_line = mark.line != LINE_STEP_INTO && mark.line != LINE_STEP_OVER;
        r->no_memory |= is_line && !VEC_PUSH(&pdb->marks, mark);
    }
    return !r->no_memory;
}

static bool read_lines(struct pdb *pdb, struct module *module, struct part part)
{
    struct dxbc_reader *r = &module->c13;
    if (!pdb->has_base)
        pdb->base = dxbc_u32(r, part.at);
    pdb->has_base = true;
    for (uint64_t at = part.at + (uint64_t)LINES_BYTES; at + BLOCK_BYTES <= part.end;) {
        uint32_t bytes = dxbc_u32(r, at + 8);
        uint64_t end = at + bytes;
        if (bytes < BLOCK_BYTES || end > part.end || !read_block(pdb, module, at, end))
            return !(r->bad = true);
        at = end;
    }
    return true;
}

/* ---- modules ---- */

/* Inline sites identify the file by its checksum. */
static bool read_sites(struct pdb *pdb, struct module *module)
{
    uint32_t base = 0;
    size_t first = pdb->sites.count;
    bool ok = lines_read_sites(&module->symbols, &module->inlinees, &pdb->sites, &base);
    if (!pdb->has_site_base && pdb->sites.count > first) {
        pdb->has_site_base = true;
        pdb->site_base = base;
    }
    for (size_t i = first; i < pdb->sites.count && ok; i++)
        ok = file_at(pdb, module, pdb->sites.data[i].file, &pdb->sites.data[i].file);
    return ok;
}

static bool read_module_data(struct pdb *pdb, struct module *module)
{
    bool ok = read_references(module);
    for (struct part part = {0}; ok && next_part(&module->c13, &part);)
        if (part.kind == DEBUG_S_LINES)
            ok = read_lines(pdb, module, part);
    ok = ok && !module->c13.bad && read_sites(pdb, module);
    VEC_FREE(&module->inlinees);
    pdb->reader->bad |= !ok;
    return merge(pdb, &module->c13) && merge(pdb, &module->symbols);
}

/* A module's stream: symbols, older line data, C13 line data. */
static bool read_module(struct pdb *pdb, uint32_t stream, uint64_t symbols, uint64_t old, uint64_t c13)
{
    struct bytes all;
    if (!msf_stream(&pdb->msf, stream, &all))
        return false;
    if (symbols + old + c13 > all.size || symbols < 4)
        return all.size == 0 || !(pdb->reader->bad = true);
    struct module module = {
        .symbols = reader_of(pdb, (struct bytes){all.data, symbols}),
        .c13 = reader_of(pdb, (struct bytes){all.data + symbols + old, c13}),
    };
    return read_module_data(pdb, &module);
}

/* The end of a zero-terminated string. */
static uint64_t after_text(struct dxbc_reader *r, uint64_t at)
{
    size_t room = at < r->payload.size ? r->payload.size - at : 0;
    size_t length = room ? strnlen((const char *)r->payload.data + at, room) : 0;
    r->bad |= length == room;
    return at + length + 1;
}

static bool read_modules(struct pdb *pdb)
{
    struct bytes all;
    if (!msf_stream(&pdb->msf, STREAM_MODULES, &all))
        return false;
    struct dxbc_reader r = reader_of(pdb, all);
    uint64_t end = MODULES_FIRST + (uint64_t)dxbc_u32(&r, MODULES_SIZE);
    r.bad |= end > all.size;
    for (uint64_t at = MODULES_FIRST; at + MODULE_BYTES <= end && !r.bad;) {
        uint16_t stream = dxbc_u16(&r, at + 34);
        uint32_t symbols = dxbc_u32(&r, at + 36), old = dxbc_u32(&r, at + 40), c13 = dxbc_u32(&r, at + 44);
        if (stream != NO_STREAM && !r.bad && !read_module(pdb, stream, symbols, old, c13))
            return false;
        at = after_text(&r, after_text(&r, at + MODULE_BYTES));
        at = (at + 3) & ~(uint64_t)3;
    }
    return merge(pdb, &r);
}

bool lines_read_pdb(struct lines *lines, struct dxbc_reader *reader)
{
    struct arena streams = {0};
    struct pdb pdb = {.lines = lines, .reader = reader};
    bool ok = msf_open(&pdb.msf, reader, &streams) && read_names(&pdb) && read_modules(&pdb);
    lines_set_table(lines, &pdb.marks, pdb.base);
    reader->no_memory |= !lines_set_inlined(lines, &pdb.sites, pdb.site_base);
    arena_free(&streams);
    VEC_FREE(&pdb.marks);
    VEC_FREE(&pdb.sites);
    return ok && !reader->no_memory;
}
