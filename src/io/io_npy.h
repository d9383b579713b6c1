/* The parsed header of a NumPy file. */
#ifndef SM5_IO_NPY_H
#define SM5_IO_NPY_H

#include "base/base.h"
#include "io.h"

enum { IO_NPY_AXES = 32, IO_NPY_LEAVES = 1 << 16 };

/* A number inside the element. */
struct io_npy_leaf {
    size_t offset;
    uint32_t size;
    bool big_endian; /* byte order in the file; elements that were read are little-endian */
    bool is_alone;   /* its field is not a sub-array, or is one of a single element */
    char kind;       /* NumPy's letter: f, i, u, b, ?, c, V, S */
    size_t name;     /* see io_npy_name */
};

struct io_npy {
    const char *at, *end; /* cursor in the dictionary */
    VEC(struct io_npy_leaf) leaves;
    struct strbuf path, names;
    size_t item_bytes;
    uint64_t shape[IO_NPY_AXES];
    size_t axes;
    bool fortran, is_alone;
    unsigned depth, visits;
};

/* Reads the elements in C order, little-endian, packed, and their types. NULL after a failure. `own`: the file, whose
   memory may move to `out` if it has the elements so; NULL: they are copied. */
struct io_npy *io_npy_open(const struct io_bytes *file, struct io_bytes *own, struct io_bytes *out,
                           struct io_error *error);
/* Reads the types only, from the start of a file of `size` bytes, and where the elements are. NULL also where they are in
   another order or big-endian. */
struct io_npy *io_npy_open_head(const struct io_bytes *head, uint64_t size, struct io_range *elements,
                                struct io_error *error);
void io_npy_free(struct io_npy *npy);
/* The path of a leaf, "position[1]", "lights[2].color[0]": fields joined by points, indices of sub-arrays; ""
   without fields. */
const char *io_npy_name(const struct io_npy *npy, const struct io_npy_leaf *leaf);

#endif
