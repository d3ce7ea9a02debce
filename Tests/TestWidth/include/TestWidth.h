// Limits how many tests run at once. A program that is linked with it has the limit; there is nothing to call.

/// Several, because many tests wait for a server, a thread or another process.
#define TESTS_PER_CORE 4
