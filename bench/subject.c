#include "subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void subject_stop(const struct subject *s, const char *what)
{
    char text[1024] = "";
    if (s->diags && sm5_diags_count(s->diags))
        sm5_diag_format(sm5_diags_at(s->diags, 0), text, sizeof text);
    fprintf(stderr, "%s\n%s\n", what, text);
    exit(1);
}

static struct sm5_buffer *bind(struct subject *s, const char *name, uint64_t bytes, int fill)
{
    struct sm5_slot slot;
    struct sm5_buffer *buffer = sm5_buffer_new(bytes);
    struct sm5_view view = {.buffer = buffer, .count = SM5_COUNT_REST};
    if (!buffer || !sm5_slot_parse(name, &slot) || sm5_bind(s->bindings, &slot, &view, s->diags) != SM5_OK)
        subject_stop(s, name);
    memset(sm5_buffer_data(buffer), fill, bytes);
    return buffer;
}

struct subject subject_open(const char *text, uint64_t bytes)
{
    struct subject s = {.diags = sm5_diags_new()};
    if (sm5_program_read(text, strlen(text), "bench.asm", &s.program, s.diags) != SM5_OK ||
        sm5_kernel_new(s.program, SM5_ENGINE_INTERP, &s.kernel, s.diags) != SM5_OK)
        subject_stop(&s, text);
    s.bindings = sm5_bindings_new(s.program);
    s.t0 = bind(&s, "t0", bytes, 1);
    s.u0 = bind(&s, "u0", bytes, 2);
    return s;
}

void subject_close(struct subject *s)
{
    sm5_bindings_free(s->bindings);
    sm5_kernel_free(s->kernel);
    sm5_program_free(s->program);
    sm5_buffer_free(s->t0);
    sm5_buffer_free(s->u0);
    sm5_diags_free(s->diags);
}
