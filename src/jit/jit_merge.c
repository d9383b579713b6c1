/* Groups of several rows: groups that are adjacent in x run as one, so that a warp's threads are consecutive in x
   and their addresses affine, and so that memory is accessed in longer pieces of an image's rows, which hardware
   prefetchers follow and which fall in several sets of a cache. Possible where groups neither share memory nor wait
   for each other, also where the program's tiles and barriers have been replaced (ir_tile.c). Elsewhere rows may be padded
   to whole warps. */
#include "isa/limits.h"
#include "jit/jit.h"
#include "jit/jit_reduction.h"

/* Threads of merged groups: that are one row; whose rows are longer than a warp; that fill warps. */
enum { ROW_MOST = 1024, LONG_MOST = 4096, FULL_MOST = 16384 };
enum { ROW_THREADS = 64 }; /* of merged groups where they have several rows: four cache lines of words */

static bool names(const struct program_instr *instr, enum isa_file file)
{
    for (uint32_t i = 0; i < instr->operand_count; i++)
        if (instr->operands[i].file == file)
            return true;
    return false;
}

bool jit_names(const struct sm5_program *program, enum isa_file file)
{
    for (uint32_t i = 0; i < program->instr_count; i++)
        if (names(&program->instrs[i], file))
            return true;
    return false;
}

/* Some thread's number in x as declared differs from that in the merged group. */
bool jit_names_groups(const struct sm5_program *program)
{
    return jit_names(program, ISA_FILE_THREAD_GROUP_ID) || jit_names(program, ISA_FILE_THREAD_ID_IN_GROUP) ||
           jit_names(program, ISA_FILE_THREAD_ID_IN_GROUP_FLATTENED);
}

static bool has_atomics(const struct sm5_program *program)
{
    for (uint32_t i = 0; i < program->instr_count; i++)
        if (isa_op(program->instrs[i].opcode)->form == ISA_FORM_ATOMIC)
            return true;
    return false;
}

/* A thread that waits for a store of another group may be in one warp with the thread that stores. */
static bool may_wait(const struct program_instr *instr)
{
    for (uint32_t i = 1; i < instr->operand_count; i++)
        if (instr->operands[i].file == ISA_FILE_UAV)
            return true;
    return false;
}

/* Threads of a group exchange words or wait for each other, unless its code is ungrouped. */
static bool is_of_group(const struct program_instr *instr)
{
    return names(instr, ISA_FILE_TGSM) || isa_op(instr->opcode)->form == ISA_FORM_SYNC;
}

static bool waits(const struct sm5_program *program)
{
    bool any = false;
    for (uint32_t i = 0; i < program->instr_count; i++)
        any |= is_of_group(&program->instrs[i]);
    return any;
}

/* Results depend on the order of the threads, or a fault names the group. */
static bool is_ordered(const struct program_instr *instr)
{
    switch ((enum isa_form)isa_op(instr->opcode)->form) {
    case ISA_FORM_ATOMIC:
        return isa_op(instr->opcode)->operands[0].role == ISA_ROLE_DST ||
               !jit_reduction_op((uint16_t)instr->opcode);
    case ISA_FORM_COUNTER: return true;
    default: return instr->opcode == ISA_INTERFACE_CALL || instr->opcode == ISA_ABORT;
    }
}

static bool is_mergeable(const struct sm5_program *program, unsigned how)
{
    const uint32_t *group = program->decls.thread_group;
    bool is_whole = runtime_strip_threads(program) == group[0] * group[1] * group[2];
    if (program->stage != ISA_COMPUTE || !(is_whole || how & JIT_GROUPS_DISJOINT))
        return false;
    bool may_exchange = !(how & JIT_GROUPS_PROVED) || has_atomics(program);
    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct program_instr *instr = &program->instrs[i];
        bool in_loop = program_block_of(program, i)->loop != PROGRAM_NONE;
        if ((is_of_group(instr) && !(how & JIT_GROUPS_UNGROUPED)) || is_ordered(instr) ||
            (in_loop && may_exchange && may_wait(instr)))
            return false;
        if (instr->opcode == ISA_CALL || instr->opcode == ISA_CALLC) /* its loops may be anywhere */
            return false;
    }
    return true;
}

static bool may_merge(const struct sm5_program *program, unsigned how)
{
    const uint32_t *group = program->decls.thread_group;
    bool is_power = (group[0] & (group[0] - 1)) == 0;
    return (is_power || how & JIT_GROUPS_UNGROUPED || !jit_names_groups(program)) &&
           is_mergeable(program, how);
}

bool jit_groups_may_swap(const struct sm5_program *program)
{
    const uint32_t *group = program->decls.thread_group;
    uint64_t threads = (uint64_t)group[0] * group[1] * group[2];
    bool is_plane = group[0] && group[1] > 1 && threads <= LIMIT_GROUP_THREADS && group[2] == 1;
    return is_plane &&
           (jit_names(program, ISA_FILE_THREAD_ID) || jit_names(program, ISA_FILE_THREAD_GROUP_ID)) &&
           is_mergeable(program, 0);
}

/* Lanes of a row's warps that hold no thread are more than an eighth of its threads. */
static bool wastes_lanes(uint64_t threads, uint32_t lanes)
{
    uint64_t last = threads % lanes;
    return last && 8 * (lanes - last) > threads;
}

static uint32_t count_merged(const struct sm5_program *program, unsigned how, uint32_t lanes)
{
    const uint32_t *group = program->decls.thread_group;
    uint64_t threads = (uint64_t)group[0] * group[1] * group[2];
    uint32_t merged = 1;
    lanes = lanes ? lanes : jit_target_widest();
    bool is_row = group[0] == threads && threads >= lanes; /* only the last warp is not full */
    /* Malformed programs may declare any size. */
    if (!threads || threads > LIMIT_GROUP_THREADS || group[0] > LIMIT_GROUP_THREADS ||
        (is_row && !wastes_lanes(threads, lanes)))
        return 1;
    while (merged * group[0] % lanes && !(is_row && 2 * merged * threads > ROW_MOST))
        merged *= 2;
    while (how & JIT_GROUPS_LONG && group[0] < threads && merged * group[0] < ROW_THREADS &&
           2 * merged * threads <= LONG_MOST)
        merged *= 2;
    return merged * threads <= FULL_MOST && may_merge(program, how) ? merged : 1;
}

struct jit_groups jit_groups_of(const struct sm5_program *declared, unsigned how, uint32_t lanes)
{
    bool swapped = how & JIT_GROUPS_SWAPPED;
    struct jit_groups groups = {
        .program = *declared, .swapped = swapped, .is_ungrouped = how & JIT_GROUPS_UNGROUPED};
    uint32_t *group = groups.program.decls.thread_group;
    group[0] = declared->decls.thread_group[swapped ? 1 : 0];
    group[1] = declared->decls.thread_group[swapped ? 0 : 1];
    groups.merge = count_merged(&groups.program, how, lanes);
    group[0] *= groups.merge;
    return groups;
}

struct jit_groups jit_groups_lengthen(const struct sm5_program *declared, unsigned how, uint32_t lanes,
                                      uint32_t warps)
{
    struct jit_groups groups = {.program = *declared, .merge = 1, .is_ungrouped = how & JIT_GROUPS_UNGROUPED};
    uint32_t *group = groups.program.decls.thread_group;
    uint64_t threads = (uint64_t)group[0] * group[1] * group[2];
    uint32_t merged = 1;
    if (!threads || threads % lanes ||
        !may_merge(declared, how)) /* malformed programs may declare any size */
        return groups;
    while (merged * threads < warps * lanes)
        merged *= 2;
    if (merged * threads > ROW_MOST)
        return groups;
    groups.merge = merged;
    group[0] *= merged;
    return groups;
}

struct jit_groups jit_groups_repeat(const struct sm5_program *declared, uint32_t lanes, uint32_t count)
{
    struct jit_groups groups = {.program = *declared, .merge = 1};
    uint32_t *group = groups.program.decls.thread_group;
    bool is_row = group[0] <= LIMIT_GROUP_THREADS && group[1] == 1 && group[2] == 1;
    if (is_row && group[0] % lanes == 0 && may_merge(declared, 0)) {
        groups.merge = count;
        group[0] *= count;
    }
    return groups;
}

struct jit_groups jit_groups_pad(const struct sm5_program *declared, uint32_t lanes)
{
    enum { LEAST = 60 /* percents of the lanes that are used */, NARROW = 8 };
    struct jit_groups groups = {.program = *declared, .merge = 1};
    uint32_t *group = groups.program.decls.thread_group, width = group[0];
    uint64_t threads = (uint64_t)width * group[1] * group[2];
    if (declared->stage != ISA_COMPUTE || !threads || threads > LIMIT_GROUP_THREADS || threads == width)
        return groups; /* malformed programs may declare any size */
    lanes = lanes ? lanes : width <= NARROW ? NARROW : jit_target_widest();
    uint32_t padded = (width + lanes - 1) / lanes * lanes;
    bool is_close = 100 * width >= LEAST * padded && threads / width * padded <= LIMIT_GROUP_THREADS;
    for (uint32_t i = 0; i < declared->instr_count; i++)
        if (declared->instrs[i].opcode == ISA_INTERFACE_CALL || declared->instrs[i].opcode == ISA_ABORT)
            return groups; /* faults name a thread */
    if (padded == width || !is_close || !waits(declared))
        return groups;
    groups.padded = width;
    group[0] = padded;
    return groups;
}

/* Merged groups are fewer: that must leave work for every worker, unless warps are not full without it. Exchanged ones
   are not consecutive: all of them or none. */
static bool may_use(const struct jit_groups *groups, uint32_t lanes, bool always,
                    const struct runtime_part *part, uint32_t workers)
{
    enum {
        GROUPS_LEAST = 64,
        GROUPS_EACH = 4, /* of a worker, where these are fewer */
        ROWS_LEAST = 16,
        THREADS_LEAST = 1 << 14 /* that are worth code for the rest */
    };
    uint64_t all = (uint64_t)part->groups[0] * part->groups[1] * part->groups[2];
    uint32_t along = part->groups[groups->swapped ? 1 : 0], merge = groups->merge;
    const uint32_t *group = groups->program.decls.thread_group;
    bool is_range = part->count < all,
         is_small = all * group[0] / merge * group[1] * group[2] < THREADS_LEAST;
    if (along < 2 || (along > merge && along % merge && is_small && !always) ||
        (is_range && (groups->swapped || part->first % merge || part->count % merge || along % merge)))
        return false;
    uint64_t rows = all / along;
    uint64_t least = workers < GROUPS_LEAST / GROUPS_EACH ? workers * GROUPS_EACH : GROUPS_LEAST;
    bool fills_warps = group[0] / merge < lanes && (along >= merge || rows >= ROWS_LEAST);
    return fills_warps || (along >= merge && rows * (along / merge) >= least) || always;
}

/* The last `left` groups of each row of the dispatch. */
static struct runtime_part rest_of(const struct runtime_part *all, const struct jit_groups *groups,
                                   uint32_t left)
{
    unsigned axis = groups->swapped ? 1 : 0;
    struct runtime_part rest = *all;
    rest.is_rest = true;
    rest.origin[axis] = all->groups[axis] - left;
    rest.groups[axis] = left;
    rest.count = (uint64_t)rest.groups[0] * rest.groups[1] * rest.groups[2];
    if (groups->is_narrow)
        return rest;
    rest.groups[axis] =
        rest.groups[0]; /* one of merged groups in each row, which the dispatch does not fill */
    rest.groups[0] = 1;
    rest.merged = groups->merge;
    rest.held = left;
    rest.swapped = groups->swapped;
    return rest;
}

bool jit_groups_use(const struct jit_groups *groups, uint32_t lanes, bool always, struct runtime_run *run)
{
    struct runtime_part *part = &run->part;
    unsigned axis = groups->swapped ? 1 : 0;
    if (groups->padded)
        return part->padded = true;
    if (!jit_groups_differ(groups) || !may_use(groups, lanes, always, part, run->workers) ||
        (groups->is_ungrouped && jit_views_overlap(run->bindings)))
        return false;
    uint32_t along = part->groups[axis], left = along % groups->merge;
    struct runtime_part rest = rest_of(part, groups, left);
    if (left == along) {
        *part = rest;
        part->is_rest = false;
        return true;
    }
    if (left) {
        run->rest = rest;
        part->count -= rest.count;
    }
    part->groups[axis] = part->groups[0];
    part->groups[0] = along / groups->merge;
    part->merged = part->held = groups->merge;
    part->swapped = groups->swapped;
    return true;
}

uint32_t jit_groups_first(const struct runtime_part *part, unsigned axis)
{
    unsigned declared = part->swapped && axis < 2 ? 1 - axis : axis;
    return axis ? part->origin[declared] : part->origin[declared] / part->merged;
}

uint32_t jit_groups_end(const struct runtime_part *part, const struct sm5_program *program)
{
    uint32_t width = program->decls.thread_group[0] / part->merged;
    return (part->origin[part->swapped ? 1 : 0] + part->held) * width;
}

uint32_t jit_groups_reach(const struct runtime_part *part, const struct sm5_program *program, uint32_t lanes)
{
    if (part->held == part->merged)
        return 0;
    uint32_t end = jit_groups_end(part, program);
    return program->decls.thread_group[0] % lanes ? 0 : (end + lanes - 1) / lanes * lanes;
}
