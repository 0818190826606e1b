//! The step that puts scripts and primes into a fixed order.

use std::ops::Range;

use super::items::{argument, partners};

/// A script, a run of primes, or primes with the superscript that follows them.
struct Script {
    mark: &'static str,
    primes: usize,
    /// The argument; `None` if the script consists of primes only.
    argument: Option<Range<usize>>,
}

/// A pending piece of output; the next one is last on the stack. A stack replaces recursion, because groups nest
/// without limit.
enum Task {
    Item(&'static str),
    Items(Range<usize>),
}

/// Writes `x^b_a` as `x_{a}^{b}`, `x'` as `x^{\prime}`, and `x'^2` as `x^{\prime 2}`. Every argument gets braces. TeX's
/// double scripts keep their order.
pub(super) fn ordered(items: Vec<&str>) -> Vec<&str> {
    let partners = partners(&items);
    let mut out = Vec::with_capacity(items.len());
    let mut tasks = vec![Task::Items(0..items.len())];
    while let Some(task) = tasks.pop() {
        let mut range = match task {
            Task::Item(item) => {
                out.push(item);
                continue;
            }
            Task::Items(range) => range,
        };
        while let Some(index) = range.next() {
            let (scripts, end) = scripts_at(&items, &partners, index, range.end);
            if end > index {
                tasks.push(Task::Items(end..range.end));
                tasks_for(&items, scripts, &mut tasks);
                break;
            }
            out.extend(items.get(index));
        }
    }
    out
}

/// Returns the scripts from `start` on, and the index after them.
fn scripts_at(items: &[&str], partners: &[Option<usize>], start: usize, end: usize) -> (Vec<Script>, usize) {
    let mut scripts: Vec<Script> = Vec::new();
    let mut next = start;
    while let Some(item) = items.get(next).filter(|_| next < end) {
        // Primes and a superscript that directly follows them form one superscript.
        let after_primes = scripts
            .last_mut()
            .filter(|last| last.primes > 0 && last.argument.is_none());
        let mark = match (*item, after_primes) {
            ("'", Some(last)) => {
                last.primes += 1;
                next += 1;
                continue;
            }
            ("'", None) => {
                scripts.push(Script {
                    mark: "^",
                    primes: 1,
                    argument: None,
                });
                next += 1;
                continue;
            }
            ("^", Some(last)) => {
                let Some(found) = argument(items, partners, next + 1, end) else {
                    break;
                };
                next = found.end;
                last.argument = Some(found);
                continue;
            }
            ("^", None) => "^",
            ("_", _) => "_",
            _ => break,
        };
        let Some(found) = argument(items, partners, next + 1, end) else {
            break;
        };
        next = found.end;
        scripts.push(Script {
            mark,
            primes: 0,
            argument: Some(found),
        });
    }
    (scripts, next)
}

/// Pushes the tasks that write the scripts, the last script first.
fn tasks_for(items: &[&str], mut scripts: Vec<Script>, tasks: &mut Vec<Task>) {
    if let [first, second] = scripts.as_slice()
        && (first.mark, second.mark) == ("^", "_")
    {
        scripts.swap(0, 1);
    }
    for script in scripts.into_iter().rev() {
        tasks.push(Task::Item("}"));
        tasks.extend(script.argument.map(|range| Task::Items(inside(items, range))));
        tasks.extend((0..script.primes).map(|_| Task::Item("\\prime")));
        tasks.extend([Task::Item("{"), Task::Item(script.mark)]);
    }
}

/// Returns the range inside a group, or the whole range of any other argument.
fn inside(items: &[&str], range: Range<usize>) -> Range<usize> {
    if items.get(range.start) == Some(&"{") {
        range.start + 1..range.end - 1
    } else {
        range
    }
}

#[cfg(test)]
mod tests {
    use crate::normalise::items::items;

    #[test]
    fn the_lower_script_comes_first() {
        let out = |latex| super::ordered(items(latex)).concat();
        assert_eq!(out("x^b_a"), "x_{a}^{b}");
        assert_eq!(out("x_a^{b^d_c}"), "x_{a}^{b_{c}^{d}}");
        assert_eq!(out("x^\\mathrm{T}_1"), "x_{1}^{\\mathrm{T}}");
    }

    #[test]
    fn primes_are_upper_scripts() {
        let out = |latex| super::ordered(items(latex)).concat();
        assert_eq!(out("f'"), "f^{\\prime}");
        assert_eq!(out("f''^2_a"), "f_{a}^{\\prime\\prime2}");
        assert_eq!(out("f^{\\prime}"), "f^{\\prime}");
    }

    #[test]
    fn double_and_broken_scripts_stay() {
        let out = |latex| super::ordered(items(latex)).concat();
        assert_eq!(out("x^a^b"), "x^{a}^{b}");
        assert_eq!(out("x^a^b_c'"), "x^{a}^{b}_{c}^{\\prime}");
        assert_eq!(out("x^"), "x^");
        assert_eq!(out("x^{a"), "x^{a");
        assert_eq!(out("^_{"), "^_{");
    }
}
