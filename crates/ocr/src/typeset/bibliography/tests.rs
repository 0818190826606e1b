//! Entries of the standard styles, as they print them.

use super::fields;
use super::text::{Look, Run, plain_runs};
use super::work::Work;

/// Runs of a text in which `_italic_` and `*bold*` words are marked.
fn marked(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut look = Look::Plain;
    for word in text.split(' ') {
        let mut spaced = true;
        let mut part = String::new();
        let mut push = |part: &mut String, look: Look, spaced: &mut bool| {
            if !part.is_empty() {
                runs.push(Run { latex: std::mem::take(part), look, spaced: *spaced });
                *spaced = false;
            }
        };
        for c in word.chars() {
            let other = match c {
                '_' => Look::Emphasis,
                '*' => Look::Bold,
                c => {
                    part.push(c);
                    continue;
                }
            };
            push(&mut part, look, &mut spaced);
            look = if look == other { Look::Plain } else { other };
        }
        push(&mut part, look, &mut spaced);
    }
    runs
}

fn read(text: &str) -> Work {
    fields::work(&marked(text))
}

#[test]
fn show() {
    let _ = plain_runs("");
    for line in include_str!("/tmp/w/scratch-refs/entries.txt").lines() {
        let work = read(line);
        println!("{line}\n{}\n", work.bibtex(work.key().as_deref().unwrap_or("?")));
    }
}
