/* The open documents: opened, changed and closed as the client reports. */
#include <stdlib.h>

#include "lsp/lsp.h"
#include "sm5/program.h"

static size_t index_of(const lsp_documents *documents, const char *uri)
{
    size_t i = 0;
    while (i < documents->count && (!uri || strcmp(documents->data[i]->uri, uri) != 0))
        i++;
    return i;
}

struct lsp_document *lsp_find_document(const lsp_documents *documents, const char *uri)
{
    size_t i = index_of(documents, uri);
    return i < documents->count ? documents->data[i] : NULL;
}

static void free_document(struct lsp_document *document)
{
    if (!document)
        return;
    lsp_text_free(&document->text);
    lsp_analysis_free(&document->analysis);
    sm5_program_free(document->program);
    VEC_FREE(&document->tokens);
    free(document->uri);
    free(document);
}

void lsp_close_document(lsp_documents *documents, const char *uri)
{
    size_t i = index_of(documents, uri);
    if (i == documents->count)
        return;
    free_document(documents->data[i]);
    documents->data[i] = documents->data[--documents->count];
}

void lsp_free_documents(lsp_documents *documents)
{
    for (size_t i = 0; i < documents->count; i++)
        free_document(documents->data[i]);
    VEC_FREE(documents);
}

/* A new analysis of the text. */
static bool analyse(struct lsp_document *document)
{
    lsp_analysis_free(&document->analysis);
    return lsp_scan(&document->text, &document->analysis);
}

static struct lsp_document *new_document(const char *uri, const char *text, size_t length)
{
    struct lsp_document *document = calloc(1, sizeof *document);
    if (document && (document->uri = strdup(uri)) != NULL &&
        lsp_text_replace(&document->text, 0, 0, text, length) && analyse(document))
        return document;
    free_document(document);
    return NULL;
}

struct lsp_document *lsp_open_document(lsp_documents *documents, const json_t *params)
{
    const json_t *item = json_object_get(params, "textDocument"), *text = json_object_get(item, "text");
    const char *uri = json_string_value(json_object_get(item, "uri"));
    if (!uri || !json_is_string(text))
        return NULL;
    lsp_close_document(documents, uri);
    struct lsp_document *document = new_document(uri, json_string_value(text), json_string_length(text));
    if (!document || !VEC_PUSH(documents, document)) {
        free_document(document);
        return NULL;
    }
    document->version = json_integer_value(json_object_get(item, "version"));
    return document;
}

/* A change without a range replaces the whole text. A malformed change is skipped. */
static bool apply_change(struct lsp_document *document, enum lsp_encoding encoding, const json_t *change)
{
    const json_t *text = json_object_get(change, "text"), *range = json_object_get(change, "range");
    uint32_t from = 0, to = (uint32_t)document->text.bytes.count;
    if (!json_is_string(text) ||
        (range && !json_is_null(range) && !lsp_read_range(&document->text, encoding, range, &from, &to)))
        return true;
    return lsp_text_replace(&document->text, from, to, json_string_value(text), json_string_length(text));
}

/* Without memory for a change the texts of client and server differ: the document is closed. */
struct lsp_document *lsp_change_document(lsp_documents *documents, enum lsp_encoding encoding,
                                         const json_t *params)
{
    const json_t *item = json_object_get(params, "textDocument"),
                 *changes = json_object_get(params, "contentChanges");
    struct lsp_document *document =
        lsp_find_document(documents, json_string_value(json_object_get(item, "uri")));
    bool good = true;
    for (size_t i = 0; document && good && i < json_array_size(changes); i++)
        good = apply_change(document, encoding, json_array_get(changes, i));
    if (!document)
        return NULL;
    document->version = json_integer_value(json_object_get(item, "version"));
    if (good && analyse(document))
        return document;
    lsp_close_document(documents, document->uri);
    return NULL;
}
