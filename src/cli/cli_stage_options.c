/* Options of sm5 run and check for the stages other than compute. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli_stage.h"

static bool set_rect(void *at, const char *value)
{
    uint32_t *rect = at;
    char *copy = strdup(value), *rest = copy;
    bool ok = copy != NULL;
    int parts = 0;
    for (int i = 0; value[i]; i++)
        parts += value[i] == ',';
    if (parts != 3)
        ok = host_error("--rect %s: expected X,Y,W,H", value);
    for (int i = 0; ok && i < 4; i++) {
        uint64_t number = 0;
        ok = host_parse_count("--rect", strsep(&rest, ","), 16384, &number);
        rect[i] = (uint32_t)number;
    }
    free(copy);
    return ok;
}

static const struct cli_word samples[] = {{"1", 1}, {"2", 2}, {"4", 4}, {"8", 8}, {"16", 16}, {0}};
static const struct cli_word missing[] = {{"error", STAGE_MISSING_ERROR}, {"zero", STAGE_MISSING_ZERO}, {0}};
static const struct cli_word partitionings[] = {{"integer", SM5_PARTITIONING_INTEGER},
                                                {"pow2", SM5_PARTITIONING_POW2},
                                                {"fractional_odd", SM5_PARTITIONING_FRACTIONAL_ODD},
                                                {"fractional_even", SM5_PARTITIONING_FRACTIONAL_EVEN},
                                                {0}};

#define AT(field)    .offset = offsetof(struct cli_job_options, stage.field)
#define GIVEN(field) .given = offsetof(struct cli_job_options, stage.field) + 1

const struct cli_option cli_stage_table[] = {
    {"--count", "N", "vertices, patches, primitives or pixels to run; other stages than compute",
     OPTION_COUNT, AT(count), GIVEN(has_count), .max = 1 << 26},
    {"-i", "FILE", "inputs of a stage, .csv, .json or .npy with columns named by semantic; may be repeated",
     OPTION_LIST, AT(inputs)},
    {"--missing", "error|zero", "inputs that no column gives: an error (default), or 0", OPTION_CHOICE,
     AT(missing), .words = missing},
    {"--rect", "X,Y,W,H", "pixels to run", OPTION_CALL, AT(rect), GIVEN(has_rect), .set = set_rect},
    {"--samples", "N", "of a pixel: 1, 2, 4, 8 or 16", OPTION_CHOICE, AT(samples), .words = samples},
    {"--partition", "N", "domain points: every edge of a patch in N parts", OPTION_COUNT, AT(partition),
     .min = 1, .max = 64},
    {"--factors", "F,F,...|FILE", "domain points: tessellation factors, of the edges and the inside",
     OPTION_TEXT, AT(factors)},
    {"--partitioning", "WORD", "of --factors: integer (default), pow2, fractional_odd, fractional_even",
     OPTION_CHOICE, AT(partitioning), .words = partitionings},
    {"--out", "[NAME=]FILE", "write outputs of a stage, .csv, .json or .npy; 'sm5 run --help' has the NAMEs",
     OPTION_LIST, AT(outs)},
    {0},
};

bool cli_stage_is_given(const struct cli_stage_options *o)
{
    return o->has_count || o->has_rect || o->missing || o->samples || o->partition || o->factors ||
           o->partitioning || o->inputs.count || o->outs.count;
}

bool cli_stage_is_output(const char *text)
{
    return stage_is_output(text, strcspn(text, ":"));
}
