//! What a metric is and what it is given.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use texlens_latex::Outline;
use texlens_vocabulary::{Kind, Score};

use crate::cdm::{RenderedPair, Variant};
use crate::compiled::Compiled;
use crate::settings::{AnyParameter, Settings};
use crate::texbleu::{Gpt2, TexbleuModel};
use crate::text::error_rate::WordHits;

/// A metric. Implementations are pure: the same input gives the same score.
pub trait Metric: Sync {
    /// What it is, without running it.
    fn info(&self) -> &'static Info;

    /// Scores one sample. Never fails: what cannot be scored is undefined, with the reason.
    fn score(&self, input: &Input<'_>) -> Score;

    /// How it is pooled over many samples, where that is not the mean of their values.
    fn pooled(&self) -> Option<&dyn Pooled> {
        None
    }
}

/// A metric that is computed over a corpus from counts that add up, as corpus BLEU is.
pub trait Pooled {
    /// The score of a sample, and what the sample adds; as many numbers for every sample.
    fn measure(&self, input: &Input<'_>) -> (Score, Vec<f64>);

    /// The value of a corpus from the sums of its samples' counts, or `None` where there is none.
    fn value(&self, sums: &[f64], settings: &Settings) -> Option<f64>;
}

/// What is known of a metric without running it.
#[derive(Debug)]
pub struct Info {
    /// Stable identifier, the name of its file.
    pub id: &'static str,
    /// For a person.
    pub name: &'static str,
    /// What the value says, in one sentence for a person.
    pub about: &'static str,
    /// What it belongs to.
    pub group: Group,
    /// Which values are good.
    pub direction: Direction,
    /// Values it can take.
    pub range: RangeInclusive<f64>,
    /// Samples it is defined on.
    pub kinds: &'static [Kind],
    /// What it has to be given.
    pub needs: &'static [Need],
    /// Where it comes from.
    pub source: &'static str,
    /// What a reader of the value has to know to not be misled, in a sentence or two; empty if nothing.
    pub limits: &'static str,
    /// Whether it is shown before the others, and how.
    pub headline: Option<Headline>,
    /// Settings it reads.
    pub parameters: &'static [&'static dyn AnyParameter],
}

impl Info {
    /// Whether it is the mean of a group's metrics, and not of everything.
    #[must_use]
    pub fn is_group_mean(&self) -> bool {
        Group::WITH_MEAN.iter().any(|group| group.mean() == Some(self.id))
    }
}

/// How a metric is shown that is looked at first: in lists, in the first columns of tables, as the axis of a plot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Headline {
    /// Its name where there is little room.
    pub label: &'static str,
    /// Its place among those of a kind of sample, from 1; the means over other metrics have an order of their own.
    pub places: &'static [(Kind, u8)],
}

impl Headline {
    /// Its place among those of a kind; none where it is not looked at first.
    #[must_use]
    pub fn place(&self, kind: Kind) -> Option<u8> {
        self.places
            .iter()
            .find(|(known, _)| *known == kind)
            .map(|(_, place)| *place)
    }
}

/// What a metric belongs to: the groups of TexOCR-Bench in the order of its tables and their means; then other readings of
/// the same metrics, and those of texts and formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Structural faithfulness.
    Structural,
    /// End-to-end usability.
    Usability,
    /// Transcription fidelity.
    Fidelity,
    /// Means over other metrics. Their members come before them.
    Overall,
    /// Stricter or otherwise different readings of the metrics above.
    Reading,
    /// Similarity of texts of any kind.
    Text,
    /// Single formulas.
    Formula,
}

impl Group {
    /// Those that have a mean, in the order of the paper's tables.
    pub const WITH_MEAN: [Self; 3] = [Self::Structural, Self::Usability, Self::Fidelity];

    /// For a person.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Structural => "Structural faithfulness",
            Self::Usability => "End-to-end usability",
            Self::Fidelity => "Transcription fidelity",
            Self::Overall => "Overall",
            Self::Reading => "Other readings",
            Self::Text => "Text similarity",
            Self::Formula => "Formula",
        }
    }

    /// Id of the metric that is the mean of this group's metrics.
    #[must_use]
    pub const fn mean(self) -> Option<&'static str> {
        match self {
            Self::Structural => Some("structural"),
            Self::Usability => Some("usability"),
            Self::Fidelity => Some("fidelity"),
            Self::Overall | Self::Reading | Self::Text | Self::Formula => None,
        }
    }
}

/// Which values of a metric are good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The largest.
    HigherIsBetter,
    /// The smallest.
    LowerIsBetter,
}

/// What a metric has to be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Need {
    /// The two texts.
    Text,
    /// The scores of other metrics.
    Scores,
    /// The verdict of a TeX engine.
    Compilation,
    /// Its verdict on the reference.
    ReferenceCompilation,
    /// The boxes of both formulas' tokens, typeset.
    GlyphBoxes,
    /// [`Evidence::judged`].
    Judge,
    /// [`Evidence::texbleu`].
    TexbleuModel,
    /// [`Evidence::gpt2`].
    Gpt2,
}

/// What is known beyond the two texts, for metrics that need it: the verdict of a compiler, boxes of rendered glyphs, the
/// answer of a judge, a table. Obtaining it is the caller's work and may be slow; a metric finds what it needs here or
/// is undefined.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Evidence {
    /// The boxes of both formulas' tokens, for each variant of character detection matching that typeset them.
    pub glyph_boxes: BTreeMap<Variant, RenderedPair>,
    /// The tokeniser and the vectors that come with texlens as `models/texbleu.bin`.
    pub texbleu: Option<Arc<TexbleuModel>>,
    /// What a TeX engine says of the prediction.
    pub compiled: Option<Compiled>,
    /// What it says of the reference.
    pub reference_compiled: Option<Compiled>,
    /// What a language model said of the two texts, if one was asked.
    pub judged: Option<Judged>,
    /// GPT-2's vocabulary and vectors, if somebody has provided them.
    pub gpt2: Option<Arc<Gpt2>>,
}

/// A language model's verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// 0 to 10.
    pub score: f64,
    /// Why, in a sentence or two; empty where it does not say.
    pub reason: String,
    /// Whether the protocol has decided by a rule, without asking.
    pub is_by_rule: bool,
}

/// One sample, as a metric sees it.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The reference.
    pub reference: &'a Outline<'a>,
    /// The prediction.
    pub prediction: &'a Outline<'a>,
    /// Byte range of each page of the reference.
    pub reference_pages: &'a [Range<usize>],
    /// Byte range of each page of the prediction.
    pub prediction_pages: &'a [Range<usize>],
    /// What else is known.
    pub evidence: &'a Evidence,
    /// Settings of all metrics.
    pub settings: &'a Settings,
    /// What the metrics that come before this one in the registry said of the sample.
    pub scores: &'a [Score],
    /// What several metrics compute of these two texts: one for all metrics of a sample, empty before the first.
    pub shared: &'a Shared,
}

/// What several metrics compute of the same two texts, once for all of them.
#[derive(Debug, Default)]
pub struct Shared {
    words: OnceCell<WordHits>,
}

impl Input<'_> {
    /// The words of both texts, aligned.
    pub(crate) fn words(&self) -> &WordHits {
        let hits = || WordHits::of(self.reference.read(), self.prediction.read());
        self.shared.words.get_or_init(hits)
    }

    /// The value that another metric gave, if it ran and is defined.
    pub(crate) fn value_of(&self, id: &str) -> Option<f64> {
        self.scores.iter().find(|score| score.metric == id)?.value()
    }
}
