//! The form of a study.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use texlens_ratings::{Exclusion, MAX_GROUPS, MAX_PAIRS, MAX_RATERS, Scale, StudyPlan, checks};

/// The form as typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StudyForm {
    /// The scale.
    pub scale: Scale,
    /// Systems whose predictions are not rated.
    pub without: Vec<String>,
    /// Predictions that are not rated.
    pub exclusion: Option<Exclusion>,
    /// Number of pairs to draw; empty for all.
    pub pairs: String,
    /// Number of raters.
    pub raters: String,
    /// Number of raters of each pair.
    pub each: String,
    /// Number of groups.
    pub groups: String,
    /// Number of attention checks.
    pub checks: String,
    /// The title; empty for ours.
    pub title: String,
    /// The instructions; empty for those of the scale.
    pub instructions: String,
    /// The seed.
    pub seed: String,
}

impl Default for StudyForm {
    fn default() -> Self {
        let plan = StudyPlan::default();
        Self {
            scale: plan.scale,
            without: Vec::new(),
            exclusion: None,
            pairs: String::new(),
            raters: plan.raters.to_string(),
            each: plan.each.to_string(),
            groups: plan.groups.to_string(),
            checks: plan.checks.to_string(),
            title: String::new(),
            instructions: String::new(),
            seed: plan.seed.to_string(),
        }
    }
}

/// A number of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormField {
    /// Number of pairs.
    Pairs,
    /// Number of raters.
    Raters,
    /// Number of raters of each pair.
    Each,
    /// Number of groups.
    Groups,
    /// Number of attention checks.
    Checks,
    /// The seed.
    Seed,
}

/// A field that has no number, or one that is out of range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudyProblem {
    /// The field.
    pub field: FormField,
    /// The numbers that it may have.
    pub range: RangeInclusive<u64>,
}

impl StudyForm {
    /// Returns the plan of the study, of these systems.
    ///
    /// # Errors
    /// The first field that is not valid.
    pub fn plan(&self, systems: &[String]) -> Result<StudyPlan, StudyProblem> {
        let number = |text: &str, field, range: RangeInclusive<u64>| {
            let number = text.trim().parse::<u64>().ok();
            number
                .filter(|number| range.contains(number))
                .ok_or(StudyProblem { field, range })
        };
        let count = |text: &str, field, most: usize, least: u64| {
            number(text, field, least..=most as u64).map(|number| usize::try_from(number).unwrap_or(most))
        };
        let given = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let wanted: Vec<String> = (systems.iter().filter(|system| !self.without.contains(system)).cloned()).collect();
        Ok(StudyPlan {
            scale: self.scale,
            // All systems are the default, so that the file does not depend on how they were chosen.
            systems: if wanted.len() == systems.len() {
                Vec::new()
            } else {
                wanted
            },
            exclusion: self.exclusion,
            pairs: given(&self.pairs)
                .map(|pairs| count(&pairs, FormField::Pairs, MAX_PAIRS, 1))
                .transpose()?,
            raters: count(&self.raters, FormField::Raters, MAX_RATERS, 1)?,
            each: count(&self.each, FormField::Each, MAX_RATERS, 1)?,
            groups: count(&self.groups, FormField::Groups, MAX_GROUPS, 1)?,
            checks: count(&self.checks, FormField::Checks, checks(self.scale).len(), 0)?,
            title: given(&self.title),
            instructions: given(&self.instructions),
            seed: number(&self.seed, FormField::Seed, 0..=u64::MAX)?,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn the_first_form_is_the_plan_of_the_command() {
        let systems = ["a".to_owned(), "b".to_owned()];
        assert_eq!(StudyForm::default().plan(&systems), Ok(StudyPlan::default()));
        let without = vec!["a".to_owned()];
        let plan = StudyForm {
            without,
            ..StudyForm::default()
        }
        .plan(&systems)
        .unwrap();
        assert_eq!(plan.systems, ["b"]);
    }

    #[test]
    fn each_problem_names_its_field_and_what_it_may_have() {
        let form = StudyForm::default;
        for (form, field) in [
            (
                StudyForm {
                    pairs: "0".into(),
                    ..form()
                },
                FormField::Pairs,
            ),
            (
                StudyForm {
                    raters: "many".into(),
                    ..form()
                },
                FormField::Raters,
            ),
            (
                StudyForm {
                    each: String::new(),
                    ..form()
                },
                FormField::Each,
            ),
            (
                StudyForm {
                    groups: "-1".into(),
                    ..form()
                },
                FormField::Groups,
            ),
            (
                StudyForm {
                    checks: "7".into(),
                    ..form()
                },
                FormField::Checks,
            ),
            (
                StudyForm {
                    seed: "1.5".into(),
                    ..form()
                },
                FormField::Seed,
            ),
        ] {
            assert_eq!(form.plan(&[]).unwrap_err().field, field);
        }
    }
}
