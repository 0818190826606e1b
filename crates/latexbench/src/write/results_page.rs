//! The results of runs as a static page, with every answer and the reasons of its verdicts.

use texlens_report::ResultTable;
use texlens_report::plot::Ink;

use super::html::{self, escaped};
use super::texts::{property, texts};
use crate::item::Item;
use crate::results::Results;
use crate::run::{Answer, Answered, BenchRun, Judged};

/// Returns an HTML page with the tables and the figure of `results`, and then each item with the answers of all runs. It
/// needs neither scripts nor other files. `runs` are those of the results, with their labels; `items` are those of the
/// runs, or none if they are not at hand.
#[must_use]
pub fn to_results_page(results: &Results, runs: &[(String, BenchRun)], items: &[Item]) -> String {
    let mut page = "<header>\n<h1>LaTeXBench results</h1>\n".to_owned();
    for (label, run) in runs {
        page += &format!("<p>{}</p>\n", escaped(&about(label, run)));
    }
    page += "</header>\n<main>\n";
    page += &format!("<figure>{}</figure>\n", results.figure().svg(Ink::Page));
    for shown in results.tables() {
        page += &table(&shown);
    }
    if !items.is_empty() && !runs.is_empty() {
        page += "<section>\n<h2>Items</h2>\n";
        for (index, item) in items.iter().enumerate() {
            page += &entry(item, index, runs);
        }
        page += "</section>\n";
    }
    html::page("LaTeXBench results", &(page + "</main>\n"))
}

/// Describes a run in a sentence.
fn about(label: &str, run: &BenchRun) -> String {
    let judge = run.judge.as_ref().map_or_else(
        || "no judge".to_owned(),
        |judge| format!("judge {}", judge.endpoint.model()),
    );
    let compiled = if run.compiled {
        "compiled by pdfTeX"
    } else {
        "not compiled"
    };
    let name = run.subject.endpoint.model();
    let label = match label.is_empty() || label == name {
        true => String::new(),
        false => format!(" ({label})"),
    };
    format!(
        "{name}{label}: {} items, {judge}, {compiled}, {}, texlens {}.",
        run.answers.len(),
        run.created,
        run.texlens
    )
}

fn table(shown: &ResultTable) -> String {
    let mut table = format!(
        "<h2>{}</h2>\n<div class=\"wide\"><table>\n<thead><tr>",
        escaped(&shown.title)
    );
    let class = |column: usize| if column < shown.texts { "" } else { " class=\"number\"" };
    for (column, name) in shown.head.iter().enumerate() {
        table += &format!("<th scope=\"col\"{}>{}</th>", class(column), escaped(name));
    }
    table += "</tr></thead>\n<tbody>\n";
    for row in &shown.rows {
        table += "<tr>";
        for (column, cell) in row.iter().enumerate() {
            table += &format!("<td{}>{}</td>", class(column), escaped(cell));
        }
        table += "</tr>\n";
    }
    table += "</tbody>\n</table></div>\n";
    for note in &shown.notes {
        table += &format!("<p class=\"note\">{}</p>\n", escaped(note));
    }
    table
}

fn entry(item: &Item, index: usize, runs: &[(String, BenchRun)]) -> String {
    let answers: Vec<(&str, &Answered)> = runs
        .iter()
        .filter_map(|(_, run)| {
            let answered = run.answers.get(index).filter(|answered| answered.id == item.id);
            Some((run.subject.endpoint.model(), answered?))
        })
        .collect();
    let verdicts: Vec<String> = answers
        .iter()
        .map(|(model, answered)| format!("{model}: {}", in_short(answered)))
        .collect();
    let mut entry = format!(
        "<details>\n<summary><b>{}</b> <span>{}</span> {}</summary>\n",
        escaped(&item.id),
        escaped(&property(item)),
        escaped(&verdicts.join("; ")),
    );
    for (name, text) in texts(item) {
        entry += &text_of(name, &text);
    }
    for (model, answered) in answers {
        match &answered.answer {
            Answer::Valid { text } => entry += &text_of(&format!("Answer of {model}"), text),
            Answer::Invalid { reason, text } => {
                entry += &text_of(&format!("Invalid answer of {model}: {reason}"), text);
            }
            Answer::Missing { reason } => {
                entry += &format!("<h3>No answer of {}</h3>\n<p>{}</p>\n", escaped(model), escaped(reason))
            }
        }
        let findings = answered.rules.iter().flat_map(|verdict| &verdict.findings);
        let findings: Vec<String> = findings
            .map(|finding| format!("{}: {finding}", finding.error_type.name()))
            .chain(
                answered
                    .judge
                    .iter()
                    .map(|judged| format!("Judge: {}", judgement(judged))),
            )
            .chain(
                answered
                    .described
                    .iter()
                    .map(|judged| format!("Described: {}", judgement(judged))),
            )
            .collect();
        if !findings.is_empty() {
            entry += "<ul>\n";
            for finding in findings {
                entry += &format!("<li>{}</li>\n", escaped(&finding));
            }
            entry += "</ul>\n";
        }
    }
    entry + "</details>\n"
}

fn text_of(name: &str, text: &str) -> String {
    let class = if name == "Instruction" { " class=\"prose\"" } else { "" };
    format!(
        "<h3>{}</h3>\n<pre tabindex=\"0\"{class}>{}</pre>\n",
        escaped(name),
        escaped(text)
    )
}

fn in_short(answered: &Answered) -> String {
    let word = |passes: bool| if passes { "pass" } else { "fail" };
    let rules = answered.rules.as_ref().map_or_else(
        || "no valid answer".to_owned(),
        |verdict| format!("rules {}", word(verdict.passes)),
    );
    match answered.judge.as_ref().and_then(Judged::passes) {
        Some(passes) => format!("{rules}, judge {}", word(passes)),
        None => rules,
    }
}

fn judgement(judged: &Judged) -> String {
    match judged {
        Judged::Valid {
            pass,
            error_types,
            notes,
            ..
        } => {
            let types = error_types.iter().map(|error_type| error_type.name());
            let types: Vec<&str> = types.collect();
            let verdict = if *pass { "Pass" } else { "Fail" };
            [verdict, &types.join(", "), notes]
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join("; ")
        }
        Judged::Missing { reason } => format!("no valid verdict: {reason}"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::items;

    #[test]
    fn a_page_has_answers_reasons_and_nothing_that_runs() {
        let items = items(1);
        let model = json!({"provider": "openai", "base": "http://localhost/v1", "model": "<m>", "left_out": [], "models": [],
            "chosen": {"max_output_tokens": null, "temperature": null, "seed": null}, "requests": 1,
            "usage": {"input": 1, "output": 1}, "is_estimated": false, "cost": null});
        let answers = items[..2].iter().map(|item| {
            json!({"id": item.id, "family": "edit", "answer": {"state": "valid", "text": "<script>x</script>"},
                "rules": {"passes": false, "findings": [{"error_type": "Syntax Error", "range": {"start": 0, "end": 0},
                    "line": 1, "column": 1, "message": "A < brace", "advice": "Close it"}]},
                "judge": {"state": "valid", "pass": true, "error_types": [], "notes": "fine & good"}, "described": null})
        });
        let run = json!({"format": BenchRun::FORMAT, "version": BenchRun::VERSION, "texlens": "0.1.0", "created": "today",
            "items": "", "subject": model, "judge": model, "compiled": true, "answers": answers.collect::<Vec<_>>()});
        let runs = [("a".to_owned(), BenchRun::read(&run.to_string()).unwrap())];
        let page = to_results_page(&Results::of(&runs).unwrap(), &runs, &items);
        assert!(page.contains("&lt;m&gt;: rules fail, judge pass"), "{page}");
        assert!(page.contains("Syntax Error: 1:1: A &lt; brace. Close it."));
        assert!(page.contains("Judge: Pass; fine &amp; good"));
        assert!(page.contains("printed, not measured") && page.contains("<svg"));
        assert!(!page.contains("<script"));
        assert_eq!(page.matches("<details").count(), items.len());
    }
}
