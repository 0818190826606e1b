use yew::prelude::*;

/// Returns the index of the shown part, and a callback that turns to another.
///
/// The part is the one that the user has turned to since `focus` changed, else the one with the selected place, else
/// the part that was last shown for this `of`.
#[hook]
pub(in crate::app) fn use_part<O, F>(of: O, focus: F, selected: Option<usize>, parts: usize) -> (usize, Callback<usize>)
where
    O: PartialEq + Clone + 'static,
    F: PartialEq + Clone + 'static,
{
    let turned = use_state(|| None::<(O, F, usize)>);
    let shown = use_mut_ref(|| None::<(O, usize)>);
    let turned_to = turned
        .as_ref()
        .filter(|(whose, when, _)| *whose == of && *when == focus);
    let before = || {
        let shown = shown.borrow();
        shown.as_ref().filter(|(whose, _)| *whose == of).map(|(_, part)| *part)
    };
    let part = turned_to.map(|(.., part)| *part).or(selected).or_else(before);
    let part = part.unwrap_or_default().min(parts.saturating_sub(1));
    shown.replace(Some((of.clone(), part)));
    let turn = Callback::from(move |part| turned.set(Some((of.clone(), focus.clone(), part))));
    (part, turn)
}
