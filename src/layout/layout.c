#include "layout/layout.h"

#include <stdlib.h>

struct sm5_layout *layout_new(void)
{
    return calloc(1, sizeof(struct sm5_layout));
}

void layout_free(struct sm5_layout *layout)
{
    if (!layout)
        return;
    arena_free(&layout->names);
    VEC_FREE(&layout->fields);
    free(layout);
}
