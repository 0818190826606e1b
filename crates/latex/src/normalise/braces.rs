//! The step that drops braces without effect.

use crate::arity::arity;

/// An open group.
struct Group {
    place: usize,
    /// Number of remaining items and groups in this group.
    parts: usize,
    /// Positions of the braces of the last part, if that part is a group.
    last_group: Option<(usize, usize)>,
    /// Whether the last part is a command with arguments. Without the braces, it would take the following item as its
    /// argument.
    ends_waiting: bool,
}

/// Drops braces around a single item, and the inner of two pairs of braces around the same items.
pub(super) fn without_double(items: Vec<&str>) -> Vec<&str> {
    let mut dropped = vec![false; items.len()];
    let mut drop_pair = |(open, close): (usize, usize)| {
        dropped[open] = true;
        dropped[close] = true;
    };
    let mut open: Vec<Group> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        if *item == "{" {
            open.push(Group {
                place: index,
                parts: 0,
                last_group: None,
                ends_waiting: false,
            });
            continue;
        }
        let closed = if *item == "}" { open.pop() } else { None };
        let as_group = closed.and_then(|group| {
            let pair = (group.place, index);
            match (group.parts, group.last_group) {
                (1, None) if !group.ends_waiting => {
                    drop_pair(pair);
                    None
                }
                (1, Some(inner)) => {
                    drop_pair(inner);
                    Some(pair)
                }
                _ => Some(pair),
            }
        });
        if let Some(around) = open.last_mut() {
            around.parts += 1;
            around.last_group = as_group;
            around.ends_waiting = arity(item).is_some();
        }
    }
    let mut dropped = dropped.into_iter();
    let mut items = items;
    items.retain(|_| !dropped.next().unwrap_or(false));
    items
}

#[cfg(test)]
mod tests {
    use crate::normalise::items::items;

    fn out(latex: &str) -> String {
        super::without_double(items(latex)).concat()
    }

    #[test]
    fn a_single_item_stands_alone() {
        assert_eq!(out("x^{2}{{{y}}}{ab}{{a}b}{}"), "x^2y{ab}{ab}{}");
    }

    #[test]
    fn one_pair_is_enough() {
        assert_eq!(out("{{{ab}}}{{ab}{c}}{{ab}{cd}}"), "{ab}{{ab}c}{{ab}{cd}}");
    }

    #[test]
    fn a_command_that_waits_for_its_argument_does_not_get_what_follows() {
        assert_eq!(out("x^{\\mathsf}T+{\\alpha}"), "x^{\\mathsf}T+\\alpha");
    }

    #[test]
    fn lone_braces_stay() {
        assert_eq!(out("{{}}a}{b"), "{}a}{b");
    }
}
