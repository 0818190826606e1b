//! Makes a study of pairs and a few numbers.

use texlens_stats::Choices;

use crate::assign::assign_group;
use crate::checks::checks;
use crate::error::DesignError;
use crate::limits::{MAX_ANSWERS, MAX_GROUPS, MAX_RATERS, MAX_TEXT};
use crate::scale::Scale;
use crate::study::{Check, Group, Pair, Study, Subject, Task};

/// The first stream of choices for the order of a rater's questions. Groups have lower ones.
const ORDERS: u64 = 1 << 32;

/// The choices of the person who runs a study.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Design {
    /// The title that raters see.
    pub title: String,
    /// The text that raters read before they begin.
    pub instructions: String,
    /// The scale.
    pub scale: Scale,
    /// Number of raters.
    pub raters: usize,
    /// Number of raters of each pair, in each group.
    pub each: usize,
    /// Number of groups of the same size. Each group rates all pairs.
    pub groups: usize,
    /// The attention checks.
    pub checks: Vec<Check>,
    /// Number of attention checks in each sheet.
    pub checks_each: usize,
    /// The seed.
    pub seed: u64,
}

impl Design {
    /// Returns a design with the numbers of "Benchmarking Document Parsers": 30 raters, each pair rated by three of
    /// them. It adds two attention checks to each sheet.
    #[must_use]
    pub fn new(scale: Scale, seed: u64) -> Self {
        Self {
            title: "Rating of formulas".to_owned(),
            instructions: scale.instructions().trim_end().to_owned(),
            scale,
            raters: 30,
            each: 3,
            groups: 1,
            checks: checks(scale),
            checks_each: 2,
            seed,
        }
    }

    /// Makes a study: assigns the pairs, shuffles them for each rater, inserts the checks at places of their own, and
    /// lets each system be on the left as often as on the right. O(n) for n answers.
    ///
    /// # Errors
    /// Numbers that are 0, impossible or beyond the limits, and texts that are too long.
    pub fn study(&self, pairs: Vec<Pair>) -> Result<Study, DesignError> {
        self.check(&pairs)?;
        let size = self.raters / self.groups;
        let mut tasks = Vec::with_capacity(self.raters);
        let mut groups = Vec::with_capacity(self.groups);
        for (group, number) in (0..self.groups).zip(0_u64..) {
            for own in assign_group(pairs.len(), size, self.each, self.seed, number)? {
                let stream = ORDERS + tasks.len() as u64;
                tasks.push(self.tasks(&own, &mut Choices::new(self.seed, stream)));
            }
            let raters = group * size + 1..=(group + 1) * size;
            groups.push(Group {
                name: format!("group {}", group + 1),
                raters: raters.filter_map(|rater| u32::try_from(rater).ok()).collect(),
            });
        }
        Ok(Study {
            format: Study::FORMAT.to_owned(),
            version: Study::VERSION,
            title: self.title.clone(),
            seed: self.seed,
            scale: self.scale,
            each: u32::try_from(self.each).unwrap_or(u32::MAX),
            instructions: self.instructions.clone(),
            groups,
            pairs,
            checks: self.checks.clone(),
            tasks,
        })
    }

    /// Returns the questions of a rater about these pairs.
    fn tasks(&self, pairs: &[usize], choices: &mut Choices) -> Vec<Task> {
        let mut subjects: Vec<Subject> = pairs.iter().map(|pair| Subject::Pair(*pair)).collect();
        // One check in each part of the sheet, at a random place there, never first.
        let parts = self.checks_each.max(1);
        let drawn = self.drawn_checks(choices);
        for (part, check) in drawn.into_iter().enumerate().rev() {
            let [from, to] = [part, part + 1].map(|part| (part * pairs.len() / parts).max(1));
            let place = from + choices.below((to + 1).saturating_sub(from).max(1));
            subjects.insert(place.min(subjects.len()), Subject::Check(check));
        }
        let mut swapped: Vec<bool> = (0..subjects.len())
            .map(|place| self.scale == Scale::Choice && place % 2 == 0)
            .collect();
        choices.shuffle(&mut swapped);
        let task = |(subject, is_swapped)| Task { subject, is_swapped };
        subjects.into_iter().zip(swapped).map(task).collect()
    }

    /// Draws the checks of a rater, alternately from those at even and odd places of the list.
    fn drawn_checks(&self, choices: &mut Choices) -> Vec<usize> {
        let [mut even, mut odd] = [0, 1].map(|rest| (rest..self.checks.len()).step_by(2).collect::<Vec<usize>>());
        choices.shuffle(&mut even);
        choices.shuffle(&mut odd);
        let mut drawn = Vec::with_capacity(self.checks_each);
        let mut from_even = choices.chance(1, 2);
        while drawn.len() < self.checks_each {
            let (list, other) = if from_even {
                (&mut even, &mut odd)
            } else {
                (&mut odd, &mut even)
            };
            match list.pop().or_else(|| other.pop()) {
                Some(check) => drawn.push(check),
                None => break,
            }
            from_even = !from_even;
        }
        drawn
    }

    fn check(&self, pairs: &[Pair]) -> Result<(), DesignError> {
        for (number, what) in [
            (self.raters, "the number of raters"),
            (self.groups, "the number of groups"),
        ] {
            if number == 0 {
                return Err(DesignError::Zero(what));
            }
        }
        if self.raters > MAX_RATERS {
            return Err(DesignError::raters(self.raters));
        }
        if self.groups > MAX_GROUPS {
            return Err(DesignError::groups(self.groups));
        }
        if !self.raters.is_multiple_of(self.groups) {
            return Err(DesignError::Groups {
                raters: self.raters,
                groups: self.groups,
            });
        }
        let answers = pairs.len().saturating_mul(self.each).saturating_mul(self.groups);
        if answers > MAX_ANSWERS {
            return Err(DesignError::answers(answers));
        }
        if self.checks_each > self.checks.len() {
            return Err(DesignError::Checks {
                wanted: self.checks_each,
                there: self.checks.len(),
            });
        }
        for (what, text) in [("title", &self.title), ("instructions", &self.instructions)] {
            if text.len() > MAX_TEXT {
                return Err(DesignError::TooLong {
                    what,
                    id: "the study".to_owned(),
                    bytes: text.len(),
                });
            }
        }
        Ok(())
    }
}
