//! The ids of samples, formulas and systems on a page. They are readable and depend on names alone, so that a link leads
//! to the same place in reports of app and command, and after an evaluation is saved again.

use std::collections::HashMap;

use maud::{Markup, html};
use texlens_evaluate::SampleResult;

/// Maximum number of characters of a part of an id.
const MAX_PART: usize = 80;

/// Returns the ids of samples: document, name and system, separated by slashes, for example `tides/001/nougat`. No other
/// element has an id with a slash. If several samples have the same id, all but the first get a number.
pub(super) fn of_samples(samples: &[SampleResult]) -> Vec<String> {
    let mut taken = Taken::new();
    samples
        .iter()
        .map(|sample| free(of_sample(sample), &mut taken))
        .collect()
}

/// Returns the ids of systems, in their order.
pub(super) fn of_systems<'s>(systems: impl Iterator<Item = Option<&'s str>>) -> Vec<String> {
    let mut taken = Taken::new();
    let id =
        |system: Option<&str>| system.map_or_else(|| "no-system".to_owned(), |name| format!("system-{}", part(name)));
    systems.map(|system| free(id(system), &mut taken)).collect()
}

/// Returns the id of a pair of formulas. `number` is its place in the sample, from 1.
pub(super) fn of_formula(sample: &str, number: usize) -> String {
    format!("{sample}:formula-{number}")
}

/// Writes a link to an element of the page.
pub(super) fn permalink(anchor: &str, name: &str) -> Markup {
    html! { a.anchor href={ "#" (anchor) } title="Link to this place" aria-label={ "Link to " (name) } { "#" } }
}

fn of_sample(sample: &SampleResult) -> String {
    let case = sample.case();
    // The names of most cases begin with their document.
    let is_of = |document: &&str| {
        case.strip_prefix(*document)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let document = sample.document.as_deref().filter(|document| !is_of(document));
    let names = document.into_iter().chain(case.split('/'));
    let system = sample.system().unwrap_or("no-prediction");
    names.chain([system]).map(part).collect::<Vec<_>>().join("/")
}

/// Returns a name as a part of an id: letters, digits, dots and underscores stay, and everything else becomes a hyphen.
fn part(name: &str) -> String {
    let mut part = String::new();
    for c in name.chars().take(MAX_PART) {
        if c.is_alphanumeric() || c == '.' || c == '_' {
            part.push(c);
        } else if !part.ends_with('-') {
            part.push('-');
        }
    }
    match part.trim_matches('-') {
        "" => "unnamed".to_owned(),
        part => part.to_owned(),
    }
}

/// Ids, each with the number of times that it was asked for.
type Taken = HashMap<String, usize>;

/// Returns the id, with a number if it is taken. No name contains a tilde.
fn free(id: String, taken: &mut Taken) -> String {
    let count = taken.entry(id.clone()).or_default();
    *count += 1;
    match *count {
        1 => id,
        count => format!("{id}~{count}"),
    }
}

#[cfg(test)]
mod tests {
    use texlens_evaluate::Prediction;

    use super::*;

    fn sample(document: Option<&str>, id: &str, system: Option<&str>) -> SampleResult {
        SampleResult {
            id: id.to_owned(),
            document: document.map(str::to_owned),
            prediction: system.map(|system| Prediction::given(system.to_owned(), String::new())),
            ..SampleResult::default()
        }
    }

    #[test]
    fn ids_are_readable_and_unique() {
        let samples = [
            sample(Some("tides"), "tides/001", Some("texlens OCR 0.1")),
            sample(Some("tides"), "001", Some("texlens OCR 0.1")),
            sample(None, "Seite 3 (größer)", None),
            sample(None, "\"><script>", Some("' onclick=")),
            sample(None, "", Some("///")),
            sample(None, "texlens-evaluation", Some("a/b:formula-1")),
        ];
        assert_eq!(
            of_samples(&samples),
            [
                "tides/001/texlens-OCR-0.1",
                "tides/001/texlens-OCR-0.1~2",
                "Seite-3-größer/no-prediction",
                "script/onclick",
                "unnamed/unnamed",
                "texlens-evaluation/a-b-formula-1",
            ]
        );
        let systems = [Some("A B"), Some("A-B"), None, Some("")];
        assert_eq!(
            of_systems(systems.into_iter()),
            ["system-A-B", "system-A-B~2", "no-system", "system-unnamed"]
        );
        assert_eq!(of_formula("a/b", 3), "a/b:formula-3");
    }

    #[test]
    fn a_renamed_sample_keeps_its_id() {
        let mut renamed = sample(None, "p1 (A)", Some("A"));
        renamed.case = Some("p1".to_owned());
        assert_eq!(of_samples(&[renamed]), of_samples(&[sample(None, "p1", Some("A"))]));
    }
}
