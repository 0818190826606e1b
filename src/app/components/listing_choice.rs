use gloo::timers::callback::Timeout;
use texlens_metrics::{Group, Info, infos};
use texlens_workspace::state::{Action, Filter, Listing, Order, Samples, SelectAction};
use texlens_workspace::words::list as words;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::app::hooks::SEARCH;

/// Up to this number of samples, the list needs no filter.
const FEW: usize = 2;
/// The list is filtered after this pause in typing.
const TYPING_MS: u32 = 150;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) samples: Samples,
    pub(super) listing: Listing,
    /// The number of listed samples.
    pub(super) listed: usize,
    pub(super) send: Callback<Action>,
}

/// Shows the choice of the listed samples and their order. A lone sample needs none.
#[component]
pub(super) fn ListingChoice(props: &Props) -> Html {
    let Props {
        samples,
        listing,
        listed,
        send,
    } = props;
    if samples.len() < FEW && *listing == Listing::default() {
        return Html::default();
    }
    let show_all = send.reform(|_| Action::Select(SelectAction::List(Listing::default())));
    html! {
        <search class="listing">
            <Search listing={listing.clone()} {send} />
            <div class="choices">
                {filters(samples, listing, send)}
                {orders(samples, listing, send)}
            </div>
            if listing.is_selective() {
                <p role="status">
                    {words::listed(*listed, samples.len())}
                    {" "}
                    <button type="button" class="link" onclick={show_all}>{words::SHOW_ALL}</button>
                </p>
            }
        </search>
    }
}

/// Renders the filters that admit at least one sample.
fn filters(samples: &Samples, listing: &Listing, send: &Callback<Action>) -> Html {
    let count = |filter: Filter| match filter {
        // Counting these would need a look at every sample.
        Filter::Disputed => None,
        filter => Some(samples.admitted(filter)),
    };
    let is_offered = |filter: &Filter| match filter {
        Filter::Disputed => samples.systems().len() > 1,
        filter => *filter == listing.filter || count(*filter) > Some(0),
    };
    let choose = {
        let listing = listing.clone();
        send.reform(move |event: Event| {
            let id = chosen(&event);
            let filter = Filter::all().find(|filter| filter.id() == id).unwrap_or_default();
            Action::Select(SelectAction::List(Listing {
                filter,
                ..listing.clone()
            }))
        })
    };
    html! {
        <select aria-label={words::FILTERS} onchange={choose}>
            {for Filter::all().filter(is_offered).map(|filter| html! {
                <option value={filter.id()} selected={filter == listing.filter}>
                    {filter.name()}
                    if let Some(count) = count(filter) { {" ("}{count}{")"} }
                </option>
            })}
        </select>
    }
}

/// Renders the orders that make sense for samples of these kinds, and their direction.
fn orders(samples: &Samples, listing: &Listing, send: &Callback<Action>) -> Html {
    let kinds: Vec<_> = samples.kinds().collect();
    let fits = |info: &&Info| info.kinds.iter().any(|kind| kinds.contains(kind));
    let metrics: Vec<&Info> = infos().iter().copied().filter(fits).collect();
    let reorder = {
        let listing = listing.clone();
        move |order: Order| {
            Action::Select(SelectAction::List(Listing {
                order,
                ..listing.clone()
            }))
        }
    };
    let best_first = matches!(listing.order, Order::Score { best_first: true, .. });
    let choose = {
        let reorder = reorder.clone();
        send.reform(move |event: Event| {
            reorder(match chosen(&event).as_str() {
                "" => Order::Arrival,
                "name" => Order::Name,
                metric => Order::Score {
                    metric: metric.trim_start_matches('#').into(),
                    best_first,
                },
            })
        })
    };
    let group = |group: &[&Info]| {
        let name = group.first().map_or("", |info| Group::name(info.group));
        html! {
            <optgroup label={name}>
                {for group.iter().map(|info| {
                    let selected = matches!(&listing.order, Order::Score { metric, .. } if **metric == *info.id);
                    html! { <option value={format!("#{}", info.id)} {selected}>{info.name}</option> }
                })}
            </optgroup>
        }
    };
    let turn = match &listing.order {
        Order::Score { metric, best_first } => {
            let order = Order::Score {
                metric: metric.clone(),
                best_first: !best_first,
            };
            let (sign, says) = if *best_first {
                ("\u{2193}", words::WORST_FIRST)
            } else {
                ("\u{2191}", words::BEST_FIRST)
            };
            html! {
                <button type="button" class="icon" aria-label={says} title={says} onclick={send.reform(move |_| reorder(order.clone()))}>{sign}</button>
            }
        }
        Order::Arrival | Order::Name => Html::default(),
    };
    html! {
        <>
            <select aria-label={words::ORDERS} onchange={choose}>
                <option value="" selected={listing.order == Order::Arrival}>{words::BY_ARRIVAL}</option>
                <option value="name" selected={listing.order == Order::Name}>{words::BY_NAME}</option>
                {for metrics.chunk_by(|a, b| a.group == b.group).map(group)}
            </select>
            {turn}
        </>
    }
}

fn chosen(event: &Event) -> String {
    let select = event.target_dyn_into::<HtmlSelectElement>();
    select.map_or_else(String::new, |select| select.value())
}

#[derive(Properties, PartialEq)]
struct SearchProps {
    listing: Listing,
    send: Callback<Action>,
}

/// Shows the search field. The list follows a moment after the last keystroke.
#[component]
fn Search(props: &SearchProps) -> Html {
    let waiting = use_mut_ref(|| None::<Timeout>);
    let oninput = {
        let (listing, send, waiting) = (props.listing.clone(), props.send.clone(), waiting.clone());
        Callback::from(move |event: InputEvent| {
            let Some(field) = event.target_dyn_into::<HtmlInputElement>() else {
                return;
            };
            let (listing, send) = (listing.clone(), send.clone());
            let follow = move || {
                send.emit(Action::Select(SelectAction::List(Listing {
                    query: field.value().into(),
                    ..listing
                })))
            };
            *waiting.borrow_mut() = Some(Timeout::new(TYPING_MS, follow));
        })
    };
    html! {
        <input
            id={SEARCH}
            type="search"
            aria-label={words::SEARCH}
            placeholder={words::SEARCH_EMPTY}
            title={words::search_about()}
            autocomplete="off"
            spellcheck="false"
            value={props.listing.query.to_string()}
            {oninput}
        />
    }
}
