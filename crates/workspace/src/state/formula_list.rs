//! The list of the formulas of all samples: its filters, its order, and the card that is pointed at.

use std::collections::BTreeSet;
use std::rc::Rc;

use texlens_evaluate::{Detail, Formula, FormulaPair, Kind, Query};
use texlens_metrics::{Direction, Info, infos};
use texlens_report::formula::standing_alone;

use super::formula_pairs::{FormulaPairs, PairValues};

use super::{Sample, SampleId, Samples, Scoring, Screen, State, Step, ViewAction};
use crate::messages::score::Texts;
use crate::ranking::{Sorted, by_value};

/// The list of the formulas of all samples.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FormulaList {
    /// Whether the list is shown instead of single samples.
    pub is_shown: bool,
    /// What is listed, and in which order.
    pub listing: FormulaListing,
    /// The card that is pointed at.
    pub cursor: Option<FormulaItem>,
    /// Samples in sight, whose formulas are wanted.
    looked_at: Rc<BTreeSet<SampleId>>,
}

/// What is listed, and in which order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FormulaListing {
    /// Which pairs are listed.
    pub filter: FormulaFilter,
    /// Whether only displayed formulas are listed, or only inline ones.
    pub displayed: Option<bool>,
    /// The only system whose formulas are listed.
    pub system: Option<Rc<str>>,
    /// Lists formulas of samples that match the query, as in the list of samples.
    pub query: Rc<str>,
    /// The order.
    pub order: FormulaOrder,
}

/// A filter of formula pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FormulaFilter {
    /// All pairs.
    #[default]
    All,
    /// Pairs whose LaTeX differs after normalisation.
    Different,
    /// Pairs whose LaTeX differs but that look the same.
    SameLook,
    /// Pairs with a formula that TeX cannot set.
    NotCompiling,
    /// Formulas that the prediction lacks.
    Missing,
    /// Formulas that the reference lacks.
    Extra,
}

/// The order of formula pairs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum FormulaOrder {
    /// The order of the samples, and within a sample that of the text.
    #[default]
    Text,
    /// The worst values of a metric first. Pairs without a value come last.
    Worst {
        /// The id of the metric.
        metric: Rc<str>,
    },
}

/// An item of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormulaItem {
    /// The sample.
    pub sample: SampleId,
    /// The index of the pair in [`Scored::formulas`](texlens_evaluate::Scored::formulas), or `None` if the formulas of
    /// the sample are not determined yet.
    pub pair: Option<usize>,
}

/// Events of the list of formulas.
#[derive(Debug)]
pub enum FormulaAction {
    /// Changes what is listed.
    List(FormulaListing),
    /// These pairs and samples are on the screen.
    Show {
        /// The pairs.
        pairs: Vec<Texts>,
        /// The samples whose formulas are not determined yet.
        samples: Vec<SampleId>,
    },
    /// The values of these pairs are wanted, for the order or the filter.
    Value(Vec<Texts>),
    /// Points at a card.
    Point(FormulaItem),
    /// Shows a pair in its sample.
    Open(FormulaItem),
}

impl FormulaFilter {
    /// All filters, in the order in which they are offered.
    pub const ALL: [Self; 6] = [
        Self::All,
        Self::Different,
        Self::SameLook,
        Self::NotCompiling,
        Self::Missing,
        Self::Extra,
    ];

    /// Returns the filter's id in addresses.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Different => "different",
            Self::SameLook => "same_look",
            Self::NotCompiling => "not_compiling",
            Self::Missing => "missing",
            Self::Extra => "extra",
        }
    }

    /// Returns whether the filter needs to know how the formulas look.
    #[must_use]
    pub fn needs_look(self) -> bool {
        matches!(self, Self::SameLook | Self::NotCompiling)
    }

    fn admits(self, pair: &FormulaPair, values: Option<&PairValues>) -> bool {
        match self {
            Self::All => true,
            Self::Different => !pair.exact,
            Self::SameLook => !pair.exact && values.and_then(PairValues::looks_same) == Some(true),
            Self::NotCompiling => values.is_some_and(|values| values.fails),
            Self::Missing => pair.prediction.is_none(),
            Self::Extra => pair.reference.is_none(),
        }
    }
}

impl FormulaListing {
    /// Returns whether the values of all pairs are needed.
    #[must_use]
    pub fn needs_values(&self) -> bool {
        self.filter.needs_look() || matches!(self.order, FormulaOrder::Worst { .. })
    }

    /// Removes the order and the filter that need the values of all pairs.
    pub fn forget_values(&mut self) {
        self.order = FormulaOrder::Text;
        if self.filter.needs_look() {
            self.filter = FormulaFilter::All;
        }
    }
}

impl FormulaList {
    /// Returns whether the list shows a sample whose formulas are not determined yet.
    pub(super) fn is_looked_at(&self, id: SampleId) -> bool {
        self.is_shown && self.looked_at.contains(&id)
    }
}

/// Returns the metrics of formulas by which pairs can be ordered.
pub fn formula_metrics() -> impl Iterator<Item = &'static Info> {
    infos()
        .iter()
        .copied()
        .filter(|info| info.kinds.contains(&Kind::Formula))
}

/// Returns the formulas of a pair, each as it can stand alone. `reference` and `prediction` are the texts that contain
/// them.
#[must_use]
pub fn texts_of(pair: &FormulaPair, reference: &str, prediction: &str) -> Texts {
    let side = |formula: &Option<Formula>, source: &str| {
        let formula = formula.as_ref();
        formula.map(|formula| standing_alone(source, formula))
    };
    Texts {
        reference: side(&pair.reference, reference),
        prediction: side(&pair.prediction, prediction),
    }
}

impl Sample {
    /// Returns a pair of formulas of the sample.
    #[must_use]
    pub fn formula_pair(&self, item: FormulaItem) -> Option<&FormulaPair> {
        self.scored.as_ref()?.formulas.get(item.pair?)
    }

    /// Returns the formulas of a pair of the sample, each as it can stand alone.
    #[must_use]
    pub fn texts_of(&self, pair: &FormulaPair) -> Texts {
        let (reference, prediction) = (self.reference_latex(), self.prediction_latex());
        texts_of(pair, reference.unwrap_or_default(), prediction.unwrap_or_default())
    }

    /// Returns the values of a pair. Those of a sample that is a formula are its scores.
    fn values_of<'a>(&self, pair: &FormulaPair, known: &'a FormulaPairs) -> Option<std::borrow::Cow<'a, PairValues>> {
        use std::borrow::Cow;
        match (self.kind, &self.scored) {
            (Kind::Formula, Some(scored)) => Some(Cow::Owned(PairValues::of(&scored.scores))),
            _ => known.values(&self.texts_of(pair)).map(Cow::Borrowed),
        }
    }
}

/// The items of a list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FormulaItems {
    /// The listed items, in order.
    pub items: Vec<FormulaItem>,
    /// The pairs whose values the order or the filter needs.
    pub to_value: Vec<Texts>,
}

/// A list that is being made: that of 100,000 samples takes several frames.
#[derive(Debug)]
pub struct Listed {
    samples: Samples,
    known: FormulaPairs,
    listing: FormulaListing,
    query: Query,
    ranked: Vec<(Option<f64>, FormulaItem)>,
    to_value: Vec<Texts>,
    /// The smallest id that the next sample may have.
    next: SampleId,
}

/// Number of samples in a step.
const STEP: usize = 1_000;

impl FormulaItems {
    /// Lists the formulas of all samples. Takes time in proportion to their number, and a little more to order them.
    #[must_use]
    pub fn of(samples: &Samples, known: &FormulaPairs, listing: &FormulaListing) -> Self {
        let mut listed = Self::begin(samples, known, listing);
        loop {
            if let Some(items) = listed.step() {
                return items;
            }
        }
    }

    /// Returns whether any formula is listed. Looks at samples until it finds one.
    #[must_use]
    pub fn is_any(samples: &Samples, known: &FormulaPairs, listing: &FormulaListing) -> bool {
        let mut listed = Self::begin(samples, known, listing);
        samples.iter().any(|sample| {
            listed.list(sample);
            !listed.ranked.is_empty()
        })
    }

    /// Begins to list the formulas of all samples as they are now.
    #[must_use]
    pub fn begin(samples: &Samples, known: &FormulaPairs, listing: &FormulaListing) -> Listed {
        Listed {
            samples: samples.clone(),
            known: known.clone(),
            query: Query::new(&listing.query),
            listing: listing.clone(),
            ranked: Vec::new(),
            to_value: Vec::new(),
            next: SampleId(0),
        }
    }
}

impl Listed {
    /// Lists the formulas of the next samples; returns the whole list if these were the last.
    pub fn step(&mut self) -> Option<FormulaItems> {
        let samples = self.samples.clone();
        let mut samples = samples.since(self.next);
        for sample in samples.by_ref().take(STEP) {
            self.list(sample);
        }
        if let Some(sample) = samples.next() {
            self.next = sample.id;
            return None;
        }
        let ranked = std::mem::take(&mut self.ranked);
        let (values, items): (Vec<Option<f64>>, Vec<FormulaItem>) = ranked.into_iter().unzip();
        let items = match self.metric() {
            None => items,
            Some(_) => {
                let mut items: Vec<Option<FormulaItem>> = items.into_iter().map(Some).collect();
                let places = by_value(&values, Sorted::Rising).into_iter();
                places.filter_map(|place| items.get_mut(place)?.take()).collect()
            }
        };
        Some(FormulaItems {
            items,
            to_value: std::mem::take(&mut self.to_value),
        })
    }

    /// Returns the metric of the order.
    fn metric(&self) -> Option<&'static Info> {
        match &self.listing.order {
            FormulaOrder::Worst { metric } => texlens_metrics::info(metric),
            FormulaOrder::Text => None,
        }
    }

    /// Lists the formulas of a sample.
    fn list(&mut self, sample: &Sample) {
        let Self { samples, listing, .. } = self;
        let is_system = |system: &Rc<str>| sample.system() == Some(system);
        if !listing.system.as_ref().is_none_or(is_system) || !self.query.admits(sample.searched()) {
            return;
        }
        let Some(scored) = &sample.scored else { return };
        // The formulas of a document are those of its pages.
        if sample.kind == Kind::Document && samples.pages(sample.id).next().is_some() {
            return;
        }
        let item = |pair| FormulaItem {
            sample: sample.id,
            pair,
        };
        if scored.detail == Detail::Values {
            self.ranked.push((None, item(None)));
            return;
        }
        let (needs_values, metric) = (self.listing.needs_values(), self.metric());
        for (index, pair) in scored.formulas.iter().enumerate() {
            let formula = pair.reference.as_ref().or(pair.prediction.as_ref());
            let is_displayed = formula.is_some_and(|formula| formula.display);
            if self.listing.displayed.is_some_and(|wanted| wanted != is_displayed) {
                continue;
            }
            let values = needs_values.then(|| sample.values_of(pair, &self.known)).flatten();
            if needs_values && sample.kind != Kind::Formula {
                self.to_value.push(sample.texts_of(pair));
            }
            if !self.listing.filter.admits(pair, values.as_deref()) {
                continue;
            }
            let value = metric.zip(values.as_deref()).and_then(|(metric, values)| {
                let value = values.value(metric.id)?;
                Some(match metric.direction {
                    Direction::HigherIsBetter => value,
                    Direction::LowerIsBetter => -value,
                })
            });
            self.ranked.push((value, item(Some(index))));
        }
    }
}

impl State {
    pub(super) fn formulas_after(&mut self, action: FormulaAction) {
        match action {
            FormulaAction::List(listing) => {
                self.formula_list.listing = listing;
                if !self.formula_list.listing.needs_values() {
                    self.formula_pairs.set_backlog(Vec::new());
                }
            }
            FormulaAction::Show { pairs, samples } => {
                self.formula_pairs.show(pairs);
                self.look_at_formulas_of(samples);
            }
            FormulaAction::Value(pairs) => self.formula_pairs.set_backlog(pairs),
            FormulaAction::Point(item) => self.point_at(item),
            FormulaAction::Open(item) => {
                self.point_at(item);
                self.view_after(ViewAction::Screen(Screen::Samples));
                if let Some(pair) = item.pair {
                    self.show_formula(pair);
                }
            }
        }
    }

    /// Determines the formulas of samples that have only values.
    fn look_at_formulas_of(&mut self, samples: Vec<SampleId>) {
        self.formula_list.looked_at = Rc::new(samples.iter().copied().collect());
        for id in samples {
            let lacks = |sample: &Sample| {
                let detail = sample.scored.as_ref().map(|scored| scored.detail);
                sample.scoring == Scoring::Done && detail == Some(Detail::Values)
            };
            if self.samples.get(id).is_some_and(|sample| lacks(sample)) {
                self.edit(id, |sample| sample.scoring = Scoring::Queued);
            }
        }
    }

    fn point_at(&mut self, item: FormulaItem) {
        if self.samples.get(item.sample).is_some() {
            self.select(Some(item.sample));
            self.formula_list.cursor = Some(item);
        }
    }

    /// Points at the next or previous card.
    pub(super) fn step_listed_formula(&mut self, step: Step) {
        let items = FormulaItems::of(&self.samples, &self.formula_pairs, &self.formula_list.listing).items;
        let at = items.iter().position(|item| Some(*item) == self.formula_list.cursor);
        let to = match (at, step) {
            (None, _) => Some(0),
            (Some(at), Step::Next) => Some(at + 1),
            (Some(at), Step::Previous) => at.checked_sub(1),
        };
        if let Some(item) = to.and_then(|to| items.get(to)) {
            self.point_at(*item);
        }
    }
}
