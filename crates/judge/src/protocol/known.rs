//! The protocols that come with texlens.

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        /// Names and contents of the files.
        pub(super) const ALL: &[(&str, &str)] = &[$(($name, include_str!(concat!("../prompts/", $name, ".json")))),+];
    };
}

files!(
    "texlens_formula",
    "texlens_table",
    "pdf_parse_bench_2025_formula",
    "pdf_parse_bench_2026_formula",
    "pdf_parse_bench_2026_table",
    "pdf_parse_bench_extraction",
    "pdf_parse_bench_split",
    "latexbench_gen_system",
    "latexbench_edit_system",
    "latexbench_generation",
    "latexbench_edit",
    "latexbench_contrast_described",
    "latexbench_contrast_blind",
);
