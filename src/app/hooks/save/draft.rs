//! What is to be saved, as it was when the person asked for it.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap},
    rc::Rc,
};

use texlens_evaluate::{
    Bootstrap, Comparison, Detail, Evaluation, Kind, PackedBoard, Scored, list_settings, settings_of,
};
use texlens_metrics::Settings;
use texlens_report::{
    Assets, Cases, Content, FolderWriter, HtmlWriter, LevelScores, ReportError, ZipWriter, add_judge, to_csv, to_json,
    to_junit, to_latex, to_markdown,
};
use texlens_workspace::picture::{Picture, Source};
use texlens_workspace::saving::{Format, texts};
use texlens_workspace::state::State;

use super::breath::{Breath, Stopped};
use super::now;
use super::pictures::MAX_IMAGES;
use crate::app::hooks::base;
async fn evidence(_: &str, _: &PackedBoard) -> texlens_metrics::Evidence {
    texlens_metrics::Evidence::default()
}

/// Why nothing was saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::app) enum SaveError {
    /// The person has changed their mind.
    Stopped,
    /// A sentence.
    Failed(String),
}

impl From<Stopped> for SaveError {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<ReportError> for SaveError {
    fn from(error: ReportError) -> Self {
        Self::Failed(format!("Not saved: {error}"))
    }
}

/// How large a file will be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::app) struct Size {
    pub(in crate::app) bytes: u64,
    /// Whether it is known exactly, and not concluded from a part.
    pub(in crate::app) is_exact: bool,
    /// Images that are drawn only when it is saved, and come on top.
    pub(in crate::app) undrawn: usize,
}

/// Up to so many samples the size of a page is known exactly.
const EXACT: usize = 8;

/// An evaluation without the bytes of its images, which are put in when it is saved.
pub(in crate::app) struct Draft {
    pub(super) evaluation: Evaluation,
    pub(super) pictures: Vec<Option<Rc<Picture>>>,
    /// The datasets that are compared, where there are several.
    datasets: HashMap<Kind, Rc<str>>,
    /// Those of the metrics.
    settings: Settings,
    /// Comparisons take a while: they are made once.
    levels: RefCell<Option<Rc<Vec<LevelScores>>>>,
}

impl Draft {
    pub(super) fn of(state: &State) -> Self {
        // The worker refuses settings that are none.
        let settings = settings_of(&state.settings).unwrap_or_default();
        Self {
            evaluation: state.evaluation(now(), list_settings(&settings)),
            pictures: state.pictures(),
            datasets: Kind::ALL
                .into_iter()
                .filter_map(|kind| Some((kind, state.compared_dataset(kind)?)))
                .collect(),
            settings,
            levels: RefCell::default(),
        }
    }

    /// How large a file of some format will be.
    pub(super) async fn size(
        &self,
        format: Format,
        content: Content,
        assets: &Assets,
        breath: &Breath,
    ) -> Result<Size, SaveError> {
        let known = |bytes: u64| Size {
            bytes,
            is_exact: true,
            undrawn: 0,
        };
        if !format.has_images() {
            return Ok(known(self.scores(format, content, breath).await?.len() as u64));
        }
        let mut evaluation = self.whole(breath).await?;
        content.apply(&mut evaluation);
        breath.pause().await?;
        let is_exact = evaluation.samples.len() <= EXACT;
        let (images, undrawn) = if content.images { self.images() } else { (Vec::new(), 0) };
        let bytes = if format == Format::Html {
            let page = texlens_report::estimate(&evaluation, assets)?;
            page + images.iter().map(|bytes| bytes.div_ceil(3) * 4).sum::<u64>()
        } else {
            let files = texlens_report::estimate_zip(&evaluation, assets)?;
            files + images.iter().sum::<u64>()
        };
        Ok(Size {
            bytes,
            is_exact: is_exact && undrawn == 0 && (format == Format::Html || images.is_empty()),
            undrawn,
        })
    }

    /// Sizes of the images for which there is room, and how many are not drawn yet.
    fn images(&self) -> (Vec<u64>, usize) {
        let (mut sizes, mut undrawn, mut room) = (Vec::new(), 0, MAX_IMAGES);
        for picture in self.pictures.iter().flatten() {
            match (&picture.source, picture.blob()) {
                (Source::Page(_), _) => undrawn += 1,
                (_, Some(blob)) if blob.size() <= room => {
                    room -= blob.size();
                    sizes.push(blob.size());
                }
                _ => {}
            }
        }
        (sizes, undrawn)
    }

    /// The scores as a text.
    pub(super) async fn scores(&self, format: Format, content: Content, breath: &Breath) -> Result<String, SaveError> {
        let levels = self.levels(breath).await?;
        let comparisons: Vec<&Comparison> = levels.iter().map(|level| &level.comparison).collect();
        let Evaluation { title, provenance, .. } = &self.evaluation;
        Ok(match format {
            Format::Csv => to_csv(&levels)?,
            Format::Markdown => to_markdown(&comparisons),
            Format::Latex => to_latex(&comparisons),
            Format::Junit => to_junit(title, &levels, &[], Cases::Samples)?,
            Format::Json | Format::Html | Format::Folder => {
                let texts = if content.texts {
                    texts(&self.evaluation)
                } else {
                    Vec::new()
                };
                let json = to_json(title, provenance, &levels, &texts)?;
                let mut judges = self.evaluation.judge.iter();
                judges.try_fold(json, |json, run| add_judge(&json, run))?
            }
        })
    }

    /// The evaluation with what is to be said of its systems, where there are several.
    pub(super) async fn whole(&self, breath: &Breath) -> Result<Evaluation, SaveError> {
        let levels = self.levels(breath).await?;
        let several = levels.iter().filter(|level| level.comparison.systems.len() > 1);
        Ok(Evaluation {
            comparisons: several.map(|level| level.comparison.clone()).collect(),
            ..self.evaluation.clone()
        })
    }

    /// Scores and comparisons of every level.
    async fn levels(&self, breath: &Breath) -> Result<Rc<Vec<LevelScores>>, SaveError> {
        if let Some(known) = &*self.levels.borrow() {
            return Ok(known.clone());
        }
        let mut compared = Vec::new();
        for kind in Kind::ALL {
            let dataset = self.datasets.get(&kind).map(|dataset| &**dataset);
            let entries = self.evaluation.entries(kind, dataset);
            if entries.iter().any(|entry| entry.system.is_some()) {
                let packed = PackedBoard::of(kind, BTreeMap::new(), &entries).of_dataset(dataset.map(str::to_owned));
                compared.push(self.level(&packed, breath).await?);
            }
        }
        let compared = Rc::new(compared);
        self.levels.replace(Some(compared.clone()));
        Ok(compared)
    }

    /// Means, intervals and differences of a level, by the defaults of the command.
    async fn level(&self, packed: &PackedBoard, breath: &Breath) -> Result<LevelScores, SaveError> {
        let base = base().unwrap_or_default();
        let scorer = packed
            .scorer(&self.settings)
            .with_evidence(evidence(&base, packed).await);
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
            breath.pause().await?;
        }
        let board = packed.board(samples);
        let bootstrap = Bootstrap::default();
        let comparing = board.comparing(&scorer, &bootstrap).with_all_pairs();
        let mut steps = Vec::with_capacity(comparing.steps());
        for step in 0..comparing.steps() {
            steps.push(comparing.step(step));
            breath.pause().await?;
        }
        let comparison = comparing.finish(steps);
        drop(comparing);
        Ok(LevelScores {
            comparison,
            samples: board.samples,
        })
    }

    /// The page, as a file.
    pub(super) async fn html(evaluation: &Evaluation, assets: &Assets, breath: &Breath) -> Result<Vec<u8>, SaveError> {
        let mut writer = HtmlWriter::new(evaluation, assets)?;
        while writer.step()? {
            breath.step().await?;
        }
        Ok(writer.finish()?.into_bytes())
    }

    /// The folder, as a file.
    pub(super) async fn zip(evaluation: &Evaluation, assets: &Assets, breath: &Breath) -> Result<Vec<u8>, SaveError> {
        let mut zip = ZipWriter::default();
        for file in FolderWriter::new(evaluation, assets)? {
            zip.add(&file?)?;
            breath.step().await?;
        }
        Ok(zip.finish()?)
    }
}
