/* The footprint of a pixel in a texture: level of detail and line of anisotropy (D3D11.3 7.18.11).

   The derivatives span an ellipse. Of the specification's orthogonal vectors new_dX, new_dY only their
   lengths and the direction of the longer one matter; with l = |dX|^2, m = |dY|^2, d = dX . dY and t =
   sqrt((l - m)^2 + 4 d^2) the formulas reduce to

       |new_dY|^2 = (l + m + t) / 2        |new_dX|^2 = 2 F / (l + m + t)        F = l m - d^2

   in any number of dimensions. Computed in double, where squares of floats neither overflow nor underflow. */
#include "base/base.h"
#include "texture/sample/sample_scalar.h"

struct vectors {
    double x[3], y[3];
};

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Exact: products of two floats are exact in double. */
static bool is_parallel(const double a[3], const double b[3], unsigned axes)
{
    for (unsigned i = 0; i < axes; i++)
        for (unsigned k = i + 1; k < axes; k++)
            if (a[i] * b[k] != a[k] * b[i])
                return false;
    return true;
}

static float log2_of(double length)
{
    return float_of_bits(num_log(bits_of_float(num_narrow_f32(length))));
}

/* The longer axis of the ellipse: squared length, and a vector along it. */
static double major_axis(const struct vectors *d, bool skip, double direction[3])
{
    double l = dot(d->x, d->x), m = dot(d->y, d->y), cross = dot(d->x, d->y);
    double t = sqrt((l - m) * (l - m) + 4 * cross * cross), major = (l + m + t) / 2;
    bool is_x = l > m;
    memcpy(direction, is_x ? d->x : d->y, 3 * sizeof *direction);
    if (skip || t == 0 || !(major < INFINITY))
        return is_x ? l : m;
    /* Eigenvector of the sum of both outer products, from the row with the larger diagonal. */
    double a = d->x[0] * d->x[0] + d->y[0] * d->y[0], c = d->x[1] * d->x[1] + d->y[1] * d->y[1];
    double b = d->x[0] * d->x[1] + d->y[0] * d->y[1];
    direction[0] = a >= c ? major - c : b;
    direction[1] = a >= c ? b : major - a;
    direction[2] = 0;
    return major;
}

static void set_axis(struct texture_footprint *f, const double direction[3], double length,
                     const float size[3])
{
    double norm = sqrt(dot(direction, direction));
    for (unsigned i = 0; i < 2; i++)
        f->axis[i] = norm > 0 ? num_narrow_f32(direction[i] / norm * length / (double)size[i]) : 0.0f;
}

static struct texture_footprint anisotropic(const struct vectors *d, double major, const double direction[3],
                                            const float size[3], double limit)
{
    double length = sqrt(major), area = fabs(d->x[0] * d->y[1] - d->x[1] * d->y[0]);
    double ratio = major / area, minor;
    if (ratio > limit || !(area > 0)) {
        ratio = limit;
        minor = length / ratio;
    } else {
        minor = area / length;
    }
    if (minor < 1)
        ratio = ratio * minor > 1 ? ratio * minor : 1;
    struct texture_footprint f = {.lod = log2_of(minor), .taps = (unsigned)ceil(ratio)};
    set_axis(&f, direction, length, size);
    return f;
}

struct texture_footprint texture_lod_footprint(const float ddx[3], const float ddy[3], const float size[3],
                                               unsigned axes, uint32_t max_anisotropy)
{
    struct vectors d = {{0}, {0}}, unscaled;
    double direction[3];
    for (unsigned i = 0; i < axes; i++) {
        unscaled.x[i] = (double)num_operand_f32(ddx[i]);
        unscaled.y[i] = (double)num_operand_f32(ddy[i]);
        d.x[i] = unscaled.x[i] * (double)size[i];
        d.y[i] = unscaled.y[i] * (double)size[i];
    }
    double major = major_axis(&d, is_parallel(unscaled.x, unscaled.y, axes), direction);
    if (max_anisotropy > 1 && major > 0 && major < INFINITY)
        return anisotropic(&d, major, direction, size, max_anisotropy < 16 ? max_anisotropy : 16);
    return (struct texture_footprint){.lod = log2_of(sqrt(major)), .taps = 1};
}
