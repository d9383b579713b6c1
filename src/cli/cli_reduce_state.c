/* The state of a reduction: the smallest program until now is the output file, its numbers are in
   FILE.state. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli_reduce.h"

/* ---- programs ---- */

static bool is_container(const char *path)
{
    return io_has_ending(path, ".dxbc") || io_has_ending(path, ".cso");
}

bool reduce_print_program(const char *path, const struct sm5_program *program, struct sm5_blob *blob)
{
    enum sm5_status status = is_container(path) ? sm5_program_write(program, NULL, blob, NULL)
                                                : sm5_program_print(program, SM5_PRINT_LOSSLESS, blob, NULL);
    return !status || host_error("%s: %s", path, sm5_status_name(status));
}

bool reduce_write_program(const char *path, const struct sm5_program *program)
{
    struct sm5_blob blob;
    struct io_error error;
    if (!reduce_print_program(path, program, &blob))
        return false;
    bool ok = io_write_file(path, blob.data, blob.size, &error) || host_error("%s", error.text);
    sm5_blob_free(&blob);
    return ok;
}

/* ---- what was asked for ---- */

static uint64_t mix(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash * 0x9e3779b97f4a7c15u;
}

static uint64_t mix_text(uint64_t hash, const char *text)
{
    return text ? mix(hash, text, strlen(text) + 1) : mix(hash, "", 0);
}

static uint64_t mix_list(uint64_t hash, const struct host_texts *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        hash = mix_text(hash, texts->list[i]);
    return mix_text(hash, NULL);
}

uint64_t reduce_key(const struct reduce_options *options, const struct sm5_program *program)
{
    const struct host_texts *const lists[] = {&options->bindings, &options->buffers, &options->sets,
                                              &options->structs,  &options->classes, &options->inputs};
    struct sm5_blob text;
    uint64_t key = 0xcbf29ce484222325u;
    if (sm5_program_print(program, SM5_PRINT_LOSSLESS, &text, NULL) == SM5_OK) {
        key = mix(key, text.data, text.size);
        sm5_blob_free(&text);
    }
    key = mix_text(mix_text(mix_text(key, options->command), options->engines), options->tolerance);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        key = mix_list(key, lists[i]);
    for (size_t i = 0; i < REDUCE_PASSED; i++)
        key = mix_text(key, options->passed[i]);
    key = mix(key, &options->no_check, sizeof options->no_check);
    return mix(key, options->groups, sizeof options->groups);
}

/* ---- the file ---- */

static char *state_path(const struct reduce_inputs *in)
{
    char *path = NULL;
    return asprintf(&path, "%s.state", in->options->out) < 0 ? NULL : path;
}

bool reduce_state_write(const struct reduce_inputs *in, uint64_t key, const struct sm5_program *program,
                        const struct reduce_number *numbers)
{
    char *path = state_path(in);
    struct host_text text;
    if (!path || !host_text_open(&text)) {
        free(path);
        return host_error("out of memory");
    }
    fprintf(text.out, "sm5-reduce 1 %016" PRIx64 " %zu", key, in->number_count);
    for (size_t i = 0; i < in->number_count; i++)
        fprintf(text.out, " %" PRIu64, numbers[i].value);
    fputc('\n', text.out);
    bool ok = reduce_write_program(in->options->out, program) && host_text_write(&text, path);
    free(path);
    return ok;
}

void reduce_state_remove(const struct reduce_inputs *in)
{
    char *path = state_path(in);
    if (path)
        unlink(path);
    free(path);
}

/* The numbers of a state with the key; none may be larger than those of the options. */
static bool parse(const char *text, uint64_t key, const struct reduce_inputs *in,
                  struct reduce_number *numbers)
{
    uint64_t found = 0, value;
    size_t count = 0;
    int length = 0;
    if (sscanf(text, "sm5-reduce 1 %" SCNx64 " %zu%n", &found, &count, &length) != 2 || found != key ||
        count != in->number_count)
        return false;
    for (size_t i = 0; i < count; i++) {
        int more = 0;
        text += length;
        if (sscanf(text, " %" SCNu64 "%n", &value, &more) != 1 || value > numbers[i].value ||
            value < numbers[i].least)
            return false;
        numbers[i].value = value;
        length = more;
    }
    return true;
}

struct sm5_program *reduce_state_read(const struct reduce_inputs *in, uint64_t key,
                                      struct reduce_number *numbers)
{
    enum { STATE_MOST = 1 << 20 };
    char *path = in->options->out ? state_path(in) : NULL;
    struct io_bytes file;
    struct io_error error;
    bool ok = path && access(path, R_OK) == 0 && io_read_file(path, STATE_MOST, &file, &error);
    free(path);
    if (!ok)
        return NULL;
    ok = parse((const char *)file.data, key, in, numbers);
    io_bytes_free(&file);
    struct io_bytes code;
    if (!ok || !io_read_file(in->options->out, IO_PROGRAM_MOST, &code, &error))
        return NULL;
    struct sm5_program *program;
    enum sm5_status status = sm5_program_read(code.data, code.size, in->options->out, &program, NULL);
    io_bytes_free(&code);
    return status ? NULL : program;
}
