use gloo::timers::future::TimeoutFuture;
use js_sys::Date;
use texlens_workspace::commands::SampleSearch;
use texlens_workspace::state::{SampleId, Samples};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// The samples are looked at in slices of about this time, in milliseconds, between which the page is painted.
const SLICE_MS: f64 = 5.0;
/// So many samples are looked at between two looks at the clock.
const STEP: usize = 256;

/// What was found so far, and whether the search goes on.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::app) struct FoundSamples {
    pub(in crate::app) ids: Vec<SampleId>,
    pub(in crate::app) is_searching: bool,
}

/// Searches the samples by name and system. A longer query looks only at what the shorter one found.
#[hook]
pub(in crate::app) fn use_sample_search(samples: &Samples, query: &str) -> FoundSamples {
    let found = use_state_eq(FoundSamples::default);
    let last = use_mut_ref(|| None::<SampleSearch>);
    let turn = use_mut_ref(|| 0_u32);
    let arranged = use_memo(samples.clone(), Clone::clone);
    let set = found.setter();
    use_effect_with(
        (query.to_owned(), Arranged((*arranged).clone())),
        move |(query, Arranged(samples))| {
            let earlier = last.borrow_mut().take();
            let mut search = SampleSearch::new(samples, query, earlier);
            *turn.borrow_mut() += 1;
            let now = *turn.borrow();
            let this = turn.clone();
            spawn_local(async move {
                loop {
                    let start = Date::now();
                    while !search.is_done() && Date::now() - start < SLICE_MS {
                        search.step(STEP);
                    }
                    if *this.borrow() != now {
                        return;
                    }
                    set.set(FoundSamples {
                        ids: search.found().collect(),
                        is_searching: !search.is_done(),
                    });
                    if search.is_done() {
                        last.replace(Some(search));
                        return;
                    }
                    TimeoutFuture::new(0).await;
                    if *this.borrow() != now {
                        return;
                    }
                }
            });
            move || *turn.borrow_mut() += 1
        },
    );
    (*found).clone()
}

/// Samples that are searched again only if some came or went.
struct Arranged(Samples);

impl PartialEq for Arranged {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_arranged_as(&other.0)
    }
}
