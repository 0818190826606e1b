//! The samples in the browser's database: one record each, and beside it what is bytes, its image and what was found on it.

use std::collections::BTreeMap;

use idb::{Database, DatabaseEvent, Factory, KeyRange, ObjectStoreParams, Query, Transaction, TransactionMode};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

use super::{
    keeping::{Change, Kept, Record},
    state::SampleId,
};
use crate::{blob::Blob, locks};

const NAME: &str = "texlens-work";
const SAMPLES: &str = "samples";
const IMAGES: &str = "images";
const FOUND: &str = "found";
/// The PDF files that pages are drawn from, by their keys.
const PDFS: &str = "pdfs";
const STORES: [&str; 4] = [SAMPLES, IMAGES, FOUND, PDFS];
/// Counts the sets of stores that there have been.
const VERSION: u32 = 3;

/// The database, for this tab alone as long as the page lives.
pub(crate) struct Work {
    database: Database,
}

/// Why nothing is kept.
#[derive(Debug)]
pub(crate) enum WorkError {
    /// Another tab keeps its samples.
    Elsewhere,
    /// The browser has no database, or does not give it.
    Unavailable,
}

impl Work {
    /// Opens it, unless another tab has.
    pub(crate) async fn open() -> Result<Self, WorkError> {
        if !locks::take(NAME).await {
            return Err(WorkError::Elsewhere);
        }
        let database = database().await.map_err(|_| WorkError::Unavailable)?;
        Ok(Self { database })
    }

    /// The PDF files that are kept, by their keys.
    pub(crate) async fn pdfs(&self) -> Result<BTreeMap<String, Blob>, idb::Error> {
        let transaction = self.database.transaction(&[PDFS], TransactionMode::ReadOnly)?;
        let (keys, values) = all(&transaction, PDFS, None, None).await?;
        let pdfs = keys.iter().zip(values);
        Ok(pdfs
            .filter_map(|(key, value)| Some((key.as_string()?, blob_of(value)?)))
            .collect())
    }

    /// Hands over all samples that are kept, at most `most` at a time, with their images, which may be pages of `pdfs`. A record that
    /// cannot be read is left where it is.
    pub(crate) async fn each(&self, pdfs: &BTreeMap<String, Blob>, most: u32, mut take: impl FnMut(Vec<Kept>)) {
        let mut after = None;
        while let Ok((mut kept, last)) = self.next(after, most).await {
            if last.is_none() {
                return;
            }
            after = last;
            for kept in &mut kept {
                kept.pdf = kept.record.pdf().and_then(|key| pdfs.get(key)).cloned();
            }
            take(kept);
        }
    }

    /// Writes changes: all of them or none.
    pub(crate) async fn write(&self, changes: &[Change]) -> Result<(), idb::Error> {
        let transaction = self.database.transaction(&STORES, TransactionMode::ReadWrite)?;
        let samples = transaction.object_store(SAMPLES)?;
        let (images, founds) = (transaction.object_store(IMAGES)?, transaction.object_store(FOUND)?);
        let pdfs = transaction.object_store(PDFS)?;
        for change in changes {
            match change {
                Change::Delete(id) => {
                    for store in [&samples, &images, &founds] {
                        store.delete(Query::Key(key(*id)))?;
                    }
                }
                Change::PutPdf(pdf) => {
                    pdfs.put(pdf.file.handle(), Some(&pdf.key.as_str().into()))?;
                }
                Change::DeletePdf(key) => {
                    pdfs.delete(Query::Key(key.as_str().into()))?;
                }
                Change::Put {
                    id,
                    record,
                    image,
                    found,
                } => {
                    // Numbers and texts always become JSON.
                    let text = serde_json::to_string(record).unwrap_or_default();
                    samples.put(&text.into(), Some(&key(*id)))?;
                    for (store, blob) in [(&images, image), (&founds, found)] {
                        if let Some(blob) = blob {
                            store.put(blob.handle(), Some(&key(*id)))?;
                        }
                    }
                }
            }
        }
        transaction.commit()?.await?;
        Ok(())
    }

    /// The next ones in the order of their ids, and the last key among them; none behind the end.
    async fn next(&self, after: Option<JsValue>, most: u32) -> Result<(Vec<Kept>, Option<JsValue>), idb::Error> {
        let transaction = self.database.transaction(&STORES, TransactionMode::ReadOnly)?;
        let behind = after
            .map(|after| KeyRange::lower_bound(&after, Some(true)))
            .transpose()?;
        let (keys, texts) = all(&transaction, SAMPLES, behind, Some(most)).await?;
        let (Some(first), Some(last)) = (keys.first(), keys.last()) else {
            return Ok((Vec::new(), None));
        };
        let mut blobs = Vec::new();
        for store in [IMAGES, FOUND] {
            let these = KeyRange::bound(first, last, None, None)?;
            let (keys, values) = all(&transaction, store, Some(these), None).await?;
            let found = keys.iter().zip(values);
            let found = found.filter_map(|(key, value)| Some((id_of(key)?, blob_of(value)?)));
            blobs.push(found.collect::<BTreeMap<SampleId, Blob>>());
        }
        let mut blob = |store: usize, id: SampleId| blobs.get_mut(store)?.remove(&id);
        let kept = keys.iter().zip(texts).filter_map(|(key, text)| {
            let id = id_of(key)?;
            Some(Kept {
                id,
                record: Record::parse(&text.as_string()?)?,
                image: blob(0, id),
                pdf: None,
                found: blob(1, id),
            })
        });
        let kept = kept.collect();
        Ok((kept, Some(last.clone())))
    }
}

/// What a store has in a range, each with its key.
async fn all(
    transaction: &Transaction,
    store: &str,
    range: Option<KeyRange>,
    most: Option<u32>,
) -> Result<(Vec<JsValue>, Vec<JsValue>), idb::Error> {
    let store = transaction.object_store(store)?;
    let keys = store.get_all_keys(range.clone().map(Query::KeyRange), most)?;
    let values = store.get_all(range.map(Query::KeyRange), most)?;
    Ok((keys.await?, values.await?))
}

fn id_of(key: &JsValue) -> Option<SampleId> {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // It was written as a small whole number.
    key.as_f64().map(|key| SampleId(key as u32))
}

/// What is kept as bytes. Earlier versions kept those of an image themselves, not a handle.
fn blob_of(value: JsValue) -> Option<Blob> {
    let blob = match value.dyn_into::<Uint8Array>() {
        Ok(bytes) => web_sys::Blob::new_with_u8_array_sequence(&Array::of1(&bytes)).ok()?,
        Err(value) => value.dyn_into().ok()?,
    };
    Some(blob.into())
}

fn key(id: SampleId) -> JsValue {
    id.0.into()
}

async fn database() -> Result<Database, idb::Error> {
    let mut opening = Factory::new()?.open(NAME, Some(VERSION))?;
    opening.on_upgrade_needed(|event| {
        // Fails for those that are there.
        if let Ok(database) = event.database() {
            for store in STORES {
                let _ = database.create_object_store(store, ObjectStoreParams::new());
            }
        }
    });
    opening.await
}
