//! Labels of the commands of the comparison.

use texlens_evaluate::Measure;

use crate::commands::{CompareCommand, plots};
use crate::state::DatasetChoice;
use crate::words::compare::{self, leaderboard, ratings, scatter};

/// The label of a command.
pub(super) fn label(command: &CompareCommand) -> String {
    let label = match command {
        CompareCommand::Kind(kind) => return format!("Compare {}", compare::kind(*kind).to_lowercase()),
        CompareCommand::Dataset(DatasetChoice::One(name)) => return format!("Compare the dataset {name}"),
        CompareCommand::Dataset(_) => "Compare all datasets together",
        CompareCommand::OnlyCommon(true) => "Compare only samples that all systems have",
        CompareCommand::OnlyCommon(false) => "Compare all samples",
        CompareCommand::System(system, true) => return format!("Compare the system {system}"),
        CompareCommand::System(system, false) => return format!("Leave out the system {system}"),
        CompareCommand::Sort(measure) => return format!("Sort the systems by {}", named(measure)),
        CompareCommand::AllMeasures(true) => "Show all metrics in the table",
        CompareCommand::AllMeasures(false) => "Show the main metrics in the table",
        CompareCommand::Of(system) => return format!("Show the differences of {system} to the other system"),
        CompareCommand::And(system) => return format!("Show the differences to {system}"),
        CompareCommand::Tag(tag) => return format!("Show the means by the tag {tag}"),
        CompareCommand::Plot(plot) => return format!("Plot: {}", scatter::kind(*plot)),
        CompareCommand::Across(metric) => return format!("Plot {}", named(&Measure::Metric(metric.clone()))),
        CompareCommand::Up(metric) => return format!("Plot against {}", named(&Measure::Metric(metric.clone()))),
        CompareCommand::Items(items) => {
            let mut all = ratings::ITEMS.iter();
            let label = all.find(|(of, _)| of == items).map_or("", |(_, label)| label);
            return format!("Correlate samples: {label}");
        }
        CompareCommand::ForgetRatings => "Remove the ratings",
        CompareCommand::Save(plots::MEANS) => "Save the plot of the means as SVG",
        CompareCommand::Save(plots::BY_TAG) => "Save the plot by tag as SVG",
        CompareCommand::Save(plots::RATINGS) => "Save the plot of the correlations as SVG",
        CompareCommand::Save(_) => "Save the plot of the samples as SVG",
        CompareCommand::Again => compare::AGAIN,
        CompareCommand::Cancel => "Cancel the comparison",
    };
    label.to_owned()
}

/// A measure by name and id, since names of different readings are alike.
fn named(measure: &Measure) -> String {
    let lower = match measure.lower_is_better() {
        true => format!(", {}", leaderboard::LOWER_IS_BETTER),
        false => String::new(),
    };
    format!("{} ({}{lower})", measure.name(), measure.id())
}
