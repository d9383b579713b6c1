/* Checked runs: findings as dictionaries, which sm5/_check.py makes objects of. */
#include "module.h"

static PyObject *text_of(const char *text)
{
    if (!text)
        Py_RETURN_NONE;
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}

static PyObject *number_if(bool known, unsigned long long number)
{
    if (!known)
        Py_RETURN_NONE;
    return PyLong_FromUnsignedLongLong(number);
}

static PyObject *place_if(bool known, const uint32_t id[3])
{
    if (!known)
        Py_RETURN_NONE;
    return Py_BuildValue("(III)", id[0], id[1], id[2]);
}

static PyObject *finding_of(const struct sm5_finding *f)
{
    bool has_other = f->has_other && f->other_text;
    return Py_BuildValue(
        "{s:s,s:K,s:N,s:N,s:N,s:N,s:N,s:N,s:N,s:N,s:N,s:N,s:N,s:N,s:N,s:N,s:N,s:N,s:N,s:N,s:N}", "kind",
        sm5_finding_kind_name(f->kind), "count", (unsigned long long)f->count, "instruction",
        number_if(f->text != NULL, f->instruction), "text", text_of(f->text), "line",
        number_if(f->line, f->line), "file", text_of(f->file), "register", text_of(f->reg[0] ? f->reg : NULL),
        "element", number_if(f->has_element, f->element), "byte_offset",
        number_if(f->has_offset, f->byte_offset), "thread", place_if(f->text != NULL, f->thread), "group",
        place_if(f->text != NULL, f->group), "other_instruction", number_if(has_other, f->other_instruction),
        "other_text", text_of(has_other ? f->other_text : NULL), "other_line",
        number_if(has_other && f->other_line, f->other_line), "other_file",
        text_of(has_other ? f->other_file : NULL), "other_thread",
        place_if(f->has_other_thread, f->other_thread), "other_group",
        place_if(f->has_other_thread, f->other_group), "seed", number_if(f->seed, f->seed), "values",
        f->seed ? Py_BuildValue("(II)", f->values[0], f->values[1]) : text_of(NULL), "message",
        text_of(f->message), "clause", text_of(f->clause));
}

PyObject *list_findings(const struct sm5_findings *findings)
{
    size_t count = sm5_findings_count(findings);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *finding = finding_of(sm5_findings_at(findings, i));
        if (!finding || PyList_SetItem(list, (Py_ssize_t)i, finding) < 0)
            Py_CLEAR(list);
    }
    return list;
}

/* ---- options ---- */

/* `given`: (allowed races as bytes, atomic_ordered, numbers, orders, seed, validation). */
bool read_check_options(PyObject *given, struct check_options *out)
{
    int ordered, numbers;
    PyObject *validation;
    uint32_t orders;
    uint64_t seed;
    *out = (struct check_options){0};
    if (!given)
        return true;
    if (!PyArg_ParseTuple(given, "O!ppO&O&O", &PyTuple_Type, &out->texts, &ordered, &numbers, convert_u32,
                          &orders, convert_u64, &seed, &validation))
        return false;
    Py_ssize_t count = PyTuple_Size(out->texts);
    if (count > MOST_ALLOWED) {
        PyErr_Format(PyExc_ValueError, "allowed_races: %zd entries; expected at most %d", count,
                     MOST_ALLOWED);
        return false;
    }
    for (Py_ssize_t i = 0; i < count; i++)
        if (!(out->allowed[i] = PyBytes_AsString(PyTuple_GetItem(out->texts, i))))
            return false;
    out->check = (struct sm5_check_options){
        .allowed_races = out->allowed,
        .allowed_race_count = (size_t)count,
        .atomic_ordered = ordered,
        .numbers = numbers,
        .orders = orders,
        .seed = seed,
    };
    return read_validation(validation, &out->check.validation);
}

static PyObject *run_check(struct call *call, PyObject *groups)
{
    struct sm5_dispatch_options options = {0};
    struct watch watch = {.function = call->options[OPTION_PROGRESS]};
    struct sm5_findings *findings = NULL;
    struct check_options how;
    if (!read_dispatch(call, groups, &options) || !read_check_options(call->options[OPTION_CHECK], &how))
        return NULL;
    options.context = &watch;
    watch.thread = PyEval_SaveThread();
    enum sm5_status status =
        sm5_check(call->self->program, call->bindings, &options, &how.check, &findings, call->diags);
    PyEval_RestoreThread(watch.thread);
    /* A stopped run has findings: they state why. */
    bool is_stopped = findings && (status == SM5_ERR_PROGRAM || status == SM5_ERR_LIMIT);
    PyObject *list = NULL;
    if (is_stopped ? !watch.failed : finish_run(call, &watch, status))
        list = list_findings(findings);
    sm5_findings_free(findings);
    PyObject *stop = !list ? NULL : is_stopped ? list_diags(call->diags) : PyList_New(0);
    if (!stop)
        Py_CLEAR(list);
    return list ? Py_BuildValue("(NNN)", list, stop, call_counters(call)) : NULL;
}

PyObject *program_check(PyObject *self, PyObject *const *values, Py_ssize_t count, PyObject *names)
{
    struct call call;
    PyObject *result = NULL, *groups = count && values[0] != Py_None ? values[0] : NULL;
    if (call_open(&call, (struct program *)self, values + count, names))
        result = run_check(&call, groups);
    call_close(&call);
    return result;
}
