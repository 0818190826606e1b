use gloo::file::File;
use texlens_blob::Blob;
use texlens_browser::user_files::{UseOfFiles, UserFile, UserFiles};
use texlens_metrics::texbleu::MAX_TOKENISER_BYTES;
use texlens_workspace::words::settings as words;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::base;
use crate::worker::score::ScoreClient;

/// The tokenisers for TeXBLEU that the browser stores, with callbacks that change them.
#[derive(Clone)]
pub(in crate::app) struct Tokenisers {
    /// `None` until the storage has been read.
    pub(in crate::app) stored: Option<Vec<UserFile>>,
    /// The reason why the last file was not stored.
    pub(in crate::app) failure: Option<String>,
    /// Stores a file.
    pub(in crate::app) add: Callback<File>,
    /// Deletes the file with this SHA-256.
    pub(in crate::app) forget: Callback<String>,
}

/// Reads and changes the stored tokenisers. `on_added` gets the hash of each file that was stored.
#[hook]
pub(in crate::app) fn use_tokenisers(scorer: &ScoreClient, on_added: Callback<String>) -> Tokenisers {
    let stored = use_state(|| None);
    let failure = use_state_eq(|| None);
    {
        let stored = stored.setter();
        use_effect_with((), move |()| spawn_local(async move { stored.set(Some(list().await)) }));
    }
    let add = {
        let (scorer, stored, failure) = (scorer.clone(), stored.setter(), failure.setter());
        Callback::from(move |file: File| {
            let (scorer, stored) = (scorer.clone(), stored.clone());
            let (failure, on_added) = (failure.clone(), on_added.clone());
            failure.set(None);
            spawn_local(async move {
                match add(&file, &scorer).await {
                    Ok(sum) => {
                        stored.set(Some(list().await));
                        on_added.emit(sum);
                    }
                    Err(message) => failure.set(Some(message)),
                }
            });
        })
    };
    let forget = {
        let stored = stored.setter();
        Callback::from(move |sha256: String| {
            let stored = stored.clone();
            spawn_local(async move {
                if let Some(files) = files().await {
                    files.forget(&sha256).await;
                }
                stored.set(Some(list().await));
            });
        })
    };
    Tokenisers {
        stored: (*stored).clone(),
        failure: (*failure).clone(),
        add,
        forget,
    }
}

async fn files() -> Option<UserFiles> {
    Some(UserFiles::open(&base()?, UseOfFiles::Tokenisers).await)
}

async fn list() -> Vec<UserFile> {
    match files().await {
        Some(files) => files.list().await,
        None => Vec::new(),
    }
}

/// Stores a file that can be used; an error says what to do.
async fn add(file: &File, scorer: &ScoreClient) -> Result<String, String> {
    let (name, size) = (file.name(), file.size());
    if size > MAX_TOKENISER_BYTES as u64 {
        return Err(words::tokeniser_too_large(&name, size));
    }
    let handle: &web_sys::File = file.as_ref();
    let file = Blob::from(handle.clone());
    let bytes = file.bytes().await.map_err(|error| error.to_string())?;
    let sum = scorer.tokeniser(file).await.ok_or(words::TOKENISER_NOT_EXAMINED)?;
    let sum = sum.map_err(|why| words::not_a_tokeniser(&name, &why))?;
    let stored = match files().await {
        Some(files) => files.put(&name, &bytes).await,
        None => None,
    };
    stored
        .map(|_| sum)
        .ok_or_else(|| words::TOKENISER_NOT_STORED.to_owned())
}
