#include "case/case_yaml.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/base.h"
#include "host/host.h"

struct case_yaml {
    const char *path;
    yaml_document_t document;
    bool *shared; /* by node; NULL: not computed yet */
};

enum { SIZE_LIMIT = 1 << 26, DEPTH_LIMIT = 32, ANCHOR_LIMIT = 256 };

/* State of the scan of a document's events. */
struct scan {
    unsigned depth, anchors, documents;
    bool done;
};

static const char *scan_anchor(struct scan *scan, const yaml_char_t *anchor)
{
    return anchor && ++scan->anchors > ANCHOR_LIMIT ? "too many anchors; expected at most 256" : NULL;
}

/* The reason why the document is not a test case, or NULL. */
static const char *scan_event(struct scan *scan, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        return ++scan->documents > 1 ? "a second document; expected one case a file" : NULL;
    case YAML_SCALAR_EVENT: return scan_anchor(scan, event->data.scalar.anchor);
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
        if (++scan->depth > DEPTH_LIMIT)
            return "nests too deep; expected at most 32 levels";
        return scan_anchor(scan, event->type == YAML_MAPPING_START_EVENT ? event->data.mapping_start.anchor
                                                                         : event->data.sequence_start.anchor);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: scan->depth--; return NULL;
    case YAML_STREAM_END_EVENT: scan->done = true; return NULL;
    default: return NULL;
    }
}

static bool fail_at(struct io_error *error, const char *path, const yaml_mark_t *mark, const char *text)
{
    return io_fail(error, "%s:%zu:%zu: %s", path, mark->line + 1, mark->column + 1, text);
}

static bool fail_parser(struct io_error *error, const char *path, const yaml_parser_t *parser)
{
    const char *problem = parser->problem;
    if (!problem) /* it names all others */
        host_end_out_of_memory();
    if (parser->error == YAML_READER_ERROR)
        return io_fail(error, "%s: byte %zu: %s", path, parser->problem_offset, problem);
    return fail_at(error, path, &parser->problem_mark, problem);
}

/* Checks limits on the event stream, in linear time, before the tree is built. */
static bool scan_text(const char *path, const struct io_bytes *text, struct io_error *error)
{
    yaml_parser_t parser;
    struct scan scan = {0};
    bool ok = true;
    if (text->size > SIZE_LIMIT)
        return io_fail(error, "%s: %zu bytes; expected a test case of at most 64 MiB", path, text->size);
    if (!yaml_parser_initialize(&parser))
        host_end_out_of_memory();
    yaml_parser_set_input_string(&parser, text->data, text->size);
    while (ok && !scan.done) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            ok = fail_parser(error, path, &parser);
            break;
        }
        const char *why = scan_event(&scan, &event);
        if (why)
            ok = fail_at(error, path, &event.start_mark, why);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return ok;
}

static bool load_text(struct case_yaml *yaml, const struct io_bytes *text, struct io_error *error)
{
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        host_end_out_of_memory();
    yaml_parser_set_input_string(&parser, text->data, text->size);
    bool loaded = yaml_parser_load(&parser, &yaml->document);
    if (!loaded)
        fail_parser(error, yaml->path, &parser);
    yaml_parser_delete(&parser);
    return loaded;
}

struct case_yaml *case_yaml_parse(const char *path, const struct io_bytes *text, struct io_error *error)
{
    if (!scan_text(path, text, error))
        return NULL;
    struct case_yaml *yaml = calloc(1, sizeof *yaml);
    if (!yaml) {
        io_fail(error, "%s: out of memory", path);
        return NULL;
    }
    yaml->path = path;
    if (!load_text(yaml, text, error)) {
        free(yaml);
        return NULL;
    }
    if (yaml_document_get_root_node(&yaml->document))
        return yaml;
    io_fail(error, "%s: is empty; expected a test case", path);
    case_yaml_free(yaml);
    return NULL;
}

void case_yaml_free(struct case_yaml *yaml)
{
    if (!yaml)
        return;
    yaml_document_delete(&yaml->document);
    free(yaml->shared);
    free(yaml);
}

const case_node *case_yaml_root(struct case_yaml *yaml)
{
    return yaml_document_get_root_node(&yaml->document);
}

enum case_node_kind case_node_kind(const case_node *node)
{
    switch (node->type) {
    case YAML_SEQUENCE_NODE: return CASE_NODE_LIST;
    case YAML_MAPPING_NODE: return CASE_NODE_MAP;
    default: return CASE_NODE_SCALAR;
    }
}

size_t case_node_count(const case_node *node)
{
    if (node->type == YAML_SEQUENCE_NODE)
        return (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
    if (node->type == YAML_MAPPING_NODE)
        return (size_t)(node->data.mapping.pairs.top - node->data.mapping.pairs.start);
    return 0;
}

const case_node *case_node_item(struct case_yaml *yaml, const case_node *list, size_t index)
{
    return yaml_document_get_node(&yaml->document, list->data.sequence.items.start[index]);
}

const char *case_node_key(struct case_yaml *yaml, const case_node *map, size_t index)
{
    return case_node_text(case_node_key_node(yaml, map, index));
}

const case_node *case_node_key_node(struct case_yaml *yaml, const case_node *map, size_t index)
{
    return yaml_document_get_node(&yaml->document, map->data.mapping.pairs.start[index].key);
}

const case_node *case_node_value(struct case_yaml *yaml, const case_node *map, size_t index)
{
    return yaml_document_get_node(&yaml->document, map->data.mapping.pairs.start[index].value);
}

const char *case_node_text(const case_node *node)
{
    return node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : "";
}

size_t case_node_length(const case_node *node)
{
    return node->type == YAML_SCALAR_NODE ? node->data.scalar.length : 0;
}

uint32_t case_node_line(const case_node *node)
{
    return (uint32_t)node->start_mark.line + 1;
}

bool case_yaml_fail(struct case_yaml *yaml, const case_node *node, struct io_error *error, const char *format,
                    ...)
{
    int n = snprintf(error->text, sizeof error->text, "%s:%zu:%zu: ", yaml->path, node->start_mark.line + 1,
                     node->start_mark.column + 1);
    if (n < 0 || (size_t)n >= sizeof error->text)
        return false;
    va_list args;
    va_start(args, format);
    vsnprintf(error->text + n, sizeof error->text - (size_t)n, format, args);
    va_end(args);
    return false;
}

/* ---- places ---- */

size_t case_node_start(const case_node *node)
{
    return node->start_mark.index;
}

size_t case_node_end(const case_node *node)
{
    return node->end_mark.index;
}

bool case_node_is_flow(const case_node *node)
{
    return node->type == YAML_SEQUENCE_NODE ? node->data.sequence.style == YAML_FLOW_SEQUENCE_STYLE
                                            : node->data.mapping.style == YAML_FLOW_MAPPING_STYLE;
}

/* Nodes are in the order of the text: a map that starts with its first key precedes that key. */
const case_node *case_yaml_find(struct case_yaml *yaml, size_t start, enum case_node_kind kind)
{
    const case_node *nodes = yaml->document.nodes.start;
    size_t low = 0, high = (size_t)(yaml->document.nodes.top - nodes);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (case_node_start(&nodes[middle]) < start)
            low = middle + 1;
        else
            high = middle;
    }
    for (; nodes + low < yaml->document.nodes.top && case_node_start(&nodes[low]) == start; low++)
        if (case_node_kind(&nodes[low]) == kind)
            return &nodes[low];
    return NULL;
}

/* Children of a node, by number from 1. */
static size_t children(const case_node *node)
{
    return case_node_kind(node) == CASE_NODE_MAP ? 2 * case_node_count(node) : case_node_count(node);
}

static int child(const case_node *node, size_t i)
{
    if (node->type == YAML_SEQUENCE_NODE)
        return node->data.sequence.items.start[i];
    const yaml_node_pair_t *pair = &node->data.mapping.pairs.start[i / 2];
    return i % 2 ? pair->value : pair->key;
}

/* Marks all descendants of nodes that are referenced twice. */
static void mark_descendants(struct case_yaml *yaml, size_t *stack, size_t depth)
{
    const case_node *nodes = yaml->document.nodes.start;
    while (depth) {
        const case_node *node = &nodes[stack[--depth]];
        for (size_t i = 0; i < children(node); i++) {
            size_t at = (size_t)child(node, i) - 1;
            if (yaml->shared[at])
                continue;
            yaml->shared[at] = true;
            stack[depth++] = at;
        }
    }
}

static bool find_shared(struct case_yaml *yaml)
{
    const case_node *nodes = yaml->document.nodes.start;
    size_t count = (size_t)(yaml->document.nodes.top - nodes), depth = 0;
    bool *used = calloc(count + 1, sizeof *used);
    size_t *stack = calloc(count + 1, sizeof *stack);
    yaml->shared = calloc(count + 1, sizeof *yaml->shared);
    bool ok = used && stack && yaml->shared;
    for (size_t n = 0; ok && n < count; n++)
        for (size_t i = 0; i < children(&nodes[n]); i++) {
            size_t at = (size_t)child(&nodes[n], i) - 1;
            if (used[at] && !yaml->shared[at]) {
                yaml->shared[at] = true;
                stack[depth++] = at;
            }
            used[at] = true;
        }
    if (ok)
        mark_descendants(yaml, stack, depth);
    free(used);
    free(stack);
    return ok;
}

bool case_node_is_shared(struct case_yaml *yaml, const case_node *node)
{
    if (!yaml->shared && !find_shared(yaml))
        return true;
    return yaml->shared[node - yaml->document.nodes.start];
}
