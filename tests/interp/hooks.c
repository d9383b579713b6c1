/* What a listener hears of an execution. */

#include "lab.h"
#include "numeric/num_env.h"

struct log {
    unsigned instructions, syncs, counters, loads, stores, atomics, indexed_reads, indexed_writes;
    uint32_t last_address[4], last_offset[4], last_value[4], last_words, sync_flags, first_counter;
    const struct program_resource *stored_to;
    uint32_t index_base, index[4];
};

static void on_instruction(void *context, const struct interp_event *event)
{
    struct log *log = context;
    assert_int_equal(event->threads, 4);
    log->instructions++;
}

static void on_indexed(void *context, const struct interp_event *event, const struct program_operand *operand,
                       unsigned component, uint32_t base, const uint32_t *index, bool write)
{
    struct log *log = context;
    (void)event;
    assert_int_equal(operand->file, ISA_FILE_INDEXABLE_TEMP);
    assert_int_equal(component, 1);
    *(write ? &log->indexed_writes : &log->indexed_reads) += 1;
    log->index_base = base;
    memcpy(log->index, index, sizeof log->index);
}

static void on_memory(void *context, const struct interp_event *event, const struct interp_access *access)
{
    struct log *log = context;
    (void)event;
    log->loads += access->kind == INTERP_LOAD;
    log->stores += access->kind == INTERP_STORE;
    log->atomics += access->kind == INTERP_ATOMIC;
    if (access->kind != INTERP_STORE)
        return;
    log->stored_to = access->resource;
    log->last_words = access->words;
    memcpy(log->last_address, access->address, sizeof log->last_address);
    memcpy(log->last_offset, access->offset, sizeof log->last_offset);
    memcpy(log->last_value, access->values[0], sizeof log->last_value);
}

static void on_counter(void *context, const struct interp_event *event,
                       const struct program_resource *resource, uint32_t reg, const uint32_t *regs,
                       const uint32_t *result)
{
    struct log *log = context;
    (void)event;
    assert_int_equal(resource->file, ISA_FILE_UAV);
    log->counters++;
    log->first_counter = result[0];
    assert_int_equal(reg, resource->lower);
    assert_null(regs);
}

static void on_sync(void *context, const struct interp_event *event, uint32_t flags)
{
    struct log *log = context;
    (void)event;
    log->syncs++;
    log->sync_flags = flags;
}

static const struct interp_hooks hooks = {.instruction = on_instruction,
                                          .indexed = on_indexed,
                                          .memory = on_memory,
                                          .counter = on_counter,
                                          .sync = on_sync};

static void run(const char *declarations, const char *body, struct log *log)
{
    struct lab lab;
    void *worker;
    lab_open_body(&lab, 4, declarations, body);
    lab_bind(&lab, "u0", NULL, 4);
    lab_bind_view(&lab, "u1", NULL, 64, (struct sm5_view){.has_counter = true, .counter = 5});
    struct runtime_run run = {
        .program = lab.program, .part = {.groups = {1, 1, 1}, .merged = 1}, .stop_at = UINT64_MAX};
    run.bindings = runtime_bindings_of(lab.bindings);
    pthread_mutex_init(&run.lock, NULL);
    assert_int_equal(interp_engine.worker_new(lab.kernel, &run, &worker), SM5_OK);
    interp_set_hooks(worker, &hooks, log);
    uint32_t state = num_env_get() & ~(uint32_t)NUM_ENV_FLAGS;
    interp_engine.run_groups(worker, 0, 1);
    assert_int_equal(num_env_get() & ~(uint32_t)NUM_ENV_FLAGS,
                     state); /* the thread's float state is its own */
    interp_engine.worker_free(worker);
    pthread_mutex_destroy(&run.lock);
    lab_close(&lab);
}

#define U1 "dcl_uav_structured_opc u1, 16\n"

static void memory_is_told_before_it_changes(void **state)
{
    (void)state;
    struct log log = {0};
    run(U1,
        "iadd r1.x, vThreadID.x, l(7)\nstore_structured u1.xy, vThreadID.x, l(4), r1.xxxx\n"
        "ld_structured r0.x, l(0), l(0), u1.xxxx\natomic_iadd u0, l(0), l(1)\nret\n",
        &log);
    assert_true(log.loads == 1 && log.stores == 1 && log.atomics == 1);
    assert_int_equal(log.last_words, 3);
    assert_non_null(log.stored_to);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(log.last_address[i], i);
        assert_int_equal(log.last_offset[i], 4);
        assert_int_equal(log.last_value[i], 7 + i);
    }
}

static void instructions_counters_and_syncs_are_told(void **state)
{
    (void)state;
    struct log log = {0};
    run(U1, "imm_atomic_alloc r0.x, u1\nsync_uglobal\ncall l0\nret\nlabel l0\nnop\nret\n", &log);
    assert_int_equal(log.instructions, 7);
    assert_int_equal(log.counters, 1);
    assert_int_equal(log.first_counter, 5);
    assert_int_equal(log.syncs, 1);
    assert_int_equal(log.sync_flags, ISA_SYNC_UGLOBAL);
}

static void indices_are_told_lane_by_lane(void **state)
{
    (void)state;
    struct log log = {0};
    run(U1 "dcl_indexableTemp x0[8], 4\n",
        "mov r1.x, vThreadID.x\nmov x0[r1.x + 2].y, l(3)\nmov r0.x, x0[r1.x + 2].y\nret\n", &log);
    assert_int_equal(log.indexed_writes, 1);
    assert_int_equal(log.indexed_reads, 1);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(log.index_base + log.index[i], 2 + i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_told_before_it_changes),
        cmocka_unit_test(instructions_counters_and_syncs_are_told),
        cmocka_unit_test(indices_are_told_lane_by_lane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
