//! The answers of judges, which were paid for, in a separate database of the browser. Each is stored under the key of
//! its question; the results are stored run by run.

use std::rc::Rc;

use idb::{Database, DatabaseEvent, Factory, KeyRange, ObjectStoreParams, Query, TransactionMode};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use texlens_evaluate::JudgeRun;
use texlens_judge::{CacheKey, Record};
use texlens_workspace::benching::{BenchItems, LabelledRun};
use texlens_workspace::rating::{AnswerFile, HeldStudy, OpenSheet};
use wasm_bindgen::JsValue;

const NAME: &str = "texlens-judge";
const ANSWERS: &str = "answers";
const RUNS: &str = "runs";
/// The tasks and runs of LaTeXBench, under [`CURRENT`].
const BENCH: &str = "latexbench";
const CURRENT: &str = "current";
/// Maximum number of runs that are loaded.
const MOST_RUNS: usize = 50;
/// The open sheet and study of ratings, under [`CURRENT`].
const RATINGS: &str = "ratings";
/// Raised whenever the set of stores changes.
const VERSION: u32 = 3;

/// The tasks and runs of LaTeXBench.
#[derive(Serialize, Deserialize)]
pub(crate) struct KeptBench {
    pub(crate) items: Rc<BenchItems>,
    pub(crate) runs: Vec<Rc<LabelledRun>>,
}

/// The open sheet, and the study with the sheets that came back.
#[derive(Serialize, Deserialize)]
pub(crate) struct KeptRatings {
    pub(crate) sheet: Option<Rc<OpenSheet>>,
    pub(crate) study: Option<Rc<HeldStudy>>,
    pub(crate) answers: Vec<Rc<AnswerFile>>,
}

/// The database of answers. Without storage in the browser, it is empty and writes do nothing.
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

    /// Returns the stored answers for these keys.
    pub(crate) async fn known(&self, keys: &[CacheKey]) -> Vec<Record> {
        self.read(keys).await.unwrap_or_default()
    }

    /// Returns all answers.
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

    /// Stores an answer.
    pub(crate) async fn put(&self, record: &Record) -> Result<(), idb::Error> {
        // Numbers and texts can always be written as JSON.
        let text = serde_json::to_string(record).unwrap_or_default();
        self.put_text(ANSWERS, &name(&record.key), &text).await
    }

    /// Stores a run under its date and model, which distinguish runs that start in the same second.
    pub(crate) async fn put_run(&self, run: &JudgeRun) -> Result<(), idb::Error> {
        let text = serde_json::to_string(run).unwrap_or_default();
        self.put_text(RUNS, &run_name(run), &text).await
    }

    /// Deletes a run; the answers stay.
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

    /// Returns the newest [`MOST_RUNS`] runs, sorted by date. A run that cannot be parsed is skipped.
    pub(crate) async fn runs(&self) -> Vec<JudgeRun> {
        let texts = self.texts(RUNS, Some(MOST_RUNS)).await.unwrap_or_default();
        let texts = texts.iter().filter_map(JsValue::as_string);
        texts.filter_map(|text| serde_json::from_str(&text).ok()).collect()
    }

    /// Returns the values of a store in the order of their keys: all of them, or those with the `last` greatest keys.
    async fn texts(&self, store: &str, last: Option<usize>) -> Result<Vec<JsValue>, idb::Error> {
        let Some(database) = &self.database else {
            return Ok(Vec::new());
        };
        let transaction = database.transaction(&[store], TransactionMode::ReadOnly)?;
        let store = transaction.object_store(store)?;
        let range = match last {
            // The limit of `get_all` would keep the values with the smallest keys.
            Some(last) => {
                let keys = store.get_all_keys(None, None)?.await?;
                let first = keys.len().checked_sub(last).and_then(|first| keys.get(first));
                first.map(|first| KeyRange::lower_bound(first, None)).transpose()?
            }
            None => None,
        };
        store.get_all(range.map(Query::KeyRange), None)?.await
    }

    async fn put_text(&self, store: &str, key: &JsValue, text: &str) -> Result<(), idb::Error> {
        let Some(database) = &self.database else { return Ok(()) };
        let transaction = database.transaction(&[store], TransactionMode::ReadWrite)?;
        transaction.object_store(store)?.put(&text.into(), Some(key))?;
        transaction.commit()?.await?;
        Ok(())
    }

    /// Returns the number of answers.
    pub(crate) async fn count(&self) -> Result<u32, idb::Error> {
        let Some(database) = &self.database else { return Ok(0) };
        let transaction = database.transaction(&[ANSWERS], TransactionMode::ReadOnly)?;
        transaction.object_store(ANSWERS)?.count(None)?.await
    }

    /// Stores the tasks and runs of LaTeXBench.
    pub(crate) async fn put_bench(&self, bench: &KeptBench) -> Result<(), idb::Error> {
        let text = serde_json::to_string(bench).unwrap_or_default();
        self.put_text(BENCH, &CURRENT.into(), &text).await
    }

    /// Returns the stored tasks and runs of LaTeXBench, if there are any of this version.
    pub(crate) async fn bench(&self) -> Option<KeptBench> {
        self.current(BENCH).await
    }

    /// Stores the open sheet and study.
    pub(crate) async fn put_ratings(&self, ratings: &KeptRatings) -> Result<(), idb::Error> {
        let text = serde_json::to_string(ratings).unwrap_or_default();
        self.put_text(RATINGS, &CURRENT.into(), &text).await
    }

    /// Returns the stored sheet and study, if there are any of this version.
    pub(crate) async fn ratings(&self) -> Option<KeptRatings> {
        self.current(RATINGS).await
    }

    /// Returns the only value of a store.
    async fn current<T: DeserializeOwned>(&self, store: &str) -> Option<T> {
        let texts = self.texts(store, None).await.ok()?;
        serde_json::from_str(&texts.first()?.as_string()?).ok()
    }

    /// Deletes all answers and runs.
    pub(crate) async fn clear(&self) -> Result<(), idb::Error> {
        let Some(database) = &self.database else { return Ok(()) };
        let transaction = database.transaction(&[ANSWERS, RUNS, BENCH], TransactionMode::ReadWrite)?;
        let clearing = [ANSWERS, RUNS, BENCH].map(|store| transaction.object_store(store)?.clear());
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
        // Fails for stores that already exist.
        if let Ok(database) = event.database() {
            for store in [ANSWERS, RUNS, BENCH, RATINGS] {
                let _ = database.create_object_store(store, ObjectStoreParams::new());
            }
        }
    });
    opening.await
}
