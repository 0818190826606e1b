//! The calls to the judge.

use texlens_judge::{ProtocolError, Run};

use crate::brief::Brief;
use crate::question::{Chosen, Question};
use crate::run::{Answer, Judged};

/// The calls to a judge, in a run that holds them.
#[derive(Debug, Clone, Default)]
pub struct JudgeCalls {
    /// The number of each item's call, if it has one.
    calls: Vec<Option<usize>>,
}

impl JudgeCalls {
    /// Adds a call for each text, which are in the order of the items. Contrasts and missing texts have none. Nothing is
    /// sent.
    ///
    /// # Errors
    /// If a protocol does not come with this texlens.
    pub fn add_to<'t>(
        run: &mut Run,
        items: &[Brief],
        texts: impl IntoIterator<Item = Option<&'t str>>,
        chosen: Chosen,
    ) -> Result<Self, ProtocolError> {
        let call = |(item, text): (&Brief, Option<&str>)| {
            let call = text.map(|text| Question::Verdict(text).call(item, chosen));
            Ok(call.transpose()?.flatten().map(|call| run.add(call)))
        };
        let calls = items
            .iter()
            .zip(texts)
            .map(call)
            .collect::<Result<_, ProtocolError>>()?;
        Ok(Self { calls })
    }

    /// Returns the verdict on an answer; `None` if it was not asked for.
    #[must_use]
    pub fn verdict(&self, run: &Run, index: usize, answer: &Answer) -> Option<Judged> {
        let call = self.calls.get(index).copied().flatten()?;
        Some(Judged::of(run.record(call), answer.text().unwrap_or_default()))
    }
}
