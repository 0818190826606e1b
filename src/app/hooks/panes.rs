use texlens_workspace::state::Panes;
use yew::prelude::*;

use super::stored::{store, stored};

const KEY: &str = "panes";

/// Returns the sizes of the panes from an earlier visit.
pub(in crate::app) fn stored_panes() -> Panes {
    stored(KEY).map(|json| Panes::read(&json)).unwrap_or_default()
}

/// Remembers the sizes of the panes.
#[hook]
pub(in crate::app) fn use_panes(panes: Panes) {
    use_effect_with(panes, |panes| store(KEY, panes.written().as_deref()));
}
