/* The limit of steps, and the tidy memory of a format. */
#define EXTERN extern
#include "pdftexd.h"

unsigned long long steps_done;
unsigned long long steps_allowed = 200000000;

enum { EXIT_STEPS = 124, TOKENS_BETWEEN_SORTS = 1 << 18 };

__attribute__((constructor)) static void read_limit(void)
{
    const char *limit = getenv("TEXLENS_STEPS");
    if (limit)
        steps_allowed = strtoull(limit, NULL, 10);
}

void steps_exceeded(void)
{
    fprintf(stderr, "\n! TeX step limit exceeded (%llu).\n", steps_allowed);
    exit(EXIT_STEPS);
}

void counttoken(void)
{
    static unsigned tokens;
    count_steps(1);
    if (iniversion && ++tokens % TOKENS_BETWEEN_SORTS == 0)
        sortfreewords();
}

/* TeX reuses the word it freed last, so the words of a long run end up all over the memory, and a format, which
   holds everything between the lowest and the highest word in use, grows to three times its size. Here the free
   words are linked again by address, highest first, and those at the bottom are given back. */
void sortfreewords(void)
{
    const halfword null = -268435455;
    const size_t words = memend - himemmin + 1;
    unsigned char *is_free = xcalloc(words, 1);
    halfword word, lowest = himemmin;

    for (word = avail; word != null; word = zmem[word].hh.v.RH)
        is_free[word - himemmin] = 1;
    while (lowest < memend && is_free[lowest - himemmin])
        lowest++;
    avail = null;
    for (word = lowest; word <= memend; word++)
        if (is_free[word - himemmin]) {
            zmem[word].hh.v.LH = 0;
            zmem[word].hh.v.RH = avail;
            avail = word;
        }
    himemmin = lowest;
    free(is_free);
}

/* Leftovers in free nodes would go into the format: they compress badly and mean nothing. */
void clearfreenodes(void)
{
    halfword node = rover;
    do {
        const halfword size = zmem[node].hh.v.LH;
        memset(&zmem[node + 2], 0, (size - 2) * sizeof zmem[0]);
        node = zmem[node + 1].hh.v.RH;
    } while (node != rover);
}
