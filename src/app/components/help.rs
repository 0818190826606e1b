use texlens_workspace::state::{Action, ViewAction};
use yew::prelude::*;

use super::modal::Modal;

const KEYS: [(&[&str], &str); 14] = [
    (&["j", "k"], "next and previous sample"),
    (
        &["n", "p"],
        "next and previous difference, formula, error, or place that explains the selected score",
    ),
    (
        &["\u{2190}", "\u{2192}"],
        "previous and next word or formula, when the page has the focus",
    ),
    (
        &["Shift", "\u{2190}", "\u{2192}"],
        "mark a part of the page, as dragging over it does; it can be copied, or read again",
    ),
    (&["u", "U"], "next and previous place that the OCR is not sure of"),
    (&["e"], "correct the selected word or formula"),
    (&["]", "["], "what the next and previous system says of the same"),
    (&["/"], "search the samples"),
    (&["c"], "compare systems, and back to the samples"),
    (&["t"], "add text"),
    (&["s"], "save"),
    (&["Ctrl", "z"], "bring the removed sample back, take a correction back"),
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
                {"A score of 1 is perfect, except where lower is said to be better. A score that is not defined for a \
                  sample says why instead of showing 0. Pick a score to see what it says, the places that explain it, \
                  and how it is measured."}
            </p>
            <h3>{"Compilation"}</h3>
            <p>
                {"The instant check says at once what would keep a prediction from compiling. It is an expectation: the \
                  verdict is that of pdfTeX, which runs in this browser once you ask for it. It is fetched once, and kept \
                  by the browser."}
            </p>
            <h3>{"Privacy"}</h3>
            <p>{"Pages and texts stay on this machine: nothing is uploaded. This browser keeps them until you remove them from the list, so that closing the page loses nothing."}</p>
        </Modal>
    }
}
