//! The input of scoring: texts of limited length, each parsed once.

use std::ops::Range;

use texlens_latex::Outline;
use texlens_metrics::Compiled;
use texlens_vocabulary::{Compilation, Side};

use crate::evidence::compiled;
use crate::text::Text;

/// Length in bytes of the longest text that is scored: about a hundred pages. The example `long_texts` measures the
/// slowest texts of this length: at most 5 s of one core for each side.
pub const MAX_BYTES: usize = 1 << 19;

/// Maximum number of predictions that are evaluated together at each level. The scores of one take up to 10 kB.
pub const MAX_SCORED: usize = 300_000;

pub(crate) fn check_length(side: Side, latex: &str) -> Result<(), InputError> {
    if latex.len() > MAX_BYTES {
        Err(InputError::TooLong {
            side,
            bytes: latex.len(),
        })
    } else {
        Ok(())
    }
}

/// The reason why a sample cannot be scored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// A text is longer than [`MAX_BYTES`].
    #[error("the {} has {bytes} bytes and at most {MAX_BYTES} are scored; score its pages one by one", side_noun(*.side))]
    TooLong {
        /// The text that is too long.
        side: Side,
        /// Length of the text in bytes.
        bytes: usize,
    },
}

/// Returns the noun for the text of one side.
#[must_use]
pub fn side_noun(side: Side) -> &'static str {
    match side {
        Side::Reference => "reference",
        Side::Prediction => "prediction",
    }
}

/// A text and its outline, parsed once for any number of comparisons.
#[derive(Debug)]
pub struct Parsed<'a> {
    pub(crate) outline: Outline<'a>,
    pub(crate) pages: &'a [Range<usize>],
    pub(crate) compiled: Option<Compiled>,
}

impl<'a> Parsed<'a> {
    /// Parses a text in linear time. `side` is for the error message.
    ///
    /// # Errors
    /// If the text is longer than [`MAX_BYTES`](crate::MAX_BYTES).
    pub fn of(side: Side, text: &'a Text<'_>) -> Result<Self, InputError> {
        check_length(side, text.latex())?;
        Ok(Self {
            outline: Outline::of_pages(text.latex(), text.pages()),
            pages: text.pages(),
            compiled: None,
        })
    }

    /// Returns the text.
    #[must_use]
    pub fn latex(&self) -> &'a str {
        self.outline.source
    }

    /// Returns the text with its pages.
    #[must_use]
    pub fn text(&self) -> Text<'a> {
        Text::with_pages(self.outline.source, self.pages)
    }

    /// Returns the texts of the pages, in order.
    pub(crate) fn page_texts(&self) -> impl Iterator<Item = &'a str> {
        let source = self.outline.source;
        self.pages
            .iter()
            .map(move |page| source.get(page.clone()).unwrap_or_default())
    }

    /// Adds the verdict of a TeX engine on the text, for the metrics that need it.
    #[must_use]
    pub fn with_compiled(self, compiled: Option<Compiled>) -> Self {
        Self { compiled, ..self }
    }

    /// Adds the verdict of a TeX engine on the text, from the engine's compilation.
    #[must_use]
    pub fn with_compilation(self, compilation: Option<&Compilation>) -> Self {
        self.with_compiled(compilation.map(compiled))
    }
}
