/* Between the two halves of the analysis. */
#ifndef SM5_IR_FACTS_H
#define SM5_IR_FACTS_H

#include "ir/ir.h"

/* Growth of an operation's result from that of its args: of a sum, a difference, a product with a constant.
   False when the operation keeps none. */
bool ir_linear(const struct ir_function *f, const struct ir_value *v, unsigned result,
               const uint32_t growth[3], uint32_t *out);

/* ir_range.c: range of a result of an operation from those of its first three args. */
struct ir_range ir_lane_range(uint16_t op, unsigned result, const struct ir_range args[3]);

/* ir_usual.c: guessed strides; shapes have to be there. */
void ir_speculate_strides(struct ir_function *f);

/* ir_bounds.c: counters, measured accesses and what they are made of; shapes have to be there. */
enum sm5_status ir_find_bounds(struct ir_function *f);

/* ir_facts.c: ranges, steps, NaNs and uses; shapes and levels have to be there. */
enum sm5_status ir_find_facts(struct ir_function *f);

#endif
