//! Which files the engine consists of, as far as they have to be known before any is fetched.

use std::sync::LazyLock;

use texlens_tex::{Artefact, Manifest, Use};

/// The manifest of the engine that the app was built with: sizes are told, and hashes known, without a request.
static MANIFEST: LazyLock<Option<Manifest>> =
    LazyLock::new(|| Manifest::parse(include_bytes!("../../../www/tex/manifest.json")).ok());

/// The manifest; none only if the app was built with one that cannot be read.
pub(super) fn manifest() -> Option<&'static Manifest> {
    MANIFEST.as_ref()
}

/// The files that a use needs.
pub(super) fn needed(usage: Use) -> Vec<&'static Artefact> {
    let files = manifest().and_then(|manifest| manifest.files(usage).ok());
    files.into_iter().flatten().map(|(_, artefact)| artefact).collect()
}

/// The files of all uses that the app has, some of them twice.
pub(super) fn all() -> Vec<&'static Artefact> {
    [Use::Fragment, Use::Document].into_iter().flat_map(needed).collect()
}

/// Bytes that are fetched, once, before the first prediction without a preamble is compiled.
#[must_use]
pub fn download() -> u64 {
    needed(Use::Fragment).iter().map(|artefact| artefact.compressed).sum()
}
