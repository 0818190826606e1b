//! The panes of a sample: how many the window has room for, and their sizes.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// How much the window has room for, by its width. The style sheets have the same limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// One column: the list above, the page in a tab.
    One,
    /// The list beside the tabs, and the page in a tab.
    Two,
    /// The list, the page and the tabs beside each other.
    Three,
}

impl Room {
    /// Up to this width, in pixels, there is one column.
    const ONE: f64 = 720.0;
    /// Up to this width, in pixels, there are two columns.
    const TWO: f64 = 960.0;

    /// Returns the room in a window of a width in pixels.
    #[must_use]
    pub fn of(width: f64) -> Self {
        if width <= Self::ONE {
            Self::One
        } else if width <= Self::TWO {
            Self::Two
        } else {
            Self::Three
        }
    }
}

/// A line between two panes that can be moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Splitter {
    /// The line after the list. Its position is the width of the list in pixels.
    List,
    /// The line after the page. Its position is the page's share of the room beside the list, in thousandths.
    Page,
}

impl Splitter {
    /// Returns the possible positions.
    #[must_use]
    pub const fn range(self) -> RangeInclusive<u16> {
        match self {
            // The narrowest window with a list at its side has 721 pixels.
            Self::List => 160..=320,
            Self::Page => 250..=750,
        }
    }

    /// Returns the distance that an arrow key moves the line.
    #[must_use]
    pub const fn step(self) -> u16 {
        match self {
            Self::List => 16,
            Self::Page => 25,
        }
    }

    /// Returns the position that is closest to a wanted one.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // The value is within the range.
    fn closest(self, wanted: f64) -> u16 {
        let range = self.range();
        if wanted.is_nan() {
            return Panes::default().at(self);
        }
        wanted.round().clamp(f64::from(*range.start()), f64::from(*range.end())) as u16
    }
}

/// The sizes of the panes, and the parts that are folded away. The browser remembers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Panes {
    list: u16,
    page: u16,
    /// Whether the page is folded away, where it is not in a tab.
    pub is_page_folded: bool,
    /// Whether the table of all scores is folded.
    pub are_scores_folded: bool,
}

impl Default for Panes {
    fn default() -> Self {
        Self {
            list: 216,
            page: 465,
            is_page_folded: false,
            are_scores_folded: false,
        }
    }
}

impl Panes {
    /// Reads what [`Self::written`] wrote. Anything else gives the defaults.
    #[must_use]
    pub fn read(json: &str) -> Self {
        let read: Self = serde_json::from_str(json).unwrap_or_default();
        let inside = |panes: Self, splitter| panes.moved(splitter, f64::from(panes.at(splitter)));
        inside(inside(read, Splitter::List), Splitter::Page)
    }

    /// Returns the text that the browser remembers, or `None` for the defaults.
    #[must_use]
    pub fn written(&self) -> Option<String> {
        (*self != Self::default()).then(|| serde_json::to_string(self).unwrap_or_default())
    }

    /// Returns the position of a splitter.
    #[must_use]
    pub const fn at(&self, splitter: Splitter) -> u16 {
        match splitter {
            Splitter::List => self.list,
            Splitter::Page => self.page,
        }
    }

    /// Returns the panes with a splitter as close to a position as possible.
    #[must_use]
    pub fn moved(mut self, splitter: Splitter, to: f64) -> Self {
        let at = match splitter {
            Splitter::List => &mut self.list,
            Splitter::Page => &mut self.page,
        };
        *at = splitter.closest(to);
        self
    }

    /// Returns the panes after a key on a splitter, or `None` if the key does not move it.
    #[must_use]
    pub fn after_key(self, splitter: Splitter, key: &str) -> Option<Self> {
        let (at, range) = (f64::from(self.at(splitter)), splitter.range());
        let step = f64::from(splitter.step());
        let to = match key {
            "ArrowLeft" => at - step,
            "ArrowRight" => at + step,
            "Home" => f64::from(*range.start()),
            "End" => f64::from(*range.end()),
            _ => return None,
        };
        Some(self.moved(splitter, to))
    }

    /// Folds the page away, or shows it again.
    #[must_use]
    pub fn with_page_toggled(self) -> Self {
        Self {
            is_page_folded: !self.is_page_folded,
            ..self
        }
    }

    /// Folds the table of all scores, or unfolds it.
    #[must_use]
    pub fn with_scores_toggled(self) -> Self {
        Self {
            are_scores_folded: !self.are_scores_folded,
            ..self
        }
    }

    /// Returns the widths of list, page and tabs as custom properties of the style sheet.
    #[must_use]
    pub fn style(&self) -> String {
        let Self { list, page, .. } = self;
        format!("--list: {list}px; --page: {page}fr; --result: {}fr", 1000 - page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_three_on_a_tablet_held_sideways() {
        let rooms = [320.0, 720.0, 721.0, 960.0, 961.0, 1024.0, 3840.0].map(Room::of);
        let [one, two, three] = [Room::One, Room::Two, Room::Three];
        assert_eq!(rooms, [one, one, two, two, three, three, three]);
    }

    #[test]
    fn splitters_stay_within_their_ranges() {
        let panes = Panes::default();
        for splitter in [Splitter::List, Splitter::Page] {
            let range = splitter.range();
            assert!(range.contains(&panes.at(splitter)));
            for to in [-1e9, 0.0, 1e9, f64::NAN] {
                assert!(range.contains(&panes.moved(splitter, to).at(splitter)), "{to}");
            }
            let at = |key| panes.after_key(splitter, key).map(|panes| panes.at(splitter));
            assert_eq!(at("ArrowRight"), Some(panes.at(splitter) + splitter.step()));
            assert_eq!(at("ArrowLeft"), Some(panes.at(splitter) - splitter.step()));
            assert_eq!((at("Home"), at("End")), (Some(*range.start()), Some(*range.end())));
            assert_eq!(at("a"), None);
        }
        assert_eq!(
            panes.moved(Splitter::Page, 600.0).at(Splitter::List),
            panes.at(Splitter::List)
        );
    }

    #[test]
    fn sizes_are_remembered_but_for_what_is_not_possible() {
        assert_eq!(Panes::default().written(), None);
        let panes = Panes::default().moved(Splitter::List, 300.0).with_page_toggled();
        assert!(panes.is_page_folded && !panes.are_scores_folded);
        let panes = panes.with_scores_toggled();
        assert!(panes.is_page_folded && panes.are_scores_folded);
        assert_eq!(Panes::read(&panes.written().unwrap()), panes);
        assert_eq!(Panes::read("{\"page\":60000}").at(Splitter::Page), 750);
        assert_eq!(Panes::read("{\"page\":-1}"), Panes::default());
        assert_eq!(Panes::read("?"), Panes::default());
    }

    #[test]
    fn shares_of_page_and_tabs_are_of_a_whole() {
        let panes = Panes::default().moved(Splitter::Page, 400.0);
        assert_eq!(panes.style(), "--list: 216px; --page: 400fr; --result: 600fr");
    }
}
