//! Tests of the list, its order, and the system beside the shown one.

use super::*;

/// Four scored pairs: two cases of two systems.
fn four_scored() -> State {
    let pair = |case: &str, system: &str, latex: &str| Draft {
        name: case.to_owned(),
        reference: Some(Text {
            origin: "a file".to_owned(),
            latex: "a reference of $x^2$".to_owned(),
        }),
        predictions: vec![Given {
            name: format!("{case} \u{b7} {system}"),
            system: system.to_owned(),
            latex: latex.to_owned(),
        }],
        tags: [("language".to_owned(), if case == "p2" { "de" } else { "en" }.to_owned())].into(),
        ..Draft::default()
    };
    let drafts = vec![
        pair("p10", "one", "$x^2$"),
        pair("p10", "two", "$x^3$"),
        pair("p2", "one", "\\frac{a}{b}"),
        pair("p2", "two", ""),
    ];
    let state = State {
        lanes: 1,
        ..State::default()
    };
    let mut state = state.after(Action::Catalogue(CatalogueAction::Fetched(Brought {
        drafts,
        ..Brought::default()
    })));
    for (id, ds) in [(0, 0.9), (1, 0.5), (2, 0.3), (3, 0.35)] {
        state.edit(SampleId(id), |sample| {
            sample.scoring = Scoring::Done;
            sample.scored = Some(Rc::new(Scored {
                detail: Detail::Spans,
                scores: vec![Score {
                    metric: "ds".to_owned(),
                    outcome: Outcome::Defined { value: ds, ratio: None },
                    summary: String::new(),
                    spans: Vec::new(),
                    unlisted: 0,
                }],
                ..Scored::default()
            }));
        });
    }
    state
}

fn names(state: &State) -> Vec<&str> {
    let listed = state.listed();
    let samples = listed.into_iter().filter_map(|id| state.samples.get(id));
    samples.map(|sample| sample.name.as_str()).collect()
}

fn listed(listing: Listing) -> Vec<String> {
    let state = four_scored().after(Action::Select(SelectAction::List(listing)));
    names(&state).into_iter().map(str::to_owned).collect()
}

#[test]
fn samples_are_sorted_by_name_and_by_score() {
    let by = |order: Order| {
        listed(Listing {
            order,
            ..Listing::default()
        })
    };
    assert_eq!(by(Order::Name), ["p2 · one", "p2 · two", "p10 · one", "p10 · two"]);
    let score = |metric: &str, best_first: bool| Order::Score {
        metric: metric.into(),
        best_first,
    };
    assert_eq!(
        by(score("ds", false)),
        ["p2 · one", "p2 · two", "p10 · two", "p10 · one"]
    );
    assert_eq!(
        by(score("ds", true)),
        ["p10 · one", "p10 · two", "p2 · two", "p2 · one"]
    );
    assert_eq!(
        by(score("fa", true)),
        ["p10 · one", "p10 · two", "p2 · one", "p2 · two"],
        "none has it"
    );
}

#[test]
fn samples_are_found_by_their_words() {
    let of = |query: &str| {
        listed(Listing {
            query: query.into(),
            ..Listing::default()
        })
    };
    assert_eq!(of("P10"), ["p10 · one", "p10 · two"]);
    assert_eq!(of("system:two p2"), ["p2 · two"]);
    assert_eq!(of("\\frac"), ["p2 · one"]);
    assert_eq!(of("tag:Language=DE system:one"), ["p2 · one"]);
    assert_eq!(of("tag:language").len(), 4);
    assert_eq!(of("nowhere"), [""; 0]);
}

#[test]
fn what_systems_disagree_on_is_found() {
    let disputed = Listing {
        filter: Filter::Disputed,
        ..Listing::default()
    };
    assert_eq!(listed(disputed), ["p10 · one", "p10 · two"]);
    let different = Listing {
        filter: Filter::Different,
        ..Listing::default()
    };
    assert_eq!(listed(different).len(), 4);
}

#[test]
fn a_list_does_not_depend_on_what_it_does_not_show() {
    let state = four_scored();
    let before = state.samples.clone();
    let commented = state.after(Action::Sample(SampleAction::Comment {
        sample: SampleId(0),
        text: "odd".to_owned(),
    }));
    assert_ne!(before, commented.samples);
    assert!(before.is_arranged_as(&commented.samples));
    assert!(
        !before.is_arranged_as(
            &commented
                .after(Action::Sample(SampleAction::Remove(SampleId(0))))
                .samples
        )
    );
}

#[test]
fn marks_and_comments_are_filtered_kept_and_saved() {
    let state = four_scored()
        .after(Action::Sample(SampleAction::Tag {
            sample: SampleId(1),
            name: " odd ".to_owned(),
            is_on: true,
        }))
        .after(Action::Sample(SampleAction::Comment {
            sample: SampleId(2),
            text: "see page 3".to_owned(),
        }));
    let marked = state.after(show_only(Filter::Marked));
    assert_eq!(names(&marked), ["p10 · two", "p2 · one"]);
    let saved = marked.evaluation(String::new(), Vec::new());
    assert_eq!(saved.samples[1].tags.keys().collect::<Vec<_>>(), ["language", "odd"]);
    assert_eq!(saved.samples[2].comment, "see page 3");
    assert_eq!(
        (saved.samples[2].id.as_str(), saved.samples[2].case()),
        ("p2 · one", "p2")
    );
    let mut opened = State::default();
    opened.open(saved.into(), None);
    assert_eq!(&*nth(&opened, 2).comment, "see page 3");
    assert_eq!(&*nth(&opened, 2).case, "p2");
}

#[test]
fn systems_on_the_same_are_walked_and_put_beside() {
    let state = four_scored().after(Action::Select(SelectAction::Sample(SampleId(1))));
    let rivals: Vec<SampleId> = state.rivals().iter().map(|sample| sample.id).collect();
    assert_eq!(rivals, [SampleId(0), SampleId(1)]);
    let state = state.after(Action::Select(SelectAction::System(Step::Next)));
    assert_eq!(state.selected, Some(SampleId(0)), "round and round");
    let state = state.after(Action::Select(SelectAction::Beside(Some("two".into()))));
    assert_eq!(state.beside().map(|sample| sample.id), Some(SampleId(1)));
    let state = state.after(Action::Select(SelectAction::Sample(SampleId(2))));
    assert_eq!(
        state.beside().map(|sample| sample.id),
        Some(SampleId(3)),
        "the same system on another sample"
    );
    let state = state.after(Action::Select(SelectAction::Sample(SampleId(3))));
    assert_eq!(state.beside(), None, "nothing is beside itself");
}

#[test]
fn a_place_waits_for_its_sample() {
    let place = four_scored()
        .after(Action::Select(SelectAction::Sample(SampleId(2))))
        .after(Action::Select(SelectAction::Beside(Some("two".into()))))
        .place()
        .unwrap();
    let state = State::default().after(Action::Select(SelectAction::Go(Box::new(place.clone()))));
    assert_eq!(state.place(), None, "it is not there yet");
    let samples = four_scored().samples.iter().cloned().collect();
    let state = state.after(Action::Keep(KeepAction::Recalled(samples)));
    assert_eq!(state.selected, Some(SampleId(2)));
    assert_eq!(state.place(), Some(place));
}

#[test]
fn a_second_system_on_the_same_is_named_by_it() {
    let pair = |system: &str| {
        Action::Catalogue(CatalogueAction::Fetched(Brought {
            drafts: vec![Draft {
                name: "p".to_owned(),
                reference: Some(Text::default()),
                predictions: vec![Given {
                    name: "p".to_owned(),
                    system: system.to_owned(),
                    latex: String::new(),
                }],
                ..Draft::default()
            }],
            ..Brought::default()
        }))
    };
    let state = State::default().after(pair("one")).after(pair("two"));
    assert_eq!(names(&state), ["p", "p · two"]);
    assert!(state.samples.iter().all(|sample| &*sample.case == "p"));
}

#[test]
fn everything_is_scored_again_with_other_settings() {
    let state = four_scored().after(Action::Settings(SettingsAction::Set("ctp.min_words", "5".to_owned())));
    assert_eq!(state.open_work().to_score, 4);
    assert!(
        nth(&state, 0).score("ds").is_some(),
        "what was said before is shown until then"
    );
    assert!(matches!(state.errand(), Some(Errand::Score { .. })));
}

#[test]
fn systems_of_two_evaluations_are_told_apart() {
    let state = four_scored();
    let saved = state.evaluation(String::new(), Vec::new());
    let mut both = state;
    both.open(saved.into(), None);
    assert_eq!(both.samples.systems(), ["one", "one (2)", "two", "two (2)"]);
    let both = both.after(Action::Select(SelectAction::Sample(SampleId(0))));
    assert_eq!(both.rivals().len(), 4);
}
