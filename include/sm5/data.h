/* Data files in memory: rows whose members are matched by name (npy, csv, json), and DDS textures.
   docs/cli.md ("Rows") describes the formats. The functions keep no pointer to their arguments; they are
   thread-safe when each thread uses its own list of diagnostics. */
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
    SM5_DATA_NPY, /* NumPy: a structured dtype, matched by field name, or a plain dtype */
    SM5_DATA_CSV, /* a line of member names, then one line per row */
    SM5_DATA_JSON /* a list of objects, or one object */
};

/* Reads rows of `layout` into a new buffer; the caller frees it with sm5_buffer_free. Members may appear
   in any order; bytes without a member are 0. `name` is the file name for diagnostics and may be NULL.
   SM5_ERR_INPUT with a diagnostic, and *buffer NULL, when the file is malformed, a member is missing,
   unknown or repeated, or a value does not fit its type. */
SM5_API enum sm5_status sm5_data_read(const void *bytes, size_t size, enum sm5_data_format format,
                                      const struct sm5_layout *layout, const char *name,
                                      struct sm5_buffer **buffer, struct sm5_diags *diags);

/* Formats `size` bytes of rows as a file that sm5_data_read converts back to the same bytes. Free *out with
   sm5_blob_free. SM5_ERR_ARGUMENT with a diagnostic when `size` is not a multiple of the row size. */
SM5_API enum sm5_status sm5_data_write(const void *rows, size_t size, enum sm5_data_format format,
                                       const struct sm5_layout *layout, struct sm5_blob *out,
                                       struct sm5_diags *diags);

/* Assigns values to all scalars of `member` ("dt", "lights[2].color", a matrix; "" for the whole row) in a
   row of `size` bytes. `values` are separated by '/', in the order of the declaration, matrices row by
   row. SM5_ERR_INPUT with a diagnostic when the member does not exist, the number of values differs, or a
   value does not fit its type. */
SM5_API enum sm5_status sm5_data_set(const struct sm5_layout *layout, const char *member, const char *values,
                                     void *row, size_t size, struct sm5_diags *diags);

/* Reads a DDS file: *texture describes it, *buffer holds its subresources in the order of struct
   sm5_texture and belongs to the caller. SM5_ERR_INPUT with a diagnostic, and *buffer NULL, when the
   header is malformed, Direct3D 11 does not support such a texture, or the file is too short. */
SM5_API enum sm5_status sm5_data_read_dds(const void *bytes, size_t size, const char *name,
                                          struct sm5_texture *texture, struct sm5_buffer **buffer,
                                          struct sm5_diags *diags);

#ifdef __cplusplus
}
#endif
#endif
