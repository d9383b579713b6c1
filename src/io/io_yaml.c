#include "io_yaml.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/base.h"

struct io_memory {
    struct arena arena;
};

struct io_memory *io_memory_new(void)
{
    return calloc(1, sizeof(struct io_memory));
}

void io_memory_free(struct io_memory *memory)
{
    if (!memory)
        return;
    arena_free(&memory->arena);
    free(memory);
}

void *io_memory_alloc(struct io_memory *memory, size_t count, size_t size)
{
    return arena_array(&memory->arena, count, size);
}

char *io_memory_string(struct io_memory *memory, const char *text, size_t length)
{
    return arena_string(&memory->arena, text, length);
}

struct io_yaml {
    const char *path;
    yaml_document_t document;
};

struct io_yaml *io_yaml_parse(const char *path, const struct io_bytes *text, struct io_error *error)
{
    struct io_yaml *yaml = calloc(1, sizeof *yaml);
    yaml_parser_t parser;
    if (!yaml || !yaml_parser_initialize(&parser)) {
        free(yaml);
        io_fail(error, "out of memory");
        return NULL;
    }
    yaml->path = path;
    yaml_parser_set_input_string(&parser, text->data, text->size);
    bool loaded = yaml_parser_load(&parser, &yaml->document);
    if (!loaded)
        io_fail(error, "%s:%zu:%zu: %s", path, parser.problem_mark.line + 1, parser.problem_mark.column + 1,
                parser.problem ? parser.problem : "not YAML");
    yaml_parser_delete(&parser);
    if (loaded && yaml_document_get_root_node(&yaml->document))
        return yaml;
    if (loaded) {
        io_fail(error, "%s: is empty; expected a case", path);
        yaml_document_delete(&yaml->document);
    }
    free(yaml);
    return NULL;
}

void io_yaml_free(struct io_yaml *yaml)
{
    if (!yaml)
        return;
    yaml_document_delete(&yaml->document);
    free(yaml);
}

const io_node *io_yaml_root(struct io_yaml *yaml)
{
    return yaml_document_get_root_node(&yaml->document);
}

enum io_node_kind io_node_kind(const io_node *node)
{
    switch (node->type) {
    case YAML_SEQUENCE_NODE: return IO_NODE_LIST;
    case YAML_MAPPING_NODE: return IO_NODE_MAP;
    default: return IO_NODE_SCALAR;
    }
}

size_t io_node_count(const io_node *node)
{
    if (node->type == YAML_SEQUENCE_NODE)
        return (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
    if (node->type == YAML_MAPPING_NODE)
        return (size_t)(node->data.mapping.pairs.top - node->data.mapping.pairs.start);
    return 0;
}

const io_node *io_node_item(struct io_yaml *yaml, const io_node *list, size_t index)
{
    return yaml_document_get_node(&yaml->document, list->data.sequence.items.start[index]);
}

const char *io_node_key(struct io_yaml *yaml, const io_node *map, size_t index)
{
    return io_node_text(yaml_document_get_node(&yaml->document, map->data.mapping.pairs.start[index].key));
}

const io_node *io_node_value(struct io_yaml *yaml, const io_node *map, size_t index)
{
    return yaml_document_get_node(&yaml->document, map->data.mapping.pairs.start[index].value);
}

const io_node *io_node_get(struct io_yaml *yaml, const io_node *map, const char *key)
{
    for (size_t i = 0; map->type == YAML_MAPPING_NODE && i < io_node_count(map); i++)
        if (strcmp(io_node_key(yaml, map, i), key) == 0)
            return io_node_value(yaml, map, i);
    return NULL;
}

const char *io_node_text(const io_node *node)
{
    return node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : "";
}

size_t io_node_length(const io_node *node)
{
    return node->type == YAML_SCALAR_NODE ? node->data.scalar.length : 0;
}

uint32_t io_node_line(const io_node *node)
{
    return (uint32_t)node->start_mark.line + 1;
}

bool io_yaml_fail(struct io_yaml *yaml, const io_node *node, struct io_error *error, const char *format, ...)
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
