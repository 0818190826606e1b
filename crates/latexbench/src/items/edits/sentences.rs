//! Change a sentence.

use super::made::{Made, article};
use crate::edit::Change;
use crate::topics::Topic;
use texlens_stats::Choices;

/// Change the first number in the second section.
pub(super) fn change_number(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |_| {});
    let paragraph = article.text.get(article.method.clone())?;
    let start = paragraph.find(|c: char| c.is_ascii_digit())?;
    let rest = paragraph.get(start..)?;
    let from = rest.get(..rest.find(|c: char| !c.is_ascii_digit())?)?.to_owned();
    let to = choices.pick(["14", "36", "75", "240"]);
    let sentence = paragraph.get(..start)?.rsplit(['.', '\n']).next()?.trim().to_owned();
    let instruction = format!("In the sentence that begins with \"{sentence} {from}\", change {from} to {to}.");
    let start = article.method.start + start;
    let changes = vec![Change::text(start..start + from.len(), to)];
    Made::new(article, instruction, Some(changes))
}
