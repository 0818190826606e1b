//! Common code of the metrics of judges.

use texlens_vocabulary::{Outcome, Ratio, Score};

use crate::metric::{Info, Judged};

/// The highest score that a judge gives.
const HIGHEST: f64 = 10.0;

/// The limits of a judge's score, for all metrics of judges.
pub(crate) const LIMITS: &str = "Depends on the model, its version and the prompt, and may differ when asked again; a text can try to persuade it. \
     Compare only scores of the same judge.";

/// Returns the judge's score, from 0 to 10, divided by 10.
pub(crate) fn score(info: &Info, judged: &Judged) -> Score {
    if !(0.0..=HIGHEST).contains(&judged.score) {
        return Score::undefined(info.id, "the judge's score is not one of 0 to 10");
    }
    let value = judged.score / HIGHEST;
    let score = Score::value_of(info.id, value, Vec::new());
    Score {
        outcome: Outcome::Defined {
            value,
            ratio: Some(Ratio {
                numerator: judged.score,
                denominator: HIGHEST,
            }),
        },
        ..score.saying(judged.reason.clone())
    }
}

/// Returns the undefined score of a sample that was not judged.
pub(crate) fn not_asked(info: &Info) -> Score {
    Score::undefined(
        info.id,
        "not judged yet: use \"Ask a judge\" in the app, or `texlens judge`",
    )
}
