//! Colours of plots.

/// The source of a plot's colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ink {
    /// The style sheet of the page, by classes.
    #[default]
    Page,
    /// The plot itself, on a white background: for a separate file.
    File,
}

/// Colours that people with red-green colour blindness can distinguish on white: those of Okabe and Ito (2008), with a
/// darker yellow.
const SERIES: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9", "#7a4fb5", "#444444",
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
    /// Returns the fill colour, if the plot sets its colours itself.
    pub(super) fn fill(self, role: Role) -> Option<&'static str> {
        (self == Self::File).then(|| role.colour())
    }

    /// Returns the stroke colour, if the plot sets its colours itself.
    pub(super) fn stroke(self, role: Role) -> Option<&'static str> {
        self.fill(role)
    }

    /// Returns the typeface, if the plot sets it itself.
    pub(super) fn font(self) -> Option<&'static str> {
        (self == Self::File).then_some("system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif")
    }
}
