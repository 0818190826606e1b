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

    /// The spans are the BibTeX entries that were left out, then the differing regions by word and command.
    fn score(&self, input: &Input<'_>) -> Score {
        let mut score = edit_similarity(
            INFO.id,
            &without_bibtex(input.reference),
            &without_bibtex(input.prediction),
        );
        let ignored = [(Side::Reference, input.reference), (Side::Prediction, input.prediction)];
        score.spans.splice(
            0..0,
            ignored.into_iter().flat_map(|(side, outline)| entries(outline, side)),
        );
        score
    }
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

fn entries<'a>(outline: &'a Outline<'_>, side: Side) -> impl Iterator<Item = Span> + 'a {
    outline
        .bibliography
        .iter()
        .filter(|entry| entry.kind == BibKind::BibTeX)
        .map(move |entry| Span::new(side, entry.range.clone(), SpanKind::Ignored, "BibTeX entry"))
}
