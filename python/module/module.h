/* The extension module sm5._sm5: what its files share. Written against the limited API of CPython 3.11, so that one
   binary serves all later versions. Conveniences that are not on the path of a dispatch are in Python (../sm5). */
#ifndef SM5_PYTHON_MODULE_H
#define SM5_PYTHON_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <sm5/sm5.h>

/* Threads. The module does not rely on the interpreter's lock: there are no mutable statics, objects are immutable after
   construction but for what a lock or an atomic pointer guards, and lists and dictionaries of callers are copied before
   they are read. The locks are held for short sections that call no Python code and free no object. */
struct module_state {
    PyTypeObject *program, *view, *sampler, *result;
    PyObject *dtype; /* "dtype", interned */
    PyThread_type_lock lock;
    struct program *programs; /* all that exist; guarded by `lock` */
};

extern struct PyModuleDef module_def;
/* State of the module that defines a base of `type`; NULL with an exception. */
struct module_state *module_state_of(PyTypeObject *type);

/* ---- errors.c: diagnostics as exceptions and warnings (sm5/_errors.py) ---- */

/* Raises the exception of a status. Returns NULL. */
PyObject *raise_status(enum sm5_status status, const struct sm5_diags *diags);
/* Raises sm5.BindingError. Returns false. */
bool raise_binding(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Issues each diagnostic as a Python warning; false with an exception, when a filter turns one into an error. */
bool warn_diags(const struct sm5_diags *diags);
/* New list of dictionaries. */
PyObject *list_diags(const struct sm5_diags *diags);
/* Calls a function of a Python module of this package. */
PyObject *call_helper(const char *module, const char *function, const char *format, ...);

/* ---- program.c ---- */

struct kernel;

/* A declared resource, in the order of sm5_resource_at. */
struct entry {
    struct sm5_resource_info info; /* strings belong to the program */
    struct sm5_layout *layout;     /* NULL: unknown */
    /* Guarded by the lock of the program. */
    PyObject *tree;     /* members of a constant buffer (sm5/_layout.py); NULL: not yet built */
    uint8_t *defaults;  /* a row of it with RDEF's default values, of `row_bytes` */
    PyObject *accepted; /* the last dtype that was compared with the declaration, its channels and format */
    Py_ssize_t accepted_channels;
    sm5_format accepted_format;
    size_t row_bytes;
};

/* Immutable but for what the lock and the atomic pointers guard. */
struct program {
    PyObject_HEAD struct module_state *state;
    struct sm5_program *program;
    _Atomic(struct kernel *) kernels;      /* made on first use (kernel.c) */
    PyThread_type_lock lock, compile_lock; /* compile_lock: held for seconds, without the interpreter's */
    PyObject
        *names;     /* keyword -> index of an entry; option as -1 - its number; (entry, path) of a constant */
    PyObject *file; /* name for messages, or None */
    PyObject *structs; /* a copy of the argument, or None */
    struct entry *entries;
    uint32_t count;
    struct program *next, **link; /* in module_state.programs */
};

extern PyType_Spec program_spec;
/* In a new process after fork: drops what worker threads of the old one may have locked. */
void program_forked(struct program *self);
/* The entry that contains the slot; NULL without one. */
struct entry *program_find(struct program *self, const struct sm5_slot *slot);
/* Members of constant buffer `entry` as a tree, borrowed from the entry, and its row. False with an exception. */
bool program_constants(struct program *self, struct entry *entry, PyObject **tree);
/* A number up to `most`, of any type with __index__. False with an OverflowError or TypeError that names `what`. */
/* The same as converters of PyArg_ParseTuple ("O&"), whose own codes do not detect overflows: to uint32_t and uint64_t. */
int convert_u32(PyObject *value, void *out);
int convert_u64(PyObject *value, void *out);
bool read_unsigned(PyObject *value, uint64_t most, const char *what, uint64_t *out);
/* Position of a text in a list that ends with NULL; -1 with a ValueError. */
int find_word(const char *const *words, PyObject *text, const char *what);

extern const char *const oob_words[];

/* ---- kernel.c ---- */

/* What a kernel is made for. */
struct kernel_request {
    struct sm5_kernel_options options; /* without the name of the device */
    char device[SM5_DEVICE_TEXT];      /* empty: any */
};
/* Borrowed; NULL: not given. */
struct kernel_words {
    PyObject *engine, *lanes, *cache, *validation, *device;
};
bool kernel_request_read(const struct kernel_words *words, struct kernel_request *out);
bool read_validation(PyObject *word, enum sm5_validation *out);
/* The kernel for these options, made on first use; NULL with an exception. */
struct sm5_kernel *program_kernel(struct program *self, const struct kernel_request *request);
void kernels_free(struct program *self);
PyObject *program_kernel_info(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *program_dump(PyObject *self, PyObject *arguments, PyObject *keywords);

/* ---- view.c: sm5.View and sm5.Sampler ---- */

struct view {
    PyObject_HEAD PyObject *object; /* exporter of the buffer protocol */
    PyObject *counter;              /* the same, or NULL; at view.counter_offset */
    struct sm5_view view;           /* without buffers */
};
struct sampler {
    PyObject_HEAD struct sm5_sampler state;
};
extern PyType_Spec view_spec, sampler_spec;

/* texels.c: (type of the channels, bytearray of four words each texel) of a mip of a layer. */
PyObject *view_texels(PyObject *self, PyObject *arguments);

/* ---- constants.c ---- */

/* Stores a Python value in the scalars of a node of a member tree. `name` is for messages. False with an exception.
   */
bool constants_fill(PyObject *node, PyObject *value, uint8_t *row, const char *name);

/* ---- bind.c: arguments of a run ---- */

/* Memory of one object, held while a run uses it. */
struct hold {
    Py_buffer view; /* view.obj NULL: not held */
    void *copy;     /* of memory that is misaligned, not contiguous or no multiple of 16 bytes; or NULL */
    struct sm5_buffer *buffer, *used; /* `used`: an earlier hold's of the same memory, or `buffer` */
    const struct entry *entry;        /* what it is bound to, or NULL; the following with it */
    uint32_t index;                   /* in the range of registers */
    uint64_t start;                   /* of the view, in bytes */
};

struct constant_row {
    struct entry *entry;
    uint8_t *row;
};

/* Options of a run, in the order of option_words. */
enum option {
    OPTION_BINDINGS,
    OPTION_COUNTERS,
    OPTION_THREADS,
    OPTION_ENGINE,
    OPTION_MAX_STEPS,
    OPTION_MAX_SECONDS,
    OPTION_OOB,
    OPTION_ORDER,
    OPTION_PROGRESS,
    OPTION_INDIRECT,
    OPTION_CLASSES,
    OPTION_LANES,
    OPTION_CACHE,
    OPTION_VALIDATION,
    OPTION_DEVICE,
    OPTION_MAX_MEMORY,
    OPTION_GROUP_RANGE,
    OPTION_ACCEPT_MISMATCH,
    OPTION_EXCLUSIVE,
    OPTION_PLACES,
    OPTION_STAGE,
    OPTION_CHECK,
    OPTIONS
};
extern const char *const option_words[];

struct call {
    struct program *self;
    struct sm5_bindings *bindings;
    struct sm5_diags *diags;
    bool accepts_mismatch;      /* views may differ from the declarations */
    PyObject *options[OPTIONS]; /* borrowed; NULL: not given */
    struct hold *holds;
    size_t hold_count, hold_room;
    struct constant_row *rows;
    size_t row_count, row_room;
};

/* Binds the keyword arguments of a run. call_close also after failure, which returns false with an exception. */
bool call_open(struct call *call, struct program *self, PyObject *const *values, PyObject *names);
void call_close(struct call *call);
/* Holds an object's memory for reading, or for writing as well. NULL with an exception. */
struct hold *call_hold(struct call *call, PyObject *object, bool writes, const char *name);
/* The buffer that is bound to a slot, and byte `offset` of its view in that buffer. False with an exception. */
bool call_place(struct call *call, PyObject *slot, uint64_t offset, const struct sm5_buffer **buffer,
                uint64_t *byte);
/* New dictionary of the hidden counters. */
PyObject *call_counters(const struct call *call);

/* ---- tables.c: functions that need no program ---- */

PyObject *module_tessellate(PyObject *module, PyObject *arguments);
PyObject *module_read_dds(PyObject *module, PyObject *data);
PyObject *module_devices(PyObject *module, PyObject *unused);

/* ---- run.c ---- */

/* What a progress callback needs: it runs Python's signal handlers and the caller's function. */
struct watch {
    PyThreadState *thread;
    PyObject *function; /* or NULL */
    bool failed;        /* an exception is set */
};
bool watch_progress(void *context, uint64_t done, uint64_t total);
/* Raises what a run ended with, and issues its warnings. False with an exception. */
bool finish_run(struct call *call, const struct watch *watch, enum sm5_status status);
/* Reads the options that all runs have. False with an exception. */
struct limits {
    uint32_t threads;
    uint64_t max_steps, max_memory;
    double max_seconds;
    enum sm5_oob oob;
};
bool read_limits(const struct call *call, struct limits *out);
/* The kernel that the options request; NULL with an exception. */
struct sm5_kernel *call_kernel(const struct call *call);
/* The options of a dispatch but for those of other kinds of runs, with `progress`. False with an exception. */
bool read_dispatch(struct call *call, PyObject *groups, struct sm5_dispatch_options *options);

PyObject *program_dispatch(PyObject *self, PyObject *const *values, Py_ssize_t count, PyObject *names);
/* ---- check.c ---- */
enum { MOST_ALLOWED = 256 };
struct check_options {
    struct sm5_check_options check;
    const char *allowed[MOST_ALLOWED];
    PyObject *texts; /* borrowed; owns what `allowed` refers to */
};
bool read_check_options(PyObject *given, struct check_options *out);
PyObject *list_findings(const struct sm5_findings *findings);
PyObject *program_check(PyObject *self, PyObject *const *values, Py_ssize_t count, PyObject *names);
/* ---- writers.c ---- */
PyObject *program_find_writers(PyObject *self, PyObject *const *values, Py_ssize_t count, PyObject *names);
/* ---- stage.c ---- */
PyObject *program_run(PyObject *self, PyObject *const *values, Py_ssize_t count, PyObject *names);
PyObject *program_stage_info(PyObject *self, PyObject *unused);
PyObject *program_stage_elements(PyObject *self, PyObject *part);

#endif
