/* Makes the functions that machine code is generated from. */
#include "jit/jit.h"

_Static_assert(sizeof(struct ir_options) == 3 * sizeof(uint32_t), "an option belongs to struct jit_lowering");

enum sm5_status jit_lower(const struct sm5_program *program, const struct jit_lowering *lowering,
                          uint32_t most, const struct ir_function *general, struct ir_function **function)
{
    const struct ir_options options = {.alias = lowering->alias,
                                       .swapped = lowering->swapped,
                                       .merged = lowering->merged,
                                       .padded = lowering->padded};
    *function = NULL;
    enum sm5_status status = ir_build(program, &options, function);
    if (!status && most && (*function)->value_count > most)
        status = SM5_ERR_LIMIT;
    if (!status && lowering->outcomes)
        status = ir_assume(*function, general, lowering->outcomes);
    if (!status && lowering->outcomes)
        status = ir_replace_tiles(*function);
    if (!status) {
        (*function)->is_clipped = lowering->clipped;
        status = ir_analyse(*function, lowering->lanes);
    }
    if (!status)
        status = ir_jam_warps(*function, lowering->jam);
    if (status) {
        ir_free(*function);
        *function = NULL;
    }
    return status;
}
