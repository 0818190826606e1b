//! Tests: reading them from JSON and running them.

use std::collections::HashSet;

use super::baseline::Baseline;
use super::error::{LineError, LoadError, RunError};
use super::fields::Fields;
use super::footnote::Footnote;
use super::format::Format;
use super::limits::MAX_MARKDOWN_BYTES;
use super::math::Math;
use super::order::Order;
use super::page::Page;
use super::presence::Presence;
use super::table::TableRelations;
use super::verdict::Verdict;

/// A test of one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// The id, which is unique in its file.
    pub id: String,
    /// The document, with its path.
    pub pdf: String,
    /// The number of the page, from 1.
    pub page: usize,
    /// The number of allowed differences, in characters.
    pub max_diffs: usize,
    /// The result of a person's check of the test: `verified` or `rejected`.
    pub checked: Option<String>,
    /// The source of the document.
    pub url: Option<String>,
    /// The fact that the page must state.
    pub check: Check,
}

/// A fact that a page must state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Check {
    /// A text occurs on the page.
    Present(Presence),
    /// A text does not occur on the page.
    Absent(Presence),
    /// A text occurs before another.
    Order(Order),
    /// A cell of a table has certain neighbours.
    Table(TableRelations),
    /// The page is usable at all.
    Baseline(Baseline),
    /// A text is in a certain style.
    Format(Format),
    /// A footnote is marked.
    Footnote(Footnote),
    /// A formula is on the page.
    Math(Math),
}

impl Check {
    /// The type of the test, as the files of tests name it.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Present(_) => "present",
            Self::Absent(_) => "absent",
            Self::Order(_) => "order",
            Self::Table(_) => "table",
            Self::Baseline(_) => "baseline",
            Self::Format(_) => "format",
            Self::Footnote(_) => "footnote",
            Self::Math(_) => "math",
        }
    }
}

impl Test {
    /// Reads a test from one line of JSON. Its texts are normalised in the same way as pages.
    ///
    /// # Errors
    ///
    /// Fails if the official tool would not load the line as a test, or if a text is longer than
    /// [`MAX_FIELD_CHARACTERS`](super::MAX_FIELD_CHARACTERS). If there are several errors, the first is returned.
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
            "math" => Check::Math(Math::from_fields(&mut fields)?),
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

    /// Runs the test on its page. Most types take at most the time of one comparison of the test's texts with the page or
    /// its cells; `order` runs an approximate search, `math` compares symbols.
    ///
    /// # Errors
    ///
    /// Fails if the page is longer than [`MAX_MARKDOWN_BYTES`], if its tables, its formulas or a search exceed the
    /// limits, or if the test is one of a formula and the page has no renderer.
    pub fn run(&self, page: &Page<'_>) -> Result<Verdict, RunError> {
        let markdown = page.markdown();
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
            Check::Math(math) => math.run(page),
        }
    }
}

/// Reads a file of tests, one per line; empty lines are ignored.
///
/// # Errors
///
/// Fails at the first line that is not a test or has the id of an earlier one.
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
