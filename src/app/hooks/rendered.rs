//! Formulas as KaTeX renders them.

use std::cell::RefCell;
use std::rc::Rc;

use texlens_workspace::messages::formulas::{FormulaText, Rendering};
use yew::prelude::*;

use crate::worker::formulas::{FormulaClient, Wish};

thread_local! {
    // All formulas of the page share a worker.
    static FORMULAS: FormulaClient = FormulaClient::new();
}

/// The formula of a component, and how it is rendered.
struct Shown {
    text: FormulaText,
    rendering: Rc<RefCell<Option<Rc<Rendering>>>>,
    _wish: Option<Wish>,
}

impl Shown {
    /// Shows a formula. Until it is rendered, `before` is shown.
    fn of(text: FormulaText, before: Option<Rc<Rendering>>, render: UseForceUpdateHandle) -> Self {
        FORMULAS.with(|client| {
            let kept = client.kept(&text);
            let is_missing = kept.is_none();
            let rendering = Rc::new(RefCell::new(kept.or(before)));
            let wish = is_missing.then(|| {
                let rendering = Rc::clone(&rendering);
                client.render(text.clone(), move |rendered| {
                    rendering.replace(Some(rendered));
                    render.force_update();
                })
            });
            Self {
                text,
                rendering,
                _wish: wish,
            }
        })
    }
}

/// Returns a formula as KaTeX renders it, or `None` until the worker has done so; the component is then rendered again.
/// With `is_typed`, the formula changes while a person types it, and the last rendering stays until the next one.
#[hook]
pub(in crate::app) fn use_rendered(text: FormulaText, is_typed: bool) -> Option<Rc<Rendering>> {
    let shown = use_mut_ref(|| None::<Shown>);
    let render = use_force_update();
    let mut shown = shown.borrow_mut();
    let current = match shown.take() {
        Some(current) if current.text == text => current,
        before => {
            let before = before.filter(|_| is_typed);
            let before = before.and_then(|before| before.rendering.borrow().clone());
            Shown::of(text, before, render)
        }
    };
    let rendering = current.rendering.borrow().clone();
    *shown = Some(current);
    rendering
}
