//! Labels of figures and tables, and the references to them.

use std::collections::HashMap;
use std::ops::Range;

use texlens_latex::{Label, Outline, Reference};

/// How the keys of labels are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keys {
    /// Without a prefix that names the kind of float.
    Normalised,
    /// As written.
    AsWritten,
}

/// The kind of float that a prefix of a key names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Float {
    Figure,
    Table,
}

/// The known prefixes of keys, in lower case.
const PREFIXES: [(&str, Float); 5] = [
    ("fig", Float::Figure),
    ("figure", Float::Figure),
    ("tab", Float::Table),
    ("table", Float::Table),
    ("tbl", Float::Table),
];

/// Splits a key into the kind of float that its prefix names and the rest.
fn split(key: &str) -> (Option<Float>, &str) {
    let split = key.split_once(':').and_then(|(prefix, name)| {
        let (_, float) = PREFIXES.iter().find(|(known, _)| prefix.eq_ignore_ascii_case(known))?;
        Some((*float, name))
    });
    split.map_or((None, key), |(float, name)| (Some(float), name))
}

/// The labels of the figures and tables of a text, by key.
pub(crate) struct FloatLabels<'a> {
    /// Each key once, with the byte range of its first label.
    pub(crate) labels: Vec<(&'a str, Range<usize>)>,
    keys: Keys,
    /// For each name, the indices of its labels with the kind of float in their prefix.
    named: HashMap<&'a str, Vec<(Option<Float>, usize)>>,
}

impl<'a> FloatLabels<'a> {
    /// Collects the labels inside a figure or table, and other labels whose prefix names a figure or a table.
    pub(crate) fn of(outline: &'a Outline<'_>, keys: Keys) -> Self {
        let mut all = Self {
            labels: Vec::new(),
            keys,
            named: HashMap::new(),
        };
        for label in outline.labels() {
            let key = outline.source.get(label.key.clone()).unwrap_or_default();
            if (split(key).0.is_some() || is_in_float(outline, label)) && all.find(key).is_none() {
                all.insert(key, label.range.clone());
            }
        }
        all
    }

    fn insert(&mut self, key: &'a str, range: Range<usize>) {
        let (float, name) = self.name(key);
        self.named.entry(name).or_default().push((float, self.labels.len()));
        self.labels.push((key, range));
    }

    fn name<'k>(&self, key: &'k str) -> (Option<Float>, &'k str) {
        match self.keys {
            Keys::Normalised => split(key),
            Keys::AsWritten => (None, key),
        }
    }

    /// Returns the index of the label that a key refers to. A prefix on one side only is ignored; two different
    /// prefixes do not match.
    pub(crate) fn find(&self, key: &str) -> Option<usize> {
        let (float, name) = self.name(key);
        let same_name = self.named.get(name)?;
        let exact = same_name.iter().find(|(other, _)| *other == float);
        let loose = || same_name.iter().find(|(other, _)| float.is_none() || other.is_none());
        exact.or_else(loose).map(|(_, index)| *index)
    }

    /// Returns the references to each label, in the order of the text.
    pub(crate) fn references<'r>(
        &self,
        outline: &'r Outline<'_>,
        counts: impl Fn(&str) -> bool,
    ) -> Vec<Vec<&'r Reference>> {
        let mut of_label = vec![Vec::new(); self.labels.len()];
        for reference in outline.references() {
            let command = outline.source.get(reference.command.clone()).unwrap_or_default();
            if !counts(command) {
                continue;
            }
            for key in reference.keys.iter().filter_map(|key| outline.source.get(key.clone())) {
                if let Some(index) = self.find(key) {
                    of_label[index].push(reference);
                }
            }
        }
        of_label
    }
}

fn is_in_float(outline: &Outline<'_>, label: &Label) -> bool {
    let at = label.range.start;
    let figures = outline.figures().partition_point(|figure| figure.range.start <= at);
    let tables = outline.tables().partition_point(|table| table.range.start <= at);
    let in_figure = figures.checked_sub(1).and_then(|last| outline.figures().get(last));
    let in_table = tables.checked_sub(1).and_then(|last| outline.tables().get(last));
    in_figure.is_some_and(|figure| figure.range.contains(&at))
        || in_table.is_some_and(|table| table.range.contains(&at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str, keys: Keys, key: &str) -> Option<usize> {
        FloatLabels::of(&Outline::of(source), keys).find(key)
    }

    #[test]
    fn a_prefix_on_one_side_does_not_count_and_two_different_ones_do() {
        let labels = "\\label{fig:figure_1}\\label{tab:1}\\label{Fig:1}";
        let of = |key| found(labels, Keys::Normalised, key);
        assert_eq!(
            ["figure_1", "FIGURE:figure_1", "tab:figure_1"].map(of),
            [Some(0), Some(0), None]
        );
        assert_eq!(["table:1", "fig:1", "eq:1"].map(of), [Some(1), Some(2), None]);
        assert_eq!(found(labels, Keys::AsWritten, "figure_1"), None);
        assert_eq!(found(labels, Keys::AsWritten, "fig:figure_1"), Some(0));
    }

    #[test]
    fn labels_of_floats_count_whatever_their_key_and_each_key_once() {
        let source =
            "\\label{a}\\begin{figure}\\label{b}\\end{figure}\\begin{table}\\label{c}\\label{c}\\end{table}\\label{d}";
        let outline = Outline::of(source);
        let labels = FloatLabels::of(&outline, Keys::Normalised);
        assert_eq!(
            labels.labels.iter().map(|(key, _)| *key).collect::<Vec<_>>(),
            ["b", "c"]
        );
    }
}
