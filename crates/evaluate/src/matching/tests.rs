use proptest::prelude::*;

use super::*;
use crate::model::{Formula, Found};

/// Returns the pairs as `reference|prediction`, with `=` for exact ones.
fn pairs(reference: &str, prediction: &str) -> Vec<String> {
    let side = |formula: &Option<Formula>| formula.as_ref().map_or(String::new(), |f| f.latex.clone());
    let shown = |pair: &FormulaPair| {
        let sign = if pair.exact { "=" } else { "|" };
        format!("{}{sign}{}", side(&pair.reference), side(&pair.prediction))
    };
    formula_pairs(reference, prediction)
        .unwrap()
        .iter()
        .map(shown)
        .collect()
}

fn found(reference: &str, prediction: &str) -> Vec<Found> {
    let pairs = formula_pairs(reference, prediction).unwrap();
    pairs.into_iter().map(|pair| pair.found).collect()
}

#[test]
fn equal_formulas_are_exact_whatever_their_delimiters() {
    assert_eq!(
        pairs("$x^2$ and \\[y\\]", "\\(x^{2}\\) and $$y$$"),
        ["x^2=x^{2}", "y=y"]
    );
}

#[test]
fn a_missing_and_an_extra_formula_stand_alone() {
    assert_eq!(pairs("$a$ $b+c$ $d$", "$a$ $d$"), ["a=a", "b+c|", "d=d"]);
    assert_eq!(pairs("$a$ $d$", "$a$ $b+c$ $d$"), ["a=a", "|b+c", "d=d"]);
}

#[test]
fn changed_formulas_find_their_partners_among_unequal_numbers() {
    assert_eq!(
        pairs("$a_1+b_1=c$ $\\alpha$ $x_2-y_2=z$", "$a_1+b_1=e$ $x_2-y_2=w$"),
        ["a_1+b_1=c|a_1+b_1=e", "\\alpha|", "x_2-y_2=z|x_2-y_2=w"]
    );
}

#[test]
fn equal_numbers_between_equal_neighbours_are_matched_by_place() {
    assert_eq!(pairs("$a$ $\\nu$ $b$", "$a$ $v$ $b$"), ["a=a", "\\nu|v", "b=b"]);
}

#[test]
fn no_formulas_no_pairs() {
    assert!(pairs("text", "").is_empty());
    assert_eq!(pairs("$a$", "text"), ["a|"]);
}

#[test]
fn of_equal_formulas_the_one_between_the_same_words_is_matched() {
    let reference = "First alpha $x$ beta. Then gamma $x$ delta. Last epsilon $x$ omega.";
    let prediction = "First alpha beta. Then gamma $x$ delta. Last epsilon $x$ omega.";
    assert_eq!(pairs(reference, prediction), ["x|", "x=x", "x=x"]);
}

#[test]
fn moved_formulas_are_found() {
    let reference = "$a+b=c$ then $d-e=f$ and $g/h=i+k$";
    assert_eq!(
        found(reference, "$g/h=i+k$ $a+b=c$ then $d-e=f$ and"),
        [Found::Equal, Found::Equal, Found::Moved]
    );
}

#[test]
fn merged_displays_are_taken_apart() {
    let reference = "\\[ a + b = c \\] and so \\[ x^2 - y = z \\]";
    let prediction = "$$\\begin{aligned} a + b &= c \\\\ x^{2} - y &= z \\end{aligned}$$";
    assert_eq!(
        pairs(reference, prediction),
        ["a + b = c=a + b &= c", "x^2 - y = z=x^{2} - y &= z"]
    );
    assert_eq!(found(reference, prediction), [Found::Merged; 2]);
}

#[test]
fn a_split_display_is_put_together() {
    let reference = "We have \\[ a + b = c \\\\ x - y = z \\] here.";
    let prediction = "We have $$a + b = c$$ $$x - y = z$$ here.";
    assert_eq!(
        pairs(reference, prediction),
        ["a + b = c \\\\ x - y = z=a + b = c \\\\ x - y = z"]
    );
    assert_eq!(found(reference, prediction), [Found::Split]);
}

#[test]
fn text_around_a_formula_is_left_out_of_its_pair() {
    let reference = "The number $x^2+1$ of cases is large.";
    let prediction = "The $number x^2+1 of$ cases is large.";
    assert_eq!(pairs(reference, prediction), ["x^2+1=x^2+1"]);
    assert_eq!(found(reference, prediction), [Found::Merged]);
}

#[test]
fn undelimited_formulas_are_found_between_the_same_words() {
    let reference = "Let $x$ be a number with $x^2 \\leq \\alpha$ for all cases.";
    let prediction = "Let x be a number with x² ≤ α for all cases.";
    assert_eq!(pairs(reference, prediction), ["x=x", "x^2 \\leq \\alpha=x² ≤ α"]);
    assert_eq!(found(reference, prediction), [Found::Undelimited; 2]);
}

#[test]
fn money_in_markdown_is_no_formula() {
    let prediction = "# Costs\n\nIt costs $5 and then $10 for $n$ pieces.";
    assert_eq!(
        pairs("It costs \\$5 and then \\$10 for $n$ pieces.", prediction),
        ["n=n"]
    );
}

#[test]
fn long_stretches_are_matched_in_pieces() {
    let text = |letter: char| (0..3000).map(|i| format!("${letter}_{{{i}}}$ ")).collect::<String>();
    let found = formula_pairs(&text('a'), &text('b')).unwrap();
    assert_eq!(found.len(), 3000);
    assert!(
        found
            .iter()
            .all(|pair| pair.reference.is_some() && pair.prediction.is_some())
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_formula_is_in_one_pair(
        reference in r"((\$[ab+]{1,4}\$|\$\$[ab=]{1,6}\$\$|word|other|[ab]) ){0,14}",
        prediction in r"((\$[ab+]{1,4}\$|\$\$[ab=]{1,6}\$\$|word|other|[ab²]) ){0,14}",
    ) {
        let pairs = formula_pairs(&reference, &prediction).unwrap();
        let ranges = |text: &str| Outline::of(text).formulas().iter().map(|f| f.range.clone()).collect::<Vec<_>>();
        let references: Vec<_> = pairs.iter().filter_map(|pair| pair.reference.as_ref()).map(|f| f.range.clone()).collect();
        prop_assert_eq!(references, ranges(&reference));
        let mut predictions: Vec<_> = pairs.iter().filter_map(|pair| pair.prediction.as_ref()).map(|f| f.range.clone()).collect();
        predictions.sort_by_key(|range| range.start);
        prop_assert!(predictions.windows(2).all(|two| two[0].end <= two[1].start), "{:?}", predictions);
        for whole in ranges(&prediction) {
            prop_assert!(predictions.iter().any(|range| range.start < whole.end && whole.start < range.end));
        }
        for pair in &pairs {
            prop_assert_eq!(pair.found == Found::Alone, pair.reference.is_none() || pair.prediction.is_none());
        }
    }

    #[test]
    fn nothing_panics(
        reference in r"([$`|%#5aé²\n ]|\\\(|\\\)|\\\[|\\\]|\\\\|\\frac|\{|\}|\$\$|word){0,40}",
        prediction in r"([$`|%#5aé²\n ]|\\\(|\\\)|\\\[|\\\]|\\\\|\\frac|\{|\}|\$\$|word){0,40}",
    ) {
        for pair in formula_pairs(&reference, &prediction).unwrap() {
            prop_assert!(pair.prediction.is_none_or(|formula| prediction.get(formula.range).is_some()));
        }
        let _ = locate_formula(&reference, &prediction).map(|range| &prediction[range]);
    }
}
