//! Matches several formulas of the reference with one of the prediction, and one with several.

use std::collections::BTreeMap;
use std::ops::Range;

use super::assignment::similarity;
use super::context::Agreement;
use super::locate::{Budget, Haystack, balanced};
use super::state::{Matching, Partner};

/// Share of a formula's symbols that may differ from the matched part of another formula.
const MAX_PART_RATIO: f64 = 0.25;

/// The same share for the formula that is already matched with the whole.
const MAX_OWNER_RATIO: f64 = 0.5;

/// Number of symbols below which a formula is searched for only between the same words.
const DISTINCTIVE: usize = 3;

/// Smallest increase of the similarity by another part of a split formula.
const MIN_RISE: f64 = 0.02;

/// Largest number of bytes, without a word, between two parts of a split formula.
const MAX_GAP: usize = 40;

/// Largest number of parts of a split formula that are joined. Formulas with more parts are joined only in part.
const MAX_PARTS: usize = 32;

/// Matches free formulas of the reference with similar parts of predicted formulas. The formula that was matched with
/// the whole is reduced to its part. This also happens if the rest of the predicted formula is only words. Ends when
/// the budget is spent.
pub(super) fn match_merged(matching: &mut Matching<'_>) {
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for prediction in (0..matching.owners.len()).filter(|at| matching.owners[*at].is_some()) {
        members.insert(prediction, Vec::new());
    }
    for reference in matching.free_references() {
        for prediction in possible_wholes(matching, reference) {
            members.entry(prediction).or_default().push(reference);
        }
    }
    let mut budget = Budget::new();
    for (prediction, members) in members {
        for (formula, range) in parts(matching, prediction, &members, &mut budget) {
            matching.set(formula, Partner::Part { prediction, range });
        }
    }
}

/// Returns predicted formulas that may contain a formula: those between the same words, and those of its neighbours.
fn possible_wholes(matching: &Matching<'_>, reference: usize) -> Vec<usize> {
    let window = matching.context.window(reference);
    let near = window
        .map(|window| matching.prediction.overlapping(&window.range))
        .unwrap_or_default();
    let mut wholes: Vec<usize> = near.take(MAX_PARTS).collect();
    wholes.extend(
        [matching.whole_before(reference), matching.whole_after(reference)]
            .into_iter()
            .flatten(),
    );
    wholes.sort_unstable();
    wholes.dedup();
    wholes
}

/// Returns the parts of a predicted formula as byte ranges of the text: first that of its owner, then free formulas of
/// the reference, longest first. Returns none if the formula is better left whole.
fn parts(
    matching: &Matching<'_>,
    prediction: usize,
    members: &[usize],
    budget: &mut Budget,
) -> Vec<(usize, Range<usize>)> {
    let owner = matching.owner(prediction);
    let whole = &matching.prediction.formulas[prediction];
    if owner.is_some_and(|owner| matching.reference.formulas[owner].ids == whole.ids) {
        return Vec::new();
    }
    let latex = &whole.formula.latex;
    let mut haystack = Haystack::new(latex, whole.symbols.clone());
    let mut find = |formula: usize, ratio: f64| {
        let wanted = &matching.reference.formulas[formula].ids;
        let limit = (wanted.len() as f64 * ratio) as usize;
        let is_paid = budget.take(wanted.len(), haystack.len());
        let found = is_paid.then(|| haystack.find(wanted, 0..haystack.len(), limit))??;
        let range = balanced(latex, haystack.bytes(&found.symbols));
        haystack.take(found.symbols);
        Some((formula, range))
    };
    let mut parts = Vec::new();
    if let Some(owner) = owner {
        match find(owner, MAX_OWNER_RATIO) {
            Some(part) => parts.push(part),
            None => return Vec::new(),
        }
    }
    for member in by_length(matching, members) {
        let is_distinctive = matching.reference.formulas[member].ids.len() >= DISTINCTIVE;
        if is_distinctive || matching.agreement(member, prediction) == Agreement::Agrees {
            parts.extend(find(member, MAX_PART_RATIO));
        }
    }
    if let ([(_, part)], Some(_)) = (parts.as_slice(), owner)
        && !surrounded_by_words(latex, part)
    {
        return Vec::new();
    }
    let in_text = |range: Range<usize>| whole.body + range.start..whole.body + range.end;
    parts
        .into_iter()
        .map(|(formula, range)| (formula, in_text(range)))
        .collect()
}

/// Returns the members that are still free, longest first.
fn by_length(matching: &Matching<'_>, members: &[usize]) -> Vec<usize> {
    let mut members = members.to_vec();
    members.retain(|at| matching.partners[*at].is_none());
    members.sort_by_key(|at| std::cmp::Reverse(matching.reference.formulas[*at].ids.len()));
    members
}

/// Reports whether the text around a part of a formula is at least one word and nothing else.
fn surrounded_by_words(latex: &str, part: &Range<usize>) -> bool {
    let around = [latex.get(..part.start), latex.get(part.end..)];
    let around = around.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let is_markup = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | ',' | '.' | '~');
    let mut words = around
        .split(is_markup)
        .filter(|word| !word.is_empty() && !word.starts_with('\\'))
        .peekable();
    let is_word = |word: &str| word.chars().count() > 1 && word.chars().all(char::is_alphabetic);
    words.peek().is_some() && words.all(is_word)
}

/// Adds free neighbours to a predicted formula while together they are more similar to the formula of the reference.
pub(super) fn match_split(matching: &mut Matching<'_>) {
    for reference in 0..matching.partners.len() {
        let Some(Partner::Whole(prediction)) = matching.partners[reference] else {
            continue;
        };
        let parts = grown(matching, reference, prediction);
        if parts.len() > 1 {
            matching.set(reference, Partner::Parts(parts));
        }
    }
}

fn has_word(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphabetic());
    words.any(|word| word.chars().count() > 1)
}

/// Returns a predicted formula with the neighbours that make it more similar to a formula of the reference.
fn grown(matching: &Matching<'_>, reference: usize, prediction: usize) -> Range<usize> {
    let wanted = &matching.reference.formulas[reference].ids;
    let formulas = &matching.prediction.formulas;
    let likeness = |parts: &Range<usize>| {
        let ids: Vec<u32> = formulas[parts.clone()]
            .iter()
            .flat_map(|part| &part.ids)
            .copied()
            .collect();
        similarity(wanted, &ids)
    };
    let is_free = |at: usize| matching.taken.get(at) == Some(&false);
    let is_near = |left: usize| {
        let between = formulas[left].formula.range.end..formulas[left + 1].formula.range.start;
        let text = matching.prediction.source.get(between).unwrap_or_default();
        text.len() <= MAX_GAP && !has_word(text)
    };
    let mut parts = prediction..prediction + 1;
    let mut best = likeness(&parts);
    while best < 1.0 && parts.len() < MAX_PARTS {
        let forwards = is_free(parts.end) && is_near(parts.end - 1);
        let backwards = parts.start > 0 && is_free(parts.start - 1) && is_near(parts.start - 1);
        let forwards = forwards.then_some(parts.start..parts.end + 1);
        let backwards = backwards.then(|| parts.start - 1..parts.end);
        let longer = [forwards, backwards].into_iter().flatten();
        let next = longer
            .map(|parts| (likeness(&parts), parts))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        match next {
            Some((likeness, longer)) if likeness > best + MIN_RISE => (best, parts) = (likeness, longer),
            _ => break,
        }
    }
    parts
}
