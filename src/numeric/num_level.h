/* Levels of the x86-64 instruction set that lane code is compiled for. */
#ifndef SM5_NUM_LEVEL_H
#define SM5_NUM_LEVEL_H

enum num_level { NUM_X86_64_V2, NUM_X86_64_V3, NUM_X86_64_V4 };

/* The highest level that this processor supports. */
enum num_level num_level(void);

#endif
