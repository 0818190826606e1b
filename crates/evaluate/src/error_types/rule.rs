//! The result of a rule.

use texlens_vocabulary::Span;

use super::model::Judgement;

/// The result of a rule: the judgement and the passages that show the error.
pub(super) type Judged = (Judgement, Vec<Span>);

pub(super) fn not_judged(reason: &str) -> Judged {
    let reason = reason.to_owned();
    (Judgement::NotJudged { reason }, Vec::new())
}

/// Returns an error if there are sentences about it.
pub(super) fn found_if(said: &[String], spans: Vec<Span>) -> Judged {
    if said.is_empty() {
        return (Judgement::NotFound, Vec::new());
    }
    let why = said.join(" ");
    (Judgement::Found { why }, spans)
}
