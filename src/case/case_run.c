/* Runs one test case: reads it, runs its steps, checks the results. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "case/case_run.h"

/* 0: also for an indirect dispatch, which is not divided. */
static uint64_t count_groups(const struct sm5_dispatch_options *how)
{
    uint64_t all = how->indirect ? 0 : how->groups[0];
    for (unsigned i = 1; i < 3 && how->groups[i]; i++)
        all *= how->groups[i];
    return all;
}

static bool dispatch(struct case_runner *r, const struct case_step *how, const struct case_kernel *step)
{
    struct sm5_dispatch_options options = {
        .groups = {how->groups[0], how->groups[1], how->groups[2]},
        .threads = r->options->threads,
        .max_steps = r->test.max_steps,
        .exclusive = true,
        .max_seconds = CASE_SECONDS,
        .oob = r->options->oob,
    };
    if (how->from_slot) {
        const struct case_place *place = case_find_place(r, how->from_slot);
        if (!place || !place->buffer)
            return case_stop(r, CASE_FAILED, "groups_from: nothing is bound to '%s'", how->from_slot);
        options.indirect = true;
        options.indirect_buffer = place->buffer;
        options.indirect_offset = how->from_byte;
    }
    if (case_is_checked(r))
        return case_check_step(r, step->program, step->bindings, &options);
    uint64_t groups = count_groups(&options);
    if (r->options->split && groups)
        return case_dispatch_split(r, step, &options, groups);
    enum sm5_status status = sm5_dispatch(step->kernel, step->bindings, &options, NULL, r->diags);
    return status == SM5_OK || case_stop_with_diags(r, status, "dispatch");
}

static bool run_step(struct case_runner *r, const struct case_step *how)
{
    struct case_kernel step = {0};
    sm5_diags_clear(r->diags);
    bool ok = case_open_step(r, how->shader, &step) && case_apply_sets(r, how) &&
              case_set_constants(r, &how->constants) && case_bind(r, &step) && dispatch(r, how, &step);
    if (ok)
        case_save_counters(r, &step);
    case_close_step(&step);
    return ok && case_check_points(r, how);
}

/* ---- the whole case ---- */

static void run_case(struct case_runner *r)
{
    if (!case_open_data(r) || !case_make_places(r) || !case_start_constants(r))
        return;
    if (strcmp(r->test.stage, "cs") != 0) {
        case_run_stage(r);
        return;
    }
    for (size_t i = 0; i < r->test.step_count; i++)
        if (!run_step(r, &r->test.steps[i]))
            return;
    /* Results are kept even when they are wrong: the user needs them to debug. */
    if (case_keep(r) && case_compare_findings(r) && case_check_results(r))
        case_bless_finish(r);
}

/* The default name is that of the file, or of its folder when the file is case.json. */
static char *name_of(const struct case_spec *test, const char *path)
{
    if (test->name)
        return strdup(test->name);
    const char *end = path + strlen(path), *slash = strrchr(path, '/');
    if (slash && slash != path && strcmp(slash, "/case.json") == 0) {
        end = slash;
        slash = memrchr(path, '/', (size_t)(end - path));
    }
    const char *start = slash ? slash + 1 : path, *dot = memrchr(start, '.', (size_t)(end - start));
    return strndup(start, (size_t)((dot && dot != start && !*end ? dot : end) - start));
}

char *case_name(const char *path)
{
    struct case_spec test;
    struct io_error error;
    if (!case_spec_read(path, &test, &error))
        return NULL;
    char *name = name_of(&test, path);
    case_spec_free(&test);
    return name;
}

static void read_and_run(struct case_runner *r, const char *path, char **name)
{
    struct io_error error;
    bool read = case_spec_read(path, &r->test, &error);
    *name = name_of(&r->test, path);
    if (!read)
        case_stop(r, CASE_FAILED, "%s", error.text);
    else if (!*name)
        case_stop(r, CASE_FAILED, "out of memory");
    else {
        if (*r->test.unknown_key)
            atomic_fetch_add(r->options->unknown_keys, 1);
        r->test.name = *name;
        run_case(r);
    }
}

enum case_outcome case_run(const char *path, const struct case_options *options, char **name, char **text)
{
    struct case_runner r = {.options = options, .diags = sm5_diags_new(), .outcome = CASE_PASSED};
    size_t size;
    *text = *name = NULL;
    r.log = open_memstream(text, &size);
    if (r.log && r.diags)
        read_and_run(&r, path, name);
    else
        r.outcome = CASE_FAILED;
    if (r.log)
        fclose(r.log);
    case_edits_free(r.edits);
    case_free_findings(&r);
    case_free_places(&r);
    case_free_data(&r);
    sm5_diags_free(r.diags);
    case_spec_free(&r.test);
    return r.outcome;
}
