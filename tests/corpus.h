/* Real shaders for tests that run over many of them: $SM5_SHARED/corpus, by default ../shared beside the
   source. They are no part of the project; a test that finds none skips. */
#ifndef SM5_TEST_CORPUS_H
#define SM5_TEST_CORPUS_H

#include "base/base.h"

/* Calls `visit` with every *.dxbc of the corpus, in order of path, and returns how many there were. */
size_t corpus_each(void (*visit)(const char *path, struct bytes file, void *context), void *context);

/* The payload of a container's SHDR or SHEX chunk, with its fourcc; data is NULL when there is none. */
struct bytes corpus_code(struct bytes file, char fourcc[5]);

#endif
