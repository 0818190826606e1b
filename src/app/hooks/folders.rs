//! Lists dropped or chosen files, including those in folders.

use js_sys::{Array, Promise, Reflect};
use texlens_blob::Blob;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    DataTransfer, DataTransferItem, File, FileList, FileSystemDirectoryEntry, FileSystemDirectoryReader,
    FileSystemEntry, FileSystemFileEntry,
};

use super::disk::Files;

/// Maximum number of listed files; imports accept fewer.
const MOST: usize = 200_001;
/// Maximum depth of nested folders, since a link may form a cycle. Imports accept fewer levels and report deeper
/// folders.
const DEEPEST: usize = 40;

/// Dropped files, and dropped folders that are not listed yet.
pub(super) struct Dropped {
    pub(super) files: Files,
    pub(super) folders: Vec<FileSystemDirectoryEntry>,
}

impl Dropped {
    /// Must be called during the event: afterwards the browser empties the transfer.
    pub(super) fn of(transfer: &DataTransfer) -> Self {
        let mut dropped = Self {
            files: Files::new(),
            folders: Vec::new(),
        };
        let items = transfer.items();
        for item in (0..items.length()).filter_map(|index| items.get(index)) {
            match folder(&item) {
                Some(folder) => dropped.folders.push(folder),
                None => dropped.files.extend(item.get_as_file().ok().flatten().map(with_path)),
            }
        }
        dropped
    }
}

fn folder(item: &DataTransferItem) -> Option<FileSystemDirectoryEntry> {
    let entry = item.webkit_get_as_entry().ok().flatten()?;
    entry.is_directory().then(|| entry.unchecked_into())
}

/// Returns the files of a list, each with its path in the chosen folder, if a folder was chosen.
pub(super) fn listed(files: &FileList) -> Files {
    let files = (0..files.length()).filter_map(|index| files.item(index));
    let mut files: Files = files.map(with_path).collect();
    if files.iter().any(|(path, _)| path.contains('/')) {
        sort(&mut files);
    }
    files
}

pub(super) fn with_path(file: File) -> (String, Option<Blob>) {
    let path = Reflect::get(&file, &"webkitRelativePath".into()).ok();
    let path = path.and_then(|path| path.as_string()).filter(|path| !path.is_empty());
    (path.unwrap_or_else(|| file.name()), Some(file.into()))
}

/// Returns all files of a folder, sorted by path. `found` receives the number of files so far, and returns whether to
/// continue.
pub(super) async fn files_of(folder: FileSystemDirectoryEntry, found: impl Fn(usize) -> bool) -> Files {
    let mut files = Files::new();
    let mut open = vec![(folder.name(), folder)];
    while let Some((path, folder)) = open.pop() {
        let reader = folder.create_reader();
        loop {
            let entries = match entries(&reader).await {
                Ok(entries) if entries.length() > 0 => entries,
                Ok(_) => break,
                Err(_) => {
                    files.push((path.clone(), None));
                    break;
                }
            };
            let entries = entries.iter().map(JsCast::unchecked_into::<FileSystemEntry>);
            let (folders, of_files): (Vec<_>, Vec<_>) = entries.partition(FileSystemEntry::is_directory);
            for folder in folders {
                let path = format!("{path}/{}", folder.name());
                if path.split('/').count() <= DEEPEST {
                    open.push((path, folder.unchecked_into()));
                } else {
                    files.push((path, None));
                }
            }
            files.extend(all_files(&path, of_files).await);
            if files.len() >= MOST || !found(files.len()) {
                open.clear();
                break;
            }
        }
    }
    sort(&mut files);
    files
}

/// Reads the next batch of entries of a folder; empty at the end.
async fn entries(reader: &FileSystemDirectoryReader) -> Result<Array, JsValue> {
    let asked = Promise::new(&mut |done, failed| {
        if let Err(error) = reader.read_entries_with_callback_and_callback(&done, &failed) {
            let _ = failed.call1(&JsValue::NULL, &error);
        }
    });
    Ok(JsFuture::from(asked).await?.unchecked_into())
}

/// Requests the files of all entries together; `None` for a file that the browser refuses.
async fn all_files(folder: &str, entries: Vec<FileSystemEntry>) -> Files {
    let asked: Array = entries
        .iter()
        .map(|entry| {
            let entry: &FileSystemFileEntry = entry.unchecked_ref();
            Promise::new(&mut |done, failed| entry.file_with_callback_and_callback(&done, &failed))
        })
        .collect();
    let Ok(settled) = JsFuture::from(Promise::all_settled(&asked)).await else {
        return Files::new();
    };
    let settled: Array = settled.unchecked_into();
    let file = |(entry, outcome): (FileSystemEntry, JsValue)| {
        let file = Reflect::get(&outcome, &"value".into()).ok();
        let file = file.and_then(|file| file.dyn_into::<File>().ok());
        (format!("{folder}/{}", entry.name()), file.map(Blob::from))
    };
    entries.into_iter().zip(settled.iter()).map(file).collect()
}

/// Sorts files in the order in which a person reads folders, independently of the order on the disk.
fn sort(files: &mut Files) {
    files.sort_by(|(one, _), (other, _)| one.split('/').cmp(other.split('/')));
}
