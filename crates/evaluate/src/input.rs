//! What is scored: texts within a limit of length, read once.

use std::fmt;
use std::ops::Range;

use texlens_latex::Outline;
use texlens_metrics::Compiled;
use texlens_vocabulary::{Compilation, Side};

use crate::evidence::compiled;
use crate::text::Text;

/// Longest text that is scored, in bytes: some hundred pages. The example `long_texts` measures how long the slowest
/// texts of this length take: no more than 5 s of one core for each side.
pub const MAX_BYTES: usize = 1 << 19;

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

/// Why a sample cannot be scored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputError {
    /// A text is longer than [`MAX_BYTES`].
    TooLong {
        /// Which one.
        side: Side,
        /// Its length.
        bytes: usize,
    },
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { side, bytes } => {
                let side = match side {
                    Side::Reference => "reference",
                    Side::Prediction => "prediction",
                };
                write!(
                    f,
                    "the {side} has {bytes} bytes and at most {MAX_BYTES} are scored; score its pages one by one"
                )
            }
        }
    }
}

impl std::error::Error for InputError {}

/// A text and its outline, made once however many texts it is compared with.
#[derive(Debug)]
pub struct Parsed<'a> {
    pub(crate) outline: Outline<'a>,
    pub(crate) pages: &'a [Range<usize>],
    pub(crate) compiled: Option<Compiled>,
}

impl<'a> Parsed<'a> {
    /// Reads a text in linear time. `side` is for the message of an error.
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

    /// The text.
    #[must_use]
    pub fn latex(&self) -> &'a str {
        self.outline.source
    }

    /// The text with its pages.
    #[must_use]
    pub fn text(&self) -> Text<'a> {
        Text::with_pages(self.outline.source, self.pages)
    }

    /// The texts of its pages, in order.
    pub(crate) fn page_texts(&self) -> impl Iterator<Item = &'a str> {
        let source = self.outline.source;
        self.pages
            .iter()
            .map(move |page| source.get(page.clone()).unwrap_or_default())
    }

    /// With what a TeX engine says of it, for the metrics that need that.
    #[must_use]
    pub fn with_compiled(self, compiled: Option<Compiled>) -> Self {
        Self { compiled, ..self }
    }

    /// The same, from the engine's verdict.
    #[must_use]
    pub fn with_compilation(self, compilation: Option<&Compilation>) -> Self {
        self.with_compiled(compilation.map(compiled))
    }
}
