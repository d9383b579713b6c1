/* Data files: rows whose members are matched by name, and DDS textures, from bytes in memory. docs/cli.md ("Rows")
   describes the formats. The functions keep nothing of what they are given, and any number of threads may call them at
   once on different lists of diagnostics. */
#ifndef SM5_DATA_H
#define SM5_DATA_H

#include <stddef.h>

#include "diag.h"
#include "program.h"
#include "reflect.h"
#include "resource.h"

#ifdef __cplusplus
extern "C" {
#endif

enum sm5_data_format {
    SM5_DATA_NPY, /* NumPy: a structured dtype by field name, or a plain one of the members' type */
    SM5_DATA_CSV, /* a line of names, then a line a row */
    SM5_DATA_JSON /* a list of objects, or one object */
};

/* Reads rows of `layout` into a new buffer, which the caller frees with sm5_buffer_free. Members may come in any
   order; bytes that belong to none are 0. `name` is what messages call the file and may be NULL. SM5_ERR_INPUT with a
   diagnostic when the file is malformed, a member is missing, unknown or given twice, or a value does not fit its
   type; *buffer is then NULL. */
SM5_API enum sm5_status sm5_data_read(const void *bytes, size_t size, enum sm5_data_format format,
                                      const struct sm5_layout *layout, const char *name,
                                      struct sm5_buffer **buffer, struct sm5_diags *diags);

/* Writes `size` bytes of rows, which sm5_data_read reads back to the same bytes. Free `out` with sm5_blob_free.
   SM5_ERR_ARGUMENT with a diagnostic when `size` is not a multiple of the row. */
SM5_API enum sm5_status sm5_data_write(const void *rows, size_t size, enum sm5_data_format format,
                                       const struct sm5_layout *layout, struct sm5_blob *out,
                                       struct sm5_diags *diags);

/* Sets what `member` covers ("dt", "lights[2].color", a whole matrix; "" for the row) in a row of `size` bytes to
   values separated by '/', in the order of the declaration, matrices row by row. SM5_ERR_INPUT with a diagnostic
   when there is no such member, the number of values is another, or one does not fit its type. */
SM5_API enum sm5_status sm5_data_set(const struct sm5_layout *layout, const char *member, const char *values,
                                     void *row, size_t size, struct sm5_diags *diags);

/* Reads a DDS file: *texture is what it holds, *buffer its subresources as struct sm5_texture orders them, the
   caller's. SM5_ERR_INPUT with a diagnostic when the header is malformed, Direct3D has no such texture, or the file
   is too short; *buffer is then NULL. */
SM5_API enum sm5_status sm5_data_read_dds(const void *bytes, size_t size, const char *name,
                                          struct sm5_texture *texture, struct sm5_buffer **buffer,
                                          struct sm5_diags *diags);

#ifdef __cplusplus
}
#endif
#endif
