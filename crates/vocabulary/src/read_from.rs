//! What a page was read from.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a page was read from, with the reason for the choice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadFrom {
    /// The image of the page, by OCR.
    Image {
        /// The reason why the text of the PDF page was not taken, as part of a sentence. `None` if the page is an image,
        /// or if its image was asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    },
    /// The glyphs that the PDF file states, without OCR.
    Text {
        /// The reason not to trust them, as part of a sentence.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        although: Option<String>,
        /// What is missing in the LaTeX or of other origin, each as part of a sentence.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        remarks: Vec<String>,
    },
}

impl Default for ReadFrom {
    fn default() -> Self {
        Self::Image { because: None }
    }
}

impl ReadFrom {
    /// Returns whether the page was read from the text of a PDF file.
    #[must_use]
    pub fn is_text(&self) -> bool {
        matches!(self, Self::Text { .. })
    }

    /// Returns the reason not to trust the text of a PDF page that was read.
    #[must_use]
    pub fn although(&self) -> Option<&str> {
        match self {
            Self::Text { although, .. } => although.as_deref(),
            Self::Image { .. } => None,
        }
    }

    /// Returns the source with every reason and remark changed.
    #[must_use]
    pub fn map(self, change: impl Fn(&str) -> String) -> Self {
        let changed = |reason: Option<String>| reason.map(|reason| change(&reason));
        match self {
            Self::Image { because } => Self::Image {
                because: changed(because),
            },
            Self::Text { although, remarks } => Self::Text {
                although: changed(although),
                remarks: remarks.iter().map(|remark| change(remark)).collect(),
            },
        }
    }

    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Describes glyphs of a kind that the LaTeX lacks, as part of a sentence.
#[must_use]
pub fn left_out_remark(count: usize, kind: &str) -> String {
    match count {
        1 => format!("1 glyph {kind} is left out"),
        count => format!("{count} glyphs {kind} are left out"),
    }
}

/// Describes the glyphs whose meaning the file does not state ([`PageGlyphs::unread`](crate::PageGlyphs::unread)) as part of
/// a sentence; `None` if there are none.
#[must_use]
pub fn unread_remark(count: usize) -> Option<String> {
    (count > 0).then(|| left_out_remark(count, "of unknown meaning"))
}

/// Describes the source for a person, as part of a sentence.
impl fmt::Display for ReadFrom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Image { because: None } => f.write_str("from the image"),
            Self::Image { because: Some(reason) } => write!(f, "from the image, because {reason}"),
            Self::Text { although, remarks } => {
                f.write_str("from the PDF's text")?;
                if let Some(reason) = although {
                    write!(f, ", although {reason}")?;
                }
                remarks.iter().try_for_each(|remark| write!(f, "; {remark}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn the_source_is_said_in_a_few_words() {
        assert_eq!(ReadFrom::default().to_string(), "from the image");
        let scan = ReadFrom::Image {
            because: Some("the page has no text".to_owned()),
        };
        assert_eq!(scan.to_string(), "from the image, because the page has no text");
        let text = ReadFrom::Text {
            although: Some("its text is turned".to_owned()),
            remarks: vec!["2 glyphs of unknown meaning are left out".to_owned()],
        };
        assert_eq!(
            text.to_string(),
            "from the PDF's text, although its text is turned; 2 glyphs of unknown meaning are left out"
        );
    }

    #[test]
    fn a_source_without_remarks_is_written_briefly() {
        let text = ReadFrom::Text {
            although: None,
            remarks: Vec::new(),
        };
        let json = serde_json::to_string(&text).unwrap();
        assert_eq!(json, r#"{"text":{}}"#);
        assert_eq!(serde_json::from_str::<ReadFrom>(&json).unwrap(), text);
    }
}
