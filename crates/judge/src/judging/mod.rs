//! Judgement of an evaluation's formulas and tables: the calls for them, and the result of the answers.
//!
//! ```
//! use texlens_evaluate::{Bootstrap, Kind};
//! use texlens_judge::judging::{Judging, Subject, formula_items, table_items};
//! use texlens_judge::{Endpoint, Next, Protocol, Provider, Run, RunSettings};
//!
//! let subject = Subject {
//!     id: "tides/001",
//!     document: "tides",
//!     kind: Kind::Page,
//!     system: "A",
//!     reference: r"The height is $h = a \cos t$, and $v = 2$.",
//!     prediction: r"The height is $h = a \cos l$, and $v = 2$.",
//! };
//! let mut items = formula_items(&subject)?;
//! items.extend(table_items(&subject)?);
//! let protocols = ["texlens_formula", "texlens_table"].into_iter().filter_map(Protocol::named);
//! let mut judging = Judging::new(items, protocols.collect(), 1, false);
//!
//! let endpoint = Endpoint::new(Provider::OpenAi, "http://localhost:11434/v1", "qwen3:8b")?;
//! let mut run = Run::new(RunSettings::new(endpoint))?;
//! judging.add_to(&mut run)?;
//! // One formula is the same on both sides, so only the other is asked about.
//! assert_eq!((judging.items().len(), judging.decided(), run.estimate().calls), (2, 1, 1));
//! assert!(matches!(run.next(0), Next::Send { .. }));
//!
//! // At any time, also while the run goes on:
//! let result = judging.result(&run, "2026-11-22T10:00:00Z", &Bootstrap::default());
//! assert_eq!(result.groups[0].scored, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agreement;
mod compared;
mod groups;
mod items;
mod stability;
mod transcript;

use std::collections::BTreeSet;

use texlens_evaluate::{JudgeCost, JudgeFlag, JudgeRun, JudgeVerdict, JudgedItem, JudgedValues, Problem, Setting};
use texlens_stats::Bootstrap;

pub use agreement::agreement;
pub use groups::groups;
pub use items::{JudgeItem, Subject, formula_items, items_of_pairs, matched_items, page_matching, table_items};

use crate::injection;
use crate::{Call, Order, Outcome, Protocol, ProtocolError, Rule, Run, Task};

/// Start of the name of the setting with the parameters of a protocol.
pub const PARAMETERS: &str = "parameters of ";

/// Start of the name of the setting with the [hash](Protocol::sha256) of a protocol.
pub const SUM: &str = "SHA-256 of ";

/// Name of the setting with the version of texlens that made the items.
pub const PROGRAM: &str = "texlens";

/// Name of the setting with the parameters that the provider did not get, since it does not accept them.
pub const NOT_SENT: &str = "not sent";

/// Items with the calls for them.
#[derive(Debug)]
pub struct Judging {
    protocols: Vec<Protocol>,
    items: Vec<JudgeItem>,
    repeats: u32,
    is_swapped: bool,
    /// The calls of each item.
    asked: Vec<Asked>,
    /// The calls of the same run that matched the items.
    matching: Vec<usize>,
    problems: Vec<Problem>,
}

/// The calls of an item.
#[derive(Debug, Clone)]
enum Asked {
    /// No protocol judges items of this kind.
    Not,
    /// The item's counterpart in the prediction is unknown.
    Unmatched(String),
    /// The protocol decides the item.
    ByRule(f64, &'static str),
    Calls {
        protocol: usize,
        /// The first question and its repeats.
        as_written: Vec<usize>,
        swapped: Option<usize>,
    },
}

impl Judging {
    /// Makes a judging of items with these protocols. Each item goes to the protocol for its task; items without a
    /// protocol are omitted. Each item is asked `repeats` times, at least once. If `is_swapped`, it is asked once more
    /// with the two texts in the other order.
    #[must_use]
    pub fn new(items: Vec<JudgeItem>, protocols: Vec<Protocol>, repeats: u32, is_swapped: bool) -> Self {
        let is_judged = |item: &JudgeItem| protocols.iter().any(|protocol| protocol.task() == item.task());
        Self {
            items: items.into_iter().filter(is_judged).collect(),
            protocols,
            repeats: repeats.max(1),
            is_swapped,
            asked: Vec::new(),
            matching: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Adds the calls of the same run with which a model matched the items, and the problems of that matching. These
    /// calls count in the cost.
    #[must_use]
    pub fn matched_by(mut self, calls: Vec<usize>, problems: Vec<Problem>) -> Self {
        (self.matching, self.problems) = (calls, problems);
        self
    }

    /// Returns the items.
    #[must_use]
    pub fn items(&self) -> &[JudgeItem] {
        &self.items
    }

    /// Adds the calls to a run. The first question of every item comes before any repeat, so that a budget that ends
    /// early has judged as many items as possible.
    ///
    /// # Errors
    /// If a protocol's prompt needs other texts than a reference and a prediction.
    pub fn add_to(&mut self, run: &mut Run) -> Result<(), ProtocolError> {
        let mut asked = self.items.iter().map(|item| self.first(item)).collect::<Vec<_>>();
        for repeat in 0..self.repeats {
            for (item, asked) in self.items.iter().zip(&mut asked) {
                if let Asked::Calls {
                    protocol, as_written, ..
                } = asked
                {
                    let call = self.protocols[*protocol].call(&item.texts(), Order::AsWritten)?;
                    as_written.push(run.add(Call { repeat, ..call }));
                }
            }
        }
        if self.is_swapped {
            for (item, asked) in self.items.iter().zip(&mut asked) {
                if let Asked::Calls { protocol, swapped, .. } = asked {
                    *swapped = Some(run.add(self.protocols[*protocol].call(&item.texts(), Order::Swapped)?));
                }
            }
        }
        self.asked = asked;
        Ok(())
    }

    fn first(&self, item: &JudgeItem) -> Asked {
        let Some(protocol) = self
            .protocols
            .iter()
            .position(|protocol| protocol.task() == item.task())
        else {
            return Asked::Not;
        };
        if let Some(why) = &item.unmatched {
            return Asked::Unmatched(why.clone());
        }
        let rules = &self.protocols[protocol];
        if item.prediction.is_none() && rules.missing() == Rule::Decide {
            return Asked::ByRule(0.0, "the prediction is missing");
        }
        if item.has_same_tokens && rules.equal() == Rule::Decide {
            return Asked::ByRule(10.0, "the same tokens");
        }
        Asked::Calls {
            protocol,
            as_written: Vec::new(),
            swapped: None,
        }
    }

    /// Returns the number of items that the protocols decide without a call.
    #[must_use]
    pub fn decided(&self) -> usize {
        self.asked
            .iter()
            .filter(|asked| matches!(asked, Asked::ByRule(..)))
            .count()
    }

    /// Returns the result of a run's answers. `created` is the date in the form that reports use; the bootstrap gives
    /// the intervals of means. Items whose calls are not settled count as not asked.
    #[must_use]
    pub fn result(&self, run: &Run, created: &str, bootstrap: &Bootstrap) -> JudgeRun {
        let endpoint = &run.settings().endpoint;
        let items: Vec<JudgedItem> = self
            .items
            .iter()
            .zip(&self.asked)
            .map(|(item, asked)| self.judged(item, asked, run))
            .collect();
        let models: BTreeSet<String> = self
            .calls()
            .filter_map(|call| run.record(call)?.model.clone())
            .collect();
        JudgeRun {
            protocols: self.named_protocols(),
            provider: endpoint.provider().name().to_owned(),
            endpoint: endpoint.base().to_owned(),
            model: endpoint.model().to_owned(),
            answered_by: models.into_iter().collect(),
            created: created.to_owned(),
            settings: self.settings(run),
            cost: self.cost(run),
            groups: groups(&items, bootstrap),
            comparison: compared::comparison(&items, bootstrap),
            stability: stability::stability(&items, self.repeats, self.is_swapped, bootstrap),
            agreement: Vec::new(),
            problems: self.problems.clone(),
            correlations: None,
            items,
            transcript: transcript::calls(run.transcript()),
        }
    }

    fn judged(&self, item: &JudgeItem, asked: &Asked, run: &Run) -> JudgedItem {
        let (mut repeats, mut swapped) = (Vec::new(), None);
        let verdict = match asked {
            Asked::Not => not_asked("no protocol judges it"),
            Asked::Unmatched(why) => JudgeVerdict::Invalid {
                errors: vec![why.clone()],
            },
            Asked::ByRule(score, reason) => JudgeVerdict::ByRule {
                score: *score,
                reason: (*reason).to_owned(),
            },
            Asked::Calls {
                protocol,
                as_written,
                swapped: other,
            } => {
                let protocol = &self.protocols[*protocol];
                let score = |call: &usize| verdict(protocol, run, *call).score();
                repeats = as_written.iter().skip(1).map(score).collect();
                swapped = other.as_ref().and_then(score);
                as_written.first().map_or_else(
                    || not_asked("the run was not started"),
                    |call| verdict(protocol, run, *call),
                )
            }
        };
        JudgedItem {
            id: item.id.clone(),
            document: item.document.clone(),
            system: item.system.clone(),
            what: item.what,
            reference: item.reference.clone(),
            prediction: item.prediction.clone(),
            verdict,
            repeats,
            swapped,
            flags: flags(item),
        }
    }

    fn calls(&self) -> impl Iterator<Item = usize> {
        self.asked.iter().flat_map(|asked| match asked {
            Asked::Calls {
                as_written, swapped, ..
            } => as_written.iter().copied().chain(*swapped).collect(),
            Asked::Not | Asked::Unmatched(_) | Asked::ByRule(..) => Vec::new(),
        })
    }

    fn named_protocols(&self) -> Vec<Setting> {
        let setting = |protocol: &Protocol| Setting {
            name: protocol.name().to_owned(),
            value: protocol.source().to_owned(),
        };
        self.protocols.iter().map(setting).collect()
    }

    fn settings(&self, run: &Run) -> Vec<Setting> {
        let mut settings = Vec::new();
        let mut add = |name: String, value: String| settings.push(Setting { name, value });
        for protocol in &self.protocols {
            let parameters = serde_json::to_string(protocol.parameters()).unwrap_or_default();
            add(format!("{PARAMETERS}{}", protocol.name()), parameters);
            add(format!("{SUM}{}", protocol.name()), protocol.sha256());
        }
        add(PROGRAM.to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        let matching = match self.matching.len() {
            0 => "by rules (texlens_evaluate::formula_pairs)".to_owned(),
            calls => format!("by the judge and rules (pdf_parse_bench_extraction, {calls} calls)"),
        };
        add("matching".to_owned(), matching);
        add("repeats".to_owned(), self.repeats.to_string());
        add(
            "order swapped".to_owned(),
            if self.is_swapped { "yes" } else { "no" }.to_owned(),
        );
        if let Some(price) = run.settings().price {
            let [input, output] = price.dollars_per_million();
            add(
                "price".to_owned(),
                format!("${input} and ${output} per million tokens of prompts and answers"),
            );
        }
        if let Some(budget) = run.settings().budget {
            add("budget".to_owned(), budget.to_string());
        }
        let records = || self.calls().filter_map(|call| run.record(call));
        let left_out: BTreeSet<&str> = records()
            .flat_map(|record| record.left_out.iter().map(|one| one.name()))
            .collect();
        if !left_out.is_empty() {
            add(NOT_SENT.to_owned(), left_out.into_iter().collect::<Vec<_>>().join(", "));
        }
        let asked = records().filter(|record| record.requests > 0);
        if let Some(least) = asked.map(|record| record.structured).min() {
            add(
                "answers held to the schema by the provider".to_owned(),
                format!("{least:?}").to_lowercase(),
            );
        }
        settings
    }

    fn cost(&self, run: &Run) -> JudgeCost {
        let mut cost = JudgeCost::default();
        let (mut paid, mut earlier) = (crate::cost::Money::ZERO, crate::cost::Money::ZERO);
        let calls: BTreeSet<usize> = self.calls().chain(self.matching.iter().copied()).collect();
        let mut seen = BTreeSet::new();
        for call in calls {
            let Some(record) = run.record(call).filter(|record| seen.insert(record.key.clone())) else {
                continue;
            };
            cost.requests += u64::from(record.requests);
            cost.input_tokens = cost.input_tokens.saturating_add(record.usage.input);
            cost.output_tokens = cost.output_tokens.saturating_add(record.usage.output);
            cost.is_estimated |= record.is_estimated;
            paid = paid.plus(record.cost);
            if run.is_from_cache(call) {
                earlier = earlier.plus(record.cost);
            }
        }
        if run.settings().price.is_some() {
            cost.dollars = Some(paid.as_dollars());
            cost.earlier_dollars = Some(earlier.as_dollars());
        }
        cost
    }
}

/// Returns the name of a judge in reports: its model and its protocols.
#[must_use]
pub fn judge_name(run: &JudgeRun) -> String {
    let protocols: Vec<&str> = run.protocols.iter().map(|protocol| protocol.name.as_str()).collect();
    format!("{} ({})", run.model, protocols.join(", "))
}

/// Returns the scores of judges for correlations. A judge whose name another run has is named with its date, too.
#[must_use]
pub fn judged_values(runs: &[&JudgeRun]) -> Vec<JudgedValues> {
    let of_run = |run: &&JudgeRun| {
        let name = judge_name(run);
        let is_alone = runs.iter().filter(|other| judge_name(other) == name).count() == 1;
        let name = if is_alone {
            name
        } else {
            format!("{name}, {}", run.created)
        };
        JudgedValues::of(name, run)
    };
    runs.iter().map(of_run).collect()
}

fn not_asked(reason: &str) -> JudgeVerdict {
    JudgeVerdict::NotAsked {
        reason: reason.to_owned(),
    }
}

/// Returns the verdict of a call.
fn verdict(protocol: &Protocol, run: &Run, call: usize) -> JudgeVerdict {
    let Some(record) = run.record(call) else {
        return not_asked("the run has not reached it");
    };
    match &record.outcome {
        Outcome::Answered { value, .. } => match protocol.score(value) {
            Some(verdict) => JudgeVerdict::Scored {
                score: verdict.score,
                is_correct: verdict.is_correct,
                reasons: verdict.reasons,
                is_clamped: verdict.is_clamped,
            },
            None => JudgeVerdict::Invalid {
                errors: vec![format!("the answers of {} contain no score", protocol.name())],
            },
        },
        Outcome::Invalid { errors, .. } => JudgeVerdict::Invalid { errors: errors.clone() },
        Outcome::Failed(failure) => JudgeVerdict::Failed {
            reason: failure.to_string(),
        },
        Outcome::NotAsked(why) => not_asked(&why.to_string()),
    }
}

fn flags(item: &JudgeItem) -> Vec<JudgeFlag> {
    let sides = [
        ("reference", Some(&item.reference)),
        ("prediction", item.prediction.as_ref()),
    ];
    let mut flags = Vec::new();
    for (side, text) in sides {
        let found = text.map(|text| injection::flags(text)).unwrap_or_default();
        flags.extend(found.into_iter().map(|flag| JudgeFlag {
            side: side.to_owned(),
            kind: flag.kind.name().to_owned(),
            place: flag.place.name().to_owned(),
            excerpt: flag.excerpt,
        }));
    }
    flags
}

/// The protocol's task for an item.
impl JudgeItem {
    fn task(&self) -> Task {
        match self.what {
            texlens_evaluate::Judged::Table => Task::Table,
            texlens_evaluate::Judged::Inline | texlens_evaluate::Judged::Display => Task::Formula,
        }
    }
}
