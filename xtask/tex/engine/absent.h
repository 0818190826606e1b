/* Included first everywhere: what wasi-libc lacks, defined in absent.c. */
#ifndef TEXLENS_ABSENT_H
#define TEXLENS_ABSENT_H

#include <stdio.h>

FILE *popen(const char *command, const char *mode);
int pclose(FILE *file);
int system(const char *command);
/* There is one thread. */
#define flockfile(file) ((void) (file))
#define funlockfile(file) ((void) (file))

#endif
