//! What all plots have: a title, a description, and the element around them.

use maud::{Markup, html};

use super::ink::{Ink, Role};
use super::text::{LETTERS, plain, short};

/// What all plots have.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Frame {
    /// Names the plot among the elements of its page.
    pub id: String,
    /// What it shows, in a few words.
    pub title: String,
    /// What there is to see, for those who do not.
    pub description: String,
    /// Pixels.
    pub width: f64,
    /// Names of the series, in the order of their colours; a legend tells them apart where there are several.
    pub series: Vec<String>,
}

/// The element around a plot.
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
