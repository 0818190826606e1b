/* Random numbers that are always the same. Put before the C library, it gives hash maps the same seeds in every run, and with
   them the order of their entries, which a search led by coverage would follow elsewhere. */
#include <string.h>
#include <sys/types.h>

ssize_t getrandom(void *to, size_t length, unsigned int flags) {
    (void)flags;
    memset(to, 7, length);
    return (ssize_t)length;
}
