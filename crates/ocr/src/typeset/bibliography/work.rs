//! The work that an entry describes, and its BibTeX.

use std::fmt::Write;

use super::key;
use super::names::Names;

/// Types of entries in BibTeX's standard styles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Type {
    Article,
    Book,
    InCollection,
    InProceedings,
    MastersThesis,
    #[default]
    Misc,
    PhdThesis,
    TechReport,
}

impl Type {
    fn name(self) -> &'static str {
        match self {
            Self::Article => "article",
            Self::Book => "book",
            Self::InCollection => "incollection",
            Self::InProceedings => "inproceedings",
            Self::MastersThesis => "mastersthesis",
            Self::Misc => "misc",
            Self::PhdThesis => "phdthesis",
            Self::TechReport => "techreport",
        }
    }
}

/// The fields of an entry; fields that are not printed are empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Work {
    pub(super) kind: Type,
    pub(super) authors: Names,
    pub(super) editors: Names,
    pub(super) title: String,
    pub(super) journal: String,
    pub(super) booktitle: String,
    pub(super) series: String,
    pub(super) volume: String,
    pub(super) number: String,
    pub(super) pages: String,
    pub(super) edition: String,
    /// The publisher; the school of a thesis, or the institution of a report.
    pub(super) publisher: String,
    pub(super) address: String,
    pub(super) month: String,
    pub(super) year: String,
    /// The letter that distinguishes works of one year.
    pub(super) suffix: String,
    pub(super) doi: String,
    pub(super) eprint: String,
    pub(super) url: String,
    pub(super) note: String,
}

impl Work {
    /// Returns the keys that citations by author and year may give the work, the usual key first. Keys of works without
    /// authors begin with the editors or the title.
    pub(super) fn keys(&self) -> Vec<String> {
        let names = if self.authors.names.is_empty() {
            &self.editors
        } else {
            &self.authors
        };
        let mut surnames: Vec<&str> = names.names.iter().map(|name| name.last.as_str()).collect();
        if surnames.is_empty() {
            surnames.extend(self.title.split_whitespace().next());
        }
        let mut year = format!("{}{}", self.year, self.suffix);
        if year.is_empty() && self.note.starts_with("in prep") {
            "inprep".clone_into(&mut year);
        }
        key::all(&surnames, names.has_others, &year)
    }

    /// Returns the entry with a key. Its fields are in the order in which styles print them.
    pub(super) fn bibtex(&self, key: &str) -> String {
        let publisher = match self.kind {
            Type::PhdThesis | Type::MastersThesis => "school",
            Type::TechReport => "institution",
            _ => "publisher",
        };
        let (authors, editors, title) = (
            bibtex_names(&self.authors),
            bibtex_names(&self.editors),
            protected(&self.title),
        );
        let fields = [
            ("author", &authors),
            ("editor", &editors),
            ("title", &title),
            ("journal", &self.journal),
            ("booktitle", &self.booktitle),
            ("series", &self.series),
            ("edition", &self.edition),
            ("volume", &self.volume),
            ("number", &self.number),
            ("pages", &self.pages),
            (publisher, &self.publisher),
            ("address", &self.address),
            ("year", &self.year),
            ("month", &self.month),
            ("doi", &self.doi),
            ("eprint", &self.eprint),
            ("url", &self.url),
            ("note", &self.note),
        ];
        let fields: Vec<String> = fields
            .iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| format!("  {name} = {{{}}}", balanced(value)))
            .collect();
        let mut entry = format!("@{}{{{key}", self.kind.name());
        for field in fields {
            let _ = write!(entry, ",\n{field}");
        }
        entry.push_str("\n}");
        entry
    }
}

fn bibtex_names(names: &Names) -> String {
    let mut list: Vec<String> = names.names.iter().map(|name| special_letters(&name.bibtex())).collect();
    if names.has_others {
        list.push("others".to_owned());
    }
    list.join(" and ")
}

/// Writes accented letters as BibTeX's special characters: there `{\"u}` counts as one letter, and `\"u` does not.
fn special_letters(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    let mut depth = 0_usize;
    while let Some(c) = rest.chars().next() {
        let length = if c == '\\' { accent_length(rest) } else { 0 };
        let (part, after) = rest.split_at_checked(length.max(c.len_utf8())).unwrap_or((rest, ""));
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if length > 0 && depth == 0 {
            let _ = write!(out, "{{{}}}", part.trim_end_matches("{}"));
        } else {
            out.push_str(part);
        }
        rest = after;
    }
    out
}

/// Returns the length of an accent with its letter, or of a letter command, at the start of the text; 0 for other
/// commands.
fn accent_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let name = bytes.iter().skip(1).take_while(|b| b.is_ascii_alphabetic()).count();
    let is_accent = name == 0 && bytes.get(1).is_some_and(|b| b"'`^\"~=.".contains(b));
    if name == 0 && !is_accent {
        return 0;
    }
    let head = 1 + name.max(1);
    let argument = text.get(head..).unwrap_or("");
    match argument.chars().next() {
        Some('{') => head + argument.find('}').map_or(0, |end| end + 1),
        Some('\\') if is_accent => head + 1 + argument.bytes().skip(1).take_while(u8::is_ascii_alphabetic).count(),
        Some(c) if is_accent => head + c.len_utf8(),
        _ => head,
    }
}

/// Protects capitals by braces, since styles set titles in lower case except for the first letter (`change.case$`).
/// Capitals inside words are always protected, those at the beginning of words only if most words have none.
fn protected(title: &str) -> String {
    let words: Vec<&str> = title.split(' ').collect();
    let is_low = |word: &&&str| word.starts_with(char::is_lowercase);
    let capital = |word: &&&str| word.starts_with(char::is_uppercase);
    let (low, high) = (
        words.iter().filter(is_low).count(),
        words.iter().skip(1).filter(capital).count(),
    );
    let is_sentence = low > 2 * high;
    let mut in_formula = false;
    let mut is_first = true;
    let mut protect = |word: &&str| {
        let was_formula = in_formula;
        in_formula ^= word.matches('$').count() % 2 == 1;
        let starts = std::mem::replace(&mut is_first, word.ends_with([':', '.', '?', '!']));
        if was_formula || word.contains(['$', '{', '}', '\\']) {
            return (*word).to_owned();
        }
        let core = word.trim_matches(|c: char| !c.is_alphanumeric());
        let inner = core.chars().skip(1).any(char::is_uppercase);
        if core.is_empty() || !(inner || is_sentence && !starts && core.starts_with(char::is_uppercase)) {
            return (*word).to_owned();
        }
        let at = word.find(core).unwrap_or(0);
        let (before, after) = (word.get(..at).unwrap_or(""), word.get(at + core.len()..).unwrap_or(""));
        format!("{before}{{{core}}}{after}")
    };
    words.iter().map(&mut protect).collect::<Vec<_>>().join(" ")
}

/// Balances braces. BibTeX counts all braces, even escaped ones, so printed braces are written by name. If the other
/// braces are not balanced, they are dropped.
fn balanced(value: &str) -> String {
    let named = value
        .replace("\\{", "\\textbraceleft{}")
        .replace("\\}", "\\textbraceright{}");
    let mut depth = 0_i32;
    let is_balanced = named.chars().all(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth >= 0
    });
    if is_balanced && depth == 0 {
        named
    } else {
        named.chars().filter(|c| !matches!(c, '{' | '}')).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_are_special_characters() {
        assert_eq!(special_letters("Br\\\"unjes, Gagn\\'e"), "Br{\\\"u}njes, Gagn{\\'e}");
        assert_eq!(
            special_letters("Garc\\'{\\i}a, \\v{S}k \\o{}re"),
            "Garc{\\'{\\i}}a, {\\v{S}}k {\\o}re"
        );
        assert_eq!(special_letters("{Society \\& Co}"), "{Society \\& Co}");
        assert_eq!(special_letters("end\\"), "end\\");
    }

    #[test]
    fn capitals_of_sentence_case_are_kept() {
        assert_eq!(
            protected("A traceability analysis of Monero's blockchain and the DNA"),
            "A traceability analysis of {Monero's} blockchain and the {DNA}"
        );
        assert_eq!(protected("Theory of Games and TeX"), "Theory of Games and {TeX}");
        assert_eq!(
            protected("Casper: The friendly $A B$ ghost of them"),
            "Casper: The friendly $A B$ ghost of them"
        );
    }

    #[test]
    fn values_are_balanced_as_bibtex_counts() {
        assert_eq!(balanced("a \\{ b"), "a \\textbraceleft{} b");
        assert_eq!(balanced("a } b {"), "a  b ");
    }
}
