//! The form of a topic.

/// The content of one topic.
pub(crate) struct Topic {
    /// A short name, used in ids and in the source of an item.
    pub(crate) slug: &'static str,
    /// The work in the public domain that the introduction quotes.
    pub(crate) quotes: Option<&'static str>,
    /// The title of an article about it.
    pub(crate) title: &'static str,
    /// An abstract.
    pub(crate) summary: &'static str,
    /// Sentences of an introduction.
    pub(crate) introduction: [&'static str; 4],
    /// The heading of the second section.
    pub(crate) method_title: &'static str,
    /// Sentences of the second section.
    pub(crate) method: [&'static str; 4],
    /// Pictures.
    pub(crate) figures: [Picture; 2],
    /// A table of values.
    pub(crate) table: Values,
    /// Equations that an article numbers.
    pub(crate) equations: [Equation; 2],
    /// A derivation in two or three lines, each with an alignment mark.
    pub(crate) derivation: &'static [&'static str],
    /// A function that is defined by cases.
    pub(crate) cases: Cases,
    /// Steps of a procedure.
    pub(crate) steps: [&'static str; 6],
    /// Terms and their meanings.
    pub(crate) terms: [(&'static str, &'static str); 4],
    /// A statement with a proof.
    pub(crate) statement: Statement,
    /// Lines of a program.
    pub(crate) code: [&'static str; 3],
    /// Works to cite: key and entry.
    pub(crate) works: [(&'static str, &'static str); 3],
}

/// An image and its caption.
pub(crate) struct Picture {
    /// The key of its label after `fig:`, and the name of its file.
    pub(crate) slug: &'static str,
    /// The caption, with a full stop.
    pub(crate) caption: &'static str,
}

/// A table of five rows and four columns.
pub(crate) struct Values {
    /// The key of its label after `tab:`.
    pub(crate) slug: &'static str,
    /// The caption, with a full stop.
    pub(crate) caption: &'static str,
    /// The heads of the columns.
    pub(crate) header: [&'static str; 4],
    /// The cells. The first of a row names the row; the others are numbers or short words.
    pub(crate) rows: [[&'static str; 4]; 5],
}

/// An equation and its name in running text.
pub(crate) struct Equation {
    /// The key of its label after `eq:`.
    pub(crate) slug: &'static str,
    /// The name, with its article: "the decay law".
    pub(crate) name: &'static str,
    /// The formula.
    pub(crate) tex: &'static str,
}

/// A function that is defined by cases.
pub(crate) struct Cases {
    /// The left side, without the equals sign.
    pub(crate) left: &'static str,
    /// Value and condition of each case.
    pub(crate) branches: &'static [(&'static str, &'static str)],
}

/// A statement with a proof.
pub(crate) struct Statement {
    /// What it is: `Theorem`, `Lemma` or `Proposition`.
    pub(crate) kind: &'static str,
    /// The statement.
    pub(crate) text: &'static str,
    /// The proof.
    pub(crate) proof: &'static str,
}
