/* a b + c rounded once, as a loop of a universal function of NumPy, which does not have it.
 * operations.py makes the function. `.ci/calls` compiles this file to fma.ll. */

typedef long long int64_t;

#define LOOP(name, number)                                                                     \
    void name(char **arrays, const int64_t *count, const int64_t *steps, void *data)           \
    {                                                                                          \
        (void)data;                                                                            \
        char *a = arrays[0], *b = arrays[1], *c = arrays[2], *d = arrays[3];                   \
        for (int64_t i = 0; i < *count; i++) {                                                 \
            *(number *)d = __builtin_elementwise_fma(*(number *)a, *(number *)b, *(number *)c); \
            a += steps[0], b += steps[1], c += steps[2], d += steps[3];                        \
        }                                                                                      \
    }

LOOP(fma_of_doubles, double)
LOOP(fma_of_floats, float)
