/* What the printer's tests share: operands by their fields, and text compared. */
#ifndef PRINT_FIXTURE_H
#define PRINT_FIXTURE_H

#include "test.h"
#include "text/print/print.h"

/* Compares and frees. */
static inline void is_text(struct strbuf *got, const char *want)
{
    assert_false(got->failed);
    assert_string_equal(strbuf_text(got), want);
    strbuf_free(got);
}

static inline void prints_operand(const struct sm5_program *program, struct program_operand operand,
                                  enum isa_type type, const char *want)
{
    struct strbuf out = {0};
    text_print_operand(program, &operand, type, &out);
    is_text(&out, want);
}

static inline void prints_instr(const struct sm5_program *program, const struct program_instr *instr,
                                const char *want)
{
    struct strbuf out = {0};
    text_print_instr(program, instr, &out);
    is_text(&out, want);
}

static inline struct program_index at(uint64_t imm)
{
    return (struct program_index){.imm = imm};
}

static inline struct program_index relative(const struct program_operand *operand, uint64_t imm)
{
    return (struct program_index){.imm = imm, .relative = operand};
}

enum { MASK_X = 1, MASK_XY = 3, MASK_XYZW = 15, XYZW = 0xe4, XXXX = 0, ZYXX = 0x06 };

#define REGISTER(name, components, how, what, ...)                                                           \
    (struct program_operand)                                                                                 \
    {                                                                                                        \
        .file = ISA_FILE_##name, .comps = (components), .selection = (how), .select = (what),                \
        .index_count =                                                                                       \
            sizeof((struct program_index[]){{0}, __VA_ARGS__}) / sizeof(struct program_index) - 1,           \
        .index = {                                                                                           \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    }
#define MASKED(name, mask, ...)      REGISTER(name, ISA_COMPS_4, ISA_SELECT_MASK, mask, __VA_ARGS__)
#define SWIZZLED(name, swizzle, ...) REGISTER(name, ISA_COMPS_4, ISA_SELECT_SWIZZLE, swizzle, __VA_ARGS__)
#define CHOSEN(name, which, ...)     REGISTER(name, ISA_COMPS_4, ISA_SELECT_ONE, which, __VA_ARGS__)
#define BARE(name, ...)              REGISTER(name, ISA_COMPS_0, ISA_SELECT_MASK, 0, __VA_ARGS__)

static const struct sm5_program sm50 = {.stage = ISA_COMPUTE, .major = 5};
static const struct sm5_program sm51 = {.stage = ISA_COMPUTE, .major = 5, .minor = 1};

#endif
