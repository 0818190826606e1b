//! Commands that change how a sample is displayed.

use texlens_tex::{Form, Use};

use super::deed::{Deed, act};
use super::obstacle::{Obstacle, unless};
use crate::state::{Action, EngineAction, FormulaStyle, Layer, PageLook, Screen, State, ViewAction, Zoom};

/// A command that changes how a sample is displayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViewCommand {
    /// Changes the size of the page.
    Zoom(Zoom),
    /// Changes the boxes on the page.
    Boxes(Layer),
    /// Shows the image of the page, its text as TeX sets it, or both.
    Page(PageLook),
    /// Hides equal paragraphs, or shows them.
    HideEqual(bool),
    /// Shows differences in white space, or not.
    Spaces(bool),
    /// Steps through the differences by size, or by position.
    LargestFirst(bool),
    /// Hides equal formulas, or shows them.
    DifferentFormulas(bool),
    /// Hides the list of errors, or shows it.
    HideErrors(bool),
    /// Draws formulas in a style.
    Formulas(FormulaStyle),
    /// Loads the engine, which then draws formulas.
    UseTex,
}

impl ViewCommand {
    /// Returns the commands that make sense in a state.
    pub(super) fn all(state: &State) -> Vec<Self> {
        let mut all = Vec::new();
        let shown = state.current().filter(|_| state.screen() == Screen::Samples);
        if let Some(sample) = shown {
            let view = &state.view;
            if sample.image.is_some() {
                all.extend([Zoom::Fit, Zoom::Actual].map(Self::Zoom));
                let looks = [PageLook::Image, PageLook::Typeset, PageLook::Beside, PageLook::Overlay];
                if sample.compilable().is_some() {
                    all.extend(looks.map(Self::Page));
                }
                if sample.recognition().is_some() {
                    let layers = [Layer::Kinds, Layer::Confidence, Layer::Glyphs, Layer::Off];
                    let is_there = |layer: &Layer| *layer != Layer::Glyphs || !sample.glyphs().is_empty();
                    all.extend(layers.into_iter().filter(is_there).map(Self::Boxes));
                }
            }
            all.extend([
                Self::HideEqual(!view.hide_equal),
                Self::Spaces(!view.differences.spaces),
                Self::LargestFirst(!view.differences.largest_first),
                Self::DifferentFormulas(!view.different_only),
                Self::HideErrors(!view.hide_faults),
            ]);
        }
        if state.may_draw(Form::Fragment) {
            all.extend([FormulaStyle::Tex, FormulaStyle::Katex].map(Self::Formulas));
        } else {
            all.push(Self::UseTex);
        }
        all
    }

    /// Returns what the command does in a state.
    pub(super) fn deed(&self, state: &State) -> Result<Deed, Obstacle> {
        let mut view = state.view;
        match self {
            Self::Zoom(zoom) => view.zoom = *zoom,
            Self::Boxes(layer) => view.layer = *layer,
            Self::Page(look) => view.look = *look,
            Self::HideEqual(hide) => view.hide_equal = *hide,
            Self::Spaces(spaces) => view.differences.spaces = *spaces,
            Self::LargestFirst(first) => view.differences.largest_first = *first,
            Self::DifferentFormulas(only) => view.different_only = *only,
            Self::HideErrors(hide) => view.hide_faults = *hide,
            Self::Formulas(style) => view.formulas = *style,
            Self::UseTex => {
                unless(Obstacle::Already, state.may_draw(Form::Fragment))?;
                return Ok(act(Action::Engine(EngineAction::Use(Use::Dvi))));
            }
        }
        unless(Obstacle::Already, view == state.view)?;
        Ok(act(Action::View(ViewAction::Show(view))))
    }
}
