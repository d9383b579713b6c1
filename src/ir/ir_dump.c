/* Prints a function: one value a line, nodes indented. */
#include "ir/ir.h"

static const char *const kinds[] = {
    [IR_UNUSED] = "unused",
    [IR_CONST] = "const",
    [IR_SYSTEM] = "system",
    [IR_LANE] = "lane",
    [IR_PART] = "part",
    [IR_PHI] = "phi",
    [IR_CBUFFER] = "cb",
    [IR_ICB] = "icb",
    [IR_THIS] = "this",
    [IR_XREAD] = "xread",
    [IR_XWRITE] = "xwrite",
    [IR_LOAD] = "load",
    [IR_TEXEL] = "texel",
    [IR_STORE] = "store",
    [IR_STORE_TEXEL] = "store_texel",
    [IR_ATOMIC] = "atomic",
    [IR_COUNTER] = "counter",
    [IR_BUFINFO] = "bufinfo",
    [IR_TEXTURE] = "texture",
    [IR_TEXTURE_WRITE] = "texture",
    [IR_SYNC] = "sync",
    [IR_CYCLES] = "cycles",
    [IR_TABLE] = "table",
    [IR_FAULT] = "fault",
    [IR_XCLEAR] = "xclear",
    [IR_QUAD] = "quad",
    [IR_PREVIOUS] = "previous",
    [IR_SHIFT] = "shift",
};

static const char *const quads[] = {
    [ISA_DERIVATIVE_X_COARSE] = "x_coarse",
    [ISA_DERIVATIVE_Y_COARSE] = "y_coarse",
    [ISA_DERIVATIVE_X_FINE] = "x_fine",
    [ISA_DERIVATIVE_Y_FINE] = "y_fine",
};

static const char *const systems[IR_SYSTEMS] = {
    "vThreadID.x",        "vThreadID.y",
    "vThreadID.z",        "vThreadGroupID.x",
    "vThreadGroupID.y",   "vThreadGroupID.z",
    "vThreadIDInGroup.x", "vThreadIDInGroup.y",
    "vThreadIDInGroup.z", "vThreadIDInGroupFlattened",
};

static const char *const modifiers[LANE_MODIFIERS] = {
    [LANE_KEEP] = "keep",
    [LANE_NEG_F32] = "neg",
    [LANE_ABS_F32] = "abs",
    [LANE_NEG_ABS_F32] = "neg_abs",
    [LANE_NEG_I32] = "ineg",
    [LANE_ABS_I32] = "iabs",
    [LANE_NEG_ABS_I32] = "ineg_iabs",
    [LANE_MOVE_NEG_F32] = "move_neg",
    [LANE_MOVE_ABS_F32] = "move_abs",
    [LANE_MOVE_NEG_ABS_F32] = "move_neg_abs",
    [LANE_SATURATE_F32] = "saturate",
    [LANE_NEG_F64] = "dneg",
    [LANE_ABS_F64] = "dabs",
    [LANE_NEG_ABS_F64] = "dneg_abs",
    [LANE_MOVE_NEG_F64] = "dmove_neg",
    [LANE_MOVE_ABS_F64] = "dmove_abs",
    [LANE_MOVE_NEG_ABS_F64] = "dmove_neg_abs",
    [LANE_SATURATE_F64] = "dsaturate",
};

struct dump {
    const struct ir_function *f;
    struct strbuf *out;
    unsigned depth;
};

static void indent(const struct dump *d)
{
    strbuf_add_repeat(d->out, ' ', 2 * (size_t)d->depth);
}

static void dump_ref(const struct dump *d, ir_ref ref)
{
    const struct ir_value *v = &d->f->values[ref];
    if (!ref)
        strbuf_add(d->out, "-");
    else if (v->kind == IR_CONST)
        strbuf_printf(d->out, (int32_t)v->word >= -9999 && (int32_t)v->word <= 9999 ? "%d" : "0x%08x",
                      (int)v->word);
    else if (v->kind == IR_SYSTEM)
        strbuf_add(d->out, systems[v->system]);
    else
        strbuf_printf(d->out, "%%%u", ref);
}

static const char *name_of(const struct ir_value *v)
{
    if (v->kind == IR_LANE && v->op >= IR_MODIFIER)
        return modifiers[v->op - IR_MODIFIER];
    if (v->kind == IR_LANE || v->kind == IR_ATOMIC || v->kind == IR_COUNTER)
        return isa_op(v->op)->mnemonic;
    if (v->kind == IR_TEXTURE || v->kind == IR_TEXTURE_WRITE)
        return isa_op(v->op)->mnemonic;
    return v->kind == IR_QUAD ? quads[v->op] : kinds[v->kind];
}

static void dump_memory(const struct dump *d, const struct ir_value *v)
{
    const struct program_resource *r =
        v->slot < d->f->program->decls.resource_count ? &d->f->program->decls.resources[v->slot] : NULL;
    if (v->kind == IR_XREAD || v->kind == IR_XWRITE || v->kind == IR_TABLE)
        strbuf_printf(d->out, " #%u +%u", v->array, v->base);
    else if (v->slot != IR_NONE && r)
        strbuf_printf(d->out, " %s%u", isa_file(r->file)->text,
                      v->view == IR_NONE ? r->id : d->f->views[v->view].reg);
    if (v->kind == IR_CBUFFER || v->kind == IR_ICB || v->kind == IR_THIS)
        strbuf_printf(d->out, "[%u]", v->base);
    if (v->kind == IR_SYNC || v->kind == IR_FAULT)
        strbuf_printf(d->out, " 0x%x", v->payload);
    if (v->in_rows)
        strbuf_add(d->out, " in rows");
    if (v->is_fence)
        strbuf_add(d->out, v->is_reversed ? "  ; no warp waits, descending" : "  ; no warp waits");
}

/* " ; affine +4 warp" once the function has been analysed. */
static void dump_analysis(const struct dump *d, const struct ir_value *v)
{
    static const char *const levels[] = {"dispatch", "group", "warp"};
    if (!d->f->lanes || v->shape == IR_UNKNOWN || !v->results)
        return;
    if (v->shape == IR_VARYING)
        strbuf_add(d->out, "  ; varying");
    else if (v->stride)
        strbuf_printf(d->out, "  ; affine %+d", v->stride);
    else
        strbuf_printf(d->out, "  ; uniform %s", levels[v->level]);
    if (v->speculated_lanes)
        strbuf_printf(d->out, " speculated %+d", v->speculated);
    if (v->speculated_lanes && v->speculated_lanes < d->f->lanes)
        strbuf_printf(d->out, " in rows of %u", v->speculated_lanes);
    if (v->raw_nan)
        strbuf_add(d->out, " nan");
}

static void dump_value(const struct dump *d, ir_ref ref)
{
    const struct ir_value *v = &d->f->values[ref];
    indent(d);
    if (v->results)
        strbuf_printf(d->out, "%%%u = ", ref);
    strbuf_add(d->out, name_of(v));
    dump_memory(d, v);
    if (v->component || v->kind == IR_LOAD || v->kind == IR_STORE)
        strbuf_printf(d->out, ".%u", v->component);
    for (uint32_t i = 0; i < v->count; i++) {
        strbuf_add(d->out, i ? ", " : " ");
        dump_ref(d, ir_arg(d->f, v, i));
    }
    dump_analysis(d, v);
    if (v->bundle && v->kind != IR_LANE)
        strbuf_printf(d->out, "%s in bundle %%%u", v->results ? "" : "  ;", v->bundle);
    if (v->row_of)
        strbuf_printf(d->out, " row %+d of %%%u", v->row_distance, v->row_of);
    if (v->stream)
        strbuf_printf(d->out, "%s stream %s%u", v->results ? "" : "  ;", v->descends ? "-" : "", v->stream);
    strbuf_add(d->out, "\n");
}

static void dump_phis(const struct dump *d, const struct ir_list *phis)
{
    for (uint32_t i = 0; i < phis->count; i++)
        dump_value(d, phis->items[i]);
}

static void dump_list(struct dump *d, const struct ir_list *list);

static const char *marks(const struct ir_node *node)
{
    if (node->group)
        return node->divergent ? " group divergent" : " group";
    if (node->jam == 2)
        return node->divergent ? " divergent, of 2 warps" : ", of 2 warps";
    if (node->jam > 2)
        return node->divergent ? " divergent, of 4 warps" : ", of 4 warps";
    return node->divergent ? " divergent" : "";
}

static void dump_if(struct dump *d, const struct ir_node *node)
{
    indent(d);
    strbuf_add(d->out, "if ");
    dump_ref(d, node->condition);
    strbuf_printf(d->out, "%s\n", marks(node));
    d->depth++;
    dump_list(d, &node->bodies[0]);
    d->depth--;
    if (node->bodies[1].count) {
        indent(d);
        strbuf_add(d->out, "else\n");
        d->depth++;
        dump_list(d, &node->bodies[1]);
        d->depth--;
    }
    indent(d);
    strbuf_add(d->out, "end\n");
    dump_phis(d, &node->phis);
}

static void dump_node(struct dump *d, uint32_t at)
{
    const struct ir_node *node = &d->f->nodes[at];
    if (node->kind == IR_IF) {
        dump_if(d, node);
        return;
    }
    indent(d);
    if (node->kind == IR_EXIT) {
        strbuf_printf(d->out, "%s @%u site %u\n", node->is_continue ? "continue" : "leave", node->target,
                      node->site);
        return;
    }
    strbuf_printf(d->out, "%s @%u%s\n", node->kind == IR_LOOP ? "loop" : "scope", at, marks(node));
    d->depth++;
    dump_phis(d, &node->headers);
    dump_list(d, &node->bodies[0]);
    d->depth--;
    indent(d);
    strbuf_add(d->out, "end\n");
    dump_phis(d, &node->phis);
}

static void dump_list(struct dump *d, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        if (item & IR_NODE_BIT)
            dump_node(d, item & ~IR_NODE_BIT);
        else
            dump_value(d, item);
    }
}

void ir_dump(const struct ir_function *function, struct strbuf *out)
{
    struct dump d = {.f = function, .out = out};
    if (function->lanes)
        strbuf_printf(out, "lanes %u%s\n", function->lanes, function->is_masked ? " masked" : "");
    dump_node(&d, 0);
}
