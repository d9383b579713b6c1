/* Running vertex, hull, domain, geometry and pixel shaders (D3D11.3 chapters 8 to 16). A shader runs on
   inputs that the caller passes: input assembler, tessellator (tessellate.h) and rasterizer are not part
   of a run. */
#ifndef SM5_STAGE_H
#define SM5_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Registers of `count` records (vertices, control points, patches, pixels). The four 32-bit words of
   register r of record i start at words[(i * registers + r) * 4]. Registers from `registers` on read as 0. */
struct sm5_records {
    uint32_t *words;
    uint64_t count;
    uint32_t registers;
};

/* ---- inputs and outputs of a stage ---- */

/* Strings are static. */
struct sm5_stage_info {
    const char *stage;        /* "vs", "hs", "ds", "gs", "ps" or "cs" */
    uint32_t inputs;          /* registers of an input record: v# */
    uint32_t outputs;         /* registers of an output record: o#; pixel: one more when `special` is set */
    uint32_t constants;       /* registers of a patch constant record: hull outputs, domain inputs */
    uint32_t points_in;       /* hull, domain, geometry: records of one patch or primitive; else 1 */
    uint32_t points_out;      /* hull: output control points of a patch */
    uint32_t instances;       /* geometry */
    uint32_t max_vertices;    /* geometry */
    uint32_t special;         /* pixel: the output register whose x is oDepth (any form), y oMask and z
                                 oStencilRef; UINT32_MAX when none of them is declared */
    bool primitive_id;        /* vPrim is read */
    bool coverage;            /* vCoverage or vInnerCoverage is read */
    bool sample_frequency;    /* pixel: an invocation shades a sample, not a pixel */
    const char *topology[4];  /* geometry, by stream: "pointlist", "linestrip", "trianglestrip"; NULL: none */
    const char *domain;       /* hull, domain: "isoline", "tri", "quad"; else NULL */
    const char *partitioning; /* hull: "integer", "pow2", "fractional_odd", "fractional_even"; else NULL */
    const char *primitive;    /* hull: "point", "line", "triangle_cw", "triangle_ccw"; else NULL */
};
SM5_API void sm5_stage_info(const struct sm5_program *program, struct sm5_stage_info *info);

enum sm5_stage_part { SM5_STAGE_INPUTS, SM5_STAGE_OUTPUTS, SM5_STAGE_CONSTANTS };

/* Components of a register that have a common semantic. Strings belong to the program. */
struct sm5_stage_element {
    const char *semantic;      /* "TEXCOORD"; NULL when neither signature nor system value names it */
    uint32_t index;            /* of the semantic */
    const char *file;          /* "v", "o", "vicp", "vpc", "oDepth", ... */
    uint32_t reg, mask;        /* in its record */
    uint32_t system_value;     /* encoding of declarations (1 position, 6 vertex_id, ...); 0: none */
    uint32_t stream;           /* geometry outputs */
    char type;                 /* 'f' float, 'i' int, 'u' uint */
    uint32_t used;             /* components that the program declares; the signature may have more */
    const char *interpolation; /* pixel inputs: "linear", "linear noperspective", ...; else NULL */
};
/* Element `index`, from 0: those of the signature, then those that only a declaration defines. False past
   the end. */
SM5_API bool sm5_stage_element_at(const struct sm5_program *program, enum sm5_stage_part part, uint32_t index,
                                  struct sm5_stage_element *element);

/* Whether sm5_stage_make_system_values generates this input element of the program. */
SM5_API bool sm5_stage_element_is_generated(const struct sm5_program *program,
                                            const struct sm5_stage_element *element);

/* ---- runs ---- */

/* Zero-initialise, then set what the stage requires. Arrays belong to the caller. */
struct sm5_stage_run {
    /* Vertices, patches, domain points, primitives, or pixel invocations: a multiple of 4, in quads (0,0)
       (1,0) (0,1) (1,1). At sample frequency each quad of pixels is `samples` consecutive quads, one per
       sample. */
    uint64_t count;
    struct sm5_records inputs; /* one record per vertex, control point or pixel invocation */

    /* domain */
    struct sm5_records constants; /* one record per patch */
    uint64_t points_per_patch;    /* point i belongs to patch i / points_per_patch; 0: all to patch 0 */
    const uint32_t *patches;      /* not NULL: the patch of each point, instead of points_per_patch */
    const float (*locations)[3];  /* vDomain of each point */

    const uint32_t *primitive_ids; /* vPrim by patch or primitive; NULL: 0, 1, 2, ... */

    /* pixel */
    uint32_t samples; /* per pixel: 1, 2, 4, 8 or 16; 0: 1 */
    /* vCoverage of each invocation: the covered samples of its pixel, also at sample frequency. Bits from
       `samples` on are ignored. An invocation without a covered sample, at sample frequency without its
       own, is a helper: it takes part in derivatives and has no side effects. NULL: all samples are
       covered. */
    const uint32_t *coverage;

    uint32_t threads; /* this and the following: as in sm5_dispatch_options */
    uint64_t max_steps;
    double max_seconds;
    uint64_t max_memory;
    enum sm5_oob oob;
    sm5_progress *progress; /* may be NULL */
    void *context;          /* passed to `progress` */
};

/* Output of a geometry shader on one stream, without incomplete strips. */
struct sm5_stage_stream {
    struct sm5_records vertices;
    uint32_t *strips; /* number of vertices of each strip */
    uint64_t strip_count;
};

struct sm5_stage_outputs {
    struct sm5_records
        outputs; /* one record per vertex, domain point, pixel invocation or output control point;
                                     registers that were not written are 0 */
    struct sm5_records constants;       /* hull: one record per patch */
    uint8_t *written;                   /* pixel: 1 for invocations that were neither helpers nor discarded */
    struct sm5_stage_stream streams[4]; /* geometry */
    uint32_t threads;                   /* worker threads used */
    double seconds;                     /* execution, without preparation */
};

/* Writes the system values that a pipeline would generate to run->inputs. Vertex ids count from 0;
   instance and primitive ids are 0; sample indices follow the quads; all primitives are front facing.
   Positions have z 0 and w 1; x and y are the pixel's centre, its centroid by `coverage`, or the sample,
   as the declaration specifies. Quads are laid out in rows of `quads_wide` (0: one row), starting at pixel
   (left, top). */
SM5_API void sm5_stage_make_system_values(const struct sm5_program *program, const struct sm5_stage_run *run,
                                          int32_t left, int32_t top, uint32_t quads_wide);

/* Runs a kernel of a vertex, hull, domain, geometry or pixel shader on all records and returns when it is
   complete. *outputs is overwritten; free it with sm5_stage_outputs_free, also after a failure. Statuses
   are those of sm5_dispatch; SM5_ERR_ARGUMENT when `run` does not match the stage. */
SM5_API enum sm5_status sm5_run_stage(const struct sm5_kernel *kernel, struct sm5_bindings *bindings,
                                      const struct sm5_stage_run *run, struct sm5_stage_outputs *outputs,
                                      struct sm5_diags *diags);
/* Frees the arrays. */
SM5_API void sm5_stage_outputs_free(struct sm5_stage_outputs *outputs);

#ifdef __cplusplus
}
#endif
#endif
