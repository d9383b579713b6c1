/* Processors without a code generator: every program runs on the interpreter. */
#include <elf.h>

#include "jit/jit.h"

struct jit_width jit_target_width(const struct sm5_program *program)
{
    (void)program;
    return (struct jit_width){0, "it has no code generator for this processor"};
}

uint32_t jit_target_widest(void)
{
    return 8;
}

const uint32_t *jit_target_words(void)
{
    static const uint32_t none[JIT_TARGET_WORDS];
    return none;
}

void jit_target_fence(void)
{
}

uint16_t jit_target_machine(void)
{
    return EM_NONE;
}

bool jit_target_relocate(uint32_t type, uint64_t value, uint64_t place, uint8_t *patch, uint64_t space)
{
    (void)type, (void)value, (void)place, (void)patch, (void)space;
    return false;
}

void jit_preserving_call(void)
{
}
