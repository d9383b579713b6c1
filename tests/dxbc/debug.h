/* Containers with debug information, laid out by hand: a chunk SDBG, or a chunk SPDB that holds a PDB. */
#ifndef SM5_TEST_DEBUG_H
#define SM5_TEST_DEBUG_H

#include "made.h"
#include "payload.h"

/* The container with one chunk more; its checksum is not made. */
static inline struct strbuf with_chunk(const struct strbuf *file, const char *fourcc,
                                       const struct strbuf *payload)
{
    struct strbuf out = {0};
    uint32_t count = load_u32(file->text + 28), list = 32 + 4 * count;
    strbuf_add_bytes(&out, file->text, 28);
    uint32_t head[] = {count + 1}, last = (uint32_t)file->length + 4;
    strbuf_add_bytes(&out, (const char *)head, 4);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t moved = load_u32(file->text + 32 + 4 * i) + 4;
        strbuf_add_bytes(&out, (const char *)&moved, 4);
    }
    strbuf_add_bytes(&out, (const char *)&last, 4);
    strbuf_add_bytes(&out, file->text + list, file->length - list);
    uint32_t size = (uint32_t)payload->length;
    strbuf_add_bytes(&out, fourcc, 4);
    strbuf_add_bytes(&out, (const char *)&size, 4);
    strbuf_add_bytes(&out, payload->text, payload->length);
    store_u32(out.text + 24, (uint32_t)out.length);
    return out;
}

/* ---- SDBG ---- */

enum { SDBG_HEADER = 84, SDBG_INSTRUCTION = 396, SDBG_INSTRUCTION_TOKEN = 372 };

/* Names of files, tokens of (file, line), and a token for each instruction. */
struct sdbg {
    const char *const *files;
    uint32_t file_count;
    const uint32_t (*tokens)[2];
    uint32_t token_count;
    const uint32_t *instructions;
    uint32_t instruction_count;
};

static inline struct payload sdbg_of(const struct sdbg *debug)
{
    struct payload p = {0};
    struct strbuf names = {0};
    strbuf_add_repeat(&p.bytes, 0, SDBG_HEADER);
    payload_set(&p, 0, SDBG_HEADER);
    payload_set(&p, 20, debug->file_count);
    payload_set(&p, 24, payload_here(&p) - SDBG_HEADER);
    for (uint32_t i = 0; i < debug->file_count; i++) {
        WORDS(&p, (uint32_t)names.length, (uint32_t)strlen(debug->files[i]), 0, 0);
        strbuf_add(&names, debug->files[i]);
    }
    payload_set(&p, 28, debug->instruction_count);
    payload_set(&p, 32, payload_here(&p) - SDBG_HEADER);
    for (uint32_t i = 0; i < debug->instruction_count; i++) {
        uint32_t at = payload_here(&p);
        strbuf_add_repeat(&p.bytes, 0, SDBG_INSTRUCTION);
        payload_set(&p, at, i);
        payload_set(&p, at + SDBG_INSTRUCTION_TOKEN, debug->instructions[i]);
    }
    payload_set(&p, 52, debug->token_count);
    payload_set(&p, 56, payload_here(&p) - SDBG_HEADER);
    for (uint32_t i = 0; i < debug->token_count; i++)
        WORDS(&p, debug->tokens[i][0], debug->tokens[i][1], 0, 0, 0);
    payload_set(&p, 76, payload_here(&p) - SDBG_HEADER);
    payload_set(&p, 80, payload_here(&p) - SDBG_HEADER);
    strbuf_add_bytes(&p.bytes, strbuf_text(&names), names.length);
    strbuf_free(&names);
    return p;
}

/* ---- SPDB ---- */

enum { PDB_BLOCK = 512, PDB_STREAMS = 6, PDB_NAMES = 4, PDB_MODULE = 5 };

/* What a module's stream is made of. `blocks` are pairs of bytes of the code and lines, all of file 0 but the
   last `in_other`. */
struct pdb {
    const char *files[2];
    uint32_t base; /* of the lines */
    const uint32_t (*lines)[2];
    uint32_t line_count, in_other;
    bool columns;
    /* One function of the second file, inlined; NULL: none. */
    const uint8_t *annotations;
    size_t annotation_bytes;
    uint32_t inlinee_line;
    uint32_t proc;
};

static inline void pdb_begin(struct payload *p, uint32_t kind)
{
    WORDS(p, kind, 0);
}

/* Fills in how long the part is that starts at `at`, and pads it. */
static inline void pdb_end(struct payload *p, uint32_t at)
{
    payload_set(p, at + 4, payload_here(p) - at - 8);
    strbuf_add_repeat(&p->bytes, 0, -p->bytes.length % 4);
}

static inline void pdb_block(struct payload *p, const struct pdb *pdb, uint32_t file, uint32_t first,
                             uint32_t count)
{
    enum { CHECKSUM = 24 };
    WORDS(p, file * CHECKSUM, count, 12 + count * (pdb->columns ? 12 : 8));
    for (uint32_t i = first; i < first + count; i++)
        WORDS(p, pdb->lines[i][0], pdb->lines[i][1] | 0x80000000);
    for (uint32_t i = 0; i < count && pdb->columns; i++)
        WORDS(p, 5 << 16 | 1);
}

static inline struct payload pdb_c13(const struct pdb *pdb)
{
    struct payload p = {0};
    uint32_t at = payload_here(&p), own = pdb->line_count - pdb->in_other;
    pdb_begin(&p, 0xf2);
    WORDS(&p, pdb->base, pdb->columns ? 1 << 16 : 0, 4096);
    if (own)
        pdb_block(&p, pdb, 0, 0, own);
    if (pdb->in_other)
        pdb_block(&p, pdb, 1, own, pdb->in_other);
    pdb_end(&p, at);
    at = payload_here(&p);
    pdb_begin(&p, 0xf4); /* name, 16 bytes of MD5 */
    WORDS(&p, 1, 0x0110, 0, 0, 0, 0);
    WORDS(&p, 2 + (uint32_t)strlen(pdb->files[0]), 0x0110, 0, 0, 0, 0);
    pdb_end(&p, at);
    if (!pdb->annotations)
        return p;
    at = payload_here(&p);
    pdb_begin(&p, 0xf6);
    WORDS(&p, 0, 0x1001, 24, pdb->inlinee_line);
    pdb_end(&p, at);
    return p;
}

static inline struct payload pdb_symbols(const struct pdb *pdb)
{
    struct payload p = {0};
    WORDS(&p, 4, 0x11100000 | 46);
    WORDS(&p, 0, 0, 0, 4096, 0, 0, 0, pdb->proc, 1, 0x6e69616d, 0);
    if (!pdb->annotations)
        return p;
    size_t bytes = 14 + pdb->annotation_bytes, padded = bytes + (-(bytes + 2) % 4);
    WORDS(&p, 0x114d0000 | (uint32_t)padded, 0, 0, 0x1001);
    strbuf_add_bytes(&p.bytes, (const char *)pdb->annotations, pdb->annotation_bytes);
    strbuf_add_repeat(&p.bytes, 0, padded - bytes);
    return p;
}

static inline void pdb_append(struct payload *to, struct payload part)
{
    strbuf_add_bytes(&to->bytes, part.bytes.text, part.bytes.length);
    strbuf_free(&part.bytes);
}

/* Streams by number: nothing, info, types, modules, names, the module's. */
static inline struct payload pdb_stream(const struct pdb *pdb, unsigned number)
{
    struct payload p = {0};
    if (number == 1) {
        WORDS(&p, 20000404, 0, 1, 0, 0, 0, 0, 8);
        strbuf_add_bytes(&p.bytes, "/names\0", 8);
        WORDS(&p, 1, 4, 1, 1, 0, 0, PDB_NAMES, 0);
    } else if (number == 3) {
        struct payload symbols = pdb_symbols(pdb), c13 = pdb_c13(pdb);
        uint32_t module_at = 64;
        strbuf_add_repeat(&p.bytes, 0, module_at + 64);
        payload_set(&p, 0, UINT32_MAX);
        payload_set(&p, 24, 64 + 8);
        payload_set(&p, module_at + 32, PDB_MODULE << 16);
        payload_set(&p, module_at + 36, payload_here(&symbols));
        payload_set(&p, module_at + 44, payload_here(&c13));
        strbuf_add_bytes(&p.bytes, "hlsl\0o\0", 8);
        strbuf_free(&symbols.bytes);
        strbuf_free(&c13.bytes);
    } else if (number == PDB_NAMES) {
        uint32_t bytes = 3 + (uint32_t)(strlen(pdb->files[0]) + strlen(pdb->files[1]));
        WORDS(&p, 0xeffeeffe, 1, bytes);
        strbuf_add_char(&p.bytes, 0);
        for (unsigned i = 0; i < 2; i++)
            strbuf_add_bytes(&p.bytes, pdb->files[i], strlen(pdb->files[i]) + 1);
    } else if (number == PDB_MODULE) {
        pdb_append(&p, pdb_symbols(pdb));
        pdb_append(&p, pdb_c13(pdb));
    }
    return p;
}

/* Block 0: the header; 1: the directory's block numbers; 2: the directory; then the streams, each with its
   blocks in reverse, so that nothing lies in one piece by chance. */
static inline struct payload pdb_file(const struct pdb *pdb)
{
    struct payload p = {0}, directory = {0}, blocks = {0};
    uint32_t next = 3;
    WORDS(&directory, PDB_STREAMS);
    for (unsigned i = 0; i < PDB_STREAMS; i++) {
        struct payload stream = pdb_stream(pdb, i);
        WORDS(&directory, payload_here(&stream));
        strbuf_free(&stream.bytes);
    }
    for (unsigned i = 0; i < PDB_STREAMS; i++) {
        struct payload stream = pdb_stream(pdb, i);
        uint32_t count = (payload_here(&stream) + PDB_BLOCK - 1) / PDB_BLOCK;
        strbuf_add_repeat(&stream.bytes, 0, -stream.bytes.length % PDB_BLOCK);
        for (uint32_t k = 0; k < count; k++) {
            WORDS(&directory, next + count - 1 - k);
            strbuf_add_bytes(&blocks.bytes, stream.bytes.text + (size_t)(count - 1 - k) * PDB_BLOCK,
                             PDB_BLOCK);
        }
        next += count;
        strbuf_free(&stream.bytes);
    }
    strbuf_add_bytes(&p.bytes, "Microsoft C/C++ MSF 7.00\r\n\x1a\x44S\0\0", 32);
    WORDS(&p, PDB_BLOCK, 1, next, payload_here(&directory), 0, 1);
    strbuf_add_repeat(&p.bytes, 0, PDB_BLOCK - p.bytes.length);
    WORDS(&p, 2);
    strbuf_add_repeat(&p.bytes, 0, PDB_BLOCK - 4);
    strbuf_add_repeat(&directory.bytes, 0, PDB_BLOCK - directory.bytes.length);
    pdb_append(&p, directory);
    pdb_append(&p, blocks);
    return p;
}

#endif
