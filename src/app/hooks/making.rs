//! Carries out what the person wants of made pages: making, adding to the samples, saving.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::file::File;
use texlens_blob::Blob;
use texlens_workspace::making::MakeForm;
use texlens_workspace::messages::Heard;
use texlens_workspace::messages::synthesis::{Event, Request};
use texlens_workspace::state::{Action, Making, MakingAction, OwnFormulas, Screen, ViewAction};
use texlens_workspace::words::{failures, making as words};
use yew::prelude::*;

use super::import::Importer;
use super::save::download;
use crate::worker::synthesis::SynthesisClient;

/// The endings of the files with formulas that can be dropped onto the screen.
pub(in crate::app) const FORMULA_FILES: &[&str] = &[".txt", ".jsonl", ".gz"];

/// An action of the user.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::app) enum MakeAsk {
    /// Makes the pages of a form.
    Make(MakeForm),
    /// Makes only the first page.
    Preview(MakeForm),
    /// Uses the formulas of a file in place of those that texlens supplies.
    Own(Vec<File>),
    /// Cancels what is being done. Pages that are made stay.
    Cancel,
    /// Adds the images to the samples.
    AddImages,
    /// Adds the PDFs to the samples.
    AddPdfs,
    /// Saves all files.
    SaveAll,
    /// Saves the PDF of the shown page.
    SavePdf,
}

/// Carries out the user's actions.
#[hook]
pub(in crate::app) fn use_making(
    making: &Rc<Making>,
    importer: &Importer,
    send: &Callback<Action>,
) -> Callback<MakeAsk> {
    let inner = {
        let (importer, send) = (importer.clone(), send.clone());
        use_memo((), move |()| Inner {
            client: SynthesisClient::new({
                let send = send.clone();
                move |heard| {
                    if let Heard::Event(Event::Packed { file, .. }) = &heard {
                        save(words::ARCHIVE, file, &send);
                    }
                    send.emit(Action::Making(MakingAction::Heard(Box::new(heard))));
                }
            }),
            importer,
            send,
            making: RefCell::default(),
        })
    };
    inner.making.replace(Rc::clone(making));
    use_callback(inner, |ask, inner| inner.carry_out(ask))
}

struct Inner {
    client: SynthesisClient,
    importer: Importer,
    send: Callback<Action>,
    /// The state at the last rendering.
    making: RefCell<Rc<Making>>,
}

impl PartialEq for Inner {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Inner {
    fn carry_out(&self, ask: MakeAsk) {
        let making = Rc::clone(&self.making.borrow());
        match ask {
            MakeAsk::Make(form) => self.make(form, &making, usize::MAX),
            MakeAsk::Preview(form) => self.make(form, &making, 1),
            MakeAsk::Own(files) => match files.as_slice() {
                [only] => {
                    let handle: &web_sys::File = only.as_ref();
                    let (name, file) = (only.name(), Blob::from(handle.clone()));
                    self.say(MakingAction::Own(Some(OwnFormulas { name, file })));
                }
                _ => self.say(MakingAction::Failed(words::ONE_FILE.to_owned())),
            },
            MakeAsk::Cancel => {
                self.client.give_up();
                self.say(MakingAction::Cancelled);
            }
            MakeAsk::AddImages => self.add(making.images()),
            MakeAsk::AddPdfs => self.add(making.pdfs()),
            MakeAsk::SaveAll => {
                let files = making.files();
                self.say(MakingAction::Packing(files.len()));
                self.client.ask(|job| Request::Pack { job, files });
            }
            MakeAsk::SavePdf => {
                let page = making.page();
                if let Some((page, file)) = page.and_then(|page| Some((page, page.file(&page.info.pdf)?))) {
                    save(&words::pdf(&page.info.name), file, &self.send);
                }
            }
        }
    }

    /// Makes at most this many pages.
    fn make(&self, form: MakeForm, making: &Making, most: usize) {
        let Ok(mut order) = form.order() else { return };
        order.pages = order.pages.min(most);
        let formulas = making.own.as_ref().map(|own| own.file.clone());
        self.say(MakingAction::Began(form, order.clone()));
        let order = Box::new(order);
        self.client.ask(|job| Request::Make { job, order, formulas });
    }

    fn say(&self, action: MakingAction) {
        self.send.emit(Action::Making(action));
    }

    /// Adds files to the samples as if they were dropped, and shows the samples.
    fn add(&self, files: Vec<(String, Blob)>) {
        let files = files.into_iter().map(|(path, file)| (path, Some(file)));
        self.importer.bring(files.collect());
        self.send.emit(Action::View(ViewAction::Screen(Screen::Samples)));
    }
}

/// Hands a file to the browser, which saves it.
fn save(name: &str, file: &Blob, send: &Callback<Action>) {
    if download(name, file).is_none() {
        send.emit(Action::Making(MakingAction::Failed(failures::NOT_SAVED.to_owned())));
    }
}
