/* sm5._sm5.View: a part of an object's memory, or its interpretation as texels; and Sampler. */

#include "module.h"

/* ---- views ---- */

static bool read_format(PyObject *value, sm5_format *format)
{
    *format = 0;
    if (value == Py_None)
        return true;
    if (PyLong_Check(value)) {
        *format = (sm5_format)PyLong_AsUnsignedLong(value);
        return !PyErr_Occurred();
    }
    PyObject *text = PyUnicode_AsUTF8String(value);
    if (!text)
        return false;
    *format = sm5_format_find(PyBytes_AsString(text));
    Py_DECREF(text);
    if (!*format)
        PyErr_Format(PyExc_ValueError,
                     "unknown format %R; expected a DXGI_FORMAT name such as 'R32G32_FLOAT'", value);
    return *format != 0;
}

static bool read_kind(PyObject *word, enum sm5_view_kind *kind)
{
    static const char *const words[] = {"declared", "structured", "raw", "typed", "cbuffer", "texture", NULL};
    int found = word == Py_None ? 0 : find_word(words, word, "kind");
    *kind = found < 0 ? SM5_VIEW_DECLARED : (enum sm5_view_kind)found;
    return found >= 0;
}

/* (object, byte offset), or None, which becomes NULL. */
static bool read_counter(PyObject **counter, uint64_t *offset)
{
    uint64_t bytes = 0;
    PyObject *given = *counter;
    *counter = NULL;
    if (given == Py_None)
        return true;
    if (!PyTuple_Check(given) || PyTuple_Size(given) != 2) {
        PyErr_SetString(PyExc_TypeError, "counter: expected (array, byte offset)");
        return false;
    }
    if (!read_unsigned(PyTuple_GetItem(given, 1), UINT64_MAX, "counter", &bytes))
        return false;
    *counter = PyTuple_GetItem(given, 0);
    *offset = bytes;
    return true;
}

static PyObject *view_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"object", "format",      "first",  "count",   "stride", "texture", "first_mip",
                            "mips",   "first_layer", "layers", "min_lod", "kind",   "counter", NULL};
    PyObject *object, *format = Py_None, *texture = Py_None, *view_kind = Py_None, *counter = Py_None;
    struct sm5_view view = {0};
    struct sm5_texture *t = &view.texture;
    uint32_t kind;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|$OO&O&O&OO&O&O&O&fOO:View", names, &object,
                                     &format, convert_u64, &view.first, convert_u64, &view.count, convert_u32,
                                     &view.stride, &texture, convert_u32, &view.first_mip, convert_u32,
                                     &view.mips, convert_u32, &view.first_layer, convert_u32, &view.layers,
                                     &view.min_lod, &view_kind, &counter) ||
        !read_format(format, &view.format) || !read_kind(view_kind, &view.kind) ||
        !read_counter(&counter, &view.counter_offset))
        return NULL;
    if (texture != Py_None && !PyTuple_Check(texture))
        return PyErr_Format(PyExc_TypeError, "texture: expected a tuple, not %R", texture);
    if (texture != Py_None) {
        if (!PyArg_ParseTuple(
                texture,
                "O&O&O&O&O&O&O&O&;texture: expected (dimensions, format, width, height, depth, layers, "
                "mips, samples)",
                convert_u32, &kind, convert_u32, &t->format, convert_u32, &t->width, convert_u32, &t->height,
                convert_u32, &t->depth, convert_u32, &t->layers, convert_u32, &t->mips, convert_u32,
                &t->samples))
            return NULL;
        if (kind < 1 || kind > 3) {
            PyErr_SetString(PyExc_ValueError, "texture: expected 1, 2 or 3 dimensions");
            return NULL;
        }
        t->kind = (enum sm5_texture_kind)kind;
    }
    allocfunc alloc = PyType_GetSlot(type, Py_tp_alloc);
    struct view *self = (struct view *)alloc(type, 0);
    if (!self)
        return NULL;
    self->object = Py_NewRef(object);
    self->counter = Py_XNewRef(counter);
    self->view = view;
    return (PyObject *)self;
}

static int view_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((struct view *)self)->object);
    Py_VISIT(((struct view *)self)->counter);
    return 0;
}

static int view_clear(PyObject *self)
{
    Py_CLEAR(((struct view *)self)->object);
    Py_CLEAR(((struct view *)self)->counter);
    return 0;
}

static void view_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    view_clear(self);
    freefunc release = PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static PyObject *get_object(PyObject *self, void *unused)
{
    (void)unused;
    PyObject *object = ((struct view *)self)->object;
    return Py_NewRef(object ? object : Py_None);
}

static PyObject *get_view_format(PyObject *self, void *unused)
{
    (void)unused;
    const struct sm5_view *view = &((struct view *)self)->view;
    const char *name = sm5_format_name(view->format ? view->format : view->texture.format);
    return name ? PyUnicode_FromString(name) : Py_NewRef(Py_None);
}

/* (offset, bytes, row_bytes, slice_bytes, width, height, depth) of a mip of a layer. */
static PyObject *subresource(PyObject *self, PyObject *arguments)
{
    uint32_t mip, layer;
    struct sm5_subresource s;
    if (!PyArg_ParseTuple(arguments, "O&O&", convert_u32, &mip, convert_u32, &layer))
        return NULL;
    if (!sm5_texture_subresource(&((struct view *)self)->view.texture, mip, layer, &s))
        return PyErr_Format(PyExc_IndexError, "mip %u of layer %u does not exist", mip, layer);
    return Py_BuildValue("(KKKKIII)", (unsigned long long)s.offset, (unsigned long long)s.bytes,
                         (unsigned long long)s.row_bytes, (unsigned long long)s.slice_bytes, s.width,
                         s.height, s.depth);
}

static PyMethodDef view_methods[] = {
    {"_subresource", subresource, METH_VARARGS, NULL}, {"_texels", view_texels, METH_VARARGS, NULL}, {0}};
static PyGetSetDef view_getters[] = {
    {"object", get_object, NULL, "the object whose memory is viewed", NULL},
    {"format", get_view_format, NULL, "name of the format, or None", NULL},
    {0},
};
static PyType_Slot view_slots[] = {
    {Py_tp_doc,
     "View(object, *, format=None, first=0, count=0, stride=0, kind='declared', counter=None)\n\nA part of "
     "an object's memory, counted in elements: structures,\nDWORDs, texels or rows of a constant buffer. "
     "count "
     "0: to the end. counter: (array, byte offset) of\nthe hidden counter."},
    {Py_tp_new, view_new},
    {Py_tp_dealloc, view_dealloc},
    {Py_tp_traverse, view_traverse},
    {Py_tp_clear, view_clear},
    {Py_tp_methods, view_methods},
    {Py_tp_getset, view_getters},
    {0, NULL},
};
PyType_Spec view_spec = {.name = "sm5._sm5.View",
                         .basicsize = sizeof(struct view),
                         .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
                         .slots = view_slots};

/* ---- samplers ---- */

static const char *const filter_words[] = {"point", "linear", NULL};
static const char *const reduction_words[] = {"standard", "comparison", "minimum", "maximum", NULL};
static const char *const address_words[] = {"wrap", "mirror", "clamp", "border", "mirror_once", NULL};
static const char *const comparison_words[] = {
    "never", "less", "equal", "less_equal", "greater", "not_equal", "greater_equal", "always", NULL};

/* Stores the number of a word, if one is given. */
static bool read_word(const char *const *words, PyObject *value, const char *what, unsigned *out)
{
    int word = value == Py_None ? 0 : find_word(words, value, what);
    if (value != Py_None && word >= 0)
        *out = (unsigned)word;
    return word >= 0;
}

/* One word, or one for each of u, v and w. */
static bool read_address(PyObject *value, struct sm5_sampler *state)
{
    for (Py_ssize_t i = 0; value != Py_None && i < 3; i++) {
        PyObject *item = PyUnicode_Check(value) ? Py_NewRef(value) : PySequence_GetItem(value, i);
        unsigned word = SM5_ADDRESS_CLAMP;
        bool ok = item && read_word(address_words, item, "address", &word);
        state->address[i] = (enum sm5_address)word;
        Py_XDECREF(item);
        if (!ok)
            return false;
    }
    return true;
}

static PyObject *sampler_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {
        "filter",         "min",      "mag",     "mip",     "address", "reduction", "comparison",
        "max_anisotropy", "lod_bias", "min_lod", "max_lod", "border",  NULL};
    PyObject *filter = Py_None, *min = Py_None, *mag = Py_None, *mip = Py_None, *address = Py_None,
             *reduction = Py_None, *comparison = Py_None;
    struct sm5_sampler s;
    sm5_sampler_default(&s);
    unsigned all = s.min, filters[3], how = s.reduction, function = s.comparison;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O$OOOOOOO&fff(ffff):Sampler", names, &filter,
                                     &min, &mag, &mip, &address, &reduction, &comparison, convert_u32,
                                     &s.max_anisotropy, &s.lod_bias, &s.min_lod, &s.max_lod, &s.border[0],
                                     &s.border[1], &s.border[2], &s.border[3]) ||
        !read_word(filter_words, filter, "filter", &all))
        return NULL;
    filters[0] = filters[1] = filters[2] = all;
    how = comparison != Py_None ? SM5_REDUCTION_COMPARISON : how;
    if (!read_word(filter_words, min, "min", &filters[0]) ||
        !read_word(filter_words, mag, "mag", &filters[1]) ||
        !read_word(filter_words, mip, "mip", &filters[2]) ||
        !read_word(reduction_words, reduction, "reduction", &how) ||
        !read_word(comparison_words, comparison, "comparison", &function) || !read_address(address, &s))
        return NULL;
    s.min = (enum sm5_filter)filters[0];
    s.mag = (enum sm5_filter)filters[1];
    s.mip = (enum sm5_filter)filters[2];
    s.reduction = (enum sm5_reduction)how;
    s.comparison = (enum sm5_comparison)function;
    allocfunc alloc = PyType_GetSlot(type, Py_tp_alloc);
    struct sampler *self = (struct sampler *)alloc(type, 0);
    if (self)
        self->state = s;
    return (PyObject *)self;
}

static void sampler_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static PyObject *sampler_repr(PyObject *self)
{
    const struct sm5_sampler *s = &((struct sampler *)self)->state;
    return PyUnicode_FromFormat(
        "Sampler(min='%s', mag='%s', mip='%s', address=('%s', '%s', '%s'), reduction='%s', "
        "comparison='%s', max_anisotropy=%u)",
        filter_words[s->min], filter_words[s->mag], filter_words[s->mip], address_words[s->address[0]],
        address_words[s->address[1]], address_words[s->address[2]], reduction_words[s->reduction],
        comparison_words[s->comparison], (unsigned)s->max_anisotropy);
}

static PyType_Slot sampler_slots[] = {
    {Py_tp_doc,
     "Sampler(filter='linear', *, min=None, mag=None, mip=None, address='clamp', reduction='standard',\n"
     "        comparison=None, max_anisotropy=0, lod_bias=0.0, min_lod=..., max_lod=..., border=(1, 1, 1, 1))"
     "\n\nSampler state (D3D11.3 7.18.3). What is not given is Direct3D's default."},
    {Py_tp_new, sampler_new},
    {Py_tp_dealloc, sampler_dealloc},
    {Py_tp_repr, sampler_repr},
    {0, NULL},
};
PyType_Spec sampler_spec = {.name = "sm5._sm5.Sampler",
                            .basicsize = sizeof(struct sampler),
                            .flags = Py_TPFLAGS_DEFAULT,
                            .slots = sampler_slots};
