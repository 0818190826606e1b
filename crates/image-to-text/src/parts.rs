//! The parts of a model that its descriptions state.

use serde_json::Value;

use crate::decode::CacheShape;
use crate::folder::{DESCRIPTIONS, Folder, Graph, Inventory, Kind};
use crate::generation::Generation;
use crate::image::{Processor, TileProcessor};
use crate::json::{self, JsonError};
use crate::problem::Problem;
use crate::prompt::{Descriptions, Prompter};
use crate::sight::Sight;
use crate::tokens::Vocabulary;

/// The parts that could be read.
#[derive(Default)]
pub(crate) struct Parts {
    pub(crate) inventory: Inventory,
    pub(crate) config: Value,
    pub(crate) generation: Option<Generation>,
    pub(crate) sight: Option<Sight>,
    pub(crate) vocabulary: Option<Vocabulary>,
}

impl Parts {
    /// Reads a folder. Also returns the reasons why its model cannot be run, the first ones first.
    pub(crate) fn read(folder: &Folder) -> (Self, Vec<Problem>) {
        let mut problems = Vec::new();
        let mut parts = Self {
            inventory: Inventory::of(folder),
            ..Self::default()
        };
        if !folder.has("config.json") {
            return (parts, vec![Problem::NoConfig]);
        }
        match object(folder, "config.json") {
            Ok(config) => parts.config = config,
            Err(problem) => problems.push(problem),
        }
        parts.check_graphs(folder, &mut problems);
        let kind = parts.inventory.kind().unwrap_or(Kind::VisionEncoderDecoder);
        if kind == Kind::ImageTextToText && !PROMPTED.contains(&parts.model_type()) {
            problems.insert(0, Problem::Architecture(shown(parts.model_type())));
            return (parts, problems);
        }
        if let Err(problem) = parts.read_generation(folder, kind) {
            problems.push(problem);
        }
        let content = description(folder, "tokenizer.json");
        match content.and_then(|content| Ok(Vocabulary::read(content)?)) {
            Ok(vocabulary) => parts.vocabulary = Some(vocabulary),
            Err(problem) => problems.push(problem),
        }
        match parts.sight_of(folder, kind) {
            Ok(sight) => parts.sight = sight,
            Err(problem) => problems.push(problem),
        }
        problems.extend(parts.tokens_of_another());
        (parts, problems)
    }

    fn check_graphs(&self, folder: &Folder, problems: &mut Vec<Problem>) {
        let Some(kind) = self.inventory.kind() else {
            let is_weights = |path: &str| path.ends_with(".safetensors") || path == "pytorch_model.bin";
            let weights = folder.files.iter().find(|file| is_weights(&file.path));
            problems.push(weights.map_or(Problem::NoGraphs, |file| Problem::OnlyWeights(file.path.clone())));
            return;
        };
        for graph in kind.graphs().iter().filter(|graph| !self.inventory.has(**graph)) {
            let parts = ["decoder_model", "decoder_with_past_model"];
            let is_part = |path: &str| {
                let name = path.rsplit('/').next().unwrap_or(path);
                name.ends_with(".onnx") && parts.iter().any(|part| name.starts_with(part))
            };
            let other = folder.files.iter().find(|file| is_part(&file.path));
            problems.push(match other.filter(|_| *graph == Graph::Decoder) {
                Some(file) => Problem::NotMerged(file.path.clone()),
                None => Problem::NoGraph(*graph),
            });
        }
        let pointers = self.inventory.graphs.iter().filter(|file| file.is_pointer());
        problems.extend(pointers.map(|file| Problem::Pointer(file.path.clone())));
    }

    fn read_generation(&mut self, folder: &Folder, kind: Kind) -> Result<(), Problem> {
        let stated = match folder.has("generation_config.json") {
            true => Some(object(folder, "generation_config.json")?),
            false => None,
        };
        let generation = Generation::read(stated.as_ref(), &self.config)?;
        let start = generation.start;
        self.generation = Some(generation);
        match (kind, start) {
            (Kind::VisionEncoderDecoder, None) => Err(Problem::NoStart),
            _ => Ok(()),
        }
    }

    /// Reads how the model sees images; `None` if a part that it needs has a problem of its own.
    fn sight_of(&self, folder: &Folder, kind: Kind) -> Result<Option<Sight>, Problem> {
        let own = "preprocessor_config.json";
        let of_processor = "processor_config.json";
        let all = match folder.has(of_processor) {
            true => Some(object(folder, of_processor)?),
            false => None,
        };
        let of_all = all.as_ref().and_then(|all| all.get("image_processor"));
        let image = match of_all {
            Some(part) if !folder.has(own) => part.clone(),
            _ => object(folder, own)?,
        };
        if kind == Kind::VisionEncoderDecoder {
            let processor = Processor::read(&image)?;
            let start = self.generation.as_ref().and_then(|generation| generation.start);
            return Ok(start.map(|start| Sight::States { processor, start }));
        }
        let processor = TileProcessor::read(&image)?;
        let Some(vocabulary) = &self.vocabulary else {
            return Ok(None);
        };
        let tokenizer = match folder.has("tokenizer_config.json") {
            true => Some(object(folder, "tokenizer_config.json")?),
            false => None,
        };
        let descriptions = Descriptions {
            config: &self.config,
            processor: all.as_ref(),
            tokenizer: tokenizer.as_ref(),
            template: template(folder)?,
        };
        let prompter = Prompter::read(descriptions, vocabulary)?.ok_or(Problem::NoTemplate)?;
        prompter.tokens(prompter.instruction(), 0, 0, vocabulary)?;
        Ok(Some(Sight::Prompt { processor, prompter }))
    }

    /// Returns the first token of the configuration that the tokenizer does not have.
    fn tokens_of_another(&self) -> Option<Problem> {
        let (generation, vocabulary) = (self.generation.as_ref()?, self.vocabulary.as_ref()?);
        let is_prompted = self.inventory.kind() == Some(Kind::ImageTextToText);
        let first = generation.start.filter(|_| !is_prompted);
        let first = first.map(|token| ("decoder_start_token_id", token));
        let ends = generation.end.iter().map(|token| ("eos_token_id", *token));
        let mut tokens = first.into_iter().chain(ends);
        let (key, token) = tokens.find(|(_, token)| !vocabulary.has(*token))?;
        Some(Problem::OtherTokenizer {
            key,
            token,
            largest: vocabulary.largest(),
        })
    }

    /// Returns the name of the model's architecture, as the configuration states it.
    fn model_type(&self) -> &str {
        self.config
            .get("model_type")
            .and_then(Value::as_str)
            .unwrap_or("unnamed")
    }

    /// Returns the configuration of the decoder, which is a part of that of the model.
    fn decoder(&self) -> &Value {
        let parts = ["decoder", "text_config"];
        parts
            .iter()
            .find_map(|part| self.config.get(*part))
            .unwrap_or(&self.config)
    }

    /// Returns the shape of the decoder's cache, as far as the configuration states it.
    pub(crate) fn cache_shape(&self) -> CacheShape {
        let decoder = self.decoder();
        let first = |names: &[&str]| {
            let mut counts = names.iter().filter_map(|name| decoder.get(name)?.as_u64());
            let count = counts.find(|count| (1..=1 << 16).contains(count))?;
            usize::try_from(count).ok()
        };
        let heads = first(&["decoder_attention_heads", "num_attention_heads", "n_head", "num_heads"]);
        let width = first(&["d_model", "hidden_size", "n_embd"]);
        let size = first(&["head_dim"]).or_else(|| Some(width? / heads?));
        // Several heads may share a key.
        let heads = first(&["num_key_value_heads"]).or(heads);
        CacheShape { heads, size }
    }

    /// Returns the most tokens for which the decoder has places; `None` if the configuration does not state it.
    pub(crate) fn places(&self) -> Option<usize> {
        let decoder = self.decoder();
        let names = ["max_position_embeddings", "n_positions"];
        let places = names.iter().find_map(|name| decoder.get(name)?.as_u64())?;
        // These count their places from 2.
        let kind = decoder.get("model_type").and_then(Value::as_str).unwrap_or_default();
        let unused = if ["roberta", "xlm-roberta", "camembert"].contains(&kind) {
            2
        } else {
            0
        };
        usize::try_from(places.saturating_sub(unused))
            .ok()
            .filter(|places| *places > 0)
    }

    /// Returns the names of the model's architecture: its own, and those of its parts.
    pub(crate) fn architecture(&self) -> String {
        let name = |config: &Value| config.get("model_type").and_then(Value::as_str).map(str::to_owned);
        let own = self.model_type().to_owned();
        let parts = ["encoder", "decoder", "vision_config", "text_config"]
            .iter()
            .filter_map(|part| name(self.config.get(part)?));
        let parts: Vec<String> = parts.collect();
        let all = match parts.as_slice() {
            [] => own,
            parts => format!("{own} of {}", parts.join(" and ")),
        };
        shown(&all)
    }
}

/// The architectures of models in whose prompt images stand that are supported.
const PROMPTED: [&str; 2] = ["idefics3", "smolvlm"];

/// Returns a name of a description for people.
fn shown(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(100).collect()
}

/// Returns the chat template that has a file of its own; `None` if there is no such file.
fn template(folder: &Folder) -> Result<Option<String>, Problem> {
    let own = "chat_template.jinja";
    if folder.has(own) {
        let content = description(folder, own)?;
        return Ok(Some(String::from_utf8_lossy(content).into_owned()));
    }
    let old = "chat_template.json";
    if folder.has(old) {
        let template = object(folder, old)?;
        let template = template.get("chat_template").and_then(Value::as_str);
        let wrong = JsonError::wrong(old, "chat_template", "a text");
        return Ok(Some(template.ok_or(wrong)?.to_owned()));
    }
    Ok(None)
}

/// Returns the object in a description.
fn object(folder: &Folder, file: &'static str) -> Result<Value, Problem> {
    let value = json::parse(file, description(folder, file)?)?;
    match value {
        Value::Object(_) => Ok(value),
        _ => Err(JsonError::Syntax {
            file,
            detail: "it is no object".to_owned(),
        }
        .into()),
    }
}

fn description<'f>(folder: &'f Folder, file: &'static str) -> Result<&'f [u8], Problem> {
    let limit = DESCRIPTIONS
        .iter()
        .find(|(name, _)| *name == file)
        .map_or(0, |(_, limit)| *limit);
    match folder.description(file) {
        Some(content) if content.len() as u64 <= limit => Ok(content),
        None if !folder.has(file) => Err(Problem::Missing(file)),
        _ => Err(Problem::TooLarge { file, limit }),
    }
}
