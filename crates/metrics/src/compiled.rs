//! The verdict of a TeX engine, as far as metrics need it.

use std::ops::Range;

use texlens_vocabulary::{Side, Span, SpanKind};

/// What a TeX engine says of a prediction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiled {
    /// Exit status 0 in nonstop mode, and at least one page.
    pub compiles: bool,
    /// Whether the engine gave up before the end.
    pub fatal: bool,
    /// Pages that came out.
    pub pages: u32,
    /// Number of errors.
    pub errors: usize,
    /// The first errors: the bytes of the prediction that are to blame, where known, and what is wrong.
    pub listed: Vec<(Option<Range<usize>>, String)>,
}

/// Why there is no score where there is no verdict, and what to do.
pub(crate) const NO_VERDICT: &str =
    "not compiled yet: use \"Compile\" in the app, or give the command a TeX engine with --tex";

impl Compiled {
    /// The errors whose place in the prediction is known.
    pub(crate) fn spans(&self, prediction: &str) -> Vec<Span> {
        let span = |(range, what): &(Option<Range<usize>>, String)| {
            let range = range.clone().filter(|range| prediction.get(range.clone()).is_some())?;
            Some(Span::new(Side::Prediction, range, SpanKind::Extra, what.as_str()))
        };
        self.listed.iter().filter_map(span).collect()
    }

    /// For example `2 pages`.
    pub(crate) fn counted_pages(&self) -> String {
        counted(self.pages as usize, "page")
    }

    /// For example `3 errors; first: Undefined control sequence`; `no page comes out` where that is all that is wrong.
    pub(crate) fn faults(&self) -> String {
        match (self.errors, self.listed.first()) {
            (0, _) => "no page comes out".to_owned(),
            (errors, None) => counted(errors, "error"),
            (1, Some((_, what))) => format!("1 error: {what}"),
            (errors, Some((_, what))) => format!("{}; first: {what}", counted(errors, "error")),
        }
    }
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
