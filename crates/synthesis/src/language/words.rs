//! What sentences of a language are made of.

/// The parts of sentences. Subjects are singular and in the third person, so that every predicate fits every subject.
pub(super) struct Words {
    /// Whether the verb comes before the subject when something else opens the sentence.
    pub(super) is_inverted: bool,
    pub(super) openers: &'static [&'static str],
    pub(super) subjects: &'static [&'static str],
    /// The verb, and the rest of the predicate.
    pub(super) predicates: &'static [(&'static str, &'static str)],
    /// Clauses that may follow any predicate, with their comma.
    pub(super) endings: &'static [&'static str],
    /// Sentences with `{}` in the place of formulas.
    pub(super) with_formulas: &'static [&'static str],
    /// Words that announce a displayed formula.
    pub(super) announcements: &'static [&'static str],
    pub(super) titles: &'static [&'static str],
    pub(super) columns: &'static [&'static str],
    /// Theorem, lemma, definition, remark.
    pub(super) theorems: [&'static str; 4],
}
