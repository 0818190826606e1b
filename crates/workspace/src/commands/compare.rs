//! Commands of the screen that compares systems. The matrix has some of them, too.

use texlens_evaluate::{CorrelatedItems, Kind, Measure};
use texlens_report::plot::agreement;

use super::deed::{Activity, Deed, act};
use super::obstacle::{Obstacle, unless};
use crate::compare::{Axes, has_dots};
use crate::state::{Action, Choice, Compare, CompareAction, DatasetChoice, Plot, Reply, State};

/// A command of the screen that compares systems.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompareCommand {
    /// Compares samples of a kind.
    Kind(Kind),
    /// Compares samples of a dataset.
    Dataset(DatasetChoice),
    /// Compares only samples that all systems have, or all samples.
    OnlyCommon(bool),
    /// Compares a system, or leaves it out.
    System(String, bool),
    /// Sorts the systems by a measure, or reverses their order.
    Sort(Measure),
    /// Shows all measures, or the main ones.
    AllMeasures(bool),
    /// Shows the differences of a system to the other one.
    Of(String),
    /// Shows the differences to a system.
    And(String),
    /// Shows the means for each value of a tag.
    Tag(String),
    /// Shows a kind of plot.
    Plot(Plot),
    /// Plots a metric.
    Across(String),
    /// Plots the metric against this one.
    Up(String),
    /// Correlates these samples.
    Items(CorrelatedItems),
    /// Removes people's ratings.
    ForgetRatings,
    /// Saves a plot.
    Save(&'static str),
    /// Compares again what was cancelled or failed.
    Again,
    /// Cancels the comparison.
    Cancel,
}

/// The ids of the buttons that save the plots of the screen.
pub mod plots {
    /// The plot of the means.
    pub const MEANS: &str = "save-means";
    /// The plot of the means by a tag.
    pub const BY_TAG: &str = "save-means-by-tag";
    /// The plot of the samples.
    pub const SAMPLES: &str = "save-samples";
    /// The plot of the correlations with ratings.
    pub const RATINGS: &str = "save-correlations";
}

impl CompareCommand {
    /// Returns the commands that make sense in a state. A choice that the screen already shows is not among them, whether
    /// the person has chosen it or not.
    pub(super) fn all(state: &State) -> Vec<Self> {
        let mut all = Self::shared(state);
        let compare = &*state.compare;
        if let Some((names, pair)) = pair(compare) {
            for name in names.iter().filter(|name| !pair.contains(name)) {
                all.extend([Self::Of(name.clone()), Self::And(name.clone())]);
            }
        }
        // The rest of the screen appears with the means.
        if compare.standing.done().is_none() {
            return all;
        }
        all.extend(compare.shown_measures().into_iter().map(Self::Sort));
        if compare.hidden_measures() > 0 {
            all.push(Self::AllMeasures(!compare.choice.all_measures));
        }
        let shown = compare.tag();
        let others = compare.tags().iter().filter(|tag| Some(*tag) != shown.as_ref());
        all.extend(others.cloned().map(Self::Tag));
        if let Some(axes) = Axes::of(compare) {
            let plots = axes.plots(compare).filter(|plot| *plot != axes.plot);
            all.extend(plots.map(Self::Plot));
            for id in &axes.metrics {
                if *id != axes.x {
                    all.push(Self::Across(id.clone()));
                }
                if *id != axes.y && axes.plot == Plot::Metrics {
                    all.push(Self::Up(id.clone()));
                }
            }
        }
        if compare.ratings.is_some() {
            let items = [CorrelatedItems::All, CorrelatedItems::Imperfect, CorrelatedItems::Asked];
            all.extend(items.map(Self::Items));
            all.push(Self::ForgetRatings);
        }
        all.extend([plots::MEANS, plots::BY_TAG, plots::SAMPLES, plots::RATINGS].map(Self::Save));
        all
    }

    /// Returns the commands that the matrix has, too.
    pub(super) fn shared(state: &State) -> Vec<Self> {
        let mut all = vec![Self::Again, Self::Cancel];
        let Some(kind) = state.matrix_kind() else { return all };
        let kinds = state.compared_kinds().into_iter().map(|(kind, _)| kind);
        all.extend(kinds.filter(|other| *other != kind).map(Self::Kind));
        let datasets = state.datasets(kind);
        if datasets.len() > 1 {
            let shown = state
                .compared_dataset(kind)
                .map_or(DatasetChoice::All, DatasetChoice::One);
            let datasets = datasets.into_iter().map(|(name, _)| DatasetChoice::One(name));
            let others = datasets.chain([DatasetChoice::All]).filter(|choice| *choice != shown);
            all.extend(others.map(Self::Dataset));
        }
        let systems = state.systems(kind);
        let choice = &state.compare.choice;
        if systems.len() > 1 {
            all.push(Self::OnlyCommon(!choice.only_common));
        }
        let taken = systems.iter().filter(|system| !choice.left_out.contains(*system));
        let is_last = taken.count() < 2;
        if systems.len() > 2 {
            all.extend(systems.into_iter().filter_map(|system| {
                let is_out = choice.left_out.contains(&system);
                // One system stays.
                (is_out || !is_last).then_some(Self::System(system, is_out))
            }));
        }
        all
    }

    /// Returns whether the command has the name of a system, a dataset or a tag.
    pub(super) fn names_data(&self) -> bool {
        match self {
            Self::Dataset(dataset) => matches!(dataset, DatasetChoice::One(_)),
            Self::System(..) | Self::Of(_) | Self::And(_) | Self::Tag(_) => true,
            _ => false,
        }
    }

    /// Returns what the command does in a state.
    pub(super) fn deed(&self, state: &State) -> Result<Deed, Obstacle> {
        let compare = &*state.compare;
        let action = match self {
            Self::Cancel => {
                unless(Obstacle::NothingRuns, compare.progress().is_none())?;
                return Ok(Deed::Cancel(Activity::Comparison));
            }
            Self::Again => {
                unless(Obstacle::AllCompared, !compare.lacks_answers())?;
                CompareAction::Again
            }
            Self::ForgetRatings => {
                unless(Obstacle::NothingChosen, compare.ratings.is_none())?;
                CompareAction::ForgetRatings
            }
            Self::Save(plot) => {
                unless(Obstacle::NoResults, !has_plot(compare, plot))?;
                return Ok(Deed::Press(plot));
            }
            _ => {
                let mut choice = compare.choice.clone();
                self.choose(compare, &mut choice);
                unless(Obstacle::Already, choice == compare.choice)?;
                CompareAction::Choose(choice)
            }
        };
        Ok(act(Action::Compare(action)))
    }

    fn choose(&self, compare: &Compare, choice: &mut Choice) {
        match self {
            Self::Kind(kind) => choice.kind = Some(*kind),
            Self::Dataset(dataset) => choice.dataset = dataset.clone(),
            Self::OnlyCommon(only) => choice.only_common = *only,
            Self::System(system, true) => drop(choice.left_out.remove(system)),
            Self::System(system, false) => drop(choice.left_out.insert(system.clone())),
            Self::Sort(measure) => {
                let is_chosen = compare.measure().as_ref() == Some(measure);
                choice.is_reversed = is_chosen && !choice.is_reversed;
                choice.measure = Some(measure.clone());
            }
            Self::AllMeasures(all) => choice.all_measures = *all,
            Self::Of(system) | Self::And(system) => {
                if let Some((_, [first, second])) = pair(compare) {
                    choice.pair = Some(match self {
                        Self::Of(_) => [system.clone(), second],
                        _ => [first, system.clone()],
                    });
                }
            }
            Self::Tag(tag) => choice.tag = Some(tag.clone()),
            Self::Plot(plot) => choice.plot = *plot,
            Self::Across(metric) => choice.x = Some(metric.clone()),
            Self::Up(metric) => choice.y = Some(metric.clone()),
            Self::Items(items) => choice.items = *items,
            Self::ForgetRatings | Self::Save(_) | Self::Again | Self::Cancel => {}
        }
    }
}

/// Returns the names of all systems, and the two whose differences are shown.
fn pair(compare: &Compare) -> Option<(Vec<String>, [String; 2])> {
    let scored = || {
        compare.standing.done()?;
        Some((compare.board.as_ref()?.systems.clone(), compare.pair()?))
    };
    let tested = || {
        let systems = compare.rates.done()?.systems.iter();
        Some((
            systems.map(|system| system.system.clone()).collect(),
            compare.test_pair()?,
        ))
    };
    let (names, pair): (Vec<String>, _) = scored().or_else(tested)?;
    let [first, second] = pair.map(|place| names.get(place).cloned().unwrap_or_default());
    Some((names, [first, second]))
}

/// Returns whether the screen shows a plot, which is under the button that saves it.
fn has_plot(compare: &Compare, plot: &str) -> bool {
    let Some(standing) = compare.standing.done() else {
        return false;
    };
    match plot {
        plots::MEANS => standing.systems.len() > 1 && compare.measure().is_some(),
        plots::BY_TAG => {
            let breakdown = compare.tag().and_then(|tag| compare.breakdowns.get(&tag));
            breakdown.is_some_and(|breakdown| breakdown.done().is_some()) && compare.measure().is_some()
        }
        plots::RATINGS => {
            let correlations = compare.correlations().and_then(Reply::done);
            let is_drawn = correlations.is_some_and(|all| agreement("", all, 0.0).is_some());
            is_drawn && compare.ratings.is_some()
        }
        _ => has_dots(compare),
    }
}
