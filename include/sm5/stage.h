/* Running the stages other than compute: vertex, hull, domain, geometry and pixel shaders (D3D11.3 chapters 8
   to 16). A stage is run on inputs that the caller gives: there is no input assembler, tessellator or
   rasteriser. */
#ifndef SM5_STAGE_H
#define SM5_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Registers of `count` records (vertices, control points, patches, pixels): the four words of register r of
   record i start at words[(i * registers + r) * 4]. Registers that a program reads past `registers` are 0. */
struct sm5_records {
    uint32_t *words;
    uint64_t count;
    uint32_t registers;
};

/* ---- what a stage takes and gives ---- */

struct sm5_stage_info {
    const char *stage;        /* "vs", "hs", "ds", "gs", "ps" or "cs" */
    uint32_t inputs;          /* registers of an input record: v# */
    uint32_t outputs;         /* of an output record: o#, and for pixels one more when `special` says so */
    uint32_t constants;       /* of a patch: hull outputs, domain inputs */
    uint32_t points_in;       /* records of one patch or primitive: hull, domain, geometry; else 1 */
    uint32_t points_out;      /* hull: output control points of a patch */
    uint32_t instances;       /* geometry */
    uint32_t max_vertices;    /* geometry */
    uint32_t special;         /* pixels: the register whose x is oDepth (any form), y oMask, z oStencilRef;
                                 UINT32_MAX when none of them is declared */
    bool primitive_id;        /* vPrim is read */
    bool coverage;            /* vCoverage or vInnerCoverage is read */
    bool sample_frequency;    /* pixels: an invocation is a sample, not a pixel */
    const char *topology[4];  /* geometry, by stream: "pointlist", "linestrip", "trianglestrip"; NULL: none */
    const char *domain;       /* hull, domain: "isoline", "tri", "quad"; NULL */
    const char *partitioning; /* hull: "integer", "pow2", "fractional_odd", "fractional_even"; NULL */
    const char *primitive;    /* hull: "point", "line", "triangle_cw", "triangle_ccw"; NULL */
};
SM5_API void sm5_stage_info(const struct sm5_program *program, struct sm5_stage_info *info);

enum sm5_stage_part { SM5_STAGE_INPUTS, SM5_STAGE_OUTPUTS, SM5_STAGE_CONSTANTS };

/* Some components of a register, by the name that the signature gives them. Strings belong to the program. */
struct sm5_stage_element {
    const char *semantic;      /* "TEXCOORD"; NULL when neither signature nor system value names it */
    uint32_t index;            /* of the semantic */
    const char *file;          /* "v", "o", "vicp", "vpc", "oDepth", ... */
    uint32_t reg, mask;        /* in its record */
    uint32_t system_value;     /* as the declaration numbers them (1 position, 6 vertex_id, ...); 0: none */
    uint32_t stream;           /* geometry outputs */
    char type;                 /* 'f' float, 'i' int, 'u' uint */
    uint32_t used;             /* components that the program declares; signatures may say more */
    const char *interpolation; /* pixel inputs: "linear", "linear noperspective", "constant", ...; NULL */
};
/* Element `index` of a part, from 0; false behind the last. */
SM5_API bool sm5_stage_element_at(const struct sm5_program *program, enum sm5_stage_part part, uint32_t index,
                                  struct sm5_stage_element *element);

/* ---- running ---- */

/* Zero-initialise, then fill what the stage needs. */
struct sm5_stage_run {
    uint64_t count;            /* vertices, patches, domain points, primitives, or invocations of pixels: a
                                  multiple of 4, as pixels run in quads (0,0) (1,0) (0,1) (1,1). At sample frequency
                                  the quads of a pixel's samples follow one another */
    struct sm5_records inputs; /* a record a vertex, control point or pixel */

    /* domain */
    struct sm5_records constants; /* a record a patch */
    uint64_t points_per_patch;    /* point i is of patch i / points_per_patch; 0: all are of patch 0 */
    const uint32_t *patches; /* the patch of each point, where points_per_patch does not say it; or NULL */
    const float (*locations)[3]; /* vDomain of each point */

    const uint32_t *primitive_ids; /* vPrim by patch or primitive; NULL: they count up from 0 */

    /* pixels */
    uint32_t samples;         /* of a pixel: 1, 2, 4, 8 or 16; 0: 1 */
    const uint32_t *coverage; /* vCoverage of each invocation: which samples of its pixel are covered, at
                                 sample frequency too. Bits past `samples` do not count. Where none is, or at
                                 sample frequency not the invocation's own, it is a helper, which computes for
                                 its quad's derivatives and writes nothing. NULL: all covered */

    uint32_t threads; /* these as in sm5_dispatch_options */
    uint64_t max_steps;
    double max_seconds;
    enum sm5_oob oob;
    sm5_progress *progress; /* may be NULL */
    void *context;          /* of `progress` */
};

/* What a geometry shader emitted on one stream, incomplete strips left out. */
struct sm5_stage_stream {
    struct sm5_records vertices;
    uint32_t *strips; /* vertices of each strip */
    uint64_t strip_count;
};

struct sm5_stage_outputs {
    struct sm5_records outputs;   /* a record a vertex, point, invocation of a pixel, or output control point;
                                     registers that were not written are 0 */
    struct sm5_records constants; /* hull: a record a patch */
    uint8_t *written;             /* pixels: 1 for an invocation that was neither helper nor discarded */
    struct sm5_stage_stream streams[4]; /* geometry */
    uint32_t threads;                   /* that ran */
    double seconds;
};

/* Puts the system values that a pipeline makes into the input records of `run`: vertex, instance and
   primitive ids count up or are 0, positions are those of pixel centres (declared so: of centroids by
   `coverage`, of samples) in rows of quads from (left, top) on, `quads_wide` in a row (0: all in one row), z
   0 and w 1; everything is front facing. */
SM5_API void sm5_stage_make_system_values(const struct sm5_program *program, const struct sm5_stage_run *run,
                                          int32_t left, int32_t top, uint32_t quads_wide);

/* Runs a kernel of a vertex, hull, domain, geometry or pixel shader over all of `run` and returns when it is
   done. *outputs is overwritten, and to be freed with sm5_stage_outputs_free in any case. Statuses are
   sm5_dispatch's. */
SM5_API enum sm5_status sm5_run_stage(const struct sm5_kernel *kernel, struct sm5_bindings *bindings,
                                      const struct sm5_stage_run *run, struct sm5_stage_outputs *outputs,
                                      struct sm5_diags *diags);
SM5_API void sm5_stage_outputs_free(struct sm5_stage_outputs *outputs);

#ifdef __cplusplus
}
#endif
#endif
