//! The output paths of sources, and the check that no two are equal.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use texlens_dataset::neutral;
use unicode_normalization::UnicodeNormalization;

use super::source::Source;
use crate::failure::Failure;
use crate::output::are_one_file;

/// Returns the path for the LaTeX of a source.
pub(crate) fn target(out: &Path, source: &Source<'_>) -> PathBuf {
    // Whatever the id, the path stays inside the output folder.
    out.join(format!("{}.tex", neutral(&source.id).path))
}

/// Searches for two sources that would be written to the same file.
///
/// # Errors
/// [`Failure::SameOutput`], before anything is read.
pub(crate) fn check<'b>(
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
    // The glyphs of page 2 of `a.pdf` go to `a.2.json`, and so do those of `a.2.png`.
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

/// Returns a name without differences that some file systems ignore.
fn folded(id: &str) -> String {
    neutral(id)
        .path
        .nfc()
        .collect::<String>()
        .to_lowercase()
        .nfc()
        .collect()
}
