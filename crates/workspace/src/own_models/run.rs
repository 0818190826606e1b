//! What a run of a model has read so far.

use super::summary::{RunsOn, Stop};

/// How a page ended.
#[derive(Debug, Clone, PartialEq)]
pub enum PageEnd {
    /// It was read.
    Read {
        /// The number of tokens.
        tokens: usize,
        /// Seconds for the page.
        seconds: f64,
        /// Why the text ends.
        stop: Stop,
        /// What the image's file lacks.
        remarks: Vec<String>,
        /// What ran the model, and why.
        runs_on: RunsOn,
    },
    /// It was not read, with the reason.
    Failed(String),
}

/// Sums over the pages of a run.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OwnTally {
    /// Number of pages that were read.
    pub read: usize,
    /// Number of their tokens.
    pub tokens: usize,
    /// Seconds for them.
    pub seconds: f64,
    /// Pages that were not read, with the reasons.
    pub failed: Vec<(String, String)>,
    /// Pages whose text the model did not end itself, with the reasons.
    pub unended: Vec<(String, Stop)>,
    /// Pages of whose image a part is missing, with what is missing.
    pub remarks: Vec<(String, String)>,
    /// What runs the model, and why.
    pub runs_on: Option<RunsOn>,
}

impl OwnTally {
    /// Adds a page.
    pub fn add(&mut self, page: &str, end: PageEnd) {
        match end {
            PageEnd::Failed(why) => self.failed.push((page.to_owned(), why)),
            PageEnd::Read {
                tokens,
                seconds,
                stop,
                remarks,
                runs_on,
            } => {
                self.read += 1;
                self.tokens += tokens;
                self.seconds += seconds;
                self.runs_on = Some(runs_on);
                if stop != Stop::End {
                    self.unended.push((page.to_owned(), stop));
                }
                self.remarks
                    .extend(remarks.into_iter().map(|remark| (page.to_owned(), remark)));
            }
        }
    }

    /// Returns the number of pages that are done.
    #[must_use]
    pub fn done(&self) -> usize {
        self.read + self.failed.len()
    }

    /// Returns tokens a second; `None` if nothing was read.
    #[must_use]
    pub fn pace(&self) -> Option<f64> {
        #[allow(clippy::cast_precision_loss)] // Far fewer than 2^53.
        let tokens = self.tokens as f64;
        (self.seconds > 0.0 && self.tokens > 0).then(|| tokens / self.seconds)
    }
}
