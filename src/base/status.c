#include "base.h"

#define STRING_(x) #x
#define STRING(x)  STRING_(x)

const char *sm5_status_name(enum sm5_status status)
{
    static const char *const names[] = {"ok",      "memory",  "argument", "input",     "binding",
                                        "support", "program", "limit",    "cancelled", "internal"};
    return (unsigned)status < BASE_COUNT(names) ? names[status] : "unknown";
}

const char *sm5_version(void)
{
    return STRING(SM5_VERSION_MAJOR) "." STRING(SM5_VERSION_MINOR) "." STRING(SM5_VERSION_PATCH);
}
