//! Converted tables keep rows, cells and spans: the metric `teds` finds the original table in HTML or Markdown again.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use texlens_dataset::{Syntax, to_latex};
use texlens_evaluate::{Kind, score};
use texlens_metrics::Settings;

const HTML: &str = "<table><thead><tr><th rowspan=\"2\">Model</th><th colspan=\"2\">Error &amp; more</th></tr>\
                    <tr><th>train</th><th><b>test</b></th></tr></thead>\
                    <tbody><tr><td>small</td><td>$x^2$</td><td>35 %</td></tr>\
                    <tr><td colspan=\"3\">H<sub>2</sub>O and <i>more</i></td></tr></tbody></table>";

const MARKDOWN: &str = "| Model | **Error** |\n| --- | --: |\n| small | $x_1$ |\n| *large* | 35 % |\n";

#[test]
fn converted_tables_are_the_same_tables() {
    for (text, syntax) in [(HTML, Syntax::Html), (MARKDOWN, Syntax::Markdown)] {
        let latex = to_latex(text, syntax, Kind::Page);
        assert!(latex.contains("\\begin{tabular}"), "{latex}");
        let scores = score(Kind::Page, text, latex.as_ref(), &Settings::default()).unwrap();
        for id in ["teds", "teds_structure"] {
            let value = scores.iter().find(|score| score.metric == id).unwrap().value();
            assert_eq!(value, Some(1.0), "{id} of {latex}");
        }
    }
}
