//! Search with beams, as the library `transformers` does it.

use std::ops::ControlFlow;

use super::decoder::Decoder;
use super::outcome::{DecodeFailure, Decoded, Stop};
use super::repeats::repeats;
use super::rules::Rules;
use super::scores;
use crate::generation::EarlyStopping;
use crate::runtime::Runtime;

/// The score of what must not be chosen.
const WORST: f32 = -1.0e9;

/// A text with its score, the sum of the logarithms of its tokens' probabilities; for a finished one, divided by a power
/// of its length.
#[derive(Clone)]
struct Beam {
    /// The tokens, with the prompt.
    tokens: Vec<u32>,
    score: f32,
    is_finished: bool,
}

/// A text that continues a running one.
struct Candidate {
    /// The number of the running text.
    from: usize,
    beam: Beam,
    /// Whether the text ends here.
    ends: bool,
}

pub(super) async fn decode<R: Runtime>(
    mut decoder: Decoder<'_, R>,
    prompt: &[u32],
    rules: &Rules<'_>,
    beams: usize,
    mut progress: impl FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<Decoded, DecodeFailure<R::Error>> {
    let beam = |score| Beam {
        tokens: prompt.to_vec(),
        score,
        is_finished: false,
    };
    // All rows are the same at first, so that only one of them counts.
    let mut running: Vec<Beam> = (0..beams).map(|row| beam(if row == 0 { 0.0 } else { WORST })).collect();
    let mut finished: Vec<Beam> = vec![beam(WORST); beams];
    let mut can_improve = true;
    for made in 1..=rules.limit() {
        let mut next = match made {
            1 => vec![decoder.begin(prompt, beams).await?; beams],
            _ => {
                let last: Vec<u32> = running.iter().filter_map(|beam| beam.tokens.last().copied()).collect();
                decoder.step(&last).await?
            }
        };
        if !next.iter().all(|next| scores::are_numbers(next)) {
            return Err(DecodeFailure::NotANumber { token: made });
        }
        let candidates = candidates(&running, &mut next, rules, beams, made);
        let (rows, next) = continued(&candidates, beams);
        if next.len() < beams {
            // The vocabulary has fewer tokens than there are beams.
            return Err(DecodeFailure::NotANumber { token: made });
        }
        running = next;
        finish(&mut finished, &candidates, rules, can_improve, beams, made);
        let best = running.first().and_then(|beam| beam.tokens.get(prompt.len()..));
        let best = best.unwrap_or_default();
        let all_end = candidates.iter().all(|candidate| candidate.ends);
        can_improve = can_improve && may_improve(&running, &finished, rules, made);
        let is_full = finished.iter().all(|beam| beam.is_finished);
        if !can_improve || all_end || (is_full && rules.early_stopping() == EarlyStopping::Always) {
            break;
        }
        if repeats(best) && !finished.iter().any(|beam| beam.is_finished) {
            let tokens = best.to_vec();
            return Ok(Decoded {
                tokens,
                stop: Stop::Repeats,
            });
        }
        if progress(best).is_break() {
            return Err(DecodeFailure::Cancelled);
        }
        decoder.reorder(&rows).await?;
    }
    let best = finished.into_iter().next();
    let tokens: Vec<u32> = best.map_or_else(Vec::new, |beam| beam.tokens.into_iter().skip(prompt.len()).collect());
    let stop = match tokens.last() {
        Some(last) if rules.ends(*last) => Stop::End,
        _ => Stop::Limit,
    };
    Ok(Decoded { tokens, stop })
}

/// Returns the best continuations of all running texts, the best first: so many that enough do not end.
fn candidates(running: &[Beam], next: &mut [Vec<f32>], rules: &Rules<'_>, beams: usize, made: usize) -> Vec<Candidate> {
    let mut all = Vec::new();
    let mut vocabulary = 1;
    for (beam, next) in running.iter().zip(next) {
        scores::log_softmax(next);
        rules.apply(&beam.tokens, next);
        vocabulary = next.len().max(1);
        all.extend(next.iter().map(|score| score + beam.score));
    }
    let count = 2.max(1 + rules.ends_count()) * beams;
    let of_place = |place: usize| {
        let from = place / vocabulary;
        let token = (place % vocabulary) as u32;
        let beam = running.get(from)?;
        let mut tokens = Vec::with_capacity(beam.tokens.len() + 1);
        tokens.extend_from_slice(&beam.tokens);
        tokens.push(token);
        Some(Candidate {
            from,
            ends: rules.ends(token) || made >= rules.limit(),
            beam: Beam {
                tokens,
                score: all.get(place).copied()?,
                is_finished: false,
            },
        })
    };
    scores::largest(&all, count).into_iter().filter_map(of_place).collect()
}

/// Returns the best texts that do not end, each with the number of the one that it continues.
fn continued(candidates: &[Candidate], beams: usize) -> (Vec<usize>, Vec<Beam>) {
    let running: Vec<f32> = candidates
        .iter()
        .map(|candidate| candidate.beam.score + if candidate.ends { WORST } else { 0.0 })
        .collect();
    let chosen = scores::largest(&running, beams).into_iter();
    let chosen = chosen.filter_map(|place| {
        let candidate = candidates.get(place)?;
        let beam = Beam {
            score: running.get(place).copied()?,
            ..candidate.beam.clone()
        };
        Some((candidate.from, beam))
    });
    chosen.unzip()
}

/// Keeps the best finished texts. Only the first continuations may end: others are worse than running texts.
fn finish(
    finished: &mut Vec<Beam>,
    candidates: &[Candidate],
    rules: &Rules<'_>,
    can_improve: bool,
    beams: usize,
    made: usize,
) {
    let is_full = finished.iter().all(|beam| beam.is_finished) && rules.early_stopping() == EarlyStopping::Always;
    let length = libm::pow(made as f64, f64::from(rules.length_penalty())) as f32;
    for (place, candidate) in candidates.iter().enumerate() {
        let is_finished = candidate.ends && place < beams;
        let mut score = candidate.beam.score / length;
        for _ in [is_full, !can_improve, !is_finished]
            .into_iter()
            .filter(|counts| *counts)
        {
            score += WORST;
        }
        finished.push(Beam {
            tokens: candidate.beam.tokens.clone(),
            score,
            is_finished,
        });
    }
    let scores: Vec<f32> = finished.iter().map(|beam| beam.score).collect();
    let best = scores::largest(&scores, beams).into_iter();
    *finished = best.filter_map(|place| finished.get(place).cloned()).collect();
}

/// Reports whether a running text may still become better than the worst finished one.
fn may_improve(running: &[Beam], finished: &[Beam], rules: &Rules<'_>, made: usize) -> bool {
    let penalty = rules.length_penalty();
    let length = match rules.early_stopping() {
        EarlyStopping::Never if penalty > 0.0 => rules.limit(),
        _ => made,
    };
    let best = running.first().map_or(WORST, |beam| beam.score) / libm::pow(length as f64, f64::from(penalty)) as f32;
    let worst = finished.iter().map(|beam| beam.score).fold(f32::INFINITY, f32::min);
    finished
        .iter()
        .any(|beam| best > if beam.is_finished { worst } else { WORST })
}
