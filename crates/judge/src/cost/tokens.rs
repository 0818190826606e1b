//! Estimates of the number of tokens of a text, without any provider's tokeniser.

use crate::{Call, Endpoint, Expected, Role};

/// An estimate of the tokens of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenEstimate {
    /// The expected number: one token for 3.5 bytes of letters, digits and blanks, one for each other ASCII character,
    /// one for every two bytes of other scripts, and `PER_TURN` for each turn. LaTeX, where every backslash and brace
    /// counts, has about 2.5 bytes a token.
    pub likely: u64,
    /// The upper bound: tokenisers work on bytes, and no token is shorter than one byte; `PER_TURN` is added for each
    /// turn, `PER_SCHEMA` for a schema. The budget uses this number.
    pub at_most: u64,
}

/// Tokens that mark the beginning, the end and the role of a turn. Providers use 3 to 10.
const PER_TURN: u64 = 16;

/// Tokens of the LaTeX of a page: the median of 216 development pages by this estimate; a twentieth have more than 2,000.
const PER_PAGE: u64 = 1_100;

/// Tokens with which a provider may introduce a schema to its model, beyond the schema.
const PER_SCHEMA: u64 = 400;

impl TokenEstimate {
    /// Estimates the tokens of a call's prompt, including its pictures, and the schema, which some providers put into the
    /// prompt.
    #[must_use]
    pub fn of(endpoint: &Endpoint, call: &Call) -> Self {
        let schema = match &call.expected {
            Expected::Json(schema) => schema.source(),
            Expected::FirstInteger | Expected::CodeBlock | Expected::Text { .. } => "",
        };
        let turns = call.turns.iter().map(|turn| turn.text.as_str());
        let texts = turns.chain([call.system.as_str(), schema]);
        let (likely, at_most) = texts.fold((0, 0), |(likely, at_most), text| {
            (likely + expected(text), at_most + text.len() as u64)
        });
        let frame = (call.turns.len() as u64 + 1) * PER_TURN;
        let of_schema = if schema.is_empty() { 0 } else { PER_SCHEMA };
        let pictures = call.turns.iter().flat_map(|turn| &turn.pictures);
        let pictures = pictures.map(|picture| Self::of_picture(endpoint, picture));
        let of_text = Self {
            likely: likely + frame,
            at_most: at_most + frame + of_schema,
        };
        pictures.fold(of_text, |sum, picture| Self {
            likely: sum.likely + picture.likely,
            at_most: sum.at_most + picture.at_most,
        })
    }

    /// Returns the likely number of tokens of an answer. Judges answer with a few sentences: an eighth of the limit, at
    /// least 1 and at most 200. LaTeX for a task is about as long as the task with the text to edit, and at least 400
    /// tokens; that of a page has 1,100. Twice that if the call contains an invalid answer. Models that think before they
    /// answer need more.
    #[must_use]
    pub fn likely_answer(call: &Call) -> u64 {
        let is_asked_again = call.turns.iter().any(|turn| turn.role == Role::Model);
        let limit = u64::from(call.parameters.max_output_tokens);
        let likely = match &call.expected {
            Expected::CodeBlock => {
                let task = call.turns.first().map_or(0, |turn| expected(&turn.text));
                task.max(400).min(limit)
            }
            Expected::Text { pages } => (PER_PAGE * *pages as u64).min(limit),
            Expected::Json(_) | Expected::FirstInteger => (limit / 8).clamp(1, 200),
        };
        likely * if is_asked_again { 2 } else { 1 }
    }
}

fn expected(text: &str) -> u64 {
    let (mut words, mut signs, mut others) = (0_u64, 0_u64, 0_u64);
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b' ' | b'\n' => words += 1,
            0..0x80 => signs += 1,
            _ => others += 1,
        }
    }
    (words * 2).div_ceil(7) + signs + others.div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_lie_near_what_tokenisers_count() {
        // Counted with `cl100k_base` by the npm package gpt-tokenizer.
        let cases = [
            (
                "The water of every sea rises and falls twice on most days of the year.",
                16,
            ),
            (r"\frac{-b \pm \sqrt{b^2 - 4ac}}{2a}", 21),
            (r"\int_{0}^{\infty} e^{-x^2} \, dx = \frac{\sqrt{\pi}}{2}", 30),
            ("Die Überprüfung größerer Gleichungen", 10),
            ("数学公式的评价", 7),
        ];
        for (text, counted) in cases {
            let ratio = expected(text) as f64 / f64::from(counted);
            assert!((0.9..2.0).contains(&ratio), "{text}: {ratio}");
        }
    }
}
