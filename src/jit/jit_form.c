/* Forms of a program: how it is lowered. */
#include "jit/jit_kernel.h"

#include <stdlib.h>

unsigned jit_form_usual(const struct kernel *kernel)
{
    return jit_groups_differ(&kernel->groups) ? FORM_MERGED : FORM_PLAIN;
}

/* Of a merged form. */
static const struct jit_groups *groups_of(const struct kernel *kernel, unsigned form)
{
    return form & FORM_DISJOINT ? &kernel->joined : form & FORM_NARROW ? &kernel->narrow : &kernel->groups;
}

const struct sm5_program *jit_form_program(const struct kernel *kernel, unsigned form)
{
    return form & FORM_MERGED ? &groups_of(kernel, form)->program : kernel->program;
}

unsigned jit_form_merged(const struct kernel *kernel, uint32_t merged, bool swapped, bool padded)
{
    if (merged == 1 && !swapped && !padded)
        return 0;
    if (merged == kernel->groups.merge)
        return FORM_MERGED;
    return FORM_MERGED | (merged == kernel->narrow.merge ? FORM_NARROW : FORM_DISJOINT);
}

/* Strips of 8 threads run one after the other (runtime/strip.c): the order of warps must not change. */
static bool runs_in_strips(const struct kernel *kernel, unsigned form)
{
    const struct sm5_program *program = jit_form_program(kernel, form);
    const uint32_t *group = program->decls.thread_group;
    return runtime_strip_threads(program) < group[0] * group[1] * group[2];
}

static enum ir_jam_choice jam_choice(const struct kernel *kernel)
{
    return kernel->options.eager ? IR_JAM_ALWAYS : IR_JAM_PROFITABLE;
}

/* Fills form->function, made as form->lowering says. */
static enum sm5_status lower_for(const struct kernel *kernel, unsigned which, uint32_t lanes,
                                 struct form *form, struct strbuf *why)
{
    form->lowering = (struct jit_lowering){
        .lanes = lanes,
        .alias = which & FORM_ALIAS,
        .swapped = which & FORM_MERGED && groups_of(kernel, which)->swapped,
        .merged = which & FORM_MERGED ? groups_of(kernel, which)->merge : 1,
        .clipped = which & FORM_CLIPPED,
        .padded = which & FORM_MERGED ? groups_of(kernel, which)->padded : 0,
        .jam = runs_in_strips(kernel, which) && !(which & FORM_DISJOINT) ? IR_JAM_NEVER : jam_choice(kernel)};
    uint32_t most = kernel->options.limits_size ? JIT_MOST_VALUES : 0;
    enum sm5_status status =
        jit_lower(jit_form_program(kernel, which), &form->lowering, most, NULL, &form->function);
    if (status == SM5_ERR_SUPPORT)
        strbuf_add(why, "it leaves this program to the interpreter");
    if (status == SM5_ERR_LIMIT)
        strbuf_add(why, "compiling takes longer than the program is worth");
    return status == SM5_ERR_LIMIT ? SM5_ERR_SUPPORT : status;
}

/* Wider warps must not make a difference either. */
static bool is_strip(const struct kernel *kernel, unsigned form, const struct ir_function *function)
{
    return function->lanes > 8 && runs_in_strips(kernel, form) &&
           !ir_is_disjoint(function, function->lanes, NULL);
}

bool jit_form_is_ordered(const struct form *form)
{
    return form->lowering.jam == IR_JAM_NEVER;
}

static enum sm5_status lower(const struct kernel *kernel, unsigned which, struct form *form,
                             struct strbuf *why)
{
    struct jit_width chosen = jit_target_width(jit_form_program(kernel, which));
    if (kernel->options.lanes)
        chosen = (struct jit_width){kernel->options.lanes, "option"};
    enum sm5_status status = lower_for(kernel, which, chosen.lanes, form, why);
    if (!status && !kernel->options.lanes && !(which & FORM_DISJOINT) &&
        is_strip(kernel, which, form->function)) {
        chosen = (struct jit_width){8, "threads may store to one word in a loop"};
        ir_free(form->function);
        form->function = NULL;
        status = lower_for(kernel, which, chosen.lanes, form, why);
    }
    form->width = chosen.why;
    const uint32_t *group = jit_form_program(kernel, which)->decls.thread_group;
    if (!status && form->lowering.jam == IR_JAM_NEVER &&
        ir_is_disjoint(form->function, group[0] * group[1] * group[2], NULL)) {
        form->lowering.jam = jam_choice(kernel);
        status = ir_jam_warps(form->function, form->lowering.jam);
    }
    return status;
}

enum sm5_status jit_form_make(struct kernel *kernel, unsigned which, struct strbuf *why)
{
    uint64_t start = pool_now();
    struct form *form = &kernel->forms[which];
    enum sm5_status status = lower(kernel, which, form, why);
    if (!status && which == FORM_DISJOINT)
        kernel->joined = jit_groups_lengthen(kernel->program, JIT_GROUPS_DISJOINT | JIT_GROUPS_PROVED,
                                             form->function->lanes, form->function->jam_wanted);
    jit_kernel_add_time(kernel, start, kernel->load_seconds);
    return status;
}

/* ---- the usual form ---- */

/* Longer rows are for programs that access memory along them: those that gather or scatter access as many rows as a
   warp has lanes. */
static enum sm5_status make_merged_form(struct kernel *kernel, struct strbuf *why)
{
    enum sm5_status status = jit_form_make(kernel, jit_form_usual(kernel), why);
    struct ir_function **function = &kernel->forms[jit_form_usual(kernel)].function;
    if (status || !ir_has_gathers(*function) || kernel->options.eager)
        return status;
    const struct jit_groups shorter = jit_groups_of(
        kernel->program, kernel->groups.is_ungrouped ? JIT_GROUPS_UNGROUPED : 0, kernel->options.lanes);
    if (shorter.merge == kernel->groups.merge)
        return status;
    ir_free(*function);
    *function = NULL;
    kernel->groups = shorter;
    return jit_form_make(kernel, jit_form_usual(kernel), why);
}

static bool fills_warps(const struct sm5_program *program, uint32_t lanes)
{
    const uint32_t *group = program->decls.thread_group;
    return (uint64_t)group[0] * group[1] * group[2] >= lanes;
}

/* Where the program reads the numbers of groups, a value that is uniform in a group may vary in merged ones: they are
   used when accesses to memory cost less or, where a group leaves lanes of a warp empty, when a thread does. */
static enum sm5_status make_best_form(struct kernel *kernel, struct strbuf *why)
{
    enum sm5_status status = make_merged_form(kernel, why);
    if (status || kernel->groups.merge == 1 || kernel->options.eager || !jit_names_groups(kernel->program))
        return status;
    status = jit_form_make(kernel, FORM_PLAIN, why);
    const struct ir_function *plain = kernel->forms[FORM_PLAIN].function,
                             *merged = kernel->forms[FORM_MERGED].function;
    if (!status &&
        (fills_warps(kernel->program, plain->lanes) ? ir_access_cost(plain) <= ir_access_cost(merged)
                                                    : ir_thread_cost(plain) <= ir_thread_cost(merged)))
        kernel->groups.merge = 1;
    return status;
}

/* Where y is the coordinate that rows of memory follow: the threads of a warp differ in it. */
static enum sm5_status choose_axis(struct kernel *kernel)
{
    struct form *merged = &kernel->forms[FORM_MERGED], kept = *merged;
    const struct jit_groups groups = kernel->groups;
    const struct ir_function *usual = kernel->forms[jit_form_usual(kernel)].function;
    const uint32_t *group = kernel->program->decls.thread_group;
    bool gains = kernel->options.eager ? group[1] > group[0] : ir_has_far_lanes(usual);
    if (!gains || !jit_groups_may_swap(kernel->program))
        return SM5_OK;
    double cost = ir_access_cost(usual);
    struct strbuf why = {0}; /* the usual form remains */
    *merged = (struct form){0};
    kernel->groups =
        jit_groups_of(kernel->program, JIT_GROUPS_SWAPPED | JIT_GROUPS_LONG, kernel->options.lanes);
    enum sm5_status status = jit_form_make(kernel, FORM_MERGED, &why);
    strbuf_free(&why);
    bool is_better = !status && (kernel->options.eager || ir_access_cost(merged->function) < cost);
    ir_free(is_better ? kept.function : merged->function);
    if (!is_better) {
        kernel->groups = groups;
        *merged = kept;
    }
    return status == SM5_ERR_MEMORY ? status : SM5_OK;
}

/* A program with barriers and a g# that are in its code no more. */
static bool is_ungrouped(const struct kernel *kernel)
{
    return kernel->program->decls.tgsm_bytes && ir_is_ungrouped(kernel->forms[FORM_PLAIN].function);
}

/* Loads that the warps executed together have in common. */
static uint32_t count_common_loads(const struct ir_function *f)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < f->value_count; i++)
        count += f->values[i].kind == IR_LOAD && f->values[i].is_shared;
    return count;
}

/* Makes the merged form of these groups. Where it cannot be made the usual form remains, and nobody asks why. */
static enum sm5_status try_groups(struct kernel *kernel, const struct jit_groups *groups)
{
    struct strbuf why = {0};
    ir_free(kernel->forms[FORM_MERGED].function);
    kernel->forms[FORM_MERGED].function = NULL;
    kernel->groups = *groups;
    enum sm5_status status = jit_form_make(kernel, FORM_MERGED, &why);
    strbuf_free(&why);
    return status;
}

/* The groups as declared replace those that were tried, unless they are better. */
static enum sm5_status keep_groups(struct kernel *kernel, enum sm5_status status, bool is_better)
{
    if (!is_better) {
        ir_free(kernel->forms[FORM_MERGED].function);
        kernel->forms[FORM_MERGED].function = NULL;
        kernel->groups = (struct jit_groups){.program = *kernel->program, .merge = 1};
    }
    return status == SM5_ERR_MEMORY ? status : SM5_OK;
}

/* A group that is a row has fewer warps than its loops gain from: so many groups are merged that they have them, unless what
   the warps of a group have in common, such as its row of indices, is then loaded by each. */
static enum sm5_status lengthen_groups(struct kernel *kernel)
{
    const struct form *form = &kernel->forms[jit_form_usual(kernel)];
    const struct ir_function *usual = form->function;
    const uint32_t *group = kernel->program->decls.thread_group;
    if (jit_groups_differ(&kernel->groups) || group[1] * group[2] > 1 ||
        usual->jam_wanted * usual->lanes <= group[0])
        return SM5_OK;
    unsigned how = (is_ungrouped(kernel) ? JIT_GROUPS_UNGROUPED : 0) |
                   (jit_form_is_ordered(form) ? 0 : JIT_GROUPS_DISJOINT);
    const struct jit_groups longer =
        jit_groups_lengthen(kernel->program, how, usual->lanes, usual->jam_wanted);
    if (!jit_groups_differ(&longer))
        return SM5_OK;
    const struct form *merged = &kernel->forms[FORM_MERGED];
    enum sm5_status status = try_groups(kernel, &longer);
    return keep_groups(kernel, status,
                       !status && !jit_form_is_ordered(merged) && merged->function->jam > usual->jam &&
                           count_common_loads(merged->function) >= count_common_loads(usual));
}

static bool has_stream(const struct ir_function *f)
{
    bool any = false;
    for (uint32_t i = 0; i < f->node_count; i++)
        any |= f->nodes[i].has_stream;
    return any;
}

/* Groups whose threads read the same rows, each by its number in the group: they are transposed once for several groups. */
static enum sm5_status share_rows(struct kernel *kernel)
{
    enum { GROUPS = 4 };
    const struct ir_function *usual = kernel->forms[jit_form_usual(kernel)].function;
    const struct form *merged = &kernel->forms[FORM_MERGED];
    bool may_share = has_stream(usual) || kernel->options.eager;
    if (jit_groups_differ(&kernel->groups) || !may_share || !jit_names_groups(kernel->program))
        return SM5_OK;
    const struct jit_groups repeated = jit_groups_repeat(kernel->program, usual->lanes, GROUPS);
    if (!jit_groups_differ(&repeated))
        return SM5_OK;
    enum sm5_status status = try_groups(kernel, &repeated);
    return keep_groups(kernel, status,
                       !status && merged->function->jam > 1 && merged->function->jam_step > 1);
}

static enum sm5_status merge_ungrouped(struct kernel *kernel, struct strbuf *why)
{
    if (jit_groups_differ(&kernel->groups) || !is_ungrouped(kernel))
        return SM5_OK;
    unsigned how = JIT_GROUPS_UNGROUPED | JIT_GROUPS_LONG;
    kernel->groups = jit_groups_of(kernel->program, how, kernel->options.lanes);
    return jit_groups_differ(&kernel->groups) ? make_merged_form(kernel, why) : SM5_OK;
}

static bool has_divergent_loop(const struct ir_function *f)
{
    bool any = false;
    for (uint32_t i = 0; i < f->node_count; i++)
        any |= f->nodes[i].kind == IR_LOOP && f->nodes[i].divergent;
    return any;
}

/* Rows of threads become whole warps where that costs a thread less, also the lanes that are lost. These execute the code too, and
   might never leave a divergent loop. */
static enum sm5_status pad_rows(struct kernel *kernel)
{
    const struct ir_function *plain = kernel->forms[FORM_PLAIN].function;
    if (jit_groups_differ(&kernel->groups))
        return SM5_OK;
    const struct jit_groups padded = jit_groups_pad(kernel->program, kernel->options.lanes);
    if (!jit_groups_differ(&padded))
        return SM5_OK;
    const struct form *merged = &kernel->forms[FORM_MERGED];
    enum sm5_status status = try_groups(kernel, &padded);
    double lost = (double)padded.program.decls.thread_group[0] / padded.padded;
    bool is_better =
        !status && !has_divergent_loop(merged->function) && !merged->function->is_masked &&
        (kernel->options.eager || ir_thread_cost(merged->function) * lost < ir_thread_cost(plain));
    return keep_groups(kernel, status, is_better);
}

/* The narrow form merges only as many groups as fill a warp. */
static void find_narrow(struct kernel *kernel)
{
    const struct jit_groups *usual = &kernel->groups;
    unsigned how =
        (usual->swapped ? JIT_GROUPS_SWAPPED : 0) | (usual->is_ungrouped ? JIT_GROUPS_UNGROUPED : 0);
    kernel->narrow = jit_groups_of(kernel->program, how, kernel->options.lanes);
    kernel->narrow.is_narrow = true;
    if (kernel->narrow.merge >= usual->merge)
        kernel->narrow.merge = 1;
}

enum sm5_status jit_form_make_usual(struct kernel *kernel, struct strbuf *why)
{
    enum sm5_status status = make_best_form(kernel, why);
    if (!status)
        status = merge_ungrouped(kernel, why);
    if (!status)
        status = choose_axis(kernel);
    if (!status)
        status = share_rows(kernel);
    if (!status)
        status = lengthen_groups(kernel);
    if (!status)
        status = pad_rows(kernel);
    find_narrow(kernel);
    return status;
}

/* ---- special forms ---- */

enum sm5_status jit_form_make_special(struct kernel *kernel, unsigned which,
                                      const struct ir_outcome *outcomes, struct special_form *special)
{
    const struct form *general = &kernel->forms[which];
    uint32_t count = ir_outcome_count(general->function);
    struct special_form made = {.of = which, .outcomes = malloc((count + 1) * sizeof *outcomes)};
    if (!made.outcomes)
        return SM5_ERR_MEMORY;
    memcpy(made.outcomes, outcomes, count * sizeof *outcomes);
    made.form.lowering = general->lowering;
    made.form.lowering.outcomes = made.outcomes;
    made.form.lowering.outcome_count = count;
    enum sm5_status status = jit_lower(jit_form_program(kernel, which), &made.form.lowering, 0,
                                       general->function, &made.form.function);
    if (status)
        free(made.outcomes);
    else
        *special = made;
    return status;
}
