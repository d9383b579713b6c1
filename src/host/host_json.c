/* Writes JSON as it is produced: commas, quotes and escapes in one place. */
#include <inttypes.h>

#include "host/host.h"

/* Names in containers may be any bytes: bytes that are not UTF-8 become the character of that number. */
void host_print_quoted(FILE *out, const char *text)
{
    fputc('"', out);
    while (*text) {
        unsigned char c = (unsigned char)*text;
        size_t length = c < 0x80 ? 1 : host_utf8_length(text);
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 0x20 || c == 0x7f || length == 0)
            fprintf(out, "\\u%04x", c);
        else
            fwrite(text, 1, length, out);
        text += length ? length : 1;
    }
    fputc('"', out);
}

/* What precedes a value: a comma, and the key in an object. */
static void start(struct host_json *json, const char *key)
{
    fputs(json->follows ? "," : "", json->out);
    fputs(json->breaks ? "\n  " : json->follows ? " " : "", json->out);
    if (key) {
        host_print_quoted(json->out, key);
        fputs(": ", json->out);
    }
    json->follows = true;
    json->breaks = false;
}

void host_json_open(struct host_json *json, const char *key, char bracket)
{
    start(json, key);
    fputc(bracket, json->out);
    json->follows = false;
    json->depth++;
}

void host_json_close(struct host_json *json, char bracket)
{
    fputc(bracket, json->out);
    json->follows = true;
    if (--json->depth == 0)
        fputc('\n', json->out);
}

void host_json_break(struct host_json *json)
{
    json->breaks = true;
}

void host_json_text(struct host_json *json, const char *key, const char *text)
{
    start(json, key);
    if (text)
        host_print_quoted(json->out, text);
    else
        fputs("null", json->out);
}

void host_json_number(struct host_json *json, const char *key, uint64_t number)
{
    start(json, key);
    fprintf(json->out, "%" PRIu64, number);
}

void host_json_number_if(struct host_json *json, const char *key, bool known, uint64_t number)
{
    if (known)
        host_json_number(json, key, number);
    else
        host_json_text(json, key, NULL);
}

void host_json_numbers(struct host_json *json, const char *key, const uint32_t *numbers, size_t count)
{
    host_json_open(json, key, '[');
    for (size_t i = 0; i < count; i++)
        host_json_number(json, NULL, numbers[i]);
    host_json_close(json, ']');
}

void host_json_real(struct host_json *json, const char *key, double number, int decimals)
{
    start(json, key);
    fprintf(json->out, "%.*f", decimals, number);
}

void host_json_bool(struct host_json *json, const char *key, bool value)
{
    host_json_literal(json, key, value ? "true" : "false");
}

void host_json_literal(struct host_json *json, const char *key, const char *text)
{
    start(json, key);
    fputs(text, json->out);
}
