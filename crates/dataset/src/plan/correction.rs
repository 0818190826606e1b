//! A person's corrections of a plan.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::draft::{is_picture, picture};
use super::{LeftOver, Passage, Picture, Plan, Prediction, Sample, Why};
use crate::input::FileId;

/// The role of a file in a sample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The picture.
    Image,
    /// The reference.
    Reference,
    /// The prediction of this system.
    Prediction(String),
}

/// A correction. It never changes a plan: [`Plan::corrected`] makes another plan, so that undoing means applying one
/// correction less.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Correction {
    /// Gives a file a role in a sample, which is created if its id is new. The file leaves its previous place, unless
    /// several samples share it. The file that had the role is left over.
    Pair {
        /// A whole file.
        file: FileId,
        /// Id of the sample.
        sample: String,
        /// The role.
        role: Role,
    },
    /// Removes the file or text that has a role in a sample.
    Unpair {
        /// Id of the sample.
        sample: String,
        /// The role.
        role: Role,
    },
    /// Renames a system. If another system has the new name, the two are merged.
    RenameSystem {
        /// The present name.
        from: String,
        /// The new name.
        to: String,
    },
    /// Makes the texts of a system the references. The former references become predictions of a system named
    /// `reference`.
    MakeReference {
        /// The system.
        system: String,
    },
    /// Omits a system.
    IgnoreSystem {
        /// The system.
        system: String,
    },
    /// Omits a sample.
    IgnoreSample {
        /// Id of the sample.
        sample: String,
    },
}

/// The reason why a correction cannot be applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum CorrectionError {
    /// There is no such sample.
    #[error("there is no sample {0:?}")]
    NoSample(String),
    /// There is no such system.
    #[error("there is no system {0:?}")]
    NoSystem(String),
    /// There is no such file.
    #[error("there is no such file")]
    NoFile,
    /// A text was given as a picture, or a picture as a text.
    #[error("{path} cannot be {role}")]
    WrongKind {
        /// Path of the file.
        path: String,
        /// The kind of file that the role requires.
        role: &'static str,
    },
    /// Both systems have a prediction for the same sample.
    #[error("both systems have a prediction for {sample:?}; leave one of them out first")]
    Clash {
        /// The first such sample.
        sample: String,
    },
    /// The name of a system is empty.
    #[error("a system must have a name")]
    NoName,
}

/// The system of former references, when the texts of another system replace them.
const FORMER_REFERENCE: &str = "reference";

impl Plan {
    /// Returns the plan after these corrections, applied in order. Each takes linear time in the number of samples.
    ///
    /// # Errors
    /// Returns the error of the first correction that cannot be applied, with its index.
    pub fn corrected(&self, corrections: &[Correction]) -> Result<Self, (usize, CorrectionError)> {
        let mut plan = self.clone();
        for (index, correction) in corrections.iter().enumerate() {
            plan.apply(correction).map_err(|error| (index, error))?;
        }
        plan.left_over.sort_by_key(|left| left.file);
        Ok(plan)
    }

    fn apply(&mut self, correction: &Correction) -> Result<(), CorrectionError> {
        match correction {
            Correction::Pair { file, sample, role } => self.pair(*file, sample, role),
            Correction::Unpair { sample, role } => {
                let index = self.find(sample)?;
                self.vacate(index, role)
            }
            Correction::RenameSystem { from, to } => self.rename(from, to),
            Correction::MakeReference { system } => self.make_reference(system),
            Correction::IgnoreSystem { system } => {
                let system = self.find_system(system)?;
                self.ignore_system(system);
                Ok(())
            }
            Correction::IgnoreSample { sample } => {
                let index = self.find(sample)?;
                let sample = self.samples.remove(index);
                self.release(files(&sample));
                Ok(())
            }
        }
    }

    fn find(&self, id: &str) -> Result<usize, CorrectionError> {
        let index = self.samples.iter().position(|sample| sample.id == id);
        index.ok_or_else(|| CorrectionError::NoSample(id.to_owned()))
    }

    fn find_system(&self, name: &str) -> Result<usize, CorrectionError> {
        let index = self.systems.iter().position(|system| system == name);
        index.ok_or_else(|| CorrectionError::NoSystem(name.to_owned()))
    }

    fn pair(&mut self, file: FileId, id: &str, role: &Role) -> Result<(), CorrectionError> {
        let path = self
            .files
            .get(file.index())
            .ok_or(CorrectionError::NoFile)?
            .path
            .clone();
        if is_picture(&path) != (*role == Role::Image) {
            return Err(CorrectionError::WrongKind {
                path: path.to_string(),
                role: match role {
                    Role::Image => "a picture",
                    Role::Reference | Role::Prediction(_) => "a text",
                },
            });
        }
        let index = self.find(id).unwrap_or_else(|_| {
            self.samples.push(Sample::new(id));
            self.samples.len() - 1
        });
        self.leave_place(file);
        self.vacate(index, role)?;
        let system = match role {
            Role::Prediction(name) if name.is_empty() => return Err(CorrectionError::NoName),
            Role::Prediction(name) => self.find_system(name).unwrap_or_else(|_| {
                self.systems.push(name.clone());
                self.systems.len() - 1
            }),
            Role::Image | Role::Reference => 0,
        };
        let text = self.text(file);
        let Some(sample) = self.samples.get_mut(index) else {
            return Ok(());
        };
        match role {
            Role::Image => sample.image = Some(picture(file)),
            Role::Reference => sample.reference = Some(text),
            Role::Prediction(_) => insert(sample, system, text),
        }
        self.left_over.retain(|left| left.file != file);
        Ok(())
    }

    /// Removes a file from its place, if exactly one sample uses it.
    fn leave_place(&mut self, file: FileId) {
        let mut users = self.samples.iter_mut().filter(|sample| files(sample).contains(&file));
        let (Some(sample), None) = (users.next(), users.next()) else {
            return;
        };
        let is_it = |text: &Passage| text.whole_file() == Some(file);
        sample.image.take_if(|picture| picture.file == file);
        sample.reference.take_if(|text| is_it(text));
        sample.predictions.retain(|prediction| !is_it(&prediction.text));
        sample.repeats.retain(|repeat| !is_it(&repeat.text));
    }

    /// Removes the file or text that has a role in a sample, if any.
    fn vacate(&mut self, index: usize, role: &Role) -> Result<(), CorrectionError> {
        let system = match role {
            Role::Prediction(name) => self.systems.iter().position(|system| system == name),
            Role::Image | Role::Reference => None,
        };
        let Some(sample) = self.samples.get_mut(index) else {
            return Ok(());
        };
        let file = match role {
            Role::Image => sample.image.take().map(|Picture { file, .. }| file),
            Role::Reference => sample.reference.take().and_then(|text| text.whole_file()),
            Role::Prediction(_) => {
                let place = sample.predictions.iter().position(|text| Some(text.system) == system);
                place.and_then(|place| sample.predictions.remove(place).text.whole_file())
            }
        };
        self.release(file);
        Ok(())
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), CorrectionError> {
        let source = self.find_system(from)?;
        if to.trim().is_empty() {
            return Err(CorrectionError::NoName);
        }
        let target = match self.find_system(to) {
            Ok(target) if target != source => target,
            _ => {
                if let Some(name) = self.systems.get_mut(source) {
                    to.clone_into(name);
                }
                return Ok(());
            }
        };
        let has_both = |sample: &&Sample| sample.prediction(source).is_some() && sample.prediction(target).is_some();
        if let Some(sample) = self.samples.iter().find(has_both) {
            return Err(CorrectionError::Clash {
                sample: sample.id.clone(),
            });
        }
        for sample in &mut self.samples {
            if let Some(text) = remove(sample, source) {
                insert(sample, target, text);
            }
        }
        self.remove_system(source);
        Ok(())
    }

    fn make_reference(&mut self, name: &str) -> Result<(), CorrectionError> {
        let system = self.find_system(name)?;
        let has_references = self.samples.iter().any(|sample| sample.reference.is_some());
        for sample in &mut self.samples {
            let text = remove(sample, system);
            if let Some(former) = std::mem::replace(&mut sample.reference, text) {
                insert(sample, system, former);
            }
        }
        if has_references {
            let name = self.free_name(FORMER_REFERENCE, system);
            if let Some(system) = self.systems.get_mut(system) {
                *system = name;
            }
        } else {
            self.remove_system(system);
        }
        Ok(())
    }

    /// Returns the name, with a number if another system has it.
    fn free_name(&self, name: &str, system: usize) -> String {
        let is_taken = |name: &str| {
            let mut others = self.systems.iter().enumerate().filter(|(index, _)| *index != system);
            others.any(|(_, other)| other == name)
        };
        let mut free = name.to_owned();
        let mut number = 2;
        while is_taken(&free) {
            free = format!("{name} {number}");
            number += 1;
        }
        free
    }

    fn ignore_system(&mut self, system: usize) {
        let texts: Vec<Passage> = self
            .samples
            .iter_mut()
            .filter_map(|sample| remove(sample, system))
            .collect();
        self.release(texts.iter().filter_map(Passage::whole_file));
        self.remove_system(system);
    }

    /// Removes a system without predictions from the list.
    fn remove_system(&mut self, system: usize) {
        self.systems.remove(system);
        for sample in &mut self.samples {
            sample.repeats.retain(|repeat| repeat.system != system);
            let predictions = sample.predictions.iter_mut().chain(&mut sample.repeats);
            for prediction in predictions.filter(|prediction| prediction.system > system) {
                prediction.system -= 1;
            }
        }
    }

    /// Marks files as left over, except those that samples still use.
    fn release(&mut self, released: impl IntoIterator<Item = FileId>) {
        let mut released: BTreeSet<FileId> = released.into_iter().collect();
        if released.is_empty() {
            return;
        }
        for used in self.samples.iter().flat_map(files) {
            released.remove(&used);
        }
        let left = |file| LeftOver { file, why: Why::ByHand };
        self.left_over.extend(released.into_iter().map(left));
    }
}

fn insert(sample: &mut Sample, system: usize, text: Passage) {
    let place = sample
        .predictions
        .partition_point(|prediction| prediction.system < system);
    sample.predictions.insert(place, Prediction { system, text });
}

fn remove(sample: &mut Sample, system: usize) -> Option<Passage> {
    let place = sample.predictions.iter().position(|text| text.system == system)?;
    Some(sample.predictions.remove(place).text)
}

/// Returns the whole files of a sample.
fn files(sample: &Sample) -> Vec<FileId> {
    let texts = sample
        .reference
        .iter()
        .chain(sample.predictions.iter().map(|prediction| &prediction.text))
        .chain(sample.repeats.iter().map(|repeat| &repeat.text));
    let images = sample.image.iter().map(|picture| picture.file);
    images.chain(texts.filter_map(Passage::whole_file)).collect()
}
