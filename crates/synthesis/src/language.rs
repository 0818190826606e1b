//! The languages of pages, and the sentences that are made in them.

mod english;
mod french;
mod german;
mod spanish;
mod words;

use serde::Serialize;
use texlens_stats::Choices;

use words::Words;

/// A language whose text texlens can make and whose words the TeX engine hyphenates.
///
/// Deviation from section 3.2 of the paper, which draws words with the library Faker: the sentences are put together
/// from parts that were written for texlens. They are grammatical, so that recognisers that know a language meet what
/// they expect, and no text of others is in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    English,
    /// German, in the spelling of 1996.
    German,
    /// French.
    French,
    /// Spanish.
    Spanish,
}

impl Language {
    /// All languages, those of the paper.
    pub const ALL: [Self; 4] = [Self::English, Self::German, Self::French, Self::Spanish];

    /// Returns the name of the language.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "english",
            Self::German => "german",
            Self::French => "french",
            Self::Spanish => "spanish",
        }
    }

    /// Returns the option of babel.
    pub(crate) const fn babel(self) -> &'static str {
        match self {
            Self::English => "english",
            Self::German => "ngerman",
            Self::French => "french",
            Self::Spanish => "spanish,es-noshorthands,es-nodecimaldot",
        }
    }

    /// Returns lines of the preamble after which formulas look as in other languages.
    pub(crate) const fn quirks(self) -> &'static str {
        match self {
            Self::German => "\\AtBeginDocument{\\shorthandoff{\"}}\n",
            Self::Spanish => "\\unaccentedoperators\n",
            Self::English | Self::French => "",
        }
    }

    const fn words(self) -> &'static Words {
        match self {
            Self::English => &english::WORDS,
            Self::German => &german::WORDS,
            Self::French => &french::WORDS,
            Self::Spanish => &spanish::WORDS,
        }
    }

    /// Makes a sentence without formulas.
    pub(crate) fn sentence(self, choices: &mut Choices) -> String {
        let words = self.words();
        let subject = *choices.member(words.subjects).unwrap_or(&"");
        let (verb, rest) = *choices.member(words.predicates).unwrap_or(&("", ""));
        let mut sentence = if choices.chance(1, 3) {
            let opener = choices.member(words.openers).unwrap_or(&"");
            match words.is_inverted {
                true => format!("{opener} {verb} {subject} {rest}"),
                false => format!("{opener}, {subject} {verb} {rest}"),
            }
        } else {
            format!("{subject} {verb} {rest}")
        };
        if choices.chance(2, 5) {
            sentence.push_str(choices.member(words.endings).unwrap_or(&""));
        }
        capitalised(&sentence) + "."
    }

    /// Makes a sentence around formulas: its pieces before, between and behind them.
    pub(crate) fn sentence_with_formulas(self, choices: &mut Choices) -> Vec<String> {
        let template = choices.member(self.words().with_formulas).unwrap_or(&"");
        capitalised(template).split("{}").map(str::to_owned).collect()
    }

    /// Makes the words that announce a displayed formula. They end without a full stop.
    pub(crate) fn announcement(self, choices: &mut Choices) -> String {
        capitalised(choices.member(self.words().announcements).unwrap_or(&""))
    }

    /// Makes a title of a section.
    pub(crate) fn title(self, choices: &mut Choices) -> String {
        capitalised(choices.member(self.words().titles).unwrap_or(&""))
    }

    /// Makes the words for the head of a table's column.
    pub(crate) fn column(self, choices: &mut Choices) -> String {
        capitalised(choices.member(self.words().columns).unwrap_or(&""))
    }

    /// Returns the names of theorem, lemma, definition, remark.
    pub(crate) const fn theorems(self) -> [&'static str; 4] {
        self.words().theorems
    }
}

/// Returns a text whose first letter is a capital.
fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_whole_and_differ() {
        for language in Language::ALL {
            let mut choices = Choices::new(1, 0);
            let sentences: std::collections::BTreeSet<String> =
                (0..200).map(|_| language.sentence(&mut choices)).collect();
            assert!(sentences.len() > 180, "{}", language.name());
            for sentence in sentences {
                assert!(sentence.ends_with('.') && !sentence.contains("  "), "{sentence}");
                assert!(!sentence.contains(['$', '\\', '%', '&', '#', '_', '{']), "{sentence}");
                assert!(sentence.chars().next().is_some_and(char::is_uppercase), "{sentence}");
            }
        }
    }

    #[test]
    fn every_template_has_room_for_one_to_three_formulas() {
        for language in Language::ALL {
            for template in language.words().with_formulas {
                assert!((1..=3).contains(&template.matches("{}").count()), "{template}");
                assert!(template.ends_with('.') || template.ends_with('?'), "{template}");
            }
        }
    }
}
