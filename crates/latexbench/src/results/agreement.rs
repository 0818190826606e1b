//! The judge against the rules.

use serde::Serialize;
use texlens_stats::kappa::{Ratings, Weights};
use texlens_stats::{Confidence, Estimate, wilson};

use super::label::Labelled;
use crate::item::Family;
use crate::run::{Answered, Judged};

/// How far a judge and the rules agree about the answers of one model.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Agreement {
    /// The model under test.
    pub model: String,
    /// The judge.
    pub judge: String,
    /// The family; `None` for generation and edits together.
    pub family: Option<Family>,
    /// Number of items with both verdicts.
    pub items: u64,
    /// Number of items with the same verdict.
    pub same: u64,
    /// The share of items with the same verdict.
    pub share: Option<Estimate>,
    /// Cohen's kappa; `None` if it is undefined.
    pub kappa: Option<Estimate>,
    /// Why kappa is undefined.
    pub undefined: Option<String>,
}

/// An item about which judge and rules disagree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// The model under test.
    pub model: String,
    /// The judge.
    pub judge: String,
    /// The id of the item.
    pub id: String,
    /// Whether the judge passes the answer; the rules say the opposite.
    pub judge_passes: bool,
    /// The judge's reasons: types of errors, then its notes.
    pub judge_says: String,
    /// The first finding of the rules; `None` if they pass the answer.
    pub rules_say: Option<String>,
}

/// Returns the agreement for each family and for both together, and the items without agreement.
pub(super) fn agreement(run: &Labelled<'_>) -> (Vec<Agreement>, Vec<Disagreement>) {
    let Some(judge) = &run.judge else {
        return (Vec::new(), Vec::new());
    };
    let both: Vec<(&Answered, [bool; 2])> = run
        .run
        .answers
        .iter()
        .filter_map(|item| Some((item, [item.judge.as_ref()?.passes()?, item.rules.as_ref()?.passes])))
        .collect();
    let families = [Some(Family::Generation), Some(Family::Edit), None];
    let agreements = families.map(|family| {
        let of_family = both
            .iter()
            .filter(|(item, _)| family.is_none_or(|family| item.counted.family() == family));
        let (judges, rules): (Vec<bool>, Vec<bool>) = of_family.map(|(_, [judge, rules])| (*judge, *rules)).unzip();
        let same = judges
            .iter()
            .zip(&rules)
            .filter(|(judge, rules)| judge == rules)
            .count() as u64;
        let items = judges.len() as u64;
        let ratings = Ratings::new(&judges, &rules);
        let kappa = ratings.and_then(|ratings| ratings.kappa(Weights::Nominal, Confidence::default()));
        Agreement {
            model: run.name.clone(),
            judge: judge.clone(),
            family,
            items,
            same,
            share: wilson::estimate(same, items, Confidence::default()).ok(),
            undefined: kappa.as_ref().err().map(ToString::to_string),
            kappa: kappa.ok(),
        }
    });
    let disagreements = both.iter().filter(|(_, [judge, rules])| judge != rules);
    let disagreements = disagreements.map(|(item, [judge_passes, _])| Disagreement {
        model: run.name.clone(),
        judge: judge.clone(),
        id: item.id.clone(),
        judge_passes: *judge_passes,
        judge_says: item.judge.as_ref().map(said).unwrap_or_default(),
        rules_say: item
            .rules
            .as_ref()
            .and_then(|rules| Some(rules.findings.first()?.to_string())),
    });
    let disagreements = disagreements.collect();
    (
        agreements.into_iter().filter(|one| one.items > 0).collect(),
        disagreements,
    )
}

/// Returns the reasons of a verdict as one text.
fn said(judged: &Judged) -> String {
    match judged {
        Judged::Valid { error_types, notes, .. } => {
            let types = error_types.iter().map(|error_type| error_type.name());
            let notes = Some(notes.trim()).filter(|notes| !notes.is_empty());
            types.chain(notes).collect::<Vec<_>>().join("; ")
        }
        Judged::Missing { reason } => reason.clone(),
    }
}
