//! The dialog that starts a run: which model and pages, at what cost, and exactly what leaves this machine.

use gloo::timers::callback::Timeout;
use texlens_readers::{Granularity, Prompt};
use texlens_workspace::judging::Field;
use texlens_workspace::readers::{ReaderField, ReaderForm as Form, ReaderProblem, WhichPages};
use texlens_workspace::state::{Action, ReaderAction, ReaderOffer, ReaderPreview, Readers, ViewAction};
use texlens_workspace::words::{common, judge::form as fields, judge::offer, readers as words};
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::app::components::compare::Same;
use crate::app::components::judge::{ModelEdit, Prices, Shown, TextField, Whom};
use crate::app::components::modal::Modal;
use crate::app::components::select::Select;
use crate::app::hooks::{ReaderAsk, last_reader_form, use_form};

/// The preview of the requests is calculated after this pause in typing.
const PAUSE_MS: u32 = 300;

#[derive(Properties, PartialEq)]
pub(in crate::app::components) struct Props {
    pub(in crate::app::components) readers: Same<Readers>,
    /// Number of pages with an image.
    pub(in crate::app::components) pages: usize,
    pub(in crate::app::components) ask: Callback<ReaderAsk>,
    pub(in crate::app::components) send: Callback<Action>,
}

/// The sheet in which a person agrees to what is sent.
#[component]
pub(in crate::app::components) fn ReaderSheet(props: &Props) -> Html {
    let Props {
        readers,
        pages,
        ask,
        send,
    } = props;
    let form = use_form(last_reader_form);
    // The key exists only in this component and in the requests.
    let key = use_state_eq(String::new);
    use_looking(&form, *pages, ask, send);
    let offered = match &readers.preview {
        ReaderPreview::Ready(offer) if offer.form == *form => Some(offer.clone()),
        _ => None,
    };
    let problem = match &readers.preview {
        ReaderPreview::Refused(problem) => Some(problem),
        _ => None,
    };
    let of_model = problem.and_then(|problem| problem.of_model()).cloned();
    let account = form.model.account(&key);
    let start = {
        let (ask, send, account) = (ask.clone(), send.clone(), account.clone().ok());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(account) = account.clone() {
                ask.emit(ReaderAsk::Start(account));
                send.emit(Action::View(ViewAction::Dialog(None)));
            }
        })
    };
    let on_key = {
        let key = key.setter();
        Callback::from(move |typed: String| key.set(typed))
    };
    let key_problem = match &account {
        Err(problem) if !key.is_empty() => Some(problem.message.clone()),
        _ => None,
    };
    let text =
        |field: ReaderField, label: &'static str, placeholder: &str, value: &str, edit: fn(&mut Form, String)| {
            let problem = problem.filter(|problem| problem.is_of(field));
            html! {
                <TextField
                    {label}
                    value={value.to_owned()}
                    placeholder={placeholder.to_owned()}
                    problem={problem.map(|_| words::problem(field).to_owned())}
                    on_change={form.edit(edit)}
                />
            }
        };
    let budget_problem = of_model.as_ref().filter(|problem| problem.field == Field::Budget);
    let budget_problem = budget_problem.map(|problem| problem.message.clone());
    let on_model = form.edit(|form: &mut Form, edit: ModelEdit| edit(&mut form.model));
    html! {
        <Modal title={words::TITLE} class="judge reader" keeps_beside=true on_close={send.reform(|()| Action::View(ViewAction::Dialog(None)))}>
            <form onsubmit={start}>
                <p class="dim">{words::INTRODUCTION}</p>
                <Whom form={form.model.clone()} list="reader-models" problem={of_model.clone()} change={on_model.clone()} />
                <TextField label={fields::KEY} kind="password" value={(*key).clone()} problem={key_problem} note={fields::KEY_NOTE} on_change={on_key} />
                <div class="field-row">
                    <Prices form={form.model.clone()} problem={of_model} change={on_model} />
                    <TextField label={fields::BUDGET} value={form.budget.clone()} problem={budget_problem} on_change={form.edit(|form: &mut Form, typed| form.budget = typed)} />
                </div>
                <div class="field-row">
                    {pages_choice(&form, *pages, form.edit(|form: &mut Form, which| form.which = which))}
                    <TextField
                        label={words::SYSTEM}
                        value={form.system.clone()}
                        placeholder={form.model.model.clone()}
                        on_change={form.edit(|form: &mut Form, typed| form.system = typed)}
                    />
                </div>
                <details class="more">
                    <summary>{words::MORE}</summary>
                    {prompt_choice(&form, form.edit(|form: &mut Form, prompt| form.prompt = prompt))}
                    if let Some(prompt) = &form.prompt {
                        {prompt_text(prompt, form.edit(|form: &mut Form, typed| form.prompt = Some(typed)))}
                        if problem.is_some_and(|problem| problem.is_of(ReaderField::Prompt)) {
                            <small class="refused" role="alert">{words::problem(ReaderField::Prompt)}</small>
                        }
                    } else {
                        <details class="example">
                            <summary>{words::PROMPT_OF_TEXOCR}</summary>
                            <pre tabindex="0">{Prompt::all().first().map(Prompt::text)}</pre>
                        </details>
                    }
                    <div class="field-row">
                        {granularity_choice(&form, form.edit(|form: &mut Form, chosen| form.granularity = chosen))}
                        if form.granularity != Granularity::SingleImage {
                            {text(ReaderField::PagesPerRequest, words::PAGES_PER_REQUEST, "", &form.pages_per_request, |form, typed| form.pages_per_request = typed)}
                        }
                    </div>
                    if form.granularity != Granularity::SingleImage {
                        <p class="dim">{words::SEVERAL_NOTE}</p>
                    }
                    <div class="field-row">
                        {text(ReaderField::LongestSide, words::LONGEST_SIDE, words::AS_THEY_ARE, &form.longest_side, |form, typed| form.longest_side = typed)}
                        {text(ReaderField::Temperature, words::TEMPERATURE, words::DEFAULT, &form.temperature, |form, typed| form.temperature = typed)}
                    </div>
                    <div class="field-row">
                        {text(ReaderField::MaxOutputTokens, words::MAX_OUTPUT_TOKENS, "", &form.max_output_tokens, |form, typed| form.max_output_tokens = typed)}
                        {text(ReaderField::Completions, words::COMPLETIONS, "", &form.completions, |form, typed| form.completions = typed)}
                    </div>
                </details>
                {preview(&readers.preview, offered.as_deref())}
                <div class="dialog-foot">
                    <button type="button" class="button" onclick={send.reform(|_| Action::View(ViewAction::Dialog(None)))}>{common::CANCEL}</button>
                    <button type="submit" class="button primary" disabled={readers.stage.is_busy() || account.is_err() || offered.is_none()}>
                        {words::submit(offered.as_deref())}
                    </button>
                </div>
            </form>
        </Modal>
    }
}

fn pages_choice(form: &Form, pages: usize, change: Callback<WhichPages>) -> Html {
    const CHOICES: [WhichPages; 2] = [WhichPages::Shown, WhichPages::All];
    let options = CHOICES.into_iter().zip(0_usize..);
    let options = options.map(|(which, index)| (index.to_string(), words::which(which, pages)));
    let value = CHOICES
        .iter()
        .position(|which| *which == form.which)
        .unwrap_or_default();
    let on_change = change.reform(move |chosen: String| {
        let index: usize = chosen.parse().unwrap_or_default();
        CHOICES.get(index).copied().unwrap_or_default()
    });
    html! { <Select label={words::PAGES} options={options.collect::<Vec<_>>()} value={value.to_string()} class="field" {on_change} /> }
}

fn granularity_choice(form: &Form, change: Callback<Granularity>) -> Html {
    let options = Granularity::ALL.map(|chosen| (chosen.name().to_owned(), words::granularity(chosen).to_owned()));
    let on_change = change.reform(|name: String| {
        let chosen = Granularity::ALL.into_iter().find(|chosen| chosen.name() == name);
        chosen.unwrap_or_default()
    });
    html! { <Select label={words::GRANULARITY} options={Vec::from(options)} value={form.granularity.name()} class="field" {on_change} /> }
}

/// Renders the choice between TexOCR's prompt and one's own.
fn prompt_choice(form: &Form, change: Callback<Option<String>>) -> Html {
    let options = vec![
        ("texocr".to_owned(), words::PROMPT_OF_TEXOCR.to_owned()),
        ("own".to_owned(), words::PROMPT_OWN.to_owned()),
    ];
    let on_change = change.reform(|chosen: String| (chosen == "own").then(String::new));
    let value = if form.prompt.is_some() { "own" } else { "texocr" };
    html! { <Select label={words::PROMPT} {options} {value} class="field" {on_change} /> }
}

fn prompt_text(prompt: &str, change: Callback<String>) -> Html {
    let oninput = change.reform(|event: InputEvent| {
        let area = event.target_dyn_into::<HtmlTextAreaElement>();
        area.map(|area| area.value()).unwrap_or_default()
    });
    html! {
        <label class="field">
            <span>{words::PROMPT_TEXT}</span>
            <textarea rows="6" value={prompt.to_owned()} {oninput} />
        </label>
    }
}

/// Asks for a preview of the run after each change of the form or of the pages, once typing pauses.
#[hook]
fn use_looking(form: &Form, pages: usize, ask: &Callback<ReaderAsk>, send: &Callback<Action>) {
    let waiting = use_mut_ref(|| None::<Timeout>);
    let (ask, send) = (ask.clone(), send.clone());
    use_effect_with((form.clone(), pages), move |(form, _)| {
        send.emit(Action::Readers(ReaderAction::Looked(ReaderPreview::Open)));
        let form = form.clone();
        let later = Timeout::new(PAUSE_MS, move || ask.emit(ReaderAsk::Look(form)));
        // Dropping the earlier timer cancels it.
        waiting.replace(Some(later));
    });
}

/// Renders the requests, their destination and their cost.
fn preview(preview: &ReaderPreview, offered: Option<&ReaderOffer>) -> Html {
    let Some(offer) = offered else {
        let text = match preview {
            ReaderPreview::Refused(ReaderProblem::NoPages) => words::NO_PAGES,
            ReaderPreview::Refused(_) => offer::MODEL_MISSING,
            _ => offer::COUNTING,
        };
        return html! { <section class="offer"><p class="dim">{text}</p></section> };
    };
    html! {
        <section class="offer" aria-label={words::PREVIEW}>
            <p><strong>{words::requests(offer)}</strong></p>
            <p>{words::cost(offer)}</p>
            if offer.replaced > 0 { <p role="note"><strong>{words::replaced(offer.replaced)}</strong></p> }
            if let Some(example) = &offer.example { <Shown example={example.clone()} /> }
        </section>
    }
}
