//! The step that turns infix fractions into commands.

use super::items::leaves_group_alone;

/// TeX's infix commands and LaTeX's equivalent commands.
const INFIX: [(&str, &str); 2] = [("\\over", "\\frac"), ("\\choose", "\\binom")];

/// The state of a group, or of the whole formula.
#[derive(Default)]
struct Level {
    /// Position of the opening brace; `None` for the whole formula.
    open: Option<usize>,
    /// Position of the infix command, and the equivalent command.
    infix: Option<(usize, &'static str)>,
    /// Whether the level has several infix commands or several cells, so that it cannot be one fraction.
    blocked: bool,
}

/// Items put before, instead of and after an item.
#[derive(Clone, Copy, Default)]
struct Change {
    before: &'static [&'static str],
    instead: Option<&'static [&'static str]>,
    after: &'static [&'static str],
}

/// Turns `{a \over b}` into `\frac{a}{b}`, in braces if the group is an argument. Treats a whole formula `a \over b`
/// likewise.
pub(super) fn infix_to_commands(items: Vec<&str>) -> Vec<&str> {
    if !items.iter().any(|item| INFIX.iter().any(|(infix, _)| infix == item)) {
        return items;
    }
    let mut changes = vec![Change::default(); items.len()];
    let mut levels = vec![Level::default()];
    for (index, item) in items.iter().enumerate() {
        match *item {
            "{" => levels.push(Level {
                open: Some(index),
                ..Level::default()
            }),
            "}" if levels.len() > 1 => {
                if let Some(level) = levels.pop() {
                    change_group(&items, &mut changes, &level, index);
                }
            }
            "&" | "\\\\" => block(&mut levels),
            item if item.starts_with("\\begin{") || item.starts_with("\\end{") => block(&mut levels),
            item => {
                let infix = INFIX.iter().find(|(infix, _)| *infix == item);
                if let (Some((_, command)), Some(level)) = (infix, levels.last_mut()) {
                    level.blocked |= level.infix.is_some();
                    level.infix = Some((index, command));
                }
            }
        }
    }
    let whole = levels.into_iter().next().filter(|level| !level.blocked);
    let whole = whole.and_then(|level| level.infix);
    if let Some((place, _)) = whole {
        changes[place].instead = Some(&["}", "{"]);
    }
    let mut out: Vec<&str> = Vec::with_capacity(items.len() + 4);
    out.extend(whole.iter().flat_map(|(_, command)| [*command, "{"]));
    for (item, change) in items.into_iter().zip(changes) {
        out.extend(change.before);
        match change.instead {
            Some(instead) => out.extend(instead),
            None => out.push(item),
        }
        out.extend(change.after);
    }
    out.extend(whole.map(|_| "}"));
    out
}

fn block(levels: &mut [Level]) {
    if let Some(level) = levels.last_mut() {
        level.blocked = true;
    }
}

fn change_group(items: &[&str], changes: &mut [Change], level: &Level, close: usize) {
    let (Some(open), Some((place, command)), false) = (level.open, level.infix, level.blocked) else {
        return;
    };
    let previous = open.checked_sub(1).and_then(|before| items.get(before).copied());
    let is_frac = command == "\\frac";
    changes[place].instead = Some(&["}", "{"]);
    if leaves_group_alone(previous) {
        changes[open].before = if is_frac { &["\\frac"] } else { &["\\binom"] };
    } else {
        changes[open].after = if is_frac { &["\\frac", "{"] } else { &["\\binom", "{"] };
        changes[close].before = &["}"];
    }
}

#[cfg(test)]
mod tests {
    use crate::normalise::items::items;

    #[test]
    fn infix_fractions_become_commands() {
        let out = |latex| super::infix_to_commands(items(latex)).concat();
        assert_eq!(out("1+{a\\over b}"), "1+\\frac{a}{b}");
        assert_eq!(out("x^{a\\over{b\\choose c}}"), "x^{\\frac{a}{{\\binom{b}{c}}}}");
        assert_eq!(out("a+b\\over c"), "\\frac{a+b}{c}");
        assert_eq!(out("a\\over b&c"), "a\\over b&c".replace(' ', ""));
        assert_eq!(out("{a\\over b\\over c}"), "{a\\overb\\overc}");
        assert_eq!(out("{a\\over b"), "{a\\overb");
    }
}
