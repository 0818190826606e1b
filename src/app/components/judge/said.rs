//! The verdicts of judges, shown beside the formulas.

use std::{collections::HashMap, rc::Rc};

use texlens_evaluate::{FormulaPair, JudgeVerdict, JudgedItem, JudgedMean};
use texlens_workspace::judging::Verdicts;
use texlens_workspace::state::Sample;
use texlens_workspace::words::judge::said as words;
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
    let of = of.as_deref();
    let unfolds = |class: &'static str, summary: String, reasons: &[String]| {
        html! {
            <details {class}>
                <summary>{summary}</summary>
                {for reasons.iter().map(|reason| html! { <p>{reason}</p> })}
            </details>
        }
    };
    match verdict {
        JudgeVerdict::ByRule { score, reason } => {
            html! { <p class="dim">{words::by_rule(*score, of, reason)}</p> }
        }
        JudgeVerdict::Scored { score, reasons, .. } if reasons.is_empty() => {
            html! { <p>{words::scored(model, *score, of)}</p> }
        }
        JudgeVerdict::Scored { score, reasons, .. } => unfolds("", words::scored(model, *score, of), reasons),
        JudgeVerdict::Invalid { errors } => unfolds("refused", words::invalid(model), errors),
        JudgeVerdict::Failed { reason } => unfolds("refused", words::failed(model), std::slice::from_ref(reason)),
        JudgeVerdict::NotAsked { reason } => html! { <p class="dim">{words::not_asked(model, reason)}</p> },
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
        (words::INLINE, formulas(&|pair| !is_display(pair))),
        (words::DISPLAYED, formulas(&is_display)),
        (
            words::TABLES,
            JudgedMean::of(said.tables.iter().map(|table| &table.verdict)),
        ),
    ];
    let parts = parts.into_iter().filter_map(|(name, of)| words::part(name, &of));
    html! {
        <div class="judged">
            <p>
                <strong>{&said.name}</strong>
                {words::mean(&formulas(&|_| true))}
                <span class="dim">{parts.collect::<String>()}</span>
            </p>
            {for said.tables.iter().enumerate().map(|(index, table)| html! {
                <div class="said">
                    {words::table(index + 1)}{" "}<SaidVerdict model={said.model.clone()} verdict={table.verdict.clone()} />
                </div>
            })}
        </div>
    }
}
