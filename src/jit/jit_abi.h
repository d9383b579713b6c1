/* The interface of compiled code and host: the context that code runs in. Offsets of these fields are part
   of machine code, so every change here changes JIT_ABI, which is part of each cache key. */
#ifndef SM5_JIT_ABI_H
#define SM5_JIT_ABI_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"
#include "sm5/resource.h"

enum { JIT_ABI = 28, JIT_LANES = 16 };

/* Memory for compiling: once, and for each value or LLVM instruction (they take 1 to 2 KiB). */
enum { JIT_BYTES_ONCE = 48 << 20, JIT_BYTES_EACH = 3072 };

/* Bytes before and after the g# of a group that code may load, and store as loaded. */
enum { JIT_TGSM_MARGIN = 64 };

/* Kinds of texels that are bit fields of 1 to 16 bits, lowest first: kind, bytes, coding, bits of r g b a. */
#define JIT_TEXEL_FIELDS(X)                                                                                  \
    X(R16_FLOAT, 2, FLOAT, 16, 0, 0, 0)                                                                      \
    X(RG16_FLOAT, 4, FLOAT, 16, 16, 0, 0)                                                                    \
    X(RG11B10_FLOAT, 4, FLOAT, 11, 11, 10, 0)                                                                \
    X(R16_UNORM, 2, UNORM, 16, 0, 0, 0)                                                                      \
    X(RG16_UNORM, 4, UNORM, 16, 16, 0, 0)                                                                    \
    X(RGBA16_UNORM, 8, UNORM, 16, 16, 16, 16)                                                                \
    X(RGB10A2_UNORM, 4, UNORM, 10, 10, 10, 2)                                                                \
    X(R8_SNORM, 1, SNORM, 8, 0, 0, 0)                                                                        \
    X(RG8_SNORM, 2, SNORM, 8, 8, 0, 0)                                                                       \
    X(RGBA8_SNORM, 4, SNORM, 8, 8, 8, 8)                                                                     \
    X(R16_SNORM, 2, SNORM, 16, 0, 0, 0)                                                                      \
    X(RG16_SNORM, 4, SNORM, 16, 16, 0, 0)                                                                    \
    X(RGBA16_SNORM, 8, SNORM, 16, 16, 16, 16)                                                                \
    X(R8_UINT, 1, UINT, 8, 0, 0, 0)                                                                          \
    X(RG8_UINT, 2, UINT, 8, 8, 0, 0)                                                                         \
    X(RGBA8_UINT, 4, UINT, 8, 8, 8, 8)                                                                       \
    X(R16_UINT, 2, UINT, 16, 0, 0, 0)                                                                        \
    X(RG16_UINT, 4, UINT, 16, 16, 0, 0)                                                                      \
    X(RGBA16_UINT, 8, UINT, 16, 16, 16, 16)                                                                  \
    X(RGB10A2_UINT, 4, UINT, 10, 10, 10, 2)                                                                  \
    X(R8_SINT, 1, SINT, 8, 0, 0, 0)                                                                          \
    X(RG8_SINT, 2, SINT, 8, 8, 0, 0)                                                                         \
    X(RGBA8_SINT, 4, SINT, 8, 8, 8, 8)                                                                       \
    X(R16_SINT, 2, SINT, 16, 0, 0, 0)                                                                        \
    X(RG16_SINT, 4, SINT, 16, 16, 0, 0)                                                                      \
    X(RGBA16_SINT, 8, SINT, 16, 16, 16, 16)

/* Texel kinds that code loads and stores inline. */
enum jit_texel {
    JIT_TEXEL_WORD,   /* one 32-bit word; y and z are 0, w is alpha */
    JIT_TEXEL_PAIR,   /* two words; z is 0, w is alpha */
    JIT_TEXEL_TRIPLE, /* three words, of buffers; w is alpha */
    JIT_TEXEL_FOUR,   /* four words */
    JIT_TEXEL_HALF,   /* four halves */
    JIT_TEXEL_UNORM,  /* four bytes, UNORM */
    JIT_TEXEL_BGRA,   /* the same with red and blue exchanged */
    JIT_TEXEL_SRGB,   /* four bytes, UNORM, red, green and blue in gamma space */
    JIT_TEXEL_BYTE,   /* one byte, UNORM */
    JIT_TEXEL_BYTES,  /* two bytes, UNORM; z is 0, w is alpha */
#define X(name, ...) JIT_TEXEL_##name,
    JIT_TEXEL_FIELDS(X)
#undef X
        JIT_TEXEL_HELP /* none of these, or not known: helpers access them */
};

static inline uint32_t jit_texel_bytes(enum jit_texel texel)
{
    static const uint8_t bytes[] = {
        [JIT_TEXEL_WORD] = 4, [JIT_TEXEL_PAIR] = 8,  [JIT_TEXEL_TRIPLE] = 12, [JIT_TEXEL_FOUR] = 16,
        [JIT_TEXEL_HALF] = 8, [JIT_TEXEL_UNORM] = 4, [JIT_TEXEL_BGRA] = 4,    [JIT_TEXEL_SRGB] = 4,
        [JIT_TEXEL_BYTE] = 1, [JIT_TEXEL_BYTES] = 2, [JIT_TEXEL_HELP] = 0,
#define X(name, size, ...) [JIT_TEXEL_##name] = size,
        JIT_TEXEL_FIELDS(X)
#undef X
    };
    return bytes[texel];
}

/* Smaller than a word. */
static inline bool jit_texel_is_narrow(enum jit_texel texel)
{
    return texel != JIT_TEXEL_HELP && jit_texel_bytes(texel) < 4;
}

enum { JIT_LEVELS = 15 };

/* One mip of a texture. `base` of its view is its first texel. */
struct jit_texture {
    uint64_t row_bytes, slice_bytes;
    uint32_t width, height, slices; /* slices of a volume, layers of an array */
    uint32_t starts;                /* number of texels of a row at which a whole warp can start */
};

/* One mip for code that chooses it: texels; distances in words or, of smaller texels, in bytes. */
struct jit_level {
    uint32_t size[3], pitch[3], start;
};

/* A texture access that samples inline. */
struct jit_sample {
    uint8_t *base; /* first texel of the mip, or of the first one, in the first layer */
    struct jit_texture texture;
    uint32_t alpha, border[4];
    /* JIT_SAMPLE_LEVELS: */
    float bias, min_lod, max_lod;
    uint32_t last; /* mip */
    struct jit_level levels[JIT_LEVELS];
};

/* What code depends on, by texture access: bytes after those of the views. */
enum {
    JIT_SAMPLE_TEXEL = 0,      /* enum jit_texel, and: */
    JIT_SAMPLE_LINEAR = 64,    /* the filter is linear, else point */
    JIT_SAMPLE_INTEGER = 128,  /* the format's channels are integers */
    JIT_SAMPLE_MODES = 1,      /* enum sm5_address of each axis, two bits each */
    JIT_SAMPLE_COMPARISON = 2, /* enum sm5_comparison, of comparing instructions, and: */
    JIT_SAMPLE_LEVELS = 64,    /* the level of detail is known when code runs */
    JIT_SAMPLE_BLENDS = 128,   /* two mips are sampled and blended */
    JIT_SAMPLE_BYTES = 3
};

/* A view with the extent of the declaration, clamped to what is bound: an unbound view has no bytes and no
   elements, and `base` then points to readable zeros. */
struct jit_view {
    uint8_t *base;
    uint64_t bytes;
    uint32_t count;   /* structures; dwords; texels */
    uint32_t alpha;   /* typed, textures: the value of .w where texels have none */
    uint32_t streams; /* large and never read by the program: stores may bypass the cache */
    uint32_t is_own;  /* nothing else accesses the words at base while code runs: atomics may be plain */
    void *counter;
    const void *format; /* struct format_info */
    struct jit_texture texture;
};

/* Arguments and results of helpers by lane. Index: lane. */
struct jit_lanes {
    uint32_t reg[JIT_LANES], address[JIT_LANES], offset[JIT_LANES];
    uint32_t value[IR_TEXTURE_WORDS][JIT_LANES]; /* in: values stored, sources; out: words loaded, results */
};

struct jit_context;

/* Helpers: called for rare and complicated operations. `mask`: bit i for lane i; other lanes are neither
   read nor written. The lanes' words are in context->lanes. */
struct jit_helpers {
    /* IR_LOAD and IR_TEXEL of any kind and any address: words whose bit is set in `words` (texel: all four)
       to value[word]; 0 where out of bounds. `view` IR_NONE: g# or lanes.reg[] say it. */
    void (*load)(struct jit_context *context, uint32_t slot, uint32_t view, uint32_t words, uint32_t mask);
    /* The words are value[word]. Stores are in lane order, so that the highest lane's store to a word
       remains. */
    void (*store)(struct jit_context *context, uint32_t slot, uint32_t view, uint32_t words, uint32_t mask);
    /* Operands in value[0], value[1]; the word before goes to value[0]. */
    void (*atomic)(struct jit_context *context, uint32_t slot, uint32_t view, uint32_t opcode, uint32_t mask);
    /* Result in value[0]. */
    void (*counter)(struct jit_context *context, uint32_t slot, uint32_t view, uint32_t opcode,
                    uint32_t mask);
    void (*bufinfo)(struct jit_context *context, uint32_t slot, uint32_t view, uint32_t mask);
    /* IR_TEXTURE, IR_TEXTURE_WRITE: arg i in value[i], results in value[0 ...]. `which`: function->textures.
     */
    void (*texture)(struct jit_context *context, uint32_t which, uint32_t mask);
    /* IR_CBUFFER whose register is by lane: row in address, register in reg; result in value[0]. */
    void (*cbuffer)(struct jit_context *context, uint32_t slot, uint32_t part, uint32_t mask);
    /* IR_LANE: sources in value[0 ...] in the order of the args, results in value[0], value[1]. All lanes. */
    void (*lane)(struct jit_context *context, uint32_t op);
    /* IR_TABLE, IR_THIS: element in address; result in value[0]. */
    void (*table)(struct jit_context *context, uint32_t interface, uint32_t mask);
    void (*instance)(struct jit_context *context, uint32_t part, uint32_t mask);
    uint64_t (*cycles)(struct jit_context *context);
    /* A sync with _t, called in functions that are is_masked: arrived[w] has a bit for each lane of warp w
       that has arrived, gone[w] for each that has returned. Faults and returns 0 when a thread that has
       not returned is missing. */
    uint32_t (*barrier)(struct jit_context *context, uint32_t instr, const uint16_t *arrived,
                        const uint16_t *gone);
    /* context->steps is exhausted: charges them and grants more. False: return from the function. */
    uint32_t (*step)(struct jit_context *context, uint32_t instr);
    /* jit_preserving_call: calls the helper at an offset in the context and preserves all registers but %r11. */
    void (*preserving)(void);
    /* `kind` is enum runtime_fault_kind; threads are flattened numbers. */
    void (*fault)(struct jit_context *context, uint32_t kind, uint32_t instr, uint32_t thread, uint32_t other,
                  uint32_t missing);
};

struct jit_context {
    struct jit_lanes lanes;
    struct jit_helpers helpers;
    const struct jit_view *views;     /* by index in function->views */
    const struct jit_sample *samples; /* by index in function->textures */
    uint8_t *tgsm;                    /* 64-byte aligned, and readable for 64 bytes past its end */
    uint8_t *storage;                 /* jit_code.storage bytes, 64-byte aligned */
    const uint8_t *zeros;             /* 4096 bytes of them */
    const uint64_t *stop_at;          /* groups from here on do not start */
    const uint32_t *icb;              /* words */
    const uint32_t *srgb;             /* srgb_to_linear */
    uint32_t groups[3];
    uint32_t origin[3]; /* of the first group */
    uint32_t end;       /* of the dispatch's threads in x; for clipped functions */
    uint64_t group;     /* current group */
    int64_t steps;      /* back edges of a warp until helpers.step has to be called */
    /* ---- used by the host only ---- */
    void *worker;
};

/* Runs groups [first, first + count); 0 when it returned early. */
typedef uint32_t jit_entry(struct jit_context *context, uint64_t first, uint64_t count);

/* ---- the compiler, a plugin ---- */

struct jit_target {
    const char *cpu, *features; /* by LLVM's names; NULL: the host's */
    uint32_t bounded;      /* ir_bounds_hold has these bits for every dispatch that the code is used for */
    const uint8_t *texels; /* by view: enum jit_texel; then by texture access; NULL: helpers */
    bool is_quick;         /* first code of a large function: compiled in a third of the time */
    uint32_t most;         /* values and LLVM instructions of a function that is compiled; 0: no limit */
};

/* A relocatable ELF object in memory, with one global function, "sm5_jit_entry". */
struct jit_object {
    uint8_t *bytes; /* malloc */
    uint64_t size;
    uint64_t storage; /* bytes that a worker allocates */
    bool is_quick;    /* quick code; without jit_target.is_quick there is better code */
    uint32_t
        refused; /* LLVM instructions, or values of the function, when these are more than jit_target.most */
};

enum jit_dump { JIT_DUMP_NONE, JIT_DUMP_LLVM, JIT_DUMP_ASM };

struct jit_compiler {
    uint32_t abi;
    const char *llvm_version;
    /* Compiles an analysed function. `dump` NULL or gets the text that `what` names. Errors: SM5_ERR_MEMORY;
       SM5_ERR_SUPPORT with a sentence in `why`; SM5_ERR_INTERNAL with what LLVM's verifier reports (in builds with
       assertions). Thread-safe. */
    enum sm5_status (*compile)(const struct ir_function *function, const struct jit_target *target,
                               struct jit_object *object, enum jit_dump what, struct strbuf *dump,
                               struct strbuf *why);
};

/* The plugin's one exported symbol: const struct jit_compiler *sm5_jit_compiler(void). */
#define JIT_COMPILER_SYMBOL "sm5_jit_compiler"

#endif
