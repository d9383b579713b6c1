/* sm5._sm5.Program, the base of sm5.Shader: reading, writing, reflection. */
#include "module.h"

#include <stdlib.h>

const char *const oob_words[] = {"spec", "element", "byte", "robust2", NULL};

bool read_unsigned(PyObject *value, uint64_t most, const char *what, uint64_t *out)
{
    const char *separator = what[0] ? ": " : "";
    PyObject *index = PyIndex_Check(value) ? PyNumber_Index(value) : NULL;
    *out = index ? PyLong_AsUnsignedLongLong(index) : 0;
    Py_XDECREF(index);
    bool is_number = index != NULL;
    if (!PyErr_Occurred() && is_number && *out <= most)
        return true;
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_OverflowError))
        return false;
    PyErr_Clear();
    if (is_number)
        PyErr_Format(PyExc_OverflowError, "%s%s%R is out of range; expected 0 to %llu", what, separator,
                     value, (unsigned long long)most);
    else
        PyErr_Format(PyExc_TypeError, "%s%s%R cannot be interpreted as an integer", what, separator, value);
    return false;
}

int convert_u32(PyObject *value, void *out)
{
    uint64_t number;
    bool ok = read_unsigned(value, UINT32_MAX, "", &number);
    if (ok)
        *(uint32_t *)out = (uint32_t)number;
    return ok;
}

int convert_u64(PyObject *value, void *out)
{
    uint64_t number;
    bool ok = read_unsigned(value, UINT64_MAX, "", &number);
    if (ok)
        *(uint64_t *)out = number;
    return ok;
}

int find_word(const char *const *words, PyObject *text, const char *what)
{
    for (int i = 0; PyUnicode_Check(text) && words[i]; i++)
        if (PyUnicode_CompareWithASCIIString(text, words[i]) == 0)
            return i;
    char known[128] = "";
    for (int i = 0; words[i]; i++)
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s'%s'", i ? ", " : "", words[i]);
    PyErr_Format(PyExc_ValueError, "invalid %s %R; expected one of %s", what, text, known);
    return -1;
}

/* ---- construction ---- */

static bool add_name(struct program *self, const char *name, PyObject *value)
{
    bool ok = value && (PyDict_GetItemString(self->names, name) ||
                        PyDict_SetItemString(self->names, name, value) == 0);
    Py_XDECREF(value);
    return ok;
}

static bool slot_text(const struct entry *entry, char *out, size_t size)
{
    const struct sm5_slot slot = {
        .kind = entry->info.kind, .reg = entry->info.reg, .space = entry->info.space};
    return sm5_slot_format(&slot, out, size) < size;
}

/* Keywords, the first of one name wins: options, slots, names of resources, then of constants. */
static bool add_names(struct program *self)
{
    char slot[64];
    bool ok = true;
    for (int i = 0; ok && i < OPTIONS; i++)
        ok = add_name(self, option_words[i], PyLong_FromLong(-1 - i));
    for (uint32_t i = 0; ok && i < self->count; i++)
        if (self->entries[i].info.kind != 'g' && slot_text(&self->entries[i], slot, sizeof slot))
            ok = add_name(self, slot, PyLong_FromUnsignedLong(i));
    for (uint32_t i = 0; ok && i < self->count; i++)
        if (self->entries[i].info.name && self->entries[i].info.kind != 'g')
            ok = add_name(self, self->entries[i].info.name, PyLong_FromUnsignedLong(i));
    for (uint32_t i = 0; ok && i < self->count; i++) {
        size_t count = 0;
        bool is_cbuffer = self->entries[i].info.kind == 'b' && self->entries[i].layout;
        const struct sm5_field_info *fields =
            is_cbuffer ? sm5_layout_fields(self->entries[i].layout, &count) : NULL;
        for (size_t k = 0; ok && k < count; k++) {
            char name[256];
            size_t length = strcspn(fields[k].name, ".[");
            if (length >= sizeof name)
                continue;
            memcpy(name, fields[k].name, length);
            name[length] = 0;
            ok = add_name(self, name, Py_BuildValue("(Is)", i, name));
        }
    }
    return ok;
}

/* Text of `structs` for a resource, by slot or name; borrowed, NULL without one. */
static PyObject *struct_text(PyObject *structs, const struct entry *entry)
{
    char slot[64];
    if (structs == Py_None || !slot_text(entry, slot, sizeof slot))
        return NULL;
    PyObject *text = PyDict_GetItemString(structs, slot);
    return text || !entry->info.name ? text : PyDict_GetItemString(structs, entry->info.name);
}

static bool parse_struct(struct entry *entry, PyObject *text, struct sm5_diags *diags)
{
    PyObject *bytes = PyUnicode_Check(text) ? PyUnicode_AsUTF8String(text) : NULL;
    if (!bytes && !PyErr_Occurred())
        PyErr_Format(PyExc_TypeError, "structs: expected member declarations as text, not %R",
                     (PyObject *)Py_TYPE(text));
    if (!bytes)
        return false;
    enum sm5_packing packing = entry->info.kind == 'b' ? SM5_PACKING_CBUFFER : SM5_PACKING_STRUCTURED;
    enum sm5_status status =
        sm5_layout_parse(PyBytes_AsString(bytes), packing, "structs", &entry->layout, diags);
    Py_DECREF(bytes);
    if (status)
        return raise_status(status, diags) != NULL;
    uint32_t size = sm5_layout_bytes(entry->layout);
    if (entry->info.stride && size != entry->info.stride)
        return raise_binding("structs: %c%u: the structure has %u bytes; the declared stride is %u",
                             entry->info.kind, entry->info.reg, size, entry->info.stride);
    return true;
}

/* Every key of `structs` is a slot or the name of a resource. */
static bool check_structs(struct program *self)
{
    PyObject *keys = self->structs == Py_None ? NULL : PyDict_Keys(self->structs);
    bool ok = !PyErr_Occurred();
    for (Py_ssize_t i = 0; ok && keys && i < PyList_Size(keys); i++) {
        PyObject *key = PyList_GetItem(keys, i), *place = PyDict_GetItemWithError(self->names, key);
        if (place && PyLong_Check(place) && PyLong_AsLong(place) >= 0)
            continue;
        PyObject *done = call_helper("sm5._layout", "unknown_struct", "OO", (PyObject *)self, key);
        Py_XDECREF(done);
        ok = false;
    }
    Py_XDECREF(keys);
    return ok;
}

static bool add_entry(struct program *self, uint32_t index, PyObject *structs, struct sm5_diags *diags)
{
    struct entry *entry = &self->entries[index];
    sm5_resource_at(self->program, index, &entry->info);
    self->count = index + 1;
    if (entry->info.kind == 'g' || entry->info.kind == 's')
        return true;
    PyObject *text = struct_text(structs, entry);
    if (text)
        return parse_struct(entry, text, diags);
    /* Too many members: a program without names. */
    enum sm5_status status = sm5_layout_of(self->program, index, &entry->layout, diags);
    if (status && status != SM5_ERR_LIMIT)
        return raise_status(status, diags) != NULL;
    return true;
}

static bool read_program(struct program *self, PyObject *data, PyObject *name,
                         const struct sm5_read_options *options, struct sm5_diags *diags)
{
    Py_buffer bytes;
    PyObject *path = name == Py_None ? NULL : PyUnicode_AsUTF8String(name);
    enum sm5_status status;
    if (name != Py_None && !path)
        return false;
    if (PyObject_GetBuffer(data, &bytes, PyBUF_SIMPLE) < 0) {
        Py_XDECREF(path);
        return false;
    }
    const char *file = path ? PyBytes_AsString(path) : NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = sm5_program_read_with(bytes.buf, (size_t)bytes.len, file, options, &self->program, diags);
    Py_END_ALLOW_THREADS;
    PyBuffer_Release(&bytes);
    Py_XDECREF(path);
    return status ? raise_status(status, diags) != NULL : warn_diags(diags);
}

static bool fill_program(struct program *self, PyObject *data, PyObject *name, uint64_t max_memory,
                         struct sm5_diags *diags)
{
    struct sm5_info info;
    self->file = Py_NewRef(name);
    self->lock = PyThread_allocate_lock();
    self->compile_lock = PyThread_allocate_lock();
    self->names = PyDict_New();
    if (!self->lock || !self->compile_lock)
        PyErr_NoMemory();
    if (!self->lock || !self->compile_lock || !self->names ||
        !read_program(self, data, name, &(struct sm5_read_options){.max_memory = max_memory}, diags))
        return false;
    sm5_diags_clear(diags);
    sm5_program_info(self->program, &info);
    self->entries = calloc(info.resources ? info.resources : 1, sizeof *self->entries);
    if (!self->entries)
        return PyErr_NoMemory() != NULL;
    for (uint32_t i = 0; i < info.resources; i++)
        if (!add_entry(self, i, self->structs, diags))
            return false;
    return add_names(self) && check_structs(self);
}

static void link_program(struct program *self, struct module_state *state)
{
    self->state = state;
    PyThread_acquire_lock(state->lock, WAIT_LOCK);
    self->next = state->programs;
    self->link = &state->programs;
    if (self->next)
        self->next->link = &self->next;
    state->programs = self;
    PyThread_release_lock(state->lock);
}

static void unlink_program(struct program *self)
{
    PyThread_acquire_lock(self->state->lock, WAIT_LOCK);
    *self->link = self->next;
    if (self->next)
        self->next->link = self->link;
    PyThread_release_lock(self->state->lock);
}

static PyObject *program_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"data", "name", "structs", "max_memory", NULL};
    PyObject *data, *name = Py_None, *structs = Py_None;
    uint64_t max_memory = 0;
    struct module_state *state = module_state_of(type);
    if (!state || !PyArg_ParseTupleAndKeywords(arguments, keywords, "O|OO$O&:Shader", names, &data, &name,
                                               &structs, convert_u64, &max_memory))
        return NULL;
    if (structs != Py_None && !PyDict_Check(structs)) {
        PyErr_SetString(PyExc_TypeError, "structs: expected a dictionary of slots and member declarations");
        return NULL;
    }
    allocfunc alloc = PyType_GetSlot(type, Py_tp_alloc);
    struct program *self = (struct program *)alloc(type, 0);
    struct sm5_diags *diags = self ? sm5_diags_new() : NULL;
    if (self && !diags)
        PyErr_NoMemory();
    if (self)
        link_program(self, state);
    /* A copy: the caller's may change while it is read. */
    if (self)
        self->structs = structs == Py_None ? Py_NewRef(structs) : PyDict_Copy(structs);
    if (!diags || !self->structs || !fill_program(self, data, name, max_memory, diags))
        Py_CLEAR(self);
    sm5_diags_free(diags);
    return (PyObject *)self;
}

static void program_dealloc(PyObject *object)
{
    struct program *self = (struct program *)object;
    PyTypeObject *type = Py_TYPE(object);
    unlink_program(self);
    for (uint32_t i = 0; i < self->count; i++) {
        sm5_layout_free(self->entries[i].layout);
        Py_XDECREF(self->entries[i].tree);
        Py_XDECREF(self->entries[i].accepted);
        PyMem_Free(self->entries[i].defaults);
    }
    free(self->entries);
    kernels_free(self);
    sm5_program_free(self->program);
    if (self->lock)
        PyThread_free_lock(self->lock);
    if (self->compile_lock)
        PyThread_free_lock(self->compile_lock);
    Py_XDECREF(self->names);
    Py_XDECREF(self->file);
    Py_XDECREF(self->structs);
    freefunc release = PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

/* The kernels are not freed: their worker threads do not exist here, and what those had locked stays so. */
void program_forked(struct program *self)
{
    PyThread_type_lock lock = PyThread_allocate_lock(), compile_lock = PyThread_allocate_lock();
    self->lock = lock ? lock : self->lock;
    self->compile_lock = compile_lock ? compile_lock : self->compile_lock;
    atomic_store(&self->kernels, NULL);
}

/* ---- what runs use ---- */

struct entry *program_find(struct program *self, const struct sm5_slot *slot)
{
    uint64_t reg = (uint64_t)slot->reg + slot->index;
    for (uint32_t i = 0; i < self->count; i++) {
        const struct sm5_resource_info *info = &self->entries[i].info;
        if (info->kind == slot->kind && info->space == slot->space && reg >= info->reg && reg <= info->last)
            return &self->entries[i];
    }
    return NULL;
}

static PyObject *list_fields(const struct sm5_layout *layout)
{
    size_t count = 0;
    const struct sm5_field_info *fields = layout ? sm5_layout_fields(layout, &count) : NULL;
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *field =
            Py_BuildValue("(sICI)", fields[i].name, fields[i].offset, fields[i].type, fields[i].position);
        if (!field || PyList_SetItem(list, (Py_ssize_t)i, field) < 0)
            Py_CLEAR(list);
    }
    return list;
}

bool program_constants(struct program *self, struct entry *entry, PyObject **tree)
{
    PyThread_acquire_lock(self->lock, WAIT_LOCK);
    *tree = entry->tree;
    PyThread_release_lock(self->lock);
    if (*tree)
        return true;
    if (!entry->layout)
        return raise_binding("cb%u: the members are not known; pass bytes, or their declaration in structs",
                             entry->info.reg);
    size_t size = (sm5_layout_bytes(entry->layout) + 15u) & ~(size_t)15;
    uint8_t *defaults = PyMem_Calloc(size ? size : 16, 1);
    PyObject *made =
        defaults ? call_helper("sm5._layout", "tree", "(N)", list_fields(entry->layout)) : PyErr_NoMemory();
    if (!made) {
        PyMem_Free(defaults);
        return false;
    }
    sm5_layout_defaults(self->program, (uint32_t)(entry - self->entries), defaults, size);
    PyThread_acquire_lock(self->lock, WAIT_LOCK);
    bool is_first = !entry->tree;
    if (is_first) {
        entry->tree = made;
        entry->defaults = defaults;
        entry->row_bytes = size;
    }
    *tree = entry->tree;
    PyThread_release_lock(self->lock);
    if (!is_first) {
        Py_DECREF(made);
        PyMem_Free(defaults);
    }
    return true;
}

/* ---- methods ---- */

static PyObject *blob_text(struct sm5_blob *blob)
{
    PyObject *text = PyUnicode_DecodeUTF8((const char *)blob->data, (Py_ssize_t)blob->size, "replace");
    sm5_blob_free(blob);
    return text;
}

/* Raises or warns, and frees the list. False with an exception. */
static bool close_diags(enum sm5_status status, struct sm5_diags *diags)
{
    bool ok = status ? raise_status(status, diags) != NULL : warn_diags(diags);
    sm5_diags_free(diags);
    return ok;
}

static PyObject *disassemble(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"fxc", "lines", NULL};
    struct program *self = (struct program *)object;
    int fxc = 0, lines = 0;
    struct sm5_blob text = {0};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|$pp:disassemble", names, &fxc, &lines))
        return NULL;
    struct sm5_diags *diags = sm5_diags_new();
    enum sm5_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = sm5_program_print(self->program, (fxc ? SM5_PRINT_FXC : 0u) | (lines ? SM5_PRINT_LINES : 0u),
                               &text, diags);
    Py_END_ALLOW_THREADS;
    if (close_diags(status, diags))
        return blob_text(&text);
    sm5_blob_free(&text);
    return NULL;
}

static PyObject *to_bytes(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"base", NULL};
    struct program *self = (struct program *)object;
    PyObject *base = Py_None;
    struct sm5_blob file = {0};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|$O:to_bytes", names, &base))
        return NULL;
    if (base != Py_None && !PyObject_TypeCheck(base, self->state->program))
        return PyErr_Format(PyExc_TypeError, "base: expected a Shader or None, not %R", base);
    struct sm5_diags *diags = sm5_diags_new();
    enum sm5_status status;
    const struct sm5_program *container = base == Py_None ? NULL : ((struct program *)base)->program;
    Py_BEGIN_ALLOW_THREADS;
    status = sm5_program_write(self->program, container, &file, diags);
    Py_END_ALLOW_THREADS;
    PyObject *bytes = NULL;
    if (close_diags(status, diags))
        bytes = PyBytes_FromStringAndSize((const char *)file.data, (Py_ssize_t)file.size);
    sm5_blob_free(&file);
    return bytes;
}

static PyObject *validate(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"errors_only", NULL};
    struct program *self = (struct program *)object;
    int errors_only = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|$p:_validate", names, &errors_only))
        return NULL;
    struct sm5_diags *diags = sm5_diags_new();
    const struct sm5_validate_options options = {.errors_only = errors_only != 0};
    enum sm5_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = sm5_validate(self->program, &options, diags);
    Py_END_ALLOW_THREADS;
    PyObject *list = status && status != SM5_ERR_INPUT ? raise_status(status, diags) : list_diags(diags);
    sm5_diags_free(diags);
    return list;
}

static PyObject *instruction(PyObject *object, PyObject *number)
{
    struct program *self = (struct program *)object;
    struct sm5_blob text;
    uint64_t index;
    bool ok = read_unsigned(number, UINT32_MAX, "instruction", &index);
    if (!ok && !PyErr_ExceptionMatches(PyExc_OverflowError))
        return NULL;
    PyErr_Clear();
    enum sm5_status status =
        ok ? sm5_instruction_text(self->program, (uint32_t)index, &text) : SM5_ERR_ARGUMENT;
    if (status == SM5_ERR_ARGUMENT)
        return PyErr_Format(PyExc_IndexError, "instruction %R does not exist", number);
    return status ? PyErr_NoMemory() : blob_text(&text);
}

static PyObject *info(PyObject *object, PyObject *unused)
{
    (void)unused;
    struct sm5_info i;
    sm5_program_info(((struct program *)object)->program, &i);
    return Py_BuildValue("{s:s,s:I,s:I,s:s,s:I,s:I,s:I,s:(III),s:I,s:I,s:K,s:I,s:I,s:I,s:I,s:I,s:I,s:O,s:O}",
                         "stage", i.stage, "major", i.major, "minor", i.minor, "code_chunk", i.code_chunk,
                         "instructions", i.instructions, "declarations", i.declarations, "temps", i.temps,
                         "thread_group", i.thread_group[0], i.thread_group[1], i.thread_group[2],
                         "tgsm_bytes", i.tgsm_bytes, "global_flags", i.global_flags, "features",
                         (unsigned long long)i.features, "resources", i.resources, "chunks", i.chunks,
                         "inputs", i.inputs, "outputs", i.outputs, "patch_constants", i.patch_constants,
                         "slots_used", i.slots_used, "from_container", i.from_container ? Py_True : Py_False,
                         "checksum_ok", i.checksum_ok ? Py_True : Py_False);
}

static PyObject *resource_of(struct program *self, uint32_t index)
{
    const struct entry *entry = &self->entries[index];
    const struct sm5_resource_info *r = &entry->info;
    char slot[64];
    slot_text(entry, slot, sizeof slot);
    if (r->kind == 'g')
        snprintf(slot, sizeof slot, "g%u", r->reg);
    sm5_format format = sm5_resource_format(self->program, index);
    return Py_BuildValue("{s:s,s:C,s:s,s:z,s:I,s:I,s:I,s:I,s:I,s:I,s:O,s:O,s:O,s:N,s:I,s:I}", "slot", slot,
                         "kind", r->kind, "layout", r->layout, "name", r->name, "reg", r->reg, "last",
                         r->last, "space", r->space, "stride", r->stride, "count", r->count, "return_types",
                         r->return_types, "counter", r->counter ? Py_True : Py_False, "coherent",
                         r->coherent ? Py_True : Py_False, "ordered", r->ordered ? Py_True : Py_False,
                         "fields", list_fields(entry->layout), "row_bytes",
                         entry->layout ? sm5_layout_bytes(entry->layout) : 0u, "format", format);
}

static PyObject *resources(PyObject *object, PyObject *unused)
{
    (void)unused;
    struct program *self = (struct program *)object;
    PyObject *list = PyList_New(self->count);
    for (uint32_t i = 0; list && i < self->count; i++) {
        PyObject *resource = resource_of(self, i);
        if (!resource || PyList_SetItem(list, i, resource) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static bool append(PyObject *list, PyObject *item)
{
    bool ok = item && PyList_Append(list, item) == 0;
    Py_XDECREF(item);
    return ok;
}

static PyObject *elements(PyObject *object, PyObject *which)
{
    struct program *self = (struct program *)object;
    struct sm5_element_info e;
    long kind = PyLong_AsLong(which);
    PyObject *list = PyErr_Occurred() ? NULL : PyList_New(0);
    bool ok = list != NULL;
    for (uint32_t i = 0; ok && sm5_element_at(self->program, (enum sm5_signature)kind, i, &e); i++)
        ok = append(list, Py_BuildValue("{s:s,s:I,s:I,s:I,s:I,s:I,s:I,s:I}", "semantic", e.semantic, "index",
                                        e.index, "system_value", e.system_value, "type", e.type, "reg", e.reg,
                                        "mask", e.mask, "used_mask", e.used_mask, "stream", e.stream));
    if (!ok)
        Py_CLEAR(list);
    return list;
}

static PyObject *chunks(PyObject *object, PyObject *unused)
{
    (void)unused;
    struct program *self = (struct program *)object;
    struct sm5_chunk_info chunk;
    PyObject *list = PyList_New(0);
    bool ok = list != NULL;
    for (uint32_t i = 0; ok && sm5_chunk_at(self->program, i, &chunk); i++)
        ok = append(list, Py_BuildValue("(sII)", chunk.fourcc, chunk.offset, chunk.size));
    if (!ok)
        Py_CLEAR(list);
    return list;
}

static PyObject *get_file(PyObject *self, void *unused)
{
    (void)unused;
    return Py_NewRef(((struct program *)self)->file);
}

static PyObject *get_structs(PyObject *self, void *unused)
{
    (void)unused;
    PyObject *structs = ((struct program *)self)->structs;
    return structs == Py_None ? Py_NewRef(structs) : PyDict_Copy(structs);
}

#define FAST(function)     (PyCFunction)(void (*)(void))(function), METH_FASTCALL | METH_KEYWORDS
#define KEYWORDS(function) (PyCFunction)(void (*)(void))(function), METH_VARARGS | METH_KEYWORDS

static PyMethodDef methods[] = {
    {"dispatch", FAST(program_dispatch),
     "dispatch($self, groups=None, /, *, bindings=None, counters=None, threads=0, engine='auto', "
     "max_steps=0,\n"
     "max_seconds=0.0, max_memory=0, oob='spec', order=0, group_range=None, progress=None, indirect=None,\n"
     "classes=None, lanes=0, cache=True, validation='run', device=None, accept_mismatch=False, "
     "exclusive=False, **slots)\n--\n\n"
     "Runs the compute shader for groups thread groups, an int or up to three of them, and returns a "
     "DispatchResult.\n"
     "Each slot is bound by keyword: t0=array, u0=array, cb0={'dt': 0.1}, or by its name in the shader. "
     "Arrays bound\n"
     "to u# are written in place. docs/python.md describes all arguments."},
    {"_check", FAST(program_check), NULL},
    {"_run", FAST(program_run), NULL},
    {"_stage_info", program_stage_info, METH_NOARGS, NULL},
    {"_stage_elements", program_stage_elements, METH_O, NULL},
    {"disassemble", KEYWORDS(disassemble),
     "disassemble($self, *, fxc=False, lines=False)\n--\n\nThe program as assembly text. fxc: without "
     "comments that "
     "keep what\n"
     "fxc's text loses; lines: with source lines, by debug information."},
    {"to_bytes", KEYWORDS(to_bytes),
     "to_bytes($self, *, base=None)\n--\n\nThe program as a DXBC container. base: a Shader whose other "
     "chunks are "
     "kept."},
    {"_validate", KEYWORDS(validate), NULL},
    {"instruction", instruction, METH_O,
     "instruction($self, index, /)\n--\n\nAssembly text of an instruction, counted from 0 without "
     "declarations."},
    {"_info", info, METH_NOARGS, NULL},
    {"_resources", resources, METH_NOARGS, NULL},
    {"_elements", elements, METH_O, NULL},
    {"_chunks", chunks, METH_NOARGS, NULL},
    {"kernel_info", KEYWORDS(program_kernel_info),
     "kernel_info($self, engine='auto', *, lanes=0, cache=True, validation='run', device=None)\n--\n\n"
     "The engine that runs the program, its lanes, and the time of compilation. The arguments are those of "
     "dispatch."},
    {"dump", KEYWORDS(program_dump),
     "dump($self, form, *, lanes=0, validation='run')\n--\n\nThe JIT's form of the program as text: 'ir', "
     "'llvm' or 'asm'. For people; the format may change."},
    {"_find_writers", FAST(program_find_writers), NULL},
    {0},
};
static PyGetSetDef getters[] = {
    {"file", get_file, NULL, "the name that was passed for messages, or None", NULL},
    {"_structs", get_structs, NULL, NULL, NULL},
    {0},
};
static PyType_Slot slots[] = {{Py_tp_new, program_new},
                              {Py_tp_dealloc, program_dealloc},
                              {Py_tp_methods, methods},
                              {Py_tp_getset, getters},
                              {0, NULL}};
PyType_Spec program_spec = {.name = "sm5._sm5.Program",
                            .basicsize = sizeof(struct program),
                            .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                            .slots = slots};
