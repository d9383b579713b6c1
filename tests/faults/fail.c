/* Counts allocations and system calls, and fails those that a test chose. Only calls that sm5's code causes count,
   directly or through libc and the libraries that it reads files with; LLVM ends the process when out of memory.

   Allocation functions are replaced by name: the file is linked into a test or preloaded into the command. System
   calls of libc's own functions, such as those in fread, have no name to replace: a seccomp filter turns them into
   SIGSYS, whose handler makes the call itself or reports the failure. */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "fail.h"

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t align, size_t size);
void __libc_free(void *memory);

/* ---- whose code is it ---- */

enum owner { OWNER_UNKNOWN, OWNER_SM5, OWNER_LIBC, OWNER_OTHER, OWNER_SELF };
enum { MODULES = 64, STACK = 32 };

struct module {
    uintptr_t low, high;
    enum owner owner;
};

static struct module modules[MODULES];
static atomic_uint module_count;
static atomic_flag module_lock = ATOMIC_FLAG_INIT;
static _Thread_local bool inside __attribute__((tls_model("initial-exec")));

static enum owner owner_of_name(const char *path)
{
    static const struct {
        const char *start;
        enum owner owner;
    } names[] = {
        {"", OWNER_SM5}, /* the program */
        {"libsm5", OWNER_SM5}, {"sm5-", OWNER_SM5},  {"libyaml", OWNER_SM5}, {"libjansson", OWNER_SM5},
        {"libpng", OWNER_SM5}, {"libz.", OWNER_SM5}, {"libc.", OWNER_LIBC},  {"libfail", OWNER_SELF},
    };
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].start[0] ? strncmp(name, names[i].start, strlen(names[i].start)) == 0 : !name[0])
            return names[i].owner;
    return OWNER_OTHER;
}

struct search {
    uintptr_t address;
    struct module found;
};

static int match_module(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    struct search *search = context;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t low = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type != PT_LOAD || search->address < low || search->address >= low + segment->p_memsz)
            continue;
        search->found = (struct module){low, low + segment->p_memsz, owner_of_name(info->dlpi_name)};
        return 1;
    }
    return 0;
}

static void lock(atomic_flag *flag)
{
    while (atomic_flag_test_and_set(flag))
        sched_yield();
}

static enum owner owner_of(const void *address)
{
    uintptr_t at = (uintptr_t)address;
    unsigned count = atomic_load(&module_count);
    for (unsigned i = 0; i < count; i++)
        if (at >= modules[i].low && at < modules[i].high)
            return modules[i].owner;
    struct search search = {.address = at};
    if (!dl_iterate_phdr(match_module, &search))
        return OWNER_SM5; /* code that the JIT made */
    lock(&module_lock);
    count = atomic_load(&module_count);
    if (count < MODULES) {
        modules[count] = search.found;
        atomic_store(&module_count, count + 1);
    }
    atomic_flag_clear(&module_lock);
    return search.found.owner;
}

/* The owner of the innermost frame outside libc. */
static enum owner owner_of_stack(void)
{
    void *frames[STACK];
    bool before = inside;
    inside = true;
    int count = backtrace(frames, STACK);
    inside = before;
    for (int i = 2; i < count; i++) {
        enum owner owner = owner_of(frames[i]);
        if (owner != OWNER_LIBC && owner != OWNER_SELF)
            return owner;
    }
    return OWNER_OTHER;
}

/* ---- which call fails ---- */

static atomic_bool armed;
static enum fail_kind armed_kind;
static bool fails_after;
static uint64_t fail_at;
static _Atomic uint64_t calls, failed;
static void *failed_frames[FAIL_FRAMES];
static uint64_t *chains;
static size_t chain_room;

void fail_record_chains(uint64_t *out, size_t room)
{
    chains = out;
    chain_room = room;
}

static uint64_t hash_callers(void)
{
    void *frames[STACK];
    uint64_t hash = 0xcbf29ce484222325u;
    bool before = inside;
    inside = true;
    int count = backtrace(frames, STACK);
    inside = before;
    for (int i = 0; i < count; i++)
        hash = (hash ^ (uintptr_t)frames[i]) * 0x100000001b3u;
    return hash;
}

static bool count_call(void)
{
    uint64_t number = atomic_fetch_add(&calls, 1) + 1;
    if (number <= chain_room)
        chains[number - 1] = hash_callers();
    if (!fail_at || (fails_after ? number < fail_at : number != fail_at))
        return false;
    if (atomic_fetch_add(&failed, 1) == 0) {
        bool before = inside;
        inside = true;
        backtrace(failed_frames, FAIL_FRAMES);
        inside = before;
    }
    return true;
}

/* ---- allocations that are not freed ---- */

enum { FIRST_SLOTS = 1 << 9 };

struct block {
    void *memory, *caller;
    size_t size;
};

/* A hash table that is at most half full: small, as each process that a test forks writes to pages of its own. */
static struct block *blocks;
static size_t slots;
static uint64_t block_count, byte_count, byte_mark, byte_peak;
static atomic_flag block_lock = ATOMIC_FLAG_INIT;

static struct block *new_slots(size_t count)
{
    long memory = syscall(SYS_mmap, NULL, count * sizeof *blocks, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == -1)
        abort();
    return (struct block *)memory;
}

static size_t slot_of(const void *memory)
{
    return (size_t)((uintptr_t)memory * 0x9e3779b97f4a7c15u >> 32) % slots;
}

static void insert(const struct block *block)
{
    size_t at = slot_of(block->memory);
    while (blocks[at].memory)
        at = (at + 1) % slots;
    blocks[at] = *block;
}

static void double_slots(void)
{
    struct block *old = blocks;
    size_t count = slots;
    slots *= 2;
    blocks = new_slots(slots);
    for (size_t i = 0; i < count; i++)
        if (old[i].memory)
            insert(&old[i]);
    syscall(SYS_munmap, old, count * sizeof *old);
}

static void remember(void *memory, size_t size, void *caller)
{
    bool before = inside;
    if (!memory)
        return;
    inside = true; /* system calls of the table do not count */
    lock(&block_lock);
    if (++block_count > slots / 2)
        double_slots();
    insert(&(struct block){memory, caller, size});
    byte_count += size;
    byte_peak = byte_count > byte_peak ? byte_count : byte_peak;
    atomic_flag_clear(&block_lock);
    inside = before;
}

static void remember_block(void *memory, void *caller)
{
    remember(memory, memory ? malloc_usable_size(memory) : 0, caller);
}

void fail_mark(void)
{
    lock(&block_lock);
    byte_mark = byte_peak = byte_count;
    atomic_flag_clear(&block_lock);
}

uint64_t fail_peak(void)
{
    lock(&block_lock);
    uint64_t peak = byte_peak - byte_mark;
    atomic_flag_clear(&block_lock);
    return peak;
}

/* Empties a slot; the entries after it that probed past it move. */
static void remove_slot(size_t hole)
{
    byte_count -= blocks[hole].size;
    for (size_t at = (hole + 1) % slots; blocks[at].memory; at = (at + 1) % slots) {
        size_t home = slot_of(blocks[at].memory);
        if ((at - home) % slots >= (at - hole) % slots) {
            blocks[hole] = blocks[at];
            hole = at;
        }
    }
    blocks[hole].memory = NULL;
    block_count--;
}

static void forget(const void *memory)
{
    if (!memory)
        return;
    lock(&block_lock);
    size_t at = blocks ? slot_of(memory) : 0;
    while (blocks && blocks[at].memory && blocks[at].memory != memory)
        at = (at + 1) % slots;
    if (blocks && blocks[at].memory)
        remove_slot(at);
    atomic_flag_clear(&block_lock);
}

/* ---- allocation functions ---- */

/* True when the call counts; then *fails says whether it is to fail. */
static bool is_counted(void *caller, bool *fails)
{
    *fails = false;
    if (!atomic_load(&armed) || inside)
        return false;
    enum owner owner = owner_of(caller);
    if (owner == OWNER_LIBC)
        owner = owner_of_stack();
    if (owner != OWNER_SM5)
        return false;
    *fails = armed_kind == FAIL_MEMORY && count_call();
    if (*fails)
        errno = ENOMEM;
    return true;
}

#define CALLER __builtin_return_address(0)

void *malloc(size_t size)
{
    bool fails, counted = is_counted(CALLER, &fails);
    void *memory = fails ? NULL : __libc_malloc(size);
    if (counted)
        remember_block(memory, CALLER);
    return memory;
}

void *calloc(size_t count, size_t size)
{
    bool fails, counted = is_counted(CALLER, &fails);
    void *memory = fails ? NULL : __libc_calloc(count, size);
    if (counted)
        remember_block(memory, CALLER);
    return memory;
}

static void *reallocate(void *old, size_t size, void *caller)
{
    bool fails, counted = is_counted(caller, &fails);
    if (fails)
        return NULL;
    forget(old); /* before another thread may get the address */
    void *memory = __libc_realloc(old, size);
    if (counted)
        remember_block(memory ? memory : size ? old : NULL, caller);
    return memory;
}

void *realloc(void *old, size_t size)
{
    return reallocate(old, size, CALLER);
}

void *reallocarray(void *old, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return reallocate(old, bytes, CALLER);
}

static void *allocate_aligned(size_t align, size_t size, void *caller)
{
    bool fails, counted = is_counted(caller, &fails);
    void *memory = fails ? NULL : __libc_memalign(align, size);
    if (counted)
        remember_block(memory, caller);
    return memory;
}

void *aligned_alloc(size_t align, size_t size)
{
    return allocate_aligned(align, size, CALLER);
}

void *memalign(size_t align, size_t size)
{
    return allocate_aligned(align, size, CALLER);
}

int posix_memalign(void **out, size_t align, size_t size)
{
    void *memory = allocate_aligned(align, size, CALLER);
    if (memory)
        *out = memory;
    return memory ? 0 : ENOMEM;
}

void free(void *memory)
{
    forget(memory);
    __libc_free(memory);
}

/* ---- mappings and threads ---- */

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    bool fails, counted = is_counted(CALLER, &fails);
    void *memory =
        fails ? MAP_FAILED : (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
    if (counted && memory != MAP_FAILED)
        remember(memory, size, CALLER);
    return memory;
}

void *mmap64(void *, size_t, int, int, int, off_t) __attribute__((alias("mmap")));

int munmap(void *memory, size_t size)
{
    forget(memory);
    return (int)syscall(SYS_munmap, memory, size);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument)
{
    static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    bool fails;
    if (!real)
        real = (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(
            RTLD_NEXT, "pthread_create");
    is_counted(CALLER, &fails);
    return fails ? EAGAIN : real(thread, attributes, start, argument);
}

/* Threads that block all signals still need SIGSYS. */
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    sigset_t without;
    if (set && how != SIG_UNBLOCK) {
        without = *set;
        sigdelset(&without, SIGSYS);
        set = &without;
    }
    return sigprocmask(how, set, old) ? errno : 0;
}

/* ---- system calls ---- */

/* `error` of a full disk, a broken one, or too many files; what may be interrupted; what may be short: the argument
   that has the size. */
struct call {
    int number, error;
    bool may_interrupt, is_transfer;
};

static const struct call trapped[] = {
    {SYS_read, EIO, true, true},          {SYS_pread64, EIO, true, true},
    {SYS_write, ENOSPC, true, true},      {SYS_pwrite64, ENOSPC, true, true},
    {SYS_writev, ENOSPC, true, false},    {SYS_openat, EMFILE, true, false},
    {SYS_open, EMFILE, true, false},      {SYS_close, EIO, false, false},
    {SYS_fstat, EIO, false, false},       {SYS_stat, EACCES, false, false},
    {SYS_lstat, EACCES, false, false},    {SYS_newfstatat, EACCES, false, false},
    {SYS_access, EACCES, false, false},   {SYS_faccessat2, EACCES, false, false},
    {SYS_lseek, EIO, false, false},       {SYS_mmap, ENOMEM, false, false},
    {SYS_mprotect, ENOMEM, false, false}, {SYS_rename, ENOSPC, false, false},
    {SYS_linkat, ENOSPC, false, false},   {SYS_unlink, EIO, false, false},
    {SYS_unlinkat, EIO, false, false},    {SYS_mkdir, ENOSPC, false, false},
    {SYS_fallocate, ENOSPC, true, false}, {SYS_ftruncate, EIO, true, false},
    {SYS_fchmod, EPERM, false, false},    {SYS_fchown, EPERM, false, false},
    {SYS_getdents64, EIO, false, false},  {SYS_readlink, EIO, false, false},
    {SYS_getcwd, ENOENT, false, false},   {SYS_fcntl, EMFILE, false, false},
    {SYS_utimensat, EPERM, false, false}, {SYS_sched_getaffinity, EINVAL, false, false},
    {SYS_sysinfo, EFAULT, false, false},
};

enum { TRAPPED = sizeof trapped / sizeof trapped[0] };

long fail_raw_call(long number, long a, long b, long c, long d, long e, long f);
extern const char fail_raw_call_end[] __attribute__((visibility("hidden")));

/* The one place whose system calls pass the filter. */
__asm__(".text\n.hidden fail_raw_call\n.globl fail_raw_call\nfail_raw_call:\n"
        "mov %rdi, %rax\nmov %rsi, %rdi\nmov %rdx, %rsi\nmov %rcx, %rdx\nmov %r8, %r10\nmov %r9, %r8\n"
        "mov 8(%rsp), %r9\nsyscall\n"
        ".hidden fail_raw_call_end\n.globl fail_raw_call_end\nfail_raw_call_end:\nret\n");

static const struct call *find_call(int number)
{
    for (size_t i = 0; i < TRAPPED; i++)
        if (trapped[i].number == number)
            return &trapped[i];
    return NULL;
}

/* Whether a call of the armed kind; only then may it fail. Messages on standard error are always written. */
static bool is_armed_call(const struct call *call, long file, long size)
{
    bool is_message =
        call && (call->number == SYS_write || call->number == SYS_writev) && file == STDERR_FILENO;
    if (!atomic_load(&armed) || inside || !call || is_message)
        return false;
    bool fits = armed_kind == FAIL_CALL || (armed_kind == FAIL_INTERRUPTED && call->may_interrupt) ||
                (armed_kind == FAIL_SHORT && call->is_transfer && size > 1);
    return fits && owner_of_stack() == OWNER_SM5;
}

static void handle_call(int signal_number, siginfo_t *info, void *context)
{
    (void)signal_number;
    (void)info;
    int before = errno;
    greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
    const struct call *call = find_call((int)r[REG_RAX]);
    long size = (long)r[REG_RDX];
    bool fails = is_armed_call(call, (long)r[REG_RDI], size) && count_call();
    if (fails && armed_kind == FAIL_SHORT) {
        size /= 2;
        fails = false;
    } else if (fails && call->number == SYS_close) {
        fail_raw_call(SYS_close, (long)r[REG_RDI], 0, 0, 0, 0, 0);
    }
    if (fails)
        r[REG_RAX] = armed_kind == FAIL_INTERRUPTED ? -EINTR : -call->error;
    else
        r[REG_RAX] = fail_raw_call((long)r[REG_RAX], (long)r[REG_RDI], (long)r[REG_RSI], size,
                                   (long)r[REG_R10], (long)r[REG_R8], (long)r[REG_R9]);
    errno = before;
}

bool fail_trap_calls(void)
{
    enum { HEAD = 7 };
    struct sock_filter filter[HEAD + TRAPPED + 2];
    uint64_t allowed = (uint64_t)(uintptr_t)fail_raw_call_end;
    const struct sock_filter head[HEAD] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)allowed, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer) + 4),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(allowed >> 32), 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_STMT(BPF_MISC | BPF_TAX, 0),
    };
    memcpy(filter, head, sizeof head);
    for (int i = 0; i < TRAPPED; i++)
        filter[HEAD + i] = (struct sock_filter)BPF_JUMP(
            BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)trapped[i].number, (uint8_t)(TRAPPED - i), 0);
    filter[HEAD + TRAPPED] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    filter[HEAD + TRAPPED + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    const struct sock_fprog program = {.len = HEAD + TRAPPED + 2, .filter = filter};
    struct sigaction action = {.sa_sigaction = handle_call, .sa_flags = SA_SIGINFO | SA_NODEFER};
    return sigaction(SIGSYS, &action, NULL) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* ---- the test's side ---- */

void fail_arm(enum fail_kind kind, uint64_t n, bool and_after)
{
    void *frames[2];
    inside = true;
    backtrace(frames, 2); /* loads the unwinder */
    if (!blocks)
        blocks = new_slots(slots = FIRST_SLOTS);
    else if (block_count)
        memset(blocks, 0, slots * sizeof *blocks);
    inside = false;
    block_count = byte_count = 0;
    armed_kind = kind;
    fail_at = n;
    fails_after = and_after;
    atomic_store(&calls, 0);
    atomic_store(&failed, 0);
    memset(failed_frames, 0, sizeof failed_frames);
    atomic_store(&armed, true);
}

void fail_disarm(struct fail_report *report)
{
    atomic_store(&armed, false);
    *report = (struct fail_report){
        .calls = atomic_load(&calls), .failed = atomic_load(&failed), .live = block_count};
    memcpy(report->frames, failed_frames, sizeof failed_frames);
    for (size_t i = 0, n = 0; block_count && i < slots && n < FAIL_LEAKS; i++)
        if (blocks[i].memory)
            report->leaks[n++] = blocks[i].caller;
}
