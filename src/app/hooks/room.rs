use gloo::{events::EventListener, utils::window};
use texlens_workspace::state::Room;
use yew::prelude::*;

/// Returns how many columns the window has room for.
#[hook]
pub(in crate::app) fn use_room() -> Room {
    let room = use_state_eq(room);
    let set = room.setter();
    use_effect_with((), move |()| {
        let listener = EventListener::new(&window(), "resize", move |_| set.set(self::room()));
        move || drop(listener)
    });
    *room
}

/// Reports whether the window has room for only one column.
#[hook]
pub(in crate::app) fn use_narrow() -> bool {
    use_room() == Room::One
}

fn room() -> Room {
    let width = window().inner_width().ok().and_then(|width| width.as_f64());
    width.map_or(Room::Three, Room::of)
}
