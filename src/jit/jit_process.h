/* What the engine and the process that compiles for it, sm5-compile, exchange: both are of one build. */
#ifndef SM5_JIT_PROCESS_H
#define SM5_JIT_PROCESS_H

#include "jit/jit.h"

#define JIT_PROCESS       "sm5-compile"
#define JIT_PROCESS_MAGIC "sm5work"

/* Descriptors of the process: files in memory with the request and the reply; errors go to /dev/null. The write end of a
   pipe is closed by its end, whatever ends it. */
enum { JIT_PROCESS_REQUEST = 0, JIT_PROCESS_REPLY = 1, JIT_PROCESS_ERRORS = 2, JIT_PROCESS_END = 3 };

/* Outcomes, kinds of texels, name of the processor and tokens follow. */
struct jit_request {
    char magic[8];
    struct jit_digest key; /* of the code: the process has made the same function, for the same target */
    uint32_t lanes, alias, jam, swapped, merged, clipped, padded, threads[3];
    uint32_t bounded, is_quick, most;
    uint32_t has_outcomes, outcome_bytes, has_texels, texel_bytes, has_cpu, cpu_bytes, token_bytes;
};

/* Object and text follow. */
struct jit_reply {
    char magic[8];
    uint32_t status, is_quick, refused, why_bytes;
    uint64_t size, storage;
};

#endif
