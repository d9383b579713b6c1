/* Engines and orders of execution. Internal header of the runner. */
#ifndef SM5_RANDOM_RUN_ENGINE_H
#define SM5_RANDOM_RUN_ENGINE_H

#include "run.h"
#include "runtime/runtime.h"

/* Order of groups: as the pool distributes them, from the last to the first, or every second one in a
   separate thread, concurrently with the others. */
enum run_order { RUN_AS_DEALT, RUN_BACKWARDS, RUN_SPLIT };

struct run_config {
    const char *name;
    const struct runtime_engine *engine; /* NULL: `kind` through the public functions */
    enum sm5_engine kind;
    uint32_t lanes;  /* of the JIT's warps */
    const char *cpu; /* that the JIT compiles for; NULL: this one */
    uint32_t threads;
    enum run_order order;
    uint64_t seed;                  /* of interp_order_engine's order of threads */
    const struct lane_table *table; /* of the interpreter, NULL: its choice */
    unsigned level;                 /* of NUM_LEVELS, from 1; 0: the engine's choice */
    struct run_watch *watch;
};

/* Row `i`, NULL after the last. */
const struct run_config *run_engine_config(unsigned i);

struct run_kernel {
    struct sm5_kernel *public;
    void *own;         /* of config.engine */
    struct strbuf why; /* it could not be made */
};

/* Only for compute programs. */
bool run_engine_supports_stages(const struct run_config *config);
/* It may leave some programs to the interpreter: plain compute programs, others. */
bool run_engine_may_refuse(const struct run_config *config, bool plain);
bool run_engine_same_kernel(const struct run_config *a, const struct run_config *b);
/* `device` is that of Vulkan, NULL: the first. */
enum sm5_status run_engine_kernel(const struct run_config *config, const struct sm5_program *program,
                                  const char *device, struct run_kernel *kernel, struct sm5_diags *diags);
/* Why a kernel could not be made, or not be compiled for what was bound. */
void run_engine_why(const struct run_config *config, const struct run_kernel *kernel, struct strbuf *why);
void run_engine_free(const struct run_config *config, struct run_kernel *kernel);
enum sm5_status run_engine_dispatch(const struct run_config *config, const struct run_kernel *kernel,
                                    const struct sm5_program *program, struct sm5_bindings *bindings,
                                    const struct sm5_dispatch_options *in, struct sm5_diags *diags);
/* The same for a stage other than compute. */
enum sm5_status run_engine_stage(const struct run_config *config, const struct run_kernel *kernel,
                                 const struct sm5_program *program, struct sm5_bindings *bindings,
                                 const struct sm5_stage_run *in, struct sm5_stage_outputs *out,
                                 struct sm5_diags *diags);

#endif
