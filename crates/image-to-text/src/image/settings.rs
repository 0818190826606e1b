//! Reads `preprocessor_config.json`.

use serde_json::Value;

use super::greys::Greys;
use super::processor::{MOST_SIDE, Processor, Resize, Step};
use super::resample::Filter;
use super::tiles::{TileProcessor, TileSize};
use crate::json::{self, JsonError};

/// The reason why images cannot be prepared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProcessorError {
    /// A value cannot be used.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// The steps of this processor are not known.
    #[error(
        "images are prepared by {0}, which texlens does not know; it knows those of ViT, DeiT, BEiT, BLIP, CLIP, SigLIP, Donut and Nougat"
    )]
    Unknown(String),
    /// Images are not cut into tiles in a way that is known.
    #[error(
        "images are prepared by {0}, which texlens does not know for models of this kind; it knows those of Idefics3 and SmolVLM"
    )]
    UnknownTiles(String),
    /// The file does not say which processor prepares images.
    #[error("{FILE} names no `image_processor_type`; add the one that the model was trained with")]
    Unnamed,
    /// A side has no pixels, or more than the limit.
    #[error("`{0}` in {FILE} must have sides of 1 to {MOST_SIDE} pixels")]
    Size(&'static str),
}

const FILE: &str = "preprocessor_config.json";

/// The steps that a processor takes if its configuration does not say otherwise.
struct Family {
    /// Names of processors, without `ImageProcessor` and the like.
    names: &'static [&'static str],
    filter: Filter,
    size: Size,
    /// Whether a size of one number is that of the shorter side.
    is_of_shorter: bool,
    crop: Option<usize>,
    /// Whether images are fitted into the size and padded.
    is_padded: bool,
    crops_margin: bool,
    mean: [f64; 3],
    deviation: [f64; 3],
}

const HALF: [f64; 3] = [0.5; 3];
const IMAGENET: ([f64; 3], [f64; 3]) = ([0.485, 0.456, 0.406], [0.229, 0.224, 0.225]);
const OPENAI: ([f64; 3], [f64; 3]) = (
    [0.481_454_66, 0.457_827_5, 0.408_210_73],
    [0.268_629_54, 0.261_302_58, 0.275_777_11],
);

/// The steps from which the others differ.
const VIT: Family = Family {
    names: &["ViT"],
    filter: Filter::Bilinear,
    size: Size::exact(224, 224),
    is_of_shorter: false,
    crop: None,
    is_padded: false,
    crops_margin: false,
    mean: HALF,
    deviation: HALF,
};

const FAMILIES: [Family; 7] = [
    VIT,
    Family {
        names: &["DeiT", "Beit", "BEiT"],
        filter: Filter::Bicubic,
        size: Size::exact(256, 256),
        crop: Some(224),
        ..VIT
    },
    Family {
        names: &["BLIP", "Blip"],
        filter: Filter::Bicubic,
        size: Size::exact(384, 384),
        mean: OPENAI.0,
        deviation: OPENAI.1,
        ..VIT
    },
    Family {
        names: &["CLIP"],
        filter: Filter::Bicubic,
        size: Size::shorter(224),
        is_of_shorter: true,
        crop: Some(224),
        mean: OPENAI.0,
        deviation: OPENAI.1,
        ..VIT
    },
    Family {
        names: &["Siglip", "SigLIP"],
        filter: Filter::Bicubic,
        ..VIT
    },
    Family {
        names: &["Donut"],
        size: Size::exact(2560, 1920),
        is_padded: true,
        ..VIT
    },
    Family {
        names: &["Nougat"],
        size: Size::exact(896, 672),
        is_padded: true,
        crops_margin: true,
        mean: IMAGENET.0,
        deviation: IMAGENET.1,
        ..VIT
    },
];

/// A size of a configuration.
#[derive(Debug, Clone, Copy)]
struct Size {
    exact: Option<(usize, usize)>,
    shortest: Option<usize>,
    longest: Option<usize>,
}

impl Size {
    const fn exact(height: usize, width: usize) -> Self {
        Self {
            exact: Some((height, width)),
            shortest: None,
            longest: None,
        }
    }

    const fn shorter(side: usize) -> Self {
        Self {
            exact: None,
            shortest: Some(side),
            longest: None,
        }
    }

    fn read(value: &Value, key: &'static str, is_of_shorter: bool) -> Result<Self, ProcessorError> {
        let wrong = || {
            JsonError::wrong(
                FILE,
                key,
                "a number, or height and width, or shortest_edge or longest_edge",
            )
        };
        let side = |value: &Value| match json::count(FILE, key, value)? {
            side @ 1..=MOST_SIDE => Ok(side),
            _ => Err(ProcessorError::Size(key)),
        };
        match value {
            Value::Number(_) if is_of_shorter => Ok(Self::shorter(side(value)?)),
            Value::Number(_) => Ok(Self::exact(side(value)?, side(value)?)),
            // Old configurations have width and height in a list.
            Value::Array(sides) => match sides.as_slice() {
                [width, height] => Ok(Self::exact(side(height)?, side(width)?)),
                _ => Err(wrong().into()),
            },
            Value::Object(sides) => {
                let get = |name: &str| sides.get(name).filter(|side| !side.is_null()).map(side).transpose();
                let exact = get("height")?.zip(get("width")?);
                let (shortest, longest) = (get("shortest_edge")?, get("longest_edge")?);
                match (exact, shortest, longest) {
                    (None, None, None) => Err(wrong().into()),
                    (exact, shortest, longest) => Ok(Self {
                        exact,
                        shortest,
                        longest,
                    }),
                }
            }
            _ => Err(wrong().into()),
        }
    }

    const fn resize(self) -> Resize {
        match (self.exact, self.shortest, self.longest) {
            (Some((height, width)), _, _) => Resize::Exact { width, height },
            (None, Some(shortest), longest) => Resize::Shorter { shortest, longest },
            (None, None, Some(longest)) => Resize::Longer { longest },
            // `read` makes no such size.
            (None, None, None) => Resize::Shorter {
                shortest: 224,
                longest: None,
            },
        }
    }
}

impl Processor {
    /// Reads `preprocessor_config.json`.
    ///
    /// # Errors
    /// If the processor is not known, or a value cannot be used.
    pub fn read(config: &Value) -> Result<Self, ProcessorError> {
        read(config)
    }
}

impl TileProcessor {
    /// Reads `preprocessor_config.json` of a processor that cuts images into tiles.
    ///
    /// # Errors
    /// If the processor is not known, or a value cannot be used.
    pub fn read(config: &Value) -> Result<Self, ProcessorError> {
        read_tiles(config)
    }
}

/// Returns the name of a processor, and the part of it that names the family.
fn named(config: &Value) -> Result<(&str, Option<&str>), ProcessorError> {
    let name = ["image_processor_type", "feature_extractor_type"]
        .iter()
        .find_map(|key| config.get(key)?.as_str())
        .ok_or(ProcessorError::Unnamed)?;
    let kind = name.strip_suffix("Fast").unwrap_or(name);
    let kind = ["ImageProcessor", "FeatureExtractor", "Processor"]
        .iter()
        .find_map(|suffix| kind.strip_suffix(suffix));
    Ok((name, kind))
}

fn shown(name: &str) -> String {
    name.chars().take(80).collect()
}

fn given<'c>(config: &'c Value, key: &str) -> Option<&'c Value> {
    config.get(key).filter(|value| !value.is_null())
}

fn flag(config: &Value, key: &'static str, otherwise: bool) -> Result<bool, JsonError> {
    Ok(json::flag(FILE, key, config.get(key))?.unwrap_or(otherwise))
}

fn filter(config: &Value, otherwise: Filter) -> Result<Filter, JsonError> {
    let Some(value) = given(config, "resample") else {
        return Ok(otherwise);
    };
    let found = match value {
        Value::String(name) => Filter::of_name(name),
        value => value.as_u64().and_then(Filter::of_number),
    };
    found.ok_or(JsonError::wrong(
        FILE,
        "resample",
        "a number from 0 to 5 or the name of a filter",
    ))
}

/// Reads how greys become numbers; `mean` and `deviation` count if the configuration has no others.
fn greys(config: &Value, mean: [f64; 3], deviation: [f64; 3]) -> Result<Greys, JsonError> {
    let scale = match (flag(config, "do_rescale", true)?, given(config, "rescale_factor")) {
        (false, _) => 1.0,
        (true, None) => 1.0 / 255.0,
        (true, Some(factor)) => json::number(FILE, "rescale_factor", factor)?,
    };
    let normal = match flag(config, "do_normalize", true)? {
        true => Some((
            three(given(config, "image_mean"), "image_mean", mean)?,
            three(given(config, "image_std"), "image_std", deviation)?,
        )),
        false => None,
    };
    if normal.is_some_and(|(_, deviation)| deviation.contains(&0.0)) {
        return Err(JsonError::wrong(FILE, "image_std", "three numbers other than 0"));
    }
    Ok(Greys::new(scale, normal))
}

fn read_tiles(config: &Value) -> Result<TileProcessor, ProcessorError> {
    let (name, kind) = named(config)?;
    if !matches!(kind, Some("Idefics3" | "SmolVLM")) {
        return Err(ProcessorError::UnknownTiles(shown(name)));
    }
    let side = match given(config, "max_image_size") {
        None => SIDE,
        Some(size) => {
            let longest = Size::read(size, "max_image_size", false)?.longest;
            longest.ok_or(JsonError::wrong(FILE, "max_image_size", "a size with longest_edge"))?
        }
    };
    let size = match (flag(config, "do_resize", true)?, given(config, "size")) {
        (false, _) => TileSize::Own,
        (true, None) => TileSize::Longest(4 * SIDE),
        (true, Some(size)) => match Size::read(size, "size", false)? {
            Size {
                longest: Some(longest), ..
            } => TileSize::Longest(longest),
            Size {
                exact: Some((height, width)),
                ..
            } => TileSize::Exact { width, height },
            _ => return Err(JsonError::wrong(FILE, "size", "a size with longest_edge").into()),
        },
    };
    Ok(TileProcessor::new(
        size,
        side,
        flag(config, "do_image_splitting", true)?,
        filter(config, Filter::Lanczos)?,
        greys(config, HALF, HALF)?,
    ))
}

/// The side of a tile if a configuration does not state it.
const SIDE: usize = 364;

fn read(config: &Value) -> Result<Processor, ProcessorError> {
    let (name, kind) = named(config)?;
    let family = kind.and_then(|kind| FAMILIES.iter().find(|family| family.names.contains(&kind)));
    let family = family.ok_or_else(|| ProcessorError::Unknown(shown(name)))?;
    let flag = |key: &'static str, otherwise: bool| flag(config, key, otherwise);
    let given = |key: &str| given(config, key);
    let size = match given("size") {
        Some(size) => Size::read(size, "size", family.is_of_shorter)?,
        None => family.size,
    };
    let filter = filter(config, family.filter)?;
    let mut steps = Vec::new();
    if family.is_padded {
        let (height, width) = size
            .exact
            .ok_or(JsonError::wrong(FILE, "size", "a height and a width"))?;
        if flag("do_crop_margin", family.crops_margin)? && family.crops_margin {
            steps.push(Step::CropMargin);
        }
        if flag("do_align_long_axis", false)? {
            steps.push(Step::AlignLongAxis { width, height });
        }
        if flag("do_resize", true)? {
            let shortest = width.min(height);
            steps.push(Step::Resize(
                Resize::Shorter {
                    shortest,
                    longest: None,
                },
                filter,
            ));
        }
        if flag("do_thumbnail", true)? {
            steps.push(Step::Thumbnail { width, height });
        }
        if flag("do_pad", true)? {
            steps.push(Step::Pad { width, height });
        }
    } else {
        if flag("do_resize", true)? {
            steps.push(Step::Resize(size.resize(), filter));
        }
        if flag("do_center_crop", family.crop.is_some())? {
            let crop = match (given("crop_size"), family.crop) {
                (Some(crop), _) => Size::read(crop, "crop_size", false)?.exact,
                (None, side) => side.map(|side| (side, side)),
            };
            let (height, width) = crop.ok_or(JsonError::wrong(FILE, "crop_size", "a height and a width"))?;
            steps.push(Step::CenterCrop { width, height });
        }
    }
    Ok(Processor::new(steps, greys(config, family.mean, family.deviation)?))
}

/// Returns a number for each channel.
fn three(value: Option<&Value>, key: &'static str, otherwise: [f64; 3]) -> Result<[f64; 3], JsonError> {
    let wrong = JsonError::wrong(FILE, key, "a number or a list of three");
    match value {
        None => Ok(otherwise),
        Some(Value::Array(values)) => {
            let numbers: Option<Vec<f64>> = values.iter().map(Value::as_f64).collect();
            numbers.and_then(|numbers| numbers.try_into().ok()).ok_or(wrong)
        }
        Some(value) => value.as_f64().map(|value| [value; 3]).ok_or(wrong),
    }
}
