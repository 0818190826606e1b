//! Items as a static page to look through.

use std::collections::BTreeSet;

use super::html::{self, escaped, marked};
use super::texts::{property, texts};
use crate::beginning::beginning;
use crate::item::{Family, Item, Source};

/// Returns an HTML page with all items, which needs neither scripts nor other files.
#[must_use]
pub fn to_page(items: &[Item], seed: Option<u64>) -> String {
    let of_seed = seed.map_or_else(String::new, |seed| format!(" of seed {seed}"));
    let mut page = format!(
        "<header>\n<h1>LaTeXBench items</h1>\n\
         <p>{} items{of_seed}. Open an item to see its texts. Lines that differ \
         from the reference are marked. Every reference passes all checks.</p>\n<nav>\n",
        items.len()
    );
    for family in Family::ALL {
        let count = items.iter().filter(|item| item.family() == family).count();
        if count > 0 {
            let name = family.name();
            page += &format!("<a href=\"#{name}\">{name}</a> {count}\n");
        }
    }
    page += "</nav>\n</header>\n<main>\n";
    for family in Family::ALL {
        let mut of_family = items.iter().filter(|item| item.family() == family).peekable();
        if of_family.peek().is_none() {
            continue;
        }
        let name = family.name();
        page += &format!("<section id=\"{name}\">\n<h2>{name}</h2>\n");
        of_family.for_each(|item| page += &entry(item));
        page += "</section>\n";
    }
    page += "</main>\n";
    html::page(&format!("LaTeXBench items{of_seed}"), &page)
}

/// Longest summary of an item, in characters.
const LONGEST: usize = 180;

fn entry(item: &Item) -> String {
    let mut texts = texts(item);
    // A clean document is its own reference.
    texts.dedup_by(|second, first| second.1 == first.1);
    let versions: Vec<BTreeSet<&str>> = texts
        .iter()
        .filter(|(name, _)| *name != "Instruction")
        .map(|(_, text)| text.lines().collect())
        .collect();
    let summary = match item.family() {
        Family::Generation | Family::Edit => texts
            .first()
            .map_or(String::new(), |(_, text)| beginning(text, LONGEST)),
        Family::Contrast => item.source.title.clone(),
    };
    let mut entry = format!(
        "<details id=\"{id}\">\n<summary><b>{id}</b> <span>{}</span> {}</summary>\n",
        escaped(&property(item)),
        escaped(&summary),
        id = escaped(&item.id),
    );
    for (name, text) in &texts {
        let (class, shown) = match *name {
            "Instruction" => (" class=\"prose\"", escaped(text)),
            _ => ("", marked(text, &versions)),
        };
        entry += &format!("<h3>{name}</h3>\n<pre tabindex=\"0\"{class}>{shown}</pre>\n");
    }
    let Source { title, licence } = &item.source;
    entry
        + &format!(
            "<p>Source: {}. Licence: {}.</p>\n</details>\n",
            escaped(title),
            escaped(licence)
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::items;

    #[test]
    fn texts_are_escaped() {
        let mut item = items(1).swap_remove(0);
        item.id = "<script>\"&".to_owned();
        let page = to_page(&[item], Some(1));
        assert!(page.contains("&lt;script&gt;&quot;&amp;") && !page.contains("<script>"));
        assert!(page.contains("1 items of seed 1"));
        assert!(!page.contains("id=\"edit\""), "families without items are omitted");
    }
}
