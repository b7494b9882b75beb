/* Tables made less, or more, sure of what they say of the class (ifc2f_smooth.h). */
#include "../base/arithmetic.h"

#include "ifc2f_count.h"
#include "ifc2f_smooth.h"

static const double SMALLEST_PROBABILITY = 1e-30;

static double tempered_cell(double cell, double mean, double power)
{
    if (!(cell > 0.0)) {
        return 0.0;
    }
    const double of_mean = mean > 0.0 ? (1.0 - power) * ifc2f_log(mean) : 0.0;
    const double value = ifc2f_exp(power * ifc2f_log(cell) + of_mean);
    return value > SMALLEST_PROBABILITY ? value : SMALLEST_PROBABILITY;
}

static double mean_of(const float *cells, const float *prior, size_t n_classes)
{
    double mean = 0.0;
    for (size_t c = 0; c < n_classes; ++c) {
        mean += (double)prior[c] * (double)cells[c];
    }
    return mean;
}

void ifc2f_temper(const float *table, const float *prior, size_t n_given, size_t n_values, size_t n_classes, double power,
                  float *tempered)
{
    const size_t L = n_classes;
    for (size_t u = 0; u < n_given; ++u) {
        const float *rows = table + u * n_values * L;
        for (size_t c = 0; c < L; ++c) {
            double sum = 0.0;
            for (size_t v = 0; v < n_values; ++v) {
                sum += tempered_cell((double)rows[v * L + c], mean_of(rows + v * L, prior, L), power);
            }
            for (size_t v = 0; v < n_values; ++v) {
                const double cell = tempered_cell((double)rows[v * L + c], mean_of(rows + v * L, prior, L), power);
                tempered[(u * n_values + v) * L + c] = (float)(sum > 0.0 ? cell / sum : 0.0);
            }
        }
    }
}
