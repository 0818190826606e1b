//! How the texts of imports are read: without the remarks around answers, and in which encoding.

use std::{collections::HashMap, rc::Rc};

use super::{SampleId, State};
use crate::brought::Undecoded;
use crate::messages::import::TextChoices;

/// Choices about the texts of imports.
#[derive(Debug)]
pub enum TextAction {
    /// Chooses how the texts of later imports are read.
    Choose(TextChoices),
    /// Reads a refused text as Latin-1, by its index among the refusals; all of them if there is none.
    Latin1(Option<usize>),
    /// Closes the message about removed text.
    DismissStripped,
}

impl State {
    pub(super) fn texts_after(&mut self, action: TextAction) {
        match action {
            TextAction::Choose(choices) => self.text_choices = choices,
            TextAction::Latin1(wanted) => self.read_latin1(wanted),
            TextAction::DismissStripped => self.stripped = Rc::default(),
        }
    }

    fn read_latin1(&mut self, wanted: Option<usize>) {
        self.end_adding();
        let mut read: Vec<Undecoded> = Vec::new();
        let mut index = 0;
        self.refusals.retain_mut(|refusal| {
            let is_wanted = wanted.is_none_or(|wanted| wanted == index);
            index += 1;
            match refusal.latin1.take_if(|_| is_wanted) {
                Some(undecoded) => {
                    read.push(*undecoded);
                    false
                }
                None => true,
            }
        });
        let mut of_cases: HashMap<Rc<str>, Vec<SampleId>> = HashMap::new();
        let mut first_new = 0;
        for Undecoded { draft, import, .. } in read {
            // A text may complete a sample that an earlier one of them made.
            for sample in self.samples.since(SampleId(first_new)) {
                of_cases.entry(Rc::clone(&sample.case)).or_default().push(sample.id);
            }
            first_new = self.next_id;
            let of_case = of_cases.get(draft.name.as_str()).cloned().unwrap_or_default();
            self.complete(draft, import, &of_case);
        }
        self.remember_adding();
    }
}
