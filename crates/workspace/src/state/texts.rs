//! How the texts of imports are read: without the remarks around answers, and in which encoding.

use std::rc::Rc;

use super::State;
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
        for Undecoded { draft, import, .. } in read {
            self.complete(draft, import);
        }
        self.remember_adding();
    }
}
