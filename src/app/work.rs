//! The samples in the browser's database. Each has a record; its image and its glyphs are stored separately as bytes.
//! The database also holds unfinished imports, with their agreement and files.

use std::{cell::Cell, collections::BTreeMap, rc::Rc};

use futures_channel::oneshot;
use gloo::{events::EventListener, utils::window};
use idb::{Database, DatabaseEvent, Factory, KeyRange, ObjectStoreParams, Query, Transaction, TransactionMode};
use js_sys::{Array, Object, Reflect, Uint8Array};
use texlens_blob::Blob;
use texlens_workspace::brought::ImportId;
use texlens_workspace::keeping::{Change, Kept, Record};
use texlens_workspace::state::SampleId;
use texlens_workspace::unfinished::Agreement;
use texlens_workspace::words::storage::NO_ANSWER;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    DomException, IdbDatabase, IdbKeyRange, IdbObjectStore, IdbTransaction, StorageEstimate, StorageManager,
};

use texlens_browser::locks;

const NAME: &str = "texlens-work";
const SAMPLES: &str = "samples";
const IMAGES: &str = "images";
const FOUND: &str = "found";
/// The PDFs that pages are drawn from, by their keys.
const PDFS: &str = "pdfs";
/// The agreement of each unfinished import, and the packs of its files.
const IMPORTS: &str = "imports";
const STORES: [&str; 5] = [SAMPLES, IMAGES, FOUND, PDFS, IMPORTS];
/// The version of the database, raised whenever the set of stores changes.
const VERSION: u32 = 4;
/// The key of an agreement, after the id of its import.
const AGREEMENT: &str = "agreement";

/// The database. While the page is open, no other tab can use it.
pub(crate) struct Work {
    database: IdbDatabase,
    /// Release the database to a newer version of the app, and report when the browser closes it.
    _listeners: [EventListener; 2],
}

/// The reason why nothing is stored.
#[derive(Debug)]
pub(crate) enum WorkError {
    /// A newer version of the app has changed the database.
    Newer,
    /// The browser has no database, or refuses access to it.
    Unavailable,
}

/// The reason why a change was not written. No part of it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WriteError {
    /// The browser's quota is used up, or the disk is full.
    NoRoom,
    /// The database was closed and must be opened again.
    Closed,
    /// Another error, in the browser's words.
    Failed(String),
}

#[wasm_bindgen]
extern "C" {
    // `web-sys` lacks the options of a transaction, which set its durability.
    #[wasm_bindgen(extends = IdbDatabase)]
    type Durable;
    #[wasm_bindgen(method, catch, js_name = transaction)]
    fn transaction_with(
        this: &Durable,
        stores: &Array,
        mode: &str,
        options: &Object,
    ) -> Result<IdbTransaction, JsValue>;
}

/// Whether a change counts as written only once it has reached the disk. A relaxed change can be lost in a power
/// failure, but not when the browser is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Durability {
    Relaxed,
    Strict,
}

/// Changes that are written together or not at all.
struct Changes(IdbTransaction);

impl Changes {
    fn store(&self, name: &str) -> Result<IdbObjectStore, WriteError> {
        self.0.object_store(name).map_err(|error| WriteError::of(&error))
    }

    fn put(&self, store: &str, key: &JsValue, value: &JsValue) -> Result<(), WriteError> {
        let put = self.store(store)?.put_with_key(value, key);
        put.map(|_| ()).map_err(|error| WriteError::of(&error))
    }

    fn delete(&self, store: &str, key: &JsValue) -> Result<(), WriteError> {
        let deleted = self.store(store)?.delete(key);
        deleted.map(|_| ()).map_err(|error| WriteError::of(&error))
    }

    /// Waits until the changes are written. A browser often notices only now that it has no room, and only the end of
    /// the transaction reports this.
    async fn made(self) -> Result<(), WriteError> {
        let Self(transaction) = self;
        let (tell, told) = oneshot::channel();
        let tell = Rc::new(Cell::new(Some(tell)));
        let say = move |outcome: Result<(), WriteError>| {
            if let Some(tell) = tell.take() {
                // The receiver waits for this.
                let _ = tell.send(outcome);
            }
        };
        let _complete = {
            let say = say.clone();
            EventListener::once(&transaction, "complete", move |_| say(Ok(())))
        };
        let _abort = {
            let aborted = transaction.clone();
            EventListener::once(&transaction, "abort", move |_| {
                say(Err(WriteError::why(aborted.error())))
            })
        };
        told.await
            .unwrap_or_else(|_| Err(WriteError::Failed(NO_ANSWER.to_owned())))
    }
}

impl WriteError {
    fn why(error: Option<DomException>) -> Self {
        match error {
            Some(error) if error.name() == "QuotaExceededError" => Self::NoRoom,
            Some(error) => Self::Failed(format!("{}: {}", error.name(), error.message())),
            // The browser has closed the database.
            None => Self::Closed,
        }
    }

    fn of(thrown: &JsValue) -> Self {
        match thrown.dyn_ref::<DomException>() {
            Some(error) if error.name() == "InvalidStateError" => Self::Closed,
            error => Self::why(error.cloned()),
        }
    }
}

/// Claims the database until the page is closed; returns whether it was free.
pub(crate) async fn claim() -> bool {
    locks::take(NAME).await
}

/// Waits until the tab that has the database is closed, then claims it.
pub(crate) async fn claim_next() {
    locks::take_next(NAME).await;
}

/// Returns the bytes that the browser still grants to this origin, if it reports them.
pub(crate) async fn room() -> Option<f64> {
    let storage: StorageManager = Reflect::get(&window().navigator(), &"storage".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let estimate: StorageEstimate = JsFuture::from(storage.estimate().ok()?).await.ok()?.into();
    Some(estimate.get_quota()? - estimate.get_usage()?)
}

impl Work {
    /// Opens the database, which the caller has [claimed](claim). `on_close` reports that it must be opened again.
    pub(crate) async fn open(on_close: impl Fn() + 'static) -> Result<Self, WorkError> {
        let database: IdbDatabase = database().await?.into();
        let given_up = database.clone();
        let listeners = [
            EventListener::new(&database, "versionchange", move |_| given_up.close()),
            // For example, when the user has the browser delete its data.
            EventListener::new(&database, "close", move |_| on_close()),
        ];
        Ok(Self {
            database,
            _listeners: listeners,
        })
    }

    fn reading(&self, stores: &[&str]) -> Result<Transaction, idb::Error> {
        Database::from(self.database.clone()).transaction(stores, TransactionMode::ReadOnly)
    }

    fn changing(&self, stores: &[&str], durability: Durability) -> Result<Changes, WriteError> {
        let options = Object::new();
        let durability = match durability {
            Durability::Relaxed => "relaxed",
            Durability::Strict => "strict",
        };
        // Fails only for frozen objects.
        let _ = Reflect::set(&options, &"durability".into(), &durability.into());
        let stores = stores.iter().map(|store| JsValue::from(*store)).collect::<Array>();
        let database: &Durable = self.database.unchecked_ref();
        let transaction = database.transaction_with(&stores, "readwrite", &options);
        transaction.map(Changes).map_err(|error| WriteError::of(&error))
    }

    /// Returns the stored PDFs by their keys.
    pub(crate) async fn pdfs(&self) -> Result<BTreeMap<String, Blob>, idb::Error> {
        let transaction = self.reading(&[PDFS])?;
        let (keys, values) = all(&transaction, PDFS, None, None).await?;
        let pdfs = keys.iter().zip(values);
        Ok(pdfs
            .filter_map(|(key, value)| Some((key.as_string()?, blob_of(value)?)))
            .collect())
    }

    /// Returns the ids of the stored samples.
    pub(crate) async fn ids(&self) -> Result<Vec<SampleId>, idb::Error> {
        let keys = self.reading(&[SAMPLES])?.object_store(SAMPLES)?;
        let keys = keys.get_all_keys(None, None)?.await?;
        Ok(keys.iter().filter_map(id_of).collect())
    }

    /// Passes all stored samples to `take`, at most `most` at a time, with their images, which may be pages of `pdfs`.
    /// A record that cannot be read is skipped and stays stored.
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

    /// Writes all changes, or none of them. They concern different samples and PDFs, so their order does not matter.
    pub(crate) async fn write(&self, changes: &[Change]) -> Result<(), WriteError> {
        let transaction = self.changing(&[SAMPLES, IMAGES, FOUND, PDFS], Durability::Relaxed)?;
        // The files come first. WebKit's private windows refuse to store them, but if another request comes before one,
        // the transaction never ends.
        for change in changes {
            match change {
                Change::PutPdf(pdf) => transaction.put(PDFS, &pdf.key.as_str().into(), pdf.file.handle())?,
                Change::Put { id, image, found, .. } => {
                    for (store, blob) in [(IMAGES, image), (FOUND, found)] {
                        if let Some(blob) = blob {
                            transaction.put(store, &key(*id), blob.handle())?;
                        }
                    }
                }
                Change::Delete(_) | Change::DeletePdf(_) => {}
            }
        }
        for change in changes {
            match change {
                Change::Delete(id) => {
                    for store in [SAMPLES, IMAGES, FOUND] {
                        transaction.delete(store, &key(*id))?;
                    }
                }
                Change::DeletePdf(key) => transaction.delete(PDFS, &key.as_str().into())?,
                Change::Put { id, record, .. } => {
                    // Numbers and texts can always be written as JSON.
                    let text = serde_json::to_string(record).unwrap_or_default();
                    transaction.put(SAMPLES, &key(*id), &text.into())?;
                }
                Change::PutPdf(_) => {}
            }
        }
        transaction.made().await
    }

    /// Writes a pack of concatenated files of an import.
    pub(crate) async fn write_pack(&self, import: ImportId, number: u32, pack: &Blob) -> Result<(), WriteError> {
        let transaction = self.changing(&[IMPORTS], Durability::Strict)?;
        transaction.put(IMPORTS, &format!("{import}/{number}").into(), pack.handle())?;
        transaction.made().await
    }

    /// Writes an agreement. It is on the disk when this function returns.
    pub(crate) async fn write_agreement(&self, agreement: &Agreement) -> Result<(), WriteError> {
        let transaction = self.changing(&[IMPORTS], Durability::Strict)?;
        // Numbers and texts can always be written as JSON.
        let text = serde_json::to_string(agreement).unwrap_or_default();
        let key = format!("{}/{AGREEMENT}", agreement.import);
        transaction.put(IMPORTS, &key.into(), &text.into())?;
        transaction.made().await
    }

    /// Deletes the agreement and the files of an import.
    pub(crate) async fn forget_import(&self, import: ImportId) -> Result<(), WriteError> {
        let transaction = self.changing(&[IMPORTS], Durability::Relaxed)?;
        // In the order of characters, `0` follows the slash.
        let all = IdbKeyRange::bound(&format!("{import}/").into(), &format!("{import}0").into());
        let all = all.map_err(|error| WriteError::of(&error))?;
        transaction.delete(IMPORTS, &all)?;
        transaction.made().await
    }

    /// Returns the unfinished imports in the order in which they were accepted, each with its packs of files. Deletes
    /// the files of imports that were never accepted.
    pub(crate) async fn unfinished(&self) -> Result<Vec<(Agreement, BTreeMap<u32, Blob>)>, idb::Error> {
        let transaction = self.reading(&[IMPORTS])?;
        let (keys, values) = all(&transaction, IMPORTS, None, None).await?;
        let mut imports: BTreeMap<ImportId, (Option<Agreement>, BTreeMap<u32, Blob>)> = BTreeMap::new();
        for (key, value) in keys.iter().zip(values) {
            let key = key.as_string().unwrap_or_default();
            let Some((import, part)) = key.split_once('/') else {
                continue;
            };
            let Ok(import) = import.parse() else { continue };
            let (agreement, packs) = imports.entry(import).or_default();
            if part == AGREEMENT {
                *agreement = value.as_string().as_deref().and_then(Agreement::parse);
            } else if let (Ok(number), Some(blob)) = (part.parse(), blob_of(value)) {
                packs.insert(number, blob);
            }
        }
        let mut unfinished = Vec::new();
        for (import, (agreement, packs)) in imports {
            match agreement {
                Some(agreement) => unfinished.push((agreement, packs)),
                // If this fails, the next write fails as well and reports the problem.
                None => drop(self.forget_import(import).await),
            }
        }
        Ok(unfinished)
    }

    /// Returns the next samples in the order of their ids, with the last key among them; `None` at the end.
    async fn next(&self, after: Option<JsValue>, most: u32) -> Result<(Vec<Kept>, Option<JsValue>), idb::Error> {
        let transaction = self.reading(&STORES)?;
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

/// Returns the keys and the values of a store in a range.
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
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // The key was written as a small whole number.
    key.as_f64().map(|key| SampleId(key as u32))
}

/// Returns stored bytes. Earlier versions stored the bytes of an image, not a handle.
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

async fn database() -> Result<Database, WorkError> {
    let opening = async {
        let mut opening = Factory::new()?.open(NAME, Some(VERSION))?;
        opening.on_upgrade_needed(|event| {
            // Fails for stores that already exist.
            if let Ok(database) = event.database() {
                for store in STORES {
                    let _ = database.create_object_store(store, ObjectStoreParams::new());
                }
            }
        });
        opening.await
    };
    opening.await.map_err(|error| match error {
        idb::Error::DomException(error) if error.name() == "VersionError" => WorkError::Newer,
        _ => WorkError::Unavailable,
    })
}
