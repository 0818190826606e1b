//! Topics of the settings.

/// A topic of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// How pages are read.
    Reading,
    /// How pages, texts and tables are scored.
    Scores,
    /// How formulas are scored and drawn.
    Formulas,
    /// What counts as compiled.
    Compilation,
    /// How the app looks.
    Appearance,
    /// What the browser stores.
    Storage,
}

impl Topic {
    /// All topics in their order.
    pub const ALL: [Self; 6] = [
        Self::Reading,
        Self::Scores,
        Self::Formulas,
        Self::Compilation,
        Self::Appearance,
        Self::Storage,
    ];
}
