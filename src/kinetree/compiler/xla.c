/* Calls of a kernel by XLA, through its interface for foreign functions (xla/ffi/api/c_api.h).
 *
 * `call_by_xla` reads the buffers of a call: every operand has the core axes of the kernel's, and
 * before them the batch axes of the results, or axes of length 1. xla.py fills the structure and
 * has its fields in the same order. Nothing is included or linked. `.ci/calls` compiles this file
 * to xla.ll. */

typedef int int32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;

enum { MAX_ARRAYS = 64, ALIGNMENT = 64, MINOR = 1, RESOURCE_EXHAUSTED = 8 };

typedef void compute(int64_t n, void *const *pointers, const int64_t *steps, void *workspace);
typedef int compute_in_python(int64_t n, void *const *pointers, const int64_t *steps);

/* A kernel: its variants, and what a sample of each array is. */
typedef struct {
    compute *scalar_code, *vector_code;  /* the second is null until it is compiled */
    int64_t lanes, scalar_workspace, vector_workspace; /* workspaces in bytes */
    int64_t operands, results;
    int64_t most_samples;                /* more are computed by `parallel`, if it can */
    int64_t running;                     /* calls of `parallel` that have begun and not ended */
    compute_in_python *parallel;         /* computes on several threads; 0 if it has */
    void *(*raw_malloc)(uint64_t);
    void (*raw_free)(void *);
    int64_t axes[MAX_ARRAYS], bytes[MAX_ARRAYS];
} xla_data;

typedef struct extension extension; typedef struct error error;

/* The parts of XLA's structures that are read and written here. */
typedef struct { uint64_t size; extension *next; int32_t major, minor; } version;
typedef struct { uint64_t size; version version; int32_t traits; } metadata;
struct extension { uint64_t size; int32_t type; extension *next; metadata *metadata; };
typedef struct { uint64_t size; extension *next; int32_t dtype; void *data; int64_t rank;
                 const int64_t *lengths; } buffer;
typedef struct { uint64_t size; extension *next; int64_t count; void *types; buffer **items; } list;
typedef struct { uint64_t size; extension *next; const char *message; int32_t code; } description;
typedef struct { uint64_t size; extension *next; version version; void *internal;
                 error *(*make_error)(description *); } api;
typedef struct { uint64_t size; extension *next; const api *api; void *context; int32_t stage;
                 list operands, results; } frame;

static int64_t samples(const buffer *b, int64_t axes)
{
    int64_t n = 1;
    for (int64_t k = 0; k < b->rank - axes; k++)
        n *= b->lengths[k];
    return n;
}

/* Whether a large batch was computed on several threads. Calls are counted before the limit is read:
 * the interpreter shuts down when it is raised and none is left. */
static int computed_in_python(xla_data *d, int64_t n, void *const *pointers, const int64_t *steps)
{
    int failed = 1;
    __atomic_fetch_add(&d->running, 1, __ATOMIC_SEQ_CST);
    if (n > __atomic_load_n(&d->most_samples, __ATOMIC_SEQ_CST))
        failed = d->parallel(n, pointers, steps);
    __atomic_fetch_sub(&d->running, 1, __ATOMIC_SEQ_CST);
    return !failed;
}

error *call_by_xla(xla_data *d, const frame *f)
{
    void *pointers[MAX_ARRAYS];
    int64_t steps[MAX_ARRAYS], n = 0;
    char *block = 0;
    if (f->next) { /* at registration: which version of the interface it has */
        f->next->metadata->version.major = 0;
        f->next->metadata->version.minor = MINOR;
        f->next->metadata->traits = 0;
        return 0;
    }
    for (int64_t k = 0; k < d->operands + d->results; k++) {
        const buffer *b = k < d->operands ? f->operands.items[k]
                                          : f->results.items[k - d->operands];
        n = samples(b, d->axes[k]);
        pointers[k] = b->data;
        steps[k] = n == 1 ? 0 : d->bytes[k];
    }
    if (n == 0) /* of the last result, as of all */
        return 0;
    if (n > d->most_samples && computed_in_python(d, n, pointers, steps))
        return 0;
    _Bool lanes = n >= d->lanes && d->vector_code;
    compute *code = lanes ? d->vector_code : d->scalar_code;
    int64_t bytes = lanes ? d->vector_workspace : d->scalar_workspace;
    if (bytes && !(block = d->raw_malloc(bytes + ALIGNMENT))) {
        description out_of_memory = {sizeof out_of_memory, 0, "kinetree: out of memory",
                                     RESOURCE_EXHAUSTED};
        return f->api->make_error(&out_of_memory);
    }
    code(n, pointers, steps, (void *)(((uint64_t)block + ALIGNMENT - 1) & -ALIGNMENT));
    if (block)
        d->raw_free(block);
    return 0;
}
