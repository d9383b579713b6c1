/* The fxc version whose formatting a program is printed in: its creator's, by the name in RDEF. */
#include <stdlib.h>

#include "text/print/print.h"

static const char fxc_name[] = "Microsoft (R) HLSL Shader Compiler ";

/* 9.x is from the DirectX SDK and early Windows 8 SDKs, 6.3 from Windows 8.1, 10.x from Windows 10. */
static enum text_compiler by_version(unsigned long major, unsigned long minor)
{
    if (major >= 10)
        return major > 10 || minor > 0 ? TEXT_COMPILER_10_1 : TEXT_COMPILER_10_0;
    if (major < 9)
        return TEXT_COMPILER_6;
    return major == 9 && minor < 30 ? TEXT_COMPILER_9_29 : TEXT_COMPILER_9_30;
}

enum text_compiler text_compiler_of(const struct sm5_program *program)
{
    const char *creator = program->reflection.creator;
    if (program_is_51(program))
        return TEXT_COMPILER_10_1;
    if (!creator || strncmp(creator, fxc_name, sizeof fxc_name - 1) != 0)
        return TEXT_COMPILER_9_30;
    char *rest;
    unsigned long major = strtoul(creator + sizeof fxc_name - 1, &rest, 10);
    return *rest == '.' ? by_version(major, strtoul(rest + 1, NULL, 10)) : TEXT_COMPILER_9_30;
}
