//! The interface of a metric, and its input.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use texlens_latex::Outline;
use texlens_vocabulary::{Kind, Score};

use crate::cdm::{RenderedPair, Variant};
use crate::compiled::Compiled;
use crate::layout::LayoutPair;
use crate::settings::{AnyParameter, Settings};
use crate::texbleu::{Gpt2, LoadedTokeniser, TexbleuModel};
use crate::text::error_rate::WordHits;

/// A metric. Implementations are pure: the same input always gives the same score.
pub trait Metric: Sync {
    /// Returns the description of the metric, without running it.
    fn info(&self) -> &'static Info;

    /// Scores one sample. This never fails: a sample that cannot be scored gets an undefined score with the reason.
    fn score(&self, input: &Input<'_>) -> Score;

    /// Returns how the metric is pooled over many samples; `None` if the pooled value is the mean of the samples'
    /// values.
    fn pooled(&self) -> Option<&dyn Pooled> {
        None
    }
}

/// A metric whose value for a corpus is calculated from summed counts, as in corpus BLEU.
pub trait Pooled {
    /// Returns the score of a sample and the counts that the sample adds. Every sample gives equally many counts.
    fn measure(&self, input: &Input<'_>) -> (Score, Vec<f64>);

    /// Returns the value of a corpus from the summed counts of its samples; `None` if it is undefined.
    fn value(&self, sums: &[f64], settings: &Settings) -> Option<f64>;
}

/// The description of a metric.
#[derive(Debug)]
pub struct Info {
    /// The stable identifier, which is also the name of the metric's file.
    pub id: &'static str,
    /// The name for readers.
    pub name: &'static str,
    /// The meaning of the value, in one sentence for readers.
    pub about: &'static str,
    /// The group that the metric belongs to.
    pub group: Group,
    /// Whether high or low values are good.
    pub direction: Direction,
    /// The range of the values.
    pub range: RangeInclusive<f64>,
    /// The kinds of samples on which the metric is defined.
    pub kinds: &'static [Kind],
    /// The inputs that the metric needs.
    pub needs: &'static [Need],
    /// The publication or program that defines the metric.
    pub source: &'static str,
    /// Limits that a reader of the value must know, in one or two sentences; empty if there are none.
    pub limits: &'static str,
    /// How the metric is shown among the most prominent ones; `None` if it is not one of them.
    pub headline: Option<Headline>,
    /// The settings that the metric reads.
    pub parameters: &'static [&'static dyn AnyParameter],
}

impl Info {
    /// Whether the metric is the mean of one group, and not of all metrics.
    #[must_use]
    pub fn is_group_mean(&self) -> bool {
        Group::WITH_MEAN.iter().any(|group| group.mean() == Some(self.id))
    }
}

/// How a prominent metric is shown: in lists, in the first columns of tables, and as the axis of a plot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Headline {
    /// A short name, for places with little room.
    pub label: &'static str,
    /// The position among the prominent metrics of each kind of sample, from 1. Means over other metrics are numbered
    /// separately.
    pub places: &'static [(Kind, u8)],
}

impl Headline {
    /// Returns the position for a kind of sample; `None` if the metric is not prominent there.
    #[must_use]
    pub fn place(&self, kind: Kind) -> Option<u8> {
        self.places
            .iter()
            .find(|(known, _)| *known == kind)
            .map(|(_, place)| *place)
    }
}

/// The group of a metric: first the groups of TexOCR-Bench in the order of its tables, then their means. Other readings
/// of the same metrics follow, then metrics of texts, of tables and of formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Structural faithfulness.
    Structural,
    /// End-to-end usability.
    Usability,
    /// Transcription fidelity.
    Fidelity,
    /// Means over other metrics. The registry lists their members before them.
    Overall,
    /// Stricter or otherwise different readings of the groups above.
    Reading,
    /// Similarity of two texts of any kind.
    Text,
    /// Metrics of the tables of two texts.
    Table,
    /// Metrics of single formulas.
    Formula,
}

impl Group {
    /// The groups that have a mean, in the order of the paper's tables.
    pub const WITH_MEAN: [Self; 3] = [Self::Structural, Self::Usability, Self::Fidelity];

    /// Returns the name for readers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Structural => "Structural faithfulness",
            Self::Usability => "End-to-end usability",
            Self::Fidelity => "Transcription fidelity",
            Self::Overall => "Overall",
            Self::Reading => "Other readings",
            Self::Text => "Text similarity",
            Self::Table => "Tables",
            Self::Formula => "Formula",
        }
    }

    /// Returns the id of the metric that is the mean of this group; `None` if the group has no mean.
    #[must_use]
    pub const fn mean(self) -> Option<&'static str> {
        match self {
            Self::Structural => Some("structural"),
            Self::Usability => Some("usability"),
            Self::Fidelity => Some("fidelity"),
            Self::Overall | Self::Reading | Self::Text | Self::Table | Self::Formula => None,
        }
    }
}

/// Whether high or low values of a metric are good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The largest value is the best.
    HigherIsBetter,
    /// The smallest value is the best.
    LowerIsBetter,
}

/// An input that a metric needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Need {
    /// The two texts.
    Text,
    /// The scores of other metrics.
    Scores,
    /// The verdict of a TeX engine on the prediction.
    Compilation,
    /// The verdict of a TeX engine on the reference.
    ReferenceCompilation,
    /// The bounding boxes of the tokens of both typeset formulas.
    GlyphBoxes,
    /// The glyphs and rules of both typeset formulas: [`Evidence::layouts`].
    Layouts,
    /// A judge's verdict: [`Evidence::judged`].
    Judge,
    /// The TeXBLEU model: [`Evidence::texbleu`].
    TexbleuModel,
    /// GPT-2's vocabulary and vectors: [`Evidence::gpt2`].
    Gpt2,
    /// The tokeniser of TeXBLEU's authors: [`Evidence::tokeniser`].
    Tokeniser,
}

/// Input of a metric beyond the two texts: the verdicts of a TeX engine, bounding boxes of typeset glyphs, the answer
/// of a judge, a model. The caller obtains it, which may be slow. If the evidence that a metric needs is absent, its
/// score is undefined.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Evidence {
    /// The bounding boxes of the tokens of both formulas, for each variant of character detection matching that typeset
    /// them.
    pub glyph_boxes: BTreeMap<Variant, RenderedPair>,
    /// The glyphs and rules of both formulas, typeset by texlens.
    pub layouts: Option<LayoutPair>,
    /// The tokeniser and the vectors that are supplied with texlens as `models/texbleu.bin`.
    pub texbleu: Option<Arc<TexbleuModel>>,
    /// The verdict of a TeX engine on the prediction.
    pub compiled: Option<Compiled>,
    /// The verdict of a TeX engine on the reference.
    pub reference_compiled: Option<Compiled>,
    /// The verdict of a language model on the two texts, if one was asked.
    pub judged: Option<Judged>,
    /// GPT-2's vocabulary and vectors, if they were provided.
    pub gpt2: Option<Arc<Gpt2>>,
    /// A tokeniser for TeXBLEU, if one was provided.
    pub tokeniser: Option<Arc<LoadedTokeniser>>,
}

/// The verdict of a language model.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// The score, from 0 to 10.
    pub score: f64,
    /// The reason, in one or two sentences; empty if the model gives none.
    pub reason: String,
    /// Whether the protocol decided by a rule, without asking the model.
    pub is_by_rule: bool,
}

/// One sample as the input of a metric.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The reference.
    pub reference: &'a Outline<'a>,
    /// The prediction.
    pub prediction: &'a Outline<'a>,
    /// The byte range of each page of the reference.
    pub reference_pages: &'a [Range<usize>],
    /// The byte range of each page of the prediction.
    pub prediction_pages: &'a [Range<usize>],
    /// Input beyond the two texts.
    pub evidence: &'a Evidence,
    /// The settings of all metrics.
    pub settings: &'a Settings,
    /// The scores that the earlier metrics in the registry gave the sample.
    pub scores: &'a [Score],
    /// Results that several metrics compute from these two texts. One value serves all metrics of a sample; it is empty
    /// before the first metric.
    pub shared: &'a Shared,
}

/// Results that several metrics compute from the same two texts, computed once.
#[derive(Debug, Default)]
pub struct Shared {
    words: OnceCell<WordHits>,
}

impl Input<'_> {
    /// Returns the alignment of the words of both texts.
    pub(crate) fn words(&self) -> &WordHits {
        let hits = || WordHits::of(self.reference.read(), self.prediction.read());
        self.shared.words.get_or_init(hits)
    }

    /// Returns the value of another metric, if that metric has run and its score is defined.
    pub(crate) fn value_of(&self, id: &str) -> Option<f64> {
        self.scores.iter().find(|score| score.metric == id)?.value()
    }
}
