//! Tests of a person's corrections of a plan.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use support::{listing, plan_of, show};
use texlens_dataset::{Choices, Correction, CorrectionError, Plan, Role};

fn plan() -> Plan {
    plan_of(&[
        "p1.png",
        "p1.tex",
        "nougat/p1.md",
        "p2.png",
        "nougat/p2.md",
        "marker/p2.md",
        "seite2.tex",
    ])
}

#[track_caller]
fn check(corrections: &[Correction], expected: &str) {
    let plan = plan();
    assert_eq!(show(&plan.corrected(corrections).unwrap()), expected);
    let json = serde_json::to_string(corrections).unwrap();
    let read: Vec<Correction> = serde_json::from_str(&json).unwrap();
    assert_eq!(
        plan.corrected(&read),
        plan.corrected(corrections),
        "corrections can be kept"
    );
}

fn file(path: &str) -> texlens_dataset::FileId {
    plan()
        .left_over
        .iter()
        .find(|left| plan().path(left.file) == path)
        .unwrap()
        .file
}

#[test]
fn without_corrections_nothing_changes() {
    check(
        &[],
        "p1: image=p1.png reference=p1.tex nougat=nougat/p1.md\n\
         p2: image=p2.png nougat=nougat/p2.md marker=marker/p2.md\n\
         - seite2.tex: no page or reference has this name; rename it, or say where it belongs\n",
    );
    let json = serde_json::to_string(&plan()).unwrap();
    assert_eq!(
        serde_json::from_str::<Plan>(&json).unwrap(),
        plan(),
        "a plan can be kept"
    );
}

#[test]
fn files_are_paired_and_unpaired() {
    let pair = Correction::Pair {
        file: file("seite2.tex"),
        sample: "p2".to_owned(),
        role: Role::Reference,
    };
    let unpair = Correction::Unpair {
        sample: "p1".to_owned(),
        role: Role::Prediction("nougat".to_owned()),
    };
    check(
        &[pair, unpair],
        "p1: image=p1.png reference=p1.tex\n\
         p2: image=p2.png reference=seite2.tex nougat=nougat/p2.md marker=marker/p2.md\n\
         - nougat/p1.md: left out by hand\n",
    );
    let elsewhere = Correction::Pair {
        file: file("seite2.tex"),
        sample: "new".to_owned(),
        role: Role::Prediction("me".to_owned()),
    };
    check(
        &[elsewhere],
        "p1: image=p1.png reference=p1.tex nougat=nougat/p1.md\n\
         p2: image=p2.png nougat=nougat/p2.md marker=marker/p2.md\n\
         new: me=seite2.tex\n",
    );
}

#[test]
fn systems_are_renamed_left_out_and_made_the_reference() {
    check(
        &[
            Correction::MakeReference {
                system: "nougat".to_owned(),
            },
            Correction::RenameSystem {
                from: "marker".to_owned(),
                to: "Marker 1.0".to_owned(),
            },
        ],
        "p1: image=p1.png reference=nougat/p1.md reference=p1.tex\n\
         p2: image=p2.png reference=nougat/p2.md Marker 1.0=marker/p2.md\n\
         - seite2.tex: no page or reference has this name; rename it, or say where it belongs\n",
    );
    check(
        &[
            Correction::IgnoreSystem {
                system: "nougat".to_owned(),
            },
            Correction::IgnoreSample {
                sample: "p1".to_owned(),
            },
        ],
        "p2: image=p2.png marker=marker/p2.md\n\
         - p1.png: left out by hand\n\
         - p1.tex: left out by hand\n\
         - nougat/p1.md: left out by hand\n\
         - nougat/p2.md: left out by hand\n\
         - seite2.tex: no page or reference has this name; rename it, or say where it belongs\n",
    );
}

#[test]
fn what_does_not_fit_is_refused() {
    let refused = |correction: Correction| plan().corrected(&[correction]).unwrap_err().1;
    let rename = |from: &str, to: &str| Correction::RenameSystem {
        from: from.to_owned(),
        to: to.to_owned(),
    };
    assert_eq!(
        refused(rename("nougat", "marker")),
        CorrectionError::Clash {
            sample: "p2".to_owned()
        }
    );
    assert_eq!(refused(rename("nougat", " ")), CorrectionError::NoName);
    assert_eq!(refused(rename("x", "y")), CorrectionError::NoSystem("x".to_owned()));
    let sample = "p9".to_owned();
    assert_eq!(
        refused(Correction::IgnoreSample { sample: sample.clone() }),
        CorrectionError::NoSample(sample)
    );
    let as_image = Correction::Pair {
        file: file("seite2.tex"),
        sample: "p2".to_owned(),
        role: Role::Image,
    };
    assert!(matches!(refused(as_image), CorrectionError::WrongKind { .. }));
}

#[test]
fn a_file_that_samples_share_stays_until_the_last() {
    let manifest = "{\"id\": \"a\", \"reference\": \"x.tex\"}\n{\"id\": \"b\", \"reference\": \"x.tex\"}\n";
    let files = [("manifest.jsonl", manifest), ("x.tex", ""), ("s/a.md", "")];
    let plan = texlens_dataset::plan(&listing(&files), &Choices::default());
    let ignore = |sample: &str| Correction::IgnoreSample {
        sample: sample.to_owned(),
    };
    let left = |corrections: &[Correction]| show(&plan.corrected(corrections).unwrap());
    assert_eq!(left(&[ignore("a")]), "b: reference=x.tex\n- s/a.md: left out by hand\n");
    assert_eq!(
        left(&[ignore("a"), ignore("b")]),
        "- x.tex: left out by hand\n- s/a.md: left out by hand\n"
    );
}

#[test]
fn a_file_leaves_its_place_for_another() {
    let plan = plan();
    let file = plan.samples[0].reference.as_ref().unwrap().file;
    let pair = Correction::Pair {
        file,
        sample: "p2".to_owned(),
        role: Role::Reference,
    };
    assert_eq!(
        show(&plan.corrected(&[pair]).unwrap()),
        "p1: image=p1.png nougat=nougat/p1.md\n\
         p2: image=p2.png reference=p1.tex nougat=nougat/p2.md marker=marker/p2.md\n\
         - seite2.tex: no page or reference has this name; rename it, or say where it belongs\n"
    );
}
