/* Positions, ranges and lists as JSON. */
#include "lsp/lsp.h"

json_t *lsp_position_json(const struct lsp_request *r, uint32_t offset)
{
    struct lsp_position position = lsp_text_position(r->text, r->encoding, offset);
    return json_pack("{s:I,s:I}", "line", (json_int_t)position.line, "character",
                     (json_int_t)position.character);
}

json_t *lsp_range_json(const struct lsp_request *r, uint32_t from, uint32_t to)
{
    return json_pack("{s:o,s:o}", "start", lsp_position_json(r, from), "end", lsp_position_json(r, to));
}

json_t *lsp_token_range_json(const struct lsp_request *r, const struct lsp_token *token)
{
    return lsp_range_json(r, token->at, token->at + token->length);
}

json_t *lsp_take_text(struct strbuf *text)
{
    json_t *json = text->failed ? NULL : json_string(strbuf_text(text));
    strbuf_free(text);
    return json;
}

static bool read_number(const json_t *json, const char *key, uint32_t *out)
{
    const json_t *value = json_object_get(json, key);
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < 0)
        return false;
    *out = number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
    return true;
}

bool lsp_read_position(const json_t *json, struct lsp_position *out)
{
    return read_number(json, "line", &out->line) && read_number(json, "character", &out->character);
}

bool lsp_read_range(const struct lsp_text *text, enum lsp_encoding encoding, const json_t *json,
                    uint32_t *from, uint32_t *to)
{
    struct lsp_position start, end;
    if (!lsp_read_position(json_object_get(json, "start"), &start) ||
        !lsp_read_position(json_object_get(json, "end"), &end))
        return false;
    *from = lsp_text_offset(text, encoding, start);
    *to = lsp_text_offset(text, encoding, end);
    return *from <= *to;
}

bool lsp_append(json_t *array, json_t *item)
{
    return item && json_array_append_new(array, item) == 0;
}

json_t *lsp_finish(json_t *array, bool good)
{
    if (good)
        return array;
    json_decref(array);
    return NULL;
}
