//! The work on many samples in sentences.

use crate::state::Open;

/// Name of the region with the progress.
pub const NAME: &str = "Work";

/// In place of the pace while the work is paused.
pub const PAUSED: &str = "Paused.";

/// Button that continues the work.
pub const RESUME: &str = "Resume";

/// Button that pauses the work.
pub const PAUSE: &str = "Pause";

/// The work that is left.
#[must_use]
pub fn open(open: &Open) -> String {
    let Open { to_read, to_score } = open;
    let pages = format!("{to_read} to read");
    let texts = format!("{to_score} to score");
    match (to_read, to_score) {
        (0, _) => texts,
        (_, 0) => pages,
        _ => format!("{pages}, {texts}"),
    }
}

/// The number of samples to try again.
#[must_use]
pub fn unfinished(samples: usize) -> String {
    match samples {
        1 => "1 sample failed or was cancelled.".to_owned(),
        count => format!("{count} samples failed or were cancelled."),
    }
}

/// The pace of some work in items per second, and the time that it still takes, for example "310 a second, 28 s left".
#[must_use]
pub fn pace(rate: f64, left: usize) -> String {
    #[allow(clippy::cast_precision_loss)] // Far from 2^53.
    let seconds = left as f64 / rate;
    let speed = if rate >= 1.0 {
        format!("{rate:.0} a second")
    } else {
        format!("{:.0} a minute", rate * 60.0)
    };
    format!("{speed}, {} left", duration(seconds))
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}
