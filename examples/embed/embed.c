/* embed SHADER [COUNT]: runs a compute shader of thread groups of 64 on an array of this program, t0 to u0.

   Shows an application that uses the library: it reads a program, reports diagnostics, binds its own
   memory without copies, dispatches with a progress line that Ctrl-C cancels, and reads the results. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sm5/sm5.h>

enum { GROUP = 64, MOST = 65535 * GROUP };

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

static bool show_progress(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    fprintf(stderr, "\r%3.0f %%", 100.0 * (double)done / (double)total);
    return !interrupted; /* false cancels the dispatch */
}

/* Prints diagnostics with their locations; true when one is an error. */
static bool report(const struct sm5_diags *diags)
{
    const struct sm5_diag *diag;
    for (size_t i = 0; (diag = sm5_diags_at(diags, i)) != NULL; i++) {
        char text[1024];
        sm5_diag_format(diag, text, sizeof text);
        fprintf(stderr, "%s\n", text);
    }
    return sm5_diags_errors(diags) > 0;
}

static void *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    *size = 0;
    for (size_t room = 4096; file && !feof(file) && !ferror(file); room *= 2) {
        char *more = realloc(bytes, room);
        if (!more)
            break;
        bytes = more;
        *size += fread(bytes + *size, 1, room - *size, file);
    }
    if (!file || ferror(file)) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        free(bytes);
        bytes = NULL;
    }
    if (file)
        fclose(file);
    return bytes;
}

/* Binds `count` floats of the caller to a slot. The buffer refers to them without a copy. */
static struct sm5_buffer *bind_floats(struct sm5_bindings *bindings, const char *name, float *floats,
                                      size_t count, struct sm5_diags *diags)
{
    struct sm5_slot slot;
    struct sm5_buffer *buffer = sm5_buffer_wrap(floats, count * sizeof *floats);
    const struct sm5_view view = {.buffer = buffer}; /* all of it, as the program declares the slot */
    if (buffer && sm5_slot_parse(name, &slot))
        sm5_bind(bindings, &slot, &view, diags);
    return buffer;
}

static enum sm5_status run(const struct sm5_program *program, float *in, float *out, size_t count,
                           struct sm5_diags *diags)
{
    struct sm5_kernel *kernel = NULL;
    struct sm5_bindings *bindings = sm5_bindings_new(program);
    struct sm5_buffer *from = NULL, *to = NULL;
    enum sm5_status status = bindings ? SM5_OK : SM5_ERR_MEMORY;
    if (!status)
        status = sm5_kernel_new(program, SM5_ENGINE_AUTO, &kernel, diags);
    if (!status) {
        from = bind_floats(bindings, "t0", in, count, diags);
        to = bind_floats(bindings, "u0", out, count, diags);
        const struct sm5_dispatch_options options = {.groups = {(uint32_t)((count + GROUP - 1) / GROUP)},
                                                     .progress = show_progress};
        struct sm5_dispatch_result result;
        status = sm5_diags_errors(diags) ? SM5_ERR_BINDING
                                         : sm5_dispatch(kernel, bindings, &options, &result, diags);
        if (!status)
            fprintf(stderr, "%" PRIu32 " groups in %.6f s, %s\n", result.groups[0], result.seconds,
                    sm5_kernel_engine(kernel));
    }
    sm5_bindings_free(bindings); /* refers to the buffers */
    sm5_buffer_free(from);
    sm5_buffer_free(to);
    sm5_kernel_free(kernel);
    return status;
}

static enum sm5_status run_file(const char *path, float *in, float *out, size_t count)
{
    size_t size;
    void *bytes = read_file(path, &size);
    struct sm5_diags *diags = sm5_diags_new();
    struct sm5_program *program = NULL;
    enum sm5_status status = SM5_ERR_INPUT;
    if (bytes)
        status = sm5_program_read(bytes, size, path, &program, diags);
    free(bytes); /* the program does not refer to them */
    if (!status)
        status = run(program, in, out, count, diags);
    report(diags);
    sm5_program_free(program);
    sm5_diags_free(diags);
    return status;
}

int main(int argc, char **argv)
{
    size_t count = argc > 2 ? strtoul(argv[2], NULL, 10) : 8;
    if (argc < 2 || count < 1 || count > MOST) {
        fprintf(stderr, "usage: embed SHADER [COUNT]; COUNT from 1 to %d\n", MOST);
        return 2;
    }
    float *in = calloc(count, sizeof *in), *out = calloc(count, sizeof *out);
    if (!in || !out)
        return 2;
    for (size_t i = 0; i < count; i++)
        in[i] = (float)(i % 7);
    signal(SIGINT, interrupt);
    enum sm5_status status = run_file(argv[1], in, out, count);
    for (size_t i = 0; i < count && i < 8 && !status; i++)
        printf("%g -> %g\n", (double)in[i], (double)out[i]);
    if (status)
        fprintf(stderr, "embed: %s\n", sm5_status_name(status));
    free(in);
    free(out);
    return status ? 1 : 0;
}
