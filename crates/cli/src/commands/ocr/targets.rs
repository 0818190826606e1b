//! Where pages are written, and that no two are written to the same place.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use texlens_dataset::neutral;
use unicode_normalization::UnicodeNormalization;

use super::source::Source;
use crate::failure::Failure;
use crate::output::are_one_file;

/// Where the LaTeX of a source goes.
pub(super) fn target(out: &Path, source: &Source<'_>) -> PathBuf {
    // Whatever the id, nothing is written elsewhere.
    out.join(format!("{}.tex", neutral(&source.id).path))
}

/// Looks for two sources that would be written to one file.
///
/// # Errors
/// [`Failure::SameOutput`], before anything is read.
pub(super) fn check<'b>(
    out: &Path,
    sources: impl Iterator<Item = &'b Source<'b>> + Clone,
    has_glyphs: bool,
) -> Result<(), Failure> {
    let mut known: HashMap<String, Vec<&Source<'_>>> = HashMap::new();
    for source in sources.clone() {
        let alike = known.entry(folded(&source.id)).or_default();
        for other in alike.iter() {
            let (first, second) = (target(out, other), target(out, source));
            let is_same = are_one_file(&first, &second).map_err(|error| Failure::WriteFile {
                path: first.clone(),
                error,
            })?;
            if is_same {
                return Err(same(other, source, first));
            }
        }
        alike.push(source);
    }
    // The glyphs of page 2 of `a.pdf` are `a.2.json`, and so are those of `a.2.png`.
    for source in sources.filter(|_| has_glyphs) {
        let Some((document, number)) = source.id.rsplit_once('.') else {
            continue;
        };
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let documents = known.get(&folded(document)).into_iter().flatten();
        if let Some(other) = documents.filter(|_| is_number).find(|other| other.may_have_pages()) {
            return Err(same(other, source, target(out, source).with_extension("json")));
        }
    }
    Ok(())
}

fn same(first: &Source<'_>, second: &Source<'_>, output: PathBuf) -> Failure {
    Failure::SameOutput {
        first: first.path(),
        second: second.path(),
        output,
    }
}

/// A name without what some file systems make no difference of.
fn folded(id: &str) -> String {
    neutral(id)
        .path
        .nfc()
        .collect::<String>()
        .to_lowercase()
        .nfc()
        .collect()
}
