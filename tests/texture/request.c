#include "request.h"

#include "base/base.h"
#include "model.h"
#include "test.h"

enum { COLUMNS = 20 };

/* The tested lane among others with arbitrary operands. */
struct question {
    struct texture_batch batch;
    uint32_t columns[COLUMNS][TEXTURE_LANES];
    unsigned count, lane;
};

static const uint32_t *column(struct question *q, uint32_t word)
{
    uint32_t *words = q->columns[q->count++];
    for (unsigned i = 0; i < TEXTURE_LANES; i++)
        words[i] = model_random(4) ? model_random(UINT32_MAX) : bits_of_float(model_real(-2, 2));
    words[q->lane] = word;
    return words;
}

static void ask(struct question *q, const struct texture_request *r)
{
    q->count = 0;
    q->lane = model_random(TEXTURE_LANES);
    q->batch = (struct texture_batch){.mask = model_random(1 << TEXTURE_LANES) | 1u << q->lane,
                                      .source = r->source,
                                      .compares = r->compares,
                                      .component = r->component};
    for (unsigned i = 0; i < 4; i++)
        q->batch.coords[i] = column(q, bits_of_float(r->coords[i]));
    for (unsigned i = 0; i < 3; i++) {
        q->batch.ddx[i] = column(q, bits_of_float(r->ddx[i]));
        q->batch.ddy[i] = column(q, bits_of_float(r->ddy[i]));
        q->batch.offset[i] = r->offset[i];
    }
    q->batch.lod = column(q, bits_of_float(r->lod));
    q->batch.bias = column(q, bits_of_float(r->bias));
    q->batch.clamp = r->has_clamp ? column(q, bits_of_float(r->clamp)) : NULL;
    q->batch.reference = column(q, bits_of_float(r->reference));
}

/* Those that the processor runs. */
#define FOR_EACH_LEVEL(code)                                                                                 \
    for (unsigned level_ = 0; level_ <= num_level(); level_++)                                               \
        for (const struct texture_code *code = texture_code_of(level_); code; code = NULL)

static void read_lane(unsigned lane, texture_words words, const struct texture_code *code, uint32_t out[4])
{
    for (unsigned c = 0; c < 4; c++) {
        if (code == texture_code_of(0))
            out[c] = words[c][lane];
        else
            assert_int_equal(out[c], words[c][lane]);
    }
}

void texture_sample(const struct texture_view *view, const struct sm5_sampler *sampler,
                    const struct texture_request *request, uint32_t out[4])
{
    struct question q;
    texture_words words;
    ask(&q, request);
    FOR_EACH_LEVEL(code)
    {
        code->sample(view, sampler, &q.batch, words);
        read_lane(q.lane, words, code, out);
    }
}

void texture_gather(const struct texture_view *view, const struct sm5_sampler *sampler,
                    const struct texture_request *request, uint32_t out[4])
{
    struct question q;
    texture_words words;
    ask(&q, request);
    FOR_EACH_LEVEL(code)
    {
        code->gather(view, sampler, &q.batch, words);
        read_lane(q.lane, words, code, out);
    }
}

void texture_sample_lod(const struct texture_view *view, const struct sm5_sampler *sampler,
                        const struct texture_request *request, uint32_t out[4])
{
    struct question q;
    texture_words words;
    ask(&q, request);
    FOR_EACH_LEVEL(code)
    {
        code->lod(view, sampler, &q.batch, words);
        read_lane(q.lane, words, code, out);
    }
}

static void name(struct question *q, const struct texture_address *at)
{
    q->count = 0;
    q->lane = model_random(TEXTURE_LANES);
    q->batch = (struct texture_batch){.mask = 1u << q->lane};
    for (unsigned i = 0; i < 4; i++)
        q->batch.coords[i] = column(q, at->coords[i]);
    for (unsigned i = 0; i < 3; i++)
        q->batch.offset[i] = at->offset[i];
    q->batch.sample = column(q, at->sample);
}

void texture_load(const struct texture_view *view, const struct texture_address *at, uint32_t out[4])
{
    struct question q;
    texture_words words;
    name(&q, at);
    FOR_EACH_LEVEL(code)
    {
        code->load(view, &q.batch, words);
        read_lane(q.lane, words, code, out);
    }
}

uint8_t *texture_load_element(const struct texture_view *view, const struct texture_address *at)
{
    struct question q;
    uint8_t *out[TEXTURE_LANES];
    name(&q, at);
    texture_code_best()->elements(view, &q.batch, out);
    return out[q.lane];
}

void texture_store(const struct texture_view *view, const struct texture_address *at, const uint32_t words[4])
{
    struct question q;
    name(&q, at);
    for (unsigned i = 0; i < 4; i++)
        q.batch.values[i] = column(&q, words[i]);
    FOR_EACH_LEVEL(code)
    code->store(view, &q.batch);
}
