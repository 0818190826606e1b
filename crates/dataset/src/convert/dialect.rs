//! Marks that parsers add to their Markdown and that are no part of a page: front matter, ends of pages, tokens of
//! models. They are removed before anything else is read.

use std::borrow::Cow;

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
    let text = without_fence(without_front_matter(without_fence(text)));
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

/// Returns the inside of a fence of Markdown around the whole text, as chat models write it.
fn without_fence(text: &str) -> &str {
    let trimmed = text.trim();
    let inside = ["```markdown\n", "```md\n"]
        .iter()
        .find_map(|fence| trimmed.strip_prefix(fence));
    match inside.and_then(|inside| inside.strip_suffix("```")) {
        Some(inside) if inside.is_empty() || inside.ends_with('\n') => inside,
        _ => text,
    }
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
