//! The document-parser paper's two-stage matching: a model names the formulas of a page, then rules find and verify
//! them.
//!
//! Stage 1 gives the model the formulas of the reference in order and the whole parsed page. It asks for the
//! counterpart of each formula. Stage 2 is [`extract_segments`]: it looks up the named texts in the page and cuts them
//! out. Formulas whose text is not found are asked about once more, with the remaining text. A group of formulas that
//! the page has as one formula is split by a further call.
//!
//! Like [`Run`](crate::Run), a [`PageMatching`] does nothing by itself: it says which calls it needs, takes the
//! answers, and says which calls come next.
//!
//! # As in the source
//! These rules are those of the released code of pdf-parse-bench of 2025-12-11:
//!
//! - An entry that is grouped and has text, or a group without a first formula, makes the page fail.
//! - If the numbers are not those of the list, the call is repeated once; then entries count by position.
//! - A formula that is not found a second time is missing.
//! - If a split fails, the first formula of the group keeps the whole group.
//!
//! # Deviations
//! Tables are not matched in this way. The source sometimes stops with an error, and a call may have no valid answer
//! after the run's corrections. The formulas of such a call are then neither found nor missing
//! ([`MatchedFormula::Failed`]): they get no score.

use serde_json::Value;
use texlens_evaluate::{Delimiters, Extracted, extract_segments, locate_segment};

use crate::{Call, Order, Protocol, ProtocolError};

/// Delimiters; longer ones come before those with which they begin.
const DELIMITERS: [(&str, &str); 4] = [("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$")];

/// The matching of the formulas of one page.
#[derive(Debug, Clone)]
pub struct PageMatching {
    formulas: Vec<String>,
    /// The rest of the page.
    rest: String,
    found: Vec<Found>,
    stage: Stage,
    problems: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Found {
    Open,
    Failed,
    Missing,
    /// The formula's text in the page.
    Text(String),
    /// The formula is part of the text of this earlier formula.
    GroupedWith(usize),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Stage {
    /// The model names these formulas, in this round. `is_repeated` is true if its numbers were wrong before.
    Naming {
        asked: Vec<usize>,
        round: u32,
        is_repeated: bool,
    },
    /// Groups are split; each is given by its first formula.
    Splitting(Vec<usize>),
    Done,
}

/// The result for a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchedFormula {
    /// The counterpart in the page, with its delimiters.
    Text(String),
    /// The page does not have the formula, or the text that the model named is not in the page.
    Missing,
    /// The model gave no valid answer, so the counterpart is unknown.
    Failed,
}

/// The result of matching a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matched {
    /// The result for each formula.
    pub formulas: Vec<MatchedFormula>,
    /// Problems of the matching, for a person.
    pub problems: Vec<String>,
}

impl PageMatching {
    /// Starts a matching of the formulas of a page's reference, as LaTeX with delimiters, with the parsed page.
    #[must_use]
    pub fn new(formulas: Vec<String>, page: &str) -> Self {
        let all: Vec<usize> = (0..formulas.len()).collect();
        let stage = if all.is_empty() {
            Stage::Done
        } else {
            Stage::Naming {
                asked: all,
                round: 0,
                is_repeated: false,
            }
        };
        Self {
            found: vec![Found::Open; formulas.len()],
            formulas,
            rest: page.to_owned(),
            stage,
            problems: Vec::new(),
        }
    }

    /// Returns the calls that are needed next; none when the matching is done.
    ///
    /// # Errors
    /// If the protocols that come with texlens cannot be used.
    pub fn calls(&self) -> Result<Vec<Call>, ProtocolError> {
        match &self.stage {
            Stage::Done => Ok(Vec::new()),
            Stage::Naming { asked, is_repeated, .. } => {
                let asked: Vec<&str> = asked.iter().map(|formula| self.formulas[*formula].as_str()).collect();
                let protocol = protocol("pdf_parse_bench_extraction")?.with_items(asked.len());
                let call = listed(&protocol, &asked, ("page", &self.rest))?;
                Ok(vec![Call {
                    repeat: u32::from(*is_repeated),
                    ..call
                }])
            }
            Stage::Splitting(firsts) => firsts.iter().map(|first| self.split_call(*first)).collect(),
        }
    }

    fn split_call(&self, first: usize) -> Result<Call, ProtocolError> {
        let members: Vec<&str> = self
            .members(first)
            .into_iter()
            .map(|formula| self.formulas[formula].as_str())
            .collect();
        let (_, group, _) = without_delimiters(self.text(first));
        let protocol = protocol("pdf_parse_bench_split")?.with_items(members.len());
        listed(&protocol, &members, ("group", group))
    }

    /// Takes the answers to [`calls`](Self::calls), in their order. An answer is `None` if its call has no valid
    /// answer.
    pub fn answered(&mut self, answers: &[Option<Value>]) {
        match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Done => {}
            Stage::Naming {
                asked,
                round,
                is_repeated,
            } => {
                let answer = answers.first().and_then(Option::as_ref);
                self.named(&asked, round, is_repeated, answer);
            }
            Stage::Splitting(firsts) => {
                for (first, answer) in firsts.into_iter().zip(answers) {
                    self.split(first, answer.as_ref());
                }
            }
        }
    }

    fn named(&mut self, asked: &[usize], round: u32, is_repeated: bool, answer: Option<&Value>) {
        let entries = answer
            .and_then(|answer| answer.get("formulas")?.as_array())
            .filter(|entries| entries.len() == asked.len());
        let Some(entries) = entries else {
            self.problems
                .push("the model gave no valid list of formulas".to_owned());
            for formula in asked {
                self.found[*formula] = Found::Failed;
            }
            return self.finish_naming();
        };
        let has_right_numbers = entries
            .iter()
            .enumerate()
            .all(|(index, entry)| entry.get("index").and_then(Value::as_u64) == Some(index as u64));
        if !has_right_numbers && !is_repeated {
            self.stage = Stage::Naming {
                asked: asked.to_vec(),
                round,
                is_repeated: true,
            };
            return;
        }
        let data: Vec<&str> = entries
            .iter()
            .map(|entry| entry.get("data").and_then(Value::as_str).unwrap_or_default())
            .collect();
        let is_grouped: Vec<bool> = entries
            .iter()
            .map(|entry| entry.get("is_grouped").and_then(Value::as_bool).unwrap_or_default())
            .collect();
        if is_grouped.first() == Some(&true)
            || is_grouped
                .iter()
                .zip(&data)
                .any(|(is_grouped, data)| *is_grouped && !data.is_empty())
        {
            self.problems
                .push("the model's groups contradict each other; the page counts as failed".to_owned());
            self.found.fill(Found::Failed);
            return;
        }
        let (extracted, rest) = extract_segments(&data, &self.rest);
        self.rest = rest;
        let mut first = 0;
        for ((formula, extracted), is_grouped) in asked.iter().zip(extracted).zip(is_grouped) {
            if !is_grouped {
                first = *formula;
            }
            self.found[*formula] = match extracted {
                _ if is_grouped => Found::GroupedWith(first),
                Extracted::Missing => Found::Missing,
                Extracted::Found { text, .. } => Found::Text(text),
                Extracted::Failed => Found::Open,
            };
        }
        let failed: Vec<usize> = (0..self.found.len())
            .filter(|formula| self.found[*formula] == Found::Open)
            .collect();
        if round == 0 && !failed.is_empty() {
            self.stage = Stage::Naming {
                asked: failed,
                round: 1,
                is_repeated: false,
            };
        } else {
            self.finish_naming();
        }
    }

    /// Marks formulas without a text as missing, and members of groups that were not found. Then starts to split
    /// groups.
    fn finish_naming(&mut self) {
        for found in &mut self.found {
            if *found == Found::Open {
                *found = Found::Missing;
            }
        }
        for formula in 0..self.found.len() {
            if let Found::GroupedWith(first) = self.found[formula]
                && !matches!(self.found[first], Found::Text(_))
            {
                self.found[formula] = Found::Missing;
            }
        }
        let firsts: Vec<usize> = (0..self.found.len())
            .filter(|first| self.members(*first).len() > 1)
            .collect();
        if !firsts.is_empty() {
            self.stage = Stage::Splitting(firsts);
        }
    }

    /// Returns a formula with those that are grouped with it.
    fn members(&self, first: usize) -> Vec<usize> {
        let is_member = |formula: &usize| *formula == first || self.found[*formula] == Found::GroupedWith(first);
        (0..self.found.len()).filter(is_member).collect()
    }

    fn text(&self, formula: usize) -> &str {
        match self.found.get(formula) {
            Some(Found::Text(text)) => text,
            _ => "",
        }
    }

    fn split(&mut self, first: usize, answer: Option<&Value>) {
        let members = self.members(first);
        let whole = self.text(first).to_owned();
        let (open, group, close) = without_delimiters(&whole);
        let parts = answer
            .and_then(|answer| answer.get("formulas")?.as_array())
            .filter(|parts| parts.len() == members.len());
        let Some(parts) = parts else {
            self.problems.push(format!(
                "a group of {} formulas could not be split; its first formula has all of it",
                members.len()
            ));
            for member in members.into_iter().skip(1) {
                self.found[member] = Found::Missing;
            }
            return;
        };
        for (member, part) in members.into_iter().zip(parts) {
            let part = part.as_str().unwrap_or_default().trim();
            self.found[member] = if part.is_empty() {
                Found::Missing
            } else {
                Found::Text(format!("{open}{}{close}", verified(part, group)))
            };
        }
    }

    /// Reports whether the matching is done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }

    /// Returns the result, once the matching is done.
    #[must_use]
    pub fn result(self) -> Matched {
        let formulas = self.found.into_iter().map(|found| match found {
            Found::Text(text) => MatchedFormula::Text(text),
            Found::Failed => MatchedFormula::Failed,
            Found::Open | Found::Missing | Found::GroupedWith(_) => MatchedFormula::Missing,
        });
        Matched {
            formulas: formulas.collect(),
            problems: self.problems,
        }
    }
}

/// Returns a part verbatim if the group contains it, else the most similar place of the group, else the model's text.
fn verified<'t>(part: &'t str, group: &'t str) -> &'t str {
    if group.contains(part) {
        return part;
    }
    locate_segment(part, group, Delimiters::Rewarded)
        .and_then(|range| group.get(range))
        .unwrap_or(part)
}

/// Splits a formula into its opening delimiter, its content and its closing delimiter.
pub(crate) fn without_delimiters(text: &str) -> (&str, &str, &str) {
    let text = text.trim();
    let inner = DELIMITERS.into_iter().find_map(|(open, close)| {
        let inner = text.strip_prefix(open)?.strip_suffix(close)?;
        Some((open, inner.trim(), close))
    });
    inner.unwrap_or(("", text, ""))
}

/// Makes a call about formulas and another text. The source lists formulas one per line, as `[0] $x$`.
fn listed(protocol: &Protocol, formulas: &[&str], other: (&str, &str)) -> Result<Call, ProtocolError> {
    let lines = formulas.iter().enumerate();
    let list: Vec<String> = lines.map(|(index, formula)| format!("[{index}] {formula}")).collect();
    let (count, last) = (formulas.len().to_string(), formulas.len().saturating_sub(1).to_string());
    let texts = [
        ("count", count.as_str()),
        ("last", last.as_str()),
        ("formulas", &list.join("\n")),
        other,
    ];
    protocol.call(&texts, Order::AsWritten)
}

fn protocol(name: &str) -> Result<Protocol, ProtocolError> {
    Protocol::named(name).ok_or_else(|| ProtocolError::Form(format!("{name} does not come with this texlens")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn matching(formulas: &[&str], page: &str) -> PageMatching {
        PageMatching::new(formulas.iter().map(|formula| (*formula).to_owned()).collect(), page)
    }

    fn entries(entries: &[(&str, bool)]) -> Option<Value> {
        let list: Vec<Value> = entries
            .iter()
            .enumerate()
            .map(|(index, (data, is_grouped))| json!({"index": index, "data": data, "is_grouped": is_grouped}))
            .collect();
        Some(json!({"formulas": list}))
    }

    /// Returns the texts that were found; `failed` for an unknown counterpart.
    fn found(matching: PageMatching) -> Vec<Option<String>> {
        assert!(matching.is_done());
        let formulas = matching.result().formulas.into_iter().map(|formula| match formula {
            MatchedFormula::Text(text) => Some(text),
            MatchedFormula::Failed => Some("failed".to_owned()),
            MatchedFormula::Missing => None,
        });
        formulas.collect()
    }

    #[test]
    fn what_the_model_names_is_looked_up_and_what_fails_is_asked_once_more() {
        let mut page = matching(&["$x+y$", "$$E = mc^2$$", "$z$"], "First $x + y$, then $$E=mc^2$$.");
        assert_eq!(page.calls().unwrap().len(), 1);
        page.answered(&[entries(&[
            ("$x + y$", false),
            ("something else that is nowhere in it", false),
            ("", false),
        ])]);
        let calls = page.calls().unwrap();
        let user = &calls[0].turns[0].text;
        assert!(
            user.contains("GROUND TRUTH FORMULAS (1 total):\n[0] $$E = mc^2$$\n\n"),
            "{user}"
        );
        assert!(!user.contains("$x + y$"), "what was found is cut out: {user}");
        page.answered(&[entries(&[("$$E=mc^2$$", false)])]);
        assert_eq!(
            found(page),
            [Some("$x + y$".to_owned()), Some("$$E=mc^2$$".to_owned()), None]
        );
    }

    #[test]
    fn a_second_failure_is_missing() {
        let mut page = matching(&["$x$"], "text");
        for _ in 0..2 {
            page.answered(&[entries(&[("$some formula that is not there$", false)])]);
        }
        assert_eq!(found(page), [None]);
    }

    #[test]
    fn groups_are_cut_and_verified() {
        let mut page = matching(&["$a=1$", "$b=2$", "$c$"], "So $$a = 1, \\; b = 2$$ and $c$.");
        page.answered(&[entries(&[("$$a = 1, \\; b = 2$$", false), ("", true), ("$c$", false)])]);
        let calls = page.calls().unwrap();
        assert_eq!(calls.len(), 1);
        assert!(
            calls[0].turns[0].text.contains("a = 1, \\; b = 2\n"),
            "without delimiters"
        );
        page.answered(&[Some(json!({"formulas": ["a = 1", "b=2"]}))]);
        let parts = found(page);
        assert_eq!(parts[0].as_deref(), Some("$$a = 1$$"));
        assert!(
            parts[1].as_deref().unwrap().contains("b = 2"),
            "as the page has it: {parts:?}"
        );

        let mut page = matching(&["$a$", "$b$"], "$a,b$");
        page.answered(&[entries(&[("$a,b$", false), ("", true)])]);
        page.answered(&[None]);
        assert_eq!(found(page), [Some("$a,b$".to_owned()), None]);
    }

    #[test]
    fn contradictions_fail_the_page_and_wrong_numbers_are_asked_again() {
        let mut page = matching(&["$a$", "$b$"], "$a$ $b$");
        page.answered(&[entries(&[("$a$", true), ("$b$", false)])]);
        assert_eq!(found(page), [Some("failed".to_owned()), Some("failed".to_owned())]);
        let wrong = Some(json!({"formulas": [{"index": 4, "data": "$a$", "is_grouped": false}]}));
        let mut page = matching(&["$a$"], "$a$");
        page.answered(std::slice::from_ref(&wrong));
        assert_eq!(page.calls().unwrap()[0].repeat, 1);
        page.answered(&[wrong]);
        assert_eq!(found(page), [Some("$a$".to_owned())]);
        let mut page = matching(&["$a$"], "$a$");
        page.answered(&[None]);
        assert_eq!(found(page), [Some("failed".to_owned())]);
        assert!(matching(&[], "text").is_done());
    }
}
