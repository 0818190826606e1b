//! Puts the answers of all raters together.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::answer::{Answer, Response, Side};
use crate::filled::Filled;
use crate::problem::Problem;
use crate::study::{Expected, Study, Subject, Task};

/// Which raters count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attention {
    /// Largest number of attention checks that a rater may fail; `None` to keep everybody.
    pub allowed: Option<usize>,
}

impl Default for Attention {
    /// Excludes raters who fail a check.
    fn default() -> Self {
        Self { allowed: Some(0) }
    }
}

/// The answers that count, and what is wrong with the files.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Merged {
    /// The answers, by rater and then by pair. Those to attention checks are not among them.
    pub answers: Vec<Given>,
    /// All raters of the study.
    pub raters: Vec<RaterSummary>,
    /// Problems in the order of files and raters.
    pub problems: Vec<Problem>,
}

/// An answer about a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Given {
    /// Number of the rater.
    pub rater: u32,
    /// Index of the pair in the study.
    pub pair: usize,
    /// The answer.
    pub verdict: Verdict,
}

/// An answer in the terms of the study, where sides do not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// A rating.
    Rating(i64),
    /// The first version of the pair is better.
    First,
    /// The second version is better.
    Second,
    /// Both are equal.
    Tie,
}

/// How far a rater has got.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RaterSummary {
    /// Number of the rater.
    pub rater: u32,
    /// Name of the group.
    pub group: String,
    /// Number of questions about pairs.
    pub asked: usize,
    /// Number of these with a valid answer.
    pub answered: usize,
    /// Number of attention checks that were passed.
    pub passed: usize,
    /// Number of attention checks that were not passed. Checks without an answer do not count.
    pub failed: usize,
    /// Whether the answers are left out of the results.
    pub is_excluded: bool,
    /// Median of the seconds for a question, if they were measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// Reads files and merges them; each is a name and its text. A file that cannot be read becomes a [`Problem`]. See
/// [`merge`].
#[must_use]
pub fn merge_files<'a>(
    study: &Study,
    files: impl IntoIterator<Item = (&'a str, &'a str)>,
    attention: Attention,
) -> Merged {
    let (mut filled, mut problems) = (Vec::new(), Vec::new());
    for (name, text) in files {
        match Filled::read(text) {
            Ok(one) => filled.push((name.to_owned(), one)),
            Err(error) => problems.push(Problem::Unreadable {
                file: name.to_owned(),
                reason: error.to_string(),
            }),
        }
    }
    let mut merged = merge(study, &filled, attention);
    problems.append(&mut merged.problems);
    merged.problems = problems;
    merged
}

/// Merges the answers of all raters, each with the name of its file. Everything that is left out is a [`Problem`];
/// nothing else is left out. O(n log n).
///
/// If a rater has several files, the one with more valid answers counts, and of equals the later one. The others add
/// the answers that it lacks.
#[must_use]
pub fn merge(study: &Study, filled: &[(String, Filled)], attention: Attention) -> Merged {
    let hash = study.hash();
    let mut merged = Merged::default();
    let mut files: BTreeMap<u32, Vec<ValidFile<'_>>> = BTreeMap::new();
    for (file, filled) in filled {
        if filled.study != hash {
            merged.problems.push(Problem::OtherStudy { file: file.clone() });
        } else if let Some(tasks) = study.tasks_of(filled.rater) {
            let valid = ValidFile::of(study, file, filled, tasks, &mut merged.problems);
            files.entry(filled.rater).or_default().push(valid);
        } else {
            merged.problems.push(Problem::NoRater {
                file: file.clone(),
                rater: filled.rater,
            });
        }
    }
    for rater in 1..=study.raters() {
        let answers = joined(rater, files.remove(&rater).unwrap_or_default(), &mut merged.problems);
        add(study, rater, &answers, attention, &mut merged);
    }
    merged
}

/// The valid answers of a file by question.
struct ValidFile<'a> {
    name: &'a str,
    answers: BTreeMap<u32, &'a Answer>,
}

impl<'a> ValidFile<'a> {
    fn of(study: &Study, name: &'a str, filled: &'a Filled, tasks: &[Task], problems: &mut Vec<Problem>) -> Self {
        let rater = filled.rater;
        let file = || name.to_owned();
        problems.extend(filled.damaged.iter().map(|number| Problem::Damaged {
            file: file(),
            number: *number,
        }));
        let mut answers: BTreeMap<u32, &Answer> = BTreeMap::new();
        for answer in &filled.answers {
            let question = answer.question;
            if task(tasks, question).is_none() {
                problems.push(Problem::NoQuestion {
                    file: file(),
                    rater,
                    question,
                });
            } else if !answer.answer.is_on(study.scale) {
                problems.push(Problem::NotOnScale {
                    file: file(),
                    rater,
                    question,
                    answer: answer.answer.to_string(),
                });
            } else if let Some(earlier) = answers.insert(question, answer) {
                problems.extend(conflict(rater, answer, earlier));
            }
        }
        Self { name, answers }
    }
}

fn task(tasks: &[Task], question: u32) -> Option<&Task> {
    tasks.get(usize::try_from(question).ok()?.checked_sub(1)?)
}

fn conflict(rater: u32, kept: &Answer, other: &Answer) -> Option<Problem> {
    (kept.answer != other.answer).then(|| Problem::Conflict {
        rater,
        question: kept.question,
        kept: kept.answer.to_string(),
        other: other.answer.to_string(),
    })
}

/// Joins the files of a rater.
fn joined<'a>(rater: u32, mut files: Vec<ValidFile<'a>>, problems: &mut Vec<Problem>) -> BTreeMap<u32, &'a Answer> {
    // Stable: of files with as many answers, the later one stays later.
    files.sort_by_key(|file| file.answers.len());
    let Some(mut kept) = files.pop() else {
        return BTreeMap::new();
    };
    // A sheet without answers adds nothing, such as the one that was given to the rater.
    for other in files.into_iter().rev().filter(|file| !file.answers.is_empty()) {
        problems.push(Problem::SameRater {
            rater,
            kept: kept.name.to_owned(),
            other: other.name.to_owned(),
        });
        for (question, answer) in other.answers {
            match kept.answers.get(&question) {
                Some(known) => problems.extend(conflict(rater, known, answer)),
                None => {
                    kept.answers.insert(question, answer);
                }
            }
        }
    }
    kept.answers
}

/// Adds a rater's answers, unless too many checks failed.
fn add(study: &Study, rater: u32, answers: &BTreeMap<u32, &Answer>, attention: Attention, merged: &mut Merged) {
    let tasks = study.tasks_of(rater).unwrap_or_default();
    let is_pair = |task: &&Task| matches!(task.subject, Subject::Pair(_));
    let mut given = Vec::with_capacity(answers.len());
    let (mut passed, mut failed) = (0, 0);
    for (question, answer) in answers {
        let Some(task) = task(tasks, *question) else { continue };
        let Some(verdict) = verdict(&answer.answer, task.is_swapped) else {
            continue;
        };
        match task.subject {
            Subject::Pair(pair) => given.push(Given { rater, pair, verdict }),
            Subject::Check(check) => {
                let expected = study.checks.get(check).map(|check| check.expected);
                if expected.is_none_or(|expected| passes(expected, verdict)) {
                    passed += 1;
                } else {
                    failed += 1;
                    merged.problems.push(Problem::FailedCheck {
                        rater,
                        question: *question,
                        expected: expected.map_or_else(String::new, |expected| words(expected, task.is_swapped)),
                        answer: answer.answer.to_string(),
                    });
                }
            }
        }
    }
    let is_excluded = attention.allowed.is_some_and(|allowed| failed > allowed);
    if is_excluded {
        merged.problems.push(Problem::Excluded {
            rater,
            failed,
            checks: passed + failed,
        });
    }
    merged.raters.push(RaterSummary {
        rater,
        group: group(study, rater),
        asked: tasks.iter().filter(is_pair).count(),
        answered: given.len(),
        passed,
        failed,
        is_excluded,
        seconds: median(answers.values().filter_map(|answer| answer.seconds)),
    });
    if !is_excluded {
        given.sort_by_key(|given| given.pair);
        merged.answers.append(&mut given);
    }
}

fn group(study: &Study, rater: u32) -> String {
    let group = study.groups.iter().find(|group| group.raters.contains(&rater));
    group.map_or_else(String::new, |group| group.name.clone())
}

fn verdict(answer: &Response, is_swapped: bool) -> Option<Verdict> {
    match answer {
        Response::Rating(rating) => Some(Verdict::Rating(*rating)),
        Response::Choice(Side::Tie) => Some(Verdict::Tie),
        Response::Choice(side) if (*side == Side::Left) != is_swapped => Some(Verdict::First),
        Response::Choice(_) => Some(Verdict::Second),
        Response::Other(_) => None,
    }
}

fn passes(expected: Expected, verdict: Verdict) -> bool {
    match (expected, verdict) {
        (Expected::Ratings(from, to), Verdict::Rating(rating)) => (from..=to).contains(&rating),
        (Expected::Version(version), Verdict::First) => version == 0,
        (Expected::Version(version), Verdict::Second) => version == 1,
        _ => false,
    }
}

fn words(expected: Expected, is_swapped: bool) -> String {
    match expected {
        Expected::Ratings(from, to) => format!("{from} to {to}"),
        Expected::Version(version) if (version == 0) != is_swapped => "left".to_owned(),
        Expected::Version(_) => "right".to_owned(),
    }
}

fn median(seconds: impl Iterator<Item = f64>) -> Option<f64> {
    let seconds: Vec<f64> = seconds
        .filter(|seconds| seconds.is_finite() && *seconds >= 0.0)
        .collect();
    texlens_stats::describe::percentile(&seconds, 50.0).ok()
}

impl Merged {
    /// Returns the ratings as CSV with the columns `id`, `system`, `rater` and `rating`, and `group` if the study has several
    /// groups of raters. `texlens correlate --ratings` reads it. Choices have no such form: the result has no lines.
    #[must_use]
    pub fn to_csv(&self, study: &Study) -> String {
        let has_groups = study.groups.len() > 1;
        let group = |rater: u32| study.groups.iter().find(|group| group.raters.contains(&rater));
        let mut csv = "id,system,rater,rating".to_owned() + if has_groups { ",group\n" } else { "\n" };
        for given in &self.answers {
            let pair = study.pairs.get(given.pair);
            let version = pair.and_then(|pair| Some((&pair.id, &pair.versions.first()?.system)));
            if let (Some((id, system)), Verdict::Rating(rating)) = (version, given.verdict) {
                csv += &format!("{},{},{},{rating}", field(id), field(system), given.rater);
                if has_groups {
                    csv += &format!(
                        ",{}",
                        group(given.rater).map_or_else(String::new, |group| field(&group.name))
                    );
                }
                csv += "\n";
            }
        }
        csv
    }
}

/// Quotes a field of CSV if necessary.
fn field(text: &str) -> String {
    if text.contains(['"', ',', ';', '\t', '\n', '\r']) || text.trim() != text {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
