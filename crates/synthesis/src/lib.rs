//! Pages from a seed: their layout, blocks and formulas are drawn at random, and the TeX engine sets them. The LaTeX of
//! a page is therefore known exactly, and so is the place of every formula and glyph.
//!
//! Source: section 3 of *Benchmarking Document Parsers on Mathematical Formula Extraction from PDFs* (Pius Horn, Janis
//! Keuper). Each module states where it deviates.
//!
//! The crate runs no engine and touches no file. A [`PageMaker`] gives documents to compile and takes an [`Answer`] for
//! each, until it has a [`MadePage`]. The command answers with the native engine, a worker of the app with the one of
//! the browser. Integers decide everything that is drawn, so the same seed gives the same pages on every machine.

mod answer;
mod block;
mod corpus;
mod damage;
mod document;
mod family;
mod formula;
mod language;
mod layout;
mod limits;
mod maker;
mod material;
mod order;
mod page;
mod picture;
mod place;
mod report;
mod segment;
mod settings;
mod stream;
mod supplied;
mod tally;
mod training;
mod variants;
mod write;

pub use answer::{Answer, Flaw};
pub use block::{Block, BlockKind};
pub use corpus::{Corpus, CorpusError, Omission, Omitted};
pub use damage::{Damage, Damages, UnknownDamage};
pub use family::Family;
pub use formula::{Formula, MAX_FORMULA, Unfit, bare, check};
pub use language::Language;
pub use layout::{Class, Layout, Margins, Paper};
pub use limits::{LEAST, MAX_CORPUS, MOST_FORMULAS, MOST_NAMED, MOST_PAGES, MOST_RUNS};
pub use maker::{MakeError, PageMaker, Progress};
pub use material::Supply;
pub use order::Order;
pub use page::{MadePage, PlacedGlyph, PlacedSegment};
pub use picture::{Picture, picture};
pub use report::Report;
pub use segment::{Piece, Segment, SegmentKind};
pub use settings::Settings;
pub use supplied::{FORMULAS, SuppliedFile, TRAINED};
pub use tally::Tally;
pub use texlens_latex::{Difficulty, complexity};
pub use training::Trained;
pub use write::{
    FOLDERS, MANIFEST, PageFiles, REPORT, boxes_svg, image_path, pdf_manifest_line, pdf_path, reference_path,
};
