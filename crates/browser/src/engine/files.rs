//! Which files the engine consists of, as far as they have to be known before any is fetched.

use std::sync::LazyLock;

use texlens_tex::{Artefact, Form, Manifest, Use};

/// The manifest of the engine that the app was built with: sizes are told, and hashes known, without a request.
static MANIFEST: LazyLock<Option<Manifest>> =
    LazyLock::new(|| Manifest::parse(include_bytes!("../../../../www/tex/manifest.json")).ok());

/// The manifest; none only if the app was built with one that cannot be read.
pub fn manifest() -> Option<&'static Manifest> {
    MANIFEST.as_ref()
}

/// The files that a use needs.
pub(super) fn needed(usage: Use) -> Vec<&'static Artefact> {
    let files = manifest().and_then(|manifest| manifest.files(usage).ok());
    files.into_iter().flatten().map(|(_, artefact)| artefact).collect()
}

/// The files of all uses that the app has, some of them twice.
pub fn all() -> Vec<&'static Artefact> {
    [Use::Fragment, Use::Document].into_iter().flat_map(needed).collect()
}

/// Bytes that are fetched, once, before the first prediction of this form is compiled.
#[must_use]
pub fn download(form: Form) -> u64 {
    size(&needed(form.into()))
}

/// Of those for a prediction with a preamble of its own, the bytes that one without does not take.
#[must_use]
pub fn more_for_documents() -> u64 {
    let mut more = needed(Use::Document);
    let common = needed(Use::Fragment);
    more.retain(|artefact| common.iter().all(|other| other.file != artefact.file));
    size(&more)
}

fn size(artefacts: &[&Artefact]) -> u64 {
    artefacts.iter().map(|artefact| artefact.compressed).sum()
}
