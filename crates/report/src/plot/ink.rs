//! How a plot is coloured.

/// Where colours come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ink {
    /// From the style sheet of the page, by classes.
    #[default]
    Page,
    /// Written into the plot, on white: for a file of its own.
    File,
}

/// Colours that are told apart without seeing red and green, and on white: those of Okabe and Ito (2008), the yellow darker.
const SERIES: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9", "#7a4fb5", "#444444",
];

/// What is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Ground below everything.
    Ground,
    /// Lines at the ticks.
    Grid,
    /// Names.
    Text,
    /// Numbers at the axes, and what is said besides.
    Quiet,
    /// Marks of a series.
    Series(usize),
}

impl Role {
    /// For the style sheet.
    pub(super) fn class(self) -> String {
        match self {
            Self::Ground => "ground".to_owned(),
            Self::Grid => "grid".to_owned(),
            Self::Text => "name".to_owned(),
            Self::Quiet => "quiet".to_owned(),
            Self::Series(series) => format!("mark s{}", series % SERIES.len()),
        }
    }

    fn colour(self) -> &'static str {
        match self {
            Self::Ground => "#ffffff",
            Self::Grid => "#d8d5cd",
            Self::Text => "#1c1b19",
            Self::Quiet => "#62605a",
            Self::Series(series) => SERIES.get(series % SERIES.len()).copied().unwrap_or("#444444"),
        }
    }
}

impl Ink {
    /// What an area is filled with, where the plot says it itself.
    pub(super) fn fill(self, role: Role) -> Option<&'static str> {
        (self == Self::File).then(|| role.colour())
    }

    /// What a line is drawn with, where the plot says it itself.
    pub(super) fn stroke(self, role: Role) -> Option<&'static str> {
        self.fill(role)
    }

    /// The typeface, where the plot says it itself.
    pub(super) fn font(self) -> Option<&'static str> {
        (self == Self::File).then_some("system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif")
    }
}
