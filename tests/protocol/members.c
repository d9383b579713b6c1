/* Members of messages and JSON-RPC: values, and what is reported of wrong ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "protocol/protocol.h"

#include <cmocka.h>

static json_t *object;

static struct protocol_members members(void)
{
    return (struct protocol_members){.object = object};
}

static void values(void **state)
{
    (void)state;
    struct protocol_members m = members();
    assert_string_equal(protocol_text(&m, "text", ""), "a");
    assert_int_equal(protocol_integer(&m, "number", 0, 10, 0), 7);
    assert_true(protocol_bool(&m, "yes", false));
    assert_int_equal(json_array_size(protocol_array(&m, "list")), 2);
    assert_non_null(protocol_object(&m, "object"));
    protocol_require(&m, "text");
    assert_string_equal(m.error, "");
}

static void absent_values(void **state)
{
    (void)state;
    struct protocol_members m = members();
    assert_string_equal(protocol_text(&m, "none", "b"), "b");
    assert_string_equal(protocol_text(&m, "null", "b"), "b");
    assert_int_equal(protocol_integer(&m, "none", 0, 10, 3), 3);
    assert_true(protocol_bool(&m, "none", true));
    assert_null(protocol_array(&m, "none"));
    assert_null(protocol_object(&m, "null"));
    assert_string_equal(m.error, "");
    protocol_require(&m, "null");
    assert_string_equal(m.error, "'null' is missing");
    m = (struct protocol_members){0};
    assert_int_equal(protocol_integer(&m, "number", 0, 10, 3), 3);
    protocol_require(&m, "text");
    assert_string_equal(m.error, "'text' is missing");
}

static void wrong_values(void **state)
{
    (void)state;
    struct protocol_members m = members();
    assert_null(protocol_text(&m, "number", NULL));
    assert_string_equal(m.error, "'number' is not a string");
    assert_false(protocol_bool(&m, "text", false));
    assert_string_equal(m.error, "'number' is not a string"); /* the first one is kept */
    m = members();
    assert_int_equal(protocol_integer(&m, "number", 8, 10, 9), 9);
    assert_string_equal(m.error, "'number' is 7; expected 8 to 10");
    m = members();
    assert_int_equal(protocol_integer(&m, "real", 0, 10, 9), 9);
    assert_string_equal(m.error, "'real' is not a whole number");
    m = members();
    assert_null(protocol_array(&m, "object"));
    assert_string_equal(m.error, "'object' is not an array");
    m = members();
    assert_null(protocol_object(&m, "list"));
    assert_string_equal(m.error, "'list' is not an object");
}

static bool reads(const char *text, struct protocol_rpc *out, json_t **message)
{
    const char *why = NULL;
    *message = json_loads(text, 0, NULL);
    assert_non_null(*message);
    bool ok = protocol_rpc_read(*message, out, &why);
    assert_int_equal(ok, why == NULL);
    return ok;
}

static void json_rpc(void **state)
{
    (void)state;
    static const char *const wrong[] = {"{}", "{\"jsonrpc\":2,\"method\":\"m\"}",
                                        "{\"jsonrpc\":\"2.0\",\"method\":1}",
                                        "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"id\":[]}",
                                        "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":1}"};
    struct protocol_rpc rpc;
    json_t *message;
    assert_true(reads("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"m\",\"params\":[1]}", &rpc, &message));
    assert_string_equal(rpc.method, "m");
    json_t *result = protocol_rpc_result(rpc.id, NULL),
           *failure = protocol_rpc_failure(NULL, PROTOCOL_RPC_PARSE, "y");
    char *text = json_dumps(result, JSON_COMPACT | JSON_SORT_KEYS);
    assert_string_equal(text, "{\"id\":\"x\",\"jsonrpc\":\"2.0\",\"result\":null}");
    free(text);
    text = json_dumps(failure, JSON_COMPACT | JSON_SORT_KEYS);
    assert_string_equal(text,
                        "{\"error\":{\"code\":-32700,\"message\":\"y\"},\"id\":null,\"jsonrpc\":\"2.0\"}");
    free(text);
    json_decref(result);
    json_decref(failure);
    json_decref(message);
    assert_true(reads("{\"jsonrpc\":\"2.0\",\"method\":\"m\"}", &rpc, &message) && !rpc.id && !rpc.params);
    json_decref(message);
    for (size_t i = 0; i < BASE_COUNT(wrong); i++) {
        assert_false(reads(wrong[i], &rpc, &message));
        json_decref(message);
    }
}

static int open_object(void **state)
{
    (void)state;
    object = json_pack("{s:s, s:i, s:f, s:b, s:n, s:[ii], s:{}}", "text", "a", "number", 7, "real", 7.5,
                       "yes", 1, "null", "list", 1, 2, "object");
    return object ? 0 : -1;
}

static int close_object(void **state)
{
    (void)state;
    json_decref(object);
    return 0;
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(absent_values),
        cmocka_unit_test(wrong_values),
        cmocka_unit_test(json_rpc),
    };
    return cmocka_run_group_tests(tests, open_object, close_object);
}
