use texlens_workspace::state::{Bench, BenchStage};
use texlens_workspace::words::{common, judge::progress, latexbench as words};
use yew::prelude::*;

use crate::app::components::compare::Same;
use crate::app::hooks::BenchAsk;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) bench: Same<Bench>,
    pub(super) ask: Callback<BenchAsk>,
}

/// Shows what is being done, with a button that cancels it.
#[component]
pub(super) fn Stage(props: &Props) -> Html {
    let Props { bench, ask } = props;
    #[allow(clippy::cast_precision_loss)] // Small numbers.
    let (text, done, all) = match &bench.stage {
        BenchStage::Idle => return Html::default(),
        BenchStage::Working => (words::WORKING.to_owned(), None, 1.0),
        BenchStage::Loading(loaded, total) => (words::loading(*loaded, *total), Some(*loaded), *total),
        BenchStage::Checking(done, all) => (words::checking(*done, *all), Some(*done as f64), *all as f64),
        BenchStage::Asking(tally) | BenchStage::Judging(tally) => {
            let answered = format!("{}, {}", progress::answered(tally), progress::spent(tally));
            let is_judge = matches!(bench.stage, BenchStage::Judging(_));
            let text = if is_judge { words::judging(&answered) } else { answered };
            (text, Some(tally.progress.settled as f64), tally.progress.total as f64)
        }
    };
    html! {
        <div class="screen-stage" role="status">
            <span>{text}</span>
            <progress aria-label={words::PROGRESS} value={done.map(|done| done.to_string())} max={all.max(1.0).to_string()}></progress>
            <button type="button" class="button small" onclick={ask.reform(|_: MouseEvent| BenchAsk::Cancel)}>{common::CANCEL}</button>
        </div>
    }
}
