/* What one lane of an instruction on a texture does: src/texture/ has the rules. */
#include "runtime.h"

#include "mem.h"
#include "numeric/numeric.h"
#include "program/program_texture.h"

/* ---- by integer coordinates ---- */

static struct texture_address address_of(const struct program_texture *asks, const struct texture_view *view,
                                         const uint32_t words[READ_COUNT])
{
    struct texture_address at = texture_load_address(view, &words[READ_COORD], asks->offset);
    at.sample = words[READ_INDEX];
    return at;
}

static void store(const struct program_texture *asks, const struct texture_view *view,
                  const uint32_t words[READ_COUNT])
{
    struct texture_address at = address_of(asks, view, words);
    uint8_t *element = texture_load_element(view, &at);
    if (element && view->format->uav)
        mem_store_element(view->format, element, &words[READ_VALUE]);
}

static uint32_t atomic(const struct program_texture *asks, const struct texture_view *view,
                       const uint32_t words[READ_COUNT])
{
    struct texture_address at = address_of(asks, view, words);
    uint8_t *element = texture_load_element(view, &at);
    if (!element || view->format->bytes != 4)
        return 0;
    return mem_atomic(asks->opcode, element, words[READ_VALUE], words[READ_VALUE + 1]);
}

/* ---- by texture coordinates ---- */

/* D3D11.3 22.4.4: six bits, signed. */
static int8_t programmed_offset(uint32_t word)
{
    return (int8_t)((int32_t)(word << 26) >> 26);
}

static bool reads(const struct program_texture *asks, enum texture_read read)
{
    return asks->reads[read].operand != PROGRAM_NO_OPERAND;
}

static struct texture_request request_of(const struct program_texture *asks, const uint32_t words[READ_COUNT])
{
    struct texture_request r = {.compares = asks->compares,
                                .component = asks->compares ? 0 : asks->component};
    for (unsigned i = 0; i < 4; i++)
        r.coords[i] = float_of_bits(words[READ_COORD + i]);
    for (unsigned i = 0; i < 3; i++) {
        r.ddx[i] = float_of_bits(words[READ_DDX + i]);
        r.ddy[i] = float_of_bits(words[READ_DDY + i]);
        r.offset[i] = asks->offset[i];
    }
    for (unsigned i = 0; i < 2 && reads(asks, READ_OFFSET); i++)
        r.offset[i] = programmed_offset(words[READ_OFFSET + i]);
    r.source = asks->derives || reads(asks, READ_DDX) ? TEXTURE_LOD_DERIVED : TEXTURE_LOD_GIVEN;
    r.lod = float_of_bits(words[READ_LOD]);
    r.bias = float_of_bits(words[READ_BIAS]);
    r.has_clamp = reads(asks, READ_CLAMP);
    r.clamp = float_of_bits(words[READ_CLAMP]);
    r.reference = float_of_bits(words[READ_REFERENCE]);
    return r;
}

static void sample(const struct program_texture *asks, const struct texture_view *view,
                   const struct sm5_sampler *sampler, const uint32_t words[READ_COUNT], uint32_t out[4])
{
    struct texture_request request = request_of(asks, words);
    sampler = sampler ? sampler : &sampler_default;
    switch (asks->kind) {
    case TEXTURE_GATHER: texture_gather(view, sampler, &request, out); break;
    case TEXTURE_LOD: texture_sample_lod(view, sampler, &request, out); break;
    default: texture_sample(view, sampler, &request, out); break;
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

static void query(const struct runtime_texture_call *call, const uint32_t words[READ_COUNT], uint32_t out[4])
{
    const struct program_texture *asks = call->asks;
    uint32_t samples = call->view ? call->view->samples : call->raster_samples;
    switch (asks->kind) {
    case TEXTURE_SIZE:
        texture_query_size(call->view, asks->dimension, words[READ_INDEX], (enum texture_numbers)asks->form,
                           out);
        break;
    case TEXTURE_SAMPLES: texture_query_samples(samples, (enum texture_numbers)asks->form, out); break;
    default: position(samples, words[READ_INDEX], out); break;
    }
}

void runtime_texture(const struct runtime_texture_call *call, const uint32_t *words, uint32_t out[4])
{
    const struct program_texture *asks = call->asks;
    struct texture_address at;
    memset(out, 0, 4 * sizeof *out);
    if (asks->kind >= TEXTURE_SIZE) {
        query(call, words, out);
        return;
    }
    if (!call->view) /* unbound: 0 in all components, D3D11.3 22.4.6 */
        return;
    switch (asks->kind) {
    case TEXTURE_LOAD:
        at = address_of(asks, call->view, words);
        texture_load(call->view, &at, out);
        break;
    case TEXTURE_STORE: store(asks, call->view, words); break;
    case TEXTURE_ATOMIC: out[0] = atomic(asks, call->view, words); break;
    default: sample(asks, call->view, call->sampler, words, out); break;
    }
}
