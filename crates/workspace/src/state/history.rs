//! Undo and redo. Every act that takes something away, or changes it by hand, is remembered with what was there before.

use std::{collections::BTreeMap, rc::Rc};

use super::act::Act;
use super::sample::{Reading, Scoring, Typesetting};
use super::settings::Kept;
use super::{
    Added, BenchAction, BoardAction, Focus, MakingAction, Notice, RatingAction, ReaderStage, Sample, SampleId, Screen,
    State,
};
use crate::brought::Ratings;
use crate::judging::Verdicts;

/// Maximum number of acts that can be undone.
const MOST: usize = 100;

/// What was there before an act, or after it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Memento {
    /// The samples that the import in progress adds are in [`State::added`].
    Adding,
    /// Samples, or `None` where there was none, and the shown sample.
    Samples(Vec<(SampleId, Option<Rc<Sample>>)>, Option<SampleId>),
    Tags(SampleId, Rc<BTreeMap<String, String>>),
    Comment(SampleId, Rc<str>),
    Settings(Kept),
    /// A judge's run that was there, or was not.
    Verdicts(Rc<Verdicts>, bool),
    Ratings(Option<Rc<Ratings>>),
    Reader(ReaderStage),
}

#[derive(Debug, Clone, PartialEq)]
struct Entry {
    act: Act,
    /// The way back.
    other: Memento,
}

/// The acts that can be undone and redone.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct History {
    done: Vec<Rc<Entry>>,
    undone: Vec<Rc<Entry>>,
    offer: Option<Side>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Undo,
    Redo,
}

/// What a message offers about the last act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offered {
    /// To undo it.
    Undo(Act),
    /// To do it again.
    Redo(Act),
}

impl History {
    /// Returns the act that would be undone.
    #[must_use]
    pub fn last(&self) -> Option<&Act> {
        self.done.last().map(|entry| &entry.act)
    }

    /// Returns the act that would be done again.
    #[must_use]
    pub fn next(&self) -> Option<&Act> {
        self.undone.last().map(|entry| &entry.act)
    }

    /// Returns what a message offers, until it is hidden.
    #[must_use]
    pub fn offered(&self) -> Option<Offered> {
        match self.offer? {
            Side::Undo => self.last().cloned().map(Offered::Undo),
            Side::Redo => self.next().cloned().map(Offered::Redo),
        }
    }

    /// Returns whether the last act is a correction of this sample.
    pub(super) fn is_correction_of(&self, id: SampleId) -> bool {
        self.done.last().is_some_and(|entry| {
            let is_of_it = |samples: &[(SampleId, Option<Rc<Sample>>)]| samples.iter().any(|(of, _)| *of == id);
            entry.act == Act::Corrected && matches!(&entry.other, Memento::Samples(samples, _) if is_of_it(samples))
        })
    }

    fn is_adding(&self) -> bool {
        self.done.last().is_some_and(|entry| entry.other == Memento::Adding)
    }
}

/// Events of undo and redo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HistoryAction {
    /// Undoes the last act on the screen.
    Undo,
    /// Undoes the last remembered act, which a message names, whatever the screen can undo itself.
    UndoLast,
    /// Does again what was undone.
    Redo,
    /// Hides the message that offers to undo. The act can still be undone.
    Hide,
}

impl State {
    pub(super) fn history_after(&mut self, action: HistoryAction) {
        match action {
            HistoryAction::Undo if self.has_undo_of_screen() => self.undo_of_screen(),
            HistoryAction::Undo | HistoryAction::UndoLast => self.undo(),
            HistoryAction::Redo => self.redo(),
            HistoryAction::Hide => self.hide_offer(),
        }
    }

    /// Returns whether there is something to undo.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.history.last().is_some() || self.has_undo_of_screen() || self.has_correction()
    }

    /// Returns the act that would be undone, unless it is one of the shown screen alone.
    #[must_use]
    pub fn to_undo(&self) -> Option<&Act> {
        self.history.last().filter(|_| !self.has_undo_of_screen())
    }

    /// Returns whether the shown screen has replaced something that it can bring back.
    fn has_undo_of_screen(&self) -> bool {
        match self.screen() {
            Screen::LatexBench => self.bench.replaced.is_some() && !self.bench.is_busy(),
            Screen::Leaderboard => self.leaderboards.replaced.is_some(),
            Screen::Ratings => self.rating.replaced.is_some() && !self.rating.is_busy,
            Screen::Making => self.making.replaced.is_some() && !self.making.is_busy(),
            Screen::Samples | Screen::Formulas | Screen::Compare | Screen::Matrix => false,
        }
    }

    fn undo_of_screen(&mut self) {
        match self.screen() {
            Screen::LatexBench => self.bench_after(BenchAction::Undo),
            Screen::Leaderboard => self.board_after(BoardAction::Undo),
            Screen::Ratings => self.rating_after(RatingAction::Undo),
            Screen::Making => self.making_after(MakingAction::Undo),
            Screen::Samples | Screen::Formulas | Screen::Compare | Screen::Matrix => {}
        }
    }

    pub(super) fn hide_offer(&mut self) {
        if self.history.offer.is_some() {
            Rc::make_mut(&mut self.history).offer = None;
        }
    }

    /// Remembers an act, with what was there before.
    pub(super) fn remember(&mut self, act: Act, before: Memento) {
        self.end_adding();
        let history = Rc::make_mut(&mut self.history);
        history.offer = act.is_destructive().then_some(Side::Undo);
        history.undone.clear();
        history.done.push(Rc::new(Entry { act, other: before }));
        if history.done.len() > MOST {
            history.done.remove(0);
        }
    }

    /// Remembers the settings before an act.
    pub(super) fn remember_settings(&mut self, act: Act, before: Kept) {
        self.remember(act, Memento::Settings(before));
    }

    /// Remembers what a model that reads had given.
    pub(super) fn remember_readings(&mut self, before: ReaderStage) {
        self.remember(Act::ReadingsDismissed, Memento::Reader(before));
    }

    /// Makes a change to one of these samples, which is shown if it is undone. Those that the change replaces or adds are
    /// remembered: undo must not take back what is found out about the others in the meantime.
    pub(super) fn remembering(
        &mut self,
        act: Act,
        changed: SampleId,
        ids: Vec<SampleId>,
        change: impl FnOnce(&mut Self),
    ) {
        let before = ids.into_iter().map(|id| (id, self.samples.get(id).cloned()));
        let mut before: Vec<_> = before.collect();
        let first_new = self.next_id;
        change(self);
        before.retain(|(id, before)| match (before, self.samples.get(*id)) {
            (Some(before), Some(now)) => !Rc::ptr_eq(before, now),
            (before, now) => before.is_some() || now.is_some(),
        });
        let new = (first_new..self.next_id).map(SampleId);
        before.extend(new.filter(|id| self.samples.get(*id).is_some()).map(|id| (id, None)));
        self.remember(act, Memento::Samples(before, Some(changed)));
    }

    /// Remembers that samples are being added. Batches that follow belong to the same act.
    pub(super) fn remember_adding(&mut self) {
        if !self.added.is_empty() && !self.history.is_adding() {
            let added = std::mem::take(&mut self.added);
            self.remember(Act::Imported, Memento::Adding);
            self.added = added;
        }
    }

    /// What is added from now on belongs to another act.
    pub(super) fn end_adding(&mut self) {
        let added = std::mem::take(&mut self.added);
        if !self.history.is_adding() {
            return;
        }
        let history = Rc::make_mut(&mut self.history);
        if let Some(entry) = history.done.last_mut() {
            let samples = added.into_iter().rev().map(|Added { id, before }| (id, before));
            Rc::make_mut(entry).other = Memento::Samples(samples.collect(), None);
        }
    }

    pub(super) fn undo(&mut self) {
        self.end_adding();
        let Some(entry) = Rc::make_mut(&mut self.history).done.pop() else {
            return self.uncorrect_shown();
        };
        let other = self.exchange(&entry.other);
        let history = Rc::make_mut(&mut self.history);
        let act = entry.act.clone();
        // An import may have brought much, so undoing it is such an act itself.
        history.offer = (act == Act::Imported).then_some(Side::Redo);
        history.undone.push(Rc::new(Entry {
            act: act.clone(),
            other,
        }));
        self.notice = Some(Notice::Undone(act));
    }

    fn redo(&mut self) {
        self.end_adding();
        let Some(entry) = Rc::make_mut(&mut self.history).undone.pop() else {
            return;
        };
        let other = self.exchange(&entry.other);
        let history = Rc::make_mut(&mut self.history);
        let act = entry.act.clone();
        history.offer = act.is_destructive().then_some(Side::Undo);
        history.done.push(Rc::new(Entry {
            act: act.clone(),
            other,
        }));
        self.notice = Some(Notice::Redone(act));
    }

    fn has_correction(&self) -> bool {
        self.current().is_some_and(|sample| sample.corrections() > 0)
    }

    /// Undoes the last correction of the shown sample, which may be from an earlier visit.
    fn uncorrect_shown(&mut self) {
        let shown = self.current().filter(|_| self.has_correction());
        if let Some(id) = shown.map(|sample| sample.id) {
            let undone = self.history.undone.clone();
            self.uncorrect(id);
            // It is the correction that was undone; nothing was done.
            let history = Rc::make_mut(&mut self.history);
            history.undone = undone;
            if let Some(entry) = history.done.pop() {
                history.undone.push(Rc::new(Entry {
                    act: Act::Corrected,
                    other: entry.other.clone(),
                }));
            }
        }
    }

    /// Brings back what a memento holds, and returns what was in its place.
    fn exchange(&mut self, memento: &Memento) -> Memento {
        match memento {
            Memento::Adding => Memento::Adding,
            Memento::Samples(samples, shown) => self.exchange_samples(samples, *shown),
            Memento::Tags(id, tags) => {
                let now = self.samples.get(*id).map(|sample| sample.tags.clone());
                self.edit(*id, |sample| sample.tags = tags.clone());
                Memento::Tags(*id, now.unwrap_or_default())
            }
            Memento::Comment(id, comment) => {
                let now = self.samples.get(*id).map(|sample| sample.comment.clone());
                self.edit(*id, |sample| sample.comment = comment.clone());
                Memento::Comment(*id, now.unwrap_or_else(|| "".into()))
            }
            Memento::Settings(kept) => Memento::Settings(self.exchange_settings(kept)),
            Memento::Verdicts(verdicts, was_there) => {
                let runs = &mut self.judging.verdicts;
                let is_there = runs.contains(verdicts);
                match (is_there, was_there) {
                    (false, true) => runs.push(verdicts.clone()),
                    (true, false) => runs.retain(|run| run != verdicts),
                    _ => {}
                }
                Memento::Verdicts(verdicts.clone(), is_there)
            }
            Memento::Ratings(ratings) => {
                let compare = Rc::make_mut(&mut self.compare);
                Memento::Ratings(compare.exchange_ratings(ratings.clone()))
            }
            // A run that has begun since then goes on.
            Memento::Reader(stage) if self.readers.stage.is_busy() => Memento::Reader(stage.clone()),
            Memento::Reader(stage) => {
                let readers = Rc::make_mut(&mut self.readers);
                Memento::Reader(std::mem::replace(&mut readers.stage, stage.clone()))
            }
        }
    }

    fn exchange_samples(&mut self, samples: &[(SampleId, Option<Rc<Sample>>)], shown: Option<SampleId>) -> Memento {
        let (was_shown, focus) = (self.selected, std::mem::take(&mut self.focus));
        let mut now = Vec::with_capacity(samples.len());
        for (id, then) in samples {
            let taken = self.take_out(*id);
            if let Some(then) = then {
                self.samples.insert(at_rest(then));
            }
            now.push((*id, taken));
        }
        // In the other direction, documents come before their pages again.
        now.reverse();
        let is_there = |id: &SampleId| self.samples.get(*id).is_some();
        let first = samples.iter().map(|(id, _)| *id).min();
        let next = || {
            let after = first.and_then(|first| self.samples.since(first).next());
            after
                .or_else(|| self.samples.iter().next_back())
                .map(|sample| sample.id)
        };
        let to_show = shown.filter(is_there).or(was_shown.filter(is_there)).or_else(next);
        self.select(to_show);
        let tokens = self.current().map_or(0, |sample| sample.tokens().len());
        self.focus = match focus {
            Focus::Token(at) if at < tokens => focus,
            _ => Focus::Nothing,
        };
        Memento::Samples(now, was_shown)
    }
}

fn is_at_work(sample: &Sample) -> bool {
    sample.job().is_some()
        || sample.scoring_job().is_some()
        || sample.compiling_job().is_some()
        || sample.looking.is_some()
        || matches!(sample.typesetting, Typesetting::Running { .. })
}

/// Returns a sample as no worker works on it. Work starts again once it is in the list.
pub(super) fn at_rest(sample: &Rc<Sample>) -> Rc<Sample> {
    let mut sample = sample.clone();
    if is_at_work(&sample) {
        let resting = Rc::make_mut(&mut sample);
        if resting.job().is_some() {
            resting.reading = Reading::Queued;
        }
        if resting.scoring_job().is_some() {
            resting.scoring = Scoring::Queued;
        }
        resting.looking = None;
        resting.forget_compiling();
    }
    sample
}
