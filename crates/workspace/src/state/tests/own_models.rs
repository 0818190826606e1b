//! Tests of models that a person brings.

use super::*;
use crate::messages::image_to_text::{FoundModel, ReadImage};
use crate::own_models::{KeptFile, KeptModel, ModelData, ModelFile, ModelOffer, ModelSummary, RunsOn, Stop};
use crate::readers::{ReadablePage, WhichPages};

fn summary(memory: u64) -> ModelSummary {
    ModelSummary {
        architecture: "vision-encoder-decoder of vit and trocr".to_owned(),
        offers: vec![ModelOffer {
            dtype: "fp32".to_owned(),
            bytes: memory / 2,
            memory,
            graphs: Vec::new(),
            problems: Vec::new(),
        }],
        ..ModelSummary::default()
    }
}

fn found(name: &str, summary: ModelSummary) -> Action {
    Action::OwnModels(OwnModelAction::Checked(Ok(FoundModel {
        name: name.to_owned(),
        files: vec![ModelFile {
            path: "config.json".to_owned(),
            data: Blob::new(b"{}", "application/json"),
        }],
        summary,
    })))
}

fn kept(name: &str) -> KeptModel {
    KeptModel {
        name: name.to_owned(),
        summary: summary(1 << 20),
        files: vec![ModelFile {
            path: "config.json".to_owned(),
            data: KeptFile {
                sha256: "c".to_owned(),
                bytes: 2,
            },
        }],
    }
}

fn read(text: &str, stop: Stop) -> Result<Box<ReadImage>, String> {
    Ok(Box::new(ReadImage {
        text: text.to_owned(),
        tokens: vec![5, 6, 2],
        stop,
        seconds: 1.5,
        remarks: Vec::new(),
        formulas: None,
        runs_on: RunsOn {
            device: "wasm".to_owned(),
            reason: "chosen in the settings".to_owned(),
        },
    }))
}

/// Two formulas with images and references.
fn formulas() -> State {
    let of = |name: &str| {
        [
            page(&format!("{name}.png")),
            text(&format!("{name}.reference.tex"), "x^2"),
        ]
    };
    with(["a", "b"].map(of).into_iter().flatten().collect())
}

fn pages(state: &State) -> Vec<ReadablePage> {
    state.readable(WhichPages::All)
}

fn own(state: State, action: OwnModelAction) -> State {
    state.after(Action::OwnModels(action))
}

#[test]
fn a_model_that_can_be_run_is_listed_under_a_name_of_its_own() {
    let state = State::new(1).after(found("m", summary(1 << 20)));
    assert_eq!(state.own_models.check, OwnCheck::Added(0));
    let state = state
        .after(found("m", summary(1 << 20)))
        .after(found("", summary(1 << 20)));
    let names: Vec<&str> = state
        .own_models
        .models
        .iter()
        .map(|model| model.name.as_str())
        .collect();
    assert_eq!(names, ["m", "m (2)", "model"]);
    let state = own(state, OwnModelAction::Removed(1));
    assert_eq!(state.own_models.models.len(), 2);
    let faulty = ModelSummary {
        problems: vec!["there is no tokenizer.json".to_owned()],
        ..summary(1 << 20)
    };
    for summary in [faulty, summary(8 << 30)] {
        let state = state.clone().after(found("n", summary));
        assert!(matches!(&state.own_models.check, OwnCheck::Faulty(name, _) if name == "n"));
        assert_eq!(state.own_models.models.len(), 2, "it cannot be run");
    }
    let state = own(state, OwnModelAction::Checked(Err("no".to_owned())));
    assert_eq!(state.own_models.check, OwnCheck::Refused("no".to_owned()));
}

#[test]
fn stored_models_are_listed_once() {
    let known = || OwnModelAction::Known(vec![("h".to_owned(), kept("k"))]);
    let state = own(own(State::new(1), known()), known());
    let [model] = state.own_models.models.as_slice() else {
        panic!()
    };
    assert_eq!(model.kept.as_deref(), Some("h"));
    assert!(matches!(&model.files[0].data, ModelData::Kept(file) if file.sha256 == "c"));
    // One that is stored now is not listed again on the next look.
    let state = State::new(1).after(found("k", summary(1 << 20)));
    let state = own(state, OwnModelAction::Storing(0, "config.json".to_owned()));
    assert_eq!(state.own_models.storing, Some((0, "config.json".to_owned())));
    let failed = own(state.clone(), OwnModelAction::Stored(0, Err("no room".to_owned())));
    assert_eq!(failed.own_models.trouble.as_deref(), Some("no room"));
    assert_eq!(failed.own_models.models[0].kept, None);
    let state = own(own(state, OwnModelAction::Stored(0, Ok("h".to_owned()))), known());
    assert_eq!(state.own_models.models.len(), 1);
}

#[test]
fn pages_become_predictions_of_a_system_one_by_one() {
    let state = formulas();
    let before = state.samples.len();
    let [a, b] = <[ReadablePage; 2]>::try_from(pages(&state)).unwrap();
    assert_eq!(state.replaced_by_system("m", &pages(&state)), 0);
    let state = own(state, OwnModelAction::Began("m".to_owned(), 2));
    let state = own(
        state,
        OwnModelAction::Page(Box::new(a.clone()), read("x^{2}", Stop::End)),
    );
    let sample = state.samples.named("a \u{b7} m").unwrap();
    let prediction = sample.prediction.as_ref().unwrap();
    assert_eq!((prediction.system.as_str(), prediction.latex.as_str()), ("m", "x^{2}"));
    assert_eq!(sample.reference.as_ref().unwrap().latex, "x^2");
    assert_eq!(sample.run.as_ref().unwrap().pace.as_ref().unwrap().seconds, 1.5);
    let failed = OwnModelAction::Page(Box::new(b.clone()), Err("the file is no image".to_owned()));
    let state = own(state, failed);
    assert_eq!(state.samples.len(), before + 1, "a page that fails costs no other");
    let state = own(state, OwnModelAction::Ended { is_cancelled: false });
    let OwnStage::Ended { run, is_cancelled } = &state.own_models.stage else {
        panic!()
    };
    assert!(!is_cancelled);
    assert_eq!((run.tally.read, run.tally.tokens, run.tally.failed.len()), (1, 3, 1));
    assert_eq!(run.tally.pace(), Some(2.0));
    // What arrives after the end changes nothing.
    let late = OwnModelAction::Page(Box::new(b), read("y", Stop::End));
    assert_eq!(own(state.clone(), late).samples.len(), before + 1);
    // Another run of the system replaces its predictions.
    assert_eq!(state.replaced_by_system("m", &pages(&state)), 1);
    let state = own(
        own(state, OwnModelAction::Dismissed),
        OwnModelAction::Began("m".to_owned(), 1),
    );
    let state = own(state, OwnModelAction::Page(Box::new(a), read("x^3", Stop::Limit)));
    let sample = state.samples.named("a \u{b7} m").unwrap();
    assert_eq!(sample.prediction.as_ref().unwrap().latex, "x^3");
    assert_eq!(state.samples.len(), before + 1);
    let state = own(state, OwnModelAction::Ended { is_cancelled: true });
    let OwnStage::Ended {
        run,
        is_cancelled: true,
    } = &state.own_models.stage
    else {
        panic!()
    };
    assert_eq!(run.tally.unended, [("a".to_owned(), Stop::Limit)]);
}
