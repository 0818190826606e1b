//! Illegal Sectioning: a chapter in a class without chapters.

use crate::finding::Flaw;
use crate::view::View;

/// Classes of CTAN without `\chapter`.
const WITHOUT_CHAPTERS: [&str; 14] = [
    "IEEEtran",
    "acmart",
    "amsart",
    "article",
    "beamer",
    "elsarticle",
    "extarticle",
    "letter",
    "minimal",
    "proc",
    "revtex4-1",
    "revtex4-2",
    "scrartcl",
    "standalone",
];

/// Finds `\chapter` in a document of such a class that does not define the command.
pub(super) fn find(view: &View<'_>) -> Option<Flaw> {
    let class = view.class.filter(|class| WITHOUT_CHAPTERS.contains(class))?;
    let chapter = view.named("\\chapter").next()?;
    if view.defined.contains("\\chapter") {
        return None;
    }
    Some(Flaw {
        range: chapter.range.clone(),
        message: format!("The class {class} has no \\chapter"),
        advice: "Use \\section, or a class with chapters such as report".to_owned(),
    })
}
