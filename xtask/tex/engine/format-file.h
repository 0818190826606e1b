/* Formats are written and read as they are: the web compresses files itself. */
#ifndef TEXLENS_FORMAT_FILE_H
#define TEXLENS_FORMAT_FILE_H

#include <stdio.h>
#include <zlib.h>

#undef gzdopen
#undef gzsetparams
#undef gzclose
#undef gzwrite
#undef gzread
#define gzdopen(fd, mode) ((gzFile) fdopen(fd, mode))
#define gzsetparams(file, level, strategy) Z_OK
#define gzclose(file) fclose((FILE *) (file))
#define gzwrite(file, data, size) ((int) fwrite(data, 1, size, (FILE *) (file)))
#define gzread(file, data, size) ((int) fread(data, 1, size, (FILE *) (file)))

#endif
