/* Running compute programs (D3D11.3 18.6). */
#ifndef SM5_RUN_H
#define SM5_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "program.h"
#include "resource.h"

#ifdef __cplusplus
extern "C" {
#endif

enum sm5_engine { SM5_ENGINE_AUTO, SM5_ENGINE_INTERP };

struct sm5_kernel;

/* Prepares `program` (which must outlive the kernel) to run. *kernel is immutable: many threads may dispatch
   it at once, each with bindings of its own. SM5_ERR_SUPPORT names what the engine has no meaning for. */
SM5_API enum sm5_status sm5_kernel_new(const struct sm5_program *program, enum sm5_engine engine,
                                       struct sm5_kernel **kernel, struct sm5_diags *diags);
SM5_API void sm5_kernel_free(struct sm5_kernel *kernel);
/* "interp". The string is static. */
SM5_API const char *sm5_kernel_engine(const struct sm5_kernel *kernel);

struct sm5_kernel_info {
    const char *engine;     /* as sm5_kernel_engine says */
    uint32_t lanes;         /* threads that one instruction of the engine works on */
    double compile_seconds; /* making the kernel's code until now, loading it from the cache included */
    double load_seconds;    /* loading the engine's libraries for it; not part of compile_seconds */
    bool from_cache;        /* all code came from the disk cache */
};

/* How the kernel was made. Engines that make code when it is first needed count it from then on. */
SM5_API void sm5_kernel_info(const struct sm5_kernel *kernel, struct sm5_kernel_info *info);

/* Zero-initialise for the defaults. */
struct sm5_dispatch_options {
    uint32_t groups[3]; /* 0..65535 each; any 0 runs nothing */
    bool indirect;      /* read groups from `indirect_buffer` instead: three u32 at a 4-aligned byte offset */
    const struct sm5_buffer *indirect_buffer;
    uint64_t indirect_offset;
    uint32_t threads;   /* 0: one a core */
    uint64_t max_steps; /* loop back edges and calls, counted once a group; 0: no limit */
    double max_seconds; /* 0: no limit */
    /* Called now and then from the calling thread; may be NULL. */
    void (*progress)(void *context, uint64_t done, uint64_t total);
    void *context;
};

/* What a dispatch did. */
struct sm5_dispatch_result {
    uint32_t groups[3];
    uint32_t threads; /* that ran */
    double seconds;   /* of the groups alone */
};

/* Runs the program over all groups and returns when they are done. Race-free programs give the same bits at
   any thread count. SM5_ERR_PROGRAM or SM5_ERR_LIMIT with a diagnostic when the run was stopped; memory then
   holds what was written until then. The float environment of the calling thread is as before on return.
   `result` may be NULL. */
SM5_API enum sm5_status sm5_dispatch(const struct sm5_kernel *kernel, struct sm5_bindings *bindings,
                                     const struct sm5_dispatch_options *options,
                                     struct sm5_dispatch_result *result, struct sm5_diags *diags);

#ifdef __cplusplus
}
#endif
#endif
