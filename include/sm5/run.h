/* Running compute shaders (D3D11.3 18.6). */
#ifndef SM5_RUN_H
#define SM5_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "device.h"
#include "diag.h"
#include "program.h"
#include "resource.h"
#include "validate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* AUTO: the JIT when it is available and compiles the program, otherwise the interpreter. Both give the
   same bits. AUTO does not compile programs so large that it would take more than some 2 seconds; JIT does.
   VULKAN: a device (device.h), compute shaders only; its results are the driver's. */
enum sm5_engine { SM5_ENGINE_AUTO, SM5_ENGINE_INTERP, SM5_ENGINE_JIT, SM5_ENGINE_VULKAN };

struct sm5_kernel;

/* Prepares `program`, which must outlive the kernel, for execution. *kernel belongs to the caller, who
   frees it with sm5_kernel_free; NULL on failure. A kernel is immutable: many threads may dispatch it at
   once, each with its own bindings. SM5_ERR_INPUT when the program is malformed (SM5_VALIDATION_RUN of
   validate.h), SM5_ERR_SUPPORT with a diagnostic when the engine cannot execute it. */
SM5_API enum sm5_status sm5_kernel_new(const struct sm5_program *program, enum sm5_engine engine,
                                       struct sm5_kernel **kernel, struct sm5_diags *diags);

/* Zero-initialise for the defaults. */
struct sm5_kernel_options {
    enum sm5_engine engine;
    uint32_t lanes; /* JIT: threads per warp, 8 or 16; 0: selected by program and processor */
    bool no_cache;  /* JIT: do not use the disk cache of machine code ($XDG_CACHE_HOME/sm5) */
    struct sm5_device_options device; /* of SM5_ENGINE_VULKAN */
    enum sm5_validation validation; /* SM5_ERR_INPUT when the program breaks a rule that this mode requires */
    uint64_t max_memory;            /* as in struct sm5_dispatch_options */
};
/* sm5_kernel_new with options. `options` may be NULL. */
SM5_API enum sm5_status sm5_kernel_new_with(const struct sm5_program *program,
                                            const struct sm5_kernel_options *options,
                                            struct sm5_kernel **kernel, struct sm5_diags *diags);

enum sm5_form { SM5_FORM_IR, SM5_FORM_LLVM, SM5_FORM_ASM };
/* The JIT's intermediate form of the program as text: sm5's IR, LLVM IR, or machine code as assembly. For
   people; the format may change. Free *text with sm5_blob_free. */
SM5_API enum sm5_status sm5_kernel_dump(const struct sm5_program *program,
                                        const struct sm5_kernel_options *options, enum sm5_form form,
                                        struct sm5_blob *text, struct sm5_diags *diags);

/* `kernel` may be NULL. */
SM5_API void sm5_kernel_free(struct sm5_kernel *kernel);
/* "interp", "jit" or "vulkan". Static. */
SM5_API const char *sm5_kernel_engine(const struct sm5_kernel *kernel);

struct sm5_kernel_info {
    const char *engine;     /* as sm5_kernel_engine */
    uint32_t lanes;         /* threads that one instruction of the engine processes */
    double compile_seconds; /* time spent on code generation so far, including loading from the cache */
    double load_seconds;    /* time spent on loading the engine's libraries; not in compile_seconds */
    bool from_cache;        /* all code was loaded from the disk cache */
};

/* Information on the code generated so far. The JIT compiles some variants on the first dispatch that uses
   them. */
SM5_API void sm5_kernel_info(const struct sm5_kernel *kernel, struct sm5_kernel_info *info);

/* Behaviour of out-of-bounds accesses. SM5_OOB_SPEC is what sm5 guarantees; the others are what drivers do
   where Direct3D leaves the result undefined (docs/semantics.md, "Profiles"). None accesses memory that is
   not bound. */
enum sm5_oob {
    SM5_OOB_SPEC,
    SM5_OOB_ELEMENT, /* only the structure index is tested */
    SM5_OOB_BYTE,    /* the 32-bit byte address is tested against the size of the view */
    SM5_OOB_ROBUST2  /* views are arrays of DWORDs: Direct3D on Vulkan with robustBufferAccess2 */
};

/* Called on the thread that dispatches, about every 20 ms while code is compiled and groups run, and at the end of a run in
   which it was called before. `done` of `total` groups are complete (stages other than compute:
   invocations; hull: patches; geometry: instances of primitives). Return false to cancel: the run then
   ends with SM5_ERR_CANCELLED within 100 ms, or after the current group when a group without loops takes
   longer. Compilation is cancelled too; analysis of the program before it, 1 to 4 us an instruction, and copies of inputs
   are not. The callback must not use the kernel,
   bindings or diagnostics of the run. */
typedef bool sm5_progress(void *context, uint64_t done, uint64_t total);

/* Zero-initialise for the defaults. */
struct sm5_dispatch_options {
    /* 0..65535 each. Trailing zeros count as 1: {64} is 64,1,1 and {8, 8} is 8,8,1. Any other 0 runs
       nothing, as in Direct3D: {0}, {8, 0, 1}. */
    uint32_t groups[3];
    /* Read the group counts from `indirect_buffer` instead: three u32 at a 4-byte aligned offset in bytes.
       Any 0 among them runs nothing (D3D11.3 18.6.5). */
    bool indirect;
    /* A promise of the caller: no other dispatch, thread or process accesses memory of bound u# during the dispatch.
       One worker thread then executes atomics as plain arithmetic, and several merge private copies of a view without
       atomics. Zero: atomics of concurrent dispatches on the same memory are atomic against each other. The interpreter
       and stages other than compute ignore it. */
    bool exclusive;
    const struct sm5_buffer *indirect_buffer;
    uint64_t indirect_offset;
    uint32_t threads;   /* worker threads; 0: one per core */
    uint64_t max_steps; /* limit of loop back edges and calls, counted per group and summed; 0: no limit */
    /* Limit of time, compilation included; 0: no limit. A kernel of SM5_ENGINE_AUTO uses the interpreter for code that
       is predicted to take more than half of it and 0.1 s to compile, or takes that; compilation for one of SM5_ENGINE_JIT
       ends with SM5_ERR_LIMIT. */
    double max_seconds;
    /* Limit of the bytes that the call allocates and does not free, on all threads; 0: no limit. A call that
       needs more ends with SM5_ERR_LIMIT. Memory of the host, LLVM and other libraries does not count; code is
       compiled where 48 MiB and 3 KiB for each LLVM instruction are left. */
    uint64_t max_memory;
    /* Values other than SM5_OOB_SPEC are executed by the interpreter: a kernel of SM5_ENGINE_AUTO uses it
       for this dispatch, one of SM5_ENGINE_JIT returns SM5_ERR_ARGUMENT. */
    enum sm5_oob oob;
    /* Not 0: run groups, and threads between two barriers, in a pseudo-random order with this seed, on one
       thread and on the interpreter, as `oob` does. 0: default order. */
    uint64_t order;
    /* Run only groups [first_group, first_group + group_count), numbered with x fastest, then y; 0 of 0: all groups.
       System values are those of the whole dispatch. Requires CPU engines and `order` 0. */
    uint64_t first_group, group_count;
    sm5_progress *progress; /* may be NULL */
    void *context;          /* passed to `progress` */
};

/* Statistics of a dispatch. */
struct sm5_dispatch_result {
    uint32_t groups[3];
    uint32_t threads;    /* worker threads used */
    double seconds;      /* execution of the groups, without preparation */
    bool is_device_time; /* `seconds` are the difference of a device's timestamps */
};

/* Runs the program for all groups and returns when they are complete. Race-free programs give the same
   bits with any number of threads. SM5_ERR_PROGRAM, SM5_ERR_LIMIT or SM5_ERR_CANCELLED with a diagnostic
   when the run was stopped; memory then holds what was written so far. The floating-point environment of
   the calling thread is preserved. `result` may be NULL. */
SM5_API enum sm5_status sm5_dispatch(const struct sm5_kernel *kernel, struct sm5_bindings *bindings,
                                     const struct sm5_dispatch_options *options,
                                     struct sm5_dispatch_result *result, struct sm5_diags *diags);

#ifdef __cplusplus
}
#endif
#endif
