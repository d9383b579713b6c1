/* Kernels, between the files that make them. Functions that change a kernel are called with its lock held, or before it
   is shared, except those that take the lock themselves. */
#ifndef SM5_JIT_KERNEL_H
#define SM5_JIT_KERNEL_H

#include <pthread.h>

#include "jit/jit.h"

struct variant {
    uint32_t bounded; /* as ir_bounds_hold, or fewer bits */
    uint8_t *texels;  /* by view; NULL: unused variant */
    struct jit_code code;
    uint64_t storage;
    bool is_quick;            /* there is better code, compiled once this one has run long enough */
    _Atomic uint64_t ran_ns;  /* over all threads */
    uint64_t made_ns;         /* to compile or load the code */
    struct jit_code replaced; /* the quick code: runs that began with it may still use it */
};

enum { VARIANTS = 10 };

/* The lowered program and its variants: accesses with bounds tests, or proven in bounds; and by the kinds of
   texels that it accesses. */
struct form {
    struct jit_lowering lowering;
    struct ir_function *function; /* NULL: not lowered yet */
    const char *width;            /* why its warps are so wide */
    uint32_t refused;             /* size that was too large to compile; 0: none */
    struct ir_outcome *words;     /* as in function->words, those that have not changed; NULL: none yet */
    struct variant variants[VARIANTS];
};

/* A form of the program: */
enum {
    FORM_PLAIN = 0,
    FORM_ALIAS = 1,   /* views may overlap */
    FORM_MERGED = 2,  /* groups are merged, or their axes exchanged (jit_merge.c) */
    FORM_CLIPPED = 4, /* with FORM_MERGED: groups may reach past the end of the dispatch */
    FORM_NARROW = 8,  /* with FORM_MERGED: fewer groups are merged, for dispatches with short rows */
    /* The constants of the dispatch prove that threads store to words of their own; with FORM_MERGED, those of merged groups too. No
       other flag. */
    FORM_DISJOINT = 16,
    FORMS = 19
};

/* A form in which values are replaced (jit_special.c). */
struct special_form {
    unsigned of;                 /* the form that it was made from */
    struct ir_outcome *outcomes; /* NULL: unused */
    struct form form;
};

/* Where there is no room for another one, groups run with code that has fewer literals, or with the general code. */
enum { SPECIALS = 12, WITH_WORDS = 6 };

struct kernel {
    const struct sm5_program *program;
    struct jit_groups groups; /* of FORM_MERGED */
    struct jit_groups narrow; /* of FORM_NARROW: fewer are merged; one is not: it is not used */
    struct jit_groups joined; /* of FORM_DISJOINT | FORM_MERGED, set with FORM_DISJOINT; one: not used */
    struct jit_options options;
    struct jit_digest source; /* unless options.no_cache */
    pthread_mutex_t lock;     /* forms and variants are compiled on first use */
    struct runtime_run *run;  /* that holds the lock; NULL: none */
    bool is_optional;         /* it can do without the code that is being made */
    struct form forms[FORMS];
    struct special_form specials[SPECIALS];
    double load_seconds, compile_seconds;
    bool from_cache;
    struct jit_proofs *proofs;
    _Atomic(struct jit_worker *) probe; /* chooses code before a dispatch; NULL: none yet, or in use */
    struct strbuf why;                  /* why a variant could not be compiled */
};

/* ---- jit_kernel.c ---- */

/* A run that can be stopped does not wait longer for code that another run compiles. */
enum sm5_status jit_kernel_lock(struct kernel *kernel, struct runtime_run *run);
void jit_kernel_unlock(struct kernel *kernel);
static inline double jit_seconds_since(uint64_t start)
{
    return (double)(pool_now() - start) * 1e-9;
}
/* Of what was done since `start`, by pool_now; `loading`: the kernel's load_seconds then. */
void jit_kernel_add_time(struct kernel *kernel, uint64_t start, double loading);
/* Lowers the form on first use. Takes the lock. */
enum sm5_status jit_kernel_form(struct kernel *kernel, struct runtime_run *run, unsigned which,
                                struct form **form);
/* The form that `which` is where values have these outcomes. NULL: there is none, and no room for it. Takes the lock. */
struct form *jit_kernel_special(struct kernel *kernel, struct runtime_run *run, unsigned which,
                                const struct ir_outcome *outcomes);

/* For struct runtime_engine. */
void jit_kernel_free(void *kernel);
uint32_t jit_kernel_lanes(const void *kernel);
void jit_kernel_info(const void *kernel, struct sm5_kernel_info *info);

/* ---- jit_form.c: how a program is lowered ---- */

/* The form that most dispatches use. */
unsigned jit_form_usual(const struct kernel *kernel);
const struct sm5_program *jit_form_program(const struct kernel *kernel, unsigned which);
/* The flags of a form whose groups are merged, exchanged or padded so. */
unsigned jit_form_merged(const struct kernel *kernel, uint32_t merged, bool swapped, bool padded);
/* The order of its threads may matter. */
bool jit_form_is_ordered(const struct form *form);
enum sm5_status jit_form_make(struct kernel *kernel, unsigned which, struct strbuf *why);
/* Decides which form is the usual one, by lowering those that may be. */
enum sm5_status jit_form_make_usual(struct kernel *kernel, struct strbuf *why);
enum sm5_status jit_form_make_special(struct kernel *kernel, unsigned which,
                                      const struct ir_outcome *outcomes, struct special_form *special);

/* ---- jit_code.c: machine code, from the cache or the compiler ---- */

/* Less may be compiled than in another run. */
bool jit_code_is_limited(const struct kernel *kernel);
/* From the cache when it has a valid entry; else compiled and stored. `is_quick`: quick code will do. */
enum sm5_status jit_code_make(struct kernel *kernel, struct form *form, struct variant *variant,
                              bool is_quick, struct strbuf *why);
/* Tests that code will be available, before bindings are known: from the cache or from the compiler. */
enum sm5_status jit_code_expect(struct kernel *kernel, struct strbuf *why);

/* ---- jit_words.c ---- */

/* Makes the outcomes of words that may change unknown. True: some are known, in all boxes. Takes the lock. */
bool jit_words_choose(struct kernel *kernel, struct jit_worker *worker, unsigned which);
/* All of a box. */
void jit_words_forget(const struct jit_worker *worker, enum jit_box kind);

/* ---- jit_variant.c ---- */

/* A variant's code, which a run uses to its end. */
struct choice {
    jit_entry *entry;
    uint64_t storage;
    _Atomic uint64_t *ran_ns;
    bool is_hot; /* special code is worthwhile */
};

/* The variant for the worker's texels, which become JIT_TEXEL_HELP where there are too many variants. `is_optional`: the run can
   do without. Takes the lock. */
enum sm5_status jit_variant_find(const struct jit_worker *worker, struct kernel *kernel, struct form *form,
                                 uint32_t bounded, bool is_optional, struct choice *choice);
/* Of code that is optional: a run does without it, unless it was stopped or LLVM rejects what the JIT generated. */
enum sm5_status jit_variant_ignore_missing(enum sm5_status status);

#endif
