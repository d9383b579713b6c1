/* Between the two halves of the analysis. */
#ifndef SM5_IR_FACTS_H
#define SM5_IR_FACTS_H

#include "ir/ir.h"

/* Growth of an operation's result from that of its args: of a sum, a difference, a product with a constant.
   False when the operation keeps none. */
bool ir_linear(const struct ir_function *f, const struct ir_value *v, unsigned result,
               const uint32_t growth[3], uint32_t *out);

/* ir_facts.c: ranges, steps, NaNs and uses; shapes and levels have to be there. */
enum sm5_status ir_find_facts(struct ir_function *f);

#endif
