//! Words of the choice between the systems that have a prediction for a sample.

/// Button that shows the previous system, with its key.
pub const PREVIOUS: &str = "Previous system";

/// Button that shows the next system, with its key.
pub const NEXT: &str = "Next system";

/// Label of the choice of another system.
pub const COMPARE_WITH: &str = "Compare with";

/// Option that shows no other system.
pub const NONE: &str = "none";

/// Name of the group of systems. `case` is the name of the sample.
#[must_use]
pub fn title(case: &str) -> String {
    format!("Systems on {case}")
}
