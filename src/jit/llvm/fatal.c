/* Recovery from fatal errors of LLVM ("Cannot select …"), which otherwise end the process. */
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <llvm-c/ErrorHandling.h>

#include "jit/llvm/gen.h"

struct recovery {
    jmp_buf back;
    struct strbuf *why;
};

static pthread_once_t handler_once = PTHREAD_ONCE_INIT;
static _Thread_local struct recovery *recovery;

/* A handler that returns lets LLVM end the process, without a message. */
static void leave(const char *reason)
{
    struct recovery *r = recovery;
    if (!r) {
        fprintf(stderr, "LLVM ERROR: %s\n", reason); /* LLVM as the host uses it */
        return;
    }
    strbuf_printf(r->why, "LLVM: %.*s", (int)strcspn(reason, "\n"), reason);
    longjmp(r->back, 1);
}

static void install_fatal_error_handler(void)
{
    LLVMInstallFatalErrorHandler(leave);
}

bool gen_run_safely(void (*work)(void *context), void *context, struct strbuf *why)
{
    struct recovery here = {.why = why};
    pthread_once(&handler_once, install_fatal_error_handler);
    recovery = &here;
    bool succeeded = !setjmp(here.back);
    if (succeeded)
        work(context);
    recovery = NULL;
    return succeeded;
}
