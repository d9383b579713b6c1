/* The instruction sets that lane code is compiled for: a table of code for each, of which the best that
   the processor has is selected at run time. All give the same bits. meson.build compiles the same list. */
#ifndef SM5_NUM_LEVEL_H
#define SM5_NUM_LEVEL_H

/* X(suffix of the names of the tables), from the one that every processor has to the widest. */
#if defined(__x86_64__)
#define NUM_LEVELS(X) X(x86_64_v2) X(x86_64_v3) X(x86_64_v4)
#else
#define NUM_LEVELS(X) X(base)
#endif

#define NUM_LEVEL_ID(level) NUM_LEVEL_##level,
enum num_level { NUM_LEVELS(NUM_LEVEL_ID) NUM_LEVEL_COUNT };

/* The highest level that this processor supports. */
enum num_level num_level(void);

#endif
