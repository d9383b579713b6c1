/* diff --why: how the first word that differs was computed, and the first instruction that another engine computes
   differently. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_debug.h"
#include "cli/cli_diff.h"
#include "cli/cli_why.h"

/* The word as an expression of the debugger. False: it has none. */
static bool name_word(const struct diff *d, const struct diff_resource *r, char *out, size_t size)
{
    const struct cli_bound *bound = &d->job->resources.bound[r->binding];
    struct sm5_resource_info info;
    if (r->is_counter || bound->resource < 0 || bound->view.first * bound->row_bytes > r->at ||
        !sm5_resource_at(d->job->program, (uint32_t)bound->resource, &info))
        return false;
    uint64_t at = r->at - bound->view.first * bound->row_bytes;
    if (strcmp(info.layout, "raw") == 0)
        snprintf(out, size, "u%" PRIu32 "[%" PRIu64 "]", info.id, at / 4 * 4);
    else if (strcmp(info.layout, "structured") == 0)
        snprintf(out, size, "u%" PRIu32 "[%" PRIu64 "][%" PRIu64 "]", info.id, at / info.stride,
                 at % info.stride / 4 * 4);
    else
        return false;
    return true;
}

/* Of recorded results only the words are known. */
static int explain(struct diff *d, const struct diff_resource *r, const struct sm5_why *why)
{
    const struct why_view view = {d->job->program, why, false, NULL};
    const struct diff_results *other = &d->results[r->results];
    printf("\n");
    why_print(&view, stdout);
    if (other->is_recorded || other->kernel.engine == SM5_ENGINE_INTERP)
        return HOST_OK;
    int code = why_against(d->job, why, d->before, other->kernel.engine, other->name, stdout);
    return code == HOST_BAD_COMMAND ? code : HOST_OK;
}

int diff_why(struct diff *d)
{
    const struct sm5_debug_options how = {.dispatch = d->job->plan.how};
    const struct sm5_why_options options = {.follow = SM5_WHY_VALUES};
    const struct diff_resource *r = &d->list[0];
    struct debug_layouts layouts = {0};
    struct sm5_debug *debug = NULL;
    struct sm5_debug_stop stop;
    struct sm5_why *why = NULL;
    char word[64];
    if (!name_word(d, r, word, sizeof word)) {
        host_error("diff: --why explains words of structured and raw u#");
        return HOST_BAD_COMMAND;
    }
    cli_restore_memory(d->job, d->before);
    sm5_diags_clear(d->job->diags);
    enum sm5_status status = sm5_debug_new(d->job->program, d->job->bindings, &how, &debug, d->job->diags);
    if (!status && !debug_layouts_open(&layouts, d->job, debug))
        status = SM5_ERR_MEMORY;
    if (!status) {
        sm5_debug_run(debug, SM5_MOVE_CONTINUE, false, &stop, d->job->diags);
        status = sm5_why_new(debug, word, &options, &why, d->job->diags);
    }
    host_report(d->job->diags, 0);
    int code = status ? host_exit_code(status) : explain(d, r, why);
    sm5_why_free(why);
    sm5_debug_free(debug);
    debug_layouts_close(&layouts);
    return code;
}
