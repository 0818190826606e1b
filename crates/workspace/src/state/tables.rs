//! The tables of the shown sample, compared while their tab is open.

use std::collections::BTreeMap;
use std::rc::Rc;

use texlens_evaluate::{Kind, Prediction};
use texlens_report::tables::TableRow;

use super::{Errand, Reply, Sample, SampleId, State, Tab};
use crate::brought::Text;
use crate::messages::Job;

/// The tables of the shown sample.
#[derive(Debug, Clone, Default)]
pub struct ShownTables {
    /// What the tables are of; `None` before the tab is first opened.
    of: Option<Compared>,
    job: Option<Job>,
    /// The tables.
    pub tables: Reply<Rc<Vec<TableRow>>>,
}

/// What tables are of: they are compared again when one of these has changed.
#[derive(Debug, Clone)]
struct Compared {
    reference: Rc<Text>,
    prediction: Rc<Prediction>,
    settings: Rc<BTreeMap<String, String>>,
}

impl PartialEq for Compared {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.reference, &other.reference)
            && Rc::ptr_eq(&self.prediction, &other.prediction)
            && Rc::ptr_eq(&self.settings, &other.settings)
    }
}

impl PartialEq for ShownTables {
    fn eq(&self, other: &Self) -> bool {
        let are_same = match (self.tables.done(), other.tables.done()) {
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            (None, None) => self.tables == other.tables,
            _ => false,
        };
        are_same && self.of == other.of
    }
}

impl Sample {
    /// Returns whether there are two texts that may have tables.
    #[must_use]
    pub fn can_have_tables(&self) -> bool {
        self.kind != Kind::Formula && self.has_pair()
    }
}

impl State {
    fn compared(&self, sample: &Sample) -> Option<Compared> {
        Some(Compared {
            reference: sample.reference.clone()?,
            prediction: sample.prediction.clone()?,
            settings: Rc::clone(&self.settings),
        })
    }

    /// Returns the comparison of the shown sample's tables, if their tab is open and they are not compared yet.
    pub(super) fn tables_errand(&self) -> Option<Errand> {
        let sample = self.current().filter(|_| self.view.tab == Tab::Tables)?;
        let wanted = self.compared(sample).filter(|_| sample.can_have_tables())?;
        let is_known = self.shown_tables.of.as_ref() == Some(&wanted) && self.shown_tables.tables != Reply::Open;
        (!is_known).then_some(Errand::Tables { sample: sample.id })
    }

    pub(super) fn tables_started(&mut self, id: SampleId, job: Job) {
        self.shown_tables = ShownTables {
            of: self.samples.get(id).and_then(|sample| self.compared(sample)),
            job: Some(job),
            tables: Reply::Running { done: 0, total: 0 },
        };
    }

    /// Takes the result of a job, if it is the running one.
    pub(super) fn tables_done(&mut self, job: Job, result: Result<Vec<TableRow>, String>) {
        if self.shown_tables.job == Some(job) {
            self.shown_tables.job = None;
            self.shown_tables.tables = match result {
                Ok(tables) => Reply::Done(Rc::new(tables)),
                Err(message) => Reply::Failed(message),
            };
        }
    }

    /// Compares the tables again after the worker was ended.
    pub(super) fn tables_stopped(&mut self) {
        if self.shown_tables.job.take().is_some() {
            self.shown_tables.tables = Reply::Open;
        }
    }
}
