//! What a model under test and a judge are asked about an item, in the words of the paper's prompts.

use serde::{Deserialize, Serialize};
use texlens_judge::{Call, Order, Protocol, ProtocolError};

use crate::brief::{Brief, BriefTask};
use crate::fault::FaultType;
use crate::item::Key;

/// The description of a clean document in a described contrast, in the words of the paper's prompt.
const NO_BUG: &str = "There is NO bug: this is a clean control.";

/// A question about an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question<'a> {
    /// To the model under test: the task of the item. A contrast is blind.
    Task,
    /// To the model under test: a contrast with a description of its fault, or of a clean control.
    Described,
    /// To the judge: whether this LaTeX passes.
    Verdict(&'a str),
}

/// Parameters of a model that differ from those of the protocols. Without a temperature or seed, the provider chooses,
/// as in section 3.5 of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Chosen {
    /// Maximum number of tokens of an answer; `None` is the limit of the protocol.
    pub max_output_tokens: Option<u32>,
    /// Temperature; `None` is the provider's default.
    pub temperature: Option<f64>,
    /// Seed, for providers that support one; `None` is the provider's default.
    pub seed: Option<u64>,
}

impl Question<'_> {
    /// Makes the call that puts the question about an item. Returns `None` if the question does not fit its family:
    /// only contrasts are described, and only LaTeX gets a verdict.
    ///
    /// # Errors
    /// If the protocol does not come with this texlens.
    pub fn call(self, item: &Brief, chosen: Chosen) -> Result<Option<Call>, ProtocolError> {
        let (name, texts) = match (self, &item.task) {
            (Self::Task, BriefTask::Generation { instruction, .. }) => {
                ("latexbench_gen_system", vec![("instructions", instruction.as_str())])
            }
            (Self::Task, BriefTask::Edit { instruction, base, .. }) => (
                "latexbench_edit_system",
                vec![("base", base.as_str()), ("instructions", instruction.as_str())],
            ),
            (Self::Task, BriefTask::Contrast { code, .. }) => {
                ("latexbench_contrast_blind", vec![("code", code.as_str())])
            }
            (Self::Described, BriefTask::Contrast { code, key, .. }) => (
                "latexbench_contrast_described",
                vec![("code", code.as_str()), ("bug", description(key))],
            ),
            (Self::Verdict(code), BriefTask::Generation { instruction, .. }) => (
                "latexbench_generation",
                vec![("instructions", instruction.as_str()), ("code", code)],
            ),
            (Self::Verdict(code), BriefTask::Edit { instruction, base, .. }) => (
                "latexbench_edit",
                vec![
                    ("instructions", instruction.as_str()),
                    ("base", base.as_str()),
                    ("code", code),
                ],
            ),
            (Self::Described, BriefTask::Generation { .. } | BriefTask::Edit { .. })
            | (Self::Verdict(_), BriefTask::Contrast { .. }) => return Ok(None),
        };
        chosen.protocol(name)?.call(&texts, Order::AsWritten).map(Some)
    }
}

impl Chosen {
    fn protocol(self, name: &str) -> Result<Protocol, ProtocolError> {
        let mut protocol = Protocol::named(name)
            .ok_or_else(|| ProtocolError::Form(format!("{name} does not come with this texlens")))?;
        if let Some(tokens) = self.max_output_tokens {
            protocol = protocol.with_max_output_tokens(tokens);
        }
        if let Some(temperature) = self.temperature {
            protocol = protocol.with_temperature(temperature);
        }
        if let Some(seed) = self.seed {
            protocol = protocol.with_seed(seed);
        }
        Ok(protocol)
    }
}

fn description(key: &Key) -> &'static str {
    FaultType::named(&key.bug_type).map_or(NO_BUG, FaultType::description)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::item::Task;
    use crate::items;
    use texlens_judge::Expected;

    #[test]
    fn a_model_under_test_gets_the_task_and_no_solution() {
        for item in items(1234) {
            let call = Question::Task
                .call(&Brief::from(&item), Chosen::default())
                .unwrap()
                .unwrap();
            let asked = &call.turns[0].text;
            match &item.task {
                Task::Generation(generation) => {
                    assert_eq!(asked, &format!("TASK INSTRUCTIONS:\n{}", generation.instruction));
                }
                Task::Edit(edit) => assert!(asked.contains(&edit.base) && asked.ends_with(&edit.instruction)),
                Task::Contrast(contrast) => assert!(asked.contains(&contrast.code)),
            }
            let is_contrast = matches!(item.task, Task::Contrast(_));
            assert_eq!(matches!(call.expected, Expected::Json(_)), is_contrast);
            assert_eq!(call.parameters.temperature, None);
            assert!(!asked.contains(&item.id));
        }
    }

    #[test]
    fn contrasts_are_described_and_latex_is_judged() {
        let chosen = Chosen {
            max_output_tokens: Some(77),
            temperature: Some(0.0),
            seed: Some(3),
        };
        for item in items(1234) {
            let described = Question::Described.call(&Brief::from(&item), chosen).unwrap();
            let judged = Question::Verdict("\\LaTeX{}")
                .call(&Brief::from(&item), chosen)
                .unwrap();
            let (call, text) = match &item.task {
                Task::Contrast(contrast) => (described.unwrap(), description(&contrast.key)),
                _ => (judged.unwrap(), "\\LaTeX{}"),
            };
            assert!(call.turns[0].text.contains(text));
            let parameters = call.parameters;
            assert_eq!(
                (parameters.max_output_tokens, parameters.temperature, parameters.seed),
                (77, Some(0.0), Some(3))
            );
        }
    }
}
