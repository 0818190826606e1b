//! A test, from its line of JSON to its verdict.

use std::collections::HashSet;

use super::baseline::Baseline;
use super::error::{LineError, LoadError, RunError};
use super::fields::{Fields, non_empty};
use super::footnote::Footnote;
use super::format::Format;
use super::limits::MAX_MARKDOWN_BYTES;
use super::order::Order;
use super::presence::Presence;
use super::table::TableRelations;
use super::verdict::Verdict;

/// A test of one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// Unique in its file.
    pub id: String,
    /// The document, with its path.
    pub pdf: String,
    /// The page, from 1.
    pub page: usize,
    /// Differences that are allowed, in characters.
    pub max_diffs: usize,
    /// Whether a person has seen the test: `verified` or `rejected`.
    pub checked: Option<String>,
    /// Where the document comes from.
    pub url: Option<String>,
    /// What must hold.
    pub check: Check,
}

/// What must hold of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Check {
    /// A text is there.
    Present(Presence),
    /// A text is not there.
    Absent(Presence),
    /// A text is before another.
    Order(Order),
    /// A cell has certain neighbours.
    Table(TableRelations),
    /// The page is usable at all.
    Baseline(Baseline),
    /// A text is set off.
    Format(Format),
    /// A footnote is marked.
    Footnote(Footnote),
    /// A formula is there. Not run in this version.
    Math {
        /// The formula in LaTeX.
        math: String,
        /// Whether formulas between dollars do not count.
        ignore_dollar_delimited: bool,
    },
}

impl Test {
    /// Reads a test from one line of JSON. Texts are normalised as the page will be.
    ///
    /// # Errors
    ///
    /// If the line is not a test that the official tool would load, or if a text is longer than
    /// [`MAX_FIELD_CHARACTERS`](super::MAX_FIELD_CHARACTERS). Of several faults the first is told.
    pub fn from_json(line: &str) -> Result<Self, LoadError> {
        let mut fields = Fields::of(line)?;
        let name = fields.optional("type")?.unwrap_or_default();
        let pdf = fields.required("pdf")?;
        let id = fields.required("id")?;
        let page = fields.count("page")?.ok_or(LoadError::MissingField { field: "page" })?;
        let max_diffs = fields.count("max_diffs")?.unwrap_or(0);
        let checked = fields.optional("checked")?;
        let url = fields.optional("url")?;
        let check = match name.as_str() {
            "present" => Check::Present(Presence::from_fields(&mut fields)?),
            "absent" => Check::Absent(Presence::from_fields(&mut fields)?),
            "order" => Check::Order(Order::from_fields(&mut fields, max_diffs)?),
            "table" => Check::Table(TableRelations::from_fields(&mut fields)?),
            "baseline" => Check::Baseline(Baseline::from_fields(&mut fields)?),
            "format" => Check::Format(Format::from_fields(&mut fields)?),
            "footnote" => Check::Footnote(Footnote::from_fields(&mut fields)?),
            "math" => Check::Math {
                math: non_empty("math", fields.required("math")?)?,
                ignore_dollar_delimited: fields.flag("ignore_dollar_delimited", false)?,
            },
            _ => return Err(LoadError::UnknownType { name }),
        };
        fields.finish()?;
        for (field, text) in [("pdf", &pdf), ("id", &id)] {
            if text.is_empty() {
                return Err(LoadError::Empty { field });
            }
        }
        Ok(Self {
            id,
            pdf,
            page,
            max_diffs,
            checked,
            url,
            check,
        })
    }

    /// Runs the test on the Markdown of its page. What each type takes is stated there; all but `order` take at most the
    /// time of one similarity of the test's texts with the page or its cells.
    ///
    /// # Errors
    ///
    /// If the page is longer than [`MAX_MARKDOWN_BYTES`], if its tables or a search are beyond the limits, or if it is a
    /// test of a formula.
    pub fn run(&self, markdown: &str) -> Result<Verdict, RunError> {
        if markdown.len() > MAX_MARKDOWN_BYTES {
            return Err(RunError::TooLong { bytes: markdown.len() });
        }
        match &self.check {
            Check::Present(presence) => Ok(presence.run_present(markdown, self.max_diffs)),
            Check::Absent(presence) => Ok(presence.run_absent(markdown, self.max_diffs)),
            Check::Order(order) => order.run(markdown, self.max_diffs),
            Check::Table(relations) => relations.run(markdown, self.max_diffs),
            Check::Baseline(baseline) => Ok(baseline.run(markdown)),
            Check::Format(format) => Ok(format.run(markdown, self.max_diffs)),
            Check::Footnote(footnote) => Ok(footnote.run(markdown, self.max_diffs)),
            Check::Math { .. } => Err(RunError::MathNotYet),
        }
    }
}

/// Reads a file of tests, one a line; empty lines do not count.
///
/// # Errors
///
/// At the first line that is not a test or has the id of an earlier one.
pub fn load_tests(jsonl: &str) -> Result<Vec<Test>, LineError> {
    let mut ids = HashSet::new();
    let lines = (1..).zip(jsonl.lines()).filter(|(_, text)| !text.trim().is_empty());
    lines
        .map(|(line, text)| {
            let test = Test::from_json(text).map_err(|error| LineError { line, error })?;
            if ids.insert(test.id.clone()) {
                Ok(test)
            } else {
                let error = LoadError::DuplicateId { id: test.id };
                Err(LineError { line, error })
            }
        })
        .collect()
}
