//! Which calls of a run belong to which item: the calls to the model under test and to the judge, and what their records
//! say.

mod finished;
mod judge;
mod subject;

/// Time limit of an answer, in milliseconds. Whole documents take models that think minutes.
pub const ANSWER_TIMEOUT_MS: u64 = 300_000;

pub use finished::Finished;
pub use judge::JudgeCalls;
pub use subject::SubjectCalls;
