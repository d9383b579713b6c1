/* Insertion of bugs, each at a place that all threads of every group execute, so that it shows with any
   data. */
#include "random_bug.h"

#include <assert.h>

#include "gen.h"

struct seeder {
    struct prog *prog;
    struct rng rng;
    struct seeded_bug *bug;
};

static const char *const names[BUG_KINDS] = {"race", "bounds", "uninitialised", "barrier"};

const char *bug_kind_name(unsigned kind)
{
    return kind < BUG_KINDS ? names[kind] : NULL;
}

static void expect(struct seeder *p, const char *finding, const struct prog_instr *at,
                   const struct prog_instr *other)
{
    p->bug->finding = finding;
    p->bug->pairs[0].first = prog_number(p->prog, at);
    p->bug->pairs[0].second = other ? prog_number(p->prog, other) : UINT32_MAX;
    p->bug->pair_count = 1;
}

/* ---- places ---- */

static void find_return(void *context, const struct prog_instr *instr)
{
    *(bool *)context |= instr->opcode == ISA_RET || instr->opcode == ISA_RETC;
}

static bool list_returns(const struct prog_list *list)
{
    bool returns = false;
    for (const struct prog_node *node = list->first; node; node = node->next) {
        prog_each_of_run(&node->head, find_return, &returns);
        returns |= list_returns(&node->body) || list_returns(&node->other);
    }
    return returns;
}

/* The statement after which threads may have diverged; NULL: none. */
static const struct prog_node *first_return(const struct prog *prog)
{
    for (const struct prog_node *node = prog->first_values->next; node; node = node->next) {
        struct prog_list one = {(struct prog_node *)node, (struct prog_node *)node};
        struct prog_node *next = node->next;
        one.first->next = NULL;
        bool returns = list_returns(&one);
        one.first->next = next;
        if (returns)
            return node;
    }
    return NULL;
}

/* A new statement after one that all threads reach. */
static struct prog_node *insert(struct seeder *p)
{
    const struct prog_node *end = first_return(p->prog);
    struct prog_node *before = p->prog->first_values;
    unsigned count = 0;
    for (struct prog_node *node = before; node->next != end; node = node->next)
        if (rng_once_in(&p->rng, ++count))
            before = node;
    struct prog_list made = {0};
    struct prog_node *node = prog_node_add(p->prog, &made);
    node->next = before->next;
    before->next = node;
    if (p->prog->main.last == before)
        p->prog->main.last = node;
    return node;
}

/* ---- pieces ---- */

static struct prog_instr *add(struct seeder *p, struct prog_node *node, uint16_t opcode)
{
    return prog_instr_add(p->prog, &node->head, opcode);
}

static struct prog_operand address(unsigned component)
{
    return prog_one(ISA_FILE_TEMP, PROG_R_ADDRESS, component);
}

static struct prog_operand number_in_group(void)
{
    return prog_one(ISA_FILE_THREAD_ID_IN_GROUP_FLATTENED, 0, 0);
}

/* A general register, which the rest of the program uses. */
static uint32_t used_register(struct seeder *p)
{
    return rng_between(&p->rng, PROG_R_GENERAL, p->prog->temps - 1);
}

/* A new g# of one DWORD a thread. */
static struct prog_resource *new_tgsm(struct seeder *p)
{
    uint32_t bytes = 4 * prog_group_threads(p->prog);
    for (unsigned i = 0; i < p->prog->resource_count; i++)
        if (p->prog->resources[i].file == ISA_FILE_TGSM)
            bytes += p->prog->resources[i].stride * p->prog->resources[i].elements;
    if (p->prog->resource_count == PROG_RESOURCES || bytes > 32768)
        return NULL;
    struct prog_resource *r = &p->prog->resources[p->prog->resource_count++];
    *r = (struct prog_resource){.file = ISA_FILE_TGSM,
                                .dimension = ISA_DIM_STRUCTURED,
                                .id = 7,
                                .stride = 4,
                                .elements = prog_group_threads(p->prog),
                                .role = PROG_PHASED};
    return r;
}

static void store_own(struct seeder *p, struct prog_node *node, const struct prog_resource *r)
{
    struct prog_instr *store = add(p, node, ISA_STORE_STRUCTURED);
    prog_operand_add(store, prog_mask(ISA_FILE_TGSM, r->id, 1));
    prog_operand_add(store, number_in_group());
    prog_operand_add(store, prog_imm(0));
    prog_operand_add(store, prog_one(ISA_FILE_TEMP, used_register(p), rng_below(&p->rng, 4)));
}

static struct prog_instr *load_word(struct seeder *p, struct prog_node *node, const struct prog_resource *r,
                                    struct prog_operand index, uint32_t to)
{
    struct prog_instr *load = add(p, node, ISA_LD_STRUCTURED);
    prog_operand_add(load, prog_mask(ISA_FILE_TEMP, to, 1));
    prog_operand_add(load, index);
    prog_operand_add(load, prog_imm(0));
    prog_operand_add(load, prog_swizzle(ISA_FILE_TGSM, r->id, 0));
    return load;
}

/* (number in group + step) mod threads, in PROG_R_ADDRESS.x */
static struct prog_operand neighbour(struct seeder *p, struct prog_node *node)
{
    uint32_t threads = prog_group_threads(p->prog);
    struct prog_instr *step = add(p, node, ISA_IADD);
    prog_operand_add(step, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 1));
    prog_operand_add(step, number_in_group());
    prog_operand_add(step, prog_imm(rng_between(&p->rng, 1, threads - 1)));
    struct prog_instr *wrap = add(p, node, ISA_UDIV);
    prog_operand_add(wrap, prog_bare(ISA_FILE_NULL, 0));
    prog_operand_add(wrap, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 1));
    prog_operand_add(wrap, address(0));
    prog_operand_add(wrap, prog_imm(threads));
    return address(0);
}

/* ---- a barrier that is not there ---- */

static void keep_sync(struct prog_list *list, struct prog_node **kept, unsigned *count, struct rng *rng)
{
    for (struct prog_node *node = list->first; node; node = node->next) {
        if (node->sync && rng_once_in(rng, ++*count))
            *kept = node;
        keep_sync(&node->body, kept, count, rng);
        keep_sync(&node->other, kept, count, rng);
    }
}

/* One of the program's own barriers, when something races without it. */
static bool remove_barrier(struct seeder *p)
{
    for (unsigned tries = 0; tries < 4; tries++) {
        struct prog_node *sync = NULL;
        struct oracle_report report;
        unsigned count = 0;
        keep_sync(&p->prog->main, &sync, &count, &p->rng);
        if (!sync)
            return false;
        sync->left_out = true;
        oracle_watch(p->prog, &report);
        if (report.outcome.verdict == RUN_AGREES && report.clashes && report.pair_count < ORACLE_PAIRS) {
            memcpy(p->bug->pairs, report.pairs, sizeof report.pairs);
            p->bug->pair_count = report.pair_count;
            p->bug->finding = "race";
            return true;
        }
        sync->left_out = false;
    }
    return false;
}

static bool seed_race(struct seeder *p)
{
    if (rng_percent(&p->rng, 70) && remove_barrier(p))
        return true;
    if (prog_group_threads(p->prog) < 2)
        return false;
    struct prog_resource *r = new_tgsm(p);
    if (!r)
        return false;
    struct prog_node *node = insert(p);
    store_own(p, node, r);
    add(p, node, ISA_SYNC)->sync = ISA_SYNC_G | ISA_SYNC_T;
    store_own(p, node, r);
    size_t store = node->head.count - 1;
    struct prog_instr *load = load_word(p, node, r, neighbour(p, node), used_register(p));
    expect(p, "race", &node->head.data[store], load);
    return true;
}

/* ---- out of bounds ---- */

enum target_kind { TARGET_ADDRESS, TARGET_OFFSET, TARGET_MISALIGNED, TARGET_KINDS };

struct target {
    struct prog_instr *instr;
    const struct prog_resource *resource;
    enum target_kind kind;
};

static const struct prog_resource *resource_of(const struct prog *prog, const struct prog_operand *operand)
{
    for (unsigned i = 0; i < prog->resource_count; i++)
        if (prog->resources[i].file == operand->file && prog->resources[i].id == operand->index[0].imm)
            return &prog->resources[i];
    return NULL;
}

static int operand_with_role(const struct isa_op *row, enum isa_role a, enum isa_role b)
{
    for (int i = 0; i < row->operand_count; i++)
        if (row->operands[i].role == a || row->operands[i].role == b)
            return i;
    return -1;
}

static int memory_operand(const struct isa_op *row)
{
    int found = operand_with_role(row, ISA_ROLE_MEM, ISA_ROLE_WMEM);
    return found >= 0 ? found : operand_with_role(row, ISA_ROLE_SRV, ISA_ROLE_UAV);
}

static bool as_target(struct seeder *p, struct prog_instr *instr, struct target *out)
{
    const struct isa_op *row = isa_op(instr->opcode);
    int memory = row->form == ISA_FORM_MEMORY ? memory_operand(row) : -1;
    if (memory < 0)
        return false;
    *out = (struct target){instr, resource_of(p->prog, &instr->operands[memory]), TARGET_ADDRESS};
    if (out->resource->dimension == ISA_DIM_STRUCTURED)
        out->kind = (enum target_kind)rng_below(&p->rng, TARGET_KINDS);
    else if (out->resource->dimension == ISA_DIM_RAW && rng_percent(&p->rng, 30))
        out->kind = TARGET_MISALIGNED;
    return true;
}

/* A memory access that all threads execute. */
static bool find_target(struct seeder *p, struct target *out)
{
    const struct prog_node *end = first_return(p->prog);
    unsigned count = 0;
    for (struct prog_node *node = p->prog->first_values->next; node != end; node = node->next)
        for (size_t i = 0; !node->block && i < node->head.count; i++) {
            struct target target;
            if (as_target(p, &node->head.data[i], &target) && rng_once_in(&p->rng, ++count))
                *out = target;
        }
    return count > 0;
}

static uint32_t end_of(const struct prog_resource *r)
{
    uint32_t elements = r->file == ISA_FILE_TGSM ? r->elements : r->count;
    if (r->dimension != ISA_DIM_RAW)
        return elements;
    return r->file == ISA_FILE_TGSM ? r->stride * elements : 4 * elements;
}

static const char *address_finding(const struct prog_resource *r)
{
    if (r->file == ISA_FILE_TGSM)
        return "oob-tgsm";
    return r->dimension == ISA_DIM_BUFFER ? "oob-typed" : "oob-address";
}

static void break_address(struct seeder *p, const struct target *t, struct prog_operand *index)
{
    uint32_t beyond = end_of(t->resource) + 4 * rng_below(&p->rng, 8);
    *index = prog_imm(beyond);
    if (t->resource->dimension == ISA_DIM_BUFFER)
        *index = (struct prog_operand){
            .file = ISA_FILE_IMM32, .words = 4, .imm = {beyond, beyond, beyond, beyond}};
    expect(p, address_finding(t->resource), t->instr, NULL);
}

static void break_offset(struct seeder *p, const struct target *t, struct prog_operand *offset)
{
    *offset = prog_imm(t->resource->stride + 4 * rng_below(&p->rng, 4));
    expect(p, t->resource->file == ISA_FILE_TGSM ? "oob-tgsm" : "oob-offset", t->instr, NULL);
}

/* The low two bits are set, and nothing else changes. */
static bool break_alignment(struct seeder *p, const struct target *t, struct prog_operand *offset)
{
    if (offset->file != ISA_FILE_IMM32)
        return false;
    offset->imm[0] += rng_between(&p->rng, 1, 3);
    expect(p, "misaligned", t->instr, NULL);
    return true;
}

/* x0[r4.x + beyond], cb0[r4.x + beyond] */
static bool break_register(struct seeder *p)
{
    struct prog_operand source = {.index_count = 2, .selection = PROG_ONE};
    struct prog_index *element = &source.index[1];
    uint32_t length;
    if (p->prog->indexable_count && rng_percent(&p->rng, 50)) {
        source.file = ISA_FILE_INDEXABLE_TEMP;
        length = p->prog->indexables[0].size;
    } else {
        const struct prog_resource *r = p->prog->resources;
        while (r < p->prog->resources + p->prog->resource_count && r->file != ISA_FILE_CBUFFER)
            r++;
        if (r == p->prog->resources + p->prog->resource_count)
            return false;
        source.file = ISA_FILE_CBUFFER;
        source.index[0].imm = r->id;
        length = r->declared;
        if (p->prog->ranges)
            element = &source.index[source.index_count++], source.index[1].imm = r->lower;
    }
    *element = (struct prog_index){.imm = length + rng_below(&p->rng, 5),
                                   .relative = true,
                                   .file = ISA_FILE_TEMP,
                                   .reg = PROG_R_SMALL,
                                   .component = (uint8_t)rng_below(&p->rng, 4)};
    struct prog_node *node = insert(p);
    struct prog_instr *move = add(p, node, ISA_MOV);
    prog_operand_add(move, prog_mask(ISA_FILE_TEMP, used_register(p), 1));
    prog_operand_add(move, source);
    expect(p, source.file == ISA_FILE_CBUFFER ? "oob-cbuffer" : "oob-temp", move, NULL);
    return true;
}

static bool seed_bounds(struct seeder *p)
{
    struct target target = {0};
    if (rng_percent(&p->rng, 20))
        return break_register(p);
    if (!find_target(p, &target))
        return false;
    int at = operand_with_role(isa_op(target.instr->opcode), ISA_ROLE_ADDR, ISA_ROLE_ADDR);
    assert(at >= 0);
    struct prog_operand *index = &target.instr->operands[at];
    bool structured = target.resource->dimension == ISA_DIM_STRUCTURED;
    switch (target.kind) {
    case TARGET_OFFSET: break_offset(p, &target, index + 1); return true;
    case TARGET_MISALIGNED: return break_alignment(p, &target, structured ? index + 1 : index);
    default: break_address(p, &target, index); return true;
    }
}

/* ---- never written ---- */

static void read_register(struct seeder *p, struct prog_node *node, uint32_t to)
{
    struct prog_instr *read = add(p, node, ISA_IADD);
    prog_operand_add(read, prog_mask(ISA_FILE_TEMP, to, 1));
    prog_operand_add(read, prog_one(ISA_FILE_TEMP, p->prog->temps++, rng_below(&p->rng, 4)));
    prog_operand_add(read, prog_imm(rng_below(&p->rng, 9)));
}

static void decide_store(struct seeder *p, struct prog_node *node, uint32_t from)
{
    struct prog_instr *store = add(p, node, ISA_STORE_STRUCTURED);
    struct prog_operand *results = prog_operand_add(store, prog_mask(ISA_FILE_UAV, 0, 1));
    if (p->prog->ranges)
        results->index[results->index_count++].imm = p->prog->resources[0].lower;
    prog_operand_add(store, prog_one(ISA_FILE_TEMP, PROG_R_ID, 0));
    prog_operand_add(store, prog_imm(4 * rng_below(&p->rng, 4)));
    prog_operand_add(store, prog_one(ISA_FILE_TEMP, from, 0));
}

static void decide_branch(struct seeder *p, struct prog_node *node, uint32_t from)
{
    prog_operand_add(add(p, node, ISA_IF), prog_one(ISA_FILE_TEMP, from, 0));
    add(p, node, ISA_NOP);
    add(p, node, ISA_ENDIF);
}

/* Reads uninitialised data into a new register, on which a store or a branch depends. */
static bool seed_uninitialised(struct seeder *p)
{
    uint32_t to = p->prog->temps++;
    struct prog_resource *r = rng_percent(&p->rng, 30) ? new_tgsm(p) : NULL;
    struct prog_node *node = insert(p);
    if (r)
        load_word(p, node, r, number_in_group(), to);
    else
        read_register(p, node, to);
    if (rng_percent(&p->rng, 60))
        decide_store(p, node, to);
    else
        decide_branch(p, node, to);
    expect(p, "uninitialised", &node->head.data[1], &node->head.data[0]);
    return true;
}

/* ---- a barrier that some threads miss ---- */

static bool seed_barrier(struct seeder *p)
{
    uint32_t threads = prog_group_threads(p->prog);
    if (threads < 2)
        return false;
    struct prog_node *node = insert(p);
    struct prog_instr *some = add(p, node, rng_percent(&p->rng, 50) ? ISA_ULT : ISA_UGE);
    prog_operand_add(some, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 1));
    prog_operand_add(some, number_in_group());
    prog_operand_add(some, prog_imm(rng_between(&p->rng, 1, threads - 1)));
    bool in_loop = rng_percent(&p->rng, 40);
    struct prog_instr *test = add(p, node, in_loop ? ISA_LOOP : ISA_IF);
    if (in_loop)
        test = add(p, node, ISA_BREAKC);
    test->test_nz = rng_percent(&p->rng, 50);
    prog_operand_add(test, address(0));
    size_t at = node->head.count;
    add(p, node, ISA_SYNC)->sync = ISA_SYNC_G | ISA_SYNC_T;
    if (in_loop)
        add(p, node, ISA_BREAK);
    add(p, node, in_loop ? ISA_ENDLOOP : ISA_ENDIF);
    expect(p, "barrier", &node->head.data[at], NULL);
    return true;
}

/* ---- all ---- */

bool seed_bug(struct prog *prog, uint64_t seed, enum bug_kind kind, struct seeded_bug *bug)
{
    static bool (*const makers[BUG_KINDS])(struct seeder * p) = {seed_race, seed_bounds, seed_uninitialised,
                                                                 seed_barrier};
    struct seeder seeder = {.prog = prog, .rng = {seed ^ 0x706c616e74}, .bug = bug};
    *bug = (struct seeded_bug){.kind = kind};
    gen_clean_program(prog, seed);
    return makers[kind](&seeder);
}
