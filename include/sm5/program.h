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

/* A program. Immutable, so any number of threads may read it at once. */
struct sm5_program;

/* Bytes allocated by the library; free them with sm5_blob_free. Text is followed by a zero byte that
   `size` does not count. */
struct sm5_blob {
    uint8_t *data;
    size_t size;
};
/* Frees the bytes and clears the blob. */
SM5_API void sm5_blob_free(struct sm5_blob *blob);

/* Whether the bytes start with a DXBC container header (otherwise sm5_program_read expects text). */
SM5_API bool sm5_is_container(const void *bytes, size_t size);

/* Reads a DXBC container, or assembly text (docs/assembly.md) when the bytes do not start a container.
   Known foreign formats are rejected with one diagnostic that names them. `name` is the file name for
   diagnostics and may be NULL. The bytes are copied. *program belongs to the caller, who frees it with
   sm5_program_free; NULL on failure. */
SM5_API enum sm5_status sm5_program_read(const void *bytes, size_t size, const char *name,
                                         struct sm5_program **program, struct sm5_diags *diags);
/* Zero-initialise for the defaults. */
struct sm5_read_options {
    uint64_t max_memory; /* as in struct sm5_dispatch_options (run.h) */
};
/* sm5_program_read with options. `options` may be NULL. */
SM5_API enum sm5_status sm5_program_read_with(const void *bytes, size_t size, const char *name,
                                              const struct sm5_read_options *options,
                                              struct sm5_program **program, struct sm5_diags *diags);
/* `program` may be NULL. Kernels, bindings and findings refer to their program: free them first. */
SM5_API void sm5_program_free(struct sm5_program *program);

/* Writes a DXBC container with a valid checksum; free *out with sm5_blob_free. `base` is NULL or a program
   of the same stage read from a container: the result is then base's container with this program's code,
   STAT and SFI0, and with this program's signatures where the text's tables differ from base's. Without a
   base, a program read from a container is written as that container, byte for byte; for a program read
   from text a new container is made (docs/container.md). */
SM5_API enum sm5_status sm5_program_write(const struct sm5_program *program, const struct sm5_program *base,
                                          struct sm5_blob *out, struct sm5_diags *diags);

/* Flags of sm5_program_print. */
enum sm5_print {
    SM5_PRINT_LOSSLESS = 0, /* fxc's text, with `// sm5:` comments where fxc's text loses information */
    SM5_PRINT_FXC = 1,      /* fxc's text only */
    SM5_PRINT_LINES = 2     /* comments with source file and line, by debug information */
};

/* Disassembles to text; free *out with sm5_blob_free. `style` is a combination of enum sm5_print;
   SM5_ERR_ARGUMENT for other bits. */
SM5_API enum sm5_status sm5_program_print(const struct sm5_program *program, unsigned style,
                                          struct sm5_blob *out, struct sm5_diags *diags);

#ifdef __cplusplus
}
#endif
#endif
