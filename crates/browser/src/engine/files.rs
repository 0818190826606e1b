//! The files of the engine: the manifest states them before any is fetched.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use texlens_tex::{Artefact, Manifest, Use};

/// The manifest of the engine that the app was built with. It states sizes and hashes without a request.
static MANIFEST: LazyLock<Option<Manifest>> =
    LazyLock::new(|| Manifest::parse(include_bytes!("../../../../www/tex/manifest.json")).ok());

/// Returns the manifest. `None` only if the app was built with a manifest that cannot be parsed.
pub fn manifest() -> Option<&'static Manifest> {
    MANIFEST.as_ref()
}

/// Returns the files that a use needs.
pub(super) fn needed(usage: Use) -> Vec<&'static Artefact> {
    let files = manifest().and_then(|manifest| manifest.files(usage).ok());
    files.into_iter().flatten().map(|(_, artefact)| artefact).collect()
}

/// Returns the files of all uses that the app has. Files that several uses need are listed several times.
pub fn all() -> Vec<&'static Artefact> {
    Use::ALL.into_iter().flat_map(needed).collect()
}

/// Returns the number of compressed bytes that are fetched, once, before the engine is first used in this way, if it has
/// been used in the ways of `before`.
#[must_use]
pub fn download(usage: Use, before: &BTreeSet<Use>) -> u64 {
    let mut more = needed(usage);
    let common: Vec<&Artefact> = before.iter().copied().flat_map(needed).collect();
    more.retain(|artefact| common.iter().all(|other| other.file != artefact.file));
    size(&more)
}

fn size(artefacts: &[&Artefact]) -> u64 {
    artefacts.iter().map(|artefact| artefact.compressed).sum()
}
