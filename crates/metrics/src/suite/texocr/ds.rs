//! Document-level similarity.
//!
//! # What it measures
//! How much of the LaTeX source was recovered, character by character, bibliography apart.
//!
//! # Formula
//! `1 - Levenshtein(A, B) / max(|A|, |B|)`, in Unicode code points, where A and B are reference and prediction without
//! their BibTeX entries and the white space after each.
//!
//! # Range and direction
//! 0 (nothing in common) to 1 (equal); higher is better.
//!
//! # Edge cases
//! Nothing left on either side: 1, as two equal texts. Nothing left on one side: 0. An entry that is never closed ends
//! at its first blank line, at the next entry or at the end of the text.
//!
//! # Deviations from the paper
//! The paper removes BibTeX from the generated side only, because its references keep theirs in .bib files; here it
//! is removed from a reference that carries entries as well, or no prediction could be right. The paper leaves 0/0
//! open.
//!
//! # Source
//! TexOCR-Bench, section 3.1 and appendix A.2.

use texlens_latex::{BibKind, Outline, Token, TokenKind};

use crate::compare::{Compared, edit_similarity};
use crate::metric::{Direction, Group, Info, Input, Kind, Metric, Need};
use crate::score::{Score, Side, Span, SpanKind};

/// For the registry.
pub const METRIC: &dyn Metric = &DocumentSimilarity;

static INFO: Info = Info {
    id: "ds",
    name: "Document-level similarity",
    about: "How much of the LaTeX agrees, character by character, bibliography apart.",
    group: Group::Usability,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "TexOCR-Bench, appendix A.2",
    limits: "",
    parameters: &[],
};

struct DocumentSimilarity;

impl Metric for DocumentSimilarity {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        similarity(INFO.id, input, ReferenceBibtex::Removed)
    }
}

/// What becomes of BibTeX entries of the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReferenceBibtex {
    /// They are left out, as those of the prediction.
    Removed,
    /// They are compared like everything else.
    Compared,
}

/// The spans are the BibTeX entries that were left out, then the differing regions by word and command.
pub(crate) fn similarity(metric: &'static str, input: &Input<'_>, of_reference: ReferenceBibtex) -> Score {
    let prediction = without_bibtex(input.prediction);
    let mut left_out: Vec<Span> = entries(input.prediction, Side::Prediction).collect();
    let reference = match of_reference {
        ReferenceBibtex::Removed => {
            left_out.splice(0..0, entries(input.reference, Side::Reference));
            without_bibtex(input.reference)
        }
        ReferenceBibtex::Compared => Compared {
            source: input.reference.source,
            tokens: input.reference.tokens.clone(),
        },
    };
    let mut score = edit_similarity(metric, &reference, &prediction);
    score.spans.splice(0..0, left_out);
    score
}

fn without_bibtex<'a>(outline: &Outline<'a>) -> Compared<'a> {
    let mut after_entry = false;
    let keep = |token: &&Token| {
        let is_space = matches!(token.kind, TokenKind::Whitespace | TokenKind::ParagraphBreak);
        let dropped = token.kind == TokenKind::BibEntry || (after_entry && is_space);
        after_entry = dropped;
        !dropped
    };
    Compared {
        source: outline.source,
        tokens: outline.tokens.iter().filter(keep).copied().collect(),
    }
}

/// BibTeX entries of one side, as spans.
pub(crate) fn entries<'a>(outline: &'a Outline<'_>, side: Side) -> impl Iterator<Item = Span> + 'a {
    outline
        .bibliography
        .iter()
        .filter(|entry| entry.kind == BibKind::BibTeX)
        .map(move |entry| Span::new(side, entry.range.clone(), SpanKind::Ignored, "BibTeX entry"))
}
