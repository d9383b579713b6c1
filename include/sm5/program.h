/* Shader Model 4 and 5 programs: reading them from DXBC containers and assembly text, and writing both. */
#ifndef SM5_PROGRAM_H
#define SM5_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A program. Immutable: any number of threads may read it at once. */
struct sm5_program;

/* Bytes that the library made; free with sm5_blob_free. Text blobs have a zero behind the last byte, not
   counted in `size`. */
struct sm5_blob {
    uint8_t *data;
    size_t size;
};
SM5_API void sm5_blob_free(struct sm5_blob *blob);

/* True when the bytes start a DXBC container (as opposed to text). */
SM5_API bool sm5_is_container(const void *bytes, size_t size);

/* Reads a DXBC container or, when the bytes do not start one, assembly text (docs/assembly.md). Files of
   other formats are refused with one error that names what they are. `name` is used in diagnostics and may be
   NULL. On SM5_OK *program is the caller's, freed with sm5_program_free; the bytes are not kept.
 */
SM5_API enum sm5_status sm5_program_read(const void *bytes, size_t size, const char *name,
                                         struct sm5_program **program, struct sm5_diags *diags);
SM5_API void sm5_program_free(struct sm5_program *program);

/* Writes a DXBC container with a right checksum. With `base` (may be NULL, else of the same stage) the result is
   base's container with this program's code, STAT and SFI0, and with its signatures where the tables of the text
   differ from base's. Without: a program that came from a container gives that container again, one that came from
   text a new one. */
SM5_API enum sm5_status sm5_program_write(const struct sm5_program *program, const struct sm5_program *base,
                                          struct sm5_blob *out, struct sm5_diags *diags);

/* Bits. */
enum sm5_print {
    SM5_PRINT_LOSSLESS = 0,
    SM5_PRINT_FXC = 1,
    SM5_PRINT_LINES = 2 /* comments that say which line of which source what follows comes from */
};

/* Writes assembly text: as fxc prints it, or the same with `// sm5:` comments where that loses something.
   `style`: bits of enum sm5_print, SM5_ERR_ARGUMENT for others. */
SM5_API enum sm5_status sm5_program_print(const struct sm5_program *program, unsigned style,
                                          struct sm5_blob *out, struct sm5_diags *diags);

#ifdef __cplusplus
}
#endif
#endif
