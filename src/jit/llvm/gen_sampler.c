/* Functions that sample: where a program samples often, the samples of one kind call one function, for the sake of
   compile time. Results are in registers, so that a call costs little next to its gathers. */
#include <string.h>

#include "jit/llvm/gen_memory.h"

_Static_assert(sizeof(struct gen_sampler_kind) == 19, "kinds are compared as bytes");

enum { CONTEXT, RECORD, OPERANDS, OPERANDS_MOST = 3 * GEN_AXES + 4 };

static struct gen_sampler_kind kind_of(const struct gen_sample *s, const bool used[4])
{
    const struct program_texture *access = &s->t->access;
    struct gen_sampler_kind kind = {.texel = (uint8_t)s->texel,
                                    .modes = s->modes,
                                    .comparison = s->comparison,
                                    .dimension = (uint8_t)access->dimension,
                                    .component = (uint8_t)access->component,
                                    .is_linear = s->is_linear,
                                    .is_integer = s->is_integer,
                                    .is_gather = s->is_gather,
                                    .has_levels = s->has_levels,
                                    .blends = s->blends,
                                    .derives = s->ddx[0] != NULL,
                                    .has_scalar_lod = s->lod && !gen_is_vector(s->lod),
                                    .has_bias = s->bias != NULL,
                                    .compares = access->compares};
    for (unsigned k = 0; k < 4; k++)
        kind.used |= (uint8_t)(used[k] << k);
    for (unsigned k = 0; k < gen_sample_coords(s); k++)
        kind.scalars |= (uint8_t)(!gen_is_vector(s->coords[k]) << k);
    for (unsigned k = 0; k < 3; k++)
        kind.offset[k] = access->offset[k];
    return kind;
}

/* The operands, in the order of parameters. */
static unsigned operands_of(struct gen_sample *s, LLVMValueRef *operands[OPERANDS_MOST])
{
    unsigned count = 0;
    for (unsigned k = 0; k < gen_sample_coords(s); k++)
        operands[count++] = &s->coords[k];
    LLVMValueRef *others[] = {&s->reference, &s->lod, &s->bias};
    for (unsigned k = 0; k < 3; k++)
        if (*others[k])
            operands[count++] = others[k];
    for (unsigned k = 0; k < s->axes && s->ddx[0]; k++) {
        operands[count++] = &s->ddx[k];
        operands[count++] = &s->ddy[k];
    }
    return count;
}

static void return_results(const struct gen *g, LLVMTypeRef type, const bool used[4],
                           const LLVMValueRef out[4])
{
    LLVMValueRef all = LLVMGetPoison(type);
    unsigned count = 0;
    for (unsigned k = 0; k < 4; k++)
        if (used[k])
            all = LLVMBuildInsertValue(g->b, all, out[k], count++, "");
    LLVMBuildRet(g->b, all);
}

static void emit_body(struct gen_sample s, const struct gen_sampler *sampler, const bool used[4])
{
    struct gen *g = s.g;
    LLVMValueRef function = g->function, argument = g->argument, out[4] = {NULL}, *operands[OPERANDS_MOST];
    LLVMBuilderRef b = g->b;
    LLVMBasicBlockRef entry_end = LLVMGetInsertBlock(g->entry);
    uint32_t chunks = g->chunks;
    g->function = sampler->function;
    g->argument = LLVMGetParam(g->function, CONTEXT);
    g->sample_record = LLVMGetParam(g->function, RECORD);
    g->chunks = 0;
    g->b = LLVMCreateBuilderInContext(g->context);
    LLVMPositionBuilderAtEnd(g->entry, gen_block(g, "entry"));
    LLVMBasicBlockRef body = gen_block(g, "body");
    gen_at(g, body);
    unsigned count = operands_of(&s, operands);
    for (unsigned i = 0; i < count; i++)
        *operands[i] = LLVMGetParam(g->function, OPERANDS + i);
    gen_sample_texels(&s, used, out);
    return_results(g, LLVMGetReturnType(sampler->type), used, out);
    LLVMBuildBr(g->entry, body);
    LLVMDisposeBuilder(g->b);
    LLVMPositionBuilderAtEnd(g->entry, entry_end);
    g->b = b;
    g->chunks = chunks;
    g->sample_record = NULL;
    g->argument = argument;
    g->function = function;
}

static void declare(struct gen_sample *s, struct gen_sampler *sampler)
{
    struct gen *g = s->g;
    LLVMTypeRef params[OPERANDS + OPERANDS_MOST] = {g->pointer, g->pointer};
    LLVMTypeRef results[4] = {g->words, g->words, g->words, g->words};
    LLVMValueRef *operands[OPERANDS_MOST] = {NULL};
    unsigned count = operands_of(s, operands);
    for (unsigned i = 0; i < count; i++)
        params[OPERANDS + i] = LLVMTypeOf(*operands[i]);
    LLVMTypeRef result =
        LLVMStructTypeInContext(g->context, results, (unsigned)__builtin_popcount(sampler->kind.used), false);
    sampler->type = LLVMFunctionType(result, params, OPERANDS + count, false);
    sampler->function = LLVMAddFunction(g->module, "sample", sampler->type);
    LLVMSetLinkage(sampler->function, LLVMInternalLinkage);
    LLVMSetFunctionCallConv(sampler->function, LLVMFastCallConv);
}

static struct gen_sampler find_sampler(struct gen_sample *s, const bool used[4])
{
    struct gen *g = s->g;
    struct gen_sampler made = {.kind = kind_of(s, used)};
    for (size_t i = 0; i < g->samplers.count; i++)
        if (memcmp(&g->samplers.data[i].kind, &made.kind, sizeof made.kind) == 0)
            return g->samplers.data[i];
    declare(s, &made);
    emit_body(*s, &made, used);
    if (!VEC_PUSH(&g->samplers, made))
        g->failed = true;
    return made;
}

void gen_sample_call(struct gen_sample *s, const bool used[4], LLVMValueRef out[4])
{
    struct gen *g = s->g;
    const struct gen_sampler sampler = find_sampler(s, used);
    LLVMValueRef args[OPERANDS + OPERANDS_MOST] = {g->argument, gen_sample_record(g, s->v->texture)};
    LLVMValueRef *operands[OPERANDS_MOST] = {NULL};
    unsigned count = operands_of(s, operands), result = 0;
    for (unsigned i = 0; i < count; i++)
        args[OPERANDS + i] = *operands[i];
    LLVMValueRef call = LLVMBuildCall2(g->b, sampler.type, sampler.function, args, OPERANDS + count, "");
    LLVMSetInstructionCallConv(call, LLVMFastCallConv);
    for (unsigned k = 0; k < 4; k++)
        if (used[k])
            out[k] = LLVMBuildExtractValue(g->b, call, result++, "");
}
