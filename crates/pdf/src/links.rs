//! Links of a page, and the named places to which they lead, as hyperref and others write them.

use std::collections::{HashMap, HashSet};

use hayro::hayro_interpret::TransformExt;
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, MaybeRef, Name, Object, ObjectIdentifier};
use hayro::hayro_syntax::page::Page;
use hayro::kurbo::{Affine, Point, Rect};

use crate::content::{Anchor, Link, Target};

/// Largest number of names and of bookmarks of a file, of links of a page, and of nodes that are visited to find each.
const MOST: usize = 100_000;
/// Largest length of a name, and of an address, in bytes.
const LONGEST: usize = 200;
const LONGEST_ADDRESS: usize = 2_000;
/// Largest depth of a tree of names or bookmarks.
const DEEPEST: i8 = 40;

/// A named place in a file.
#[derive(Debug, Clone, PartialEq)]
struct Place {
    name: String,
    /// x and y in the coordinates of the page; `None` for the page as a whole.
    at: Option<(f64, f64)>,
    level: Option<i8>,
}

/// The named places of a file, by page.
#[derive(Debug, Default)]
pub(crate) struct Places(HashMap<ObjectIdentifier, Vec<Place>>);

impl Places {
    /// Finds the named places. A damaged part of a tree is left out.
    pub(crate) fn of(pdf: &Pdf) -> Self {
        let mut places = Self::default();
        let Some(root) = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()) else {
            return places;
        };
        let levels = levels(&root);
        let mut visited = Visited::default();
        let mut add = |name: &[u8], destination: Object<'_>| {
            let (Some(name), Some((page, at))) = (readable(name), target(destination)) else {
                return;
            };
            let level = levels.get(&name).copied();
            places.0.entry(page).or_default().push(Place { name, at, level });
        };
        if let Some(tree) = root
            .get::<Dict<'_>>(b"Names")
            .and_then(|names| names.get::<Dict<'_>>(b"Dests"))
        {
            walk(&tree, DEEPEST, &mut visited, &mut add);
        }
        // The form of older files.
        if let Some(names) = root.get::<Dict<'_>>(b"Dests") {
            for name in names.keys().take(MOST) {
                if let Some(destination) = names.get::<Object<'_>>(&name) {
                    add(&name, destination);
                }
            }
        }
        places
    }

    /// Returns the named places of a page in points from its upper left corner as it is shown.
    pub(crate) fn on(&self, page: &Page<'_>) -> Vec<Anchor> {
        let found = page.raw().obj_id().and_then(|page| self.0.get(&page));
        let shown = shown(page);
        let anchor = |place: &Place| {
            let (x, y) = place.at?;
            let Point { x, y } = shown * Point::new(x, y);
            Some(Anchor {
                name: place.name.clone(),
                x,
                y,
                level: place.level,
            })
        };
        found.into_iter().flatten().filter_map(anchor).collect()
    }
}

/// Returns the links of a page to named places and to addresses.
pub(crate) fn links(page: &Page<'_>) -> Vec<Link> {
    let Some(annotations) = page.raw().get::<Array<'_>>(b"Annots") else {
        return Vec::new();
    };
    let shown = shown(page);
    let link = |annotation: Dict<'_>| {
        let is_link = annotation
            .get::<Name<'_>>(b"Subtype")
            .is_some_and(|kind| &*kind == b"Link");
        let area = annotation
            .get::<hayro::hayro_syntax::object::Rect>(b"Rect")
            .filter(|_| is_link)?;
        let area = Rect::new(area.x0, area.y0, area.x1, area.y1);
        Some(Link {
            area: shown.transform_rect_bbox(area).into(),
            target: leads_to(&annotation)
                .map(Target::Place)
                .or_else(|| address(&annotation).map(Target::Uri))?,
        })
    };
    annotations.iter::<Dict<'_>>().take(MOST).filter_map(link).collect()
}

/// Returns how coordinates of the page become those of the page as it is shown.
fn shown(page: &Page<'_>) -> Affine {
    page.initial_transform(true).to_kurbo()
}

/// Returns the named place to which a link or bookmark leads.
fn leads_to(from: &Dict<'_>) -> Option<String> {
    let destination = from.get::<Object<'_>>(b"Dest").or_else(|| {
        let action = from.get::<Dict<'_>>(b"A")?;
        let is_here = action.get::<Name<'_>>(b"S").is_some_and(|kind| &*kind == b"GoTo");
        action.get::<Object<'_>>(b"D").filter(|_| is_here)
    })?;
    match destination {
        Object::String(name) => readable(name.as_bytes()),
        Object::Name(name) => readable(&name),
        _ => None,
    }
}

/// Returns the address to which a link leads outside of the file.
fn address(link: &Dict<'_>) -> Option<String> {
    let action = link.get::<Dict<'_>>(b"A")?;
    action.get::<Name<'_>>(b"S").filter(|kind| &**kind == b"URI")?;
    let Object::String(address) = action.get::<Object<'_>>(b"URI")? else {
        return None;
    };
    let address = std::str::from_utf8(address.as_bytes()).ok()?.trim();
    let is_plain =
        !address.is_empty() && address.len() <= LONGEST_ADDRESS && address.chars().all(|c| c.is_ascii_graphic());
    is_plain.then(|| address.to_owned())
}

/// Returns a name that people have chosen. Others tell nothing.
fn readable(name: &[u8]) -> Option<String> {
    let name = std::str::from_utf8(name).ok()?;
    let is_plain = !name.is_empty() && name.len() <= LONGEST && name.chars().all(|c| c.is_ascii_graphic() || c == ' ');
    is_plain.then(|| name.to_owned())
}

/// Returns the page and the point of a destination.
fn target(destination: Object<'_>) -> Option<(ObjectIdentifier, Option<(f64, f64)>)> {
    let array = match destination {
        Object::Array(array) => array,
        Object::Dict(dict) => dict.get::<Array<'_>>(b"D")?,
        _ => return None,
    };
    let mut items = array.raw_iter();
    let page = items.next()?.as_obj_ref()?.into();
    let number = |item: Option<MaybeRef<Object<'_>>>| match item? {
        MaybeRef::NotRef(item) => item.into_number().map(|number| number.as_f64()),
        MaybeRef::Ref(_) => None,
    };
    let kind = match items.next() {
        Some(MaybeRef::NotRef(kind)) => kind.into_name(),
        _ => None,
    };
    let at = match kind.as_deref() {
        Some(b"XYZ") => number(items.next()).zip(number(items.next())),
        Some(b"FitH" | b"FitBH") => number(items.next()).map(|top| (0.0, top)),
        _ => None,
    };
    Some((page, at))
}

/// What was visited of a tree of names.
#[derive(Default)]
struct Visited {
    nodes: HashSet<ObjectIdentifier>,
    names: usize,
}

/// Visits the names of a tree.
fn walk(node: &Dict<'_>, depth: i8, visited: &mut Visited, add: &mut impl FnMut(&[u8], Object<'_>)) {
    let is_new = node.obj_id().is_none_or(|id| visited.nodes.insert(id));
    if !is_new || depth == 0 || visited.nodes.len() > MOST {
        return;
    }
    if let Some(names) = node.get::<Array<'_>>(b"Names") {
        let mut items = names.iter::<Object<'_>>();
        while let (Some(name), Some(destination)) = (items.next(), items.next()) {
            if visited.names == MOST {
                return;
            }
            visited.names += 1;
            if let Object::String(name) = name {
                add(name.as_bytes(), destination);
            }
        }
    }
    for kid in node.get::<Array<'_>>(b"Kids").iter().flat_map(Array::iter::<Dict<'_>>) {
        walk(&kid, depth - 1, visited, add);
    }
}

/// Returns the level of the bookmark of each place. Without a bookmark of a section, the uppermost ones count as such.
fn levels(root: &Dict<'_>) -> HashMap<String, i8> {
    let mut levels = HashMap::new();
    let mut seen = HashSet::new();
    let outlines = root.get::<Dict<'_>>(b"Outlines");
    let mut open: Vec<(Dict<'_>, i8)> = outlines
        .and_then(|outlines| outlines.get(b"First"))
        .map(|first| (first, 0))
        .into_iter()
        .collect();
    while let Some((item, level)) = open.pop() {
        let is_new = item.obj_id().is_none_or(|id| seen.insert(id));
        if !is_new || levels.len() >= MOST || seen.len() >= MOST {
            continue;
        }
        if let Some(name) = leads_to(&item) {
            levels.entry(name).or_insert(level);
        }
        open.extend(item.get(b"Next").map(|next| (next, level)));
        if level < DEEPEST {
            open.extend(item.get(b"First").map(|first| (first, level + 1)));
        }
    }
    let of_sections = levels.iter().filter(|(name, _)| name.starts_with("section."));
    let section = of_sections.map(|(_, depth)| *depth).min().unwrap_or(0);
    levels.values_mut().for_each(|depth| *depth -= section);
    levels
}
