//! The cells of tables in Markdown.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::content::{Tags, Writer};
use super::html::inline;
use super::plain::SpannedCell;

/// Returns the byte range of each table, as GitHub's Markdown has them: with a line of dashes below the headings.
pub(super) fn tables(text: &str) -> Vec<Range<usize>> {
    // The parser reads the whole text, so that text without such a line is left alone.
    let is_rule = |line: &str| line.contains('-') && line.contains('|') && line.chars().all(|c| " \t-:|>".contains(c));
    if !text.lines().any(is_rule) {
        return Vec::new();
    }
    let events = Parser::new_ext(text, options()).into_offset_iter();
    let table = |(event, range)| matches!(event, Event::Start(Tag::Table(_))).then_some(range);
    events.filter_map(table).collect()
}

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_MATH
}

/// Returns the rows of the table in a range of the text.
pub(super) fn rows(text: &str, table: &Range<usize>, tags: &mut Tags) -> Vec<Vec<SpannedCell>> {
    let source = text.get(table.clone()).unwrap_or_default();
    let mut rows: Vec<Vec<SpannedCell>> = Vec::new();
    let mut events = Parser::new_ext(source, options()).into_offset_iter();
    while let Some((event, range)) = events.next() {
        match event {
            Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
            Event::Start(Tag::TableCell) => {
                let mut writer = Writer::new(tags);
                for (event, _) in events.by_ref() {
                    if event == Event::End(TagEnd::TableCell) {
                        break;
                    }
                    write(event, &mut writer);
                }
                if let Some(row) = rows.last_mut() {
                    row.push(SpannedCell {
                        content: writer.finish(),
                        range: trimmed(source, range, table.start),
                        column: row.len(),
                        columns: 1,
                        rows: 1,
                    });
                }
            }
            _ => {}
        }
    }
    rows
}

/// Returns the range of a cell in the whole text, without the bars and white space at its ends.
fn trimmed(source: &str, range: Range<usize>, table: usize) -> Range<usize> {
    let is_outside = |c: char| c == '|' || c.is_whitespace();
    let text = source.get(range.clone()).unwrap_or_default();
    let start = table + range.start + (text.len() - text.trim_start_matches(is_outside).len());
    start..start + text.trim_matches(is_outside).len()
}

fn write(event: Event<'_>, writer: &mut Writer<'_>) {
    match event {
        Event::Text(text) => writer.text(&text),
        Event::Code(code) => {
            writer.open("code");
            writer.text(&code);
            writer.close("code");
        }
        Event::InlineMath(formula) | Event::DisplayMath(formula) => writer.formula(&formula),
        Event::Start(tag) => element(&tag.to_end()).into_iter().for_each(|tag| writer.open(tag)),
        Event::End(tag) => element(&tag).into_iter().for_each(|tag| writer.close(tag)),
        Event::InlineHtml(tag) => html(&tag, writer),
        Event::SoftBreak | Event::HardBreak => writer.space(),
        _ => {}
    }
}

fn element(tag: &TagEnd) -> Option<&'static str> {
    match tag {
        TagEnd::Strong => Some("b"),
        TagEnd::Emphasis => Some("i"),
        _ => None,
    }
}

/// Writes a tag of HTML within a cell. All other tags than those of elements within a line are spaces.
fn html(tag: &str, writer: &mut Writer<'_>) {
    let inside = tag.trim_start_matches('<').trim_end_matches('>');
    let name = inside
        .trim_start_matches('/')
        .trim_end_matches('/')
        .trim()
        .to_ascii_lowercase();
    match inline(&name) {
        Some(element) if inside.starts_with('/') => writer.close(element),
        Some(element) => writer.open(element),
        None => writer.space(),
    }
}
