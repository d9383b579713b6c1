/* Reads maps by tables of their keys: a row has the key's name, how its value is read, and where it is
   stored. Every function returns false with an error that names the file, line and column. */
#ifndef SM5_CASE_READER_H
#define SM5_CASE_READER_H

#include "case/case_spec.h"
#include "case/case_yaml.h"

struct reader {
    struct case_yaml *yaml;
    struct case_spec *test;
    struct io_error *error;
    uint32_t visits; /* nodes visited so far: aliases make a document larger than its file */
};

#define READER_FAIL(r, node, ...) case_yaml_fail((r)->yaml, (node), (r)->error, __VA_ARGS__)

/* The type at the row's offset. */
enum reader_kind {
    READ_TEXT,        /* const char * */
    READ_U32,         /* uint32_t */
    READ_U64,         /* uint64_t */
    READ_REAL,        /* double, not negative */
    READ_BOOL,        /* bool */
    READ_CHOICE,      /* unsigned: an index of `names` */
    READ_U32S,        /* uint32_t[]: a list of `min` to `max` of them */
    READ_DATA,        /* struct case_data */
    READ_MAP,         /* the struct that `shape` describes */
    READ_LIST,        /* a pointer to such items, whose number is at `count` */
    READ_ONE_OR_LIST, /* the same; one item needs no list */
    READ_NAMED,       /* the same from a map; an item starts with its name, a const char * */
    READ_CUSTOM       /* calls `custom` */
};

struct reader_row {
    const char *name;
    enum reader_kind kind;
    size_t offset;
    /* Offsets plus one; 0: none. A bool that is set when the key is given, unless its value is null; a size_t
       for the place of the value in the file; the number of items. */
    size_t has, mark, count;
    uint64_t min, max; /* of a number or of U32S; `max` 0: no limit */
    const struct reader_shape *shape;
    const char *const *names; /* READ_CHOICE; ends with NULL */
    const char *expected;     /* READ_U32S, READ_NAMED: "[x, y, z]", for messages */
    bool (*custom)(struct reader *r, const case_node *node, void *object);
};

/* A struct that is read from a map, or items of lists that are not maps. */
struct reader_shape {
    const struct reader_row *rows; /* ends with a row without name; NULL: each item is read by `item` */
    struct reader_row item;
    size_t size;                                                          /* of an item */
    void (*open)(void *object, const case_node *node);                    /* called before; may be NULL */
    bool (*check)(struct reader *r, const case_node *node, void *object); /* called after; may be NULL */
};

bool reader_map(struct reader *r, const case_node *node, const struct reader_shape *shape, void *object);

bool reader_memory(struct reader *r);
bool reader_text(struct reader *r, const case_node *node, const char **out);
bool reader_copy(struct reader *r, const char *text, const char **out);
bool reader_u32(struct reader *r, const case_node *node, uint32_t *out);
bool reader_real(struct reader *r, const case_node *node, double *out);
/* The node is a map; `what` is the expectation in the message. */
bool reader_is_map(struct reader *r, const case_node *node, const char *what);
/* Counts the items of a list or map; fails when they are too many. */
bool reader_visit(struct reader *r, const case_node *node);

/* ---- case_contents.c ---- */

/* A file name, or contents in place. */
bool reader_data(struct reader *r, const case_node *node, struct case_data *data);
/* Adds constants by name; `name` precedes each. */
bool reader_constants(struct reader *r, const char *name, const case_node *node,
                      struct case_constant_values *out);

#endif
