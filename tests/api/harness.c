#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static void expect_ok(struct harness *harness, enum sm5_status status, const char *what)
{
    if (status == SM5_OK)
        return;
    for (size_t i = 0; i < sm5_diags_count(harness->diags); i++) {
        char text[1024];
        sm5_diag_format(sm5_diags_at(harness->diags, i), text, sizeof text);
        print_error("%s\n", text);
    }
    fail_msg("%s: %s", what, sm5_status_name(status));
}

/* SM5_TEST_ENGINE: jit, jit-8 or vulkan; the default is the interpreter. */
static struct sm5_kernel_options kernel_options(void)
{
    struct sm5_kernel_options options = {
        .engine = SM5_ENGINE_INTERP, .no_cache = true, .validation = SM5_VALIDATION_NONE};
    const char *engine = getenv("SM5_TEST_ENGINE");
    if (engine && strncmp(engine, "jit", 3) == 0)
        options.engine = SM5_ENGINE_JIT;
    if (engine && strcmp(engine, "jit-8") == 0)
        options.lanes = 8;
    if (engine && strcmp(engine, "vulkan") == 0) {
        options.engine = SM5_ENGINE_VULKAN;
        options.device.name = "llvmpipe";
    }
    return options;
}

void harness_open(struct harness *harness, const char *text)
{
    struct sm5_kernel_options options = kernel_options();
    harness->diags = sm5_diags_new();
    enum sm5_status status =
        sm5_program_read(text, strlen(text), "test.asm", &harness->program, harness->diags);
    expect_ok(harness, status, text);
    expect_ok(harness, sm5_kernel_new_with(harness->program, &options, &harness->kernel, harness->diags),
              text);
    harness->bindings = sm5_bindings_new(harness->program);
    assert_non_null(harness->bindings);
}

void harness_close(struct harness *harness)
{
    sm5_bindings_free(harness->bindings);
    sm5_kernel_free(harness->kernel);
    sm5_program_free(harness->program);
    sm5_diags_free(harness->diags);
}

void harness_bind(struct harness *harness, const char *slot, struct sm5_buffer *buffer, uint64_t first,
                  uint64_t count)
{
    struct sm5_slot at;
    struct sm5_view view = {.buffer = buffer, .first = first, .count = count};
    assert_true(sm5_slot_parse(slot, &at));
    expect_ok(harness, sm5_bind(harness->bindings, &at, &view, harness->diags), slot);
}

void harness_run(struct harness *harness, uint32_t x, uint32_t y, uint32_t z)
{
    struct sm5_dispatch_options options = {.groups = {x, y, z}, .threads = 1};
    expect_ok(harness, sm5_dispatch(harness->kernel, harness->bindings, &options, NULL, harness->diags),
              "dispatch");
}

struct sm5_buffer *harness_buffer(const uint32_t *words, uint64_t count)
{
    struct sm5_buffer *buffer = sm5_buffer_new(count * 4);
    assert_non_null(buffer);
    if (words)
        memcpy(sm5_buffer_data(buffer), words, count * 4);
    return buffer;
}

uint32_t harness_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}
