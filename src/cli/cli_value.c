/* Values of options that several verbs have. */
#include "cli/cli.h"

const struct cli_word cli_engines[] = {{"auto", SM5_ENGINE_AUTO},
                                       {"jit", SM5_ENGINE_JIT},
                                       {"interp", SM5_ENGINE_INTERP},
                                       {"vulkan", SM5_ENGINE_VULKAN},
                                       {0}};
const struct cli_word cli_descriptors[] = {{"auto", SM5_DESCRIPTORS_AUTO},
                                           {"storage", SM5_DESCRIPTORS_STORAGE},
                                           {"texel", SM5_DESCRIPTORS_TEXEL},
                                           {0}};
const struct cli_word cli_lanes[] = {{"8", 8}, {"16", 16}, {0}};
const struct cli_word cli_oob_words[] = {{"all", CLI_OOB_ALL},         {"spec", SM5_OOB_SPEC},
                                         {"element", SM5_OOB_ELEMENT}, {"byte", SM5_OOB_BYTE},
                                         {"robust2", SM5_OOB_ROBUST2}, {0}};

static bool set_validation(enum sm5_validation *validation, enum sm5_validation value)
{
    if (*validation && *validation != value)
        return host_error("--no-validate and --strict exclude each other");
    *validation = value;
    return true;
}

bool cli_set_no_validate(void *validation, const char *value)
{
    (void)value;
    return set_validation(validation, SM5_VALIDATION_NONE);
}

bool cli_set_strict(void *validation, const char *value)
{
    (void)value;
    return set_validation(validation, SM5_VALIDATION_STRICT);
}

bool cli_set_in_place(void *at, const char *value)
{
    (void)at, (void)value;
    host_allow_in_place();
    return true;
}
