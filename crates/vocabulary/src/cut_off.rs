//! Truncated image files.

use serde::{Deserialize, Serialize};

/// The part of a page image that is missing because its file is cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CutOff {
    /// The lowest lines of the image as it is stored. They were read as blank paper.
    Lines {
        /// Their share of all lines in percent; 0 if it is unknown whether any lines are missing.
        percent: u8,
    },
    /// The finest detail of all lines. The file stores the image in several passes, from coarse to fine, and the last
    /// passes are missing.
    Detail,
}

impl std::fmt::Display for CutOff {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Lines { percent: 0 } => {
                f.write_str("The image file is cut off: its end is missing, and perhaps the last lines of the page.")
            }
            Self::Lines { percent } => {
                write!(f, "The image file is cut off: {percent} % of its lines are missing.")
            }
            Self::Detail => f.write_str(
                "The image file is cut off: its finest detail is missing, so that more of it may be misread.",
            ),
        }?;
        f.write_str(" Download or copy the file again.")
    }
}
