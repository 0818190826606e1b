//! Makes one fault in each page of the development data and counts how often its type is found, and how often another
//! type.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use texlens_evaluate::{Detail, ErrorType, Kind, Parsed, Scorer, Text};
use texlens_latex::{Outline, TokenKind};
use texlens_metrics::{Settings, Side};

/// A function that returns the page with a fault, or `None` if the page has no place for the fault.
type Fault = fn(&Outline<'_>) -> Option<String>;

const FAULTS: [(&str, ErrorType, Fault); 7] = [
    ("last paragraph dropped", ErrorType::MissingText, without_last_paragraph),
    (
        "one letter of a formula changed",
        ErrorType::FormulaMismatch,
        other_letter,
    ),
    (
        "delimiters of a formula dropped",
        ErrorType::FormulaMismatch,
        without_delimiters,
    ),
    (
        "one & of a table dropped",
        ErrorType::TableCorruption,
        without_separator,
    ),
    ("\\end{tabular} dropped", ErrorType::TableCorruption, without_end),
    ("\\cite{...} became [1]", ErrorType::CitationError, plain_citation),
    ("\\ref{...} became 1", ErrorType::CitationError, plain_reference),
];

fn replaced(source: &str, range: Range<usize>, with: &str) -> Option<String> {
    Some(format!(
        "{}{with}{}",
        source.get(..range.start)?,
        source.get(range.end..)?
    ))
}

/// Removes the last paragraph, if it has twelve words or more and no command.
fn without_last_paragraph(page: &Outline<'_>) -> Option<String> {
    let start = page.source.trim_end().rfind("\n\n")?;
    let paragraph = &page.source[start..];
    let is_plain = !paragraph.contains(['\\', '{', '@', '$']) && paragraph.split_whitespace().count() >= 12;
    is_plain.then(|| page.source[..start].to_owned())
}

fn other_letter(page: &Outline<'_>) -> Option<String> {
    let formula = page.formulas().get(page.formulas().len() / 2)?;
    let is_inside = |at: usize| formula.body.contains(&at);
    let mut letters = page
        .tokens
        .iter()
        .filter(|token| token.kind == TokenKind::Text && is_inside(token.start));
    let letter = letters.find(|token| token.text(page.source).chars().all(|c| c.is_ascii_lowercase()))?;
    replaced(page.source, letter.start..letter.start + 1, "Q")
}

/// Removes the delimiters of a formula that is more than a number.
fn without_delimiters(page: &Outline<'_>) -> Option<String> {
    let has_command = |range: &Range<usize>| page.source[range.clone()].contains(['\\', '^', '_']);
    let mut inline = page.formulas().iter().filter(|formula| !formula.display);
    let formula = inline.find(|formula| has_command(&formula.body))?;
    replaced(page.source, formula.range.clone(), &page.source[formula.body.clone()])
}

fn without_separator(page: &Outline<'_>) -> Option<String> {
    let tabular = page.tables().iter().flat_map(|table| &table.tabulars).next()?;
    let rows = page.source[tabular.body.clone()].split("\\\\");
    // A row whose last cell ends with a letter or digit.
    let row = rows
        .clone()
        .position(|row| row.contains('&') && row.trim_end().ends_with(char::is_alphanumeric))?;
    if rows.clone().count() < 3 || page.source[tabular.body.clone()].contains("\\begin") {
        return None;
    }
    let before: usize = rows.clone().take(row).map(|row| row.len() + 2).sum();
    let at = tabular.body.start + before + rows.clone().nth(row)?.find('&')?;
    replaced(page.source, at..at + 1, "")
}

fn without_end(page: &Outline<'_>) -> Option<String> {
    let at = page.source.find("\\end{tabular}")?;
    replaced(page.source, at..at + "\\end{tabular}".len(), "")
}

fn plain_citation(page: &Outline<'_>) -> Option<String> {
    replaced(page.source, page.citations().first()?.range.clone(), "[1]")
}

fn plain_reference(page: &Outline<'_>) -> Option<String> {
    replaced(page.source, page.references().first()?.range.clone(), "1")
}

fn found(reference: &str, prediction: &str) -> Vec<ErrorType> {
    let settings = Settings::default();
    let [reference, prediction] = [Text::from(reference), Text::from(prediction)];
    let reference = Parsed::of(Side::Reference, &reference).unwrap();
    let scored = Scorer::new(Kind::Page, &settings).assess(&reference, &prediction, None, Detail::Values);
    let found = scored
        .unwrap()
        .error_types
        .into_iter()
        .filter(|finding| finding.is_found());
    found.map(|finding| finding.error_type).collect()
}

/// Returns the pages of the development data; none if it is absent.
#[expect(clippy::print_stderr, reason = "a skipped check must be seen")]
fn pages() -> Vec<(PathBuf, String)> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("TEXLENS_DATA").map_or(beside, PathBuf::from);
    let folder = folder.join("pages/dev");
    let Ok(documents) = fs::read_dir(&folder) else {
        eprintln!(
            "skipped: {} is not there; set TEXLENS_DATA to the folder that holds it",
            folder.display()
        );
        return Vec::new();
    };
    let folders = documents
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir());
    let files = folders.flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "tex"));
    files.sort();
    let page = |path: PathBuf| (path.clone(), fs::read_to_string(path).unwrap());
    files.into_iter().map(page).collect()
}

#[test]
#[expect(clippy::print_stdout, reason = "the table is what one runs this for")]
fn a_fault_has_its_own_type_and_hardly_another() {
    let pages = pages();
    let outlines: Vec<_> = pages.iter().map(|(path, source)| (path, Outline::of(source))).collect();
    for (name, error_type, fault) in FAULTS {
        let (mut total, mut own) = (0, 0);
        let mut others: BTreeMap<ErrorType, Vec<&PathBuf>> = BTreeMap::new();
        let mut overlooked = Vec::new();
        for (path, outline) in &outlines {
            let Some(prediction) = fault(outline) else { continue };
            let found = found(outline.source, &prediction);
            total += 1;
            if found.contains(&error_type) {
                own += 1;
            } else {
                overlooked.push(path);
            }
            for other in found.into_iter().filter(|other| *other != error_type) {
                others.entry(other).or_default().push(path);
            }
        }
        println!("{name:34} {own} of {total}; others: {others:?}; overlooked: {overlooked:?}");
        let with_others: usize = others.values().map(Vec::len).sum();
        assert!(20 * own >= 19 * total, "{name}: {own} of {total}");
        assert!(20 * with_others <= total, "{name}: {others:?}");
    }
}
