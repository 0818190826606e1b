//! The questions to a judge and the forms of its answers, as data: one JSON file for each protocol in `src/prompts`.

mod known;
mod marks;
mod reading;
mod verdict;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

pub use reading::Reading;
pub use verdict::ScoreVerdict;

use crate::mark::mark;
use crate::{Call, Expected, Parameters, Schema, SchemaError, Turn};

/// A judge's instructions, with the form of its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Protocol {
    file: File,
    schema: Option<Schema>,
}

/// The file of a protocol.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    task: Task,
    about: String,
    source: String,
    wording: Wording,
    #[serde(default)]
    texts: Texts,
    system: Vec<String>,
    user: Vec<String>,
    reading: Reading,
    #[serde(default)]
    missing: Rule,
    #[serde(default)]
    equal: Rule,
    #[serde(default)]
    attempts: Option<u32>,
    #[serde(default)]
    timeout_ms: Option<u64>,
    #[serde(default)]
    schema: Option<Value>,
    parameters: Parameters,
}

/// The task of a model: a judge, or a model under test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Judge a formula against the reference: texts `reference` and `prediction`.
    Formula,
    /// Judge a table against the reference: texts `reference` and `prediction`.
    Table,
    /// Find formulas in a parsed page: texts `formulas` and `page`.
    Extraction,
    /// Split a group of formulas: texts `formulas` and `group`.
    Split,
    /// Write LaTeX for a specification: text `instructions`.
    Write,
    /// Edit LaTeX: texts `base` and `instructions`.
    Rewrite,
    /// Judge LaTeX that was written to a specification: texts `instructions` and `code`.
    Generation,
    /// Judge an edit: texts `instructions`, `base` and `code`.
    Edit,
    /// Judge a described bug: texts `code` and `bug`.
    ContrastDescribed,
    /// Find a bug: text `code`.
    ContrastBlind,
}

/// The origin of a prompt's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wording {
    /// The words are those of the source.
    Quoted,
    /// The words are ours; rules, criteria and form of the answer are those of the source.
    Own,
}

/// The way in which the prompt contains the texts of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Texts {
    /// Between marks that occur in none of the texts, so that no text can end its place.
    #[default]
    Marked,
    /// In the places `{{name}}` of the source's template. Nothing prevents a text from looking like a part of the
    /// prompt.
    Inline,
}

/// The treatment of a pair that needs no judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// Ask the judge anyway, as the source does.
    #[default]
    Ask,
    /// Send nothing and give the score that follows: 0 if the prediction is missing, 10 if both sides have the same
    /// tokens.
    Decide,
}

/// The order in which the two texts of a pair are shown. Each text keeps its name; only the places change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The order of the prompt.
    #[default]
    AsWritten,
    /// The prediction in the place of the reference, and the reverse.
    Swapped,
}

/// The reason why a protocol cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolError {
    /// The text does not have the form of a protocol.
    #[error("the protocol cannot be read: {0}; those of texlens are examples of the form")]
    Form(String),
    /// The schema cannot be used.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// The prompt asks for a text that was not given.
    #[error("the prompt of {protocol} needs the text {name:?}")]
    Missing {
        /// The name of the protocol.
        protocol: String,
        /// The name of the text.
        name: String,
    },
}

impl Protocol {
    /// Reads a protocol from its file.
    ///
    /// # Errors
    /// If the file has another form, if its schema cannot be used, if schema and reading contradict each other, or if
    /// the limit of answers is 0.
    pub fn parse(json: &str) -> Result<Self, ProtocolError> {
        let file: File = serde_json::from_str(json).map_err(|error| ProtocolError::Form(error.to_string()))?;
        let schema = file
            .schema
            .clone()
            .map(|schema| Schema::new(&file.name, schema))
            .transpose()?;
        if matches!(file.reading, Reading::FirstInteger | Reading::CodeBlock) == schema.is_some() {
            return Err(ProtocolError::Form(
                "a `schema` is needed for every reading but `first_integer` and `code_block`, which have none"
                    .to_owned(),
            ));
        }
        if file.parameters.max_output_tokens == 0 {
            return Err(ProtocolError::Form("`max_output_tokens` must be at least 1".to_owned()));
        }
        Ok(Self { file, schema })
    }

    /// Returns the protocol of this name among those that come with texlens.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        known::ALL
            .iter()
            .find(|(known, _)| *known == name)
            .and_then(|(_, json)| Self::parse(json).ok())
    }

    /// Returns the names of the protocols that come with texlens.
    pub fn names() -> impl Iterator<Item = &'static str> {
        known::ALL.iter().map(|(name, _)| *name)
    }

    /// Returns the SHA-256 of everything but the parameters: words, schema, rules, and how the answer is read.
    #[must_use]
    pub fn sha256(&self) -> String {
        // A protocol came from JSON, so it can be written as JSON.
        let mut file = serde_json::to_value(&self.file).unwrap_or_default();
        if let Some(fields) = file.as_object_mut() {
            fields.remove("parameters");
        }
        hex::encode(Sha256::digest(file.to_string()))
    }

    /// Returns the stable identifier.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// Returns the task of the judge.
    #[must_use]
    pub fn task(&self) -> Task {
        self.file.task
    }

    /// Describes the protocol in a sentence or two for a person.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.file.about
    }

    /// Returns the source of the protocol.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.file.source
    }

    /// Returns the origin of the prompt's words.
    #[must_use]
    pub fn wording(&self) -> Wording {
        self.file.wording
    }

    /// Returns how an answer is read.
    #[must_use]
    pub fn reading(&self) -> Reading {
        self.file.reading
    }

    /// Returns the treatment of a missing prediction.
    #[must_use]
    pub fn missing(&self) -> Rule {
        self.file.missing
    }

    /// Returns the treatment of a pair whose sides have the same tokens.
    #[must_use]
    pub fn equal(&self) -> Rule {
        self.file.equal
    }

    /// Returns the maximum number of failed requests for a call, if the source has its own.
    #[must_use]
    pub fn attempts(&self) -> Option<u32> {
        self.file.attempts
    }

    /// Returns the time limit of a request, if the source has its own.
    #[must_use]
    pub fn timeout_ms(&self) -> Option<u64> {
        self.file.timeout_ms
    }

    /// Returns the parameters with which the model runs.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.file.parameters
    }

    /// Returns the protocol with another limit on answers. Models that think before they answer need a high limit.
    #[must_use]
    pub fn with_max_output_tokens(mut self, tokens: u32) -> Self {
        self.file.parameters.max_output_tokens = tokens.max(1);
        self
    }

    /// Returns the protocol with another temperature. Without one, the provider chooses.
    #[must_use]
    pub fn with_temperature(mut self, temperature: f64) -> Self {
        self.file.parameters.temperature = Some(temperature);
        self
    }

    /// Returns the protocol with a seed, for providers that support one.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.file.parameters.seed = Some(seed);
        self
    }

    /// Returns the protocol for lists of this length: every list at the top level of the answer must have it.
    #[must_use]
    pub fn with_items(mut self, count: usize) -> Self {
        let properties = self
            .file
            .schema
            .as_mut()
            .and_then(|schema| schema.get_mut("properties")?.as_object_mut());
        for property in properties.into_iter().flat_map(|properties| properties.values_mut()) {
            if let (Some("array"), Some(list)) = (
                property.get("type").and_then(Value::as_str),
                property.clone().as_object_mut(),
            ) {
                list.insert("minItems".to_owned(), count.into());
                list.insert("maxItems".to_owned(), count.into());
                *property = Value::Object(std::mem::take(list));
            }
        }
        // The schema was valid before, and these keywords are known.
        if let Some(schema) = self
            .file
            .schema
            .clone()
            .and_then(|schema| Schema::new(&self.file.name, schema).ok())
        {
            self.schema = Some(schema);
        }
        self
    }

    /// Returns the schema with which answers are validated, if answers are JSON.
    #[must_use]
    pub fn schema(&self) -> Option<&Schema> {
        self.schema.as_ref()
    }

    /// Returns the way in which the prompt contains the texts of a call.
    #[must_use]
    pub fn texts(&self) -> Texts {
        self.file.texts
    }

    /// Makes the question about these texts, which are given by name. Marked texts stand between marks that occur in
    /// none of them, so no text can end its place or begin another's. The user's turn says that the content of the
    /// marks is data. Inline texts replace their names in the template.
    ///
    /// # Errors
    /// [`ProtocolError::Missing`] if the prompt needs another text.
    pub fn call(&self, texts: &[(&str, &str)], order: Order) -> Result<Call, ProtocolError> {
        let expected = match (&self.schema, self.file.reading) {
            (Some(schema), _) => Expected::Json(schema.clone()),
            (None, Reading::CodeBlock) => Expected::CodeBlock,
            (None, _) => Expected::FirstInteger,
        };
        Ok(Call {
            system: self.file.system.join("\n"),
            turns: vec![Turn::user(match self.file.texts {
                Texts::Marked => self.marked(texts, order)?,
                Texts::Inline => self.inline(texts, order)?,
            })],
            expected,
            parameters: self.file.parameters,
            repeat: 0,
        })
    }

    /// Returns the template with each text in its place. Names within the texts are not places. In swapped order, the
    /// two texts of a pair change places together with the lines that name them.
    fn inline(&self, texts: &[(&str, &str)], order: Order) -> Result<String, ProtocolError> {
        let mut lines: Vec<&str> = self.file.user.iter().map(String::as_str).collect();
        let place = |name: &str| lines.iter().position(|line| *line == name);
        if order == Order::Swapped
            && let (Some(reference), Some(prediction)) = (place("{{reference}}"), place("{{prediction}}"))
        {
            lines.swap(reference, prediction);
            if let (Some(above), Some(below)) = (reference.checked_sub(1), prediction.checked_sub(1)) {
                lines.swap(above, below);
            }
        }
        let template = lines.join("\n");
        let mut user = String::with_capacity(template.len());
        let mut rest = template.as_str();
        while let Some((before, name, after)) = next_place(rest) {
            user += before;
            user += self.text(texts, name)?.1;
            rest = after;
        }
        Ok(user + rest)
    }

    fn text<'t>(&self, texts: &[(&'t str, &'t str)], name: &str) -> Result<(&'t str, &'t str), ProtocolError> {
        let text = texts.iter().find(|(given, _)| *given == name);
        text.copied().ok_or_else(|| ProtocolError::Missing {
            protocol: self.file.name.clone(),
            name: name.to_owned(),
        })
    }

    fn marked(&self, texts: &[(&str, &str)], order: Order) -> Result<String, ProtocolError> {
        let mark = mark(named(texts));
        let mut user = marks::explanation(&mark);
        for line in &self.file.user {
            user.push('\n');
            match line.strip_prefix("{{").and_then(|line| line.strip_suffix("}}")) {
                None => user += line,
                Some(name) => {
                    let (name, text) = self.text(texts, in_order(name, order))?;
                    user += &marks::between(name, text, &mark);
                }
            }
        }
        Ok(user)
    }

    /// Returns the score of an answer, for protocols that give one.
    #[must_use]
    pub fn score(&self, answer: &Value) -> Option<ScoreVerdict> {
        verdict::score(self.file.reading, answer)
    }
}

/// Returns the names and the texts, for a mark that occurs in none of them.
fn named<'t>(texts: &'t [(&'t str, &'t str)]) -> impl Iterator<Item = &'t str> + Clone {
    texts.iter().flat_map(|(name, text)| [*name, *text])
}

/// Splits a template at its first `{{name}}`: the text before, the name, and the text after.
fn next_place(template: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = template.split_once("{{")?;
    let (name, after) = rest.split_once("}}")?;
    Some((before, name, after))
}

/// Returns the name of the text that stands at a place.
fn in_order(name: &str, order: Order) -> &str {
    match (order, name) {
        (Order::Swapped, "reference") => "prediction",
        (Order::Swapped, "prediction") => "reference",
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_protocol_that_comes_along_can_be_used() {
        for (name, json) in known::ALL {
            let protocol = Protocol::parse(json).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(protocol.name(), *name);
            assert!(!protocol.source().is_empty() && !protocol.about().is_empty(), "{name}");
        }
    }

    #[test]
    fn both_texts_keep_their_names_when_their_places_change() {
        let protocol = Protocol::named("texlens_formula").unwrap();
        let texts = [("reference", "a+b"), ("prediction", "a-b")];
        let [first, second] =
            [Order::AsWritten, Order::Swapped].map(|order| protocol.call(&texts, order).unwrap().turns[0].text.clone());
        assert_ne!(first, second);
        for user in [&first, &second] {
            let mark = mark(named(&texts));
            assert!(
                user.contains(&format!("<<<REFERENCE {mark}>>>\na+b\n<<<END REFERENCE {mark}>>>")),
                "{user}"
            );
            assert!(
                user.contains(&format!("<<<PREDICTION {mark}>>>\na-b\n<<<END PREDICTION {mark}>>>")),
                "{user}"
            );
        }
        assert!(first.find("a+b") < first.find("a-b"));
        assert!(second.find("a+b") > second.find("a-b"));
    }

    #[test]
    fn a_quoted_template_is_sent_as_its_source_has_it() {
        let texts = [("reference", "$a+{{prediction}}$"), ("prediction", "$a-b$")];
        let call = |name: &str, order| Protocol::named(name).unwrap().call(&texts, order).unwrap();
        let asked = call("pdf_parse_bench_2026_formula", Order::AsWritten);
        assert_eq!((asked.system.as_str(), asked.turns.len()), ("", 1));
        assert_eq!(
            asked.turns[0].text,
            "\nYou are a mathematical formula evaluator. Your task is to determine if the extracted formula correctly represents the \
             ground truth formula, focusing on both semantic meaning AND proper mathematical notation.\n\nGround Truth Formula:\n\
             $a+{{prediction}}$\n\nExtracted Formula:\n$a-b$\n\nEvaluate the extracted formula using the following criteria:\n\
             1. Correctness: Are the mathematical symbols, variables, and operations accurately preserved?\n\
             2. Completeness: Are all parts of the formula present without omissions?\n\
             3. Semantic equivalence: Does the extracted formula convey the same mathematical meaning?\n\n\
             Respond with ONLY a single integer from 0 to 10, where 10 is a perfect match. No other text.\n"
        );
        let earlier = &call("pdf_parse_bench_2025_formula", Order::AsWritten).turns[0].text;
        assert!(
            earlier.ends_with("    \"score\": (0-10 scale, where 10 is perfect match)\n}\n"),
            "{earlier}"
        );
        let table = &call("pdf_parse_bench_2026_table", Order::Swapped).turns[0].text;
        let places = [
            "Extracted Table:\n$a-b$",
            "Ground Truth Table (LaTeX):\n$a+{{prediction}}$",
        ];
        let places = places.map(|place| table.find(place).unwrap());
        assert!(
            places[0] < places[1] && table.contains("Apply this key test: "),
            "{table}"
        );
    }

    #[test]
    fn the_model_under_test_gets_the_papers_words_and_the_task() {
        let call = |name: &str, texts: &[(&str, &str)]| {
            let protocol = Protocol::named(name).unwrap().with_temperature(0.5).with_seed(7);
            protocol.call(texts, Order::AsWritten).unwrap()
        };
        let write = call("latexbench_gen_system", &[("instructions", "A table.")]);
        assert!(
            write
                .system
                .starts_with("You are a helpful LaTeX code assistant.\nProduce")
        );
        assert!(
            write
                .system
                .ends_with("Return ONLY one fenced code block:\n```latex\n<your LaTeX>\n```\n")
        );
        assert_eq!(write.turns[0].text, "TASK INSTRUCTIONS:\nA table.");
        let edit = call(
            "latexbench_edit_system",
            &[("instructions", "Swap."), ("base", "a\nb\n")],
        );
        assert!(
            edit.system
                .contains("use \\toprule, \\midrule, \\bottomrule.\n- Place every \\label immediately")
        );
        assert_eq!(edit.turns[0].text, "BASE LATEX:\na\nb\n\nEDIT INSTRUCTIONS:\nSwap.");
        for call in [write, edit] {
            assert_eq!(call.expected, Expected::CodeBlock);
            assert_eq!(
                (call.parameters.temperature, call.parameters.seed),
                (Some(0.5), Some(7))
            );
        }
    }

    #[test]
    fn a_prompt_does_not_go_out_without_its_texts() {
        let protocol = Protocol::named("texlens_formula").unwrap();
        let error = protocol.call(&[("reference", "x")], Order::AsWritten).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the prompt of texlens_formula needs the text \"prediction\""
        );
    }

    #[test]
    fn what_contradicts_itself_is_no_protocol() {
        assert!(Protocol::parse("{}").is_err());
        let json = known::ALL[0].1.replace("\"score\"", "\"first_integer\"");
        assert!(Protocol::parse(&json).is_err());
    }
}
