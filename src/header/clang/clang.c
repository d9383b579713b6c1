/* Structures of headers through libclang: its sizes and offsets are those of clang for the target, bit fields, packing
   and alignas included. */
#include <clang-c/Index.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "header/header.h"

enum { PATH_BYTES = 1024, DEPTH = 32, SCALARS = 65536 };

struct walk {
    const struct header_sink *sink;
    const char *name; /* of the structure */
    char path[PATH_BYTES];
    size_t length, count;
    unsigned depth;
    bool failed;
};

/* A member that is being flattened. */
struct place {
    CXType type;
    uint64_t bits; /* from the start of the structure */
    bool is_column;
};

static void flatten(struct walk *walk, struct place at);

static void fail(struct walk *walk, const char *reason)
{
    char text[PATH_BYTES + 128];
    if (walk->failed)
        return;
    walk->failed = true;
    snprintf(text, sizeof text, "%s: %s", walk->length ? walk->path : walk->name, reason);
    walk->sink->problem(walk->sink->state, text);
}

/* Appends to the path, which the caller shortens to the old length afterwards. */
static bool extend_path(struct walk *walk, const char *separator, const char *name)
{
    int n = snprintf(walk->path + walk->length, PATH_BYTES - walk->length, "%s%s",
                     walk->length ? separator : "", name);
    if (n < 0 || (size_t)n >= PATH_BYTES - walk->length) {
        walk->path[walk->length] = 0;
        fail(walk, "the name is too long");
        return false;
    }
    walk->length += (size_t)n;
    return true;
}

static void shorten_path(struct walk *walk, size_t length)
{
    walk->length = length;
    walk->path[length] = 0;
}

/* ---- scalars ---- */

static char type_of(CXType type)
{
    switch (type.kind) {
    case CXType_Bool: return 'b';
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong: return 'i';
    case CXType_Char_U:
    case CXType_UChar:
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
    case CXType_Char16:
    case CXType_Char32: return 'u';
    case CXType_Half:
    case CXType_Float16:
    case CXType_Float:
    case CXType_Double:
    case CXType_LongDouble: return 'f';
    default: return 'p';
    }
}

static void add_scalar(struct walk *walk, const struct place *at, uint64_t bits, bool is_bit_field)
{
    CXType type = at->type;
    const uint64_t unit = is_bit_field ? (uint64_t)clang_Type_getSizeOf(type) : 0;
    if (type.kind == CXType_Enum)
        type = clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type)));
    if (++walk->count > SCALARS) {
        fail(walk, "the structure has more than 65536 scalars");
        return;
    }
    walk->sink->add(walk->sink->state, walk->path, at->bits / 8, (at->bits % 8 + bits + 7) / 8, type_of(type),
                    at->is_column, unit);
}

/* ---- arrays ---- */

static void flatten_items(struct walk *walk, struct place at)
{
    const CXType item = clang_getCanonicalType(clang_getElementType(at.type));
    const long long count = clang_getNumElements(at.type), bytes = clang_Type_getSizeOf(item);
    const bool is_vector = at.type.kind == CXType_Vector || at.type.kind == CXType_ExtVector;
    const size_t length = walk->length;
    char name[32];
    if (count < 0 || bytes < 0) {
        fail(walk, "the array has no constant size");
        return;
    }
    for (long long i = 0; i < count && !walk->failed; i++) {
        if (is_vector && i < 4)
            snprintf(name, sizeof name, "%c", "xyzw"[i]);
        else
            snprintf(name, sizeof name, "[%lld]", i);
        if (extend_path(walk, is_vector && i < 4 ? "." : "", name))
            flatten(walk, (struct place){item, at.bits + 8 * (uint64_t)(i * bytes), at.is_column});
        shorten_path(walk, length);
    }
}

/* ---- structures ---- */

struct record {
    struct walk *walk;
    const struct place *at;
    bool has_column; /* the type names that of its columns */
    unsigned parts, bases;
    CXType base;
    bool is_virtual;
};

static enum CXChildVisitResult visit_part(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct record *record = data;
    (void)parent;
    CXString name = clang_getCursorSpelling(cursor);
    const enum CXCursorKind kind = clang_getCursorKind(cursor);
    record->parts++;
    if (kind == CXCursor_CXXBaseSpecifier) {
        record->bases++;
        record->base = clang_getCanonicalType(clang_getCursorType(cursor));
        record->is_virtual |= clang_isVirtualBase(cursor) != 0;
    } else if (kind == CXCursor_CXXMethod || kind == CXCursor_Destructor) {
        record->is_virtual |= clang_CXXMethod_isVirtual(cursor) != 0;
    } else if ((kind == CXCursor_TypedefDecl || kind == CXCursor_TypeAliasDecl) &&
               strcmp(clang_getCString(name), "col_type") == 0) {
        record->has_column = true;
    }
    clang_disposeString(name);
    return CXChildVisit_Continue;
}

/* Members of anonymous structures and unions have the names of their parent's. */
static void flatten_member(struct record *record, CXCursor cursor, const char *name, long long bits)
{
    struct walk *walk = record->walk;
    const CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
    struct place at = {type, record->at->bits + (uint64_t)bits, record->at->is_column};
    at.is_column |= record->has_column && type.kind == CXType_ConstantArray;
    if (name[0] && !extend_path(walk, ".", name))
        return;
    if (clang_Cursor_isBitField(cursor))
        add_scalar(walk, &at, (uint64_t)clang_getFieldDeclBitWidth(cursor), true);
    else
        flatten(walk, at);
}

static enum CXVisitorResult visit_member(CXCursor cursor, CXClientData data)
{
    struct record *record = data;
    struct walk *walk = record->walk;
    const size_t length = walk->length;
    const long long bits = clang_Cursor_getOffsetOfField(cursor);
    CXString name = clang_getCursorSpelling(cursor);
    /* libclang names anonymous members by their place. */
    const bool is_anonymous = clang_Cursor_isAnonymousRecordDecl(
        clang_getTypeDeclaration(clang_getCanonicalType(clang_getCursorType(cursor))));
    const char *text = is_anonymous ? "" : clang_getCString(name);
    if (bits < 0)
        fail(walk, "a member has no known offset");
    else if (!is_anonymous && !text[0]) /* an unnamed bit field is padding */
        ;
    else
        flatten_member(record, cursor, text, bits);
    clang_disposeString(name);
    shorten_path(walk, length);
    return walk->failed ? CXVisit_Break : CXVisit_Continue;
}

static void flatten_record(struct walk *walk, struct place at)
{
    struct record record = {.walk = walk, .at = &at};
    const CXCursor declaration = clang_getTypeDeclaration(at.type);
    clang_visitChildren(declaration, visit_part, &record);
    /* libclang shows the parts of a template's instance only in the template. */
    if (!record.parts)
        clang_visitChildren(clang_getSpecializedCursorTemplate(declaration), visit_part, &record);
    /* A single base without virtual functions is at offset 0; libclang has no offsets of others. */
    if (record.bases > 1 || record.is_virtual) {
        fail(walk, "a class with several bases or virtual functions; expected at most one base and none");
        return;
    }
    if (record.bases)
        flatten(walk, (struct place){record.base, at.bits, at.is_column});
    clang_Type_visitFields(at.type, visit_member, &record);
}

static void flatten(struct walk *walk, struct place at)
{
    const long long bytes = clang_Type_getSizeOf(at.type);
    if (walk->failed)
        return;
    if (bytes < 0 || walk->depth == DEPTH) {
        fail(walk, bytes < 0 ? "the type has no known size" : "types are nested more than 32 levels deep");
        return;
    }
    walk->depth++;
    switch (at.type.kind) {
    case CXType_Record: flatten_record(walk, at); break;
    case CXType_ConstantArray:
    case CXType_Vector:
    case CXType_ExtVector: flatten_items(walk, at); break;
    default: add_scalar(walk, &at, 8 * (uint64_t)bytes, false);
    }
    walk->depth--;
}

/* ---- declarations ---- */

enum { FOUND = 64 };

struct search {
    const struct header_sink *sink;
    bool collects; /* only writes `instances`: declarations that need the requested types to be complete */
    FILE *instances;
    unsigned instance_count;
    /* The structures that were read; more than FOUND are not compared with others of their name. */
    struct {
        char *name;
        CXType type;
    } found[FOUND];
    size_t count;
};

static void fail_name(struct search *search, const char *name, const char *reason)
{
    char text[PATH_BYTES + 128];
    snprintf(text, sizeof text, "%s: %s", name, reason);
    search->sink->problem(search->sink->state, text);
}

/* Appends a scope and "::" after those around it. The path stays below PATH_BYTES. */
static void write_scopes(CXCursor cursor, char path[PATH_BYTES])
{
    const CXCursor parent = clang_getCursorSemanticParent(cursor);
    const enum CXCursorKind kind = clang_getCursorKind(parent);
    if (clang_Cursor_isNull(parent) || clang_isTranslationUnit(kind) || clang_isInvalid(kind))
        return;
    write_scopes(parent, path);
    CXString name = clang_getCursorSpelling(parent);
    const char *text = clang_getCString(name);
    const size_t length = strlen(path);
    if (text[0] && !clang_Cursor_isAnonymous(parent) && !clang_Cursor_isInlineNamespace(parent) &&
        kind != CXCursor_LinkageSpec)
        snprintf(path + length, PATH_BYTES - length, "%s::", text);
    clang_disposeString(name);
}

static void read_structure(struct search *search, CXCursor cursor, const char *name, const char *path)
{
    const struct header_sink *sink = search->sink;
    struct walk walk = {.sink = sink, .name = name};
    const CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
    const long long bytes = clang_Type_getSizeOf(type);
    CXFile file;
    unsigned line;
    if (type.kind != CXType_Record)
        return;
    for (size_t i = 0; i < search->count; i++)
        if (strcmp(search->found[i].name, name) == 0) {
            if (!clang_equalTypes(search->found[i].type, type))
                fail_name(search, name,
                          "several structures have this name; expected one with scopes, as in A::B");
            return;
        }
    if (bytes < 0 && search->collects)
        fprintf(search->instances, "enum { sm5_instance_%u = sizeof(%s) };\n", search->instance_count++,
                path);
    else if (bytes < 0)
        fail_name(search, name, "incomplete type; expected a structure with members");
    if (bytes < 0 || search->collects)
        return;
    if (search->count < FOUND && (search->found[search->count].name = strdup(name)) != NULL)
        search->found[search->count++].type = type;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, &line, NULL, NULL);
    CXString place = clang_getFileName(file), spelling = clang_getTypeSpelling(clang_getCursorType(cursor));
    sink->open(sink->state, name, clang_getCString(spelling), clang_getCString(place), line, (uint64_t)bytes);
    clang_disposeString(place);
    clang_disposeString(spelling);
    flatten(&walk, (struct place){.type = type});
}

static bool is_scope(enum CXCursorKind kind)
{
    return kind == CXCursor_Namespace || kind == CXCursor_LinkageSpec || kind == CXCursor_EnumDecl;
}

static bool is_type(enum CXCursorKind kind)
{
    return kind == CXCursor_StructDecl || kind == CXCursor_ClassDecl || kind == CXCursor_UnionDecl ||
           kind == CXCursor_TypedefDecl || kind == CXCursor_TypeAliasDecl;
}

static enum CXChildVisitResult visit_declaration(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct search *search = data;
    const struct header_sink *sink = search->sink;
    const enum CXCursorKind kind = clang_getCursorKind(cursor);
    (void)parent;
    CXString name = clang_getCursorSpelling(cursor);
    const char *text = clang_getCString(name);
    const bool is_alias = kind == CXCursor_TypedefDecl || kind == CXCursor_TypeAliasDecl;
    if (is_type(kind) && (is_alias || clang_isCursorDefinition(cursor))) {
        char path[PATH_BYTES] = "";
        write_scopes(cursor, path);
        const bool has_scopes = path[0] != 0;
        const size_t length = strlen(path);
        snprintf(path + length, PATH_BYTES - length, "%s", text);
        if (sink->requests(sink->state, text))
            read_structure(search, cursor, text, path);
        if (has_scopes && sink->requests(sink->state, path))
            read_structure(search, cursor, path, path);
    }
    if (kind == CXCursor_EnumConstantDecl && !search->collects)
        sink->constant(sink->state, text, clang_getEnumConstantDeclValue(cursor));
    clang_disposeString(name);
    return is_scope(kind) || is_type(kind) ? CXChildVisit_Recurse : CXChildVisit_Continue;
}

static bool report_error(CXTranslationUnit unit, const struct header_sink *sink)
{
    const unsigned count = clang_getNumDiagnostics(unit);
    bool found = false;
    for (unsigned i = 0; i < count && !found; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
        if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
            CXString text = clang_formatDiagnostic(diagnostic, CXDiagnostic_DisplaySourceLocation |
                                                                   CXDiagnostic_DisplayColumn);
            if (sink)
                sink->problem(sink->state, clang_getCString(text));
            clang_disposeString(text);
            found = true;
        }
        clang_disposeDiagnostic(diagnostic);
    }
    return found;
}

/* NULL after a message, which goes to `sink` unless it is NULL. */
static CXTranslationUnit parse_text(CXIndex index, const char *path, const char *text,
                                    const char *const *arguments, int count, const struct header_sink *sink)
{
    struct CXUnsavedFile file = {path, text, (unsigned long)strlen(text)};
    CXTranslationUnit unit = NULL;
    enum CXErrorCode code = clang_parseTranslationUnit2(index, path, arguments, count, &file, 1,
                                                        CXTranslationUnit_SkipFunctionBodies, &unit);
    if (code != CXError_Success && sink)
        sink->problem(sink->state, "clang does not accept --std or --target");
    if (code == CXError_Success && !report_error(unit, sink))
        return unit;
    if (unit)
        clang_disposeTranslationUnit(unit);
    return NULL;
}

static void visit(CXTranslationUnit unit, struct search *search)
{
    clang_visitChildren(clang_getTranslationUnitCursor(unit), visit_declaration, search);
}

/* An instance of a template that the header only names has no size: the text is parsed again with a use of its size, which
   fails for types without definition. */
static CXTranslationUnit instantiate(CXTranslationUnit unit, CXIndex index, const char *path,
                                     const char *text, const char *const *arguments, int count,
                                     const struct header_sink *sink)
{
    struct search search = {.sink = sink, .collects = true};
    char *more = NULL;
    size_t size;
    search.instances = open_memstream(&more, &size);
    if (!search.instances)
        return unit;
    fputs(text, search.instances);
    visit(unit, &search);
    fclose(search.instances);
    CXTranslationUnit other =
        more && search.instance_count ? parse_text(index, path, more, arguments, count, NULL) : NULL;
    free(more);
    if (!other)
        return unit;
    clang_disposeTranslationUnit(unit);
    return other;
}

static void parse(const char *path, const char *text, const char *const *arguments, int count,
                  const struct header_sink *sink)
{
    struct search search = {.sink = sink};
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit unit = parse_text(index, path, text, arguments, count, sink);
    if (unit) {
        unit = instantiate(unit, index, path, text, arguments, count, sink);
        visit(unit, &search);
        clang_disposeTranslationUnit(unit);
    }
    for (size_t i = 0; i < search.count; i++)
        free(search.found[i].name);
    clang_disposeIndex(index);
}

__attribute__((visibility("default"))) const struct header_parser *sm5_header_parser(void);

const struct header_parser *sm5_header_parser(void)
{
    static const struct header_parser parser = {HEADER_ABI, parse};
    return &parser;
}
