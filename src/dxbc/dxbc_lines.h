/* Line tables that are read from debug information and assigned to instructions. */
#ifndef SM5_DXBC_LINES_H
#define SM5_DXBC_LINES_H

#include "dxbc/dxbc_chunk.h"

enum { LINES_NAME_MOST = 1024 }; /* bytes of a file's name: more than any path that fxc takes */

/* Bytes [from, to) of the code come from a line. `to` 0: up to the next mark. */
struct lines_mark {
    uint32_t from, to, line, file;
};

/* Marks whose code may be counted from `base`, or from the start of the code: see lines_mark. */
struct lines_marks {
    struct lines_mark *data;
    size_t count, capacity;
};

struct lines {
    struct sm5_program *program;
    VEC(const char *) files;
};

/* Adds the name of a file, `length` bytes of a payload; its index is files.count - 1. False (and bad, or
   no_memory) when it is not a valid name. */
bool lines_add_file(struct lines *lines, struct dxbc_reader *reader, const uint8_t *name, size_t length);
/* Marks of a table, in any order: each extends to the next. Of several at one offset the last counts. */
void lines_set_table(struct lines *lines, struct lines_marks *marks, uint32_t base);
/* Marks of inlined code: a later one overrides earlier ones. False when out of memory. */
bool lines_set_inlined(struct lines *lines, const struct lines_marks *marks, uint32_t base);

/* dxbc_lines_sdbg.c, dxbc_lines_pdb.c: false when the payload is damaged; lines read so far are kept. */
bool lines_read_sdbg(struct lines *lines, struct dxbc_reader *reader);
bool lines_read_pdb(struct lines *lines, struct dxbc_reader *reader);

/* ---- dxbc_lines_msf.c: a file of streams, each of them a list of blocks ---- */

struct msf {
    struct dxbc_reader *reader; /* of the file */
    struct arena *arena;        /* for streams */
    uint32_t block_bytes, stream_count;
    struct bytes directory;
    const uint32_t *lists; /* by stream: the offset of its block numbers in the directory */
    uint64_t copied;
};

bool msf_open(struct msf *msf, struct dxbc_reader *reader, struct arena *arena);
/* The whole stream; empty when the number does not exist. False when it is damaged. */
bool msf_stream(struct msf *msf, uint32_t stream, struct bytes *out);

/* ---- dxbc_lines_inline.c: symbols of a module ---- */

/* The source location of an inlined function: a record of DEBUG_S_INLINEELINES. */
struct lines_inlinee {
    uint32_t id, file, line; /* file: offset in the checksums */
};

struct lines_inlinees {
    struct lines_inlinee *data; /* by id */
    size_t count, capacity;
};

/* The inline sites of a module's symbols as marks; `file` of a mark is that of its inlinee. *base: start
   of the function. */
bool lines_read_sites(struct dxbc_reader *symbols, const struct lines_inlinees *inlinees,
                      struct lines_marks *marks, uint32_t *base);

#endif
