//! The generation family: 17 simple, 17 average and 16 hard tasks.

use super::parts::{self, Make, Part, Setting};
use super::streams::{ITEMS, Streams};
use crate::article::{AUTHORS, Style};
use crate::item::{Difficulty, Generation, Item, Task};
use crate::requirement::{
    AbstractText, Citations, Command, Document, Forbidden, Front, Packages, Reference, Requirement, Section, Snippet,
};
use crate::topics::Topic;
use texlens_stats::Choices;

/// The title of the first section of every document.
const INTRODUCTION: &str = "Introduction";

/// Number of simple and of average tasks; the others are hard (section 3.2 of the paper).
const OF_EACH: usize = 17;

pub(super) fn items(streams: &Streams) -> Vec<Item> {
    let mut shared = streams.shared();
    let topics = streams.topics(&mut shared);
    let mut snippets = parts::SNIPPETS;
    shared.shuffle(&mut snippets);
    let item = |(index, topic): (usize, &'static Topic)| {
        let mut choices = streams.item(index);
        let (generation, suffix) = match index {
            _ if index < OF_EACH => (
                snippet(topic, snippets[index % snippets.len()], &mut choices),
                "-simple",
            ),
            _ if index < 2 * OF_EACH => (average(topic, &mut choices), "-average"),
            _ => (hard(topic, &mut choices), "-hard"),
        };
        streams.item_of(index, suffix, topic, Task::Generation(generation))
    };
    topics.into_iter().enumerate().take(ITEMS).map(item).collect()
}

/// The packages that a snippet may use. The engine loads them before a text without a class.
const PACKAGES: &str = "amsmath, amssymb, amsthm, array, booktabs, enumitem, graphicx, hyperref, listings, mathtools, \
                        multirow, natbib, tabularx and xcolor";

/// Makes a simple task.
fn snippet(topic: &'static Topic, make: Make, choices: &mut Choices) -> Generation {
    let style = Style::draw(choices);
    let part = make(&mut Setting {
        topic,
        style,
        choices,
        is_document: false,
    });
    let mut requirements = vec![Requirement::Snippet(Snippet {})];
    requirements.extend(part.requirements);
    Generation {
        difficulty: Difficulty::Simple,
        instruction: format!(
            "{}\nReturn the snippet alone, without a preamble. The preamble loads {}.",
            part.ask, PACKAGES
        ),
        requirements,
        reference: part.latex,
    }
}

/// Makes a task of average difficulty.
fn average(topic: &'static Topic, choices: &mut Choices) -> Generation {
    let mut draft = Draft::new(topic, choices.pick(["article", "amsart"]), choices);
    let [first, ..] = shuffled(parts::NUMBERED, choices);
    draft.add_parts([first], true, choices);
    draft.add_parts(two_others(choices), false, choices);
    draft.finish(Difficulty::Average)
}

/// Makes a hard task.
fn hard(topic: &'static Topic, choices: &mut Choices) -> Generation {
    let mut draft = Draft::new(topic, "article", choices);
    draft.add_front(choices.pick(AUTHORS));
    if choices.chance(1, 2) {
        draft.add_abstract();
    } else {
        draft.add_contents();
    }
    let [first, second, third, ..] = shuffled(parts::NUMBERED, choices);
    draft.add_parts([first, second, third], true, choices);
    draft.add_parts(two_others(choices), false, choices);
    if choices.chance(1, 2) {
        draft.add_works(1 + choices.below(3));
    }
    draft.limit(choices);
    draft.finish(Difficulty::Hard)
}

fn shuffled<const N: usize>(mut kinds: [Make; N], choices: &mut Choices) -> [Make; N] {
    choices.shuffle(&mut kinds);
    kinds
}

/// Draws two kinds of parts, at most one of them a list: an answer could confuse two.
fn two_others(choices: &mut Choices) -> [Make; 2] {
    let [first, second, ..] = shuffled(parts::OTHERS, choices);
    let list = choices.pick(parts::LISTS);
    choices.pick([[first, second], [first, list], [list, first]])
}

/// A document that grows with its parts.
struct Draft {
    topic: &'static Topic,
    style: Style,
    asks: Vec<String>,
    requirements: Vec<Requirement>,
    class: &'static str,
    packages: Vec<&'static str>,
    preamble: String,
    /// What stands before the first section.
    opening: String,
    /// The paragraphs of the first section.
    introduction: String,
    /// The second section.
    body: String,
    /// What stands at the end.
    closing: String,
}

impl Draft {
    fn new(topic: &'static Topic, class: &'static str, choices: &mut Choices) -> Self {
        let titles = [INTRODUCTION, topic.method_title].map(str::to_owned).to_vec();
        let ask = format!(
            "Write a complete document of the class {class} with the sections \"{INTRODUCTION}\" and \"{}\".",
            topic.method_title
        );
        Self {
            topic,
            style: Style::draw(choices),
            asks: vec![ask],
            requirements: vec![
                Requirement::Document(Document {
                    class: class.to_owned(),
                }),
                Requirement::Section(Section { titles }),
            ],
            class,
            packages: Vec::new(),
            preamble: String::new(),
            opening: String::new(),
            introduction: format!("{} {}\n", topic.introduction[0], topic.introduction[1]),
            body: format!("{} {}\n", topic.method[0], topic.method[1]),
            closing: String::new(),
        }
    }

    fn add_front(&mut self, author: &str) {
        let topic = self.topic;
        self.asks
            .push(format!("Print the title \"{}\" and the author {author}.", topic.title));
        self.requirements.push(Requirement::Front(Front {
            title: topic.title.to_owned(),
            author: author.to_owned(),
        }));
        self.preamble += &format!("\\title{{{}}}\n\\author{{{author}}}\n", topic.title);
        self.opening += "\\maketitle\n";
    }

    fn add_abstract(&mut self) {
        let topic = self.topic;
        self.asks.push(format!("The abstract is: {}", topic.summary));
        self.requirements.push(Requirement::Abstract(AbstractText {
            text: topic.summary.to_owned(),
        }));
        self.opening += &format!("\\begin{{abstract}}\n{}\n\\end{{abstract}}\n", topic.summary);
    }

    fn add_contents(&mut self) {
        self.asks.push("Print a table of contents.".to_owned());
        self.requirements.push(Requirement::Command(Command {
            name: "\\tableofcontents".to_owned(),
        }));
        self.opening += "\\tableofcontents\n";
    }

    fn add_parts<const N: usize>(&mut self, kinds: [Make; N], is_mentioned: bool, choices: &mut Choices) {
        for make in kinds {
            let part = make(&mut Setting {
                topic: self.topic,
                style: self.style,
                choices,
                is_document: true,
            });
            self.add(part, is_mentioned);
        }
    }

    fn add(&mut self, part: Part, is_mentioned: bool) {
        self.asks.push(part.ask);
        self.requirements.extend(part.requirements);
        for package in part.packages {
            if !self.packages.contains(&package) {
                self.packages.push(package);
            }
        }
        self.preamble += &part.preamble;
        if let Some((sentence, target)) = part.mention.filter(|_| is_mentioned) {
            self.asks
                .push("Refer to it in the introduction by its label.".to_owned());
            self.requirements.push(Requirement::Reference(Reference {
                target,
                section: INTRODUCTION.to_owned(),
            }));
            self.introduction += &format!("{sentence}\n");
        }
        self.body += &format!("\n{}", part.latex);
    }

    fn add_works(&mut self, count: usize) {
        let works = self.topic.works.iter().take(count);
        let described: Vec<String> = works.clone().map(|(key, work)| format!("{key}: {work}")).collect();
        self.asks.push(format!(
            "Add a thebibliography environment that has exactly these entries, and cite each of them: {}",
            described.join(" ")
        ));
        let keys: Vec<String> = works.clone().map(|(key, _)| (*key).to_owned()).collect();
        self.introduction += &format!("Earlier work is reported in~\\cite{{{}}}.\n", keys.join(","));
        let entries: String = works
            .map(|(key, work)| format!("\\bibitem{{{key}}} {work}\n"))
            .collect();
        self.closing += &format!("\n\\begin{{thebibliography}}{{9}}\n{entries}\\end{{thebibliography}}\n");
        self.requirements.push(Requirement::Citations(Citations { keys }));
    }

    /// Adds a limit on commands or packages.
    fn limit(&mut self, choices: &mut Choices) {
        if choices.chance(1, 2) && !self.packages.is_empty() {
            let names: Vec<String> = self.packages.iter().map(|name| (*name).to_owned()).collect();
            self.asks
                .push(format!("Load the packages {}, and no others.", names.join(", ")));
            self.requirements
                .push(Requirement::Packages(Packages { names, only: true }));
            return;
        }
        let names = choices.pick([
            ["\\hline", "\\vspace"],
            ["\\newpage", "\\def"],
            ["\\newcommand", "\\hspace"],
        ]);
        let names = names.map(str::to_owned);
        self.asks.push(format!("Do not use {} or {}.", names[0], names[1]));
        self.requirements
            .push(Requirement::Forbidden(Forbidden { names: names.to_vec() }));
    }

    fn finish(self, difficulty: Difficulty) -> Generation {
        let packages: String = self
            .packages
            .iter()
            .map(|name| format!("\\usepackage{{{name}}}\n"))
            .collect();
        let reference = format!(
            "\\documentclass{{{}}}\n{packages}{}\\begin{{document}}\n{}\n\\section{{{INTRODUCTION}}}\n{}\n\\section{{{}}}\n\
             {}{}\\end{{document}}\n",
            self.class,
            self.preamble,
            self.opening,
            self.introduction,
            self.topic.method_title,
            self.body,
            self.closing,
        );
        Generation {
            difficulty,
            instruction: self.asks.join("\n"),
            requirements: self.requirements,
            reference,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PACKAGES;

    #[test]
    fn the_engine_loads_the_packages_that_a_task_promises() {
        let preamble = include_str!("../../../../www/tex/preamble.tex");
        let loaded: Vec<&str> = preamble
            .lines()
            .filter_map(|line| line.strip_prefix("\\usepackage"))
            .filter_map(|line| line.rsplit_once('{')?.1.strip_suffix('}'))
            .flat_map(|names| names.split(','))
            .collect();
        for package in PACKAGES.split(", ").flat_map(|names| names.split(" and ")) {
            assert!(loaded.contains(&package), "{package}");
        }
    }
}
