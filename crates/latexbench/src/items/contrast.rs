//! The contrast family: 30 articles with one fault each, six of each type, and 20 clean ones.

use super::streams::{ITEMS, Streams};
use crate::article::{Article, Plan, Rules};
use crate::fault::{FaultType, plant};
use crate::item::{Contrast, Item, Key, Task};
use texlens_latex::replaced;
use texlens_stats::Choices;

/// Number of items with a fault; the others are clean (table 1 of the paper).
const FAULTS: usize = 30;

pub(super) fn items(streams: &Streams) -> Vec<Item> {
    let mut shared = streams.shared();
    let topics = streams.topics(&mut shared);
    let faults = FaultType::ALL.into_iter().cycle().take(FAULTS).map(Some);
    let mut keys: Vec<Option<FaultType>> = faults.chain(std::iter::repeat_n(None, ITEMS - FAULTS)).collect();
    shared.shuffle(&mut keys);
    let pairs = keys.into_iter().zip(topics).enumerate();
    pairs
        .map(|(index, (key, topic))| {
            let mut choices = streams.item(index);
            let plan = plan(key, &mut choices);
            let article = Article::write(topic, &plan, &mut choices);
            let changes = key.and_then(|fault| plant::plant(fault, &article, &mut choices));
            let contrast = Contrast {
                code: replaced(&article.text, changes.unwrap_or_default()),
                key: Key::from(key),
                reference: article.text,
            };
            streams.item_of(index, "", topic, Task::Contrast(contrast))
        })
        .collect()
}

/// Chooses what an article has. Some choices look like a fault and are none, so that a detector cannot go by single
/// words.
fn plan(key: Option<FaultType>, choices: &mut Choices) -> Plan {
    let mut plan = Plan {
        is_one_line: choices.chance(1, 3),
        ..Plan::default()
    };
    if choices.chance(1, 2) {
        plan.packages
            .push(choices.pick(["amsmath", "microtype", "xcolor", "geometry"]));
    }
    plan.list = choices.pick(["itemize", "enumerate"]);
    match choices.below(8) {
        // Chapters are allowed in a report.
        0 | 1 if key != Some(FaultType::IllegalSectioning) => plan.class = "report",
        // Without booktabs, lines of plain LaTeX are as good as any.
        2 | 3 if key != Some(FaultType::BooktabsDowngrade) => {
            plan.rules = choices.pick([Rules::Lines, Rules::Boxed]);
            plan.packages.retain(|package| *package != "booktabs");
        }
        // Another package loads graphicx.
        4 if key != Some(FaultType::PackageMissing) => {
            plan.packages.retain(|package| *package != "graphicx");
            plan.packages.push("adjustbox");
        }
        // References, chapters and lines that TeX does not read.
        5 => plan.more = "% See Figure~\\ref{fig:old} and \\chapter{Old}.\n% \\hline\n",
        // A program that prints LaTeX.
        6 => plan.more = "The macro writes \\verb|\\chapter| and \\verb|\\ref{fig:none}|.\n",
        // Images in the cells of a table.
        7 => plan.more = PICTURES,
        _ => {}
    }
    plan
}

/// A table whose cells are images, which is not a figure in the wrong environment.
const PICTURES: &str = "
\\begin{table}[t]
  \\caption{Both samples before and after the run.}
  \\label{tab:samples}
  \\begin{tabular}{cc}
    \\includegraphics[width=2cm]{figures/before} & \\includegraphics[width=2cm]{figures/after} \\\\
  \\end{tabular}
\\end{table}
";
