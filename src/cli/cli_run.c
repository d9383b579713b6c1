/* sm5 run: one dispatch, or one run of another stage. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "ranks/ranks.h"

#define AT(field) .offset = offsetof(struct cli_job_options, field)

static const struct cli_word forms[] = {
    {"ir", SM5_FORM_IR}, {"llvm", SM5_FORM_LLVM}, {"asm", SM5_FORM_ASM}, {0}};

static const struct cli_option option_table[] = {
    {"--dump", "ir|llvm|asm", "print the JIT's code of the program, and run nothing", OPTION_TEXT, AT(dump),
     .words = forms},
    {"--json", "FILE", "write groups, threads, engine, seconds, counters and warnings", OPTION_TEXT,
     AT(json)},
    {"--view", "SLOT[.MEMBER]=FILE[,key=value]...",
     "draw a member or channel after the run: .png or .svg; width=N, range=LOW/HIGH, as=image|plot, "
     "compare=before",
     OPTION_LIST, AT(views)},
    {"--ranks-racy", NULL, "under mpirun: run programs whose result depends on the order of groups too",
     OPTION_FLAG, AT(ranks_racy)},
    {0},
};

static void json_counters(struct host_json *json, const struct cli_resources *resources,
                          const struct sm5_bindings *bindings)
{
    uint32_t value;
    host_json_open(json, "counters", '{');
    for (size_t i = 0; i < resources->bound_count; i++)
        if (sm5_counter_get(bindings, &resources->bound[i].slot, &value))
            host_json_number(json, resources->bound[i].text, value);
    host_json_close(json, '}');
}

static void json_warnings(struct host_json *json, const struct sm5_diags *diags)
{
    host_json_open(json, "warnings", '[');
    for (size_t i = 0; i < sm5_diags_count(diags); i++)
        if (sm5_diags_at(diags, i)->severity != SM5_ERROR)
            host_json_text(json, NULL, sm5_diags_at(diags, i)->message);
    host_json_close(json, ']');
}

static bool write_json(const struct cli_job *job, const struct sm5_dispatch_result *result,
                       const uint64_t *invocations, const struct cli_profiles *profiles,
                       const struct cli_ranks *ranks)
{
    struct host_text text;
    if (!host_text_open(&text))
        return false;
    struct host_json json = {.out = text.out};
    host_json_open(&json, NULL, '{');
    if (invocations)
        host_json_number(&json, "invocations", *invocations);
    else
        host_json_numbers(&json, "groups", result->groups, 3);
    host_json_number(&json, "threads", result->threads);
    host_json_text(&json, "engine", sm5_kernel_engine(job->kernel));
    host_json_real(&json, "seconds", result->seconds, 9);
    if (ranks)
        cli_ranks_json(ranks, &job->resources, &json);
    json_counters(&json, &job->resources, job->bindings);
    json_warnings(&json, job->diags);
    cli_profiles_json(profiles, &json);
    host_json_close(&json, '}');
    return host_text_write(&text, job->options->json);
}

static int dispatch_groups(struct cli_job *job, struct cli_profiles *profiles)
{
    struct sm5_dispatch_result result = {0};
    size_t first = sm5_diags_count(job->diags);
    if (!cli_profiles_open(profiles, job))
        return HOST_BAD_COMMAND;
    struct cli_progress progress;
    cli_progress_of_groups(&progress, &job->plan.how);
    enum sm5_status status = sm5_dispatch(job->kernel, job->bindings, &job->plan.how, &result, job->diags);
    cli_progress_close(&progress);
    host_report(job->diags, first);
    if (status)
        return host_exit_code(status);
    bool ok = cli_profiles_compare(profiles, job);
    ok &= cli_job_write_results(job);
    if (job->options->json)
        ok &= write_json(job, &result, NULL, profiles, NULL);
    return ok ? HOST_OK : HOST_BAD_COMMAND;
}

static int run_on_ranks(struct cli_job *job)
{
    struct cli_ranks ranks = {0};
    struct cli_profiles none = {0};
    struct sm5_dispatch_result result = {0};
    int code = cli_ranks_dispatch(job, &ranks, &result);
    bool ok = code == HOST_OK;
    if (ok && ranks_own() == 0) {
        ok = cli_job_write_results(job);
        if (job->options->json)
            ok &= write_json(job, &result, NULL, &none, &ranks);
        cli_slices_end(&job->resources);
        code = ok ? HOST_OK : HOST_BAD_COMMAND;
    } else if (ok)
        cli_slices_serve(&job->resources);
    cli_ranks_free(&ranks);
    return code;
}

static int run_stage(struct cli_job *job)
{
    struct cli_profiles none = {0};
    struct sm5_dispatch_result result = {0};
    uint64_t invocations = 0;
    int code = cli_stage_run(job, cli_stage_plain, NULL, &result, &invocations);
    bool report = code == HOST_OK && job->options->json;
    if (report && !write_json(job, &result, &invocations, &none, NULL))
        code = HOST_BAD_COMMAND;
    return code;
}

static int dispatch(struct cli_job *job)
{
    struct sm5_stage_info info;
    sm5_stage_info(job->program, &info);
    if (strcmp(info.stage, "cs") != 0 && ranks_count() > 1) {
        host_error("run: under mpirun only compute shaders run; this is a %s", info.stage);
        return HOST_BAD_COMMAND;
    }
    if (strcmp(info.stage, "cs") != 0)
        return run_stage(job);
    if (ranks_count() > 1)
        return run_on_ranks(job);
    const char *json = job->options->json;
    struct cli_profiles profiles = {.quiet = json && strcmp(json, "-") == 0};
    int code = dispatch_groups(job, &profiles);
    cli_profiles_free(&profiles);
    return code;
}

static int run(int argc, char **argv)
{
    struct cli_job_options options = {.runs_stages = true, .has_slices = true};
    ranks_share_files(true);
    return cli_job_run(&cli_run, argc, argv, &options, dispatch);
}

static const char notes[] =
    "SLOT    t0, u3, cb2, s1; in Shader Model 5.1 t5@2 (register, space) and t5@2[3] (element of an array);\n"
    "        t5,space2 is t5@2.\n"
    "SOURCE  a file (.npy, .csv, .json by member name; .bin, .raw, .dat, raw:FILE; .png, .dds), zero, iota "
    "(0, 1, 2, ...), rand[:SEED], "
    "inline words f32:1/2.5,\n"
    "        u32:1/0xff, i32:-1/2 (0x... gives the bits), @NAME of a --buffer, or null.\n"
    "keys    size=N         elements of the resource, for zero, iota and rand (--buffer: of stride= or 4 "
    "bytes)\n"
    "        first=N        first element of the view (default 0; raw views count dwords, cb# float4 rows)\n"
    "        count=N        elements of the view (default: to the end)\n"
    "        stride=N       bytes of a structure (default: the declaration's)\n"
    "        format=NAME    of a typed view: a DXGI name without its prefix, any letter case (default: "
    "r32_*\n"
    "                       of a u# of which only x is loaded, or changed by atomics)\n"
    "        kind=KIND      structured, raw, typed or cbuffer (default: the declaration's)\n"
    "        counter=N      the hidden counter's first value (default 0 where the program uses one)\n"
    "        as=bits|unit|sym   rand: 32-bit words, floats in 0..1, floats in -1..1\n"
    "        below=N        rand with as=bits: the words modulo N\n"
    "        width= height= depth= layers= mips= samples=   sizes of a texture, with format=\n"
    "        first_mip= view_mips= first_layer= view_layers=   range of its view\n"
    "        min_lod=X      of a texture read through t#: its minimum level of detail\n"
    "s#      -b s0=point|linear|anisotropic with address=, border=, comparison=, reduction=, min=, mag=, "
    "mip=,\n"
    "        bias=, min_lod=, max_lod=, anisotropy=\n"
    "rand    word i is h = hash(i * 2654435761 + SEED * 40503); unit is (h >> 8) / 2^24, sym 2 * unit - 1;\n"
    "        docs/cli.md describes the hash.\n"
    "png     elements of 4 bytes are RGBA; 1, 3 or 4 floats are clamped to 0..1.\n"
    "class   --class fp0[0]=ft1:1/2 also specifies the sources of this[]: constant buffer, offset, texture, "
    "sampler.\n"
    "input   columns of -i: POSITION.x, TEXCOORD1.y, SV_VertexID, or registers v0.x ('sm5 info --json' "
    "lists\n"
    "        them); a row a vertex, control point or pixel. Patch constants, primitive ids and domain "
    "points\n"
    "        (SV_DomainLocation.x) are in files of their own; points are for every patch, or with a column\n"
    "        patch for the one that it numbers. Ids, pixel positions and the like have default values.\n"
    "out     --print out, constants (hull), points, primitives (hull; domain with --factors), m0 to m3 "
    "(streams)\n"
    "        shows outputs as --out NAME=FILE writes them.\n"
    "Exit codes: 0 success; 1 the program or a binding is wrong, or a limit was exceeded; 2 the command "
    "or\n"
    "a file is wrong.\n";

const struct cli_verb cli_run = {
    .name = "run",
    .arguments = "IN --groups X[,Y[,Z]] [-b SLOT=SOURCE]... [-o SLOT=FILE]...\n"
                 "       sm5 run IN --count N|--rect X,Y,W,H [-i FILE]... [--out FILE] [-b SLOT=SOURCE]...",
    .summary = "runs a program: a dispatch of a compute shader, or another stage on inputs",
    .options = option_table,
    .shared_options = {cli_job_table, cli_stage_table, cli_hlsl_table},
    .run = run,
    .has_ranks = true,
    .notes = notes,
};
