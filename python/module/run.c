/* Dispatches: the global interpreter lock is released while groups run. */

#include "module.h"

bool watch_progress(void *context, uint64_t done, uint64_t total)
{
    struct watch *watch = context;
    PyEval_RestoreThread(watch->thread);
    bool goes_on = PyErr_CheckSignals() == 0;
    if (goes_on && watch->function) {
        PyObject *result =
            PyObject_CallFunction(watch->function, "KK", (unsigned long long)done, (unsigned long long)total);
        goes_on = result && result != Py_False;
        Py_XDECREF(result);
    }
    watch->failed = PyErr_Occurred() != NULL;
    watch->thread = PyEval_SaveThread();
    return goes_on;
}

bool finish_run(struct call *call, const struct watch *watch, enum sm5_status status)
{
    if (watch->failed)
        return false;
    if (status)
        return raise_status(status, call->diags) != NULL;
    return warn_diags(call->diags);
}

/* ---- options ---- */

static bool read_option(const struct call *call, enum option option, uint64_t most, uint64_t *out)
{
    PyObject *value = call->options[option];
    return !value || read_unsigned(value, most, option_words[option], out);
}

bool read_limits(const struct call *call, struct limits *out)
{
    PyObject *seconds = call->options[OPTION_MAX_SECONDS], *profile = call->options[OPTION_OOB];
    uint64_t threads = 0;
    *out = (struct limits){0};
    if (!read_option(call, OPTION_THREADS, UINT32_MAX, &threads) ||
        !read_option(call, OPTION_MAX_STEPS, UINT64_MAX, &out->max_steps) ||
        !read_option(call, OPTION_MAX_MEMORY, UINT64_MAX, &out->max_memory))
        return false;
    out->threads = (uint32_t)threads;
    if (seconds && (out->max_seconds = PyFloat_AsDouble(seconds)) == -1 && PyErr_Occurred()) {
        if (PyErr_ExceptionMatches(PyExc_TypeError))
            PyErr_Format(PyExc_TypeError, "max_seconds: expected a number, not %R", seconds);
        return false;
    }
    if (!(out->max_seconds >= 0)) {
        PyErr_Format(PyExc_ValueError, "max_seconds: %R; expected a time, or 0 for no limit", seconds);
        return false;
    }
    int word = profile ? find_word(oob_words, profile, "oob") : SM5_OOB_SPEC;
    out->oob = word < 0 ? SM5_OOB_SPEC : (enum sm5_oob)word;
    return word >= 0;
}

struct sm5_kernel *call_kernel(const struct call *call)
{
    const struct kernel_words words = {call->options[OPTION_ENGINE], call->options[OPTION_LANES],
                                       call->options[OPTION_CACHE], call->options[OPTION_VALIDATION],
                                       call->options[OPTION_DEVICE]};
    struct kernel_request request;
    if (!kernel_request_read(&words, &request) ||
        !read_option(call, OPTION_MAX_MEMORY, UINT64_MAX, &request.options.max_memory))
        return NULL;
    return program_kernel(call->self, &request);
}

static bool read_group(PyObject *value, uint32_t *out)
{
    uint64_t number;
    if (!read_unsigned(value, 65535, "groups", &number)) {
        if (PyErr_ExceptionMatches(PyExc_OverflowError))
            PyErr_Format(PyExc_ValueError, "groups: %R; expected 0 to 65535", value);
        return false;
    }
    *out = (uint32_t)number;
    return true;
}

/* (array, byte offset), or the array alone. */
static bool read_indirect(struct call *call, PyObject *value, struct sm5_dispatch_options *options)
{
    PyObject *array = value;
    uint64_t offset = 0;
    if (PyTuple_Check(value) &&
        !PyArg_ParseTuple(value, "OO&;indirect: expected (array, byte offset)", &array, convert_u64, &offset))
        return false;
    struct hold *hold = call_hold(call, array, false, "indirect");
    if (!hold)
        return false;
    options->indirect = true;
    options->indirect_buffer = hold->used;
    options->indirect_offset = offset;
    return true;
}

static bool read_groups(struct call *call, PyObject *object, struct sm5_dispatch_options *options)
{
    PyObject *indirect = call->options[OPTION_INDIRECT];
    if ((object == NULL) != (indirect != NULL)) {
        PyErr_SetString(PyExc_TypeError, "expected the number of thread groups, or indirect");
        return false;
    }
    if (indirect)
        return read_indirect(call, indirect, options);
    if (PyLong_Check(object) || !PySequence_Check(object))
        return read_group(object, &options->groups[0]);
    PyObject *items = PySequence_Tuple(object);
    Py_ssize_t count = items ? PyTuple_Size(items) : 0;
    bool ok = items && count >= 1 && count <= 3;
    if (items && !ok)
        PyErr_Format(PyExc_ValueError, "groups: %zd numbers; expected one to three", count);
    /* A 0 at the end is a count here, not an absent one. */
    for (Py_ssize_t i = 0; ok && i < 3; i++)
        ok = i < count ? read_group(PyTuple_GetItem(items, i), &options->groups[i])
                       : (options->groups[i] = 1) != 0;
    if (ok && (!options->groups[0] || !options->groups[1] || !options->groups[2]))
        memset(options->groups, 0, sizeof options->groups);
    Py_XDECREF(items);
    return ok;
}

static bool read_group_range(const struct call *call, struct sm5_dispatch_options *options)
{
    PyObject *range = call->options[OPTION_GROUP_RANGE], *items = range ? PySequence_Tuple(range) : NULL;
    bool ok = !range ||
              (items && PyTuple_Size(items) == 2 &&
               read_unsigned(PyTuple_GetItem(items, 0), UINT64_MAX, "group_range", &options->first_group) &&
               read_unsigned(PyTuple_GetItem(items, 1), UINT64_MAX, "group_range", &options->group_count));
    Py_XDECREF(items);
    if (ok && range && !options->group_count)
        PyErr_SetString(PyExc_ValueError, "group_range: 0 groups; expected at least one");
    else if (!ok && !PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "group_range: expected (first group, number of groups)");
    return !PyErr_Occurred();
}

bool read_dispatch(struct call *call, PyObject *groups, struct sm5_dispatch_options *options)
{
    struct limits limits;
    if (!read_groups(call, groups, options) ||
        !read_option(call, OPTION_ORDER, UINT64_MAX, &options->order) || !read_group_range(call, options) ||
        !read_limits(call, &limits))
        return false;
    options->threads = limits.threads;
    options->max_steps = limits.max_steps;
    options->max_seconds = limits.max_seconds;
    options->max_memory = limits.max_memory;
    options->oob = limits.oob;
    options->progress = watch_progress;
    PyObject *exclusive = call->options[OPTION_EXCLUSIVE];
    int is_true = exclusive ? PyObject_IsTrue(exclusive) : 0;
    options->exclusive = is_true > 0;
    return is_true >= 0;
}

/* ---- dispatches ---- */

static PyObject *make_result(const struct call *call, const struct sm5_kernel *kernel,
                             const struct sm5_dispatch_result *result)
{
    PyObject *out = PyStructSequence_New(call->self->state->result);
    PyObject *items[] = {Py_BuildValue("(III)", result->groups[0], result->groups[1], result->groups[2]),
                         PyLong_FromUnsignedLong(result->threads),
                         PyFloat_FromDouble(result->seconds),
                         PyUnicode_InternFromString(sm5_kernel_engine(kernel)),
                         call_counters(call),
                         PyBool_FromLong(result->is_device_time)};
    for (int i = 0; i < 6; i++) {
        if (!items[i])
            Py_CLEAR(out);
        if (out)
            PyStructSequence_SetItem(out, i, items[i]);
        else
            Py_XDECREF(items[i]);
    }
    return out;
}

static PyObject *run_dispatch(struct call *call, PyObject *groups)
{
    struct sm5_dispatch_options options = {0};
    struct sm5_dispatch_result result;
    struct watch watch = {.function = call->options[OPTION_PROGRESS]};
    struct sm5_kernel *kernel = read_dispatch(call, groups, &options) ? call_kernel(call) : NULL;
    if (!kernel)
        return NULL;
    options.context = &watch;
    watch.thread = PyEval_SaveThread();
    enum sm5_status status = sm5_dispatch(kernel, call->bindings, &options, &result, call->diags);
    PyEval_RestoreThread(watch.thread);
    return finish_run(call, &watch, status) ? make_result(call, kernel, &result) : NULL;
}

PyObject *program_dispatch(PyObject *self, PyObject *const *values, Py_ssize_t count, PyObject *names)
{
    struct call call;
    if (count > 1) {
        PyErr_Format(PyExc_TypeError,
                     "dispatch() takes the number of groups; %zd positional arguments were given", count);
        return NULL;
    }
    PyObject *groups = count && values[0] != Py_None ? values[0] : NULL;
    PyObject *result = NULL;
    if (call_open(&call, (struct program *)self, values + count, names))
        result = run_dispatch(&call, groups);
    call_close(&call);
    return result;
}
