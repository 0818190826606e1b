//! The formulas that pages are made from.

use std::collections::{BTreeMap, HashSet};
use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::Value;
use texlens_latex::{Difficulty, complexity, normalise_formula};

use crate::formula::{Formula, Unfit, bare, check};
use crate::limits::{LEAST, MAX_CORPUS, MOST_FORMULAS, MOST_NAMED};
use crate::training::Trained;

/// Longest formula that is tried in a line of text, in bytes.
const MAX_INLINE: usize = 90;
/// The first bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The names of a record's fields that hold a formula.
const FIELDS: [&str; 5] = ["latex", "formula", "tex", "latex_formula", "text"];

/// Formulas, and what was left out while they were read.
#[derive(Debug, Clone, Default)]
pub struct Corpus {
    formulas: Vec<Formula>,
    /// What was left out.
    pub omitted: Omitted,
}

/// Formulas that were left out: all are counted, the first [`MOST_NAMED`] are named.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Omitted {
    /// The number of formulas by reason, in words.
    pub counts: BTreeMap<&'static str, usize>,
    /// Each formula with the reason, and with its line in the file if it was left out while reading.
    pub named: Vec<Omission>,
}

/// A formula that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Omission {
    /// The line of the file, from 1; `None` if it was left out while a page was made.
    pub line: Option<usize>,
    /// The beginning of the formula or record.
    pub text: String,
    /// The reason.
    pub reason: Unfit,
}

/// The reason why a file gives no corpus.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// The file is too large.
    #[error("the file of formulas has more than {} MiB; split it", MAX_CORPUS >> 20)]
    TooLarge,
    /// The file cannot be unpacked.
    #[error("the file of formulas cannot be unpacked: {0}")]
    Unpack(std::io::Error),
    /// The file is not UTF-8.
    #[error("the file of formulas is not UTF-8 text; convert it")]
    NotUtf8,
    /// No formula is left.
    #[error("the file has no formula that can be used{}", first(.0))]
    NoFormulas(Box<Omitted>),
}

/// Names the first reason, for the message.
fn first(omitted: &Omitted) -> String {
    match omitted.named.first() {
        Some(Omission {
            line: Some(line),
            reason,
            ..
        }) => format!(": in line {line}, {reason}"),
        _ => "; write one formula on each line".to_owned(),
    }
}

impl Omitted {
    /// Counts a formula, and names it if there is room.
    pub fn add(&mut self, line: Option<usize>, text: &str, reason: Unfit) {
        *self.counts.entry(reason.kind()).or_default() += 1;
        if self.named.len() < MOST_NAMED {
            let text = text.chars().take(120).collect();
            self.named.push(Omission { line, text, reason });
        }
    }

    /// Returns the number of formulas that were left out.
    #[must_use]
    pub fn total(&self) -> usize {
        self.counts.values().sum()
    }
}

impl Unfit {
    /// Returns the kind of the reason, by which reports count.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Empty | Self::NoFormula => "no formula",
            Self::TooLong => "too long",
            Self::TooSimple(_) => "too simple",
            Self::Duplicate => "duplicate",
            Self::Unbalanced(_) => "unbalanced",
            Self::Command(_) | Self::Character(_) => "not only a formula",
            Self::Package(_) => "needs a package",
            Self::Compilation(_) => "does not compile",
            Self::TooHigh => "too high for a line",
            Self::TooWide => "wider than the column",
        }
    }
}

/// Packages that every page loads.
const LOADED: [&str; 9] = [
    "amsmath",
    "mathtools",
    "amssymb",
    "amsfonts",
    "amsthm",
    "mathrsfs",
    "bm",
    "booktabs",
    "babel",
];

impl Corpus {
    /// Reads formulas, one on each line: LaTeX with or without delimiters, or a JSON object with the field `latex`
    /// (also `formula`, `tex`, `latex_formula` or `text`) and, if it needs any, `packages`. The file may be compressed
    /// with gzip. Formulas that are trivial, repeat another one after normalisation, or cannot stand on a page are left
    /// out, counted and named.
    ///
    /// # Errors
    ///
    /// If the file is too large, not UTF-8, or without a usable formula.
    pub fn parse(file: &[u8], trained: &Trained) -> Result<Self, CorpusError> {
        let unpacked;
        let file = if file.starts_with(&GZIP) {
            let mut bytes = Vec::new();
            let mut reader = GzDecoder::new(file).take(MAX_CORPUS as u64 + 1);
            reader.read_to_end(&mut bytes).map_err(CorpusError::Unpack)?;
            unpacked = bytes;
            unpacked.as_slice()
        } else {
            file
        };
        if file.len() > MAX_CORPUS {
            return Err(CorpusError::TooLarge);
        }
        let text = str::from_utf8(file).map_err(|_| CorpusError::NotUtf8)?;
        let mut corpus = Self::default();
        let mut known = HashSet::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            match formula(line, trained, &mut known) {
                Ok(formula) if corpus.formulas.len() < MOST_FORMULAS => corpus.formulas.push(formula),
                Ok(_) => break,
                Err(reason) => corpus.omitted.add(Some(number), line, reason),
            }
        }
        match corpus.formulas.is_empty() {
            true => Err(CorpusError::NoFormulas(Box::new(corpus.omitted))),
            false => Ok(corpus),
        }
    }

    /// Returns the formulas that texlens supplies.
    ///
    /// # Errors
    ///
    /// Never, unless the program was built with a broken file.
    #[cfg(feature = "bundled")]
    pub fn bundled() -> Result<Self, CorpusError> {
        Self::parse(include_bytes!("../data/formulas.bin"), &Trained::bundled())
    }

    /// Returns the formulas.
    #[must_use]
    pub fn formulas(&self) -> &[Formula] {
        &self.formulas
    }

    /// Keeps the formulas of these difficulties.
    #[must_use]
    pub fn of_difficulty(mut self, difficulties: &[Difficulty]) -> Self {
        self.formulas
            .retain(|formula| difficulties.contains(&Difficulty::of(formula.complexity)));
        self
    }

    /// Keeps the formulas that the glyph detector cannot have seen in training.
    #[must_use]
    pub fn untrained(mut self) -> Self {
        self.formulas.retain(|formula| !formula.trained);
        self
    }

    /// Reports whether a formula may stand in a line of text: whether it is short and has no environment.
    pub(crate) fn is_short(formula: &Formula) -> bool {
        formula.latex.len() <= MAX_INLINE && !formula.latex.contains("\\begin")
    }
}

fn formula(line: &str, trained: &Trained, known: &mut HashSet<String>) -> Result<Formula, Unfit> {
    let latex = match line.starts_with('{').then(|| serde_json::from_str::<Value>(line)) {
        Some(Ok(record)) => {
            let packages = record.get("packages").and_then(Value::as_array).into_iter().flatten();
            let mut names = packages.filter_map(Value::as_str);
            if let Some(name) = names.find(|name| !LOADED.contains(name)) {
                return Err(Unfit::Package(name.chars().take(60).collect()));
            }
            let field = FIELDS.iter().find_map(|name| record.get(*name)?.as_str());
            bare(field.ok_or(Unfit::NoFormula)?)
        }
        _ => bare(line),
    };
    check(&latex)?;
    let complexity = complexity(&latex);
    if complexity < LEAST {
        return Err(Unfit::TooSimple(complexity));
    }
    if !known.insert(normalise_formula(&latex).join("\0")) {
        return Err(Unfit::Duplicate);
    }
    Ok(Formula {
        trained: trained.contains(&latex),
        latex,
        complexity,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Corpus, CorpusError> {
        Corpus::parse(text.as_bytes(), &Trained::default())
    }

    #[test]
    fn the_papers_trivial_formulas_are_below_the_least() {
        for formula in ["\\alpha", "x^2 + 1", "\\mathbb{R}"] {
            assert!(complexity(formula) < LEAST, "{formula}");
        }
    }

    #[test]
    fn lines_and_records_are_read_and_the_rest_is_named() {
        let corpus = parse(
            "$a^2 + b^2 = c^2 - d^2$\n\
             \n\
             {\"latex\": \"\\\\int_0^1 f(x) \\\\, dx = 1\"}\n\
             {\"latex\": \"\\\\qty{1}{m} + a + b + c + d\", \"packages\": [\"amsmath\", \"siunitx\"]}\n\
             x^2\n\
             a^{2} + b^{2} = c^{2} - d^{2}\n\
             \\frac{a}{b + c + d + e + f + g\n\
             {\"name\": 1}\n",
        )
        .unwrap();
        assert_eq!(corpus.formulas().len(), 2);
        assert_eq!(corpus.formulas()[1].latex, "\\int_0^1 f(x) \\, dx = 1");
        let named: Vec<(Option<usize>, &Unfit)> = corpus
            .omitted
            .named
            .iter()
            .map(|omission| (omission.line, &omission.reason))
            .collect();
        assert_eq!(
            named,
            [
                (Some(4), &Unfit::Package("siunitx".to_owned())),
                (Some(5), &Unfit::TooSimple(3)),
                (Some(6), &Unfit::Duplicate),
                (Some(7), &Unfit::Unbalanced("{".to_owned())),
                (Some(8), &Unfit::NoFormula),
            ]
        );
        assert_eq!(corpus.omitted.total(), 5);
    }

    #[test]
    fn a_file_without_formulas_is_an_error_that_says_why() {
        for (text, message) in [
            ("", "write one formula on each line"),
            ("x\ny\n", "in line 1, the formula is too simple"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
        assert!(matches!(
            Corpus::parse(&[0xff, 0xfe], &Trained::default()),
            Err(CorpusError::NotUtf8)
        ));
        assert!(matches!(
            Corpus::parse(&[0x1f, 0x8b, 0, 0], &Trained::default()),
            Err(CorpusError::Unpack(_))
        ));
    }

    #[test]
    fn formulas_beyond_the_limit_of_names_are_counted() {
        let corpus = parse(&("a + b + c + d + e + f\n".to_owned() + &"x\n".repeat(MOST_NAMED + 5))).unwrap();
        assert_eq!(corpus.omitted.named.len(), MOST_NAMED);
        assert_eq!(corpus.omitted.total(), MOST_NAMED + 5);
    }
}
