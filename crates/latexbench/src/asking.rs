//! Which calls of a run belong to which item: the calls to the model under test and to the judge, and what their records
//! say.

mod finished;
mod judge;
mod subject;

pub use finished::Finished;
pub use judge::JudgeCalls;
pub use subject::SubjectCalls;
