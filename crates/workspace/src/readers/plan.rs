//! The requests before they are sent, and what comes of them.

use std::collections::HashMap;

use texlens_blob::Blob;
use texlens_judge::{CacheKey, Picture, PictureFormat, Record, Run};
use texlens_readers::{Granularity, ReaderCalls, ReaderRun, Reading, Totals, Unit, predictions, units};

use super::form::{ReaderForm, ReaderOrder, ReaderProblem};
use super::pages::ReadablePage;
use crate::brought::Draft;

/// The longest side of merged pages, in pixels, if no other is given.
const MERGED_SIDE: u32 = 4_000;

/// The pages of a request with their pictures.
#[derive(Debug, Clone, PartialEq)]
pub struct PreparedUnit {
    /// The pages.
    pub unit: Unit,
    /// The pictures with their data.
    pub pictures: Vec<(Picture, Blob)>,
}

/// A run that waits for its pictures, or for its answers.
#[derive(Debug)]
pub struct ReaderPlan {
    /// The form as typed.
    pub form: ReaderForm,
    /// What the form asks for.
    pub order: ReaderOrder,
    /// The pages.
    pub pages: Vec<ReadablePage>,
    /// The pages of each request.
    pub units: Vec<Unit>,
}

/// What a run has read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadPages {
    /// The name of the system.
    pub system: String,
    /// A sample for each page that has a prediction.
    pub drafts: Vec<Draft>,
    /// Sums over the answers.
    pub totals: Totals,
    /// The first pages without a whole answer, with the reason.
    pub problem: Option<(String, String)>,
    /// The answers, as in `readings.jsonl`.
    pub readings: String,
    /// The run, as in `run.json`.
    pub run: String,
}

impl ReaderPlan {
    /// Plans the requests about these pages.
    ///
    /// # Errors
    /// Returns the problem if the form is not valid, or if there is no page.
    pub fn new(form: ReaderForm, pages: Vec<ReadablePage>) -> Result<Self, ReaderProblem> {
        let order = form.order()?;
        if pages.is_empty() {
            return Err(ReaderProblem::NoPages);
        }
        let all: Vec<_> = pages.iter().map(|page| page.page.clone()).collect();
        Ok(Self {
            units: units(&all, order.granularity, order.pages_per_request),
            form,
            order,
            pages,
        })
    }

    /// Returns the page of an id.
    #[must_use]
    pub fn page(&self, id: &str) -> Option<&ReadablePage> {
        self.pages.iter().find(|page| page.page.id == id)
    }

    /// Returns a run with the calls as they are likely to be, for an estimate: the pictures have the sizes that they will
    /// have, but no data.
    ///
    /// # Errors
    /// Returns the problem if the run cannot start.
    pub fn likely(&self) -> Result<Run, ReaderProblem> {
        let by_id: HashMap<&str, &ReadablePage> = self.pages.iter().map(|page| (page.page.id.as_str(), page)).collect();
        let pictures = |unit: &Unit| {
            let pages: Vec<&ReadablePage> = unit
                .pages
                .iter()
                .filter_map(|id| by_id.get(id.as_str()).copied())
                .collect();
            expected_pictures(&pages, self.order.granularity, self.order.longest_side)
        };
        let likely: Vec<Vec<Picture>> = self.units.iter().map(pictures).collect();
        self.run_of(&likely, &[]).map(|(run, _)| run)
    }

    /// Makes the run once the pictures are prepared. Answers in `known` are used again.
    ///
    /// # Errors
    /// Returns the problem if the run cannot start.
    pub fn run(&self, prepared: &[PreparedUnit], known: &[Record]) -> Result<(Run, ReaderCalls), ReaderProblem> {
        let pictures: Vec<Vec<Picture>> = prepared
            .iter()
            .map(|unit| unit.pictures.iter().map(|(picture, _)| picture.clone()).collect())
            .collect();
        self.run_of(&pictures, known)
    }

    fn run_of(&self, pictures: &[Vec<Picture>], known: &[Record]) -> Result<(Run, ReaderCalls), ReaderProblem> {
        let mut run = Run::new(self.order.settings.clone()).map_err(|error| ReaderProblem::Model(error.into()))?;
        run.remember(known.iter().cloned());
        let mut calls = ReaderCalls::default();
        for pictures in pictures {
            calls.add(&mut run, pictures, &self.order.prompt, self.order.chosen);
        }
        Ok((run, calls))
    }

    /// Returns the cache keys of a run.
    #[must_use]
    pub fn keys(run: &Run) -> Vec<CacheKey> {
        run.keys().cloned().collect()
    }

    /// Returns what has been read. `created` is the time in UTC, `dpi` the resolution of pages of PDF files.
    #[must_use]
    pub fn read(
        &self,
        run: &Run,
        calls: &ReaderCalls,
        prepared: &[PreparedUnit],
        created: String,
        dpi: u16,
    ) -> ReadPages {
        let units: Vec<Unit> = prepared.iter().map(|unit| unit.unit.clone()).collect();
        let readings = calls.readings(run, &units);
        let order = &self.order;
        let system = order.settings.endpoint.model().to_owned();
        let totals = Totals::of(run, &readings);
        let texts: Vec<(&str, String)> = predictions(&readings, 0).collect();
        let drafts = texts
            .into_iter()
            .filter_map(|(id, latex)| Some(self.page(id)?.read_by(&system, latex)));
        let problem = readings.iter().find(|reading| !reading.reason.is_empty());
        ReadPages {
            drafts: drafts.collect(),
            problem: problem.map(|reading| (reading.pages.join(", "), reading.reason.clone())),
            readings: lines(&readings),
            run: ReaderRun {
                format: ReaderRun::FORMAT.to_owned(),
                version: ReaderRun::VERSION,
                texlens: env!("CARGO_PKG_VERSION").to_owned(),
                created,
                endpoint: order.settings.endpoint.clone(),
                prompt_sha256: order.prompt.sha256(),
                prompt: order.prompt.clone(),
                chosen: order.chosen,
                granularity: order.granularity,
                pages_per_request: order.pages_per_request,
                dpi,
                longest_side: order.longest_side,
                totals: totals.clone(),
            }
            .to_json(),
            totals,
            system,
        }
    }
}

fn lines(readings: &[Reading]) -> String {
    let line = |reading: &Reading| serde_json::to_string(reading).unwrap_or_default() + "\n";
    readings.iter().map(line).collect()
}

/// Returns the pictures of a request with the sizes that they will have, without data.
#[must_use]
pub fn expected_pictures(pages: &[&ReadablePage], granularity: Granularity, longest_side: Option<u32>) -> Vec<Picture> {
    // Two requests are one only if their pictures are the same.
    let names: Vec<&str> = pages.iter().map(|page| page.page.id.as_str()).collect();
    let picture = |of: &str, width: u32, height: u32, bytes: u64| Picture {
        sha256: format!("of {of}, calculated before it is sent"),
        format: PictureFormat::Png,
        width,
        height,
        bytes,
    };
    if granularity == Granularity::Merged && pages.len() > 1 {
        let side = longest_side.unwrap_or(MERGED_SIDE);
        return vec![picture(&names.join(" + "), side, side, 0)];
    }
    let of_page = |page: &&ReadablePage| {
        let (width, height) = (page.picture.width, page.picture.height);
        let longest = width.max(height).max(1);
        let bytes = page.picture.blob().map_or(0, Blob::size);
        match longest_side.filter(|side| *side < longest) {
            Some(side) => {
                let scaled = |length: u32| {
                    u32::try_from(u64::from(length) * u64::from(side) / u64::from(longest)).unwrap_or(side)
                };
                picture(&page.page.id, scaled(width), scaled(height), 0)
            }
            None => picture(&page.page.id, width, height, bytes),
        }
    };
    pages.iter().map(of_page).collect()
}
