/* What this build leaves out: other programs, and images in PDF, PNG and JBIG2 files. */
#include <png.h>
#include <stdlib.h>
#include "absent.h"

static _Noreturn void unsupported(const char *what)
{
    fprintf(stderr, "!pdfTeX error: %s images are not supported in this build\n", what);
    exit(EXIT_FAILURE);
}

/* pdftoepdf.cc */
void epdf_check_mem(void) {}
void epdf_delete(void) {}
int read_pdf_info(char *file, char *page_name, int page, int box, int major, int minor, int size)
{
    unsupported("PDF");
}
void write_epdf(void) { unsupported("PDF"); }

/* writepng.c and libpng */
void read_png_info(int image) { unsupported("PNG"); }
void write_png(int image) { unsupported("PNG"); }
int png_destroy_read_struct(png_structp *png, png_infop *info, png_infop *end) { return 0; }
png_byte png_get_bit_depth(png_structp png, png_infop info) { return 8; }
void *png_get_io_ptr(png_structp png) { return NULL; }

/* Starting programs: WebAssembly has no way to. */
FILE *popen(const char *command, const char *mode) { return NULL; }
int pclose(FILE *file) { return -1; }
int system(const char *command) { return -1; }
