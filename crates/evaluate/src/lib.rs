//! Turns samples and predictions into an [`Evaluation`]: gathers evidence, runs the metrics and matches the formulas.
//!
//! ```
//! use texlens_evaluate::{InputError, Kind, formula_pairs, score};
//! use texlens_metrics::{Outcome, Settings};
//!
//! let reference = r"\section{Motion} Momentum is \[ p = m v \]";
//! let prediction = r"\section{Motion} Momentum is \[ p = m u \]";
//! let scores = score(Kind::Page, reference, prediction, &Settings::default())?;
//! let find = |id: &str| scores.iter().find(|score| score.metric == id);
//! assert_eq!(find("sa").and_then(|score| score.value()), Some(1.0));
//! assert_eq!(find("fa").and_then(|score| score.value()), Some(0.0));
//! // A score without a value says why.
//! let Some(Outcome::Undefined { reason }) = find("ta").map(|score| &score.outcome) else { panic!() };
//! assert_eq!(reason, "the reference has no table with numbers");
//!
//! let pairs = formula_pairs(reference, prediction)?;
//! assert_eq!(pairs.len(), 1);
//! assert!(!pairs[0].exact);
//! # Ok::<(), InputError>(())
//! ```

mod board;
mod comparison;
mod correlation;
mod counts;
mod error_types;
mod evidence;
mod filter;
mod formula_tags;
mod input;
mod judged;
mod matching;
mod missing;
mod model;
pub mod parallel;
mod provenance;
mod reward;
mod scorer;
mod scores;
mod settings;
mod suspicions;
mod table_comparison;
mod text;
mod texts;
mod unit_tests;
mod values;

pub use board::{
    AbsentValues, ArrangedRow, Arrangement, Board, Case, Cell, Entry, EntryPage, Known, PackedBoard, Paged, Placed,
    Predicted, Sample, SampleScores, SystemScores, Unit, arranged, joined, units,
};
pub use comparison::{
    Breakdown, Change, Comparing, Comparison, Curve, Difference, ErrorSummary, FactorValue, GroupSummary, MAX_PAIRED,
    MAX_TAG_VALUES, Measure, Measured, MetricSummary, Point, Problem, Reason, Resampling, StepResult, SystemPair,
    SystemSummary, TagPart, TagSummary,
};
pub use correlation::{
    BetweenGroups, Coefficient, CorrelatedItems, Correlation, Correlations, GroupCorrelations, JudgedValue,
    JudgedValues, MeanCorrelation, RATINGS, RaterAgreement, Rating, RatingsSummary, ValueTable, between_groups,
};
pub use counts::Counts;
pub use error_types::{
    ErrorFinding, ErrorInput, ErrorType, ErrorTypeInfo, Judgement, TablePair, error_types, table_pairs,
};
pub use evidence::compiled;
pub use filter::{Candidate, Query, Searched, selected};
pub use formula_tags::{FORMULA_DIFFICULTY, FORMULA_KIND, add_formula_tags, formula_tags};
pub use input::{InputError, MAX_BYTES, MAX_SCORED, Parsed, side_noun};
pub use judged::{
    JUDGE, JudgeAgreement, JudgeCall, JudgeCost, JudgeFlag, JudgeOrder, JudgeRepeats, JudgeRun, JudgeStability,
    JudgeVerdict, Judged, JudgedGroup, JudgedItem, JudgedMean, JudgedPart, is_of_judge, judged_systems,
};
pub use matching::{
    Delimiters, Extracted, MAX_FORMULAS, extract_formulas, extract_segments, formula_pairs, formula_pairs_of,
    locate_formula, locate_formulas, locate_segment, single_formula_pair,
};
pub use missing::{MISSING, is_missing};
pub use model::{
    ByHand, Credit, Evaluation, Formula, FormulaPair, Found, Image, PageOf, Prediction, SampleResult, SampleTexts,
    Selection,
};
pub use provenance::{Files, Filtered, Provenance, Setting, Tool};
pub use reward::{
    CompletionReward, CurvePoint, RewardCurve, Rewarder, Spread, TestCounts, TestSet, TestSetError, WeightedTest,
    best_of, pass_at,
};
pub use scorer::{Detail, MetricError, Scored, Scorer};
pub use scores::{score, score_with_evidence};
pub use settings::{list_settings, set_setting, setting_parameters, settings_of};
pub use suspicions::{Suspicion, SuspicionKind, suspicions};
pub use table_comparison::table_comparisons;
pub use texlens_latex::Markup;
pub use texlens_stats::{Bootstrap, Confidence, Interval, StatsError};
pub use texlens_vocabulary::Kind;
pub use texlens_vocabulary::noun;
pub use text::Text;
pub use texts::{TextOf, sample_texts, texts};
pub use unit_tests::{
    Fate, FileTest, NotATest, PageTests, PageVerdicts, PassRate, SystemVerdicts, TestLine, TestedSystem, UNIT_TESTS,
    UnitTests, UnitVerdict, page_verdicts, test_differences, tested_pages,
};
pub use values::{MetricValue, MetricValues};
