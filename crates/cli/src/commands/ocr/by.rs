//! What reads images: the built-in networks, or a model that the user names.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use serde_json::{Map, Value, json};
use texlens_dataset::doctags_to_latex;
use texlens_image_to_text::{Settings, Stop, WhichFormulas};
use texlens_native::{ImageReader, ImageToText, ImageToTextError, Pictures, Places, ReadPage, Renderer};
use texlens_ocr::PageGlyphs;
use texlens_ocr::detect::Stages;

use super::arguments::{Arguments, Network};
use super::error::OcrError;
use crate::terminal::say;

/// What reads images.
pub(super) enum By {
    /// The built-in networks.
    Networks(ImageReader),
    /// A model that the user names.
    Model(Box<ImageToText>),
    /// The built-in networks, and the model for formulas.
    Both {
        images: ImageReader,
        model: Box<ImageToText>,
        which: WhichFormulas,
    },
}

/// A page that was read.
pub(super) enum Page {
    /// By its glyphs, which are still to be typeset.
    Glyphs(Box<ReadPage>),
    /// As a text.
    Text(TextPage),
}

/// The text of a page.
pub(super) struct TextPage {
    pub(super) text: String,
    /// Remarks for the user, as parts of a sentence.
    remarks: Vec<String>,
    stages: Stages,
}

impl Page {
    /// Describes for a person how the page was read.
    pub(super) fn in_words(&self) -> String {
        match self {
            Self::Glyphs(page) => page.in_words(),
            Self::Text(page) => page.remarks.iter().map(|remark| format!(", {remark}")).collect(),
        }
    }

    /// Returns the time for each stage.
    pub(super) fn stages(&self) -> Stages {
        match self {
            Self::Glyphs(page) => page.stages,
            Self::Text(page) => page.stages,
        }
    }

    /// Returns the glyphs, if the page was read by them.
    pub(super) fn glyphs(&self) -> Option<&PageGlyphs> {
        match self {
            Self::Glyphs(page) => Some(&page.glyphs),
            Self::Text(_) => None,
        }
    }
}

impl By {
    /// Opens the model that the user names, or else prepares the built-in networks, which are loaded when they are needed.
    pub(super) fn open(arguments: &Arguments) -> Result<Self, ImageToTextError> {
        let Some(folder) = &arguments.model else {
            return Ok(Self::Networks(arguments.images()));
        };
        let library = arguments.onnxruntime.as_deref();
        let choice = arguments.dtype.clone().unwrap_or_default();
        let model = ImageToText::open(folder, &choice, library, &Places::beside_program(), arguments.threads)?;
        let settings = arguments.settings();
        if settings.instruction.is_some() && model.model().instruction().is_none() {
            return Err(ImageToTextError::NoPrompt(folder.clone()));
        }
        introduce(folder, &model, &settings);
        let model = Box::new(model);
        Ok(match arguments.reads.formulas() {
            None => Self::Model(model),
            Some(which) => Self::Both {
                images: arguments.images(),
                model,
                which,
            },
        })
    }

    /// Returns the built-in networks, if they read.
    pub(super) const fn images(&mut self) -> Option<&mut ImageReader> {
        match self {
            Self::Networks(images) | Self::Both { images, .. } => Some(images),
            Self::Model(_) => None,
        }
    }

    /// Returns what rows of a table say of how their text was made.
    pub(super) fn entry(&self, arguments: &Arguments) -> Map<String, Value> {
        let entry = match (self, &arguments.model) {
            (Self::Model(model) | Self::Both { model, .. }, Some(folder)) => {
                let settings = arguments.settings();
                let limits = model.model().limits(&settings);
                let mut entry = json!({
                    "model_id": name(folder),
                    "model_name": name(folder),
                    "software": concat!("texlens ", env!("CARGO_PKG_VERSION")),
                    "dtype": model.model().dtypes(),
                    "max_tokens": limits.tokens,
                    "beams": limits.beams,
                });
                if let Some(instruction) = model.model().instruction() {
                    entry["prompt"] = settings.instruction.as_deref().unwrap_or(instruction).into();
                }
                entry
            }
            _ => json!({
                "model_id": "texlens",
                "model_name": concat!("texlens ", env!("CARGO_PKG_VERSION")),
                "network": match arguments.network {
                    Network::Auto => "auto",
                    Network::Fast => "fast",
                    Network::Accurate => "accurate",
                },
            }),
        };
        entry.as_object().cloned().unwrap_or_default()
    }
}

/// Reads a page with a model: the whole page is one image.
pub(super) fn read_text(
    model: &mut ImageToText,
    arguments: &Arguments,
    pictures: &Pictures,
    number: u32,
    renderer: &Renderer,
) -> Result<Page, OcrError> {
    let began = Instant::now();
    let drawn = pictures.get(number, arguments.dpi, renderer)?;
    let image = began.elapsed().as_secs_f64() * 1e3;
    let began = Instant::now();
    let settings = arguments.settings();
    let read = model.read(&drawn.bytes, settings, |_| ControlFlow::Continue(()));
    let (reading, of_image) = read.map_err(Box::new)?;
    let stopped = match reading.stop {
        Stop::End => None,
        Stop::Limit => Some(format!(
            "stopped at the limit of tokens ({}) before the model ended the text; --max-tokens sets the limit",
            reading.tokens.len()
        )),
        Stop::Repeats => Some("stopped because the text repeats itself".to_owned()),
    };
    Ok(Page::Text(TextPage {
        text: doctags_to_latex(reading.text),
        remarks: drawn.remarks.into_iter().chain(of_image).chain(stopped).collect(),
        stages: Stages {
            image,
            network: began.elapsed().as_secs_f64() * 1e3,
            ..Stages::default()
        },
    }))
}

/// Says which model reads, and what of it is not followed.
fn introduce(folder: &Path, model: &ImageToText, settings: &Settings) {
    let check = model.check();
    let offers = check.offers.iter().map(|offer| {
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        let (size, memory) = (megabytes(offer.bytes), megabytes(offer.memory()));
        format!("{} ({size:.1} MB, about {memory:.1} MB of memory)", offer.dtype)
    });
    let offers: Vec<String> = offers.collect();
    let licence = check.licence.as_deref().unwrap_or("not stated");
    let limits = model.model().limits(settings);
    say(format_args!(
        "{}: {}, {} of {}; licence: {licence}; at most {} tokens, {}",
        name(folder),
        check.architecture,
        model.model().dtypes(),
        offers.join(", "),
        limits.tokens,
        match limits.beams {
            1 => "greedy".to_owned(),
            beams => format!("{beams} beams"),
        },
    ));
    if let Some(instruction) = model.model().instruction() {
        let instruction = settings.instruction.as_deref().unwrap_or(instruction);
        say(format_args!("the prompt is \"{instruction}\""));
    }
    if !check.unused.is_empty() {
        say(format_args!(
            "these settings of the model are not followed: {}",
            check.unused.join(", ")
        ));
    }
}

/// Returns the name of a model's folder.
fn name(folder: &Path) -> String {
    let full = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    full.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
