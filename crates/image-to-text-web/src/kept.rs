//! Models in the browser's store.

use texlens_blob::Blob;
use texlens_browser::user_files::{UseOfFiles, UserFiles};
use texlens_workspace::own_models::{KeptFile, KeptModel, ModelData, ModelFile};
use texlens_workspace::words::own_models as words;

use crate::found::summary;

/// Receives the progress: the path of a file, its bytes so far, all its bytes.
pub(crate) type OnFile<'l> = &'l dyn Fn(&str, f64, Option<f64>);

/// Stores the files of a model, then its description; returns the hash of the description. `base` is the address of the
/// app's folder.
///
/// # Errors
/// If a file can no longer be read, or the browser has no room.
pub(crate) async fn keep(base: &str, name: &str, files: &[ModelFile], on_file: OnFile<'_>) -> Result<String, String> {
    let summary = summary(files).await?;
    let store = UserFiles::open(base, UseOfFiles::ModelFiles).await;
    let mut kept = Vec::with_capacity(files.len());
    for ModelFile { path, data } in files {
        let all = bytes(data.size());
        let on_progress = |done| on_file(path, bytes(done), Some(all));
        let stored = store.put_blob(path, data, on_progress).await;
        kept.push(ModelFile {
            path: path.clone(),
            data: KeptFile {
                sha256: stored.ok_or(words::NOT_STORED)?.sha256,
                bytes: data.size(),
            },
        });
    }
    let model = KeptModel {
        name: name.to_owned(),
        summary,
        files: kept,
    };
    let description = serde_json::to_vec(&model).map_err(|error| error.to_string())?;
    let models = UserFiles::open(base, UseOfFiles::Models).await;
    let stored = models.put(name, &description).await;
    Ok(stored.ok_or(words::NOT_STORED)?.sha256)
}

/// Returns handles to the files of a model. Those in the store are compared with their hashes.
///
/// # Errors
/// If a stored file is gone or changed.
pub(crate) async fn opened(
    base: &str,
    files: &[ModelFile<ModelData>],
    on_file: OnFile<'_>,
) -> Result<Vec<ModelFile>, String> {
    let mut opened = Vec::with_capacity(files.len());
    for ModelFile { path, data } in files {
        let data = match data {
            ModelData::Handle(blob) => blob.clone(),
            ModelData::Kept(file) => stored(base, path, file, on_file).await.ok_or(words::STORE_CHANGED)?,
        };
        opened.push(ModelFile {
            path: path.clone(),
            data,
        });
    }
    Ok(opened)
}

async fn stored(base: &str, path: &str, file: &KeptFile, on_file: OnFile<'_>) -> Option<Blob> {
    let store = UserFiles::open(base, UseOfFiles::ModelFiles).await;
    let on_progress = |done| on_file(path, bytes(done), Some(bytes(file.bytes)));
    store.blob(&file.sha256, on_progress).await
}

#[allow(clippy::cast_precision_loss)] // Sizes are far below 2^53.
fn bytes(bytes: u64) -> f64 {
    bytes as f64
}
