//! A sheet that is being answered.

use serde::{Deserialize, Serialize};
use texlens_ratings::{Response, Scale, Sheet, SheetError, Side};

/// What a person sees of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The instructions.
    #[default]
    Instructions,
    /// A question, by its number from 1.
    Question(u32),
    /// The end, where the answers are saved.
    End,
}

/// A sheet that is open.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OpenSheet {
    /// The sheet with its answers.
    pub sheet: Sheet,
    /// What is shown.
    pub place: Place,
    /// Whether all answers are in a saved file.
    pub is_saved: bool,
    /// The time at which the shown question came up, in milliseconds.
    #[serde(skip)]
    pub since: Option<f64>,
}

impl OpenSheet {
    /// Opens a sheet at its instructions.
    #[must_use]
    pub fn new(sheet: Sheet) -> Self {
        Self {
            // What is in a file need not be saved.
            is_saved: true,
            place: Place::Instructions,
            since: None,
            sheet,
        }
    }

    /// Returns the number of questions.
    #[must_use]
    pub fn count(&self) -> u32 {
        u32::try_from(self.sheet.questions.len()).unwrap_or(u32::MAX)
    }

    /// Returns the number of the shown question.
    #[must_use]
    pub fn at(&self) -> Option<u32> {
        match self.place {
            Place::Question(at) => Some(at),
            Place::Instructions | Place::End => None,
        }
    }

    /// Shows something else at this time.
    pub fn go(&mut self, place: Place, now: f64) {
        self.place = place;
        self.since = self.at().map(|_| now);
    }

    /// Goes to the first question without an answer, or to the end if there is none.
    pub fn go_on(&mut self, now: f64) {
        let place = self.sheet.next_open(0).map_or(Place::End, Place::Question);
        self.go(place, now);
    }

    /// Goes to the next or the previous question; after the last one comes the end, before the first the instructions.
    pub fn step(&mut self, is_forward: bool, now: f64) {
        let count = self.count();
        let place = match (self.place, is_forward) {
            (Place::Instructions, false) => Place::Instructions,
            (Place::Instructions, true) => Place::Question(1),
            (Place::Question(at), true) if at < count => Place::Question(at + 1),
            (Place::Question(_) | Place::End, true) => Place::End,
            (Place::Question(at), false) if at > 1 => Place::Question(at - 1),
            (Place::Question(_), false) => Place::Instructions,
            (Place::End, false) => Place::Question(count.max(1)),
        };
        self.go(place, now);
    }

    /// Answers the shown question, and goes on: from a question that had an answer to the following one, otherwise to
    /// the next one without an answer. The time on the screen is added to that of earlier visits.
    ///
    /// # Errors
    /// If the scale does not have the answer. Then nothing changes.
    pub fn answer(&mut self, response: Response, now: f64) -> Result<(), SheetError> {
        let Some(at) = self.at() else { return Ok(()) };
        let earlier = self.sheet.answer(at).cloned();
        let spent = self.since.map(|since| (now - since).max(0.0) / 1000.0);
        let before = earlier.as_ref().and_then(|answer| answer.seconds);
        let seconds = spent.map(|spent| ((spent + before.unwrap_or_default()) * 10.0).round() / 10.0);
        self.sheet.set(at, response, seconds.or(before))?;
        self.is_saved = false;
        match earlier {
            Some(_) => self.step(true, now),
            None => {
                let next = self.sheet.next_open(at).map_or(Place::End, Place::Question);
                self.go(next, now);
            }
        }
        Ok(())
    }

    /// Removes the answer to the shown question.
    pub fn clear(&mut self) {
        if let Some(at) = self.at() {
            self.sheet.clear(at);
            self.is_saved = false;
        }
    }
}

/// Returns the answer that a key gives: digits for ratings, T for ten; 1 for the left version, 2 for the right one and
/// 0 for a tie.
#[must_use]
pub fn response_of_key(scale: Scale, key: &str) -> Option<Response> {
    let response = match (scale, key) {
        (Scale::Choice, "1") => Response::Choice(Side::Left),
        (Scale::Choice, "2") => Response::Choice(Side::Right),
        (Scale::Choice, "0") => Response::Choice(Side::Tie),
        (Scale::Choice, _) => return None,
        (Scale::Ten, "t" | "T") => Response::Rating(10),
        (Scale::Ten | Scale::Five, digit) if digit.len() == 1 => Response::Rating(digit.parse().ok()?),
        _ => return None,
    };
    response.is_on(scale).then_some(response)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use texlens_ratings::Question;

    use super::*;

    fn sheet(scale: Scale, questions: usize) -> OpenSheet {
        let question = |number: usize| Question {
            reference: format!("x_{number}"),
            shown: vec!["x".to_owned(); scale.versions()],
        };
        OpenSheet::new(Sheet {
            format: Sheet::FORMAT.to_owned(),
            version: Sheet::VERSION,
            study: String::new(),
            rater: 1,
            title: String::new(),
            scale,
            instructions: String::new(),
            questions: (0..questions).map(question).collect(),
            answers: Vec::new(),
        })
    }

    #[test]
    fn answering_goes_to_what_is_open_and_changing_to_the_following() {
        let mut open = sheet(Scale::Ten, 3);
        open.step(true, 0.0);
        open.step(true, 1000.0);
        assert_eq!(open.place, Place::Question(2));
        open.answer(Response::Rating(4), 3500.0).unwrap();
        assert_eq!(open.place, Place::Question(3));
        open.answer(Response::Rating(5), 4000.0).unwrap();
        // The first question was passed over.
        assert_eq!(open.place, Place::Question(1));
        open.go(Place::Question(2), 5000.0);
        open.answer(Response::Rating(6), 6000.0).unwrap();
        assert_eq!(
            open.place,
            Place::Question(3),
            "a changed answer leads to the following question"
        );
        let second = open.sheet.answer(2).unwrap();
        assert_eq!(
            (second.answer.clone(), second.seconds),
            (Response::Rating(6), Some(3.5))
        );
        open.go(Place::Question(1), 7000.0);
        open.answer(Response::Rating(0), 7000.0).unwrap();
        assert_eq!(open.place, Place::End);
        assert!(open.sheet.is_complete() && !open.is_saved);
    }

    #[test]
    fn answers_beyond_the_scale_change_nothing() {
        let mut open = sheet(Scale::Five, 1);
        open.go_on(0.0);
        assert!(open.answer(Response::Rating(6), 1.0).is_err());
        assert_eq!(
            (open.place, open.sheet.answered(), open.is_saved),
            (Place::Question(1), 0, true)
        );
    }

    #[test]
    fn keys_give_the_answers_of_the_scale() {
        let rating = |number| Some(Response::Rating(number));
        assert_eq!(response_of_key(Scale::Ten, "0"), rating(0));
        assert_eq!(response_of_key(Scale::Ten, "T"), rating(10));
        assert_eq!(response_of_key(Scale::Five, "0"), None);
        assert_eq!(response_of_key(Scale::Five, "5"), rating(5));
        assert_eq!(response_of_key(Scale::Five, "t"), None);
        assert_eq!(response_of_key(Scale::Choice, "0"), Some(Response::Choice(Side::Tie)));
        assert_eq!(response_of_key(Scale::Choice, "3"), None);
        assert_eq!(response_of_key(Scale::Ten, "F5"), None);
    }

    #[test]
    fn an_empty_sheet_can_be_stepped_through() {
        let mut open = sheet(Scale::Choice, 0);
        open.go_on(0.0);
        assert_eq!(open.place, Place::End);
        open.step(false, 0.0);
        open.answer(Response::Choice(Side::Left), 0.0).unwrap_err();
    }
}
