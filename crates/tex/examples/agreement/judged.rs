//! Cases with the verdicts of the engine and of the instant check.

use anyhow::Result;
use serde::Serialize;
use texlens_latex::{Diagnostic, ErrorClass, check};
use texlens_tex::{Compiler, Source, TexError};

use crate::cases::Case;

/// A case with the verdict of the engine and the findings of the instant check.
pub(crate) struct Judged {
    pub(crate) case: Case,
    pub(crate) compiles: bool,
    pub(crate) errors: Vec<TexError>,
    pub(crate) found: Vec<Diagnostic>,
}

/// A case with the engine's verdict, as a line of a file.
#[derive(Serialize)]
pub(crate) struct Line<'a> {
    id: &'a str,
    source: &'static str,
    mutation: &'static str,
    latex: &'a str,
    compiles: bool,
    errors: &'a [TexError],
}

impl Judged {
    pub(crate) fn of(case: Case, compiler: &Compiler) -> Result<Self> {
        let compilation = compiler.compile(&Source::fragment(&case.latex))?;
        let found = check(&case.latex);
        Ok(Self {
            case,
            compiles: compilation.compiles,
            errors: compilation.errors,
            found,
        })
    }

    /// Reports whether the check expects the text to compile: it finds no error.
    pub(crate) fn passes(&self) -> bool {
        self.found.is_empty()
    }

    pub(crate) fn agrees(&self) -> bool {
        self.compiles == self.passes()
    }

    /// Returns the class of the engine's first error. The other errors often follow from it.
    pub(crate) fn engine_class(&self) -> Option<ErrorClass> {
        self.errors.first().map(|error| error.diagnostic.class)
    }

    /// Returns the class of the first error that the check finds.
    pub(crate) fn check_class(&self) -> Option<ErrorClass> {
        self.found.first().map(|diagnostic| diagnostic.class)
    }

    pub(crate) fn engine_has(&self, class: ErrorClass) -> bool {
        self.errors.iter().any(|error| error.diagnostic.class == class)
    }

    pub(crate) fn check_has(&self, class: ErrorClass) -> bool {
        self.found.iter().any(|diagnostic| diagnostic.class == class)
    }

    pub(crate) fn line(&self) -> Line<'_> {
        Line {
            id: &self.case.id,
            source: self.case.source.name(),
            mutation: self.case.mutation.name(),
            latex: &self.case.latex,
            compiles: self.compiles,
            errors: &self.errors,
        }
    }
}
