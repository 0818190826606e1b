//! The commands that the palette lists, in its order.

use std::rc::Rc;

use crate::commands::{Command, Obstacle};
use crate::fuzzy::{Best, Query};
use crate::state::State;
use crate::words::commands as words;

/// Maximum number of commands that a query finds.
const MOST: usize = 60;
/// Rank of recently used commands above their equals.
const RECENT: u32 = 150;
/// Rank of possible commands above their equals: less than a match of words has above one of single letters.
const POSSIBLE: u32 = 300;

/// A command of the palette. None of its fields depends on the query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The command.
    pub command: Command,
    /// Its label.
    pub label: String,
    /// The id by which the browser remembers it; `None` if the browser does not.
    pub id: Option<String>,
    /// The reason why it is not possible.
    pub obstacle: Option<Obstacle>,
}

/// The commands of the palette, by their groups.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listed {
    /// The recently used commands, if the query is empty.
    pub recent: Vec<Rc<Offer>>,
    /// The other commands.
    pub others: Vec<Rc<Offer>>,
}

/// Returns all commands that make sense in a state. Takes time linear in the number of samples.
#[must_use]
pub fn offers(state: &State) -> Vec<Rc<Offer>> {
    let offer = |command: Command| {
        Rc::new(Offer {
            label: words::label(&command),
            id: command.remembered_as(),
            obstacle: command.deed(state).err(),
            command,
        })
    };
    Command::all(state).into_iter().map(offer).collect()
}

/// Returns the commands that match a query, the best first. With an empty query, possible commands come first. `recent`
/// has the ids of the recently used commands, the latest first.
#[must_use]
pub fn listed(offers: &[Rc<Offer>], query: &str, recent: &[String]) -> Listed {
    let query = Query::new(query);
    if query.is_empty() {
        let used = |id: &String| offers.iter().find(|offer| offer.id.as_ref() == Some(id)).cloned();
        return Listed {
            recent: possible_first(recent.iter().filter_map(used)),
            others: possible_first(offers.iter().filter(|offer| !is_recent(offer, recent)).cloned()),
        };
    }
    let mut best = Best::of(MOST);
    for (at, offer) in offers.iter().enumerate() {
        if let Some(rank) = query.rank(&[&offer.label]) {
            let recent = if is_recent(offer, recent) { RECENT } else { 0 };
            let possible = if offer.obstacle.is_none() { POSSIBLE } else { 0 };
            best.take(rank + recent + possible, at);
        }
    }
    Listed {
        recent: Vec::new(),
        others: best.iter().filter_map(|at| offers.get(at).cloned()).collect(),
    }
}

fn is_recent(offer: &Offer, recent: &[String]) -> bool {
    offer.id.as_ref().is_some_and(|id| recent.contains(id))
}

fn possible_first(offers: impl Iterator<Item = Rc<Offer>>) -> Vec<Rc<Offer>> {
    let (mut possible, impossible): (Vec<_>, Vec<_>) = offers.partition(|offer| offer.obstacle.is_none());
    possible.extend(impossible);
    possible
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{Action, Screen, ViewAction};
    use crate::testing::handed;

    fn labels(offers: &[Rc<Offer>]) -> Vec<&str> {
        offers.iter().map(|offer| offer.label.as_str()).collect()
    }

    #[test]
    fn possible_commands_come_first_in_the_order_of_the_palette() {
        let state = State::default().after(handed(&[("a.tex", b"x"), ("a.pred.tex", b"y")]));
        let state = state.after(Action::View(ViewAction::Screen(Screen::Compare)));
        let offers = offers(&state);
        assert!(
            offers.first().is_some_and(|offer| offer.obstacle.is_some()),
            "the test needs a first command that is not possible"
        );
        let (possible, impossible): (Vec<_>, Vec<_>) =
            offers.iter().cloned().partition(|offer| offer.obstacle.is_none());
        let listed = listed(&offers, "", &[]);
        assert_eq!(listed.others, [possible, impossible].concat());
        assert_eq!(listed.recent, []);
    }

    #[test]
    fn recently_used_commands_have_a_group_or_come_before_their_equals() {
        let offers = offers(&State::default());
        let recent = ["Help", "Undo", "AddFolder"].map(str::to_owned);
        let all = listed(&offers, " ", &recent);
        assert_eq!(
            labels(&all.recent),
            ["Help", "Add folder", "Undo"],
            "nothing can be undone"
        );
        assert!(!labels(&all.others).contains(&"Help"));
        let first = |recent: &[String]| listed(&offers, "add", recent).others.first().cloned();
        let best = first(&[]).and_then(|offer| offer.id.clone());
        assert_ne!(best.as_deref(), Some("AddFolder"));
        assert_eq!(
            first(&recent).and_then(|offer| offer.id.clone()).as_deref(),
            Some("AddFolder")
        );
        assert_eq!(listed(&offers, "add", &recent).recent, []);
    }
}
