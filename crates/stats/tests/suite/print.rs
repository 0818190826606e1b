//! Compares with printed intervals.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use texlens_stats::{Confidence, wilson};

/// Returns an interval in percent, as printed.
fn printed(successes: u64, trials: u64) -> [String; 2] {
    let interval = wilson::estimate(successes, trials, Confidence::default())
        .unwrap()
        .interval;
    [interval.low, interval.high].map(|end| format!("{:.1}", 100.0 * end))
}

/// LaTeXBench, "Complete Results with Confidence Intervals", Table 2: its 15 different intervals.
#[test]
fn table_2_of_latexbench() {
    for (successes, trials, low, high) in [
        (39, 50, "64.8", "87.2"),
        (33, 50, "52.2", "77.6"),
        (29, 50, "44.2", "70.6"),
        (24, 50, "34.8", "61.5"),
        (36, 50, "58.3", "82.5"),
        (31, 50, "48.2", "74.1"),
        (26, 50, "38.5", "65.2"),
        (22, 50, "31.2", "57.7"),
        (30, 50, "46.2", "72.4"),
        (28, 30, "78.7", "98.2"),
        (25, 30, "66.4", "92.7"),
        (26, 30, "70.3", "94.7"),
        (27, 30, "74.4", "96.5"),
        (19, 20, "76.4", "99.1"),
        (18, 20, "69.9", "97.2"),
    ] {
        assert_eq!(printed(successes, trials), [low, high], "{successes} of {trials}");
    }
}

/// Compares more digits and extreme counts, from development data that is not part of the repository. The environment
/// variable `TEXLENS_DATA` names its folder; the default is `../shared/data` beside the repository.
#[test]
#[expect(clippy::print_stderr, reason = "a skipped check must be seen")]
fn wilson_to_six_digits() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let data = std::env::var_os("TEXLENS_DATA").map_or(beside, PathBuf::from);
    let path = data.join("gold/shared-wilson.json");
    let Ok(text) = fs::read_to_string(&path) else {
        eprintln!(
            "skipped: {} is not there; set TEXLENS_DATA to the folder that holds it",
            path.display()
        );
        return;
    };
    let cases: Vec<Value> = serde_json::from_str(&text).unwrap();
    for case in &cases {
        let [successes, trials] = ["k", "n"].map(|key| case[key].as_u64().unwrap());
        let interval = wilson::estimate(successes, trials, Confidence::default())
            .unwrap()
            .interval;
        for (end, key) in [(interval.low, "lo"), (interval.high, "hi")] {
            let expected = case[key].as_f64().unwrap();
            assert!((100.0 * end - expected).abs() < 1e-6, "{case}: {end}");
        }
    }
}
