/* Where loads of views take no longer than those of the tile. */
#include <string.h>

#include "ir/ir_tile.h"

enum { ROW_LEAST = 4, LINE = 16 /* words of a cache line */ };

bool tile_is_constant(const struct tile_affine *affine)
{
    return !affine->by[0] && !affine->by[1] && !affine->by[2];
}

bool tile_find_parts(const struct tiles *t, const struct tile_load *load, const struct tile_copy *sum,
                     struct tile_parts *parts)
{
    parts->count = 0;
    for (unsigned i = 0; i < sum->count; i++) {
        const struct tile_term *term = &sum->terms[i];
        struct tile_part part = {.inner = term->inner};
        memcpy(part.units, term->units, sizeof part.units);
        if (!tile_fit(t, load, term->factors, &part.factor) ||
            (part.inner && !tile_is_constant(&part.factor)))
            return false;
        if (part.factor.first || !tile_is_constant(&part.factor))
            parts->all[parts->count++] = part;
    }
    return true;
}

static bool is_profitable_sum(const struct tiles *t, const struct tile_load *load,
                              const struct tile_copy *sum, uint32_t most);

static bool is_profitable_operation(const struct tiles *t, const struct tile_load *load,
                                    const struct tile_copy *copy, uint32_t most)
{
    struct tile_affine bytes;
    const struct ir_value *like = &t->f->values[copy->like];
    bool is_load = like->kind == IR_LOAD;
    if (is_load && (!tile_fit(t, load, copy->bytes, &bytes) || !tile_is_constant(&bytes) ||
                    (like->access == IR_RAW && bytes.first >= 16)))
        return false;
    if (is_load)
        most = like->access == IR_RAW ? 16 : 1;
    for (unsigned i = 0; i < copy->count; i++)
        if (!is_profitable_sum(t, load, copy->args[i], most))
            return false;
    return true;
}

/* Addresses grow along a row of threads by `most` at most. */
static bool is_profitable_sum(const struct tiles *t, const struct tile_load *load,
                              const struct tile_copy *sum, uint32_t most)
{
    struct tile_parts parts;
    if (!tile_find_parts(t, load, sum, &parts))
        return false;
    for (unsigned i = 0; i < parts.count; i++) {
        const struct tile_part *part = &parts.all[i];
        uint32_t here = part->units[0] ? 0 : most, factor = part->factor.first;
        if (part->factor.by[0] > here)
            return false;
        if (part->inner && !is_profitable_operation(t, load, part->inner, factor ? here / factor : here))
            return false;
    }
    return true;
}

static bool is_selection(const struct ir_value *like)
{
    return like->kind == IR_PHI || (like->kind == IR_LANE && like->op == ISA_MOVC);
}

/* Minima, comparisons or selections decide what is loaded: coordinates at a border. */
static bool decides(const struct tiles *t, const struct tile_copy *copy, bool is_address)
{
    const struct ir_value *like = &t->f->values[copy->like];
    bool is_load = copy->like && like->kind == IR_LOAD;
    if (copy->like && !is_load && (is_address || is_selection(like)))
        return true;
    for (unsigned i = 0; i < copy->count; i++) {
        const struct tile_copy *part = copy->like ? copy->args[i] : copy->terms[i].inner;
        if (part && decides(t, part, is_address || is_load))
            return true;
    }
    return false;
}

bool tile_is_better_special(const struct tiles *t, const struct tile *tile)
{
    return t->f->program->decls.thread_group[0] % LINE == 0 && tile->value && decides(t, tile->value, false);
}

/* Loads and operations of a word, without addresses and conditions, which are the same in most warps. */
static uint32_t cost_of(const struct tiles *t, const struct tile_copy *copy)
{
    const struct ir_value *like = &t->f->values[copy->like];
    bool selects = is_selection(like);
    if (copy->like && like->kind == IR_LOAD)
        return 1;
    uint32_t cost = copy->like ? !selects : copy->count ? copy->count - 1 : 0;
    for (unsigned i = 0; i < copy->count; i++) {
        const struct tile_copy *part = copy->like ? copy->args[i] : copy->terms[i].inner;
        if (part && !(selects && i == 0))
            cost += cost_of(t, part);
    }
    return cost;
}

bool tile_is_cheap(const struct tiles *t, const struct tile *tile)
{
    enum { MORE_MOST = 12 };
    uint32_t cost = tile->value ? cost_of(t, tile->value) : 0;
    return tile->value && (cost <= 1 || tile->loads * (cost - 1) <= MORE_MOST);
}

/* Where rows of threads and warps end at different places, lanes' words are at distances that differ from warp to warp: of g# they
   are known, of a view they are gathered unless they ascend along each row and into the next one. */
static bool fits_warps(const struct tiles *t, const struct tile_load *load)
{
    const uint32_t row = t->f->program->decls.thread_group[0], *at = load->at;
    bool is_last = t->threads <= row;
    return row % LINE == 0 || LINE % row == 0 || (at[0] < at[1] && (is_last || at[row - 1] < at[row]));
}

bool tile_is_profitable(const struct tiles *t, const struct tile_load *load)
{
    const uint32_t *group = t->f->program->decls.thread_group;
    return group[0] >= ROW_LEAST && fits_warps(t, load) &&
           is_profitable_sum(t, load, t->tiles[load->slot].value, UINT32_MAX);
}
