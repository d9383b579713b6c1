/* Kernels of a program: made on first use for each set of options, and kept until the program is freed. Runs find them
   without a lock. */
#include "module.h"

#include <stdlib.h>

const char *const engine_words[] = {"auto", "interp", "jit", "vulkan", NULL};
static const char *const validation_words[] = {"run", "strict", "none", NULL};
static const char *const descriptor_words[] = {"auto", "storage", "texel", NULL};

struct kernel {
    struct kernel_request request;
    struct sm5_kernel *kernel;
    struct kernel *next;
};

/* ---- options ---- */

static bool copy_device_name(PyObject *value, char name[SM5_DEVICE_TEXT])
{
    PyObject *text = PyLong_Check(value) ? PyObject_Str(value) : Py_NewRef(value);
    PyObject *bytes = text ? PyUnicode_AsUTF8String(text) : NULL;
    bool ok = bytes && PyBytes_Size(bytes) < SM5_DEVICE_TEXT;
    if (bytes && !ok)
        PyErr_Format(PyExc_ValueError, "device: a name of %zd bytes; expected less than %d",
                     PyBytes_Size(bytes), SM5_DEVICE_TEXT);
    if (ok)
        memcpy(name, PyBytes_AsString(bytes), (size_t)PyBytes_Size(bytes) + 1);
    Py_XDECREF(text);
    Py_XDECREF(bytes);
    return ok;
}

/* A name, a number, or a dictionary of the members of struct sm5_device_options. */
static bool read_device(PyObject *value, struct kernel_request *out)
{
    static char *names[] = {"name", "descriptors", "plain_bounds", "validates", "timeout", NULL};
    PyObject *name = Py_None, *descriptors = Py_None;
    int plain = 0, validates = 0;
    struct sm5_device_options *device = &out->options.device;
    if (!PyDict_Check(value))
        return copy_device_name(value, out->device);
    PyObject *empty = PyTuple_New(0), *members = PyDict_Copy(value);
    bool ok = empty && members &&
              PyArg_ParseTupleAndKeywords(empty, members, "|$OOppd:device", names, &name, &descriptors,
                                          &plain, &validates, &device->timeout);
    int word = ok && descriptors != Py_None ? find_word(descriptor_words, descriptors, "descriptors") : 0;
    ok = ok && word >= 0 && (name == Py_None || copy_device_name(name, out->device));
    Py_XDECREF(empty);
    Py_XDECREF(members);
    device->descriptors = word < 0 ? SM5_DESCRIPTORS_AUTO : (enum sm5_descriptors)word;
    device->plain_bounds = plain;
    device->validates = validates;
    return ok;
}

bool kernel_request_read(const struct kernel_words *words, struct kernel_request *out)
{
    uint64_t lanes = 0;
    *out = (struct kernel_request){0};
    int engine = words->engine ? find_word(engine_words, words->engine, "engine") : SM5_ENGINE_AUTO;
    int uses_cache = words->cache ? PyObject_IsTrue(words->cache) : 1;
    int validation =
        words->validation ? find_word(validation_words, words->validation, "validation") : SM5_VALIDATION_RUN;
    if (engine < 0 || uses_cache < 0 || validation < 0 ||
        (words->lanes && !read_unsigned(words->lanes, UINT32_MAX, "lanes", &lanes)) ||
        (words->device && !read_device(words->device, out)))
        return false;
    if (lanes && lanes != 8 && lanes != 16) {
        PyErr_Format(PyExc_ValueError, "lanes: %llu; expected 8, 16, or 0 for the default",
                     (unsigned long long)lanes);
        return false;
    }
    out->options.engine = (enum sm5_engine)engine;
    out->options.lanes = (uint32_t)lanes;
    out->options.no_cache = !uses_cache;
    out->options.validation = (enum sm5_validation)validation;
    return true;
}

bool read_validation(PyObject *word, enum sm5_validation *out)
{
    int found = find_word(validation_words, word, "validation");
    *out = found < 0 ? SM5_VALIDATION_RUN : (enum sm5_validation)found;
    return found >= 0;
}

static bool is_same(const struct kernel_request *a, const struct kernel_request *b)
{
    const struct sm5_kernel_options *x = &a->options, *y = &b->options;
    return x->engine == y->engine && x->lanes == y->lanes && x->no_cache == y->no_cache &&
           x->validation == y->validation && strcmp(a->device, b->device) == 0 &&
           x->device.descriptors == y->device.descriptors &&
           x->device.plain_bounds == y->device.plain_bounds && x->device.validates == y->device.validates &&
           x->device.timeout == y->device.timeout;
}

/* ---- kernels ---- */

/* Nodes are added at the head, complete, and never removed. */
static struct sm5_kernel *find(struct program *self, const struct kernel_request *request)
{
    for (struct kernel *k = atomic_load(&self->kernels); k; k = k->next)
        if (is_same(&k->request, request))
            return k->kernel;
    return NULL;
}

static enum sm5_status make(struct program *self, const struct kernel_request *request,
                            struct sm5_kernel **kernel, struct sm5_diags *diags)
{
    struct sm5_kernel_options options = request->options;
    struct kernel *node = malloc(sizeof *node);
    if (!node)
        return SM5_ERR_MEMORY;
    options.device.name = request->device[0] ? request->device : NULL;
    enum sm5_status status = sm5_kernel_new_with(self->program, &options, kernel, diags);
    if (status) {
        free(node);
        return status;
    }
    *node = (struct kernel){*request, *kernel, atomic_load(&self->kernels)};
    atomic_store(&self->kernels, node);
    return SM5_OK;
}

struct sm5_kernel *program_kernel(struct program *self, const struct kernel_request *request)
{
    struct sm5_kernel *kernel = find(self, request);
    if (kernel)
        return kernel;
    struct sm5_diags *diags = sm5_diags_new();
    enum sm5_status status = diags ? SM5_OK : SM5_ERR_MEMORY;
    Py_BEGIN_ALLOW_THREADS;
    PyThread_acquire_lock(self->compile_lock, WAIT_LOCK);
    kernel = find(self, request);
    if (!kernel && !status)
        status = make(self, request, &kernel, diags);
    PyThread_release_lock(self->compile_lock);
    Py_END_ALLOW_THREADS;
    bool ok = status ? raise_status(status, diags) != NULL : warn_diags(diags);
    sm5_diags_free(diags);
    return ok ? kernel : NULL;
}

void kernels_free(struct program *self)
{
    for (struct kernel *next, *k = atomic_load(&self->kernels); k; k = next) {
        next = k->next;
        sm5_kernel_free(k->kernel);
        free(k);
    }
}

/* ---- methods ---- */

PyObject *program_kernel_info(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"engine", "lanes", "cache", "validation", "device", NULL};
    struct kernel_words words = {0};
    struct kernel_request request;
    struct sm5_kernel_info i;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O$OOOO:kernel_info", names, &words.engine,
                                     &words.lanes, &words.cache, &words.validation, &words.device) ||
        !kernel_request_read(&words, &request))
        return NULL;
    struct sm5_kernel *kernel = program_kernel((struct program *)object, &request);
    if (!kernel)
        return NULL;
    sm5_kernel_info(kernel, &i);
    return Py_BuildValue("{s:s,s:I,s:d,s:d,s:O}", "engine", i.engine, "lanes", i.lanes, "compile_seconds",
                         i.compile_seconds, "load_seconds", i.load_seconds, "from_cache",
                         i.from_cache ? Py_True : Py_False);
}

PyObject *program_dump(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static const char *const form_words[] = {"ir", "llvm", "asm", NULL};
    static char *names[] = {"form", "lanes", "validation", NULL};
    struct kernel_words words = {0};
    struct kernel_request request;
    struct sm5_blob text = {0};
    PyObject *form;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|$OO:dump", names, &form, &words.lanes,
                                     &words.validation) ||
        !kernel_request_read(&words, &request))
        return NULL;
    int which = find_word(form_words, form, "form");
    if (which < 0)
        return NULL;
    struct sm5_diags *diags = sm5_diags_new();
    enum sm5_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = sm5_kernel_dump(((struct program *)object)->program, &request.options, (enum sm5_form)which,
                             &text, diags);
    Py_END_ALLOW_THREADS;
    PyObject *result = NULL;
    if (status)
        raise_status(status, diags);
    else
        result = PyUnicode_DecodeUTF8((const char *)text.data, (Py_ssize_t)text.size, "replace");
    sm5_blob_free(&text);
    sm5_diags_free(diags);
    return result;
}
