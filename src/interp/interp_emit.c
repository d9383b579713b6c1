/* Vertices emitted by geometry shaders: stored by lane, and appended to the output in lane order. */
#include "interp/interp_worker.h"

#include <stdlib.h>

struct interp_vertex {
    uint8_t stream;
    bool cut; /* last of its strip */
};

static uint32_t limit(const struct interp_worker *w)
{
    return w->plan->program->decls.stage.max_vertices;
}

static size_t vertex_words(const struct interp_worker *w)
{
    return 4ul * w->plan->program->decls.stage.outputs;
}

bool interp_emit_new(struct interp_worker *w)
{
    struct interp_stage *stage = w->stage;
    size_t vertices = (size_t)limit(w) * STAGE_BATCH;
    stage->current = calloc(vertex_words(w) * STAGE_BATCH + 1, sizeof *stage->current);
    stage->words = calloc(vertices * vertex_words(w) + 1, sizeof *stage->words);
    stage->vertices = calloc(vertices + 1, sizeof *stage->vertices);
    return stage->current && stage->words && stage->vertices;
}

void interp_emit_free(struct interp_worker *w)
{
    free(w->stage->current);
    free(w->stage->words);
    free(w->stage->vertices);
}

void interp_emit_start(struct interp_worker *w)
{
    struct interp_stage *stage = w->stage;
    stage->records[PLAN_OUTPUTS] =
        (struct sm5_records){stage->current, STAGE_BATCH, w->plan->program->decls.stage.outputs};
    memset(stage->current, 0, vertex_words(w) * STAGE_BATCH * sizeof *stage->current);
    memset(stage->emitted, 0, sizeof stage->emitted);
    memset(stage->latest, 0xff, sizeof stage->latest);
}

uint32_t *interp_emit_next(const struct interp_worker *w, uint32_t lane)
{
    return w->stage->words + ((size_t)lane * limit(w) + w->stage->emitted[lane]) * vertex_words(w);
}

static void emit(struct interp_worker *w, uint32_t lane, uint8_t stream)
{
    struct interp_stage *stage = w->stage;
    size_t words = vertex_words(w);
    uint32_t vertex = stage->emitted[lane]++;
    size_t at = (size_t)lane * limit(w) + vertex;
    memcpy(stage->words + at * words, stage->current + lane * words, words * sizeof *stage->words);
    stage->vertices[at] = (struct interp_vertex){.stream = stream};
    stage->latest[lane][stream] = vertex;
}

static void cut(struct interp_worker *w, uint32_t lane, uint8_t stream)
{
    uint32_t vertex = w->stage->latest[lane][stream];
    if (vertex != UINT32_MAX)
        w->stage->vertices[(size_t)lane * limit(w) + vertex].cut = true;
}

/* D3D11.3 22.3.5: the invocation ends after its last permitted vertex. */
void interp_stream(struct interp_worker *w, const struct plan_op *op)
{
    uint8_t stream = op->stream.number;
    bool any_ended = false;
    memset(w->selected, 0, w->lanes * sizeof *w->selected);
    for (uint32_t i = 0; i < w->threads; i++) {
        if (!w->active[i])
            continue;
        if (op->stream.emits)
            emit(w, i, stream);
        if (op->stream.cuts)
            cut(w, i, stream);
        w->selected[i] = w->stage->emitted[i] == limit(w) ? UINT32_MAX : 0;
        any_ended |= w->selected[i] != 0;
    }
    if (any_ended)
        interp_flow_end(w, op, w->selected);
}

bool interp_emit_memory(const struct interp_worker *w, unsigned i, void **bytes, size_t *size)
{
    struct interp_stage *stage = w->stage;
    size_t vertices = (size_t)limit(w) * STAGE_BATCH, words = vertex_words(w) * sizeof *stage->words;
    const struct {
        void *bytes;
        size_t size;
    } parts[] = {{stage->current, STAGE_BATCH * words},
                 {stage->words, vertices * words},
                 {stage->vertices, vertices * sizeof *stage->vertices},
                 {stage->emitted, sizeof stage->emitted},
                 {stage->latest, sizeof stage->latest}};
    if (i >= BASE_COUNT(parts))
        return false;
    *bytes = parts[i].bytes;
    *size = parts[i].size;
    return true;
}

/* ---- output ---- */

/* Appends the vertices of one lane on one stream. */
static bool append_vertices(const struct interp_worker *w, uint32_t lane, uint8_t stream,
                            struct runtime_emitted *emitted)
{
    const struct interp_stage *stage = w->stage;
    size_t words = vertex_words(w), base = (size_t)lane * limit(w);
    uint32_t length = 0;
    for (uint32_t i = 0; i < stage->emitted[lane]; i++) {
        const struct interp_vertex *vertex = &stage->vertices[base + i];
        if (vertex->stream != stream)
            continue;
        if (!VEC_RESERVE(&emitted->words, words))
            return false;
        if (words)
            memcpy(emitted->words.data + emitted->words.count, stage->words + (base + i) * words,
                   words * sizeof *stage->words);
        emitted->words.count += words;
        length++;
        if (vertex->cut && !VEC_PUSH(&emitted->strips, length))
            return false;
        length = vertex->cut ? 0 : length;
    }
    return length == 0 || VEC_PUSH(&emitted->strips, length);
}

const uint32_t *interp_emit_origin(const struct interp_worker *w, uint8_t stream, size_t at)
{
    const struct interp_stage *stage = w->stage;
    size_t words = vertex_words(w), vertex = at / words;
    for (uint32_t lane = 0; lane < STAGE_BATCH; lane++)
        for (size_t i = (size_t)lane * limit(w), end = i + stage->emitted[lane]; i < end; i++)
            if (stage->vertices[i].stream == stream && vertex-- == 0)
                return stage->words + i * words + at % words;
    return NULL;
}

void interp_emit_finish(struct interp_worker *w)
{
    struct runtime_emitted *emitted = w->run->stage->emitted[w->group];
    bool ok = true;
    for (uint8_t stream = 0; stream < 4; stream++)
        emitted[stream].words.count = emitted[stream].strips.count = 0;
    for (uint32_t lane = 0; ok && lane < STAGE_BATCH; lane++)
        for (uint8_t stream = 0; ok && stream < 4; stream++)
            ok = append_vertices(w, lane, stream, &emitted[stream]);
    if (!ok)
        runtime_fault(w->run, &(struct runtime_fault){
                                  .kind = RUNTIME_FAULT_MEMORY, .instr = UINT32_MAX, .group = w->group});
}
