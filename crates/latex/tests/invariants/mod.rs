//! Invariants that hold for every source, shared by the property tests and the fuzz target.

use std::hint::black_box;
use std::ops::Range;

use texlens_latex::{
    ExpansionLimits, MAX_DEPTH, Node, Outline, check as diagnostics, definitions, expand, fences, lex,
    markdown_to_latex, normalise_formula,
};

/// Panics if an invariant does not hold for the source.
pub(crate) fn check(source: &str) {
    let mut end = 0;
    for token in lex(source) {
        assert_eq!(token.start, end, "tokens leave no gap");
        assert!(token.end > token.start, "no token is empty");
        assert!(source.is_char_boundary(token.end));
        end = token.end;
    }
    assert_eq!(end, source.len(), "tokens cover the source");

    let outline = Outline::of(source);
    let mut end = 0;
    for formula in outline.formulas() {
        assert!(end <= formula.range.start, "formulas do not overlap");
        assert!(formula.range.start <= formula.body.start && formula.body.end <= formula.range.end);
        assert!(source.get(formula.range.clone()).is_some() && source.get(formula.body.clone()).is_some());
        black_box(normalise_formula(&source[formula.body.clone()]));
        end = formula.range.end;
    }
    for heading in outline.headings() {
        assert!(source.get(heading.range.clone()).is_some() && source.get(heading.title.clone()).is_some());
    }
    let words = outline.running_text();
    assert_eq!(
        words.split_whitespace().collect::<Vec<_>>().join(" "),
        words,
        "one space apart"
    );
    check_parts(&outline);
    check_tree(&outline);
    check_expansion(source);
    check_markdown(source);
    check_diagnostics(source);
    let mut length = outline
        .headings()
        .iter()
        .map(|heading| heading.range.len())
        .sum::<usize>();
    for section in outline.sections() {
        length += section.body.len();
        for sentence in outline.plain_sentences(section.body.clone()) {
            assert!(section.body.start <= sentence.start && sentence.end <= section.body.end);
            assert!(
                !source[sentence].contains(['\\', '$', '{', '}', '%']),
                "a plain sentence is plain"
            );
        }
    }
    assert_eq!(length, source.len(), "headings and sections cover the source");
}

fn check_parts(outline: &Outline<'_>) {
    let inside = |outer: &Range<usize>, inner: &Range<usize>| {
        assert!(
            outline.source.get(inner.clone()).is_some(),
            "ranges lie between characters"
        );
        assert!(
            outer.start <= inner.start && inner.end <= outer.end,
            "{inner:?} in {outer:?}"
        );
    };
    let whole = 0..outline.source.len();
    in_order(outline.tables().iter().map(|table| &table.range));
    for table in outline.tables() {
        inside(&whole, &table.range);
        in_order(table.tabulars.iter().map(|tabular| &tabular.range));
        for tabular in &table.tabulars {
            inside(&table.range, &tabular.range);
            inside(&tabular.range, &tabular.body);
        }
    }
    in_order(outline.figures().iter().map(|figure| &figure.range));
    for figure in outline.figures() {
        inside(&whole, &figure.range);
    }
    for caption in outline.captions() {
        inside(&whole, &caption.range);
        inside(&caption.range, &caption.text);
    }
    in_order(outline.labels().iter().map(|label| &label.range));
    for label in outline.labels() {
        inside(&whole, &label.range);
        inside(&label.range, &label.key);
    }
    let references = outline.references().iter().map(|r| (&r.command, &r.range, &r.keys));
    let citations = outline.citations().iter().map(|c| (&c.command, &c.range, &c.keys));
    for (command, range, keys) in references.chain(citations) {
        inside(&whole, range);
        inside(range, command);
        in_order(keys.iter());
        keys.iter().for_each(|key| inside(range, key));
        assert!(!keys.is_empty());
    }
    in_order(outline.bibliography().iter().map(|entry| &entry.range));
    for entry in outline.bibliography() {
        inside(&whole, &entry.range);
        entry.key.iter().for_each(|key| inside(&entry.range, key));
        let fields = entry.fields(outline.source);
        let pieces = || {
            fields
                .iter()
                .flat_map(|field| std::iter::once(&field.name).chain(&field.value))
        };
        pieces().for_each(|piece| inside(&entry.range, piece));
        pieces().for_each(|piece| {
            assert!(
                outline.source.get(piece.clone()).is_some(),
                "{piece:?} holds characters"
            )
        });
    }
}

fn check_markdown(source: &str) {
    in_order(fences(source).iter().map(|fence| &fence.range));
    for fence in fences(source) {
        assert!(source.get(fence.language).is_some());
        assert!(source.get(fence.body).is_some());
    }
    black_box(markdown_to_latex(source));
}

fn check_tree(outline: &Outline<'_>) {
    fn cover(nodes: &[Node], body: &Range<usize>) {
        let mut at = body.start;
        for node in nodes {
            assert_eq!(node.range.start, at, "nodes leave no gap");
            assert!(node.range.start <= node.body.start && node.body.end <= node.range.end);
            if !node.children.is_empty() {
                cover(&node.children, &node.body);
            }
            at = node.range.end;
        }
        assert_eq!(at, body.end, "nodes cover the body");
    }
    let tree = outline.tree();
    assert_eq!(tree.to_string(), outline.source, "the tree prints the source");
    cover(&tree.nodes, &(0..outline.source.len()));
    assert!(tree.walk().all(|(depth, _)| depth <= MAX_DEPTH));
    for fault in tree.faults() {
        assert_eq!(outline.source.get(fault.range.clone()), Some(fault.found));
    }
}

fn check_expansion(source: &str) {
    let limits = ExpansionLimits {
        calls: 1000,
        depth: 20,
        bytes: 10_000,
    };
    let inside = |range: &Range<usize>| assert!(source.get(range.clone()).is_some(), "{range:?}");
    let defined = definitions(source);
    for definition in &defined {
        inside(&definition.name);
        inside(&definition.body);
        definition.default.iter().for_each(inside);
    }
    match expand(source, &limits) {
        Ok(expanded) => {
            assert!(
                expanded.text.len() <= source.len() + 2 * limits.bytes,
                "within the limit, spaces added"
            );
            assert!(!defined.is_empty() || expanded.text == source, "nothing to expand");
            let mut end = 0;
            for origin in &expanded.origins {
                assert_eq!(origin.expanded.start, end, "origins leave no gap");
                inside(&origin.source);
                let text = &expanded.text[origin.expanded.clone()];
                assert!(origin.by_macro || text == &source[origin.source.clone()]);
                end = origin.expanded.end;
            }
            assert_eq!(end, expanded.text.len());
        }
        Err(error) => inside(&error.range),
    }
}

fn in_order<'a>(ranges: impl Iterator<Item = &'a Range<usize>>) {
    let mut end = 0;
    for range in ranges {
        assert!(end <= range.start && range.start < range.end, "{range:?} after {end}");
        end = range.end;
    }
}

fn check_diagnostics(source: &str) {
    for diagnostic in diagnostics(source) {
        assert!(!diagnostic.message.is_empty() && !diagnostic.advice.is_empty());
        let range = diagnostic.range.expect("the check knows where");
        assert!(source.get(range).is_some(), "{:?}", diagnostic.message);
    }
}
