/* pdfTeX prints the version of xpdf; this build has none. */
#define xpdfVersion "none"
