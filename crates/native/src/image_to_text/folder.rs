//! Reads the folder of a model.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use texlens_image_to_text::{DESCRIPTIONS, FileEntry, Folder};

/// The folder with graphs.
const ONNX: &str = "onnx";

/// Most entries of a folder that are listed.
const MOST_ENTRIES: usize = 10_000;

/// Lists the files of a model's folder and of its folder `onnx`, and reads the files that describe the model.
///
/// # Errors
/// If the folder or a description cannot be read.
pub fn read_folder(folder: &Path) -> io::Result<Folder> {
    let mut listed = Folder::default();
    list(folder, "", &mut listed.files)?;
    let onnx = folder.join(ONNX);
    if onnx.is_dir() {
        list(&onnx, "onnx/", &mut listed.files)?;
    }
    for (name, limit) in DESCRIPTIONS {
        if listed.has(name) {
            let mut content = Vec::new();
            // One byte more tells that the file is too large.
            File::open(folder.join(name))?
                .take(limit + 1)
                .read_to_end(&mut content)?;
            listed.descriptions.push((name.to_owned(), content));
        }
    }
    Ok(listed)
}

fn list(folder: &Path, before: &str, files: &mut Vec<FileEntry>) -> io::Result<()> {
    for entry in fs::read_dir(folder)?.take(MOST_ENTRIES) {
        let entry = entry?;
        // Downloads of the hubs are links to files elsewhere.
        let Ok(metadata) = fs::metadata(entry.path()) else {
            continue;
        };
        if let (true, Some(name)) = (metadata.is_file(), entry.file_name().to_str()) {
            files.push(FileEntry {
                path: format!("{before}{name}"),
                bytes: metadata.len(),
            });
        }
    }
    Ok(())
}
