//! Finds faults in a document, one file for each type.

mod booktabs;
mod environment;
mod label;
mod package;
mod sectioning;

use serde::{Deserialize, Serialize};

use super::fault_type::FaultType;
use crate::finding::{ErrorType, Finding, Findings, Flaw};
use crate::view::View;

/// A fault that a rule has found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The type.
    pub bug_type: FaultType,
    /// The place, and how to correct it.
    pub finding: Finding,
}

/// Returns the faults of a document, at most one of each type, in the order of the paper. Takes linear time in the
/// length of the text, times the logarithm of the number of labels. Never fails.
#[must_use]
pub fn faults(document: &str) -> Vec<Fault> {
    let view = View::of(document);
    let rules = [
        (FaultType::PackageMissing, package::find(&view), ErrorType::Package),
        (
            FaultType::WrongEnvironment,
            environment::find(&view),
            ErrorType::Logical,
        ),
        (FaultType::IllegalSectioning, sectioning::find(&view), ErrorType::Syntax),
        (FaultType::LabelMismatch, label::find(&view), ErrorType::Logical),
        (
            FaultType::BooktabsDowngrade,
            booktabs::find(&view),
            ErrorType::Formatting,
        ),
    ];
    let fault = |(bug_type, flaw, error_type): (FaultType, Option<Flaw>, ErrorType)| {
        let flaw = flaw?;
        let mut findings = Findings::on(document);
        findings.add(error_type, flaw.range, flaw.message, flaw.advice);
        let finding = findings.into_list().pop()?;
        Some(Fault { bug_type, finding })
    };
    rules.into_iter().filter_map(fault).collect()
}
