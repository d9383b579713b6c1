/* Words that several threads touch: each operation's result, and that none is lost. */
#include "runtime/mem.h"

#include "test.h"

struct operation {
    uint32_t (*apply)(uint8_t *word, uint32_t value);
    uint32_t before, value, after;
};

static const struct operation operations[] = {
    {mem_add, 0xffffffff, 2, 1},
    {mem_and, 0xff00ff00, 0x0ff00ff0, 0x0f000f00},
    {mem_or, 0xff00ff00, 0x0ff00ff0, 0xfff0fff0},
    {mem_xor, 0xff00ff00, 0x0ff00ff0, 0xf0f0f0f0},
    {mem_exchange, 7, 0x80000000, 0x80000000},
    {mem_imin, 1, 0xffffffff, 0xffffffff},
    {mem_imin, 0xffffffff, 1, 0xffffffff},
    {mem_imax, 1, 0xffffffff, 1},
    {mem_imax, 0x80000000, 0x7fffffff, 0x7fffffff},
    {mem_umin, 1, 0xffffffff, 1},
    {mem_umin, 0xffffffff, 0x80000000, 0x80000000},
    {mem_umax, 1, 0xffffffff, 0xffffffff},
    {mem_umax, 5, 5, 5},
};

static void test_operations_return_the_value_before(void **state)
{
    (void)state;
    for (unsigned i = 0; i < BASE_COUNT(operations); i++) {
        uint32_t words[3] = {0xaaaaaaaa, operations[i].before, 0xbbbbbbbb};
        uint32_t got = operations[i].apply((uint8_t *)&words[1], operations[i].value);
        assert_int_equal(got, operations[i].before);
        assert_int_equal(words[1], operations[i].after);
        assert_int_equal(words[0], 0xaaaaaaaa);
        assert_int_equal(words[2], 0xbbbbbbbb);
    }
}

static void test_compare_exchange(void **state)
{
    (void)state;
    uint32_t word = 5;
    assert_int_equal(mem_compare_exchange((uint8_t *)&word, 6, 9), 5);
    assert_int_equal(word, 5);
    assert_int_equal(mem_compare_exchange((uint8_t *)&word, 5, 9), 5);
    assert_int_equal(word, 9);
}

static void test_counters_wrap(void **state)
{
    (void)state;
    _Atomic uint32_t counter = 0;
    assert_int_equal(mem_counter_consume(&counter), 0xffffffff);
    assert_int_equal(counter, 0xffffffff);
    assert_int_equal(mem_counter_alloc(&counter), 0xffffffff);
    assert_int_equal(mem_counter_alloc(&counter), 0);
    assert_int_equal(counter, 1);
    assert_int_equal(mem_counter(ISA_IMM_ATOMIC_ALLOC, &counter), 1);
    assert_int_equal(mem_counter(ISA_IMM_ATOMIC_CONSUME, &counter), 1);
    assert_int_equal(counter, 1);
    assert_int_equal(mem_counter(ISA_IMM_ATOMIC_ALLOC, NULL), 0);
}

static void test_elements_convert_and_stay_in_place(void **state)
{
    (void)state;
    const struct format_info *row;
    for (unsigned i = 0; (row = format_at(i)) && row->buffer; i++) {
        _Alignas(4) uint8_t memory[64];
        uint8_t expected[16];
        const uint32_t words[4] = {0x3f800000, 0, 0x3f800000, 0x3f800000};
        uint32_t direct[4], got[4];
        memset(memory, 0xa5, sizeof memory);
        format_store(row, expected, words);
        mem_store_element(row, memory + row->bytes, words);
        assert_memory_equal(memory + row->bytes, expected, row->bytes);
        assert_int_equal(memory[row->bytes - 1], 0xa5);
        assert_int_equal(memory[2 * row->bytes], 0xa5);
        format_load(row, expected, direct);
        mem_load_element(row, memory + row->bytes, got);
        assert_memory_equal(got, direct, sizeof got);
    }
}

enum { ROUNDS = 20000, THREADS = 4 };

struct shared {
    uint32_t sum, largest, smallest, bits;
    _Atomic uint32_t counter;
    uint32_t taken[ROUNDS * THREADS];
};

static void *hammer(void *argument)
{
    struct shared *shared = argument;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        mem_add((uint8_t *)&shared->sum, 3);
        mem_umax((uint8_t *)&shared->largest, i);
        mem_imin((uint8_t *)&shared->smallest, 0 - i);
        mem_or((uint8_t *)&shared->bits, 1u << i % 32);
        mem_store((uint8_t *)&shared->taken[mem_counter_alloc(&shared->counter)], 1);
    }
    return NULL;
}

static void test_nothing_is_lost_between_threads(void **state)
{
    (void)state;
    struct shared *shared = calloc(1, sizeof *shared);
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, hammer, shared), 0);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(shared->sum, 3 * ROUNDS * THREADS);
    assert_int_equal(shared->largest, ROUNDS - 1);
    assert_int_equal((int32_t)shared->smallest, 1 - ROUNDS);
    assert_int_equal(shared->bits, 0xffffffff);
    assert_int_equal(shared->counter, ROUNDS * THREADS);
    for (unsigned i = 0; i < ROUNDS * THREADS; i++)
        assert_int_equal(shared->taken[i], 1);
    free(shared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations_return_the_value_before),
        cmocka_unit_test(test_compare_exchange),
        cmocka_unit_test(test_counters_wrap),
        cmocka_unit_test(test_elements_convert_and_stay_in_place),
        cmocka_unit_test(test_nothing_is_lost_between_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
