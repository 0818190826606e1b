//! Text that TeX does not read does not change any score.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use texlens_evaluate::{Kind, Text, formula_pairs, score};
use texlens_metrics::Settings;

const REFERENCE: &str = "\\section{Sums}\nThe sum of all the numbers is given by this simple rule here.\n\
    \\[ s = \\frac{n(n+1)}{2} \\]\nSee \\cite{gauss} and Table~\\ref{tab:a}.\n\
    \\begin{table}\\caption{Sums}\\label{tab:a}\\begin{tabular}{ll}1 & 2 \\\\ 3 & 5\\end{tabular}\\end{table}\n\
    @misc{gauss, title = {Sums}}\n";

/// Returns all scores of a page, by metric.
fn scores<'a>(kind: Kind, prediction: impl Into<Text<'a>>) -> Vec<(String, Option<f64>)> {
    let scores = score(kind, REFERENCE, prediction, &Settings::default()).unwrap();
    scores
        .into_iter()
        .map(|score| (score.metric.to_string(), score.value()))
        .collect()
}

#[test]
fn hidden_text_scores_as_if_it_were_not_there() {
    let shown = "A page.\n";
    let plain = scores(Kind::Page, shown);
    for hidden in [
        format!("{shown}\\iffalse\n{REFERENCE}\\fi"),
        format!("\\begin{{comment}}\n{REFERENCE}\\end{{comment}}{shown}"),
    ] {
        let hidden_scores = scores(Kind::Page, &hidden);
        for ((metric, plain), (_, found)) in plain.iter().zip(&hidden_scores) {
            assert_eq!(found, plain, "{metric} of {hidden}");
        }
    }
    // The metrics from `bleu` on follow libraries, which read comments.
    let commented = format!("{shown}%{}", REFERENCE.replace('\n', " "));
    for ((metric, plain), (_, found)) in plain
        .iter()
        .zip(&scores(Kind::Page, &commented))
        .take_while(|((metric, _), _)| metric != "bleu")
    {
        assert_eq!(found, plain, "{metric} of a comment");
    }
    let ended = "A page.\\end{document}";
    let with_more = format!("{ended}\n{REFERENCE}");
    assert_eq!(scores(Kind::Page, &with_more), scores(Kind::Page, ended));
}

#[test]
fn each_page_of_a_document_ends_for_itself() {
    let pages = [
        "A page with $a$.\\end{document}\nNot this.",
        "Another with $b$.\\end{document}",
    ];
    let document = Text::document(pages);
    let found = formula_pairs("$a$ $b$", &document).unwrap();
    let exact = found
        .iter()
        .filter(|pair| pair.prediction.is_some() && pair.reference.is_some());
    assert_eq!(exact.count(), 2);
    let reference = "Some words that nobody has.\n\\section{B}\nAnother one with eight words that are plain enough.";
    let second = format!("{reference}\\end{{document}}");
    let prediction = Text::document(["x\\end{document}", &second]);
    let scores = score(Kind::Document, reference, prediction, &Settings::default()).unwrap();
    let ctp = scores.iter().find(|score| score.metric == "ctp").unwrap();
    assert_eq!(ctp.value(), Some(1.0));
}
