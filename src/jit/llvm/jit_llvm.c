/* The compiler: an analysed function through LLVM to a relocatable object. Only this plugin links LLVM; it
   is loaded when a kernel is not in the cache. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <llvm/Config/llvm-config.h>

#include "jit/llvm/gen.h"

static pthread_once_t targets_once = PTHREAD_ONCE_INIT;

/* ---- state ---- */

static void make_types(struct gen *g)
{
    LLVMContextRef c = g->context;
    g->i1 = LLVMInt1TypeInContext(c);
    g->i8 = LLVMInt8TypeInContext(c);
    g->i16 = LLVMInt16TypeInContext(c);
    g->i32 = LLVMInt32TypeInContext(c);
    g->i64 = LLVMInt64TypeInContext(c);
    g->f32 = LLVMFloatTypeInContext(c);
    g->pointer = LLVMPointerTypeInContext(c, 0);
    g->words = LLVMVectorType(g->i32, g->lanes);
    g->floats = LLVMVectorType(g->f32, g->lanes);
    g->mask_type = LLVMVectorType(g->i1, g->lanes);
    g->mask_int = LLVMIntTypeInContext(c, g->lanes);
    LLVMValueRef lanes[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++)
        lanes[i] = LLVMConstInt(g->i32, i, false);
    g->iota = LLVMConstVector(lanes, g->lanes);
    g->all = LLVMConstAllOnes(g->mask_type);
}

static bool make_tables(struct gen *g)
{
    const struct ir_function *f = g->f;
    g->slots = arena_array(&g->arena, f->value_count + 1, sizeof *g->slots);
    g->parts = arena_array(&g->arena, (size_t)f->value_count + 1, 4 * sizeof *g->parts);
    g->pairs = arena_array(&g->arena, (size_t)f->value_count + 1, sizeof *g->pairs);
    g->highs = arena_array(&g->arena, (size_t)f->value_count + 1, sizeof *g->highs);
    g->ahead = arena_array(&g->arena, f->value_count + 1, sizeof *g->ahead);
    g->fixed = arena_array(&g->arena, (size_t)f->value_count + 1, sizeof *g->fixed);
    g->stored = arena_array(&g->arena, f->program->decls.resource_count + 1, sizeof *g->stored);
    g->escapes = arena_array(&g->arena, f->node_count + 1, sizeof *g->escapes);
    g->arrays = arena_array(&g->arena, f->array_count + 1, sizeof *g->arrays);
    g->constant_arrays = arena_array(&g->arena, f->array_count + 1, sizeof(LLVMValueRef));
    g->views = arena_array(&g->arena, f->view_count + f->program->decls.resource_count + 1, sizeof *g->views);
    if (!g->slots || !g->parts || !g->ahead || !g->fixed || !g->stored || !g->pairs || !g->highs ||
        !g->escapes || !g->arrays || !g->constant_arrays || !g->views)
        return false;
    g->copies[0].slots = g->slots;
    g->systems = g->copies[0].systems;
    g->end_copy = 1;
    for (uint32_t i = 1; i < f->value_count; i++) {
        const struct ir_value *v = &f->values[i];
        if (v->kind == IR_PART && v->part < 4)
            g->parts[4 * (size_t)ir_arg(f, v, 0) + v->part] = i;
    }
    return true;
}

static void open_gen(struct gen *g, const struct ir_function *f)
{
    const uint32_t *group = f->program->decls.thread_group;
    *g = (struct gen){.f = f, .group = group, .lanes = f->lanes, .threads = group[0] * group[1] * group[2]};
    g->warps = (g->threads + g->lanes - 1) / g->lanes;
    g->context = LLVMContextCreate();
    g->module = LLVMModuleCreateWithNameInContext("sm5", g->context);
    make_types(g);
    LLVMBuilderRef *builders[] = {&g->entry, &g->outer, &g->start, &g->warp, &g->side};
    for (unsigned i = 0; i < BASE_COUNT(builders); i++)
        *builders[i] = LLVMCreateBuilderInContext(g->context);
    g->failed = !make_tables(g);
}

/* After a fatal error LLVM's objects are leaked: they may be in any state. */
static void close_own(struct gen *g)
{
    VEC_FREE(&g->log);
    VEC_FREE(&g->literal_values);
    VEC_FREE(&g->previous);
    VEC_FREE(&g->literal_words);
    VEC_FREE(&g->samplers);
    VEC_FREE(&g->tables);
    arena_free(&g->arena);
}

static void close_gen(struct gen *g)
{
    LLVMBuilderRef builders[] = {g->entry, g->outer, g->start, g->warp, g->side};
    for (unsigned i = 0; i < BASE_COUNT(builders); i++)
        LLVMDisposeBuilder(builders[i]);
    LLVMDisposeModule(g->module);
    LLVMContextDispose(g->context);
    close_own(g);
}

/* ---- target ---- */

/* Level 1: level 2 takes a third longer on the larger kernels, and its code is no faster. Level 0 takes a third of
   level 1's time, linear in the code's size, and its code twice the time to run. */
static enum sm5_status make_machine(const struct jit_target *target, LLVMCodeGenOptLevel level,
                                    LLVMTargetMachineRef *machine, struct strbuf *why)
{
    char *triple = LLVMGetDefaultTargetTriple(), *message = NULL;
    char *cpu = target->cpu ? NULL : LLVMGetHostCPUName();
    char *features = target->features ? NULL : LLVMGetHostCPUFeatures();
    bool has_texts = triple && (target->cpu || cpu) && (target->features || features);
    LLVMTargetRef found;
    *machine = NULL;
    if (has_texts && LLVMGetTargetFromTriple(triple, &found, &message))
        strbuf_add(why, message ? message : "unknown target");
    else if (has_texts)
        *machine = LLVMCreateTargetMachine(found, triple, cpu ? cpu : target->cpu,
                                           features ? features : target->features, level, LLVMRelocPIC,
                                           LLVMCodeModelSmall);
    LLVMDisposeMessage(triple);
    if (message)
        LLVMDisposeMessage(message);
    if (cpu)
        LLVMDisposeMessage(cpu);
    if (features)
        LLVMDisposeMessage(features);
    return !has_texts ? SM5_ERR_MEMORY : *machine ? SM5_OK : SM5_ERR_SUPPORT;
}

static void add_attribute(const struct gen *g, const char *key, const char *value)
{
    LLVMAttributeRef attribute =
        LLVMCreateStringAttribute(g->context, key, (unsigned)strlen(key), value, (unsigned)strlen(value));
    LLVMAddAttributeAtIndex(g->function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute);
}

static void describe_target(struct gen *g, LLVMTargetMachineRef machine)
{
    char *cpu = LLVMGetTargetMachineCPU(machine), *features = LLVMGetTargetMachineFeatureString(machine);
    if (cpu && features)
        gen_target_describe(g, cpu, features);
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
}

static void add_flag(const struct gen *g, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(g->function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(g->context, kind, 0));
}

/* Calls `visit` with each function in turn as the current one, until it fails. */
static bool each_function(struct gen *g, bool (*visit)(struct gen *g, void *context), void *context)
{
    LLVMValueRef entry = g->function;
    bool holds = visit(g, context);
    for (size_t i = 0; i < g->samplers.count && holds; i++) {
        g->function = g->samplers.data[i].function;
        holds = visit(g, context);
    }
    g->function = entry;
    return holds;
}

/* Function attributes for the float environment of num_env_enter, and the processor. */
static bool set_attributes(struct gen *g, void *machine)
{
    char *cpu = LLVMGetTargetMachineCPU(machine), *features = LLVMGetTargetMachineFeatureString(machine);
    bool has_texts = cpu && features;
    if (!g->f->is_double)
        add_attribute(g, "denormal-fp-math-f32", "preserve-sign,preserve-sign");
    add_attribute(g, "no-trapping-math", "true");
    gen_target_attributes(g, add_attribute);
    add_attribute(g, "target-cpu", cpu ? cpu : "");
    add_attribute(g, "target-features", features ? features : "");
    add_flag(g, "nounwind");
    add_flag(g, "noredzone"); /* gen_help_rarely calls where LLVM sees no call */
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
    return has_texts;
}

/* ---- large functions ---- */

/* Sizes in LLVM instructions, of which level 1 compiles about 50 in a millisecond: from LARGE on the first code is
   quick, from HUGE on there is no other, and variables stay in memory, because mem2reg and passes of level 1 take
   quadratic time. */
enum { SIZE_LARGE = 4000, SIZE_HUGE = 40000 };

static bool add_instructions(struct gen *g, void *context)
{
    uint32_t *count = context;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(g->function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
            ++*count;
    return true;
}

static uint32_t count_instructions(struct gen *g)
{
    uint32_t count = 0;
    each_function(g, add_instructions, &count);
    return count;
}

/* Replaces the machine by that of level 0 where the function is too large for level 1. */
static enum sm5_status choose_level(struct gen *g, const struct jit_target *target, bool is_huge,
                                    struct jit_object *object, LLVMTargetMachineRef *machine,
                                    struct strbuf *why)
{
    if (!is_huge && !(target->is_quick && count_instructions(g) >= SIZE_LARGE))
        return SM5_OK;
    object->is_quick = !is_huge;
    LLVMDisposeTargetMachine(*machine);
    return make_machine(target, LLVMCodeGenLevelNone, machine, why);
}

/* LLVM ends the process when an allocation fails: compilation starts where about as much memory as it takes can be
   allocated. A mapping, not malloc: with MALLOC_PERTURB_ that would touch each page. */
static bool has_room(uint32_t size, struct strbuf *why)
{
    size_t bytes = JIT_BYTES_ONCE + (size_t)size * JIT_BYTES_EACH;
    void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        strbuf_add(why, "there is too little memory for compiling");
    else
        munmap(room, bytes);
    return room != MAP_FAILED;
}

static enum sm5_status check_size(const struct jit_target *target, uint32_t size, struct jit_object *object,
                                  struct strbuf *why)
{
    bool is_small = !target->most || size <= target->most;
    if (!is_small)
        object->refused = size;
    return is_small && has_room(size, why) ? SM5_OK : SM5_ERR_SUPPORT;
}

/* ---- stages ---- */

static enum sm5_status fail_with(struct strbuf *why, char *message)
{
    strbuf_add(why, message ? message : "unknown");
    if (message)
        LLVMDisposeMessage(message);
    return SM5_ERR_SUPPORT;
}

#ifndef NDEBUG
/* Lines as one: a value follows each statement about it. */
static void add_lines(struct strbuf *why, const char *message)
{
    for (const char *at = message; *at; at += strcspn(at, "\n"), at += *at == '\n')
        if (*at != '\n')
            strbuf_printf(why, "%s%.*s", at == message ? "" : "; ", (int)strcspn(at, "\n"), at);
}

/* Without this test, passes of LLVM on an invalid module crash, or miscompile it. */
static enum sm5_status verify(const struct gen *g, struct strbuf *why)
{
    char *message = NULL;
    bool is_invalid = LLVMVerifyModule(g->module, LLVMReturnStatusAction, &message);
    if (is_invalid)
        add_lines(why, message ? message : "");
    LLVMDisposeMessage(message);
    return is_invalid ? SM5_ERR_INTERNAL : SM5_OK;
}
#endif

static enum sm5_status run_passes(struct gen *g, LLVMTargetMachineRef machine, const char *passes,
                                  struct strbuf *why)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(g->module, passes, machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (!error)
        return SM5_OK;
    char *message = LLVMGetErrorMessage(error);
    strbuf_add(why, message);
    LLVMDisposeErrorMessage(message);
    return SM5_ERR_SUPPORT;
}

/* What LLVM does not know: packs, and vectors of i1 on processors without mask registers. */
static bool legalise(struct gen *g, void *is_huge)
{
    gen_expand_packs(g);
    return *(bool *)is_huge || g->has_mask_registers || gen_widen_masks(g);
}

static const char *passes_for(const struct gen *g, bool is_huge)
{
    if (is_huge)
        return "function(early-cse)";
    if (g->has_variables)
        return "function(sroa,early-cse<memssa>,dse)";
    return g->f->is_double || g->has_merge ? "function(mem2reg,early-cse,adce)"
                                           : "function(mem2reg,early-cse)";
}

static enum sm5_status optimise(struct gen *g, LLVMTargetMachineRef machine, bool is_huge, struct strbuf *why)
{
#ifndef NDEBUG
    if (verify(g, why))
        return SM5_ERR_INTERNAL;
#endif
    static const char dead[] = "function(adce)";
    bool changed = false;
    enum sm5_status status = run_passes(g, machine, passes_for(g, is_huge), why);
    if (!status && !is_huge && g->has_variables) {
        gen_relax(g);
        status = run_passes(g, machine, dead, why);
    }
    if (!status && !is_huge && !gen_pack(g, &changed))
        status = SM5_ERR_MEMORY;
    if (!status && !is_huge)
        changed |= gen_dot(g);
    if (!status && changed) /* what is not used any more, in loops too */
        status = run_passes(g, machine, dead, why);
    if (status)
        return status;
    return each_function(g, legalise, &is_huge) ? SM5_OK : SM5_ERR_MEMORY;
}

static enum sm5_status emit(struct gen *g, LLVMTargetMachineRef machine, LLVMCodeGenFileType type,
                            LLVMMemoryBufferRef *buffer, struct strbuf *why)
{
    char *message = NULL;
    if (LLVMTargetMachineEmitToMemoryBuffer(machine, g->module, type, &message, buffer))
        return fail_with(why, message);
    return SM5_OK;
}

static enum sm5_status dump_text(struct gen *g, LLVMTargetMachineRef machine, enum jit_dump what,
                                 struct strbuf *dump, struct strbuf *why)
{
    if (what == JIT_DUMP_LLVM) {
        char *text = LLVMPrintModuleToString(g->module);
        strbuf_add(dump, text ? text : "");
        LLVMDisposeMessage(text);
        return text ? SM5_OK : SM5_ERR_MEMORY;
    }
    LLVMMemoryBufferRef buffer;
    enum sm5_status status = emit(g, machine, LLVMAssemblyFile, &buffer, why);
    if (status)
        return status;
    strbuf_add_bytes(dump, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
    LLVMDisposeMemoryBuffer(buffer);
    return SM5_OK;
}

static enum sm5_status make_object(struct gen *g, LLVMTargetMachineRef machine, struct jit_object *object,
                                   struct strbuf *why)
{
    LLVMMemoryBufferRef buffer;
    enum sm5_status status = emit(g, machine, LLVMObjectFile, &buffer, why);
    if (status)
        return status;
    object->size = LLVMGetBufferSize(buffer);
    object->storage = g->storage;
    object->bytes = malloc(object->size);
    if (object->bytes)
        memcpy(object->bytes, LLVMGetBufferStart(buffer), object->size);
    LLVMDisposeMemoryBuffer(buffer);
    return object->bytes ? SM5_OK : SM5_ERR_MEMORY;
}

static enum sm5_status generate(struct gen *g, LLVMTargetMachineRef machine)
{
    char *triple = LLVMGetTargetMachineTriple(machine);
    if (!triple)
        return SM5_ERR_MEMORY;
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
    LLVMSetTarget(g->module, triple);
    LLVMSetModuleDataLayout(g->module, layout);
    LLVMDisposeTargetData(layout);
    LLVMDisposeMessage(triple);
    ir_find_escapes(g->f, g->escapes);
    gen_find_pairs(g);
    g->fills_cache = gen_fills_cache(g);
    g->axes = gen_axes(g);
    gen_function(g);
    if (g->failed)
        return SM5_ERR_MEMORY;
    return each_function(g, set_attributes, machine) ? SM5_OK : SM5_ERR_MEMORY;
}

/* A call of the compiler and its state, which is released after a fatal error too. */
struct job {
    const struct ir_function *function;
    const struct jit_target *target;
    struct jit_object *object;
    enum jit_dump what;
    struct strbuf *dump, *why;
    struct gen g;
    LLVMTargetMachineRef machine;
    enum sm5_status status;
};

static enum sm5_status compile_module(struct job *j)
{
    struct gen *g = &j->g;
    enum sm5_status status = g->failed ? SM5_ERR_MEMORY : generate(g, j->machine);
    uint32_t size = status ? 0 : count_instructions(g);
    bool is_huge = size >= SIZE_HUGE;
    if (!status)
        status = check_size(j->target, size, j->object, j->why);
    if (!status)
        status = optimise(g, j->machine, is_huge, j->why);
    if (!status)
        status = choose_level(g, j->target, is_huge, j->object, &j->machine, j->why);
    if (status)
        return status;
    return j->what != JIT_DUMP_NONE ? dump_text(g, j->machine, j->what, j->dump, j->why)
                                    : make_object(g, j->machine, j->object, j->why);
}

static void do_job(void *context)
{
    struct job *j = context;
    j->status = make_machine(j->target, LLVMCodeGenLevelLess, &j->machine, j->why);
    if (j->status)
        return;
    open_gen(&j->g, j->function);
    j->g.bounded = j->target->bounded;
    j->g.texels = j->target->texels;
    describe_target(&j->g, j->machine);
    j->status = compile_module(j);
    close_gen(&j->g);
    if (j->machine)
        LLVMDisposeTargetMachine(j->machine);
}

static enum sm5_status compile(const struct ir_function *function, const struct jit_target *target,
                               struct jit_object *object, enum jit_dump what, struct strbuf *dump,
                               struct strbuf *why)
{
    struct job job = {function, target, object, what, dump, why, .status = SM5_OK};
    *object = (struct jit_object){0};
    if (check_size(target, function->value_count, object, why))
        return SM5_ERR_SUPPORT;
    pthread_once(&targets_once, gen_target_initialise);
    if (gen_run_safely(do_job, &job, why))
        return job.status;
    close_own(&job.g);
    return SM5_ERR_SUPPORT;
}

__attribute__((visibility("default"))) const struct jit_compiler *sm5_jit_compiler(void);

const struct jit_compiler *sm5_jit_compiler(void)
{
    static const struct jit_compiler compiler = {JIT_ABI, LLVM_VERSION_STRING, compile};
    return &compiler;
}
