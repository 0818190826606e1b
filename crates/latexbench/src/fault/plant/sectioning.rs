//! Illegal Sectioning: one section is a chapter, which articles do not have, so that the document does not compile.

use super::changes::Changes;
use crate::article::Article;
use texlens_stats::Choices;

pub(super) fn plant(article: &Article, choices: &mut Choices) -> Option<Changes> {
    let mut sections = article.places("\\section{");
    (!sections.is_empty()).then(|| {
        let section = sections.swap_remove(choices.below(sections.len()));
        vec![(section, "\\chapter{".to_owned())]
    })
}
