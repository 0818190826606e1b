//! The parts that all plots have: a title, a description, and the `svg` element.

use maud::{Markup, html};

use super::ink::{Ink, Role};
use super::text::{LETTERS, plain, short};

/// The parts that all plots have.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Frame {
    /// Id of the plot among the elements of its page.
    pub id: String,
    /// Title of the plot, in a few words.
    pub title: String,
    /// Description of the plot, for people who cannot see it.
    pub description: String,
    /// Width in pixels.
    pub width: f64,
    /// Names of the series, in the order of their colours. If there are several, a legend shows them.
    pub series: Vec<String>,
}

/// Writes the `svg` element around a plot.
pub(super) fn figure(frame: &Frame, height: f64, ink: Ink, content: &Markup) -> String {
    let Frame {
        id,
        title,
        description,
        width,
        ..
    } = frame;
    let svg = html! {
        svg.plot xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby={ (id) "-title " (id) "-desc" } viewBox={ "0 0 " (short(*width)) " " (short(height)) }
            width=(short(*width)) height=(short(height)) font-family=[ink.font()] font-size=(LETTERS) {
            title id={ (id) "-title" } { (plain(title)) }
            desc id={ (id) "-desc" } { (plain(description)) }
            @if ink == Ink::File { rect fill=[ink.fill(Role::Ground)] width="100%" height="100%" {} }
            (content)
        }
    };
    svg.into_string()
}
