//! Conversion of Markdown to LaTeX.

use std::collections::HashMap;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::protect::Protected;
use super::table::{Cell, tabular};
use super::{escape, html, inline, marks};

/// Converts a page. Formulas and LaTeX are not parsed as Markdown.
pub(super) fn to_latex(text: &str) -> String {
    let protected = Protected::of(text);
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES;
    let notes = footnotes(&protected, options);
    let mut writer = Writer::new(&protected.pieces, notes);
    for event in Parser::new_ext(&protected.text, options) {
        writer.event(event);
    }
    let mut latex = html::tidy(&writer.finish());
    if text.ends_with('\n') {
        latex.push('\n');
    }
    latex
}

/// Converts the text of one paragraph, whose start begins no block: `1. Introduction` is no list, `# a` no heading.
pub(super) fn line_to_latex(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    to_latex(&without_block(&line))
}

/// Replaces the character that would begin a block by a reference to it.
fn without_block(line: &str) -> String {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = line.get(digits..).unwrap_or_default();
    let mut chars = rest.chars();
    let (first, second) = (chars.next(), chars.next());
    let is_rule = |c: char| rest.chars().all(|other| other == c || other == ' ');
    let begins = match first {
        Some('.' | ')') => digits > 0 && second.is_none_or(|c| c == ' '),
        _ if digits > 0 => false,
        Some('#' | '>' | '|') => true,
        Some('-' | '+') => second.is_none_or(|c| c == ' ') || is_rule('-'),
        Some(c @ ('*' | '_')) => (c == '*' && second.is_none_or(|c| c == ' ')) || is_rule(c),
        Some('`') => rest.starts_with("```"),
        Some('~') => rest.starts_with("~~~"),
        Some('[') => rest.starts_with("[^") || rest.contains("]:"),
        _ => false,
    };
    match first.filter(|_| begins) {
        Some(first) => {
            let (number, rest) = (line.get(..digits).unwrap_or_default(), rest.get(first.len_utf8()..));
            format!("{number}&#{};{}", u32::from(first), rest.unwrap_or_default())
        }
        None => line.to_owned(),
    }
}

/// Converts text without markup. Its paragraphs stay; the end of a page ends one.
pub(super) fn plain_to_latex(text: &str) -> String {
    let protected = Protected::of(text);
    let mut out = String::new();
    marks::write(&protected.text.replace('\u{c}', "\n\n"), &protected.pieces, &mut out);
    out
}

/// Returns the texts of footnotes by their labels. A footnote may stand after the references to it.
fn footnotes(protected: &Protected, options: Options) -> HashMap<String, String> {
    let mut notes = HashMap::new();
    let mut open: Option<(String, Writer<'_>)> = None;
    for event in Parser::new_ext(&protected.text, options) {
        match event {
            Event::Start(Tag::FootnoteDefinition(label)) => {
                open = Some((label.to_string(), Writer::new(&protected.pieces, HashMap::new())));
            }
            Event::End(TagEnd::FootnoteDefinition) => {
                if let Some((label, writer)) = open.take() {
                    notes.entry(label).or_insert_with(|| html::tidy(&writer.finish()));
                }
            }
            event => {
                if let Some((_, writer)) = &mut open {
                    writer.event(event);
                }
            }
        }
    }
    notes
}

/// Elements whose tags have no meaning in LaTeX.
const SILENT: [&str; 23] = [
    "a",
    "br",
    "img",
    "span",
    "div",
    "p",
    "font",
    "center",
    "small",
    "big",
    "s",
    "del",
    "ins",
    "mark",
    "hr",
    "wbr",
    "figure",
    "figcaption",
    "section",
    "abbr",
    "q",
    "html",
    "body",
];

/// The kind of a text that is collected separately.
enum Apart {
    /// Discarded text: the alternative text of an image, or a note that is inserted elsewhere.
    Nothing,
    Code {
        is_latex: bool,
    },
    Html,
    Cell,
}

struct Writer<'p> {
    pieces: &'p [String],
    notes: HashMap<String, String>,
    out: String,
    /// For each separately collected part, the text written before it, and the kind of the part.
    outer: Vec<(String, Apart)>,
    /// Open HTML elements in a paragraph.
    inline: Vec<String>,
    rows: Vec<Vec<Cell>>,
    alignments: Vec<Alignment>,
}

impl<'p> Writer<'p> {
    fn new(pieces: &'p [String], notes: HashMap<String, String>) -> Self {
        Self {
            pieces,
            notes,
            out: String::new(),
            outer: Vec::new(),
            inline: Vec::new(),
            rows: Vec::new(),
            alignments: Vec::new(),
        }
    }

    fn finish(mut self) -> String {
        self.close_inline();
        while let Some((before, _)) = self.outer.pop() {
            self.out.insert_str(0, &before);
        }
        self.out
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text),
            Event::Code(code) => {
                self.out.push_str("\\texttt{");
                marks::write_code(&code, self.pieces, &mut self.out);
                self.out.push('}');
            }
            Event::Html(text) => self.out.push_str(&text),
            Event::InlineHtml(tag) => self.inline_html(&tag),
            Event::FootnoteReference(label) => self.footnote(&label),
            Event::SoftBreak | Event::HardBreak => self.out.push('\n'),
            Event::Rule => self.out.push_str("\n\n"),
            Event::InlineMath(_) | Event::DisplayMath(_) | Event::TaskListMarker(_) => {}
        }
    }

    fn text(&mut self, text: &str) {
        match self.outer.last() {
            Some((_, Apart::Code { .. } | Apart::Html)) => self.out.push_str(text),
            _ => marks::write(text, self.pieces, &mut self.out),
        }
    }

    fn apart(&mut self, what: Apart) {
        self.outer.push((std::mem::take(&mut self.out), what));
    }

    /// Ends a separately collected part and returns its text and kind.
    fn joined(&mut self) -> (String, Apart) {
        let (before, what) = self.outer.pop().unwrap_or((String::new(), Apart::Nothing));
        (std::mem::replace(&mut self.out, before), what)
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } => self.out.push_str(match level {
                HeadingLevel::H1 => "\n\n\\section{",
                HeadingLevel::H2 => "\n\n\\subsection{",
                HeadingLevel::H3 => "\n\n\\subsubsection{",
                _ => "\n\n\\paragraph{",
            }),
            Tag::BlockQuote(_) => self.out.push_str("\n\n\\begin{quote}\n"),
            Tag::CodeBlock(kind) => {
                let language = match &kind {
                    CodeBlockKind::Fenced(language) => language.split_whitespace().next().unwrap_or_default(),
                    CodeBlockKind::Indented => "",
                };
                let is_latex = ["latex", "tex", "math"]
                    .iter()
                    .any(|name| language.eq_ignore_ascii_case(name));
                self.apart(Apart::Code { is_latex });
            }
            Tag::HtmlBlock => self.apart(Apart::Html),
            Tag::List(Some(_)) => self.out.push_str("\n\n\\begin{enumerate}\n"),
            Tag::List(None) => self.out.push_str("\n\n\\begin{itemize}\n"),
            Tag::Item => self.out.push_str("\\item "),
            Tag::Emphasis => self.out.push_str("\\textit{"),
            Tag::Strong => self.out.push_str("\\textbf{"),
            Tag::Image { .. } | Tag::FootnoteDefinition(_) => self.apart(Apart::Nothing),
            Tag::Table(alignments) => {
                self.alignments = alignments;
                self.rows.clear();
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            Tag::TableCell => self.apart(Apart::Cell),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph => {
                self.close_inline();
                self.out.push_str("\n\n");
            }
            TagEnd::Heading(_) => {
                self.close_inline();
                self.out.push_str("}\n\n");
            }
            TagEnd::BlockQuote(_) => self.out.push_str("\n\\end{quote}\n\n"),
            TagEnd::CodeBlock => self.code(),
            TagEnd::HtmlBlock => {
                let (text, _) = self.joined();
                let latex = html::fragment(&text, self.pieces);
                self.out.push_str(&format!("\n\n{latex}\n\n"));
            }
            TagEnd::List(true) => self.out.push_str("\\end{enumerate}\n\n"),
            TagEnd::List(false) => self.out.push_str("\\end{itemize}\n\n"),
            TagEnd::Item => {
                self.close_inline();
                self.out.truncate(self.out.trim_end().len());
                self.out.push('\n');
            }
            TagEnd::Emphasis | TagEnd::Strong => self.out.push('}'),
            TagEnd::Image => {
                self.joined();
                self.out.push_str("\\includegraphics{image}");
            }
            TagEnd::FootnoteDefinition => {
                self.joined();
            }
            TagEnd::TableCell => {
                self.close_inline();
                let (latex, _) = self.joined();
                let latex = latex.split_whitespace().collect::<Vec<_>>().join(" ");
                if let Some(row) = self.rows.last_mut() {
                    row.push(Cell {
                        latex,
                        columns: 1,
                        rows: 1,
                    });
                }
            }
            TagEnd::Table => self.table(),
            _ => {}
        }
    }

    fn code(&mut self) {
        let (text, what) = self.joined();
        self.out.push_str("\n\n");
        if matches!(what, Apart::Code { is_latex: true }) {
            marks::restore(&text, self.pieces, &mut self.out);
        } else {
            let mut code = String::new();
            marks::restore(&text, self.pieces, &mut code);
            escape::code(&code, &mut self.out);
        }
        self.out.push_str("\n\n");
    }

    fn table(&mut self) {
        let alignments = std::mem::take(&mut self.alignments);
        let align = |column: usize| match alignments.get(column) {
            Some(Alignment::Center) => 'c',
            Some(Alignment::Right) => 'r',
            _ => 'l',
        };
        // In Markdown, no cell spans several columns or rows.
        let latex = tabular(std::mem::take(&mut self.rows), align, &mut 0);
        self.out.push_str(&format!("\n\n{latex}\n\n"));
    }

    fn footnote(&mut self, label: &str) {
        match self.notes.remove(label) {
            Some(note) => {
                let note = note.split_whitespace().collect::<Vec<_>>().join(" ");
                self.out.push_str(&format!("\\footnote{{{note}}}"));
            }
            None => {
                self.out.push_str("\\textsuperscript{");
                escape::literal(label, &mut self.out);
                self.out.push('}');
            }
        }
    }

    /// Writes a tag within a paragraph. A tag that is not HTML, as in `a <b and c>`, is text.
    fn inline_html(&mut self, tag: &str) {
        let inside = tag.trim_start_matches('<').trim_end_matches('>');
        let (closes, inside) = inside
            .strip_prefix('/')
            .map_or((false, inside), |inside| (true, inside));
        let name: String = inside.chars().take_while(char::is_ascii_alphanumeric).collect();
        let name = name.to_lowercase();
        let command = inline::command(&name);
        // In HTML, attributes have values; `a <b and c>` has none.
        let is_text = !closes && inside.contains(' ') && !inside.contains('=');
        match (command, closes) {
            (Some(_), _) if is_text => marks::write(tag, self.pieces, &mut self.out),
            (Some(command), false) => {
                self.out.push_str(&format!("\\{command}{{"));
                self.inline.push(name);
            }
            (Some(_), true) => {
                if self.inline.last() == Some(&name) {
                    self.inline.pop();
                    self.out.push('}');
                }
            }
            (None, _) if name == "br" => self.out.push('\n'),
            (None, _) if name == "img" => self.out.push_str("\\includegraphics{image}"),
            (None, _) if SILENT.contains(&name.as_str()) || tag.starts_with("<!--") => {}
            (None, _) => marks::write(tag, self.pieces, &mut self.out),
        }
    }

    /// Closes the elements that a paragraph left open.
    fn close_inline(&mut self) {
        for _ in self.inline.drain(..) {
            self.out.push('}');
        }
    }
}
