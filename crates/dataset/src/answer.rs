//! Answers of language models: the LaTeX or Markdown in code fences, and the remarks around it.
//!
//! A chat model rarely gives a page alone: "Sure! Here is the LaTeX:", a fence, "Let me know if ...". [`strip`] keeps
//! what stands in the fences. It is the only rule for this; files, columns of lists, and answers of models that were
//! asked here follow it.
//!
//! - A text without a fence stays as it is, byte for byte. So does a text of which the rule is not sure.
//! - Lines with fences inside `verbatim`, `lstlisting` and the like are part of a page, not of an answer.
//! - The fences of LaTeX (`latex`, `tex`, `math`) count. If there are none, those without a language do, unless another
//!   fence has a language. Fences of other languages after the last of them are remarks: `pdflatex page.tex`.
//! - Several fences are the parts of one page, if no more than an announcement stands between them ("Page 2:"). They
//!   are joined by a blank line.
//! - A fence that is cut off extends to the end.
//! - The text around must be remarks, not a page: short, and without lines of LaTeX. In Markdown, where a page may hold
//!   a listing, it must also begin as models begin remarks.
//! - Fences of Markdown stay, since they say where pages begin; only the remarks around them are removed.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use crate::syntax::Syntax;

/// A text without the remarks around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<'t> {
    /// The text that is left.
    pub text: Cow<'t, str>,
    /// What was removed, in order, without the lines of the fences; empty if the text stays as it is.
    pub removed: Vec<&'t str>,
    /// Whether anything was removed, be it only the lines of a fence.
    pub is_stripped: bool,
}

impl<'t> Answer<'t> {
    /// Returns a text that stays as it is.
    #[must_use]
    pub const fn whole(text: &'t str) -> Self {
        Self {
            text: Cow::Borrowed(text),
            removed: Vec::new(),
            is_stripped: false,
        }
    }
}

/// Environments in which a fence is text.
const LISTINGS: [&str; 10] = [
    "verbatim",
    "verbatim*",
    "Verbatim",
    "BVerbatim",
    "LVerbatim",
    "lstlisting",
    "minted",
    "alltt",
    "comment",
    "filecontents",
];

/// Languages of fences that hold LaTeX.
const LATEX: [&str; 3] = ["latex", "tex", "math"];

/// Languages of fences that hold Markdown.
const MARKDOWN: [&str; 2] = ["markdown", "md"];

/// Number of bytes of remarks that are allowed however short the text inside is.
const FEW: usize = 1_000;

/// Number of bytes that an announcement between two fences may have.
const ANNOUNCEMENT: usize = 200;

/// How sentences begin in which models announce a page.
const ANNOUNCES: [&str; 21] = [
    "here is",
    "here's",
    "here are",
    "sure",
    "certainly",
    "of course",
    "absolutely",
    "okay",
    "below is",
    "i've ",
    "i have ",
    "as requested",
    "the latex",
    "latex code",
    "the transcription",
    "transcription",
    "the converted",
    "hier ist",
    "voici",
    "aqu\u{ed} ",
    "\u{4ee5}\u{4e0b}",
];

/// How remarks of models after a fence begin that no page begins with.
const OFFERS: [&str; 8] = [
    "let me know",
    "please let",
    "feel free",
    "if you need",
    "if you want",
    "if you would",
    "i hope",
    "hope this",
];

/// How remarks after a page begin that was announced. A paragraph of a page could begin like this, too.
const REMARKS: [&str; 10] = [
    "note",
    "i ",
    "i've",
    "i'm",
    "this ",
    "the above",
    "explanation",
    "you can",
    "key ",
    "to compile",
];

/// Returns a text without the fences and remarks around its LaTeX. Takes linear time.
///
/// ```
/// use texlens_dataset::{Syntax, strip};
///
/// let answer = strip("Sure! Here is the page:\n```latex\n\\section{A}\n```\nAnything else?", Syntax::Latex);
/// assert_eq!(answer.text, "\\section{A}\n");
/// assert_eq!(answer.removed, ["Sure! Here is the page:", "Anything else?"]);
/// ```
#[must_use]
pub fn strip(text: &str, syntax: Syntax) -> Answer<'_> {
    let whole = Answer::whole(text);
    if matches!(syntax, Syntax::Html | Syntax::Mathml) || !(text.contains("```") || text.contains("~~~")) {
        return whole;
    }
    match kept(text, syntax) {
        Some(parts) => stripped(text, &parts),
        None => whole,
    }
}

/// Makes the answer of the parts of a text that are kept.
fn stripped<'t>(text: &'t str, parts: &[Part]) -> Answer<'t> {
    let of = |range: Range<usize>| text.get(range).unwrap_or_default();
    let kept: Vec<&str> = parts.iter().map(|part| of(part.kept.clone())).collect();
    let starts = std::iter::once(0).chain(parts.iter().map(|part| part.whole.end));
    let ends = parts.iter().map(|part| part.whole.start).chain([text.len()]);
    let around = starts.zip(ends).map(|(start, end)| of(start..end).trim());
    Answer {
        removed: around.filter(|remark| !remark.is_empty()).collect(),
        text: match kept.as_slice() {
            [one] => Cow::Borrowed(one),
            several => Cow::Owned(several.join("\n")),
        },
        is_stripped: true,
    }
}

/// A part of a text that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    /// The byte range with the fence.
    whole: Range<usize>,
    /// The byte range that is kept.
    kept: Range<usize>,
}

/// A code fence, which is a range of lines.
#[derive(Debug)]
struct Fence<'t> {
    whole: Range<usize>,
    body: Range<usize>,
    language: &'t str,
}

impl Fence<'_> {
    fn is(&self, languages: &[&str]) -> bool {
        languages.iter().any(|name| self.language.eq_ignore_ascii_case(name))
    }

    fn part(&self) -> Part {
        Part {
            whole: self.whole.clone(),
            kept: self.body.clone(),
        }
    }
}

/// Returns the parts to keep, or `None` if the text is no answer with remarks.
fn kept(text: &str, syntax: Syntax) -> Option<Vec<Part>> {
    let is_page = syntax != Syntax::Latex;
    if is_page && let Some(pages) = markdown_pages(text) {
        return Some(pages);
    }
    let fences = fences(text);
    let is_marked = fences.iter().any(|fence| fence.is(&LATEX));
    let counts = |fence: &&Fence<'_>| {
        if is_marked {
            // In Markdown, a fence of this language is a displayed formula of the page.
            fence.is(&LATEX) && !(is_page && fence.language.eq_ignore_ascii_case("math"))
        } else {
            fence.language.is_empty()
        }
    };
    let counted: Vec<&Fence<'_>> = fences.iter().filter(counts).collect();
    let (first, last) = (counted.first()?, counted.last()?);
    let of = |range: Range<usize>| text.get(range).unwrap_or_default();
    let is_within = |fence: &Fence<'_>| fence.whole.start < last.whole.start;
    let others = fences.iter().filter(|fence| !counts(fence));
    // A fence of another language before or between them is a listing of the page.
    if others.clone().any(is_within) || (!is_marked && others.count() > 0) {
        return None;
    }
    let (before, after) = (of(0..first.whole.start), of(last.whole.end..text.len()));
    let is_alone = before.trim().is_empty() && after.trim().is_empty();
    let are_of_model = is_announcement(before) && is_closing(after, before);
    // A fence without a language and without LaTeX may be a listing of the page that is around it.
    let is_latex = |fence: &&Fence<'_>| of(fence.body.clone()).contains('\\');
    if !is_marked && !counted.iter().all(is_latex) && (is_page || !(is_alone || are_of_model)) {
        return None;
    }
    let between = counted.windows(2).map(|pair| match pair {
        [one, next] => of(one.whole.end..next.whole.start),
        _ => "",
    });
    let inside: usize = counted.iter().map(|fence| fence.body.len()).sum();
    let is_short = before.len() + after.len() <= inside.max(FEW);
    let are_remarks = [before, after].into_iter().all(|part| is_remark(part, is_marked));
    let is_answer = is_short && are_remarks && (!is_page || are_of_model) && between.clone().all(joins);
    is_answer.then(|| counted.iter().map(|fence| fence.part()).collect())
}

/// Reports whether a text around LaTeX has no lines of LaTeX itself. Beside fences that are marked as LaTeX, remarks may
/// mention it.
fn is_remark(part: &str, is_marked: bool) -> bool {
    if !is_marked {
        return !part.contains(['\\', '$']);
    }
    let is_latex = |line: &str| line.starts_with(['\\', '%']) || line.starts_with("$$");
    let has_block = part.contains("\\begin{") || part.contains("\\section") || part.contains("\\document");
    !has_block && !part.lines().any(|line| is_latex(line.trim_start()))
}

/// Reports whether a text before a fence is what models say before a page.
fn is_announcement(before: &str) -> bool {
    let before = before.trim();
    let is_block = |line: &str| line.starts_with(['#', '|', '>', '!']);
    if before.is_empty() {
        return true;
    }
    let lower = before.to_lowercase();
    let mut sentences = lower.split(['.', '!', '\n', ',']).map(str::trim_start);
    before.len() <= FEW
        && !before.lines().any(|line| is_block(line.trim_start()))
        && sentences.any(|sentence| begins_with(sentence, &ANNOUNCES))
        && before.ends_with([':', '.', '!', '\u{ff1a}', '*'])
}

/// Reports whether a text after a fence is what models say after a page, given the text before the first fence.
fn is_closing(after: &str, before: &str) -> bool {
    let lower = after.trim().trim_start_matches(['#', '*', '-', ' ']).to_lowercase();
    let is_announced = !before.trim().is_empty();
    lower.is_empty() || begins_with(&lower, &OFFERS) || (is_announced && begins_with(&lower, &REMARKS))
}

fn begins_with(text: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| text.starts_with(phrase))
}

/// Reports whether a text between two fences announces the second one.
fn joins(between: &str) -> bool {
    let between = between.trim();
    let is_heading = between.starts_with('#') || (between.starts_with("**") && between.ends_with("**"));
    let is_line = !between.contains('\n') && between.len() <= ANNOUNCEMENT && !between.contains(['\\', '$']);
    is_line && (between.is_empty() || is_heading || between.ends_with([':', '\u{ff1a}']) || between == "---")
}

/// Returns the fences of Markdown with the text between them, if remarks stand around them. A page may hold listings,
/// whose fences look like its end, so that a page ends with the last closing line before the next page.
fn markdown_pages(text: &str) -> Option<Vec<Part>> {
    let mut pages: Vec<(Range<usize>, &str)> = Vec::new();
    let mut first_fence = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        if let Some(mark) = Mark::of(line) {
            first_fence = first_fence.or(Some(at));
            let is_markdown = MARKDOWN.iter().any(|name| mark.language.eq_ignore_ascii_case(name));
            match pages.last_mut() {
                _ if is_markdown => pages.push((at..at, mark.marks)),
                Some((page, marks)) if mark.closes(marks) => page.end = at + line.trim_end().len(),
                _ => {}
            }
        }
        at = end;
    }
    let (first, last) = (pages.first()?, pages.last()?);
    // A fence that is cut off extends to the end.
    let end = if last.0.is_empty() { text.len() } else { last.0.end };
    let all_but_last = pages.get(..pages.len() - 1).unwrap_or_default();
    let ends = all_but_last.iter().map(|(page, _)| page.end);
    let starts = pages.iter().skip(1).map(|(page, _)| page.start);
    let are_joined = ends
        .zip(starts)
        .all(|(end, start)| text.get(end..start).is_some_and(joins));
    let (before, after) = (text.get(..first.0.start)?, text.get(end..)?);
    let are_remarks = is_announcement(before)
        && is_closing(after, before)
        && before.len() + after.len() <= (end - first.0.start).max(FEW);
    let is_answer = first_fence == Some(first.0.start)
        && !(before.trim().is_empty() && after.trim().is_empty())
        && all_but_last.iter().all(|(page, _)| !page.is_empty())
        && are_joined
        && are_remarks;
    is_answer.then(|| {
        let pages = pages.iter().map(|(page, _)| page.start..page.end.max(page.start));
        let mut parts: Vec<Range<usize>> = pages.collect();
        if let Some(last) = parts.last_mut() {
            last.end = end;
        }
        let part = |whole: Range<usize>| Part {
            kept: whole.clone(),
            whole,
        };
        parts.into_iter().map(part).collect()
    })
}

/// The marks at the start of a line that may open or close a fence.
struct Mark<'t> {
    marks: &'t str,
    /// The word after the marks; often empty.
    language: &'t str,
    /// Whether nothing follows the marks.
    is_bare: bool,
}

impl<'t> Mark<'t> {
    fn of(line: &'t str) -> Option<Self> {
        let line = line.trim_start_matches([' ', '\t']);
        let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let length = line.len() - line.trim_start_matches(mark).len();
        let after = line.get(length..)?;
        // A later backtick on the line makes this inline code, not a fence.
        if length < 3 || (mark == '`' && after.contains('`')) {
            return None;
        }
        Some(Self {
            marks: line.get(..length)?,
            language: after.split_whitespace().next().unwrap_or_default(),
            is_bare: after.trim().is_empty(),
        })
    }

    fn closes(&self, opening: &str) -> bool {
        self.is_bare && self.marks.starts_with(opening)
    }
}

/// The environment that holds a listing, if one is open.
struct Listing<'t> {
    text: &'t str,
    open: Option<&'static str>,
    /// Offset of the last `\end` of each environment.
    ends: HashMap<&'static str, Option<usize>>,
}

impl Listing<'_> {
    /// Reports whether the line at an offset is part of a listing. An environment without an end is none.
    fn holds(&mut self, line: &str, at: usize) -> bool {
        if let Some(name) = self.open {
            if line.contains(&end_of(name)) {
                self.open = None;
            }
            return true;
        }
        let Some((_, rest)) = line.split_once("\\begin{") else {
            return false;
        };
        let name = rest.split('}').next().unwrap_or_default();
        if let Some(name) = LISTINGS.into_iter().find(|listing| *listing == name) {
            let text = self.text;
            let end = *self.ends.entry(name).or_insert_with(|| text.rfind(&end_of(name)));
            let is_closed_here = rest.contains(&end_of(name));
            self.open = Some(name).filter(|_| !is_closed_here && end.is_some_and(|end| end > at));
        }
        false
    }
}

fn end_of(name: &str) -> String {
    format!("\\end{{{name}}}")
}

/// Returns the fences of a text that are not part of a listing in LaTeX. A fence with a language inside another fence
/// is part of it.
fn fences(text: &str) -> Vec<Fence<'_>> {
    let mut found = Vec::new();
    let mut open: Option<(Fence<'_>, &str, usize)> = None;
    let mut listing = Listing {
        text,
        open: None,
        ends: HashMap::new(),
    };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let (start, end) = (at, at + line.len());
        at = end;
        if listing.holds(line, start) {
            continue;
        }
        let Some(mark) = Mark::of(line) else { continue };
        match &mut open {
            Some((_, marks, depth)) if mark.closes(marks) && *depth > 0 => *depth -= 1,
            Some((fence, marks, _)) if mark.closes(marks) => {
                fence.body.end = start;
                fence.whole.end = start + line.trim_end().len();
                found.extend(open.take().map(|(fence, ..)| fence));
            }
            Some((_, marks, depth)) if !mark.is_bare && mark.marks == *marks => *depth += 1,
            Some(_) => {}
            None => {
                let fence = Fence {
                    whole: start..text.len(),
                    body: end..text.len(),
                    language: mark.language,
                };
                open = Some((fence, mark.marks, 0));
            }
        }
    }
    found.extend(open.map(|(fence, ..)| fence));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, syntax: Syntax) -> (String, Vec<&str>) {
        let Answer { text, removed, .. } = strip(text, syntax);
        (text.into_owned(), removed)
    }

    fn latex(text: &str) -> (String, Vec<&str>) {
        of(text, Syntax::Latex)
    }

    fn stays(text: &str, syntax: Syntax) {
        let answer = strip(text, syntax);
        assert_eq!(answer.text, text);
        assert!(!answer.is_stripped && answer.removed.is_empty(), "{text}");
        assert!(matches!(answer.text, Cow::Borrowed(_)));
    }

    #[test]
    fn fences_and_remarks_are_removed() {
        for (given, text, removed) in [
            ("```latex\n\\section{A}\n```\n", "\\section{A}\n", &[][..]),
            ("```\n\\section{A}\n```", "\\section{A}\n", &[]),
            ("Sure!\n\n~~~ TeX\n$x$\n~~~", "$x$\n", &["Sure!"]),
            (
                "Here is the LaTeX:\r\n```latex\r\n\\section{A}\r\n```\r\n\r\nI used $x$ for the unknown.\r\n",
                "\\section{A}\r\n",
                &["Here is the LaTeX:", "I used $x$ for the unknown."],
            ),
            // A cut-off fence extends to the end.
            (
                "Here it is:\n```latex\n\\section{A}\ntext",
                "\\section{A}\ntext",
                &["Here it is:"],
            ),
            ("```", "", &[]),
            ("~~~", "", &[]),
            // Longer marks hold shorter ones.
            ("````latex\na\n```\nb\n```\nc\n````\n", "a\n```\nb\n```\nc\n", &[]),
            (
                "```latex\na\n```python\nb\n```\nc\n```",
                "a\n```python\nb\n```\nc\n",
                &[],
            ),
            // A listing of the page holds fences.
            (
                "```latex\n\\begin{verbatim}\n```\nx\n```\n\\end{verbatim}\n```\nDone.",
                "\\begin{verbatim}\n```\nx\n```\n\\end{verbatim}\n",
                &["Done."],
            ),
            // Parts of one page.
            (
                "Page 1:\n```latex\na\n```\nPage 2:\n```latex\nb\n```",
                "a\n\nb\n",
                &["Page 1:", "Page 2:"],
            ),
            // The language says which fence is meant.
            (
                "```latex\n\\section{A}\n```\nTo compile it:\n```bash\npdflatex a.tex\n```",
                "\\section{A}\n",
                &["To compile it:\n```bash\npdflatex a.tex\n```"],
            ),
            // An environment without an end is no listing.
            (
                "```latex\n\\begin{lstlisting}\nx\n```\nbye",
                "\\begin{lstlisting}\nx\n",
                &["bye"],
            ),
        ] {
            assert_eq!(latex(given), (text.to_owned(), removed.to_vec()), "{given}");
        }
    }

    #[test]
    fn other_latex_stays_byte_for_byte() {
        for text in [
            "",
            "\\section{A}\r\n``quotes'' and ```nested' quotes''",
            "```Tis so,' he said.''\nMore.",
            "Sure! Here is the LaTeX: \\section{A}",
            "\\section{A}\n```\ncode\n```",
            "The loop sums all numbers up to n:\n```\nfor i in 1..n\n```\nIt is slow.",
            "\\section{A}\n```latex\ncode\n```\n",
            "```python\nx\n```",
            "\\begin{verbatim}\n```latex\nx\n```\n\\end{verbatim}\n",
            "\\begin{lstlisting}[language=Markdown]\n```\nx\n```\n\\end{lstlisting}",
            "```python\nx\n```\nthen\n```latex\ny\n```",
            "```latex\na\n```\nA paragraph of the page, which goes on and ends.\n```latex\nb\n```",
            "```a``` b",
        ] {
            stays(text, Syntax::Latex);
        }
        // A page around a short fence is no remark.
        let page = "The tide rises and falls. ".repeat(60);
        stays(&format!("{page}\n```latex\nx\n```"), Syntax::Latex);
    }

    #[test]
    fn a_page_of_markdown_may_hold_listings() {
        for text in [
            "The sum is computed by\n```\nfor i in 1..n\n```\nand printed.",
            "The wave equation reads:\n```math\nx\n```\nwhere c is the speed.",
            "The tide is given by\n```latex\n\\eta\n```\nwhere t is time.",
            "# Tides\n```latex\nx\n```",
            "We measure the tide:\n```latex\n\\eta\n```\nThis is large.",
            "The pressure is converted to heights:\n```latex\n\\eta\n```\n",
            "```latex\n\\eta\n```\nThis is large.",
            "```latex\n\\eta\n```\nNote that the tide is low.",
            "The path is:\n```\nC:\\temp\n```\n",
            "```markdown\n# A\n```\n",
            "```markdown\n# A\n```\n```markdown\nb\n```",
            "```html\n<table></table>\n```",
        ] {
            stays(text, Syntax::Markdown);
            stays(text, Syntax::Auto);
        }
        for text in ["<pre>\n```latex\nx\n```\n</pre>", "<math></math>"] {
            stays(text, Syntax::Html);
            stays(text, Syntax::Mathml);
        }
    }

    #[test]
    fn remarks_around_markdown_are_removed() {
        let markdown = |text| of(text, Syntax::Markdown);
        assert_eq!(
            markdown("Here is the page:\n```markdown\n# A\n```\nLet me know if you need more."),
            (
                "```markdown\n# A\n```".to_owned(),
                vec!["Here is the page:", "Let me know if you need more."]
            )
        );
        // A page with a listing, whose end looks like that of the page.
        assert_eq!(
            markdown("Sure!\n```md\n```\na\n```\n\nb\n```\n"),
            ("```md\n```\na\n```\n\nb\n```".to_owned(), vec!["Sure!"])
        );
        assert_eq!(
            markdown("Sure!\n```md\na\n```\nPage 2:\n```md\nb\n```"),
            ("```md\na\n```\n```md\nb\n```".to_owned(), vec!["Sure!", "Page 2:"])
        );
        assert_eq!(
            markdown("Sure! Here is the LaTeX:\n```latex\n\\section{A}\n```\n**Note:** $x$ was hard to read."),
            (
                "\\section{A}\n".to_owned(),
                vec!["Sure! Here is the LaTeX:", "**Note:** $x$ was hard to read."]
            )
        );
        assert_eq!(
            markdown("Here is the page:\n```markdown\n# A"),
            ("```markdown\n# A".to_owned(), vec!["Here is the page:"])
        );
    }
}
