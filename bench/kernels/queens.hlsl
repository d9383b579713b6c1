// Eleven queens: each thread places three, and counts the ways to place the others by a search whose stacks are indexable arrays.
RWStructuredBuffer<uint> ways : register(u0);

static const uint size = 11, full = (1 << 11) - 1;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= size * size * size)
        return;
    uint columns = 0, left = 0, right = 0, rest = id.x;
    bool attacked = false;
    [unroll] for (uint row = 0; row < 3; row++) {
        uint queen = 1u << rest % size;
        rest /= size;
        attacked = attacked || ((columns | left | right) & queen) != 0;
        columns |= queen;
        left = (left | queen) << 1;
        right = (right | queen) >> 1;
    }
    uint columns_at[8], left_at[8], right_at[8], free_at[8];
    uint depth = 0, count = 0, free = attacked ? 0 : full & ~(columns | left | right);
    [loop] while (true) {
        if (free == 0) {
            if (depth == 0)
                break;
            depth--;
            columns = columns_at[depth];
            left = left_at[depth];
            right = right_at[depth];
            free = free_at[depth];
            continue;
        }
        uint queen = free & (0 - free);
        free ^= queen;
        if ((columns | queen) == full) {
            count++;
            continue;
        }
        columns_at[depth] = columns;
        left_at[depth] = left;
        right_at[depth] = right;
        free_at[depth] = free;
        depth++;
        columns |= queen;
        left = (left | queen) << 1;
        right = (right | queen) >> 1;
        free = full & ~(columns | left | right);
    }
    ways[id.x] = count;
}
