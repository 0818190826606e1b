//! Reads the images of a Parquet or Arrow file, and writes its rows with the LaTeX. A page that cannot be read has no LaTeX
//! and the reason in `inference_info`; all others are read.

use std::io::{self, BufWriter};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use serde_json::{Map, Value, json};
use texlens_columnar::{Batch, FileFormat, ImageArray, Input, RowImage, TextArray, WriteError, Writer};
use texlens_native::{DocumentPages, Pictures};

use super::arguments::{Arguments, Reads};
use super::by::{By, Page};
use super::error::{ColumnsError, OcrError};
use super::reader::Reader;
use crate::failure::Failure;
use crate::input;
use crate::output::{PartFile, would_replace};
use crate::terminal::{self, say};

/// Name of the column that says how texts were made, on the hubs of datasets.
const INFERENCE_INFO: &str = "inference_info";

/// Name of the note in which a hub keeps the types of columns.
const HUB_NOTE: &str = "huggingface";

/// Runs the command for a table.
pub(super) fn run(arguments: &Arguments, format: FileFormat) -> Result<ExitCode, Failure> {
    let [path] = arguments.inputs.as_slice() else {
        return Err(ColumnsError::OneInput.into());
    };
    check(arguments, path)?;
    let mut table = open(path)?;
    let by = By::open(arguments)?;
    let names = Names::of(arguments, by.entry(arguments), table.schema())?;
    let mut reader = Reader {
        arguments,
        renderer: arguments.pdf.renderer(),
        by,
        timings: None,
        total: table
            .rows()
            .and_then(|rows| usize::try_from(rows).ok())
            .unwrap_or_default(),
        seen: 0,
        kept: 0,
        failed: 0,
    };
    let not_written = |error: WriteError| Failure::WriteFile {
        path: arguments.out.clone(),
        error: match error {
            WriteError::Io(error) => error,
            error @ WriteError::Encode(_) => io::Error::other(error),
        },
    };
    // A runtime that is missing is reported before the first page.
    if let Some(images) = reader.by.images() {
        images.load()?;
    }
    let notes = table.notes();
    let progress = match reader.total {
        0 => terminal::progress(0, "{pos} pages, {per_sec}"),
        total => terminal::progress(total, "{pos} of {len} pages, {per_sec}, {eta} left"),
    };
    let mut out: Option<Writer<BufWriter<PartFile>>> = None;
    let mut lost = 0;
    for batch in &mut table {
        let batch = match batch {
            Ok(batch) => batch,
            Err(bad) => {
                lost += 1;
                say(format_args!("texlens: {}: {bad}", path.display()));
                continue;
            }
        };
        let schema = names.schema(&batch, &notes);
        // An output that cannot be written is reported before the first page is read.
        let writer = match &mut out {
            Some(writer) => writer,
            None => out.insert(begin(arguments, format, &schema).map_err(not_written)?),
        };
        let rows = names.read(&batch, &mut reader, || progress.inc(1));
        let rows = rows.and_then(|columns| RecordBatch::try_new(schema, columns).map_err(encode));
        writer.write(&rows.map_err(not_written)?).map_err(not_written)?;
    }
    progress.finish_and_clear();
    let Some(writer) = out else {
        return Err(Failure::NoPages);
    };
    let file = writer.finish().map_err(not_written)?.into_inner();
    let file = file.map_err(io::IntoInnerError::into_error);
    file.and_then(PartFile::finish)
        .map_err(|error| not_written(error.into()))?;
    Ok(ExitCode::from(u8::from(lost > 0 || reader.failed > 0)))
}

fn encode(error: impl std::fmt::Display) -> WriteError {
    WriteError::Encode(error.to_string())
}

fn begin(
    arguments: &Arguments,
    format: FileFormat,
    schema: &SchemaRef,
) -> Result<Writer<BufWriter<PartFile>>, WriteError> {
    let file = BufWriter::new(PartFile::create(&arguments.out)?);
    Writer::new(format, file, schema)
}

/// Checks what can be checked before the file is opened.
fn check(arguments: &Arguments, path: &Path) -> Result<(), ColumnsError> {
    let options = [
        (arguments.glyphs, "--glyphs"),
        (arguments.timings.is_some(), "--timings"),
        (arguments.pages.is_some(), "--pages"),
        (arguments.reads != Reads::Page, "--reads"),
    ];
    if let Some((_, option)) = options.into_iter().find(|(is_given, _)| *is_given) {
        return Err(ColumnsError::Option(option));
    }
    match would_replace(&arguments.out, path) {
        true => Err(ColumnsError::SameFile(path.to_owned())),
        false => Ok(()),
    }
}

fn open(path: &Path) -> Result<texlens_columnar::Reader, Failure> {
    let unreadable = |error| Failure::Read {
        path: path.to_owned(),
        error,
    };
    let file = input::open(path).map_err(unreadable)?;
    let input = Input::of_file(file).map_err(|error| unreadable(error.into()))?;
    texlens_columnar::Reader::open(input, false).map_err(|error| Failure::OpenTable {
        path: path.to_owned(),
        error,
    })
}

/// The names of the columns.
struct Names {
    image: String,
    text: String,
    /// What every row says of how its text was made.
    entry: Map<String, Value>,
}

impl Names {
    /// `entry` says how texts are made.
    fn of(arguments: &Arguments, mut entry: Map<String, Value>, schema: &Schema) -> Result<Self, ColumnsError> {
        let (mut image, mut text) = ("image".to_owned(), "text".to_owned());
        for (role, column) in &arguments.columns {
            match role.as_str() {
                "image" => image.clone_from(column),
                "text" => text.clone_from(column),
                other => return Err(ColumnsError::Role(other.to_owned())),
            }
        }
        let names = schema.fields().iter().map(|field| format!("{:?}", field.name()));
        let there = || names.clone().collect::<Vec<_>>().join(", ");
        let field = schema.field_with_name(&image).ok();
        // An array without rows tells whether the type is one of images.
        let is_image = |field: &Field| ImageArray::of(&arrow_array::new_empty_array(field.data_type())).is_some();
        if !field.is_some_and(is_image) {
            return Err(ColumnsError::NoImages {
                column: image,
                there: there(),
            });
        }
        if schema.field_with_name(&text).is_ok() || text == INFERENCE_INFO {
            return Err(ColumnsError::Taken(text));
        }
        let info = schema.field_with_name(INFERENCE_INFO).ok();
        if info.is_some_and(|field| texlens_columnar::not_text(field.data_type()).is_some()) {
            return Err(ColumnsError::Info);
        }
        entry.insert("column_name".to_owned(), text.clone().into());
        Ok(Self { image, text, entry })
    }

    /// Returns the columns of the output: those of the input, and the two new ones at the end.
    fn schema(&self, batch: &Batch, notes: &[(String, String)]) -> SchemaRef {
        let schema = batch.columns.schema();
        let kept = schema.fields().iter().filter(|field| field.name() != INFERENCE_INFO);
        let mut fields: Vec<Arc<Field>> = kept.cloned().collect();
        fields.push(Arc::new(Field::new(&self.text, DataType::Utf8, true)));
        fields.push(Arc::new(Field::new(INFERENCE_INFO, DataType::Utf8, true)));
        let notes = notes.iter().map(|(name, note)| {
            let note = match name.as_str() {
                HUB_NOTE => self.with_new_columns(note),
                _ => note.clone(),
            };
            (name.clone(), note)
        });
        Arc::new(Schema::new_with_metadata(fields, notes.collect()))
    }

    /// Adds the new columns to the note of a hub on types; libraries refuse columns that it does not have.
    fn with_new_columns(&self, note: &str) -> String {
        let Ok(mut described) = serde_json::from_str::<Value>(note) else {
            return note.to_owned();
        };
        if let Some(Value::Object(features)) = described.pointer_mut("/info/features") {
            for column in [self.text.as_str(), INFERENCE_INFO] {
                features.insert(column.to_owned(), json!({"dtype": "string", "_type": "Value"}));
            }
        }
        described.to_string()
    }

    /// Reads the images of some rows. Returns the columns of the output.
    fn read(
        &self,
        batch: &Batch,
        reader: &mut Reader<'_>,
        mut done: impl FnMut(),
    ) -> Result<Vec<ArrayRef>, WriteError> {
        let columns = &batch.columns;
        let images = columns.column_by_name(&self.image).and_then(ImageArray::of);
        let images = images.ok_or_else(|| encode("the column of images is missing"))?;
        let history = columns
            .column_by_name(INFERENCE_INFO)
            .map(TextArray::of)
            .transpose()
            .map_err(encode)?;
        let history = history.as_ref().map(TextArray::texts).unwrap_or_default();
        let (mut texts, mut infos) = (StringBuilder::new(), StringBuilder::new());
        for (row, image) in images.images().into_iter().enumerate() {
            reader.seen += 1;
            let mut entry = self.entry.clone();
            match read_image(reader, image) {
                Ok((latex, remarks)) => {
                    texts.append_value(latex);
                    if !remarks.is_empty() {
                        entry.insert("remark".to_owned(), remarks.into());
                    }
                }
                Err(reason) => {
                    reader.failed += 1;
                    texts.append_null();
                    entry.insert("error".to_owned(), reason.into());
                }
            }
            let before = history.get(row).and_then(|info| info.ok().flatten());
            infos.append_value(appended(before, entry));
            done();
        }
        let schema = columns.schema();
        let kept = schema.fields().iter().zip(columns.columns());
        let kept = kept.filter(|(field, _)| field.name() != INFERENCE_INFO);
        let mut columns: Vec<ArrayRef> = kept.map(|(_, column)| Arc::clone(column)).collect();
        columns.push(Arc::new(texts.finish()));
        columns.push(Arc::new(infos.finish()));
        Ok(columns)
    }
}

/// Adds an entry to the list of what was done before. A text that is no list is kept as its first entry.
fn appended(before: Option<&[u8]>, entry: Map<String, Value>) -> String {
    let before = before
        .map(String::from_utf8_lossy)
        .filter(|text| !text.trim().is_empty());
    let mut list = match before.as_deref().map(serde_json::from_str) {
        None => Vec::new(),
        Some(Ok(Value::Array(list))) => list,
        Some(Ok(other)) => vec![other],
        Some(Err(_)) => vec![Value::from(before.as_deref())],
    };
    list.push(entry.into());
    Value::from(list).to_string()
}

/// Reads an image, or all pages of a PDF file. Returns the LaTeX with the remarks on it.
fn read_image(reader: &mut Reader<'_>, image: RowImage<'_>) -> Result<(String, String), String> {
    let Some(bytes) = image.bytes else {
        return Err(match image.path {
            Some(path) => format!("the row has the path {path} instead of an image; paths are not followed"),
            None => "the image is null".to_owned(),
        });
    };
    read_bytes(reader, bytes.to_vec()).map_err(|error| error.to_string())
}

fn read_bytes(reader: &mut Reader<'_>, bytes: Vec<u8>) -> Result<(String, String), OcrError> {
    let pictures = Pictures::open(bytes, None, &reader.renderer)?;
    let mut pages = DocumentPages::new(|_, recognition| recognition.latex);
    let (mut texts, mut told) = (Vec::new(), Vec::new());
    for number in 1..=pictures.count() {
        let page = reader.read_one(&pictures, number)?;
        let remark = page.in_words();
        told.extend(Some(remark.trim_start_matches([',', '.', ' ']).to_owned()).filter(|remark| !remark.is_empty()));
        match page {
            Page::Glyphs(page) => pages.push(page.glyphs),
            Page::Text(page) => texts.push(page.text),
        }
    }
    let (mut latex, _) = pages.finish();
    latex.extend(texts);
    Ok((latex.join("\n"), told.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_before_stays_in_the_history() {
        let entry = || json!({"model_id": "texlens"}).as_object().cloned().unwrap();
        for (before, expected) in [
            (None, r#"[{"model_id":"texlens"}]"#),
            (Some(""), r#"[{"model_id":"texlens"}]"#),
            (
                Some(r#"[{"model_id":"a"}]"#),
                r#"[{"model_id":"a"},{"model_id":"texlens"}]"#,
            ),
            (
                Some(r#"{"model_id":"a"}"#),
                r#"[{"model_id":"a"},{"model_id":"texlens"}]"#,
            ),
            (Some("by hand"), r#"["by hand",{"model_id":"texlens"}]"#),
        ] {
            assert_eq!(appended(before.map(str::as_bytes), entry()), expected, "{before:?}");
        }
    }
}
