//! Generation: every requirement, then the rules that always hold.

use super::{packages, rules};
use crate::finding::Findings;
use crate::item::Generation;
use crate::view::View;

pub(super) fn check(generation: &Generation, latex: &str, findings: &mut Findings<'_>) {
    let view = View::of(latex);
    for requirement in &generation.requirements {
        requirement.check(&view, findings);
    }
    rules::check(&view, findings);
    packages::check(&view, findings);
}
