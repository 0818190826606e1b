/* The number of pages, told where no document can write: on standard error, as the last line. */
#define EXTERN extern
#include "pdftexd.h"

static void tell_pages(void)
{
    fprintf(stderr, "\npages %d\n", (int) totalpages);
}

__attribute__((constructor)) static void tell_pages_at_the_end(void)
{
    atexit(tell_pages);
}
