//! Evidence from outside the two texts, in the types of the metrics.

use texlens_metrics::Compiled;
use texlens_vocabulary::{Compilation, TexError};

/// Returns the part of the engine's verdict on a prediction that the metrics read.
#[must_use]
pub fn compiled(compilation: &Compilation) -> Compiled {
    let listed = |error: &TexError| (error.diagnostic.range.clone(), error.diagnostic.message.clone());
    Compiled {
        compiles: compilation.compiles,
        fatal: compilation.fatal,
        pages: compilation.pages,
        errors: compilation.error_count,
        listed: compilation.errors.iter().map(listed).collect(),
    }
}
