#include "AllocationCounter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_bool is_counting;
static atomic_long count;

void allocation_counter_start(void) {
    atomic_store(&count, 0);
    atomic_store(&is_counting, true);
}

long allocation_counter_stop(void) {
    atomic_store(&is_counting, false);
    return atomic_load(&count);
}

#if defined(__GLIBC__)

#include <malloc.h>

size_t allocation_counter_bytes_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

// What the executable defines under these names goes before the C library's own, for all of the process.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

bool allocation_counter_is_available(void) { return true; }

static void note_allocation(void) {
    if (atomic_load_explicit(&is_counting, memory_order_relaxed)) {
        atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    }
}

void *malloc(size_t size) {
    note_allocation();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    note_allocation();
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    note_allocation();
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    note_allocation();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note_allocation();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
    note_allocation();
    void *allocated = __libc_memalign(alignment, size);
    if (allocated == NULL) return ENOMEM;
    *memory = allocated;
    return 0;
}

#else

size_t allocation_counter_bytes_in_use(void) { return 0; }

bool allocation_counter_is_available(void) { return false; }

#endif
