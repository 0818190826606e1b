//! Carries out what the person wants of ratings: sheets, studies, results and files.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::file::File;
use js_sys::Date;
use texlens_blob::Blob;
use texlens_ratings::StudyPlan;
use texlens_workspace::messages::ratings::{RatingFile, Reply, Request, Subject};
use texlens_workspace::rating::AnswerFile;
use texlens_workspace::saving::Format;
use texlens_workspace::state::{Action, Rating, RatingAction};
use texlens_workspace::words::{failures, ratings as words};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::save::{Saver, download};
use crate::judge::{Answers, KeptRatings};
use crate::worker::asking::{Answer, AskError};
use crate::worker::ratings::RatingsClient;
use crate::worker::saving::SaveError;

/// The endings of the files that can be opened.
pub(in crate::app) const RATING_FILES: &[&str] = &[".json"];

/// An action of the user.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::app) enum RatingAsk {
    /// Opens files: studies and sheets.
    Open(Vec<File>),
    /// Makes a study of the samples.
    Make(StudyPlan),
    /// Opens the sheet of a rater.
    Rate(u32),
    /// Saves the answers.
    SaveAnswers,
    /// Writes a file.
    Save(RatingFile),
    /// Cancels what the worker does.
    Cancel,
}

/// Carries out the user's actions, calculates results, and stores sheet and study for later visits.
#[hook]
pub(in crate::app) fn use_ratings(rating: &Rc<Rating>, saver: &Saver, send: &Callback<Action>) -> Callback<RatingAsk> {
    let inner = {
        let (send, saver) = (send.reform(Action::Rating), saver.clone());
        use_memo((), move |()| Inner {
            client: RatingsClient::new(),
            saver,
            send,
            rating: RefCell::default(),
        })
    };
    inner.rating.replace(Rc::clone(rating));
    {
        let inner = inner.clone();
        use_effect_with((), move |()| {
            spawn_local(async move {
                if let Some(kept) = Answers::open().await.ratings().await {
                    inner
                        .send
                        .emit(RatingAction::Recalled(kept.sheet, kept.study, kept.answers));
                }
            });
        });
    }
    {
        let inner = inner.clone();
        let wanted = (rating.is_shown && rating.takes_answers() && !rating.answers.is_empty()).then(|| {
            (
                rating.study.clone(),
                rating.answers.clone(),
                rating.keep_failed,
                rating.with_scores,
            )
        });
        use_effect_with((wanted, rating.results.is_none()), move |(wanted, is_missing)| {
            if wanted.is_some() && *is_missing {
                let inner = inner.clone();
                spawn_local(async move { inner.results().await });
            }
        });
    }
    let is_begun = use_mut_ref(|| false);
    use_effect_with(
        (rating.sheet.clone(), rating.study.clone(), rating.answers.clone()),
        move |(sheet, study, answers)| {
            let kept = KeptRatings {
                sheet: sheet.clone(),
                study: study.clone(),
                answers: answers.clone(),
            };
            // What an earlier visit left is not overwritten before it is read.
            let is_empty = sheet.is_none() && study.is_none();
            if is_empty && !*is_begun.borrow() {
                return;
            }
            is_begun.replace(true);
            spawn_local(async move {
                // Without room in storage, sheet and study last as long as the page.
                let _ = Answers::open().await.put_ratings(&kept).await;
            });
        },
    );
    Callback::from(move |ask| {
        let inner = inner.clone();
        if inner.rating().is_busy && !matches!(ask, RatingAsk::Cancel | RatingAsk::SaveAnswers) {
            return;
        }
        match ask {
            RatingAsk::Open(files) => spawn_local(async move { inner.open(files).await }),
            RatingAsk::Make(plan) => spawn_local(async move { inner.make(plan).await }),
            RatingAsk::Rate(rater) => spawn_local(async move { inner.rate(rater).await }),
            RatingAsk::SaveAnswers => inner.save_answers(),
            RatingAsk::Save(file) => spawn_local(async move { inner.save(file).await }),
            RatingAsk::Cancel => inner.client.give_up(),
        }
    })
}

struct Inner {
    client: RatingsClient,
    saver: Saver,
    send: Callback<RatingAction>,
    /// The state at the last rendering.
    rating: RefCell<Rc<Rating>>,
}

impl PartialEq for Inner {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Inner {
    fn rating(&self) -> Rc<Rating> {
        Rc::clone(&self.rating.borrow())
    }

    fn fail(&self, error: AskError) {
        self.send.emit(match error {
            AskError::GivenUp => RatingAction::Finished,
            AskError::Failed(message) => RatingAction::Failed(message),
        });
    }

    /// Passes an answer of the worker to the state.
    fn heard(&self, answer: Result<Answer<Reply>, AskError>) {
        match answer {
            Ok(Answer::Reply(reply)) => match *reply {
                Reply::Study(study) => self.send.emit(RatingAction::Study(study)),
                Reply::Sheet(sheet) => self.send.emit(RatingAction::Sheet(sheet)),
                Reply::CameBack(file) => self.send.emit(RatingAction::CameBack(vec![file])),
                Reply::Results(_) => self.fail(AskError::Failed(words::UNEXPECTED.to_owned())),
            },
            Ok(Answer::File(_)) => self.fail(AskError::Failed(words::UNEXPECTED.to_owned())),
            Err(error) => self.fail(error),
        }
    }

    /// Opens files. One that cannot be read is named, and the others are opened.
    async fn open(&self, files: Vec<File>) {
        self.send.emit(RatingAction::Began);
        let came_back = self.rating().takes_answers();
        let (mut answers, mut problems): (Vec<AnswerFile>, Vec<String>) = (Vec::new(), Vec::new());
        for file in files {
            let handle: &web_sys::File = file.as_ref();
            let (name, blob) = (file.name(), Blob::from(handle.clone()));
            let read = |job| Request::Read {
                job,
                name,
                file: blob,
                came_back,
            };
            match self.client.ask(read).await {
                Ok(Answer::Reply(reply)) => match *reply {
                    Reply::CameBack(file) => answers.push(file),
                    other => self.heard(Ok(Answer::Reply(Box::new(other)))),
                },
                Err(AskError::Failed(why)) => problems.push(words::unreadable(&file.name(), &why)),
                other => return self.heard(other),
            }
        }
        if !answers.is_empty() {
            self.send.emit(RatingAction::CameBack(answers));
        }
        self.send.emit(match problems.as_slice() {
            [] => RatingAction::Finished,
            problems => RatingAction::Failed(problems.join("\n")),
        });
    }

    async fn make(&self, plan: StudyPlan) {
        self.send.emit(RatingAction::Began);
        let made = match self.evaluation().await {
            Ok(evaluation) => {
                let plan = Box::new(plan);
                let make = |job| Request::Make { job, plan, evaluation };
                self.client.ask(make).await
            }
            Err(error) => Err(error),
        };
        self.heard(made);
    }

    async fn rate(&self, rater: u32) {
        let Some(study) = self.rating().study.clone() else {
            return;
        };
        self.send.emit(RatingAction::Began);
        let study = study.json.clone();
        let sheet = self.client.ask(|job| Request::Sheet { job, study, rater }).await;
        self.heard(sheet);
    }

    /// Returns the samples with their texts and scores, as they are saved for programs.
    async fn evaluation(&self) -> Result<Blob, AskError> {
        self.saver.written(Format::Json).await.map_err(|error| match error {
            SaveError::Cancelled => AskError::GivenUp,
            SaveError::Failed(message) => AskError::Failed(message),
        })
    }

    async fn subject(&self) -> Result<Subject, AskError> {
        let rating = self.rating();
        let study = rating.study.as_ref();
        let evaluation = match rating.with_scores {
            true => Some(self.evaluation().await?),
            false => None,
        };
        Ok(Subject {
            study: study.map(|study| study.json.clone()).unwrap_or_default(),
            answers: rating.answers.iter().map(|file| (**file).clone()).collect(),
            keep_failed: rating.keep_failed,
            evaluation,
        })
    }

    async fn results(&self) {
        let answers = self.rating().answers.clone();
        self.send.emit(RatingAction::Began);
        let calculated = match self.subject().await {
            Ok(subject) => self.client.ask(|job| Request::Results { job, subject }).await,
            Err(error) => Err(error),
        };
        match calculated {
            Ok(Answer::Reply(reply)) => match *reply {
                Reply::Results(results) => self.send.emit(RatingAction::Results(answers, results)),
                _ => self.fail(AskError::Failed(words::UNEXPECTED.to_owned())),
            },
            other => self.heard(other),
        }
    }

    fn save_answers(&self) {
        let Some(open) = self.rating().sheet.clone() else {
            return;
        };
        let file = Blob::new(open.sheet.to_json().as_bytes(), "application/json");
        // The study knows how many raters there are; the sheet does not.
        match download(&texlens_ratings::Sheet::file_name(open.sheet.rater, 0), &file) {
            Some(()) => self.send.emit(RatingAction::Saved),
            None => self.send.emit(RatingAction::Failed(failures::NOT_SAVED.to_owned())),
        }
    }

    async fn save(&self, file: RatingFile) {
        self.send.emit(RatingAction::Began);
        let written = match self.subject().await {
            Ok(subject) => self.client.ask(|job| Request::Write { job, file, subject }).await,
            Err(error) => Err(error),
        };
        match written {
            Ok(Answer::File(blob)) => match download(file.name(), &blob) {
                Some(()) => self.send.emit(RatingAction::Finished),
                None => self.fail(AskError::Failed(failures::NOT_SAVED.to_owned())),
            },
            other => self.heard(other),
        }
    }
}

/// Returns the time in milliseconds, to measure how long a question is on the screen.
pub(in crate::app) fn clock() -> f64 {
    Date::now()
}
