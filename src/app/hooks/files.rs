use gloo::events::{EventListener, EventListenerOptions};
use gloo::file::File;
use js_sys::Array;
use texlens_workspace::own_models::is_model;
use texlens_workspace::state::{Action, Dialog, ViewAction};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{ClipboardEvent, DataTransfer, DragEvent, Event, FileList, HtmlInputElement};
use yew::prelude::*;

use super::{
    disk::Files,
    folders::{Dropped, files_of, listed},
    import::Importer,
};

/// A screen that takes dropped files itself.
#[derive(Clone)]
pub(in crate::app) struct Takes {
    /// The endings of the names of its files.
    pub(in crate::app) endings: &'static [&'static str],
    /// Receives the files.
    pub(in crate::app) open: Callback<Vec<File>>,
}

/// The check of models, which takes their files wherever these are dropped.
#[derive(Clone)]
pub(in crate::app) struct TakesModels {
    /// Whether all dropped files are meant for it: its dialog is open.
    pub(in crate::app) all: bool,
    /// Receives the files, those of folders included.
    pub(in crate::app) check: Callback<Files>,
}

/// Number of files from which on the list of a dropped folder shows its progress. So many are a dataset, and no model.
const MANY: usize = 100;

/// Accepts files that are dropped or pasted anywhere, and text that is pasted outside input fields. Reports whether
/// files are being dragged over the page. `screen` is the screen that is shown, if it takes files itself; `models` takes
/// dropped models, unless an import is being reviewed.
#[hook]
pub(in crate::app) fn use_files(
    importer: &Importer,
    screen: Option<Takes>,
    models: Option<TakesModels>,
    send: &Callback<Action>,
) -> bool {
    let taking = use_mut_ref(|| None);
    taking.replace(screen);
    let taking_models = use_mut_ref(|| None);
    taking_models.replace(models);
    let dragging = use_state_eq(|| false);
    let set_dragging = dragging.setter();
    let (importer, send) = (importer.clone(), send.clone());
    use_effect_with((), move |()| {
        let document = gloo::utils::document();
        let listen = |name: &'static str, listener: Box<dyn FnMut(&Event)>| {
            EventListener::new_with_options(
                &document,
                name,
                EventListenerOptions::enable_prevent_default(),
                listener,
            )
        };
        let set = set_dragging.clone();
        let over = listen(
            "dragover",
            Box::new(move |event| {
                if transfer(event).is_some_and(|transfer| has_files(&transfer)) {
                    event.prevent_default();
                    set.set(true);
                }
            }),
        );
        let set = set_dragging.clone();
        let leave = listen(
            "dragleave",
            Box::new(move |event| {
                // The pointer may only have moved from one element to another within the page.
                if event
                    .dyn_ref::<DragEvent>()
                    .is_some_and(|event| event.related_target().is_none())
                {
                    set.set(false);
                }
            }),
        );
        let (set, to, open) = (set_dragging, importer.clone(), send.clone());
        let drop = listen(
            "drop",
            Box::new(move |event| {
                set.set(false);
                if let Some(transfer) = transfer(event).filter(has_files) {
                    event.prevent_default();
                    let models: Option<TakesModels> = taking_models.borrow().clone();
                    let takes_all = models.as_ref().is_some_and(|models| models.all);
                    let screen = taking.borrow().clone().filter(|_| !takes_all);
                    match screen.as_ref().and_then(|screen: &Takes| taken(screen, &transfer)) {
                        Some(taken) => taken(),
                        None => dropped(Dropped::of(&transfer), &to, models, &open),
                    }
                }
            }),
        );
        let paste = listen("paste", Box::new(move |event| pasted(event, &importer, &send)));
        move || std::mem::drop([over, leave, drop, paste])
    });
    *dragging
}

/// Returns what hands the dropped files to a screen if all of them may be its own, by their names.
fn taken(screen: &Takes, transfer: &DataTransfer) -> Option<impl FnOnce()> {
    let files = gloo::file::FileList::from(transfer.files()?).to_vec();
    let is_one = |file: &File| {
        let name = file.name().to_ascii_lowercase();
        screen.endings.iter().any(|ending| name.ends_with(ending))
    };
    let open = screen.open.clone();
    (!files.is_empty() && files.iter().all(is_one)).then_some(move || open.emit(files))
}

/// The file types that the file dialog offers.
pub(in crate::app) const ACCEPTED: &str = ".png,.jpg,.jpeg,.tex,.ltx,.latex,.txt,.md,.markdown,.mmd,.html,.htm,.mml,.pdf,.zip,.tar,.gz,.tgz,.json,.jsonl,\
                                           .ndjson,.csv,.tsv,.parquet,.arrow,.feather,image/png,image/jpeg";

/// Opens the browser's dialog for files that the shown screen takes.
pub(super) fn open_files(screen: Takes) {
    choose(Some(&screen.endings.join(",")), move |files| {
        let files = gloo::file::FileList::from(files.clone()).to_vec();
        if !files.is_empty() {
            screen.open.emit(files);
        }
    });
}

/// Opens the browser's dialog for files, or for a folder with all its contents, and imports what is chosen.
pub(super) fn choose_files(folder: bool, importer: &Importer) {
    let importer = importer.clone();
    choose((!folder).then_some(ACCEPTED), move |files| chosen(files, &importer));
}

/// Opens the browser's dialog for files of these types, or for a folder.
fn choose(accepted: Option<&str>, on_files: impl FnOnce(&FileList) + 'static) {
    let field = gloo::utils::document().create_element("input").ok();
    let Some(field) = field.and_then(|field| field.dyn_into::<HtmlInputElement>().ok()) else {
        return;
    };
    field.set_type("file");
    field.set_multiple(true);
    field.set_webkitdirectory(accepted.is_none());
    if let Some(accepted) = accepted {
        field.set_accept(accepted);
    }
    let of = field.clone();
    let listener = EventListener::once(&field, "change", move |_| {
        if let Some(files) = of.files() {
            on_files(&files);
        }
    });
    field.click();
    // The field lives as long as its dialog.
    listener.forget();
}

/// Imports chosen files.
pub(in crate::app) fn chosen(files: &FileList, importer: &Importer) {
    importer.bring(listed(files));
}

/// Imports dropped files together, so that they can be paired, or checks them as a model. Folders are listed first.
fn dropped(dropped: Dropped, importer: &Importer, models: Option<TakesModels>, send: &Callback<Action>) {
    let Dropped { mut files, folders } = dropped;
    let (importer, send) = (importer.clone(), send.clone());
    spawn_local(async move {
        let since = importer.cancelled();
        let takes_all = models.as_ref().is_some_and(|models| models.all);
        for folder in folders {
            let before = files.len();
            let goes_on = |found| takes_all || before + found < MANY || importer.found(before + found, since);
            files.extend(files_of(folder, goes_on).await);
        }
        let is_model = || files.len() < MANY && is_model(files.iter().map(|(path, _)| path.as_str()));
        match models.filter(|_| takes_all || is_model()) {
            Some(models) => {
                send.emit(Action::View(ViewAction::Dialog(Some(Dialog::OwnModels))));
                models.check.emit(files);
            }
            None if importer.cancelled() == since => importer.bring(files),
            None => {}
        }
    });
}

fn pasted(event: &Event, importer: &Importer, send: &Callback<Action>) {
    let Some(data) = event
        .dyn_ref::<ClipboardEvent>()
        .and_then(ClipboardEvent::clipboard_data)
    else {
        return;
    };
    if let Some(files) = data.files().filter(|files| files.length() > 0) {
        event.prevent_default();
        return chosen(&files, importer);
    }
    let in_field = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
        .is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA"));
    let text = data.get_data("text/plain").unwrap_or_default();
    if !in_field && !text.trim().is_empty() {
        event.prevent_default();
        send.emit(Action::View(ViewAction::Dialog(Some(Dialog::AddText { pasted: text }))));
    }
}

fn transfer(event: &Event) -> Option<DataTransfer> {
    event.dyn_ref::<DragEvent>()?.data_transfer()
}

fn has_files(transfer: &DataTransfer) -> bool {
    let types: Array = transfer.types().unchecked_into();
    types.includes(&"Files".into(), 0)
}
