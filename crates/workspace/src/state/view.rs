//! Display settings and dialogs.

use std::rc::Rc;

use texlens_blob::Blob;
use texlens_metrics::Side;
use texlens_ocr::PageGlyphs;

use super::{Focus, Panes, Sample, SampleId, State, Step, Topic};
use crate::text_diff::Shown;

/// Display settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct View {
    /// The tab on the right.
    pub tab: Tab,
    /// The arrangement of the two sources, or `None` until the person chooses. Then the width of the screen decides.
    pub layout: Option<Layout>,
    /// Whether paragraphs that are equal on both sides are hidden.
    pub hide_equal: bool,
    /// Which differences of the texts are shown, and in which order.
    pub differences: Shown,
    /// Whether formulas that are equal on both sides are hidden.
    pub different_only: bool,
    /// How formulas are drawn.
    pub formulas: FormulaStyle,
    /// Whether the list of compile errors is hidden.
    pub hide_faults: bool,
    /// The size of the page.
    pub zoom: Zoom,
    /// The boxes on the page.
    pub layer: Layer,
    /// Whether the page's image is shown, its prediction as TeX sets it, or both.
    pub look: PageLook,
    /// The sizes of the panes, and what is folded away.
    pub panes: Panes,
    /// The colour theme.
    pub theme: Theme,
}

impl View {
    /// Returns whether the typeset page has its place beside the page's image.
    #[must_use]
    pub fn shows_typeset_beside(self) -> bool {
        self.look == PageLook::Beside && !self.panes.is_page_folded
    }

    /// Shows the typeset page beside the page's image, and unfolds the page for it, or shows the image alone again.
    #[must_use]
    pub fn with_typeset_toggled(self) -> Self {
        let mut view = self;
        if self.shows_typeset_beside() {
            view.look = PageLook::Image;
        } else {
            view.look = PageLook::Beside;
            view.panes.is_page_folded = false;
        }
        view
    }
}

/// The main part of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Screen {
    /// Single samples.
    #[default]
    Samples,
    /// The formulas of all samples.
    Formulas,
    /// The comparison of systems.
    Compare,
    /// A score of all samples and systems.
    Matrix,
    /// Leaderboards of evaluations and publications.
    Leaderboard,
    /// LaTeXBench.
    LatexBench,
    /// Ratings by people.
    Ratings,
    /// Made pages.
    Making,
}

impl Screen {
    /// All screens, in the order in which they are offered.
    pub const ALL: [Self; 8] = [
        Self::Samples,
        Self::Formulas,
        Self::Compare,
        Self::Matrix,
        Self::Leaderboard,
        Self::LatexBench,
        Self::Ratings,
        Self::Making,
    ];
}

/// The tab on the right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tab {
    /// The page, if the window has no room for it beside the tabs.
    Page,
    /// All scores.
    Scores,
    /// The LaTeX of both sides.
    #[default]
    Source,
    /// The formulas of both sides, rendered.
    Formulas,
    /// The tables of both sides.
    Tables,
    /// The pages of both sides as TeX sets them, for samples without an image.
    Pages,
    /// Whether the prediction compiles, and its errors in its LaTeX.
    Compile,
}

/// How formulas are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FormulaStyle {
    /// As TeX sets them, once the person has asked for the engine; until then as KaTeX sets them.
    #[default]
    Tex,
    /// As KaTeX sets them.
    Katex,
}

/// The arrangement of the two sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// The reference on the left, the prediction on the right.
    SideBySide,
    /// One text with both versions of each difference.
    Unified,
}

/// The size of the page on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Zoom {
    /// The page fills the available width.
    #[default]
    Fit,
    /// One image pixel is one screen pixel.
    Actual,
}

/// The pictures of the page that are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PageLook {
    /// The image.
    #[default]
    Image,
    /// A text as TeX sets it.
    Typeset,
    /// The image, and beside it a text as TeX sets it.
    Beside,
    /// The image, and over it a text as TeX sets it.
    Overlay,
}

/// The boxes on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layer {
    /// Words and formulas, coloured by the part of the page that they belong to.
    #[default]
    Kinds,
    /// Words and formulas, coloured by confidence.
    Confidence,
    /// All glyphs, including those that are not part of the output.
    Glyphs,
    /// Only the selection.
    Off,
}

/// The colour theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// The setting of the operating system.
    #[default]
    System,
    /// Dark text on a light background.
    Light,
    /// Light text on a dark background.
    Dark,
}

/// A dialog over the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dialog {
    /// Help: keyboard shortcuts and a short introduction.
    Help,
    /// The settings.
    Settings {
        /// The topic that is shown first.
        topic: Topic,
    },
    /// The list of all commands.
    Palette,
    /// The explanation of a metric.
    Guide {
        /// The id of the metric.
        metric: String,
    },
    /// The correction of a word or formula.
    Correct {
        /// Its index in [`Recognition::tokens`](texlens_ocr::Recognition::tokens).
        token: usize,
    },
    /// The form to ask a judge.
    Judge,
    /// The form that starts a run of LaTeXBench.
    Bench,
    /// The form that asks a model to read pages.
    Read,
    /// Reading with a model that the person brings.
    OwnModels,
    /// The formats for saving the evaluation.
    Save,
    /// The browser's storage, and how to change what it keeps.
    Storage,
    /// Text areas for reference and prediction.
    AddText {
        /// The pasted text, or an empty string.
        pasted: String,
    },
    /// The form that gives a reference or a prediction to a sample.
    Give {
        /// The id of the sample.
        sample: SampleId,
        /// What the text is.
        side: Side,
    },
    /// What was removed around the LaTeX of answers.
    Stripped,
}

/// Changes of the view.
#[derive(Debug, Clone)]
pub enum ViewAction {
    /// Selects something within the sample.
    Focus(Focus),
    /// Selects the next or previous difference, or span of the selected score.
    StepFocus(Step),
    /// Shows a formula pair in the list of formulas, by its index in
    /// [`Scored::formulas`](texlens_evaluate::Scored::formulas).
    Formula(usize),
    /// Closes, deselects or dismisses the topmost thing.
    Escape,
    /// Shows a screen.
    Screen(Screen),
    /// Shows a screen, or the samples if it is shown already.
    ToggleScreen(Screen),
    /// Changes the display settings.
    Show(View),
    /// Shows a tab of the shown sample.
    ShowTab(Tab),
    /// Opens or closes a dialog.
    Dialog(Option<Dialog>),
    /// The glyphs of a page were loaded.
    Glyphs {
        /// The id of the sample.
        sample: SampleId,
        /// The bytes from which they were loaded.
        from: Blob,
        /// The glyphs.
        glyphs: PageGlyphs,
    },
    /// Closes the list of files that could not be used.
    DismissRefusals,
}

impl Sample {
    /// Returns the tabs of the sample in their order. The page is among them if it `has_page_tab`.
    #[must_use]
    pub fn tabs(&self, has_page_tab: bool) -> Vec<Tab> {
        let all = [
            (Tab::Page, has_page_tab && self.image.is_some()),
            (Tab::Scores, true),
            (Tab::Source, true),
            (Tab::Formulas, true),
            (Tab::Tables, self.can_have_tables()),
            (Tab::Pages, self.has_pages_tab()),
            (Tab::Compile, self.compilable().is_some()),
        ];
        let there = all.into_iter().filter(|(_, is_there)| *is_there);
        there.map(|(tab, _)| tab).collect()
    }
}

impl State {
    pub(super) fn view_after(&mut self, action: ViewAction) {
        match action {
            ViewAction::Focus(focus) => self.set_focus(focus),
            ViewAction::StepFocus(step) => self.step_focus(step),
            ViewAction::Formula(index) => self.show_formula(index),
            ViewAction::Escape => self.escape(),
            ViewAction::Screen(screen) => self.show_screen(screen),
            ViewAction::ToggleScreen(screen) if self.screen() == screen => self.show_screen(Screen::Samples),
            ViewAction::ToggleScreen(screen) => self.show_screen(screen),
            ViewAction::Show(view) => self.view = view,
            ViewAction::ShowTab(tab) => {
                self.show_screen(Screen::Samples);
                self.view.tab = tab;
            }
            ViewAction::Dialog(dialog) => self.dialog = dialog,
            ViewAction::Glyphs { sample, from, glyphs } => {
                self.edit(sample, |sample| sample.show_glyphs(&from, glyphs))
            }
            ViewAction::DismissRefusals => self.refusals.clear(),
        }
    }

    /// Returns the screen that is shown.
    #[must_use]
    pub fn screen(&self) -> Screen {
        if self.bench.is_shown {
            Screen::LatexBench
        } else if self.leaderboards.is_shown {
            Screen::Leaderboard
        } else if self.rating.is_shown {
            Screen::Ratings
        } else if self.making.is_shown {
            Screen::Making
        } else if self.compare.is_shown && self.compare.is_matrix {
            Screen::Matrix
        } else if self.compare.is_shown {
            Screen::Compare
        } else if self.formula_list.is_shown {
            Screen::Formulas
        } else {
            Screen::Samples
        }
    }

    /// Shows a screen. Some need samples.
    pub(super) fn show_screen(&mut self, screen: Screen) {
        let screen = if self.lacks_samples_for(screen) {
            Screen::Samples
        } else {
            screen
        };
        self.set_screen(screen);
    }

    pub(super) fn set_screen(&mut self, screen: Screen) {
        if self.bench.is_shown != (screen == Screen::LatexBench) {
            Rc::make_mut(&mut self.bench).is_shown = screen == Screen::LatexBench;
        }
        if self.leaderboards.is_shown != (screen == Screen::Leaderboard) {
            Rc::make_mut(&mut self.leaderboards).is_shown = screen == Screen::Leaderboard;
        }
        if self.rating.is_shown != (screen == Screen::Ratings) {
            Rc::make_mut(&mut self.rating).is_shown = screen == Screen::Ratings;
        }
        if self.making.is_shown != (screen == Screen::Making) {
            Rc::make_mut(&mut self.making).is_shown = screen == Screen::Making;
        }
        let compare = Rc::make_mut(&mut self.compare);
        compare.is_matrix = screen == Screen::Matrix;
        compare.is_shown = compare.is_matrix || screen == Screen::Compare;
        self.formula_list.is_shown = screen == Screen::Formulas;
    }

    pub(super) fn set_focus(&mut self, focus: Focus) {
        self.view.tab = match (&focus, self.view.tab) {
            (Focus::Nothing, tab) => tab,
            (Focus::Fault(_), _) => Tab::Compile,
            // There is no passage to show in the texts.
            (Focus::Score { span: None, .. }, _) => Tab::Scores,
            // These tabs show what is selected in the page or in its LaTeX.
            (Focus::Token(_) | Focus::Glyph(_) | Focus::Region(_), tab @ (Tab::Page | Tab::Compile)) => tab,
            _ => Tab::Source,
        };
        // These may lie in text that is equal on both sides.
        if matches!(focus, Focus::Fault(_) | Focus::ErrorType { .. }) {
            self.view.hide_equal = false;
        }
        self.focus = focus;
    }

    pub(super) fn step_focus(&mut self, step: Step) {
        if self.view.tab == Tab::Formulas {
            return self.step_formula(step);
        }
        let Some(sample) = self.current() else { return };
        let stops = sample.stops(&self.focus, self.view.differences);
        let selected = match &self.focus {
            Focus::Score { span, .. } | Focus::ErrorType { span, .. } => *span,
            Focus::Difference(at) | Focus::Fault(at) => Some(*at),
            _ => None,
        };
        let at = selected.and_then(|selected| stops.iter().position(|stop| *stop == selected));
        // After the last one comes the first.
        let to = match (at, step) {
            (None, Step::Next) => 0,
            (None, Step::Previous) => stops.len().saturating_sub(1),
            (Some(at), Step::Next) => (at + 1) % stops.len(),
            (Some(at), Step::Previous) => (at + stops.len() - 1) % stops.len(),
        };
        let Some(to) = stops.get(to).copied() else { return };
        let focus = match &self.focus {
            Focus::Score { metric, .. } if sample.explained(&self.focus).is_some() => Focus::Score {
                metric: metric.clone(),
                span: Some(to),
            },
            Focus::Fault(_) => Focus::Fault(to),
            Focus::ErrorType { error_type, .. } => Focus::ErrorType {
                error_type: *error_type,
                span: Some(to),
            },
            _ => Focus::Difference(to),
        };
        self.set_focus(focus);
    }

    pub(super) fn escape(&mut self) {
        if self.dialog.take().is_some() {
            return;
        }
        if self.focus != Focus::Nothing {
            self.focus = Focus::Nothing;
        } else if !self.refusals.is_empty() {
            self.refusals.clear();
        } else {
            self.hide_offer();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_typeset_page_unfolds_the_page() {
        let mut view = View::default();
        view.panes.is_page_folded = true;
        view.look = PageLook::Beside;
        assert!(!view.shows_typeset_beside());
        let beside = view.with_typeset_toggled();
        assert!(beside.shows_typeset_beside() && !beside.panes.is_page_folded);
        let alone = beside.with_typeset_toggled();
        assert_eq!((alone.look, alone.panes.is_page_folded), (PageLook::Image, false));
    }
}
