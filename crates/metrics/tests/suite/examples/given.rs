//! Input of an example beyond its two texts.

use texlens_metrics::cdm::{RenderedFormula, RenderedPair, TokenBox, Variant};
use texlens_metrics::layout::{Layout, LayoutPair, Mark, Shape};
use texlens_metrics::{Compiled, Evidence, Info, Judged, Need, Outcome, Score};

use super::example::Example;
use crate::texbleu::{BUNDLED, gpt2_with};
use crate::tokeniser::TINY;

/// Fails if an example lacks an input that its metric needs, or names one that the metric does not need.
pub(super) fn check_needs(info: &Info, example: &Example) -> Result<(), String> {
    let mut names: Vec<&str> = example.given.iter().map(|(name, _)| name.as_str()).collect();
    if !example.reference.is_empty() && !example.prediction.is_empty() {
        names.push("both texts");
    }
    for need in info.needs {
        // The scores of other metrics include what those metrics need.
        let is_by_others = info.needs.contains(&Need::Scores) && *need != Need::Scores;
        let wanted = wanted(*need);
        if let Some(missing) = wanted.iter().find(|name| !is_by_others && !names.contains(*name)) {
            return Err(format!("the example lacks: {missing}"));
        }
    }
    let is_needed = |name: &&str| {
        let needed = info.needs.iter().any(|need| wanted(*need).contains(name));
        needed || *name == "both texts"
    };
    match names.iter().find(|name| !is_needed(name)) {
        Some(name) => Err(format!("the metric does not need: {name}")),
        None => Ok(()),
    }
}

/// The names of the lines that state an input.
fn wanted(need: Need) -> &'static [&'static str] {
    match need {
        Need::Text => &["both texts"],
        Need::Scores => &["scores"],
        Need::Compilation => &["engine"],
        Need::ReferenceCompilation => &["engine on the reference"],
        Need::GlyphBoxes => &["reference boxes", "prediction boxes"],
        Need::Layouts => &["reference layout", "prediction layout"],
        Need::Judge => &["judge"],
        Need::TexbleuModel => &["model"],
        Need::Gpt2 => &["vectors"],
        Need::Tokeniser => &["tokeniser"],
        // A new need has to be written in some way.
        _ => &["an input whose form the test of examples does not know"],
    }
}

/// Returns the evidence of an example, and the scores of other metrics.
pub(super) fn given(example: &Example) -> Result<(Evidence, Vec<Score>), String> {
    let (mut evidence, mut scores) = (Evidence::default(), Vec::new());
    let mut boxes = RenderedPair::default();
    let mut layouts = [None, None];
    for (name, text) in &example.given {
        match name.as_str() {
            "engine" => evidence.compiled = Some(compiled(text)?),
            "engine on the reference" => evidence.reference_compiled = Some(compiled(text)?),
            "judge" => evidence.judged = Some(judged(text)?),
            "model" if text == "texbleu.bin" => evidence.texbleu.clone_from(&BUNDLED.texbleu),
            "tokeniser" if text == "tiny" => evidence.tokeniser = Some(TINY.clone()),
            "vectors" => evidence.gpt2 = Some(gpt2_with(&vectors(text)?)),
            "reference boxes" => boxes.reference = Some(rendered(text)?),
            "prediction boxes" => boxes.prediction = Some(rendered(text)?),
            "reference layout" => layouts[0] = Some(layout(text)?),
            "prediction layout" => layouts[1] = Some(layout(text)?),
            "scores" => scores = values(text)?,
            _ => return Err(format!("unknown: {name}: {text}")),
        }
    }
    for variant in [Variant::Unimernet, Variant::OmniDocBench] {
        if boxes.reference.is_some() {
            evidence.glyph_boxes.insert(variant, boxes.clone());
        }
    }
    if let [Some(reference), Some(prediction)] = layouts {
        evidence.layouts = Some(LayoutPair {
            reference: Ok(reference),
            prediction: Ok(prediction),
        });
    }
    Ok((evidence, scores))
}

fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| format!("{text:?} is not a number"))
}

/// Reads a verdict, for example `1 page, 2 errors`.
fn compiled(text: &str) -> Result<Compiled, String> {
    let (pages, errors) = text.split_once(", ").unwrap_or((text, "0 errors"));
    let count = |text: &str, noun: &str| {
        let (count, known) = text.split_once(' ').unwrap_or((text, ""));
        match count.parse::<u32>() {
            Ok(count) if known.strip_suffix('s').unwrap_or(known) == noun => Ok(count),
            _ => Err(format!("{text:?} is not a number of {noun}s")),
        }
    };
    let (pages, errors) = (count(pages, "page")?, count(errors, "error")?);
    Ok(Compiled {
        compiles: pages > 0 && errors == 0,
        fatal: pages == 0,
        pages,
        errors: errors as usize,
        listed: Vec::new(),
    })
}

/// Reads a judge's score, for example `7`, or `0, by rule`.
fn judged(text: &str) -> Result<Judged, String> {
    let by_rule = text.strip_suffix(", by rule");
    Ok(Judged {
        score: number(by_rule.unwrap_or(text))?,
        reason: String::new(),
        is_by_rule: by_rule.is_some(),
    })
}

/// Reads tokens with their edges, for example `x 0 10 16 30; + 20 10 36 30`.
fn rendered(text: &str) -> Result<RenderedFormula, String> {
    let mut formula = RenderedFormula::default();
    for (token, numbers) in numbered(text)? {
        let bbox: [f64; 4] = numbers
            .try_into()
            .map_err(|_| format!("{token} does not have four edges"))?;
        formula.size = [formula.size[0].max(bbox[2]), formula.size[1].max(bbox[3])];
        formula.boxes.push(TokenBox { token, bbox });
    }
    Ok(formula)
}

/// Reads symbols with their places and sizes, for example `x 0 0.5 1; 2 0.57 0 0.7`.
fn layout(text: &str) -> Result<Layout, String> {
    let mark = |(symbol, numbers): (String, Vec<f64>)| {
        let [x, y, size]: [f64; 3] = numbers
            .try_into()
            .map_err(|_| format!("{symbol} does not have a place and a size"))?;
        let code = symbol.chars().next().ok_or("a mark without a symbol")?.into();
        let font = "cmr".to_owned();
        let shape = Shape::Glyph { font, code, size };
        Ok(Mark { shape, x, y })
    };
    let marks = numbered(text)?.into_iter().map(mark);
    Ok(Layout {
        marks: marks.collect::<Result<_, String>>()?,
    })
}

/// Reads vectors of two numbers, for example `+ 1 0; - 0 1`.
fn vectors(text: &str) -> Result<Vec<(char, [f32; 2])>, String> {
    let vector = |(token, numbers): (String, Vec<f64>)| {
        let [x, y]: [f64; 2] = numbers
            .try_into()
            .map_err(|_| format!("{token} does not have two numbers"))?;
        let c = token.chars().next().ok_or("a vector without a character")?;
        Ok((c, [x as f32, y as f32]))
    };
    numbered(text)?.into_iter().map(vector).collect()
}

/// Reads names with numbers.
fn numbered(text: &str) -> Result<Vec<(String, Vec<f64>)>, String> {
    text.split("; ")
        .map(|entry| {
            let mut words = entry.split(' ');
            let name = words.next().unwrap_or_default().to_owned();
            Ok((name, words.map(number).collect::<Result<_, String>>()?))
        })
        .collect()
}

/// Reads scores of other metrics, for example `sa 1, cc 0.5`.
fn values(text: &str) -> Result<Vec<Score>, String> {
    text.split(", ")
        .map(|entry| {
            let (metric, value) = entry.split_once(' ').ok_or_else(|| format!("{entry:?} has no value"))?;
            let value = number(value)?;
            Ok(Score {
                metric: metric.to_owned(),
                outcome: Outcome::Defined { value, ratio: None },
                summary: String::new(),
                spans: Vec::new(),
                unlisted: 0,
            })
        })
        .collect()
}
