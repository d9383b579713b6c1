/* A YAML document (JSON is one too) as io_case.c walks it. Nodes belong to the document. */
#ifndef SM5_IO_YAML_H
#define SM5_IO_YAML_H

#include "io.h"

/* Memory that lives as long as a case. */
struct io_memory;
struct io_memory *io_memory_new(void);
void io_memory_free(struct io_memory *memory);
/* Zeroed; NULL when memory is out. */
void *io_memory_alloc(struct io_memory *memory, size_t count, size_t size);
char *io_memory_string(struct io_memory *memory, const char *text, size_t length);

struct io_yaml;
typedef struct yaml_node_s io_node;

enum io_node_kind { IO_NODE_SCALAR, IO_NODE_LIST, IO_NODE_MAP };

/* NULL with an error that names the line and column. The text is no larger, no deeper and has no more anchors
   than any test case needs: libyaml's cost is not linear in these. */
struct io_yaml *io_yaml_parse(const char *path, const struct io_bytes *text, struct io_error *error);
void io_yaml_free(struct io_yaml *yaml);
const io_node *io_yaml_root(struct io_yaml *yaml);

enum io_node_kind io_node_kind(const io_node *node);
/* Lists: items; maps: pairs. */
size_t io_node_count(const io_node *node);
const io_node *io_node_item(struct io_yaml *yaml, const io_node *list, size_t index);
const char *io_node_key(struct io_yaml *yaml, const io_node *map, size_t index);
const io_node *io_node_key_node(struct io_yaml *yaml, const io_node *map, size_t index);
const io_node *io_node_value(struct io_yaml *yaml, const io_node *map, size_t index);
/* Text of a scalar, "" for others. */
const char *io_node_text(const io_node *node);
size_t io_node_length(const io_node *node);
uint32_t io_node_line(const io_node *node);

/* Where a node starts and ends in the text, in characters after a byte order mark. A block collection may end
   later than its last item. */
size_t io_node_start(const io_node *node);
size_t io_node_end(const io_node *node);
/* A list or map in brackets or braces. */
bool io_node_is_flow(const io_node *node);
/* The node of this kind that starts there, or NULL. */
const io_node *io_yaml_find(struct io_yaml *yaml, size_t start, enum io_node_kind kind);
/* The node is a part of what some alias repeats. The first call looks at all nodes. */
bool io_node_is_shared(struct io_yaml *yaml, const io_node *node);
/* "path:line:column: message", returns false. */
bool io_yaml_fail(struct io_yaml *yaml, const io_node *node, struct io_error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
