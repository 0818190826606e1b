//! The form of an example: the block below the heading *Example* of a metric's documentation.

use super::arithmetic::calculate;

/// An example of a metric.
#[derive(Debug, Default)]
pub(super) struct Example {
    /// The pages of the reference. Each `reference:` is one.
    pub(super) reference: Vec<String>,
    /// The pages of the prediction.
    pub(super) prediction: Vec<String>,
    /// Input beyond the two texts, by name.
    pub(super) given: Vec<(String, String)>,
    pub(super) expected: Expected,
    /// What the sentences after the block say of other metrics, by id: "With `fa`, the value is 0.5".
    pub(super) others: Vec<(String, Printed)>,
}

/// What an example says of the score.
#[derive(Debug)]
pub(super) enum Expected {
    Value(Printed),
    /// No value, for this reason.
    Undefined(String),
}

impl Default for Expected {
    fn default() -> Self {
        Self::Undefined(String::new())
    }
}

/// A value as it is printed, with the arithmetic that leads to it, if there is any.
#[derive(Debug)]
pub(super) struct Printed {
    digits: String,
    arithmetic: Option<String>,
}

impl Example {
    /// Reads the example of a guide.
    pub(super) fn of(guide: &str) -> Result<Self, String> {
        let (_, section) = guide.split_once("#### Example\n```text\n").ok_or("no example")?;
        let (block, after) = section.split_once("\n```\n").ok_or("the block does not end")?;
        let mut fields: Vec<(&str, String)> = Vec::new();
        for line in block.lines() {
            if let Some(more) = line.strip_prefix("  ") {
                let (_, text) = fields.last_mut().ok_or("the first line has no name")?;
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(more);
            } else {
                let (name, text) = line
                    .split_once(':')
                    .ok_or_else(|| format!("no name and colon in {line:?}"))?;
                fields.push((name, text.trim().to_owned()));
            }
        }
        let (name, score) = fields.pop().ok_or("the block is empty")?;
        if name != "score" {
            return Err(format!("the last line is not the score, but {name:?}"));
        }
        let mut example = Self {
            expected: Expected::parse(&score)?,
            others: others(after.split("\n####").next().unwrap_or_default())?,
            ..Self::default()
        };
        for (name, text) in fields {
            match name {
                "reference" => example.reference.push(text),
                "prediction" => example.prediction.push(text),
                _ => example.given.push((name.to_owned(), text)),
            }
        }
        Ok(example)
    }
}

/// Reads what sentences say of other metrics.
fn others(sentences: &str) -> Result<Vec<(String, Printed)>, String> {
    let words = sentences.split_whitespace().collect::<Vec<_>>().join(" ");
    words
        .split("With `")
        .skip(1)
        .map(|claim| {
            let (metric, value) = claim
                .split_once("`, the value is ")
                .ok_or_else(|| format!("no value after: With `{claim}"))?;
            let digits = value.split([' ', ',']).next().unwrap_or_default().trim_end_matches('.');
            Ok((metric.to_owned(), Printed::parse(digits)?))
        })
        .collect()
}

impl Expected {
    fn parse(text: &str) -> Result<Self, String> {
        if let Some(reason) = text.strip_prefix("undefined: ") {
            return Ok(Self::Undefined(reason.to_owned()));
        }
        Printed::parse(text).map(Self::Value)
    }
}

impl Printed {
    /// Reads a number, or a number and the arithmetic that leads to it, for example `0.67 = 2 / 3`.
    fn parse(text: &str) -> Result<Self, String> {
        let (digits, arithmetic) = match text.split_once(" = ") {
            Some((digits, arithmetic)) => (digits, Some(arithmetic.to_owned())),
            None => (text, None),
        };
        match digits.parse::<f64>() {
            Ok(_) => Ok(Self {
                digits: digits.to_owned(),
                arithmetic,
            }),
            Err(_) => Err(format!("{digits:?} is not a number")),
        }
    }

    /// Fails if a value, or the arithmetic, has other digits than those that are printed.
    pub(super) fn check(&self, value: f64) -> Result<(), String> {
        let places = self.digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        // Printing does not tell 1/2 from a value that is less by the last bit.
        let printed = |value: f64| format!("{:.places$}", value + 1e-12);
        if printed(value) != self.digits {
            return Err(format!("{value} instead of {}", self.digits));
        }
        let Some(arithmetic) = &self.arithmetic else {
            return Ok(());
        };
        let calculated = calculate(arithmetic)?;
        if printed(calculated) != self.digits {
            return Err(format!("{arithmetic} is {calculated}, not {}", self.digits));
        }
        Ok(())
    }
}

#[test]
fn an_example_is_read_and_compared_digit_by_digit() {
    let guide = "About.\n\n#### Example\n```text\nreference:\n  a\n  b\nprediction: c: d\nprediction:\njudge: 7\nscore: 0.33 = 1 / 3\n```\n\nWith `fa`,\nthe value is 1. With `ta`, the value is 0.5, as ever.\n#### Range\nWith care.\n";
    let example = Example::of(guide).unwrap();
    assert_eq!(example.reference, ["a\nb"]);
    assert_eq!(example.prediction, ["c: d", ""]);
    assert_eq!(example.given, [("judge".to_owned(), "7".to_owned())]);
    let Expected::Value(printed) = &example.expected else {
        panic!("a value")
    };
    let others: Vec<_> = example
        .others
        .iter()
        .map(|(id, printed)| (&**id, &*printed.digits))
        .collect();
    assert_eq!(others, [("fa", "1"), ("ta", "0.5")]);
    printed.check(1.0 / 3.0).unwrap();
    assert!(printed.check(0.34).is_err());
    assert!(Example::of(&guide.replace("1 / 3", "1 / 4")).is_ok_and(|example| {
        matches!(example.expected, Expected::Value(printed) if printed.check(1.0 / 3.0).is_err())
    }));
    for wrong in ["#### Formula", "#### Example\n\n```text"] {
        assert!(Example::of(&guide.replace("#### Example\n```text", wrong)).is_err());
    }
    assert!(Example::of(&guide.replace("score: 0.33 = 1 / 3\n", "")).is_err());
    assert!(Example::of(&guide.replace("judge: 7", "judge 7")).is_err());
}
