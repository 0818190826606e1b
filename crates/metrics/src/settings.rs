//! Settings: choices that a paper leaves open. Each has a documented default, and every report prints it.

use std::collections::BTreeMap;
use std::fmt;

use crate::registry::infos;
use crate::texbleu::TokeniserChoice;

/// The value of a setting.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// Yes or no.
    Flag(bool),
    /// A whole number, 0 or more.
    Count(usize),
    /// A number, 0 or more.
    Number(f64),
    /// A share of something.
    Share(Share),
    /// One of a few words.
    Choice(Choice),
    /// A tokeniser for formulas.
    Tokeniser(TokeniserChoice),
}

/// A share of something, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share(pub f64);

/// One of a few options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The chosen option.
    pub chosen: &'static str,
    /// All options.
    pub options: &'static [&'static str],
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => flag.fmt(f),
            Self::Count(count) => count.fmt(f),
            Self::Number(number) | Self::Share(Share(number)) => number.fmt(f),
            Self::Choice(choice) => choice.chosen.fmt(f),
            Self::Tokeniser(tokeniser) => tokeniser.fmt(f),
        }
    }
}

impl Value {
    /// Parses a value of the same type as this one.
    fn parse_alike(self, text: &str) -> Option<Self> {
        match self {
            Self::Flag(_) => text.parse().ok().map(Self::Flag),
            Self::Count(_) => text.parse().ok().map(Self::Count),
            Self::Number(_) => number_up_to(f64::MAX, text).map(Self::Number),
            Self::Share(_) => number_up_to(1.0, text).map(|share| Self::Share(Share(share))),
            Self::Choice(Choice { options, .. }) => {
                let chosen = options.iter().find(|option| **option == text)?;
                Some(Self::Choice(Choice { chosen, options }))
            }
            Self::Tokeniser(_) => TokeniserChoice::parse(text).map(Self::Tokeniser),
        }
    }

    fn type_name(self) -> String {
        match self {
            Self::Flag(_) => "true or false".to_owned(),
            Self::Count(_) => "a whole number, 0 or more".to_owned(),
            Self::Number(_) => "a number, 0 or more".to_owned(),
            Self::Share(_) => "a number from 0 to 1".to_owned(),
            Self::Choice(choice) => format!("one of {}", choice.options.join(", ")),
            Self::Tokeniser(_) => {
                let bundled = TokeniserChoice::BUNDLED.map(|choice| choice.to_string());
                format!(
                    "{} or sha256: and the 64 hexadecimal digits of a tokenizer.json",
                    bundled.join(", ")
                )
            }
        }
    }
}

/// Parses a number from 0 to `max`.
fn number_up_to(max: f64, text: &str) -> Option<f64> {
    text.parse().ok().filter(|number| (0.0..=max).contains(number))
}

/// The profile: the set of values from which all settings start.
pub static PROFILE: Parameter<Choice> = Parameter {
    name: "profile",
    default: Choice {
        chosen: "texlens",
        options: &["texlens", TEXOCR_LETTER],
    },
    about: "Where the settings start: texlens reads TexOCR-Bench so that a perfect prediction scores 1, texocr-letter by the \
            letter of its appendix A. Settings that are set individually keep their values.",
};

/// The name of the profile that follows the appendix of TexOCR-Bench to the letter.
pub const TEXOCR_LETTER: &str = "texocr-letter";

/// A setting whose default departs from the letter of the appendix of TexOCR-Bench.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Departure {
    /// The name of the setting.
    pub setting: &'static str,
    /// The value that follows the letter.
    pub letter: Value,
    /// The section of the appendix.
    pub section: &'static str,
    /// The reason why the default differs, in one sentence.
    pub why: &'static str,
}

const fn departure(setting: &'static str, letter: bool, section: &'static str, why: &'static str) -> Departure {
    Departure {
        setting,
        letter: Value::Flag(letter),
        section,
        why,
    }
}

/// The settings whose defaults depart from the letter. The profile [`TEXOCR_LETTER`] follows the letter.
pub const DEPARTURES: [Departure; 9] = [
    departure(
        "baseline.equal_is_valid",
        false,
        "A.5",
        "A blank page of the reference is right as a blank page.",
    ),
    departure(
        "cc.bibitem",
        false,
        "A.7",
        "References in use write their bibliography with \\bibitem as well as with BibTeX.",
    ),
    departure(
        "cc.every_citation",
        true,
        "A.7",
        "A page may cite an entry that stands on another page, which no prediction of the page can resolve; and more citations \
         than the reference has are no merit.",
    ),
    departure(
        "cc.key_in_bibtex",
        true,
        "A.7",
        "A key that happens to stand in a title does not lead to an entry.",
    ),
    departure(
        "cc.undefined_without_bibliography",
        false,
        "A.7",
        "Most pages cite and have no bibliography; a perfect prediction of them would score 0.",
    ),
    departure(
        "ctp.collapse_whitespace",
        false,
        "A.1",
        "LaTeX prints the same wherever a line is broken.",
    ),
    departure(
        "ds.keep_reference_bibtex",
        true,
        "A.2",
        "The paper's references keep their entries in .bib files; a reference that carries them would score below 1 against \
         itself.",
    ),
    departure(
        "rv.as_written",
        true,
        "A.8",
        "The paper's own prompt asks for labels and references that differ in their prefix.",
    ),
    departure(
        "ta.same_page",
        true,
        "A.3",
        "A table is a float, and may be written on another page than in the reference.",
    ),
];

macro_rules! value_of_type {
    ($variant:ident, $type:ty) => {
        impl From<$type> for Value {
            fn from(value: $type) -> Self {
                Self::$variant(value)
            }
        }

        impl From<Value> for Option<$type> {
            fn from(value: Value) -> Self {
                match value {
                    Value::$variant(value) => Some(value),
                    _ => None,
                }
            }
        }
    };
}

value_of_type!(Flag, bool);
value_of_type!(Count, usize);
value_of_type!(Number, f64);
value_of_type!(Share, Share);
value_of_type!(Choice, Choice);
value_of_type!(Tokeniser, TokeniserChoice);

/// A setting, as declared by the metric that reads it.
#[derive(Debug, Clone, Copy)]
pub struct Parameter<T> {
    /// The metric's id, a dot and a name, for example `ctp.min_words`. The profile is named `profile`.
    pub name: &'static str,
    /// The value that applies if nothing else is set.
    pub default: T,
    /// The effect of the setting, in one sentence.
    pub about: &'static str,
}

/// A [`Parameter`] of any type.
pub trait AnyParameter: fmt::Debug + Sync {
    /// Returns the name.
    fn name(&self) -> &'static str;
    /// Returns the default value.
    fn default(&self) -> Value;
    /// Returns a sentence on the effect of the setting.
    fn about(&self) -> &'static str;
}

impl<T: Copy + Into<Value> + fmt::Debug + Sync> AnyParameter for Parameter<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn default(&self) -> Value {
        self.default.into()
    }

    fn about(&self) -> &'static str {
        self.about
    }
}

/// The settings of all metrics and of the rules built on them: the values of the [`PROFILE`], and the values that were
/// set individually.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    changed: BTreeMap<&'static str, Value>,
}

impl Settings {
    /// Sets one setting of a metric, parsed from text.
    ///
    /// # Errors
    ///
    /// Fails if no metric has a setting of this name, or if the text is not a value of its type.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), SettingError> {
        self.set_among(&metric_parameters().collect::<Vec<_>>(), name, text)
    }

    /// Sets one of `parameters`, parsed from text. This serves rules beyond the metrics, which have additional
    /// settings.
    ///
    /// # Errors
    ///
    /// Fails if none of `parameters` has this name, or if the text is not a value of its type.
    pub fn set_among(
        &mut self,
        parameters: &[&'static dyn AnyParameter],
        name: &str,
        text: &str,
    ) -> Result<(), SettingError> {
        let parameter = parameters
            .iter()
            .find(|parameter| parameter.name() == name)
            .ok_or_else(|| SettingError::Unknown {
                name: name.to_owned(),
                known: parameters.iter().map(|parameter| parameter.name()).collect(),
            })?;
        let value = parameter
            .default()
            .parse_alike(text)
            .ok_or_else(|| SettingError::Invalid {
                name: parameter.name(),
                text: text.to_owned(),
                expected: parameter.default().type_name(),
            })?;
        self.changed.insert(parameter.name(), value);
        Ok(())
    }

    /// Sets one setting to a value of its type.
    pub fn set_to<T: Copy + Into<Value>>(&mut self, parameter: &Parameter<T>, value: T) {
        self.changed.insert(parameter.name, value.into());
    }

    /// Sets one setting to a value of its type, unless it was set individually.
    pub fn prefer<T: Copy + Into<Value>>(&mut self, parameter: &Parameter<T>, value: T) {
        self.changed.entry(parameter.name).or_insert_with(|| value.into());
    }

    /// Returns the value of one setting.
    pub fn get<T: Copy>(&self, parameter: &Parameter<T>) -> T
    where
        Option<T>: From<Value>,
    {
        let set = self.changed.get(parameter.name).copied();
        set.or_else(|| self.of_profile(parameter.name))
            .and_then(Option::from)
            .unwrap_or(parameter.default)
    }

    /// Returns the value of one setting of any type.
    #[must_use]
    pub fn value(&self, parameter: &dyn AnyParameter) -> Value {
        let changed = self.changed.get(parameter.name()).copied();
        changed.unwrap_or_else(|| self.preset(parameter))
    }

    /// Returns the value that a setting has unless it is set individually: that of the profile, or else the default.
    #[must_use]
    pub fn preset(&self, parameter: &dyn AnyParameter) -> Value {
        self.of_profile(parameter.name()).unwrap_or_else(|| parameter.default())
    }

    fn of_profile(&self, name: &str) -> Option<Value> {
        let profile = self.changed.get(PROFILE.name).copied().and_then(Option::<Choice>::from);
        profile.filter(|profile| profile.chosen == TEXOCR_LETTER)?;
        let departure = DEPARTURES.iter().find(|departure| departure.setting == name)?;
        Some(departure.letter)
    }
}

/// Returns the profile, then the settings of all metrics in the order of the registry.
pub fn metric_parameters() -> impl Iterator<Item = &'static dyn AnyParameter> {
    let profile: &'static dyn AnyParameter = &PROFILE;
    let of_metrics = infos().iter().flat_map(|info| info.parameters.iter().copied());
    std::iter::once(profile).chain(of_metrics)
}

/// The reason why a setting could not be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// No setting has this name.
    #[error("there is no setting {name:?}; there are {}", .known.join(", "))]
    Unknown {
        /// The given name.
        name: String,
        /// The names of all settings.
        known: Vec<&'static str>,
    },
    /// The text is not a value of the setting's type.
    #[error("{name} must be {expected}, not {text:?}")]
    Invalid {
        /// The name of the setting.
        name: &'static str,
        /// The given text.
        text: String,
        /// A description of the valid values.
        expected: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{ctp, texbleu};

    #[test]
    fn a_set_value_replaces_the_default_and_is_listed() {
        let mut settings = Settings::default();
        assert_eq!(settings.get(&ctp::MIN_WORDS), 8);
        settings.set("ctp.min_words", "3").unwrap();
        settings.set("ctp.collapse_whitespace", "false").unwrap();
        assert_eq!(settings.get(&ctp::MIN_WORDS), 3);
        assert!(!settings.get(&ctp::COLLAPSE_WHITESPACE));
        assert_eq!(settings.value(&ctp::MIN_WORDS), Value::Count(3));
    }

    #[test]
    fn the_letter_changes_the_settings_that_are_not_set_by_themselves() {
        let parameters: Vec<_> = metric_parameters().collect();
        let mut settings = Settings::default();
        settings.set("profile", TEXOCR_LETTER).unwrap();
        settings.set("cc.bibitem", "true").unwrap();
        for Departure {
            setting: name, letter, ..
        } in DEPARTURES
        {
            let parameter = *parameters.iter().find(|parameter| parameter.name() == name).unwrap();
            assert_ne!(parameter.default(), letter, "{name}");
            assert_eq!(Settings::default().value(parameter), parameter.default(), "{name}");
            assert_eq!(settings.preset(parameter), letter, "{name}");
            assert_eq!(settings.value(parameter) == letter, name != "cc.bibitem", "{name}");
            assert!(
                parameter.default().parse_alike(&letter.to_string()) == Some(letter),
                "{name}"
            );
        }
        assert!(!settings.get(&ctp::COLLAPSE_WHITESPACE));
        assert_eq!(settings.get(&ctp::MIN_WORDS), 8);
    }

    #[test]
    fn unknown_names_and_wrong_values_say_what_would_be_right() {
        let mut settings = Settings::default();
        let unknown = settings.set("ctp.words", "3").unwrap_err().to_string();
        assert!(
            unknown.contains("\"ctp.words\"") && unknown.contains("ctp.min_words"),
            "{unknown}"
        );
        let invalid = settings.set("ctp.min_words", "-1").unwrap_err().to_string();
        assert_eq!(invalid, "ctp.min_words must be a whole number, 0 or more, not \"-1\"");
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn numbers_are_finite_and_shares_at_most_1() {
        let mut settings = Settings::default();
        for (name, text) in [
            ("ta.high_overlap", "7"),
            ("fa.min_similarity", "-0.1"),
            ("reward.ds", "NaN"),
            ("texbleu.alpha", "inf"),
            ("texbleu.tokenizer", "sha256:12"),
        ] {
            assert!(settings.set(name, text).is_err(), "{name}={text}");
        }
        settings.set("ta.high_overlap", "1").unwrap();
        settings.set("texbleu.alpha", "7").unwrap();
        for text in ["characters", &format!("sha256:{}", "0123456789abcdef".repeat(4))] {
            settings.set("texbleu.tokenizer", text).unwrap();
            assert_eq!(settings.get(&texbleu::TOKENISER).to_string(), text);
        }
    }
}
