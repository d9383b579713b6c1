/* Each scenario of a header of include/sm5/, called with its n-th allocation failing, for all n until it succeeds:
   it returns SM5_ERR_MEMORY (or NULL) and a diagnostic, or the same result as without the failure; nothing leaks; and
   the next call succeeds. Then the same with every allocation from the n-th on failing, and with all limits of memory.

   usage: fail-api-HEADER [--most N | --only TEXT]: at most N failures of a scenario and kind, evenly. */
#include <execinfo.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "api.h"

static uint64_t runs, limits;
static int wrong;

static void complain(const char *name, uint64_t n, bool and_after, const char *what,
                     const struct fail_report *report)
{
    wrong++;
    printf("%s: allocation %" PRIu64 "%s: %s\n", name, n, and_after ? " and after" : "", what);
    if (report)
        backtrace_symbols_fd((void *const *)report->frames + 3, 8, STDOUT_FILENO);
}

static bool is_reported(const struct sm5_diags *diags, const char *code)
{
    size_t count = sm5_diags_count(diags);
    return count && strcmp(sm5_diags_at(diags, count - 1)->code, code) == 0;
}

/* LLVM ends the process when an allocation fails, so the JIT refuses to compile where memory is short. */
static bool is_refusal(const struct sm5_diags *diags)
{
    size_t count = sm5_diags_count(diags);
    return count && strstr(sm5_diags_at(diags, count - 1)->message, "memory");
}

struct outcome {
    enum sm5_status status;
    uint64_t digest;
    bool has_diagnostics, is_reported, is_refused, is_limit;
    struct fail_report report;
};

static struct outcome run(size_t which, struct call *c, uint64_t n, bool and_after)
{
    struct outcome o;
    c->diags = sm5_diags_new();
    c->engine = api_scenarios[which].engine;
    c->digest = 0xcbf29ce484222325u;
    fail_arm(FAIL_MEMORY, n, and_after);
    o.status = api_scenarios[which].call(c);
    o.digest = c->digest;
    o.has_diagnostics = sm5_diags_errors(c->diags) > 0;
    o.is_reported = is_reported(c->diags, "memory");
    o.is_limit = sm5_diags_errors(c->diags) == 1 && is_reported(c->diags, "api-memory-limit");
    o.is_refused = o.status == SM5_ERR_SUPPORT && is_refusal(c->diags);
    sm5_diags_free(c->diags);
    fail_disarm(&o.report);
    return o;
}

static const char *complaint(const struct outcome *o, const struct outcome *base)
{
    if (o->report.live > base->report.live)
        return "memory is not freed";
    if (o->status == SM5_ERR_MEMORY)
        return o->has_diagnostics && !o->is_reported ? "the diagnostic is another one" : NULL;
    if (o->status)
        return o->is_refused ? NULL : sm5_status_name(o->status);
    return o->digest == base->digest ? NULL : "another result";
}

static void fail_each(size_t which, struct call *c, bool and_after, uint64_t most)
{
    run(which, c, 0, false); /* fills caches */
    const struct outcome base = run(which, c, 0, false);
    uint64_t stride = (base.report.calls + most - 1) / most;
    if (base.status)
        complain(api_scenarios[which].name, 0, false, sm5_status_name(base.status), 0);
    for (uint64_t n = 1; !base.status; n += stride ? stride : 1) {
        const struct outcome o = run(which, c, n, and_after);
        if (!o.report.failed)
            break;
        const char *what = complaint(&o, &base);
        if (what)
            complain(api_scenarios[which].name, n, and_after, what, &o.report);
        runs++;
    }
    const struct outcome next = run(which, c, 0, false);
    if (next.status || next.digest != base.digest)
        complain(api_scenarios[which].name, 0, and_after, "the next call fails", NULL);
}

/* ---- all limits of a call ---- */

/* Allocators round requests up, the largest ones to pages; and the diagnostic of the limit is outside it. */
enum { ROUNDED = 7 * 4096 };

static const char *limit_complaint(const struct outcome *o, const struct outcome *base, const struct call *c)
{
    bool is_counted = c->engine != SM5_ENGINE_JIT; /* what the compiler allocates is not limited */
    if (o->report.live > base->report.live)
        return "memory is not freed";
    if (is_counted && c->max_memory && c->most_used > c->max_memory + ROUNDED)
        return "more memory than the limit";
    if (o->status == SM5_ERR_LIMIT)
        return o->is_limit ? NULL : "the diagnostic is another one";
    if (o->status)
        return o->status == SM5_ERR_SUPPORT && !is_counted ? NULL : sm5_status_name(o->status);
    return o->digest == base->digest ? NULL : "another result";
}

/* Limits from a byte to what the call needs. */
static void limit_each(size_t which, struct call *c)
{
    c->max_memory = c->most_used = 0;
    run(which, c, 0, false);
    const struct outcome base = run(which, c, 0, false);
    uint64_t needed = 2 * c->most_used + ROUNDED, refused = 0;
    if (c->engine == SM5_ENGINE_JIT)
        needed += 64 << 20;
    for (uint64_t most = 1; c->most_used && most < 2 * needed; most += most / 4 + 64) {
        c->max_memory = most;
        c->most_used = 0;
        const struct outcome o = run(which, c, 0, false);
        const char *what = limit_complaint(&o, &base, c);
        if (!what && o.status && most > needed)
            what = "less memory than the limit";
        if (what) {
            wrong++;
            printf("%s: limit %" PRIu64 ": %s\n", api_scenarios[which].name, most, what);
        }
        refused += o.status != SM5_OK;
        limits++;
    }
    if (c->max_memory && !refused) {
        wrong++;
        printf("%s: max_memory has no effect\n", api_scenarios[which].name);
    }
    c->max_memory = 0;
}

int main(int argc, char **argv)
{
    uint64_t most = argc == 3 && strcmp(argv[1], "--most") == 0 ? strtoull(argv[2], NULL, 10) : UINT32_MAX;
    const char *only = argc == 3 && strcmp(argv[1], "--only") == 0 ? argv[2] : "";
    bool has_jit = getenv("SM5_JIT_PLUGIN") != NULL;
    struct call c = {0};
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (sm5_program_read(api_compute, strlen(api_compute), "x.asm", &c.program, NULL) ||
        sm5_program_write(c.program, NULL, &c.file, NULL) ||
        sm5_layout_parse("float2 at; uint id", SM5_PACKING_STRUCTURED, NULL, &c.layout, NULL))
        return 1;
    for (size_t i = 0; i < api_scenario_count; i++)
        if ((has_jit || api_scenarios[i].engine != SM5_ENGINE_JIT) && strstr(api_scenarios[i].name, only)) {
            for (int and_after = 0; and_after < 2; and_after++)
                fail_each(i, &c, and_after, most);
            limit_each(i, &c);
        }
    sm5_program_free(c.program);
    sm5_blob_free(&c.file);
    sm5_layout_free(c.layout);
    printf("%" PRIu64 " calls with a failing allocation, %" PRIu64 " with a limit of memory, %d wrong\n",
           runs, limits, wrong);
    return wrong != 0;
}
