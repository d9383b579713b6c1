/* Every form of address that compiled code has, at the edges of what it may touch: the results and the bytes
   around the views are the interpreter's. */
#include <stdio.h>
#include <string.h>

#include "sm5/sm5.h"
#include "test.h"

enum { THREADS = 64, WORDS = 256, GUARD = 64 };

static const char header[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed|enableDoublePrecisionFloatOps\n"
    "dcl_immediateConstantBuffer { { 1, 2, 3, 4}, { 5, 6, 7, 8}, { 9, 10, 11, 12} }\n"
    "dcl_constantbuffer cb0[1], immediateIndexed\ndcl_constantbuffer cb1[64], dynamicIndexed\n"
    "dcl_resource_raw t0\ndcl_resource_structured t1, 4\ndcl_resource_structured t2, 12\n"
    "dcl_resource_buffer (uint,uint,uint,uint) t3\n"
    "dcl_uav_raw u0\ndcl_uav_structured u1, 16\ndcl_uav_structured u2, 12\n"
    "dcl_uav_typed_buffer (uint,uint,uint,uint) u3\ndcl_uav_structured u4, 8\n"
    "dcl_input vThreadID.x\ndcl_temps 4\ndcl_indexableTemp x0[5], 2\n"
    "dcl_tgsm_structured g0, 8, 40\ndcl_tgsm_raw g1, 172\ndcl_thread_group 64, 1, 1\n";

/* r0.x: the address. cb0[0].x is an edge, t1 holds different numbers by thread. */
static const char *const addresses[] = {
    "mov r0.x, cb0[0].x\n",
    "iadd r0.x, vThreadID.x, cb0[0].x\n",
    "imad r0.x, vThreadID.x, l(4), cb0[0].x\n",
    "ld_structured r0.x, vThreadID.x, l(0), t1.x\niadd r0.x, r0.x, cb0[0].x\n",
    "ld_structured r0.x, vThreadID.x, l(0), t1.x\nimad r0.x, r0.x, l(4), cb0[0].x\n",
    "umin r0.x, vThreadID.x, l(50)\niadd r0.x, r0.x, cb0[0].x\n",
};

/* cb0[0].y: a byte offset. */
static const char *const accesses[] = {
    "ld_raw r1.xyzw, r0.x, t0.xyzw\n",
    "iadd r0.z, r0.x, l(-8)\nld_raw r1.xy, r0.z, t0.xyxx\nld_raw r1.zw, r0.x, t0.xxxy\n",
    "ld_structured r1.xyz, r0.x, l(0), t2.xyzx\n",
    "ld_structured r1.xyz, r0.x, cb0[0].y, t2.xyzx\n",
    "iadd r0.z, cb0[0].y, vThreadID.x\nld_structured r1.xy, r0.x, r0.z, t2.xyxx\n",
    "ld r1.xyzw, r0.xxxx, t3.xyzw\n",
    "ld_structured r1.xyz, r0.x, l(0), t2.xyzx\ndlt r1.z, r1.xyxy, d(1.0l, 1.0l)\n",
    "ld_structured r1.yzw, r0.x, l(0), t2.xxyz\ndmul r1.zw, r1.zwzw, r1.zwzw\n",
    "ld_raw r1.xyzw, r0.x, t0.xyzw\ndadd r1.zw, r1.xyxy, r1.zwzw\n",
    "mov r1.xyzw, cb1[r0.x + 1].xyzw\n",
    "mov r1.xyzw, icb[r0.x + 0].xyzw\n",
    "mov x0[0].xy, l(21,22,0,0)\nmov x0[4].xy, l(23,24,0,0)\nmov x0[r0.x + 0].x, vThreadID.x\n"
    "mov r1.xy, x0[r0.x + 3].xyxx\nmov r1.z, x0[0].x\nmov r1.w, x0[4].x\n",
    "store_raw u0.x, r0.x, vThreadID.x\n",
    "ishl r0.z, r0.x, l(4)\nstore_raw u0.xyzw, r0.z, vThreadID.xxxx\n",
    "and r0.z, vThreadID.x, l(5)\nif_nz r0.z\nstore_raw u0.x, r0.x, vThreadID.x\n"
    "ld_structured r1.xyz, r0.x, l(0), t2.xyzx\nendif\n",
    "store_structured u2.xyz, r0.x, l(0), vThreadID.xxxx\n",
    "store_structured u2.xy, r0.x, cb0[0].y, vThreadID.xxxx\n",
    "store_uav_typed u3.xyzw, r0.xxxx, vThreadID.xxxx\n",
    "mov r0.y, cb0[0].y\natomic_iadd u4, r0.xyxx, vThreadID.x\n",
    "mov r0.y, l(4)\natomic_umax u4, r0.xyxx, vThreadID.x\n",
    "mov r0.y, cb0[0].y\nimm_atomic_iadd r1.x, u4, r0.xyxx, l(3)\n",
    "iadd r2.x, vThreadID.x, l(-12)\nstore_structured g0.xy, r2.x, l(0), vThreadID.xxxx\nsync_g_t\n"
    "ld_structured r1.xy, r0.x, l(0), g0.xyxx\nld_structured r1.zw, r0.x, cb0[0].y, g0.xxxy\n",
    "ishl r2.x, vThreadID.x, l(2)\nstore_raw g1.x, r2.x, vThreadID.x\nsync_g_t\nld_raw r1.xyz, r0.x, "
    "g1.xyzx\n",
    "store_raw g1.x, r0.x, l(5)\nsync_g_t\nmov r0.y, cb0[0].y\natomic_or g0, r0.xyxx, vThreadID.x\n"
    "atomic_iadd g1, r0.x, l(1)\nsync_g_t\nishl r2.x, vThreadID.x, l(2)\nld_raw r1.x, r2.x, g1.x\n"
    "ld_structured r1.yz, vThreadID.x, l(0), g0.xxyx\n",
    "imm_atomic_iadd r1.x, g1, r0.x, l(1)\nmov r0.y, l(4)\nimm_atomic_iadd r1.y, g0, r0.xyxx, l(2)\n",
};

static const uint32_t edges[] = {0,
                                 1,
                                 4,
                                 8,
                                 39,
                                 40,
                                 WORDS - 65,
                                 WORDS - 64,
                                 WORDS - 63,
                                 WORDS - 16,
                                 4 * WORDS - 256,
                                 4 * WORDS - 4,
                                 4 * WORDS,
                                 0x3fffffff,
                                 0x40000000,
                                 0x55555555,
                                 0x7ffffff0,
                                 0x80000000,
                                 0xfffffff4,
                                 0xfffffffc,
                                 0xffffffff};
static const uint32_t offsets[] = {0, 4, 8, 12, 0x7ffffffc, 0xfffffffc};

static struct sm5_buffer *make(uint32_t factor)
{
    struct sm5_buffer *buffer = sm5_buffer_new(4 * (2 * GUARD + WORDS));
    assert_non_null(buffer);
    uint32_t *words = (uint32_t *)sm5_buffer_data(buffer);
    for (uint32_t i = 0; i < 2 * GUARD + WORDS; i++)
        words[i] = i * factor + 1;
    return buffer;
}

static void bind(struct sm5_bindings *bindings, const char *slot, struct sm5_view view)
{
    struct sm5_slot at;
    assert_true(sm5_slot_parse(slot, &at));
    assert_int_equal(sm5_bind(bindings, &at, &view, NULL), SM5_OK);
}

/* The buffers that a dispatch may write, with what is around the views. */
enum { WRITTEN = 5 };

static void dispatch(const struct sm5_program *program, const struct sm5_kernel *kernel, uint32_t edge,
                     uint32_t offset, struct sm5_buffer *written[WRITTEN])
{
    struct sm5_buffer *in = make(2654435761u), *by_thread = make(0), *constants = sm5_buffer_new(16);
    struct sm5_bindings *bindings = sm5_bindings_new(program);
    const struct sm5_dispatch_options options = {.groups = {1, 1, 1}, .threads = 1};
    assert_true(constants && bindings);
    memcpy(sm5_buffer_data(constants), (uint32_t[]){edge, offset, 0, 0}, 16);
    for (uint32_t i = 0; i < THREADS; i++) /* a permutation in which no warp is a row */
        ((uint32_t *)sm5_buffer_data(by_thread))[GUARD + i] = i * 29 % THREADS;
    for (unsigned i = 0; i < WRITTEN; i++)
        written[i] = make(40503 + i);
    bind(bindings, "cb0", (struct sm5_view){.buffer = constants, .count = SM5_COUNT_REST});
    bind(bindings, "cb1", (struct sm5_view){.buffer = in, .first = 16, .count = 31});
    bind(bindings, "t0", (struct sm5_view){.buffer = in, .first = GUARD, .count = WORDS - 1});
    bind(bindings, "t1", (struct sm5_view){.buffer = by_thread, .first = GUARD, .count = THREADS});
    bind(bindings, "t2", (struct sm5_view){.buffer = in, .first = 16, .count = 63});
    bind(bindings, "t3",
         (struct sm5_view){.buffer = in, .first = GUARD, .count = 70, .format = sm5_format_find("r32_uint")});
    bind(bindings, "u0", (struct sm5_view){.buffer = written[0], .first = GUARD, .count = WORDS - 1});
    bind(bindings, "u1", (struct sm5_view){.buffer = written[1], .count = THREADS});
    bind(bindings, "u2", (struct sm5_view){.buffer = written[2], .first = 16, .count = 63});
    bind(bindings, "u3",
         (struct sm5_view){
             .buffer = written[3], .first = GUARD, .count = 70, .format = sm5_format_find("r32_uint")});
    bind(bindings, "u4", (struct sm5_view){.buffer = written[4], .first = 16, .count = 41});
    assert_int_equal(sm5_dispatch(kernel, bindings, &options, NULL, NULL), SM5_OK);
    sm5_bindings_free(bindings);
    sm5_buffer_free(in);
    sm5_buffer_free(by_thread);
    sm5_buffer_free(constants);
}

static void compare(const struct sm5_program *program, const struct sm5_kernel *kernels[2], uint32_t edge,
                    uint32_t offset, const char *text)
{
    struct sm5_buffer *buffers[2][WRITTEN];
    for (unsigned e = 0; e < 2; e++)
        dispatch(program, kernels[e], edge, offset, buffers[e]);
    for (unsigned i = 0; i < WRITTEN; i++) {
        const uint8_t *expected = sm5_buffer_data(buffers[0][i]), *got = sm5_buffer_data(buffers[1][i]);
        if (memcmp(expected, got, sm5_buffer_size(buffers[0][i])) != 0)
            fail_msg("u%u differs: cb0[0] is 0x%x, 0x%x\n%s", i, edge, offset, text);
        sm5_buffer_free(buffers[0][i]);
        sm5_buffer_free(buffers[1][i]);
    }
}

static void run_edges(const char *address, const char *access, uint32_t lanes)
{
    char text[4096];
    struct sm5_program *program;
    struct sm5_kernel *kernels[2];
    const struct sm5_kernel_options jit = {.engine = SM5_ENGINE_JIT, .lanes = lanes, .no_cache = true};
    bool has_offset = strstr(access, "cb0[0].y") != NULL;
    snprintf(text, sizeof text,
             "%s%s%smov r3.xyzw, r1.xyzw\nstore_structured u1.xyzw, vThreadID.x, l(0), r3.xyzw\nret\n",
             header, address, access);
    assert_int_equal(sm5_program_read(text, strlen(text), NULL, &program, NULL), SM5_OK);
    assert_int_equal(sm5_kernel_new(program, SM5_ENGINE_INTERP, &kernels[0], NULL), SM5_OK);
    assert_int_equal(sm5_kernel_new_with(program, &jit, &kernels[1], NULL), SM5_OK);
    for (unsigned i = 0; i < sizeof edges / sizeof *edges; i++)
        for (unsigned k = 0; k < (has_offset ? sizeof offsets / sizeof *offsets : 1); k++)
            compare(program, (const struct sm5_kernel *[]){kernels[0], kernels[1]}, edges[i], offsets[k],
                    text + sizeof header - 1);
    sm5_kernel_free(kernels[0]);
    sm5_kernel_free(kernels[1]);
    sm5_program_free(program);
}

static void every_address_at_every_edge(void **state)
{
    (void)state;
    __builtin_cpu_init();
    for (unsigned i = 0; i < sizeof addresses / sizeof *addresses; i++)
        for (unsigned k = 0; k < sizeof accesses / sizeof *accesses; k++)
            run_edges(addresses[i], accesses[k], (i + k) % 2 && __builtin_cpu_supports("avx512f") ? 16 : 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_address_at_every_edge)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
