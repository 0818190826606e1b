//! Rules that change the scores of the next token, in the order of the library `transformers`.

use std::collections::BTreeSet;

use crate::generation::{EarlyStopping, Generation};

/// The rules of a text of limited length.
pub(super) struct Rules<'g> {
    generation: &'g Generation,
    /// The number of tokens of the prompt.
    prompt: usize,
    /// Most tokens, the prompt left out.
    limit: usize,
    bad_words: Vec<&'g [u32]>,
}

impl<'g> Rules<'g> {
    pub(super) fn new(generation: &'g Generation, prompt: usize, limit: usize) -> Self {
        // A word that only ends the text is never bad.
        let is_end = |word: &[u32]| matches!(word, [token] if generation.end.contains(token));
        let words = generation.bad_words.iter().map(Vec::as_slice);
        Self {
            generation,
            prompt,
            limit,
            bad_words: words.filter(|word| !is_end(word)).collect(),
        }
    }

    /// Reports whether a token ends the text.
    pub(super) fn ends(&self, token: u32) -> bool {
        self.generation.end.contains(&token)
    }

    /// Returns the number of different tokens that end a text.
    pub(super) fn ends_count(&self) -> usize {
        self.generation.end.len()
    }

    /// Returns the most tokens of a text.
    pub(super) const fn limit(&self) -> usize {
        self.limit
    }

    pub(super) const fn length_penalty(&self) -> f32 {
        self.generation.length_penalty
    }

    pub(super) const fn early_stopping(&self) -> EarlyStopping {
        self.generation.early_stopping
    }

    /// Changes the scores of the next token. `tokens` are those before it, with the prompt.
    pub(super) fn apply(&self, tokens: &[u32], scores: &mut [f32]) {
        let rules = self.generation;
        if rules.repetition_penalty != 1.0 {
            for token in tokens.iter().collect::<BTreeSet<_>>() {
                if let Some(score) = scores.get_mut(*token as usize) {
                    *score = match *score < 0.0 {
                        true => *score * rules.repetition_penalty,
                        false => *score / rules.repetition_penalty,
                    };
                }
            }
        }
        self.forbid_repeated(tokens, scores);
        for word in &self.bad_words {
            if let Some((last, before)) = word.split_last()
                && word.len() <= tokens.len().max(1)
                && tokens.ends_with(before)
            {
                forbid(scores, &[*last]);
            }
        }
        let new = tokens.len().saturating_sub(self.prompt);
        if tokens.len() < rules.min_length || new < rules.min_new_tokens {
            forbid(scores, &rules.end);
        }
        if let Some(first) = rules.forced_first
            && tokens.len() == 1
        {
            // Behind a longer prompt, the library forces nothing.
            force(scores, &[first]);
        }
        if new + 1 == self.limit && !rules.forced_last.is_empty() {
            force(scores, &rules.forced_last);
        }
        forbid(scores, &rules.suppressed);
        let begins = usize::from(rules.forced_first.is_some() && self.prompt == 1);
        if new == begins {
            forbid(scores, &rules.suppressed_first);
        }
    }

    /// Forbids the tokens that would repeat a sequence.
    fn forbid_repeated(&self, tokens: &[u32], scores: &mut [f32]) {
        let size = self.generation.no_repeat_ngram;
        let Some(before) = size.checked_sub(1) else { return };
        let Some(start) = tokens.len().checked_sub(before) else {
            return;
        };
        let last = tokens.get(start..).unwrap_or_default();
        for sequence in tokens.windows(size) {
            if let Some((next, sequence)) = sequence.split_last()
                && sequence == last
            {
                forbid(scores, &[*next]);
            }
        }
    }
}

fn forbid(scores: &mut [f32], tokens: &[u32]) {
    for token in tokens {
        if let Some(score) = scores.get_mut(*token as usize) {
            *score = f32::NEG_INFINITY;
        }
    }
}

fn force(scores: &mut [f32], tokens: &[u32]) {
    scores.fill(f32::NEG_INFINITY);
    for token in tokens {
        if let Some(score) = scores.get_mut(*token as usize) {
            *score = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Returns the tokens that are still possible of 0 to 5.
    fn possible(settings: serde_json::Value, tokens: &[u32], limit: usize) -> Vec<u32> {
        let generation = Generation::read(Some(&settings), &json!({})).unwrap();
        let mut scores = [-1.0; 6];
        Rules::new(&generation, 1, limit).apply(tokens, &mut scores);
        (0..6).filter(|token| scores[*token as usize].is_finite()).collect()
    }

    #[test]
    fn every_rule_forbids_what_it_says() {
        for (settings, tokens, expected) in [
            (json!({"suppress_tokens": [1, 9]}), vec![0], vec![0, 2, 3, 4, 5]),
            (json!({"begin_suppress_tokens": [1]}), vec![0], vec![0, 2, 3, 4, 5]),
            (
                json!({"begin_suppress_tokens": [1]}),
                vec![0, 2],
                vec![0, 1, 2, 3, 4, 5],
            ),
            (json!({"forced_bos_token_id": 4}), vec![0], vec![4]),
            (
                json!({"forced_bos_token_id": 4, "begin_suppress_tokens": [1]}),
                vec![0, 4],
                vec![0, 2, 3, 4, 5],
            ),
            (json!({"forced_eos_token_id": 3}), vec![0, 1, 1, 1], vec![3]),
            (
                json!({"eos_token_id": 2, "min_length": 3}),
                vec![0, 1],
                vec![0, 1, 3, 4, 5],
            ),
            (
                json!({"eos_token_id": 2, "min_length": 2}),
                vec![0, 1],
                vec![0, 1, 2, 3, 4, 5],
            ),
            (
                json!({"eos_token_id": 2, "min_new_tokens": 2}),
                vec![0, 1],
                vec![0, 1, 3, 4, 5],
            ),
            (
                json!({"no_repeat_ngram_size": 2}),
                vec![0, 1, 2, 1],
                vec![0, 1, 3, 4, 5],
            ),
            (json!({"no_repeat_ngram_size": 1}), vec![0, 1], vec![2, 3, 4, 5]),
            (
                json!({"bad_words_ids": [[3], [0, 4], [1, 5]], "eos_token_id": 3}),
                vec![2, 0],
                vec![0, 1, 2, 3, 5],
            ),
            (json!({"bad_words_ids": [[3]]}), vec![2], vec![0, 1, 2, 4, 5]),
        ] {
            assert_eq!(
                possible(settings.clone(), &tokens, 4),
                expected,
                "{settings} {tokens:?}"
            );
        }
    }

    #[test]
    fn used_tokens_lose() {
        let generation = Generation::read(Some(&json!({"repetition_penalty": 2.0})), &json!({})).unwrap();
        let mut scores = [-1.0, 1.0, 1.0];
        Rules::new(&generation, 1, 9).apply(&[0, 1, 1], &mut scores);
        assert_eq!(scores, [-2.0, 0.5, 1.0]);
    }
}
