use texlens_workspace::state::{Action, ViewAction};
use yew::prelude::*;

use super::modal::Modal;

const KEYS: [(&[&str], &str); 14] = [
    (&["j", "k"], "next and previous sample"),
    (
        &["n", "p"],
        "next and previous difference, formula, error, or passage that explains the selected score",
    ),
    (
        &["\u{2190}", "\u{2192}"],
        "previous and next word or formula, when the page has the focus",
    ),
    (
        &["Shift", "\u{2190}", "\u{2192}"],
        "mark a region of the page, as dragging does; you can copy it or read it again",
    ),
    (&["u", "U"], "next and previous unsure place"),
    (&["e"], "correct the selected word or formula"),
    (&["]", "["], "next and previous system for the same sample"),
    (&["/"], "search the samples"),
    (&["c"], "switch between the samples and the comparison of systems"),
    (&["t"], "add text"),
    (&["s"], "save"),
    (&["Ctrl", "z"], "restore the removed sample, undo a correction"),
    (&["Esc"], "close, deselect, dismiss"),
    (&["?"], "this help"),
];

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) send: Callback<Action>,
}

/// Lists the keys and explains the app in a few words.
#[component]
pub(super) fn Help(props: &Props) -> Html {
    html! {
        <Modal title="Help" on_close={props.send.reform(|()| Action::View(ViewAction::Dialog(None)))}>
            <h3>{"Keys"}</h3>
            <dl class="keys">
                {for KEYS.iter().map(|(keys, meaning)| html! {
                    <>
                        <dt>{for keys.iter().map(|key| html! { <kbd>{*key}</kbd> })}</dt>
                        <dd>{*meaning}</dd>
                    </>
                })}
            </dl>
            <h3>{"Files"}</h3>
            <p>
                {"Drop or paste anywhere. "}<code>{"page.tex"}</code>{" is the reference of "}<code>{"page.png"}</code>
                {" or "}<code>{"page.pdf"}</code>{"; "}<code>{"page.pred.tex"}</code>{" or "}<code>{"page.md"}</code>{" is a prediction. Two texts and no image are \
                 a reference and a prediction, in this order unless their names say otherwise."}
            </p>
            <h3>{"Scores"}</h3>
            <p>
                {"A score of 1 is perfect, unless the metric says that lower is better. An undefined score states the \
                  reason instead of showing 0. Select a score to see a summary, the passages that explain it, \
                  and how it is measured."}
            </p>
            <h3>{"Compilation"}</h3>
            <p>
                {"The instant check immediately lists the errors to expect. The \
                  verdict comes from pdfTeX, which runs in this browser on request. pdfTeX is downloaded once, and stored \
                  by the browser."}
            </p>
            <h3>{"Privacy"}</h3>
            <p>{"Pages and texts stay on this machine: nothing is uploaded. This browser stores them until you remove them from the list, so that closing the page loses nothing."}</p>
        </Modal>
    }
}
