//! The requests of a run before they are sent.

use std::rc::Rc;

use texlens_judge::{CacheKey, Estimate, Record, Run, RunSettings};
use texlens_latexbench::{Answer, BenchRun, Brief, Chosen, Finished, JudgeCalls, SubjectCalls, Verdict};

use super::form::{BenchForm, BenchProblem, ModelRole};
use super::items::BenchItems;

/// The judge with its calls, once the answers have come.
#[derive(Debug)]
pub struct JudgeStage {
    /// The run.
    pub run: Run,
    /// The calls of the run by item.
    pub calls: JudgeCalls,
}

/// A run of LaTeXBench that waits for confirmation.
#[derive(Debug)]
pub struct BenchPlan {
    /// The calls of the model under test.
    pub run: Run,
    /// Everything else.
    pub asking: BenchAsking,
    /// The judge's calls as far as they can be known, if there is a judge: with references in place of missing answers.
    likely: Option<Run>,
}

/// What a run of LaTeXBench needs while models are asked.
#[derive(Debug)]
pub struct BenchAsking {
    /// The form as typed.
    pub form: BenchForm,
    /// The items.
    pub items: Rc<BenchItems>,
    /// The calls of the model under test by item.
    calls: SubjectCalls,
    /// The parameters of the model under test.
    chosen: Chosen,
    /// The settings of the judge's run, if there is a judge.
    judge: Option<RunSettings>,
}

impl BenchPlan {
    /// Prepares a run. Answers in `known` are used again.
    ///
    /// # Errors
    /// Returns the problem if the form is not valid.
    pub fn new(form: BenchForm, items: Rc<BenchItems>, known: &[Record]) -> Result<Self, BenchProblem> {
        let (settings, chosen) = form.subject_settings()?;
        let judge = form.judge_settings()?;
        let of_subject = |problem| BenchProblem::Model(ModelRole::Subject, problem);
        let mut run = Run::new(settings).map_err(|error| of_subject(error.into()))?;
        run.remember(known.iter().cloned());
        let calls = SubjectCalls::add_to(&mut run, &items.briefs, chosen, form.described);
        let calls = calls.map_err(|error| of_subject(error.into()))?;
        let likely = match &judge {
            Some(settings) => {
                let texts = calls.likely_texts(&run, &items.briefs);
                let texts = texts.iter().map(Option::as_deref);
                Some(judging(settings.clone(), &items.briefs, texts, known)?.run)
            }
            None => None,
        };
        Ok(Self {
            run,
            asking: BenchAsking {
                form,
                items,
                calls,
                chosen,
                judge,
            },
            likely,
        })
    }

    /// Returns the cache keys of all calls that can be known, to look up answers that are known.
    #[must_use]
    pub fn keys(&self) -> Vec<CacheKey> {
        let likely = self.likely.iter().flat_map(Run::keys);
        let mut keys: Vec<CacheKey> = self.run.keys().chain(likely).cloned().collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// Returns the estimate for the judge, if there is one.
    #[must_use]
    pub fn judge_estimate(&self) -> Option<Estimate> {
        self.likely.as_ref().map(Run::estimate)
    }
}

impl BenchAsking {
    /// Returns the answers in `subject`, in the order of the items.
    #[must_use]
    pub fn answers(&self, subject: &Run) -> Vec<Answer> {
        self.calls.answers(subject)
    }

    /// Prepares the judge's calls about the answers that have come, with the part of the budget that `subject` has left.
    /// `None` without a judge.
    ///
    /// # Errors
    /// If a protocol does not come with this texlens.
    pub fn judge_stage(&self, subject: &Run, known: &[Record]) -> Result<Option<JudgeStage>, BenchProblem> {
        let Some(mut settings) = self.judge.clone() else {
            return Ok(None);
        };
        let spent = subject.progress().spent;
        settings.budget = settings.budget.map(|budget| budget.less(spent));
        let answers = self.answers(subject);
        judging(settings, &self.items.briefs, answers.iter().map(Answer::text), known).map(Some)
    }

    /// Returns the run as it is kept. `rules` are the verdicts in the order of the items, `created` is the time in UTC.
    #[must_use]
    pub fn kept(
        &self,
        subject: &Run,
        judge: Option<&JudgeStage>,
        rules: Vec<Option<Verdict>>,
        created: String,
    ) -> BenchRun {
        let finished = Finished {
            items: &self.items.briefs,
            hash: &self.items.hash,
            subject: (subject, &self.calls, self.chosen),
            judge: judge.map(|judge| (&judge.run, &judge.calls, Chosen::default())),
            compiled: self.form.compiles,
        };
        finished.kept(rules, created)
    }
}

fn judging<'t>(
    settings: RunSettings,
    items: &[Brief],
    texts: impl IntoIterator<Item = Option<&'t str>>,
    known: &[Record],
) -> Result<JudgeStage, BenchProblem> {
    let of_judge = |problem| BenchProblem::Model(ModelRole::Judge, problem);
    let mut run = Run::new(settings).map_err(|error| of_judge(error.into()))?;
    run.remember(known.iter().cloned());
    let calls = JudgeCalls::add_to(&mut run, items, texts, Chosen::default());
    let calls = calls.map_err(|error| of_judge(error.into()))?;
    Ok(JudgeStage { run, calls })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::benching::BenchOrigin;
    use crate::judging::ModelForm;
    use texlens_latexbench::items;

    fn form(has_judge: bool) -> BenchForm {
        let model = ModelForm {
            base: "http://localhost:1/v1".to_owned(),
            model: "m".to_owned(),
            ..ModelForm::default()
        };
        BenchForm {
            subject: model.clone(),
            judge: model,
            has_judge,
            ..BenchForm::default()
        }
    }

    #[test]
    fn a_judge_is_estimated_with_references_and_asked_about_answers() {
        let items = Rc::new(BenchItems::of(&items(1234), BenchOrigin::Seed(1234)));
        let plan = BenchPlan::new(form(true), items.clone(), &[]).unwrap();
        assert_eq!(plan.run.estimate().calls, 150);
        assert_eq!(plan.judge_estimate().unwrap().calls, 100, "contrasts have keys");
        assert_eq!(plan.keys().len(), 250);
        let stage = plan.asking.judge_stage(&plan.run, &[]).unwrap().unwrap();
        assert_eq!(stage.run.estimate().calls, 0, "nothing has been answered");
        let described = BenchForm {
            described: true,
            ..form(false)
        };
        let plan = BenchPlan::new(described, items, &[]).unwrap();
        assert_eq!(plan.run.estimate().calls, 200);
        assert!(plan.judge_estimate().is_none() && plan.asking.judge_stage(&plan.run, &[]).unwrap().is_none());
    }
}
