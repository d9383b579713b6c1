/* The block tree. */
#include "program/program_blocks.h"

#include "isa/isa.h"
#include "test.h"

enum { MANY = 1000000 };

static struct program_blocks tree(const uint16_t *opcodes, size_t count)
{
    struct program_blocks blocks = {0};
    for (size_t i = 0; i < count; i++)
        program_blocks_add(&blocks, opcodes[i]);
    program_blocks_end(&blocks);
    assert_int_equal(blocks.of.count, count);
    return blocks;
}

#define TREE(...) tree((const uint16_t[]){__VA_ARGS__}, sizeof(uint16_t[]){__VA_ARGS__} / sizeof(uint16_t))

static void expect_error(struct program_blocks blocks, enum program_block_error error, uint32_t at)
{
    assert_int_equal(blocks.error, error);
    assert_int_equal(blocks.error_at, at);
    program_blocks_free(&blocks);
}

static void blocks_know_their_ends_and_what_jumps_leave(void **state)
{
    (void)state;
    struct program_blocks b =
        TREE(ISA_LOOP, ISA_IF, ISA_BREAK, ISA_ELSE, ISA_SWITCH, ISA_CASE, ISA_CONTINUE, ISA_DEFAULT,
             ISA_BREAK, ISA_ENDSWITCH, ISA_ENDIF, ISA_ENDLOOP, ISA_RET, ISA_LABEL, ISA_RET);
    const uint32_t of[] = {1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 2, 1, 0, 4, 4};
    const struct program_block *list = b.list.data;
    assert_int_equal(b.error, PROGRAM_BLOCK_OK);
    assert_int_equal(b.list.count, 5);
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        assert_int_equal(b.of.data[i], of[i]);
    assert_int_equal(list[0].end, 13);
    assert_int_equal(list[4].end, 15);
    assert_int_equal(list[2].split, 3);
    assert_int_equal(list[2].end, 10);
    assert_int_equal(list[3].split, 5);
    assert_int_equal(list[3].otherwise, 7);
    assert_int_equal(list[3].exit, 3);
    assert_int_equal(list[3].loop, 1);
    assert_int_equal(list[2].exit, 1);
    assert_int_equal(b.deepest, 3);
    program_blocks_free(&b);
}

static void the_first_error_is_kept(void **state)
{
    (void)state;
    expect_error(TREE(ISA_LOOP, ISA_ENDIF, ISA_ELSE), PROGRAM_BLOCK_UNOPENED, 1);
    expect_error(TREE(ISA_IF, ISA_CASE), PROGRAM_BLOCK_UNOPENED, 1);
    expect_error(TREE(ISA_IF, ISA_ELSE, ISA_ELSE), PROGRAM_BLOCK_ELSE_TWICE, 2);
    expect_error(TREE(ISA_IF, ISA_BREAK, ISA_ENDIF), PROGRAM_BLOCK_JUMP, 1);
    expect_error(TREE(ISA_SWITCH, ISA_CASE, ISA_CONTINUEC), PROGRAM_BLOCK_JUMP, 2);
    expect_error(TREE(ISA_LOOP, ISA_RET, ISA_LABEL), PROGRAM_BLOCK_UNCLOSED, 2);
    expect_error(TREE(ISA_LOOP, ISA_HS_FORK_PHASE), PROGRAM_BLOCK_UNCLOSED, 1);
    expect_error(TREE(ISA_IF, ISA_RET), PROGRAM_BLOCK_UNCLOSED, 2);
}

static void a_million_nested_loops_take_linear_time(void **state)
{
    (void)state;
    struct program_blocks b = {0};
    for (uint32_t i = 0; i < MANY; i++)
        program_blocks_add(&b, ISA_LOOP);
    for (uint32_t i = 0; i < MANY; i++)
        program_blocks_add(&b, ISA_BREAK);
    for (uint32_t i = 0; i < MANY; i++)
        program_blocks_add(&b, ISA_ENDLOOP);
    program_blocks_end(&b);
    assert_int_equal(b.error, PROGRAM_BLOCK_NESTING);
    assert_int_equal(b.error_at, PROGRAM_NESTING);
    assert_int_equal(b.list.data[1].end, 3 * MANY - 1);
    program_blocks_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_know_their_ends_and_what_jumps_leave),
        cmocka_unit_test(the_first_error_is_kept),
        cmocka_unit_test(a_million_nested_loops_take_linear_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
