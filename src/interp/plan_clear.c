/* Which registers a group must find zeroed: those that some path may read before it writes them. A register
   counts as written within a block from its write to the block's end; what a subroutine finds counts as
   unwritten. */
#include "interp/plan.h"

#include <stdlib.h>

struct clear {
    struct plan *plan;
    uint32_t at;             /* operation */
    uint32_t *written_until; /* by register column: the operation that ends the block of its last write */
    uint8_t *wanted;         /* by register column */
};

static void read_column(struct clear *c, uint32_t column)
{
    if (column < c->plan->registers && c->at >= c->written_until[column])
        c->wanted[column] = 1;
}

static void write_column(struct clear *c, uint32_t column)
{
    uint32_t end = c->plan->ops.data[c->at].skip;
    if (column < c->plan->registers && end > c->written_until[column])
        c->written_until[column] = end;
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
    clear.written_until = calloc(b->plan->registers + 1, sizeof *clear.written_until);
    clear.wanted = calloc(b->plan->registers + 1, 1);
    bool allocated = clear.written_until && clear.wanted;
    for (; allocated && clear.at < b->plan->ops.count; clear.at++)
        visit_op(&clear, &b->plan->ops.data[clear.at]);
    bool ok = allocated && collect(&clear);
    free(clear.written_until);
    free(clear.wanted);
    return ok || plan_fail(b, SM5_ERR_MEMORY);
}
