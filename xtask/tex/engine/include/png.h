/* The few names of libpng that pdfTeX mentions outside writepng.c. */
#ifndef TEXLENS_PNG_H
#define TEXLENS_PNG_H

typedef void *png_structp;
typedef void *png_infop;
typedef unsigned char png_byte;
typedef unsigned char *png_bytep;
typedef unsigned int png_uint_32;
#define PNG_LIBPNG_VER_STRING "none"
static const char png_libpng_ver[] = PNG_LIBPNG_VER_STRING;

int png_destroy_read_struct(png_structp *png, png_infop *info, png_infop *end);
png_byte png_get_bit_depth(png_structp png, png_infop info);
void *png_get_io_ptr(png_structp png);

#endif
