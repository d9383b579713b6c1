/* Textures: a helper answers lane by lane. */
#include "jit/llvm/gen.h"

void gen_texture(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    for (uint32_t i = 0; i < v->count; i++)
        gen_store(g, gen_clean_vector(g, ir_arg(g->f, v, i)),
                  gen_field_pointer(g, offsetof(struct jit_context, lanes.value[i])), 32);
    LLVMValueRef args[] = {gen_i32(g, v->word), gen_mask_bits(g, gen_mask(g))};
    gen_help(g, offsetof(struct jit_context, helpers.texture), LLVMVoidTypeInContext(g->context), args, 2);
    for (unsigned k = 0; k < v->results; k++) {
        ir_ref part = k ? g->parts[4 * ref + k] : ref;
        if (part)
            gen_define(g, part,
                       gen_load(g, g->words,
                                gen_field_pointer(g, offsetof(struct jit_context, lanes.value[k])), 32));
    }
}
