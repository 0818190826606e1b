//! Evidence that metrics need besides the texts: the model inside this binary, and tables that a person supplies.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use texlens_metrics::Evidence;
use texlens_metrics::texbleu::{Gpt2, Gpt2Vocabulary, TableError, TexbleuModel, Vectors};

use crate::failure::Failure;
use crate::input;

/// The TeXBLEU model inside this binary.
const TEXBLEU: &[u8] = include_bytes!("../../../models/texbleu.bin");

/// Names of GPT-2's vocabulary, in the order of the search.
const VOCABULARIES: [&str; 2] = ["vocab.json", "r50k_base.tiktoken"];

/// Name of GPT-2's weights.
const WEIGHTS: &str = "model.safetensors";

/// Maximum size of either file, in bytes. GPT-2's weights have half a gigabyte.
const MAX_BYTES: u64 = 4 << 30;

/// Returns the evidence that needs no program run, with GPT-2's tables if a folder is named.
pub(crate) fn evidence(gpt2: Option<&Path>) -> Result<Evidence, Failure> {
    let bundled = TexbleuModel::parse(TEXBLEU).map_err(|error| table(Path::new("texbleu.bin"), error))?;
    let mut evidence = Evidence::default();
    evidence.texbleu = Some(Arc::new(bundled));
    evidence.gpt2 = gpt2.map(read_gpt2).transpose()?.map(Arc::new);
    Ok(evidence)
}

fn read_gpt2(folder: &Path) -> Result<Gpt2, Failure> {
    let there = VOCABULARIES
        .iter()
        .map(|name| folder.join(name))
        .find(|path| path.exists());
    let path = there.unwrap_or_else(|| folder.join(VOCABULARIES[0]));
    let vocabulary = Gpt2Vocabulary::parse(&read(&path)?).map_err(|error| table(&path, error))?;
    let path = folder.join(WEIGHTS);
    let vectors = Vectors::from_safetensors(&read(&path)?).map_err(|error| table(&path, error))?;
    Gpt2::new(vocabulary, vectors).map_err(|error| table(folder, error))
}

/// Reads a file in the named folder. It may be a link to any place, as in a cache of downloaded models.
fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    input::read(path, MAX_BYTES).map_err(|error| Failure::Read {
        path: path.to_owned(),
        error,
    })
}

fn table(path: &Path, error: TableError) -> Failure {
    Failure::Table {
        path: PathBuf::from(path),
        error,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn the_bundled_model_is_the_one_of_its_manifest() {
        let manifest: Value = serde_json::from_str(include_str!("../../../models/texbleu.json")).unwrap();
        assert_eq!(manifest["sha256"], hex::encode(Sha256::digest(TEXBLEU)));
        assert_eq!(manifest["bytes"], TEXBLEU.len());
        assert!(evidence(None).unwrap().texbleu.is_some());
    }

    #[test]
    fn a_folder_without_gpt2_names_the_file_that_is_missing() {
        let error = evidence(Some(Path::new("no-such-folder"))).unwrap_err().to_string();
        assert!(error.contains("vocab.json"), "{error}");
    }
}
