/* Samplers: the keys and values of -b s0=linear,address=wrap,... and of test cases. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/host.h"

const char *const host_sampler_keys[HOST_SAMPLER_KEYS + 1] = {
    "filter", "min",     "mag",     "mip",    "comparison", "reduction", "address",
    "bias",   "min_lod", "max_lod", "border", "anisotropy", NULL};

static const char *const filters[] = {"point", "linear", NULL};
static const char *const all_filters[] = {"point", "linear", "anisotropic", NULL};
static const char *const reductions[] = {"standard", "comparison", "minimum", "maximum", NULL};
static const char *const addresses[] = {"wrap", "mirror", "clamp", "border", "mirror_once", NULL};
static const char *const comparisons[] = {"never",     "less",          "equal",  "less_equal", "greater",
                                          "not_equal", "greater_equal", "always", NULL};

static bool fail_word(const char *key, const char *value, const char *const *words)
{
    char list[160] = "";
    for (int i = 0; words[i]; i++) {
        strncat(list, i ? ", " : "", sizeof list - strlen(list) - 1);
        strncat(list, words[i], sizeof list - strlen(list) - 1);
    }
    const char *near = io_nearest(value, words);
    return near ? host_error("%s=%s: expected one of %s; did you mean '%s'?", key, value, list, near)
                : host_error("%s=%s: expected one of %s", key, value, list);
}

static bool parse_word(const char *key, const char *value, const char *const *words, int *out)
{
    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], value) == 0) {
            *out = i;
            return true;
        }
    }
    return fail_word(key, value, words);
}

/* Parses the numbers of "a/b/c". *count is the maximum, then the number found. */
static bool parse_floats(const char *key, const char *value, float *out, size_t *count)
{
    size_t max = *count;
    const char *at = value;
    for (*count = 0; *count < max; at++) {
        char *end;
        out[(*count)++] = strtof(at, &end);
        if (end == at || (*end && *end != '/'))
            break;
        if (!*end)
            return !isnan(out[*count - 1]) || max > 1 || host_error("%s=%s: expected a number", key, value);
        at = end;
    }
    return host_error("%s=%s: expected at most %zu numbers with / between them", key, value, max);
}

/* "anisotropic" sets the ratio; point and linear set min, mag and mip. */
static bool set_filter(struct sm5_sampler *s, const char *value)
{
    int found;
    if (strcmp(value, "anisotropic") == 0) {
        s->max_anisotropy = s->max_anisotropy ? s->max_anisotropy : 16;
        return true;
    }
    if (!parse_word("filter", value, all_filters, &found))
        return false;
    s->min = s->mag = s->mip = (enum sm5_filter)found;
    return true;
}

/* Parses one mode for all axes, or "u/v/w". */
static bool set_address(struct sm5_sampler *s, const char *value)
{
    char *copy = strdup(value), *rest = copy;
    bool ok = copy || host_error("out of memory");
    for (int i = 0; ok && i < 3; i++) {
        int found = 0;
        char *text = rest ? strsep(&rest, "/") : NULL;
        if (!text && i > 0) {
            s->address[i] = s->address[i - 1];
            continue;
        }
        ok = parse_word("address", text, addresses, &found);
        s->address[i] = (enum sm5_address)found;
    }
    ok = ok && (!rest || host_error("address=%s: expected one mode, or one for each of three axes", value));
    free(copy);
    return ok;
}

static bool set_one_filter(struct sm5_sampler *s, const char *key, const char *value)
{
    int found;
    if (!parse_word(key, value, filters, &found))
        return false;
    *(strcmp(key, "min") == 0   ? &s->min
      : strcmp(key, "mag") == 0 ? &s->mag
                                : &s->mip) = (enum sm5_filter)found;
    return true;
}

static bool set_number(struct sm5_sampler *s, const char *key, const char *value)
{
    size_t one = 1, four = 4;
    uint64_t ratio;
    if (strcmp(key, "bias") == 0)
        return parse_floats(key, value, &s->lod_bias, &one);
    if (strcmp(key, "min_lod") == 0)
        return parse_floats(key, value, &s->min_lod, &one);
    if (strcmp(key, "max_lod") == 0)
        return parse_floats(key, value, &s->max_lod, &one);
    if (strcmp(key, "border") == 0)
        return parse_floats(key, value, s->border, &four);
    if (!host_parse_count(key, value, 16, &ratio))
        return false;
    s->max_anisotropy = (uint32_t)ratio;
    return true;
}

bool host_sampler_set(struct sm5_sampler *s, const char *key, const char *value)
{
    int found;
    if (strcmp(key, "filter") == 0)
        return set_filter(s, value);
    if (strcmp(key, "address") == 0)
        return set_address(s, value);
    if (strcmp(key, "min") == 0 || strcmp(key, "mag") == 0 || strcmp(key, "mip") == 0)
        return set_one_filter(s, key, value);
    if (strcmp(key, "reduction") == 0) {
        if (!parse_word(key, value, reductions, &found))
            return false;
        s->reduction = (enum sm5_reduction)found;
        return true;
    }
    if (strcmp(key, "comparison") != 0)
        return set_number(s, key, value);
    if (!parse_word(key, value, comparisons, &found))
        return false;
    s->comparison = (enum sm5_comparison)found;
    if (s->reduction == SM5_REDUCTION_STANDARD) /* keeps an explicit reduction */
        s->reduction = SM5_REDUCTION_COMPARISON;
    return true;
}

static bool is_known_key(const char *key)
{
    for (int i = 0; host_sampler_keys[i]; i++)
        if (strcmp(host_sampler_keys[i], key) == 0)
            return true;
    const char *near = io_nearest(key, host_sampler_keys);
    return near ? host_error("unknown key '%s' of a sampler; did you mean '%s'?", key, near)
                : host_error(
                      "unknown key '%s' of a sampler; expected filter, min, mag, mip, reduction, comparison, "
                      "address, bias, min_lod, max_lod, border or anisotropy",
                      key);
}

static bool mark_key(const char *key, uint32_t *given)
{
    uint32_t bit = 1;
    for (int i = 0; host_sampler_keys[i] && strcmp(host_sampler_keys[i], key) != 0; i++)
        bit <<= 1;
    bool twice = *given & bit;
    *given |= bit;
    return !twice || host_error("%s= of a sampler is given twice", key);
}

bool host_sampler_parse(const char *text, struct sm5_sampler *out)
{
    char *copy = strdup(text), *rest = copy, *item;
    bool ok = copy || host_error("out of memory");
    uint32_t given = 0;
    sm5_sampler_default(out);
    for (bool first = true; ok && (item = strsep(&rest, ",")); first = false) {
        char *value = strchr(item, '=');
        if (value)
            *value++ = 0;
        else if (!first)
            ok = host_error("'%s': expected key=value", item);
        const char *key = value ? item : "filter";
        ok = ok && is_known_key(key) && mark_key(key, &given) &&
             host_sampler_set(out, key, value ? value : item);
    }
    free(copy);
    return ok;
}
