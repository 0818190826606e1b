//! Cross references: "Figure 3" refers to a figure, "[1, 2]" and "(Li et al., 2023)" to entries of the bibliography.
//! Labels and keys follow from the printed text, so the target may stand on another page.

mod author_year;
mod merge;
mod numbers;
mod numeric;
mod superscript;

use std::collections::HashSet;

use super::text::Piece;

pub(super) use numbers::split_number;

/// The targets to which a document can refer.
#[derive(Debug, Default)]
pub(super) struct Targets {
    /// Printed numbers of displays.
    pub(super) equations: HashSet<String>,
    /// Keys of the citations found so far.
    pub(super) cited: HashSet<String>,
    /// The number of entries in the bibliography if they are numbered, otherwise 0.
    pub(super) entries: u32,
    /// Whether raised numbers cite the entries.
    pub(super) is_raised: bool,
}

/// Counts of the ways in which a document cites by number.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    raised: usize,
    bracketed: usize,
}

impl Numbering {
    /// Counts the citations of a line, and anything that looks like them.
    pub(super) fn learn(&mut self, pieces: &[Piece]) {
        let (raised, bracketed) = superscript::count(pieces);
        self.raised += raised;
        self.bracketed += bracketed;
    }

    /// Whether citations are raised numbers. If citations stand in brackets, they outnumber the raised marks of
    /// footnotes.
    pub(super) fn is_raised(&self) -> bool {
        self.raised > self.bracketed
    }
}

/// Turns printed numbers and names with years into references and citations. Takes linear time.
///
/// Citations come first: a citation may name a place in another work, as in `[7, Theorem 2]`, which is not a place in
/// this one.
pub(super) fn link(pieces: Vec<Piece>) -> Vec<Piece> {
    numbers::references(author_year::citations(numeric::citations(pieces)))
}

/// Links as [`link`] does, and records the cited keys. Also links numbers in parentheses alone if the document has an
/// equation with that number, and raised numbers if the document cites by them.
pub(super) fn link_among(pieces: Vec<Piece>, targets: &mut Targets) -> Vec<Piece> {
    let pieces = numeric::without_intervals(pieces, targets.entries);
    let mut pieces = link(numbers::equations(pieces, &targets.equations));
    if targets.is_raised {
        pieces = superscript::citations(pieces, targets.entries);
    }
    targets
        .cited
        .extend(pieces.iter().flat_map(|piece| cited(&piece.latex)));
    pieces
}

/// Returns the keys of the citations in LaTeX that was written here.
fn cited(latex: &str) -> impl Iterator<Item = String> {
    let commands = latex.split("\\cite").skip(1);
    let keys = commands.filter_map(|rest| rest.split_once('{')?.1.split_once('}'));
    keys.flat_map(|(keys, _)| keys.split(',').map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::merge::text;
    use super::*;

    fn words(text: &str) -> Vec<Piece> {
        text.split(' ').map(Piece::without_glyphs).collect()
    }

    fn written(pieces: &[Piece]) -> String {
        text(pieces).trim_start().to_owned()
    }

    fn linked(text: &str) -> String {
        written(&link(words(text)))
    }

    #[test]
    fn names_with_numbers_are_references() {
        assert_eq!(linked("in Figure 3a, we"), "in Figure~\\ref{fig:figure_3}a, we");
        assert_eq!(linked("(Fig. 2)"), "(Fig.~\\ref{fig:figure_2})");
        assert_eq!(linked("by Eq. (4.1)."), "by Eq.~(\\ref{eq:equation_4.1}).");
        assert_eq!(linked("Section A.2 of"), "Section~\\ref{sec:section_A.2} of");
        assert_eq!(linked("Appendix B, where"), "Appendix~\\ref{sec:section_B}, where");
        assert_eq!(linked("Table IV and"), "Table~\\ref{tab:table_IV} and");
        assert_eq!(
            linked("Tables 2 and 3 and 4 cats"),
            "Tables~\\ref{tab:table_2} and \\ref{tab:table_3} and \\ref{tab:table_4} cats"
        );
        assert_eq!(
            linked("Figures 3--5 and Eqs. (3)--(5)."),
            "Figures~\\ref{fig:figure_3}--\\ref{fig:figure_5} and Eqs.~(\\ref{eq:equation_3})--(\\ref{eq:equation_5})."
        );
        assert_eq!(linked("Fig 4.2 shows"), "Fig~\\ref{fig:figure_4.2} shows");
        assert_eq!(linked("the figure is 3 cm"), "the figure is 3 cm");
        assert_eq!(linked("section A good one"), "section A good one");
    }

    #[test]
    fn a_note_that_ends_with_a_citation_ends() {
        let mut pieces = words("see (Smith, 2019) there");
        if let Some(last) = pieces.get_mut(2) {
            last.around.1 = "}";
        }
        let linked = link(pieces);
        let cited = linked
            .iter()
            .find(|piece| piece.latex.as_str().contains("cite"))
            .unwrap();
        assert_eq!(cited.around, ("", "}"));
    }

    #[test]
    fn names_broken_over_lines_are_names() {
        let mut pieces = words("in (Fig ure 2e) and");
        if let Some(half) = pieces.get_mut(2) {
            half.spaced = false;
        }
        assert_eq!(written(&link(pieces)), "in (Figure~\\ref{fig:figure_2}e) and");
    }

    #[test]
    fn numbers_in_parentheses_are_equations_where_there_are_such() {
        let among = |text: &str| {
            let mut targets = Targets::default();
            targets.equations.extend(["4", "5"].map(str::to_owned));
            written(&link_among(words(text), &mut targets))
        };
        assert_eq!(
            among("from (4) and (5), we"),
            "from \\eqref{eq:equation_4} and \\eqref{eq:equation_5}, we"
        );
        assert_eq!(among("ways: (4) these, (5) those"), "ways: (4) these, (5) those");
        assert_eq!(among("see (6)"), "see (6)");
    }

    #[test]
    fn numbers_in_brackets_are_citations() {
        assert_eq!(linked("see [1, 3--5]."), "see \\cite{1,3,4,5}.");
        assert_eq!(
            linked("see [12] or [3, p. 5], Theorem"),
            "see \\cite{12} or \\cite[p.~5]{3}, Theorem"
        );
        assert_eq!(linked("see [Knu84, BCD+13a]."), "see \\cite{Knu84,BCD+13a}.");
        assert_eq!(linked("see [BCD ${}^+13$ ]."), "see [BCD ${}^+13$ ].");
        assert_eq!(linked("see [dAH02,BCD$^{+}$13]."), "see \\cite{dAH02,BCD+13}.");
        assert_eq!(
            linked("the interval [0, 1] and [a] and [1, x] and [X 12]"),
            "the interval [0, 1] and [a] and [1, x] and [X 12]"
        );
    }

    #[test]
    fn names_with_years_are_citations() {
        assert_eq!(linked("by Li et al. (2023) that"), "by \\citet{Li_2023} that");
        assert_eq!(linked("In Van Der Walt (2011)."), "In \\citet{VanDerWalt_2011}.");
        assert_eq!(
            linked("level (Cunha et al. 2014). Then"),
            "level \\citep{Cunha_2014}. Then"
        );
        assert_eq!(
            linked("(see Butler et al., 1996; Crane \\& Wu, 2010a,b)"),
            "(see Butler et al., 1996; Crane \\& Wu, 2010a,b)".replace(
                "(see Butler et al., 1996; Crane \\& Wu, 2010a,b)",
                "\\citep[see][]{Butler_1996,Crane_Wu_2010a,Crane_Wu_2010b}"
            )
        );
        assert_eq!(linked("(Li, 2023, p. 4)"), "\\citep[p.~4]{Li_2023}");
        assert_eq!(linked("Li (2023, p. 4) says"), "\\citet[p.~4]{Li_2023} says");
        assert_eq!(
            linked("(and the results from Petigura et al. 2013b) about"),
            "(and the results from \\citealt{Petigura_2013b}) about"
        );
        assert_eq!(
            linked("(The pandas development team 2024)"),
            "\\citep{Thepandasdevelopmentteam_2024}"
        );
        assert_eq!(
            linked("Adams, Murray, \\& MacKay (2009) and"),
            "\\citet{Adams_Murray_MacKay_2009} and"
        );
    }

    #[test]
    fn years_without_names_are_years() {
        for text in [
            "in January 2013 the",
            "(May 2013)",
            "since 2010 (2011)",
            "the Sony 2013 camera",
            "(in 2014)",
            "a (2014) b",
            "(3 May 2014)",
        ] {
            assert_eq!(linked(text), text);
        }
    }

    #[test]
    fn raised_numbers_cite_where_the_document_cites_so() {
        let linked = |text: &str, entries: u32| {
            let mut pieces = words(text);
            pieces
                .iter_mut()
                .for_each(|piece| piece.spaced &= !piece.latex.starts_with(['$', '-']));
            let mut targets = Targets {
                entries,
                is_raised: true,
                ..Targets::default()
            };
            written(&link_among(pieces, &mut targets))
        };
        assert_eq!(linked("as known. $^{3,5}$ We", 9), "as known.\\cite{3,5} We");
        assert_eq!(linked("known $^{2}$ -- $^{4}$ and", 9), "known\\cite{2,3,4} and");
        assert_eq!(linked("known $^{3}$ and", 2), "known$^{3}$ and");
        assert_eq!(
            linked("in $[3,12]$ and", 12).replace("in\\", "in \\"),
            "in \\cite{3,12} and"
        );
        assert_eq!(linked("in $[0,1]$", 12), "in$[0,1]$");
        assert_eq!(linked("cm $^{2}$ and $x$ $^{2}$", 9), "cm$^{2}$ and$x$$^{2}$");
    }

    #[test]
    fn what_is_cited_is_known() {
        let keys: Vec<String> = cited("a \\citep[see][]{A_1,B_2} \\cite{3}").collect();
        assert_eq!(keys, ["A_1", "B_2", "3"]);
    }
}
