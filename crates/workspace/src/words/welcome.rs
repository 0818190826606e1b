//! Sentences of the screen that is shown while there are no samples.

/// The screen's heading.
pub const TITLE: &str = "Turn a page into LaTeX. See how right it is.";

/// What the program does.
pub const INTRODUCTION: &str = "A small model reads the page image inside this browser. What it read is compared with \
                                the reference LaTeX and scored: headings, text, formulas. Another tool\u{2019}s output \
                                is scored in the same way. Nothing is uploaded.";

/// The files to drop, emphasised.
pub const DROP: &str = "Drop a PDF, a page image, its LaTeX, or several";

/// The end of the same sentence.
pub const DROP_WHERE: &str = "anywhere, or paste them.";

/// Button that opens the first sample page.
pub const TRY: &str = "Try a sample page";

/// The same button, while the page is loaded.
pub const LOADING: &str = "Loading the page\u{2026}";

/// Button that opens the browser's file dialog.
pub const CHOOSE_FILES: &str = "Choose files";

/// Button that opens the browser's dialog for a folder.
pub const CHOOSE_FOLDER: &str = "Choose folder";

/// Button that opens the dialog for pasted texts.
pub const PASTE: &str = "Paste two texts";

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
    ("pairs.jsonl, pairs.csv", "formulas or pages, one per record"),
    ("result.html", "a saved evaluation, which opens again"),
];

/// Heading of the sample pages.
pub const SAMPLE_PAGES: &str = "Sample pages";
