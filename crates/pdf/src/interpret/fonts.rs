//! The fonts of a page by the resources that define them.
//!
//! The interpreter hands out glyphs without the names of their fonts. A font is known again by its program: the font of
//! a glyph is one that maps the glyph's code to the same glyph of the same program. Fonts that agree in this are the
//! same for a reader.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_interpret::font::{GlyphId, OutlineGlyph};
use hayro::hayro_interpret::hayro_cmap::BfString;
use hayro::hayro_syntax::object::{Array, Dict, Name, Stream};
use hayro::hayro_syntax::page::{Page, Resources};
use hayro_font::{FontCache, FontData, FontGlyph};

use crate::content::Font;

/// Maximum number of fonts of a page.
const MAX_FONTS: usize = 500;
/// Maximum number of forms and patterns whose resources are searched for fonts.
const MAX_FORMS: usize = 2000;
/// Maximum depth of forms within forms.
const MAX_DEPTH: usize = 12;
/// Number of codes of a font that is not composite.
const SIMPLE_CODES: u32 = 256;

/// Flags of a font's description. Writers do not agree on the others: many set that of serifs for all fonts or none.
const FIXED: u32 = 1 << 0;
const ITALIC: u32 = 1 << 6;

/// The fonts that a page may use.
pub(super) struct Fonts<'a> {
    fonts: Vec<Known<'a>>,
    /// The font of a glyph, by the identity of the glyph and its code.
    found: HashMap<(u128, u32), Option<usize>>,
}

struct Known<'a> {
    font: hayro_font::Font<'a>,
    is_composite: bool,
    /// The embedded font program.
    file: Option<Stream<'a>>,
    program: OnceCell<Option<skrifa::Font>>,
    shown: Font,
}

impl<'a> Fonts<'a> {
    /// Collects the fonts in the resources of a page.
    pub(super) fn of(page: &Page<'a>, settings: &InterpreterSettings) -> Self {
        let mut search = Search {
            cache: FontCache::new(),
            settings,
            seen: HashSet::new(),
            forms: 0,
            fonts: Vec::new(),
        };
        search.resources(page.resources(), 0);
        Self {
            fonts: search.fonts,
            found: HashMap::new(),
        }
    }

    /// Returns the index of the font of a glyph.
    pub(super) fn find(&mut self, glyph: &OutlineGlyph) -> Option<usize> {
        let (identity, code) = (glyph.identifier(), glyph.char_code());
        let key = (identity.cache_key(), code);
        if let Some(found) = self.found.get(&key) {
            return *found;
        }
        let unicode = glyph.as_unicode();
        let is_same = |known: &Known<'a>| {
            if !known.is_composite && code >= SIMPLE_CODES {
                return false;
            }
            match known.font.glyph(known.font.map_code(code), code) {
                FontGlyph::Outline(other) => other.identifier() == identity && other.as_unicode() == unicode,
                FontGlyph::Type3(_) => false,
            }
        };
        let found = self.fonts.iter().position(is_same);
        self.found.insert(key, found);
        found
    }

    /// Returns the name of a glyph in the program of a font.
    pub(super) fn name(&self, font: usize, glyph: GlyphId) -> Option<String> {
        let known = self.fonts.get(font)?;
        let load = || {
            let data = known.file.as_ref()?.decoded_data().ok()?.into_owned();
            skrifa::Font::new(Arc::new(data) as FontData, 0)
        };
        let program = known.program.get_or_init(load).as_ref()?;
        let name = program.glyph_name(skrifa::GlyphId::new(glyph.to_u32()))?;
        (!name.is_synthesized()).then(|| name.as_str().to_owned())
    }

    /// Returns the fonts for people and programs.
    pub(super) fn shown(self) -> Vec<Font> {
        self.fonts.into_iter().map(|known| known.shown).collect()
    }
}

/// A search for fonts in resources within resources.
struct Search<'a, 's> {
    cache: FontCache<'a>,
    settings: &'s InterpreterSettings,
    /// Fonts and forms that were seen, by the bytes of their dictionaries.
    seen: HashSet<(usize, usize)>,
    forms: usize,
    fonts: Vec<Known<'a>>,
}

impl<'a> Search<'a, '_> {
    fn resources(&mut self, resources: &Resources<'a>, depth: usize) {
        for name in resources.fonts.keys() {
            if let Some(dict) = resources.fonts.get::<Dict<'a>>(&*name) {
                self.font(&dict);
            }
        }
        if depth >= MAX_DEPTH {
            return;
        }
        for (objects, name) in [&resources.x_objects, &resources.patterns]
            .into_iter()
            .flat_map(|objects| objects.keys().map(move |name| (objects, name)))
        {
            if self.forms >= MAX_FORMS {
                return;
            }
            let Some(form) = objects.get::<Stream<'a>>(&*name) else {
                continue;
            };
            let Some(inner) = form.dict().get::<Dict<'a>>("Resources") else {
                continue;
            };
            if self.seen.insert(place(form.dict())) {
                self.forms += 1;
                self.resources(&Resources::new(inner), depth + 1);
            }
        }
    }

    fn font(&mut self, dict: &Dict<'a>) {
        if self.fonts.len() >= MAX_FONTS || !self.seen.insert(place(dict)) {
            return;
        }
        let InterpreterSettings {
            font_resolver,
            cmap_resolver,
            ..
        } = self.settings;
        let Some(font) = self.cache.font(dict, font_resolver, cmap_resolver) else {
            return;
        };
        let descendant = dict
            .get::<Array<'a>>("DescendantFonts")
            .and_then(|fonts| fonts.iter::<Dict<'a>>().next());
        let descriptor = descendant.as_ref().unwrap_or(dict).get::<Dict<'a>>("FontDescriptor");
        let descriptor = descriptor.unwrap_or_default();
        let file = ["FontFile3", "FontFile", "FontFile2"]
            .iter()
            .find_map(|key| descriptor.get::<Stream<'a>>(key));
        let flags = descriptor.get::<u32>("Flags");
        let has = |flag: u32| flags.is_some_and(|flags| flags & flag != 0);
        let base = dict.get::<Name<'a>>("BaseFont");
        let name = base.as_ref().map_or("", |name| without_prefix(name.as_str()));
        self.fonts.push(Known {
            font,
            is_composite: descendant.is_some(),
            file,
            program: OnceCell::new(),
            shown: Font {
                name: name.to_owned(),
                is_fixed: has(FIXED),
                is_italic: has(ITALIC),
            },
        });
    }
}

/// Returns the place of a dictionary in the file, which identifies it.
fn place(dict: &Dict<'_>) -> (usize, usize) {
    let data = dict.data();
    (data.as_ptr().addr(), data.len())
}

/// Returns a PostScript name without the six capitals that mark a subset.
fn without_prefix(name: &str) -> &str {
    match name.split_once('+') {
        Some((prefix, rest)) if prefix.len() == 6 => rest,
        _ => name,
    }
}

/// Returns the characters that a glyph stands for.
pub(super) fn text(unicode: BfString) -> String {
    match unicode {
        BfString::Char(c) => c.to_string(),
        BfString::String(text) => text,
    }
}
