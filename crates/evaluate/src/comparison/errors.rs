//! The frequency of each error type.

use texlens_stats::{Confidence, wilson};

use super::ErrorSummary;
use crate::board::SampleScores;
use crate::error_types::{ErrorFinding, ErrorType, Judgement};

/// Returns one entry for each type that was looked for.
pub(super) fn summarise(samples: &[&SampleScores], system: usize, confidence: Confidence) -> Vec<ErrorSummary> {
    let scored = samples
        .iter()
        .filter_map(|sample| sample.systems.get(system)?.outcome.as_ref().ok());
    let findings: Vec<&ErrorFinding> = scored.flat_map(|scored| &scored.error_types).collect();
    let of_type = |error_type| {
        let mut of_type = findings
            .iter()
            .filter(|finding| finding.error_type == error_type)
            .peekable();
        of_type.peek()?;
        Some(summary(error_type, of_type.copied(), confidence))
    };
    ErrorType::ALL.into_iter().filter_map(of_type).collect()
}

fn summary<'a>(
    error_type: ErrorType,
    findings: impl Iterator<Item = &'a ErrorFinding>,
    confidence: Confidence,
) -> ErrorSummary {
    let (mut found, mut judged) = (0_u64, 0_u64);
    for finding in findings {
        found += u64::from(finding.is_found());
        judged += u64::from(!matches!(finding.judgement, Judgement::NotJudged { .. }));
    }
    ErrorSummary {
        error_type,
        found,
        judged,
        interval: wilson::estimate(found, judged, confidence)
            .ok()
            .map(|share| share.interval),
    }
}
