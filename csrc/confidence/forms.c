/*
 * Quadratic forms of normal numbers. What one passes by chance is found from its characteristic function, as Imhof (Biometrika
 * 48(3-4), 1961) inverts it: P(x' A x > t) = 1/2 + 1/pi times the integral over u > 0 of the imaginary part of
 * exp(-i t u / 2) / (u sqrt(det(1 - i u A))). The determinant is the product of the pivots of a tridiagonal matrix. Real parts of
 * pivots are positive, so their principal roots are those of the function, which is continuous in u.
 */
#include "forms.h"

#include <math.h>

enum { MOST_NODES = 2560, HALVINGS = 40 };

static const double STEP = 0.2;      /* between nodes; the form is scaled so that its standard deviation is sqrt(2) */
static const double SMALL = 1e-4;    /* of the integrand, behind which nothing is added */
static const double UNCORRELATED = 1e-12;
static const double HIGHEST = 64.0;  /* of a scaled form */
static const double PI = 3.141592653589793;

typedef struct complex_number {
    double re;
    double im;
} complex_number;

static complex_number product(complex_number a, complex_number b)
{
    const complex_number found = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    return found;
}

/* 1 / z. */
static complex_number inverse(complex_number z)
{
    const double square = z.re * z.re + z.im * z.im;
    const complex_number found = {z.re / square, -z.im / square};
    return found;
}

/* The principal root of a number whose real part is above 0. */
static complex_number root(complex_number z)
{
    const double re = sqrt((sqrt(z.re * z.re + z.im * z.im) + z.re) / 2.0);
    const complex_number found = {re, z.im / (2.0 * re)};
    return found;
}

/* exp(-i angle), by its series: the angle is a few. */
static complex_number turn_back(double angle)
{
    complex_number sum = {1.0, 0.0};
    complex_number term = {1.0, 0.0};
    for (uint32_t k = 1; k < 60; ++k) {
        const complex_number factor = {0.0, -angle / k};
        term = product(term, factor);
        sum.re += term.re;
        sum.im += term.im;
    }
    return sum;
}

IFC2F_PRIVATE size_t i2f_quantile_work(uint32_t n)
{
    return 3 * (size_t)n + 2 * (size_t)MOST_NODES;
}

IFC2F_PRIVATE double i2f_inverse_form(double *a, uint32_t n, double *x)
{
    double sum = 0.0;
    for (uint32_t p = 0; p < n; ++p) {
        const double *row = a + p * n;
        if (!(row[p] > 0.0)) {
            return -1.0;
        }
        sum += x[p] * x[p] / row[p];
        for (uint32_t i = p + 1; i < n; ++i) {
            const double factor = a[i * n + p] / row[p];
            x[i] -= factor * x[p];
            for (uint32_t j = p; j < n; ++j) {
                a[i * n + j] -= factor * row[j];
            }
        }
    }
    return sum;
}

/* Reflect rows and columns behind k so that of column k two numbers are left; v and w are [n]. Returns the lower one. */
static double reflect(double *a, uint32_t n, uint32_t k, double *v, double *w)
{
    double squares = 0.0;
    double along = 0.0;
    for (uint32_t i = k + 1; i < n; ++i) {
        v[i] = a[i * n + k];
        squares += v[i] * v[i];
    }
    const double length = v[k + 1] > 0.0 ? -sqrt(squares) : sqrt(squares);
    const double half = squares - v[k + 1] * length; /* of the square of v after the next line */
    v[k + 1] -= length;
    for (uint32_t i = k + 1; i < n && half > 0.0; ++i) {
        w[i] = 0.0;
        for (uint32_t j = k + 1; j < n; ++j) {
            w[i] += a[i * n + j] * v[j];
        }
        w[i] /= half;
        along += w[i] * v[i];
    }
    for (uint32_t i = k + 1; i < n && half > 0.0; ++i) {
        w[i] -= along / (2.0 * half) * v[i];
    }
    for (uint32_t i = k + 1; i < n && half > 0.0; ++i) {
        for (uint32_t j = k + 1; j < n; ++j) {
            a[i * n + j] -= v[i] * w[j] + w[i] * v[j];
        }
    }
    return length;
}

/* sqrt(det(1 - i u A)) of a tridiagonal A: its diagonal is that of a[n][n], what is beside it off[n - 1]. */
static complex_number characteristic(const double *a, const double *off, uint32_t n, double u)
{
    complex_number found = {1.0, 0.0};
    complex_number pivot = {1.0, 0.0};
    for (uint32_t k = 0; k < n; ++k) {
        const double beside = k == 0 ? 0.0 : u * off[k - 1];
        pivot = inverse(pivot);
        pivot.re = 1.0 + beside * beside * pivot.re;
        pivot.im = beside * beside * pivot.im - u * a[k * n + k];
        found = product(found, root(pivot));
    }
    return found;
}

/* The integrand without its turning, at nodes u = STEP (i + 1/2); returns how many are not yet small. */
static uint32_t put_nodes(const double *a, const double *off, uint32_t n, complex_number *nodes)
{
    for (uint32_t i = 0; i < MOST_NODES; ++i) {
        const double u = STEP * (i + 0.5);
        nodes[i] = inverse(characteristic(a, off, n, u));
        nodes[i].re /= u;
        nodes[i].im /= u;
        if (nodes[i].re * nodes[i].re + nodes[i].im * nodes[i].im < SMALL * SMALL) {
            return i;
        }
    }
    return MOST_NODES;
}

/* P(form > t). */
static double chance_above(const complex_number *nodes, uint32_t n_nodes, double t)
{
    const complex_number step = turn_back(t * STEP / 2.0);
    complex_number turned = turn_back(t * STEP / 4.0);
    double sum = 0.0;
    for (uint32_t i = 0; i < n_nodes; ++i) {
        sum += nodes[i].re * turned.im + nodes[i].im * turned.re;
        turned = product(turned, step);
    }
    return 0.5 + STEP * sum / PI;
}

IFC2F_PRIVATE double i2f_upper_quantile(double *a, uint32_t n, double probability, double *work)
{
    complex_number *nodes = (complex_number *)(void *)(work + 3 * (size_t)n);
    double *off = work + 2 * (size_t)n;
    double low = 0.0;
    double high = 1.0;
    double squares = 0.0;
    for (uint32_t i = 0; i < n * n; ++i) {
        squares += a[i] * a[i];
    }
    const double size = sqrt(squares);
    if (!(size > UNCORRELATED)) {
        return 0.0;
    }
    for (uint32_t i = 0; i < n * n; ++i) {
        a[i] /= size;
    }
    for (uint32_t k = 0; k + 1 < n; ++k) {
        off[k] = reflect(a, n, k, work, work + n);
    }
    const uint32_t n_nodes = put_nodes(a, off, n, nodes);
    while (chance_above(nodes, n_nodes, high) > probability && high < HIGHEST) {
        low = high;
        high *= 2.0;
    }
    for (int i = 0; i < HALVINGS; ++i) {
        const double middle = (low + high) / 2.0;
        if (chance_above(nodes, n_nodes, middle) > probability) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return high * size;
}
