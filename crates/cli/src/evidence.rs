//! Evidence that metrics need besides the texts: the model inside this binary, and tables that the user provides.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use sha2::{Digest, Sha256};
use texlens_evaluate::{Files, Tool};
use texlens_metrics::suite::texbleu;
use texlens_metrics::texbleu::{
    Gpt2, Gpt2Vocabulary, LoadedTokeniser, MAX_TOKENISER_BYTES, TableError, TokeniserChoice, Vectors,
};
use texlens_metrics::{Evidence, Settings};
use texlens_native::bundled_texbleu;

use crate::failure::Failure;
use crate::input;

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
    /// Returns the evidence that needs no program run, with the tables that are named, and the files of these tables. A
    /// tokeniser is chosen in the settings, unless the user has chosen one.
    pub(crate) fn evidence(&self, settings: &mut Settings) -> Result<(Evidence, Vec<Files>), Failure> {
        let bundled = bundled_texbleu().map_err(|error| table(Path::new("texbleu.bin"), error))?;
        let mut evidence = Evidence::default();
        evidence.texbleu = Some(Arc::new(bundled));
        let mut files = Vec::new();
        if let Some(folder) = &self.gpt2 {
            let (gpt2, of_gpt2) = read_gpt2(folder)?;
            evidence.gpt2 = Some(Arc::new(gpt2));
            files.push(of_gpt2);
        }
        if let Some(path) = &self.texbleu_tokenizer {
            let tokeniser = read_tokeniser(path)?;
            let sum = tokeniser.sum();
            settings.prefer(&texbleu::TOKENISER, TokeniserChoice::File(sum));
            evidence.tokeniser = Some(Arc::new(tokeniser));
            files.push(Files::of_tool(
                Tool::TexbleuTokeniser,
                &file_name(path),
                1,
                sum.to_string(),
            ));
        }
        Ok((evidence, files))
    }
}

fn read_tokeniser(path: &Path) -> Result<LoadedTokeniser, Failure> {
    let bytes = read(path, MAX_TOKENISER_BYTES as u64)?;
    LoadedTokeniser::parse(&bytes).map_err(|error| table(path, error))
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn read_gpt2(folder: &Path) -> Result<(Gpt2, Files), Failure> {
    let there = VOCABULARIES
        .iter()
        .map(|name| folder.join(name))
        .find(|path| path.exists());
    let path = there.unwrap_or_else(|| folder.join(VOCABULARIES[0]));
    let line = |path: &Path, bytes: &[u8]| format!("{}  {}\n", hex::encode(Sha256::digest(bytes)), file_name(path));
    let bytes = read(&path, MAX_BYTES)?;
    let vocabulary = Gpt2Vocabulary::parse(&bytes).map_err(|error| table(&path, error))?;
    let mut lines = line(&path, &bytes);
    let path = folder.join(WEIGHTS);
    let bytes = read(&path, MAX_BYTES)?;
    let vectors = Vectors::from_safetensors(&bytes).map_err(|error| table(&path, error))?;
    lines += &line(&path, &bytes);
    let sum = hex::encode(Sha256::digest(lines));
    let files = Files::of_tool(Tool::Gpt2, &file_name(folder), 2, sum);
    let gpt2 = Gpt2::new(vocabulary, vectors).map_err(|error| table(folder, error))?;
    Ok((gpt2, files))
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
    use super::*;

    fn evidence(gpt2: Option<&str>) -> Result<Evidence, Failure> {
        let arguments = TableArguments {
            gpt2: gpt2.map(PathBuf::from),
            texbleu_tokenizer: None,
        };
        arguments
            .evidence(&mut Settings::default())
            .map(|(evidence, _)| evidence)
    }

    #[test]
    fn the_bundled_model_is_there() {
        assert!(evidence(None).unwrap().texbleu.is_some());
    }

    #[test]
    fn a_folder_without_gpt2_names_the_file_that_is_missing() {
        let error = evidence(Some("no-such-folder")).unwrap_err().to_string();
        assert!(error.contains("vocab.json"), "{error}");
    }
}
