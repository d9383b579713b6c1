/* A barrier that some threads do not reach ends its group; the other groups run, to find other errors. */
#include "check/check_barrier.h"

#include "check/check.h"
#include "interp/interp_worker.h"

enum {
    LISTED = 8,   /* threads in a message */
    STEPS = 65536 /* limit of each group after a missed barrier: it may wait for a group that ended early */
};

/* The caller's limit has precedence. Reaching the limit set here is not a finding. */
void check_barrier_start(struct check *check, const struct interp_worker *w)
{
    struct runtime_run *run = w->run;
    if (!check->missed || (run->max_steps && !check->limited))
        return;
    check->limited = true;
    run->max_steps = STEPS;
    atomic_store_explicit(&run->steps, STEPS, memory_order_relaxed);
}

static void name_thread(const struct check *check, const struct interp_event *event, uint32_t lane,
                        uint32_t number, struct strbuf *out)
{
    if (number >= LISTED)
        return;
    strbuf_add(out, number ? ", " : "");
    check_print_thread(check, event->flat[lane], out);
}

/* `missing`: lists live threads that are not active, else those that have returned. */
static void name_threads(const struct check *check, const struct interp_event *event, const uint32_t *live,
                         bool missing, struct strbuf *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < event->threads; i++)
        if (missing ? live[i] && !event->active[i] : !live[i])
            name_thread(check, event, i, count++, out);
    if (count > LISTED)
        strbuf_printf(out, " and %u more", count - LISTED);
}

static bool has_returned(const struct interp_event *event, const uint32_t *live)
{
    for (uint32_t i = 0; i < event->threads; i++)
        if (!live[i])
            return true;
    return false;
}

void check_barrier_missed(void *context, const struct interp_event *event, const uint32_t *live)
{
    struct check *check = context;
    uint32_t lane = 0;
    while (!live[lane] || event->active[lane])
        lane++;
    const struct check_site site = {event->at, event->group, event->flat[lane]};
    const struct sm5_finding finding = {.kind = SM5_FINDING_BARRIER};
    struct sm5_finding *made = check_add(check, &site, &finding);
    struct strbuf text = {0};
    check->missed = true;
    if (!made)
        return;
    strbuf_add(&text, "missing: ");
    name_threads(check, event, live, true, &text);
    if (has_returned(event, live)) {
        strbuf_add(&text, "; returned: ");
        name_threads(check, event, live, false, &text);
    }
    check_prefix_message(check, made, &text);
}
