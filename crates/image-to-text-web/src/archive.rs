//! Models in zip archives. Files that are stored become parts of the archive's handle; the browser unpacks the others.

use std::io;

use js_sys::{Reflect, Uint8Array};
use rawzip::{CompressionMethod, ReaderAt, ZipLocator};
use texlens_blob::Blob;
use texlens_workspace::own_models::{ModelFile, Rooted, rooted};
use texlens_workspace::words::own_models as words;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStreamDefaultReader, ReadableWritablePair};

#[wasm_bindgen]
extern "C" {
    // web-sys offers it only behind its flag for unstable APIs.
    #[wasm_bindgen(extends = ReadableWritablePair)]
    type DecompressionStream;

    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<DecompressionStream, JsValue>;
}

/// Most files of an archive.
const MOST_FILES: usize = 10_000;

/// Most bytes of a model's files in an archive, unpacked. A browser runs none that is larger.
const MOST_BYTES: u64 = 4 << 30;

/// Length of the header before a file's name and its bytes.
const LOCAL_HEADER: u64 = 30;

/// Unpacked pieces are given to the browser at this size, so that a large file is never whole in memory.
const PIECE: u32 = 16 << 20;

/// A handle as the reader of archives wants it.
struct At<'b>(&'b Blob);

impl ReaderAt for At<'_> {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        self.0.read_into(buffer, offset)
    }
}

/// A file as the directory lists it.
struct Listed {
    header: u64,
    packed: u64,
    size: u64,
    method: CompressionMethod,
    is_encrypted: bool,
}

/// Returns the files of the model in an archive.
///
/// # Errors
/// A sentence that says what to do, if it is no archive, or has no model that can be unpacked.
pub(crate) async fn unpack(archive: &Blob) -> Result<Rooted, String> {
    let Rooted { name, files } = rooted(list(archive)?).map_err(|problem| words::no_root(&problem))?;
    let mut unpacked = Vec::with_capacity(files.len());
    let mut left = MOST_BYTES;
    for ModelFile { path, data: listed } in files {
        left = left.checked_sub(listed.size).ok_or(words::ARCHIVE_TOO_LARGE)?;
        let data = bytes_of(archive, &listed).await;
        let data = data.map_err(|why| words::not_unpacked(&path, &why))?;
        unpacked.push(ModelFile { path, data });
    }
    Ok(Rooted { name, files: unpacked })
}

fn list(archive: &Blob) -> Result<Vec<ModelFile<Listed>>, String> {
    let damaged = |error: rawzip::Error| words::no_archive(&error.to_string());
    let mut buffer = vec![0; rawzip::MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
    let located = ZipLocator::new().locate_in_reader(At(archive), &mut buffer, archive.size());
    let located = located.map_err(|(_, error)| damaged(error))?;
    let mut entries = located.entries(&mut buffer);
    let mut listed = Vec::new();
    while let Some(entry) = entries.next_entry().map_err(damaged)? {
        if entry.is_dir() {
            continue;
        }
        if listed.len() == MOST_FILES {
            return Err(words::no_archive(words::TOO_MANY_FILES));
        }
        let data = Listed {
            header: entry.local_header_offset(),
            packed: entry.compressed_size_hint(),
            size: entry.uncompressed_size_hint(),
            method: entry.compression_method(),
            is_encrypted: entry.flags().is_encrypted(),
        };
        let path = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
        listed.push(ModelFile { path, data });
    }
    Ok(listed)
}

/// Returns the bytes of a file.
async fn bytes_of(archive: &Blob, file: &Listed) -> Result<Blob, String> {
    if file.is_encrypted {
        return Err(words::ENCRYPTED.to_owned());
    }
    let header = archive
        .read_now(file.header, LOCAL_HEADER)
        .map_err(|error| error.to_string())?;
    let &[.., name_low, name_high, extra_low, extra_high] = header.as_slice() else {
        return Err(words::CUT_OFF.to_owned());
    };
    let length = |low, high| u64::from(u16::from_le_bytes([low, high]));
    let start = LOCAL_HEADER + length(name_low, name_high) + length(extra_low, extra_high);
    let packed = archive.part(file.header.saturating_add(start), file.packed);
    if packed.size() != file.packed {
        return Err(words::CUT_OFF.to_owned());
    }
    match file.method {
        CompressionMethod::STORE => Ok(packed),
        CompressionMethod::DEFLATE => inflated(&packed, file.size)
            .await
            .map_err(|error| match error.as_string() {
                Some(why) => why,
                None => String::from(js_sys::Object::from(error).to_string()),
            }),
        other => Err(words::unknown_method(&other.to_string())),
    }
}

/// Unpacks bytes to exactly this size.
async fn inflated(packed: &Blob, size: u64) -> Result<Blob, JsValue> {
    let stream = DecompressionStream::new("deflate-raw")?;
    let reader: ReadableStreamDefaultReader = packed
        .handle()
        .stream()
        .pipe_through(&stream)
        .get_reader()
        .unchecked_into();
    let mut pieces = Vec::new();
    let (waiting, mut length) = (js_sys::Array::new(), 0);
    let mut done = 0;
    loop {
        let step = JsFuture::from(reader.read()).await?;
        let chunk = Reflect::get(&step, &"value".into())?.dyn_into::<Uint8Array>();
        if let Ok(chunk) = &chunk {
            length += chunk.length();
            done += u64::from(chunk.length());
            waiting.push(chunk);
        }
        if done > size {
            // The result is the same even if the stream is not closed.
            let _ = reader.cancel();
            return Err(words::WRONG_SIZE.into());
        }
        if length >= PIECE || chunk.is_err() {
            pieces.push(Blob::from(web_sys::Blob::new_with_u8_array_sequence(&waiting)?));
            waiting.set_length(0);
            length = 0;
        }
        if chunk.is_err() {
            break;
        }
    }
    if done < size {
        return Err(words::WRONG_SIZE.into());
    }
    Ok(Blob::joined(pieces.iter()))
}
