//! The settings: those of the metrics, and those of the app.

use std::{collections::BTreeMap, rc::Rc};

use texlens_evaluate::{setting_parameters, settings_of};
use texlens_metrics::{AnyParameter, Choice, PROFILE, Settings, Value};
use texlens_ocr::detect::NetworkSetting;

use super::act::Act;
use super::topic::Topic;
use super::{FormulaStyle, Layer, Layout, SampleId, Scoring, State, Theme, Typesetting};
use crate::messages::reading::ProviderSetting;
use crate::picture::Dpi;

/// Returns the topic of a setting of a metric, by the metric's id.
fn topic_of(metric: &str) -> Topic {
    match texlens_metrics::info(metric).map(|info| info.group) {
        Some(texlens_metrics::Group::Formula) => Topic::Formulas,
        _ if matches!(metric, "fa" | "formula_mismatch") => Topic::Formulas,
        _ => Topic::Scores,
    }
}

/// How a setting is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    /// On or off: `true` or `false`.
    Flag,
    /// One of these values.
    Choice(&'static [&'static str]),
    /// A whole number, 0 or more.
    Count,
    /// A number, 0 or more.
    Number,
    /// A number from 0 to 1.
    Share,
    /// A tokeniser for formulas.
    Tokeniser,
}

impl Control {
    fn of(value: &Value) -> Self {
        match value {
            Value::Flag(_) => Self::Flag,
            Value::Count(_) => Self::Count,
            Value::Number(_) => Self::Number,
            Value::Share(_) => Self::Share,
            Value::Choice(Choice { options, .. }) => Self::Choice(options),
            Value::Tokeniser(_) => Self::Tokeniser,
        }
    }
}

/// A setting with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The id that the command, reports and the browser's storage use.
    pub id: &'static str,
    /// The topic.
    pub topic: Topic,
    /// How it is changed.
    pub control: Control,
    /// The value as text.
    pub value: String,
    /// The value that holds unless the setting is changed.
    pub default: String,
    /// Whether a change scores all samples again.
    pub changes_scores: bool,
}

impl Setting {
    /// Returns whether the value differs from the default.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.value != self.default
    }

    /// Returns whether a text is a possible value of the setting with this id.
    #[must_use]
    pub fn is_value(id: &str, text: &str) -> bool {
        match AppSetting::of(id) {
            Some(setting) => setting.values().contains(&text),
            None => setting_parameters().any(|parameter| parameter.name() == id && is_value(parameter, text)),
        }
    }

    /// Returns the id of the metric whose setting this is, for a heading.
    #[must_use]
    pub fn metric(&self) -> Option<&'static str> {
        let prefix = self.id.split_once('.').map(|(metric, _)| metric);
        prefix.filter(|_| self.changes_scores)
    }
}

/// A setting of the app. None of them changes scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AppSetting {
    /// The execution provider of the OCR.
    Provider,
    /// The network of the OCR.
    Network,
    /// The resolution of newly added PDFs.
    Dpi,
    /// Whether remarks around the LaTeX of answers are removed.
    Answers,
    /// How formulas are drawn.
    Formulas,
    /// The colour theme.
    Theme,
    /// The arrangement of the two sources.
    Layout,
    /// The boxes on the page.
    Boxes,
}

impl AppSetting {
    /// All settings of the app, by topic.
    pub const ALL: [Self; 8] = [
        Self::Provider,
        Self::Network,
        Self::Dpi,
        Self::Answers,
        Self::Formulas,
        Self::Theme,
        Self::Layout,
        Self::Boxes,
    ];

    /// Returns the id. Reports use the same names.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Provider => "ocr.provider",
            Self::Network => "ocr.network",
            Self::Dpi => "pdf.dpi",
            Self::Answers => "import.whole_answers",
            Self::Formulas => "view.formulas",
            Self::Theme => "view.theme",
            Self::Layout => "view.layout",
            Self::Boxes => "view.boxes",
        }
    }

    /// Returns the setting with an id.
    #[must_use]
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|setting| setting.id() == id)
    }

    /// Returns the possible values. The first one is the default, but for the resolution.
    #[must_use]
    pub const fn values(self) -> &'static [&'static str] {
        match self {
            Self::Provider => &["auto", "wasm", "webgpu"],
            Self::Network => &["auto", "fast", "accurate"],
            Self::Dpi => &["100", "150", "200", "300", "400", "600"],
            Self::Answers => &["remove", "keep"],
            Self::Formulas => &["tex", "katex"],
            Self::Theme => &["system", "light", "dark"],
            Self::Layout => &["auto", "side-by-side", "unified"],
            Self::Boxes => &["kinds", "confidence", "glyphs", "off"],
        }
    }

    const fn topic(self) -> Topic {
        match self {
            Self::Provider | Self::Network | Self::Dpi | Self::Answers => Topic::Reading,
            Self::Formulas => Topic::Formulas,
            Self::Theme | Self::Layout | Self::Boxes => Topic::Appearance,
        }
    }

    fn default(self) -> &'static str {
        self.value(&State::default())
    }

    /// Returns the value in a state.
    fn value(self, state: &State) -> &'static str {
        let index = match self {
            Self::Provider => match state.reading.provider {
                ProviderSetting::Auto => 0,
                ProviderSetting::Wasm => 1,
                ProviderSetting::WebGpu => 2,
            },
            Self::Network => match state.reading.network {
                NetworkSetting::Auto => 0,
                NetworkSetting::Fast => 1,
                NetworkSetting::Accurate => 2,
            },
            Self::Dpi => {
                let dpi = state.dpi.0.to_string();
                self.values().iter().position(|value| *value == dpi).unwrap_or(2)
            }
            Self::Answers => usize::from(state.text_choices.whole_answers),
            Self::Formulas => match state.view.formulas {
                FormulaStyle::Tex => 0,
                FormulaStyle::Katex => 1,
            },
            Self::Theme => match state.view.theme {
                Theme::System => 0,
                Theme::Light => 1,
                Theme::Dark => 2,
            },
            Self::Layout => match state.view.layout {
                None => 0,
                Some(Layout::SideBySide) => 1,
                Some(Layout::Unified) => 2,
            },
            Self::Boxes => match state.view.layer {
                Layer::Kinds => 0,
                Layer::Confidence => 1,
                Layer::Glyphs => 2,
                Layer::Off => 3,
            },
        };
        self.values().get(index).copied().unwrap_or_default()
    }

    /// Sets the value. Anything but one of [`Self::values`] changes nothing.
    fn set(self, state: &mut State, value: &str) {
        match (self, value) {
            (Self::Provider | Self::Network, _) => {
                let mut reading = state.reading;
                match (self, value) {
                    (Self::Provider, "auto") => reading.provider = ProviderSetting::Auto,
                    (Self::Provider, "wasm") => reading.provider = ProviderSetting::Wasm,
                    (Self::Provider, "webgpu") => reading.provider = ProviderSetting::WebGpu,
                    (Self::Network, "auto") => reading.network = NetworkSetting::Auto,
                    (Self::Network, "fast") => reading.network = NetworkSetting::Fast,
                    (Self::Network, "accurate") => reading.network = NetworkSetting::Accurate,
                    _ => {}
                }
                state.set_reading(reading);
            }
            (Self::Dpi, dpi) => {
                if let Some(dpi) = self.values().iter().find(|value| **value == dpi) {
                    state.dpi = dpi.parse().map(Dpi).unwrap_or_default();
                }
            }
            (Self::Answers, "remove") => state.text_choices.whole_answers = false,
            (Self::Answers, "keep") => state.text_choices.whole_answers = true,
            (Self::Formulas, "tex") => state.view.formulas = FormulaStyle::Tex,
            (Self::Formulas, "katex") => state.view.formulas = FormulaStyle::Katex,
            (Self::Theme, "system") => state.view.theme = Theme::System,
            (Self::Theme, "light") => state.view.theme = Theme::Light,
            (Self::Theme, "dark") => state.view.theme = Theme::Dark,
            (Self::Layout, "auto") => state.view.layout = None,
            (Self::Layout, "side-by-side") => state.view.layout = Some(Layout::SideBySide),
            (Self::Layout, "unified") => state.view.layout = Some(Layout::Unified),
            (Self::Boxes, "kinds") => state.view.layer = Layer::Kinds,
            (Self::Boxes, "confidence") => state.view.layer = Layer::Confidence,
            (Self::Boxes, "glyphs") => state.view.layer = Layer::Glyphs,
            (Self::Boxes, "off") => state.view.layer = Layer::Off,
            (Self::Answers | Self::Formulas | Self::Theme | Self::Layout | Self::Boxes, _) => {}
        }
    }
}

/// The changed settings of the metrics, and values of settings of the app.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Kept {
    metrics: Rc<BTreeMap<String, String>>,
    app: BTreeMap<AppSetting, &'static str>,
}

/// Events of the settings.
#[derive(Debug, Clone)]
pub enum SettingsAction {
    /// Sets a setting by its id, to a value as text. A value that is not possible changes nothing.
    Set(&'static str, String),
    /// Resets a setting.
    Reset(&'static str),
    /// Resets all settings.
    ResetAll,
}

/// Returns whether a text is a value of a parameter.
fn is_value(parameter: &'static dyn AnyParameter, text: &str) -> bool {
    let parameters = [parameter];
    Settings::default()
        .set_among(&parameters, parameter.name(), text)
        .is_ok()
}

/// Returns the settings that hold if only the profile is changed.
fn preset(changed: &BTreeMap<String, String>) -> Settings {
    let profile = changed.get(PROFILE.name);
    let profile = profile.map(|profile| (PROFILE.name.to_owned(), profile.clone()));
    settings_of(&profile.into_iter().collect()).unwrap_or_default()
}

impl State {
    pub(super) fn settings_after(&mut self, action: SettingsAction) {
        let mut before = self.kept(AppSetting::ALL);
        let act = match action {
            SettingsAction::Set(id, value) => {
                self.set_setting(id, &value);
                Act::SettingChanged
            }
            SettingsAction::Reset(id) => {
                match AppSetting::of(id) {
                    Some(setting) => setting.set(self, setting.default()),
                    None => self.change_metrics(|changed| drop(changed.remove(id))),
                }
                Act::SettingChanged
            }
            SettingsAction::ResetAll => {
                for setting in AppSetting::ALL {
                    setting.set(self, setting.default());
                }
                self.change_metrics(BTreeMap::clear);
                Act::SettingsReset
            }
        };
        let after = self.kept(AppSetting::ALL);
        if after != before {
            // The other ones may also be changed on the page, which undo leaves alone.
            before
                .app
                .retain(|setting, value| after.app.get(setting) != Some(value));
            self.remember_settings(act, before);
        }
    }

    /// Returns the state with the settings of an earlier visit: those of the metrics, and those of the app. Values that
    /// are not possible are left out.
    #[must_use]
    pub fn with_settings(mut self, mut metrics: BTreeMap<String, String>, app: &BTreeMap<String, String>) -> Self {
        metrics.retain(|id, value| Setting::is_value(id, value));
        self.settings = Rc::new(metrics);
        for (id, value) in app {
            if let Some(setting) = AppSetting::of(id) {
                setting.set(&mut self, value);
            }
        }
        self
    }

    /// Returns the settings of the app that differ from their defaults, by id.
    #[must_use]
    pub fn app_settings(&self) -> BTreeMap<&'static str, &'static str> {
        let of_app = AppSetting::ALL.map(|setting| (setting, setting.value(self)));
        let changed = of_app
            .into_iter()
            .filter(|(setting, value)| *value != setting.default());
        changed.map(|(setting, value)| (setting.id(), value)).collect()
    }

    /// Returns all settings by topic, in the order in which they are shown.
    #[must_use]
    pub fn all_settings(&self) -> Vec<Setting> {
        let started = preset(&self.settings);
        let of_app = AppSetting::ALL.map(|setting| Setting {
            id: setting.id(),
            topic: setting.topic(),
            control: Control::Choice(setting.values()),
            value: setting.value(self).to_owned(),
            default: setting.default().to_owned(),
            changes_scores: false,
        });
        let of_metrics = setting_parameters().map(|parameter| {
            let default = started.preset(parameter);
            let id = parameter.name();
            Setting {
                id,
                topic: match id {
                    "reward.csr" => Topic::Compilation,
                    _ => topic_of(id.split('.').next().unwrap_or_default()),
                },
                control: Control::of(&default),
                value: self.settings.get(id).cloned().unwrap_or_else(|| default.to_string()),
                default: default.to_string(),
                changes_scores: true,
            }
        });
        let mut all: Vec<Setting> = of_app.into_iter().chain(of_metrics).collect();
        all.sort_by_key(|setting| setting.topic);
        all
    }

    /// Returns the settings of the metrics, and these settings of the app.
    fn kept(&self, app: impl IntoIterator<Item = AppSetting>) -> Kept {
        Kept {
            metrics: self.settings.clone(),
            app: app.into_iter().map(|setting| (setting, setting.value(self))).collect(),
        }
    }

    /// Brings settings back. Returns what was in their place.
    pub(super) fn exchange_settings(&mut self, kept: &Kept) -> Kept {
        let now = self.kept(kept.app.keys().copied());
        for (setting, value) in &kept.app {
            setting.set(self, value);
        }
        self.change_metrics(|changed| changed.clone_from(&kept.metrics));
        now
    }

    fn set_setting(&mut self, id: &'static str, value: &str) {
        if let Some(setting) = AppSetting::of(id) {
            return setting.set(self, value);
        }
        let Some(parameter) = setting_parameters().find(|parameter| parameter.name() == id) else {
            return;
        };
        if !Setting::is_value(id, value) {
            return;
        }
        let is_default = preset(&self.settings).preset(parameter).to_string() == value;
        self.change_metrics(|changed| {
            if is_default {
                changed.remove(id);
            } else {
                changed.insert(id.to_owned(), value.to_owned());
            }
        });
    }

    /// Changes the settings of the metrics. If they are others, everything is scored again.
    fn change_metrics(&mut self, change: impl FnOnce(&mut BTreeMap<String, String>)) {
        let before = self.settings.clone();
        change(Rc::make_mut(&mut self.settings));
        if self.settings == before {
            return;
        }
        self.formula_pairs.settings_changed();
        let pairs: Vec<SampleId> = (self.samples.iter().filter(|sample| sample.has_pair()))
            .map(|sample| sample.id)
            .collect();
        for id in pairs {
            self.edit(id, |sample| {
                sample.scoring = Scoring::Queued;
                sample.attempts = 0;
                if sample.typesetting == Typesetting::Done {
                    sample.typesetting = Typesetting::Open;
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::state::{Action, HistoryAction};
    use crate::words::settings as words;

    fn set(state: State, id: &'static str, value: &str) -> State {
        state.after(Action::Settings(SettingsAction::Set(id, value.to_owned())))
    }

    fn changed(state: &State) -> Vec<&'static str> {
        let all = state.all_settings();
        all.iter()
            .filter(|setting| setting.is_changed())
            .map(|setting| setting.id)
            .collect()
    }

    #[test]
    fn every_setting_stands_once_with_a_label_a_sentence_and_names_of_its_values() {
        let all = State::default().all_settings();
        let ids: BTreeSet<&str> = all.iter().map(|setting| setting.id).collect();
        assert_eq!(ids.len(), all.len());
        for parameter in setting_parameters() {
            assert!(ids.contains(parameter.name()), "{}", parameter.name());
        }
        for Setting { id, control, .. } in &all {
            let (label, about) = words::SETTINGS
                .iter()
                .find(|(of, ..)| of == id)
                .map(|(_, label, about)| (*label, *about))
                .unwrap_or_default();
            assert!(label.len() > 3 && !label.contains('_'), "{id} needs a label");
            assert!(about.len() > 20 && about.ends_with('.'), "{id} needs a sentence");
            if let Control::Choice(values) = control {
                let names: BTreeSet<String> = values.iter().map(|value| words::value(id, value)).collect();
                assert_eq!(names.len(), values.len(), "{id}");
            }
        }
        let described = words::SETTINGS.iter().map(|(id, ..)| *id);
        assert_eq!(
            described.collect::<BTreeSet<_>>(),
            ids,
            "no sentence is about a setting that is gone"
        );
        let labels: BTreeSet<&str> = words::SETTINGS.iter().map(|(_, label, _)| *label).collect();
        assert_eq!(labels.len(), all.len(), "labels tell settings apart");
    }

    #[test]
    fn a_setting_is_set_by_its_id_and_reset() {
        let state = set(set(State::default(), "ocr.network", "accurate"), "ctp.min_words", "5");
        assert_eq!(state.reading.network, NetworkSetting::Accurate);
        assert_eq!(state.settings.get("ctp.min_words").map(String::as_str), Some("5"));
        assert_eq!(changed(&state), ["ocr.network", "ctp.min_words"]);
        let state = state.after(Action::Settings(SettingsAction::Reset("ocr.network")));
        assert_eq!(changed(&state), ["ctp.min_words"]);
        // A value that equals the default is no change.
        assert!(changed(&set(state, "ctp.min_words", "8")).is_empty());
    }

    #[test]
    fn values_that_are_not_possible_change_nothing() {
        for (id, value) in [
            ("ocr.network", "best"),
            ("pdf.dpi", "7"),
            ("view.theme", ""),
            ("ctp.min_words", "-1"),
            ("fa.min_similarity", "1.5"),
            ("unknown", "1"),
        ] {
            let state = set(State::default(), id, value);
            assert!(changed(&state).is_empty() && state.history.last().is_none(), "{id}");
        }
    }

    #[test]
    fn every_value_of_every_setting_of_the_app_is_taken_and_kept() {
        for setting in AppSetting::ALL {
            for value in setting.values() {
                let state = set(State::default(), setting.id(), value);
                assert_eq!(setting.value(&state), *value, "{setting:?}");
                let kept = state.app_settings();
                assert_eq!(kept.is_empty(), *value == setting.default());
                let kept = kept.into_iter().map(|(id, value)| (id.to_owned(), value.to_owned()));
                let next = State::default().with_settings(BTreeMap::new(), &kept.collect());
                assert_eq!(setting.value(&next), *value, "{setting:?}");
            }
        }
    }

    #[test]
    fn resetting_all_can_be_undone() {
        let state = set(set(State::default(), "view.theme", "dark"), "profile", "texocr-letter");
        let reset = state.clone().after(Action::Settings(SettingsAction::ResetAll));
        assert!(changed(&reset).is_empty());
        let undone = reset.after(Action::History(HistoryAction::Undo));
        assert_eq!(changed(&undone), changed(&state));
        let undone = undone.after(Action::History(HistoryAction::Undo));
        assert_eq!(changed(&undone), ["view.theme"]);
    }

    #[test]
    fn the_profile_sets_the_defaults_of_others() {
        let state = set(State::default(), "profile", "texocr-letter");
        assert_eq!(changed(&state), ["profile"]);
        let state = set(state, "cc.bibitem", "true");
        assert_eq!(changed(&state), ["profile", "cc.bibitem"]);
    }
}
