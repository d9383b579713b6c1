/* Private to runtime/: resolves a caller's view for one declared resource. */
#ifndef SM5_RUNTIME_VIEW_H
#define SM5_RUNTIME_VIEW_H

#include "runtime.h"

struct view_request {
    const struct sm5_program *program;
    const struct runtime_slot *slot;
    const struct sm5_view *view;
    const char *name; /* of the slot, for messages */
    bool lenient;     /* a view that does not match the declaration is marked and accepted */
};

/* Checks the view against D3D11.3 5.3.9 and the declaration, and resolves it; a null buffer gives an
   unbound view. The hidden counter is left NULL; for a texture, *texture is filled and out->texture left
   NULL. SM5_ERR_BINDING with a diagnostic when it does not match. */
enum sm5_status view_resolve(const struct view_request *request, struct runtime_view *out,
                             struct texture_view *texture, struct sm5_diags *diags);

/* view_texture.c: the same for a slot declared as texture. */
bool view_texture_resolve(const struct view_request *request, struct texture_view *out,
                          struct sm5_diags *diags);

/* True when a view of this format matches a declared return type. */
bool view_type_fits(uint32_t declared, enum format_kind kind);
/* D3D11.3 22.17.8 and on: atomic_and and the others on a typed u# require R32_UINT or R32_SINT. */
bool view_format_has_atomics(const struct format_info *format);

#endif
