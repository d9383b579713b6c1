/* Channels: messages in order, a queue that is bounded, clients that end. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "protocol/protocol.h"

#include <cmocka.h>

struct pair {
    struct protocol_channel channel;
    int client;
};

static void open_pair(struct pair *p)
{
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    p->client = ends[1];
    protocol_open(&p->channel, ends[0], ends[0], 1 << 20);
}

static void close_pair(struct pair *p)
{
    close(p->channel.in);
    protocol_close(&p->channel);
}

static void send_text(const struct pair *p, const char *body)
{
    char header[40];
    int length = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", strlen(body));
    assert_int_equal(write(p->client, header, (size_t)length), length);
    assert_int_equal(write(p->client, body, strlen(body)), strlen(body));
}

static void expect_number(json_t *message, int number)
{
    assert_non_null(message);
    assert_int_equal(json_integer_value(json_object_get(message, "n")), number);
    json_decref(message);
}

static void messages_in_order(void **state)
{
    (void)state;
    struct pair p;
    open_pair(&p);
    protocol_receive(&p.channel, 0);
    assert_null(protocol_peek(&p.channel, 0));
    send_text(&p, "{\"n\":1}");
    send_text(&p, "{\"n\":2}");
    send_text(&p, "{\"n\":3}");
    while (p.channel.count < 3)
        protocol_receive(&p.channel, -1);
    expect_number(protocol_take(&p.channel, 1), 2);
    expect_number(protocol_wait(&p.channel), 1);
    expect_number(protocol_wait(&p.channel), 3);
    close(p.client);
    assert_null(protocol_wait(&p.channel));
    assert_true(p.channel.input_ended);
    assert_false(p.channel.output_ended);
    assert_null(p.channel.error);
    close_pair(&p);
}

static void expect_defect(struct pair *p, const char *body, const char *text)
{
    send_text(p, body);
    json_t *message = protocol_wait(&p->channel);
    assert_non_null(strstr(json_string_value(message), text));
    json_decref(message);
}

/* A body that is not a JSON object is reported in its place, and the next message is read. */
static void malformed_bodies(void **state)
{
    (void)state;
    struct pair p;
    char deep[5000];
    open_pair(&p);
    expect_defect(&p, "", "invalid JSON");
    expect_defect(&p, "{", "invalid JSON");
    expect_defect(&p, "[]", "expected an object");
    expect_defect(&p, "{\"n\":1} 2", "invalid JSON");
    expect_defect(&p, "{\"n\":\"\xff\"}", "invalid JSON");
    expect_defect(&p, "{\"n\":\"\\u0000\"}", "invalid JSON");
    memset(deep, '[', sizeof deep);
    deep[sizeof deep - 1] = '\0';
    expect_defect(&p, deep, "invalid JSON");
    send_text(&p, "{\"n\":4}");
    expect_number(protocol_wait(&p.channel), 4);
    close(p.client);
    close_pair(&p);
}

static void the_queue_is_bounded(void **state)
{
    (void)state;
    struct pair p;
    struct strbuf all = {0};
    open_pair(&p);
    for (int i = 0; i < PROTOCOL_QUEUE_MAX + 10; i++)
        strbuf_add(&all, "Content-Length: 7\r\n\r\n{\"n\":5}");
    assert_int_equal(write(p.client, all.text, all.length), all.length);
    strbuf_free(&all);
    for (int i = 0; i < 100; i++)
        protocol_receive(&p.channel, 0);
    assert_int_equal(p.channel.count, PROTOCOL_QUEUE_MAX);
    for (int i = 0; i < PROTOCOL_QUEUE_MAX + 10; i++)
        expect_number(protocol_wait(&p.channel), 5);
    protocol_receive(&p.channel, 0);
    assert_int_equal(p.channel.count, 0);
    close(p.client);
    close_pair(&p);
}

static void ends_inside_a_message(void **state)
{
    (void)state;
    struct pair p;
    open_pair(&p);
    assert_int_equal(write(p.client, "Content-Length: 9\r\n\r\n{", 22), 22);
    close(p.client);
    assert_null(protocol_wait(&p.channel));
    assert_non_null(p.channel.error);
    close_pair(&p);
}

static void writes(void **state)
{
    (void)state;
    struct pair p;
    char text[100] = {0};
    static const char expected[] = "Content-Length: 7\r\n\r\n{\"n\":6}";
    signal(SIGPIPE, SIG_IGN);
    open_pair(&p);
    assert_true(protocol_send(&p.channel, json_pack("{s:i}", "n", 6)));
    assert_int_equal(read(p.client, text, sizeof text - 1), sizeof expected - 1);
    assert_string_equal(text, expected);
    close(p.client);
    assert_false(protocol_send(&p.channel, json_pack("{s:i}", "n", 6)));
    assert_true(p.channel.output_ended);
    assert_true(protocol_has_ended(&p.channel));
    assert_null(p.channel.error);
    close_pair(&p);
}

/* What arrived before the end of the input is delivered, and can be answered. */
static void answers_after_the_input(void **state)
{
    (void)state;
    struct pair p;
    char text[100] = {0};
    open_pair(&p);
    send_text(&p, "{\"n\":1}");
    send_text(&p, "{\"n\":2}");
    assert_int_equal(shutdown(p.client, SHUT_WR), 0);
    while (!p.channel.input_ended)
        protocol_receive(&p.channel, -1);
    assert_false(protocol_has_ended(&p.channel));
    expect_number(protocol_wait(&p.channel), 1);
    expect_number(protocol_wait(&p.channel), 2);
    assert_true(protocol_has_ended(&p.channel));
    assert_true(protocol_send(&p.channel, json_pack("{s:i}", "n", 6)));
    assert_true(read(p.client, text, sizeof text - 1) > 0);
    assert_null(protocol_wait(&p.channel));
    close(p.client);
    close_pair(&p);
}

static void cancelled_requests(void **state)
{
    (void)state;
    struct pair p;
    open_pair(&p);
    json_t *one = json_integer(1), *two = json_integer(2);
    send_text(&p, "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancelRequest\",\"params\":{\"id\":2}}");
    while (!p.channel.count)
        protocol_receive(&p.channel, -1);
    assert_true(protocol_rpc_is_cancelled(&p.channel, "$/cancelRequest", two));
    assert_false(protocol_rpc_is_cancelled(&p.channel, "$/cancelRequest", one));
    assert_false(protocol_rpc_is_cancelled(&p.channel, "other", two));
    json_decref(one);
    json_decref(two);
    close(p.client);
    close_pair(&p);
}

static void clients_of_a_port(void **state)
{
    (void)state;
    uint16_t port = 0, again;
    int listener = protocol_listen(&port);
    assert_true(listener >= 0 && port != 0);
    again = port;
    assert_int_equal(protocol_listen(&again), -1);
    close(listener);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_in_order),
        cmocka_unit_test(malformed_bodies),
        cmocka_unit_test(the_queue_is_bounded),
        cmocka_unit_test(ends_inside_a_message),
        cmocka_unit_test(writes),
        cmocka_unit_test(answers_after_the_input),
        cmocka_unit_test(cancelled_requests),
        cmocka_unit_test(clients_of_a_port),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
