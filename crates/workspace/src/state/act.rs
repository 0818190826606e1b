//! Acts of the person that can be undone.

/// An act that can be undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Samples were added.
    Imported,
    /// A sample, or a document with its pages, was removed.
    Removed(String),
    /// This many samples were removed.
    RemovedMany(usize),
    /// A word or formula was corrected.
    Corrected,
    /// The last correction of a page was taken back.
    TookCorrectionBack,
    /// This many corrections of a page were taken back.
    TookCorrectionsBack(usize),
    /// A page, or a part of it, is read again.
    ReadAgain(String),
    /// Reference and prediction were swapped.
    Swapped(String),
    /// A tag was added.
    Tagged(String),
    /// A tag was removed.
    Untagged(String),
    /// A comment was changed.
    Commented,
    /// A setting was changed.
    SettingChanged,
    /// All settings were reset.
    SettingsReset,
    /// A run of the judge with this model was removed.
    JudgeRunRemoved(String),
    /// People's ratings were replaced or removed.
    RatingsRemoved,
    /// The answers of a model that reads were dismissed.
    ReadingsDismissed,
}

impl Act {
    /// Reports whether something is gone that the person may miss, so that a message offers to undo the act.
    #[must_use]
    pub const fn is_destructive(&self) -> bool {
        match self {
            Self::Removed(_)
            | Self::RemovedMany(_)
            | Self::TookCorrectionsBack(_)
            | Self::Untagged(_)
            | Self::SettingsReset
            | Self::JudgeRunRemoved(_)
            | Self::RatingsRemoved => true,
            Self::Imported
            | Self::Corrected
            | Self::TookCorrectionBack
            | Self::ReadAgain(_)
            | Self::Swapped(_)
            | Self::Tagged(_)
            | Self::Commented
            | Self::SettingChanged
            | Self::ReadingsDismissed => false,
        }
    }
}
