/* write_reduced FOLDER: reduced programs of all kinds, as the test cases that sm5 random --reduce --write makes. */
#include <stdio.h>
#include <stdlib.h>

#include "random/random_export.h"
#include "random/random_reduce.h"
#include "wrong_row.h"

static bool write_one(enum gen_kind kind, uint16_t row, const char *folder)
{
    struct lane_table table = *lane_table_best();
    const struct run_setup setup = {.configs = 1, .extra = &table, .rules = true};
    struct run_outcome outcome;
    struct prog prog;
    struct strbuf name = {0};
    struct io_error error;
    table.op[row] = wrong_row;
    if (!find_failing(&prog, kind, &setup, &outcome))
        return false;
    reduce_program(&prog, &setup, &outcome);
    bool good = !export_is_possible(&prog) || export_case(&prog, folder, &name, &error);
    strbuf_free(&name);
    prog_free(&prog);
    return good;
}

int main(int argc, char **argv)
{
    static const uint16_t rows[] = {ISA_MAD, ISA_MOVC, ISA_ADD};
    if (argc != 2)
        return EXIT_FAILURE;
    for (unsigned kind = 0; kind < GEN_KINDS; kind++)
        for (unsigned i = 0; i < BASE_COUNT(rows); i++)
            if (!write_one((enum gen_kind)kind, rows[i], argv[1]))
                return EXIT_FAILURE;
    return EXIT_SUCCESS;
}
