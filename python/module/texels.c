/* Texels of a texture's memory, decoded as shaders load them. */
#include "module.h"

/* All samples of a mip of a layer, row by row. */
static void decode(const struct sm5_texture *texture, const struct sm5_format_info *info,
                   const struct sm5_subresource *place, const uint8_t *data, uint32_t (*out)[4])
{
    const uint32_t samples = texture->samples ? texture->samples : 1;
    for (uint32_t z = 0; z < place->depth; z++)
        for (uint32_t y = 0; y < place->height; y++)
            for (uint32_t x = 0; x < place->width * samples; x++)
                sm5_format_load(texture->format,
                                data + place->offset + z * place->slice_bytes +
                                    y / info->block_height * place->row_bytes +
                                    (size_t)(x / info->block_width) * info->bytes,
                                x % info->block_width, y % info->block_height, *out++);
}

static PyObject *decode_object(const struct view *self, const struct sm5_subresource *place,
                               const struct sm5_format_info *info)
{
    const struct sm5_texture *texture = &self->view.texture;
    const uint32_t samples = texture->samples ? texture->samples : 1;
    const uint64_t texels = (uint64_t)place->width * samples * place->height * place->depth;
    Py_buffer memory;
    if (PyObject_GetBuffer(self->object, &memory, PyBUF_C_CONTIGUOUS) < 0)
        return NULL;
    PyObject *bytes = NULL;
    if ((uint64_t)memory.len < sm5_texture_bytes(texture))
        raise_binding("the texture has %" PRIu64 " bytes; its memory has %zd", sm5_texture_bytes(texture),
                      memory.len);
    else
        bytes = PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)(16 * texels));
    void *out = bytes ? PyByteArray_AsString(bytes) : NULL;
    if (out) {
        Py_BEGIN_ALLOW_THREADS;
        decode(texture, info, place, memory.buf, out);
        Py_END_ALLOW_THREADS;
    }
    PyBuffer_Release(&memory);
    return bytes;
}

PyObject *view_texels(PyObject *object, PyObject *arguments)
{
    static const char types[] = {[SM5_TEXEL_FLOAT] = 'f', [SM5_TEXEL_UINT] = 'u', [SM5_TEXEL_SINT] = 'i'};
    struct view *self = (struct view *)object;
    uint32_t mip, layer;
    struct sm5_subresource place;
    struct sm5_format_info info;
    if (!PyArg_ParseTuple(arguments, "O&O&", convert_u32, &mip, convert_u32, &layer))
        return NULL;
    if (!sm5_texture_subresource(&self->view.texture, mip, layer, &place))
        return PyErr_Format(PyExc_IndexError, "mip %u of layer %u does not exist", mip, layer);
    if (!sm5_format_info(self->view.texture.format, &info) || !info.type)
        return PyErr_Format(PyExc_TypeError, "format %s has no texels; expected one of views",
                            sm5_format_name(self->view.texture.format));
    PyObject *bytes = decode_object(self, &place, &info);
    return bytes ? Py_BuildValue("(CN)", types[info.type], bytes) : NULL;
}
