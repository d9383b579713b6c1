/* Programs of the generator of src/random, of all stages, as seeds. */
#ifndef SM5_FUZZ_GENERATED_H
#define SM5_FUZZ_GENERATED_H

#include "base/base.h"

/* The payload of SHEX of a seed's program, which the caller frees. */
struct bytes generated_payload(uint64_t seed);

#endif
