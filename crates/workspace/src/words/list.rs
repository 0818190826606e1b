//! Names of the filters of the list of samples.

use crate::state::Filter;

impl Filter {
    /// Returns the filter's name as shown in the list.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "All",
            Self::Different => "Different",
            Self::NotCompiling => "Does not compile",
            Self::Failed => "Failed",
            Self::Disputed => "Systems disagree",
            Self::MetricsDisagree => "Metrics disagree",
            Self::Marked => "Marked by hand",
            Self::ErrorType(error_type) => error_type.info().name,
        }
    }
}
