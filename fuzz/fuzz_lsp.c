/* After any incremental changes the language server's text is the reference text, which is edited here by a plain
   implementation of positions; every request is answered with a result; formatting keeps the program. The input is a
   byte whose bit 0 selects UTF-8 positions, then steps: a byte that selects the step, and its operands. */
#include "fuzz.h"
#include "lsp/lsp.h"

struct input {
    const uint8_t *data;
    size_t size;
    bool utf8;
};

struct session {
    struct lsp *lsp;
    struct strbuf text; /* the reference */
    json_t *reply;      /* the last message with an id */
    bool utf8;
};

static uint8_t next_byte(struct input *in)
{
    if (!in->size)
        return 0;
    in->size--;
    return *in->data++;
}

/* ---- messages ---- */

static bool keep_reply(void *user, json_t *message)
{
    struct session *s = user;
    FUZZ_CHECK(message != NULL);
    if (json_object_get(message, "id")) {
        json_decref(s->reply);
        s->reply = json_incref(message);
    }
    json_decref(message);
    return true;
}

/* Consumes `params`; the result of a request. */
static const json_t *ask(struct session *s, const char *method, json_t *params)
{
    json_t *message =
        json_pack("{s:s,s:i,s:s,s:o}", "jsonrpc", "2.0", "id", 1, "method", method, "params", params);
    FUZZ_CHECK(message && lsp_receive(s->lsp, message));
    json_decref(message);
    const json_t *result = json_object_get(s->reply, "result");
    FUZZ_CHECK(result != NULL);
    return result;
}

static void notify(struct session *s, const char *method, json_t *params)
{
    json_t *message = json_pack("{s:s,s:s,s:o}", "jsonrpc", "2.0", "method", method, "params", params);
    FUZZ_CHECK(message && lsp_receive(s->lsp, message));
    json_decref(message);
}

/* ---- the reference ---- */

/* Bytes of the line end at `at`; 0: none. */
static size_t break_at(const struct strbuf *text, size_t at)
{
    const char *bytes = strbuf_text(text);
    if (at >= text->length || (bytes[at] != '\n' && bytes[at] != '\r'))
        return 0;
    return bytes[at] == '\r' && at + 1 < text->length && bytes[at + 1] == '\n' ? 2 : 1;
}

/* The offset of a position, by walking all of the text. */
static size_t offset_of(const struct session *s, unsigned line, unsigned character)
{
    const struct strbuf *text = &s->text;
    size_t at = 0;
    unsigned units = 0;
    for (; line; line--) {
        while (at < text->length && !break_at(text, at))
            at++;
        if (at == text->length)
            return at;
        at += break_at(text, at);
    }
    while (at < text->length && !break_at(text, at)) {
        unsigned char c = (unsigned char)strbuf_text(text)[at];
        unsigned bytes = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
        units += s->utf8 ? bytes : bytes == 4 ? 2 : 1;
        if (units > character)
            break;
        at += bytes;
    }
    return at;
}

static void replace(struct strbuf *text, size_t from, size_t to, const char *new, size_t length)
{
    struct strbuf changed = {0};
    strbuf_add_bytes(&changed, strbuf_text(text), from);
    strbuf_add_bytes(&changed, new, length);
    strbuf_add_bytes(&changed, strbuf_text(text) + to, text->length - to);
    FUZZ_CHECK(!changed.failed);
    strbuf_free(text);
    *text = changed;
}

static void compare(const struct session *s)
{
    size_t length;
    const char *text = lsp_document_text(s->lsp, "a", &length);
    FUZZ_CHECK(length == s->text.length && memcmp(text ? text : "", strbuf_text(&s->text), length) == 0);
}

/* ---- steps ---- */

/* Text of JSON: UTF-8 without NUL. */
static struct strbuf next_text(struct input *in, size_t length)
{
    static const char *const wide[] = {"\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\r\n"};
    struct strbuf text = {0};
    for (; length && in->size; length--) {
        uint8_t byte = next_byte(in);
        if (byte >= 0x80)
            strbuf_add(&text, wide[byte % BASE_COUNT(wide)]);
        else
            strbuf_add_char(&text, byte ? (char)byte : '\n');
    }
    return text;
}

static json_t *position(unsigned line, unsigned character)
{
    return json_pack("{s:i,s:i}", "line", (int)line, "character", (int)character);
}

static void change(struct session *s, struct input *in)
{
    unsigned place[4];
    for (int i = 0; i < 4; i++)
        place[i] = next_byte(in);
    place[2] += place[0]; /* the end: lines after the start */
    struct strbuf new = next_text(in, next_byte(in));
    size_t from = offset_of(s, place[0], place[1]), to = offset_of(s, place[2], place[3]);
    if (from <= to) /* other ranges are skipped */
        replace(&s->text, from, to, strbuf_text(&new), new.length);
    notify(s, "textDocument/didChange",
           json_pack("{s:{s:s,s:i},s:[{s:{s:o,s:o},s:s}]}", "textDocument", "uri", "a", "version", 2,
                     "contentChanges", "range", "start", position(place[0], place[1]), "end",
                     position(place[2], place[3]), "text", strbuf_text(&new)));
    strbuf_free(&new);
    compare(s);
}

static void request(struct session *s, struct input *in)
{
    static const char *const methods[] = {"hover",
                                          "definition",
                                          "references",
                                          "documentHighlight",
                                          "completion",
                                          "signatureHelp",
                                          "documentSymbol",
                                          "foldingRange",
                                          "semanticTokens/full",
                                          "semanticTokens/full/delta",
                                          "formatting",
                                          "semanticTokens/range"};
    struct strbuf method = {0};
    char id[4] = {(char)('0' + next_byte(in) % 8), 0};
    strbuf_printf(&method, "textDocument/%s", methods[next_byte(in) % BASE_COUNT(methods)]);
    unsigned line = next_byte(in), character = next_byte(in);
    ask(s, strbuf_text(&method),
        json_pack("{s:{s:s},s:o,s:{s:o,s:o},s:{s:b},s:s}", "textDocument", "uri", "a", "position",
                  position(line, character), "range", "start", position(0, character), "end",
                  position(line, character), "context", "includeDeclaration", line & 1, "previousResultId",
                  id));
    strbuf_free(&method);
}

static size_t offset_of_json(const struct session *s, const json_t *place)
{
    return offset_of(s, (unsigned)json_integer_value(json_object_get(place, "line")),
                     (unsigned)json_integer_value(json_object_get(place, "character")));
}

static struct sm5_program *parse(const struct strbuf *text)
{
    struct sm5_program *program = program_new();
    FUZZ_CHECK(program != NULL);
    if (text_parse(strbuf_text(text), text->length, "a", &bytecode_codec, program, NULL) == SM5_OK)
        return program;
    program_free(program);
    return NULL;
}

/* Both texts are wrong, or have the same code. */
static void compare_programs(const struct strbuf *before, const struct strbuf *after)
{
    struct sm5_program *first = parse(before), *second = parse(after);
    FUZZ_CHECK(!first == !second);
    if (!first)
        return;
    struct program_tokens words[2];
    struct bytes a = fuzz_encode(first, &words[0]), b = fuzz_encode(second, &words[1]);
    FUZZ_CHECK(a.size == b.size && memcmp(a.data, b.data, a.size) == 0);
    free(words[0].data);
    free(words[1].data);
    program_free(first);
    program_free(second);
}

/* The edits are in the order of the text. They are made here, in the reverse order, and sent as a change of all. */
static void format(struct session *s)
{
    struct strbuf before = {0};
    strbuf_add_bytes(&before, strbuf_text(&s->text), s->text.length);
    const json_t *edits =
        ask(s, "textDocument/formatting", json_pack("{s:{s:s}}", "textDocument", "uri", "a"));
    for (size_t i = json_array_size(edits); i--;) {
        const json_t *edit = json_array_get(edits, i), *range = json_object_get(edit, "range");
        const json_t *new = json_object_get(edit, "newText");
        size_t from = offset_of_json(s, json_object_get(range, "start"));
        size_t to = offset_of_json(s, json_object_get(range, "end"));
        FUZZ_CHECK(from <= to);
        replace(&s->text, from, to, json_string_value(new), json_string_length(new));
    }
    compare_programs(&before, &s->text);
    strbuf_free(&before);
    notify(s, "textDocument/didChange",
           json_pack("{s:{s:s,s:i},s:[{s:s}]}", "textDocument", "uri", "a", "version", 3, "contentChanges",
                     "text", strbuf_text(&s->text)));
    compare(s);
    edits = ask(s, "textDocument/formatting", json_pack("{s:{s:s}}", "textDocument", "uri", "a"));
    FUZZ_CHECK(json_array_size(edits) == 0);
}

static void open_document(struct session *s, struct input *in)
{
    size_t length = 16u * next_byte(in);
    s->text = next_text(in, length);
    notify(s, "textDocument/didOpen",
           json_pack("{s:{s:s,s:s,s:i,s:s}}", "textDocument", "uri", "a", "languageId", "sm5", "version", 1,
                     "text", strbuf_text(&s->text)));
    compare(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {.data = data, .size = size};
    struct session s = {.utf8 = next_byte(&in) & 1};
    s.lsp = lsp_new(keep_reply, &s);
    FUZZ_CHECK(s.lsp != NULL);
    ask(&s, "initialize",
        json_pack("{s:{s:{s:[s]}}}", "capabilities", "general", "positionEncodings",
                  s.utf8 ? "utf-8" : "utf-16"));
    open_document(&s, &in);
    for (int steps = 0; in.size && steps < 64; steps++) {
        uint8_t step = next_byte(&in) % 8;
        if (step < 4)
            change(&s, &in);
        else if (step < 7)
            request(&s, &in);
        else
            format(&s);
    }
    json_decref(s.reply);
    strbuf_free(&s.text);
    lsp_free(s.lsp);
    return 0;
}
