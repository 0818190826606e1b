//! Footnotes.

use super::part::{Part, Setting};
use crate::requirement::{Footnotes, Requirement};

pub(super) fn part(setting: &mut Setting<'_>) -> Part {
    let count = 1 + setting.choices.below(2);
    let [(first, first_note), (second, second_note), ..] = setting.topic.terms;
    let notes = [first_note, second_note];
    let terms = [first, second];
    let described: Vec<String> = terms
        .iter()
        .zip(notes)
        .take(count)
        .map(|(term, note)| format!("{}: \"{note}\"", term.to_lowercase()))
        .collect();
    let words = match count {
        1 => "this term, with its footnote",
        _ => "these terms, each with its footnote",
    };
    let ask = format!("Write a sentence that uses {words}: {}.", described.join(" and "));
    let requirement = Requirement::Footnotes(Footnotes {
        texts: notes.iter().take(count).map(|note| (*note).to_owned()).collect(),
    });
    let noted: Vec<String> = terms
        .iter()
        .zip(notes)
        .take(count)
        .map(|(term, note)| format!("{}\\footnote{{{note}}}", term.to_lowercase()))
        .collect();
    let latex = format!("The report uses the words {} often.\n", noted.join(" and "));
    Part::new(ask, requirement, latex)
}
