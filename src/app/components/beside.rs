use std::{ops::Range, rc::Rc};

use texlens_workspace::state::{Focus, Pointed, Sample};
use texlens_workspace::text_diff::{Piece, Row, Shown, TextDiff};
use texlens_workspace::words::{common, source as words};
use yew::prelude::*;

use super::{
    pager::Pager,
    source_row::{side, trimmed},
    texts::{Texts, texts},
};
use crate::app::hooks::use_part;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The shown sample, which has both texts.
    pub(super) sample: Rc<Sample>,
    /// The same case as predicted by another system.
    pub(super) other: Rc<Sample>,
    pub(super) focus: Focus,
    pub(super) shown: Shown,
    pub(super) hide_equal: bool,
}

/// Two predictions of the same reference, aligned at the paragraphs that they share.
#[derive(PartialEq)]
struct Threefold {
    texts: [Texts; 2],
    text_diffs: [Rc<TextDiff>; 2],
    stretches: Vec<[Range<usize>; 2]>,
    /// Ranges of `stretches`, each small enough to be shown at one time.
    parts: Vec<Range<usize>>,
    shown: Shown,
}

impl Threefold {
    fn new(sample: &Sample, other: &Sample, shown: Shown) -> Self {
        let looked_at = |sample: &Sample| {
            let text_diff = sample.text_diff.clone().unwrap_or_else(|| {
                let reference = sample.reference.as_ref().map_or("", |text| &text.latex);
                let prediction = sample.prediction.as_ref().map_or("", |prediction| &prediction.latex);
                Rc::new(TextDiff::new(reference, prediction))
            });
            let mut sample = sample.clone();
            sample.text_diff = Some(text_diff.clone());
            (texts(&sample, None, shown), text_diff)
        };
        let ((mut ours, our), (theirs, their)) = (looked_at(sample), looked_at(other));
        if let (Some((_, layers)), Some((_, others))) = (&mut ours.reference, &theirs.reference) {
            layers.beside = others.differences.iter().map(|(range, ..)| range.clone()).collect();
        }
        let stretches = our.together(&their);
        Self {
            parts: our.parts_together(&their, &stretches),
            stretches,
            texts: [ours, theirs],
            text_diffs: [our, their],
            shown,
        }
    }

    /// Returns the index of the part with the selected place.
    fn part_of(&self, pointed: &Pointed) -> Option<usize> {
        let start = |range: &Option<Range<usize>>| range.as_ref().map(|range| range.start);
        let [our, _] = &self.text_diffs;
        let row = our.row_at(start(&pointed.reference), start(&pointed.prediction))?;
        let stretch = self.stretches.partition_point(|[ours, _]| ours.end <= row);
        Some(self.parts.partition_point(|part| part.end <= stretch))
    }

    fn rows(&self, [ours, theirs]: &[Range<usize>; 2]) -> [&[Row]; 2] {
        let [our, their] = &self.text_diffs;
        let rows = |text_diff: &'_ Rc<TextDiff>, range: &Range<usize>| {
            range.clone().start..range.end.min(text_diff.rows.len())
        };
        [
            our.rows.get(rows(our, ours)).unwrap_or_default(),
            their.rows.get(rows(their, theirs)).unwrap_or_default(),
        ]
    }

    fn is_equal(&self, stretch: &[Range<usize>; 2]) -> bool {
        self.rows(stretch)
            .into_iter()
            .flatten()
            .all(|row| row.is_equal(self.shown))
    }
}

/// Shows the reference and the predictions of two systems, paragraph by paragraph.
#[component]
pub(super) fn Beside(props: &Props) -> Html {
    let Props {
        sample,
        other,
        focus,
        shown,
        hide_equal,
    } = props;
    let threefold = use_memo((sample.clone(), other.clone(), *shown), |(sample, other, shown)| {
        Threefold::new(sample, other, *shown)
    });
    let pointed = sample.pointed(focus);
    let selected = threefold.part_of(&pointed);
    let (part, turn) = use_part((sample.id, other.id), focus.clone(), selected, threefold.parts.len());
    let row = |stretch: &[Range<usize>; 2]| {
        let [ours, theirs] = threefold.rows(stretch);
        let [our, their] = &threefold.texts;
        let text = |class: &'static str, text: Html| html! { <div class={classes!("text", class)}>{text}</div> };
        html! {
            <div class={classes!("row", (!threefold.is_equal(stretch)).then_some("differs"))}>
                {text("reference", side(&our.reference, None, &trimmed(&our.reference, extent(ours, |piece| &piece.reference)), &pointed.reference, "missing"))}
                {text("prediction", side(&our.prediction, our.faults.as_deref(), &trimmed(&our.prediction, extent(ours, |piece| &piece.prediction)), &pointed.prediction, "extra"))}
                {text("prediction", side(&their.prediction, None, &trimmed(&their.prediction, extent(theirs, |piece| &piece.prediction)), &None, "extra"))}
            </div>
        }
    };
    let mut equal = 0;
    let mut rows = Vec::new();
    let fold = |equal: &mut usize| match std::mem::take(equal) {
        0 => Html::default(),
        count => html! { <p class="folded">{common::equal_paragraphs(count)}</p> },
    };
    let shown = threefold.parts.get(part).cloned().unwrap_or_default();
    for stretch in threefold.stretches.get(shown).unwrap_or_default() {
        if *hide_equal && threefold.is_equal(stretch) {
            equal += 1;
        } else {
            rows.push(fold(&mut equal));
            rows.push(row(stretch));
        }
    }
    rows.push(fold(&mut equal));
    html! {
        <>
            <Pager what={words::PARTS_BESIDE} {part} parts={threefold.parts.len()} {turn} />
            {for rows}
        </>
    }
}

/// Returns the byte range that rows cover on one side.
fn extent(rows: &[Row], range: fn(&Piece) -> &Range<usize>) -> Range<usize> {
    let mut pieces = rows.iter().flat_map(|row| &row.pieces).map(range);
    let first = pieces.next().cloned().unwrap_or_default();
    let end = pieces.next_back().map_or(first.end, |last| last.end);
    first.start..end
}
