/* sm5-compile: compiles one function for a run that may stop it. It makes the function as the run did, from tokens and struct
   jit_lowering, and proves by the key of the cache that it is the same. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bytecode/bytecode.h"
#include "jit/jit_process.h"

struct input {
    const struct jit_request *head;
    const struct ir_outcome *outcomes;
    const uint8_t *texels;
    char *cpu;
    struct bytes tokens;
};

/* ---- request ---- */

static uint8_t *read_request(int file, size_t *size)
{
    struct stat about;
    if (fstat(file, &about) || about.st_size < (off_t)sizeof(struct jit_request))
        return NULL;
    *size = (size_t)about.st_size;
    uint8_t *data = malloc(*size);
    if (data && file_read_all(file, data, *size))
        return data;
    free(data);
    return NULL;
}

static bool read_input(const uint8_t *data, size_t size, struct input *in)
{
    const struct jit_request *r = in->head = (const struct jit_request *)(const void *)data;
    uint64_t total = sizeof *r + (uint64_t)r->outcome_bytes + r->texel_bytes + r->cpu_bytes + r->token_bytes;
    if (memcmp(r->magic, JIT_PROCESS_MAGIC, sizeof r->magic) != 0 || total != size)
        return false;
    const uint8_t *at = data + sizeof *r;
    in->outcomes = r->has_outcomes ? (const struct ir_outcome *)(const void *)at : NULL;
    at += r->outcome_bytes;
    in->texels = r->has_texels ? at : NULL;
    at += r->texel_bytes;
    in->cpu = r->has_cpu ? strndup((const char *)at, r->cpu_bytes) : NULL;
    at += r->cpu_bytes;
    in->tokens = (struct bytes){at, r->token_bytes};
    return !r->has_cpu || in->cpu;
}

/* ---- the function ---- */

static struct jit_lowering lowering_of(const struct input *in)
{
    const struct jit_request *r = in->head;
    return (struct jit_lowering){.lanes = r->lanes,
                                 .alias = r->alias,
                                 .jam = r->jam,
                                 .swapped = r->swapped,
                                 .merged = r->merged,
                                 .clipped = r->clipped,
                                 .padded = r->padded,
                                 .outcomes = in->outcomes,
                                 .outcome_count = r->outcome_bytes / (uint32_t)sizeof *in->outcomes};
}

/* Outcomes count what can be decided in the function without them. */
static enum sm5_status lower(const struct sm5_program *program, const struct input *in,
                             struct ir_function **function)
{
    struct jit_lowering lowering = lowering_of(in), plain = lowering;
    struct ir_function *general = NULL;
    enum sm5_status status = SM5_OK;
    plain.outcomes = NULL;
    plain.outcome_count = 0;
    if (lowering.outcomes)
        status = jit_lower(program, &plain, 0, NULL, &general);
    if (!status && general && ir_outcome_count(general) != lowering.outcome_count)
        status = SM5_ERR_INPUT;
    if (!status)
        status = jit_lower(program, &lowering, 0, general, function);
    ir_free(general);
    return status;
}

static bool is_same(const struct sm5_program *program, const struct input *in,
                    const struct ir_function *function, const struct jit_target *target)
{
    struct jit_lowering lowering = lowering_of(in);
    struct jit_digest source;
    struct jit_key key;
    if (!jit_source_of(program, target->cpu, &source) ||
        (in->texels && in->head->texel_bytes != jit_kinds_size(function)))
        return false;
    jit_key_make(&source, &lowering, function, target, &key);
    bool same =
        !key.terms.failed && memcmp(key.digest.bytes, in->head->key.bytes, sizeof key.digest.bytes) == 0;
    jit_key_free(&key);
    return same;
}

static enum sm5_status compile(const struct sm5_program *program, const struct input *in,
                               struct jit_object *object, struct strbuf *why)
{
    const struct jit_request *r = in->head;
    const struct jit_target target = {.cpu = in->cpu,
                                      .features = in->cpu ? "" : NULL,
                                      .bounded = r->bounded,
                                      .texels = in->texels,
                                      .is_quick = r->is_quick,
                                      .most = r->most};
    struct ir_function *function = NULL;
    const struct jit_compiler *compiler = jit_plugin_load(why);
    enum sm5_status status = compiler ? lower(program, in, &function) : SM5_ERR_SUPPORT;
    if (!status && !is_same(program, in, function, &target))
        status = SM5_ERR_INPUT;
    if (!status)
        status = compiler->compile(function, &target, object, JIT_DUMP_NONE, NULL, why);
    return status;
}

/* ---- reply ---- */

static bool write_reply(enum sm5_status status, const struct jit_object *object, const struct strbuf *why)
{
    const struct jit_reply reply = {.magic = JIT_PROCESS_MAGIC,
                                    .status = status,
                                    .is_quick = object->is_quick,
                                    .refused = object->refused,
                                    .why_bytes = (uint32_t)why->length,
                                    .size = status ? 0 : object->size,
                                    .storage = object->storage};
    return file_write_all(JIT_PROCESS_REPLY, &reply, sizeof reply) &&
           file_write_all(JIT_PROCESS_REPLY, object->bytes, reply.size) &&
           file_write_all(JIT_PROCESS_REPLY, strbuf_text(why), reply.why_bytes);
}

/* Nothing is freed: the process ends. */
int main(int argc, char **argv)
{
    size_t size = 0;
    struct input in;
    struct jit_object object = {0};
    struct strbuf why = {0};
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* nothing else would end it after the run's process has died */
    if (argc != 2 || setenv("SM5_JIT_PLUGIN", argv[1], 1)) {
        fprintf(stderr, "usage: " JIT_PROCESS " PLUGIN; started by sm5's JIT\n");
        return 2;
    }
    uint8_t *data = read_request(JIT_PROCESS_REQUEST, &size);
    struct sm5_program *program = program_new();
    if (!data || !program || !read_input(data, size, &in) || bytecode_decode(in.tokens, program, NULL))
        return 1;
    memcpy(program->decls.thread_group, in.head->threads, sizeof in.head->threads);
    enum sm5_status status = compile(program, &in, &object, &why);
    _exit(write_reply(status, &object, &why) ? 0 : 1);
}
