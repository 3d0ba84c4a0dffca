/* Calls of a kernel by CasADi, through its interface for external functions.
 *
 * Matrices are in column-major order, which the kernel has already. CasADi leaves out operands that
 * are zero and results that it does not need; both have null pointers. casadi_function.py fills the
 * structure and has its fields in the same order. Nothing is included or linked. `.ci/calls`
 * compiles this file to casadi.ll. */

typedef long long int64_t;
typedef unsigned long long uint64_t;

enum { MAX_ARRAYS = 256, ALIGNMENT = 64 };

typedef void compute(int64_t n, void *const *pointers, const int64_t *steps, void *workspace);

typedef struct {
    compute *code;
    int64_t passed, operands, results; /* operands that are passed; with the bound ones */
    const double *zeros;               /* as many as the largest operand has */
    const double *const *bound;        /* the bound operands, which come last */
    const int64_t *sizes;              /* of the results */
} casadi_data;

int call_by_casadi(const casadi_data *d, const double *const *arg, double *const *res, double *w)
{
    void *pointers[MAX_ARRAYS];
    int64_t steps[MAX_ARRAYS];
    int64_t count = d->operands + d->results;
    for (int64_t k = 0; k < d->operands; k++) {
        const double *x = k < d->passed ? arg[k] : d->bound[k - d->passed];
        pointers[k] = (void *)(x ? x : d->zeros);
    }
    for (int64_t k = 0; k < d->results; k++) {
        pointers[d->operands + k] = res[k] ? res[k] : w;
        w += res[k] ? 0 : d->sizes[k];
    }
    for (int64_t k = 0; k < count; k++)
        steps[k] = 0;
    d->code(1, pointers, steps, (void *)(((uint64_t)w + ALIGNMENT - 1) & -ALIGNMENT));
    return 0;
}
