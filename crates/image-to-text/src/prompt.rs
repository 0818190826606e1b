//! The prompt of a model in whose text images stand: the chat template, and the tokens in whose places image features come.

mod template;

use serde_json::Value;

use crate::json::{self, JsonError};
use crate::tokens::{DOCTAG, Vocabulary};

/// The instruction of a model that writes documents in the format DocTags, as the cards of such models state it.
const DOCTAGS: &str = "Convert this page to docling.";

/// The instruction of all other models.
const LATEX: &str = "Convert this page to LaTeX.";

/// The tokens of a tile, if nothing states their number.
const SEQUENCE: usize = 169;

/// Most tokens of a tile.
const MOST_SEQUENCE: usize = 4096;

/// Most characters of an instruction.
const LONGEST: usize = 10_000;

/// The reason why there is no prompt.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PromptError {
    /// The chat template fails.
    #[error(
        "the chat template of the model cannot be used ({0}); download chat_template.jinja or chat_template.json again, or correct it"
    )]
    Template(String),
    /// The image stands in the prompt more or less often than once.
    #[error(
        "the prompt has {count} times {token}, the place of the image, and not once; correct the prompt or the chat template"
    )]
    Images {
        /// The token.
        token: String,
        /// The number of its places.
        count: usize,
    },
    /// The tokenizer does not know the image's token.
    #[error(
        "tokenizer.json makes {found} image tokens of {expected} times {token}: it belongs to another model; download it and config.json from the same place"
    )]
    Token {
        /// The token.
        token: String,
        /// How many there must be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The tokenizer refuses the prompt.
    #[error("the tokenizer cannot read the prompt: {0}")]
    Tokenizer(String),
    /// The instruction is too long.
    #[error("the prompt has more than 10,000 characters; shorten it")]
    TooLong,
}

/// The descriptions that make up a prompt.
pub(crate) struct Descriptions<'d> {
    /// `config.json`.
    pub(crate) config: &'d Value,
    /// `processor_config.json`, if it is there.
    pub(crate) processor: Option<&'d Value>,
    /// `tokenizer_config.json`, if it is there.
    pub(crate) tokenizer: Option<&'d Value>,
    /// The chat template in a file of its own.
    pub(crate) template: Option<String>,
}

/// Makes the prompts of a model.
#[derive(Debug, Clone)]
pub(crate) struct Prompter {
    template: String,
    /// Special tokens by their names, for the template.
    special: Vec<(String, String)>,
    /// The token in whose place image features come.
    image: String,
    /// Its number.
    image_token: u32,
    /// The token around tiles.
    around: String,
    /// The token before the tile that shows the whole image.
    whole: String,
    /// The number of image tokens of a tile.
    sequence: usize,
    instruction: &'static str,
}

impl Prompter {
    /// Reads the descriptions of a model; `None` if there is no chat template.
    pub(crate) fn read(from: Descriptions<'_>, vocabulary: &Vocabulary) -> Result<Option<Self>, JsonError> {
        let stated = |value: Option<&Value>| template_of(value?.get("chat_template")?);
        let template = from
            .template
            .or_else(|| stated(from.processor))
            .or_else(|| stated(from.tokenizer));
        let Some(template) = template else { return Ok(None) };
        let token = |name: &str, otherwise: &str| {
            let own = from.tokenizer.and_then(|value| text_of(value.get(name)?));
            let extra = || text_of(from.tokenizer?.get("extra_special_tokens")?.get(name)?);
            own.or_else(extra).unwrap_or_else(|| otherwise.to_owned())
        };
        let special = ["bos_token", "eos_token", "unk_token", "pad_token"]
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), text_of(from.tokenizer?.get(*name)?)?)));
        let image = token("image_token", "<image>");
        let number = match from.config.get("image_token_id") {
            Some(value) if !value.is_null() => Some(json::token("config.json", "image_token_id", value)?),
            _ => vocabulary.token(&image),
        };
        let number = number.ok_or(JsonError::wrong(
            "config.json",
            "image_token_id",
            "the number of a token",
        ))?;
        Ok(Some(Self {
            template,
            special: special.collect(),
            image,
            image_token: number,
            around: token("fake_image_token", "<fake_token_around_image>"),
            whole: token("global_image_token", "<global-img>"),
            sequence: sequence(from.config, from.processor)?,
            instruction: if vocabulary.token(DOCTAG).is_some() {
                DOCTAGS
            } else {
                LATEX
            },
        }))
    }

    /// Returns the instruction that is given unless a person gives another one.
    pub(crate) const fn instruction(&self) -> &'static str {
        self.instruction
    }

    /// Returns the token in whose places image features come.
    pub(crate) const fn image_token(&self) -> u32 {
        self.image_token
    }

    /// Returns the tokens of the prompt for an image of so many rows and columns of tiles; 0 if it is not cut.
    pub(crate) fn tokens(
        &self,
        instruction: &str,
        rows: usize,
        columns: usize,
        vocabulary: &Vocabulary,
    ) -> Result<Vec<u32>, PromptError> {
        if instruction.chars().count() > LONGEST {
            return Err(PromptError::TooLong);
        }
        let prompt = template::render(&self.template, &self.special, instruction);
        let prompt = prompt.map_err(|error| PromptError::Template(error.to_string().chars().take(200).collect()))?;
        let Some((before, after)) = prompt
            .split_once(&self.image)
            .filter(|(_, after)| !after.contains(&self.image))
        else {
            return Err(PromptError::Images {
                count: prompt.matches(&self.image).count(),
                token: self.image.clone(),
            });
        };
        let prompt = format!("{before}{}{after}", self.expanded(rows, columns));
        // The template has written the first token itself.
        let begin = self.special.iter().find(|(name, _)| name == "bos_token");
        let has_begin = begin.is_some_and(|(_, token)| prompt.starts_with(token));
        let tokens = vocabulary.tokens(&prompt, !has_begin).map_err(PromptError::Tokenizer)?;
        let found = tokens.iter().filter(|token| **token == self.image_token).count();
        let expected = self.sequence * (rows * columns + 1);
        match found == expected {
            true => Ok(tokens),
            false => Err(PromptError::Token {
                token: self.image.clone(),
                expected,
                found,
            }),
        }
    }

    /// Returns the tokens of an image, tile by tile, as the processors of Idefics3 and SmolVLM write them.
    fn expanded(&self, rows: usize, columns: usize) -> String {
        let (around, features) = (&self.around, self.image.repeat(self.sequence));
        let mut text = String::new();
        for row in 1..=rows {
            for column in 1..=columns {
                text += &format!("{around}<row_{row}_col_{column}>{features}");
            }
            text += "\n";
        }
        if rows > 0 {
            text += "\n";
        }
        text + &format!("{around}{}{features}{around}", self.whole)
    }
}

/// Returns a token, which may have further settings.
fn text_of(value: &Value) -> Option<String> {
    let content = value.get("content").unwrap_or(value);
    content.as_str().map(str::to_owned)
}

/// Returns a chat template: the only one, or that with the name `default`.
fn template_of(value: &Value) -> Option<String> {
    let is_default = |value: &&Value| value.get("name").and_then(Value::as_str) == Some("default");
    match value {
        Value::String(template) => Some(template.clone()),
        Value::Array(all) => all
            .iter()
            .find(is_default)?
            .get("template")?
            .as_str()
            .map(str::to_owned),
        _ => None,
    }
}

/// Returns the number of image tokens of a tile.
fn sequence(config: &Value, processor: Option<&Value>) -> Result<usize, JsonError> {
    let stated = processor.and_then(|value| value.get("image_seq_len"));
    let number = |value: &Value, key: &str| value.get(key).and_then(Value::as_u64);
    let calculated = || {
        let vision = config.get("vision_config")?;
        let patches = number(vision, "image_size")?.checked_div(number(vision, "patch_size")?)?;
        let shuffled = patches.checked_div(number(config, "scale_factor")?)?;
        usize::try_from(shuffled.checked_mul(shuffled)?).ok()
    };
    let sequence = match stated {
        Some(value) => json::count("processor_config.json", "image_seq_len", value)?,
        None => calculated().unwrap_or(SEQUENCE),
    };
    match sequence {
        1..=MOST_SEQUENCE => Ok(sequence),
        _ => Err(JsonError::wrong(
            "processor_config.json",
            "image_seq_len",
            "a number from 1 to 4096",
        )),
    }
}
