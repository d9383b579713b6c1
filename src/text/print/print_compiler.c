/* Which fxc a program's text follows: the one that made it, by the name that it left. */
#include <stdlib.h>

#include "text/print/print.h"

static const char maker[] = "Microsoft (R) HLSL Shader Compiler ";

/* The DirectX SDK's compilers and the first ones of Windows 8 count 9.x; Windows 8.1 has 6.3, Windows
 * 10 10.x. */
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
    if (!creator || strncmp(creator, maker, sizeof maker - 1) != 0)
        return TEXT_COMPILER_9_30;
    char *rest;
    unsigned long major = strtoul(creator + sizeof maker - 1, &rest, 10);
    return *rest == '.' ? by_version(major, strtoul(rest + 1, NULL, 10)) : TEXT_COMPILER_9_30;
}
