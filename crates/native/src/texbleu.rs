//! The TeXBLEU model inside this binary.

use texlens_metrics::texbleu::{TableError, TexbleuModel};

const MODEL: &[u8] = include_bytes!("../../../models/texbleu.bin");

/// Reads the model.
///
/// # Errors
/// If it is damaged, which a test of this crate rules out.
pub fn bundled_texbleu() -> Result<TexbleuModel, TableError> {
    TexbleuModel::parse(MODEL)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn the_bundled_model_is_the_one_of_its_manifest() {
        let manifest: Value = serde_json::from_str(include_str!("../../../models/texbleu.json")).unwrap();
        assert_eq!(manifest["sha256"], hex::encode(Sha256::digest(MODEL)));
        assert_eq!(manifest["bytes"], MODEL.len());
        assert!(bundled_texbleu().is_ok());
    }
}
