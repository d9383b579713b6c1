/* Loops over lanes, one for each row of isa.def with a lane form: `d = mask ? num_<name>(sources) : d`,
   without branches, so that they vectorise. LANE_TABLE is the name of the table that this compilation
   defines. */
#include "numeric/lanes.h"

#include "numeric/numeric.h"

/* A destination column may be a source column; element i then depends on element i only. */
#ifdef __clang__
#define LANE_LOOP _Pragma("clang loop vectorize(assume_safety)") for (uint32_t i = 0; i < n; i++)
#else
#define LANE_LOOP _Pragma("GCC ivdep") for (uint32_t i = 0; i < n; i++)
#endif

#define COLUMN(pointer) __builtin_assume_aligned((pointer), LANE_ALIGN)
#define SOURCE(k)       *s##k __attribute__((unused)) = COLUMN(a->s[k])
#define SOURCES                                                                                              \
    const uint32_t SOURCE(0), SOURCE(1), SOURCE(2), SOURCE(3), SOURCE(4), SOURCE(5), SOURCE(6), SOURCE(7)

static inline uint32_t blend(uint32_t mask, uint32_t result, uint32_t old)
{
    return mask ? result : old;
}

static inline uint64_t wide(uint32_t low, uint32_t high)
{
    return (uint64_t)high << 32 | low;
}

/* One 32-bit result. `value` uses i and the source columns s0 to s7. */
#define WORD(name, value)                                                                                    \
    static void lane_##name(const struct lane_args *a)                                                       \
    {                                                                                                        \
        const uint32_t n = a->n & ~(LANE_STEP - 1u), *mask = COLUMN(a->mask);                                \
        uint32_t *d = COLUMN(a->d[0]);                                                                       \
        SOURCES;                                                                                             \
        if (!a->mask)                                                                                        \
            LANE_LOOP d[i] = (value);                                                                        \
        else                                                                                                 \
            LANE_LOOP d[i] = blend(mask[i], (value), d[i]);                                                  \
    }

/* Two 32-bit results, from a struct num_pair. */
#define PAIR(name, value)                                                                                    \
    static void lane_##name(const struct lane_args *a)                                                       \
    {                                                                                                        \
        const uint32_t n = a->n & ~(LANE_STEP - 1u), *mask = COLUMN(a->mask);                                \
        uint32_t *d0 = COLUMN(a->d[0]), *d1 = COLUMN(a->d[1]);                                               \
        SOURCES;                                                                                             \
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
                d0[i] = blend(mask[i], r.d0, d0[i]);                                                         \
                d1[i] = blend(mask[i], r.d1, d1[i]);                                                         \
            }                                                                                                \
    }

static inline struct num_pair halves(uint64_t value)
{
    return (struct num_pair){(uint32_t)value, (uint32_t)(value >> 32)};
}

#define DOUBLE(name, value) PAIR(name, halves(value))

#define X wide(s0[i], s1[i])
#define Y wide(s2[i], s3[i])
#define Z wide(s4[i], s5[i])

#define MAKE_W_W(name)    WORD(name, num_##name(s0[i]))
#define MAKE_W_WW(name)   WORD(name, num_##name(s0[i], s2[i]))
#define MAKE_W_WWW(name)  WORD(name, num_##name(s0[i], s2[i], s4[i]))
#define MAKE_W_WWWW(name) WORD(name, num_##name(s0[i], s2[i], s4[i], s6[i]))
#define MAKE_WW_W(name)   PAIR(name, num_##name(s0[i]))
#define MAKE_WW_WW(name)  PAIR(name, num_##name(s0[i], s2[i]))
#define MAKE_WW_WWW(name) PAIR(name, num_##name(s0[i], s2[i], s4[i]))
#define MAKE_D_D(name)    DOUBLE(name, num_##name(X))
#define MAKE_D_DD(name)   DOUBLE(name, num_##name(X, Y))
#define MAKE_D_DDD(name)  DOUBLE(name, num_##name(X, Y, Z))
#define MAKE_D_W(name)    DOUBLE(name, num_##name(s0[i]))
#define MAKE_D_WDD(name)  DOUBLE(name, num_##name(s0[i], Y, Z))
#define MAKE_W_D(name)    WORD(name, num_##name(X))
#define MAKE_W_DD(name)   WORD(name, num_##name(X, Y))
#define MAKE_DP2(name)    WORD(dp2, num_dp2(s0[i], s4[i], s1[i], s5[i]))
#define MAKE_DP3(name)    WORD(dp3, num_dp3(s0[i], s4[i], s1[i], s5[i], s2[i], s6[i]))
#define MAKE_DP4(name)    WORD(dp4, num_dp4(s0[i], s4[i], s1[i], s5[i], s2[i], s6[i], s3[i], s7[i]))
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

#define OP(opcode, id, name, mnemonic, clause, meaning, group, model, stages, form, ...) MAKE_##form(name)
#include "isa/isa.def"
#undef OP

/* -|a| */
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

#define MAKE_MODIFIER(id, form, name) MAKE_##form(name)
LANE_MODIFIER_LIST(MAKE_MODIFIER)

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
#define OP(opcode, id, name, mnemonic, clause, meaning, group, model, stages, form, ...)                     \
    ROW_##form(opcode, name)
#include "isa/isa.def"
#undef OP
        },
#define ROW_MODIFIER(id, form, name) [id] = lane_##name,
    .modifier = {[LANE_KEEP] = lane_mov, LANE_MODIFIER_LIST(ROW_MODIFIER)},
};
