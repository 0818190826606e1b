//! The variants of a page: the same blocks in several sizes of type and numbers of columns.

use crate::layout::Layout;
use crate::settings::Settings;

/// The layouts in which a page is made.
#[derive(Debug)]
pub(crate) struct Variants {
    /// In the order of the settings.
    layouts: Vec<Layout>,
    /// What tells each from the others.
    names: Vec<String>,
    /// The indices in the order of making: the layout that holds least is the first.
    order: Vec<usize>,
}

impl Variants {
    pub(crate) fn new(drawn: &Layout, settings: &Settings) -> Self {
        let layouts = drawn.variants(&settings.sizes, &settings.columns);
        let name = |layout: &Layout| {
            let size = (settings.sizes.len() > 1).then(|| format!("-{}pt", layout.size));
            let columns = (settings.columns.len() > 1).then(|| format!("-{}col", layout.columns));
            [size, columns].into_iter().flatten().collect()
        };
        let names = layouts.iter().map(name).collect();
        let capacity = |index: &usize| layouts.get(*index).map_or(0.0, Layout::capacity);
        let mut order: Vec<usize> = (0..layouts.len()).collect();
        order.sort_by(|a, b| capacity(a).total_cmp(&capacity(b)));
        Self { layouts, names, order }
    }

    /// Returns the number of variants, which is at least one.
    pub(crate) fn count(&self) -> usize {
        self.layouts.len().max(1)
    }

    /// Returns the layouts with their names, in the order of the settings.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&Layout, &str)> {
        self.layouts.iter().zip(self.names.iter().map(String::as_str))
    }

    /// Returns the indices in the order of making.
    pub(crate) fn order(&self) -> impl Iterator<Item = usize> {
        self.order.iter().copied()
    }

    pub(crate) fn layout(&self, index: usize) -> Option<&Layout> {
        self.layouts.get(index)
    }
}
