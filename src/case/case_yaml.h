/* A YAML document (which JSON is too), as case_reader.c reads it. Nodes belong to the document. */
#ifndef SM5_CASE_YAML_H
#define SM5_CASE_YAML_H

#include "case/case_spec.h"

struct case_yaml;
typedef struct yaml_node_s case_node;

enum case_node_kind { CASE_NODE_SCALAR, CASE_NODE_LIST, CASE_NODE_MAP };

/* Parses a document. NULL with an error that contains line and column. Size, depth and anchors are limited:
   libyaml's cost is not linear in these. */
struct case_yaml *case_yaml_parse(const char *path, const struct io_bytes *text, struct io_error *error);
void case_yaml_free(struct case_yaml *yaml);
const case_node *case_yaml_root(struct case_yaml *yaml);

enum case_node_kind case_node_kind(const case_node *node);
/* Lists: items; maps: pairs. */
size_t case_node_count(const case_node *node);
const case_node *case_node_item(struct case_yaml *yaml, const case_node *list, size_t index);
const char *case_node_key(struct case_yaml *yaml, const case_node *map, size_t index);
const case_node *case_node_key_node(struct case_yaml *yaml, const case_node *map, size_t index);
const case_node *case_node_value(struct case_yaml *yaml, const case_node *map, size_t index);
/* The text of a scalar, "" for others. */
const char *case_node_text(const case_node *node);
size_t case_node_length(const case_node *node);
uint32_t case_node_line(const case_node *node);

/* Start and end of a node in the text, in characters after a byte order mark. The end of a block collection
   may be after its last item. */
size_t case_node_start(const case_node *node);
size_t case_node_end(const case_node *node);
/* Whether a list or map is in brackets or braces. */
bool case_node_is_flow(const case_node *node);
/* The node of this kind that starts there, or NULL. */
const case_node *case_yaml_find(struct case_yaml *yaml, size_t start, enum case_node_kind kind);
/* Whether an alias repeats the node. The first call visits all nodes. */
bool case_node_is_shared(struct case_yaml *yaml, const case_node *node);
/* Stores "path:line:column: message". Returns false. */
bool case_yaml_fail(struct case_yaml *yaml, const case_node *node, struct io_error *error, const char *format,
                    ...) __attribute__((format(printf, 4, 5)));

#endif
