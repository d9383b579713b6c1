/* Vertices that geometry shaders emit: code stores those of a batch in the worker's memory (ir.h); here
   they are passed to the run in the order of invocations, and of streams within an invocation. */
#include "jit/jit.h"

static const struct program_stage *decls_of(const struct jit_worker *w)
{
    return &w->function->program->decls.stage;
}

/* Words of a vertex: its registers and the mark. */
static uint32_t vertex_words(const struct jit_worker *w)
{
    return 4 * decls_of(w)->outputs + 1;
}

static uint64_t vertex_count(const struct jit_worker *w)
{
    return (uint64_t)decls_of(w)->max_vertices * IR_STAGE_THREADS;
}

bool jit_emit_new(struct jit_worker *w)
{
    if (w->function->program->stage == ISA_GEOMETRY && !w->emitted)
        w->emitted = sm5_buffer_new(vertex_count(w) * vertex_words(w) * sizeof(uint32_t));
    return w->function->program->stage != ISA_GEOMETRY || w->emitted;
}

struct jit_view jit_emit_vertices(const struct jit_worker *w)
{
    return jit_stage_span(sm5_buffer_data(w->emitted), vertex_count(w), vertex_words(w) * sizeof(uint32_t));
}

struct jit_view jit_emit_counts(const struct jit_worker *w)
{
    return jit_stage_span(w->emit_counts, IR_STAGE_THREADS, sizeof *w->emit_counts);
}

/* ---- to the run ---- */

static const uint32_t *vertex_at(const struct jit_worker *w, uint32_t invocation, uint32_t i)
{
    const uint32_t *words = (const uint32_t *)(const void *)w->emitted->data;
    return words + ((size_t)i * IR_STAGE_THREADS + invocation) * vertex_words(w);
}

static uint32_t mark_of(const struct jit_worker *w, uint32_t invocation, uint32_t i)
{
    return vertex_at(w, invocation, i)[vertex_words(w) - 1];
}

/* By stream: number of vertices that the first `count` invocations have emitted. */
static void count_vertices(const struct jit_worker *w, uint32_t count, size_t vertices[4])
{
    for (uint32_t n = 0; n < count; n++)
        for (uint32_t i = 0; i < w->emit_counts[n]; i++)
            vertices[mark_of(w, n, i) & IR_MARK_STREAM]++;
}

/* Emits the vertices of one invocation on one stream, strip by strip, into reserved space. */
static bool emit_strips(const struct jit_worker *w, uint32_t invocation, uint32_t stream,
                        struct runtime_emitted *emitted)
{
    size_t words = vertex_words(w) - 1;
    uint32_t length = 0;
    for (uint32_t i = 0; i < w->emit_counts[invocation]; i++) {
        uint32_t mark = mark_of(w, invocation, i);
        if ((mark & IR_MARK_STREAM) != stream)
            continue;
        if (words)
            memcpy(emitted->words.data + emitted->words.count, vertex_at(w, invocation, i),
                   words * sizeof(uint32_t));
        emitted->words.count += words;
        length++;
        if ((mark & IR_MARK_CUT) && !VEC_PUSH(&emitted->strips, length))
            return false;
        length = mark & IR_MARK_CUT ? 0 : length;
    }
    return length == 0 || VEC_PUSH(&emitted->strips, length);
}

static bool hand_over_batch(const struct jit_worker *w, uint64_t batch, uint32_t count)
{
    struct runtime_emitted *emitted = w->run->stage->emitted[batch];
    size_t vertices[4] = {0};
    bool ok = true;
    count_vertices(w, count, vertices);
    for (uint32_t stream = 0; stream < 4; stream++) {
        if (!vertices[stream])
            continue;
        ok = ok && VEC_RESERVE(&emitted[stream].words, vertices[stream] * (vertex_words(w) - 1));
        for (uint32_t n = 0; ok && n < count; n++)
            ok = emit_strips(w, n, stream, &emitted[stream]);
    }
    return ok;
}

void jit_emit_run(struct jit_worker *w, uint64_t first, uint64_t count)
{
    for (uint64_t batch = first; batch - first < count; batch++) {
        uint64_t start = batch * IR_STAGE_THREADS, all = w->run->stage->invocations;
        if (start >= all || !w->entry(&w->context, batch, 1))
            return;
        uint32_t threads = all - start < IR_STAGE_THREADS ? (uint32_t)(all - start) : IR_STAGE_THREADS;
        if (!hand_over_batch(w, batch, threads))
            runtime_fault(w->run, &(struct runtime_fault){
                                      .kind = RUNTIME_FAULT_MEMORY, .instr = UINT32_MAX, .group = batch});
    }
}
