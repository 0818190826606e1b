//! Ratings of formulas by people: the open sheet, the study, the files that came back, and their results.

use std::collections::BTreeSet;
use std::rc::Rc;

use texlens_ratings::{Response, Sheet};

use super::{Notice, State, Step};
use crate::messages::ratings::RatingResults;
use crate::rating::{AnswerFile, HeldStudy, OpenSheet, Place};

/// The state of ratings.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rating {
    /// Whether the screen is shown.
    pub is_shown: bool,
    /// The part of the screen that is shown.
    pub part: RatingPart,
    /// The sheet that is being answered.
    pub sheet: Option<Rc<OpenSheet>>,
    /// The study.
    pub study: Option<Rc<HeldStudy>>,
    /// The files that came back.
    pub answers: Vec<Rc<AnswerFile>>,
    /// Whether raters count who failed an attention check.
    pub keep_failed: bool,
    /// Whether ratings are compared with the scores of the samples.
    pub with_scores: bool,
    /// The results of the files, once they are calculated.
    pub results: Option<Rc<RatingResults>>,
    /// Whether the worker is doing something.
    pub is_busy: bool,
    /// What went wrong last, and what to do.
    pub trouble: Option<String>,
    /// What was replaced or removed, for undo.
    pub replaced: Option<Rc<ReplacedRatings>>,
}

/// A part of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RatingPart {
    /// Answering a sheet.
    #[default]
    Rate,
    /// Making a study.
    Study,
    /// Results of a study.
    Results,
}

/// A sheet, a study and files that others have replaced.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplacedRatings {
    sheet: Option<Rc<OpenSheet>>,
    study: Option<Rc<HeldStudy>>,
    answers: Vec<Rc<AnswerFile>>,
    /// Whether an answer was removed, and nothing else.
    was_cleared: bool,
}

/// Events of ratings.
#[derive(Debug)]
pub enum RatingAction {
    /// The worker starts something.
    Began,
    /// The worker is done.
    Finished,
    /// Something failed, with a message that says what to do.
    Failed(String),
    /// Another part is shown.
    Show(RatingPart),
    /// A study was made or opened.
    Study(HeldStudy),
    /// A sheet was made or opened.
    Sheet(Sheet),
    /// Files came back.
    CameBack(Vec<AnswerFile>),
    /// Something else of the sheet is shown, at this time in milliseconds.
    Go(Place, f64),
    /// The first question without an answer is shown, at this time.
    GoOn(f64),
    /// The next or previous question is shown, at this time.
    Step(Step, f64),
    /// The shown question is answered, at this time.
    Answer(Response, f64),
    /// The answer to the shown question is removed.
    Clear,
    /// The answers were saved as a file.
    Saved,
    /// The sheet is put away.
    CloseSheet,
    /// The study and the files that came back are put away.
    CloseStudy,
    /// A file that came back is removed, by its index.
    Remove(usize),
    /// What was replaced or removed comes back.
    Undo,
    /// Raters who failed an attention check count, or do not.
    KeepFailed(bool),
    /// Ratings are compared with the scores of the samples, or not.
    WithScores(bool),
    /// Results were calculated for these files.
    Results(Vec<Rc<AnswerFile>>, RatingResults),
    /// What an earlier visit left.
    Recalled(Option<Rc<OpenSheet>>, Option<Rc<HeldStudy>>, Vec<Rc<AnswerFile>>),
    /// The problem is dismissed.
    Dismissed,
    /// The offer to undo is dismissed.
    Forgotten,
}

impl Rating {
    fn replace(&mut self) {
        self.replaced = Some(Rc::new(ReplacedRatings {
            sheet: self.sheet.clone(),
            study: self.study.clone(),
            answers: self.answers.clone(),
            was_cleared: false,
        }));
    }

    fn edit(&mut self, edit: impl FnOnce(&mut OpenSheet)) {
        if let Some(open) = &mut self.sheet {
            edit(Rc::make_mut(open));
        }
    }

    /// Reports whether files belong to the results: sheets are opened to answer them, unless results are shown.
    #[must_use]
    pub fn takes_answers(&self) -> bool {
        self.part == RatingPart::Results && self.study.is_some()
    }

    /// Reports whether a question is shown, to which keys are an answer.
    #[must_use]
    pub fn is_asking(&self) -> bool {
        let asked = self.sheet.as_ref().and_then(|open| open.at());
        self.is_shown && self.part == RatingPart::Rate && asked.is_some()
    }
}

impl State {
    /// Returns whether there are predictions that people can rate.
    #[must_use]
    pub fn can_be_rated(&self) -> bool {
        self.samples.iter().any(|sample| sample.is_compared())
    }

    /// Returns the systems whose predictions people can rate, sorted by name. Takes time linear in the number of samples.
    #[must_use]
    pub fn rated_systems(&self) -> Vec<String> {
        let compared = self.samples.iter().filter(|sample| sample.is_compared());
        let systems: BTreeSet<&str> = compared.map(|sample| sample.system().unwrap_or_default()).collect();
        systems.into_iter().map(str::to_owned).collect()
    }

    pub(super) fn rating_after(&mut self, action: RatingAction) {
        let rating = Rc::make_mut(&mut self.rating);
        match action {
            RatingAction::Began => (rating.is_busy, rating.trouble) = (true, None),
            RatingAction::Finished => rating.is_busy = false,
            RatingAction::Failed(message) => {
                rating.is_busy = false;
                self.notice = Some(Notice::Failed(message.clone()));
                rating.trouble = Some(message);
            }
            RatingAction::Show(part) => rating.part = part,
            RatingAction::Study(study) => {
                rating.is_busy = false;
                if rating.study.as_ref().is_none_or(|held| held.hash != study.hash) {
                    if rating.study.is_some() {
                        rating.replace();
                    }
                    rating.answers.clear();
                    rating.results = None;
                }
                if rating.part == RatingPart::Rate {
                    rating.part = RatingPart::Study;
                }
                rating.study = Some(Rc::new(study));
            }
            RatingAction::Sheet(sheet) => {
                rating.is_busy = false;
                if rating.sheet.is_some() {
                    rating.replace();
                }
                rating.part = RatingPart::Rate;
                rating.sheet = Some(Rc::new(OpenSheet::new(sheet)));
            }
            RatingAction::CameBack(files) => {
                rating.is_busy = false;
                for file in files {
                    if rating.answers.iter().all(|held| **held != file) {
                        rating.answers.push(Rc::new(file));
                    }
                }
                rating.results = None;
            }
            RatingAction::Go(place, now) => rating.edit(|open| open.go(place, now)),
            RatingAction::GoOn(now) => rating.edit(|open| open.go_on(now)),
            RatingAction::Step(step, now) => rating.edit(|open| open.step(step == Step::Next, now)),
            RatingAction::Answer(response, now) => {
                // What was cleared before would come back without this answer.
                if rating.replaced.as_ref().is_some_and(|before| before.was_cleared) {
                    rating.replaced = None;
                }
                let mut refused = None;
                rating.edit(|open| refused = open.answer(response, now).err());
                rating.trouble = refused.map(|error| error.to_string());
            }
            RatingAction::Clear => {
                rating.replace();
                if let Some(replaced) = &mut rating.replaced {
                    Rc::make_mut(replaced).was_cleared = true;
                }
                rating.edit(OpenSheet::clear);
            }
            RatingAction::Saved => rating.edit(|open| open.is_saved = true),
            RatingAction::CloseSheet => {
                rating.replace();
                rating.sheet = None;
            }
            RatingAction::CloseStudy => {
                rating.replace();
                rating.study = None;
                rating.answers.clear();
                rating.results = None;
            }
            RatingAction::Remove(index) if index < rating.answers.len() => {
                rating.replace();
                rating.answers.remove(index);
                rating.results = None;
            }
            RatingAction::Remove(_) => {}
            RatingAction::Undo => {
                if let Some(replaced) = rating.replaced.take() {
                    rating.sheet.clone_from(&replaced.sheet);
                    rating.study.clone_from(&replaced.study);
                    rating.answers.clone_from(&replaced.answers);
                    rating.results = None;
                }
            }
            RatingAction::KeepFailed(keep) => (rating.keep_failed, rating.results) = (keep, None),
            RatingAction::WithScores(with) => (rating.with_scores, rating.results) = (with, None),
            RatingAction::Results(answers, results) if answers == rating.answers => {
                rating.is_busy = false;
                rating.results = Some(Rc::new(results));
            }
            // Files were added or removed meanwhile.
            RatingAction::Results(..) => rating.is_busy = false,
            RatingAction::Recalled(sheet, study, answers) => {
                if rating.sheet.is_none() && rating.study.is_none() {
                    (rating.sheet, rating.study, rating.answers) = (sheet, study, answers);
                }
            }
            RatingAction::Dismissed => rating.trouble = None,
            RatingAction::Forgotten => rating.replaced = None,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::state::Action;
    use crate::testing::study;

    fn after(state: State, actions: impl IntoIterator<Item = RatingAction>) -> State {
        actions
            .into_iter()
            .fold(state, |state, action| state.after(Action::Rating(action)))
    }

    fn came_back(name: &str) -> AnswerFile {
        AnswerFile {
            name: name.to_owned(),
            json: String::new(),
        }
    }

    #[test]
    fn another_study_takes_the_files_along_and_undo_brings_them_back() {
        let ((first, _), (second, _)) = (study(1), study(2));
        let files = vec![came_back("a"), came_back("b"), came_back("a")];
        let state = after(
            State::default(),
            [
                RatingAction::Study(first.clone()),
                RatingAction::CameBack(files),
                RatingAction::Study(first.clone()),
            ],
        );
        assert_eq!(
            state.rating.answers.len(),
            2,
            "the same file counts once, the same study keeps the files"
        );
        let state = after(state, [RatingAction::Study(second)]);
        assert!(state.rating.answers.is_empty());
        let state = after(state, [RatingAction::Undo]);
        assert_eq!(
            (state.rating.answers.len(), state.rating.study.as_ref().unwrap().seed),
            (2, 1)
        );
    }

    #[test]
    fn a_sheet_that_another_replaces_comes_back_with_its_answers() {
        let (_, sheet) = study(1);
        let state = after(
            State::default(),
            [
                RatingAction::Sheet(sheet.clone()),
                RatingAction::GoOn(0.0),
                RatingAction::Answer(Response::Rating(3), 1000.0),
                RatingAction::Sheet(sheet.clone()),
            ],
        );
        assert_eq!(state.rating.sheet.as_ref().unwrap().sheet.answered(), 0);
        let state = after(state, [RatingAction::Undo]);
        assert_eq!(state.rating.sheet.as_ref().unwrap().sheet.answered(), 1);
        let state = after(state, [RatingAction::CloseSheet]);
        assert!(state.rating.sheet.is_none());
        assert!(after(state, [RatingAction::Undo]).rating.sheet.is_some());
    }

    #[test]
    fn results_of_other_files_are_dropped() {
        let (study, _) = study(1);
        let results = RatingResults {
            tables: Vec::new(),
            figure: None,
        };
        let state = after(
            State::default(),
            [RatingAction::Study(study), RatingAction::CameBack(vec![came_back("a")])],
        );
        let answers = state.rating.answers.clone();
        let state = after(
            state,
            [
                RatingAction::CameBack(vec![came_back("b")]),
                RatingAction::Results(answers, results.clone()),
            ],
        );
        assert!(state.rating.results.is_none());
        let answers = state.rating.answers.clone();
        let state = after(
            state,
            [RatingAction::Results(answers, results), RatingAction::Remove(0)],
        );
        assert_eq!((state.rating.answers.len(), state.rating.results.is_none()), (1, true));
    }
}
