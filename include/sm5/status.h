/* Status codes, version and symbol visibility, which every other header uses. */
#ifndef SM5_STATUS_H
#define SM5_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Marks an exported symbol. */
#define SM5_API __attribute__((visibility("default")))

#define SM5_VERSION_MAJOR 0
#define SM5_VERSION_MINOR 2
#define SM5_VERSION_PATCH 0

/* Result of a fallible function. SM5_OK is 0, so `if (status)` tests for failure. The cause and its
   location are in the list of diagnostics that was passed. */
enum sm5_status {
    SM5_OK = 0,
    SM5_ERR_MEMORY,    /* an allocation failed */
    SM5_ERR_ARGUMENT,  /* an argument violates the function's contract */
    SM5_ERR_INPUT,     /* malformed container, bytecode, text or data file; invalid program */
    SM5_ERR_BINDING,   /* a bound view, sampler or class does not match the program's declarations */
    SM5_ERR_SUPPORT,   /* valid, but not supported by this build; the diagnostic names the feature */
    SM5_ERR_PROGRAM,   /* the program failed at run time (barrier not reached, fcall without a body) */
    SM5_ERR_LIMIT,     /* a limit was exceeded, such as max_steps, max_seconds or max_memory */
    SM5_ERR_CANCELLED, /* the progress callback cancelled the run */
    SM5_ERR_INTERNAL   /* a defect of sm5: LLVM rejects the code that the JIT generated */
};

/* Name of a status, such as "input". Static, thread-safe. */
SM5_API const char *sm5_status_name(enum sm5_status status);

/* Version of the linked library, "MAJOR.MINOR.PATCH". Static, thread-safe. */
SM5_API const char *sm5_version(void);

#ifdef __cplusplus
}
#endif
#endif
