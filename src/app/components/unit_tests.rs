use std::rc::Rc;

use texlens_evaluate::UnitVerdict;
use texlens_workspace::state::Sample;
use texlens_workspace::words::unit_tests as words;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
}

/// Lists the unit tests of the sample with the reasons for their verdicts, those that do not pass first.
#[component]
pub(super) fn UnitTests(props: &Props) -> Html {
    let verdicts: Vec<&UnitVerdict> = props.sample.unit_verdicts().collect();
    if verdicts.is_empty() {
        return Html::default();
    }
    let (passed, failed): (Vec<&UnitVerdict>, Vec<&UnitVerdict>) =
        verdicts.iter().partition(|verdict| verdict.is_passed());
    let item = |verdict: &&UnitVerdict| {
        html! {
            <li key={format!("{}:{}", verdict.file, verdict.id)}>
                <strong class={classes!((!verdict.is_passed()).then_some("failed"))}>{words::outcome(verdict)}</strong>
                <span>{&verdict.reason}</span>
            </li>
        }
    };
    html! {
        <section class="unit-tests" aria-label={words::TITLE}>
            <details>
                <summary>{words::summary(passed.len(), verdicts.len())}</summary>
                <ul tabindex="0">{for failed.iter().chain(&passed).map(item)}</ul>
            </details>
        </section>
    }
}
