//! The verdict of a TeX engine, reduced to the parts that metrics need.

use std::ops::Range;

use texlens_vocabulary::{Side, Span, SpanKind};

/// The verdict of a TeX engine on a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiled {
    /// Whether the engine exited with status 0 in nonstop mode and wrote at least one page.
    pub compiles: bool,
    /// Whether the engine gave up before the end of the text.
    pub fatal: bool,
    /// The number of pages that the engine wrote.
    pub pages: u32,
    /// The number of errors.
    pub errors: usize,
    /// The first errors: the byte range of the text that causes the error, if known, and the message.
    pub listed: Vec<(Option<Range<usize>>, String)>,
}

/// The reason for an undefined score without a verdict, with instructions.
pub(crate) const NO_VERDICT: &str =
    "not compiled yet: use \"Compile\" in the app, give the command a TeX engine with --tex, or Python tex=True";

impl Compiled {
    /// Returns the errors whose place in the prediction is known, as spans.
    pub(crate) fn spans(&self, prediction: &str) -> Vec<Span> {
        let span = |(range, what): &(Option<Range<usize>>, String)| {
            let range = range.clone().filter(|range| prediction.get(range.clone()).is_some())?;
            Some(Span::new(Side::Prediction, range, SpanKind::Extra, what.as_str()))
        };
        self.listed.iter().filter_map(span).collect()
    }

    /// Returns the number of pages in words, for example `2 pages`.
    pub(crate) fn counted_pages(&self) -> String {
        counted(self.pages as usize, "page")
    }

    /// Returns the faults in words, for example `3 errors; first: Undefined control sequence`. Returns
    /// `no page comes out` if there is no error.
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
