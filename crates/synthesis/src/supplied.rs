//! The files that texlens supplies: formulas, and the list of those that trained its glyph detector. The command embeds
//! them (feature `bundled`); the app fetches them.

/// A supplied file, in the folder `data` of this crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SuppliedFile {
    /// The name of the file.
    pub name: &'static str,
    /// The SHA-256 of the file, in lower-case hexadecimal.
    pub sha256: &'static str,
}

/// The formulas, compressed with gzip (a name that no server unpacks), for [`Corpus::parse`](crate::Corpus::parse).
pub const FORMULAS: SuppliedFile = SuppliedFile {
    name: "formulas.bin",
    sha256: "700615690c7b825260e727ae1f761405018468cc12c7fb4448e5f43e7d8ca354",
};

/// The list of the training, for [`Trained::parse`](crate::Trained::parse).
pub const TRAINED: SuppliedFile = SuppliedFile {
    name: "trained.bin",
    sha256: "16546c2688b9a82ba270ed4ab3a0fb86c97189ac5b5ccbc3a976e1775583eace",
};

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn the_hashes_are_those_of_the_files() {
        for file in [FORMULAS, TRAINED] {
            let path = format!("{}/data/{}", env!("CARGO_MANIFEST_DIR"), file.name);
            let mut found = String::new();
            for byte in Sha256::digest(std::fs::read(path).unwrap()) {
                write!(found, "{byte:02x}").unwrap();
            }
            assert_eq!(found, file.sha256, "{}", file.name);
        }
    }
}
