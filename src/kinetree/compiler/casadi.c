/* Kernels as external functions of CasADi: what it looks for in a shared library.
 *
 * The functions of a library (elf.py) jump to those here with the data of a kernel as the sixth
 * argument, which none of CasADi's functions has. Matrices are in column-major order, which the
 * kernel has already. CasADi leaves out operands that are zero and results that it does not need;
 * both have null pointers. casadi_function.py fills the structure, whose fields it reads here.
 * Nothing is included or linked. `.ci/calls` compiles this file to casadi.ll. */

typedef long long int64_t;
typedef unsigned long long uint64_t;

enum { MAX_ARRAYS = 256, ALIGNMENT = 64 };

typedef void compute(int64_t n, void *const *pointers, const int64_t *steps, void *workspace);

typedef struct {
    compute *code;
    int64_t passed, operands, results; /* operands that are passed; with the bound ones */
    int64_t work;                      /* numbers that a call works in */
    const double *zeros;               /* as many as the largest operand has */
    const double *const *bound;        /* the bound operands, which come last */
    const int64_t *sizes;              /* of the results */
    const char *const *names;          /* of the operands that are passed, then of the results */
    const int64_t *const *patterns;    /* of the same; as CasADi writes sparsity */
} casadi_data;

#define UNUSED __attribute__((unused))
#define THREE UNUSED void *b, UNUSED void *c, UNUSED void *e
#define DATA UNUSED int memory, const casadi_data *d

int casadi(const double *const *arg, double *const *res, UNUSED int64_t *iw, double *w, DATA)
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

int64_t casadi_n_in(UNUSED void *a, THREE, DATA)
{
    return d->passed;
}

int64_t casadi_n_out(UNUSED void *a, THREE, DATA)
{
    return d->results;
}

int casadi_work(int64_t *arg, int64_t *res, int64_t *iw, int64_t *w, DATA)
{
    *arg = d->passed;
    *res = d->results;
    *iw = 0;
    *w = d->work;
    return 0;
}

const char *casadi_name_in(int64_t k, THREE, DATA)
{
    return k < d->passed ? d->names[k] : 0;
}

const char *casadi_name_out(int64_t k, THREE, DATA)
{
    return k < d->results ? d->names[d->passed + k] : 0;
}

const int64_t *casadi_sparsity_in(int64_t k, THREE, DATA)
{
    return k < d->passed ? d->patterns[k] : 0;
}

const int64_t *casadi_sparsity_out(int64_t k, THREE, DATA)
{
    return k < d->results ? d->patterns[d->passed + k] : 0;
}
