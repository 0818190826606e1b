//! Made pages, and what is being done with them.

use std::rc::Rc;

use texlens_blob::Blob;

use super::{Notice, State};
use crate::making::{MakeForm, MakeOrder};
use crate::messages::Heard;
use crate::messages::synthesis::{Event, MadeInfo, MakeSummary};
use crate::words::failures;

/// The folder of the dataset in the folder of a run.
const DATASET: &str = "dataset/";
/// The folder that holds the folder of the PDFs.
const PDF_PARENT: &str = "pdf-parse-bench/";
/// The name of a dataset's manifest.
const MANIFEST: &str = "manifest.jsonl";
/// The name of the report of a run.
const REPORT: &str = "report.json";

/// The state of the screen that makes pages.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Making {
    /// Whether the screen is shown.
    pub is_shown: bool,
    /// The form of the last run.
    pub form: MakeForm,
    /// What is made.
    pub order: Option<Rc<MakeOrder>>,
    /// The pages that are made.
    pub pages: Vec<Rc<MadePage>>,
    /// The page that is shown, by its index.
    pub at: usize,
    /// The image of the page that is shown, by its index; if the page has fewer, the last one.
    pub picture: usize,
    /// What was made, once the formulas are read.
    pub summary: Option<Rc<MakeSummary>>,
    /// The report of the run.
    pub report: Option<Blob>,
    /// What is being done.
    pub stage: MakingStage,
    /// What went wrong last, and what to do.
    pub trouble: Option<String>,
    /// The person's own formulas, in place of those that texlens supplies.
    pub own: Option<OwnFormulas>,
    /// The pages that others have replaced, for undo.
    pub replaced: Option<Rc<Making>>,
}

/// A file with formulas.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnFormulas {
    /// The name of the file.
    pub name: String,
    /// The file.
    pub file: Blob,
}

/// A made page with its files.
#[derive(Debug, Clone, PartialEq)]
pub struct MadePage {
    /// What is known of it.
    pub info: MadeInfo,
    /// The files by their paths.
    pub files: Vec<(String, Blob)>,
    /// The boxes over each image, as SVG.
    pub boxes: Vec<Blob>,
}

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum MakingStage {
    /// Nothing.
    #[default]
    Idle,
    /// The formulas are being read.
    Reading,
    /// Files are being loaded: bytes so far, and in all.
    Loading(f64, f64),
    /// Pages are being made.
    Making,
    /// Files are being packed: the number so far, and of all.
    Packing(usize, usize),
}

/// Events of the screen that makes pages.
#[derive(Debug)]
pub enum MakingAction {
    /// Pages are being made, in place of those before.
    Began(MakeForm, MakeOrder),
    /// This many files are being packed.
    Packing(usize),
    /// The worker says something.
    Heard(Box<Heard<Event>>),
    /// The user cancelled the work.
    Cancelled,
    /// Something failed, with a message that says what to do.
    Failed(String),
    /// A page is shown.
    Show(usize),
    /// Another image of the page is shown.
    Picture(usize),
    /// Other formulas are to be used.
    Own(Option<OwnFormulas>),
    /// Pages that were replaced come back.
    Undo,
    /// The message is dismissed.
    Dismissed,
    /// The offer to undo is dismissed.
    Forgotten,
}

impl MadePage {
    /// Returns a file by its path.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&Blob> {
        let mut files = self.files.iter();
        files.find(|(of, _)| of == path).map(|(_, file)| file)
    }
}

impl Making {
    /// Reports whether something is being done.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.stage != MakingStage::Idle
    }

    /// Returns the page that is shown.
    #[must_use]
    pub fn page(&self) -> Option<&Rc<MadePage>> {
        self.pages.get(self.at)
    }

    /// Returns all files of the run, by their paths in its folder.
    #[must_use]
    pub fn files(&self) -> Vec<(String, Blob)> {
        let pages = self.pages.iter().flat_map(|page| page.files.iter().cloned());
        let mut files: Vec<(String, Blob)> = pages.collect();
        files.push((format!("{DATASET}{MANIFEST}"), self.manifest(|info| &info.manifest)));
        files.extend(self.report.clone().map(|report| (REPORT.to_owned(), report)));
        files
    }

    /// Returns a dataset folder with the images and the references.
    #[must_use]
    pub fn images(&self) -> Vec<(String, Blob)> {
        let files = self.pages.iter().flat_map(|page| page.files.iter());
        let files = files.filter_map(|(path, file)| Some((path.strip_prefix(DATASET)?.to_owned(), file.clone())));
        self.dataset(files, |info| &info.manifest)
    }

    /// Returns a dataset folder with the PDFs and the references.
    #[must_use]
    pub fn pdfs(&self) -> Vec<(String, Blob)> {
        let files = self.pages.iter().flat_map(|page| {
            let MadeInfo { pdf, reference, .. } = &page.info;
            [(pdf, PDF_PARENT), (reference, DATASET)]
                .into_iter()
                .filter_map(|(path, parent)| Some((path.strip_prefix(parent)?.to_owned(), page.file(path)?.clone())))
        });
        self.dataset(files, |info| &info.pdf_manifest)
    }

    /// Returns a dataset folder: its files, and the manifest of all pages.
    fn dataset(
        &self,
        files: impl Iterator<Item = (String, Blob)>,
        lines: impl Fn(&MadeInfo) -> &str,
    ) -> Vec<(String, Blob)> {
        // Samples of two seeds differ in the folder of their files.
        let folder = format!("pages-{}", self.order.as_ref().map_or(0, |order| order.seed));
        let files = files.chain([(MANIFEST.to_owned(), self.manifest(lines))]);
        files.map(|(path, file)| (format!("{folder}/{path}"), file)).collect()
    }

    fn manifest(&self, lines: impl Fn(&MadeInfo) -> &str) -> Blob {
        let lines: String = self.pages.iter().map(|page| lines(&page.info)).collect();
        Blob::new(lines.as_bytes(), "application/jsonl")
    }

    /// Keeps one step back only: pages take memory.
    fn forget_older(&mut self) {
        if let Some(replaced) = &mut self.replaced {
            Rc::make_mut(replaced).replaced = None;
        }
    }

    fn fail(&mut self, message: String) {
        self.stage = MakingStage::Idle;
        self.trouble = Some(message);
    }

    fn hear(&mut self, heard: Heard<Event>) {
        match heard {
            Heard::Event(Event::Loading { loaded, total, .. }) => self.stage = MakingStage::Loading(loaded, total),
            Heard::Event(Event::Compiling { .. }) => self.stage = MakingStage::Making,
            Heard::Event(Event::Made {
                summary,
                report,
                page,
                files,
                boxes,
                ..
            }) => {
                self.summary = Some(Rc::new(*summary));
                self.report = Some(report);
                if let Some(info) = page {
                    self.pages.push(Rc::new(MadePage {
                        info: *info,
                        files,
                        boxes,
                    }));
                }
            }
            Heard::Event(Event::Ended { .. } | Event::Packed { .. }) | Heard::Cancelled { .. } => {
                self.stage = MakingStage::Idle;
            }
            Heard::Progress { done, total, .. } => self.stage = MakingStage::Packing(done, total),
            Heard::Failed { message, .. } => self.fail(message),
            Heard::Restarted { message, .. } => self.fail(failures::making_lost(&message)),
        }
    }
}

impl State {
    pub(super) fn making_after(&mut self, action: MakingAction) {
        let making = Rc::make_mut(&mut self.making);
        let before = making.stage;
        match action {
            MakingAction::Began(form, order) => {
                let before = std::mem::take(making);
                *making = Making {
                    is_shown: before.is_shown,
                    form,
                    order: Some(Rc::new(order)),
                    stage: MakingStage::Reading,
                    picture: before.picture,
                    own: before.own.clone(),
                    // Without a page, what could come back before still can.
                    replaced: match before.pages.is_empty() {
                        true => before.replaced.clone(),
                        false => Some(Rc::new(before)),
                    },
                    ..Making::default()
                };
                making.forget_older();
            }
            MakingAction::Packing(files) => {
                making.trouble = None;
                making.stage = MakingStage::Packing(0, files);
            }
            // Messages of a worker that was ended may still arrive.
            MakingAction::Heard(heard) if making.is_busy() => {
                making.hear(*heard);
            }
            MakingAction::Heard(_) => {}
            MakingAction::Cancelled => making.stage = MakingStage::Idle,
            MakingAction::Failed(message) => making.fail(message),
            MakingAction::Show(page) => making.at = page.min(making.pages.len().saturating_sub(1)),
            MakingAction::Picture(picture) => making.picture = picture,
            MakingAction::Own(own) => making.own = own,
            MakingAction::Undo => {
                if let Some(replaced) = making.replaced.take() {
                    *making = Making {
                        is_shown: making.is_shown,
                        own: making.own.clone(),
                        stage: MakingStage::Idle,
                        trouble: None,
                        replaced: None,
                        ..(*replaced).clone()
                    };
                }
            }
            MakingAction::Dismissed => making.trouble = None,
            MakingAction::Forgotten => making.replaced = None,
        }
        if before == MakingStage::Idle || making.is_busy() {
            return;
        }
        if let Some(message) = &making.trouble {
            self.notice = Some(Notice::Failed(message.clone()));
        } else if !matches!(before, MakingStage::Packing(..)) {
            self.notice = Some(Notice::Made(making.pages.len()));
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::state::Action;

    fn after(state: State, actions: impl IntoIterator<Item = MakingAction>) -> State {
        let mut actions = actions.into_iter();
        actions
            .try_fold(state, |state, action| Some(state.after(Action::Making(action))))
            .unwrap()
    }

    fn made(name: &str, formulas: usize) -> MakingAction {
        let page = (!name.is_empty()).then(|| {
            Box::new(MadeInfo {
                name: name.to_owned(),
                layout: String::new(),
                pictures: Vec::new(),
                reference: "a.tex".to_owned(),
                pdf: String::new(),
                manifest: String::new(),
                pdf_manifest: String::new(),
            })
        });
        MakingAction::Heard(Box::new(Heard::Event(Event::Made {
            job: 1,
            summary: Box::new(MakeSummary {
                pages: usize::from(page.is_some()),
                formulas,
                ..MakeSummary::default()
            }),
            report: Blob::new(b"{}", ""),
            files: vec![("a.tex".to_owned(), Blob::new(b"a", ""))],
            page,
            boxes: Vec::new(),
        })))
    }

    fn heard(heard: Heard<Event>) -> MakingAction {
        MakingAction::Heard(Box::new(heard))
    }

    fn began() -> MakingAction {
        let form = MakeForm::default();
        let order = form.order().unwrap();
        MakingAction::Began(form, order)
    }

    #[test]
    fn what_was_made_stays_after_cancelling_and_nothing_comes_later() {
        let state = after(State::default(), [began(), made("", 0), made("001", 7)]);
        assert!(state.making.is_busy());
        let state = after(state, [MakingAction::Cancelled, made("002", 9)]);
        let making = &state.making;
        assert_eq!((making.is_busy(), making.pages.len()), (false, 1));
        assert_eq!(making.summary.as_ref().unwrap().formulas, 7);
        assert!(making.page().unwrap().file("a.tex").is_some());
        assert_eq!(state.notice, Some(Notice::Made(1)));
    }

    #[test]
    fn pages_that_a_preview_replaces_come_back_one_step_and_formulas_stay() {
        let own = OwnFormulas {
            name: "mine.txt".to_owned(),
            file: Blob::new(b"x", ""),
        };
        let state = after(
            State::default(),
            [
                MakingAction::Own(Some(own)),
                began(),
                made("001", 7),
                MakingAction::Cancelled,
                began(),
                MakingAction::Failed("no formula".to_owned()),
            ],
        );
        assert!(state.making.pages.is_empty() && state.making.own.is_some());
        // A run without a page does not cost what could come back.
        let state = after(
            state,
            [
                MakingAction::Dismissed,
                began(),
                MakingAction::Cancelled,
                MakingAction::Undo,
            ],
        );
        assert_eq!((state.making.pages.len(), state.making.is_busy()), (1, false));
        assert!(state.making.own.is_some() && state.making.trouble.is_none());
        let state = after(state, [began(), made("001", 1), MakingAction::Cancelled, began()]);
        assert!(state.making.replaced.as_ref().unwrap().replaced.is_none());
    }

    #[test]
    fn a_run_gives_its_folder_and_datasets_of_images_and_of_pdfs() {
        let mut making = Making {
            order: MakeForm::default().order().ok().map(Rc::new),
            report: Some(Blob::new(b"{}", "")),
            ..Making::default()
        };
        for name in ["001", "002"] {
            let paths = [
                "dataset/images/N.png",
                "dataset/references/N.tex",
                "pdf-parse-bench/pdfs/N.pdf",
                "places/N.json",
            ];
            let paths = paths.map(|path| path.replace('N', name));
            let info = MadeInfo {
                name: name.to_owned(),
                layout: String::new(),
                pictures: Vec::new(),
                reference: paths[1].clone(),
                pdf: paths[2].clone(),
                manifest: format!("{name} image\n"),
                pdf_manifest: format!("{name} pdf\n"),
            };
            let files = paths.map(|path| (path, Blob::new(name.as_bytes(), ""))).to_vec();
            let boxes = Vec::new();
            making.pages.push(Rc::new(MadePage { info, files, boxes }));
        }
        let of_page = |files: Vec<(String, Blob)>| -> Vec<String> {
            let paths = files.into_iter().map(|(path, _)| path);
            paths.filter(|path| !path.contains("002")).collect()
        };
        assert_eq!(
            of_page(making.files()),
            [
                "dataset/images/001.png",
                "dataset/references/001.tex",
                "pdf-parse-bench/pdfs/001.pdf",
                "places/001.json",
                "dataset/manifest.jsonl",
                "report.json"
            ]
        );
        assert_eq!(
            of_page(making.images()),
            [
                "pages-1/images/001.png",
                "pages-1/references/001.tex",
                "pages-1/manifest.jsonl"
            ]
        );
        assert_eq!(
            of_page(making.pdfs()),
            [
                "pages-1/pdfs/001.pdf",
                "pages-1/references/001.tex",
                "pages-1/manifest.jsonl"
            ]
        );
        let manifest = making.pdfs().pop().unwrap().1;
        assert_eq!(manifest.read_now(0, 100).unwrap(), b"001 pdf\n002 pdf\n");
    }

    #[test]
    fn a_worker_that_dies_leaves_its_pages_and_a_message() {
        let lost = heard(Heard::Restarted {
            message: "The worker died.".to_owned(),
            lost: vec![1],
        });
        let state = after(State::default(), [began(), made("001", 7), lost]);
        assert_eq!(state.making.pages.len(), 1);
        assert!(state.making.trouble.as_ref().unwrap().contains("pages"));
        let state = after(state, [began()]);
        assert!(state.making.pages.is_empty() && state.making.trouble.is_none());
    }
}
