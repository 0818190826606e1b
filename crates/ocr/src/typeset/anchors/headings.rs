//! The levels of headings, by the names of their places.

use texlens_vocabulary::{Anchor, PageGlyphs, Recognition, TokenKind};

use super::edits::Edit;
use super::places::{Places, line};

/// The commands of headings by level. The typesetter writes parts for chapters, which not every class has.
const COMMANDS: [&str; 6] = [
    "part",
    "section",
    "subsection",
    "subsubsection",
    "paragraph",
    "subparagraph",
];
/// Largest distance of a heading from its place, in lines, downwards and to the side.
const BELOW: f32 = 4.0;
const ASIDE: f32 = 12.0;
/// Largest height of a place below the top of its heading, in lines.
const INSIDE: f32 = 1.5;

/// Returns the changes of level for the headings of a page.
pub(super) fn edits(page: &PageGlyphs, recognition: &Recognition, has_chapters: bool) -> Vec<Edit> {
    let line = line(page);
    let places = Places::new(page, |anchor| {
        is_heading(&anchor.name).then(|| command(anchor, has_chapters))
    });
    let headings = recognition
        .tokens
        .iter()
        .filter(|token| token.kind == TokenKind::Heading);
    let mut edits = Vec::new();
    for heading in headings {
        let Some((start, written)) = command_before(&recognition.latex, heading.range.start) else {
            continue;
        };
        let top = heading.bbox.y0;
        let nearest = places.nearest([top - BELOW * line, top + INSIDE * line], |anchor| {
            let aside = (heading.bbox.x0 - anchor.x).abs();
            (aside < ASIDE * line).then(|| (top - anchor.y).abs() + aside / ASIDE)
        });
        if let Some(command) = nearest.flatten().filter(|command| *command != written) {
            edits.push(Edit {
                range: start..start + written.len(),
                latex: command.to_owned(),
            });
        }
    }
    edits
}

/// Returns the name of the heading command whose argument starts here, and where the name starts.
fn command_before(latex: &str, at: usize) -> Option<(usize, &str)> {
    let before = latex.get(..at)?;
    let name = before.strip_suffix('{')?;
    let name = name.strip_suffix('*').unwrap_or(name);
    let start = name.rfind('\\')? + 1;
    let name = name.get(start..)?;
    COMMANDS.contains(&name).then_some((start, name))
}

/// Whether the name is one that hyperref gives to the place of a heading.
fn is_heading(name: &str) -> bool {
    name.split_once('.').is_some_and(|(kind, _)| {
        matches!(kind, "chapter" | "appendix") || COMMANDS.contains(&kind.trim_end_matches('*'))
    })
}

/// Whether the name is that of a heading that most classes set in a line of its own.
pub(super) fn stands_alone(name: &str) -> bool {
    is_heading(name) && !name.contains("paragraph")
}

fn command(anchor: &Anchor, has_chapters: bool) -> Option<&'static str> {
    let (kind, _) = anchor.name.split_once('.')?;
    let by_level = |level: i8| COMMANDS.get(usize::try_from(SECTION + level).ok()?).copied();
    match kind {
        "chapter" => Some("part"),
        "appendix" => by_level(anchor.level.unwrap_or(if has_chapters { -1 } else { 0 })),
        // All headings without a number have this name; only bookmarks know their level.
        "section*" => by_level(anchor.level?),
        kind => COMMANDS
            .into_iter()
            .find(|command| *command == kind.trim_end_matches('*')),
    }
}

/// Index of the command of sections.
const SECTION: i8 = 1;

#[cfg(test)]
mod tests {
    use texlens_vocabulary::{BBox, Glyph, Style, Token};

    use super::super::apply;
    use super::*;

    /// A page of headings, each 100 pixels below the one before, with a place a line above each.
    fn page(headings: &[(&str, &str, Option<i8>)]) -> (PageGlyphs, Recognition) {
        let glyph = Glyph {
            symbol: "x".to_owned(),
            style: Style::Bold,
            x: 0.0,
            y: 0.0,
            width: 10.0,
            height: 7.0,
            depth: 0.0,
            size: 10.0,
            confidence: 1.0,
        };
        let mut page = PageGlyphs {
            glyphs: vec![glyph],
            ..PageGlyphs::default()
        };
        let mut recognition = Recognition::default();
        let mut y = 100.0;
        for (command, name, level) in headings {
            recognition.latex += &format!("\\{command}{{");
            let start = recognition.latex.len();
            recognition.latex += "Tides";
            let range = start..recognition.latex.len();
            recognition.latex += "}\n\n";
            recognition.tokens.push(Token {
                range,
                bbox: BBox {
                    x0: 100.0,
                    y0: y,
                    x1: 200.0,
                    y1: y + 10.0,
                },
                kind: TokenKind::Heading,
                confidence: 1.0,
            });
            page.anchors.push(Anchor {
                name: (*name).to_owned(),
                x: 90.0,
                y: y - 12.0,
                level: *level,
            });
            y += 100.0;
        }
        (page, recognition)
    }

    fn commands(headings: &[(&str, &str, Option<i8>)]) -> Vec<String> {
        let (page, recognition) = page(headings);
        let mut written = [recognition];
        apply(&[page], &mut written);
        let lines = written[0].latex.split("\n\n").filter(|line| !line.is_empty());
        lines
            .map(|line| line.trim_start_matches('\\').trim_end_matches("{Tides}").to_owned())
            .collect()
    }

    #[test]
    fn levels_are_those_of_the_places() {
        let read = [
            ("section", "subsection.2.1", Some(1)),
            ("section*", "section*.7", Some(2)),
            ("section*", "section*.8", None),
            ("subsection", "appendix.A", None),
            ("section", "cite.x", None),
            ("textbf", "section.3", None),
        ];
        let levels = [
            "subsection",
            "subsubsection*",
            "section*",
            "section",
            "section",
            "textbf",
        ];
        assert_eq!(commands(&read), levels);
    }

    #[test]
    fn books_have_chapters() {
        let read = [
            ("section", "chapter.1", Some(-1)),
            ("subsection", "section.1.1", Some(0)),
            ("section*", "section*.2", Some(-1)),
            ("section", "appendix.A", None),
            ("section", "appendix.B", Some(-1)),
            ("section", "section*.3", Some(-2)),
        ];
        assert_eq!(commands(&read), ["part", "section", "part*", "part", "part", "section"]);
    }
}
