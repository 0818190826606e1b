//! Models that a person brings: the list of them, the check of another one, and reading with one.

use std::rc::Rc;

use texlens_ocr::Recognition;

use super::arriving::Arriving;
use super::{Pace, Run, State};
use crate::brought::Brought;
use crate::messages::image_to_text::{FoundModel, ReadImage};
use crate::own_models::{KeptModel, ModelData, ModelFile, ModelSummary, OwnTally, PageEnd};
use crate::readers::ReadablePage;
use crate::words::{own_models as words, providers};

/// The models that a person brings.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OwnModels {
    /// The models that can be run, those of earlier visits first.
    pub models: Vec<OwnModel>,
    /// The check of another model.
    pub check: OwnCheck,
    /// The model that is being stored, and the file that is stored at the moment.
    pub storing: Option<(u32, String)>,
    /// The reason why a model was not stored.
    pub trouble: Option<String>,
    /// What a model reads at the moment, or how that ended, until it is dismissed.
    pub stage: OwnStage,
    /// The number of the next model.
    next: u32,
}

/// A model that can be run.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnModel {
    /// Its number.
    pub id: u32,
    /// Its name, which no other model has.
    pub name: String,
    /// The files of its folder.
    pub files: Rc<Vec<ModelFile<ModelData>>>,
    /// What its check found.
    pub summary: Rc<ModelSummary>,
    /// The hash under which the browser stores it; `None` if it does not.
    pub kept: Option<String>,
}

/// The check of a model.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum OwnCheck {
    /// Nothing is checked.
    #[default]
    Idle,
    /// The files of this name are checked.
    Checking(String),
    /// A model was found and added: its number.
    Added(u32),
    /// A model was found that cannot be run.
    Faulty(String, Rc<ModelSummary>),
    /// No model was found, for this reason.
    Refused(String),
}

/// What a model does.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum OwnStage {
    /// Nothing.
    #[default]
    Idle,
    /// It reads.
    Reading(Rc<OwnRun>),
    /// It has read.
    Ended {
        /// The run.
        run: Rc<OwnRun>,
        /// Whether the person cancelled it.
        is_cancelled: bool,
    },
}

/// A run of a model over pages.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnRun {
    /// The name of the system.
    pub system: String,
    /// Number of all pages.
    pub all: usize,
    /// What came of the pages so far.
    pub tally: OwnTally,
    /// The page at work.
    pub page: String,
    /// What is done with it.
    pub doing: OwnDoing,
}

/// What is done with a page.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum OwnDoing {
    /// Its image is being prepared.
    #[default]
    Preparing,
    /// The runtime or the model is being loaded: the name of the download or file, bytes so far, all bytes.
    Loading(String, f64, Option<f64>),
    /// The model looks at the image; there is no token yet.
    Encoding,
    /// Its text is being written.
    Writing {
        /// The text so far.
        text: String,
        /// The number of its tokens.
        tokens: usize,
        /// Seconds since the first one was asked for.
        seconds: f64,
        /// The number of the formula from 1, and the number of all formulas, if formulas alone are read.
        formula: Option<(usize, usize)>,
    },
}

/// Events of models that a person brings.
#[derive(Debug)]
pub enum OwnModelAction {
    /// The models of earlier visits, by their hashes.
    Known(Vec<(String, KeptModel)>),
    /// Files of this name are being checked.
    Checking(String),
    /// The files were checked. An error is a sentence that says what to do.
    Checked(Result<FoundModel, String>),
    /// The check was given up.
    CheckCancelled,
    /// This file of a model is being stored.
    Storing(u32, String),
    /// A model was stored under this hash, or was not, for this reason.
    Stored(u32, Result<String, String>),
    /// A model was removed.
    Removed(u32),
    /// A model begins to read this number of pages, as a system of this name.
    Began(String, usize),
    /// A page is at work.
    Doing(String, OwnDoing),
    /// A page was read, or was not, for this reason.
    Page(Box<ReadablePage>, Result<Box<ReadImage>, String>),
    /// All pages are done, or the person has cancelled.
    Ended {
        /// Whether the person cancelled.
        is_cancelled: bool,
    },
    /// The message about the last run is dismissed.
    Dismissed,
}

impl OwnModels {
    /// Returns a model.
    #[must_use]
    pub fn get(&self, id: u32) -> Option<&OwnModel> {
        self.models.iter().find(|model| model.id == id)
    }

    /// Reports whether a model reads.
    #[must_use]
    pub fn is_reading(&self) -> bool {
        matches!(self.stage, OwnStage::Reading(_))
    }

    fn add(
        &mut self,
        name: &str,
        files: Vec<ModelFile<ModelData>>,
        summary: Rc<ModelSummary>,
        kept: Option<String>,
    ) -> u32 {
        let id = self.next;
        self.next += 1;
        let plain = if name.is_empty() { "model" } else { name };
        let numbered = (2..).map(|number| format!("{plain} ({number})"));
        let mut names = std::iter::once(plain.to_owned()).chain(numbered);
        let is_free = |name: &String| self.models.iter().all(|model| model.name != *name);
        self.models.push(OwnModel {
            id,
            // There are endless names.
            name: names.find(is_free).unwrap_or_default(),
            files: Rc::new(files),
            summary,
            kept,
        });
        id
    }

    fn checked(&mut self, found: Result<FoundModel, String>) {
        self.check = match found {
            Err(why) => OwnCheck::Refused(why),
            Ok(found) if !found.summary.can_run() => OwnCheck::Faulty(found.name, Rc::new(found.summary)),
            Ok(FoundModel { name, files, summary }) => {
                let handle = |ModelFile { path, data }| ModelFile {
                    path,
                    data: ModelData::Handle(data),
                };
                let files = files.into_iter().map(handle).collect();
                OwnCheck::Added(self.add(&name, files, Rc::new(summary), None))
            }
        };
    }

    fn known(&mut self, models: Vec<(String, KeptModel)>) {
        for (sha256, KeptModel { name, summary, files }) in models {
            let is_there = |model: &OwnModel| model.kept.as_ref() == Some(&sha256);
            if self.models.iter().any(is_there) {
                continue;
            }
            let kept = |ModelFile { path, data }| ModelFile {
                path,
                data: ModelData::Kept(data),
            };
            let files = files.into_iter().map(kept).collect();
            self.add(&name, files, Rc::new(summary), Some(sha256));
        }
    }

    fn run(&mut self, change: impl FnOnce(&mut OwnRun)) {
        if let OwnStage::Reading(run) = &mut self.stage {
            change(Rc::make_mut(run));
        }
    }
}

impl State {
    pub(super) fn own_models_after(&mut self, action: OwnModelAction) {
        let own = Rc::make_mut(&mut self.own_models);
        match action {
            OwnModelAction::Known(models) => own.known(models),
            OwnModelAction::Checking(name) => own.check = OwnCheck::Checking(name),
            OwnModelAction::Checked(found) => own.checked(found),
            OwnModelAction::CheckCancelled => own.check = OwnCheck::Idle,
            OwnModelAction::Storing(id, file) => {
                own.trouble = None;
                own.storing = Some((id, file));
            }
            OwnModelAction::Stored(id, stored) => {
                own.storing = None;
                match stored {
                    Ok(sha256) => {
                        if let Some(model) = own.models.iter_mut().find(|model| model.id == id) {
                            model.kept = Some(sha256);
                        }
                    }
                    Err(why) => own.trouble = Some(why),
                }
            }
            OwnModelAction::Removed(id) => {
                own.models.retain(|model| model.id != id);
                if own.check == OwnCheck::Added(id) {
                    own.check = OwnCheck::Idle;
                }
            }
            OwnModelAction::Began(system, all) => {
                own.stage = OwnStage::Reading(Rc::new(OwnRun {
                    system,
                    all,
                    tally: OwnTally::default(),
                    page: String::new(),
                    doing: OwnDoing::default(),
                }));
            }
            OwnModelAction::Doing(page, doing) => own.run(|run| (run.page, run.doing) = (page, doing)),
            OwnModelAction::Page(page, read) => self.page_by_own_model(&page, read),
            OwnModelAction::Ended { is_cancelled } => {
                if let OwnStage::Reading(run) = &own.stage {
                    let run = Rc::clone(run);
                    own.stage = OwnStage::Ended { run, is_cancelled };
                }
            }
            OwnModelAction::Dismissed => {
                if !own.is_reading() {
                    own.stage = OwnStage::Idle;
                }
            }
        }
    }

    /// Takes what a model has read of a page as the prediction of its system.
    fn page_by_own_model(&mut self, page: &ReadablePage, read: Result<Box<ReadImage>, String>) {
        let OwnStage::Reading(run) = &self.own_models.stage else {
            return;
        };
        let (system, is_first) = (run.system.clone(), run.tally.done() == 0);
        let (end, text) = match read {
            Err(why) => (PageEnd::Failed(why), None),
            Ok(read) => {
                let ReadImage {
                    text,
                    tokens,
                    stop,
                    seconds,
                    mut remarks,
                    formulas,
                    runs_on,
                } = *read;
                remarks.extend(formulas.and_then(|(read, kept)| words::formulas(read, kept)));
                let pace = Pace {
                    seconds,
                    device: providers::device(&runs_on.device),
                };
                let end = PageEnd::Read {
                    tokens: tokens.len(),
                    seconds,
                    stop,
                    remarks,
                    runs_on,
                };
                (end, Some((text, pace)))
            }
        };
        Rc::make_mut(&mut self.own_models).run(|run| run.tally.add(&page.page.id, end));
        let Some((text, pace)) = text else { return };
        let again = self.answers_of(&system);
        let draft = page.read_by(&system, text);
        if !self.is_known(&draft, &again) {
            let brought = Brought {
                drafts: vec![draft],
                ..Brought::default()
            };
            let arriving = Arriving {
                is_first,
                again,
                ..Arriving::default()
            };
            self.take(brought, arriving);
        }
        let of_system = self.answers_of(&system);
        if let Some(id) = of_system.samples.get(page.page.id.as_str()).copied() {
            self.edit(id, |sample| {
                sample.run = Some(Run {
                    pace: Some(pace),
                    ..Run::default()
                });
            });
        }
    }

    /// Returns what the built-in OCR has read of a page.
    #[must_use]
    pub fn read_by_built_in(&self, page: &ReadablePage) -> Option<&Recognition> {
        let mut of_page = self.samples.iter().filter(|sample| *sample.case == *page.page.id);
        of_page.find_map(|sample| sample.recognition())
    }

    /// Returns the number of predictions on these pages that a system replaces.
    #[must_use]
    pub fn replaced_by_system(&self, system: &str, pages: &[ReadablePage]) -> usize {
        let again = self.answers_of(system);
        let is_there = |page: &&ReadablePage| again.samples.contains_key(page.page.id.as_str());
        pages.iter().filter(is_there).count()
    }
}
