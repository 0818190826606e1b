use gloo::events::{EventListener, EventListenerOptions};
use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{ClipboardEvent, DataTransfer, DragEvent, Event, File, FileList};
use yew::prelude::*;

use crate::{
    app::{
        intake::{self, Incoming, MAX_FILE_BYTES, Reason},
        state::{Action, Dialog},
    },
    blob::Blob,
};

/// Takes files that are dropped or pasted anywhere, and pasted text outside of input fields. Answers whether files are being
/// dragged over the page.
#[hook]
pub(in crate::app) fn use_files(send: &Callback<Action>) -> bool {
    let dragging = use_state_eq(|| false);
    let set_dragging = dragging.setter();
    let send = send.clone();
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
                // Leaving one element for another is not leaving the page.
                if event
                    .dyn_ref::<DragEvent>()
                    .is_some_and(|event| event.related_target().is_none())
                {
                    set.set(false);
                }
            }),
        );
        let (set, to) = (set_dragging, send.clone());
        let drop = listen(
            "drop",
            Box::new(move |event| {
                set.set(false);
                if let Some(files) = transfer(event)
                    .and_then(|transfer| transfer.files())
                    .filter(|files| files.length() > 0)
                {
                    event.prevent_default();
                    read_list(&files, &to);
                }
            }),
        );
        let paste = listen("paste", Box::new(move |event| pasted(event, &send)));
        move || std::mem::drop([over, leave, drop, paste])
    });
    *dragging
}

/// Looks at files and hands them to the state, all at once, so that they can be paired.
pub(in crate::app) fn read_list(files: &FileList, send: &Callback<Action>) {
    let files: Vec<File> = (0..files.length()).filter_map(|index| files.item(index)).collect();
    let send = send.clone();
    spawn_local(async move {
        let mut incoming = Vec::with_capacity(files.len());
        for file in files {
            let name = file.name();
            let blob = Blob::from(file);
            incoming.push(Incoming::new(name, read(&blob).await, &blob));
        }
        send.emit(Action::Brought(intake::sort(incoming)));
    });
}

async fn read(blob: &Blob) -> Result<Vec<u8>, Reason> {
    let bytes = blob.size();
    if bytes > MAX_FILE_BYTES as u64 {
        return Err(Reason::TooBig { bytes });
    }
    blob.bytes().await.map_err(|_| Reason::Unreadable)
}

fn pasted(event: &Event, send: &Callback<Action>) {
    let Some(data) = event
        .dyn_ref::<ClipboardEvent>()
        .and_then(ClipboardEvent::clipboard_data)
    else {
        return;
    };
    if let Some(files) = data.files().filter(|files| files.length() > 0) {
        event.prevent_default();
        read_list(&files, send);
        return;
    }
    let in_field = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
        .is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA"));
    let text = data.get_data("text/plain").unwrap_or_default();
    if !in_field && !text.trim().is_empty() {
        event.prevent_default();
        send.emit(Action::SetDialog(Some(Dialog::AddText { pasted: text })));
    }
}

fn transfer(event: &Event) -> Option<DataTransfer> {
    event.dyn_ref::<DragEvent>()?.data_transfer()
}

fn has_files(transfer: &DataTransfer) -> bool {
    let types: Array = transfer.types().unchecked_into();
    types.includes(&"Files".into(), 0)
}
