#include "flows.h"

enum { DEEPEST = 60, TEMPS = 4096, CALLS_DEEPEST = 31 };

static void repeat(struct strbuf *text, const char *lines, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        strbuf_add(text, lines);
}

static void write_straight(struct strbuf *text, unsigned count)
{
    repeat(text, "add r0.x, r0.x, r1.x\n", count);
}

static void write_ifs(struct strbuf *text, unsigned count)
{
    repeat(text, "if_nz r0.x\nmov r0.y, r1.x\nelse\nmov r0.z, r1.y\nendif\n", count / 5);
}

static void write_nest(struct strbuf *text, unsigned count)
{
    for (unsigned i = 0; i < count / (2 * DEEPEST + 1); i++) {
        repeat(text, "if_nz r0.x\n", DEEPEST);
        strbuf_add(text, "mov r0.x, r1.x\n");
        repeat(text, "endif\n", DEEPEST);
    }
}

static void write_loops(struct strbuf *text, unsigned count)
{
    repeat(text, "loop\nbreakc_nz r0.x\nadd r0.x, r0.x, r1.x\nendloop\n", count / 4);
}

static void write_loop_nest(struct strbuf *text, unsigned count)
{
    for (unsigned i = 0; i < count / (3 * DEEPEST); i++) {
        repeat(text, "loop\nbreakc_nz r0.x\n", DEEPEST);
        repeat(text, "endloop\n", DEEPEST);
    }
}

static void write_breaks(struct strbuf *text, unsigned count)
{
    strbuf_add(text, "loop\n");
    repeat(text, "breakc_nz r0.x\nmov r0.y, r1.x\n", count / 2);
    strbuf_add(text, "endloop\n");
}

static void write_continues(struct strbuf *text, unsigned count)
{
    strbuf_add(text, "loop\nbreakc_nz r0.x\n");
    repeat(text, "continuec_nz r0.y\nmov r0.y, r1.x\n", count / 2);
    strbuf_add(text, "endloop\n");
}

static void write_switch(struct strbuf *text, unsigned count)
{
    strbuf_add(text, "switch r0.x\n");
    for (unsigned i = 0; i < count / 3; i++)
        strbuf_printf(text, "case l(%u)\nmov r0.y, r1.x\nbreak\n", i);
    strbuf_add(text, "endswitch\n");
}

static void write_temps(struct strbuf *text, unsigned count)
{
    for (unsigned i = 0; i < count / 3; i++)
        strbuf_printf(text, "if_nz r0.x\nmov r%u.x, r%u.y\nendif\n", i % TEMPS, i * 7 % TEMPS);
}

static void write_barriers(struct strbuf *text, unsigned count)
{
    repeat(text, "sync_g_t\nstore_raw g0.x, r0.x, r1.x\nld_raw r0.x, r1.x, g0.x\n", count / 3);
}

/* Two calls in each of a chain of subroutines: 2^31 executions. */
static void write_calls(struct strbuf *text, unsigned count)
{
    strbuf_add(text, "call l0\nret\n");
    for (unsigned i = 0; i < CALLS_DEEPEST; i++)
        strbuf_printf(text, "label l%u\ncall l%u\ncall l%u\nret\n", i, i + 1, i + 1);
    strbuf_printf(text, "label l%u\n", CALLS_DEEPEST);
    repeat(text, "add r0.x, r0.x, r1.x\n", count);
}

static void write_many_calls(struct strbuf *text, unsigned count)
{
    repeat(text, "call l0\n", count / 2);
    strbuf_add(text, "ret\nlabel l0\n");
    repeat(text, "add r0.x, r0.x, r1.x\n", count / 2);
}

const struct flow flows[FLOWS] = {
    {"straight", write_straight},
    {"ifs", write_ifs},
    {"nested ifs", write_nest},
    {"loops", write_loops},
    {"nested loops", write_loop_nest},
    {"breaks", write_breaks},
    {"continues", write_continues},
    {"switch", write_switch},
    {"temps", write_temps},
    {"barriers", write_barriers},
    {"doubling calls", write_calls},
    {"many calls", write_many_calls},
};

void flow_write(const struct flow *flow, unsigned count, struct strbuf *text)
{
    strbuf_printf(
        text,
        "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_tgsm_raw g0, 32768\ndcl_input vThreadID.x\n"
        "dcl_temps %u\ndcl_thread_group 64, 1, 1\nmov r0.xyzw, vThreadID.xxxx\n"
        "mov r1.xyzw, vThreadID.xxxx\n",
        TEMPS);
    flow->write(text, count);
    strbuf_add(text, "ret\n");
}
