//! LaTeXBench: 150 tasks about LaTeX, made from a seed, questions about them to models, and rules that check the answers.
//!
//! - [`items()`] makes the items of a seed: 50 each of generation, edit and contrast. The same seed gives the same
//!   items on every machine and in a browser.
//! - [`check()`] decides by rules alone whether an answer passes, and says why not. No model and no network is needed.
//! - [`faults`] finds the five faults of the contrast family in any document.
//! - [`score()`] gives the pass rates of the paper with their intervals.
//! - [`to_jsonl`], [`to_workbook`] and [`to_page`] write the items, [`to_results_page`] the results with all answers.
//! - [`Question`] asks a model under test and a judge, in the words of the paper. [`SubjectCalls`] and [`JudgeCalls`]
//!   know which call belongs to which item.
//! - [`BenchRun`] keeps the answers of a model with the verdicts; [`Results`] compares runs with each other and with the
//!   models of the paper.
//!
//! The crate reads no file, starts no engine and sends nothing. A caller that has compiled an answer gives the verdict to
//! [`check()`]; a caller that has asked a model gives the record to [`Answer::of`] or [`Judged::of`].
//!
//! # Source
//! LaTeXBench: Judge-Only Evaluation of LaTeX Generation, Minimal-Edit Compliance, and Blind Contrast Errors (2025).
//!
//! # Deviations
//! - The authors have not published their workbook. The items are ours: the numbers, families, difficulties, hard rules
//!   and types of faults are the paper's, the content and the templates are not. Scores cannot be compared with the
//!   paper's tables.
//! - The paper lets a language model judge generation and edits. Here rules decide unless a judge is asked. The results
//!   have both decisions.
//! - The paper does not say which model it asks about contrasts. Here it is the model under test. A described contrast
//!   counts in a rate of its own, which is part of no other ([`RateName::ContrastDescribed`]).
//! - The paper does not define its difficulties and does not say how the 30 faults divide into types. See
//!   [`Difficulty`]; each type has six items.
//!
//! ```
//! use texlens_latexbench::{check, items};
//!
//! let items = items(1234);
//! assert_eq!(items.len(), 150);
//! let item = &items[0];
//! assert!(check(item, &item.reference_answer(), None).passes);
//! let verdict = check(item, "\\documentclass{article}", None);
//! assert!(!verdict.passes);
//! println!("{}", verdict.findings[0]);
//! ```

mod answer;
mod article;
mod asking;
mod beginning;
mod brief;
mod check;
mod edit;
mod fault;
mod finding;
mod grid;
mod item;
mod items;
mod question;
mod requirement;
mod results;
mod run;
mod score;
mod topics;
mod view;
mod workbook;
mod write;

pub use answer::{LineError, read_answers, read_items};
pub use asking::{ANSWER_TIMEOUT_MS, Finished, JudgeCalls, SubjectCalls};
pub use brief::{Brief, BriefTask};
pub use check::{Verdict, check, latex_of};
pub use edit::{Change, Edit, Expect};
pub use fault::FaultType;
pub use fault::find::{Fault, faults};
pub use finding::{ErrorType, Finding};
pub use item::{Contrast, Counted, Difficulty, Family, Generation, Item, Key, Source, Task};
pub use items::{ITEMS, items, items_of};
pub use question::{Chosen, Question};
pub use requirement::{
    AbstractText, Cases, Citations, Code, Command, Derivation, Document, Equation, Fence, Figure, Footnotes, Forbidden,
    Front, LabelAsk, List, ListKind, Matrix, Packages, Place, Reference, Requirement, Section, Snippet, Statement,
    Table, Target,
};
pub use results::{Agreement, Difference, Disagreement, Origin, ResultRow, Results};
pub use run::{Answer, Answered, AskedModel, BenchRun, Decider, Judged, RunFileError};
pub use score::{Checked, ErrorTypes, Rate, RateName, Scores, score};
pub use workbook::{WorkbookReadError, read_workbook};
pub use write::{WorkbookError, items_hash, to_jsonl, to_page, to_results_page, to_workbook};
