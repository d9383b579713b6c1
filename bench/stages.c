/* Invocations a second of vertex and pixel shaders, on the interpreter and the JIT: shaders of this tree, and a sample of
   $SM5_SHARED/corpus. */
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "corpus.h"
#include "sm5/sm5.h"

enum {
    INVOCATIONS = 1 << 14, /* of one run */
    SAMPLE = 40,           /* shaders of the corpus for each stage */
    BUFFERS = 160,
    ELEMENTS = 4096,
    SIDE = 64,           /* of textures */
    MOST_STEPS = 4 << 20 /* for all invocations; generated constants may ask for more */
};
static const double enough_seconds = 0.02;

/* ---- shaders of this tree ---- */

#define VS "vs_5_0\ndcl_globalFlags refactoringAllowed\n"
#define PS "ps_5_0\ndcl_globalFlags refactoringAllowed\n"

static const struct {
    const char *what, *text;
} shaders[] = {
    {"vs: transform, light", VS
     "dcl_constantbuffer cb0[9], immediateIndexed\ndcl_input v0.xyz\ndcl_input v1.xyz\ndcl_input v2.xy\n"
     "dcl_output_siv o0.xyzw, position\ndcl_output o1.xyz\ndcl_output o2.xy\ndcl_temps 2\n"
     "mov r0.xyz, v0.xyzx\nmov r0.w, l(1.0)\ndp4 o0.x, r0.xyzw, cb0[0].xyzw\ndp4 o0.y, r0.xyzw, cb0[1].xyzw\n"
     "dp4 o0.z, r0.xyzw, cb0[2].xyzw\ndp4 o0.w, r0.xyzw, cb0[3].xyzw\ndp3 r1.x, v1.xyzx, cb0[4].xyzx\n"
     "dp3 r1.y, v1.xyzx, cb0[5].xyzx\ndp3 r1.z, v1.xyzx, cb0[6].xyzx\ndp3 r0.x, r1.xyzx, r1.xyzx\nrsq r0.x, "
     "r0.x\n"
     "mul r1.xyz, r1.xyzx, r0.xxxx\ndp3_sat r0.x, r1.xyzx, cb0[7].xyzx\nmul o1.xyz, r0.xxxx, cb0[8].xyzx\n"
     "mov o2.xy, v2.xyxx\nret\n"},
    {"ps: texture, light",
     PS "dcl_constantbuffer cb0[2], immediateIndexed\ndcl_sampler s0, mode_default\n"
        "dcl_resource_texture2d (float,float,float,float) t0\ndcl_input_ps linear v0.xy\ndcl_input_ps linear "
        "v1.xyz\n"
        "dcl_output o0.xyzw\ndcl_temps 2\nsample r0.xyzw, v0.xyxx, t0.xyzw, s0\ndp3 r1.x, v1.xyzx, "
        "v1.xyzx\nrsq r1.x, r1.x\n"
        "mul r1.xyz, r1.xxxx, v1.xyzx\ndp3_sat r1.x, r1.xyzx, cb0[0].xyzx\nadd r1.x, r1.x, cb0[1].x\n"
        "mul o0.xyz, r0.xyzx, r1.xxxx\nmov o0.w, r0.w\nret\n"},
    {"ps: derivatives",
     PS "dcl_input_ps linear v0.xyz\ndcl_output o0.xyzw\ndcl_temps 3\nderiv_rtx_coarse r0.xyz, v0.xyzx\n"
        "deriv_rty_coarse r1.xyz, v0.yzxy\nmul r2.xyz, r0.zxyz, r1.yzxy\nmad r2.xyz, r0.yzxy, r1.zxyz, "
        "-r2.xyzx\n"
        "dp3 r0.x, r2.xyzx, r2.xyzx\nrsq r0.x, r0.x\nmul o0.xyz, r0.xxxx, r2.xyzx\nmov o0.w, l(1.0)\nret\n"},
    {"ps: loop, discard",
     PS "dcl_input_ps_siv linear noperspective v0.xy, position\ndcl_output o0.xyzw\ndcl_temps 3\n"
        "mad r0.xy, v0.xyxx, l(0.015625, 0.015625, 0, 0), l(-1.5, -1.0, 0, 0)\nmov r1.xyz, l(0,0,0,0)\nloop\n"
        "ige r2.x, r1.z, l(64)\nbreakc_nz r2.x\nmul r2.xy, r1.xyxx, r1.xyxx\nadd r2.z, r2.y, r2.x\nlt r2.z, "
        "l(4.0), r2.z\n"
        "breakc_nz r2.z\nadd r2.x, -r2.y, r2.x\ndp2 r1.y, r1.xxxx, r1.yyyy\nmov r1.x, r2.x\nadd r1.xy, "
        "r0.xyxx, r1.xyxx\n"
        "iadd r1.z, r1.z, l(1)\nendloop\nige r2.x, r1.z, l(64)\ndiscard_nz r2.x\nutof r0.x, r1.z\n"
        "mul o0.xyzw, r0.xxxx, l(0.015625, 0.015625, 0.015625, 0.015625)\nret\n"},
};

/* ---- a program with generated inputs and resources ---- */

struct subject {
    struct sm5_program *program;
    struct sm5_bindings *bindings;
    struct sm5_buffer *buffers[BUFFERS];
    size_t buffer_count;
    struct sm5_stage_info info;
    struct sm5_stage_run run;
};

static void stop(const char *what)
{
    fprintf(stderr, "bench-stages: %s\n", what);
    exit(1);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Floats in 0..1. */
static void fill(uint32_t *words, uint64_t count)
{
    uint32_t random = 1;
    for (uint64_t i = 0; i < count; i++) {
        random = random * 1664525u + 1013904223u;
        words[i] = bits_of_float((float)(random >> 8) * 0x1p-24f);
    }
}

static sm5_format format_of(uint32_t return_types)
{
    static const char *const formats[] = {"r32_float", "r8g8b8a8_unorm", "r8g8b8a8_snorm", "r32_sint",
                                          "r32_uint"};
    uint32_t type = return_types & 15;
    return sm5_format_find(formats[type < BASE_COUNT(formats) ? type : 0]);
}

static struct sm5_texture texture_of(const struct sm5_resource_info *r)
{
    bool is_1d = strstr(r->layout, "1d") != NULL, is_3d = strstr(r->layout, "3d") != NULL;
    bool samples = strstr(r->layout, "ms") != NULL;
    return (struct sm5_texture){
        .kind = is_1d   ? SM5_TEXTURE_1D
                : is_3d ? SM5_TEXTURE_3D
                        : SM5_TEXTURE_2D,
        .format = format_of(r->return_types),
        .width = SIDE,
        .height = is_1d ? 1 : SIDE,
        .depth = is_3d ? 4 : 1,
        .layers = (strstr(r->layout, "cube") ? 6u : 1u) * (strstr(r->layout, "array") ? 3u : 1u),
        .mips = samples ? 1 : 4,
        .samples = samples ? 4 : 1,
    };
}

static struct sm5_view view_of(const struct sm5_resource_info *r, uint64_t *bytes)
{
    struct sm5_view view = {.count = SM5_COUNT_REST, .has_counter = r->counter};
    if (strncmp(r->layout, "texture", 7) == 0) {
        view = (struct sm5_view){.texture = texture_of(r)};
        view.mips = r->kind == 'u' ? 1 : view.texture.mips;
        *bytes = sm5_texture_bytes(&view.texture);
        return view;
    }
    bool structured = strcmp(r->layout, "structured") == 0;
    if (strcmp(r->layout, "buffer") == 0)
        view.format = format_of(r->return_types);
    *bytes = r->kind == 'b' ? 16ul * (r->count ? r->count : ELEMENTS)
                            : (uint64_t)ELEMENTS * (structured ? r->stride : 4);
    return view;
}

static bool bind_all(struct subject *s)
{
    struct sm5_resource_info r;
    for (uint32_t i = 0; sm5_resource_at(s->program, i, &r); i++) {
        uint64_t bytes;
        if (r.kind == 's' || r.kind == 'g')
            continue;
        struct sm5_view view = view_of(&r, &bytes);
        const struct sm5_slot slot = {.kind = r.kind, .reg = r.reg, .space = r.space};
        view.buffer = s->buffer_count < BUFFERS ? sm5_buffer_new(bytes) : NULL;
        if (!view.buffer)
            return false;
        s->buffers[s->buffer_count++] = view.buffer;
        fill(sm5_buffer_data(view.buffer), bytes / 4);
        if (sm5_bind(s->bindings, &slot, &view, NULL) != SM5_OK)
            return false;
    }
    return true;
}

static bool open_subject(struct subject *s, struct bytes file, const char *name)
{
    if (sm5_program_read(file.data, file.size, name, &s->program, NULL) != SM5_OK)
        return false;
    sm5_stage_info(s->program, &s->info);
    s->bindings = sm5_bindings_new(s->program);
    s->run = (struct sm5_stage_run){.count = INVOCATIONS, .max_steps = MOST_STEPS};
    uint32_t registers = s->info.inputs ? s->info.inputs : 1;
    s->run.inputs = (struct sm5_records){calloc((size_t)INVOCATIONS * registers, 16), INVOCATIONS, registers};
    if (!s->bindings || !s->run.inputs.words)
        stop("out of memory");
    fill(s->run.inputs.words, (uint64_t)INVOCATIONS * registers * 4);
    sm5_stage_make_system_values(s->program, &s->run, 0, 0, SIDE);
    return bind_all(s);
}

static void close_subject(struct subject *s)
{
    sm5_bindings_free(s->bindings);
    sm5_program_free(s->program);
    for (size_t i = 0; i < s->buffer_count; i++)
        sm5_buffer_free(s->buffers[i]);
    free(s->run.inputs.words);
    *s = (struct subject){0};
}

/* ---- time ---- */

struct rate {
    double run, whole; /* invocations a second: of the groups, and of the call with its copies */
};

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* The fastest of the runs in a time; zero when the program cannot run on these inputs or this engine. */
static struct rate rate_of(struct subject *s, const struct sm5_kernel *kernel, uint64_t count,
                           uint32_t threads)
{
    double best = INFINITY, whole = INFINITY, start = now();
    s->run.count = count;
    s->run.threads = threads;
    for (int i = 0; i < 3 || now() - start < enough_seconds; i++) {
        struct sm5_stage_outputs outputs;
        double before = now();
        enum sm5_status status = sm5_run_stage(kernel, s->bindings, &s->run, &outputs, NULL);
        whole = smaller(whole, now() - before);
        best = smaller(best, outputs.seconds);
        sm5_stage_outputs_free(&outputs);
        if (status != SM5_OK)
            return (struct rate){0};
    }
    return (struct rate){(double)count / best, (double)count / whole};
}

/* NULL when the engine does not run the program. */
static struct sm5_kernel *kernel_of(const struct subject *s, enum sm5_engine engine)
{
    struct sm5_kernel *kernel;
    return sm5_kernel_new(s->program, engine, &kernel, NULL) == SM5_OK ? kernel : NULL;
}

/* ---- tables ---- */

static void millions(double rate)
{
    if (rate > 0)
        printf("%11.2f", rate * 1e-6);
    else
        printf("%11s", "-");
}

static void engine_columns(struct subject *s, enum sm5_engine engine)
{
    struct sm5_kernel *kernel = kernel_of(s, engine);
    struct rate one = {0}, all = {0};
    if (kernel) {
        one = rate_of(s, kernel, INVOCATIONS, 1);
        all = rate_of(s, kernel, INVOCATIONS, 0);
    }
    millions(one.run);
    millions(all.run);
    millions(all.whole);
    sm5_kernel_free(kernel);
}

static void own_shaders(void)
{
    printf("million invocations a second, %d of them; whole: all threads, with copies of inputs and outputs\n"
           "%-22s%33s%33s\n%-22s%11s%11s%11s%11s%11s%11s\n",
           INVOCATIONS, "", "interpreter", "JIT", "", "1 thread", "all", "whole", "1 thread", "all", "whole");
    for (size_t i = 0; i < BASE_COUNT(shaders); i++) {
        struct subject s = {0};
        struct bytes text = {(const uint8_t *)shaders[i].text, strlen(shaders[i].text)};
        if (!open_subject(&s, text, "bench.asm"))
            stop(shaders[i].what);
        printf("%-22s", shaders[i].what);
        engine_columns(&s, SM5_ENGINE_INTERP);
        engine_columns(&s, SM5_ENGINE_JIT);
        printf("\n");
        fflush(stdout);
        close_subject(&s);
    }
}

/* Batches of 32 invocations are full whatever the primitives of their quads. */
static void batches(void)
{
    static const uint64_t counts[] = {4, 8, 16, 32, 64, 128, 1024, INVOCATIONS};
    struct subject s = {0};
    struct bytes text = {(const uint8_t *)shaders[3].text, strlen(shaders[3].text)};
    if (!open_subject(&s, text, "bench.asm"))
        stop("loop");
    struct sm5_kernel *kernel = kernel_of(&s, SM5_ENGINE_AUTO);
    printf("\n%s: nanoseconds an invocation on one thread, engine %s\n%-14s", shaders[3].what,
           kernel ? sm5_kernel_engine(kernel) : "-", "invocations");
    for (size_t i = 0; i < BASE_COUNT(counts); i++)
        printf("%9llu", (unsigned long long)counts[i]);
    printf("\n%-14s", "ns");
    for (size_t i = 0; kernel && i < BASE_COUNT(counts); i++)
        printf("%9.1f", 1e9 / rate_of(&s, kernel, counts[i], 1).run);
    printf("\n");
    sm5_kernel_free(kernel);
    close_subject(&s);
}

struct sample {
    const char *stage;
    size_t seen, step, count;
    double interp[SAMPLE], jit[SAMPLE], over[SAMPLE];
};

static bool is_stage(struct bytes file, const char *stage)
{
    char fourcc[5];
    struct bytes code = corpus_code(file, fourcc);
    unsigned kind = stage[0] == 'v' ? 1 : 0; /* the program type in the version token */
    return code.data && code.size >= 4 && load_u32(code.data) >> 16 == kind;
}

static void count_shader(const char *path, struct bytes file, void *context)
{
    struct sample *sample = context;
    (void)path;
    sample->seen += is_stage(file, sample->stage);
}

static void measure_shader(const char *path, struct bytes file, void *context)
{
    struct sample *sample = context;
    struct subject s = {0};
    if (!is_stage(file, sample->stage) || sample->seen++ % sample->step || sample->count == SAMPLE)
        return;
    struct sm5_kernel *interp = NULL, *jit = NULL;
    if (open_subject(&s, file, path)) {
        interp = kernel_of(&s, SM5_ENGINE_INTERP);
        jit = kernel_of(&s, SM5_ENGINE_JIT);
    }
    double slow = interp ? rate_of(&s, interp, INVOCATIONS, 1).run : 0,
           fast = jit ? rate_of(&s, jit, INVOCATIONS, 1).run : 0;
    if (slow > 0 && fast > 0) {
        sample->interp[sample->count] = slow;
        sample->jit[sample->count] = fast;
        sample->over[sample->count++] = fast / slow;
    }
    sm5_kernel_free(interp);
    sm5_kernel_free(jit);
    close_subject(&s);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void quartiles(const char *what, const char *stage, double *values, size_t count, double scale)
{
    qsort(values, count, sizeof *values, by_value);
    printf("%s %-25s", stage, what);
    for (size_t i = 0; i <= 4; i++)
        printf("%11.2f", values[(count - 1) * i / 4] * scale);
    printf("\n");
}

static void corpus(const char *stage)
{
    struct sample sample = {.stage = stage};
    corpus_each(count_shader, &sample);
    sample.step = sample.seen / SAMPLE + 1;
    sample.seen = 0;
    if (corpus_each(measure_shader, &sample) == 0 || sample.count == 0)
        return;
    printf("\n%zu %s of the corpus, one thread\n%-28s%11s%11s%11s%11s%11s\n", sample.count, stage, "",
           "least", "quarter", "median", "3 quarters", "most");
    quartiles("interpreter, million/s", stage, sample.interp, sample.count, 1e-6);
    quartiles("JIT, million/s", stage, sample.jit, sample.count, 1e-6);
    quartiles("JIT over interpreter", stage, sample.over, sample.count, 1);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        fprintf(stderr, "usage: %s (without arguments)\n", argv[0]);
        return 2;
    }
    own_shaders();
    batches();
    corpus("vs");
    corpus("ps");
    return 0;
}
