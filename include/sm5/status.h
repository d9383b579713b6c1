/* Status codes, version and symbol visibility: what every other sm5 header needs. */
#ifndef SM5_STATUS_H
#define SM5_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Marks a symbol of the library's public interface. */
#define SM5_API __attribute__((visibility("default")))

#define SM5_VERSION_MAJOR 0
#define SM5_VERSION_MINOR 1
#define SM5_VERSION_PATCH 0

/* What a fallible function returns. SM5_OK is 0, so `if (status)` reads "if it failed". The reason, with its
   place, is in the diagnostics list that the function was given. */
enum sm5_status {
    SM5_OK = 0,
    SM5_ERR_MEMORY,   /* an allocation failed */
    SM5_ERR_ARGUMENT, /* the caller broke the function's contract: a bad slot, a view outside its buffer */
    SM5_ERR_INPUT,    /* malformed container, bytecode or text */
    SM5_ERR_BINDING,  /* what is bound does not fit what the program declares */
    SM5_ERR_SUPPORT,  /* valid, but this build has no meaning for it (named in the diagnostic) */
    SM5_ERR_PROGRAM,  /* the program under test went wrong while running (barrier not reached, bad fcall) */
    SM5_ERR_LIMIT,    /* a step or time budget was used up */
    SM5_ERR_CANCELLED /* the caller's progress callback cancelled the run */
};

/* The status as a word, such as "input". The string is static. Thread-safe. */
SM5_API const char *sm5_status_name(enum sm5_status status);

/* "MAJOR.MINOR.PATCH" of the library that runs. The string is static. Thread-safe. */
SM5_API const char *sm5_version(void);

#ifdef __cplusplus
}
#endif
#endif
