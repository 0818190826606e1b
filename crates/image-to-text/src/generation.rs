//! How a model decodes: `generation_config.json`, completed by `config.json`.

use serde_json::Value;

use crate::json::{self, JsonError};

/// When a search with beams ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EarlyStopping {
    /// As soon as there are as many finished texts as beams.
    Always,
    /// When the best unfinished text, at its present length, is worse than the finished ones.
    Heuristic,
    /// When no unfinished text can become better than the finished ones.
    Never,
}

/// The rules by which a model's next token is chosen. Tokens are numbers of the model's vocabulary.
#[derive(Debug, Clone, PartialEq)]
pub struct Generation {
    /// The token that the decoder is given first; a longer prompt replaces it.
    pub start: Option<u32>,
    /// The tokens that end a text.
    pub end: Vec<u32>,
    /// The first token of every text, if the decoder is given one token first and no longer prompt.
    pub forced_first: Option<u32>,
    /// The tokens of which one ends a text that reaches the limit.
    pub forced_last: Vec<u32>,
    /// Sequences of tokens that no text contains.
    pub bad_words: Vec<Vec<u32>>,
    /// Tokens that no text contains.
    pub suppressed: Vec<u32>,
    /// Tokens with which no text begins.
    pub suppressed_first: Vec<u32>,
    /// The factor for tokens that were used before; 1 changes nothing.
    pub repetition_penalty: f32,
    /// Sequences of this many tokens occur at most once; 0 allows all.
    pub no_repeat_ngram: usize,
    /// The fewest tokens before an end, the prompt included.
    pub min_length: usize,
    /// The fewest tokens before an end, the prompt left out.
    pub min_new_tokens: usize,
    /// The number of beams that the model's authors use, from 1.
    pub beams: usize,
    /// The power of a text's length by which its score is divided in a search with beams.
    pub length_penalty: f32,
    /// When a search with beams ends.
    pub early_stopping: EarlyStopping,
    /// The settings that ask for something else than this crate does, by their names.
    pub unused: Vec<&'static str>,
}

/// Settings that are ignored, with the value that changes nothing.
const IGNORED: [(&str, f64); 4] = [
    ("num_beam_groups", 1.0),
    ("diversity_penalty", 0.0),
    ("encoder_repetition_penalty", 1.0),
    ("encoder_no_repeat_ngram_size", 0.0),
];

/// The first and last tokens.
const SPECIAL: [&str; 3] = ["decoder_start_token_id", "bos_token_id", "eos_token_id"];

/// Most sequences of bad words that are read.
const MOST_BAD_WORDS: usize = 10_000;

impl Generation {
    /// Reads the settings as the library of the models does: from `generation_config.json`, or from `config.json`, where
    /// the part of the decoder has some, too, if there is no such file. First and last token are looked for in both.
    ///
    /// # Errors
    /// If a setting has a value of another type.
    pub fn read(generation: Option<&Value>, config: &Value) -> Result<Self, JsonError> {
        let parts = [
            generation.map(|value| (GENERATION, value)),
            Some((CONFIG, config)),
            config.get("decoder").map(|value| (CONFIG, value)),
            config.get("text_config").map(|value| (CONFIG, value)),
        ];
        let parts: Vec<(&'static str, &Value)> = parts.into_iter().flatten().collect();
        // Of two files, the first alone has rules.
        let files = if generation.is_some() { 1 } else { parts.len() };
        let find = |name: &'static str| {
            let files = if SPECIAL.contains(&name) { parts.len() } else { files };
            let mut parts = parts.iter().take(files);
            let found = parts.find_map(|(file, part)| Some((*file, part.get(name)?)));
            found.filter(|(_, value)| !value.is_null())
        };
        let token = |name: &'static str| {
            find(name)
                .map(|(file, value)| json::token(file, name, value))
                .transpose()
        };
        let tokens = |name: &'static str| match find(name) {
            Some((file, value)) => json::tokens(file, name, value),
            None => Ok(Vec::new()),
        };
        let number = |name: &'static str, otherwise: f64| match find(name) {
            Some((file, value)) => json::number(file, name, value),
            None => Ok(otherwise),
        };
        let count = |name: &'static str, otherwise: usize| match find(name) {
            Some((file, value)) => json::count(file, name, value),
            None => Ok(otherwise),
        };
        let bad_words = match find("bad_words_ids") {
            Some((file, Value::Array(words))) => words
                .iter()
                .take(MOST_BAD_WORDS)
                .map(|word| json::tokens(file, "bad_words_ids", word))
                .collect::<Result<Vec<_>, _>>()?,
            Some((file, _)) => return Err(JsonError::wrong(file, "bad_words_ids", "a list of lists of tokens")),
            None => Vec::new(),
        };
        let early_stopping = match find("early_stopping") {
            None | Some((_, Value::Bool(false))) => EarlyStopping::Heuristic,
            Some((_, Value::Bool(true))) => EarlyStopping::Always,
            Some((_, Value::String(word))) if word == "never" => EarlyStopping::Never,
            Some((file, _)) => return Err(JsonError::wrong(file, "early_stopping", "true, false or \"never\"")),
        };
        let mut unused = Vec::new();
        for (name, neutral) in IGNORED {
            if number(name, neutral)? != neutral {
                unused.push(name);
            }
        }
        if matches!(find("do_sample"), Some((_, Value::Bool(true)))) {
            unused.push("do_sample");
        }
        let start = match token("decoder_start_token_id")? {
            Some(start) => Some(start),
            None => token("bos_token_id")?,
        };
        Ok(Self {
            start,
            end: tokens("eos_token_id")?,
            forced_first: token("forced_bos_token_id")?,
            forced_last: tokens("forced_eos_token_id")?,
            bad_words: bad_words.into_iter().filter(|word| !word.is_empty()).collect(),
            suppressed: tokens("suppress_tokens")?,
            suppressed_first: tokens("begin_suppress_tokens")?,
            repetition_penalty: number("repetition_penalty", 1.0)? as f32,
            no_repeat_ngram: count("no_repeat_ngram_size", 0)?,
            min_length: count("min_length", 0)?,
            min_new_tokens: count("min_new_tokens", 0)?,
            beams: count("num_beams", 1)?.max(1),
            length_penalty: number("length_penalty", 1.0)? as f32,
            early_stopping,
            unused,
        })
    }
}

const GENERATION: &str = "generation_config.json";
const CONFIG: &str = "config.json";

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_file_that_says_something_counts() {
        let config = json!({
            "eos_token_id": 9, "decoder": {"bos_token_id": 3, "eos_token_id": 8, "no_repeat_ngram_size": 3},
        });
        let generation = json!({"eos_token_id": [1, 2], "early_stopping": "never", "do_sample": true, "num_beams": 4,
            "decoder_start_token_id": null});
        let read = Generation::read(Some(&generation), &config).unwrap();
        assert_eq!(
            (read.start, read.end, read.no_repeat_ngram, read.beams),
            (Some(3), vec![1, 2], 0, 4)
        );
        assert_eq!(
            (read.early_stopping, read.unused),
            (EarlyStopping::Never, vec!["do_sample"])
        );
        let read = Generation::read(None, &config).unwrap();
        assert_eq!((read.end, read.no_repeat_ngram), (vec![9], 3));
    }

    #[test]
    fn wrong_types_are_named() {
        for (setting, value) in [
            ("eos_token_id", json!("x")),
            ("eos_token_id", json!(-1)),
            ("bad_words_ids", json!(1)),
            ("bad_words_ids", json!([["x"]])),
            ("num_beams", json!(1.5)),
            ("length_penalty", json!(true)),
            ("early_stopping", json!(3)),
        ] {
            let error = Generation::read(Some(&json!({ setting: value })), &json!({})).unwrap_err();
            assert!(error.to_string().contains(setting), "{error}");
        }
    }
}
