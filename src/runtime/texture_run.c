/* Texture instructions, executed by the functions of src/texture/ for batches of lanes. */
#include "runtime.h"

#include "mem.h"
#include "numeric/numeric.h"
#include "program/program_texture.h"

#define EACH_ACTIVE(mask, i)                                                                                 \
    for (uint32_t left_ = (mask), i; left_ && (i = (uint32_t)__builtin_ctz(left_), true); left_ &= left_ - 1)

static void fill_batch(const struct program_texture *access, const runtime_texture_words words, uint32_t mask,
                       struct texture_batch *b)
{
    bool has_ddx = access->reads[READ_DDX].operand != PROGRAM_NO_OPERAND;
    *b = (struct texture_batch){.mask = mask, .compares = access->compares};
    b->component = access->compares ? 0 : access->component;
    for (unsigned i = 0; i < 4; i++) {
        b->coords[i] = words[READ_COORD + i];
        b->values[i] = words[READ_VALUE + i];
    }
    for (unsigned i = 0; i < 3; i++) {
        b->ddx[i] = words[READ_DDX + i];
        b->ddy[i] = words[READ_DDY + i];
        b->offset[i] = access->offset[i];
    }
    for (unsigned i = 0; i < 2 && access->reads[READ_OFFSET].operand != PROGRAM_NO_OPERAND; i++)
        b->offsets[i] = words[READ_OFFSET + i];
    b->source = access->derives || has_ddx ? TEXTURE_LOD_DERIVED : TEXTURE_LOD_GIVEN;
    b->lod = words[READ_LOD];
    b->bias = words[READ_BIAS];
    b->clamp = words[READ_CLAMP];
    b->reference = words[READ_REFERENCE];
    b->sample = words[READ_INDEX];
}

void runtime_texture_elements(const struct program_texture *access, const struct texture_view *view,
                              const runtime_texture_words words, uint32_t mask,
                              uint8_t *elements[TEXTURE_LANES])
{
    struct texture_batch batch;
    fill_batch(access, words, mask, &batch);
    texture_code_best()->elements(view, &batch, elements);
}

/* In lane order. */
static void atomic(const struct runtime_texture_call *call, const struct texture_batch *b,
                   const runtime_texture_words words, texture_words out)
{
    uint8_t *elements[TEXTURE_LANES];
    call->code->elements(call->view, b, elements);
    enum isa_atomic operation = (enum isa_atomic)isa_op(call->access->opcode)->atomic;
    EACH_ACTIVE(b->mask, i)
    {
        uint32_t value = words[READ_VALUE][i], other = words[READ_VALUE + 1] ? words[READ_VALUE + 1][i] : 0;
        bool exists = elements[i] && call->view->format->bytes == 4;
        out[0][i] = exists ? mem_atomic(operation, elements[i], value, other) : 0;
    }
}

/* ---- queries ---- */

static void position(uint32_t samples, uint32_t index, uint32_t out[4])
{
    int8_t offset[2];
    stage_sample_offset(samples, index, offset);
    out[0] = bits_of_float((float)offset[0] / 16.0f);
    out[1] = bits_of_float((float)offset[1] / 16.0f);
    out[2] = out[3] = 0;
}

static void query(const struct runtime_texture_call *call, uint32_t index, uint32_t out[4])
{
    const struct program_texture *access = call->access;
    uint32_t samples = call->view ? call->view->samples : call->raster_samples;
    switch (access->kind) {
    case ISA_ACCESS_SIZE:
        texture_query_size(call->view, access->dimension, index, (enum texture_numbers)access->form, out);
        break;
    case ISA_ACCESS_SAMPLES: texture_query_samples(samples, (enum texture_numbers)access->form, out); break;
    default: position(samples, index, out); break;
    }
}

static void query_lanes(const struct runtime_texture_call *call, const runtime_texture_words words,
                        uint32_t mask, texture_words out)
{
    EACH_ACTIVE(mask, i)
    {
        uint32_t answer[4];
        query(call, words[READ_INDEX] ? words[READ_INDEX][i] : 0, answer);
        for (unsigned c = 0; c < 4; c++)
            out[c][i] = answer[c];
    }
}

/* ---- dispatch by kind ---- */

void runtime_texture(const struct runtime_texture_call *call, const runtime_texture_words words,
                     uint32_t mask, texture_words out)
{
    const struct program_texture *access = call->access;
    const struct sm5_sampler *sampler = call->sampler ? call->sampler : &sampler_default;
    struct texture_batch batch;
    if (access->kind >= ISA_ACCESS_SIZE) {
        query_lanes(call, words, mask, out);
        return;
    }
    if (!call->view) { /* unbound: 0 in all components, D3D11.3 22.4.6 */
        memset(out, 0, sizeof(texture_words));
        return;
    }
    fill_batch(access, words, mask, &batch);
    switch (access->kind) {
    case ISA_ACCESS_LOAD: call->code->load(call->view, &batch, out); break;
    case ISA_ACCESS_STORE: call->code->store(call->view, &batch); break;
    case ISA_ACCESS_ATOMIC: atomic(call, &batch, words, out); break;
    case ISA_ACCESS_GATHER: call->code->gather(call->view, sampler, &batch, out); break;
    case ISA_ACCESS_LOD: call->code->lod(call->view, sampler, &batch, out); break;
    default: call->code->sample(call->view, sampler, &batch, out); break;
    }
}

/* The first lane and all lanes with the same view and sampler; for writes only those adjacent to it, which
   keeps the order of the lanes. */
static uint32_t first_lanes(const struct texture_view *const *views,
                            const struct sm5_sampler *const *samplers, uint32_t mask, bool writes)
{
    unsigned first = (unsigned)__builtin_ctz(mask);
    uint32_t same = 0;
    EACH_ACTIVE(mask, i)
    {
        bool agrees = views[i] == views[first] && samplers[i] == samplers[first];
        if (!agrees && writes)
            break;
        same |= (agrees ? 1u : 0) << i;
    }
    return same;
}

void runtime_texture_by_lane(struct runtime_texture_call *call, const struct texture_view *const *views,
                             const struct sm5_sampler *const *samplers, const runtime_texture_words words,
                             uint32_t mask, texture_words out)
{
    bool writes = call->access->kind == ISA_ACCESS_STORE || call->access->kind == ISA_ACCESS_ATOMIC;
    while (mask) {
        uint32_t same = first_lanes(views, samplers, mask, writes);
        texture_words some;
        call->view = views[__builtin_ctz(mask)];
        call->sampler = samplers[__builtin_ctz(mask)];
        runtime_texture(call, words, same, some);
        EACH_ACTIVE(same, i)
        for (unsigned c = 0; c < 4; c++)
            out[c][i] = some[c][i];
        mask &= ~same;
    }
}
