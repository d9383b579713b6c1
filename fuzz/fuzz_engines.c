/* Both engines run any program that loads without leaving its memory, to the same bits where these are defined. */
#include "fuzz/engines.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);

static struct engines engines = {.every = 8};

/* SM5_FUZZ_EVERY: compile every n-th program, 1 all of them. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *every = getenv("SM5_FUZZ_EVERY");
    (void)argc;
    (void)argv;
    engines_prepare();
    if (every && atoi(every) > 0)
        engines.every = (uint32_t)atoi(every);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    engines_run(&engines, data, size);
    return 0;
}
