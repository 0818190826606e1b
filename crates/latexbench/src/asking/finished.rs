//! What a run keeps once all answers and verdicts have come.

use texlens_judge::Run;

use super::{JudgeCalls, SubjectCalls};
use crate::brief::Brief;
use crate::check::Verdict;
use crate::question::Chosen;
use crate::run::{Answered, AskedModel, BenchRun};

/// A run whose answers have come, to be kept as a [`BenchRun`].
#[derive(Debug, Clone, Copy)]
pub struct Finished<'r> {
    /// The items.
    pub items: &'r [Brief],
    /// The SHA-256 of the items ([`items_hash`](crate::items_hash)).
    pub hash: &'r str,
    /// The model under test: its run, its calls and its parameters.
    pub subject: (&'r Run, &'r SubjectCalls, Chosen),
    /// The same for the judge, if one was asked.
    pub judge: Option<(&'r Run, &'r JudgeCalls, Chosen)>,
    /// Whether the TeX engine has compiled the answers.
    pub compiled: bool,
}

impl Finished<'_> {
    /// Returns the run as it is kept. The verdicts of the rules are in the order of the items; `created` is the time in
    /// UTC.
    #[must_use]
    pub fn kept(self, rules: Vec<Option<Verdict>>, created: String) -> BenchRun {
        let (run, calls, chosen) = self.subject;
        let answers = calls.answers(run);
        let answered = self.items.iter().zip(answers).zip(rules).enumerate();
        let answered = answered.map(|(index, ((item, answer), rules))| Answered {
            id: item.id.clone(),
            counted: item.counted(),
            judge: self
                .judge
                .and_then(|(run, calls, _)| calls.verdict(run, index, &answer)),
            described: calls.described(run, index),
            answer,
            rules,
        });
        BenchRun {
            format: BenchRun::FORMAT.to_owned(),
            version: BenchRun::VERSION,
            texlens: env!("CARGO_PKG_VERSION").to_owned(),
            created,
            items: self.hash.to_owned(),
            answers: answered.collect(),
            subject: asked_model(run, chosen),
            judge: self.judge.map(|(run, _, chosen)| asked_model(run, chosen)),
            compiled: self.compiled,
        }
    }
}

fn asked_model(run: &Run, chosen: Chosen) -> AskedModel {
    AskedModel {
        endpoint: run.settings().endpoint.clone(),
        chosen,
        sums: run.sums(),
    }
}
