//! Sentences of the verdict on whether a text compiles, and of its errors.

use texlens_latex::MAX_DIAGNOSTICS;
use texlens_tex::{Compilation, Use};

use super::{count, megabytes};

/// Accessible name of the section.
pub const SECTION: &str = "Compilation";

/// Button that shows the errors.
pub const SHOW: &str = "Show";

/// Button that hides the errors.
pub const HIDE: &str = "Hide";

/// Verdict of the engine on a text without errors.
pub const COMPILES: &str = "Compiles";

/// Verdict of the engine on a text with errors.
pub const FAILS: &str = "Does not compile";

/// Says who expects the errors, after their number.
pub const BY_CHECK: &str = "by the instant check";

/// Said before the engine has given a verdict.
pub const NOT_COMPILED: &str = "Not compiled yet.";

/// Stands for the place of an error that is not known.
pub const NO_PLACE: &str = "unknown";

/// Returns how often an error occurs, after its kind.
#[must_use]
pub fn times(count: usize) -> String {
    format!(" \u{d7} {count}")
}

/// Returns the label of the list of an error's places.
#[must_use]
pub fn places(count: usize) -> String {
    format!("All {}", super::count(count, "place"))
}

/// Returns the accessible name of the link to a place.
#[must_use]
pub fn line(position: &str) -> String {
    format!("{LINE} {position}")
}

/// Button that shows the typeset page beside the page's image.
pub const BESIDE_IMAGE: &str = "Typeset page beside the image";

/// Shown while the engine is loaded.
pub const LOADING: &str = "Loading the TeX engine\u{2026}";

/// Accessible name of the list of the engine's errors.
pub const ERRORS: &str = "Errors";

/// Accessible name of the list of the errors that the instant check expects.
pub const EXPECTED_ERRORS: &str = "Expected errors";

/// Said by screen readers before the line of an error.
pub const LINE: &str = "Line";

/// Remark on an error that the reference has as well.
pub const SHARED: &str = "The reference has this error, too.";

/// Returns the pages of a text that compiles, after the verdict.
#[must_use]
pub fn pages(compilation: &Compilation) -> String {
    format!(", {}", count(compilation.pages as usize, "page"))
}

/// Returns how a text fails to compile, after the verdict.
#[must_use]
pub fn failure(compilation: &Compilation) -> String {
    let errors = count(compilation.error_count, "error");
    match compilation {
        Compilation { fatal: true, .. } => format!(": {errors}, and TeX gave up before the end"),
        Compilation { error_count: 0, .. } => ": no page comes out".to_owned(),
        Compilation { pages, .. } => format!(": {errors}; {} still produced", count(*pages as usize, "page")),
    }
}

/// Returns the number of errors that the instant check expects. It stops after a number of errors, as TeX does.
#[must_use]
pub fn expected(errors: usize) -> String {
    match errors {
        0 => "No error expected".to_owned(),
        1..MAX_DIAGNOSTICS => format!("{} expected", count(errors, "error")),
        _ => format!("{errors} errors or more expected"),
    }
}

/// Button that uses the engine, and downloads it first if necessary.
#[must_use]
pub const fn start(usage: Use) -> &'static str {
    match usage {
        Use::Fragment | Use::Document => "Compile",
        Use::Dvi | Use::DocumentDvi => "Typeset with TeX",
    }
}

/// Button that uses the engine again after it failed.
#[must_use]
pub const fn again(usage: Use) -> &'static str {
    match usage {
        Use::Fragment | Use::Document => "Compile again",
        Use::Dvi | Use::DocumentDvi => "Typeset again",
    }
}

/// Shown while the engine works.
#[must_use]
pub const fn running(usage: Use) -> &'static str {
    match usage {
        Use::Fragment | Use::Document => "Compiling\u{2026}",
        Use::Dvi | Use::DocumentDvi => "Typesetting\u{2026}",
    }
}

/// Returns an offer to download the engine, or what it lacks for this use.
#[must_use]
pub fn download(usage: Use, has_engine: bool, bytes: f64) -> String {
    let why = match usage {
        Use::Document | Use::DocumentDvi if has_engine => "Its preamble needs TeX packages",
        Use::Fragment | Use::Document => "The TeX engine decides",
        Use::Dvi | Use::DocumentDvi => "TeX draws formulas and pages",
    };
    format!("{why}. Download: {}, once", megabytes(bytes))
}
