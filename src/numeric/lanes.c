/* Loops over lanes, one a row of isa.def: `d = mask ? num_<name>(sources) : d`, without branches, so that
   they vectorise. LANE_TABLE names the table that this compilation makes. */
#include "numeric/lanes.h"

#include "numeric/numeric.h"

/* A destination column may be a source column, but then element i depends on element i alone. */
#ifdef __clang__
#define LANE_LOOP _Pragma("clang loop vectorize(assume_safety)") for (uint32_t i = 0; i < n; i++)
#else
#define LANE_LOOP _Pragma("GCC ivdep") for (uint32_t i = 0; i < n; i++)
#endif

#define COLUMN(pointer) __builtin_assume_aligned((pointer), LANE_ALIGN)
#define SOURCE(name, k) const uint32_t *name = COLUMN(a->s[k])

static inline uint32_t pick(uint32_t mask, uint32_t result, uint32_t old)
{
    return mask ? result : old;
}

static inline uint64_t wide(uint32_t low, uint32_t high)
{
    return (uint64_t)high << 32 | low;
}

/* One word from `value`, which may use i and the columns that `sources` declares. */
#define WORD(name, sources, value)                                                                           \
    static void lane_##name(const struct lane_args *a)                                                       \
    {                                                                                                        \
        const uint32_t n = a->n & ~(LANE_STEP - 1u), *mask = COLUMN(a->mask);                                \
        uint32_t *d = COLUMN(a->d[0]);                                                                       \
        sources;                                                                                             \
        if (!a->mask)                                                                                        \
            LANE_LOOP d[i] = (value);                                                                        \
        else                                                                                                 \
            LANE_LOOP d[i] = pick(mask[i], (value), d[i]);                                                   \
    }

/* Two words from a struct num_pair. */
#define PAIR(name, sources, value)                                                                           \
    static void lane_##name(const struct lane_args *a)                                                       \
    {                                                                                                        \
        const uint32_t n = a->n & ~(LANE_STEP - 1u), *mask = COLUMN(a->mask);                                \
        uint32_t *d0 = COLUMN(a->d[0]), *d1 = COLUMN(a->d[1]);                                               \
        sources;                                                                                             \
        if (!a->mask)                                                                                        \
            LANE_LOOP                                                                                        \
            {                                                                                                \
                struct num_pair r = (value);                                                                 \
                d0[i] = r.d0;                                                                                \
                d1[i] = r.d1;                                                                                \
            }                                                                                                \
        else                                                                                                 \
            LANE_LOOP                                                                                        \
            {                                                                                                \
                struct num_pair r = (value);                                                                 \
                d0[i] = pick(mask[i], r.d0, d0[i]);                                                          \
                d1[i] = pick(mask[i], r.d1, d1[i]);                                                          \
            }                                                                                                \
    }

static inline struct num_pair halves(uint64_t value)
{
    return (struct num_pair){(uint32_t)value, (uint32_t)(value >> 32)};
}

#define DOUBLE(name, sources, value) PAIR(name, sources, halves(value))

#define SOURCES_1 SOURCE(x, 0)
#define SOURCES_2                                                                                            \
    SOURCES_1;                                                                                               \
    SOURCE(y, 2)
#define SOURCES_3                                                                                            \
    SOURCES_2;                                                                                               \
    SOURCE(z, 4)
#define SOURCES_4                                                                                            \
    SOURCES_3;                                                                                               \
    SOURCE(w, 6)
#define DOUBLES_1                                                                                            \
    SOURCES_1;                                                                                               \
    SOURCE(xh, 1)
#define DOUBLES_2                                                                                            \
    DOUBLES_1;                                                                                               \
    SOURCE(y, 2);                                                                                            \
    SOURCE(yh, 3)
#define DOUBLES_3                                                                                            \
    DOUBLES_2;                                                                                               \
    SOURCE(z, 4);                                                                                            \
    SOURCE(zh, 5)
#define SELECT_2                                                                                             \
    SOURCES_1;                                                                                               \
    SOURCE(y, 2);                                                                                            \
    SOURCE(yh, 3);                                                                                           \
    SOURCE(z, 4);                                                                                            \
    SOURCE(zh, 5)
#define DOT_2                                                                                                \
    SOURCES_1;                                                                                               \
    SOURCE(x1, 1);                                                                                           \
    SOURCE(y, 4);                                                                                            \
    SOURCE(y1, 5)
#define DOT_3                                                                                                \
    DOT_2;                                                                                                   \
    SOURCE(x2, 2);                                                                                           \
    SOURCE(y2, 6)
#define DOT_4                                                                                                \
    DOT_3;                                                                                                   \
    SOURCE(x3, 3);                                                                                           \
    SOURCE(y3, 7)

#define X wide(x[i], xh[i])
#define Y wide(y[i], yh[i])
#define Z wide(z[i], zh[i])

#define MAKE_W_W(name)    WORD(name, SOURCES_1, num_##name(x[i]))
#define MAKE_W_WW(name)   WORD(name, SOURCES_2, num_##name(x[i], y[i]))
#define MAKE_W_WWW(name)  WORD(name, SOURCES_3, num_##name(x[i], y[i], z[i]))
#define MAKE_W_WWWW(name) WORD(name, SOURCES_4, num_##name(x[i], y[i], z[i], w[i]))
#define MAKE_WW_W(name)   PAIR(name, SOURCES_1, num_##name(x[i]))
#define MAKE_WW_WW(name)  PAIR(name, SOURCES_2, num_##name(x[i], y[i]))
#define MAKE_WW_WWW(name) PAIR(name, SOURCES_3, num_##name(x[i], y[i], z[i]))
#define MAKE_D_D(name)    DOUBLE(name, DOUBLES_1, num_##name(X))
#define MAKE_D_DD(name)   DOUBLE(name, DOUBLES_2, num_##name(X, Y))
#define MAKE_D_DDD(name)  DOUBLE(name, DOUBLES_3, num_##name(X, Y, Z))
#define MAKE_D_W(name)    DOUBLE(name, SOURCES_1, num_##name(x[i]))
#define MAKE_D_WDD(name)  DOUBLE(name, SELECT_2, num_##name(x[i], Y, Z))
#define MAKE_W_D(name)    WORD(name, DOUBLES_1, num_##name(X))
#define MAKE_W_DD(name)   WORD(name, DOUBLES_2, num_##name(X, Y))
#define MAKE_DP2(name)    WORD(dp2, DOT_2, num_dp2(x[i], y[i], x1[i], y1[i]))
#define MAKE_DP3(name)    WORD(dp3, DOT_3, num_dp3(x[i], y[i], x1[i], y1[i], x2[i], y2[i]))
#define MAKE_DP4(name)    WORD(dp4, DOT_4, num_dp4(x[i], y[i], x1[i], y1[i], x2[i], y2[i], x3[i], y3[i]))
#define MAKE_NONE(name)
#define MAKE_FLOW(name)
#define MAKE_MEMORY(name)
#define MAKE_ATOMIC(name)
#define MAKE_COUNTER(name)
#define MAKE_QUERY(name)
#define MAKE_SYNC(name)
#define MAKE_TEXTURE(name)
#define MAKE_DERIVATIVE(name)
#define MAKE_PULL(name)
#define MAKE_STREAM(name)
#define MAKE_DEBUG(name)

#define OP(opcode, id, name, mnemonic, clause, group, model, stages, form, ...) MAKE_##form(name)
#include "isa/isa.def"
#undef OP

/* -|a|: what abs followed by neg says. */
static inline uint32_t num_neg_abs_f32(uint32_t a)
{
    return num_neg_f32(num_abs_f32(a));
}

static inline uint32_t num_neg_abs_i32(uint32_t a)
{
    return num_neg_i32(num_abs_i32(a));
}

static inline uint64_t num_neg_abs_f64(uint64_t a)
{
    return num_neg_f64(num_abs_f64(a));
}

MAKE_W_W(neg_f32)
MAKE_W_W(abs_f32)
MAKE_W_W(neg_abs_f32)
MAKE_W_W(neg_i32)
MAKE_W_W(abs_i32)
MAKE_W_W(neg_abs_i32)
MAKE_W_W(move_neg_f32)
MAKE_W_W(move_abs_f32)
MAKE_W_W(move_neg_abs_f32)
MAKE_W_W(saturate_f32)
MAKE_D_D(neg_f64)
MAKE_D_D(abs_f64)
MAKE_D_D(neg_abs_f64)
MAKE_D_D(move_neg_f64)
MAKE_D_D(move_abs_f64)
MAKE_D_D(move_neg_abs_f64)
MAKE_D_D(saturate_f64)

#define ROW_LANE(opcode, name) [opcode] = lane_##name,
#define ROW_W_W                ROW_LANE
#define ROW_W_WW               ROW_LANE
#define ROW_W_WWW              ROW_LANE
#define ROW_W_WWWW             ROW_LANE
#define ROW_WW_W               ROW_LANE
#define ROW_WW_WW              ROW_LANE
#define ROW_WW_WWW             ROW_LANE
#define ROW_D_D                ROW_LANE
#define ROW_D_DD               ROW_LANE
#define ROW_D_DDD              ROW_LANE
#define ROW_D_W                ROW_LANE
#define ROW_D_WDD              ROW_LANE
#define ROW_W_D                ROW_LANE
#define ROW_W_DD               ROW_LANE
#define ROW_DP2(opcode, name)  [opcode] = lane_dp2,
#define ROW_DP3(opcode, name)  [opcode] = lane_dp3,
#define ROW_DP4(opcode, name)  [opcode] = lane_dp4,
#define ROW_NONE(opcode, name)
#define ROW_FLOW(opcode, name)
#define ROW_MEMORY(opcode, name)
#define ROW_ATOMIC(opcode, name)
#define ROW_COUNTER(opcode, name)
#define ROW_QUERY(opcode, name)
#define ROW_SYNC(opcode, name)
#define ROW_TEXTURE(opcode, name)
#define ROW_DERIVATIVE(opcode, name)
#define ROW_PULL(opcode, name)
#define ROW_STREAM(opcode, name)
#define ROW_DEBUG(opcode, name)

const struct lane_table LANE_TABLE = {
    .op =
        {
#define OP(opcode, id, name, mnemonic, clause, group, model, stages, form, ...) ROW_##form(opcode, name)
#include "isa/isa.def"
#undef OP
        },
    .modifier =
        {
            [LANE_KEEP] = lane_mov,
            [LANE_NEG_F32] = lane_neg_f32,
            [LANE_ABS_F32] = lane_abs_f32,
            [LANE_NEG_ABS_F32] = lane_neg_abs_f32,
            [LANE_NEG_I32] = lane_neg_i32,
            [LANE_ABS_I32] = lane_abs_i32,
            [LANE_NEG_ABS_I32] = lane_neg_abs_i32,
            [LANE_MOVE_NEG_F32] = lane_move_neg_f32,
            [LANE_MOVE_ABS_F32] = lane_move_abs_f32,
            [LANE_MOVE_NEG_ABS_F32] = lane_move_neg_abs_f32,
            [LANE_SATURATE_F32] = lane_saturate_f32,
            [LANE_NEG_F64] = lane_neg_f64,
            [LANE_ABS_F64] = lane_abs_f64,
            [LANE_NEG_ABS_F64] = lane_neg_abs_f64,
            [LANE_MOVE_NEG_F64] = lane_move_neg_f64,
            [LANE_MOVE_ABS_F64] = lane_move_abs_f64,
            [LANE_MOVE_NEG_ABS_F64] = lane_move_neg_abs_f64,
            [LANE_SATURATE_F64] = lane_saturate_f64,
        },
};
