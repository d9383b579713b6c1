/* Changes of ranges of groups: handles of split/. */
#include "api/api.h"
#include "split/split.h"
#include "split/split_diag.h"

enum sm5_status sm5_split_take(const struct sm5_split *split, struct sm5_blob *changes,
                               struct sm5_diags *diags)
{
    struct strbuf out = {0};
    split_take(split, &out);
    return api_take_blob(&out, changes, diags);
}

enum sm5_status sm5_split_merge(struct sm5_split *split, const void *changes, size_t size,
                                struct sm5_split_conflict *conflict, struct sm5_diags *diags)
{
    *conflict = (struct sm5_split_conflict){0};
    enum sm5_status status = split_merge(split, changes, size, conflict);
    if (status == SM5_ERR_INPUT)
        diag_add(diags, SPLIT_CHANGES, DIAG_NOWHERE);
    return status;
}
