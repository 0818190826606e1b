//! The step that drops braces around a single item.

/// Also braces around braces around a single item, and so on.
pub(super) fn without_single(items: Vec<&str>) -> Vec<&str> {
    let mut dropped = vec![false; items.len()];
    // Of each open group, its place and the number of items in it that remain.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let remaining = match (*item, open.pop()) {
            ("{", outer) => {
                open.extend(outer);
                open.push((index, 0));
                continue;
            }
            ("}", Some((place, 1))) => {
                dropped[place] = true;
                dropped[index] = true;
                1
            }
            ("}", Some((_, count))) => count + 2,
            (_, same) => {
                open.extend(same);
                1
            }
        };
        if let Some((_, count)) = open.last_mut() {
            *count += remaining;
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

    #[test]
    fn only_a_single_item_stands_alone() {
        let out = |latex| super::without_single(items(latex)).concat();
        assert_eq!(out("x^{2}{{{y}}}{ab}{{a}b}{}"), "x^2y{ab}{ab}{}");
        assert_eq!(out("{{}}a}{b"), "{{}}a}{b");
    }
}
