//! What others found out about a text, in the words of the metrics.

use texlens_metrics::Compiled;
use texlens_vocabulary::{Compilation, TexError};

/// What metrics read of the engine's verdict on a prediction.
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
