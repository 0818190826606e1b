//! Sentences of the screen that is shown while there are no samples.

/// The screen's heading.
pub const TITLE: &str = "Which system turns pages into LaTeX best?";

/// What the program does.
pub const INTRODUCTION: &str =
    "texlens compares systems, reads pages and checks LaTeX. Everything runs inside this browser: nothing is uploaded.";

/// Heading of the first card.
pub const COMPARE: &str = "Compare systems";

/// What the comparison of systems shows.
pub const COMPARE_WHAT: &str =
    "See which system is better, on which pages, and whether the difference is more than chance.";

/// What the comparison that comes with the app consists of.
pub const COMPARE_DEMO: &str = "The demo has ten pages and three systems: the built-in OCR with its accurate and its \
                                fast network, and Tesseract, which reads text but no formulas.";

/// Button that opens the comparison that comes with the app.
pub const TRY_COMPARISON: &str = "Try a comparison";

/// The systems in the picture of a comparison: their means of `overall_defined` in the comparison that comes with the
/// app, and the ends of the 95 % intervals. A browser test compares them with what the app calculates.
pub const COMPARED: [(&str, [f64; 3]); 3] = [
    ("Accurate OCR", [0.739, 0.649, 0.839]),
    ("Fast OCR", [0.687, 0.640, 0.729]),
    ("Tesseract", [0.506, 0.417, 0.557]),
];

/// Heading of the second card.
pub const READ: &str = "Read pages";

/// What reading a page yields.
pub const READ_WHAT: &str = "A small model turns page images and PDFs into LaTeX, without a server.";

/// How the result can be used.
pub const READ_THEN: &str =
    "Click a formula to see its place on the page, correct it there, and score the LaTeX against a reference.";

/// Button that opens the first sample page.
pub const TRY: &str = "Try a page";

/// LaTeX in the picture of a page that is read.
pub const READ_LATEX: [&str; 5] = [
    "\\begin{eqnarray*}",
    "pG &=& H_s(sC_i)G + D_i",
    "&=& P.",
    "\\end{eqnarray*}",
    "\\section{Integration\u{2026}",
];

/// Heading of the third card.
pub const CHECK: &str = "Check LaTeX";

/// What a check of LaTeX shows.
pub const CHECK_WHAT: &str = "Paste what a system wrote. Expected errors appear while you type.";

/// What else can be found out about a text.
pub const CHECK_THEN: &str = "A TeX engine compiles the text, and with a reference every difference is marked.";

/// Button that opens the dialog for pasted texts.
pub const PASTE: &str = "Paste LaTeX";

/// LaTeX in the picture of a check: what stands before the error, the error, and what stands behind it.
pub const CHECKED_LATEX: [&str; 3] = ["\\begin{align}\n  S &= ", "\\frac{1}{2", " \\\\\n\\end{align}"];

/// The error in the picture of a check.
pub const CHECKED_ERROR: &str = "2:8 the argument of \\frac is never closed";

/// Label of a button while what it opens is loaded.
pub const LOADING: &str = "Loading\u{2026}";

/// The files to drop, emphasised.
pub const DROP: &str = "Drop PDFs, page images, LaTeX or a folder of them";

/// The end of the same sentence.
pub const DROP_WHERE: &str = "anywhere, or paste them.";

/// Button that opens the browser's file dialog.
pub const CHOOSE_FILES: &str = "Choose files";

/// Button that opens the browser's dialog for a folder.
pub const CHOOSE_FOLDER: &str = "Choose folder";

/// Heading of the list of files.
pub const FILES: &str = "Supported files";

/// Examples of files, and what is done with each of them.
pub const ACCEPTED: [(&str, &str); 7] = [
    ("page.png", "a page to be read, also as JPEG; best at 150 to 300 dpi"),
    ("paper.pdf", "every page is read, then combined into one document"),
    ("page.tex", "the reference, by the same name: the OCR output is scored"),
    (
        "page.pred.tex, page.md",
        "another tool\u{2019}s output, scored against the reference",
    ),
    (
        "a folder, run.zip",
        "pages and outputs of several tools, also known benchmarks",
    ),
    (
        "pairs.jsonl, pairs.csv, pairs.parquet",
        "formulas or pages, one per record",
    ),
    ("result.html", "a saved evaluation, which opens again"),
];

/// Heading of the sample pages.
pub const SAMPLE_PAGES: &str = "Sample pages";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults::Faults;

    #[test]
    fn the_picture_of_a_check_shows_what_the_check_says() {
        let latex = CHECKED_LATEX.concat();
        let faults = Faults::of_check(&latex, texlens_latex::check(&latex));
        let fault = faults.list.first().unwrap();
        assert_eq!(
            format!("{} {}", fault.position().unwrap(), fault.message.replace('`', "")),
            CHECKED_ERROR
        );
    }
}
