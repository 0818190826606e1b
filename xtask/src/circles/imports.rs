//! The declarations and names in a source file: modules, re-exports, and paths into the same crate.

use std::collections::{BTreeMap, BTreeSet};

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprLit, Item, Lit, Meta, Token, UseTree, Visibility};

/// A path into the crate, from its root, with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Import {
    /// Names of modules, followed by that of an item.
    pub(super) path: Vec<String>,
    /// Line in the file, from 1.
    pub(super) line: usize,
}

/// A module in another file.
#[derive(Debug)]
pub(super) struct Child {
    /// The path of the module from the crate's root.
    pub(super) name: Vec<String>,
    /// The files that `path` attributes name, one for each target, relative to the folder of this file.
    pub(super) files: Vec<String>,
}

/// The declarations and names in one file.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Modules in other files.
    pub(super) children: Vec<Child>,
    /// The original path of each re-exported item, by the path under which it is re-exported.
    pub(super) re_exports: BTreeMap<Vec<String>, Vec<String>>,
    /// Modules whose items are all re-exported, by the re-exporting module.
    pub(super) globs: Vec<(Vec<String>, Vec<String>)>,
    /// All other paths.
    pub(super) imports: Vec<Import>,
}

/// Reads the file of the module `at`. Skips tests, which may import anything.
pub(super) fn find(file: &syn::File, at: &[String]) -> Found {
    let mut finder = Finder {
        at: at.to_vec(),
        found: Found::default(),
        names: vec![names(&file.items)],
    };
    finder.visit_file(file);
    finder.found
}

/// Returns the names of the modules among some items: a path may start with one.
fn names(items: &[Item]) -> BTreeSet<String> {
    let modules = items.iter().filter_map(|item| match item {
        Item::Mod(module) => Some(module.ident.to_string()),
        _ => None,
    });
    modules.collect()
}

struct Finder {
    /// The current module.
    at: Vec<String>,
    found: Found,
    /// Names of the modules that are declared in the current module, after those of the enclosing modules in the file.
    names: Vec<BTreeSet<String>>,
}

impl Finder {
    /// Returns a path from the crate's root; `None` if it leads into another crate or is not a path to a module.
    fn absolute(&self, segments: &[String]) -> Option<Vec<String>> {
        let mut base = self.at.clone();
        let mut rest = segments;
        match rest.first()?.as_str() {
            "crate" => {
                base.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|segment| segment == "super") {
                    base.pop()?;
                    rest = &rest[1..];
                }
            }
            first if self.names.last()?.contains(first) => {}
            _ => return None,
        }
        base.extend(rest.iter().cloned());
        Some(base)
    }

    fn import(&mut self, segments: &[String], line: usize) {
        if let Some(path) = self.absolute(segments) {
            self.found.imports.push(Import { path, line });
        }
    }

    fn take_use(&mut self, tree: &UseTree, before: &mut Vec<String>, is_shown: bool) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.take_use(&path.tree, before, is_shown);
                before.pop();
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.take_use(tree, before, is_shown);
                }
            }
            UseTree::Name(name) => self.take_name(&name.ident, &name.ident, before, is_shown),
            UseTree::Rename(rename) => self.take_name(&rename.ident, &rename.rename, before, is_shown),
            UseTree::Glob(glob) => {
                if is_shown && let Some(from) = self.absolute(before) {
                    self.found.globs.push((self.at.clone(), from));
                } else {
                    self.import(before, glob.star_token.spans[0].start().line);
                }
            }
        }
    }

    fn take_name(&mut self, name: &syn::Ident, alias: &syn::Ident, before: &[String], is_shown: bool) {
        let mut path = before.to_owned();
        if name != "self" {
            path.push(name.to_string());
        }
        if !is_shown {
            return self.import(&path, name.span().start().line);
        }
        if let Some(from) = self.absolute(&path) {
            let mut here = self.at.clone();
            here.push(alias.to_string());
            self.found.re_exports.insert(here, from);
        }
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if is_test(&module.attrs) {
            return;
        }
        let mut path = self.at.clone();
        path.push(module.ident.to_string());
        match &module.content {
            None => {
                let files = module.attrs.iter().filter_map(file_of).collect();
                self.found.children.push(Child { name: path, files });
            }
            Some((_, items)) => {
                let around = std::mem::replace(&mut self.at, path);
                self.names.push(names(items));
                visit::visit_item_mod(self, module);
                self.names.pop();
                self.at = around;
            }
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !is_test(&item.attrs) {
            let is_shown = !matches!(item.vis, Visibility::Inherited);
            self.take_use(&item.tree, &mut Vec::new(), is_shown);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if !is_test(&function.attrs) {
            visit::visit_item_fn(self, function);
        }
    }

    /// `pub(in path)` imports nothing.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        // A single name was imported, or belongs to this module.
        if path.segments.len() > 1 {
            let line = path
                .segments
                .first()
                .map_or(0, |segment| segment.ident.span().start().line);
            let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.import(&segments, line);
        }
        visit::visit_path(self, path);
    }
}

/// Returns the file that `#[path = "…"]` names, also within `cfg_attr`.
fn file_of(attribute: &Attribute) -> Option<String> {
    let value = match &attribute.meta {
        Meta::NameValue(path) if path.path.is_ident("path") => return literal(&path.value),
        Meta::List(list) if list.path.is_ident("cfg_attr") => list,
        _ => return None,
    };
    let parts = value.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    parts.ok()?.iter().find_map(|part| match part {
        Meta::NameValue(path) if path.path.is_ident("path") => literal(&path.value),
        _ => None,
    })
}

fn literal(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text), ..
        }) => Some(text.value()),
        _ => None,
    }
}

/// Reports whether an item is compiled only for tests.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute
                    .parse_args::<syn::Path>()
                    .is_ok_and(|path| path.is_ident("test"))
    })
}
