/* Real compute shaders terminate on generated buffers and textures, and write the same memory on the
   interpreter and on the engine of AUTO. Shaders with races are listed, not compared. */
#include "corpus.h"

#include <stdlib.h>

#include "synthetic.h"
#include "test.h"

enum { MOST_STEPS = 20000 };

struct subject {
    struct sm5_diags *diags;
    struct sm5_program *program;
    struct sm5_kernel *interp, *automatic;
    struct synthetic bound;
    uint8_t *first[SYNTHETIC_BUFFERS], *left[SYNTHETIC_BUFFERS]; /* before the run; after the interpreter's */
};

struct totals {
    size_t ran, compiled, budget, racing, excused, bad;
};

/* On one thread, so that appends take effect in the order of groups. */
static const struct sm5_dispatch_options how = {.groups = {2, 1, 1}, .threads = 1, .max_steps = MOST_STEPS};

static void copy_out(const struct subject *s, uint8_t **to)
{
    for (size_t i = 0; i < s->bound.count; i++) {
        uint64_t bytes = sm5_buffer_size(s->bound.buffers[i]);
        to[i] = malloc(bytes + 1);
        assert_non_null(to[i]);
        memcpy(to[i], sm5_buffer_data(s->bound.buffers[i]), bytes);
    }
}

static void restore(const struct subject *s)
{
    struct sm5_resource_info r;
    for (uint32_t i = 0; sm5_resource_at(s->program, i, &r); i++)
        sm5_counter_set(s->bound.bindings, &(struct sm5_slot){.kind = r.kind, .reg = r.reg, .space = r.space},
                        0);
    for (size_t i = 0; i < s->bound.count; i++)
        memcpy(sm5_buffer_data(s->bound.buffers[i]), s->first[i], sm5_buffer_size(s->bound.buffers[i]));
}

static bool same_memory(const struct subject *s)
{
    bool same = true;
    for (size_t i = 0; i < s->bound.count; i++) {
        uint64_t bytes = sm5_buffer_size(s->bound.buffers[i]);
        same &= memcmp(sm5_buffer_data(s->bound.buffers[i]), s->left[i], bytes) == 0;
    }
    return same;
}

static bool races(const struct subject *s)
{
    struct sm5_findings *findings = NULL;
    bool found = false;
    restore(s);
    sm5_check(s->program, s->bound.bindings, &how, NULL, &findings, s->diags);
    for (size_t i = 0; findings && i < sm5_findings_count(findings); i++)
        found |= strncmp(sm5_finding_kind_name(sm5_findings_at(findings, i)->kind), "race", 4) == 0;
    sm5_findings_free(findings);
    return found;
}

/* Expected faults of generated memory: calls of classes that are not bound, barriers that threads miss. */
static bool is_excused(const struct subject *s)
{
    for (size_t i = 0; i < sm5_diags_count(s->diags); i++) {
        const struct sm5_diag *diag = sm5_diags_at(s->diags, i);
        if (diag->severity == SM5_ERROR)
            return strcmp(diag->code, "fault-fcall") == 0 || strcmp(diag->code, "fault-barrier") == 0;
    }
    return false;
}

static void report(const struct subject *s, const char *path)
{
    for (size_t i = 0; i < sm5_diags_count(s->diags); i++)
        if (sm5_diags_at(s->diags, i)->severity == SM5_ERROR)
            print_error("%s: %s\n", path, sm5_diags_at(s->diags, i)->message);
}

static void compare(struct subject *s, const char *path, struct totals *totals)
{
    copy_out(s, s->left);
    restore(s);
    bool same =
        sm5_dispatch(s->automatic, s->bound.bindings, &how, NULL, s->diags) == SM5_OK && same_memory(s);
    totals->ran++;
    totals->compiled += strcmp(sm5_kernel_engine(s->automatic), "jit") == 0;
    if (same)
        return;
    bool racing = races(s);
    print_error("%s: %s\n", path, racing ? "races" : "other memory on compiled code");
    totals->racing += racing;
    totals->bad += !racing;
}

static void run_subject(struct subject *s, const char *path, struct totals *totals)
{
    uint32_t seed = 7;
    synthetic_bind(&s->bound, s->program, &seed);
    copy_out(s, s->first);
    enum sm5_status status = sm5_dispatch(s->interp, s->bound.bindings, &how, NULL, s->diags);
    if (status == SM5_OK) {
        compare(s, path, totals);
        return;
    }
    report(s, path);
    totals->budget += status == SM5_ERR_LIMIT;
    totals->excused += status != SM5_ERR_LIMIT && is_excused(s);
    totals->bad += status != SM5_ERR_LIMIT && !is_excused(s);
}

static void close_subject(struct subject *s)
{
    for (size_t i = 0; i < s->bound.count; i++) {
        free(s->first[i]);
        free(s->left[i]);
    }
    synthetic_free(&s->bound);
    sm5_kernel_free(s->interp);
    sm5_kernel_free(s->automatic);
    sm5_program_free(s->program);
    sm5_diags_free(s->diags);
}

static void check_shader(const char *path, struct bytes file, void *context)
{
    struct subject s = {.diags = sm5_diags_new()};
    struct totals *totals = context;
    bool is_program = sm5_program_read(file.data, file.size, NULL, &s.program, s.diags) == SM5_OK;
    struct sm5_stage_info info = {.stage = ""};
    if (is_program)
        sm5_stage_info(s.program, &info);
    if (strcmp(info.stage, "cs") == 0) {
        if (sm5_kernel_new(s.program, SM5_ENGINE_INTERP, &s.interp, s.diags) == SM5_OK &&
            sm5_kernel_new(s.program, SM5_ENGINE_AUTO, &s.automatic, s.diags) == SM5_OK) {
            run_subject(&s, path, totals);
        } else {
            report(&s, path);
            totals->bad++;
        }
    }
    close_subject(&s);
}

static void real_shaders_leave_the_same_memory(void **state)
{
    struct totals totals = {0};
    (void)state;
    if (!corpus_each(check_shader, &totals))
        skip();
    print_message(
        "%zu shaders ran, %zu on compiled code too, %zu of them race; %zu used up their budget, %zu are "
        "excused\n",
        totals.ran, totals.compiled, totals.racing, totals.budget, totals.excused);
    assert_int_equal(totals.bad, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(real_shaders_leave_the_same_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
