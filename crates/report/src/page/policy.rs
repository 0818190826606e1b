//! What a page may do: nothing is loaded from elsewhere and nothing runs but texlens' own script, whatever the page contains.

use base64::{Engine, prelude::BASE64_STANDARD};
use sha2::{Digest, Sha256};

/// The one script. Not a part of the page that readers without scripts miss.
pub(crate) const SCRIPT: &str = include_str!("script.js");

/// Of a page that is one file: styles, fonts and images are in it, and the script is allowed by its hash alone.
pub(super) fn one_file() -> String {
    let hash = BASE64_STANDARD.encode(Sha256::digest(SCRIPT));
    format!(
        "default-src 'none'; script-src 'sha256-{hash}'; img-src data:; style-src 'unsafe-inline'; font-src data:; \
         base-uri 'none'; form-action 'none'"
    )
}

/// Of a page in a folder: all it needs are files beside it. Rendered formulas have style attributes.
pub(super) const IN_FOLDER: &str = "default-src 'none'; script-src 'self'; img-src 'self'; style-src 'self'; \
    style-src-attr 'unsafe-inline'; font-src 'self'; base-uri 'none'; form-action 'none'";
