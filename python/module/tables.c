/* Functions that need no program: the tessellator, DDS files, devices. */
#include "module.h"

static const char *const domain_words[] = {"isoline", "tri", "quad", NULL};
static const char *const partitioning_words[] = {"integer", "pow2", "fractional_odd", "fractional_even",
                                                 NULL};

/* Exactly `count` floats of a tuple. */
static bool read_factors(PyObject *from, uint32_t count, const char *what, float *to)
{
    if (PyTuple_Size(from) != (Py_ssize_t)count) {
        PyErr_Format(PyExc_ValueError, "%s: %zd factors; expected %u", what, PyTuple_Size(from),
                     (unsigned)count);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        to[i] = (float)PyFloat_AsDouble(PyTuple_GetItem(from, i));
        if (PyErr_Occurred())
            return false;
    }
    return true;
}

PyObject *module_tessellate(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *domain, *partitioning, *edges, *inside;
    int reverse;
    if (!PyArg_ParseTuple(arguments, "OOO!O!p:tessellate", &domain, &partitioning, &PyTuple_Type, &edges,
                          &PyTuple_Type, &inside, &reverse))
        return NULL;
    int kind = find_word(domain_words, domain, "domain");
    int parts = kind < 0 ? -1 : find_word(partitioning_words, partitioning, "partitioning");
    if (parts < 0)
        return NULL;
    struct sm5_tessellation patch = {.domain = (enum sm5_domain)(kind + SM5_DOMAIN_ISOLINE),
                                     .partitioning =
                                         (enum sm5_partitioning)(parts + SM5_PARTITIONING_INTEGER),
                                     .counter_clockwise = reverse};
    struct sm5_tessellated made;
    uint32_t edge_count, inside_count;
    sm5_domain_factors(patch.domain, &edge_count, &inside_count);
    if (!read_factors(edges, edge_count, "edges", patch.edges) ||
        !read_factors(inside, inside_count, "inside", patch.inside))
        return NULL;
    enum sm5_status status = sm5_tessellate(&patch, &made);
    PyObject *result = NULL;
    if (status)
        raise_status(status, NULL);
    else
        result = Py_BuildValue(
            "(NNI)", PyByteArray_FromStringAndSize((const char *)made.locations, 12 * (Py_ssize_t)made.count),
            PyByteArray_FromStringAndSize((const char *)made.indices,
                                          4 * (Py_ssize_t)made.primitives * made.corners),
            made.corners ? made.corners
            : kind       ? 3u
                         : 2u);
    sm5_tessellated_free(&made);
    return result;
}

PyObject *module_read_dds(PyObject *module, PyObject *data)
{
    (void)module;
    struct sm5_texture t;
    struct sm5_buffer *buffer = NULL;
    Py_buffer bytes;
    if (PyObject_GetBuffer(data, &bytes, PyBUF_SIMPLE) < 0)
        return NULL;
    struct sm5_diags *diags = sm5_diags_new();
    enum sm5_status status = sm5_data_read_dds(bytes.buf, (size_t)bytes.len, NULL, &t, &buffer, diags);
    PyBuffer_Release(&bytes);
    PyObject *result = NULL;
    if (status)
        raise_status(status, diags);
    else
        result = Py_BuildValue(
            "(N(IIIIIIII))",
            PyByteArray_FromStringAndSize(sm5_buffer_data(buffer), (Py_ssize_t)sm5_buffer_size(buffer)),
            (unsigned)t.kind, t.format, t.width, t.height, t.depth, t.layers, t.mips, t.samples);
    sm5_buffer_free(buffer);
    sm5_diags_free(diags);
    return result;
}

PyObject *module_devices(PyObject *module, PyObject *unused)
{
    enum { MOST_DEVICES = 32 };
    (void)module, (void)unused;
    struct sm5_device list[MOST_DEVICES];
    size_t count = 0;
    struct sm5_diags *diags = sm5_diags_new();
    enum sm5_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = sm5_devices(list, MOST_DEVICES, &count, diags);
    Py_END_ALLOW_THREADS;
    PyObject *result = status ? raise_status(status, diags) : PyList_New(0);
    for (size_t i = 0; result && i < count && i < MOST_DEVICES; i++) {
        const struct sm5_device *d = &list[i];
        PyObject *device = Py_BuildValue("{s:s,s:s,s:s,s:I,s:I,s:(III),s:O,s:O}", "name", d->name, "driver",
                                         d->driver, "kind", d->kind, "vendor", d->vendor, "id", d->id,
                                         "version", d->version[0], d->version[1], d->version[2],
                                         "robust_buffer_access_2", d->has_robustness2 ? Py_True : Py_False,
                                         "doubles", d->has_doubles ? Py_True : Py_False);
        if (!device || PyList_Append(result, device) < 0)
            Py_CLEAR(result);
        Py_XDECREF(device);
    }
    sm5_diags_free(diags);
    return result;
}
