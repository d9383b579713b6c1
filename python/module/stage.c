/* Runs of stages other than compute: records of registers are bytes here, which sm5/_stage.py names. */

#include "module.h"

/* ---- reflection ---- */

PyObject *program_stage_info(PyObject *self, PyObject *unused)
{
    (void)unused;
    struct sm5_stage_info i;
    sm5_stage_info(((struct program *)self)->program, &i);
    PyObject *special = i.special == UINT32_MAX ? Py_NewRef(Py_None) : PyLong_FromUnsignedLong(i.special);
    return Py_BuildValue("{s:s,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:N,s:O,s:O,s:O,s:(zzzz),s:z,s:z,s:z}", "stage",
                         i.stage, "inputs", i.inputs, "outputs", i.outputs, "constants", i.constants,
                         "points_in", i.points_in, "points_out", i.points_out, "instances", i.instances,
                         "max_vertices", i.max_vertices, "special", special, "primitive_id",
                         i.primitive_id ? Py_True : Py_False, "coverage", i.coverage ? Py_True : Py_False,
                         "sample_frequency", i.sample_frequency ? Py_True : Py_False, "topology",
                         i.topology[0], i.topology[1], i.topology[2], i.topology[3], "domain", i.domain,
                         "partitioning", i.partitioning, "primitive", i.primitive);
}

PyObject *program_stage_elements(PyObject *self, PyObject *part)
{
    struct sm5_stage_element e;
    const struct sm5_program *program = ((struct program *)self)->program;
    long which = PyLong_AsLong(part);
    PyObject *list = PyErr_Occurred() ? NULL : PyList_New(0);
    for (uint32_t i = 0; list && sm5_stage_element_at(program, (enum sm5_stage_part)which, i, &e); i++) {
        bool is_generated = which == SM5_STAGE_INPUTS && sm5_stage_element_is_generated(program, &e);
        PyObject *element = Py_BuildValue("(zIsIIICO)", e.semantic, e.index, e.file, e.reg, e.mask, e.stream,
                                          e.type, is_generated ? Py_True : Py_False);
        if (!element || PyList_Append(list, element) < 0)
            Py_CLEAR(list);
        Py_XDECREF(element);
    }
    return list;
}

/* ---- inputs ---- */

struct inputs {
    PyObject *records, *constants, *patches, *locations, *primitive_ids, *coverage, *check;
    struct sm5_stage_run run;
    int generates, left, top; /* generates: store the generated system values and run nothing */
    uint32_t quads_wide;
};

/* The memory of an argument that has at least `count` items of `bytes`; NULL and true for None. */
static bool read_array(struct call *call, PyObject *object, bool writes, uint64_t count, uint64_t bytes,
                       const char *name, void **out)
{
    *out = NULL;
    if (object == Py_None)
        return true;
    struct hold *hold = call_hold(call, object, writes, name);
    if (!hold)
        return false;
    *out = hold->copy ? hold->copy : hold->view.buf;
    if (bytes && count > (uint64_t)hold->view.len / bytes)
        return raise_binding("%s: %zd bytes; expected %llu items of %llu", name, hold->view.len,
                             (unsigned long long)count, (unsigned long long)bytes);
    return true;
}

static bool read_inputs(struct call *call, struct inputs *in)
{
    struct sm5_stage_run *run = &in->run;
    if (!call->options[OPTION_STAGE] ||
        !PyArg_ParseTuple(call->options[OPTION_STAGE], "O&OO&O&OO&O&O&OOOO&OpiiO&O", convert_u64, &run->count,
                          &in->records, convert_u64, &run->inputs.count, convert_u32, &run->inputs.registers,
                          &in->constants, convert_u64, &run->constants.count, convert_u32,
                          &run->constants.registers, convert_u64, &run->points_per_patch, &in->patches,
                          &in->locations, &in->primitive_ids, convert_u32, &run->samples, &in->coverage,
                          &in->generates, &in->left, &in->top, convert_u32, &in->quads_wide, &in->check))
        return false;
    void *records, *patch, *patches, *locations, *ids, *coverage;
    /* Ids of primitives are by patch for domain points, which the tuple gives as many as there are. */
    if (!read_array(call, in->records, true, run->inputs.count, 16ull * run->inputs.registers, "inputs",
                    &records) ||
        !read_array(call, in->constants, false, run->constants.count, 16ull * run->constants.registers,
                    "patch_constants", &patch) ||
        !read_array(call, in->patches, false, run->count, 4, "patches", &patches) ||
        !read_array(call, in->locations, false, run->count, 12, "locations", &locations) ||
        !read_array(call, in->primitive_ids, false, run->constants.count ? run->constants.count : run->count,
                    4, "primitive_ids", &ids) ||
        !read_array(call, in->coverage, false, run->count, 4, "coverage", &coverage))
        return false;
    run->inputs.words = records;
    run->constants.words = patch;
    run->patches = patches;
    run->locations = locations;
    run->primitive_ids = ids;
    run->coverage = coverage;
    run->progress = watch_progress;
    struct limits limits;
    if (!read_limits(call, &limits))
        return false;
    run->threads = limits.threads;
    run->max_steps = limits.max_steps;
    run->max_seconds = limits.max_seconds;
    run->max_memory = limits.max_memory;
    run->oob = limits.oob;
    return true;
}

/* ---- outputs ---- */

static PyObject *bytes_of(const void *data, uint64_t size)
{
    return PyByteArray_FromStringAndSize(size ? data : "", (Py_ssize_t)size);
}

static PyObject *records_of(const struct sm5_records *r)
{
    return Py_BuildValue("(NKI)", bytes_of(r->words, r->words ? r->count * r->registers * 16 : 0),
                         (unsigned long long)r->count, r->registers);
}

static PyObject *streams_of(const struct sm5_stage_outputs *out)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < 4; i++) {
        const struct sm5_stage_stream *stream = &out->streams[i];
        PyObject *item = Py_BuildValue("(NN)", records_of(&stream->vertices),
                                       bytes_of(stream->strips, stream->strip_count * 4));
        if (!item || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

static PyObject *outputs_of(struct call *call, const struct inputs *in, const struct sm5_stage_outputs *out,
                            PyObject *findings, PyObject *stop)
{
    PyObject *written = out->written ? bytes_of(out->written, in->run.count) : Py_NewRef(Py_None);
    return Py_BuildValue("(NNNNIdNNN)", records_of(&out->outputs), records_of(&out->constants), written,
                         streams_of(out), out->threads, out->seconds, call_counters(call), findings, stop);
}

/* ---- runs ---- */

static PyObject *run_plain(struct call *call, struct inputs *in)
{
    struct watch watch = {.function = call->options[OPTION_PROGRESS]};
    struct sm5_stage_outputs out = {0};
    struct sm5_kernel *kernel = call_kernel(call);
    if (!kernel)
        return NULL;
    in->run.context = &watch;
    watch.thread = PyEval_SaveThread();
    enum sm5_status status = sm5_run_stage(kernel, call->bindings, &in->run, &out, call->diags);
    PyEval_RestoreThread(watch.thread);
    PyObject *result = NULL;
    if (finish_run(call, &watch, status))
        result = outputs_of(call, in, &out, Py_NewRef(Py_None), Py_NewRef(Py_None));
    sm5_stage_outputs_free(&out);
    return result;
}

static PyObject *run_checked(struct call *call, struct inputs *in)
{
    struct watch watch = {.function = call->options[OPTION_PROGRESS]};
    struct sm5_stage_outputs out = {0};
    struct sm5_findings *findings = NULL;
    struct check_options how;
    if (!read_check_options(in->check, &how))
        return NULL;
    in->run.context = &watch;
    watch.thread = PyEval_SaveThread();
    enum sm5_status status = sm5_check_stage(call->self->program, call->bindings, &in->run, &how.check, &out,
                                             &findings, call->diags);
    PyEval_RestoreThread(watch.thread);
    bool is_stopped = findings && (status == SM5_ERR_PROGRAM || status == SM5_ERR_LIMIT);
    PyObject *result = NULL;
    if (is_stopped ? !watch.failed : finish_run(call, &watch, status))
        result = outputs_of(call, in, &out, list_findings(findings),
                            is_stopped ? list_diags(call->diags) : PyList_New(0));
    sm5_findings_free(findings);
    sm5_stage_outputs_free(&out);
    return result;
}

static PyObject *run_stage(struct call *call)
{
    struct inputs in = {0};
    struct sm5_info info;
    sm5_program_info(call->self->program, &info);
    if (strcmp(info.stage, "cs") == 0) {
        PyErr_SetString(PyExc_TypeError, "run() is for other stages than compute; expected dispatch()");
        return NULL;
    }
    if (!read_inputs(call, &in))
        return NULL;
    if (in.generates) {
        sm5_stage_make_system_values(call->self->program, &in.run, in.left, in.top, in.quads_wide);
        Py_RETURN_NONE;
    }
    return in.check == Py_None ? run_plain(call, &in) : run_checked(call, &in);
}

PyObject *program_run(PyObject *self, PyObject *const *values, Py_ssize_t count, PyObject *names)
{
    struct call call;
    PyObject *result = NULL;
    if (call_open(&call, (struct program *)self, values + count, names))
        result = run_stage(&call);
    call_close(&call);
    return result;
}
