/* Calls of a kernel by XLA, through its interface for foreign functions (xla/ffi/api/c_api.h).
 *
 * `call_by_xla` and, for GPUs, `launch_by_xla` read the buffers of a call: every operand has the
 * core axes of the kernel's, and before them the batch axes of the results, or axes of length 1.
 * xla.py fills the structures, whose fields it reads here. Nothing is included or linked.
 * `.ci/calls` compiles this file to xla.ll. */

typedef int int32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;

enum { MAX_ARRAYS = 64, ALIGNMENT = 64, MINOR = 1, RESOURCE_EXHAUSTED = 8, INTERNAL = 13 };
enum { REPEATABLE = 1 }; /* calls launch the same kernels each time: XLA may record them */

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

/* cuLaunchKernel of the driver: sizes of grid and blocks, bytes of shared memory. */
typedef int launch_kernel(void *kernel, int32_t, int32_t, int32_t, int32_t, int32_t, int32_t, int32_t,
                          void *stream, void **parameters, void **more);

/* A kernel for GPUs: the address of each array and its step are parameters after n and workspace. */
typedef struct {
    launch_kernel *launch;
    void *kernel;
    int64_t block, block_bytes;          /* threads of a block, and bytes of their workspace */
    int64_t operands, results;           /* without the last result of a call, the workspace */
    int64_t axes[MAX_ARRAYS], bytes[MAX_ARRAYS];
} xla_device_data;

typedef struct extension extension; typedef struct error error;

/* The parts of XLA's structures that are read and written here. */
typedef struct { uint64_t size; extension *next; int32_t major, minor; } version;
typedef struct { uint64_t size; version version; int32_t traits; } metadata;
struct extension { uint64_t size; int32_t type; extension *next; metadata *metadata; };
typedef struct { uint64_t size; extension *next; int32_t dtype; void *data; int64_t rank;
                 const int64_t *lengths; } buffer;
typedef struct { uint64_t size; extension *next; int64_t count; void *types; buffer **items; } list;
typedef struct { uint64_t size; extension *next; const char *message; int32_t code; } description;
typedef struct { uint64_t size; extension *next; void *context, *stream; } stream_request;
typedef struct { uint64_t size; extension *next; version version; void *internal;
                 error *(*make_error)(description *); void *others[3];
                 error *(*get_stream)(stream_request *); } api;
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

/* Whether a call is that of the registration, which reads the version of the interface. */
static int is_registration(const frame *f, int32_t traits)
{
    if (!f->next)
        return 0;
    f->next->metadata->version.major = 0;
    f->next->metadata->version.minor = MINOR;
    f->next->metadata->traits = traits;
    return 1;
}

/* The pointers and steps of all arrays; the samples of the last result, as of all. */
static int64_t locate(const frame *f, int64_t operands, int64_t results, const int64_t *axes,
                      const int64_t *bytes, void **pointers, int64_t *steps)
{
    int64_t n = 0;
    for (int64_t k = 0; k < operands + results; k++) {
        const buffer *b = k < operands ? f->operands.items[k] : f->results.items[k - operands];
        n = samples(b, axes[k]);
        pointers[k] = b->data;
        steps[k] = n == 1 ? 0 : bytes[k];
    }
    return n;
}

static error *made_error(const frame *f, const char *message, int32_t code)
{
    description error = {sizeof error, 0, message, code};
    return f->api->make_error(&error);
}

error *call_by_xla(xla_data *d, const frame *f)
{
    void *pointers[MAX_ARRAYS];
    int64_t steps[MAX_ARRAYS], n;
    char *block = 0;
    if (is_registration(f, 0))
        return 0;
    n = locate(f, d->operands, d->results, d->axes, d->bytes, pointers, steps);
    if (n == 0)
        return 0;
    if (n > d->most_samples && computed_in_python(d, n, pointers, steps))
        return 0;
    _Bool lanes = n >= d->lanes && d->vector_code;
    compute *code = lanes ? d->vector_code : d->scalar_code;
    int64_t bytes = lanes ? d->vector_workspace : d->scalar_workspace;
    if (bytes && !(block = d->raw_malloc(bytes + ALIGNMENT)))
        return made_error(f, "kinetree: out of memory", RESOURCE_EXHAUSTED);
    code(n, pointers, steps, (void *)(((uint64_t)block + ALIGNMENT - 1) & -ALIGNMENT));
    if (block)
        d->raw_free(block);
    return 0;
}

/* The last result is the workspace, which has room for the blocks that run at once. */
error *launch_by_xla(const xla_device_data *d, const frame *f)
{
    void *parameters[2 + 2 * MAX_ARRAYS], *pointers[MAX_ARRAYS];
    int64_t steps[MAX_ARRAYS], n;
    stream_request request = {sizeof request, 0, f->context, 0};
    error *refused;
    if (is_registration(f, REPEATABLE))
        return 0;
    n = locate(f, d->operands, d->results, d->axes, d->bytes, pointers, steps);
    for (int64_t k = 0; k < d->operands + d->results; k++) {
        parameters[2 + 2 * k] = &pointers[k];
        parameters[3 + 2 * k] = &steps[k];
    }
    if (n == 0)
        return 0;
    if ((refused = f->api->get_stream(&request)))
        return refused;
    buffer *workspace = f->results.items[d->results];
    parameters[0] = &n;
    parameters[1] = &workspace->data;
    int64_t fitting = workspace->lengths[0] / d->block_bytes;
    int64_t blocks = (n + d->block - 1) / d->block;
    if (!fitting)
        return made_error(f, "kinetree: the program was made for another kind of GPU", INTERNAL);
    blocks = blocks < fitting ? blocks : fitting;
    if (d->launch(d->kernel, blocks, 1, 1, d->block, 1, 1, 0, request.stream, parameters, 0))
        return made_error(f, "kinetree: the driver of the GPU refused a launch", INTERNAL);
    return 0;
}
