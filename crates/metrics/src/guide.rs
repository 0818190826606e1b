//! The documentation of each metric, for readers of scores.

use std::fmt::Write;

use texlens_vocabulary::Kind;

use crate::metric::{Direction, Info, Metric, Need};
use crate::suite::DOCUMENTATION;

/// Returns the description of a metric in Markdown: its meaning, its calculation and its limits. The text combines its
/// [`Info`] and the documentation of its file. Headings are of level 4; the name of the metric is not included.
#[must_use]
pub fn guide(metric: &dyn Metric) -> String {
    let info = metric.info();
    let mut text = format!("{}\n\n", info.about);
    for (name, value) in facts(info) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "- {name}: {value}");
    }
    for parameter in info.parameters {
        let (name, default) = (parameter.name(), parameter.default());
        let _ = writeln!(text, "- Setting `{name}` = {default}: {}", parameter.about());
    }
    text.push('\n');
    text.push_str(&sections(info.id));
    text
}

fn facts(info: &Info) -> Vec<(&'static str, String)> {
    let direction = match info.direction {
        Direction::HigherIsBetter => "higher is better",
        Direction::LowerIsBetter => "lower is better",
    };
    let (low, high) = (info.range.start(), info.range.end());
    let range = if high.is_finite() {
        format!("{low} to {high}, {direction}")
    } else {
        format!("{low} and up, {direction}")
    };
    let kinds = info.kinds.iter().map(|kind| kind_name(*kind)).collect::<Vec<_>>();
    let needs = info.needs.iter().map(|need| need_name(*need)).collect::<Vec<_>>();
    let mut facts = vec![
        ("Group", info.group.name().to_owned()),
        ("Range", range),
        ("Defined on", kinds.join(", ")),
        ("Needs", needs.join(", ")),
    ];
    if !info.limits.is_empty() {
        facts.push(("Limits", info.limits.to_owned()));
    }
    facts
}

const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Formula => "formulas",
        Kind::Page => "pages",
        Kind::Document => "documents",
    }
}

const fn need_name(need: Need) -> &'static str {
    match need {
        Need::Text => "the two texts",
        Need::Scores => "the scores of other metrics",
        Need::Compilation => "the verdict of a TeX engine",
        Need::ReferenceCompilation => "its verdict on the reference",
        Need::GlyphBoxes => "both formulas typeset, each token in its colour",
        Need::Layouts => "both formulas typeset",
        Need::Judge => "a language model's verdict",
        Need::TexbleuModel => "the TeXBLEU model that comes with texlens",
        Need::Gpt2 => "GPT-2's vocabulary and vectors",
        Need::Tokeniser => "the `tokenizer.json` of TeXBLEU's authors",
    }
}

/// Returns the sections of the documentation of a metric's file, without its first line, which repeats the name.
fn sections(id: &str) -> String {
    let documentation = DOCUMENTATION.iter().find(|(name, _)| *name == id);
    let lines = documentation.map_or("", |(_, text)| text).lines();
    let mut text = String::new();
    let mut in_example = false;
    for line in lines.skip_while(|line| !line.starts_with("# ")) {
        in_example ^= line.starts_with("```");
        match line.strip_prefix("# ") {
            _ if in_example => text = text + line + "\n",
            Some(heading) => text = text + "#### " + heading + "\n",
            None => text = text + &without_links(line) + "\n",
        }
    }
    text
}

/// Replaces intra-doc links, which lead nowhere outside the code's documentation, by their names.
fn without_links(line: &str) -> String {
    let mut parts = line.split("`]");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // The path of the item, if it is not the name itself.
        let path = part.strip_prefix('(').and_then(|part| part.split_once(')'));
        text = text + "`" + path.map_or(part, |(_, after)| after);
    }
    text.replace("[`", "`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric;

    #[test]
    fn a_guide_has_facts_settings_and_sections() {
        let guide = guide(metric("ctp").unwrap());
        for part in [
            "- Range: 0 to 1, higher is better\n",
            "- Setting `ctp.min_words` = 8: ",
            "\n#### Formula\n",
            "\n#### Example\n```text\nreference:\n  \\section{Tides}",
            "appendix A.1",
        ] {
            assert!(guide.contains(part), "{part:?} in {guide}");
        }
        assert!(!guide.contains("[`"), "{guide}");
        assert_eq!(
            without_links("As [`a`](super::a) and [`b`] (c)."),
            "As `a` and `b` (c)."
        );
    }
}
