use std::rc::Rc;

use texlens_blob::Blob;
use texlens_evaluate::Formula;
use texlens_ocr::{BBox, TokenKind};
use texlens_workspace::picture::Picture;
use texlens_workspace::state::{Action, CorrectAction, Sample, ViewAction};
use texlens_workspace::words::{common, correct as words};
use yew::prelude::*;

use super::{formula_view::FormulaView, modal::Modal, text_area::value};
use crate::app::hooks::use_object_url;

/// Margin around the place in the crop, as a multiple of the height of the place.
const AROUND: f32 = 1.2;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    pub(super) image: Rc<Picture>,
    /// The encoded bytes of the image.
    pub(super) blob: Blob,
    /// The index of the word or formula.
    pub(super) token: usize,
    pub(super) send: Callback<Action>,
}

/// Shows a word or formula as it stands on the page, with its recognised text, which can be edited.
#[component]
pub(super) fn Correct(props: &Props) -> Html {
    let Props {
        sample,
        image,
        blob,
        token: index,
        send,
    } = props;
    let area = use_node_ref();
    let read = sample.recognition().and_then(|recognition| {
        let token = recognition.tokens.get(*index)?;
        Some((recognition.latex_of(token).to_owned(), token.bbox, token.kind))
    });
    let (latex, bbox, kind) = read.unwrap_or((String::new(), BBox::default(), TokenKind::Text));
    let typed = {
        let latex = latex.clone();
        use_state_eq(move || latex)
    };
    let input = {
        let (area, typed) = (area.clone(), typed.setter());
        Callback::from(move |_: InputEvent| typed.set(value(&area)))
    };
    let (id, index) = (sample.id, *index);
    let save = {
        let (area, send) = (area.clone(), send.clone());
        move || {
            let latex = value(&area);
            send.emit(Action::Correct(CorrectAction::Correct {
                sample: id,
                token: index,
                latex,
            }));
        }
    };
    let submit = {
        let save = save.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            save();
        })
    };
    let keys = Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
            event.prevent_default();
            save();
        }
    });
    let is_formula = matches!(kind, TokenKind::InlineMath | TokenKind::DisplayMath);
    let rows = latex.lines().count().clamp(1, 10);
    html! {
        <Modal title={words::TITLE} on_close={send.reform(|()| Action::View(ViewAction::Dialog(None)))}>
            <form class="correct" onsubmit={submit}>
                <Crop image={image.clone()} blob={blob.clone()} {bbox} />
                if is_formula {
                    <Preview latex={(*typed).clone()} />
                }
                <label>
                    <span>{common::LATEX}</span>
                    <textarea ref={area} rows={rows.to_string()} spellcheck="false" autofocus=true defaultvalue={latex} oninput={input} onkeydown={keys} />
                </label>
                <div class="dialog-foot">
                    <span class="dim">{words::KEYS}</span>
                    <button type="submit" class="button primary">{common::SAVE}</button>
                </div>
            </form>
        </Modal>
    }
}

#[derive(Properties, PartialEq)]
struct CropProps {
    image: Rc<Picture>,
    blob: Blob,
    bbox: BBox,
}

/// Shows the place on the page, enlarged, with its surroundings.
#[component]
fn Crop(props: &CropProps) -> Html {
    let CropProps { image, blob, bbox } = props;
    let url = use_object_url(blob);
    let air = AROUND * (bbox.y1 - bbox.y0).max(8.0);
    let (x, y) = (bbox.x0 - air, bbox.y0 - air);
    let (width, height) = (bbox.x1 - bbox.x0 + 2.0 * air, bbox.y1 - bbox.y0 + 2.0 * air);
    html! {
        <svg class="crop" viewBox={format!("{x} {y} {width} {height}")} role="img" aria-label={words::PLACE}>
            <image href={url.to_string()} width={image.width.to_string()} height={image.height.to_string()} />
            <rect x={bbox.x0.to_string()} y={bbox.y0.to_string()} width={(bbox.x1 - bbox.x0).to_string()} height={(bbox.y1 - bbox.y0).to_string()} />
        </svg>
    }
}

#[derive(Properties, PartialEq)]
struct PreviewProps {
    latex: String,
}

/// Renders the first formula of the typed text.
#[component]
fn Preview(props: &PreviewProps) -> Html {
    let formula = texlens_latex::Markup::Latex.formulas(&props.latex).into_iter().next();
    let formula = formula.map(|found| Formula {
        latex: props.latex.get(found.body).unwrap_or_default().to_owned(),
        display: found.display,
        range: found.range,
    });
    html! {
        <div class="preview" aria-live="polite">
            if let Some(formula) = formula {
                <FormulaView source={Rc::<str>::from(props.latex.as_str())} {formula} with_latex={false} is_typed=true />
            } else {
                <p class="dim">{words::NO_FORMULA}</p>
            }
        </div>
    }
}
