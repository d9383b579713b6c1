/* Members of messages: a wrong type or a number outside its range is reported, not converted. */
#include "protocol/protocol.h"

static void report(struct protocol_members *m, const char *format, ...) BASE_PRINTF(2, 3);

static void report(struct protocol_members *m, const char *format, ...)
{
    va_list list;
    if (m->error[0])
        return;
    va_start(list, format);
    vsnprintf(m->error, sizeof m->error, format, list);
    va_end(list);
}

/* NULL: absent. */
static const json_t *find(const struct protocol_members *m, const char *key)
{
    const json_t *value = json_object_get(m->object, key);
    return json_is_null(value) ? NULL : value;
}

/* NULL: absent or wrong. */
static const json_t *find_type(struct protocol_members *m, const char *key, bool is_type, const char *type)
{
    const json_t *value = find(m, key);
    if (value && !is_type)
        report(m, "'%s' is not %s", key, type);
    return is_type ? value : NULL;
}

void protocol_require(struct protocol_members *m, const char *key)
{
    if (!find(m, key))
        report(m, "'%s' is missing", key);
}

const char *protocol_text(struct protocol_members *m, const char *key, const char *otherwise)
{
    const json_t *value = find_type(m, key, json_is_string(json_object_get(m->object, key)), "a string");
    return value ? json_string_value(value) : otherwise;
}

json_int_t protocol_integer(struct protocol_members *m, const char *key, json_int_t min, json_int_t max,
                            json_int_t otherwise)
{
    const json_t *value =
        find_type(m, key, json_is_integer(json_object_get(m->object, key)), "a whole number");
    json_int_t number = value ? json_integer_value(value) : otherwise;
    if (!value || (number >= min && number <= max))
        return number;
    report(m, "'%s' is %lld; expected %lld to %lld", key, (long long)number, (long long)min, (long long)max);
    return otherwise;
}

bool protocol_bool(struct protocol_members *m, const char *key, bool otherwise)
{
    const json_t *value =
        find_type(m, key, json_is_boolean(json_object_get(m->object, key)), "true or false");
    return value ? json_is_true(value) : otherwise;
}

const json_t *protocol_array(struct protocol_members *m, const char *key)
{
    return find_type(m, key, json_is_array(json_object_get(m->object, key)), "an array");
}

const json_t *protocol_object(struct protocol_members *m, const char *key)
{
    return find_type(m, key, json_is_object(json_object_get(m->object, key)), "an object");
}
