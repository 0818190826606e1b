//! Steps that drop commands and environments that only lay out a formula.

use super::items::is_command;

/// Commands that only affect size, spacing or placement. They are dropped.
const LAYOUT_COMMANDS: [&str; 54] = [
    "\\left",
    "\\right",
    "\\middle",
    "\\big",
    "\\Big",
    "\\bigg",
    "\\Bigg",
    "\\bigl",
    "\\Bigl",
    "\\biggl",
    "\\Biggl",
    "\\bigr",
    "\\Bigr",
    "\\biggr",
    "\\Biggr",
    "\\bigm",
    "\\Bigm",
    "\\biggm",
    "\\Biggm",
    "\\displaystyle",
    "\\textstyle",
    "\\scriptstyle",
    "\\scriptscriptstyle",
    "\\limits",
    "\\nolimits",
    "\\nonumber",
    "\\notag",
    "\\IEEEnonumber",
    "\\IEEEyesnumber",
    "\\allowbreak",
    "\\nobreak",
    "\\strut",
    "\\mathstrut",
    "\\hfill",
    "\\quad",
    "\\qquad",
    "\\thinspace",
    "\\medspace",
    "\\thickspace",
    "\\enspace",
    "\\,",
    "\\:",
    "\\;",
    "\\>",
    "\\!",
    "\\ ",
    "\\/",
    "\\mathop",
    "\\mathbin",
    "\\mathrel",
    "\\mathord",
    "\\mathopen",
    "\\mathclose",
    "\\ensuremath",
];

/// Layout commands with an argument in braces. They are dropped with the argument.
const LAYOUT_COMMANDS_WITH_ARGUMENT: [&str; 6] = ["\\label", "\\tag", "\\hspace", "\\vspace", "\\mspace", "\\phantom"];

/// Environments that only align lines inside a displayed formula. Their `\begin` and `\end` are dropped.
const LAYOUT_ENVIRONMENTS: [&str; 6] = ["split", "aligned", "alignedat", "gathered", "multlined", "subequations"];

/// Drops layout commands with their argument. An argument that is never closed extends to the end.
pub(super) fn without_labels(items: Vec<&str>) -> Vec<&str> {
    let mut out = Vec::with_capacity(items.len());
    let mut rest = items.into_iter().peekable();
    while let Some(item) = rest.next() {
        if !LAYOUT_COMMANDS_WITH_ARGUMENT.contains(&item) {
            out.push(item);
            continue;
        }
        rest.next_if_eq(&"*");
        let mut depth = 0_usize;
        while let Some(item) = rest.next_if(|next| depth > 0 || *next == "{") {
            match item {
                "{" => depth += 1,
                "}" if depth == 1 => break,
                "}" => depth -= 1,
                _ => {}
            }
        }
    }
    out
}

/// Drops commands of size, style and spacing. `<` and `>` after a command of size become the angle brackets that they
/// print as.
pub(super) fn without_layout(items: Vec<&str>) -> Vec<&str> {
    let mut out = Vec::with_capacity(items.len());
    let mut rest = items.into_iter().peekable();
    while let Some(item) = rest.next() {
        let is_layout = is_command(item) && LAYOUT_COMMANDS.contains(&item);
        if matches!(item, "\\left" | "\\right" | "\\middle") {
            // The null delimiter prints nothing.
            rest.next_if_eq(&".");
        }
        if is_layout && sizes_delimiter(item) {
            out.extend(rest.next_if_eq(&"<").map(|_| "\\langle"));
            out.extend(rest.next_if_eq(&">").map(|_| "\\rangle"));
        } else if !is_layout && item != "~" {
            out.push(item);
        }
    }
    out
}

/// Reports whether a layout command is followed by a delimiter.
fn sizes_delimiter(command: &str) -> bool {
    let starts = ["\\left", "\\right", "\\middle", "\\big", "\\Big"];
    starts.iter().any(|start| command.starts_with(start))
}

/// Drops environments that only align, and `&` outside all other environments.
pub(super) fn without_alignment(items: Vec<&str>) -> Vec<&str> {
    let mut depth = 0_usize;
    let keep = |item: &&str| {
        let begins = item.strip_prefix("\\begin{").and_then(|name| name.strip_suffix('}'));
        let ends = item.strip_prefix("\\end{").and_then(|name| name.strip_suffix('}'));
        if begins.or(ends).is_some_and(|name| LAYOUT_ENVIRONMENTS.contains(&name)) {
            return false;
        }
        match (begins, ends) {
            (Some(_), _) => depth += 1,
            (_, Some(_)) => depth = depth.saturating_sub(1),
            _ => {}
        }
        *item != "&" || depth > 0
    };
    let mut items = items;
    items.retain(keep);
    items
}

#[cfg(test)]
mod tests {
    use crate::normalise::items::items;

    #[test]
    fn labels_go_with_their_argument() {
        let out = |latex| super::without_labels(items(latex)).concat();
        assert_eq!(out("a\\label{b{c}d}e\\tag*{(1)}f\\hspace{-1em}g"), "aefg");
        assert_eq!(out("a\\label b"), "ab");
        assert_eq!(out("a\\label{b"), "a");
    }

    #[test]
    fn sizes_styles_and_spaces_go() {
        let out = |latex| super::without_layout(items(latex)).concat();
        assert_eq!(
            out("\\left. \\displaystyle a~\\,b \\right)\\bigl[\\mathop{c}"),
            "ab)[{c}"
        );
        assert_eq!(
            out("\\left<a\\right> \\bigl<b\\bigr>c<d"),
            "\\langlea\\rangle\\langleb\\ranglec<d"
        );
        assert_eq!(out("\\left"), "");
    }

    #[test]
    fn alignment_goes_where_it_means_nothing() {
        let out = |latex| super::without_alignment(items(latex)).concat();
        assert_eq!(out("a&\\begin{aligned}b&c\\end{aligned}"), "abc");
        assert_eq!(
            out("\\begin{matrix}b&c\\end{matrix}&\\end{x}&"),
            "\\begin{matrix}b&c\\end{matrix}\\end{x}"
        );
    }
}
