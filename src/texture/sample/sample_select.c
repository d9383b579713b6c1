/* Selection of the code for this processor. */
#include "numeric/num_level.h"
#include "texture/texture.h"

const struct texture_code *texture_code_best(void)
{
    static const struct texture_code *const codes[] = {&texture_code_x86_64_v2, &texture_code_x86_64_v3,
                                                       &texture_code_x86_64_v4};
    return codes[num_level()];
}
