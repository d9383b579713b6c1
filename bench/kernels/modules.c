#include <dlfcn.h>
#include <stdlib.h>

#include "kernels.h"

const char *const module_names[MODULES] = {"reference", "gcc", "clang"};

/* Object and function pointers are the same thing where there is dlsym. */
static void *find(const struct module *module, const char *symbol)
{
    void *found = dlsym(module->handle, symbol);
    if (!found)
        fprintf(stderr, "%s: %s\n", module->name, dlerror());
    return found;
}

static bool open_module(struct module *module, const char *folder)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/peer-%s.so", folder, module->name);
    module->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!module->handle)
        return false;
    *(void **)&module->set_threads = find(module, "peer_set_threads");
    *(void **)&module->memcpy = find(module, "peer_memcpy");
    *(void **)&module->stream_copy = find(module, "peer_stream_copy");
    *(void **)&module->update = find(module, "peer_update");
    *(void **)&module->read = find(module, "peer_read");
    *(void **)&module->fma = find(module, "peer_fma");
    return module->set_threads && module->memcpy && module->stream_copy && module->update && module->read &&
           module->fma;
}

/* Waiting threads of one runtime would occupy the cores of the next subject: both runtimes spin for less than
   the pause between two subjects. They read this when they are loaded. */
static void limit_spinning(void)
{
    setenv("GOMP_SPINCOUNT", "20000", 1);
    setenv("KMP_BLOCKTIME", "1", 1);
}

bool modules_open(struct module modules[MODULES], const char *folder, int threads)
{
    limit_spinning();
    for (int i = 0; i < MODULES; i++) {
        modules[i] = (struct module){.name = module_names[i]};
        if (open_module(&modules[i], folder))
            modules[i].set_threads(threads);
        else if (modules[i].handle || i == REFERENCE)
            return false;
    }
    return true;
}

void modules_close(struct module modules[MODULES])
{
    for (int i = 0; i < MODULES; i++)
        modules[i].handle = NULL; /* threads of the OpenMP runtimes may still wait in the code */
}

peer_kernel *module_kernel(const struct module *module, const struct kernel *kernel)
{
    peer_kernel *function = NULL;
    if (module->handle)
        *(void **)&function = find(module, kernel->symbol);
    return function;
}
