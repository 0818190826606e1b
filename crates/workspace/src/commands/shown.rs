//! Commands of the shown sample and of its place in the list. Each is offered while there is something for it to do.

use std::rc::Rc;

use texlens_metrics::Side;

use super::deed::{Deed, act};
use super::elements;
use super::obstacle::Obstacle;
use crate::state::{
    Action, CorrectAction, Dialog, DrawAction, Listing, Order, Paper, ReadAction, Reading, Sample, Screen,
    SelectAction, State, Tab, ViewAction,
};

/// A command of the shown sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShownCommand {
    /// Opens the form that gives the sample a reference or a prediction.
    Give(Side),
    /// Shows the prediction of another system beside that of the sample; `None` for no other.
    Beside(Option<String>),
    /// Cancels reading the page, or the pages of the document.
    CancelReading,
    /// Reads what could not be read.
    Retry,
    /// Reads pages of a PDF file from text and image, as two systems.
    ReadBoth,
    /// Draws the page of a PDF file again.
    DrawAgain,
    /// Takes the last correction of the page back, or all of them.
    TakeBack(bool),
    /// Unfolds tags and comment, to add a tag.
    Tag,
    /// Hides the pages of the document, or lists them.
    Fold(bool),
    /// Lists the best samples first, or the worst.
    BestFirst(bool),
}

impl ShownCommand {
    /// Returns the commands that make sense in a state.
    pub(super) fn all(state: &State) -> Vec<Self> {
        let Some(shown) = state.current().filter(|_| state.screen() == Screen::Samples) else {
            return Vec::new();
        };
        let mut all: Vec<Self> = [Side::Reference, Side::Prediction].map(Self::Give).into();
        let pages = state.samples.page_count(shown.id);
        let rivals = state.rivals().into_iter().filter(|rival| rival.id != shown.id);
        let systems: Vec<String> = rivals.filter_map(|rival| rival.system().map(str::to_owned)).collect();
        if !systems.is_empty() {
            all.push(Self::Beside(None));
            all.extend(systems.into_iter().map(|system| Self::Beside(Some(system))));
        }
        let image = shown.image.as_ref();
        let is_not_drawn = image.is_some_and(|image| matches!(state.paper(image), Paper::Failed { .. }));
        let of_reading = [
            (Self::CancelReading, is_being_read(shown) || pages.open > 0),
            (Self::Retry, has_failed(shown) || pages.failed > 0),
            (Self::ReadBoth, state.is_of_pdf(shown)),
            (Self::DrawAgain, is_not_drawn),
        ];
        all.extend(
            of_reading
                .into_iter()
                .filter_map(|(command, is_there)| is_there.then_some(command)),
        );
        if shown.corrections() > 0 {
            all.extend([false, true].map(Self::TakeBack));
        }
        if state.view.tab == Tab::Scores {
            all.push(Self::Tag);
        }
        if pages.total > 0 && !state.listing.is_of_content() {
            all.push(Self::Fold(state.unfolded.contains(&shown.id)));
        }
        if let Order::Score { best_first, .. } = &state.listing.order {
            all.push(Self::BestFirst(!best_first));
        }
        all
    }

    /// Returns what the command does in a state.
    pub(super) fn deed(&self, state: &State) -> Result<Deed, Obstacle> {
        let shown: &Rc<Sample> = state.current().ok_or(Obstacle::NotShown)?;
        let id = shown.id;
        Ok(act(match self {
            Self::Give(side) => Action::View(ViewAction::Dialog(Some(Dialog::Give {
                sample: id,
                side: *side,
            }))),
            Self::Beside(system) => {
                if state.beside.as_deref() == system.as_deref() {
                    return Err(Obstacle::Already);
                }
                Action::Select(SelectAction::Beside(system.as_deref().map(Into::into)))
            }
            Self::CancelReading => Action::Read(ReadAction::Cancel(id)),
            Self::Retry => Action::Read(ReadAction::Retry(id)),
            Self::ReadBoth => Action::Read(ReadAction::Both(id)),
            Self::DrawAgain => Action::Draw(DrawAction::Again),
            Self::TakeBack(false) => Action::Correct(CorrectAction::TakeBack(id)),
            Self::TakeBack(true) => Action::Correct(CorrectAction::TakeAllBack(id)),
            Self::Tag => return Ok(Deed::Fill(elements::NOTES)),
            Self::Fold(is_folded) => Action::Select(SelectAction::Fold {
                document: id,
                is_folded: *is_folded,
            }),
            Self::BestFirst(best_first) => match &state.listing.order {
                Order::Score { metric, .. } => Action::Select(SelectAction::List(Listing {
                    order: Order::Score {
                        metric: metric.clone(),
                        best_first: *best_first,
                    },
                    ..state.listing.clone()
                })),
                _ => return Err(Obstacle::Already),
            },
        }))
    }
}

fn has_failed(sample: &Sample) -> bool {
    matches!(sample.reading, Reading::Failed { .. })
}

fn is_being_read(sample: &Sample) -> bool {
    matches!(sample.reading, Reading::Queued | Reading::Running { .. })
}
