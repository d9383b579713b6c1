/* Expressions: a recursive descent parser that evaluates as it reads, in the precedence of C. Arithmetic is on
   single values, in the type of its operands: double, float, uint, int. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "debug/debug.h"

enum { DEPTH_LIMIT = 64, NAME_LIMIT = 64, LENGTH_LIMIT = 4096 };

struct parser {
    const struct sm5_debug *d;
    const char *at;
    const char *why; /* of the first error; NULL: none */
    const char *where;
    unsigned depth;
    struct debug_values *values; /* of the last name, when it is the whole expression */
    bool is_name;                /* `values` is the result */
};

static struct sm5_value parse_binary(struct parser *p, unsigned level);

static struct sm5_value make(char type, uint64_t bits)
{
    return (struct sm5_value){.type = type, .bytes = type == 'd' ? 8 : 4, .bits = bits};
}

static struct sm5_value fail_at(struct parser *p, const char *where, const char *why)
{
    if (!p->why) {
        p->why = why;
        p->where = where;
    }
    return make('i', 0);
}

static void skip_space(struct parser *p)
{
    while (isspace((unsigned char)*p->at))
        p->at++;
}

static bool accept(struct parser *p, const char *token)
{
    skip_space(p);
    if (!str_starts(p->at, token))
        return false;
    p->at += strlen(token);
    return true;
}

/* ---- conversions ---- */

static double number_of(const struct sm5_value *v)
{
    switch (v->type) {
    case 'd': return double_of_bits(v->bits);
    case 'f': return (double)float_of_bits((uint32_t)v->bits);
    case 'i': return (double)(int32_t)v->bits;
    default: return (double)(uint32_t)v->bits;
    }
}

/* As ftoi and ftou: clamped, NaN gives 0. */
static uint32_t clamp_int(double x)
{
    return x != x               ? 0
           : x <= -2147483648.0 ? 0x80000000u
           : x >= 2147483647.0  ? INT32_MAX
                                : (uint32_t)(int32_t)x;
}

static uint32_t clamp_uint(double x)
{
    return !(x > 0) ? 0 : x >= 4294967295.0 ? UINT32_MAX : (uint32_t)x;
}

uint64_t debug_convert(const struct sm5_value *v, char type)
{
    bool is_real = v->type == 'f' || v->type == 'd';
    if (type == v->type)
        return v->bits;
    if (type == 'b')
        return debug_is_true(v) ? UINT32_MAX : 0;
    if (type == 'd')
        return bits_of_double(number_of(v));
    if (type == 'f')
        return bits_of_float((float)number_of(v));
    if (!is_real || (type == 'x' && v->type == 'f'))
        return (uint32_t)v->bits;
    return type == 'i' ? clamp_int(number_of(v)) : clamp_uint(number_of(v));
}

bool debug_is_true(const struct sm5_value *v)
{
    return v->type == 'f' || v->type == 'd' ? number_of(v) != 0 : (uint32_t)v->bits != 0;
}

/* A word of unknown type has that of the other operand. */
static char common_type(const struct sm5_value *a, const struct sm5_value *b)
{
    if (a->type == 'd' || b->type == 'd')
        return 'd';
    if (a->type == 'f' || b->type == 'f')
        return 'f';
    return a->type == 'i' && b->type == 'i' ? 'i'
           : a->type == 'x'                 ? (b->type == 'x' ? 'u' : b->type)
           : b->type == 'x'                 ? a->type
                                            : 'u';
}

static struct sm5_value as_type(const struct sm5_value *v, char type)
{
    bool is_bits = v->type == 'x' && type == 'f';
    return make(type, is_bits ? v->bits : debug_convert(v, type));
}

/* ---- operators ---- */

enum operation {
    OP_OR,
    OP_AND,
    OP_BIT_OR,
    OP_BIT_XOR,
    OP_BIT_AND,
    OP_EQ,
    OP_NE,
    OP_LE,
    OP_GE,
    OP_LT,
    OP_GT,
    OP_SHL,
    OP_SHR,
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_MOD
};

/* By level, the loosest first. A token that another one starts with comes after it. */
static const struct {
    const char *token;
    uint8_t operation, level;
} operators[] = {
    {"||", OP_OR, 0}, {"&&", OP_AND, 1}, {"|", OP_BIT_OR, 2}, {"^", OP_BIT_XOR, 3}, {"&", OP_BIT_AND, 4},
    {"==", OP_EQ, 5}, {"!=", OP_NE, 5},  {"<<", OP_SHL, 7},   {">>", OP_SHR, 7},    {"<=", OP_LE, 6},
    {">=", OP_GE, 6}, {"<", OP_LT, 6},   {">", OP_GT, 6},     {"+", OP_ADD, 8},     {"-", OP_SUB, 8},
    {"*", OP_MUL, 9}, {"/", OP_DIV, 9},  {"%", OP_MOD, 9},
};
enum { LEVELS = 10 };

static double calculate_real(enum operation op, double x, double y)
{
    switch (op) {
    case OP_ADD: return x + y;
    case OP_SUB: return x - y;
    case OP_MUL: return x * y;
    case OP_DIV: return x / y;
    default: return fmod(x, y);
    }
}

static bool compare(enum operation op, double x, double y)
{
    switch (op) {
    case OP_EQ: return x == y;
    case OP_NE: return x != y;
    case OP_LE: return x <= y;
    case OP_GE: return x >= y;
    case OP_LT: return x < y;
    default: return x > y;
    }
}

/* Division by 0 gives all ones, as udiv does. */
static uint32_t calculate_word(enum operation op, uint32_t x, uint32_t y, bool is_signed)
{
    bool special = y == 0 || (is_signed && x == 0x80000000u && y == UINT32_MAX);
    switch (op) {
    case OP_BIT_OR: return x | y;
    case OP_BIT_XOR: return x ^ y;
    case OP_BIT_AND: return x & y;
    case OP_SHL: return x << (y & 31);
    case OP_SHR: return is_signed ? (uint32_t)((int32_t)x >> (y & 31)) : x >> (y & 31);
    case OP_ADD: return x + y;
    case OP_SUB: return x - y;
    case OP_MUL: return x * y;
    case OP_DIV:
        return special ? (y ? x : UINT32_MAX) : is_signed ? (uint32_t)((int32_t)x / (int32_t)y) : x / y;
    default: return special ? (y ? 0 : UINT32_MAX) : is_signed ? (uint32_t)((int32_t)x % (int32_t)y) : x % y;
    }
}

static struct sm5_value apply(struct parser *p, const char *where, enum operation op, struct sm5_value a,
                              struct sm5_value b)
{
    char type = common_type(&a, &b);
    bool is_real = type == 'f' || type == 'd';
    a = as_type(&a, type);
    b = as_type(&b, type);
    if (op == OP_OR || op == OP_AND)
        return make('i', op == OP_OR ? debug_is_true(&a) || debug_is_true(&b)
                                     : debug_is_true(&a) && debug_is_true(&b));
    if (op >= OP_EQ && op <= OP_GT)
        return make('i', compare(op, number_of(&a), number_of(&b)));
    if (!is_real)
        return make(type == 'b' ? 'u' : type,
                    calculate_word(op, (uint32_t)a.bits, (uint32_t)b.bits, type == 'i'));
    if (op < OP_ADD)
        return fail_at(p, where, "operator of integers between floats");
    double result = calculate_real(op, number_of(&a), number_of(&b));
    return make(type, type == 'd' ? bits_of_double(result) : bits_of_float((float)result));
}

/* ---- operands ---- */

static struct sm5_value parse_number(struct parser *p)
{
    char *end;
    const char *start = p->at;
    bool is_hex = start[0] == '0' && (start[1] == 'x' || start[1] == 'X');
    size_t digits = strspn(start, "0123456789");
    if (!is_hex && strchr(".eEf", start[digits]) && start[digits]) {
        double value = strtod(start, &end);
        p->at = end + (*end == 'f');
        return make('f', bits_of_float((float)value));
    }
    unsigned long long value = strtoull(start, &end, is_hex ? 16 : 10);
    bool is_unsigned = is_hex || *end == 'u' || value > INT32_MAX;
    p->at = end + (*end == 'u');
    if (value > UINT32_MAX)
        return fail_at(p, start, "number of more than 32 bits");
    return make(is_unsigned ? 'u' : 'i', value);
}

static size_t read_name(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    return length;
}

/* Arithmetic needs one value of a name. */
static void require_one(struct parser *p, const char *where)
{
    if (p->is_name && p->values->all != 1)
        fail_at(p, where, "several values; expected one component or member");
    p->is_name = false;
}

/* [i], [i, j], [i][j] */
static void parse_indices(struct parser *p, struct debug_indices *out)
{
    bool is_name = p->is_name;
    while (!p->why && accept(p, "[")) {
        do {
            const char *where = p->at;
            struct sm5_value index = parse_binary(p, 0);
            require_one(p, where);
            if (out->count == BASE_COUNT(out->index))
                fail_at(p, where, "too many indices");
            else
                out->index[out->count++] = (uint32_t)debug_convert(&index, 'u');
        } while (!p->why && accept(p, ","));
        if (!accept(p, "]"))
            fail_at(p, p->at, "expected ]");
    }
    p->is_name = is_name;
}

/* ".position.y", ".lights[2].color": names and numbers. */
static void parse_selection(struct parser *p, char out[NAME_LIMIT])
{
    size_t length = strspn(p->at, ".[]_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    out[0] = '\0';
    if (*p->at != '.')
        return;
    /* "a[r0.x]": the bracket belongs to the index around the name */
    int depth = 0;
    for (size_t i = 0; i < length; i++) {
        depth += (p->at[i] == '[') - (p->at[i] == ']');
        if (depth < 0)
            length = i;
    }
    if (length >= NAME_LIMIT) {
        fail_at(p, p->at, "name that is too long");
        return;
    }
    memcpy(out, p->at, length);
    out[length] = '\0';
    p->at += length;
}

/* Functions of HLSL, on one value. */
static const struct {
    const char *name;
    char type;
    bool is_bits;
} functions[] = {{"asfloat", 'f', true}, {"asint", 'i', true}, {"asuint", 'u', true}, {"float", 'f', false},
                 {"int", 'i', false},    {"uint", 'u', false}, {"double", 'd', false}};

static bool parse_function(struct parser *p, const char *name, struct sm5_value *out)
{
    for (size_t i = 0; i < BASE_COUNT(functions); i++) {
        const char *name_at = p->at;
        if (strcmp(functions[i].name, name) != 0 || !accept(p, "("))
            continue;
        struct sm5_value value = parse_binary(p, 0);
        require_one(p, name_at);
        if (!accept(p, ")"))
            fail_at(p, p->at, "expected )");
        char type = functions[i].type;
        *out = make(type, functions[i].is_bits ? (uint32_t)value.bits : debug_convert(&value, type));
        return true;
    }
    return false;
}

static struct sm5_value parse_name(struct parser *p)
{
    char name[NAME_LIMIT], selection[NAME_LIMIT];
    const char *where = p->at, *why = NULL;
    struct debug_indices indices = {0};
    struct sm5_value value;
    size_t length = read_name(p->at);
    if (length >= NAME_LIMIT)
        return fail_at(p, where, "name that is too long");
    memcpy(name, p->at, length);
    name[length] = '\0';
    p->at += length;
    if (parse_function(p, name, &value))
        return value;
    parse_indices(p, &indices);
    parse_selection(p, selection);
    if (p->why)
        return make('i', 0);
    if (!debug_lookup(p->d, name, &indices, p->values, &why) ||
        (selection[0] && !debug_select(p->values, selection, &why)))
        return fail_at(p, where, why);
    p->is_name = true;
    return p->values->count ? p->values->list[0] : fail_at(p, where, "no value");
}

static struct sm5_value parse_operand(struct parser *p)
{
    skip_space(p);
    const char *where = p->at;
    p->is_name = false;
    if (accept(p, "(")) {
        struct sm5_value value = parse_binary(p, 0);
        return accept(p, ")") ? value : fail_at(p, p->at, "expected )");
    }
    if (isdigit((unsigned char)*where) || (*where == '.' && isdigit((unsigned char)where[1])))
        return parse_number(p);
    if (isalpha((unsigned char)*where) || *where == '_')
        return parse_name(p);
    return fail_at(p, where, "expected a value");
}

static struct sm5_value parse_unary(struct parser *p)
{
    static const char signs[] = "-!~+";
    skip_space(p);
    const char *where = p->at, *sign = *where ? strchr(signs, *where) : NULL;
    if (!sign)
        return parse_operand(p);
    if (++p->depth > DEPTH_LIMIT)
        return fail_at(p, where, "expression that nests too deep");
    p->at++;
    struct sm5_value v = parse_unary(p);
    require_one(p, where);
    p->depth--;
    if (*sign == '!')
        return make('i', !debug_is_true(&v));
    if (*sign == '+')
        return v;
    if (*sign == '-')
        return v.type == 'f'   ? make('f', v.bits ^ 0x80000000u)
               : v.type == 'd' ? make('d', v.bits ^ 1ull << 63)
                               : make('i', (uint32_t) - (uint32_t)v.bits);
    return v.type == 'f' || v.type == 'd' ? fail_at(p, where, "operator of integers before a float")
                                          : make(v.type, (uint32_t)~v.bits);
}

static int find_operator(const struct parser *p, unsigned level)
{
    for (size_t i = 0; i < BASE_COUNT(operators); i++)
        if (str_starts(p->at, operators[i].token))
            return operators[i].level == level ? (int)i : -1;
    return -1;
}

static struct sm5_value parse_binary(struct parser *p, unsigned level)
{
    if (level == LEVELS)
        return parse_unary(p);
    if (level == 0 && ++p->depth > DEPTH_LIMIT)
        return fail_at(p, p->at, "expression that nests too deep");
    struct sm5_value left = parse_binary(p, level + 1);
    for (int at; skip_space(p), !p->why && (at = find_operator(p, level)) >= 0;) {
        const char *where = p->at;
        require_one(p, where);
        p->at += strlen(operators[at].token);
        struct sm5_value right = parse_binary(p, level + 1);
        require_one(p, where);
        left = apply(p, where, (enum operation)operators[at].operation, left, right);
    }
    if (level == 0)
        p->depth--;
    return left;
}

static void report(const struct parser *p, struct sm5_diags *diags)
{
    char shown[40];
    snprintf(shown, sizeof shown, "%s", p->where);
    diag_add(diags, DEBUG_EXPRESSION, DIAG_NOWHERE, p->why, *shown ? shown : "the end");
}

enum sm5_status debug_evaluate(const struct sm5_debug *d, const char *text, struct debug_values *out,
                               struct sm5_diags *diags)
{
    struct parser p = {.d = d, .at = text, .values = out};
    struct sm5_value value = {0};
    out->count = out->all = 0;
    if (strlen(text) > LENGTH_LIMIT)
        fail_at(&p, text, "expression that is too long");
    else
        value = parse_binary(&p, 0);
    skip_space(&p);
    if (!p.why && *p.at)
        fail_at(&p, p.at, "unexpected text");
    if (p.why) {
        report(&p, diags);
        return SM5_ERR_INPUT;
    }
    if (p.is_name)
        return SM5_OK;
    out->count = out->all = 1;
    out->list[0] = value;
    out->places[0] = NULL;
    out->emitted[0] = NULL;
    out->element = NULL;
    return SM5_OK;
}
