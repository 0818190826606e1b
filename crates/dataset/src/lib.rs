//! What people bring - folders, archives, lists, loose files - as samples and systems.
//!
//! Three steps, each a value that can be looked at:
//!
//! 1. A [`Listing`] takes files one at a time ([`Listing::add`]). A file is a path and a [`Blob`], whose bytes are read when they are
//!    needed and where they are needed: on a disk, in a browser's hands. Archives are listed as folders. [`Limits`] bound everything.
//! 2. [`plan`] recognises layouts and says what was understood: samples, systems, what pairs with what, what is left over and why. A
//!    [`Plan`] is a plain value; [`Plan::corrected`] makes another with what a person puts right.
//! 3. [`Listing::passage`] and [`Listing::picture`] read one text or image of the plan.
//!
//! Nothing here waits, and nothing runs unless it is called: a worker can add a thousand files, say how far it is, and go on. A file or record
//! that cannot be used becomes a [`Notice`] with its place and advice; all others are used. Nothing panics, whatever the bytes.

mod convert;
mod input;
mod layout;
mod limits;
mod mapping;
mod notice;
mod passage;
mod plan;
mod ratings;
mod records;
mod syntax;
pub mod tags;

pub use convert::to_latex;
pub use input::{
    ArchiveProblem, Blob, File, FileId, Listing, Neutral, ReadError, TextError, decode, holds_files, is_html,
    is_looked_into, is_passed_over, neutral,
};
pub use layout::{Choices, plan};
pub use limits::{Limits, RATIO_FLOOR};
pub use mapping::{Mapping, PredictionColumn};
pub use notice::{Notice, Notices, Problem, What};
pub use plan::{
    Assembly, Correction, CorrectionError, Layout, LeftOver, Listed, Overview, Part, Passage, Picture, Plan,
    PlannedFile, PlannedTable, Prediction, Recognised, Role, Sample, SystemCount, Why, is_picture,
};
pub use ratings::{RatingError, RatingProblem, RatingRecord, read_ratings};
pub use records::{Row, Table, is_table};
pub use syntax::Syntax;
pub use texlens_vocabulary::Kind;
