//! Folders, archives, lists and single files as samples and systems.
//!
//! There are three steps. The result of each is a value that can be inspected:
//!
//! 1. A [`Listing`] takes files one at a time ([`Listing::add`]). A file is a path and a [`Blob`], whose bytes are read
//!    only when they are needed. Archives are listed as folders. [`Limits`] bound everything.
//! 2. [`plan`] recognises layouts and returns what it understood: samples, systems, pairs, and the files left over with
//!    the reason. [`Plan::corrected`] makes another plan with a person's corrections.
//! 3. [`Listing::passage`] and [`Listing::picture`] read one text or image of the plan.
//!
//! No function waits or works in the background: a worker can add a thousand files, report its progress, and go on. A
//! file or record that cannot be used becomes a [`Notice`] with its place and advice; all others are used. No bytes
//! make the crate panic.
//!
//! ```
//! use std::rc::Rc;
//! use texlens_dataset::{Choices, Limits, Listing, plan, to_latex};
//!
//! let mut listing = Listing::new(Limits::default());
//! listing.add("run/reference/p1.tex", Rc::new(br"\section{Tides}".to_vec()));
//! listing.add("run/nougat/p1.md", Rc::new(b"# Tides".to_vec()));
//! let plan = plan(&listing, &Choices::default());
//! assert_eq!(plan.systems, ["nougat"]);
//!
//! let sample = &plan.samples[0];
//! let reference = sample.reference.as_ref().expect("the folder of references has the page");
//! assert_eq!(listing.passage(reference)?, r"\section{Tides}");
//! let prediction = &sample.predictions[0].text;
//! let markdown = listing.passage(prediction)?;
//! assert_eq!(to_latex(&markdown, prediction.syntax, sample.kind).trim(), r"\section{Tides}");
//! # Ok::<(), texlens_dataset::Problem>(())
//! ```

mod answer;
mod convert;
mod input;
mod layout;
mod limits;
mod mapping;
mod notice;
mod page_range;
mod pairs;
mod parsers;
mod passage;
mod plan;
mod ratings;
mod records;
mod syntax;
pub mod tags;

pub use answer::{Answer, strip};
pub use convert::{doctags_to_latex, to_latex};
#[cfg(feature = "tables")]
pub use input::read_table;
pub use input::{
    ArchiveProblem, Blob, Encoding, File, FileId, Listing, Neutral, ReadError, ReadTable, TableImage, TableRemark,
    TableRoom, TextError, WaitingTable, decode, decode_as, holds_files, is_html, is_looked_into, is_passed_over,
    latin1_line, neutral, read_all, with_line_feeds,
};
pub use layout::{Choices, Known, KnownSamples, NAMELESS, plan};
pub use limits::{Limits, RATIO_FLOOR};
pub use mapping::{ColumnHint, Mapping, PredictionColumn, id_rank};
pub use notice::{Notice, Notices, Problem, What};
pub use page_range::{PageRange, PageRangeError};
pub use pairs::{PairError, PairProblem, PairRecord, read_pairs};
pub use parsers::Parser;
pub use plan::{
    Assembly, Correction, CorrectionError, Layout, LeftOver, Listed, Overview, Part, Passage, Picture, Plan,
    PlannedFile, PlannedTable, Prediction, Recognised, Role, Sample, Scored, SystemCount, Why, is_picture,
};
pub use ratings::{RatingError, RatingProblem, RatingRecord, read_ratings};
pub use records::{Row, Table, is_table};
pub use syntax::Syntax;
pub use texlens_vocabulary::Kind;
