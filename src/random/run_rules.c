/* Checks of a program before it runs: validation and round trips. */
#include "run.h"
#include "sm5/validate.h"

static bool same_blob(const struct sm5_blob *a, const struct sm5_blob *b)
{
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* The container, disassembled and assembled again, is unchanged. */
static enum sm5_status round_trip(const struct sm5_program *program, struct sm5_diags *diags)
{
    struct sm5_blob text = {0}, bytes = {0}, again = {0};
    struct sm5_program *decoded = NULL, *parsed = NULL;
    enum sm5_status status = sm5_program_write(program, NULL, &bytes, diags);
    if (!status)
        status = sm5_program_read(bytes.data, bytes.size, "random.dxbc", &decoded, diags);
    if (!status)
        status = sm5_program_print(decoded, SM5_PRINT_LOSSLESS, &text, diags);
    if (!status)
        status = sm5_program_read(text.data, text.size, "again.asm", &parsed, diags);
    if (!status)
        status = sm5_program_write(parsed, NULL, &again, diags);
    if (!status && !same_blob(&bytes, &again))
        status = SM5_ERR_INPUT;
    sm5_program_free(decoded);
    sm5_program_free(parsed);
    sm5_blob_free(&text);
    sm5_blob_free(&bytes);
    sm5_blob_free(&again);
    return status;
}

const char *run_rules_broken(const struct prog *prog, const struct sm5_program *program,
                             struct sm5_diags *diags, enum sm5_status *status)
{
    bool plain = prog->stage == ISA_COMPUTE && !prog->textures;
    const struct sm5_validate_options options = {.before_run = plain || prog->loose, .errors_only = true};
    *status = sm5_validate(program, &options, diags);
    if (*status)
        return "validate";
    *status = round_trip(program, diags);
    return *status ? "round trip" : NULL;
}
