//! The unit tests of a benchmark: pass rates, and every verdict with its reason.

use maud::{Markup, html};
use texlens_evaluate::{Evaluation, Fate, PassRate, TestedSystem, UnitTests, UnitVerdict};

use super::scores::decimal;
use crate::unit_tests::{rate_names, unit_tests_caption};

/// Maximum number of verdicts that are listed for a system. The others are counted; files for programs have all.
const MAX_VERDICTS: usize = 20_000;

/// Writes the pass rates of all systems, then the verdicts of each; nothing without unit tests.
pub(super) fn sections(evaluation: &Evaluation) -> Markup {
    html! {
        @if let Some(tests) = &evaluation.unit_tests {
            section.comparison #unit-tests aria-labelledby="unit-tests-title" {
                h2 #unit-tests-title { "Unit tests" }
                (table(tests))
                p.note { (unit_tests_caption(tests)) }
                @if !tests.differences.is_empty() {
                    (super::comparison::pairs(&tests.differences, "Tests"))
                    p.note {
                        "A difference is paired: both systems on the same tests. No correction is made for looking at several types of tests."
                    }
                }
                @for system in &tests.systems { (verdicts(system)) }
            }
        }
    }
}

fn table(tests: &UnitTests) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-labelledby="unit-tests-title" {
            table.systems {
                thead { tr {
                    th scope="col" { "Tests" }
                    @for system in &tests.systems { th scope="colgroup" colspan="2" { (system.system) } }
                } }
                tbody { (row("All files", tests, |system| Some(&system.score))) }
                tbody {
                    @for name in rate_names(tests, |system| &system.kinds) {
                        (row(&name, tests, |system| find(&system.kinds, &name)))
                    }
                }
                tbody {
                    @for name in rate_names(tests, |system| &system.files) {
                        (row(&name, tests, |system| find(&system.files, &name)))
                    }
                }
            }
        }
    }
}

fn find<'r>(rates: &'r [PassRate], name: &str) -> Option<&'r PassRate> {
    rates.iter().find(|rate| rate.name == name)
}

fn row<'t>(name: &str, tests: &'t UnitTests, rate: impl Fn(&'t TestedSystem) -> Option<&'t PassRate>) -> Markup {
    html! {
        tr {
            th scope="row" { (name) }
            @for system in &tests.systems {
                @match rate(system) {
                    Some(rate) => {
                        td.number title={ (rate.passed) " of " (rate.tests) } { (decimal(rate.value)) }
                        td.interval {
                            @if let Some(interval) = rate.interval {
                                (decimal(interval.low)) " – " (decimal(interval.high))
                            }
                        }
                    },
                    None => td colspan="2" {},
                }
            }
        }
    }
}

/// Writes the verdicts of a system: first the tests that do not pass, then the others.
fn verdicts(system: &TestedSystem) -> Markup {
    let all = || {
        let pages = system.pages.iter();
        pages.flat_map(|page| page.verdicts.iter().map(move |verdict| (page.sample.as_str(), verdict)))
    };
    let (passed, failed): (Vec<_>, Vec<_>) = all().partition(|(_, verdict)| verdict.is_passed());
    html! {
        (list(&format!("{}: {} tests do not pass", system.system, failed.len()), &failed))
        (list(&format!("{}: {} tests pass", system.system, passed.len()), &passed))
    }
}

fn list(title: &str, verdicts: &[(&str, &UnitVerdict)]) -> Markup {
    html! {
        @if !verdicts.is_empty() {
            details {
                summary { (title) }
                ul.differences {
                    @for (sample, verdict) in verdicts.iter().take(MAX_VERDICTS) { (item(sample, verdict)) }
                    @if verdicts.len() > MAX_VERDICTS { li { "and " (verdicts.len() - MAX_VERDICTS) " more" } }
                }
            }
        }
    }
}

fn item(sample: &str, verdict: &UnitVerdict) -> Markup {
    html! {
        li {
            strong { (word(verdict.fate)) } " " (verdict.kind) " " code { (verdict.id) } ", " (verdict.file) ", page " (sample)
            @if verdict.repeats > 1 { ", " (verdict.passes) " of " (verdict.repeats) " repeats pass" }
            @if !verdict.reason.is_empty() { ": " (verdict.reason) }
        }
    }
}

const fn word(fate: Fate) -> &'static str {
    match fate {
        Fate::Passed => "Passed:",
        Fate::Failed => "Failed:",
        Fate::NotRun => "Not run:",
    }
}
