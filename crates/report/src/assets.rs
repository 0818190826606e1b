//! KaTeX's style sheet and fonts, and the selection of what a page needs of them.

use std::collections::{BTreeMap, BTreeSet};

use base64::{Engine, prelude::BASE64_STANDARD};

use crate::ReportError;

/// KaTeX's style sheet and its woff2 fonts, of the version that katex-rs follows (see `THIRD_PARTY.md`).
///
/// The caller provides them because they are files of the app already: the browser fetches them from its own origin
/// when a report is saved. The default has none; formulas are then readable through their MathML only.
#[derive(Debug, Clone, Default)]
pub struct Assets {
    /// `katex.min.css`.
    pub katex_css: String,
    /// Fonts by file name, for example `KaTeX_Main-Regular.woff2`.
    pub fonts: BTreeMap<String, Vec<u8>>,
}

impl Assets {
    /// Returns the style sheet in which the fonts that `markup` uses are data URIs and all others are omitted.
    ///
    /// A face is kept if a rule calls for it and all classes of that rule occur in the markup. Rules that set weight or
    /// shape without a family apply to every family in use.
    pub(crate) fn embedded_css(&self, markup: &str) -> Result<String, ReportError> {
        let mut classes = Classes::default();
        classes.add(markup);
        self.css(&classes, |_, bytes| {
            format!("data:font/woff2;base64,{}", BASE64_STANDARD.encode(bytes))
        })
    }

    /// Returns the style sheet for markup with these classes, and the fonts that it refers to as files of the folder
    /// `fonts`.
    pub(crate) fn linked_css(&self, classes: &Classes) -> Result<(String, BTreeMap<&str, &[u8]>), ReportError> {
        let mut fonts = BTreeMap::new();
        let css = self.css(classes, |name, bytes| {
            fonts.insert(name, bytes);
            format!("fonts/{name}")
        })?;
        Ok((css, fonts))
    }

    /// Returns the style sheet with the faces in use. `address` returns the URL of a font from its name and bytes.
    fn css<'a>(
        &'a self,
        classes: &Classes,
        mut address: impl FnMut(&'a str, &'a [u8]) -> String,
    ) -> Result<String, ReportError> {
        if self.katex_css.contains("</") {
            return Err(ReportError::Assets("katex.min.css is not a style sheet".to_owned()));
        }
        let rules: Vec<Rule> = rules(&self.katex_css);
        let used = used_faces(&rules, classes);
        let mut css = String::new();
        for rule in &rules {
            if rule.selector != FONT_FACE {
                css.push_str(rule.text);
            } else if used.contains(&Face::of(rule)) {
                let (name, bytes) = self.font(rule)?;
                let source = format!("url({}) format(\"woff2\")", address(name, bytes));
                css.push_str(&rule.text.replace(rule.value("src").unwrap_or_default(), &source));
            }
        }
        Ok(css)
    }

    /// Returns the paths of the woff2 files in a style sheet, relative to it. These are the files to fetch for
    /// [`Assets::fonts`]; the key of each is the last component of its path.
    pub fn font_paths(katex_css: &str) -> impl Iterator<Item = &str> {
        rules(katex_css)
            .into_iter()
            .filter(|rule| rule.selector == FONT_FACE)
            .filter_map(|rule| woff2(&rule))
    }

    /// Returns the name and the bytes of the font of a face.
    fn font<'a>(&'a self, rule: &Rule<'a>) -> Result<(&'a str, &'a [u8]), ReportError> {
        let path = woff2(rule)
            .ok_or_else(|| ReportError::Assets("a font face of katex.min.css names no woff2 file".to_owned()))?;
        let name = path.rsplit('/').next().unwrap_or(path);
        let bytes = self
            .fonts
            .get(name)
            .ok_or_else(|| ReportError::Assets(format!("{name} is missing")))?;
        Ok((name, bytes))
    }
}

const FONT_FACE: &str = "@font-face";

/// Returns the path of the woff2 file of a font face.
fn woff2<'a>(rule: &Rule<'a>) -> Option<&'a str> {
    let urls = rule.value("src")?.split("url(").skip(1);
    urls.filter_map(|rest| Some(rest.split_once(')')?.0.trim_matches(['"', '\''])))
        .find(|path| path.ends_with(".woff2"))
}

/// A rule of a minified style sheet without nesting.
struct Rule<'a> {
    selector: &'a str,
    declarations: &'a str,
    text: &'a str,
}

impl<'a> Rule<'a> {
    fn value(&self, property: &str) -> Option<&'a str> {
        self.declarations.split(';').find_map(|declaration| {
            let (name, value) = declaration.split_once(':')?;
            (name.trim() == property).then(|| value.trim())
        })
    }

    /// Reports whether an element of the markup may match: all classes of one of the selectors occur.
    fn may_match(&self, classes: &Classes) -> bool {
        self.selector.split(',').any(|selector| {
            selector
                .split('.')
                .skip(1)
                .map(class_name)
                .all(|class| classes.0.contains(class))
        })
    }
}

/// Returns the name at the start of the text that follows a `.` in a selector.
fn class_name(text: &str) -> &str {
    let end = text
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_')
        .unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

fn rules(css: &str) -> Vec<Rule<'_>> {
    css.split_inclusive('}')
        .filter_map(|text| {
            let (selector, rest) = text.split_once('{')?;
            let declarations = rest.strip_suffix('}')?;
            Some(Rule {
                selector: selector.trim(),
                declarations,
                text,
            })
        })
        .collect()
}

/// The classes that occur in markup.
#[derive(Debug, Default)]
pub(crate) struct Classes(BTreeSet<String>);

impl Classes {
    /// Adds the classes of more markup.
    pub(crate) fn add(&mut self, markup: &str) {
        let attributes = markup.split("class=\"").skip(1).filter_map(|rest| rest.split_once('"'));
        for name in attributes.flat_map(|(names, _)| names.split_whitespace()) {
            if !self.0.contains(name) {
                self.0.insert(name.to_owned());
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Face {
    family: String,
    bold: bool,
    italic: bool,
}

impl Face {
    /// Returns the face that a `@font-face` rule declares.
    fn of(rule: &Rule<'_>) -> Self {
        let (bold, italic) = shape(rule);
        Self {
            family: family(rule).unwrap_or_default(),
            bold,
            italic,
        }
    }
}

fn used_faces(rules: &[Rule<'_>], classes: &Classes) -> BTreeSet<Face> {
    let styling = rules
        .iter()
        .filter(|rule| rule.selector != FONT_FACE && rule.may_match(classes));
    let mut faces = BTreeSet::new();
    let mut shapes = BTreeSet::new();
    for rule in styling {
        let (bold, italic) = shape(rule);
        match family(rule) {
            Some(family) => _ = faces.insert(Face { family, bold, italic }),
            None => _ = shapes.insert((bold, italic)),
        }
    }
    // Nested bold and italic combine.
    let bold = shapes.iter().any(|shape| shape.0);
    let italic = shapes.iter().any(|shape| shape.1);
    let reshaped = faces.iter().flat_map(|face| {
        [(bold, false), (false, italic), (bold, italic)].map(|(bold, italic)| Face {
            family: face.family.clone(),
            bold: face.bold || bold,
            italic: face.italic || italic,
        })
    });
    let reshaped: Vec<Face> = reshaped.collect();
    faces.extend(reshaped);
    faces
}

/// Returns the KaTeX family that a rule sets, by `font-family` or by the shorthand `font`.
fn family(rule: &Rule<'_>) -> Option<String> {
    let value = rule.value("font-family").or_else(|| rule.value("font"))?;
    let start = value.find("KaTeX_")?;
    Some(class_name(value.get(start..)?).to_owned())
}

/// Reports whether a rule calls for bold and whether it calls for italic.
fn shape(rule: &Rule<'_>) -> (bool, bool) {
    let bold = rule
        .value("font-weight")
        .is_some_and(|weight| weight == "bold" || weight == "700");
    let italic = rule.value("font-style").is_some_and(|style| style == "italic");
    (bold, italic)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CSS: &str = "@font-face{font-family:\"KaTeX_AMS\";font-style:normal;font-weight:400;src:url(fonts/KaTeX_AMS-Regular.woff2) format(\"woff2\"),url(fonts/KaTeX_AMS-Regular.woff) format(\"woff\")}\
        @font-face{font-family:\"KaTeX_Main\";font-style:normal;font-weight:700;src:url(fonts/KaTeX_Main-Bold.woff2) format(\"woff2\")}\
        @font-face{font-family:\"KaTeX_Main\";font-style:normal;font-weight:400;src:url(fonts/KaTeX_Main-Regular.woff2) format(\"woff2\")}\
        .katex{font:normal 1.21em KaTeX_Main,Times New Roman,serif}.katex .mathbf{font-family:KaTeX_Main;font-weight:700}\
        .katex .mathbb,.katex .textbb{font-family:KaTeX_AMS}.katex .textbf{font-weight:700}";

    fn assets() -> Assets {
        let fonts = [
            "KaTeX_AMS-Regular.woff2",
            "KaTeX_Main-Bold.woff2",
            "KaTeX_Main-Regular.woff2",
        ];
        Assets {
            katex_css: CSS.to_owned(),
            fonts: fonts.map(|name| (name.to_owned(), name.as_bytes().to_vec())).into(),
        }
    }

    #[test]
    fn fonts_are_listed_as_the_style_sheet_names_them() {
        let paths: Vec<_> = Assets::font_paths(CSS).collect();
        assert_eq!(
            paths,
            [
                "fonts/KaTeX_AMS-Regular.woff2",
                "fonts/KaTeX_Main-Bold.woff2",
                "fonts/KaTeX_Main-Regular.woff2"
            ]
        );
    }

    fn embeds(css: &str, font: &str) -> bool {
        css.contains(&BASE64_STANDARD.encode(font))
    }

    #[test]
    fn only_fonts_in_use_are_embedded() {
        let css = assets()
            .embedded_css(r#"<span class="katex"><span class="mathbb">"#)
            .unwrap();
        assert!(embeds(&css, "KaTeX_Main-Regular.woff2") && embeds(&css, "KaTeX_AMS-Regular.woff2"));
        assert!(!embeds(&css, "KaTeX_Main-Bold.woff2"));
        assert!(!css.contains("url(fonts/"), "{css}");
        assert!(css.contains(".mathbf{"), "rules stay");
    }

    #[test]
    fn weight_without_family_applies_to_families_in_use() {
        let css = assets()
            .embedded_css(r#"<span class="katex"><span class="mord textbf">"#)
            .unwrap();
        assert!(embeds(&css, "KaTeX_Main-Bold.woff2") && !embeds(&css, "KaTeX_AMS-Regular.woff2"));
    }

    #[test]
    fn of_a_folder_fonts_in_use_are_files() {
        let mut classes = Classes::default();
        classes.add(r#"<span class="katex"><span class="mathbb">"#);
        let assets = assets();
        let (css, fonts) = assets.linked_css(&classes).unwrap();
        let names: Vec<&str> = fonts.keys().copied().collect();
        assert_eq!(names, ["KaTeX_AMS-Regular.woff2", "KaTeX_Main-Regular.woff2"]);
        assert!(css.contains("url(fonts/KaTeX_AMS-Regular.woff2)") && !css.contains("data:"));
    }

    #[test]
    fn no_formula_needs_no_font() {
        assert!(!assets().embedded_css("<p>text</p>").unwrap().contains("data:"));
    }

    #[test]
    fn a_missing_font_is_an_error() {
        let mut assets = assets();
        assets.fonts.remove("KaTeX_Main-Regular.woff2");
        let error = assets.embedded_css(r#"<span class="katex">"#).unwrap_err();
        assert!(
            error.to_string().contains("KaTeX_Main-Regular.woff2 is missing"),
            "{error}"
        );
    }

    #[test]
    fn a_style_sheet_cannot_end_its_element() {
        let assets = Assets {
            katex_css: "</style><script>".to_owned(),
            ..Assets::default()
        };
        assert!(assets.embedded_css("").is_err());
    }
}
