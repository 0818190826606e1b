//! Tokens and texts.

use tokenizers::Tokenizer;

/// The reason why a tokenizer cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TokensError {
    /// The file is not a tokenizer of the library `tokenizers`.
    #[error(
        "tokenizer.json cannot be used ({0}); save it again with `AutoTokenizer.from_pretrained(...).save_pretrained(...)`"
    )]
    Unreadable(String),
    /// There are no tokens.
    #[error(
        "tokenizer.json has no tokens; save it again with `AutoTokenizer.from_pretrained(...).save_pretrained(...)`"
    )]
    Empty,
}

/// The vocabulary of a model.
#[derive(Debug, Clone)]
pub struct Vocabulary {
    tokenizer: Tokenizer,
    largest: u32,
    /// Whether the special tokens are tags of documents.
    has_tags: bool,
}

/// The first token of a document in the format DocTags. The tags of models for it are special tokens.
pub(crate) const DOCTAG: &str = "<doctag>";

impl Vocabulary {
    /// Reads `tokenizer.json`.
    ///
    /// # Errors
    /// If it is not one, or has no tokens.
    pub fn read(content: &[u8]) -> Result<Self, TokensError> {
        let unreadable = |error: tokenizers::Error| {
            let detail: String = error.to_string().chars().take(200).collect();
            TokensError::Unreadable(detail)
        };
        let mut tokenizer = Tokenizer::from_bytes(content).map_err(unreadable)?;
        // A prompt is neither cut nor filled up.
        tokenizer.with_padding(None).with_truncation(None).map_err(unreadable)?;
        let largest = tokenizer
            .get_vocab(true)
            .into_values()
            .max()
            .ok_or(TokensError::Empty)?;
        let has_tags = tokenizer.token_to_id(DOCTAG).is_some();
        Ok(Self {
            tokenizer,
            largest,
            has_tags,
        })
    }

    /// Returns the largest token.
    #[must_use]
    pub const fn largest(&self) -> u32 {
        self.largest
    }

    /// Reports whether there is this token.
    #[must_use]
    pub fn has(&self, token: u32) -> bool {
        self.tokenizer.id_to_token(token).is_some()
    }

    /// Returns the number of a token; `None` if there is no such token.
    pub(crate) fn token(&self, token: &str) -> Option<u32> {
        self.tokenizer.token_to_id(token)
    }

    /// Returns the tokens of a text, with those that the tokenizer adds to every text if `adds` says so.
    pub(crate) fn tokens(&self, text: &str, adds: bool) -> Result<Vec<u32>, String> {
        let encoded = self.tokenizer.encode(text, adds);
        encoded
            .map(|encoded| encoded.get_ids().to_vec())
            .map_err(|error| error.to_string().chars().take(200).collect())
    }

    /// Returns the text of tokens without special ones, such as that which ends a text, and without spaces around it. An
    /// unknown token has no text. Tags of documents are text, whatever the tokenizer says; `ends` are the tokens that end a
    /// text.
    #[must_use]
    pub fn text(&self, tokens: &[u32], ends: &[u32]) -> String {
        let tokens = match tokens.split_last() {
            Some((last, before)) if self.has_tags && ends.contains(last) => before,
            _ => tokens,
        };
        // A decoder may fail for a sequence that no text has; what it makes of it is of no use then.
        let text = self.tokenizer.decode(tokens, !self.has_tags).unwrap_or_default();
        text.trim().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_files_are_refused() {
        for content in ["", "{}", "[]", "{\"model\": {\"type\": \"BPE\"}}"] {
            let error = Vocabulary::read(content.as_bytes()).unwrap_err();
            assert!(matches!(error, TokensError::Unreadable(_)), "{content}: {error}");
        }
        let empty = r#"{"version":"1.0","added_tokens":[],"model":{"type":"BPE","vocab":{},"merges":[]}}"#;
        assert_eq!(Vocabulary::read(empty.as_bytes()).unwrap_err(), TokensError::Empty);
    }

    #[test]
    fn special_tokens_have_no_text() {
        let json = r#"{"version":"1.0","added_tokens":[{"id":1,"content":"</s>","special":true,"single_word":false,
            "lstrip":false,"rstrip":false,"normalized":false}],
            "model":{"type":"WordLevel","vocab":{"x":0,"</s>":1},"unk_token":"x"}}"#;
        let vocabulary = Vocabulary::read(json.as_bytes()).unwrap();
        assert_eq!((vocabulary.largest(), vocabulary.has(2)), (1, false));
        assert_eq!(vocabulary.text(&[0, 1, 7], &[7]), "x");
    }

    #[test]
    fn tags_of_documents_are_text() {
        let json = r#"{"version":"1.0","added_tokens":[{"id":1,"content":"<doctag>","special":true,"single_word":false,
            "lstrip":false,"rstrip":false,"normalized":false},{"id":2,"content":"</s>","special":true,"single_word":false,
            "lstrip":false,"rstrip":false,"normalized":false}],
            "model":{"type":"WordLevel","vocab":{"x":0,"<doctag>":1,"</s>":2},"unk_token":"x"}}"#;
        let vocabulary = Vocabulary::read(json.as_bytes()).unwrap();
        assert_eq!(vocabulary.text(&[1, 0, 2], &[2]), "<doctag> x");
    }
}
