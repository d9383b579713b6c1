/* Runs with a limit of time, or whose progress may cancel them: what they compile, and where. */
#include "jit/jit.h"

static bool can_stop(const struct runtime_run *run)
{
    return run && (run->deadline_ns || run->progress);
}

bool jit_is_stoppable(const struct runtime_run *run)
{
    return can_stop(run) && jit_process_exists();
}

uint64_t jit_time_left(const struct runtime_run *run)
{
    uint64_t now = pool_now();
    return run->deadline_ns > now ? run->deadline_ns - now : 0;
}

static enum sm5_status reach_limit(struct runtime_run *run)
{
    runtime_fault(run, &(struct runtime_fault){RUNTIME_FAULT_SECONDS, UINT32_MAX, 0, 0, 0, 0});
    return SM5_ERR_LIMIT;
}

enum sm5_status jit_poll_run(struct runtime_run *run)
{
    uint64_t now = pool_now();
    runtime_poll(run, now);
    if (runtime_stopped(run, 0))
        return SM5_ERR_CANCELLED;
    return run->deadline_ns && now >= run->deadline_ns ? reach_limit(run) : SM5_OK;
}

/* An optional function has half of the time, as the run has to go on without it. */
static enum sm5_status compile_apart(const struct jit_compilation *c, struct jit_object *object,
                                     struct strbuf *why)
{
    uint64_t deadline = c->run->deadline_ns;
    uint64_t give_up = deadline && c->is_optional ? pool_now() + jit_time_left(c->run) / 2 : deadline;
    enum sm5_status status = jit_process_compile(c, give_up, object, why);
    if (status != SM5_ERR_LIMIT)
        return status;
    if (!c->is_optional)
        return reach_limit(c->run);
    strbuf_add(why, "compiling takes more than half of the time that is left");
    return SM5_ERR_SUPPORT;
}

/* Small functions are compiled by this process, as starting another one takes 20 ms. */
enum sm5_status jit_compile(const struct jit_compiler *compiler, const struct jit_compilation *c,
                            struct jit_object *object, struct strbuf *why)
{
    struct jit_target here = *c->target;
    if (!jit_is_stoppable(c->run))
        return compiler->compile(c->function, &here, object, JIT_DUMP_NONE, NULL, why);
    if (!here.most || here.most > JIT_INSTRUCTIONS_ANYWAY)
        here.most = JIT_INSTRUCTIONS_ANYWAY;
    if (c->function->value_count <= JIT_VALUES_HERE && c->refused <= here.most) {
        enum sm5_status status = compiler->compile(c->function, &here, object, JIT_DUMP_NONE, NULL, why);
        if (!object->refused || (c->target->most && object->refused > c->target->most))
            return status;
    }
    return compile_apart(c, object, why);
}
