//! Finds a model in files, and checks it.

use std::io;

use texlens_blob::{Blob, Reader};
use texlens_image_to_text::{Check, DESCRIPTIONS, FileEntry, Folder, Graph, GraphContent};
use texlens_workspace::messages::image_to_text::FoundModel;
use texlens_workspace::own_models::{ModelFile, ModelGraph, ModelOffer, ModelSummary, Rooted, is_archive, rooted};
use texlens_workspace::words::own_models as words;

use crate::archive;

/// Finds the model among the files of a folder, or in an archive that is the only file, and checks it.
///
/// # Errors
/// A sentence that says what to do.
pub(crate) async fn found(files: Vec<ModelFile>) -> Result<FoundModel, String> {
    let Rooted { name, files } = match files.as_slice() {
        [only] if is_archive(&only.path) => {
            let mut unpacked = archive::unpack(&only.data).await?;
            if unpacked.name.is_empty() {
                unpacked.name = stem(&only.path);
            }
            unpacked
        }
        _ => rooted(files).map_err(|problem| words::no_root(&problem))?,
    };
    let summary = summary(&files).await?;
    Ok(FoundModel { name, files, summary })
}

/// Returns the name of an archive without its folder and ending.
fn stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}

/// Lists the files of a folder, and reads those that describe the model.
pub(crate) async fn listed(files: &[ModelFile]) -> Result<Folder, String> {
    let entry = |file: &ModelFile| FileEntry {
        path: file.path.clone(),
        bytes: file.data.size(),
    };
    let mut folder = Folder {
        files: files.iter().map(entry).collect(),
        descriptions: Vec::new(),
    };
    for (name, limit) in DESCRIPTIONS {
        if let Some(file) = files.iter().find(|file| file.path == name) {
            // One byte more tells that the file is too large.
            let content = file.data.part(0, limit + 1);
            let content = content.bytes().await.map_err(|error| error.to_string())?;
            folder.descriptions.push((name.to_owned(), content));
        }
    }
    Ok(folder)
}

/// Returns the file with this path.
pub(crate) fn file<'f>(files: &'f [ModelFile], path: &str) -> Option<&'f Blob> {
    files.iter().find(|file| file.path == path).map(|file| &file.data)
}

/// Returns a reader of the file with this path.
pub(crate) fn open(files: &[ModelFile], path: &str) -> io::Result<Reader> {
    let file = file(files, path).ok_or_else(|| io::Error::other(words::NOT_THERE))?;
    Ok(file.reader())
}

/// Checks a model: its descriptions, and what the files of its graphs say.
pub(crate) async fn summary(files: &[ModelFile]) -> Result<ModelSummary, String> {
    let folder = listed(files).await?;
    let mut check = Check::of(&folder);
    check.look_into(&folder, |path| open(files, path));
    Ok(ModelSummary {
        architecture: check.architecture.clone(),
        licence: check.licence.clone(),
        offers: check
            .offers
            .iter()
            .map(|offer| ModelOffer {
                dtype: offer.dtype.to_string(),
                bytes: offer.bytes,
                memory: offer.memory(),
                graphs: offer.graphs.iter().map(graph).collect(),
                problems: offer.problems.iter().map(ToString::to_string).collect(),
            })
            .collect(),
        prompt: check.instruction.map(str::to_owned),
        unused: check.unused.iter().map(|name| (*name).to_owned()).collect(),
        problems: check.problems.iter().map(ToString::to_string).collect(),
    })
}

fn graph((graph, content): &(Graph, GraphContent)) -> ModelGraph {
    let operators = content.operators.iter();
    ModelGraph {
        name: graph.to_string(),
        inputs: content.described_inputs(),
        outputs: content.described_outputs(),
        operators: operators
            .map(|(operator, count)| (operator.to_string(), *count))
            .collect(),
    }
}
