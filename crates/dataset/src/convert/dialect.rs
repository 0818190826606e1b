//! Marks that parsers add to their Markdown and that are no part of a page: front matter, ends of pages, tokens of
//! models. They are removed before anything else is read.

use std::borrow::Cow;

use texlens_latex::fences;

/// Tokens of language models that some tools leave in the text: DeepSeek-OCR, GOT.
const TOKENS: [&str; 4] = [
    "<\u{ff5c}end\u{2581}of\u{2581}sentence\u{ff5c}>",
    "<|im_end|>",
    "<|endoftext|>",
    "<|grounding|>",
];

/// Start of a region that DeepSeek-OCR has located: `<|ref|>KIND<|/ref|><|det|>[[BOX]]<|/det|>`, before its text.
const REF: &str = "<|ref|>";
const REF_END: &str = "<|/ref|>";
const DET: &str = "<|det|>";
const DET_END: &str = "<|/det|>";

/// End of a page in DeepSeek-OCR's output for PDFs.
const PAGE_SPLIT: &str = "<--- Page Split --->";

/// Start of Nougat's mark for a page that it could not read: `[MISSING_PAGE_EMPTY:3]`, `_FAIL:3`, `_POST`.
const MISSING_PAGE: &str = "[MISSING_PAGE";

/// PyMuPDF4LLM's mark for a picture: `**==> picture [80 x 60] intentionally omitted <==**`.
const PICTURE: &str = "**==> picture [";
/// PyMuPDF4LLM's marks around text in pictures.
const PICTURE_TEXT: &str = "**----- Start of picture text -----**";
const PICTURE_TEXT_END: &str = "**----- End of picture text -----**";

/// Start of Marker's mark for a page, with the number of the page and dashes: `{0}` and 48 dashes by default.
const PAGE: &str = "}----------";

/// End of a displayed formula and start of its printed number, as Nougat writes them: `\[x\] (1)`.
const NUMBERED: &str = "\\] (";

/// What a picture is in Markdown.
const IMAGE: &str = "![](image)";

/// Number of lines that front matter may have.
const FRONT_MATTER_LINES: usize = 64;

/// Returns the text without marks. Takes linear time.
pub(super) fn without_marks(text: &str) -> Cow<'_, str> {
    let pages: Vec<&str> = without_fences(text)
        .into_iter()
        .map(without_front_matter)
        .flat_map(without_fences)
        .collect();
    match pages.as_slice() {
        [page] => without_marks_inside(page),
        pages => Cow::Owned(without_marks_inside(&pages.join("\n")).into_owned()),
    }
}

/// Returns a text without the marks that may stand anywhere in it.
fn without_marks_inside(text: &str) -> Cow<'_, str> {
    let has_token = TOKENS.iter().any(|token| text.contains(token));
    let has_mark = [REF, PAGE_SPLIT, MISSING_PAGE, PICTURE, PICTURE_TEXT, PAGE, NUMBERED]
        .iter()
        .any(|mark| text.contains(mark));
    if !has_token && !has_mark {
        return Cow::Borrowed(text);
    }
    let mut text = without_regions(text);
    text = without_picture_text(&text);
    for token in TOKENS {
        if text.contains(token) {
            text = text.replace(token, "");
        }
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.trim() {
            mark if is_page_mark(mark) => out.push('\n'),
            mark if is_picture(mark) => {
                out.push_str(IMAGE);
                out.push('\n');
            }
            formula => match numbered(formula) {
                Some((formula, number)) => out.push_str(&format!("{formula} \\tag{{{number}}}\\]\n")),
                None => out.push_str(line),
            },
        }
    }
    Cow::Owned(out)
}

/// Splits a line that is a displayed formula with its printed number. Nougat's own tools make a tag of the number.
fn numbered(line: &str) -> Option<(&str, &str)> {
    let (formula, number) = line.strip_prefix("\\[")?.rsplit_once(NUMBERED)?;
    let number = number.strip_suffix(')')?;
    let is_number = number.starts_with(|c: char| c.is_ascii_digit())
        && number.len() < 16
        && number.chars().all(|c| c.is_ascii_alphanumeric() || c == '.');
    // A line may hold several formulas, of which the number belongs to the last one.
    let is_one = !formula.contains("\\]") && !formula.contains("\\tag");
    (is_number && is_one).then(|| (line.get(..formula.len() + 2).unwrap_or_default(), number))
}

/// Returns a text without the front matter at its start: lines `key: value` between `---`, as models of olmOCR write
/// them.
fn without_front_matter(text: &str) -> &str {
    let mut offset = 0;
    for (index, line) in text.split_inclusive('\n').take(FRONT_MATTER_LINES).enumerate() {
        offset += line.len();
        let line = line.trim_end();
        match (index, line) {
            (0, "---") => {}
            (0, _) => return text,
            (1, "---") => return text,
            (_, "---") => return text.get(offset..).unwrap_or_default(),
            (_, line) if is_key(line) => {}
            _ => return text,
        }
    }
    text
}

/// Reports whether a line of front matter has a key: `primary_language: en`.
fn is_key(line: &str) -> bool {
    line.split_once(':').is_some_and(|(key, _)| {
        !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
    })
}

/// Returns the insides of the fences of Markdown of which a text consists, as chat models write them around each page.
/// Any other text stays. A page may hold listings, whose fences look like the end of the page, so that only the start of
/// the next page tells the end.
fn without_fences(text: &str) -> Vec<&str> {
    let mut starts = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if let Some(marks) = opening_marks(line) {
            starts.push((offset, line.len(), marks));
        }
        offset += line.len();
    }
    let first = starts.first().map_or(text.len(), |(start, ..)| *start);
    if starts.is_empty() || !text.get(..first).unwrap_or_default().trim().is_empty() {
        return vec![text];
    }
    let ends = starts.iter().skip(1).map(|(start, ..)| *start).chain([text.len()]);
    let pages = starts
        .iter()
        .zip(ends)
        .map(|((start, length, marks), end)| closed(text.get(start + length..end)?, marks));
    let whole = || closed(text.get(first + starts.first()?.1..)?, starts.first()?.2);
    // A page about Markdown may show such a fence.
    let pages = pages.collect::<Option<Vec<_>>>().or_else(|| Some(vec![whole()?]));
    pages.unwrap_or_else(|| vec![text])
}

/// Returns the marks of a line that opens a fence of Markdown.
fn opening_marks(line: &str) -> Option<&str> {
    let fence = fences(line).pop()?;
    let language = line.get(fence.language.clone())?;
    let is_markdown = ["markdown", "md"]
        .iter()
        .any(|name| language.eq_ignore_ascii_case(name));
    let marks = line.get(fence.range.start..fence.language.start)?.trim_end();
    is_markdown.then_some(marks)
}

/// Returns a text without the closing line of a fence at its end.
fn closed<'t>(text: &'t str, marks: &str) -> Option<&'t str> {
    let inside = text.trim_end().strip_suffix(marks)?.trim_end_matches([' ', '\t']);
    (inside.is_empty() || inside.ends_with('\n')).then_some(inside)
}

/// Removes the marks of located regions. Their texts stay; a picture has none.
fn without_regions(text: &str) -> String {
    let mut parts = text.split(REF);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let region = part.split_once(REF_END).and_then(|(kind, rest)| {
            let (_, rest) = rest.trim_start().strip_prefix(DET)?.split_once(DET_END)?;
            Some((kind, rest))
        });
        match region {
            Some((kind, rest)) => {
                if kind == "image" {
                    out.push_str(IMAGE);
                }
                out.push_str(rest);
            }
            None => out.push_str(part),
        }
    }
    out
}

/// Removes text in pictures: it belongs to the picture, and other parsers leave it out.
fn without_picture_text(text: &str) -> String {
    let mut parts = text.split(PICTURE_TEXT);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let after = part.split_once(PICTURE_TEXT_END).map(|(_, after)| after);
        let after = after.map_or(part, |after| after.strip_prefix("<br>").unwrap_or(after));
        out.push_str(after);
    }
    out
}

fn is_page_mark(line: &str) -> bool {
    let is_numbered = || {
        let (number, dashes) = line.strip_prefix('{')?.split_once('}')?;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        Some(is_number && dashes.len() >= PAGE.len() - 1 && dashes.bytes().all(|byte| byte == b'-'))
    };
    line == PAGE_SPLIT || (line.starts_with(MISSING_PAGE) && line.ends_with(']')) || is_numbered() == Some(true)
}

fn is_picture(line: &str) -> bool {
    line.starts_with(PICTURE) && line.ends_with("] intentionally omitted <==**")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_removed() {
        let dashes = "-".repeat(48);
        for (given, text) in [
            ("---\nprimary_language: en\nis_table: False\n---\n# A", "# A"),
            ("```markdown\n# A\n```\n", "# A\n"),
            ("```markdown\n---\nkey: value\n---\n# A\n```", "# A\n"),
            ("---\nkey: value\n---\n```md\n# A\n```", "# A\n"),
            ("```Markdown\r\n# A\r\n```\r\n", "# A\r\n"),
            ("```markdown\n# A\n```\n\n```markdown\nb\n```\n", "# A\n\nb\n"),
            (
                "```md\n---\nkey: value\n---\n# A\n```\n~~~ md\n---\nkey: value\n---\nb\n~~~",
                "# A\n\nb\n",
            ),
            // Listings in pages stay.
            (
                "```markdown\n```\na\n```\n\nb\n```\n```markdown\n```c\nd\n```\n```",
                "```\na\n```\n\nb\n\n```c\nd\n```\n",
            ),
            (
                "````markdown\na\n```markdown\nb\n```\nc\n````",
                "a\n```markdown\nb\n```\nc\n",
            ),
            (
                &format!("{{0}}{dashes}\n\n# A\n\n{{1}}{dashes}\n\nb"),
                "\n\n# A\n\n\n\nb",
            ),
            (
                "<|ref|>title<|/ref|><|det|>[[1, 2, 3, 4]]<|/det|>\n# A\n\n<|ref|>image<|/ref|><|det|>[[1, 2, 3, 4]]<|/det|>\n<\u{ff5c}end\u{2581}of\u{2581}sentence\u{ff5c}>\n\n<--- Page Split --->\n",
                "\n# A\n\n![](image)\n\n\n\n",
            ),
            ("a\n\n[MISSING_PAGE_FAIL:3]\n\nb", "a\n\n\n\nb"),
            (
                "**==> picture [7 x 8] intentionally omitted <==**\n\n**----- Start of picture text -----**<br>\nA<br>**----- End of picture text -----**<br>\n\nb",
                "![](image)\n\n\n\nb",
            ),
            ("\\(x\\)<|im_end|>", "\\(x\\)"),
            ("\\[x=1.\\] (2.3a)\n", "\\[x=1. \\tag{2.3a}\\]\n"),
        ] {
            assert_eq!(without_marks(given), text, "{given}");
        }
    }

    #[test]
    fn other_text_stays() {
        for text in [
            "---\n# A\n---\n",
            "---\n---\na",
            "---\nkey: value\n",
            "```python\na\n```",
            "```markdown\na\n```\nb",
            "a\n```markdown\nb\n```",
            "```markdown\na",
            "{0}--- and {a}----------------",
            "a [MISSING_PAGE_FAIL:3] b",
            "\\[x\\] (see above)",
            "\\[x\\] and \\[y\\] (1)",
        ] {
            assert_eq!(without_marks(text), text);
        }
        // A region that is cut off keeps its text.
        assert_eq!(without_marks("<|ref|>text<|/ref|><|det|>[[1"), "text<|/ref|><|det|>[[1");
    }
}
