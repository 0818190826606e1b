//! Labels of the commands of the list of all formulas.

use super::metric::metric_name;
use crate::commands::FormulaCommand;
use crate::words::formula_list;

/// The label of a command.
pub(super) fn label(command: &FormulaCommand) -> String {
    let label = match command {
        FormulaCommand::Filter(filter) => return format!("List formulas: {}", formula_list::filter(*filter)),
        FormulaCommand::Extent(None) => return list(formula_list::BOTH),
        FormulaCommand::Extent(Some(false)) => return list(formula_list::INLINE),
        FormulaCommand::Extent(Some(true)) => return list(formula_list::DISPLAYED),
        FormulaCommand::System(None) => "List formulas of all systems",
        FormulaCommand::System(Some(system)) => return format!("List formulas of the system {system}"),
        FormulaCommand::Order(None) => "Sort formulas as in the texts",
        FormulaCommand::Order(Some(metric)) => {
            return format!("Sort formulas by {}, worst first", metric_name(metric));
        }
        FormulaCommand::CancelScores => "Cancel scoring the formulas",
        FormulaCommand::OpenCard => "Open the sample of the selected formula",
        FormulaCommand::Save => "Save the list of formulas",
    };
    label.to_owned()
}

fn list(which: &str) -> String {
    format!("List {which} formulas")
}
