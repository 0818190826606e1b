//! The calls to the model under test.

use texlens_judge::{ProtocolError, Run};

use crate::brief::Brief;
use crate::question::{Chosen, Question};
use crate::run::{Answer, Judged};

/// The calls to a model under test, in a run that holds them.
#[derive(Debug, Clone, Default)]
pub struct SubjectCalls {
    /// The number of each item's call.
    tasks: Vec<Option<usize>>,
    /// The number of each item's call with a description of its fault, if there is one.
    described: Vec<Option<usize>>,
}

impl SubjectCalls {
    /// How often an answer in another form is sent back: never, since the first answer counts. A correction would be a
    /// second try.
    pub const CORRECTIONS: u32 = 0;

    /// Adds the call of each item to a run, and on request the described contrasts. Nothing is sent.
    ///
    /// # Errors
    /// If a protocol does not come with this texlens.
    pub fn add_to(run: &mut Run, items: &[Brief], chosen: Chosen, is_described: bool) -> Result<Self, ProtocolError> {
        let mut add = |items: &[Brief], question: Question<'_>| {
            let calls = items.iter().map(|item| question.call(item, chosen));
            calls
                .map(|call| Ok(call?.map(|call| run.add(call))))
                .collect::<Result<Vec<_>, ProtocolError>>()
        };
        Ok(Self {
            tasks: add(items, Question::Task)?,
            described: if is_described {
                add(items, Question::Described)?
            } else {
                Vec::new()
            },
        })
    }

    /// Returns the answers in the order of the items.
    #[must_use]
    pub fn answers(&self, run: &Run) -> Vec<Answer> {
        let answer = |call: &Option<usize>| Answer::of(call.and_then(|call| run.record(call)));
        self.tasks.iter().map(answer).collect()
    }

    /// Returns the answer about a described fault; `None` if it was not asked for.
    #[must_use]
    pub fn described(&self, run: &Run, index: usize) -> Option<Judged> {
        let call = self.described.get(index).copied().flatten()?;
        Some(Judged::of(run.record(call), ""))
    }

    /// Returns the texts that a judge is likely to get, for an estimate of its cost: answers that are known, and
    /// references in place of answers that have not come. An answer that is invalid is not judged.
    #[must_use]
    pub fn likely_texts(&self, run: &Run, items: &[Brief]) -> Vec<Option<String>> {
        let text = |(item, call): (&Brief, &Option<usize>)| match call.and_then(|call| run.record(call)) {
            Some(record) => Answer::of(Some(record)).text().map(str::to_owned),
            None => Some(item.reference_answer()),
        };
        items.iter().zip(&self.tasks).map(text).collect()
    }
}
