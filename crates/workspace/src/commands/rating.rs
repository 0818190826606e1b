//! Commands of the screen of ratings.

use texlens_ratings::Scale;

use super::deed::{Activity, Deed, act, timed};
use super::elements;
use super::obstacle::{Obstacle, unless};
use crate::messages::ratings::RatingFile;
use crate::rating::{Place, response_of_key};
use crate::state::{Action, RatingAction, RatingPart, State, Step};

/// A command of the screen of ratings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RatingCommand {
    /// Shows a part of the screen.
    Show(RatingPart),
    /// Opens the browser's file dialog.
    Open,
    /// Cancels what the worker does.
    Cancel,
    /// Shows the first question without an answer.
    GoOn,
    /// Shows the next or previous question.
    Step(Step),
    /// Answers the shown question on a scale, by the key of the answer.
    Answer(Scale, &'static str),
    /// Removes the answer to the shown question.
    Clear,
    /// Shows the LaTeX of the question, or hides it.
    Latex,
    /// Shows the instructions.
    Instructions,
    /// Shows the first question, once all have an answer.
    LookAgain,
    /// Saves the answers.
    SaveAnswers,
    /// Puts the sheet away.
    CloseSheet,
    /// Makes the study of the form.
    Make,
    /// Opens the form that makes another study.
    MakeAnother,
    /// Opens the sheet of the typed rater.
    RateHere,
    /// Puts the study away.
    CloseStudy,
    /// Counts raters who failed an attention check, or not.
    KeepFailed(bool),
    /// Compares with the scores of the samples, or not.
    WithScores(bool),
    /// Removes the file with this name.
    Remove(String),
    /// Saves a file.
    Save(RatingFile),
}

/// The keys of answers.
const ANSWERS: [&str; 11] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "T"];

impl RatingCommand {
    /// Returns the commands that make sense in a state.
    pub(super) fn all(state: &State) -> Vec<Self> {
        let rating = &state.rating;
        let parts = [RatingPart::Rate, RatingPart::Study, RatingPart::Results];
        let mut all: Vec<Self> = parts.map(Self::Show).into();
        all.extend([Self::Open, Self::Cancel]);
        match rating.part {
            RatingPart::Rate => {
                if let Some(open) = rating.sheet.as_ref().filter(|open| open.at().is_some()) {
                    let scale = open.sheet.scale;
                    let keys = ANSWERS.into_iter().filter(|key| response_of_key(scale, key).is_some());
                    all.extend(keys.map(|key| Self::Answer(scale, key)));
                }
                all.extend([
                    Self::GoOn,
                    Self::Step(Step::Next),
                    Self::Step(Step::Previous),
                    Self::Clear,
                    Self::Latex,
                    Self::Instructions,
                    Self::LookAgain,
                    Self::SaveAnswers,
                    Self::CloseSheet,
                ]);
            }
            RatingPart::Study => {
                all.push(Self::Make);
                if rating.study.is_some() {
                    all.push(Self::MakeAnother);
                }
                all.extend([Self::Save(RatingFile::Study), Self::RateHere, Self::CloseStudy]);
            }
            RatingPart::Results => {
                all.extend([RatingFile::Results, RatingFile::Ratings, RatingFile::Figure].map(Self::Save));
                all.push(Self::KeepFailed(!rating.keep_failed));
                if state.can_be_rated() {
                    all.push(Self::WithScores(!rating.with_scores));
                }
                for file in &rating.answers {
                    // Of files with the same name, the first is removed.
                    let remove = Self::Remove(file.name.clone());
                    if !all.contains(&remove) {
                        all.push(remove);
                    }
                }
            }
        }
        all
    }

    /// Returns what the command does in a state.
    pub(super) fn deed(&self, state: &State) -> Result<Deed, Obstacle> {
        let rating = &*state.rating;
        let idle = || unless(Obstacle::Working, rating.is_busy);
        let study = || unless(Obstacle::NoStudy, rating.study.is_none());
        let pairs = || unless(Obstacle::NoPair, !state.can_be_rated());
        let open = || rating.sheet.as_deref().ok_or(Obstacle::NoSheet);
        let question = || open()?.at().ok_or(Obstacle::NoQuestion);
        let action = match self {
            Self::Show(part) => {
                unless(Obstacle::Already, rating.part == *part)?;
                RatingAction::Show(*part)
            }
            Self::Open => {
                idle()?;
                return Ok(Deed::Open);
            }
            Self::Cancel => {
                unless(Obstacle::NothingRuns, !rating.is_busy)?;
                return Ok(Deed::Cancel(Activity::Rating));
            }
            Self::GoOn => {
                let open = open()?;
                unless(Obstacle::Already, open.sheet.is_complete() && open.place == Place::End)?;
                return Ok(timed(RatingAction::GoOn));
            }
            Self::Step(step) => {
                let end = match step {
                    Step::Next => Place::End,
                    Step::Previous => Place::Instructions,
                };
                unless(Obstacle::AtTheEnd, open()?.place == end)?;
                let step = *step;
                return Ok(timed(move |now| RatingAction::Step(step, now)));
            }
            Self::Answer(scale, key) => {
                question()?;
                let is_asked = open()?.sheet.scale == *scale;
                let response = response_of_key(*scale, key).filter(|_| is_asked);
                let response = response.ok_or(Obstacle::NoQuestion)?;
                return Ok(timed(move |now| RatingAction::Answer(response, now)));
            }
            Self::Clear => {
                unless(Obstacle::NoAnswer, open()?.sheet.answer(question()?).is_none())?;
                RatingAction::Clear
            }
            Self::Latex => {
                question()?;
                return Ok(Deed::Press(elements::QUESTION_LATEX));
            }
            Self::Instructions => {
                unless(Obstacle::Already, open()?.place == Place::Instructions)?;
                return Ok(timed(|now| RatingAction::Go(Place::Instructions, now)));
            }
            Self::LookAgain => {
                unless(Obstacle::OpenQuestions, !open()?.sheet.is_complete())?;
                return Ok(timed(|now| RatingAction::Go(Place::Question(1), now)));
            }
            Self::SaveAnswers => {
                open()?;
                return Ok(Deed::SaveAnswers);
            }
            Self::CloseSheet => {
                open()?;
                RatingAction::CloseSheet
            }
            Self::Make => {
                idle()?;
                pairs()?;
                return Ok(Deed::Press(elements::MAKE_STUDY));
            }
            Self::MakeAnother => {
                idle()?;
                pairs()?;
                return Ok(Deed::Fill(elements::STUDY));
            }
            Self::RateHere => {
                idle()?;
                study()?;
                return Ok(Deed::Press(elements::RATE_HERE));
            }
            Self::CloseStudy => {
                study()?;
                RatingAction::CloseStudy
            }
            Self::KeepFailed(keep) => {
                study()?;
                RatingAction::KeepFailed(*keep)
            }
            Self::WithScores(with) => {
                study()?;
                pairs()?;
                RatingAction::WithScores(*with)
            }
            Self::Remove(name) => {
                study()?;
                let at = rating.answers.iter().position(|file| file.name == *name);
                RatingAction::Remove(at.ok_or(Obstacle::NothingChosen)?)
            }
            Self::Save(file @ RatingFile::Study) => {
                idle()?;
                study()?;
                return Ok(Deed::SaveRatings(*file));
            }
            Self::Save(file) => {
                study()?;
                unless(Obstacle::NoResults, rating.results.is_none())?;
                return Ok(Deed::SaveRatings(*file));
            }
        };
        Ok(act(Action::Rating(action)))
    }
}
