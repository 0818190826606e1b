//! Carries out what the person wants of models of their own: the check, the store, and reading.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo::file::File;
use gloo::storage::Storage;
use texlens_blob::Blob;
use texlens_browser::user_files::{UseOfFiles, UserFiles};
use texlens_workspace::messages::image_to_text::{ModelOrder, PageFormulas, ReadImage};
use texlens_workspace::own_models::{KeptModel, ModelData, ModelFile, OwnForm, OwnReads};
use texlens_workspace::picture::Source;
use texlens_workspace::readers::ReadablePage;
use texlens_workspace::state::{Action, OwnDoing, OwnModel, OwnModelAction};
use texlens_workspace::words::own_models as words;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::base;
use super::disk::Files;
use super::folders::with_path;
use crate::app::store::Store;
use crate::worker::asking::AskError;
use crate::worker::image_to_text::{ImageToTextClient, ReadError};
use crate::worker::pdf::PdfClient;

/// The storage key of the last form.
const FORM: &str = "texlens-own-model-form";

/// An action of the user.
#[derive(Clone)]
pub(in crate::app) enum OwnAsk {
    /// Lists the models that the browser stores.
    Look,
    /// Checks chosen files: those of a folder, or an archive.
    Choose(Vec<File>),
    /// Checks dropped files.
    Drop(Files),
    /// Gives the check up.
    CancelCheck,
    /// Stores a model in the browser.
    Keep(u32),
    /// Removes a model, also from the browser.
    Remove(u32),
    /// Reads pages as the form says.
    Read(OwnForm),
    /// Cancels reading. What was read stays.
    Cancel,
}

/// Returns the form of the last run.
pub(in crate::app) fn last_own_form() -> OwnForm {
    gloo::storage::LocalStorage::get(FORM).unwrap_or_default()
}

/// Carries out the user's actions.
#[hook]
pub(in crate::app) fn use_own_models(
    pdf: &PdfClient,
    state: &UseReducerHandle<Store>,
    send: &Callback<Action>,
) -> Callback<OwnAsk> {
    let inner = {
        let (pdf, send) = (pdf.clone(), send.reform(Action::OwnModels));
        use_memo((), move |()| Inner {
            client: ImageToTextClient::new(),
            pdf,
            send,
            state: RefCell::default(),
            turn: Cell::default(),
            reads: Rc::default(),
        })
    };
    inner.state.replace(Some(state.clone()));
    use_callback(inner, |ask, inner| {
        let inner = Rc::clone(inner);
        match ask {
            OwnAsk::Look => spawn_local(async move { inner.look().await }),
            OwnAsk::Choose(files) => {
                let listed = files
                    .into_iter()
                    .map(|file| with_path(AsRef::<web_sys::File>::as_ref(&file).clone()));
                let files = listed.collect();
                spawn_local(async move { inner.check(files).await });
            }
            OwnAsk::Drop(files) => spawn_local(async move { inner.check(files).await }),
            OwnAsk::CancelCheck => {
                inner.client.end_checker();
                inner.send.emit(OwnModelAction::CheckCancelled);
            }
            OwnAsk::Keep(id) => spawn_local(async move { inner.keep(id).await }),
            OwnAsk::Remove(id) => spawn_local(async move { inner.remove(id).await }),
            OwnAsk::Read(form) => spawn_local(async move { inner.read(form).await }),
            OwnAsk::Cancel => inner.cancel(),
        }
    })
}

struct Inner {
    client: ImageToTextClient,
    pdf: PdfClient,
    send: Callback<OwnModelAction>,
    /// The state at the last rendering.
    state: RefCell<Option<UseReducerHandle<Store>>>,
    /// Counts the runs, so that one that was cancelled can be recognised.
    turn: Cell<u32>,
    /// Whether the model is loaded in the present run, so that the worker hears a cancellation soon.
    reads: Rc<Cell<bool>>,
}

impl PartialEq for Inner {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// A run over pages.
struct Run {
    turn: u32,
    /// The number of the model.
    id: u32,
    order: ModelOrder,
    reads: OwnReads,
}

impl Inner {
    fn with_state<R>(&self, with: impl FnOnce(&Store) -> R) -> Option<R> {
        let state = self.state.borrow();
        state.as_ref().map(|state| with(state))
    }

    fn model(&self, id: u32) -> Option<OwnModel> {
        self.with_state(|state| state.own_models.get(id).cloned()).flatten()
    }

    async fn look(&self) {
        self.send.emit(OwnModelAction::Known(stored().await));
    }

    async fn check(&self, files: Files) {
        let name = files
            .first()
            .map(|(path, _)| path.split('/').next().unwrap_or_default().to_owned());
        // Without a file, the person has left the browser's dialog.
        let Some(name) = name else { return };
        self.send.emit(OwnModelAction::Checking(name));
        let files = files
            .into_iter()
            .filter_map(|(path, data)| Some(ModelFile { path, data: data? }));
        match self.client.check(files.collect()).await {
            Ok(found) => self.send.emit(OwnModelAction::Checked(Ok(found))),
            Err(AskError::Failed(why)) => self.send.emit(OwnModelAction::Checked(Err(why))),
            Err(AskError::GivenUp) => {}
        }
    }

    async fn keep(&self, id: u32) {
        let Some(model) = self.model(id) else { return };
        let handles = model.files.iter().filter_map(|file| match &file.data {
            ModelData::Handle(data) => Some(ModelFile {
                path: file.path.clone(),
                data: data.clone(),
            }),
            ModelData::Kept(_) => None,
        });
        let tell = {
            let send = self.send.clone();
            move |doing| {
                if let OwnDoing::Loading(file, ..) = doing {
                    send.emit(OwnModelAction::Storing(id, file));
                }
            }
        };
        self.send.emit(OwnModelAction::Storing(id, model.name.clone()));
        let stored = self.client.keep(model.name, handles.collect(), Box::new(tell)).await;
        let stored = stored.map_err(|error| match error {
            AskError::Failed(why) => why,
            AskError::GivenUp => words::NOT_STORED.to_owned(),
        });
        self.send.emit(OwnModelAction::Stored(id, stored));
    }

    async fn remove(&self, id: u32) {
        let kept = self.model(id).and_then(|model| model.kept);
        self.client.unload(id);
        self.send.emit(OwnModelAction::Removed(id));
        if let (Some(sha256), Some(base)) = (kept, base()) {
            let (gone, others): (Vec<_>, Vec<_>) = stored().await.into_iter().partition(|(hash, _)| *hash == sha256);
            let others: Vec<KeptModel> = others.into_iter().map(|(_, model)| model).collect();
            let files = UserFiles::open(&base, UseOfFiles::ModelFiles).await;
            for (_, model) in &gone {
                for file in model.alone(&others) {
                    files.forget(file).await;
                }
            }
            UserFiles::open(&base, UseOfFiles::Models).await.forget(&sha256).await;
        }
    }

    async fn read(&self, form: OwnForm) {
        // The next form is usually similar. Without storage, the user must fill it in again.
        let _ = gloo::storage::LocalStorage::set(FORM, &form);
        let Some(model) = form.model.and_then(|id| self.model(id)) else {
            return;
        };
        let usual = words::usual_system(&model.name, form.reads);
        let found = self.with_state(|state| (state.readable(form.which), state.reading.provider));
        let (Some((pages, provider)), Ok(order)) = (found, form.order(&usual, &model.summary)) else {
            return;
        };
        let turn = self.turn.get() + 1;
        self.turn.set(turn);
        self.reads.set(false);
        self.send.emit(OwnModelAction::Began(order.system, pages.len()));
        let run = Run {
            turn,
            order: ModelOrder {
                files: model.files.to_vec(),
                dtype: order.dtype,
                tokens: order.tokens,
                beams: order.beams,
                prompt: order.prompt,
                provider,
            },
            id: model.id,
            reads: order.reads,
        };
        for page in pages {
            let read = self.read_page(&run, &page).await;
            if self.turn.get() != turn {
                return;
            }
            let read = match read {
                Ok(read) => Ok(Box::new(read)),
                Err(ReadError::Failed(why) | ReadError::Lost(why)) => Err(why),
                Err(ReadError::GivenUp) => break,
            };
            // A model that cannot be loaded reads no other page either.
            let is_over = read.is_err() && !self.reads.get();
            self.send.emit(OwnModelAction::Page(Box::new(page), read));
            if is_over {
                self.client.end_reader();
                break;
            }
        }
        self.send.emit(OwnModelAction::Ended { is_cancelled: false });
    }

    /// Reads a page. If the worker is lost with it, the page is read once more.
    async fn read_page(&self, run: &Run, page: &ReadablePage) -> Result<ReadImage, ReadError> {
        let name = page.page.id.clone();
        self.send.emit(OwnModelAction::Doing(name.clone(), OwnDoing::Preparing));
        let prepared = match self.formulas(page, run.reads) {
            Ok(formulas) => self.image(page).await.map(|image| (image, formulas)),
            Err(why) => Err(why),
        };
        let (image, formulas) = prepared.map_err(|why| {
            // The model is not to blame.
            self.reads.set(true);
            ReadError::Failed(why)
        })?;
        let read = || {
            let tell = self.telling(name.clone());
            let page = (image.clone(), formulas.clone());
            self.client.read(run.id, run.order.clone(), page, tell)
        };
        match read().await {
            Err(ReadError::Lost(_)) if self.turn.get() == run.turn => read().await.map_err(|error| match error {
                ReadError::Lost(why) => ReadError::Failed(words::lost_twice(&why)),
                error => error,
            }),
            read => read,
        }
    }

    /// Returns what hears how far a page is.
    fn telling(&self, page: String) -> Box<dyn Fn(OwnDoing)> {
        let send = self.send.clone();
        let reads = Rc::clone(&self.reads);
        Box::new(move |doing| {
            if matches!(doing, OwnDoing::Encoding) {
                reads.set(true);
            }
            send.emit(OwnModelAction::Doing(page.clone(), doing));
        })
    }

    /// Returns the page as the built-in OCR has read it, if the model reads its formulas.
    fn formulas(&self, page: &ReadablePage, reads: OwnReads) -> Result<Option<Box<PageFormulas>>, String> {
        if reads == OwnReads::Page {
            return Ok(None);
        }
        let recognition = self.with_state(|state| state.read_by_built_in(page).cloned());
        let recognition = recognition.flatten().ok_or(words::NOT_READ_BEFORE)?;
        let are_all = reads == OwnReads::Formulas;
        Ok(Some(Box::new(PageFormulas { recognition, are_all })))
    }

    async fn image(&self, page: &ReadablePage) -> Result<Blob, String> {
        match &page.picture.source {
            Source::Image(blob) => Ok(blob.clone()),
            Source::Page(page) => {
                let drawn = self.pdf.draw(page.clone()).await?;
                drawn.picture.blob().cloned().ok_or_else(|| words::NOT_DRAWN.to_owned())
            }
        }
    }

    fn cancel(&self) {
        self.turn.set(self.turn.get() + 1);
        match self.reads.get() {
            true => self.client.cancel_reading(),
            // While it loads a model, the worker hears nothing.
            false => self.client.end_reader(),
        }
        self.send.emit(OwnModelAction::Ended { is_cancelled: true });
    }
}

/// Returns the models that the browser stores, with their hashes.
async fn stored() -> Vec<(String, KeptModel)> {
    let Some(base) = base() else { return Vec::new() };
    let store = UserFiles::open(&base, UseOfFiles::Models).await;
    let mut models = Vec::new();
    for file in store.list().await {
        let bytes = store.get(&file.sha256).await;
        // A description of another version is left alone.
        let model = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        models.extend(model.map(|model| (file.sha256, model)));
    }
    models
}
