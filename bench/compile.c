/* How long programs take to compile, in milliseconds of processor time: lowering with analysis, the compiler, and
   the whole of a start from the cache. One line sums up a folder of containers, the slowest follow; `--curve` does
   the same for generated programs of growing size. Code is the variant with bounds tests. */
#include <fts.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "jit/jit.h"
#include "sm5/sm5.h"

enum { ROUNDS = 3, LONG_MS = 300 /* measured once */, SLOWEST = 10, LIMIT_MS = 100 };

struct result {
    char name[200];
    uint32_t instrs, values;
    uint64_t bytes;
    double lower, compile, cached; /* ms */
};

struct results {
    VEC(struct result) list;
    unsigned skipped; /* programs of the interpreter */
};

static double milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void keep_least(double *least, double start, int round)
{
    double spent = milliseconds() - start;
    *least = round && *least < spent ? *least : spent;
}

static struct jit_lowering lowering_of(const struct sm5_program *program)
{
    return (struct jit_lowering){.lanes = jit_target_width(program).lanes, .merged = 1};
}

static struct ir_function *lower(const struct sm5_program *program)
{
    struct ir_function *f = NULL;
    struct jit_lowering lowering = lowering_of(program);
    return jit_lower(program, &lowering, 0, NULL, &f) == SM5_OK ? f : NULL;
}

static bool make_key(const struct sm5_program *program, const struct ir_function *f,
                     const struct jit_target *target, struct jit_key *key)
{
    struct jit_digest source;
    struct jit_lowering lowering = lowering_of(program);
    if (!jit_source_of(program, NULL, &source))
        return false;
    jit_key_make(&source, &lowering, f, target, key);
    return true;
}

/* ---- one program ---- */

static bool start_from_cache(const struct sm5_program *program, const struct jit_target *target)
{
    struct ir_function *f = lower(program);
    struct jit_object object = {0};
    struct jit_code code = {0};
    struct jit_key key = {0};
    if (!f)
        return false;
    bool good = make_key(program, f, target, &key) && jit_cache_find(&key, &object) &&
                jit_load(object.bytes, object.size, &code) == SM5_OK;
    free(object.bytes);
    jit_unload(&code);
    jit_key_free(&key);
    ir_free(f);
    return good;
}

/* Compiles once, and stores the code in the cache. */
static bool compile(const struct jit_compiler *compiler, const struct sm5_program *program,
                    const struct ir_function *f, const struct jit_target *target, struct result *r, int round)
{
    struct jit_key key;
    struct jit_object object = {0};
    struct strbuf why = {0};
    double start = milliseconds();
    bool good = compiler->compile(f, target, &object, JIT_DUMP_NONE, NULL, &why) == SM5_OK;
    keep_least(&r->compile, start, round);
    if (good && !round && make_key(program, f, target, &key)) {
        jit_cache_keep(&key, &object);
        jit_key_free(&key);
    }
    r->bytes = object.size;
    free(object.bytes);
    strbuf_free(&why);
    return good;
}

/* Four bytes a texel, sampled with a linear filter and clamped coordinates. */
static void fill_kinds(const struct ir_function *f, uint8_t *texels)
{
    memset(texels, JIT_TEXEL_UNORM, f->view_count);
    for (uint32_t i = 0; i < f->texture_count; i++) {
        uint8_t *kind = &texels[f->view_count + JIT_SAMPLE_BYTES * i];
        kind[JIT_SAMPLE_TEXEL] = JIT_TEXEL_UNORM | JIT_SAMPLE_LINEAR;
        kind[JIT_SAMPLE_MODES] = SM5_ADDRESS_CLAMP * 21;
    }
}

static bool measure_round(const struct jit_compiler *compiler, const struct sm5_program *program,
                          struct result *r, int round)
{
    double start = milliseconds();
    struct ir_function *f = lower(program);
    keep_least(&r->lower, start, round);
    uint8_t *texels = f ? calloc(jit_kinds_size(f) + 1, 1) : NULL;
    if (!texels) {
        ir_free(f);
        return false;
    }
    fill_kinds(f, texels);
    struct jit_target target = {.texels = texels, .is_quick = true};
    r->values = f->value_count;
    bool good = compile(compiler, program, f, &target, r, round);
    ir_free(f);
    start = milliseconds();
    good = good && start_from_cache(program, &target);
    keep_least(&r->cached, start, round);
    free(texels);
    return good;
}

static bool measure(const struct jit_compiler *compiler, const struct sm5_program *program, struct result *r)
{
    bool good = true;
    r->instrs = program->instr_count;
    for (int i = 0; i < ROUNDS && good && (!i || r->compile < LONG_MS); i++)
        good = measure_round(compiler, program, r, i);
    return good;
}

static void add(struct results *results, const struct jit_compiler *compiler, const char *name,
                const void *bytes, size_t size)
{
    struct sm5_program *program = NULL;
    struct result result = {0};
    size_t length = strlen(name), most = sizeof result.name - 1;
    snprintf(result.name, sizeof result.name, "%s", length > most ? name + length - most : name);
    if (sm5_program_read(bytes, size, name, &program, NULL) != SM5_OK)
        return;
    if (!measure(compiler, program, &result))
        results->skipped++;
    else if (!VEC_PUSH(&results->list, result))
        abort();
    sm5_program_free(program);
}

/* ---- folders ---- */

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

/* Containers, and assembly text that has no container beside it. */
static bool is_program(const char *path)
{
    const char *ending = strrchr(path, '.');
    if (!ending || strcmp(ending, ".asm") != 0)
        return ending && strcmp(ending, ".dxbc") == 0;
    struct strbuf other = {0};
    strbuf_printf(&other, "%.*s.dxbc", (int)(ending - path), path);
    bool is_twin = access(strbuf_text(&other), R_OK) == 0;
    strbuf_free(&other);
    return !is_twin;
}

static void add_folder(struct results *results, const struct jit_compiler *compiler, const char *folder)
{
    char *const folders[] = {(char *)folder, NULL};
    FTS *tree = fts_open(folders, FTS_LOGICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *entry; tree && (entry = fts_read(tree)) != NULL;) {
        struct strbuf file = {0};
        if (entry->fts_info != FTS_F || !is_program(entry->fts_path))
            continue;
        if (read_file(entry->fts_path, &file))
            add(results, compiler, entry->fts_path + strlen(folder), file.text, file.length);
        strbuf_free(&file);
    }
    if (tree)
        fts_close(tree);
}

/* ---- generated programs ---- */

/* About `count` instructions: arithmetic, loads and stores, in loops and ifs of some 50 instructions. */
static void generate(uint32_t count, struct strbuf *out)
{
    strbuf_add(out,
               "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[4], immediateIndexed\n"
               "dcl_resource_structured t0, 16\ndcl_uav_structured u0, 16\ndcl_input vThreadID.x\n"
               "dcl_temps 12\ndcl_thread_group 64, 1, 1\nld_structured r0.xyzw, vThreadID.x, l(0), t0.xyzw\n"
               "mov r1.xyzw, cb0[1].xyzw\nmov r2.xyzw, cb0[2].xyzw\nmov r3.xyzw, cb0[3].xyzw\n");
    for (uint32_t i = 0; i < count; i++) {
        unsigned a = i % 4, b = (i * 7 + 1) % 4, c = (i / 4) % 4;
        if (i % 48 == 0)
            strbuf_printf(out, i % 96 ? "lt r5.x, r%u.x, cb0[0].y\nif_nz r5.x\n" : "mov r6.x, l(0)\nloop\n",
                          a);
        if (i % 48 == 40)
            strbuf_add(out, i % 96 == 40
                                ? "iadd r6.x, r6.x, l(1)\nuge r5.x, r6.x, cb0[0].x\nbreakc_nz r5.x\nendloop\n"
                                : "endif\n");
        switch (i % 11) {
        case 0: strbuf_printf(out, "mad r%u.xyzw, r%u.xyzw, cb0[%u].xyzw, r%u.yzwx\n", a, b, c, c); break;
        case 1: strbuf_printf(out, "add r%u.xyz, r%u.xyzx, r%u.yzxy\n", a, b, c); break;
        case 2: strbuf_printf(out, "iadd r4.x, vThreadID.x, l(%u)\n", i); break;
        case 3: strbuf_printf(out, "ld_structured r7.xyzw, r4.x, l(0), t0.xyzw\n"); break;
        case 4: strbuf_printf(out, "mul r%u.xyzw, r7.xyzw, r%u.xyzw\n", a, b); break;
        case 5: strbuf_printf(out, "max r%u.x, r%u.y, l(%u.25)\n", a, b, i); break;
        case 6: strbuf_printf(out, "ftou r4.y, r%u.x\n", a); break;
        case 7: strbuf_printf(out, "bfi r4.y, l(8), l(%u), r4.y, r4.x\n", i % 24); break;
        case 8: strbuf_printf(out, "dp3 r%u.w, r%u.xyzx, r%u.xyzx\n", a, b, c); break;
        case 9: strbuf_printf(out, "sqrt r%u.y, |r%u.z|\n", a, b); break;
        default: strbuf_printf(out, "store_structured u0.xy, r4.x, l(%u), r%u.xyxx\n", i % 2 * 8, a); break;
        }
    }
    if (count % 48 > 0 && count % 48 <= 40)
        strbuf_add(out, count % 96 <= 40 ? "break\nendloop\n" : "endif\n");
    strbuf_add(out, "store_structured u0.xyzw, vThreadID.x, l(0), r0.xyzw\nret\n");
}

static void add_curve(struct results *results, const struct jit_compiler *compiler)
{
    static const uint32_t counts[] = {100, 300, 1000, 3000, 10000, 30000};
    for (size_t i = 0; i < BASE_COUNT(counts); i++) {
        struct strbuf text = {0};
        char name[40];
        generate(counts[i], &text);
        snprintf(name, sizeof name, "generated-%u", counts[i]);
        add(results, compiler, name, text.text, text.length);
        strbuf_free(&text);
    }
}

/* ---- report ---- */

static double first_use(const struct result *r)
{
    return r->lower + r->compile;
}

static int slower_first(const void *a, const void *b)
{
    double x = first_use(a), y = first_use(b);
    return (x < y) - (x > y);
}

static void print_result(const struct result *r)
{
    printf("%9.2f %9.2f %9.2f %9u %9u %9llu  %s\n", r->lower, r->compile, r->cached, r->instrs, r->values,
           (unsigned long long)r->bytes, r->name);
}

static void report(struct results *results, size_t most)
{
    struct result *list = results->list.data;
    size_t count = results->list.count, above = 0;
    double total = 0, cached = 0, slowest_cached = 0;
    if (!count)
        return;
    qsort(list, count, sizeof *list, slower_first);
    for (size_t i = 0; i < count; i++) {
        total += first_use(&list[i]);
        above += first_use(&list[i]) > LIMIT_MS;
        cached += list[i].cached;
        slowest_cached = list[i].cached > slowest_cached ? list[i].cached : slowest_cached;
    }
    printf("%zu programs, %u that the JIT does not take; ms of processor time\n", count, results->skipped);
    printf("first use: sum %.0f, median %.2f, 9 in 10 %.2f, 99 in 100 %.2f, slowest %.2f, above %d ms: %zu\n",
           total, first_use(&list[count / 2]), first_use(&list[count / 10]), first_use(&list[count / 100]),
           first_use(&list[0]), LIMIT_MS, above);
    printf("from the cache: mean %.2f, slowest %.2f\n", cached / (double)count, slowest_cached);
    printf("%9s %9s %9s %9s %9s %9s\n", "lower", "compile", "cached", "instrs", "values", "bytes");
    for (size_t i = 0; i < count && i < most; i++)
        print_result(&list[i]);
}

static void remove_folder(const char *path)
{
    char *const paths[] = {(char *)path, NULL};
    FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *entry; tree && (entry = fts_read(tree)) != NULL;)
        if (entry->fts_info != FTS_D)
            remove(entry->fts_accpath);
    if (tree)
        fts_close(tree);
}

int main(int argc, char **argv)
{
    char folder[4096], cache[] = "/tmp/bench-compile-XXXXXX";
    const char *shared = getenv("SM5_SHARED");
    struct strbuf why = {0};
    const struct jit_compiler *compiler = jit_plugin_load(&why);
    bool all = argc > 1 && strcmp(argv[argc - 1], "--all") == 0;
    argc -= all;
    if (!compiler || !mkdtemp(cache)) {
        fprintf(stderr, "%s\n", strbuf_text(&why));
        return 1;
    }
    setenv("XDG_CACHE_HOME", cache, 1);
    struct results results = {0};
    snprintf(folder, sizeof folder, "%s/corpus", shared ? shared : "../shared");
    if (argc > 1 && strcmp(argv[1], "--curve") == 0)
        add_curve(&results, compiler);
    else
        add_folder(&results, compiler, argc > 1 ? argv[1] : folder);
    bool any = results.list.count > 0;
    if (any)
        report(&results, all ? results.list.count : SLOWEST);
    else
        fprintf(stderr, "no programs (*.dxbc, *.asm) in '%s'\n", argc > 1 ? argv[1] : folder);
    VEC_FREE(&results.list);
    remove_folder(cache);
    return any ? 0 : 2;
}
