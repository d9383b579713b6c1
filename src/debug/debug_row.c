/* Rows of a run's results by number, as the tables of outputs have them: out[5], constants[2], m0[7]. */
#include "debug/debug.h"

static bool fail(const char **why, const char *text)
{
    *why = text;
    return true;
}

/* The stream of m0 to m3; of a geometry shader `out` is the first one. -1: another name. */
static int stream_of(const char *name)
{
    if (strcmp(name, "out") == 0)
        return 0;
    return name[0] == 'm' && name[1] >= '0' && name[1] <= '3' && !name[2] ? name[1] - '0' : -1;
}

static bool find_records(const struct sm5_debug *d, const char *name, struct debug_records *file)
{
    int stream = stream_of(name);
    *file = (struct debug_records){PLAN_OUTPUTS, SM5_STAGE_OUTPUTS, STAGE_RECORD, 0, -1};
    if (d->program->stage == ISA_GEOMETRY) {
        file->stream = stream;
        return stream >= 0;
    }
    if (d->program->stage == ISA_HULL && strcmp(name, "constants") == 0) {
        *file = (struct debug_records){PLAN_CONSTANTS, SM5_STAGE_CONSTANTS, STAGE_ITEM, 0, -1};
        return true;
    }
    return strcmp(name, "out") == 0;
}

static void add_words(const struct sm5_debug *d, const struct debug_records *file, const char *prefix,
                      uint32_t *record, const struct debug_indices *x, struct debug_values *out,
                      const char **why)
{
    if (x->count == 1)
        debug_add_elements(d, file, prefix, record, out);
    else if (x->index[1] < d->worker->stage->records[file->records].registers)
        debug_add_register(d, file, prefix, record, x->index[1], out);
    if (!out->count)
        fail(why, "register that is not declared");
}

/* Emitted vertices are copies in memory that moves. */
static void add_vertex(const struct sm5_debug *d, const struct debug_records *file, const char *prefix,
                       const struct debug_indices *x, struct debug_values *out, const char **why)
{
    uint64_t batches = d->clock.ended ? d->groups : d->worker->group, batch;
    const uint32_t *vertex =
        runtime_stage_vertex(d->stage, batches, (unsigned)file->stream, x->index[0], &batch);
    if (!vertex) {
        fail(why, "vertex past the end of what complete batches have emitted");
        return;
    }
    add_words(d, file, prefix, (uint32_t *)vertex, x, out, why);
    for (uint32_t i = 0; i < out->count; i++) {
        out->emitted[i] = (const uint32_t *)out->places[i];
        out->places[i] = NULL;
        out->list[i].is_place = false;
    }
}

bool debug_lookup_row(const struct sm5_debug *d, const char *name, const struct debug_indices *x,
                      struct debug_values *out, const char **why)
{
    struct debug_records file;
    char prefix[40];
    if (!find_records(d, name, &file))
        return false;
    if (x->count < 1 || x->count > 2)
        return fail(why, "expected the number of a row, as in out[5]");
    size_t length = (size_t)snprintf(prefix, sizeof prefix, "%s[%u]", name, x->index[0]);
    if (x->count == 2)
        snprintf(prefix + length, sizeof prefix - length, "[%u]", x->index[1]);
    if (d->program->stage == ISA_GEOMETRY) {
        add_vertex(d, &file, prefix, x, out, why);
        return true;
    }
    const struct sm5_records *records = &d->worker->stage->records[file.records];
    if (x->index[0] >= records->count)
        return fail(why, "row past the end of the outputs");
    add_words(d, &file, prefix, &records->words[(uint64_t)x->index[0] * records->registers * 4], x, out, why);
    return true;
}
