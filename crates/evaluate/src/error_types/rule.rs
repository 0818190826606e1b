//! What a rule says of a sample.

use texlens_vocabulary::Span;

use super::model::Judgement;

/// What a rule says: the judgement, and the places to look at.
pub(super) type Judged = (Judgement, Vec<Span>);

pub(super) fn not_judged(reason: &str) -> Judged {
    let reason = reason.to_owned();
    (Judgement::NotJudged { reason }, Vec::new())
}

/// Found, if there is something to say.
pub(super) fn found_if(said: &[String], spans: Vec<Span>) -> Judged {
    if said.is_empty() {
        return (Judgement::NotFound, Vec::new());
    }
    let why = said.join(" ");
    (Judgement::Found { why }, spans)
}
