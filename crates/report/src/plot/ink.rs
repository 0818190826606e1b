//! Colours of plots.

use crate::style;

/// The source of a plot's colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ink {
    /// The style sheet of the page, by classes.
    #[default]
    Page,
    /// The plot itself, on a white background: for a separate file.
    File,
}

/// Tokens of the colours of series, in their order.
const SERIES: [&str; 8] = [
    "series-0", "series-1", "series-2", "series-3", "series-4", "series-5", "series-6", "series-7",
];

/// The role of a drawn element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The background.
    Ground,
    /// Lines at the ticks.
    Grid,
    /// Names.
    Text,
    /// Numbers at the axes, and secondary text.
    Quiet,
    /// Marks of a series.
    Series(usize),
}

impl Role {
    /// Returns the class for the style sheet.
    pub(super) fn class(self) -> String {
        match self {
            Self::Ground => "ground".to_owned(),
            Self::Grid => "grid".to_owned(),
            Self::Text => "name".to_owned(),
            Self::Quiet => "quiet".to_owned(),
            Self::Series(series) => format!("mark s{}", series % SERIES.len()),
        }
    }

    /// Returns the name of its colour among the tokens.
    fn token(self) -> &'static str {
        match self {
            Self::Ground => "sheet",
            Self::Grid => "grid",
            Self::Text => "ink",
            Self::Quiet => "dim",
            Self::Series(series) => SERIES.get(series % SERIES.len()).copied().unwrap_or("ink"),
        }
    }
}

impl Ink {
    /// Returns the fill colour, if the plot sets its colours itself.
    pub(super) fn fill(self, role: Role) -> Option<&'static str> {
        style::light(role.token()).filter(|_| self == Self::File)
    }

    /// Returns the stroke colour, if the plot sets its colours itself.
    pub(super) fn stroke(self, role: Role) -> Option<&'static str> {
        self.fill(role)
    }

    /// Returns the typeface, if the plot sets it itself.
    pub(super) fn font(self) -> Option<&'static str> {
        style::light("ui").filter(|_| self == Self::File)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_is_a_token_and_series_differ() {
        let roles = [Role::Ground, Role::Grid, Role::Text, Role::Quiet];
        for role in roles {
            assert!(
                Ink::File.fill(role).is_some_and(|colour| colour.starts_with('#')),
                "{role:?}"
            );
        }
        let mut series: Vec<_> = (0..SERIES.len())
            .map(|index| Ink::File.fill(Role::Series(index)))
            .collect();
        assert!(series.iter().flatten().all(|colour| colour.starts_with('#')));
        series.sort_unstable();
        series.dedup();
        assert_eq!(series.len(), SERIES.len());
        assert_eq!(Ink::Page.fill(Role::Text), None, "the style sheet has it");
    }
}
