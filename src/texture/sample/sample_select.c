/* Selection of the code for this processor. */
#include "texture/texture.h"

#define CODE_OF(level) &texture_code_##level,

const struct texture_code *texture_code_of(enum num_level level)
{
    static const struct texture_code *const codes[] = {NUM_LEVELS(CODE_OF)};
    return level <= num_level() ? codes[level] : NULL;
}

const struct texture_code *texture_code_best(void)
{
    return texture_code_of(num_level());
}
