//! The legend of a plot.

use maud::{Markup, html};

use super::ink::{Ink, Role};
use super::marker::{marker, shape};
use super::text::{Anchor, LETTERS, line, width};

/// A legend of the colours and shapes of the series; empty if there is only one series.
pub(super) struct Legend<'a> {
    names: Vec<(usize, &'a str, [f64; 2])>,
    room: f64,
    pub(super) height: f64,
}

impl<'a> Legend<'a> {
    pub(super) fn of(series: &'a [String], room: f64) -> Self {
        let (mut x, mut y) = (8.0, 0.0);
        let mut names = Vec::new();
        for (index, name) in series.iter().enumerate().filter(|_| series.len() > 1) {
            let wide = (width(name) + 28.0).min(room - 8.0);
            if x > 8.0 && x + wide > room {
                (x, y) = (8.0, y + LETTERS + 6.0);
            }
            names.push((index, name.as_str(), [x, y + LETTERS]));
            x += wide;
        }
        let height = if names.is_empty() { 0.0 } else { y + LETTERS + 12.0 };
        Self { names, room, height }
    }

    pub(super) fn draw(&self, ink: Ink) -> Markup {
        html! {
            @for (series, name, [x, y]) in &self.names {
                g class=(Role::Series(*series).class()) fill=[ink.fill(Role::Series(*series))] {
                    path d=(marker(shape(*series), x + 4.0, y - 4.0, 4.5)) stroke="none" {}
                }
                (line(ink, Role::Text, [x + 13.0, *y], Anchor::Start, name, self.room - 36.0))
            }
        }
    }
}
