use texlens_workspace::unfinished::Interrupted;
use texlens_workspace::words::{common, interrupted as words};
use yew::prelude::*;

use super::confirm::Confirm;
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
        <section class="toast interrupted" role="status" aria-label={words::NAME}>
            <div>
                <p><strong>{words::headline(interrupted.pieces)}</strong></p>
                {advice(interrupted)}
            </div>
            <div class="buttons">
                if interrupted.missing == 0 {
                    <button type="button" class="button small" onclick={ask.reform(move |_| Ask::GoOn(import))}>{words::CONTINUE}</button>
                } else if interrupted.folder.is_some() {
                    <FileButton label={words::ADD_FOLDER} folder=true {importer} />
                } else {
                    <FileButton label={words::ADD_FILES} {importer} />
                }
                <Confirm label={words::DISCARD} question={words::DISCARD_ASK} on_confirm={ask.reform(move |()| Ask::Forget(import))} />
            </div>
        </section>
    }
}

fn advice(interrupted: &Interrupted) -> Html {
    let Interrupted {
        missing, named, folder, ..
    } = interrupted;
    if *missing == 0 {
        return html! { <p>{words::COMPLETE}</p> };
    }
    let more = missing.saturating_sub(named.len());
    html! {
        <>
            <p>
                {words::missing(*missing)}{" "}
                {match folder {
                    Some(folder) => html! {
                        <>{words::BEFORE_FOLDER}{" "}<code>{folder}</code>{" "}{words::AFTER_FOLDER}</>
                    },
                    None => html! { {words::SEPARATE_FILES} },
                }}
            </p>
            <ul>
                {for named.iter().map(|path| html! { <li><code>{path}</code></li> })}
                if more > 0 {
                    <li class="dim">{common::more(more)}</li>
                }
            </ul>
        </>
    }
}
