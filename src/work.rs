//! The samples in the browser's database: one record each, and its image beside it.

use idb::{Database, DatabaseEvent, Factory, KeyRange, ObjectStoreParams, Query, TransactionMode};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

use crate::{
    app::{
        keeping::{Change, Record},
        state::SampleId,
    },
    blob::Blob,
    locks,
};

const NAME: &str = "texlens-work";
const SAMPLES: &str = "samples";
const IMAGES: &str = "images";

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

/// A sample as it was kept, with its image.
pub(crate) type Kept = (SampleId, Record, Option<Blob>);

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
        let transaction = self
            .database
            .transaction(&[SAMPLES, IMAGES], TransactionMode::ReadWrite)?;
        let (samples, images) = (transaction.object_store(SAMPLES)?, transaction.object_store(IMAGES)?);
        for change in changes {
            match change {
                Change::Delete(id) => {
                    samples.delete(Query::Key(key(*id)))?;
                    images.delete(Query::Key(key(*id)))?;
                }
                Change::Put { id, record, image } => {
                    // Numbers and texts always become JSON.
                    let text = serde_json::to_string(record).unwrap_or_default();
                    samples.put(&text.into(), Some(&key(*id)))?;
                    if let Some(image) = image {
                        images.put(image.blob.handle(), Some(&key(*id)))?;
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
        let transaction = self
            .database
            .transaction(&[SAMPLES, IMAGES], TransactionMode::ReadOnly)?;
        let (samples, images) = (transaction.object_store(SAMPLES)?, transaction.object_store(IMAGES)?);
        let (record, image) = (samples.get(Query::Key(id.into()))?, images.get(Query::Key(id.into()))?);
        let text = record.await?.and_then(|value| value.as_string());
        let image = image.await?.and_then(image_of);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // It was written as a small whole number.
        let id = SampleId(id as u32);
        let record = text.as_deref().and_then(Record::parse);
        Ok(record.map(|record| (id, record, image)))
    }
}

/// An image as it is kept. Earlier versions kept the bytes themselves.
fn image_of(value: JsValue) -> Option<Blob> {
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
    let mut opening = Factory::new()?.open(NAME, Some(1))?;
    opening.on_upgrade_needed(|event| {
        // Fails only if they are there.
        if let Ok(database) = event.database() {
            for store in [SAMPLES, IMAGES] {
                let _ = database.create_object_store(store, ObjectStoreParams::new());
            }
        }
    });
    opening.await
}
