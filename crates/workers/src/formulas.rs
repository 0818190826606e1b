//! The worker that renders formulas with KaTeX, one batch after the other.

use texlens_report::formula::{FormulaError, Renderer};
use texlens_workspace::messages::formulas::{Event, FormulaText, Rendering, Request, Unrendered};
use wasm_bindgen::prelude::*;

use texlens_worker_base::Port;

/// Starts to answer the page's requests.
#[wasm_bindgen]
pub fn start_formulas_worker() {
    let port = Port::open();
    let renderer = Renderer::default();
    let answers = port.clone();
    port.listen(move |heard| match heard {
        Ok(Request::Render { job, formulas }) => {
            let renderings = formulas.iter().map(|text| rendered(&renderer, text)).collect();
            answers.emit(Event::Rendered { job, renderings });
        }
        Err(message) => answers.failed(None, message),
    });
}

fn rendered(renderer: &Renderer, text: &FormulaText) -> Rendering {
    renderer
        .render(&text.source, &text.formula())
        .map_err(|error| Unrendered {
            message: error.to_string(),
            range: match error {
                FormulaError::Syntax { range, .. } => range,
                FormulaError::Refused(_) => None,
            },
        })
}
