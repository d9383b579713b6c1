/* How fast programs are decoded, encoded, printed and parsed, in MB/s over a folder of containers. Decode and
   encode count the bytes of the code, print and parse those of the text. Everything that a caller pays is in
   the time: making the program, and freeing it. */
#include <fts.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "bytecode/bytecode.h"
#include "dxbc/dxbc.h"
#include "text/text.h"

enum { MAX_PASSES = 1000 };
#define ENOUGH_SECONDS 1.0 /* for each of the four */

/* One shader with what each of the four starts from. */
struct shader {
    struct bytes code;
    char fourcc[5];
    struct sm5_program *program;
    struct strbuf text;
};

struct shaders {
    VEC(struct shader) list;
    size_t code_bytes, text_bytes;
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- passes: each processes one shader, and returns true on success ---- */

static bool decode(const struct shader *shader)
{
    struct sm5_program *program = program_new();
    if (!program)
        return false;
    memcpy(program->code_fourcc, shader->fourcc, sizeof program->code_fourcc);
    enum sm5_status status = bytecode_decode(shader->code, program, NULL);
    program_free(program);
    return status == SM5_OK;
}

static bool encode(const struct shader *shader)
{
    struct program_tokens words = {0};
    enum sm5_status status = bytecode_encode(shader->program, &words);
    free(words.data);
    return status == SM5_OK;
}

static const struct text_print_options print_options = {.codec = &bytecode_codec};

static bool print(const struct shader *shader)
{
    struct strbuf text = {0};
    enum sm5_status status = text_print(shader->program, &print_options, &text);
    strbuf_free(&text);
    return status == SM5_OK;
}

static bool parse(const struct shader *shader)
{
    struct sm5_program *program = program_new();
    if (!program)
        return false;
    enum sm5_status status =
        text_parse(strbuf_text(&shader->text), shader->text.length, NULL, &bytecode_codec, program, NULL);
    program_free(program);
    return status == SM5_OK;
}

/* ---- loading ---- */

static bool read_file(const char *path, struct strbuf *out)
{
    FILE *file = fopen(path, "rb");
    char block[4096];
    size_t got;
    while (file && (got = fread(block, 1, sizeof block, file)) > 0)
        strbuf_add_bytes(out, block, got);
    if (file)
        fclose(file);
    return file && !out->failed;
}

static bool load(const char *path, struct shader *shader)
{
    struct strbuf file = {0};
    struct sm5_program *program = program_new();
    bool good = program && read_file(path, &file);
    if (good) {
        struct bytes bytes = {(const uint8_t *)file.text, file.length};
        good = dxbc_read(bytes, program, &shader->code, NULL) == SM5_OK &&
               bytecode_decode(shader->code, program, NULL) == SM5_OK;
    }
    strbuf_free(&file);
    if (!good) {
        program_free(program);
        return false;
    }
    memcpy(shader->fourcc, program->code_fourcc, sizeof shader->fourcc);
    shader->program = program;
    return text_print(program, &print_options, &shader->text) == SM5_OK;
}

static void load_folder(const char *folder, struct shaders *shaders)
{
    char *const folders[] = {(char *)folder, NULL};
    FTS *tree = fts_open(folders, FTS_LOGICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *entry; tree && (entry = fts_read(tree)) != NULL;) {
        struct shader shader = {0};
        const char *ending = strrchr(entry->fts_name, '.');
        if (entry->fts_info != FTS_F || !ending || strcmp(ending, ".dxbc") != 0 ||
            !load(entry->fts_path, &shader))
            continue;
        shaders->code_bytes += shader.code.size;
        shaders->text_bytes += shader.text.length;
        if (!VEC_PUSH(&shaders->list, shader))
            break;
    }
    if (tree)
        fts_close(tree);
}

static void unload(struct shaders *shaders)
{
    for (size_t i = 0; i < shaders->list.count; i++) {
        program_free(shaders->list.data[i].program);
        strbuf_free(&shaders->list.data[i].text);
    }
    VEC_FREE(&shaders->list);
}

/* ---- measuring ---- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Seconds of one pass over all shaders; adds to *failed. */
static double pass(bool (*work)(const struct shader *), const struct shaders *shaders, size_t *failed)
{
    double start = seconds();
    for (size_t i = 0; i < shaders->list.count; i++)
        *failed += !work(&shaders->list.data[i]);
    return seconds() - start;
}

static void measure(const char *name, bool (*work)(const struct shader *), const struct shaders *shaders,
                    size_t bytes)
{
    double times[MAX_PASSES], total = 0;
    size_t failed = 0, count = 0;
    pass(work, shaders, &failed); /* warms the caches */
    while (count < MAX_PASSES && total < ENOUGH_SECONDS) {
        times[count] = pass(work, shaders, &failed);
        total += times[count++];
    }
    qsort(times, count, sizeof *times, by_value);
    printf("%-8s %12zu %8zu %10.1f %10.1f %10.1f", name, bytes, count, (double)bytes / times[count / 2] / 1e6,
           (double)bytes / times[count - 1] / 1e6, (double)bytes / times[0] / 1e6);
    if (failed)
        printf("   %zu failed", failed);
    puts("");
}

int main(int argc, char **argv)
{
    const char *shared = getenv("SM5_SHARED");
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/corpus", shared ? shared : "../shared");
    struct shaders shaders = {0};
    load_folder(argc > 1 ? argv[1] : folder, &shaders);
    if (!shaders.list.count) {
        fprintf(stderr, "usage: %s FOLDER (no .dxbc files below %s)\n", argv[0], argc > 1 ? argv[1] : folder);
        return 2;
    }
    printf("%zu shaders; the median pass, the slowest and the fastest\n", shaders.list.count);
    printf("%-8s %12s %8s %10s %10s %10s\n", "", "bytes", "passes", "MB/s", "slowest", "fastest");
    measure("decode", decode, &shaders, shaders.code_bytes);
    measure("encode", encode, &shaders, shaders.code_bytes);
    measure("print", print, &shaders, shaders.text_bytes);
    measure("parse", parse, &shaders, shaders.text_bytes);
    unload(&shaders);
    return 0;
}
