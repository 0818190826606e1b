use yew::prelude::*;

/// One option of a [`Choice`].
#[derive(Clone, PartialEq)]
pub(super) struct ChoiceOption<T> {
    pub(super) value: T,
    pub(super) label: &'static str,
}

#[derive(Properties, PartialEq)]
pub(super) struct Props<T: PartialEq> {
    /// The accessible name of the group.
    pub(super) label: &'static str,
    pub(super) options: Vec<ChoiceOption<T>>,
    pub(super) value: T,
    pub(super) on_change: Callback<T>,
}

/// Shows a few exclusive options side by side.
#[component]
pub(super) fn Choice<T: PartialEq + Clone + 'static>(props: &Props<T>) -> Html {
    html! {
        <div class="choice" role="group" aria-label={props.label}>
            {for props.options.iter().map(|option| {
                let value = option.value.clone();
                html! {
                    <button
                        type="button"
                        aria-pressed={(option.value == props.value).to_string()}
                        onclick={props.on_change.reform(move |_| value.clone())}
                    >
                        {option.label}
                    </button>
                }
            })}
        </div>
    }
}
