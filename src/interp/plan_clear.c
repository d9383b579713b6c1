/* Finds the registers to zero before a group: those that some path may read before it writes them. A write
   to a register is valid up to the end of its block; subroutines start with all registers unwritten. */
#include "interp/plan.h"

#include <stdlib.h>

struct clear {
    struct plan *plan;
    uint32_t at;             /* operation */
    uint32_t *written_until; /* by register column: the operation that ends the block of its last write */
    uint8_t *must_clear;     /* by register column */
};

static void read_column(struct clear *c, uint32_t column)
{
    if (column < c->plan->registers && c->at >= c->written_until[column])
        c->must_clear[column] = 1;
}

static void write_column(struct clear *c, uint32_t column)
{
    uint32_t end = c->plan->ops.data[c->at].skip;
    if (column < c->plan->registers && end > c->written_until[column])
        c->written_until[column] = end;
}

/* A dynamic index may select any element. */
static void read_step(struct clear *c, const struct plan_step *step)
{
    read_column(c, step->s);
    read_column(c, step->s2);
    read_column(c, step->reg.index);
    read_column(c, step->element.index);
    if (step->kind != STEP_FILE || step->file.length == 0)
        return;
    uint8_t *must_clear = &c->must_clear[step->file.first];
    size_t last = (step->file.length - 1) * (size_t)step->file.stride;
    if (must_clear[last] == 2)
        return; /* an earlier step has marked the same columns */
    for (size_t i = 0; i < last; i += step->file.stride)
        must_clear[i] = 1;
    must_clear[last] = 2;
}

static void visit_memory(struct clear *c, const struct plan_op *op)
{
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
    const struct plan_texture *t = &c->plan->textures.data[op->texture];
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
    if (op->run == RUN_TEXTURE)
        visit_texture(c, op);
    else if (plan_is_memory(op))
        visit_memory(c, op);
    else if (op->run == RUN_FCALL)
        read_column(c, op->fcall.element.index);
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
        if (!c->must_clear[column])
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
    clear.must_clear = calloc(b->plan->registers + 1, 1);
    bool allocated = clear.written_until && clear.must_clear;
    for (; allocated && clear.at < b->plan->ops.count; clear.at++)
        visit_op(&clear, &b->plan->ops.data[clear.at]);
    bool ok = allocated && collect(&clear);
    free(clear.written_until);
    free(clear.must_clear);
    return ok || plan_fail(b, SM5_ERR_MEMORY);
}
