/* Python values to the bytes of a constant buffer. A tree of its members (sm5/_layout.py) consists of dictionaries
   (structures, and the components of vectors), lists (arrays, and rows of matrices) and tuples (offset, type) of
   scalars. */

#include "module.h"

/* ---- scalars ---- */

/* Names the member where a value has a wrong type. Returns false. */
static bool name_type_error(PyObject *value, const char *name)
{
    if (PyErr_ExceptionMatches(PyExc_TypeError))
        PyErr_Format(PyExc_TypeError, "%s: expected a number, not %R", name, value);
    return false;
}

static bool store_float(PyObject *value, uint8_t *to, bool is_double, const char *name)
{
    double number = PyFloat_AsDouble(value);
    if (number == -1 && PyErr_Occurred())
        return name_type_error(value, name);
    float single = (float)number;
    memcpy(to, is_double ? (void *)&number : (void *)&single, is_double ? sizeof number : sizeof single);
    return true;
}

static bool store_integer(PyObject *value, uint8_t *to, bool is_signed, const char *name)
{
    PyObject *index = PyNumber_Index(value);
    if (!index)
        return name_type_error(value, name);
    int overflow;
    long long number = PyLong_AsLongLongAndOverflow(index, &overflow);
    Py_DECREF(index);
    if (number == -1 && PyErr_Occurred())
        return false;
    if (overflow ||
        (is_signed ? number < INT32_MIN || number > INT32_MAX : number < 0 || number > UINT32_MAX)) {
        PyErr_Format(PyExc_OverflowError, "%s: the value does not fit in a 32-bit %s integer", name,
                     is_signed ? "signed" : "unsigned");
        return false;
    }
    uint32_t word = (uint32_t)number;
    memcpy(to, &word, sizeof word);
    return true;
}

static bool store_bool(PyObject *value, uint8_t *to)
{
    int is_true = PyObject_IsTrue(value);
    uint32_t word = is_true > 0;
    memcpy(to, &word, sizeof word);
    return is_true >= 0;
}

static bool store_scalar(PyObject *node, PyObject *value, uint8_t *row, const char *name)
{
    size_t offset = PyLong_AsSize_t(PyTuple_GetItem(node, 0));
    long type = PyLong_AsLong(PyTuple_GetItem(node, 1));
    if (type == 'f' || type == 'd')
        return store_float(value, row + offset, type == 'd', name);
    if (type == 'b')
        return store_bool(value, row + offset);
    return store_integer(value, row + offset, type == 'i', name);
}

/* ---- trees ---- */

static Py_ssize_t count_scalars(PyObject *node)
{
    Py_ssize_t count = 0, at = 0;
    PyObject *key, *child;
    if (PyTuple_Check(node))
        return 1;
    if (PyDict_Check(node)) {
        while (PyDict_Next(node, &at, &key, &child))
            count += count_scalars(child);
        return count;
    }
    for (; at < PyList_Size(node); at++)
        count += count_scalars(PyList_GetItem(node, at));
    return count;
}

/* Stores the next items of a flat sequence. */
static bool fill_flat(PyObject *node, PyObject *items, Py_ssize_t *next, uint8_t *row, const char *name)
{
    Py_ssize_t at = 0;
    PyObject *key, *child;
    bool ok = true;
    if (PyTuple_Check(node))
        return store_scalar(node, PyTuple_GetItem(items, (*next)++), row, name);
    if (PyDict_Check(node))
        while (ok && PyDict_Next(node, &at, &key, &child))
            ok = fill_flat(child, items, next, row, name);
    else
        for (; ok && at < PyList_Size(node); at++)
            ok = fill_flat(PyList_GetItem(node, at), items, next, row, name);
    return ok;
}

/* A member by key, which may be a path. New reference. */
static PyObject *find_member(PyObject *node, PyObject *key, const char *name)
{
    PyObject *child = PyDict_Check(node) ? PyDict_GetItemWithError(node, key) : NULL;
    if (child || PyErr_Occurred())
        return Py_XNewRef(child);
    return call_helper("sm5._layout", "find", "OOs", node, key, name);
}

/* On a snapshot: converting a value may run code that changes the dictionary. */
static bool fill_members(PyObject *node, PyObject *values, uint8_t *row, const char *name)
{
    PyObject *items = PyDict_Items(values);
    bool ok = items != NULL;
    for (Py_ssize_t i = 0; ok && i < PyList_Size(items); i++) {
        PyObject *item = PyList_GetItem(items, i);
        PyObject *child = find_member(node, PyTuple_GetItem(item, 0), name);
        ok = child && constants_fill(child, PyTuple_GetItem(item, 1), row, name);
        Py_XDECREF(child);
    }
    Py_XDECREF(items);
    return ok;
}

static bool fill_items(PyObject *node, PyObject *items, uint8_t *row, const char *name)
{
    Py_ssize_t count = PyTuple_Size(items),
               children = PyDict_Check(node) ? PyDict_Size(node) : PyList_Size(node);
    Py_ssize_t at = 0, i = 0;
    PyObject *key, *child;
    if (count != children) {
        Py_ssize_t scalars = count_scalars(node);
        if (count == scalars)
            return fill_flat(node, items, &at, row, name);
        return raise_binding("%s: %zd values; expected %zd%s", name, count, children,
                             scalars != children ? " or the scalars of all" : "");
    }
    bool ok = true;
    if (PyDict_Check(node))
        while (ok && PyDict_Next(node, &at, &key, &child))
            ok = constants_fill(child, PyTuple_GetItem(items, i++), row, name);
    else
        for (; ok && i < count; i++)
            ok = constants_fill(PyList_GetItem(node, i), PyTuple_GetItem(items, i), row, name);
    return ok;
}

static bool is_number(PyObject *value)
{
    return PyFloat_Check(value) || PyLong_Check(value);
}

bool constants_fill(PyObject *node, PyObject *value, uint8_t *row, const char *name)
{
    if (PyTuple_Check(node))
        return store_scalar(node, value, row, name);
    if (PyDict_Check(value))
        return fill_members(node, value, row, name);
    if (PyUnicode_Check(value) || is_number(value)) {
        PyObject *one = is_number(value) && count_scalars(node) == 1 ? PyTuple_Pack(1, value) : NULL;
        Py_ssize_t next = 0;
        bool ok = one && fill_flat(node, one, &next, row, name);
        if (!one && !PyErr_Occurred())
            PyErr_Format(PyExc_TypeError, "%s: expected a dictionary of members or a sequence, not %R", name,
                         value);
        Py_XDECREF(one);
        return ok;
    }
    PyObject *items = PySequence_Tuple(value);
    bool ok = items && fill_items(node, items, row, name);
    Py_XDECREF(items);
    return ok;
}
