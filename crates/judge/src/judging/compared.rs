//! Comparison of systems by judged formulas: means with intervals and paired differences, as for any formula metric.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use texlens_evaluate::{
    Board, Bootstrap, Comparison, Judged, JudgedItem, Kind, SampleScores, Scored, Scorer, SystemScores, judged_systems,
};
use texlens_metrics::Settings;
use texlens_metrics::suite::{judge, judge_answers};

/// Compares the systems on their formulas, paired by id. Returns `None` if there is no formula.
pub(super) fn comparison(items: &[JudgedItem], bootstrap: &Bootstrap) -> Option<Comparison> {
    let settings = Settings::default();
    let scorer = Scorer::of(Kind::Formula, &settings, [judge::METRIC, judge_answers::METRIC]);
    let (mut systems, mut ids): (Vec<String>, Vec<&JudgedItem>) = (Vec::new(), Vec::new());
    let mut by_id: HashMap<(&str, &str), &JudgedItem> = HashMap::new();
    let mut is_known = HashMap::new();
    for item in items.iter().filter(|item| item.what != Judged::Table) {
        if !systems.contains(&item.system) {
            systems.push(item.system.clone());
        }
        if is_known.insert(item.id.as_str(), ()).is_none() {
            ids.push(item);
        }
        by_id.insert((&item.id, &item.system), item);
    }
    if ids.is_empty() {
        return None;
    }
    let judged = judged_systems(items);
    let of_system = |id: &str, system: &String| match by_id.get(&(id, system.as_str())) {
        Some(item) => {
            let scored = Scored {
                scores: item.scores(judged.contains(system.as_str())).into(),
                ..Scored::default()
            };
            SystemScores {
                // The page has a prediction, but the formula is absent from it.
                is_covered: true,
                ..SystemScores::of(usize::from(item.prediction.is_none()), Ok(scored))
            }
        }
        None => SystemScores::of(0, Err("the report has no such item for this system".to_owned())),
    };
    let samples: Vec<SampleScores> = ids
        .into_iter()
        .map(|item| SampleScores {
            id: item.id.clone(),
            document: item.document.clone(),
            content: None,
            tags: std::collections::BTreeMap::new(),
            reference_compilation: None,
            systems: systems.iter().map(|system| of_system(&item.id, system)).collect(),
        })
        .collect();
    let board = Board {
        kind: Kind::Formula,
        systems,
        samples,
        dataset: None,
        left_out: None,
    };
    Some(board.compare(&scorer, bootstrap, NonZeroUsize::MIN))
}
