//! Label Mismatch: a reference has no label any more, or points to another kind of part.

use super::changes::Changes;
use crate::article::Article;
use texlens_stats::Choices;

/// Other keys that people use for the same part.
const ENDINGS: [&str; 5] = ["s", "-1", "-new", "2", "-final"];

pub(super) fn plant(article: &Article, choices: &mut Choices) -> Option<Changes> {
    let figure = format!("fig:{}", article.picture.slug);
    let table = format!("tab:{}", article.topic.table.slug);
    let equation = format!("eq:{}", article.equation.slug);
    let [key, other] = choices.pick([[&figure, &table], [&table, &figure], [&equation, &figure]]);
    let label = format!("\\label{{{key}}}");
    let reference = format!("\\ref{{{key}}}");
    let renamed = format!("{key}{}", choices.pick(ENDINGS));
    match choices.below(3) {
        // The key of the label differs from that of every reference.
        0 => Some(vec![(article.places(&label).pop()?, format!("\\label{{{renamed}}}"))]),
        // The key of one reference differs from that of the label.
        1 => Some(vec![(article.places(&reference).pop()?, format!("\\ref{{{renamed}}}"))]),
        // One reference has the key of another part.
        _ => Some(vec![(article.places(&reference).pop()?, format!("\\ref{{{other}}}"))]),
    }
}
