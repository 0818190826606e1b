//! The meaning of the columns of a file with records, guessed from their names and corrected by a person.

use serde::{Deserialize, Serialize};
use texlens_vocabulary::Kind;

/// The meaning of columns. A column is a JSON pointer into the record; in CSV, `/` and the name of the column.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Mapping {
    /// The column with the id of the sample. Without this column, samples are numbered.
    pub id: Option<String>,
    /// The column with the kind of the sample: `formula`, `page` or `document`.
    pub kind: Option<String>,
    /// The kind of samples for which no column gives it.
    pub default_kind: Kind,
    /// The column with the document to which the page belongs.
    pub document: Option<String>,
    /// The column with the page number in the document.
    pub page: Option<String>,
    /// The column with the path of an image, relative to the file.
    pub image: Option<String>,
    /// The column with the reference, or the path of its file.
    pub reference: Option<String>,
    /// The columns with predictions, or the paths of their files.
    pub predictions: Vec<PredictionColumn>,
    /// The column with the system of the record, if each system has a separate record.
    pub system: Option<String>,
    /// The columns whose values are tags of the sample.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

/// A column with the predictions of a system.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PredictionColumn {
    /// The column.
    pub column: String,
    /// The system, if no column names it.
    pub system: String,
}

/// The properties of a column that the guess uses.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Column {
    pub(crate) pointer: String,
    /// Whether some records hold text in this column.
    pub(crate) has_text: bool,
    /// Length of the longest text seen, in bytes, in the record or in the file that the record names.
    pub(crate) longest: usize,
}

const ID: &[&str] = &[
    "id",
    "sample_id",
    "sampleid",
    "uid",
    "uuid",
    "key",
    "image_id",
    "img_id",
    "page_id",
    "formula_id",
    "name",
    "index",
    "idx",
];
const KIND: &[&str] = &["kind", "level", "formula_type", "type"];
const DOCUMENT: &[&str] = &["document", "doc", "doc_id", "document_id", "paper", "paper_id", "pdf"];
const PAGE: &[&str] = &["page", "page_no", "page_number", "page_num", "page_idx"];
const IMAGE: &[&str] = &[
    "image",
    "img",
    "image_path",
    "img_path",
    "image_file",
    "page_image",
    "png",
    "filename",
    "file_name",
    "file",
];
const SYSTEM: &[&str] = &["system", "model", "parser", "engine", "tool", "method", "model_name"];
/// Words that mark a column, a file or a folder as a reference.
const REFERENCE: &[&str] = &[
    "reference",
    "references",
    "ref",
    "refs",
    "gt",
    "ground_truth",
    "groundtruth",
    "ground-truth",
    "truth",
    "gold",
    "golden",
    "target",
    "targets",
    "expected",
    "label",
    "labels",
    "answer",
    "gt_formula",
    "ground_truth_formula",
    "gt_text",
];
/// Words that mark a column, a file or a folder as a prediction.
const PREDICTION: &[&str] = &[
    "prediction",
    "predictions",
    "pred",
    "preds",
    "hypothesis",
    "hyp",
    "output",
    "outputs",
    "out",
    "ocr",
    "response",
    "result",
    "results",
    "generated",
    "candidate",
    "candidates",
    "extracted_formula",
    "parsed_formula",
    "parsed",
    "model_output",
];
/// Names of columns with a text that may be either a reference or a prediction.
const TEXT: &[&str] = &[
    "latex", "text", "tex", "markdown", "md", "formula", "content", "html", "mathml", "equation",
];

/// The column in which programs add what they read to a dataset.
const MARKDOWN: &str = "markdown";

/// The role that a name gives to its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Reference,
    Prediction,
}

/// Returns the role that a word names.
pub(crate) fn side(word: &str) -> Option<Side> {
    let word = word.to_lowercase();
    if REFERENCE.contains(&word.as_str()) {
        Some(Side::Reference)
    } else if PREDICTION.contains(&word.as_str()) {
        Some(Side::Prediction)
    } else {
        None
    }
}

/// What the name of a column tells of its texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnHint {
    /// References, such as `gt`.
    Reference,
    /// Predictions, such as `output`.
    Prediction,
    /// Predictions that were added to a dataset, if there is another text: `markdown`.
    Markdown,
    /// References or predictions, such as `latex`.
    Text,
}

impl ColumnHint {
    /// Returns what a name tells, in upper or lower case. Most names tell nothing.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        match side(&name) {
            Some(Side::Reference) => Some(Self::Reference),
            Some(Side::Prediction) => Some(Self::Prediction),
            None if name == MARKDOWN => Some(Self::Markdown),
            None => TEXT.contains(&name.as_str()).then_some(Self::Text),
        }
    }
}

/// Returns the place of a name among those of columns with ids, the most usual first.
#[must_use]
pub fn id_rank(name: &str) -> Option<usize> {
    let name = name.to_lowercase();
    ID.iter().position(|id| *id == name)
}

/// Returns the system in a name: the part before or after `pred` or a similar word, as in `pred_nougat` and
/// `nougat_prediction`.
fn named_system(name: &str) -> Option<&str> {
    let separators = ['_', '-', '.', ' ', '/'];
    let is_prediction = |word: &str| side(word) == Some(Side::Prediction);
    let before = name.split_once(separators).filter(|(word, _)| is_prediction(word));
    let after = name.rsplit_once(separators).filter(|(_, word)| is_prediction(word));
    before
        .map(|(_, system)| system)
        .or(after.map(|(system, _)| system))
        .filter(|system| !system.is_empty())
}

/// Returns a name without the escapes of JSON pointers.
pub(crate) fn unescape(pointer: &str) -> String {
    pointer.replace("~1", "/").replace("~0", "~")
}

/// The reference of a question, or what a model answered.
const ANSWER: &str = "answer";

/// Returns the words of a column's name, as written.
fn words(pointer: &str) -> impl Iterator<Item = &str> {
    pointer.split(['/', '_', '-', '.', ' ']).filter(|word| !word.is_empty())
}

impl Mapping {
    /// Guesses a mapping from the columns alone. `of_file` is the information in the file's name: the system of its
    /// predictions, and the role of its texts.
    pub(crate) fn guess(columns: &[Column], of_file: (&str, Option<Side>)) -> Self {
        let name = |column: &Column| column.pointer.trim_start_matches('/').to_lowercase();
        let find = |words: &[&str]| {
            let place = |column: &&Column| words.iter().position(|word| *word == name(column));
            let found = columns
                .iter()
                .filter(|column| place(column).is_some())
                .min_by_key(place);
            found.map(|column| column.pointer.clone())
        };
        let texts = || columns.iter().filter(|column| column.has_text);
        let is_reference = |word: &str| word.to_lowercase() != ANSWER && side(word) == Some(Side::Reference);
        // Beside a column that is called a reference, an answer is none.
        let side = |column: &Column| match side(&name(column)) {
            Some(Side::Reference) if name(column) == ANSWER => {
                let mut others = texts().filter(|other| other.pointer != column.pointer);
                let is_one = others.any(|other| words(&other.pointer).any(is_reference));
                Some(if is_one { Side::Prediction } else { Side::Reference })
            }
            side => side,
        };
        let named = |column: &&Column| side(column);
        let reference = texts().find(|column| named(column) == Some(Side::Reference));
        let (file_system, file_side) = of_file;
        let mut predictions: Vec<PredictionColumn> = texts()
            .filter_map(|column| {
                let system = match (side(column), named_system(column.pointer.trim_start_matches('/'))) {
                    (Some(Side::Prediction), _) => file_system,
                    // `pred_latex` names no system.
                    (None, Some(system)) if TEXT.contains(&system) => file_system,
                    (None, Some(system)) => system,
                    _ => return None,
                };
                let (column, system) = (column.pointer.clone(), unescape(system));
                Some(PredictionColumn { column, system })
            })
            .collect();
        let mut reference = reference.map(|column| column.pointer.clone());
        // Where the results of OCR are added to a dataset, `markdown` is what was read, and the other text was there.
        let markdown = texts().find(|column| name(column) == MARKDOWN);
        let has_other_text = texts().any(|column| name(column) != MARKDOWN && TEXT.contains(&name(column).as_str()));
        if let Some(markdown) = markdown.filter(|_| has_other_text && predictions.is_empty() && file_side.is_none()) {
            predictions.push(PredictionColumn {
                column: markdown.pointer.clone(),
                system: file_system.to_owned(),
            });
        }
        if (predictions.is_empty() || reference.is_none())
            && let Some(text) = find(TEXT).filter(|text| texts().any(|column| column.pointer == *text))
        {
            let is_reference = match file_side {
                Some(side) => side == Side::Reference,
                // Next to a prediction, the text is the reference; next to a reference, it is a prediction.
                None => !predictions.is_empty(),
            };
            if is_reference && reference.is_none() {
                reference = Some(text);
            } else if predictions.is_empty() {
                predictions.push(PredictionColumn {
                    column: text,
                    system: file_system.to_owned(),
                });
            }
        }
        let longest = |pointer: &String| {
            columns
                .iter()
                .find(|column| column.pointer == *pointer)
                .map_or(0, |column| column.longest)
        };
        let of_texts = reference.iter().chain(predictions.iter().map(|p| &p.column));
        // If no column with a reference or prediction is known yet, all columns with texts count.
        let text_length = of_texts.map(longest).max();
        let text_length = text_length.or_else(|| texts().map(|column| column.longest).max());
        Self {
            id: find(ID),
            kind: find(KIND),
            default_kind: match text_length {
                Some(0..=LONGEST_FORMULA) => Kind::Formula,
                _ => Kind::Page,
            },
            document: find(DOCUMENT),
            page: find(PAGE),
            image: find(IMAGE),
            system: find(SYSTEM),
            reference,
            predictions,
            tags: Vec::new(),
        }
    }

    /// Gives a meaning to columns that only part of their name tells, such as `gold_latex`; returns these columns. If
    /// `by_rest`, a single column with texts that is left is the other side of the one that is known.
    pub(crate) fn guess_more(
        &mut self,
        columns: &[Column],
        of_file: (&str, Option<Side>),
        by_rest: bool,
    ) -> Vec<String> {
        let (file_system, file_side) = of_file;
        let mut guessed = Vec::new();
        let is_free = |mapping: &Self, column: &&Column| {
            column.has_text && mapping.columns().all(|(_, taken)| taken != column.pointer)
        };
        let by_word = |mapping: &Self, wanted: Side| {
            let mut free = columns.iter().filter(|column| is_free(mapping, column));
            free.find(|column| words(&column.pointer).any(|word| side(word) == Some(wanted)))
                .map(|column| column.pointer.clone())
        };
        // The only text of a file that says which side it is needs no other.
        let lacks = |mapping: &Self, side: Side| match side {
            Side::Reference => mapping.reference.is_none() && file_side != Some(Side::Prediction),
            Side::Prediction => mapping.predictions.is_empty() && file_side != Some(Side::Reference),
        };
        for side in [Side::Reference, Side::Prediction] {
            if let Some(column) = by_word(self, side).filter(|_| lacks(self, side)) {
                guessed.push(column.clone());
                self.give(side, column, file_system);
            }
        }
        let free: Vec<&Column> = columns.iter().filter(|column| is_free(self, column)).collect();
        let missing = [Side::Reference, Side::Prediction]
            .into_iter()
            .filter(|side| lacks(self, *side));
        if by_rest
            && self.has_texts()
            && let ([side], [column]) = (missing.collect::<Vec<_>>().as_slice(), free.as_slice())
        {
            guessed.push(column.pointer.clone());
            let system = unescape(column.pointer.trim_start_matches('/'));
            self.give(*side, column.pointer.clone(), &system);
        }
        guessed
    }

    fn give(&mut self, side: Side, column: String, system: &str) {
        match side {
            Side::Reference => self.reference = Some(column),
            Side::Prediction => self.predictions.push(PredictionColumn {
                column,
                system: system.to_owned(),
            }),
        }
    }

    /// Returns the columns that have a meaning, each with a word for its meaning.
    pub fn columns(&self) -> impl Iterator<Item = (String, &str)> {
        let named = [
            ("id", &self.id),
            ("kind", &self.kind),
            ("document", &self.document),
            ("page", &self.page),
            ("image", &self.image),
            ("system", &self.system),
            ("reference", &self.reference),
        ];
        let predictions = self.predictions.iter();
        let predictions =
            predictions.map(|prediction| (format!("prediction of {}", prediction.system), &*prediction.column));
        let tags = self.tags.iter().map(|tag| ("tag".to_owned(), tag.as_str()));
        let named = named
            .into_iter()
            .filter_map(|(meaning, column)| Some((meaning.to_owned(), column.as_deref()?)));
        named.chain(predictions).chain(tags)
    }

    /// Reports whether there is a column with a reference or predictions.
    pub(crate) fn has_texts(&self) -> bool {
        self.reference.is_some() || !self.predictions.is_empty()
    }
}

/// If no text is longer than this, in bytes, the samples are formulas by default.
const LONGEST_FORMULA: usize = 600;

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(names: &[&str], file: &str, side: Option<Side>) -> Mapping {
        let column = |name: &&str| Column {
            pointer: format!("/{name}"),
            has_text: true,
            longest: 20,
        };
        let columns: Vec<Column> = names.iter().map(column).collect();
        Mapping::guess(&columns, (file, side))
    }

    fn texts(mapping: &Mapping) -> (Option<&str>, Vec<(&str, &str)>) {
        (
            mapping.reference.as_deref(),
            mapping
                .predictions
                .iter()
                .map(|p| (p.column.as_str(), p.system.as_str()))
                .collect(),
        )
    }

    #[test]
    fn columns_are_known_by_their_names() {
        let mapping = guess(&["id", "kind", "reference", "prediction"], "run", None);
        assert_eq!(mapping.id.as_deref(), Some("/id"));
        assert_eq!(texts(&mapping), (Some("/reference"), vec![("/prediction", "run")]));
        let wide = guess(&["image", "gt", "pred_nougat", "texify_output"], "run", None);
        assert_eq!(
            texts(&wide),
            (
                Some("/gt"),
                vec![("/pred_nougat", "nougat"), ("/texify_output", "texify")]
            )
        );
        let long = guess(&["id", "model", "reference", "output"], "run", None);
        assert_eq!(long.system.as_deref(), Some("/model"));
    }

    #[test]
    fn a_text_alone_is_what_the_file_says() {
        assert_eq!(
            texts(&guess(&["id", "latex"], "nougat", None)),
            (None, vec![("/latex", "nougat")])
        );
        assert_eq!(
            texts(&guess(&["id", "latex"], "gt", Some(Side::Reference))),
            (Some("/latex"), vec![])
        );
        assert_eq!(
            texts(&guess(&["latex", "pred"], "run", None)),
            (Some("/latex"), vec![("/pred", "run")])
        );
        assert_eq!(
            texts(&guess(&["gt", "latex"], "run", None)),
            (Some("/gt"), vec![("/latex", "run")])
        );
        assert_eq!(
            texts(&guess(&["image", "text", "markdown", "inference_info"], "run", None)),
            (Some("/text"), vec![("/markdown", "run")])
        );
        assert_eq!(
            texts(&guess(&["id", "markdown"], "run", None)),
            (None, vec![("/markdown", "run")])
        );
        assert!(!guess(&["id", "score"], "run", None).has_texts());
    }

    fn more(names: &[&str], by_rest: bool) -> (Mapping, Vec<String>) {
        let column = |name: &&str| Column {
            pointer: format!("/{name}"),
            has_text: true,
            longest: 20,
        };
        let columns: Vec<Column> = names.iter().map(column).collect();
        let mut mapping = Mapping::guess(&columns, ("run", None));
        let guessed = mapping.guess_more(&columns, ("run", None), by_rest);
        (mapping, guessed)
    }

    #[test]
    fn part_of_a_name_is_a_guess() {
        let (mapping, guessed) = more(&["id", "gold_latex", "pred_latex"], false);
        assert_eq!(texts(&mapping), (Some("/gold_latex"), vec![("/pred_latex", "run")]));
        assert_eq!(guessed, ["/gold_latex"]);
        let (mapping, guessed) = more(&["id", "gold_latex", "nougat"], true);
        assert_eq!(texts(&mapping), (Some("/gold_latex"), vec![("/nougat", "nougat")]));
        assert_eq!(guessed, ["/gold_latex", "/nougat"]);
        // An answer is the reference of a question, or what a model answered.
        assert_eq!(texts(&guess(&["answer", "prediction"], "run", None)).0, Some("/answer"));
        for reference in ["gold_latex", "reference"] {
            let (mapping, _) = more(&["answer", reference], true);
            let expected = format!("/{reference}");
            assert_eq!(texts(&mapping), (Some(expected.as_str()), vec![("/answer", "run")]));
        }
        // Names of systems have no escapes of JSON pointers.
        let (mapping, _) = more(&["gt", "pred_org~1model~0x"], false);
        assert_eq!(texts(&mapping).1, [("/pred_org~1model~0x", "org/model~x")]);
        // Of two columns that are left, each may be the prediction.
        assert_eq!(more(&["gold_latex", "nougat", "comment"], true).1, ["/gold_latex"]);
        assert_eq!(more(&["nr", "wahr", "a"], true).1, Vec::<String>::new());
        // Names that say all leave nothing to guess.
        assert_eq!(
            more(&["id", "reference", "prediction", "gold_copy"], true).1,
            Vec::<String>::new()
        );
    }
}
