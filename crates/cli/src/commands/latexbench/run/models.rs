//! The model under test and the judge: endpoints, keys, prices and parameters.

use texlens_judge::{Account, Endpoint, RunSettings};
use texlens_latexbench::{Chosen, SubjectCalls};

use super::arguments::Arguments;
use crate::asking::{JUDGE_KEY, SUBJECT_KEY, account, account_beside, budget, endpoint, price};
use crate::failure::Failure;

/// A model with everything that is needed to ask it.
pub(super) struct Model {
    pub(super) settings: RunSettings,
    pub(super) account: Account,
    pub(super) chosen: Chosen,
}

/// The two models of a run.
pub(super) struct Models {
    pub(super) subject: Model,
    pub(super) judge: Option<Model>,
}

impl Models {
    /// Reads the arguments and the environment. Both models are checked before anything is sent.
    pub(super) fn new(arguments: &Arguments) -> Result<Self, Failure> {
        let subject = endpoint(
            arguments.subject_provider.into(),
            arguments.subject_endpoint.as_deref(),
            &arguments.subject,
        )?;
        let judge = match &arguments.judge {
            Some(judge) => Some(endpoint(
                arguments.judge_provider.into(),
                arguments.judge_endpoint.as_deref(),
                judge,
            )?),
            None => None,
        };
        let subject_account = match &judge {
            Some(judge) => account_beside(&subject, SUBJECT_KEY, (judge, JUDGE_KEY))?,
            None => account(&subject, SUBJECT_KEY)?,
        };
        let judge = match judge {
            Some(judge) => Some(Model {
                account: account_beside(&judge, JUDGE_KEY, (&subject, SUBJECT_KEY))?,
                settings: settings(arguments, judge, ("--judge-price", arguments.judge_price.as_deref()))?,
                chosen: Chosen {
                    max_output_tokens: arguments.judge_max_output_tokens,
                    ..Chosen::default()
                },
            }),
            None => None,
        };
        let of_subject = settings(
            arguments,
            subject,
            ("--subject-price", arguments.subject_price.as_deref()),
        )?;
        let subject = Model {
            settings: RunSettings {
                corrections: SubjectCalls::CORRECTIONS,
                ..of_subject
            },
            account: subject_account,
            chosen: Chosen {
                max_output_tokens: arguments.subject_max_output_tokens,
                temperature: arguments.subject_temperature,
                seed: arguments.subject_seed,
            },
        };
        Ok(Self { subject, judge })
    }
}

fn settings(
    arguments: &Arguments,
    endpoint: Endpoint,
    given: (&'static str, Option<&str>),
) -> Result<RunSettings, Failure> {
    let price = price(given, arguments.prices.as_deref(), &endpoint)?;
    let mut settings = RunSettings::new(endpoint);
    settings.price = price;
    settings.budget = budget(arguments.budget)?;
    settings.concurrency = arguments.concurrency;
    settings.timeout_ms = arguments.timeout * 1_000;
    settings.keep_transcript = arguments.transcript().is_some();
    Ok(settings)
}
