//! Booktabs Downgrade: `\hline` stands in place of one, two or all rules of booktabs.

use super::changes::Changes;
use crate::article::Article;
use texlens_stats::Choices;

pub(super) fn plant(article: &Article, choices: &mut Choices) -> Option<Changes> {
    const TOP: &str = "\\toprule";
    const MIDDLE: &str = "\\midrule";
    const BOTTOM: &str = "\\bottomrule";
    let rules: &[&str] = choices.pick([
        [TOP, MIDDLE, BOTTOM].as_slice(),
        [TOP, MIDDLE, BOTTOM].as_slice(),
        [TOP, BOTTOM].as_slice(),
        [MIDDLE].as_slice(),
    ]);
    rules
        .iter()
        .map(|rule| Some((article.locate(&article.table, rule)?, "\\hline".to_owned())))
        .collect()
}
