//! Evidence that metrics need besides the texts: the model inside this binary, and tables that the user provides.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use texlens_evaluate::Files;
use texlens_metrics::suite::texbleu;
use texlens_metrics::texbleu::{
    Gpt2, Gpt2Vocabulary, LoadedTokeniser, MAX_TOKENISER_BYTES, TableError, TexbleuModel, TokeniserChoice, Vectors,
};
use texlens_metrics::{Evidence, Settings};

use crate::failure::Failure;
use crate::input;

/// The TeXBLEU model inside this binary.
const TEXBLEU: &[u8] = include_bytes!("../../../models/texbleu.bin");

/// Names of GPT-2's vocabulary, in the order of the search.
const VOCABULARIES: [&str; 2] = ["vocab.json", "r50k_base.tiktoken"];

/// Name of GPT-2's weights.
const WEIGHTS: &str = "model.safetensors";

/// Maximum size of either file of GPT-2, in bytes. Its weights have half a gigabyte.
const MAX_BYTES: u64 = 4 << 30;

/// Tables for TeXBLEU that texlens does not contain.
#[derive(Debug, Args)]
pub(crate) struct TableArguments {
    /// Folder with GPT-2's vocab.json (or r50k_base.tiktoken) and model.safetensors, for texbleu_released
    #[arg(long, value_name = "FOLDER")]
    gpt2: Option<PathBuf>,

    /// The tokenizer.json of TeXBLEU's authors, or another byte-pair encoding in the same format: for texbleu_old, and
    /// for texbleu, whose setting texbleu.tokenizer becomes the SHA-256 of the file unless --set gives another
    #[arg(long, value_name = "FILE")]
    texbleu_tokenizer: Option<PathBuf>,
}

impl TableArguments {
    /// Returns the evidence that needs no program run, with the tables that are named. A tokeniser is chosen in the
    /// settings, unless the user has chosen one.
    pub(crate) fn evidence(&self, settings: &mut Settings) -> Result<Evidence, Failure> {
        let bundled = TexbleuModel::parse(TEXBLEU).map_err(|error| table(Path::new("texbleu.bin"), error))?;
        let mut evidence = Evidence::default();
        evidence.texbleu = Some(Arc::new(bundled));
        evidence.gpt2 = self.gpt2.as_deref().map(read_gpt2).transpose()?.map(Arc::new);
        let tokeniser = self.texbleu_tokenizer.as_deref().map(read_tokeniser).transpose()?;
        if let Some(tokeniser) = &tokeniser {
            settings.prefer(&texbleu::TOKENISER, TokeniserChoice::File(tokeniser.sum()));
        }
        evidence.tokeniser = tokeniser.map(Arc::new);
        Ok(evidence)
    }

    /// Returns the tokeniser as an input file of a report.
    pub(crate) fn files(&self, evidence: &Evidence) -> Option<Files> {
        let (path, tokeniser) = self.texbleu_tokenizer.as_ref().zip(evidence.tokeniser.as_ref())?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Some(Files {
            what: format!("tokeniser of TeXBLEU, {name}"),
            count: 1,
            sha256: tokeniser.sum().to_string(),
        })
    }
}

fn read_tokeniser(path: &Path) -> Result<LoadedTokeniser, Failure> {
    let bytes = read(path, MAX_TOKENISER_BYTES as u64)?;
    LoadedTokeniser::parse(&bytes).map_err(|error| table(path, error))
}

fn read_gpt2(folder: &Path) -> Result<Gpt2, Failure> {
    let there = VOCABULARIES
        .iter()
        .map(|name| folder.join(name))
        .find(|path| path.exists());
    let path = there.unwrap_or_else(|| folder.join(VOCABULARIES[0]));
    let vocabulary = Gpt2Vocabulary::parse(&read(&path, MAX_BYTES)?).map_err(|error| table(&path, error))?;
    let path = folder.join(WEIGHTS);
    let vectors = Vectors::from_safetensors(&read(&path, MAX_BYTES)?).map_err(|error| table(&path, error))?;
    Gpt2::new(vocabulary, vectors).map_err(|error| table(folder, error))
}

/// Reads a file. It may be a link to any place, as in a cache of downloaded models.
fn read(path: &Path, limit: u64) -> Result<Vec<u8>, Failure> {
    input::read(path, limit).map_err(|error| Failure::Read {
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

    fn evidence(gpt2: Option<&str>) -> Result<Evidence, Failure> {
        let arguments = TableArguments {
            gpt2: gpt2.map(PathBuf::from),
            texbleu_tokenizer: None,
        };
        arguments.evidence(&mut Settings::default())
    }

    #[test]
    fn the_bundled_model_is_the_one_of_its_manifest() {
        let manifest: Value = serde_json::from_str(include_str!("../../../models/texbleu.json")).unwrap();
        assert_eq!(manifest["sha256"], hex::encode(Sha256::digest(TEXBLEU)));
        assert_eq!(manifest["bytes"], TEXBLEU.len());
        assert!(evidence(None).unwrap().texbleu.is_some());
    }

    #[test]
    fn a_folder_without_gpt2_names_the_file_that_is_missing() {
        let error = evidence(Some("no-such-folder")).unwrap_err().to_string();
        assert!(error.contains("vocab.json"), "{error}");
    }
}
