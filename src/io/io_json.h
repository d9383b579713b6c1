/* Private to io/: shared by the readers of JSON. */
#ifndef SM5_IO_JSON_H
#define SM5_IO_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct io_bytes;
struct io_error;
struct strbuf;

/* Parses a document; NULL with the line and column of an error. Numbers are read as doubles, which contain
   all 32-bit integers, and -0. Free it with json_decref. */
json_t *io_json_parse(const struct io_bytes *file, struct io_error *error);
/* Truncates the path of a value to `length`. */
void io_json_cut(struct strbuf *path, size_t length);
/* Calls `scalar` for each scalar in `value` with its member name in `path`, until it returns false. jansson's
   parser bounds the depth. */
typedef bool io_json_scalar(void *context, json_t *value);
bool io_json_visit(json_t *value, struct strbuf *path, io_json_scalar *scalar, void *context,
                   struct io_error *error);

#endif
