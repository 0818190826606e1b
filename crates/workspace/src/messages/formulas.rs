//! Messages between the main thread and the worker that renders formulas with KaTeX.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use texlens_evaluate::Formula;

use super::frame::Job;

/// A formula to render.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FormulaText {
    /// The formula with its delimiters, or with `\begin` and `\end`: the environment determines how rows are aligned.
    /// Empty if only the LaTeX is known.
    pub source: String,
    /// The LaTeX between the delimiters.
    pub latex: String,
    /// Whether it is a displayed formula.
    pub display: bool,
}

impl FormulaText {
    /// Returns the text of a formula. `source` is the text that contains it.
    #[must_use]
    pub fn of(source: &str, formula: &Formula) -> Self {
        Self {
            source: source.get(formula.range.clone()).unwrap_or_default().to_owned(),
            latex: formula.latex.clone(),
            display: formula.display,
        }
    }

    /// Returns the formula of [`FormulaText::source`].
    #[must_use]
    pub fn formula(&self) -> Formula {
        Formula {
            latex: self.latex.clone(),
            display: self.display,
            range: 0..self.source.len(),
        }
    }
}

/// The reason why a formula is shown as source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unrendered {
    /// The reason.
    pub message: String,
    /// Byte range of the error in [`FormulaText::latex`], if it is known.
    pub range: Option<Range<usize>>,
}

/// Markup that is safe to insert, or the reason why there is none.
pub type Rendering = Result<String, Unrendered>;

/// A message to the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Renders formulas.
    Render {
        /// The id of the job.
        job: Job,
        /// One or more formulas.
        formulas: Vec<FormulaText>,
    },
}

/// A message from the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Formulas were rendered.
    Rendered {
        /// The id of the job.
        job: Job,
        /// The results in the order of the formulas.
        renderings: Vec<Rendering>,
    },
}
