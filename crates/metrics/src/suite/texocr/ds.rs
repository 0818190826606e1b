//! Document-level similarity.
//!
//! # What it measures
//! How much of the LaTeX source was recovered, character by character, without the bibliography.
//!
//! # Formula
//! `1 - Levenshtein(A, B) / max(|A|, |B|)`, in Unicode code points. A and B are the reference and the prediction
//! without their BibTeX entries and the white space after each entry.
//!
//! # Example
//! ```text
//! reference: Tides rise.
//! prediction: @misc{a, title={A}} Tides ris3.
//! score: 0.909 = 1 - 1/11
//! ```
//!
//! The entry of the bibliography does not count.
//!
//! # Range and direction
//! 0 (nothing in common) to 1 (equal); higher is better.
//!
//! # Edge cases
//! Comments, and text that TeX skips (see the head of this page), are removed from both sides. Nothing left on either
//! side: 1, as for two equal texts. Nothing left on one side: 0. An entry that is never closed ends at its first blank
//! line, at the next entry, or at the end of the text. Texts with more than 2^34 pairs of characters (131,072 on each
//! side) that differ much are divided at corresponding places, and the parts are compared. The value is then a lower
//! bound, and the summary says so.
//!
//! # Deviations from the paper
//! The paper removes BibTeX from the generated side only, because its references keep theirs in .bib files. Here it is
//! also removed from a reference that contains entries; otherwise no prediction could be right. With
//! `ds.keep_reference_bibtex`, such entries are compared like everything else, to the letter. The paper leaves 0/0
//! open.
//!
//! # Source
//! TexOCR-Bench, section 3.1 and appendix A.2.

use texlens_latex::{BibKind, Outline, TokenKind};
use texlens_vocabulary::{Kind, Score, Side, Span, SpanKind};

use crate::compare::{Compared, edit_similarity};
use crate::metric::{Direction, Group, Headline, Info, Input, Metric, Need};
use crate::settings::Parameter;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &DocumentSimilarity;

/// Whether the BibTeX entries of the reference are compared.
pub const KEEP_REFERENCE_BIBTEX: Parameter<bool> = Parameter {
    name: "ds.keep_reference_bibtex",
    default: false,
    about: "Whether BibTeX entries of the reference are compared; a reference that has some then scores below 1 against itself.",
};

pub(super) static INFO: Info = Info {
    id: "ds",
    name: "Document-level similarity",
    about: "How much of the LaTeX agrees, character by character, without the bibliography.",
    group: Group::Usability,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "TexOCR-Bench, appendix A.2",
    limits: "",
    headline: Some(Headline {
        label: "DS",
        places: &[(Kind::Page, 1), (Kind::Document, 1)],
    }),
    parameters: &[&KEEP_REFERENCE_BIBTEX],
};

struct DocumentSimilarity;

impl Metric for DocumentSimilarity {
    fn info(&self) -> &'static Info {
        &INFO
    }

    /// Scores a sample. The spans are the removed BibTeX entries, then the differing regions by word and command.
    fn score(&self, input: &Input<'_>) -> Score {
        let mut left_out = Vec::new();
        let reference = if input.settings.get(&KEEP_REFERENCE_BIBTEX) {
            Compared::of(input.reference, |token| token.kind != TokenKind::Comment)
        } else {
            left_out.extend(entries(input.reference, Side::Reference));
            without_bibtex(input.reference)
        };
        left_out.extend(entries(input.prediction, Side::Prediction));
        let mut score = edit_similarity(INFO.id, &reference, &without_bibtex(input.prediction));
        score.spans.splice(0..0, left_out);
        score
    }
}

fn without_bibtex<'a>(outline: &Outline<'a>) -> Compared<'a> {
    let mut after_entry = false;
    Compared::of(outline, |token| {
        let is_space = matches!(token.kind, TokenKind::Whitespace | TokenKind::ParagraphBreak);
        if token.kind == TokenKind::Comment {
            return false;
        }
        let dropped = token.kind == TokenKind::BibEntry || (after_entry && is_space);
        after_entry = dropped;
        !dropped
    })
}

/// Returns the BibTeX entries of one side, as spans.
fn entries<'a>(outline: &'a Outline<'_>, side: Side) -> impl Iterator<Item = Span> + 'a {
    outline
        .bibliography()
        .iter()
        .filter(|entry| entry.kind == BibKind::BibTeX)
        .map(move |entry| Span::new(side, entry.range.clone(), SpanKind::Ignored, "BibTeX entry"))
}
