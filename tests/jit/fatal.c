/* A fatal error of LLVM refuses the program, and the host goes on. LLVM has one for each function that is compiled as 64-bit
   code for a processor without it. */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sm5/sm5.h"
#include "test.h"

#include "jit/jit.h"

static const char code[] =
    "cs_5_0\ndcl_uav_structured u0, 4\ndcl_input vThreadID.x\ndcl_thread_group 64, 1, 1\n"
    "store_structured u0.x, vThreadID.x, l(0), vThreadID.x\nret\n";

static enum sm5_status compile_for(const struct sm5_program *program, const char *cpu, struct strbuf *why)
{
    const struct jit_options options = {.no_cache = true, .cpu = cpu};
    struct strbuf out = {0};
    enum sm5_status status = jit_dump(program, &options, JIT_FORM_ASM, &out, why);
    if (status == SM5_OK && !out.length)
        status = SM5_ERR_INTERNAL;
    strbuf_free(&out);
    return status;
}

/* In a process of its own: LLVM's memory is lost there, which a leak checker does not need to hear. */
static int compile_in_child(const struct sm5_program *program)
{
    for (int turn = 0; turn < 3; turn++) {
        struct strbuf why = {0};
        if (compile_for(program, "i386", &why) != SM5_ERR_SUPPORT ||
            !strstr(strbuf_text(&why), "64-bit code requested"))
            return 1;
        strbuf_free(&why);
        if (compile_for(program, "x86-64-v3", &why))
            return 2;
        strbuf_free(&why);
    }
    return 0;
}

static void the_host_goes_on(void **state)
{
    (void)state;
    struct sm5_program *program = NULL;
    int ended = 0;
    assert_int_equal(sm5_program_read(code, strlen(code), NULL, &program, NULL), SM5_OK);
    pid_t child = fork();
    if (child == 0)
        _exit(compile_in_child(program));
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_true(WIFEXITED(ended));
    assert_int_equal(WEXITSTATUS(ended), 0);
    sm5_program_free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_host_goes_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
