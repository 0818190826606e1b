//! Commands of the screen that makes pages.

use super::deed::{Activity, Deed, MadeFiles, act};
use super::elements;
use super::obstacle::{Obstacle, unless};
use crate::state::{Action, Making, MakingAction, State, Step};

/// A command of the screen that makes pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MakeCommand {
    /// Makes the pages of the form.
    Make,
    /// Makes only the first page.
    Preview,
    /// Opens the browser's file dialog for the person's own formulas.
    Own,
    /// Uses the supplied formulas again.
    RemoveOwn,
    /// Adds the pages to the samples, or saves them.
    Files(MadeFiles),
    /// Shows the next or previous page.
    Turn(Step),
    /// Shows an image of the page, by its index. Its title says what it is.
    Picture(usize, String),
    /// Shows the boxes of text and formulas, or hides them.
    Boxes,
    /// Cancels what is being done.
    Cancel,
}

impl MakeCommand {
    /// Returns the commands that make sense in a state.
    pub(super) fn all(state: &State) -> Vec<Self> {
        let mut all = vec![Self::Make, Self::Preview, Self::Own, Self::RemoveOwn];
        let files = [
            MadeFiles::AddImages,
            MadeFiles::AddPdfs,
            MadeFiles::SaveAll,
            MadeFiles::SavePdf,
        ];
        all.extend(files.map(Self::Files));
        all.extend([
            Self::Turn(Step::Next),
            Self::Turn(Step::Previous),
            Self::Boxes,
            Self::Cancel,
        ]);
        let pictures = state.making.page().map_or(&[][..], |page| &page.info.pictures);
        if pictures.len() > 1 {
            let pictures = pictures.iter().enumerate();
            all.extend(pictures.map(|(at, picture)| Self::Picture(at, picture.title.clone())));
        }
        all
    }

    /// Returns what the command does in a state.
    pub(super) fn deed(&self, state: &State) -> Result<Deed, Obstacle> {
        let making: &Making = &state.making;
        let action = match self {
            Self::Cancel => {
                unless(Obstacle::NothingRuns, !making.is_busy())?;
                return Ok(Deed::Cancel(Activity::Making));
            }
            Self::Make | Self::Preview | Self::Own => {
                unless(Obstacle::Working, making.is_busy())?;
                return Ok(match self {
                    Self::Make => Deed::Press(elements::MAKE_PAGES),
                    Self::Preview => Deed::Press(elements::PREVIEW_PAGE),
                    _ => Deed::Open,
                });
            }
            Self::RemoveOwn => {
                unless(Obstacle::NothingChosen, making.own.is_none())?;
                MakingAction::Own(None)
            }
            Self::Files(files) => {
                unless(Obstacle::NothingMade, making.pages.is_empty())?;
                unless(Obstacle::Working, *files != MadeFiles::SavePdf && making.is_busy())?;
                return Ok(Deed::Pages(*files));
            }
            Self::Boxes => {
                unless(Obstacle::NothingMade, making.page().is_none())?;
                return Ok(Deed::Press(elements::PAGE_BOXES));
            }
            Self::Turn(step) => {
                unless(Obstacle::NothingMade, making.pages.is_empty())?;
                let to = match step {
                    Step::Next => Some(making.at + 1),
                    Step::Previous => making.at.checked_sub(1),
                };
                MakingAction::Show(to.filter(|to| *to < making.pages.len()).ok_or(Obstacle::AtTheEnd)?)
            }
            Self::Picture(at, _) => {
                unless(Obstacle::Already, making.picture == *at)?;
                MakingAction::Picture(*at)
            }
        };
        Ok(act(Action::Making(action)))
    }
}
