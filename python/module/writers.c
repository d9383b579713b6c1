/* The last writers of bytes of bound memory. */
#include "module.h"

#include <stdlib.h>

/* Of the list of (slot, byte offset in the view). */
static bool read_places(struct call *call, struct sm5_writer *writers, Py_ssize_t count)
{
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *slot;
        uint64_t offset;
        if (!PyArg_ParseTuple(PyList_GetItem(call->options[OPTION_PLACES], i), "OO&", &slot, convert_u64,
                              &offset) ||
            !call_place(call, slot, offset, &writers[i].buffer, &writers[i].offset))
            return false;
    }
    return true;
}

static PyObject *writer_of(const struct sm5_writer *w)
{
    if (!w->found)
        Py_RETURN_NONE;
    PyObject *file =
        w->file ? PyUnicode_DecodeUTF8(w->file, (Py_ssize_t)strlen(w->file), "replace") : Py_NewRef(Py_None);
    return Py_BuildValue("(IIN(III)(III))", w->instruction, w->line, file, w->thread[0], w->thread[1],
                         w->thread[2], w->group[0], w->group[1], w->group[2]);
}

static PyObject *find_writers(struct call *call, PyObject *groups, struct sm5_writer *writers,
                              Py_ssize_t count)
{
    struct sm5_dispatch_options options = {0};
    struct watch watch = {.function = call->options[OPTION_PROGRESS]};
    if (!read_dispatch(call, groups, &options) || !read_places(call, writers, count))
        return NULL;
    options.context = &watch;
    watch.thread = PyEval_SaveThread();
    enum sm5_status status =
        sm5_find_writers(call->self->program, call->bindings, &options, writers, (size_t)count, call->diags);
    PyEval_RestoreThread(watch.thread);
    PyObject *list = finish_run(call, &watch, status) ? PyList_New(count) : NULL;
    for (Py_ssize_t i = 0; list && i < count; i++) {
        PyObject *writer = writer_of(&writers[i]);
        if (!writer || PyList_SetItem(list, i, writer) < 0)
            Py_CLEAR(list);
    }
    return list;
}

PyObject *program_find_writers(PyObject *self, PyObject *const *values, Py_ssize_t count, PyObject *names)
{
    struct call call;
    PyObject *result = NULL, *groups = count && values[0] != Py_None ? values[0] : NULL;
    if (call_open(&call, (struct program *)self, values + count, names)) {
        Py_ssize_t places = PyList_Size(call.options[OPTION_PLACES]);
        struct sm5_writer *writers = places < 0 ? NULL : calloc((size_t)places + 1, sizeof *writers);
        result = writers ? find_writers(&call, groups, writers, places) : NULL;
        if (!writers && !PyErr_Occurred())
            PyErr_NoMemory();
        free(writers);
    }
    call_close(&call);
    return result;
}
