#include "lanes_code.h"

#include "numeric/numeric.h"

/* A row of isa.def whose form is of the lane kind needs its body, of its form's type, or this does not
   compile. FORM_x(use, name) passes name, whether it is on doubles, and the statement of one lane to
   `use`. */

#define W(n)        l->w[n][i]
#define D(n)        l->d[n][i]
#define TO_W(value) l->out_w[0][i] = (value)
#define TO_D(value) l->out_d[i] = (value)
#define TO_WW(value)                                                                                         \
    struct num_pair pair = (value);                                                                          \
    l->out_w[0][i] = pair.d0;                                                                                \
    l->out_w[1][i] = pair.d1

#define FORM_W_W(use, name)    use(name, false, TO_W(num_##name(W(0))))
#define FORM_W_WW(use, name)   use(name, false, TO_W(num_##name(W(0), W(1))))
#define FORM_W_WWW(use, name)  use(name, false, TO_W(num_##name(W(0), W(1), W(2))))
#define FORM_W_WWWW(use, name) use(name, false, TO_W(num_##name(W(0), W(1), W(2), W(3))))
#define FORM_WW_W(use, name)   use(name, false, TO_WW(num_##name(W(0))))
#define FORM_WW_WW(use, name)  use(name, false, TO_WW(num_##name(W(0), W(1))))
#define FORM_WW_WWW(use, name) use(name, false, TO_WW(num_##name(W(0), W(1), W(2))))
#define FORM_D_D(use, name)    use(name, true, TO_D(num_##name(D(0))))
#define FORM_D_DD(use, name)   use(name, true, TO_D(num_##name(D(0), D(1))))
#define FORM_D_DDD(use, name)  use(name, true, TO_D(num_##name(D(0), D(1), D(2))))
#define FORM_D_W(use, name)    use(name, true, TO_D(num_##name(W(0))))
#define FORM_D_WDD(use, name)  use(name, true, TO_D(num_##name(W(0), D(1), D(2))))
#define FORM_W_D(use, name)    use(name, true, TO_W(num_##name(D(0))))
#define FORM_W_DD(use, name)   use(name, true, TO_W(num_##name(D(0), D(1))))
#define FORM_DP2(use, name)    use(dp2, false, TO_W(num_dp2(W(0), W(1), W(2), W(3))))
#define FORM_DP3(use, name)    use(dp3, false, TO_W(num_dp3(W(0), W(1), W(2), W(3), W(4), W(5))))
#define FORM_DP4(use, name)    use(dp4, false, TO_W(num_dp4(W(0), W(1), W(2), W(3), W(4), W(5), W(6), W(7))))
#define FORM_NONE(use, name)
#define FORM_FLOW(use, name)
#define FORM_MEMORY(use, name)
#define FORM_ATOMIC(use, name)
#define FORM_COUNTER(use, name)
#define FORM_QUERY(use, name)
#define FORM_SYNC(use, name)
#define FORM_TEXTURE(use, name)
#define FORM_DERIVATIVE(use, name)
#define FORM_PULL(use, name)
#define FORM_STREAM(use, name)
#define FORM_DEBUG(use, name)

#define MODIFIERS(use)                                                                                       \
    FORM_W_W(use, neg_f32)                                                                                   \
    FORM_W_W(use, abs_f32)                                                                                   \
    FORM_W_W(use, neg_i32)                                                                                   \
    FORM_W_W(use, abs_i32)                                                                                   \
    FORM_W_W(use, value_f32)                                                                                 \
    FORM_W_W(use, move_neg_f32)                                                                              \
    FORM_W_W(use, move_abs_f32)                                                                              \
    FORM_W_W(use, move_neg_abs_f32)                                                                          \
    FORM_W_W(use, saturate_f32)                                                                              \
    FORM_D_D(use, neg_f64)                                                                                   \
    FORM_D_D(use, abs_f64)                                                                                   \
    FORM_D_D(use, value_f64)                                                                                 \
    FORM_D_D(use, move_neg_f64)                                                                              \
    FORM_D_D(use, move_abs_f64)                                                                              \
    FORM_D_D(use, move_neg_abs_f64)                                                                          \
    FORM_D_D(use, saturate_f64)

#define LOOP(name, doubles, ...)                                                                             \
    static void run_##name(struct lanes *restrict l)                                                         \
    {                                                                                                        \
        for (int i = 0; i < LANES_COUNT; i++) {                                                              \
            __VA_ARGS__;                                                                                     \
        }                                                                                                    \
    }

/* clang-format off */
#define OP(opcode, id, name, mnemonic, clause, meaning, group, model, stages, form, ...) FORM_##form(LOOP, name)
#include "isa/isa.def"
#undef OP
MODIFIERS(LOOP)

#define ENTRY(name, doubles, ...) {#name, doubles, run_##name},

const struct lanes_op LANES_NAME[] = {
#define OP(opcode, id, name, mnemonic, clause, meaning, group, model, stages, form, ...) FORM_##form(ENTRY, name)
#include "isa/isa.def"
#undef OP
    MODIFIERS(ENTRY)
    {0},
};
/* clang-format on */
