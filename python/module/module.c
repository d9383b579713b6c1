/* The module object: types, functions, state. */

#include "module.h"

struct module_state *module_state_of(PyTypeObject *type)
{
    for (; type; type = PyType_GetSlot(type, Py_tp_base)) {
        PyObject *module = PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE ? PyType_GetModule(type) : NULL;
        if (module && PyModule_GetDef(module) == &module_def)
            return PyModule_GetState(module);
        PyErr_Clear();
        if (type == &PyBaseObject_Type)
            break;
    }
    PyErr_SetString(PyExc_TypeError, "not a type of sm5");
    return NULL;
}

/* ---- functions ---- */

static PyObject *version(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    return PyUnicode_FromString(sm5_version());
}

static PyObject *format_of(PyObject *module, PyObject *name)
{
    (void)module;
    PyObject *text = PyUnicode_AsUTF8String(name);
    if (!text)
        return NULL;
    sm5_format format = sm5_format_find(PyBytes_AsString(text));
    Py_DECREF(text);
    return PyLong_FromUnsignedLong(format);
}

static PyObject *format_name(PyObject *module, PyObject *number)
{
    (void)module;
    unsigned long format = PyLong_AsUnsignedLong(number);
    if (PyErr_Occurred())
        return NULL;
    const char *name = sm5_format_name((sm5_format)format);
    if (!name)
        Py_RETURN_NONE;
    return PyUnicode_FromString(name);
}

static PyObject *format_bytes(PyObject *module, PyObject *number)
{
    (void)module;
    unsigned long format = PyLong_AsUnsignedLong(number);
    return PyErr_Occurred() ? NULL : PyLong_FromUnsignedLong(sm5_format_bytes((sm5_format)format));
}

static PyObject *finding_kinds(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    PyObject *list = PyList_New(0);
    const char *name;
    for (unsigned kind = 0; list && (name = sm5_finding_kind_name((enum sm5_finding_kind)kind)) != NULL;
         kind++) {
        PyObject *text = PyUnicode_FromString(name);
        if (!text || PyList_Append(list, text) < 0)
            Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

/* Names of the bits of a number: keywords of global flags, or descriptions of features (SFI0). */
static PyObject *bit_names(PyObject *module, PyObject *arguments)
{
    (void)module;
    unsigned long long bits;
    int is_feature;
    if (!PyArg_ParseTuple(arguments, "Kp", &bits, &is_feature))
        return NULL;
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list && i < 64; i++) {
        const char *name = is_feature ? sm5_feature_name(i) : sm5_global_flag_name(i);
        PyObject *text = name && bits >> i & 1 ? PyUnicode_FromString(name) : NULL;
        if (text && PyList_Append(list, text) < 0)
            Py_CLEAR(list);
        Py_XDECREF(text);
        if (PyErr_Occurred())
            Py_CLEAR(list);
    }
    PyObject *names = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return names;
}

static PyObject *forked(PyObject *module, PyObject *unused)
{
    (void)unused;
    struct module_state *state = PyModule_GetState(module);
    PyThread_type_lock lock = PyThread_allocate_lock();
    state->lock = lock ? lock : state->lock;
    for (struct program *program = state->programs; program; program = program->next)
        program_forked(program);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"version", version, METH_NOARGS, NULL},
    {"format_find", format_of, METH_O, NULL},
    {"format_name", format_name, METH_O, NULL},
    {"format_bytes", format_bytes, METH_O, NULL},
    {"bit_names", bit_names, METH_VARARGS, NULL},
    {"forked", forked, METH_NOARGS, NULL},
    {"tessellate", module_tessellate, METH_VARARGS, NULL},
    {"read_dds", module_read_dds, METH_O, NULL},
    {"devices", module_devices, METH_NOARGS, NULL},
    {"finding_kinds", finding_kinds, METH_NOARGS, NULL},
    {0},
};

/* ---- state ---- */

static PyTypeObject *add_type(PyObject *module, PyType_Spec *spec)
{
    PyTypeObject *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    if (type && PyModule_AddType(module, type) < 0)
        Py_CLEAR(type);
    return type;
}

static PyStructSequence_Field result_fields[] = {
    {"groups", "thread groups that ran, (x, y, z)"},
    {"threads", "worker threads used"},
    {"seconds", "execution of the groups, without preparation"},
    {"engine", "\"interp\", \"jit\" or \"vulkan\""},
    {"counters", "hidden counters after the dispatch, by slot"},
    {"is_device_time", "`seconds` are the difference of a Vulkan device's timestamps"},
    {NULL, NULL},
};
static PyStructSequence_Desc result_desc = {"sm5.DispatchResult", "Statistics of a dispatch.", result_fields,
                                            6};

static int module_exec(PyObject *module)
{
    struct module_state *state = PyModule_GetState(module);
    state->lock = PyThread_allocate_lock();
    if (!state->lock)
        return PyErr_NoMemory() ? 0 : -1;
    state->program = add_type(module, &program_spec);
    state->view = state->program ? add_type(module, &view_spec) : NULL;
    state->sampler = state->view ? add_type(module, &sampler_spec) : NULL;
    state->result = state->sampler ? PyStructSequence_NewType(&result_desc) : NULL;
    state->dtype = state->result ? PyUnicode_InternFromString("dtype") : NULL;
    return state->dtype ? PyModule_AddObjectRef(module, "DispatchResult", (PyObject *)state->result) : -1;
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct module_state *state = PyModule_GetState(module);
    if (!state)
        return 0;
    Py_VISIT(state->program);
    Py_VISIT(state->view);
    Py_VISIT(state->sampler);
    Py_VISIT(state->result);
    return 0;
}

static int module_clear(PyObject *module)
{
    struct module_state *state = PyModule_GetState(module);
    if (!state)
        return 0;
    Py_CLEAR(state->program);
    Py_CLEAR(state->view);
    Py_CLEAR(state->sampler);
    Py_CLEAR(state->result);
    Py_CLEAR(state->dtype);
    return 0;
}

static void module_free(void *module)
{
    struct module_state *state = PyModule_GetState(module);
    module_clear(module);
    if (state && state->lock)
        PyThread_free_lock(state->lock);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, module_exec},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

struct PyModuleDef module_def = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "sm5._sm5",
    .m_doc = "What sm5 does in C.",
    .m_size = sizeof(struct module_state),
    .m_methods = functions,
    .m_slots = slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
};

PyMODINIT_FUNC PyInit__sm5(void);
PyMODINIT_FUNC PyInit__sm5(void)
{
    return PyModuleDef_Init(&module_def);
}
