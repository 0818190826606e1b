//! The content security policy of a page: it loads nothing from other origins and runs no script but texlens' own,
//! whatever the page contains.

use base64::{Engine, prelude::BASE64_STANDARD};
use sha2::{Digest, Sha256};

/// The only script. The page is complete without it.
pub(crate) const SCRIPT: &str = include_str!("script.js");

/// Returns the policy of a page that is one file: styles, fonts and images are inside it, and the script is allowed by
/// its hash alone.
pub(super) fn one_file() -> String {
    let hash = BASE64_STANDARD.encode(Sha256::digest(SCRIPT));
    format!(
        "default-src 'none'; script-src 'sha256-{hash}'; img-src data:; style-src 'unsafe-inline'; font-src data:; \
         base-uri 'none'; form-action 'none'"
    )
}

/// Policy of a page in a folder: everything that it needs is in files beside it. Rendered formulas have style
/// attributes.
pub(super) const IN_FOLDER: &str = "default-src 'none'; script-src 'self'; img-src 'self'; style-src 'self'; \
    style-src-attr 'unsafe-inline'; font-src 'self'; base-uri 'none'; form-action 'none'";
