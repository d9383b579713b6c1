/* Private to runtime/: what a caller's view means for one declared resource. */
#ifndef SM5_RUNTIME_VIEW_H
#define SM5_RUNTIME_VIEW_H

#include "runtime.h"

struct view_request {
    const struct sm5_program *program;
    const struct runtime_slot *slot;
    const struct sm5_view *view;
    const char *name; /* of the slot, for messages */
    bool lenient;     /* a view that does not fit the declaration is marked, and stands */
};

/* Checks the view against D3D11.3 5.3.9 and the declaration, and resolves it; a null buffer gives an unbound
   view. The hidden counter is left NULL. SM5_ERR_BINDING with a diagnostic when it does not fit. */
enum sm5_status view_resolve(const struct view_request *request, struct runtime_view *out,
                             struct sm5_diags *diags);

#endif
