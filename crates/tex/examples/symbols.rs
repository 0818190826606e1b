//! Writes the tables of the instant check, `symbols.txt` and `characters.txt`, by queries to the engine: `cargo run
//! --release -p texlens-tex --features native --example symbols -- ARTEFACTS crates/latex/src/check`.
//!
//! Names come from the string pool of the format, and are kept if they are defined and can be written in a text. The
//! definition of a name gives the number of its arguments. Trials show its behaviour: in text, in a formula, as a
//! script, after `\left`, in a heading. Each trial is a separate line in a box, and its result is the errors of that
//! line.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;

use texlens_tex::{Compiler, Source, Use};

/// Number of questions, and below of trials, in one run: few enough that all their errors are listed.
const QUESTIONS: usize = 90;
const TRIALS: usize = 24;

/// Commands that are not tried: they end the run, or consume or redefine what follows.
const UNTRIED: &str = "end endinput stop batchmode errorstopmode scrollmode nonstopmode dump bye csname endcsname iffalse \
    else fi or input include includeonly shipout output def gdef edef xdef let futurelet long outer protected read \
    readline enddocument document relax endlinechar catcode begin bgroup egroup begingroup endgroup global noexpand \
    unless loop setbox font errmessage scantokens everyjob openin openout afterassignment aftergroup";

/// Lengths, and below counts, of the engine itself, which no definition reveals.
const LENGTHS: [&str; 14] = [
    "hskip",
    "vskip",
    "kern",
    "hsize",
    "vsize",
    "parindent",
    "parskip",
    "baselineskip",
    "lineskip",
    "leftskip",
    "rightskip",
    "hangindent",
    "abovedisplayskip",
    "belowdisplayskip",
];
const COUNTS: [&str; 6] = ["penalty", "hangafter", "tolerance", "hbadness", "vbadness", "looseness"];

/// The text after the lines of a run. It always causes an error, which shows that the lines ran through. It also shows
/// whether a line has left a group or a formula open, or closed one too many; the lines after it were then tried in the
/// wrong context.
const END: &str = "\\ifvmode\\ifnum\\currentgrouplevel=0 \\errmessage{unchanged}\\else\\errmessage{changed}\\fi\\else\\errmessage{changed}\\fi";

type Failure = Box<dyn Error>;
/// The errors of each line; `None` for a line that ends the run.
type Errors = Vec<Option<Vec<String>>>;
/// Names by property.
type Table<'a> = BTreeMap<String, Vec<&'a str>>;

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let artefacts = arguments.next().ok_or("where are the engine's files?")?;
    let folder = arguments.next().ok_or("where do the tables belong?")?;
    let engine = Engine(Compiler::open(artefacts.as_ref(), &[Use::Fragment])?);
    let pool = pool(&Path::new(&artefacts).join("fragment.fmt.gz"))?;
    std::fs::write(Path::new(&folder).join("characters.txt"), characters(&engine, &pool)?)?;
    std::fs::write(Path::new(&folder).join("symbols.txt"), symbols(&engine, &pool)?)?;
    Ok(())
}

/// Returns the strings of a format.
fn pool(path: &Path) -> Result<BTreeSet<String>, Failure> {
    let mut format = Vec::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path)?).read_to_end(&mut format)?;
    let mark = format
        .windows(4)
        .position(|bytes| bytes == b"ECTX")
        .ok_or("no format of pdfTeX")?;
    let number = |at: usize| -> Result<usize, Failure> {
        let bytes = format.get(at..at + 4).ok_or("the format is cut off")?;
        Ok(u32::from_be_bytes(bytes.try_into()?) as usize)
    };
    // After the switch of encTeX: the sizes of the pool and of the list, the starts of all strings, and the pool.
    let (length, strings, starts) = (number(mark + 8)?, number(mark + 12)?, mark + 16);
    let first = starts + 4 * (strings + 1);
    let characters = format.get(first..first + length).ok_or("the pool is cut off")?;
    let mut found = BTreeSet::new();
    for index in 0..strings {
        let range = number(starts + 4 * index)?..number(starts + 4 * (index + 1))?;
        let name = characters
            .get(range)
            .and_then(|name| String::from_utf8(name.to_vec()).ok());
        found.extend(name);
    }
    Ok(found)
}

struct Engine(Compiler);

impl Engine {
    /// Returns the engine's errors for each line.
    fn errors(&self, lines: &[String], of_one_run: usize) -> Result<Errors, Failure> {
        let mut all = Vec::with_capacity(lines.len());
        for lines in lines.chunks(of_one_run) {
            self.errors_of_some(lines, &mut all)?;
        }
        Ok(all)
    }

    fn errors_of_some(&self, lines: &[String], all: &mut Errors) -> Result<(), Failure> {
        let text = lines.join("\n") + "\n" + END + "\n\nend";
        let run = self.0.compile(&Source::fragment(&text))?;
        let says = |message: &str| run.errors.iter().any(|error| error.diagnostic.message == message);
        // A single line may leave a group open, since no other line follows.
        let is_clean = says("unchanged.") && !run.fatal || lines.len() == 1 && says("changed.");
        let is_complete = is_clean && run.limit.is_none() && run.error_count == run.errors.len();
        if !is_complete && lines.len() > 1 {
            let (first, second) = lines.split_at(lines.len() / 2);
            self.errors_of_some(first, all)?;
            return self.errors_of_some(second, all);
        }
        let of_line = |index: usize| {
            let line = u32::try_from(index + 1).ok();
            let errors = run.errors.iter().filter(|error| error.line == line);
            errors.map(|error| error.diagnostic.message.clone()).collect()
        };
        all.extend((0..lines.len()).map(|index| is_complete.then(|| of_line(index))));
        Ok(())
    }

    /// Returns the engine's answer to a question about each name. The engine answers by an error.
    fn answers(&self, names: &[&str], question: impl Fn(&str) -> String) -> Result<Vec<Option<String>>, Failure> {
        // A name may be the comment character, which is an ordinary character here.
        let asked = |name: &&str| format!("\\catcode37=12 {}", question(name));
        let lines: Vec<String> = names.iter().map(asked).collect();
        let answer = |errors: Option<Vec<String>>| errors.and_then(|errors| errors.into_iter().next());
        Ok(self.errors(&lines, QUESTIONS)?.into_iter().map(answer).collect())
    }

    /// Returns the names for which a control sequence is defined.
    fn defined<'a>(&self, names: &[&'a str], sequence: impl Fn(&str) -> String) -> Result<Vec<&'a str>, Failure> {
        let asked = self.answers(names, |name| {
            format!("\\ifcsname {}\\endcsname\\errmessage{{yes}}\\fi", sequence(name))
        })?;
        let pairs = names.iter().zip(asked);
        Ok(pairs
            .filter_map(|(name, answer)| answer.is_some().then_some(*name))
            .collect())
    }

    /// Runs a trial for each name, each in a box. A trial may change something for those after it in the same run, so
    /// all are run once more in the opposite order; those with two results are run alone.
    fn tried(&self, names: &[&str], trial: impl Fn(&str) -> String) -> Result<Errors, Failure> {
        let boxed = |name: &&str| format!("\\setbox0\\vbox{{\\hsize10cm {}}}", trial(name));
        let mut lines: Vec<String> = names.iter().map(boxed).collect();
        let mut errors = self.errors(&lines, TRIALS)?;
        lines.reverse();
        let opposite = self.errors(&lines, TRIALS)?;
        for ((line, errors), opposite) in lines.iter().rev().zip(&mut errors).zip(opposite.into_iter().rev()) {
            if *errors != opposite {
                let alone = self.errors(std::slice::from_ref(line), 1)?;
                *errors = alone.into_iter().next().flatten();
            }
        }
        Ok(errors)
    }
}

/// Returns the table of the names that are in the pool and usable in a text.
fn symbols(engine: &Engine, pool: &BTreeSet<String>) -> Result<String, Failure> {
    let is_word = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    let pool: Vec<&str> = pool.iter().map(String::as_str).collect();
    let starred = |name: &&str| is_word(name.strip_suffix('*').unwrap_or(name));
    let starred: Vec<&str> = pool.iter().copied().filter(starred).collect();
    let words: Vec<&str> = pool.iter().copied().filter(|name| is_word(name)).collect();
    let counters = pool.iter().filter_map(|name| name.strip_prefix("c@"));
    let signs: Vec<String> = (b'!'..=b'~')
        .filter(|byte| !byte.is_ascii_alphanumeric() && !b"()[]".contains(byte))
        .map(|byte| char::from(byte).to_string())
        .collect();
    let signs: Vec<&str> = signs.iter().map(String::as_str).collect();
    let mut names = engine.defined(&words, str::to_owned)?;
    names.extend(engine.defined(&signs, |sign| format!("\\string{sign}"))?);
    let mut table = Commands::of(engine, names)?.table(engine)?;
    table.insert(
        "environment".to_owned(),
        engine.defined(&starred, |name| format!("end{name}"))?,
    );
    table.insert("counter".to_owned(), counters.filter(|name| is_word(name)).collect());
    let mut text = String::new();
    for (property, names) in table {
        writeln!(text, "{property}: {}", names.join(" "))?;
    }
    Ok(text)
}

struct Commands<'a> {
    names: Vec<&'a str>,
    /// Definition of each control sequence.
    meanings: BTreeMap<String, String>,
}

impl<'a> Commands<'a> {
    fn of(engine: &Engine, names: Vec<&'a str>) -> Result<Self, Failure> {
        let mut meanings = BTreeMap::new();
        // The command itself, the inner command of a robust command, and the inner command of one with an optional
        // argument.
        for (before, after, key) in [("", "", ""), ("", "\\space", " "), ("\\string\\", "", "\\")] {
            let asked = engine.answers(&names, |name| {
                let name = format!("{}{name}", if name.len() == 1 { "\\string" } else { "" });
                let sequence = format!("\\csname {before}{name}{after}\\endcsname");
                let defined = sequence.replacen("\\csname", "\\ifcsname", 1);
                format!("{defined}\\errmessage{{\\expandafter\\meaning{sequence}}}\\fi")
            })?;
            let key = |name: &str| {
                if key == "\\" {
                    format!("\\{name}")
                } else {
                    format!("{name}{key}")
                }
            };
            let pairs = names.iter().zip(asked);
            meanings.extend(pairs.filter_map(|(name, answer)| Some((key(name), answer?))));
        }
        Ok(Self { names, meanings })
    }

    fn meaning(&self, name: &str) -> &str {
        self.meanings.get(name).map_or("", String::as_str)
    }

    /// Returns the parameters of a macro, whether it is long, and its body.
    fn definition(&self, name: &str) -> Option<(&str, bool, &str)> {
        let (head, body) = self.meaning(name).split_once("->")?;
        let (prefix, parameters) = head.split_once("macro:")?;
        Some((parameters, prefix.contains("long"), body))
    }

    /// Returns one letter for each argument that the definition reveals.
    fn signature(&self, name: &str) -> String {
        let robust = format!("{name} ");
        let body = |name: &str| self.definition(name).map_or("", |(_, _, body)| body);
        let inner = if body(name).starts_with("\\protect ") {
            &robust
        } else {
            name
        };
        let Some((parameters, long, body)) = self.definition(inner) else {
            return String::new();
        };
        if !parameters.is_empty() {
            return parameter_letters(parameters, long).unwrap_or_default();
        }
        let behind = self.definition(&format!("\\{name}"));
        match behind.and_then(|(parameters, _, _)| parameters.strip_prefix("[#1]")) {
            Some(rest) if body.contains("@testopt") => format!("o{}", "m".repeat(rest.matches('#').count())),
            _ => String::new(),
        }
    }

    /// Returns the command with simple arguments.
    fn call(&self, name: &str) -> String {
        let known = texlens_latex::signature(name);
        let signature = if known.is_empty() {
            self.signature(name)
        } else {
            known.to_owned()
        };
        let argument = |letter: char| match letter {
            'l' => "{1cm}",
            'x' => "{red}",
            'n' => "{1}",
            'd' => "(",
            's' | 'o' | 'O' | 'g' | 'i' | '+' => "",
            _ => "{a}",
        };
        let arguments: String = signature.chars().map(argument).collect();
        format!("\\{name}{arguments} ")
    }

    fn is_tried(&self, name: &str) -> bool {
        const REGISTERS: [&str; 6] = ["\\count", "\\dimen", "\\skip", "\\muskip", "\\toks", "\\if"];
        let meaning = self.meaning(name);
        !REGISTERS.iter().any(|kind| meaning.starts_with(kind))
            && !UNTRIED.split_ascii_whitespace().any(|other| other == name)
            && !is_for_preamble(meaning)
            && !name.starts_with("if")
    }

    fn table(&self, engine: &Engine) -> Result<Table<'a>, Failure> {
        let tried: Vec<&'a str> = self.names.iter().copied().filter(|name| self.is_tried(name)).collect();
        let places = self.places(engine, &tried)?;
        let mut table = self.properties(engine, &tried, &places)?;
        let mut add = |property: &str, name: &'a str| table.entry(property.to_owned()).or_default().push(name);
        for name in &self.names {
            let meaning = self.meaning(name);
            let place = match places.get(name) {
                _ if is_for_preamble(meaning) => "preamble",
                _ if meaning.starts_with("\\mathchar") => "math",
                place => place.copied().unwrap_or("any"),
            };
            let signature = self.signature(name);
            add(format!("{place}/{signature}").trim_end_matches('/'), name);
            if meaning.contains("ALG@cmd@") {
                add("algorithm", name);
            }
            if meaning.starts_with("\\dimen") || meaning.starts_with("\\skip") || LENGTHS.contains(name) {
                add("length", name);
            }
            if meaning.starts_with("\\count") || COUNTS.contains(name) {
                add("count", name);
            }
        }
        Ok(table)
    }

    /// Returns the mode in which each command is allowed, for those that are not allowed everywhere.
    fn places(&self, engine: &Engine, tried: &[&'a str]) -> Result<BTreeMap<&'a str, &'static str>, Failure> {
        let in_text = engine.tried(tried, |name| format!("\\par x \\{name}{{a}}{{a}}{{a}}x\\par"))?;
        let in_formula = engine.tried(tried, |name| format!("\\par $x\\{name}{{a}}{{a}}{{a}}x$\\par"))?;
        let wants_formula = |error: &String| error.contains("Missing $") || error.contains("only in math");
        let mut places = BTreeMap::new();
        for ((name, text), formula) in tried.iter().zip(&in_text).zip(&in_formula) {
            let (Some(text), Some(formula)) = (text, formula) else {
                continue;
            };
            if text.is_empty() && !formula.is_empty() {
                places.insert(*name, "text");
            } else if text.iter().any(wants_formula) && !formula.iter().any(wants_formula) {
                places.insert(*name, "math");
            }
        }
        Ok(places)
    }

    fn properties(
        &self,
        engine: &Engine,
        tried: &[&'a str],
        places: &BTreeMap<&str, &str>,
    ) -> Result<Table<'a>, Failure> {
        let except = |place: &str| {
            tried
                .iter()
                .copied()
                .filter(|name| places.get(name) != Some(&place))
                .collect()
        };
        let (formula, text): (Vec<&'a str>, Vec<&'a str>) = (except("text"), except("math"));
        let in_formula = engine.tried(&formula, |name| format!("\\par $x\\{name}{{a}}{{a}}{{a}}$\\par"))?;
        let fine = select(&formula, &in_formula, <[String]>::is_empty);
        let raised = engine.tried(&fine, |name| format!("\\par $x^\\{name}{{a}}{{a}}{{a}}$\\par"))?;
        let between = engine.tried(&fine, |name| format!("\\par $x^2{}^2$\\par", self.call(name)))?;
        let limited = engine.tried(&fine, |name| format!("\\par ${}\\limits$\\par", self.call(name)))?;
        let delimiting = engine.tried(&formula, |name| format!("\\par $\\left\\{name} x\\right.$\\par"))?;
        let begun = engine.tried(&text, |name| {
            format!("\\par {}\\ifvmode\\else\\errmessage{{horizontal}}\\fi", self.call(name))
        })?;
        let plain = engine.tried(&text, |name| format!("\\par {}", self.call(name)))?;
        let plain = select(&text, &plain, <[String]>::is_empty);
        let moved = engine.tried(&plain, |name| format!("\\section{{a{}}}", self.call(name)))?;
        let starts = |errors: &[String], with: &str| errors.first().is_some_and(|error| error.starts_with(with));
        let is_horizontal = |errors: &[String]| errors.iter().any(|error| error.starts_with("horizontal"));
        let properties = [
            (
                "no-script",
                select(&fine, &raised, |errors| starts(errors, "Missing {")),
            ),
            (
                "transparent",
                select(&fine, &between, |errors| starts(errors, "Double super")),
            ),
            ("operator", select(&fine, &limited, <[String]>::is_empty)),
            ("delimiter", select(&formula, &delimiting, <[String]>::is_empty)),
            ("horizontal", select(&text, &begun, is_horizontal)),
            ("fragile", select(&plain, &moved, |errors| !errors.is_empty())),
        ];
        Ok(properties
            .map(|(property, names)| (property.to_owned(), names))
            .into_iter()
            .collect())
    }
}

/// Returns the names whose line ran through with errors that fit.
fn select<'a>(names: &[&'a str], errors: &Errors, fits: impl Fn(&[String]) -> bool) -> Vec<&'a str> {
    let fits = |errors: &Option<Vec<String>>| errors.as_deref().is_some_and(&fits);
    let pairs = names.iter().zip(errors);
    pairs
        .filter_map(|(name, errors)| fits(errors).then_some(*name))
        .collect()
}

fn is_for_preamble(meaning: &str) -> bool {
    meaning.contains("@notprerr") || meaning.contains("only in preamble")
}

/// Converts `#1#2` to letters; `None` for delimited parameters.
fn parameter_letters(parameters: &str, long: bool) -> Option<String> {
    let count = parameters.matches('#').count();
    (parameters.len() == 2 * count).then(|| if long { "+m" } else { "m" }.repeat(count))
}

/// Returns the table of the accepted non-ASCII characters.
fn characters(engine: &Engine, pool: &BTreeSet<String>) -> Result<String, Failure> {
    // The names under which `inputenc` stores the definition of a character.
    let all: Vec<&str> = pool
        .iter()
        .filter_map(|name| name.strip_prefix("u8:"))
        .filter(|name| !name.is_ascii() && name.chars().count() == 1)
        .collect();
    let in_text = engine.tried(&all, |c| format!("\\par x {c} x\\par"))?;
    let in_formula = engine.tried(&all, |c| format!("\\par $x {c} x$\\par"))?;
    let raised = engine.tried(&all, |c| format!("\\par $x^{c}x$\\par"))?;
    let fails = |errors: &Option<Vec<String>>| errors.as_ref().is_none_or(|errors| !errors.is_empty());
    let mut table: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (((c, text), formula), script) in all.iter().zip(&in_text).zip(&in_formula).zip(&raised) {
        let place = match (fails(text), fails(formula), fails(script)) {
            (true, _, _) => continue,
            (_, true, _) => "text",
            (_, _, true) => "no-script",
            _ => "any",
        };
        let code = c.chars().next().map_or(0, u32::from);
        table.entry(place).or_default().push(format!("{code:X}"));
    }
    let mut text = String::new();
    for (place, codes) in table {
        writeln!(text, "{place}: {}", codes.join(" "))?;
    }
    Ok(text)
}
