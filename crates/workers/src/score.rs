//! A worker that scores one batch after the other. It pauses between texts, so that it answers pings.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use texlens_blob::Blob;
use texlens_evaluate::{InputError, Kind, Parsed, Scored, Scorer, Text, settings_of};
use texlens_metrics::texbleu::LoadedTokeniser;
use texlens_metrics::{Appearances, Evidence, Settings, Side};
use texlens_report::tables::{TableRow, tables};
use texlens_workspace::messages::Job;
use texlens_workspace::messages::score::{Event, Looked, Pair, Request, Texts};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::pace::Pace;
use crate::texbleu::TexbleuTables;
use texlens_worker_base::Port;

/// Starts to answer the page's requests. `base` is the address of the app's folder and ends with a slash.
#[wasm_bindgen]
pub fn start_score_worker(base: String) {
    let port = Port::open();
    let server = Rc::new(Server {
        port: port.clone(),
        texbleu: TexbleuTables::of(&base),
    });
    port.listen(move |heard| match heard {
        Ok(Request::Score { job, settings, pairs }) => {
            let server = Rc::clone(&server);
            spawn_local(async move {
                match settings_of(&settings) {
                    Ok(settings) => {
                        let results = server.score(job, pairs, &settings).await;
                        server.port.emit(Event::Scored { job, results });
                    }
                    Err(error) => server.port.failed(
                        job,
                        format!("These texts cannot be scored with these settings: {error}. Restore the defaults."),
                    ),
                }
            });
        }
        Ok(Request::Look { job, texts }) => {
            let looked = Looked::at(&texts);
            server.port.emit(Event::Looked { job, looked });
        }
        Ok(Request::Tables { job, settings, texts }) => match compared_tables(&texts, &settings) {
            Ok(tables) => server.port.emit(Event::Tables { job, tables }),
            Err(message) => server.port.failed(job, message),
        },
        Ok(Request::Tokeniser { job, file }) => {
            let server = Rc::clone(&server);
            spawn_local(async move {
                let sum = examined(&file).await;
                server.port.emit(Event::Tokeniser { job, sum });
            });
        }
        Err(message) => server.port.failed(None, message),
    });
}

/// Returns the SHA-256 of a tokeniser, or the reason why the file cannot be used.
async fn examined(file: &Blob) -> Result<String, String> {
    let bytes = file.bytes().await.map_err(|error| error.to_string())?;
    let tokeniser = LoadedTokeniser::parse(&bytes).map_err(|error| error.to_string())?;
    Ok(tokeniser.sum().to_string())
}

/// Compares the tables of two texts.
fn compared_tables(texts: &Texts, settings: &BTreeMap<String, String>) -> Result<Vec<TableRow>, String> {
    let settings = settings_of(settings).map_err(|error| error.to_string())?;
    let side = |text: &Option<String>| text.clone().unwrap_or_default();
    let (reference, prediction) = (side(&texts.reference), side(&texts.prediction));
    tables(&reference, &prediction, &settings).map_err(|error| error.to_string())
}

struct Server {
    port: Port<Event>,
    texbleu: TexbleuTables,
}

impl Server {
    async fn score(&self, job: Job, pairs: Vec<Pair>, settings: &Settings) -> Vec<Result<Scored, String>> {
        let evidence = if pairs.iter().any(|pair| pair.kind == Kind::Formula) {
            self.texbleu.evidence(settings).await
        } else {
            Evidence::default()
        };
        let mut results = Vec::with_capacity(pairs.len());
        // The page counts texts, not steps.
        let pace = Pace::new(&self.port, job, 0);
        for pair in &pairs {
            pace.pause().await;
            results.push(scored(pair, settings, evidence.clone()).map_err(|error| error.to_string()));
        }
        results
    }
}

/// Returns the results of all metrics for one sample.
fn scored(pair: &Pair, settings: &Settings, evidence: Evidence) -> Result<Scored, InputError> {
    let reference = Text::with_pages(&pair.reference, &pair.reference_pages);
    let prediction = Text::with_pages(&pair.prediction, &pair.prediction_pages);
    let reference = Parsed::of(Side::Reference, &reference)?.with_compilation(pair.reference_compilation.as_ref());
    let mut appearances = Appearances::default();
    if let Some([of_reference, of_prediction]) = &pair.appearances {
        appearances.0.insert(pair.reference.clone(), of_reference.clone());
        appearances.0.insert(pair.prediction.clone(), of_prediction.clone());
    }
    let scorer = Scorer::new(pair.kind, settings)
        .with_evidence(evidence)
        .with_appearances(Arc::new(appearances));
    scorer.assess(&reference, &prediction, pair.compilation.as_ref(), pair.detail)
}
