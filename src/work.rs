//! The samples in the browser's database: one record each, and beside it what is bytes, its image and what was found on it.

use idb::{Database, DatabaseEvent, Factory, KeyRange, ObjectStoreParams, Query, TransactionMode};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

use crate::{
    app::{
        keeping::{Change, Kept, Record},
        state::SampleId,
    },
    blob::Blob,
    locks,
};

const NAME: &str = "texlens-work";
const SAMPLES: &str = "samples";
const IMAGES: &str = "images";
const FOUND: &str = "found";
const STORES: [&str; 3] = [SAMPLES, IMAGES, FOUND];
/// Counts the sets of stores that there have been.
const VERSION: u32 = 2;

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

    /// Hands over everything that is kept, at most `most` at a time. A record that cannot be read is left where it is.
    pub(crate) async fn each(&self, most: usize, mut take: impl FnMut(Vec<Kept>)) {
        let mut after = None;
        while let Ok(keys) = self.keys(after, most).await {
            let Some(last) = keys.last() else { return };
            after = Some(*last);
            let mut kept = Vec::new();
            for key in keys {
                if let Ok(Some(found)) = self.get(key).await {
                    kept.push(found);
                }
            }
            take(kept);
        }
    }

    /// Writes changes: all of them or none.
    pub(crate) async fn write(&self, changes: &[Change]) -> Result<(), idb::Error> {
        let transaction = self.database.transaction(&STORES, TransactionMode::ReadWrite)?;
        let samples = transaction.object_store(SAMPLES)?;
        let (images, founds) = (transaction.object_store(IMAGES)?, transaction.object_store(FOUND)?);
        for change in changes {
            match change {
                Change::Delete(id) => {
                    for store in [&samples, &images, &founds] {
                        store.delete(Query::Key(key(*id)))?;
                    }
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

    /// The next ids, in their order.
    async fn keys(&self, after: Option<f64>, most: usize) -> Result<Vec<f64>, idb::Error> {
        let transaction = self.database.transaction(&[SAMPLES], TransactionMode::ReadOnly)?;
        let samples = transaction.object_store(SAMPLES)?;
        let range = after
            .map(|after| KeyRange::lower_bound(&after.into(), Some(true)))
            .transpose()?;
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        let keys = samples.get_all_keys(range.map(Query::KeyRange), Some(most))?.await?;
        Ok(keys.iter().filter_map(JsValue::as_f64).collect())
    }

    async fn get(&self, id: f64) -> Result<Option<Kept>, idb::Error> {
        let transaction = self.database.transaction(&STORES, TransactionMode::ReadOnly)?;
        let value = |store| transaction.object_store(store)?.get(Query::Key(id.into()));
        let (record, image, found) = (value(SAMPLES)?, value(IMAGES)?, value(FOUND)?);
        let text = record.await?.and_then(|value| value.as_string());
        let image = image.await?.and_then(blob_of);
        let found = found.await?.and_then(blob_of);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // It was written as a small whole number.
        let id = SampleId(id as u32);
        let record = text.as_deref().and_then(Record::parse);
        Ok(record.map(|record| Kept {
            id,
            record,
            image,
            found,
        }))
    }
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
