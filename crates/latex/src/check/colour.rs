//! Names of colours.

use texlens_vocabulary::ErrorClass;

use super::walk::Walk;

/// The colours that xcolor defines without options.
const COLOURS: [&str; 19] = [
    "black",
    "blue",
    "brown",
    "cyan",
    "darkgray",
    "gray",
    "green",
    "lightgray",
    "lime",
    "magenta",
    "olive",
    "orange",
    "pink",
    "purple",
    "red",
    "teal",
    "violet",
    "white",
    "yellow",
];

impl Walk<'_> {
    /// Checks a colour: a name, or a mixture such as `red!20!blue`. Values in a colour model are not checked.
    pub(super) fn colour(&mut self, start: usize, end: usize) {
        let text = self.slice((start, end));
        let is_value = |part: &str| part.is_empty() || part.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        let unknown = text
            .split(['!', ','])
            .map(|part| part.trim().trim_start_matches('-'))
            .find(|part| !is_value(part) && !COLOURS.contains(part) && !self.user.has_colour(part));
        if let (Some(name), Some(token), false) = (unknown, self.token(start), self.own_preamble) {
            self.report(
                ErrorClass::Argument,
                token.start,
                token.start + text.len(),
                format!("no colour is called `{name}`"),
                "Use one of xcolor's names, or define it with \\definecolor.",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{accepts, finds};
    use texlens_vocabulary::ErrorClass;

    #[test]
    fn bad_and_good_neighbours() {
        finds(
            ErrorClass::Argument,
            &["\\textcolor{lightblue}{a}", "\\cellcolor{red!20!foo} a"],
        );
        accepts(&[
            "\\textcolor{red!20}{a} \\textcolor[rgb]{0.1,0.2,0.3}{b}",
            "\\definecolor{foo}{rgb}{1,0,0}\\textcolor{foo}{a}",
        ]);
    }
}
