/* HLSL sources as programs: options of the verbs that read one, and the call of the compiler. */
#ifndef SM5_CLI_HLSL_H
#define SM5_CLI_HLSL_H

#include "cli/cli.h"

/* True for the endings .hlsl, .hlsli and .fx. */
bool cli_hlsl_is_source(const char *path);
/* Compiles the source at `path` ("-": standard input), whose text is `text`, to a container in *out. Returns
   an exit code after having reported what is wrong. Thread-safe. */
int cli_hlsl_compile(const char *path, const struct io_bytes *text, const struct cli_hlsl_options *options,
                     struct io_bytes *out, FILE *log);

#endif
