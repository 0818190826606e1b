//! How tables are read and counted.

use crate::settings::{Parameter, Settings};

/// Whether two tables in HTML are compared in the form that all formats have in common.
pub(crate) const PLAIN_HTML: Parameter<bool> = Parameter {
    name: "teds.plain_html",
    default: false,
    about: "Whether two tables in HTML are compared like tables in LaTeX: th as td, without thead, tbody and tfoot, with white \
            space collapsed and short rows filled.",
};

/// Whether the nodes of the compared trees are counted.
pub(crate) const TREE_NODES: Parameter<bool> = Parameter {
    name: "teds.tree_nodes",
    default: false,
    about: "Whether the distance is divided by the number of nodes of the larger tree, as in the paper's formula and in \
            table-recognition-metric 0.0.6; otherwise by its number of elements within the table, as in PubTabNet's code.",
};

/// How tables are read and counted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reading {
    pub(super) is_html_plain: bool,
    pub(super) counts_tree_nodes: bool,
    /// Whether the contents of cells are ignored.
    pub(super) is_structure_only: bool,
}

impl Reading {
    pub(crate) fn of(settings: &Settings, is_structure_only: bool) -> Self {
        Self {
            is_html_plain: settings.get(&PLAIN_HTML),
            counts_tree_nodes: settings.get(&TREE_NODES),
            is_structure_only,
        }
    }
}
