/* sm5 layout: declarations in C, C++, Rust, NumPy and JSON, with their offsets asserted. */
#include <string.h>

#include "cli/cli_layout.h"

/* ---- names ---- */

/* Identifiers of HLSL that are keywords elsewhere. */
static bool is_keyword(const char *name)
{
    static const char *const words[] = {
        "alignas",  "and",      "as",     "async",   "auto",      "await",    "box",    "catch",
        "char",     "class",    "const",  "crate",   "delete",    "dyn",      "enum",   "explicit",
        "extern",   "fn",       "friend", "goto",    "impl",      "in",       "let",    "long",
        "loop",     "match",    "mod",    "move",    "mut",       "mutable",  "new",    "not",
        "operator", "or",       "priv",   "private", "protected", "pub",      "public", "ref",
        "register", "restrict", "self",   "short",   "signed",    "sizeof",   "static", "super",
        "template", "this",     "trait",  "try",     "type",      "typename", "union",  "unsafe",
        "unsigned", "use",      "using",  "virtual", "volatile",  "where",    "xor",    "yield"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return false;
}

static const char *tail_of(const char *name)
{
    return is_keyword(name) ? "_" : "";
}

static const char *scalar_of(char type, const char *const names[5])
{
    static const char order[] = "fiubd";
    return names[strchr(order, type) - order];
}

static void write_comment(const struct layout_item *item, const char *mark, FILE *out)
{
    fprintf(out, " %s %u%s", mark, item->offset, item->is_turned ? ": columns" : "");
}

/* ---- C and C++ ---- */

static const char *const c_types[] = {"float", "int32_t", "uint32_t", "uint32_t", "double"};

static void write_c_item(const struct layout_item *item, FILE *out)
{
    if (item->is_padding) {
        fprintf(out, "    uint8_t %s[%u];", item->name, item->bytes);
    } else {
        fprintf(out, "    %s%s %s%s", item->decl ? "struct " : "",
                item->decl ? item->decl->name : scalar_of(item->type, c_types), item->name,
                tail_of(item->name));
        for (unsigned i = 0; i < item->rank; i++)
            fprintf(out, "[%u]", item->dims[i]);
        fputc(';', out);
    }
    write_comment(item, "//", out);
    fputc('\n', out);
}

static void write_c(const struct layout_decls *decls, const char *assertion, FILE *out)
{
    /* Members are at multiples of 4 bytes, doubles too: padding is explicit. */
    fprintf(out, "#pragma once\n#include <stddef.h>\n#include <stdint.h>\n\n#pragma pack(push, 4)\n");
    for (const struct layout_decl *decl = decls->first; decl; decl = decl->next) {
        if (decl->slot)
            fprintf(out, "\n// %s", decl->slot);
        fprintf(out, "\nstruct %s {\n", decl->name);
        for (size_t i = 0; i < decl->count; i++)
            write_c_item(&decl->items[i], out);
        fprintf(out, "};\n");
        for (size_t i = 0; i < decl->count; i++)
            fprintf(out, "%s(offsetof(struct %s, %s%s) == %u, \"%s.%s\");\n", assertion, decl->name,
                    decl->items[i].name, tail_of(decl->items[i].name), decl->items[i].offset, decl->name,
                    decl->items[i].name);
        fprintf(out, "%s(sizeof(struct %s) == %u, \"%s\");\n", assertion, decl->name, decl->bytes,
                decl->name);
    }
    fprintf(out, "\n#pragma pack(pop)\n");
}

/* ---- Rust ---- */

static const char *const rust_types[] = {"f32", "i32", "u32", "u32", "f64"};

static void write_rust_item(const struct layout_item *item, FILE *out)
{
    fprintf(out, "    pub %s%s: ", item->name, tail_of(item->name));
    for (unsigned i = 0; i < item->rank; i++)
        fputc('[', out);
    if (item->is_padding)
        fprintf(out, "[u8; %u]", item->bytes);
    else
        fputs(item->decl ? item->decl->name : scalar_of(item->type, rust_types), out);
    for (unsigned i = item->rank; i-- > 0;)
        fprintf(out, "; %u]", item->dims[i]);
    fputc(',', out);
    write_comment(item, "//", out);
    fputc('\n', out);
}

static void write_rust(const struct layout_decls *decls, FILE *out)
{
    fputs("#![allow(non_camel_case_types, non_snake_case)]\n", out);
    for (const struct layout_decl *decl = decls->first; decl; decl = decl->next) {
        fputc('\n', out);
        if (decl->slot)
            fprintf(out, "// %s\n", decl->slot);
        fprintf(out, "#[repr(C, packed(4))]\n#[derive(Clone, Copy)]\npub struct %s {\n", decl->name);
        for (size_t i = 0; i < decl->count; i++)
            write_rust_item(&decl->items[i], out);
        fprintf(out, "}\n");
        for (size_t i = 0; i < decl->count; i++)
            fprintf(out, "const _: () = assert!(std::mem::offset_of!(%s, %s%s) == %u);\n", decl->name,
                    decl->items[i].name, tail_of(decl->items[i].name), decl->items[i].offset);
        fprintf(out, "const _: () = assert!(std::mem::size_of::<%s>() == %u);\n", decl->name, decl->bytes);
    }
}

/* ---- NumPy ---- */

static const char *const numpy_types[] = {"\"<f4\"", "\"<i4\"", "\"<u4\"", "\"<u4\"", "\"<f8\""};

static void write_shape(const struct layout_item *item, FILE *out)
{
    if (!item->rank)
        return;
    fputs(", (", out);
    for (unsigned i = 0; i < item->rank; i++)
        fprintf(out, "%s%u%s", i ? ", " : "", item->dims[i], item->rank == 1 ? "," : "");
    fputc(')', out);
}

static void write_python_item(const struct layout_item *item, FILE *out)
{
    fprintf(out, "    (\"%s\", ", item->name);
    if (item->is_padding)
        fprintf(out, "\"V%u\"", item->bytes);
    else
        fputs(item->decl ? item->decl->name : scalar_of(item->type, numpy_types), out);
    write_shape(item, out);
    fputs("),", out);
    write_comment(item, " #", out);
    fputc('\n', out);
}

static void write_python(const struct layout_decls *decls, FILE *out)
{
    fputs("import numpy\n", out);
    for (const struct layout_decl *decl = decls->first; decl; decl = decl->next) {
        fputc('\n', out);
        if (decl->slot)
            fprintf(out, "# %s\n", decl->slot);
        fprintf(out, "%s%s = numpy.dtype([\n", decl->name, tail_of(decl->name));
        for (size_t i = 0; i < decl->count; i++)
            write_python_item(&decl->items[i], out);
        fprintf(out, "])\nassert %s%s.itemsize == %u\n", decl->name, tail_of(decl->name), decl->bytes);
    }
}

/* ---- JSON ---- */

static const char *const json_types[] = {"float", "int", "uint", "bool", "double"};

static void write_json_item(struct host_json *json, const struct layout_item *item)
{
    host_json_break(json);
    host_json_open(json, NULL, '{');
    host_json_text(json, "name", item->name);
    host_json_text(json, "type",
                   item->is_padding ? "padding"
                   : item->decl     ? item->decl->name
                                    : scalar_of(item->type, json_types));
    host_json_numbers(json, "array", item->dims, item->rank);
    host_json_number(json, "offset", item->offset);
    host_json_number(json, "bytes", item->bytes);
    host_json_bool(json, "columns", item->is_turned);
    host_json_close(json, '}');
}

static void write_json(const struct layout_decls *decls, FILE *out)
{
    struct host_json json = {.out = out};
    host_json_open(&json, NULL, '{');
    host_json_open(&json, "structures", '[');
    for (const struct layout_decl *decl = decls->first; decl; decl = decl->next) {
        host_json_break(&json);
        host_json_open(&json, NULL, '{');
        host_json_text(&json, "name", decl->name);
        host_json_text(&json, "slot", decl->slot);
        host_json_number(&json, "bytes", decl->bytes);
        host_json_open(&json, "members", '[');
        for (size_t i = 0; i < decl->count; i++)
            write_json_item(&json, &decl->items[i]);
        host_json_close(&json, ']');
        host_json_close(&json, '}');
    }
    host_json_close(&json, ']');
    host_json_close(&json, '}');
}

void cli_layout_write(const struct layout_decls *decls, enum layout_language language, FILE *out)
{
    switch (language) {
    case LAYOUT_C: write_c(decls, "_Static_assert", out); return;
    case LAYOUT_CPP: write_c(decls, "static_assert", out); return;
    case LAYOUT_RUST: write_rust(decls, out); return;
    case LAYOUT_PYTHON: write_python(decls, out); return;
    case LAYOUT_JSON: write_json(decls, out); return;
    }
}
