//! The meaning of the columns of a Parquet or Arrow file.

use arrow_schema::{DataType, Schema};
use texlens_columnar::is_text;
use texlens_dataset::{ColumnHint, id_rank};

use super::error::ScoreError;
use crate::commands::arguments::Assignment;

/// Name of the column with kinds.
const KIND: &str = "kind";

/// Places of the columns in the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) reference: usize,
    pub(super) prediction: usize,
    pub(super) id: Option<usize>,
    pub(super) kind: Option<usize>,
}

impl Columns {
    /// Finds the columns that `--columns` names, and the others by their names.
    pub(super) fn of(schema: &Schema, given: &[Assignment]) -> Result<Self, ScoreError> {
        let roles = ["reference", "prediction", "id", "kind"];
        if let Some((role, _)) = given.iter().find(|(role, _)| !roles.contains(&role.as_str())) {
            return Err(ScoreError::Role(role.clone()));
        }
        let finder = Finder { schema, given };
        let reference = finder.given("reference")?;
        let prediction = finder.given("prediction")?;
        let reference_by_name = match reference {
            Some(_) => None,
            None => finder.only("reference", ColumnHint::Reference, prediction)?,
        };
        let is_reference_clear = reference.or(reference_by_name);
        let prediction = match prediction {
            Some(place) => place,
            None => {
                let mut hints = vec![ColumnHint::Prediction, ColumnHint::Markdown];
                hints.extend(is_reference_clear.map(|_| ColumnHint::Text));
                let mut found = None;
                for hint in hints {
                    if found.is_none() {
                        found = finder.only("prediction", hint, is_reference_clear)?;
                    }
                }
                found.ok_or_else(|| finder.unknown("prediction"))?
            }
        };
        let reference = match is_reference_clear {
            Some(place) => place,
            None => {
                let found = finder.only("reference", ColumnHint::Text, Some(prediction))?;
                found.ok_or_else(|| finder.unknown("reference"))?
            }
        };
        let columns = Self {
            reference,
            prediction,
            id: finder.optional("id", |name, kind| id_rank(name).filter(|_| is_id(kind)))?,
            kind: finder.optional("kind", |name, kind| {
                (name.eq_ignore_ascii_case(KIND) && is_text(kind)).then_some(0)
            })?,
        };
        finder.check("reference", columns.reference, is_text, "texts")?;
        finder.check("prediction", columns.prediction, is_text, "texts")?;
        if let Some(id) = columns.id {
            finder.check("id", id, is_id, "texts or whole numbers")?;
        }
        if let Some(kind) = columns.kind {
            finder.check("kind", kind, is_text, "texts")?;
        }
        Ok(columns)
    }
}

struct Finder<'s> {
    schema: &'s Schema,
    given: &'s [Assignment],
}

impl Finder<'_> {
    /// Returns the column that `--columns` gives for a role.
    fn given(&self, role: &'static str) -> Result<Option<usize>, ScoreError> {
        let Some((_, column)) = self.given.iter().rev().find(|(given, _)| given == role) else {
            return Ok(None);
        };
        let place = self.schema.fields().iter().position(|field| field.name() == column);
        place.map(Some).ok_or_else(|| ScoreError::NoColumn {
            role,
            column: column.clone(),
            there: self.there(),
        })
    }

    /// Returns the only column of texts with such a name. `taken` has another role.
    fn only(&self, role: &'static str, hint: ColumnHint, taken: Option<usize>) -> Result<Option<usize>, ScoreError> {
        let fields = self.schema.fields().iter().enumerate();
        let mut found = fields.filter(|(place, field)| {
            let is_named = ColumnHint::of(field.name()) == Some(hint);
            is_named && is_text(field.data_type()) && Some(*place) != taken
        });
        let Some((place, first)) = found.next() else {
            return Ok(None);
        };
        let others: Vec<&str> = found.map(|(_, field)| field.name().as_str()).collect();
        if others.is_empty() {
            return Ok(Some(place));
        }
        Err(ScoreError::Ambiguous {
            role,
            candidates: listed(std::iter::once(first.name().as_str()).chain(others)),
            there: self.there(),
        })
    }

    /// Returns the column of a role that may be missing: the one with the lowest rank. `--columns` without a name leaves it
    /// out.
    fn optional(
        &self,
        role: &'static str,
        rank: impl Fn(&str, &DataType) -> Option<usize>,
    ) -> Result<Option<usize>, ScoreError> {
        let given = self.given.iter().rev().find(|(given, _)| given == role);
        match given {
            Some((_, column)) if column.is_empty() => Ok(None),
            Some(_) => self.given(role),
            None => {
                let fields = self.schema.fields().iter().enumerate();
                let ranked = fields.filter_map(|(place, field)| Some((rank(field.name(), field.data_type())?, place)));
                Ok(ranked.min().map(|(_, place)| place))
            }
        }
    }

    fn check(
        &self,
        role: &'static str,
        place: usize,
        is_of_type: impl Fn(&DataType) -> bool,
        expected: &'static str,
    ) -> Result<(), ScoreError> {
        let field = self.schema.field(place);
        if is_of_type(field.data_type()) {
            return Ok(());
        }
        Err(ScoreError::WrongType {
            role,
            column: field.name().clone(),
            found: field.data_type().to_string(),
            expected,
            there: self.there(),
        })
    }

    fn unknown(&self, role: &'static str) -> ScoreError {
        ScoreError::Unknown {
            role,
            there: self.there(),
        }
    }

    fn there(&self) -> String {
        /// Number of columns that are named.
        const NAMED: usize = 20;
        let fields = self.schema.fields();
        let named = listed(fields.iter().take(NAMED).map(|field| field.name().as_str()));
        match fields.len().saturating_sub(NAMED) {
            0 if fields.is_empty() => "none".to_owned(),
            0 => named,
            more => format!("{named} and {more} more"),
        }
    }
}

fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

fn is_id(kind: &DataType) -> bool {
    is_text(kind) || kind.is_integer()
}

#[cfg(test)]
mod tests {
    use arrow_schema::Field;

    use super::*;

    fn schema(names: &[&str]) -> Schema {
        let kind = |name: &str| match name {
            "number" => DataType::Int64,
            "score" => DataType::Float64,
            "image" => DataType::new_list(DataType::Utf8, true),
            _ => DataType::Utf8,
        };
        Schema::new(
            names
                .iter()
                .map(|name| Field::new(*name, kind(name), true))
                .collect::<Vec<_>>(),
        )
    }

    fn found(names: &[&str], given: &[(&str, &str)]) -> Result<(String, String), String> {
        let schema = schema(names);
        let given: Vec<Assignment> = (given.iter())
            .map(|(role, name)| ((*role).to_owned(), (*name).to_owned()))
            .collect();
        let columns = Columns::of(&schema, &given).map_err(|error| error.to_string())?;
        let name = |place: usize| schema.field(place).name().clone();
        Ok((name(columns.reference), name(columns.prediction)))
    }

    #[test]
    fn columns_are_known_by_their_names() {
        for (names, reference, prediction) in [
            (&["id", "reference", "prediction"][..], "reference", "prediction"),
            (&["image", "text", "markdown", "inference_info"], "text", "markdown"),
            (&["image", "latex", "markdown"], "latex", "markdown"),
            (&["ground_truth", "text"], "ground_truth", "text"),
            (&["GT", "Markdown"], "GT", "Markdown"),
            (&["text", "prediction", "markdown"], "text", "prediction"),
            (&["gt", "output", "text", "latex"], "gt", "output"),
        ] {
            let expected = Ok((reference.to_owned(), prediction.to_owned()));
            assert_eq!(found(names, &[]), expected, "{names:?}");
        }
    }

    #[test]
    fn what_is_not_clear_is_asked_for_with_the_columns_that_are_there() {
        for (names, given, expected) in [
            (
                &["text", "latex", "markdown"][..],
                &[][..],
                "\"text\", \"latex\" may be the reference",
            ),
            (
                &["prediction", "output", "text"],
                &[],
                "\"prediction\", \"output\" may be the prediction",
            ),
            (&["text", "score"], &[], "no column is known as the prediction"),
            (&["a", "b"], &[], "there are \"a\", \"b\""),
            (&["markdown"], &[], "no column is known as the reference"),
            (
                &["text", "markdown"],
                &[("reference", "latex")],
                "no column \"latex\" for the reference",
            ),
            (
                &["text", "score"],
                &[("prediction", "score")],
                "\"score\" for the prediction is of type Float64",
            ),
            (&["text", "markdown"], &[("truth", "text")], "no role \"truth\""),
        ] {
            let error = found(names, given).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
        let given = [("reference", "latex")];
        let clear = Ok(("latex".to_owned(), "markdown".to_owned()));
        assert_eq!(found(&["text", "latex", "markdown"], &given), clear);
    }

    #[test]
    fn ids_and_kinds_may_be_missing_or_left_out() {
        let schema = schema(&["number", "id", "kind", "text", "markdown"]);
        let of = |given: &[(&str, &str)]| {
            let given: Vec<Assignment> = (given.iter())
                .map(|(role, name)| ((*role).to_owned(), (*name).to_owned()))
                .collect();
            let columns = Columns::of(&schema, &given).unwrap();
            (columns.id, columns.kind)
        };
        assert_eq!(of(&[]), (Some(1), Some(2)));
        assert_eq!(of(&[("id", "number"), ("kind", "")]), (Some(0), None));
    }
}
