//! Leaderboards: rows that texlens measured beside rows that publications print, and which of them are comparable.
//!
//! A [`Leaderboard`] has rows of one [`Protocol`]: the same pages, judge, metrics and settings. It comes from a saved
//! evaluation ([`read`]), from the result files of pdf-parse-bench ([`ResultFiles`]), or from a publication
//! ([`printed()`]). [`reasons`] says why two protocols are not comparable, and [`Standing`] puts leaderboards into sets
//! whose rows may be ranked together. All numbers of command and app come from [`Standing::sets`].
//!
//! ```
//! use texlens_leaderboard::{Standing, printed};
//!
//! let boards: Vec<_> = printed("texocr").collect();
//! let standing = Standing::of(boards);
//! // The paper's three tables have one protocol.
//! assert_eq!(standing.sets.len(), 1);
//! assert_eq!(standing.sets[0].rows[0].system, "GPT-5.3");
//! ```

mod board;
mod comparable;
mod error;
mod fingerprint;
mod measured;
mod printed;
mod protocol;
mod released;
mod results;
mod shown;
mod standing;
mod write;

pub use board::{Better, Column, Leaderboard, Measurement, Origin, Row, Source, Value};
pub use comparable::{Part, Reason, is_comparable, reasons};
pub use error::LeaderboardError;
pub use fingerprint::{Fingerprint, fingerprint};
pub use measured::{from_evaluation, from_evaluations, from_json, read};
pub use printed::{PUBLICATIONS, all_printed, printed};
pub use protocol::{Judge, Pages, Protocol};
pub use results::{ResultFiles, is_result_file};
pub use shown::{Shown, ShownTable};
pub use standing::{Apart, Set, SetRow, Standing};
pub use write::{to_csv, to_json};
