//! Sentences and labels of leaderboards.

use super::count;

/// The title of the screen.
pub const TITLE: &str = "Leaderboard";

/// What the screen is for, while it shows nothing.
pub const INTRODUCTION: &str = "Which systems can be ranked together? Rows are in one table if pages, judge and protocol \
                                are the same. Other tables stay apart, with the reason. Tables that papers print are \
                                marked \u{201c}printed, not measured\u{201d}.";

/// How to begin.
pub const BEGIN: &str = "Add samples with references and predictions, open saved evaluations, or choose printed \
                         tables above.";

/// Button that opens saved evaluations.
pub const OPEN: &str = "Open evaluations";

/// Hint of the same button.
pub const OPEN_HINT: &str = "JSON of texlens evaluate, or a report saved as HTML";

/// Legend of the publications.
pub const PRINTED: &str = "Printed tables";

/// Legend of what texlens has measured.
pub const MEASURED: &str = "Measured";

/// Choice of the open samples, and their name in tables.
pub const OPEN_SAMPLES: &str = "open samples";

/// Shown while the worker calculates.
pub const WORKING: &str = "Calculating\u{2026}";

/// Name of the part with the tables.
pub const TABLES: &str = "Leaderboards";

/// Heading of the opened files.
pub const FILES: &str = "Opened evaluations";

/// Button that removes a file.
pub const REMOVE: &str = "Remove";

/// Button that brings the removed file back.
pub const UNDO: &str = "Undo removal of the file";

/// Hint of the head of a column.
pub const SORT: &str = "Sort by this column; again to reverse";

/// Summary of the sentences below a table.
pub const NOTES: &str = "Protocol and sources";

/// A file is larger than any that texlens writes.
pub const TOO_LARGE: &str = "the file is too large; open an evaluation that texlens has written";

/// A file cannot be read.
pub const NOT_READ: &str = "the browser cannot read the file; choose it again";

/// A file is no text.
pub const NOT_TEXT: &str = "the file is not text; open an evaluation that texlens has written";

/// Returns the name of a publication.
#[must_use]
pub fn publication(id: &str) -> &str {
    match id {
        "texocr" => "TexOCR",
        "texbleu" => "TeXBLEU",
        other => other,
    }
}

/// Returns the name of the button that removes a file.
#[must_use]
pub fn remove(name: &str) -> String {
    format!("Remove {name}")
}

/// A file that could not be used, with the reason.
#[must_use]
pub fn refused(name: &str, why: &str) -> String {
    format!("{name}: {why}")
}

/// Shown while samples wait for their scores.
#[must_use]
pub fn waiting(samples: usize) -> String {
    format!("Waiting for the scores of {}\u{2026}", count(samples, "sample"))
}

/// Announces the tables.
#[must_use]
pub fn ranked(sets: usize) -> String {
    format!("{} of comparable rows.", count(sets, "table"))
}
