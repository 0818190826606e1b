use std::collections::HashMap;
use std::rc::Rc;

use gloo::net::http::{Request, Response};
use texlens_workspace::words::guide::UNREACHABLE;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// The guides to the metrics, in HTML by id.
pub(in crate::app) type Guides = Rc<HashMap<String, AttrValue>>;

/// Fetches the guides to the metrics. Returns `None` until they have arrived, and an error if they cannot be fetched.
#[hook]
pub(in crate::app) fn use_guides() -> Option<Result<Guides, &'static str>> {
    let guides = use_state(|| None);
    {
        let set = guides.setter();
        use_effect_with((), move |()| {
            spawn_local(async move {
                let fetched = fetch().await;
                set.set(Some(fetched.ok_or(UNREACHABLE)));
            });
        });
    }
    (*guides).clone()
}

async fn fetch() -> Option<Guides> {
    let response = Request::get("guides.json").send().await.ok();
    let guides: HashMap<String, String> = response.filter(Response::ok)?.json().await.ok()?;
    Some(Rc::new(
        guides.into_iter().map(|(id, html)| (id, html.into())).collect(),
    ))
}
