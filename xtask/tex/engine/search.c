/* Files by name, in place of kpathsea's search: every file the engine may read lies in one folder, "/", which the
   host keeps in memory. Written for texlens; the names are those of kpathsea's headers. */
#include <kpathsea/config.h>
#include <kpathsea/kpathsea.h>
#include <kpathsea/c-fopen.h>
#include <kpathsea/c-stat.h>
#include "steps.h"

kpathsea_instance kpse_def_inst;
kpathsea kpse_def = &kpse_def_inst;
const_string kpathsea_version_string = "without kpathsea";

/* ---- Parameters ---- */

/* As in TeX Live's texmf.cnf, so that texts meet the limits they meet elsewhere; except that lines of the log are
   not broken, nothing outside is run or read, a document cannot choose its format, and expansion goes a tenth as deep:
   the stack of a browser's worker has room for no more. */
static const char *const parameters[][2] = {
    {"main_memory", "5000000"},   {"extra_mem_top", "0"},         {"extra_mem_bot", "0"},
    {"pool_size", "6250000"},     {"string_vacancies", "90000"},  {"pool_free", "47500"},
    {"max_strings", "500000"},    {"strings_free", "100"},        {"font_mem_size", "8000000"},
    {"font_max", "9000"},         {"trie_size", "1100000"},       {"hyph_size", "8191"},
    {"buf_size", "200000"},       {"nest_size", "1000"},          {"max_in_open", "15"},
    {"param_size", "20000"},      {"save_size", "200000"},        {"stack_size", "10000"},
    {"dvi_buf_size", "16384"},    {"hash_extra", "600000"},       {"expand_depth", "1000"},
    {"error_line", "254"},        {"half_error_line", "238"},     {"max_print_line", "10000"},
    {"openin_any", "a"},          {"openout_any", "p"},           {"shell_escape", "f"},
    {"parse_first_line", "f"},    {"file_line_error_style", "f"},
};

string kpathsea_var_value(kpathsea k, const_string name)
{
    for (size_t i = 0; i < sizeof parameters / sizeof parameters[0]; i++)
        if (STREQ(parameters[i][0], name))
            return xstrdup(parameters[i][1]);
    return NULL;
}
string kpse_var_value(const_string name) { return kpathsea_var_value(kpse_def, name); }
string kpathsea_var_expand(kpathsea k, const_string text) { return xstrdup(text); }

/* ---- Finding files ---- */

enum { STEPS_PER_SEARCH = 1000, BYTES_PER_STEP = 4 };

static const char *suffix(kpse_file_format_type format)
{
    switch (format) {
    case kpse_tfm_format: return ".tfm";
    case kpse_vf_format: return ".vf";
    case kpse_fmt_format: return ".fmt";
    case kpse_tex_format: return ".tex";
    case kpse_type1_format: return ".pfb";
    case kpse_enc_format: return ".enc";
    case kpse_fontmap_format: return ".map";
    default: return "";
    }
}

/* The name where there is such a file. Reading it costs steps by its size; a format is read once, before any text. */
static string found(const_string name, kpse_file_format_type format)
{
    struct stat status;
    if (stat(name, &status) != 0 || !S_ISREG(status.st_mode))
        return NULL;
    if (format != kpse_fmt_format)
        count_steps(status.st_size / BYTES_PER_STEP);
    return xstrdup(name);
}

string kpathsea_find_file(kpathsea k, const_string name, kpse_file_format_type format, boolean must_exist)
{
    const char *end = suffix(format);
    const size_t length = strlen(name), end_length = strlen(end);
    const boolean has_suffix = length > end_length && STREQ(name + length - end_length, end);
    const boolean bare_allowed = has_suffix || (format != kpse_tfm_format && format != kpse_vf_format);
    string result = NULL;

    count_steps(STEPS_PER_SEARCH);
    if (end_length > 0 && !has_suffix) {
        string full = concat(name, end);
        result = found(full, format);
        free(full);
    }
    if (!result && bare_allowed)
        result = found(name, format);
    return result;
}
string kpse_find_file(const_string name, kpse_file_format_type format, boolean must_exist)
{
    return kpathsea_find_file(kpse_def, name, format, must_exist);
}

FILE *kpathsea_open_file(kpathsea k, const_string name, kpse_file_format_type format)
{
    string full = kpathsea_find_file(k, name, format, true);
    FILE *file = full ? fopen(full, FOPEN_RBIN_MODE) : NULL;
    free(full);
    return file;
}
FILE *kpse_open_file(const_string name, kpse_file_format_type format)
{
    return kpathsea_open_file(kpse_def, name, format);
}

string kpathsea_readable_file(kpathsea k, string name) { return access(name, R_OK) == 0 ? name : NULL; }
string kpse_readable_file(string name) { return kpathsea_readable_file(kpse_def, name); }
boolean dir_p(string name)
{
    struct stat status;
    return stat(name, &status) == 0 && S_ISDIR(status.st_mode);
}

/* There are no bitmap fonts. */
string kpathsea_find_glyph(kpathsea k, const_string font, unsigned dpi, kpse_file_format_type format,
                           kpse_glyph_file_type *glyph) { return NULL; }
string kpse_find_glyph(const_string font, unsigned dpi, kpse_file_format_type format,
                       kpse_glyph_file_type *glyph) { return NULL; }
boolean kpathsea_bitmap_tolerance(kpathsea k, double wanted, double has) { return true; }
boolean kpse_bitmap_tolerance(double wanted, double has) { return true; }
unsigned kpathsea_magstep_fix(kpathsea k, unsigned dpi, unsigned base, int *step)
{
    if (step)
        *step = 0;
    return dpi;
}
unsigned kpse_magstep_fix(unsigned dpi, unsigned base, int *step)
{
    return kpathsea_magstep_fix(kpse_def, dpi, base, step);
}

/* ---- What may be read and written ---- */

boolean kpathsea_in_name_ok(kpathsea k, const_string name) { return true; }
boolean kpathsea_in_name_ok_silent(kpathsea k, const_string name) { return true; }
boolean kpse_in_name_ok(const_string name) { return true; }

/* The one folder has no others in it, and names that start with a dot are not for documents to write. */
boolean kpathsea_out_name_ok_silent(kpathsea k, const_string name)
{
    return *name != '.' && strchr(name, '/') == NULL;
}
boolean kpathsea_out_name_ok(kpathsea k, const_string name) { return kpathsea_out_name_ok_silent(k, name); }
boolean kpse_out_name_ok(const_string name) { return kpathsea_out_name_ok_silent(kpse_def, name); }

boolean kpathsea_absolute_p(kpathsea k, const_string name, boolean relative_ok)
{
    return *name == '/' || (relative_ok && (strncmp(name, "./", 2) == 0 || strncmp(name, "../", 3) == 0));
}
boolean kpse_absolute_p(const_string name, boolean relative_ok)
{
    return kpathsea_absolute_p(kpse_def, name, relative_ok);
}
string xgetcwd(void) { return xstrdup("/"); }

/* ---- The program's name; nothing depends on it here ---- */

void kpathsea_set_program_name(kpathsea k, const_string called, const_string name)
{
    k->invocation_name = xstrdup(called);
    k->invocation_short_name = xstrdup(called);
    k->program_name = xstrdup(name ? name : called);
}
void kpse_set_program_name(const_string called, const_string name)
{
    kpathsea_set_program_name(kpse_def, called, name);
}
void kpathsea_reset_program_name(kpathsea k, const_string name) { k->program_name = xstrdup(name); }
void kpse_reset_program_name(const_string name) { kpathsea_reset_program_name(kpse_def, name); }
string kpathsea_program_basename(const_string called) { return xstrdup(called); }
string kpse_program_basename(const_string called) { return xstrdup(called); }

/* ---- Settings without a meaning here: there is no configuration and no program that makes fonts ---- */

void kpathsea_set_program_enabled(kpathsea k, kpse_file_format_type format, boolean value, kpse_src_type level) {}
void kpse_set_program_enabled(kpse_file_format_type format, boolean value, kpse_src_type level) {}
void kpathsea_maketex_option(kpathsea k, const_string format, boolean value) {}
void kpse_maketex_option(const_string format, boolean value) {}
void kpathsea_init_prog(kpathsea k, const_string prefix, unsigned dpi, const_string mode, const_string fallback) {}
void kpse_init_prog(const_string prefix, unsigned dpi, const_string mode, const_string fallback) {}
const_string kpathsea_init_format(kpathsea k, kpse_file_format_type format) { return "."; }
void kpathsea_cnf_line_env_progname(kpathsea k, string line) {}
string kpathsea_cnf_line(kpathsea k, string line) { return NULL; }
const_string kpathsea_cnf_get(kpathsea k, const_string name) { return NULL; }
void kpathsea_xputenv(kpathsea k, const_string name, const_string value) { setenv(name, value, 1); }
void kpse_xputenv(const_string name, const_string value) { setenv(name, value, 1); }
void xputenv(const_string name, const_string value) { setenv(name, value, 1); }

/* Tracing of opened files, a debugging aid: kpathsea's headers put these in the place of fopen and fclose. */
#undef fopen
#undef fclose
FILE *kpse_fopen_trace(const char *name, const char *mode) { return fopen(name, mode); }
int kpse_fclose_trace(FILE *file) { return fclose(file); }
