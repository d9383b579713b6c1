/* The first instruction that computes another value on another engine. The program is extended by a log: after each
   instruction of the result that writes r#, one thread stores its number and the values to an added u#. The extended
   program runs on both engines, once for each thread, and the logs are compared. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_why.h"

enum {
    LOG_WORDS = 1 << 20, /* of one thread; what follows is not stored */
    HEADER_WORDS = 4,    /* the thread: its group, and its number in the group */
    THREADS_MAX = 64,
    NAMES_MAX = 8, /* results of an instruction */
    UAV_MAX = 64,
    NOTHING = -1 /* byte that the log is filled with */
};

/* What an instruction stores to the log. */
struct probe {
    unsigned count;
    char names[NAMES_MAX][12];
};

struct thread {
    uint32_t group[3], thread[3];
};

struct comparison {
    struct cli_job *job;
    const struct sm5_why *why;
    const struct cli_copy *before;
    struct probe *probes; /* by instruction */
    uint32_t instructions, temps, uav;
    struct thread threads[THREADS_MAX]; /* in the order of their steps */
    size_t thread_count;
    struct sm5_program *program;
};

/* ---- what is logged ---- */

static void add_name(struct probe *probe, const char *name)
{
    for (unsigned i = 0; i < probe->count; i++)
        if (strcmp(probe->names[i], name) == 0)
            return;
    if (probe->count < NAMES_MAX && strlen(name) < sizeof probe->names[0])
        strcpy(probe->names[probe->count++], name);
}

/* A double is two words: "r0.xy". */
static void add_result(struct probe *probe, const char *name)
{
    const char *component = strchr(name, '.');
    char word[64];
    if (name[0] != 'r' || !component)
        return;
    for (const char *c = component + 1; *c; c++) {
        snprintf(word, sizeof word, "%.*s.%c", (int)(component - name), name, *c);
        add_name(probe, word);
    }
}

static void add_thread(struct comparison *c, const struct sm5_why_step *step)
{
    struct thread made;
    memcpy(made.group, step->group, sizeof made.group);
    memcpy(made.thread, step->thread, sizeof made.thread);
    for (size_t i = 0; i < c->thread_count; i++)
        if (memcmp(&c->threads[i], &made, sizeof made) == 0)
            return;
    if (c->thread_count < THREADS_MAX)
        c->threads[c->thread_count++] = made;
}

static bool collect(struct comparison *c)
{
    struct sm5_why_step step;
    struct sm5_blob text;
    while (!sm5_instruction_text(c->job->program, c->instructions, &text)) {
        sm5_blob_free(&text);
        c->instructions++;
    }
    c->probes = calloc(c->instructions + 1u, sizeof *c->probes);
    for (size_t i = 0; c->probes && sm5_why_at(c->why, i, &step); i++) {
        add_thread(c, &step);
        for (size_t k = 0; k < step.result_count; k++)
            add_result(&c->probes[step.instruction], step.results[k].value.name);
    }
    return c->probes || host_error("out of memory");
}

/* ---- the extended program ---- */

static void write_word(const struct comparison *c, const char *value, FILE *out)
{
    fprintf(out, "store_raw u%u.x, r%u.x, %s\niadd r%u.x, r%u.x, l(4)\n", c->uav, c->temps, value, c->temps,
            c->temps);
}

static void write_probe(const struct comparison *c, uint32_t instruction, FILE *out)
{
    const struct probe *probe = &c->probes[instruction];
    char number[24];
    snprintf(number, sizeof number, "l(%" PRIu32 ")", instruction);
    if (probe->count)
        write_word(c, number, out);
    for (unsigned i = 0; i < probe->count; i++)
        write_word(c, probe->names[i], out);
}

/* r[temps].x is the address of the next word, in other threads past the end of the log. */
static void write_prologue(const struct comparison *c, FILE *out)
{
    uint32_t a = c->temps, b = c->temps + 1;
    fprintf(
        out,
        "dcl_uav_raw u%u\ndcl_input vThreadGroupID.xyz\ndcl_input vThreadIDInGroupFlattened\ndcl_temps %u\n",
        c->uav, c->temps + 2);
    fprintf(out, "ld_raw r%u.xyzw, l(0), u%u.xyzw\n", b, c->uav);
    fprintf(out,
            "ieq r%u.xyz, r%u.xyzx, vThreadGroupID.xyzx\nieq r%u.w, r%u.w, vThreadIDInGroupFlattened.x\n", b,
            b, b, b);
    fprintf(out, "and r%u.xy, r%u.xyxx, r%u.zwzz\nand r%u.x, r%u.x, r%u.y\n", b, b, b, b, b, b);
    fprintf(out, "movc r%u.x, r%u.x, l(%u), l(0x80000000)\n", a, b, 4 * HEADER_WORDS);
}

/* Declarations that the prologue replaces. */
static bool is_replaced(const char *line)
{
    static const char *const starts[] = {"dcl_temps ", "dcl_input vThreadGroupID.",
                                         "dcl_input vThreadIDInGroupFlattened"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (strncmp(line, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

static void extend(const struct comparison *c, char *text, FILE *out)
{
    uint32_t next = 0;
    char *expected = why_instruction(c->job->program, 0);
    for (char *line; (line = strsep(&text, "\n")) != NULL;) {
        const char *body = line + strspn(line, " ");
        size_t length = expected ? strlen(expected) : 0;
        bool is_instruction = expected && strncmp(body, expected, length) == 0 &&
                              body[length + strspn(body + length, " ")] == '\0';
        if (is_instruction && next == 0)
            write_prologue(c, out);
        if (!is_replaced(body))
            fprintf(out, "%s\n", line);
        if (!is_instruction)
            continue;
        write_probe(c, next, out);
        free(expected);
        expected = why_instruction(c->job->program, ++next);
    }
    free(expected);
}

static bool make_program(struct comparison *c)
{
    struct sm5_info info;
    struct sm5_resource_info resource;
    struct sm5_blob text;
    struct host_text made;
    bool used[UAV_MAX] = {false};
    sm5_program_info(c->job->program, &info);
    for (uint32_t i = 0; sm5_resource_at(c->job->program, i, &resource); i++)
        if (resource.kind == 'u' && resource.id < UAV_MAX)
            used[resource.id] = true;
    while (c->uav < UAV_MAX && used[c->uav])
        c->uav++;
    if (c->uav == UAV_MAX || info.minor != 0)
        return host_error("--against: requires Shader Model 5.0 and a u# that the program does not declare");
    c->temps = info.temps;
    if (sm5_program_print(c->job->program, SM5_PRINT_FXC, &text, c->job->diags))
        return false;
    bool ok = host_text_open(&made);
    if (ok) {
        extend(c, (char *)text.data, made.out);
        fflush(made.out);
        ok = !sm5_program_read(made.text, made.size, "the extended program", &c->program, c->job->diags);
        fclose(made.out);
        free(made.text);
    }
    sm5_blob_free(&text);
    return ok;
}

/* ---- runs ---- */

static bool bind(struct comparison *c, struct sm5_bindings *bindings, struct sm5_buffer *log)
{
    const struct sm5_slot slot = {.kind = 'u', .reg = c->uav};
    const struct sm5_view view = {.buffer = log};
    return cli_job_bind(c->job, bindings) == HOST_OK && !sm5_bind(bindings, &slot, &view, c->job->diags);
}

static void fill(const struct comparison *c, const struct thread *thread, struct sm5_buffer *log)
{
    struct sm5_info info;
    sm5_program_info(c->program, &info);
    const uint32_t *size = info.thread_group;
    const uint32_t header[HEADER_WORDS] = {thread->group[0], thread->group[1], thread->group[2],
                                           thread->thread[0] +
                                               size[0] * (thread->thread[1] + size[1] * thread->thread[2])};
    memset(sm5_buffer_data(log), NOTHING, sm5_buffer_size(log));
    memcpy(sm5_buffer_data(log), header, sizeof header);
}

/* The log of a thread on an engine; freed by the caller. NULL after a failure, which a message or diagnostics explain. */
static struct sm5_buffer *run(struct comparison *c, const struct thread *thread, enum sm5_engine engine)
{
    struct sm5_kernel_options options = c->job->options->kernel;
    struct sm5_kernel *kernel = NULL;
    struct sm5_buffer *log = sm5_buffer_new(4ul * LOG_WORDS);
    struct sm5_bindings *bindings = sm5_bindings_new(c->program);
    options.engine = engine;
    cli_restore_memory(c->job, c->before);
    bool ok = (log && bindings) || host_error("out of memory");
    ok = ok && !sm5_kernel_new_with(c->program, &options, &kernel, c->job->diags) && bind(c, bindings, log);
    if (ok)
        fill(c, thread, log);
    ok = ok && !sm5_dispatch(kernel, bindings, &c->job->plan.how, NULL, c->job->diags);
    sm5_kernel_free(kernel);
    sm5_bindings_free(bindings);
    if (ok)
        return log;
    sm5_buffer_free(log);
    return NULL;
}

/* ---- comparison ---- */

static void print_thread(const struct thread *t, FILE *out)
{
    fprintf(out, " in thread (%u,%u,%u) of group (%u,%u,%u)", t->thread[0], t->thread[1], t->thread[2],
            t->group[0], t->group[1], t->group[2]);
}

static void print_value(const struct comparison *c, uint32_t instruction, const char *name,
                        const uint32_t values[2], const char *engine, FILE *out)
{
    struct sm5_why_step step;
    struct sm5_value value = {.type = 'x', .bytes = 4};
    char text[2][80];
    for (size_t i = 0; sm5_why_at(c->why, i, &step); i++)
        for (size_t k = 0; step.instruction == instruction && k < step.result_count; k++)
            if (strcmp(step.results[k].value.name, name) == 0)
                value.type = step.results[k].value.type;
    for (unsigned i = 0; i < 2; i++) {
        value.bits = values[i];
        sm5_value_format(&value, 0, text[i], sizeof text[i]);
    }
    fprintf(out, "    %s = %s on interp, %s on %s\n", name, text[0], text[1], engine);
}

static void print_instruction(const struct comparison *c, uint32_t instruction, uint64_t execution, FILE *out)
{
    char *text = why_instruction(c->job->program, instruction);
    fprintf(out, "instruction %" PRIu32 ": %s", instruction, text ? text : "?");
    if (execution > 1)
        fprintf(out, ", execution %" PRIu64, execution);
    free(text);
}

/* The results of one execution, at `at` in both logs. Prints the first one that differs. */
static bool compare_results(const struct comparison *c, const struct thread *thread, uint32_t instruction,
                            uint64_t execution, const uint32_t *a, const uint32_t *b, const char *engine,
                            FILE *out)
{
    const struct probe *probe = &c->probes[instruction];
    for (unsigned i = 0; i < probe->count; i++) {
        if (a[i] == b[i])
            continue;
        fprintf(out, "first difference: ");
        print_instruction(c, instruction, execution, out);
        print_thread(thread, out);
        fprintf(out, "\n");
        print_value(c, instruction, probe->names[i], (const uint32_t[2]){a[i], b[i]}, engine, out);
        return true;
    }
    return false;
}

/* Prints the first difference of two logs; false: they are the same. */
static bool compare(const struct comparison *c, const struct thread *thread, const uint32_t *a,
                    const uint32_t *b, const char *engine, FILE *out)
{
    uint64_t *executions = calloc(c->instructions + 1u, sizeof *executions);
    bool differs = false;
    uint32_t at = HEADER_WORDS;
    while (executions && !differs && at + NAMES_MAX < LOG_WORDS && a[at] == b[at] &&
           a[at] < c->instructions) {
        uint32_t instruction = a[at++];
        executions[instruction]++;
        differs =
            compare_results(c, thread, instruction, executions[instruction], a + at, b + at, engine, out);
        at += c->probes[instruction].count;
    }
    free(executions);
    if (differs || at + NAMES_MAX >= LOG_WORDS || a[at] == b[at])
        return differs;
    fprintf(out, "first difference: other instructions are executed on %s", engine);
    print_thread(thread, out);
    fprintf(out, "\n");
    return true;
}

/* Threads in the order of their steps: one that others read from comes before them. */
static int compare_threads(struct comparison *c, enum sm5_engine engine, const char *name, FILE *out)
{
    for (size_t i = 0; i < c->thread_count; i++) {
        struct sm5_buffer *a = run(c, &c->threads[i], SM5_ENGINE_INTERP);
        struct sm5_buffer *b = a ? run(c, &c->threads[i], engine) : NULL;
        bool ran = a && b;
        bool differs = ran && compare(c, &c->threads[i], sm5_buffer_data(a), sm5_buffer_data(b), name, out);
        sm5_buffer_free(a);
        sm5_buffer_free(b);
        if (differs || !ran)
            return differs ? HOST_BAD_PROGRAM : HOST_BAD_COMMAND;
    }
    fprintf(out, "no difference: each instruction computes the same on interp and %s\n", name);
    return HOST_OK;
}

int why_against(struct cli_job *job, const struct sm5_why *why, const struct cli_copy *before,
                enum sm5_engine engine, const char *name, FILE *out)
{
    struct comparison c = {.job = job, .why = why, .before = before};
    int code = HOST_BAD_COMMAND;
    sm5_diags_clear(job->diags);
    if (collect(&c) && make_program(&c))
        code = compare_threads(&c, engine, name, out);
    host_report(job->diags, 0);
    sm5_program_free(c.program);
    free(c.probes);
    return code;
}
