/* Diagnostics as Python exceptions and warnings. Their classes are defined in sm5/_errors.py. */
#include <stdarg.h>

#include "module.h"

PyObject *call_helper(const char *module, const char *function, const char *format, ...)
{
    va_list list;
    PyObject *from = PyImport_ImportModule(module);
    PyObject *callable = from ? PyObject_GetAttrString(from, function) : NULL;
    Py_XDECREF(from);
    if (!callable)
        return NULL;
    va_start(list, format);
    PyObject *arguments = Py_VaBuildValue(format, list);
    va_end(list);
    PyObject *result = arguments ? PyObject_CallObject(callable, arguments) : NULL;
    Py_XDECREF(arguments);
    Py_DECREF(callable);
    return result;
}

static const char *severity_name(enum sm5_severity severity)
{
    static const char *const names[] = {"note", "warning", "error"};
    return names[severity];
}

static const char *class_name(enum sm5_diag_class diag_class)
{
    static const char *const names[] = {NULL, "malformed", "nonconforming"};
    return names[diag_class];
}

/* Texts of a program may contain any bytes. */
static PyObject *text_of(const char *text)
{
    if (!text)
        Py_RETURN_NONE;
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}

static PyObject *format_diag(const struct sm5_diag *diag)
{
    size_t length = sm5_diag_format(diag, NULL, 0);
    char *text = PyMem_Malloc(length + 1);
    if (!text)
        return PyErr_NoMemory();
    sm5_diag_format(diag, text, length + 1);
    PyObject *made = text_of(text);
    PyMem_Free(text);
    return made;
}

static PyObject *dict_of(const struct sm5_diag *diag)
{
    bool has_offset = diag->offset != SM5_NO_OFFSET, has_instruction = diag->instruction != SM5_NO_OFFSET;
    return Py_BuildValue(
        "{s:s,s:s,s:N,s:N,s:I,s:I,s:s,s:N,s:N,s:N,s:I,s:N,s:I,s:N,s:z}", "severity",
        severity_name(diag->severity), "code", diag->code, "message", text_of(diag->message), "file",
        text_of(diag->file), "line", diag->line, "column", diag->column, "chunk", diag->chunk, "offset",
        has_offset ? PyLong_FromUnsignedLong(diag->offset) : text_of(NULL), "instruction",
        has_instruction ? PyLong_FromUnsignedLong(diag->instruction) : text_of(NULL), "origin_file",
        text_of(diag->origin_file), "origin_line", diag->origin_line, "text", format_diag(diag), "length",
        diag->length, "source_line", text_of(diag->source_line), "rule_class", class_name(diag->diag_class));
}

PyObject *list_diags(const struct sm5_diags *diags)
{
    size_t count = diags ? sm5_diags_count(diags) : 0;
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *diag = dict_of(sm5_diags_at(diags, i));
        if (!diag || PyList_SetItem(list, (Py_ssize_t)i, diag) < 0)
            Py_CLEAR(list);
    }
    return list;
}

PyObject *raise_status(enum sm5_status status, const struct sm5_diags *diags)
{
    if (status == SM5_ERR_MEMORY)
        return PyErr_NoMemory();
    PyObject *list = list_diags(diags);
    PyObject *error = list ? call_helper("sm5._errors", "make", "sN", sm5_status_name(status), list) : NULL;
    if (error)
        PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    Py_XDECREF(error);
    return NULL;
}

bool raise_binding(const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    PyObject *error = call_helper("sm5._errors", "binding", "(N)", text_of(text));
    if (error)
        PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    Py_XDECREF(error);
    return false;
}

bool warn_diags(const struct sm5_diags *diags)
{
    if (!sm5_diags_count(diags))
        return true;
    PyObject *list = list_diags(diags);
    PyObject *done = list ? call_helper("sm5._errors", "warn", "(N)", list) : NULL;
    Py_XDECREF(done);
    return done != NULL;
}
