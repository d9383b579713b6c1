/* Keyword arguments of a run as bindings. Memory is bound as it is: buffers wrap what objects export. */
#include "module.h"

#include <stdlib.h>

const char *const option_words[] = {
    "bindings",  "counters",   "threads",  "engine",     "max_steps",   "max_seconds",
    "oob",       "order",      "progress", "indirect",   "classes",     "lanes",
    "cache",     "validation", "device",   "max_memory", "group_range", "accept_mismatch",
    "exclusive", "_places",    "_stage",   "_check",     NULL};

enum { NAME_ROOM = 96 };

static void name_slot(const struct sm5_slot *slot, char out[NAME_ROOM])
{
    sm5_slot_format(slot, out, NAME_ROOM);
}

/* ---- memory ---- */

static struct hold *add_hold(struct call *call)
{
    if (call->hold_count == call->hold_room) { /* call_open counts what lists have at that time */
        PyErr_SetString(PyExc_RuntimeError, "a list of bound objects changed during the call");
        return NULL;
    }
    struct hold *hold = &call->holds[call->hold_count++];
    *hold = (struct hold){0};
    return hold;
}

static void release_hold(struct hold *hold)
{
    sm5_buffer_free(hold->buffer);
    PyMem_Free(hold->copy);
    if (hold->view.obj)
        PyBuffer_Release(&hold->view);
    *hold = (struct hold){0};
}

/* States why an object cannot be written in place. */
static bool refuse_writes(PyObject *object, const char *name)
{
    Py_buffer view;
    PyErr_Clear();
    if (PyObject_GetBuffer(object, &view, PyBUF_FULL_RO) < 0) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError,
                     "%s: expected an object with the buffer protocol, such as an array, not %R", name,
                     (PyObject *)Py_TYPE(object));
        return false;
    }
    bool is_read_only = view.readonly;
    PyBuffer_Release(&view);
    return raise_binding(is_read_only ? "%s: the array is read-only; expected one that can be written"
                                      : "%s: the array is not contiguous; expected one in C order",
                         name);
}

/* Copies inputs that cannot be bound as they are, with zeros up to a multiple of `unit` bytes. */
static bool copy_input(struct hold *hold, size_t unit)
{
    size_t size = (size_t)hold->view.len, room = (size + unit - 1) / unit * unit;
    hold->copy = PyMem_Calloc(room ? room : unit, 1);
    if (!hold->copy)
        return PyErr_NoMemory() != NULL;
    return PyBuffer_ToContiguous(hold->copy, &hold->view, hold->view.len, 'C') == 0;
}

static bool get_input(struct hold *hold, PyObject *object, const char *name)
{
    if (PyObject_GetBuffer(object, &hold->view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) == 0)
        return true;
    PyErr_Clear();
    hold->view.obj = NULL;
    if (PyObject_GetBuffer(object, &hold->view, PyBUF_FULL_RO) == 0)
        return copy_input(hold, 16);
    hold->view.obj = NULL;
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "%s: expected an object with the buffer protocol, such as an array, not %R",
                 name, (PyObject *)Py_TYPE(object));
    return false;
}

static bool get_memory(struct hold *hold, PyObject *object, bool writes, bool has_dtype, const char *name)
{
    /* NumPy makes the format's text for each request. */
    int flags = PyBUF_ND | (has_dtype ? 0 : PyBUF_FORMAT) | (writes ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(object, &hold->view, flags) == 0)
        return true;
    hold->view.obj = NULL;
    if (writes)
        return refuse_writes(object, name);
    PyErr_Clear();
    return get_input(hold, object, name);
}

/* One allocation has one buffer, so that aliasing is known as such. */
static struct sm5_buffer *find_buffer(const struct call *call, const struct hold *hold)
{
    for (size_t i = 0; i < call->hold_count && !hold->copy; i++) {
        const struct hold *other = &call->holds[i];
        if (other != hold && other->buffer && !other->copy && other->view.buf == hold->view.buf &&
            other->view.len == hold->view.len)
            return other->buffer;
    }
    return NULL;
}

static struct sm5_buffer *wrap(struct call *call, struct hold *hold, size_t unit, bool writes,
                               const char *name)
{
    bool is_aligned = (uintptr_t)hold->view.buf % 4 == 0;
    if (writes && !is_aligned) {
        raise_binding("%s: the memory is not aligned to 4 bytes", name);
        return NULL;
    }
    if (!hold->copy && (!is_aligned || (size_t)hold->view.len % unit) && !copy_input(hold, unit))
        return NULL;
    hold->used = find_buffer(call, hold);
    if (hold->used)
        return hold->used;
    size_t size = ((size_t)hold->view.len + unit - 1) / unit * unit;
    hold->buffer = sm5_buffer_wrap(hold->copy ? hold->copy : hold->view.buf, size);
    if (!hold->buffer)
        PyErr_NoMemory();
    return hold->used = hold->buffer;
}

struct hold *call_hold(struct call *call, PyObject *object, bool writes, const char *name)
{
    struct hold *hold = add_hold(call);
    return hold && get_memory(hold, object, writes, false, name) && wrap(call, hold, 1, writes, name) ? hold
                                                                                                      : NULL;
}

/* ---- types ---- */

static bool is_layout(const struct entry *entry, const char *layout)
{
    return strcmp(entry->info.layout, layout) == 0;
}

static bool is_texture(const struct entry *entry)
{
    return strncmp(entry->info.layout, "texture", 7) == 0;
}

/* Bytes of a structure: an item of the array, or of its last axes; these may also be a row of several structures. */
static bool check_stride(const struct entry *entry, const Py_buffer *view, uint32_t stride, const char *name)
{
    if (!stride)
        stride = entry->info.stride;
    size_t bytes = (size_t)view->itemsize;
    if (bytes == stride || !stride)
        return true;
    if (bytes > stride)
        return raise_binding("%s: an item of the array has %zu bytes; the stride is %u", name, bytes, stride);
    if (view->ndim < 2 || !view->shape)
        return (size_t)view->len % stride == 0 ||
               raise_binding("%s: %zd bytes are not a multiple of the stride, %u", name, view->len, stride);
    for (int axis = view->ndim - 1; axis > 0 && bytes < stride; axis--)
        bytes *= (size_t)view->shape[axis];
    if (bytes && bytes % stride == 0)
        return true;
    return raise_binding("%s: a row of the array has %zu bytes; the stride is %u", name, bytes, stride);
}

/* Compares the type of the array with the declaration, and finds the format of texels. */
static bool accept_type(struct call *call, struct entry *entry, const struct hold *hold, PyObject *type,
                        sm5_format *format, const char *name)
{
    struct program *self = call->self;
    const Py_buffer *view = &hold->view;
    bool has_channels = view->ndim > 1 && view->shape && view->shape[view->ndim - 1] <= 4;
    Py_ssize_t channels = has_channels ? view->shape[view->ndim - 1] : 1;
    PyThread_acquire_lock(self->lock, WAIT_LOCK);
    bool is_known = entry->accepted == type && entry->accepted_channels == channels;
    sm5_format known = entry->accepted_format;
    PyThread_release_lock(self->lock);
    if (!is_known) {
        PyObject *found =
            call_helper("sm5._layout", "accept", "OInOsn", (PyObject *)self,
                        (unsigned)(entry - self->entries), channels, type, name, view->itemsize);
        if (!found)
            return false;
        known = (sm5_format)PyLong_AsUnsignedLong(found);
        Py_DECREF(found);
        PyThread_acquire_lock(self->lock, WAIT_LOCK);
        PyObject *old = entry->accepted;
        entry->accepted = Py_NewRef(type);
        entry->accepted_channels = channels;
        entry->accepted_format = known;
        PyThread_release_lock(self->lock);
        Py_XDECREF(old);
    }
    if (!*format && is_layout(entry, "buffer"))
        *format = known;
    return true;
}

/* ---- values ---- */

static bool bind_view(struct call *call, const struct sm5_slot *slot, const struct sm5_view *view)
{
    enum sm5_status status = sm5_bind(call->bindings, slot, view, call->diags);
    return !status || raise_status(status, call->diags) != NULL;
}

static uint64_t element_bytes(const struct entry *entry, const struct sm5_view *view)
{
    if (entry->info.kind == 'b')
        return 16;
    if (view->kind == SM5_VIEW_TYPED || is_layout(entry, "buffer"))
        return sm5_format_bytes(view->format);
    return is_layout(entry, "raw") ? 4 : view->stride ? view->stride : entry->info.stride;
}

static bool bind_memory(struct call *call, struct entry *entry, const struct sm5_slot *slot, PyObject *object,
                        struct sm5_view *view)
{
    char name[NAME_ROOM];
    bool writes = entry->info.kind == 'u', is_bytes = PyBytes_Check(object) || PyByteArray_Check(object);
    struct hold *hold = add_hold(call);
    name_slot(slot, name);
    PyObject *type = is_bytes || !hold ? NULL : PyObject_GetAttr(object, call->self->state->dtype);
    PyErr_Clear();
    bool ok = hold && get_memory(hold, object, writes, type != NULL, name);
    if (ok && !type)
        type = PyUnicode_FromString(hold->view.format ? hold->view.format : "B");
    bool is_compared = !call->accepts_mismatch || is_layout(entry, "buffer");
    ok = ok && type &&
         (view->texture.kind || !is_compared || accept_type(call, entry, hold, type, &view->format, name)) &&
         (!is_compared || !is_layout(entry, "structured") ||
          check_stride(entry, &hold->view, view->stride, name));
    Py_XDECREF(type);
    view->buffer = ok ? wrap(call, hold, entry->info.kind == 'b' ? 16 : 1, writes, name) : NULL;
    if (ok) {
        hold->entry = entry;
        hold->index = slot->index;
        hold->start = view->first * element_bytes(entry, view);
    }
    view->has_counter = entry->info.counter || view->counter_buffer;
    return view->buffer && bind_view(call, slot, view);
}

static bool bind_sampler(struct call *call, const struct sm5_slot *slot, PyObject *value)
{
    char name[NAME_ROOM];
    if (Py_TYPE(value) != call->self->state->sampler) {
        name_slot(slot, name);
        PyErr_Format(PyExc_TypeError, "%s: expected a Sampler, not %R", name, (PyObject *)Py_TYPE(value));
        return false;
    }
    enum sm5_status status =
        sm5_bind_sampler(call->bindings, slot, &((struct sampler *)value)->state, call->diags);
    return !status || raise_status(status, call->diags) != NULL;
}

static uint8_t *constant_row(struct call *call, struct entry *entry, PyObject **tree)
{
    if (!program_constants(call->self, entry, tree))
        return NULL;
    for (size_t i = 0; i < call->row_count; i++)
        if (call->rows[i].entry == entry)
            return call->rows[i].row;
    struct constant_row *row = &call->rows[call->row_count];
    row->entry = entry;
    row->row = PyMem_Malloc(entry->row_bytes ? entry->row_bytes : 16);
    if (!row->row) {
        PyErr_NoMemory();
        return NULL;
    }
    memcpy(row->row, entry->defaults, entry->row_bytes);
    call->row_count++;
    return row->row;
}

static bool set_constants(struct call *call, struct entry *entry, PyObject *value, const char *name)
{
    PyObject *tree;
    uint8_t *row = constant_row(call, entry, &tree);
    return row && constants_fill(tree, value, row, name);
}

/* `place`: (entry, name of a member). */
static bool set_constant(struct call *call, PyObject *place, PyObject *value)
{
    PyObject *tree, *member = PyTuple_GetItem(place, 1);
    struct entry *entry = &call->self->entries[PyLong_AsUnsignedLong(PyTuple_GetItem(place, 0))];
    uint8_t *row = constant_row(call, entry, &tree);
    PyObject *node = row ? PyDict_GetItemWithError(tree, member) : NULL;
    PyObject *name = node ? PyUnicode_AsUTF8String(member) : NULL;
    bool ok = name && constants_fill(node, value, row, PyBytes_AsString(name));
    Py_XDECREF(name);
    return ok;
}

static bool bind_constants(struct call *call)
{
    for (size_t i = 0; i < call->row_count; i++) {
        struct entry *entry = call->rows[i].entry;
        const struct sm5_slot slot = {.kind = 'b', .reg = entry->info.reg, .space = entry->info.space};
        for (size_t k = 0; k < call->hold_count; k++)
            if (call->holds[k].entry == entry)
                return raise_binding("cb%u: bound by memory and by member", entry->info.reg);
        struct hold *hold = add_hold(call);
        if (!hold)
            return false;
        hold->buffer = sm5_buffer_wrap(call->rows[i].row, entry->row_bytes);
        if (!hold->buffer)
            return PyErr_NoMemory() != NULL;
        if (!bind_view(call, &slot, &(struct sm5_view){.buffer = hold->buffer}))
            return false;
    }
    return true;
}

static bool bind_value(struct call *call, struct entry *entry, struct sm5_slot slot, PyObject *value);

/* A list for a range of registers or a descriptor array. */
static bool bind_list(struct call *call, struct entry *entry, struct sm5_slot slot, PyObject *values)
{
    Py_ssize_t count = PySequence_Size(values);
    char name[NAME_ROOM];
    name_slot(&slot, name);
    if (count < 0)
        return false;
    if ((uint64_t)count > (uint64_t)entry->info.last - entry->info.reg + 1)
        return raise_binding("%s: %zd items for %" PRIu64 " registers", name, count,
                             (uint64_t)entry->info.last - entry->info.reg + 1);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PySequence_GetItem(values, i);
        struct sm5_slot each = slot;
        each.index = (uint32_t)i;
        bool ok = item && bind_value(call, entry, each, item);
        Py_XDECREF(item);
        if (!ok)
            return false;
    }
    return true;
}

static bool is_view(const struct call *call, PyObject *value)
{
    return PyObject_TypeCheck(value, call->self->state->view);
}

static bool bind_view_object(struct call *call, struct entry *entry, const struct sm5_slot *slot,
                             const struct view *given)
{
    struct sm5_view view = given->view;
    if (given->counter) {
        struct hold *hold = call_hold(call, given->counter, true, "counter");
        if (!hold)
            return false;
        view.counter_buffer = hold->used;
    }
    return bind_memory(call, entry, slot, given->object, &view);
}

static bool bind_value(struct call *call, struct entry *entry, struct sm5_slot slot, PyObject *value)
{
    struct sm5_view view = {0};
    char name[NAME_ROOM];
    bool is_list = PyList_Check(value) || PyTuple_Check(value);
    if (value == Py_None)
        return true;
    if (is_list && entry->info.last != entry->info.reg)
        return bind_list(call, entry, slot, value);
    if (entry->info.kind == 's')
        return bind_sampler(call, &slot, value);
    if (entry->info.kind == 'b' &&
        (is_list || PyDict_Check(value) || PyFloat_Check(value) || PyLong_Check(value))) {
        name_slot(&slot, name);
        return set_constants(call, entry, value, name);
    }
    if (is_view(call, value))
        return bind_view_object(call, entry, &slot, (struct view *)value);
    if (!is_texture(entry))
        return bind_memory(call, entry, &slot, value, &view);
    name_slot(&slot, name);
    PyObject *made = call_helper("sm5._texture", "adapt", "OIOs", (PyObject *)call->self,
                                 (unsigned)(entry - call->self->entries), value, name);
    bool ok = made && is_view(call, made);
    if (ok) {
        ok = bind_view_object(call, entry, &slot, (struct view *)made);
    } else if (made) {
        PyErr_SetString(PyExc_SystemError, "adapt: expected a View");
    }
    Py_XDECREF(made);
    return ok;
}

/* ---- keywords ---- */

static bool refuse_name(struct call *call, PyObject *name)
{
    PyObject *done = call_helper("sm5._layout", "unknown_name", "OO", (PyObject *)call->self, name);
    Py_XDECREF(done);
    return false;
}

/* The slot that a text names, and the declaration that contains it. */
static struct entry *parse_slot(const struct call *call, PyObject *name, struct sm5_slot *slot)
{
    PyObject *text = PyUnicode_Check(name) ? PyUnicode_AsUTF8String(name) : NULL;
    bool ok = text && sm5_slot_parse(PyBytes_AsString(text), slot);
    Py_XDECREF(text);
    PyErr_Clear();
    return ok ? program_find(call->self, slot) : NULL;
}

static struct entry *find_slot(const struct call *call, PyObject *name, struct sm5_slot *slot)
{
    PyObject *place = PyUnicode_Check(name) ? PyDict_GetItemWithError(call->self->names, name) : NULL;
    if (!place || !PyLong_Check(place) || PyLong_AsLong(place) < 0)
        return parse_slot(call, name, slot);
    struct entry *entry = &call->self->entries[PyLong_AsLong(place)];
    *slot = (struct sm5_slot){.kind = entry->info.kind, .reg = entry->info.reg, .space = entry->info.space};
    return entry;
}

static bool bind_keyword(struct call *call, PyObject *name, PyObject *value)
{
    PyObject *place = PyUnicode_Check(name) ? PyDict_GetItemWithError(call->self->names, name) : NULL;
    struct sm5_slot slot;
    if (place && PyTuple_Check(place))
        return set_constant(call, place, value);
    struct entry *entry = find_slot(call, name, &slot);
    if (!entry)
        return refuse_name(call, name);
    return bind_value(call, entry, slot, value);
}

static bool is_option(const struct call *call, PyObject *name, int *option)
{
    PyObject *place = PyDict_GetItemWithError(call->self->names, name);
    long number = place && PyLong_Check(place) ? PyLong_AsLong(place) : 0;
    *option = (int)(-1 - number);
    return number < 0;
}

/* A snapshot: a dictionary may change while it is read. */
static bool bind_dictionary(struct call *call, PyObject *items)
{
    for (Py_ssize_t i = 0; i < PyList_Size(items); i++) {
        PyObject *item = PyList_GetItem(items, i);
        if (!bind_keyword(call, PyTuple_GetItem(item, 0), PyTuple_GetItem(item, 1)))
            return false;
    }
    return true;
}

static bool set_counter(struct call *call, PyObject *key, PyObject *value)
{
    char name[NAME_ROOM];
    struct sm5_slot slot;
    uint64_t number;
    if (!find_slot(call, key, &slot))
        return refuse_name(call, key);
    name_slot(&slot, name);
    if (!read_unsigned(value, UINT32_MAX, name, &number))
        return false;
    return sm5_counter_set(call->bindings, &slot, (uint32_t)number) ||
           raise_binding("counters: %s has no counter, or is not bound", name);
}

static bool set_counters(struct call *call, PyObject *counters)
{
    if (!PyDict_Check(counters)) {
        PyErr_SetString(PyExc_TypeError, "counters: expected a dictionary of slots and values");
        return false;
    }
    PyObject *items = PyDict_Items(counters);
    bool ok = items != NULL;
    for (Py_ssize_t i = 0; ok && i < PyList_Size(items); i++)
        ok = set_counter(call, PyTuple_GetItem(PyList_GetItem(items, i), 0),
                         PyTuple_GetItem(PyList_GetItem(items, i), 1));
    Py_XDECREF(items);
    return ok;
}

static bool bind_classes(struct call *call, PyObject *classes)
{
    PyObject *list = call_helper("sm5._layout", "classes", "(O)", classes);
    bool ok = list != NULL;
    for (Py_ssize_t i = 0; ok && i < PyList_Size(list); i++) {
        uint32_t interface_id, element, table, from[4];
        ok = PyArg_ParseTuple(PyList_GetItem(list, i), "O&O&O&(O&O&O&O&)", convert_u32, &interface_id,
                              convert_u32, &element, convert_u32, &table, convert_u32, &from[0], convert_u32,
                              &from[1], convert_u32, &from[2], convert_u32, &from[3]);
        enum sm5_status status =
            ok ? sm5_bind_class(call->bindings, interface_id, element, table, from, call->diags) : SM5_OK;
        ok = ok && (!status || raise_status(status, call->diags) != NULL);
    }
    Py_XDECREF(list);
    return ok;
}

/* Objects that the call may hold: two each keyword and item of a list, as views have memory and a counter; the counts of
   an indirect dispatch, and a row for each constant buffer. */
static size_t count_objects(PyObject *const *values, Py_ssize_t count)
{
    size_t sum = (size_t)count;
    for (Py_ssize_t i = 0; i < count; i++)
        if (PyList_Check(values[i]) || PyTuple_Check(values[i]))
            sum += (size_t)PySequence_Size(values[i]);
    return sum;
}

static bool make_room(struct call *call, PyObject *const *values, Py_ssize_t count, PyObject *items)
{
    size_t room = 2 * count_objects(values, count) + call->self->count + 8;
    for (Py_ssize_t i = 0; items && i < PyList_Size(items); i++) {
        PyObject *value = PyTuple_GetItem(PyList_GetItem(items, i), 1);
        room += 2 * count_objects(&value, 1);
    }
    call->holds = PyMem_Malloc(room * sizeof *call->holds);
    call->rows = PyMem_Malloc((call->self->count + 1) * sizeof *call->rows);
    call->hold_room = room;
    return (call->holds && call->rows) || PyErr_NoMemory() != NULL;
}

static bool bind_all(struct call *call, PyObject *const *values, PyObject *names, PyObject *items)
{
    Py_ssize_t count = names ? PyTuple_Size(names) : 0;
    int option;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *name = PyTuple_GetItem(names, i);
        if (!is_option(call, name, &option) && !bind_keyword(call, name, values[i]))
            return false;
    }
    if ((items && !bind_dictionary(call, items)) || !bind_constants(call))
        return false;
    PyObject *counters = call->options[OPTION_COUNTERS], *classes = call->options[OPTION_CLASSES];
    return (!counters || set_counters(call, counters)) && (!classes || bind_classes(call, classes));
}

bool call_open(struct call *call, struct program *self, PyObject *const *values, PyObject *names)
{
    Py_ssize_t count = names ? PyTuple_Size(names) : 0;
    PyObject *items = NULL;
    int option;
    *call = (struct call){.self = self};
    for (Py_ssize_t i = 0; i < count; i++)
        if (is_option(call, PyTuple_GetItem(names, i), &option) && values[i] != Py_None)
            call->options[option] = values[i];
    PyObject *more = call->options[OPTION_BINDINGS];
    if (more && !PyMapping_Check(more))
        PyErr_SetString(PyExc_TypeError, "bindings: expected a dictionary of slots and values");
    items = more && !PyErr_Occurred() ? PyMapping_Items(more) : NULL;
    if (more && !items) {
        if (PyErr_ExceptionMatches(PyExc_AttributeError))
            PyErr_SetString(PyExc_TypeError, "bindings: expected a dictionary of slots and values");
        return false;
    }
    PyObject *progress = call->options[OPTION_PROGRESS];
    if (progress && !PyCallable_Check(progress)) {
        PyErr_Format(PyExc_TypeError, "progress: expected a function, not %R", progress);
        Py_XDECREF(items);
        return false;
    }
    call->bindings = sm5_bindings_new(self->program);
    call->diags = sm5_diags_new();
    if (!call->bindings || !call->diags)
        PyErr_NoMemory();
    int accepts =
        call->options[OPTION_ACCEPT_MISMATCH] ? PyObject_IsTrue(call->options[OPTION_ACCEPT_MISMATCH]) : 0;
    call->accepts_mismatch = accepts > 0;
    if (call->bindings && call->accepts_mismatch)
        sm5_bindings_accept_mismatch(call->bindings);
    bool ok = accepts >= 0 && call->bindings && call->diags && make_room(call, values, count, items) &&
              bind_all(call, values, names, items);
    Py_XDECREF(items);
    return ok;
}

void call_close(struct call *call)
{
    sm5_bindings_free(call->bindings);
    for (size_t i = 0; i < call->hold_count; i++)
        release_hold(&call->holds[i]);
    for (size_t i = 0; i < call->row_count; i++)
        PyMem_Free(call->rows[i].row);
    PyMem_Free(call->rows);
    PyMem_Free(call->holds);
    sm5_diags_free(call->diags);
}

bool call_place(struct call *call, PyObject *slot, uint64_t offset, const struct sm5_buffer **buffer,
                uint64_t *byte)
{
    struct sm5_slot at;
    const struct entry *entry = find_slot(call, slot, &at);
    if (!entry)
        return refuse_name(call, slot);
    for (size_t i = 0; i < call->hold_count; i++) {
        const struct hold *hold = &call->holds[i];
        if (hold->entry != entry || hold->index != at.reg + at.index - entry->info.reg)
            continue;
        *buffer = hold->used;
        *byte = hold->start + offset;
        return (*byte >= offset && *byte < sm5_buffer_size(hold->used)) ||
               raise_binding("%c%u: byte %" PRIu64 " is past the end of the memory, %" PRIu64 " bytes",
                             at.kind, at.reg, *byte, sm5_buffer_size(hold->used));
    }
    return raise_binding("%c%u: no memory is bound", at.kind, at.reg);
}

PyObject *call_counters(const struct call *call)
{
    PyObject *dictionary = PyDict_New();
    for (uint32_t i = 0; dictionary && i < call->self->count; i++) {
        const struct sm5_resource_info *info = &call->self->entries[i].info;
        const struct sm5_slot slot = {.kind = 'u', .reg = info->reg, .space = info->space};
        uint32_t value;
        if (info->kind != 'u' || !info->counter || !sm5_counter_get(call->bindings, &slot, &value))
            continue;
        char name[NAME_ROOM];
        name_slot(&slot, name);
        PyObject *number = PyLong_FromUnsignedLong(value);
        if (!number || PyDict_SetItemString(dictionary, name, number) < 0)
            Py_CLEAR(dictionary);
        Py_XDECREF(number);
    }
    return dictionary;
}
