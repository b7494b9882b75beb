/*
 * What a cut costs at a node: the tests that its column needs and that were not bought above (growing.h).
 */
#include "../base/arithmetic.h"

#include "growing.h"

static const double BUDGET_ROUNDING = 1.000001; /* ten acquisitions at 0.1 are within a budget of 1 */

static int is_group_bought(const grower *g, int32_t group)
{
    for (size_t t = 0; t < g->prices->n_tests; ++t) {
        if (g->bought[t] > 0 && g->prices->group[t] == group) {
            return 1;
        }
    }
    return 0;
}

void i2f_buy(grower *g, int32_t column, int32_t sign)
{
    for (int32_t i = g->prices->starts[column]; i < g->prices->starts[column + 1]; ++i) {
        g->bought[g->prices->tests[i]] += sign;
    }
}

double i2f_price_of(grower *g, int32_t column, double *later)
{
    const ifc2f_prices *p = g->prices;
    double price = 0.0;
    *later = 0.0;
    for (int32_t i = p->starts[column]; i < p->starts[column + 1]; ++i) {
        const int32_t test = p->tests[i];
        if (g->bought[test] == 0) {
            const int discounted = p->group[test] >= 0 && is_group_bought(g, p->group[test]);
            price += (double)(discounted ? p->discount_cost[test] : p->cost[test]);
            *later += (double)(p->group[test] >= 0 ? p->discount_cost[test] : p->cost[test]);
        }
        ++g->bought[test]; /* a feature's own tests discount each other */
    }
    i2f_buy(g, column, -1);
    return price;
}

int i2f_fits_budget(const grower *g, double price)
{
    return g->spent + price <= (double)g->prices->budget * BUDGET_ROUNDING;
}
