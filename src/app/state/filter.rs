//! Which samples are listed.

use std::rc::Rc;

use texlens_evaluate::ErrorType;

use super::{Sample, State};

/// Which samples are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Filter {
    /// All of them.
    #[default]
    All,
    /// Those whose prediction the engine refuses.
    NotCompiling,
    /// Those with an error of this type.
    ErrorType(ErrorType),
}

impl Filter {
    /// All filters, in the order in which they are offered.
    pub fn all() -> impl Iterator<Item = Self> {
        // The failure to compile is the engine's verdict, which is known of samples without a reference as well.
        let types = ErrorType::ALL
            .into_iter()
            .filter(|one| *one != ErrorType::CompilationFailure);
        [Self::All, Self::NotCompiling]
            .into_iter()
            .chain(types.map(Self::ErrorType))
    }

    /// For a person.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "All",
            Self::NotCompiling => "Does not compile",
            Self::ErrorType(error_type) => error_type.info().name,
        }
    }

    /// Whether a sample is one of them.
    #[must_use]
    pub fn admits(self, sample: &Sample) -> bool {
        match self {
            Self::All => true,
            Self::NotCompiling => sample.compilation().is_some_and(|compilation| !compilation.compiles),
            Self::ErrorType(error_type) => sample.error_types().any(|found| found.error_type == error_type),
        }
    }
}

impl State {
    /// The samples that are listed, in the order of their rows.
    #[must_use]
    pub fn listed(&self) -> Vec<&Rc<Sample>> {
        self.samples.rows(self.filter, &self.unfolded)
    }

    pub(super) fn set_filter(&mut self, filter: Filter) {
        self.filter = filter;
        let shown = self.current().is_some_and(|sample| filter.admits(sample));
        let first = self.listed().first().map(|sample| sample.id);
        if !shown && first.is_some() {
            self.select(first);
        }
    }
}
