/* Flow control with lanes that part: if, loop, switch, ret. */
#include "lab.h"

#define STORE_R0 "ishl r15.x, vThreadID.x, l(2)\nstore_raw u0.x, r15.x, r0.x\nret\n"

enum { THREADS = 40 }; /* no multiple of the lane step */

/* Runs `body`, which leaves a word a thread in r0.x, and compares with `expected`. */
static void check(const char *body, const uint32_t expected[THREADS])
{
    struct lab lab;
    struct strbuf text = {0};
    strbuf_printf(&text, "%s%s", body, STORE_R0);
    lab_open_body(&lab, THREADS, "", strbuf_text(&text));
    const uint32_t *out = lab_bind(&lab, "u0", NULL, THREADS);
    lab_run(&lab, 1, 1, 1);
    assert_memory_equal(out, expected, THREADS * sizeof *out);
    lab_close(&lab);
    strbuf_free(&text);
}

static void lanes_take_their_branch(void **state)
{
    (void)state;
    uint32_t expected[THREADS];
    for (uint32_t i = 0; i < THREADS; i++)
        expected[i] = (i < 10 ? (i & 1 ? 3 : 4) : 7) + 100;
    check("ult r1.x, vThreadID.x, l(10)\nif_nz r1.x\nand r1.y, vThreadID.x, l(1)\nif_z r1.y\nmov r0.x, "
          "l(4)\nelse\n"
          "mov r0.x, l(3)\nendif\nelse\nmov r0.x, l(7)\nendif\niadd r0.x, r0.x, l(100)\n",
          expected);
}

static void tests_look_at_bits(void **state)
{
    (void)state;
    uint32_t expected[THREADS];
    for (uint32_t i = 0; i < THREADS; i++)
        expected[i] = 1;
    check("mov r1.x, l(0x80000000)\nif_nz r1.x\nmov r0.x, l(1)\nendif\n", expected); /* -0.0 */
}

static void loops_run_each_lane_its_own_number_of_times(void **state)
{
    (void)state;
    uint32_t expected[THREADS];
    for (uint32_t i = 0; i < THREADS; i++)
        expected[i] = i * (i - 1) / 2 + 1000;
    check("loop\nuge r1.y, r1.x, vThreadID.x\nbreakc_nz r1.y\niadd r0.x, r0.x, r1.x\niadd r1.x, r1.x, l(1)\n"
          "endloop\niadd r0.x, r0.x, l(1000)\n",
          expected);
}

static void continue_goes_to_the_next_iteration(void **state)
{
    (void)state;
    uint32_t expected[THREADS];
    for (uint32_t i = 0; i < THREADS; i++) {
        expected[i] = 0;
        for (uint32_t k = 1; k <= 12; k++)
            expected[i] += (k + i) & 1 ? 0 : k;
    }
    check("loop\nige r1.y, r1.x, l(12)\nbreakc_nz r1.y\niadd r1.x, r1.x, l(1)\niadd r1.z, r1.x, vThreadID.x\n"
          "and r1.z, r1.z, l(1)\ncontinuec_nz r1.z\niadd r0.x, r0.x, r1.x\nendloop\n",
          expected);
}

static void break_leaves_the_innermost_loop_only(void **state)
{
    (void)state;
    uint32_t expected[THREADS];
    for (uint32_t i = 0; i < THREADS; i++)
        expected[i] = 3 * (i % 5) + 3;
    check("udiv null, r2.x, vThreadID.x, l(5)\nloop\nuge r1.y, r1.x, l(3)\nbreakc_nz r1.y\niadd r1.x, r1.x, "
          "l(1)\n"
          "mov r1.z, l(0)\nloop\nif_nz l(1)\nieq r1.w, r1.z, r2.x\nif_nz r1.w\nbreak\nendif\nendif\n"
          "iadd r0.x, r0.x, l(1)\niadd r1.z, r1.z, l(1)\nendloop\niadd r0.x, r0.x, l(1)\nendloop\n",
          expected);
}

/* Cases whose code runs on into the next one, default in the middle, two labels on one block. */
static void switch_falls_through(void **state)
{
    (void)state;
    static const uint32_t by_case[] = {1 + 10, 10, 100 + 1000, 1000, 10000, 10000, 100 + 1000, 100 + 1000};
    uint32_t expected[THREADS];
    for (uint32_t i = 0; i < THREADS; i++)
        expected[i] = by_case[i & 7] + 5;
    check("and r1.x, vThreadID.x, l(7)\nswitch r1.x\ncase l(0)\niadd r0.x, r0.x, l(1)\ncase l(1)\n"
          "iadd r0.x, r0.x, l(10)\nbreak\ndefault\niadd r0.x, r0.x, l(100)\ncase l(3)\niadd r0.x, r0.x, "
          "l(1000)\n"
          "break\ncase l(4)\ncase l(5)\niadd r0.x, r0.x, l(10000)\nbreak\nendswitch\niadd r0.x, r0.x, l(5)\n",
          expected);
}

static void switch_without_a_match_does_nothing(void **state)
{
    (void)state;
    uint32_t expected[THREADS];
    for (uint32_t i = 0; i < THREADS; i++)
        expected[i] = i == 39 ? 8 : 7;
    check("mov r0.x, l(7)\nswitch vThreadID.x\ncase l(39)\nmov r0.x, l(8)\nbreak\ncase l(-1)\nmov r0.x, "
          "l(9)\nbreak\n"
          "endswitch\n",
          expected);
}

static void continue_inside_a_switch_reaches_the_loop(void **state)
{
    (void)state;
    uint32_t expected[THREADS];
    for (uint32_t i = 0; i < THREADS; i++) {
        expected[i] = 0;
        for (uint32_t k = 1; k <= 6; k++) {
            uint32_t c = (k + i) % 3;
            expected[i] += c == 0 ? 0 : c == 1 ? 11 : 1;
        }
    }
    check("loop\nuge r1.y, r1.x, l(6)\nbreakc_nz r1.y\niadd r1.x, r1.x, l(1)\niadd r1.z, r1.x, vThreadID.x\n"
          "udiv null, r1.z, r1.z, l(3)\nswitch r1.z\ncase l(0)\ncontinue\ncase l(1)\niadd r0.x, r0.x, "
          "l(10)\nbreak\n"
          "default\nbreak\nendswitch\niadd r0.x, r0.x, l(1)\nendloop\n",
          expected);
}

static void returned_lanes_stay_away(void **state)
{
    (void)state;
    uint32_t expected[THREADS];
    for (uint32_t i = 0; i < THREADS; i++)
        expected[i] = i < 4 ? 20 : 0; /* the others return inside the loop, before the store */
    check("loop\nuge r1.y, r1.x, l(10)\nbreakc_nz r1.y\niadd r1.x, r1.x, l(1)\niadd r0.x, r0.x, l(2)\n"
          "uge r1.z, vThreadID.x, l(4)\nif_nz r1.z\nretc_nz r1.z\nendif\nendloop\n",
          expected);
}

static void statements_after_an_unconditional_jump_are_dead(void **state)
{
    (void)state;
    uint32_t expected[THREADS];
    for (uint32_t i = 0; i < THREADS; i++)
        expected[i] = 1;
    check("mov r0.x, l(1)\nloop\nbreak\nmov r0.x, l(2)\nendloop\nswitch r0.x\nmov r0.x, l(3)\ncase "
          "l(1)\nbreak\n"
          "mov r0.x, l(4)\nendswitch\n",
          expected);
}

/* ---- parted lanes against one thread at a time ---- */

struct writer {
    struct strbuf text;
    uint32_t seed;
    unsigned counter; /* registers used as loop counters */
    unsigned label;   /* routine being written: 0 main, or l#; it calls higher ones only */
};

enum { ROUTINES = 3, RANDOM_PROGRAMS = 60, RANDOM_THREADS = 48 };

static uint32_t roll(struct writer *w, uint32_t sides)
{
    w->seed ^= w->seed << 13;
    w->seed ^= w->seed >> 17;
    w->seed ^= w->seed << 5;
    return w->seed % sides;
}

static void write_block(struct writer *w, unsigned depth, bool in_loop, bool in_switch);

static void write_condition(struct writer *w)
{
    strbuf_printf(&w->text, "and r1.x, r0.x, l(%u)\n", 1u << roll(w, 4) | roll(w, 2));
}

static void write_if(struct writer *w, unsigned depth, bool in_loop, bool in_switch)
{
    write_condition(w);
    strbuf_add(&w->text, roll(w, 2) ? "if_nz r1.x\n" : "if_z r1.x\n");
    write_block(w, depth + 1, in_loop, in_switch);
    if (roll(w, 2)) {
        strbuf_add(&w->text, "else\n");
        write_block(w, depth + 1, in_loop, in_switch);
    }
    strbuf_add(&w->text, "endif\n");
}

static void write_loop(struct writer *w, unsigned depth)
{
    unsigned reg = 3 + w->counter++ % 9;
    strbuf_printf(&w->text,
                  "mov r%u.x, l(0)\nloop\nuge r%u.y, r%u.x, l(4)\nbreakc_nz r%u.y\niadd r%u.x, r%u.x, l(1)\n",
                  reg, reg, reg, reg, reg, reg);
    write_block(w, depth + 1, true, false);
    strbuf_add(&w->text, "endloop\n");
    w->counter--;
}

static void write_switch(struct writer *w, unsigned depth, bool in_loop)
{
    unsigned fallback = roll(w, 5);
    strbuf_add(&w->text, "and r1.x, r0.x, l(7)\nswitch r1.x\n");
    for (unsigned i = 0; i < 5; i++) {
        if (i == fallback)
            strbuf_add(&w->text, "default\n");
        strbuf_printf(&w->text, "case l(%u)\n", i);
        if (roll(w, 4))
            write_block(w, depth + 1, in_loop, true);
        if (roll(w, 2))
            strbuf_add(&w->text, "break\n");
    }
    strbuf_add(&w->text, "endswitch\n");
}

static void write_jump(struct writer *w, bool in_loop, bool in_switch)
{
    write_condition(w);
    unsigned kind = roll(w, 8);
    if (kind == 0)
        strbuf_add(&w->text, "retc_nz r1.x\n");
    else if (kind < 4 && in_loop)
        strbuf_add(&w->text, "continuec_nz r1.x\n");
    else if (in_loop || in_switch)
        strbuf_add(&w->text, "breakc_nz r1.x\n");
    else if (w->label < ROUTINES)
        strbuf_printf(&w->text, "callc_nz r1.x, l%u\n", w->label);
}

static void write_block(struct writer *w, unsigned depth, bool in_loop, bool in_switch)
{
    for (unsigned i = 1 + roll(w, 3); i > 0; i--) {
        unsigned kind = roll(w, depth < 5 ? 8 : 3);
        strbuf_printf(&w->text, "imad r0.x, r0.x, l(5), l(%u)\nbfrev r1.y, r0.x\nxor r0.x, r0.x, r1.y\n",
                      roll(w, 99));
        switch (kind) {
        case 2: write_jump(w, in_loop, in_switch); break;
        case 3:
        case 4: write_if(w, depth, in_loop, in_switch); break;
        case 5: write_loop(w, depth); break;
        case 6: write_switch(w, depth, in_loop); break;
        case 7:
            if (w->label < ROUTINES)
                strbuf_printf(&w->text, "call l%u\n", w->label);
            break;
        default: break;
        }
    }
}

static void write_program(struct writer *w)
{
    strbuf_add(&w->text,
               "mov r0.x, vThreadID.x\ncall l0\nishl r15.x, vThreadID.x, l(2)\nstore_raw u0.x, r15.x, r0.x\n"
               "mov r13.x, l(7)\nret\n");
    for (w->label = 1; w->label <= ROUTINES; w->label++) {
        strbuf_printf(&w->text, "label l%u\n", w->label - 1);
        /* A routine that is called from inside a loop does not modify that loop's counter. */
        w->counter = 3 * (w->label - 1);
        write_block(w, 2, false, false);
        strbuf_add(&w->text, "ret\n");
    }
}

static void run_random(const char *body, unsigned threads, uint32_t out[RANDOM_THREADS])
{
    struct lab lab;
    lab_open_body(&lab, threads, "", body);
    const uint32_t *data = lab_bind(&lab, "u0", NULL, RANDOM_THREADS);
    lab_run(&lab, RANDOM_THREADS / threads, 1, 1);
    memcpy(out, data, RANDOM_THREADS * sizeof *out);
    lab_close(&lab);
}

static void parted_lanes_do_what_each_does_alone(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= RANDOM_PROGRAMS; seed++) {
        struct writer writer = {.seed = seed * 7919};
        uint32_t together[RANDOM_THREADS], separately[RANDOM_THREADS];
        write_program(&writer);
        assert_false(writer.text.failed);
        run_random(strbuf_text(&writer.text), RANDOM_THREADS, together);
        run_random(strbuf_text(&writer.text), 1, separately);
        for (unsigned i = 0; i < RANDOM_THREADS; i++)
            if (together[i] != separately[i])
                fail_msg("seed %u, thread %u: %08x, separately %08x\n%s", seed, i, together[i], separately[i],
                         strbuf_text(&writer.text));
        strbuf_free(&writer.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_take_their_branch),
        cmocka_unit_test(tests_look_at_bits),
        cmocka_unit_test(loops_run_each_lane_its_own_number_of_times),
        cmocka_unit_test(continue_goes_to_the_next_iteration),
        cmocka_unit_test(break_leaves_the_innermost_loop_only),
        cmocka_unit_test(switch_falls_through),
        cmocka_unit_test(switch_without_a_match_does_nothing),
        cmocka_unit_test(continue_inside_a_switch_reaches_the_loop),
        cmocka_unit_test(returned_lanes_stay_away),
        cmocka_unit_test(statements_after_an_unconditional_jump_are_dead),
        cmocka_unit_test(parted_lanes_do_what_each_does_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
