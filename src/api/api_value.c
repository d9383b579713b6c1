/* Values of public enumerations: callers may pass any number, and what no enumerator names is refused. */
#include "api.h"
#include "api/api_diag.h"

bool api_check_value(uint32_t value, uint32_t last, const char *what, struct sm5_diags *diags)
{
    if (value <= last)
        return true;
    diag_add(diags, API_VALUE, DIAG_NOWHERE, value, what, last);
    return false;
}

bool api_check_oob(enum sm5_oob oob, struct sm5_diags *diags)
{
    return api_check_value(oob, SM5_OOB_ROBUST2, "enum sm5_oob", diags);
}
