//! How things are shown, and what lies over the page.

use texlens_blob::Blob;
use texlens_ocr::PageGlyphs;

use super::{Focus, SampleId, State, Step};

/// How things are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct View {
    /// Right-hand part.
    pub tab: Tab,
    /// Arrangement of the two sources; none until the person chooses, then the screen's width decides.
    pub layout: Option<Layout>,
    /// Leaves out paragraphs that are the same on both sides.
    pub hide_equal: bool,
    /// Leaves out formulas that are the same on both sides.
    pub different_only: bool,
    /// Also shows the scores that are other readings of those above, or similarities of texts.
    pub more_scores: bool,
    /// Hides the list of what keeps the prediction from compiling.
    pub hide_faults: bool,
    /// Of the page.
    pub zoom: Zoom,
    /// What the boxes on it show.
    pub layer: Layer,
    /// Colours.
    pub theme: Theme,
}

/// Right-hand part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tab {
    /// The LaTeX of both sides.
    #[default]
    Source,
    /// Their formulas, rendered.
    Formulas,
}

/// Arrangement of the two sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Reference left, prediction right.
    SideBySide,
    /// One text with both readings of what differs.
    Unified,
}

/// Size of the page on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Zoom {
    /// As wide as there is room.
    #[default]
    Fit,
    /// One image pixel is one screen pixel.
    Actual,
}

/// What the boxes on the page show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layer {
    /// Words and formulas, by what they are part of.
    #[default]
    Kinds,
    /// The same, by how sure the OCR is of them.
    Confidence,
    /// Every glyph, and those that are no part of the output.
    Glyphs,
    /// Nothing but what is selected.
    Off,
}

/// Colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// As the system is set.
    #[default]
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// What lies over the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dialog {
    /// Keys and a few words on how it works.
    Help,
    /// Settings of the metrics.
    Settings,
    /// How a metric is computed.
    Guide {
        /// Its id.
        metric: String,
    },
    /// A word or formula is put right by hand.
    Correct {
        /// Its index in [`Recognition::tokens`](texlens_ocr::Recognition::tokens).
        token: usize,
    },
    /// What a judge is to be asked.
    Judge,
    /// In which form the evaluation is saved.
    Save,
    /// What the browser keeps, and how to have it keep more or less.
    Storage,
    /// Two boxes for reference and prediction.
    AddText {
        /// A text that was pasted; empty otherwise.
        pasted: String,
    },
}

/// How it is shown.
#[derive(Debug)]
pub enum ViewAction {
    /// Select something within the sample.
    Focus(Focus),
    /// To the next or previous difference, or span of the selected score.
    StepFocus(Step),
    /// Show a pair of formulas among the others, by its index in [`Scored::formulas`](texlens_evaluate::Scored::formulas).
    Formula(usize),
    /// Close, deselect or dismiss the topmost thing.
    Escape,
    /// Change how things are shown.
    Show(View),
    /// Lay a dialog over the page, or take it away.
    Dialog(Option<Dialog>),
    /// What was found on a page is there to be shown.
    Glyphs {
        /// Whose.
        sample: SampleId,
        /// Where it was.
        from: Blob,
        /// What was found.
        glyphs: PageGlyphs,
    },
    /// Close the list of files that could not be used.
    DismissRefusals,
}

impl State {
    pub(super) fn view_after(&mut self, action: ViewAction) {
        match action {
            ViewAction::Focus(focus) => self.set_focus(focus),
            ViewAction::StepFocus(step) => self.step_focus(step),
            ViewAction::Formula(index) => self.show_formula(index),
            ViewAction::Escape => self.escape(),
            ViewAction::Show(view) => self.view = view,
            ViewAction::Dialog(dialog) => self.dialog = dialog,
            ViewAction::Glyphs { sample, from, glyphs } => {
                self.edit(sample, |sample| sample.show_glyphs(&from, glyphs))
            }
            ViewAction::DismissRefusals => self.refusals.clear(),
        }
    }

    pub(super) fn set_focus(&mut self, focus: Focus) {
        if focus != Focus::Nothing {
            self.view.tab = Tab::Source;
        }
        // These may lie where both sides agree.
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
        let count = sample.stops(&self.focus);
        if count == 0 {
            return;
        }
        let at = match &self.focus {
            Focus::Score { span, .. } | Focus::ErrorType { span, .. } => *span,
            Focus::Difference(at) | Focus::Fault(at) => Some(*at),
            _ => None,
        };
        // Round and round: behind the last comes the first.
        let to = match (at, step) {
            (None, Step::Next) => 0,
            (None, Step::Previous) => count - 1,
            (Some(at), Step::Next) => (at + 1) % count,
            (Some(at), Step::Previous) => (at + count - 1) % count,
        };
        let focus = match &self.focus {
            Focus::Score { metric, .. } => Focus::Score {
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
            self.removed.clear();
        }
    }
}
