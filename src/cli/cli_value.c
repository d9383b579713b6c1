/* Values of options that several verbs have. */
#include <string.h>

#include "cli/cli.h"

bool cli_take_lanes(const char *value, uint32_t *lanes)
{
    *lanes = strcmp(value, "8") == 0 ? 8 : strcmp(value, "16") == 0 ? 16 : 0;
    return *lanes || host_error("--lanes: invalid number '%s'; expected 8 or 16", value);
}

bool cli_take_engine(const char *value, enum sm5_engine *engine)
{
    if (strcmp(value, "auto") == 0)
        *engine = SM5_ENGINE_AUTO;
    else if (strcmp(value, "interp") == 0)
        *engine = SM5_ENGINE_INTERP;
    else if (strcmp(value, "jit") == 0)
        *engine = SM5_ENGINE_JIT;
    else
        return host_error("--engine: unknown engine '%s'; expected auto, jit or interp", value);
    return true;
}

bool cli_take_oob(const char *value, enum sm5_oob *oob, bool *all)
{
    static const char *const names[] = {[SM5_OOB_SPEC] = "spec",
                                        [SM5_OOB_ELEMENT] = "element",
                                        [SM5_OOB_BYTE] = "byte",
                                        [SM5_OOB_ROBUST2] = "robust2"};
    *oob = SM5_OOB_SPEC;
    if (all)
        *all = strcmp(value, "all") == 0;
    if (all && *all)
        return true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(value, names[i]) == 0) {
            *oob = (enum sm5_oob)i;
            return true;
        }
    }
    return host_error("--oob: unknown profile '%s'; expected spec, element, byte%s", value,
                      all ? ", robust2 or all" : " or robust2");
}
