/* Data files of resources: what their endings say, and how their rows are laid out. */
#ifndef SM5_CLI_DATA_H
#define SM5_CLI_DATA_H

#include "cli/cli.h"

enum cli_file {
    CLI_FILE_RAW, /* .bin, .raw, .dat, no ending, raw:FILE, standard input */
    CLI_FILE_NPY,
    CLI_FILE_CSV,
    CLI_FILE_JSON,
    CLI_FILE_PNG,
    CLI_FILE_DDS,
    CLI_FILE_UNKNOWN
};
enum cli_file cli_file_kind(const char *path);
/* The path without "raw:". */
const char *cli_file_path(const char *path);
/* "unknown ending '.txt'; expected ...", with the file's name. */
bool cli_fail_ending(const char *path, struct io_error *error);

/* The rows of a resource's files. */
struct cli_rows {
    struct cli_columns columns;
    struct io_layout layout;
    const char *format; /* DXGI name of the texels, or NULL */
};
/* `resource`: as sm5_resource_at counts, or -1; `row_bytes`: of an element of the view; `format`: 0 when it
   has none. A constant buffer whose members have names is one row. */
struct cli_rows cli_rows_of(const struct sm5_program *program, const struct cli_texts *structs, int resource,
                            uint32_t row_bytes, sm5_format format);
void cli_rows_free(struct cli_rows *rows);

/* The contents of a file: raw bytes, or rows as its ending says. A picture becomes elements of 4 bytes or 1.
 */
bool cli_data_load(const char *path, const struct cli_rows *rows, struct io_bytes *out,
                   struct io_error *error);

#endif
