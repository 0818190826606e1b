//! Access to the text of a passage and the bytes of a picture, when they are needed.

use std::ops::Range;
use std::rc::Rc;

use serde_json::Value;

use crate::input::{FileId, Listing, ReadError, with_line_feeds};
use crate::layout::{omni_doc_bench_page, pdf_parse_bench_page};
use crate::notice::Problem;
use crate::parsers::{self, Parser};
use crate::plan::{Assembly, Listed, Part, Passage, Picture};

impl Listing {
    /// Returns the text of a passage, unchanged.
    ///
    /// # Errors
    /// Returns an error if the passage cannot be read, is not text or is longer than the limit.
    pub fn passage(&self, passage: &Passage) -> Result<String, Problem> {
        let limit = self.limits().text_bytes;
        let text = match &passage.part {
            Part::Whole => with_line_feeds(self.read_text(passage.file, limit)?),
            Part::Assembled { by, record } => self.assembled(passage.file, *by, record.as_ref())?,
            Part::Parsed { by, record, page } => self.parsed(passage.file, *by, record.as_ref(), *page)?,
            Part::Field { record, pointer, .. } => {
                let record = self.table(passage.file)?.value_at(record)?;
                let text = record.pointer(pointer).and_then(Value::as_str);
                text.unwrap_or_default().to_owned()
            }
        };
        if text.len() as u64 > limit {
            return Err(ReadError::TooBig { limit }.into());
        }
        Ok(text)
    }

    fn assembled(&self, file: FileId, by: Assembly, record: Option<&(Range<usize>, usize)>) -> Result<String, Problem> {
        let value = match record {
            Some((bytes, _)) => self.table(file)?.value_at(bytes)?,
            None => {
                let text = self.read_text(file, self.limits().record_bytes as u64)?;
                let value = serde_json::from_str(&text).map_err(|error| Problem::NoRecords {
                    detail: error.to_string(),
                })?;
                Rc::new(value)
            }
        };
        Ok(match by {
            Assembly::OmniDocBench => omni_doc_bench_page(&value),
            Assembly::PdfParseBench => pdf_parse_bench_page(&value),
        })
    }

    /// Returns the LaTeX of a page, or of all pages, of a parser's output.
    fn parsed(
        &self,
        file: FileId,
        by: Parser,
        record: Option<&(Range<usize>, usize)>,
        page: Option<u64>,
    ) -> Result<String, Problem> {
        let key = (file, record.map(|(bytes, _)| bytes.start));
        let pages = self.parsed_pages(key, || {
            let document = match record {
                Some((bytes, _)) => parsers::read(by, self.table(file)?.json(bytes).unwrap_or_default())?,
                None => parsers::read(by, &self.read_text(file, self.limits().file_bytes)?)?,
            };
            Ok(document.into_latex())
        })?;
        let wanted = pages
            .iter()
            .filter(|(number, latex)| !latex.is_empty() && page.is_none_or(|page| page == *number));
        let wanted: Vec<&str> = wanted.map(|(_, latex)| latex.as_str()).collect();
        let end = if wanted.is_empty() { "" } else { "\n" };
        Ok(wanted.join("\n\n") + end)
    }

    /// Returns a record that a list holds, as JSON on one line.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or if the line holds no record.
    pub fn record(&self, listed: Listed) -> Result<String, Problem> {
        let table = self.table(listed.file)?;
        let rows = table.rows();
        let row = rows.binary_search_by_key(&listed.line, |row| row.line);
        let row = row
            .ok()
            .and_then(|index| rows.get(index))
            .ok_or_else(|| Problem::NotARecord {
                detail: format!("line {} holds none", listed.line),
            })?;
        Ok(Value::Object(table.object(row)?).to_string())
    }

    /// Returns the bytes of a picture: an image, or a whole document.
    ///
    /// # Errors
    /// Returns an error if the picture cannot be read or is longer than the limit.
    pub fn picture(&self, picture: &Picture) -> Result<Vec<u8>, ReadError> {
        self.read(picture.file, self.limits().file_bytes)
    }
}
