//! The cases: randomly damaged texts, always the same for the same seed.

use std::collections::BTreeSet;

use fastrand::Rng;

use crate::mutation::Mutation;
use crate::random::weighted;
use crate::texts::{Source, Text};

/// One text to compile and check.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) document: String,
    pub(crate) source: Source,
    pub(crate) mutation: Mutation,
    pub(crate) latex: String,
}

/// The documents from which the cases are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Part {
    /// Documents that may be used to write rules.
    Development,
    /// Documents that nobody looks at.
    HeldOut,
    /// All documents.
    All,
}

/// Weight of each source, relative to the sum over the sources that have texts.
const WEIGHTS: [(Source, usize); 4] = [
    (Source::Page, 10),
    (Source::Prediction, 4),
    (Source::Formulas, 4),
    (Source::Table, 2),
];

/// Draws cases from the texts of one part.
pub(crate) fn draw(texts: &[Text], part: Part, count: usize, seed: u64) -> Vec<Case> {
    let texts = of_part(texts, part);
    let sources: Vec<(Vec<&Text>, usize)> = WEIGHTS
        .iter()
        .map(|&(source, weight)| (of_source(&texts, source), weight))
        .filter(|(texts, _)| !texts.is_empty())
        .collect();
    let mut random = Rng::with_seed(seed);
    let mut seen = BTreeSet::new();
    let mut cases = Vec::new();
    // The number of draws is limited, since a small set of texts allows few distinct cases of some kinds.
    for _ in 0..count.saturating_mul(20) {
        if cases.len() == count {
            break;
        }
        let Some(text) = weighted(&sources, &mut random).and_then(|texts| random.choice(texts)) else {
            break;
        };
        let mutation = Mutation::draw(&mut random);
        if let Some(latex) = mutation.apply(&text.latex, &mut random)
            && seen.insert(latex.clone())
        {
            let document = text.document.clone();
            let id = format!("{}-{:05}", document.replace(' ', "-"), cases.len());
            cases.push(Case {
                id,
                document,
                source: text.source,
                mutation,
                latex,
            });
        }
    }
    cases
}

/// Returns the texts of a part. Every second document, by name, is held out.
fn of_part(texts: &[Text], part: Part) -> Vec<&Text> {
    let documents: BTreeSet<&str> = texts.iter().map(|text| text.document.as_str()).collect();
    let held_out: BTreeSet<&str> = documents.into_iter().skip(1).step_by(2).collect();
    let wanted = |text: &&Text| match part {
        Part::All => true,
        Part::Development => !held_out.contains(text.document.as_str()),
        Part::HeldOut => held_out.contains(text.document.as_str()),
    };
    texts.iter().filter(wanted).collect()
}

fn of_source<'a>(texts: &[&'a Text], source: Source) -> Vec<&'a Text> {
    texts.iter().copied().filter(|text| text.source == source).collect()
}
