use texlens_workspace::unfinished::Interrupted;
use texlens_workspace::words::count;
use yew::prelude::*;

use super::file_button::FileButton;
use crate::app::hooks::{Ask, Importer};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) interrupted: Interrupted,
    pub(super) importer: Importer,
    pub(super) ask: Callback<Ask>,
}

/// Shows an import of an earlier visit that cannot continue automatically: what it lacks, and what to do.
#[component]
pub(super) fn InterruptedImport(props: &Props) -> Html {
    let Props {
        interrupted,
        importer,
        ask,
    } = props;
    let import = interrupted.import;
    html! {
        <section class="toast interrupted" role="status" aria-label="Interrupted import">
            <div>
                <p><strong>{format!("An import of {} was interrupted", count(interrupted.pieces, "sample"))}</strong></p>
                {advice(interrupted)}
            </div>
            <div class="buttons">
                if interrupted.missing == 0 {
                    <button type="button" class="button small" onclick={ask.reform(move |_| Ask::GoOn(import))}>{"Continue import"}</button>
                } else if interrupted.folder.is_some() {
                    <FileButton label="Add folder again" folder=true {importer} />
                } else {
                    <FileButton label="Add files again" {importer} />
                }
                <button type="button" class="button small" onclick={ask.reform(move |_| Ask::Forget(import))}>{"Discard the rest"}</button>
            </div>
        </section>
    }
}

fn advice(interrupted: &Interrupted) -> Html {
    let Interrupted {
        missing, named, folder, ..
    } = interrupted;
    if *missing == 0 {
        return html! {
            <p>{"The page was closed or crashed twice before the import was complete. The imported samples are in the list. \
                Continue the import to try once more."}</p>
        };
    }
    let more = missing.saturating_sub(named.len());
    html! {
        <>
            <p>
                {"The imported samples are in the list. The rest needs "}{count(*missing, "file")}{" that your disk has, but not this browser. "}
                {match folder {
                    Some(folder) => html! { <>{"Add the folder "}<code>{folder}</code>{" again"}</> },
                    None => html! { {"Add these files again, all at once"} },
                }}
                {": only missing samples are imported."}
            </p>
            <ul>
                {for named.iter().map(|path| html! { <li><code>{path}</code></li> })}
                if more > 0 {
                    <li class="dim">{format!("and {more} more")}</li>
                }
            </ul>
        </>
    }
}
