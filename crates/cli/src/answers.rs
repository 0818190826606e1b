//! Answers of models without the fences and remarks around their LaTeX, and what is said about it.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use texlens_dataset::{Answer, Syntax, strip};
use texlens_evaluate::Setting;

use crate::terminal::say;

/// Number of texts that are named.
const NAMED: usize = 5;

/// Reads answers, and remembers those from which text was removed.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    rule: Rule,
    count: Cell<usize>,
    /// The first of them.
    named: RefCell<Vec<String>>,
}

/// The rule by which answers are read.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Rule {
    /// Whether answers stay as they are.
    is_whole: bool,
}

impl Rule {
    /// Returns an answer without what is around its LaTeX.
    pub(crate) fn read(self, text: &str, syntax: Syntax) -> Answer<'_> {
        match self.is_whole {
            true => Answer::whole(text),
            false => strip(text, syntax),
        }
    }
}

impl Answers {
    pub(crate) fn new(is_whole: bool) -> Self {
        Self {
            rule: Rule { is_whole },
            ..Self::default()
        }
    }

    /// Returns the LaTeX or Markdown of an answer. The label names it in messages.
    pub(crate) fn read<'t>(&self, text: &'t str, syntax: Syntax, label: impl FnOnce() -> String) -> Cow<'t, str> {
        let answer = self.seen(text, syntax);
        if answer.is_stripped {
            self.note(label);
        }
        answer.text
    }

    /// Remembers a text from which something was removed.
    pub(crate) fn note(&self, label: impl FnOnce() -> String) {
        self.count.set(self.count.get() + 1);
        let mut named = self.named.borrow_mut();
        if named.len() < NAMED {
            named.push(label());
        }
    }

    /// Returns an answer as [`Self::read`] does, but remembers nothing.
    pub(crate) fn seen<'t>(&self, text: &'t str, syntax: Syntax) -> Answer<'t> {
        self.rule.read(text, syntax)
    }

    /// Returns the rule by which answers are read, for other threads.
    pub(crate) fn rule(&self) -> Rule {
        self.rule
    }

    /// Tells on standard error from which texts something was removed.
    pub(crate) fn tell(&self) {
        let count = self.count.get();
        if count == 0 {
            return;
        }
        let named = self.named.borrow();
        let more = match count - named.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let noun = if count == 1 { "text" } else { "texts" };
        say(format_args!(
            "texlens: removed text around the LaTeX of {count} {noun}: {}{more}; --whole-answers keeps it",
            named.join(", ")
        ));
    }

    /// Returns the choice as a setting of a saved evaluation, unless it is the default.
    pub(crate) fn setting(&self) -> Option<Setting> {
        self.rule.is_whole.then(|| Setting {
            name: "whole_answers".to_owned(),
            value: true.to_string(),
        })
    }
}
