/* Any sequence of messages to the server of the Debug Adapter Protocol is handled, before and after a launch. The first
   byte of the input: bit 0 sends initialize, launch and configurationDone first; bit 1 makes the rest a stream with
   headers, otherwise each line is the body of a message, so that mutations seldom break frames. */
#include <unistd.h>

#include "dap/dap.h"
#include "fuzz.h"
#include "sm5/sm5.h"

static const char code[] =
    "cs_5_0\n// sm5: struct u0 float3 at; uint id\ndcl_globalFlags refactoringAllowed\n"
    "dcl_immediateConstantBuffer { { 1.0, 2.0, 3.0, 4.0} }\ndcl_constantbuffer CB0[2], immediateIndexed\n"
    "dcl_resource_raw t0\ndcl_uav_structured u0, 16\ndcl_input vThreadID.x\ndcl_temps 2\n"
    "dcl_indexableTemp x0[3], 4\ndcl_tgsm_raw g0, 16\ndcl_thread_group 4, 1, 1\n"
    "mov r1.x, l(0)\nloop\n  uge r1.y, r1.x, l(3)\n  breakc_nz r1.y\n  iadd r1.x, r1.x, l(1)\nendloop\n"
    "store_raw g0.x, l(0), r1.x\nsync_g_t\ncall l0\nret\nlabel l0\n"
    "store_structured u0.x, vThreadID.x, l(0), r1.x\nret\n";

enum { BUFFER_BYTES = 64 };

static void bind(struct sm5_bindings *bindings, const char *name, struct sm5_buffer **buffer)
{
    struct sm5_slot slot;
    FUZZ_CHECK((*buffer = sm5_buffer_new(BUFFER_BYTES)) != NULL && sm5_slot_parse(name, &slot));
    const struct sm5_view view = {.buffer = *buffer};
    FUZZ_CHECK(sm5_bind(bindings, &slot, &view, NULL) == SM5_OK);
}

static void debug(struct dap *dap)
{
    const struct sm5_debug_options options = {.dispatch = {.groups = {2}, .max_steps = 1000}};
    struct dap_target target = {.path = "/none.asm", .stops_at_entry = true, .stops_at_end = true};
    struct sm5_program *program;
    struct sm5_buffer *buffers[3];
    FUZZ_CHECK(sm5_program_read(code, sizeof code - 1, NULL, &program, NULL) == SM5_OK);
    struct sm5_bindings *bindings = sm5_bindings_new(program);
    FUZZ_CHECK(bindings != NULL);
    bind(bindings, "t0", &buffers[0]);
    bind(bindings, "u0", &buffers[1]);
    bind(bindings, "cb0", &buffers[2]);
    FUZZ_CHECK(sm5_debug_new(program, bindings, &options, &target.debug, NULL) == SM5_OK);
    target.program = program;
    dap_debug(dap, &target);
    dap_end(dap, 0);
    sm5_debug_free(target.debug);
    sm5_bindings_free(bindings);
    for (int i = 0; i < 3; i++)
        sm5_buffer_free(buffers[i]);
    sm5_program_free(program);
}

static void feed(struct strbuf *stream, const char *body)
{
    strbuf_printf(stream, "Content-Length: %zu\r\n\r\n%s", strlen(body), body);
}

/* The stream in a file: reads of it do not wait. */
static int open_stream(const uint8_t *data, size_t size)
{
    struct strbuf stream = {0};
    if (size && data[0] & 1) {
        feed(&stream,
             "{\"seq\":1,\"type\":\"request\",\"command\":\"initialize\",\"arguments\":{\"adapterID\":\"\","
             "\"supportsProgressReporting\":true}}");
        feed(&stream,
             "{\"seq\":2,\"type\":\"request\",\"command\":\"launch\",\"arguments\":{\"program\":\"\"}}");
        feed(&stream, "{\"seq\":3,\"type\":\"request\",\"command\":\"configurationDone\"}");
    }
    for (size_t at = 1; at < size;) {
        const uint8_t *end = data[0] & 2 ? NULL : memchr(data + at, '\n', size - at);
        size_t length = end ? (size_t)(end - data) - at : size - at;
        if (!(data[0] & 2))
            strbuf_printf(&stream, "Content-Length: %zu\r\n\r\n", length);
        strbuf_add_bytes(&stream, (const char *)data + at, length);
        at += length + 1;
    }
    FILE *file = tmpfile();
    FUZZ_CHECK(file && !stream.failed);
    fwrite(strbuf_text(&stream), 1, stream.length, file);
    fflush(file);
    int in = dup(fileno(file));
    fclose(file);
    lseek(in, 0, SEEK_SET);
    strbuf_free(&stream);
    return in;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *why;
    int in = open_stream(data, size);
    FILE *replies = tmpfile();
    FUZZ_CHECK(replies != NULL);
    struct dap *dap = dap_open(in, fileno(replies));
    FUZZ_CHECK(dap != NULL);
    for (int launches = 0; dap_wait_launch(dap) != NULL && launches < 4; launches++)
        debug(dap);
    dap_close(dap, &why);
    close(in);
    fclose(replies);
    return 0;
}
