/* What the public headers promise, put together from the rooms. No logic of its own. */
#ifndef SM5_API_ROOM_H
#define SM5_API_ROOM_H

#include "program/program.h"
#include "sm5/sm5.h"

/* Hands the buffer's bytes to the caller and empties it; SM5_ERR_MEMORY when building it had failed. */
enum sm5_status api_take_blob(struct strbuf *buf, struct sm5_blob *blob, struct sm5_diags *diags);

/* api_value.c: false, with a diagnostic, for a value above the last one of the enumeration `what`. */
bool api_check_value(uint32_t value, uint32_t last, const char *what, struct sm5_diags *diags);

bool api_check_oob(enum sm5_oob oob, struct sm5_diags *diags);

/* api_identify.c: what a file is that holds no program of Shader Model 4 or 5 ("a SPIR-V module"), NULL when
 * it may. */
const char *api_foreign_kind(struct bytes file);

/* api_signature.c: the signature that the text's table gives base's container, NULL when base's is kept. False when
   memory is out. */
bool api_merge_signature(const struct sm5_program *program, const struct sm5_program *base,
                         enum program_signature_kind kind, struct arena *arena,
                         const struct program_signature **out);

/* RDEF's binding for a declared resource, or NULL. */
const struct program_binding_info *api_binding_of(const struct sm5_program *program,
                                                  const struct program_resource *resource);

/* Warns of `// sm5: struct` comments that name no resource with a layout, or one that has a comment already. */
void api_check_structs(const struct sm5_program *program, struct sm5_diags *diags);

/* Checks the rules that a run requires. */
enum sm5_status api_validate_for_run(const struct sm5_program *program, enum sm5_validation validation,
                                     struct sm5_diags *diags);

#endif
