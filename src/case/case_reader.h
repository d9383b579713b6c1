/* Readers that every part of a case is made of: scalars, lists, maps and contents. Each returns false with an
   error that names the place. */
#ifndef SM5_IO_READER_H
#define SM5_IO_READER_H

#include "case/case_spec.h"
#include "case/case_yaml.h"

struct reader {
    struct case_yaml *yaml;
    struct case_spec *test;
    struct io_error *error;
    uint32_t visits; /* nodes walked so far: aliases make a document larger than its file */
};

#define READER_FAIL(r, node, ...) case_yaml_fail((r)->yaml, (node), (r)->error, __VA_ARGS__)

bool reader_memory(struct reader *r);
bool reader_text(struct reader *r, const case_node *node, const char **out);
/* A reader_item that reads a const char *. */
bool reader_text_item(struct reader *r, const case_node *node, void *item);
/* JSON's null: the key might as well be absent. */
bool reader_is_null(const case_node *node);
/* A copy of a key. */
bool reader_key(struct reader *r, const char *key, const char **out);
bool reader_u64(struct reader *r, const case_node *node, uint64_t *out);
/* The same from 1 on. */
bool reader_positive(struct reader *r, const case_node *node, uint64_t *out);
bool reader_u32(struct reader *r, const case_node *node, uint32_t *out);
bool reader_real(struct reader *r, const case_node *node, double *out);
/* A file name, or contents in place. */
bool reader_data(struct reader *r, const case_node *node, struct case_data *data);

/* Reads each item of a list into an element of a zeroed array of `size` bytes each. */
typedef bool reader_item(struct reader *r, const case_node *node, void *item);
bool reader_list(struct reader *r, const case_node *node, size_t size, reader_item *read, void **items,
                 size_t *count);

/* One key of a map: how it is read into the struct at `object`. NULL: known, and of no use to a runner. */
struct reader_entry {
    const char *name;
    bool (*read)(struct reader *r, const case_node *node, void *object);
};
/* A reader_entry's function that reads one field of a struct. */
#define READER_FIELD(function, type, field, parse)                                                           \
    static bool function(struct reader *r, const case_node *node, void *object)                              \
    {                                                                                                        \
        return parse(r, node, &((struct type *)object)->field);                                              \
    }
/* The same for a field with a has_ beside it; null leaves it as if the key were absent. */
#define READER_FLAGGED(function, type, field, parse)                                                         \
    static bool function(struct reader *r, const case_node *node, void *object)                              \
    {                                                                                                        \
        if (reader_is_null(node))                                                                            \
            return true;                                                                                     \
        ((struct type *)object)->has_##field = true;                                                         \
        return parse(r, node, &((struct type *)object)->field);                                              \
    }
/* Reads a map whose keys the table names; the table ends with a row without name. */
bool reader_map(struct reader *r, const case_node *node, const struct reader_entry *keys, void *object);
/* Takes the items of a list or map from those that may still be visited. */
bool reader_spend(struct reader *r, const case_node *node);
/* case_spec_rows.c: values by member; constants by name, `name` before each; the case at `object`. */
bool reader_rows(struct reader *r, const case_node *values, struct case_data *data);
bool reader_constants(struct reader *r, const char *name, const case_node *node,
                      struct case_constant_values *out);
bool reader_is_slot(const char *key);
bool case_constants(struct reader *r, const case_node *node, void *object);
/* case_spec_stage.c: keys of the other stages. `object` is the case. */
bool case_stage_inputs(struct reader *r, const case_node *node, void *object);
bool case_stage_outputs(struct reader *r, const case_node *node, void *object);
bool case_stage_constants(struct reader *r, const case_node *node, void *object);
bool case_stage_emitted(struct reader *r, const case_node *node, void *object);
bool case_stage_points(struct reader *r, const case_node *node, void *object);
bool case_stage_pixels(struct reader *r, const case_node *node, void *object);
bool case_stage_runs(struct reader *r, const case_node *node, void *object);
bool case_stage_primitives(struct reader *r, const case_node *node, void *object);
/* The case says what its outputs must be. */
bool case_stage_expects(const struct case_stage_spec *stage);

/* The node is a map of at most the nodes that may still be walked; `what` says what was expected. */
bool reader_is_map(struct reader *r, const case_node *node, const char *what);

/* case_spec_hlsl.c: how the shader is compiled. `object` is the case. */
bool reader_hlsl(struct reader *r, const case_node *node, void *object);

/* case_spec_finding.c: what the checker looks for in the case_spec at `object`, and the findings it expects. */
bool reader_checks(struct reader *r, const case_node *node, void *object);
bool reader_findings(struct reader *r, const case_node *node, void *object);

#endif
