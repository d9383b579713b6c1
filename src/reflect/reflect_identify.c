/* Identification of files in other formats, so that one diagnostic names the format instead of many that
   result from parsing the file as a program. */
#include <strings.h>

#include "dxbc/dxbc.h"
#include "reflect/reflect.h"

enum { SEARCHED_BYTES = 64 * 1024 }; /* of a text */

/* ---- binary formats ---- */

static const struct magic {
    const char *bytes;
    size_t length;
    const char *kind;
} magics[] = {
    {"\x03\x02\x23\x07", 4, "a SPIR-V module"},
    {"\x07\x23\x02\x03", 4, "a SPIR-V module"},
    {"BC\xc0\xde", 4, "LLVM bitcode"},
    {"\xde\xc0\x17\x0b", 4, "LLVM bitcode"},
    {"\x01\x09\xff\xfe", 4, "a Direct3D 9 effect"},
    {"MZ", 2, "a Windows executable or DLL (PE)"},
    {"\x7f"
     "ELF",
     4, "an ELF file"},
    {"Microsoft C/C++ MSF 7.00", 24, "debug information (PDB)"},
    {"\x89PNG", 4, "a PNG picture"},
    {"DDS ", 4, "a DDS texture"},
    {"PK\x03\x04", 4, "a ZIP archive"},
    {"\x1f\x8b", 2, "a gzip archive"},
    {"\xff\xfe", 2, "UTF-16 text"},
    {"\xfe\xff", 2, "UTF-16 text"},
};

static bool has_chunk(struct bytes file, const char *fourcc)
{
    enum { HEADER = 32, COUNT_AT = 28 };
    uint32_t count = file.size >= HEADER ? load_u32(file.data + COUNT_AT) : 0;
    for (uint32_t i = 0; i < count && HEADER + 4 * ((uint64_t)i + 1) <= file.size; i++) {
        uint64_t at = load_u32(file.data + HEADER + 4 * (uint64_t)i);
        if (at + 4 <= file.size && memcmp(file.data + at, fourcc, 4) == 0)
            return true;
    }
    return false;
}

static const char *container_kind(struct bytes file)
{
    static const struct {
        const char *fourcc, *kind;
    } chunks[] = {
        {"DXIL", "a DXIL program of Shader Model 6"},
        {"ILDB", "debug information of a DXIL program of Shader Model 6"},
        {"FX10", "a compiled effect"},
        {"LIBH", "a library of functions to link"},
        {"LIBF", "a library of functions to link"},
        {"Aon9", "a program of feature level 9 without its Shader Model 4 code"},
        {"RTS0", "a root signature"},
    };
    if (has_chunk(file, "SHEX") || has_chunk(file, "SHDR"))
        return NULL;
    for (size_t i = 0; i < BASE_COUNT(chunks); i++)
        if (has_chunk(file, chunks[i].fourcc))
            return chunks[i].kind;
    return NULL;
}

/* Bytecode: a version token, for Shader Model 4 and 5 followed by the number of tokens. */
static const char *token_kind(struct bytes file)
{
    enum { VERTEX9 = 0xfffe, PIXEL9 = 0xffff };
    uint32_t version = file.size >= 8 ? load_u32(file.data) : 0, type = version >> 16;
    uint32_t major9 = version >> 8 & 0xff, major = version >> 4 & 0xf;
    if ((type == VERTEX9 || type == PIXEL9) && major9 >= 1 && major9 <= 3)
        return "Direct3D 9 bytecode (Shader Model 1 to 3)";
    if (type <= ISA_COMPUTE && (major == 4 || major == 5) && (version & 0xff00) == 0 &&
        (uint64_t)load_u32(file.data + 4) * 4 == file.size)
        return "bytecode without its DXBC container";
    return NULL;
}

static const char *binary_kind(struct bytes file)
{
    for (size_t i = 0; i < BASE_COUNT(magics); i++)
        if (file.size >= magics[i].length && memcmp(file.data, magics[i].bytes, magics[i].length) == 0)
            return magics[i].kind;
    const char *kind = token_kind(file);
    size_t searched = file.size < 512 ? file.size : 512;
    if (!kind && memchr(file.data, 0, searched))
        kind = "binary data of an unknown format";
    return kind;
}

/* ---- text formats ---- */

struct line {
    const char *text;
    size_t length;
};

static bool next_line(const char **at, const char *end, struct line *out)
{
    if (*at >= end)
        return false;
    const char *newline = memchr(*at, '\n', (size_t)(end - *at)), *stop = newline ? newline : end;
    const char *from = *at;
    while (from < stop && strchr(" \t\r\xef\xbb\xbf", *from) && *from)
        from++;
    *out = (struct line){from, (size_t)(stop - from)};
    *at = newline ? newline + 1 : end;
    return true;
}

static bool starts_with(struct line line, const char *word)
{
    return line.length >= strlen(word) && strncmp(line.text, word, strlen(word)) == 0;
}

/* `vs_2_0`, `ps_2_x`: returns the major number, 1 to 9; 0: not a version line. */
static unsigned version_of(struct line line)
{
    bool shaped = line.length >= 6 && strchr("vphdgc", line.text[0] | 0x20) && (line.text[1] | 0x20) == 's' &&
                  line.text[2] == '_' && line.text[4] == '_' && line.text[3] >= '1' && line.text[3] <= '9';
    return shaped ? (unsigned)(line.text[3] - '0') : 0;
}

/* Line prefixes that identify a format. Some are comments in assembly text, so they are tested first. */
static const struct {
    const char *start, *kind;
} prefixes[] = {
    {"#version", "GLSL source"},
    {"; SPIR-V", "SPIR-V assembly"},
    {"OpCapability", "SPIR-V assembly"},
    {"; ModuleID", "LLVM assembly"},
    {"target datalayout", "LLVM assembly"},
    {"#include <metal_", "Metal source"},
};

/* Keywords of source languages, the most specific first. */
static const struct {
    const char *word, *kind;
} keywords[] = {
    {"gl_Position", "GLSL source"}, {"gl_FragC", "GLSL source"},   {"gl_GlobalInvocationID", "GLSL source"},
    {"SV_", "HLSL source"},         {"cbuffer ", "HLSL source"},   {"register(", "HLSL source"},
    {"[numthreads", "HLSL source"}, {"Texture2D", "HLSL source"},  {"StructuredBuffer<", "HLSL source"},
    {"float4 main", "HLSL source"}, {"void main(", "GLSL source"}, {"layout(", "GLSL source"},
    {"#include", "HLSL source"},    {"technique", "HLSL source"},
};

static const char *source_kind(struct bytes text)
{
    if (!memchr(text.data, '{', text.size) && !memchr(text.data, '(', text.size))
        return NULL;
    for (size_t i = 0; i < BASE_COUNT(keywords); i++)
        if (memmem(text.data, text.size, keywords[i].word, strlen(keywords[i].word)))
            return keywords[i].kind;
    return NULL;
}

/* Text whose first line of code is not a version of Shader Model 4 or 5. */
static const char *text_kind(struct bytes file)
{
    struct bytes text = {file.data, file.size < SEARCHED_BYTES ? file.size : SEARCHED_BYTES};
    const char *at = (const char *)text.data, *end = at + text.size;
    struct line line;
    while (next_line(&at, end, &line)) {
        unsigned major = version_of(line);
        for (size_t i = 0; i < BASE_COUNT(prefixes); i++)
            if (starts_with(line, prefixes[i].start))
                return prefixes[i].kind;
        if (major)
            return major < 4 ? "assembly text of Shader Model 1 to 3" : NULL;
        if (line.length && !starts_with(line, "//") && !strchr("#;", line.text[0]) &&
            !starts_with(line, "Shader hash "))
            return source_kind(text);
    }
    return NULL;
}

const char *reflect_foreign_kind(struct bytes file)
{
    if (file.size == 0)
        return "empty";
    if (dxbc_is_container(file))
        return container_kind(file);
    const char *kind = binary_kind(file);
    return kind ? kind : text_kind(file);
}
