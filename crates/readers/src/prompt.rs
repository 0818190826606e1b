//! What a model is told to do with a page.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A prompt with its name and source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prompt {
    /// The name.
    pub name: String,
    /// A sentence about it.
    #[serde(default)]
    pub about: String,
    /// Where its words come from.
    #[serde(default)]
    pub source: String,
    /// The lines.
    text: Vec<String>,
}

/// The reason why a text is no prompt.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PromptError {
    /// It has no words.
    #[error("the prompt is empty")]
    Empty,
    /// It is too long.
    #[error("the prompt has {0} bytes; at most {MAX_BYTES} are allowed")]
    TooLong(usize),
}

/// Maximum length of a prompt, in bytes.
const MAX_BYTES: usize = 65_536;

/// The prompts that come with texlens.
const FILES: [&str; 1] = [include_str!("prompts/texocr.json")];

impl Prompt {
    /// Returns the prompts that come with texlens. The first is the default.
    #[must_use]
    pub fn all() -> Vec<Self> {
        // A test reads all of them.
        FILES
            .iter()
            .filter_map(|file| serde_json::from_str(file).ok())
            .collect()
    }

    /// Returns the prompt of this name, if it comes with texlens.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|prompt| prompt.name == name)
    }

    /// Makes a prompt of a person's words.
    ///
    /// # Errors
    /// If the text is blank, or longer than 64 KiB.
    pub fn own(name: &str, text: &str) -> Result<Self, PromptError> {
        if text.trim().is_empty() {
            return Err(PromptError::Empty);
        }
        if text.len() > MAX_BYTES {
            return Err(PromptError::TooLong(text.len()));
        }
        Ok(Self {
            name: name.to_owned(),
            about: String::new(),
            source: String::new(),
            text: text.trim_end().lines().map(str::to_owned).collect(),
        })
    }

    /// Returns the words as they are sent.
    #[must_use]
    pub fn text(&self) -> String {
        self.text.join("\n")
    }

    /// Returns the SHA-256 of the words, in hexadecimal digits.
    #[must_use]
    pub fn sha256(&self) -> String {
        hex::encode(Sha256::digest(self.text()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn supplied_prompts_can_be_read() {
        assert_eq!(Prompt::all().len(), FILES.len());
        let texocr = Prompt::named("texocr").map(|prompt| prompt.text()).unwrap_or_default();
        assert!(texocr.starts_with("Convert the content of a specific page"));
        assert!(texocr.ends_with("without any extra output."));
        assert_eq!(Prompt::named("other"), None);
    }

    #[test]
    fn own_prompts_are_sent_as_they_are() {
        let text = Prompt::own("mine", "Read this.\n\n  Now!\n").map(|prompt| prompt.text());
        assert_eq!(text.as_deref(), Ok("Read this.\n\n  Now!"));
        assert_eq!(Prompt::own("mine", " \n"), Err(PromptError::Empty));
        let long = "x".repeat(MAX_BYTES + 1);
        assert_eq!(Prompt::own("mine", &long), Err(PromptError::TooLong(MAX_BYTES + 1)));
    }
}
