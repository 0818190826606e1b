//! The choices of what is compared, which the comparison and the matrix share.

use std::rc::Rc;

use texlens_evaluate::Kind;
use texlens_workspace::state::{Choice, Compare, DatasetChoice};
use texlens_workspace::words::compare as words;
use yew::prelude::*;

use super::choose::Choose;
use super::same::Same;
use crate::app::components::select::Select;

/// Renders the choices of kind, dataset and samples, as far as there is something to choose.
pub(in crate::app::components) fn compared(
    compare: &Same<Compare>,
    kinds: &[(Kind, usize)],
    kind: Option<Kind>,
    datasets: &[(Rc<str>, usize)],
    dataset: Option<&Rc<str>>,
    systems: &[String],
    choose: &Choose,
) -> Html {
    html! {
        <>
            if kinds.len() > 1 { {levels(kinds, kind, choose)} }
            if datasets.len() > 1 { {which_dataset(datasets, dataset, choose)} }
            if systems.len() > 1 { {only_common(compare, choose)} }
        </>
    }
}

fn levels(kinds: &[(Kind, usize)], kind: Option<Kind>, choose: &Choose) -> Html {
    html! {
        <div class="choice" role="group" aria-label={words::KIND}>
            {for kinds.iter().map(|&(one, count)| {
                let choose = choose.clone();
                let pick = Callback::from(move |_: MouseEvent| {
                    choose.emit(Box::new(move |choice: &mut Choice| choice.kind = Some(one)));
                });
                html! {
                    <button type="button" aria-pressed={(kind == Some(one)).to_string()} onclick={pick} title={words::with_results(count)}>
                        {words::kind(one)}
                    </button>
                }
            })}
        </div>
    }
}

/// Renders the choice of a dataset. Datasets are compared separately, unless all are chosen together.
fn which_dataset(datasets: &[(Rc<str>, usize)], dataset: Option<&Rc<str>>, choose: &Choose) -> Html {
    let all: usize = datasets.iter().map(|(_, count)| count).sum();
    let options = datasets
        .iter()
        .map(|(name, count)| (name.to_string(), format!("{name} ({count})")));
    let options = options
        .chain([(String::new(), words::all_datasets(all))])
        .collect::<Vec<_>>();
    let pick = choose.reform(|name: String| -> Box<dyn FnOnce(&mut Choice)> {
        let dataset = match name.as_str() {
            "" => DatasetChoice::All,
            name => DatasetChoice::One(name.into()),
        };
        Box::new(move |choice: &mut Choice| choice.dataset = dataset)
    });
    html! {
        <Select label={words::DATASET} {options} value={dataset.map(|name| name.to_string()).unwrap_or_default()} on_change={pick} />
    }
}

/// Renders the choice to use only samples that all systems have, which makes systems with different samples comparable.
fn only_common(compare: &Same<Compare>, choose: &Choose) -> Html {
    let toggle = choose.reform(|_: Event| -> Box<dyn FnOnce(&mut Choice)> {
        Box::new(|choice: &mut Choice| choice.only_common = !choice.only_common)
    });
    html! {
        <label class="only-common">
            <input type="checkbox" checked={compare.choice.only_common} onchange={toggle} />
            <span>{words::ONLY_COMMON}</span>
        </label>
    }
}

/// Renders the choice of the compared systems, if there are more than two.
pub(in crate::app::components) fn which_systems(systems: &[String], compare: &Same<Compare>, choose: &Choose) -> Html {
    if systems.len() < 3 {
        return Html::default();
    }
    let left_out = &compare.choice.left_out;
    let taken = systems.iter().filter(|system| !left_out.contains(*system)).count();
    html! {
        <details class="systems">
            <summary>{words::systems(taken, systems.len())}</summary>
            <div class="checks" role="group" aria-label={words::SYSTEMS}>
                {for systems.iter().map(|system| {
                    let is_in = !left_out.contains(system);
                    let (choose, name) = (choose.clone(), system.clone());
                    let toggle = Callback::from(move |_: Event| {
                        let name = name.clone();
                        choose.emit(Box::new(move |choice: &mut Choice| {
                            if is_in {
                                choice.left_out.insert(name);
                            } else {
                                choice.left_out.remove(&name);
                            }
                        }));
                    });
                    html! {
                        <label><input type="checkbox" checked={is_in} disabled={is_in && taken < 2} onchange={toggle} /><span>{system}</span></label>
                    }
                })}
            </div>
        </details>
    }
}
