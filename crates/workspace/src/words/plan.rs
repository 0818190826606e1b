//! The sheet with the plan of an import, and the progress of the import. The plan's summary is in `import`.

use super::{common, count};
use crate::messages::import::TableView;
use crate::outcome::Outcome;

/// Title of the sheet.
pub const TITLE: &str = "Review import";

/// Word before the folder that contains all files.
pub const IN: &str = "in";

/// Words before the recognised layouts.
pub const RECOGNISED: &str = "Recognised:";

/// Name of the list of tabs.
pub const PARTS: &str = "Parts of the plan";

/// Tab with the samples.
pub const SAMPLES: &str = "Samples";

/// Tab with the files that are not used.
pub const LEFT_OVER: &str = "Left over";

/// Tab with the systems.
pub const SYSTEMS: &str = "Systems";

/// Tab with the columns of lists.
pub const LISTS: &str = "Lists";

/// Tab with the notices.
pub const NOTICES: &str = "Notices";

/// Text in place of the notices if there are none.
pub const NO_NOTICES: &str = "No notices.";

/// Status while a correction is applied.
pub const LOOKING: &str = "Looking\u{2026}";

/// Heading of the names of samples.
pub const SAMPLE: &str = "Sample";

/// Heading of the images.
pub const IMAGE: &str = "Image";

/// Button that leaves a sample or a system out.
pub const LEAVE_OUT: &str = "Leave out";

/// Text in place of the samples if there are none.
pub const NO_SAMPLES: &str = "No samples were found. You can assign the leftover files by hand.";

/// Mark of a sample that is a formula.
pub const FORMULA: &str = "formula";

/// Name of the table of files that are not used.
pub const LEFT_OVER_FILES: &str = "Leftover files";

/// Heading of the files that are not used.
pub const FILE: &str = "File";

/// Heading of the reasons why files are not used.
pub const REASON: &str = "Reason";

/// Text in place of the files that are not used if there are none.
pub const NO_LEFT_OVER: &str = "Every file is used.";

/// Heading of the names of systems.
pub const NAME: &str = "Name";

/// Heading of the numbers of predictions.
pub const PREDICTIONS: &str = "Predictions";

/// Heading of the buttons that change a system.
pub const CHANGE: &str = "Change";

/// Text in place of the systems if there are none.
pub const NO_SYSTEMS: &str = "No system has predictions.";

/// Button that makes the texts of a system the references.
pub const USE_AS_REFERENCES: &str = "Use as references";

/// Name of the choice between pages and formulas.
pub const KIND: &str = "Kind of the records";

/// Kind of records that are pages.
pub const PAGES: &str = "Pages";

/// Kind of records that are formulas.
pub const FORMULAS: &str = "Formulas";

/// Label of the role of a file, after the file's name.
pub const IS: &str = "is";

/// Role of a file that is an image.
pub const IS_IMAGE: &str = "image";

/// Role of a file that is a reference.
pub const IS_REFERENCE: &str = "reference";

/// Role of a file that is a prediction.
pub const IS_PREDICTION: &str = "prediction";

/// Role of a file that is not used.
pub const IS_LEFT_OUT: &str = "left out";

/// Label of the system of a file that is a prediction.
pub const OF_SYSTEM: &str = "of system";

/// Label of the sample that a file belongs to.
pub const FOR_SAMPLE: &str = "for sample";

/// Button that moves a file to its new place.
pub const APPLY: &str = "Apply";

/// Button that leaves a file where it is.
pub const CANCEL_CHANGE: &str = "Cancel the change";

/// Name of the progress of an import.
pub const PROGRESS: &str = "Import progress";

/// Button that starts the import: says what happens then.
#[must_use]
pub fn accept(outcomes: &[Outcome]) -> String {
    match outcomes {
        [] => "Nothing to add".to_owned(),
        [Outcome::Rate] => common::ADD_RATINGS.to_owned(),
        outcomes => {
            let clauses: Vec<String> = outcomes.iter().map(clause).collect();
            let said = and(&clauses);
            let mut letters = said.chars();
            let first = letters.next().into_iter().flat_map(char::to_uppercase);
            first.chain(letters).collect()
        }
    }
}

/// Returns a verb and its object.
fn clause(outcome: &Outcome) -> String {
    match *outcome {
        Outcome::Open { evaluations } => format!("open {}", count(evaluations, "evaluation")),
        Outcome::Score {
            pages,
            formulas,
            documents,
            systems,
        } => {
            let kinds = [(documents, "document"), (pages, "page"), (formulas, "formula")];
            let there = kinds.into_iter().filter(|(number, _)| *number > 0);
            let nouns: Vec<String> = there.map(|(number, noun)| count(number, noun)).collect();
            format!("score {}{}", and(&nouns), of_systems(systems))
        }
        Outcome::Test { pages, systems } => format!("test {}{}", count(pages, "page"), of_systems(systems)),
        Outcome::Read { pages, are_scored } => {
            let verb = if are_scored { "read and score" } else { "read" };
            format!("{verb} {}", count(pages, "page"))
        }
        Outcome::Add {
            references,
            predictions,
        } => {
            let texts = [(references, "reference"), (predictions, "prediction")];
            let there = texts.into_iter().filter(|(number, _)| *number > 0);
            let nouns: Vec<String> = there.map(|(number, noun)| count(number, noun)).collect();
            format!("add {}", and(&nouns))
        }
        Outcome::Rate => "add ratings".to_owned(),
    }
}

fn of_systems(systems: usize) -> String {
    match systems {
        0 | 1 => String::new(),
        systems => format!(" of {}", count(systems, "system")),
    }
}

/// Joins words as a list in a sentence.
fn and(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Heading of the columns that need a meaning.
pub const COLUMNS_NEEDED: &str = "Which column is which?";

/// Says what the person has to do with the columns of a list, and what was guessed.
#[must_use]
pub fn columns_needed(table: &TableView) -> String {
    let (reference, predictions) = (&table.mapping.reference, &table.mapping.predictions);
    let guessed: Vec<String> = table.guessed.iter().map(|column| column_name(column)).collect();
    match (guessed.as_slice(), reference, predictions.as_slice()) {
        ([], None, []) => "Choose the columns with the reference and with the predictions.".to_owned(),
        ([], None, _) => "No column is known to hold the reference. Choose it.".to_owned(),
        ([], Some(_), []) => "No column is known to hold a prediction. Choose it.".to_owned(),
        ([], Some(_), _) => String::new(),
        (guessed, ..) => format!("The meaning of {} is a guess. Check it.", and(guessed)),
    }
}

/// Returns the name of a column without the syntax of JSON pointers.
#[must_use]
pub fn column_name(column: &str) -> String {
    let name = column.strip_prefix('/').unwrap_or(column);
    name.replace("~1", "/").replace("~0", "~")
}

/// Mark of a column whose meaning is a guess.
pub const GUESS: &str = "guess";

/// Name of the question about a list that is not Unicode.
#[must_use]
pub fn undecoded(path: &str) -> String {
    format!("{path} is not UTF-8. In Latin-1, a line of it reads:")
}

/// Button that reads a text as Latin-1.
pub const READ_AS_LATIN1: &str = "Read as Latin-1";

/// Button that reads all such texts as Latin-1.
pub const READ_ALL_AS_LATIN1: &str = "Read all as Latin-1";

/// Status while files are stored before the import starts.
#[must_use]
pub fn keeping(done: usize, total: usize) -> String {
    format!("Copying files into this browser, so that they survive a crash: {done} of {total}")
}

/// Number of corrections of the plan.
#[must_use]
pub fn corrections(steps: usize) -> String {
    format!("{} by hand", count(steps, "correction"))
}

/// Number of a page in its document.
#[must_use]
pub fn page(number: u64) -> String {
    format!("page {number}")
}

/// Hint of a file in the plan: a click moves it to another place.
#[must_use]
pub fn reassign(path: &str) -> String {
    format!("Reassign {path}")
}

/// Hint of a file that is not used: a click gives it a place.
#[must_use]
pub fn assign(path: &str) -> String {
    format!("Assign {path}")
}

/// Name of the form that moves a file.
#[must_use]
pub fn place(path: &str) -> String {
    format!("Place of {path}")
}

/// Button that leaves one sample out.
#[must_use]
pub fn leave_out(sample: &str) -> String {
    format!("{LEAVE_OUT} {sample}")
}

/// Name of the field that renames a system.
#[must_use]
pub fn name_of(system: &str) -> String {
    format!("Name of {system}")
}

/// Name of the choice of a column's meaning.
#[must_use]
pub fn meaning_of(column: &str) -> String {
    format!("Meaning of {column}")
}

/// Name of the field for the system of a column with predictions.
#[must_use]
pub fn system_of(column: &str) -> String {
    format!("System of {column}")
}

/// Meaning of a column, by its id.
#[must_use]
pub fn meaning(id: &str) -> &str {
    match id {
        "" => "not used",
        "prediction" => "prediction of",
        id => id,
    }
}

/// Progress while files are found.
#[must_use]
pub fn looking(files: usize) -> String {
    format!("Looking at {}", count(files, "file"))
}

/// Progress while PDF files are opened.
#[must_use]
pub fn opening(done: usize, total: usize) -> String {
    format!("Opening PDFs: {done} of {total}")
}

/// Progress while samples are added.
#[must_use]
pub fn adding(done: usize, total: usize) -> String {
    format!("Adding {done} of {}", count(total, "sample"))
}

/// Shown in the empty field for the pages of a PDF file.
pub const ALL_PAGES: &str = "all";

/// Returns how many of the pages of a PDF file are chosen.
#[must_use]
pub fn pages_chosen(chosen: usize, all: u32) -> String {
    format!("{chosen} of {}", count(all as usize, "page"))
}

/// Returns the accessible name of the field for the pages of a PDF file.
#[must_use]
pub fn pages_of(path: &str) -> String {
    format!("Pages of {path}")
}

/// Returns the hint of the field for the pages of a PDF file.
#[must_use]
pub fn pages_hint(all: u32) -> String {
    format!("Pages to read, for example 1-20, 35, 40-. Leave it empty to read all {all}.")
}

#[cfg(test)]
mod tests {
    use texlens_dataset::{Mapping, Overview, PredictionColumn, Scored, SystemCount};

    use super::*;
    use crate::messages::import::Summary;

    fn said(overview: Overview, to_read: usize, read_and_scored: usize) -> (String, bool) {
        let summary = Summary {
            overview,
            to_read,
            read_and_scored,
            ..Summary::default()
        };
        (accept(&Outcome::of(&summary)), Outcome::is_useful(&summary))
    }

    fn scored(pages: usize, formulas: usize, documents: usize, systems: usize) -> Overview {
        Overview {
            pairs: (pages + formulas + documents) * systems,
            scored: Scored {
                pages,
                formulas,
                documents,
                systems,
            },
            ..Overview::default()
        }
    }

    fn unscored(references: usize, predictions: &[usize]) -> Overview {
        let system = |predictions: &usize| SystemCount {
            name: "a".to_owned(),
            predictions: *predictions,
        };
        Overview {
            references,
            systems: predictions.iter().map(system).collect(),
            ..Overview::default()
        }
    }

    #[test]
    fn the_button_says_what_happens() {
        for (overview, read, text, is_useful) in [
            (Overview::default(), (36, 0), "Read 36 pages", true),
            (Overview::default(), (1, 0), "Read 1 page", true),
            (Overview::default(), (10, 10), "Read and score 10 pages", true),
            (scored(0, 300, 0, 1), (0, 0), "Score 300 formulas", true),
            (scored(0, 1, 0, 1), (0, 0), "Score 1 formula", true),
            (scored(20, 0, 0, 3), (0, 0), "Score 20 pages of 3 systems", true),
            (
                scored(24, 2, 0, 2),
                (0, 0),
                "Score 24 pages and 2 formulas of 2 systems",
                true,
            ),
            (
                scored(24, 2, 1, 1),
                (0, 0),
                "Score 1 document, 24 pages and 2 formulas",
                true,
            ),
            (
                scored(20, 0, 0, 1),
                (5, 5),
                "Score 20 pages and read and score 5 pages",
                true,
            ),
            (scored(20, 0, 0, 1), (5, 0), "Score 20 pages and read 5 pages", true),
            (unscored(5, &[]), (0, 0), "Add 5 references", false),
            (unscored(1, &[]), (0, 0), "Add 1 reference", false),
            (unscored(0, &[3, 4]), (0, 0), "Add 7 predictions", false),
            (unscored(1, &[1]), (0, 0), "Add 1 reference and 1 prediction", false),
            (Overview::default(), (0, 0), "Nothing to add", false),
            (
                Overview {
                    reports: 2,
                    ..scored(12_000, 0, 0, 1)
                },
                (1, 0),
                "Open 2 evaluations, score 12,000 pages and read 1 page",
                true,
            ),
            (
                Overview {
                    reports: 1,
                    ..Overview::default()
                },
                (0, 0),
                "Open 1 evaluation",
                true,
            ),
            (
                Overview {
                    ratings: 1,
                    ..Overview::default()
                },
                (0, 0),
                "Add ratings",
                true,
            ),
            (
                Overview {
                    tested: 4,
                    ..unscored(0, &[4, 3])
                },
                (0, 0),
                "Test 4 pages of 2 systems",
                true,
            ),
        ] {
            assert_eq!(said(overview, read.0, read.1), (text.to_owned(), is_useful));
        }
    }

    #[test]
    fn what_columns_need_is_said() {
        let table = |reference: Option<&str>, prediction: Option<&str>, guessed: &[&str]| TableView {
            mapping: Mapping {
                reference: reference.map(str::to_owned),
                predictions: prediction
                    .map(|column| PredictionColumn {
                        column: column.to_owned(),
                        system: "a".to_owned(),
                    })
                    .into_iter()
                    .collect(),
                ..Mapping::default()
            },
            guessed: guessed.iter().map(|column| (*column).to_owned()).collect(),
            columns: vec!["/other".to_owned()],
            ..TableView::default()
        };
        for (table, text, is_needed) in [
            (
                table(None, None, &[]),
                "Choose the columns with the reference and with the predictions.",
                true,
            ),
            (
                table(None, Some("/a"), &[]),
                "No column is known to hold the reference. Choose it.",
                true,
            ),
            (
                table(Some("/a"), None, &[]),
                "No column is known to hold a prediction. Choose it.",
                true,
            ),
            (
                table(Some("/a~1b"), Some("/c"), &["/a~1b", "/c"]),
                "The meaning of a/b and c is a guess. Check it.",
                true,
            ),
            (table(Some("/a"), Some("/b"), &[]), "", false),
        ] {
            let guessed = table.guessed.clone();
            assert_eq!(columns_needed(&table), text);
            let summary = Summary {
                tables: vec![table],
                ..Summary::default()
            };
            assert_eq!(summary.needs_columns(), is_needed);
            // Pages with references are read, so that nothing is missing.
            let read = Summary {
                to_read: 1,
                read_and_scored: 1,
                ..summary
            };
            assert_eq!(read.needs_columns(), !guessed.is_empty());
        }
    }
}
