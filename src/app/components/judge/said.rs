//! The verdicts of judges, shown beside the formulas.

use std::{collections::HashMap, rc::Rc};

use texlens_evaluate::{FormulaPair, JudgeVerdict, JudgedItem, JudgedMean};
use texlens_workspace::judging::Verdicts;
use texlens_workspace::state::Sample;
use yew::prelude::*;

/// The verdicts of a judge on a sample.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::app::components) struct Said {
    /// The name of the judge with its protocols.
    name: String,
    model: Rc<str>,
    /// The verdicts by the index of the pair.
    formulas: HashMap<usize, JudgedItem>,
    tables: Vec<JudgedItem>,
}

/// Returns the verdicts of each judge that was asked about a sample.
///
/// `rivals` are the predictions for the same sample; verdicts may use any of their names. For a document, the verdicts
/// on its `pages` count.
pub(in crate::app::components) fn said_of(
    sample: &Sample,
    rivals: &[Rc<Sample>],
    pages: &[Rc<Sample>],
    verdicts: &[Rc<Verdicts>],
) -> Vec<Said> {
    let names = rivals.iter().map(|rival| rival.name.as_str());
    let names: Vec<&str> = names.chain([sample.name.as_str(), &sample.case]).collect();
    let said = verdicts.iter().map(|verdicts| {
        let formulas = if pages.is_empty() {
            verdicts.of_formulas(sample, &names)
        } else {
            verdicts.of_pages(sample, pages)
        };
        Said {
            name: verdicts.name(),
            model: verdicts.run().model.as_str().into(),
            formulas: formulas
                .into_iter()
                .map(|(index, item)| (index, item.clone()))
                .collect(),
            tables: verdicts.of_tables(sample, &names).cloned().collect(),
        }
    });
    said.filter(|said| !said.formulas.is_empty() || !said.tables.is_empty())
        .collect()
}

impl Said {
    /// Returns the verdict on a pair of formulas, with the model.
    pub(in crate::app::components) fn of_pair(&self, index: usize) -> Option<(Rc<str>, JudgedItem)> {
        Some((self.model.clone(), self.formulas.get(&index)?.clone()))
    }
}

#[derive(Properties, PartialEq)]
pub(in crate::app::components) struct VerdictProps {
    pub(in crate::app::components) model: Rc<str>,
    pub(in crate::app::components) verdict: JudgeVerdict,
    /// The judged text, if it differs from the text that is shown beside the verdict.
    #[prop_or_default]
    pub(in crate::app::components) of: Option<String>,
}

/// Shows the score of a pair; the reasons unfold.
#[component]
pub(in crate::app::components) fn SaidVerdict(props: &VerdictProps) -> Html {
    let VerdictProps { model, verdict, of } = props;
    let of = of.as_ref().map_or_else(String::new, |text| match text.trim() {
        "" => " for a missing one".to_owned(),
        text => format!(" for {text}"),
    });
    let unfolds = |class: &'static str, words: String, reasons: &[String]| {
        html! {
            <details {class}>
                <summary>{words}</summary>
                {for reasons.iter().map(|reason| html! { <p>{reason}</p> })}
            </details>
        }
    };
    match verdict {
        JudgeVerdict::ByRule { score, reason } => {
            html! { <p class="dim">{format!("{score} of 10{of} by rule: {reason}")}</p> }
        }
        JudgeVerdict::Scored { score, reasons, .. } if reasons.is_empty() => {
            html! { <p>{format!("{model}: {score} of 10{of}")}</p> }
        }
        JudgeVerdict::Scored { score, reasons, .. } => unfolds("", format!("{model}: {score} of 10{of}"), reasons),
        JudgeVerdict::Invalid { errors } => unfolds("refused", format!("{model}: no valid answer"), errors),
        JudgeVerdict::Failed { reason } => {
            unfolds("refused", format!("{model}: no answer"), std::slice::from_ref(reason))
        }
        JudgeVerdict::NotAsked { reason } => html! { <p class="dim">{format!("{model} was not asked: {reason}")}</p> },
    }
}

#[derive(Properties, PartialEq)]
pub(in crate::app::components) struct SummaryProps {
    pub(in crate::app::components) said: Said,
    /// The judged formulas.
    pub(in crate::app::components) pairs: Vec<FormulaPair>,
}

/// Shows the means over the formulas of a sample, separately for inline formulas, displayed formulas and tables. Tables
/// are also listed one by one.
#[component]
pub(in crate::app::components) fn SaidSummary(props: &SummaryProps) -> Html {
    let SummaryProps { said, pairs } = props;
    let is_display = |pair: usize| {
        let reference = pairs.get(pair).and_then(|pair| pair.reference.as_ref());
        reference.is_some_and(|formula| formula.display)
    };
    let formulas = |admits: &dyn Fn(usize) -> bool| {
        let admitted = said.formulas.iter().filter(|(pair, _)| admits(**pair));
        JudgedMean::of(admitted.map(|(_, item)| &item.verdict))
    };
    let parts = [
        ("inline", formulas(&|pair| !is_display(pair))),
        ("displayed", formulas(&is_display)),
        ("tables", JudgedMean::of(said.tables.iter().map(|table| &table.verdict))),
    ];
    let parts = parts.into_iter().filter_map(|(name, of)| {
        of.mean
            .map(|mean| format!(", {name} {mean:.1} ({})", of.answered + of.by_rule))
    });
    html! {
        <div class="judged">
            <p>
                <strong>{&said.name}</strong>
                {in_words(&formulas(&|_| true))}
                <span class="dim">{parts.collect::<String>()}</span>
            </p>
            {for said.tables.iter().enumerate().map(|(index, table)| html! {
                <div class="said">
                    {"Table "}{index + 1}{". "}<SaidVerdict model={said.model.clone()} verdict={table.verdict.clone()} />
                </div>
            })}
        </div>
    }
}

/// Describes a mean: its value, the number of formulas, and the mean of the judge's answers alone.
fn in_words(of: &JudgedMean) -> String {
    let count = |count: usize| {
        if count == 1 {
            "1 formula".to_owned()
        } else {
            format!("{count} formulas")
        }
    };
    let Some(mean) = of.mean else {
        return match (of.unanswered, of.by_rule) {
            (0, _) => ": no score for a formula".to_owned(),
            (_, 0) => ": no valid answer, so no score".to_owned(),
            (_, by_rule) => format!(": no valid answer, so no score ({} decided by rule)", count(by_rule)),
        };
    };
    let mut words = format!(": {mean:.1} of 10 over {}", count(of.answered + of.by_rule));
    if let (1.., Some(answers)) = (of.by_rule, of.answers) {
        words += &format!(
            "; {answers:.1} over the {} answers, {} by rule",
            of.answered, of.by_rule
        );
    }
    if of.unanswered > 0 {
        words += &format!("; {} without a valid answer", of.unanswered);
    }
    words
}
