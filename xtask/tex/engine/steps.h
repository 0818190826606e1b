/* A count of the engine's work, so that any text ends after the same number of steps on every machine.
   The change file texlens.ch counts in every loop whose length a document can choose. */
#ifndef TEXLENS_STEPS_H
#define TEXLENS_STEPS_H

extern unsigned long long steps_done, steps_allowed;

/* Ends the run. */
_Noreturn void steps_exceeded(void);

static inline void count_steps(unsigned long long n)
{
    steps_done += n;
    if (__builtin_expect(steps_done > steps_allowed, 0))
        steps_exceeded();
}

/* What the change file calls; web2c takes the underscores out of names. */
#define countstep() count_steps(1)
/* One step, and from time to time the tidying that keeps formats small. */
void counttoken(void);
/* Brings the free one-word nodes into order. */
void sortfreewords(void);
/* Overwrites what is left in the others. */
void clearfreenodes(void);

#endif
