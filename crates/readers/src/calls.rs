//! The calls of a run that reads pages.

use serde::{Deserialize, Serialize};
use texlens_judge::{Call, Expected, Parameters, Picture, Run, Turn};

use crate::reading::Reading;
use crate::{Prompt, Unit};

/// Maximum number of completions of a request.
pub const MAX_COMPLETIONS: u32 = 1_024;

/// The parameters of a model that reads. Without a temperature or seed, the provider chooses.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Chosen {
    /// Maximum number of tokens of an answer.
    pub max_output_tokens: u32,
    /// Temperature; `None` is the provider's default.
    pub temperature: Option<f64>,
    /// Seed of the first completion, for providers that support one. Each further completion has the next seed.
    pub seed: Option<u64>,
    /// Number of answers to each request.
    pub completions: u32,
}

impl Default for Chosen {
    fn default() -> Self {
        Self {
            // The longest of 216 development pages has 3,400 tokens by the estimate of `TokenEstimate`.
            max_output_tokens: 8_192,
            temperature: None,
            seed: None,
            completions: 1,
        }
    }
}

/// The calls to a model, in a run that holds them.
#[derive(Debug, Clone, Default)]
pub struct ReaderCalls {
    /// The numbers of the calls of each unit, one for each completion.
    calls: Vec<Vec<usize>>,
}

impl ReaderCalls {
    /// Adds the calls of a unit with its pictures to a run. Nothing is sent.
    pub fn add(&mut self, run: &mut Run, (unit, pictures): (&Unit, &[Picture]), prompt: &Prompt, chosen: Chosen) {
        let call = |completion: u32| Call {
            system: String::new(),
            turns: vec![Turn {
                pictures: pictures.to_vec(),
                ..Turn::user(prompt.text())
            }],
            expected: Expected::Text {
                pages: unit.pages.len(),
            },
            parameters: Parameters {
                max_output_tokens: chosen.max_output_tokens,
                temperature: chosen.temperature,
                top_p: None,
                frequency_penalty: None,
                seed: chosen.seed.map(|seed| seed.wrapping_add(completion.into())),
            },
            repeat: completion,
        };
        let completions = 0..chosen.completions.clamp(1, MAX_COMPLETIONS);
        self.calls
            .push(completions.map(|completion| run.add(call(completion))).collect());
    }

    /// Returns the answers by unit, in the order in which units were added, each with its completions in order.
    #[must_use]
    pub fn readings(&self, run: &Run, units: &[Unit]) -> Vec<Reading> {
        let of_unit = |(unit, calls): (&Unit, &Vec<usize>)| {
            let completions = calls.iter().zip(0..);
            completions
                .map(|(call, completion)| Reading::of(unit, completion, run.record(*call)))
                .collect::<Vec<_>>()
        };
        units.iter().zip(&self.calls).flat_map(of_unit).collect()
    }
}
