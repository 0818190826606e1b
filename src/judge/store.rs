//! Answers that were paid for, in a database of the browser's own, under what names what was asked; and what they came to, run by run.

use idb::{Database, DatabaseEvent, Factory, ObjectStoreParams, Query, TransactionMode};
use texlens_evaluate::JudgeRun;
use texlens_judge::{CacheKey, Record};
use wasm_bindgen::JsValue;

const NAME: &str = "texlens-judge";
const ANSWERS: &str = "answers";
const RUNS: &str = "runs";
/// So many runs are kept.
const MOST_RUNS: u32 = 50;
const VERSION: u32 = 1;

/// The answers. Where the browser keeps nothing, nothing is known and nothing is written.
pub(crate) struct Answers {
    database: Option<Database>,
}

impl Answers {
    /// Opens the database.
    pub(crate) async fn open() -> Self {
        Self {
            database: database().await.ok(),
        }
    }

    /// What is known of these.
    pub(crate) async fn known(&self, keys: &[CacheKey]) -> Vec<Record> {
        self.read(keys).await.unwrap_or_default()
    }

    /// All answers.
    pub(crate) async fn all(&self) -> Vec<Record> {
        let texts = self.texts(ANSWERS, None).await.unwrap_or_default();
        let texts = texts.iter().filter_map(JsValue::as_string);
        texts.filter_map(|text| serde_json::from_str(&text).ok()).collect()
    }

    async fn read(&self, keys: &[CacheKey]) -> Result<Vec<Record>, idb::Error> {
        let Some(database) = &self.database else {
            return Ok(Vec::new());
        };
        let transaction = database.transaction(&[ANSWERS], TransactionMode::ReadOnly)?;
        let answers = transaction.object_store(ANSWERS)?;
        let asked: Result<Vec<_>, _> = keys.iter().map(|key| answers.get(Query::Key(name(key)))).collect();
        let mut known = Vec::new();
        for answer in asked? {
            let text = answer.await?.and_then(|value| value.as_string());
            known.extend(text.and_then(|text| serde_json::from_str(&text).ok()));
        }
        Ok(known)
    }

    /// Keeps one.
    pub(crate) async fn put(&self, record: &Record) -> Result<(), idb::Error> {
        // Numbers and texts always become JSON.
        let text = serde_json::to_string(record).unwrap_or_default();
        self.put_text(ANSWERS, &name(&record.key), &text).await
    }

    /// Keeps a run under its date; one more that begins in the same second is told apart by its judge.
    pub(crate) async fn put_run(&self, run: &JudgeRun) -> Result<(), idb::Error> {
        let text = serde_json::to_string(run).unwrap_or_default();
        self.put_text(RUNS, &run_name(run), &text).await
    }

    /// Keeps a run no longer; the answers stay.
    pub(crate) async fn remove_run(&self, run: &JudgeRun) -> Result<(), idb::Error> {
        let Some(database) = &self.database else { return Ok(()) };
        let transaction = database.transaction(&[RUNS], TransactionMode::ReadWrite)?;
        transaction
            .object_store(RUNS)?
            .delete(Query::Key(run_name(run)))?
            .await?;
        transaction.commit()?.await?;
        Ok(())
    }

    /// The runs, by their dates. One of another form is passed over.
    pub(crate) async fn runs(&self) -> Vec<JudgeRun> {
        let texts = self.texts(RUNS, Some(MOST_RUNS)).await.unwrap_or_default();
        let texts = texts.iter().filter_map(JsValue::as_string);
        texts.filter_map(|text| serde_json::from_str(&text).ok()).collect()
    }

    async fn texts(&self, store: &str, most: Option<u32>) -> Result<Vec<JsValue>, idb::Error> {
        let Some(database) = &self.database else {
            return Ok(Vec::new());
        };
        let transaction = database.transaction(&[store], TransactionMode::ReadOnly)?;
        transaction.object_store(store)?.get_all(None, most)?.await
    }

    async fn put_text(&self, store: &str, key: &JsValue, text: &str) -> Result<(), idb::Error> {
        let Some(database) = &self.database else { return Ok(()) };
        let transaction = database.transaction(&[store], TransactionMode::ReadWrite)?;
        transaction.object_store(store)?.put(&text.into(), Some(key))?;
        transaction.commit()?.await?;
        Ok(())
    }

    /// How many there are.
    pub(crate) async fn count(&self) -> Result<u32, idb::Error> {
        let Some(database) = &self.database else { return Ok(0) };
        let transaction = database.transaction(&[ANSWERS], TransactionMode::ReadOnly)?;
        transaction.object_store(ANSWERS)?.count(None)?.await
    }

    /// Forgets all, and what they came to.
    pub(crate) async fn clear(&self) -> Result<(), idb::Error> {
        let Some(database) = &self.database else { return Ok(()) };
        let transaction = database.transaction(&[ANSWERS, RUNS], TransactionMode::ReadWrite)?;
        let clearing = [ANSWERS, RUNS].map(|store| transaction.object_store(store)?.clear());
        for cleared in clearing {
            cleared?.await?;
        }
        transaction.commit()?.await?;
        Ok(())
    }
}

fn run_name(run: &JudgeRun) -> JsValue {
    format!("{} {}", run.created, run.model).into()
}

fn name(key: &CacheKey) -> JsValue {
    key.as_str().into()
}

async fn database() -> Result<Database, idb::Error> {
    let mut opening = Factory::new()?.open(NAME, Some(VERSION))?;
    opening.on_upgrade_needed(|event| {
        // Fails if it is there.
        if let Ok(database) = event.database() {
            for store in [ANSWERS, RUNS] {
                let _ = database.create_object_store(store, ObjectStoreParams::new());
            }
        }
    });
    opening.await
}
