//! The form with which a person starts a run.

use serde::{Deserialize, Serialize};
use texlens_judge::RunSettings;
use texlens_latexbench::{ANSWER_TIMEOUT_MS, Chosen, SubjectCalls};

use crate::judging::{Field, ModelForm, Problem, budget};

/// The form as typed. It outlives the page, so it contains no API key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BenchForm {
    /// The model under test.
    pub subject: ModelForm,
    /// Temperature of the model under test. If empty, the provider chooses.
    pub temperature: String,
    /// Seed for the model under test. If empty, the provider chooses.
    pub seed: String,
    /// Whether a judge decides about generation and edits.
    pub has_judge: bool,
    /// The judge.
    pub judge: ModelForm,
    /// Whether contrasts are also asked with a description of the fault.
    pub described: bool,
    /// Whether the TeX engine compiles the answers.
    pub compiles: bool,
    /// The budget of both models in dollars.
    pub budget: String,
}

impl Default for BenchForm {
    fn default() -> Self {
        Self {
            subject: ModelForm::default(),
            temperature: String::new(),
            seed: String::new(),
            has_judge: false,
            judge: ModelForm::default(),
            described: false,
            compiles: true,
            budget: "1".to_owned(),
        }
    }
}

/// A model of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelRole {
    /// The model under test.
    Subject,
    /// The judge.
    Judge,
}

/// A parameter of the model under test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    /// The temperature.
    Temperature,
    /// The seed.
    Seed,
}

/// A problem with the form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BenchProblem {
    /// With the fields of a model, or with the budget.
    Model(ModelRole, Problem),
    /// With a parameter.
    Parameter(Parameter),
}

impl BenchProblem {
    /// Returns the problem with the fields of a model.
    #[must_use]
    pub fn of_model(&self, role: ModelRole) -> Option<&Problem> {
        match self {
            Self::Model(of, problem) if *of == role && problem.field != Field::Budget => Some(problem),
            _ => None,
        }
    }

    /// Returns the problem with the budget.
    #[must_use]
    pub fn of_budget(&self) -> Option<&str> {
        match self {
            Self::Model(_, problem) if problem.field == Field::Budget => Some(&problem.message),
            _ => None,
        }
    }

    /// Reports whether the problem is with a parameter.
    #[must_use]
    pub fn is_of(&self, parameter: Parameter) -> bool {
        matches!(self, Self::Parameter(of) if *of == parameter)
    }
}

/// Highest temperature that any provider accepts.
const HIGHEST_TEMPERATURE: f64 = 2.0;

impl BenchForm {
    /// Returns the settings of the run that asks the model under test, with its parameters.
    ///
    /// # Errors
    /// Returns the problem if the form is not valid.
    pub fn subject_settings(&self) -> Result<(RunSettings, Chosen), BenchProblem> {
        let mut settings = self.settings(ModelRole::Subject, &self.subject)?;
        settings.corrections = SubjectCalls::CORRECTIONS;
        let chosen = Chosen {
            max_output_tokens: None,
            temperature: typed(&self.temperature, Parameter::Temperature, |given: &f64| {
                (0.0..=HIGHEST_TEMPERATURE).contains(given)
            })?,
            seed: typed(&self.seed, Parameter::Seed, |_: &u64| true)?,
        };
        Ok((settings, chosen))
    }

    /// Returns the settings of the run that asks the judge; `None` without one.
    ///
    /// # Errors
    /// Returns the problem if the form is not valid.
    pub fn judge_settings(&self) -> Result<Option<RunSettings>, BenchProblem> {
        let settings = self.has_judge.then(|| self.settings(ModelRole::Judge, &self.judge));
        settings.transpose()
    }

    fn settings(&self, role: ModelRole, model: &ModelForm) -> Result<RunSettings, BenchProblem> {
        let settings = budget(&self.budget).and_then(|budget| model.settings(budget));
        let mut settings = settings.map_err(|problem| BenchProblem::Model(role, problem))?;
        settings.timeout_ms = ANSWER_TIMEOUT_MS;
        Ok(settings)
    }
}

/// Reads a parameter. An empty text leaves it to the provider.
fn typed<T: std::str::FromStr>(
    text: &str,
    parameter: Parameter,
    is_valid: impl Fn(&T) -> bool,
) -> Result<Option<T>, BenchProblem> {
    match text.trim() {
        "" => Ok(None),
        text => {
            let value = text.parse().ok().filter(is_valid);
            value.map(Some).ok_or(BenchProblem::Parameter(parameter))
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn model() -> ModelForm {
        ModelForm {
            base: "http://localhost:1/v1".to_owned(),
            model: "m".to_owned(),
            ..ModelForm::default()
        }
    }

    fn form() -> BenchForm {
        BenchForm {
            subject: model(),
            judge: model(),
            has_judge: true,
            ..BenchForm::default()
        }
    }

    #[test]
    fn each_problem_belongs_to_its_field() {
        let (settings, chosen) = form().subject_settings().unwrap();
        assert_eq!((settings.corrections, chosen), (0, Chosen::default()));
        assert_eq!(form().judge_settings().unwrap().unwrap().corrections, 2);
        let judge = ModelForm::default();
        let problem = BenchForm { judge, ..form() }.judge_settings().unwrap_err();
        assert!(problem.of_model(ModelRole::Judge).is_some() && problem.of_model(ModelRole::Subject).is_none());
        let has_judge = false;
        assert_eq!(BenchForm { has_judge, ..form() }.judge_settings(), Ok(None));
        let budget = "much".to_owned();
        let problem = BenchForm { budget, ..form() }.subject_settings().unwrap_err();
        assert!(problem.of_budget().is_some() && problem.of_model(ModelRole::Subject).is_none());
        for (temperature, seed, parameter) in [("2.5", "", Parameter::Temperature), ("0.5", "-1", Parameter::Seed)] {
            let form = BenchForm {
                temperature: temperature.to_owned(),
                seed: seed.to_owned(),
                ..form()
            };
            assert!(form.subject_settings().unwrap_err().is_of(parameter));
        }
    }

    #[test]
    fn a_form_of_another_version_is_read() {
        assert_eq!(serde_json::from_str::<BenchForm>("{}").unwrap(), BenchForm::default());
    }
}
