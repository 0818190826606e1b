use std::{collections::BTreeSet, rc::Rc};

use texlens_metrics::Outcome;
use texlens_tex::Use;
use texlens_workspace::state::{Action, Engine, Sample, Typesetting as Progress};
use texlens_workspace::words::typesetting as words;
use yew::prelude::*;

use super::{engine_way::EngineWay, sentence::sentence};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    pub(super) engine: Engine,
    /// The uses of the engine that the person asked for.
    pub(super) uses: BTreeSet<Use>,
    pub(super) send: Callback<Action>,
}

/// The metric that tells whether two formulas look the same.
const SAME_LOOK: &str = "visual_exact";

/// Shows whether two formulas look the same when TeX sets them. Before they are typeset, shows a button that starts the
/// engine.
#[component]
pub(super) fn Typesetting(props: &Props) -> Html {
    let Props {
        sample,
        engine,
        uses,
        send,
    } = props;
    if !sample.can_be_typeset() {
        return Html::default();
    }
    let (class, says) = match (&sample.typesetting, sample.score(SAME_LOOK).map(|score| &score.outcome)) {
        (Progress::Done, Some(Outcome::Defined { value, .. })) if *value >= 1.0 => {
            ("compiles", html! { <strong>{words::SAME}</strong> })
        }
        (Progress::Done, Some(Outcome::Defined { .. })) => ("fails", html! { <strong>{words::DIFFERENT}</strong> }),
        (Progress::Done, Some(Outcome::Undefined { reason })) => (
            "fails",
            html! { <><strong>{words::NOT_SET}</strong>{": "}{sentence(reason)}</> },
        ),
        _ => ("", html! { <span>{words::OPEN}</span> }),
    };
    let failed = match &sample.typesetting {
        Progress::Failed { message } => Some(message.clone()),
        _ => None,
    };
    html! {
        <section class={classes!("compilation", class)} aria-label={words::SECTION}>
            <div class="verdict">
                <p>{says}</p>
                <span class="spacer" />
                if sample.typesetting != Progress::Done {
                    <EngineWay sample={sample.id} usage={Use::Dvi} {failed} engine={engine.clone()} uses={uses.clone()} {send} />
                }
            </div>
        </section>
    }
}
