//! An evaluation on its way into files.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;
use std::rc::Rc;

use texlens_evaluate::{
    Bootstrap, Comparison, Detail, Evaluation, Kind, PackedBoard, SampleResult, Scored, UnitTests, settings_of, texts,
};
use texlens_metrics::Settings;
use texlens_report::{
    Assets, Cases, Content, FolderWriter, HtmlWriter, LevelScores, MAX_BYTES, ReportError, ZipWriter, add_judge,
    to_csv, to_json, to_junit, to_latex, to_markdown,
};
use texlens_workspace::messages::saving::{Images, Size, Subject};
use texlens_workspace::saving::Format;

use super::pace::{Cancelled, Pace};
use crate::texbleu::evidence;

/// Number of samples up to which the size of a page is known exactly.
const EXACT: usize = 8;

/// Limit on the bytes of all images: written as text they take a third more, and the rest of the page needs room, too.
pub(super) const MAX_IMAGES: u64 = MAX_BYTES as u64 / 2;

/// The reason why no file was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SaveError {
    /// The job was cancelled.
    Cancelled,
    /// A message for the person.
    Failed(String),
}

impl From<Cancelled> for SaveError {
    fn from(Cancelled: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<ReportError> for SaveError {
    fn from(error: ReportError) -> Self {
        Self::Failed(format!("Not saved: {error}"))
    }
}

/// An evaluation without the bytes of its images, which are added when a file is written.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) evaluation: Evaluation,
    /// The datasets that are compared, if there are several.
    datasets: HashMap<Kind, String>,
    /// The settings of the metrics.
    settings: Settings,
    /// Scores and comparisons of all levels, once calculated.
    levels: RefCell<Option<Rc<Vec<LevelScores>>>>,
}

impl Draft {
    pub(super) fn of(subject: Subject) -> Self {
        Self {
            evaluation: subject.evaluation,
            datasets: subject.datasets,
            // Nothing was scored with invalid settings.
            settings: settings_of(&subject.settings).unwrap_or_default(),
            levels: RefCell::default(),
        }
    }

    /// Adds samples to the evaluation.
    pub(super) fn add(&mut self, samples: Vec<SampleResult>) {
        self.evaluation.samples.extend(samples);
        self.levels.take();
    }

    /// Estimates the size of a file with images.
    pub(super) async fn size(
        &self,
        format: Format,
        content: Content,
        images: &Images,
        assets: &Assets,
        (base, pace): (&str, &Pace<'_>),
    ) -> Result<Size, SaveError> {
        let mut evaluation = self.whole(base, pace).await?;
        content.apply(&mut evaluation);
        pace.pause().await?;
        let (sizes, undrawn) = if content.images {
            (within(&images.sizes), images.undrawn)
        } else {
            (Vec::new(), 0)
        };
        let bytes = if format == Format::Html {
            let page = texlens_report::estimate(&evaluation, assets)?;
            page + sizes.iter().map(|bytes| bytes.div_ceil(3) * 4).sum::<u64>()
        } else {
            let files = texlens_report::estimate_zip(&evaluation, assets)?;
            files + sizes.iter().sum::<u64>()
        };
        let is_exact = evaluation.samples.len() <= EXACT;
        Ok(Size {
            bytes,
            is_exact: is_exact && undrawn == 0 && (format == Format::Html || sizes.is_empty()),
            undrawn,
        })
    }

    /// Writes the scores as a text.
    pub(super) async fn scores(
        &self,
        format: Format,
        content: Content,
        (base, pace): (&str, &Pace<'_>),
    ) -> Result<String, SaveError> {
        let levels = self.levels(base, pace).await?;
        let comparisons: Vec<&Comparison> = levels.iter().map(|level| &level.comparison).collect();
        let Evaluation { title, provenance, .. } = &self.evaluation;
        let unit_tests = self.unit_tests();
        let unit_tests = unit_tests.as_ref();
        Ok(match format {
            Format::Csv => to_csv(&levels, unit_tests)?,
            Format::Markdown => to_markdown(&comparisons, unit_tests, provenance.filtered.as_ref()),
            Format::Latex => to_latex(&comparisons, unit_tests, provenance.filtered.as_ref()),
            Format::Junit => to_junit(title, &levels, unit_tests, &[], Cases::Samples)?,
            Format::Json | Format::Html | Format::Folder => {
                let texts = if content.texts {
                    texts(&self.evaluation)
                } else {
                    Vec::new()
                };
                let json = to_json(title, provenance, &levels, unit_tests, &texts)?;
                let mut judges = self.evaluation.judge.iter();
                judges.try_fold(json, |json, run| add_judge(&json, run))?
            }
        })
    }

    /// Returns the evaluation with the comparisons of each level that has several systems.
    pub(super) async fn whole(&self, base: &str, pace: &Pace<'_>) -> Result<Evaluation, SaveError> {
        let levels = self.levels(base, pace).await?;
        let several = levels.iter().filter(|level| level.comparison.systems.len() > 1);
        Ok(Evaluation {
            comparisons: several.map(|level| level.comparison.clone()).collect(),
            unit_tests: self.unit_tests(),
            ..self.evaluation.clone()
        })
    }

    /// Returns the pass rates of the unit tests of all samples.
    fn unit_tests(&self) -> Option<UnitTests> {
        let verdicts = self.evaluation.samples.iter().flat_map(|sample| &sample.unit_tests);
        UnitTests::of(verdicts, &Bootstrap::default(), NonZeroUsize::MIN)
    }

    /// Returns scores and comparisons of every level.
    async fn levels(&self, base: &str, pace: &Pace<'_>) -> Result<Rc<Vec<LevelScores>>, SaveError> {
        if let Some(known) = &*self.levels.borrow() {
            return Ok(known.clone());
        }
        let mut compared = Vec::new();
        for kind in Kind::ALL {
            let dataset = self.datasets.get(&kind);
            let entries = self.evaluation.entries(kind, dataset.map(String::as_str));
            if entries.iter().any(|entry| entry.system.is_some()) {
                let packed = PackedBoard::of(kind, BTreeMap::new(), &entries).of_dataset(dataset.cloned());
                compared.push(self.level(&packed, base, pace).await?);
            }
        }
        let compared = Rc::new(compared);
        self.levels.replace(Some(compared.clone()));
        Ok(compared)
    }

    /// Calculates means, intervals and differences of a level with the defaults of the command.
    async fn level(&self, packed: &PackedBoard, base: &str, pace: &Pace<'_>) -> Result<LevelScores, SaveError> {
        let scorer = packed
            .scorer(&self.settings)
            .with_evidence(evidence(base, packed, &self.settings).await);
        let known = |sample: u32| {
            let sample = self.evaluation.samples.get(usize::try_from(sample).ok()?)?;
            Some(Scored {
                detail: Detail::Values,
                scores: sample.scores.clone(),
                counts: sample.counts.clone(),
                error_types: sample.error_types.clone(),
                suspicions: sample.suspicions.clone(),
                formulas: Vec::new(),
                compilation: sample.compilation.clone(),
            })
        };
        let mut samples = Vec::with_capacity(packed.cases.len());
        for case in 0..packed.cases.len() {
            samples.extend(packed.unpack_case(case, &scorer, known));
            pace.pause().await?;
        }
        let board = packed.board(samples);
        let bootstrap = Bootstrap::default();
        let comparing = board.comparing(&scorer, &bootstrap).with_all_pairs();
        let mut steps = Vec::with_capacity(comparing.steps());
        for step in 0..comparing.steps() {
            steps.push(comparing.step(step));
            pace.pause().await?;
        }
        let comparison = comparing.finish(steps);
        drop(comparing);
        Ok(LevelScores {
            comparison,
            samples: board.samples,
        })
    }
}

/// Returns the sizes of the images that fit into [`MAX_IMAGES`], taken in order.
fn within(sizes: &[u64]) -> Vec<u64> {
    let mut room = MAX_IMAGES;
    let mut fits = |size: &u64| {
        let left = room.checked_sub(*size);
        room = left.unwrap_or(room);
        left.is_some()
    };
    sizes.iter().copied().filter(|size| fits(size)).collect()
}

/// Writes the report as one page.
pub(super) async fn html(evaluation: &Evaluation, assets: &Assets, pace: &Pace<'_>) -> Result<Vec<u8>, SaveError> {
    let mut writer = HtmlWriter::new(evaluation, assets)?;
    while writer.step()? {
        pace.step().await?;
    }
    Ok(writer.finish()?.into_bytes())
}

/// Writes the report as a folder in an archive.
pub(super) async fn zip(evaluation: &Evaluation, assets: &Assets, pace: &Pace<'_>) -> Result<Vec<u8>, SaveError> {
    let mut zip = ZipWriter::default();
    for file in FolderWriter::new(evaluation, assets)? {
        zip.add(&file?)?;
        pace.step().await?;
    }
    Ok(zip.finish()?)
}
