//! Labels of the commands of the matrix.

use super::metric::metric_name;
use crate::commands::MatrixCommand;
use crate::state::{MatrixFilter, MatrixOrder};
use crate::words::matrix;

/// The label of a command.
pub(super) fn label(command: &MatrixCommand) -> String {
    let label = match command {
        MatrixCommand::Score(metric) => return format!("Show the score {}", metric_name(metric)),
        MatrixCommand::Baseline(None) => "Show no baseline",
        MatrixCommand::Baseline(Some(system)) => return format!("Compare with the baseline {system}"),
        MatrixCommand::Order(MatrixOrder::Arrival) => "Sort the matrix by the order of arrival",
        MatrixCommand::Order(MatrixOrder::Name) => "Sort the matrix by name",
        MatrixCommand::Order(MatrixOrder::Spread) => "Sort the matrix by the distance between systems",
        MatrixCommand::Order(MatrixOrder::System(system)) => return format!("Sort the matrix by {system}"),
        MatrixCommand::Order(MatrixOrder::Difference(system)) => {
            return format!("Sort the matrix by the difference of {system} to the baseline");
        }
        MatrixCommand::Reverse => matrix::REVERSE,
        MatrixCommand::Filter(MatrixFilter::All) => "Show samples without a filter",
        MatrixCommand::Filter(filter) => return format!("Show samples: {}", matrix::filter(*filter)),
        MatrixCommand::ShowAll => "Show all rows of the matrix",
    };
    label.to_owned()
}
