/* Which registers a group must find zeroed: those that some path may read before it writes them. A register
   counts as written within a block from its write to the block's end; what a subroutine finds counts as
   unwritten. */
#include "interp/plan.h"

#include <stdlib.h>

struct clear {
    struct plan *plan;
    uint8_t *written, *wanted;      /* by register column */
    VEC(uint32_t) log;              /* columns written in open blocks */
    size_t marks[PLAN_NESTING + 2]; /* by depth: where the block's part of the log starts */
    unsigned depth;
    bool failed;
};

static void read_column(struct clear *c, uint32_t column)
{
    if (column < c->plan->registers && !c->written[column])
        c->wanted[column] = 1;
}

static void write_column(struct clear *c, uint32_t column)
{
    if (column >= c->plan->registers || c->written[column])
        return;
    c->written[column] = 1;
    c->failed |= !VEC_PUSH(&c->log, column);
}

/* Elements that are chosen by lane may be any. */
static void read_step(struct clear *c, const struct plan_step *step)
{
    read_column(c, step->s);
    read_column(c, step->s2);
    read_column(c, step->reg.index);
    read_column(c, step->element.index);
    if (step->kind != STEP_FILE || step->length == 0)
        return;
    uint8_t *wanted = &c->wanted[step->first];
    if (wanted[(step->length - 1) * (size_t)step->stride] == 2)
        return; /* an earlier step has asked for the same run */
    for (size_t i = 0; i < step->length; i++)
        wanted[i * step->stride] = 1;
    wanted[(step->length - 1) * (size_t)step->stride] = 2;
}

static void visit_memory(struct clear *c, const struct plan_op *op)
{
    if (op->memory == PLAN_NONE)
        return;
    const struct plan_memory *m = &c->plan->memory.data[op->memory];
    bool loads = op->run == RUN_LOAD;
    read_column(c, m->reg.index);
    read_column(c, m->address);
    read_column(c, m->offset);
    for (unsigned i = 0; i < m->count; i++)
        if (!loads)
            read_column(c, m->column[i]);
    for (unsigned i = 0; loads && i < m->count; i++)
        write_column(c, m->column[i]);
    write_column(c, m->status);
    write_column(c, m->result);
}

static void visit_texture(struct clear *c, const struct plan_op *op)
{
    const struct plan_texture *t = &c->plan->textures.data[op->memory];
    read_column(c, t->reg.index);
    read_column(c, t->sampler_reg.index);
    for (unsigned i = 0; i < READ_COUNT; i++)
        read_column(c, t->reads[i]);
    for (unsigned i = 0; i < t->count; i++)
        write_column(c, t->column[i]);
    write_column(c, t->status);
}

static void visit_op(struct clear *c, const struct plan_op *op)
{
    const struct plan_step *steps = &c->plan->steps.data[op->steps];
    const struct plan_unit *units = &c->plan->units.data[op->units];
    for (unsigned i = 0; i < op->fetches + op->finishes; i++)
        read_step(c, &steps[i]);
    for (unsigned i = 0; i < op->units_count; i++)
        for (unsigned k = 0; k < 8; k++)
            read_column(c, units[i].s[k]);
    read_column(c, op->condition);
    read_column(c, op->element.index);
    if (op->run == RUN_TEXTURE)
        visit_texture(c, op);
    else
        visit_memory(c, op);
    for (unsigned i = 0; i < op->units_count; i++)
        for (unsigned k = 0; k < 2; k++)
            write_column(c, units[i].d[k]);
    for (unsigned i = op->fetches; i < (unsigned)op->fetches + op->finishes; i++)
        if (steps[i].kind == STEP_SELECT)
            write_column(c, steps[i].d);
}

static void forget_block(struct clear *c)
{
    while (c->log.count > c->marks[c->depth])
        c->written[c->log.data[--c->log.count]] = 0;
}

static void open_block(struct clear *c)
{
    c->marks[++c->depth] = c->log.count;
}

static void visit_flow(struct clear *c, const struct plan_op *op)
{
    switch (op->run) {
    case RUN_IF:
    case RUN_LOOP:
    case RUN_SWITCH: open_block(c); break;
    case RUN_ELSE:
    case RUN_CASE:
    case RUN_DEFAULT: forget_block(c); break;
    case RUN_ENDIF:
    case RUN_ENDLOOP:
    case RUN_ENDSWITCH:
        forget_block(c);
        c->depth--;
        break;
    case RUN_END: forget_block(c); break;
    default: break;
    }
}

static bool collect(struct clear *c)
{
    for (uint32_t column = 0; column < c->plan->registers; column++) {
        if (!c->wanted[column])
            continue;
        struct plan_range *last =
            c->plan->clears.count ? &c->plan->clears.data[c->plan->clears.count - 1] : NULL;
        if (last && last->first + last->count == column)
            last->count++;
        else if (!VEC_PUSH(&c->plan->clears, ((struct plan_range){column, 1})))
            return false;
    }
    return true;
}

bool plan_clear(struct plan_builder *b)
{
    struct clear clear = {.plan = b->plan};
    clear.written = calloc(b->plan->registers + 1, 1);
    clear.wanted = calloc(b->plan->registers + 1, 1);
    clear.failed = !clear.written || !clear.wanted;
    for (uint32_t i = 0; !clear.failed && i < b->plan->ops.count; i++) {
        visit_op(&clear, &b->plan->ops.data[i]);
        visit_flow(&clear, &b->plan->ops.data[i]);
    }
    bool ok = !clear.failed && collect(&clear);
    free(clear.written);
    free(clear.wanted);
    VEC_FREE(&clear.log);
    return ok || plan_fail(b, SM5_ERR_MEMORY);
}
