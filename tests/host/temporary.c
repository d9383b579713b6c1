/* Temporary folders at the end of a command that is out of memory (host_temporary.c). */
#include "host/host.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

static pid_t start_writer(const char *folder)
{
    char path[PATH_MAX + 8];
    snprintf(path, sizeof path, "%s/file", folder);
    pid_t child = fork();
    for (unsigned i = 0; child == 0 && i < 1000000; i++)
        close(open(path, O_CREAT | O_WRONLY, 0600));
    if (child == 0)
        _exit(0);
    return child;
}

static void wait_for_file(const char *folder)
{
    char path[PATH_MAX + 8];
    snprintf(path, sizeof path, "%s/file", folder);
    while (access(path, F_OK) != 0)
        usleep(100);
}

static void end_writer(void *context)
{
    pid_t *writer = context;
    kill(*writer, SIGKILL);
    waitpid(*writer, NULL, 0);
    *writer = 0;
}

/* A process makes a file again and again: it must have ended before the folder is emptied. */
static void of_a_process_that_writes(void **state)
{
    (void)state;
    static struct host_temporary folder;
    static pid_t writer;
    assert_true(host_temporary_make(&folder, "sm5-test-"));
    writer = start_writer(folder.path);
    assert_true(writer > 0);
    wait_for_file(folder.path);
    folder.end_writers = end_writer;
    folder.context = &writer;
    host_temporary_remove_all();
    assert_int_equal(writer, 0);
    assert_int_not_equal(access(folder.path, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(of_a_process_that_writes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
