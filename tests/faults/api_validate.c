/* Validation. */
#include "api.h"

static enum sm5_status call_validate(struct call *c)
{
    return sm5_validate(c->program, NULL, c->diags);
}

API_SCENARIOS({"sm5_validate", call_validate, SM5_ENGINE_INTERP});
