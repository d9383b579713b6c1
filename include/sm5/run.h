/* Running compute programs (D3D11.3 18.6). */
#ifndef SM5_RUN_H
#define SM5_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "program.h"
#include "resource.h"
#include "validate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* AUTO: the JIT where it is there and compiles the program, else the interpreter. Both give the same bits. */
enum sm5_engine { SM5_ENGINE_AUTO, SM5_ENGINE_INTERP, SM5_ENGINE_JIT };

struct sm5_kernel;

/* Prepares `program` (which must outlive the kernel) to run. *kernel is immutable: many threads may dispatch
   it at once, each with bindings of its own. SM5_ERR_INPUT when the program is malformed (SM5_VALIDATION_RUN
   of validate.h); SM5_ERR_SUPPORT names what the engine has no meaning for. */
SM5_API enum sm5_status sm5_kernel_new(const struct sm5_program *program, enum sm5_engine engine,
                                       struct sm5_kernel **kernel, struct sm5_diags *diags);

/* Zero-initialise for the defaults. */
struct sm5_kernel_options {
    enum sm5_engine engine;
    uint32_t lanes; /* JIT: threads of a warp, 8 or 16; 0: what suits the program and the processor */
    bool no_cache;  /* JIT: neither read nor write the cache of machine code ($XDG_CACHE_HOME/sm5) */
    enum sm5_validation validation; /* SM5_ERR_INPUT when the program breaks the rules it requires */
};
/* sm5_kernel_new with more to say. `options` may be NULL. */
SM5_API enum sm5_status sm5_kernel_new_with(const struct sm5_program *program,
                                            const struct sm5_kernel_options *options,
                                            struct sm5_kernel **kernel, struct sm5_diags *diags);

enum sm5_form { SM5_FORM_IR, SM5_FORM_LLVM, SM5_FORM_ASM };
/* The program as the JIT sees it, as text for people: its own form, LLVM's, or assembly. The blob is freed
   with sm5_blob_free. */
SM5_API enum sm5_status sm5_kernel_dump(const struct sm5_program *program,
                                        const struct sm5_kernel_options *options, enum sm5_form form,
                                        struct sm5_blob *text, struct sm5_diags *diags);

SM5_API void sm5_kernel_free(struct sm5_kernel *kernel);
/* "interp" or "jit". The string is static. */
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

/* What an access outside its structure or view does. SPEC is what sm5 promises; the others are what drivers
   do where Direct3D leaves the result undefined (docs/semantics.md, "Profiles"). None reaches memory that is
   not bound. */
enum sm5_oob {
    SM5_OOB_SPEC,
    SM5_OOB_ELEMENT, /* the structure's index alone decides */
    SM5_OOB_BYTE,    /* the bytes of the view decide, and byte addresses have 32 bits */
    SM5_OOB_ROBUST2  /* the view is dwords: robustBufferAccess2 behind a layer that translates to Vulkan */
};

/* Called from the thread that dispatches and from no other, about every 20 ms while groups run, and once at
   the end of a run in which it was called before. `done` of `total` groups have ended; of another stage,
   invocations (hull: patches, geometry: instances of primitives). Returns false to cancel: the run ends
   within 100 ms, unless one group without loops takes longer, with SM5_ERR_CANCELLED. Compiling and copies of
   inputs are not interrupted. The callback must not use the run's kernel, bindings or diagnostics. */
typedef bool sm5_progress(void *context, uint64_t done, uint64_t total);

/* Zero-initialise for the defaults. */
struct sm5_dispatch_options {
    /* 0..65535 each. Counts left out at the end are 1: {64} is 64,1,1 and {8, 8} is 8,8,1. Any other 0 runs
       nothing, as in Direct3D: {0}, {8, 0, 1}. */
    uint32_t groups[3];
    /* Read groups from `indirect_buffer` instead: three u32 at a 4-aligned byte offset. Any 0 among them runs
       nothing (D3D11.3 18.6.5). */
    bool indirect;
    const struct sm5_buffer *indirect_buffer;
    uint64_t indirect_offset;
    uint32_t threads;   /* 0: one a core */
    uint64_t max_steps; /* loop back edges and calls, counted once a group; 0: no limit */
    double max_seconds; /* 0: no limit */
    /* Others than SM5_OOB_SPEC run on the interpreter: a kernel of SM5_ENGINE_AUTO changes over to it, one of
       SM5_ENGINE_JIT refuses with SM5_ERR_ARGUMENT. */
    enum sm5_oob oob;
    /* Others than 0, on the interpreter and one thread as well: groups, and threads between two barriers, run
       in an order that depends on this number alone, one thread at a time or some of them together. */
    uint64_t order;
    sm5_progress *progress; /* may be NULL */
    void *context;          /* of `progress` */
};

/* What a dispatch did. */
struct sm5_dispatch_result {
    uint32_t groups[3];
    uint32_t threads; /* that ran */
    double seconds;   /* of the groups alone */
};

/* Runs the program over all groups and returns when they are done. Race-free programs give the same bits at
   any thread count. SM5_ERR_PROGRAM, SM5_ERR_LIMIT or SM5_ERR_CANCELLED with a diagnostic when the run was
   stopped; memory then holds what was written until then. The float environment of the calling thread is as
   before on return. `result` may be NULL. */
SM5_API enum sm5_status sm5_dispatch(const struct sm5_kernel *kernel, struct sm5_bindings *bindings,
                                     const struct sm5_dispatch_options *options,
                                     struct sm5_dispatch_result *result, struct sm5_diags *diags);

#ifdef __cplusplus
}
#endif
#endif
