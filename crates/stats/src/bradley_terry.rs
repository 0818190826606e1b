//! The Bradley-Terry model: strengths of systems from choices between two at a time.

use crate::StatsError;

/// Largest number of systems. The time of an iteration grows with the cube.
pub const MAX_SYSTEMS: usize = 100;

/// Steps below this end the iteration. Strengths are logarithms, so this is a relative change.
const TOLERANCE: f64 = 1e-10;
/// Largest number of iterations. Newton's method needs about ten.
const MAX_ITERATIONS: usize = 200;
/// Largest number of times that a step is halved.
const MAX_HALVINGS: usize = 60;

/// The result of a comparison of a first and a second system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The first system is preferred.
    First,
    /// The second system is preferred.
    Second,
    /// Neither is preferred. This counts as half a win for both.
    Tie,
}

/// How often each system was preferred to each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparisons {
    systems: usize,
    /// Twice the wins of the row over the column, so that ties are whole numbers.
    halves: Vec<u64>,
}

impl Comparisons {
    /// Creates a table without comparisons.
    ///
    /// # Errors
    /// Fewer than two systems, more than [`MAX_SYSTEMS`].
    pub fn new(systems: usize) -> Result<Self, StatsError> {
        crate::sample::check_count(systems, 2)?;
        if systems > MAX_SYSTEMS {
            return Err(StatsError::Systems(systems));
        }
        Ok(Self {
            systems,
            halves: vec![0; systems * systems],
        })
    }

    /// Adds a number of comparisons of two systems with the same outcome.
    ///
    /// # Errors
    /// [`StatsError::Compared`] if the two are not different systems of the table.
    pub fn add(&mut self, first: usize, second: usize, outcome: Outcome, count: u32) -> Result<(), StatsError> {
        if first == second || first.max(second) >= self.systems {
            return Err(StatsError::Compared(first, second));
        }
        let [of_first, of_second] = match outcome {
            Outcome::First => [2, 0],
            Outcome::Second => [0, 2],
            Outcome::Tie => [1, 1],
        };
        for (row, column, halves) in [(first, second, of_first), (second, first, of_second)] {
            if let Some(cell) = self.halves.get_mut(row * self.systems + column) {
                *cell = cell.saturating_add(halves * u64::from(count));
            }
        }
        Ok(())
    }

    /// Returns the wins of one system over another; a tie is half a win.
    #[must_use]
    pub fn wins(&self, of: usize, over: usize) -> f64 {
        self.halves(of, over) as f64 / 2.0
    }

    fn halves(&self, row: usize, column: usize) -> u64 {
        let cell = (row.max(column) < self.systems).then(|| self.halves.get(row * self.systems + column));
        cell.flatten().copied().unwrap_or_default()
    }

    /// Returns the systems in groups that no comparison connects, each in ascending order. The strengths of systems
    /// can be compared within a group only.
    #[must_use]
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for system in 0..self.systems {
            if !groups.iter().flatten().any(|known| *known == system) {
                groups.push(self.reached(system, |a, b| self.halves(a, b) + self.halves(b, a) > 0));
            }
        }
        groups
    }

    /// Returns a smallest set of systems that never lost against the others, not even by half, in ascending order;
    /// empty if there is none. With such a set, the likelihood has no maximum.
    #[must_use]
    pub fn unbeaten(&self) -> Vec<usize> {
        let is_beaten_by = |a, b| self.halves(b, a) > 0;
        let has_beaten = |a, b| self.halves(a, b) > 0;
        if self
            .reached(0, is_beaten_by)
            .len()
            .min(self.reached(0, has_beaten).len())
            == self.systems
        {
            return Vec::new();
        }
        // The systems that have beaten a system, directly or by others. The smallest such set is closed.
        let of = |system| self.reached(system, is_beaten_by);
        (0..self.systems).map(of).min_by_key(Vec::len).unwrap_or_default()
    }

    /// Returns the systems that a walk along the steps reaches, in ascending order.
    fn reached(&self, from: usize, is_step: impl Fn(usize, usize) -> bool) -> Vec<usize> {
        let mut is_reached = vec![false; self.systems];
        let mut open = vec![from];
        while let Some(system) = open.pop() {
            match is_reached.get_mut(system) {
                Some(reached) if !*reached => *reached = true,
                _ => continue,
            }
            open.extend((0..self.systems).filter(|other| is_step(system, *other)));
        }
        (0..self.systems)
            .filter(|system| is_reached.get(*system) == Some(&true))
            .collect()
    }

    /// Returns the strength of each system by maximum likelihood, as natural logarithms with mean 0.
    ///
    /// # Formula
    /// A system with strength a is preferred to one with strength b with probability `1 / (1 + exp(b - a))`. The
    /// strengths maximise `sum wins(i, j) log p(i, j)`.
    ///
    /// # Method
    /// Newton's method on the logarithms. The likelihood is concave; a step that would lower it is halved. The
    /// iteration ends when no strength changes by more than 1e-10.
    ///
    /// # Assumptions
    /// Comparisons are independent, and a system is as strong against each other system.
    ///
    /// # Errors
    /// [`StatsError::NotConnected`] if [`Comparisons::groups`] has several, [`StatsError::Unbounded`] if there are
    /// [`Comparisons::unbeaten`] systems, [`StatsError::NotConverged`].
    ///
    /// # Source
    /// Bradley and Terry (1952); Ford (1957) for the existence of the maximum; `choix.opt_pairwise` of Python.
    pub fn strengths(&self) -> Result<Vec<f64>, StatsError> {
        self.check_connected()?;
        if let Some(system) = self.unbeaten().first() {
            return Err(StatsError::Unbounded { system: *system });
        }
        self.maximise(0.0)
    }

    /// Returns the strengths with a prior, so that unbeaten systems have finite ones. Each system has `ties` more
    /// ties, with an imagined system of strength 0.
    ///
    /// # Errors
    /// [`StatsError::NotConnected`] as for [`Comparisons::strengths`], [`StatsError::NotConverged`], which also stands
    /// for a number of ties that is not above 0.
    pub fn strengths_with_prior(&self, ties: f64) -> Result<Vec<f64>, StatsError> {
        self.check_connected()?;
        if ties > 0.0 && ties.is_finite() {
            self.maximise(ties)
        } else {
            Err(StatsError::NotConverged)
        }
    }

    fn check_connected(&self) -> Result<(), StatsError> {
        match self.groups().as_slice() {
            [first, second, ..] => Err(StatsError::NotConnected {
                first: first.first().copied().unwrap_or_default(),
                second: second.first().copied().unwrap_or_default(),
            }),
            _ => Ok(()),
        }
    }

    fn maximise(&self, ties: f64) -> Result<Vec<f64>, StatsError> {
        let mut strengths = vec![0.0; self.systems];
        let mut likelihood = self.likelihood(&strengths, ties);
        for _ in 0..MAX_ITERATIONS {
            let mut step = self.step(&strengths, ties).ok_or(StatsError::NotConverged)?;
            let mut halvings = 0;
            let better = loop {
                let next: Vec<f64> = strengths.iter().zip(&step).map(|(value, step)| value + step).collect();
                let reached = self.likelihood(&next, ties);
                // Rounding may lower the likelihood by a last digit near the maximum.
                if reached >= likelihood - 1e-12 * likelihood.abs() {
                    likelihood = reached;
                    break next;
                }
                halvings += 1;
                if halvings > MAX_HALVINGS {
                    return Err(StatsError::NotConverged);
                }
                step.iter_mut().for_each(|step| *step /= 2.0);
            };
            strengths = better;
            if step.iter().all(|step| step.abs() < TOLERANCE) {
                let mean = strengths.iter().sum::<f64>() / self.systems as f64;
                return Ok(strengths.iter().map(|value| value - mean).collect());
            }
        }
        Err(StatsError::NotConverged)
    }

    fn likelihood(&self, strengths: &[f64], ties: f64) -> f64 {
        let mut sum = 0.0;
        for (row, a) in strengths.iter().enumerate() {
            for (column, b) in strengths.iter().enumerate() {
                let wins = self.wins(row, column);
                if wins > 0.0 {
                    sum += wins * log_probability(a - b);
                }
            }
            if ties > 0.0 {
                sum += ties / 2.0 * (log_probability(*a) + log_probability(-a));
            }
        }
        sum
    }

    /// Returns Newton's step: the gradient divided by the negative of the second derivatives.
    fn step(&self, strengths: &[f64], ties: f64) -> Option<Vec<f64>> {
        let n = self.systems;
        // Strengths are determined up to a constant. This term fixes their mean without changing the others.
        let mut matrix = vec![if ties > 0.0 { 0.0 } else { 1.0 / n as f64 }; n * n];
        let mut gradient = vec![0.0; n];
        for (row, a) in strengths.iter().enumerate() {
            let mut of_row = 0.0;
            for (column, b) in strengths.iter().enumerate().filter(|(column, _)| *column != row) {
                let both = self.wins(row, column) + self.wins(column, row);
                if both == 0.0 {
                    continue;
                }
                let p = probability(a - b);
                // Computed by the probability of the less likely outcome, which keeps its digits.
                *gradient.get_mut(row)? += self.wins(row, column) * probability(b - a) - self.wins(column, row) * p;
                let weight = both * p * probability(b - a);
                of_row += weight;
                *matrix.get_mut(row * n + column)? -= weight;
            }
            if ties > 0.0 {
                *gradient.get_mut(row)? += ties * (0.5 - probability(*a));
                of_row += ties * probability(*a) * probability(-a);
            }
            *matrix.get_mut(row * n + row)? += of_row;
        }
        solve(matrix, gradient)
    }
}

/// Returns the probability that the system that is stronger by `difference` is preferred.
#[must_use]
pub fn probability(difference: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-difference))
}

fn log_probability(difference: f64) -> f64 {
    if difference > 0.0 {
        -libm::log1p(libm::exp(-difference))
    } else {
        difference - libm::log1p(libm::exp(difference))
    }
}

/// Solves a system of linear equations by elimination; `None` if it has no single solution.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = right.len();
    for pivot in 0..n {
        let by_size = |a: &usize, b: &usize| {
            let [a, b] = [a, b].map(|row| matrix.get(row * n + pivot).map_or(0.0, |value| value.abs()));
            a.total_cmp(&b)
        };
        let largest = (pivot..n).max_by(by_size)?;
        for column in 0..n {
            matrix.swap(pivot * n + column, largest * n + column);
        }
        right.swap(pivot, largest);
        let divisor = *matrix.get(pivot * n + pivot)?;
        if divisor == 0.0 || !divisor.is_finite() {
            return None;
        }
        for row in pivot + 1..n {
            let factor = matrix.get(row * n + pivot)? / divisor;
            for column in pivot..n {
                let above = *matrix.get(pivot * n + column)?;
                *matrix.get_mut(row * n + column)? -= factor * above;
            }
            let above = *right.get(pivot)?;
            *right.get_mut(row)? -= factor * above;
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n)
            .filter_map(|column| Some(matrix.get(row * n + column)? * right.get(column)?))
            .sum();
        let value = (right.get(row)? - known) / matrix.get(row * n + row)?;
        *right.get_mut(row)? = value;
    }
    right.iter().all(|value| value.is_finite()).then_some(right)
}
