//! Plants faults in articles, one file for each type. Each fault changes what the document says or does, and nothing
//! else.

mod booktabs;
mod changes;
mod environment;
mod label;
mod package;
mod sectioning;

use super::fault_type::FaultType;
use crate::article::Article;
use changes::Changes;
use texlens_stats::Choices;

/// Returns the changes that plant a fault of a type, or `None` if the article has no place for it.
pub(crate) fn plant(fault: FaultType, article: &Article, choices: &mut Choices) -> Option<Changes> {
    match fault {
        FaultType::PackageMissing => package::plant(article),
        FaultType::WrongEnvironment => environment::plant(article),
        FaultType::IllegalSectioning => sectioning::plant(article, choices),
        FaultType::LabelMismatch => label::plant(article, choices),
        FaultType::BooktabsDowngrade => booktabs::plant(article, choices),
    }
}
