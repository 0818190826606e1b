//! Drawings as PDF files, as pdfTeX writes them: subsets of Type 1 fonts with the names of their glyphs, glyphs at the
//! places that pdfTeX gives them, distances of words as numbers between the glyphs, and a map to Unicode for each font.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::rc::Rc;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str};
use texlens_dvi::Colour;

use crate::drawing::{Drawing, Mark, MarkKind, PAPER};
use crate::font::OutlineFont;
use crate::outline::Bounds;
use crate::type1::{Type1, Type1Glyph};
use crate::type1_names::{Names, characters};

/// A distance in thousandths of the font's size from which on text is placed anew.
const FAR: f64 = 32_000.0;
/// Differences of places below this are none, in points.
const NEAR: f64 = 0.0005;

/// The glyphs of a font that pages use.
struct Used {
    outlines: Rc<OutlineFont>,
    /// The width of each code in thousandths of the font's size.
    widths: BTreeMap<u8, f64>,
}

/// Writes drawings as the pages of a PDF file. All pages have the same paper, in points. Glyphs without outlines are
/// left out. The same drawings give the same bytes.
#[must_use]
pub fn to_pdf(pages: &[&Drawing], paper: Bounds) -> Vec<u8> {
    let mut fonts: BTreeMap<Rc<str>, Used> = BTreeMap::new();
    for mark in pages.iter().flat_map(|page| &page.marks) {
        if let MarkKind::Glyph {
            name,
            font: Some(outlines),
            code,
            size,
            advance,
            ..
        } = &mark.kind
            && let Ok(code) = u8::try_from(*code)
        {
            let used = fonts.entry(Rc::clone(name)).or_insert_with(|| Used {
                outlines: Rc::clone(outlines),
                widths: BTreeMap::new(),
            });
            used.widths
                .entry(code)
                .or_insert(rounded(advance / size * 1000.0, 10.0));
        }
    }
    let mut next = 1;
    let mut reference = || {
        next += 1;
        Ref::new(next - 1)
    };
    let (catalog, tree, info) = (reference(), reference(), reference());
    let font_ids: BTreeMap<Rc<str>, Ref> = fonts.keys().map(|name| (Rc::clone(name), reference())).collect();
    let page_ids: Vec<[Ref; 2]> = pages.iter().map(|_| [reference(), reference()]).collect();
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree)
        .kids(page_ids.iter().map(|[page, _]| *page))
        .count(pages.len() as i32);
    pdf.document_info(info).producer(pdf_writer::TextStr("texlens"));
    let resource = |name: &str| {
        format!(
            "F{}",
            fonts.keys().position(|known| &**known == name).unwrap_or_default() + 1
        )
    };
    for (drawing, [page_id, content_id]) in pages.iter().zip(&page_ids) {
        let content = content(drawing, paper, &fonts, &resource);
        pdf.stream(*content_id, &compressed(&content))
            .filter(Filter::FlateDecode);
        let mut page = pdf.page(*page_id);
        page.parent(tree).contents(*content_id);
        page.media_box(Rect::new(
            0.0,
            0.0,
            (paper.x1 - paper.x0) as f32,
            (paper.y1 - paper.y0) as f32,
        ));
        let mut resources = page.resources();
        let mut dictionary = resources.fonts();
        for (name, id) in &font_ids {
            dictionary.pair(Name(resource(name).as_bytes()), *id);
        }
        dictionary.finish();
        resources.finish();
        page.finish();
    }
    for (name, used) in &fonts {
        let ids = [font_ids[name], reference(), reference(), reference()];
        write_font(&mut pdf, name, used, ids);
    }
    pdf.finish()
}

/// Writes the text and the rules of a page.
fn content(
    drawing: &Drawing,
    paper: Bounds,
    fonts: &BTreeMap<Rc<str>, Used>,
    resource: &dyn Fn(&str) -> String,
) -> Vec<u8> {
    let height = paper.y1 - paper.y0;
    // `printed` starts at the lower left corner of TeX's paper.
    let (left, bottom) = (paper.x0 - PAPER.x0, PAPER.y1 - paper.y1);
    let mut content = Content::new();
    let mut colour = Colour::BLACK;
    let mut line = Line::default();
    for mark in &drawing.marks {
        let MarkKind::Glyph {
            name,
            font: Some(_),
            code,
            size,
            printed,
            ..
        } = &mark.kind
        else {
            continue;
        };
        let Some(code) = u8::try_from(*code).ok() else { continue };
        let width = fonts
            .get(name)
            .and_then(|used| used.widths.get(&code))
            .copied()
            .unwrap_or_default();
        let at = (printed.0 - left, printed.1 - bottom);
        if !line.continues(name, *size, at) || mark.colour != colour {
            line.write(&mut content, resource);
            paint(&mut content, &mut colour, mark.colour);
            line = Line::start(name, *size, at);
        }
        line.add(code, width, at);
    }
    line.write(&mut content, resource);
    for mark in &drawing.marks {
        if let Mark {
            kind: MarkKind::Rule { width, height: tall },
            x,
            y,
            colour: ink,
        } = mark
        {
            paint(&mut content, &mut colour, *ink);
            let (x, y) = (x - paper.x0, height - (y - paper.y0));
            let [x, y, width, tall] = [x, y, *width, *tall].map(|length| rounded(length, 1000.0) as f32);
            content.rect(x, y, width, tall).fill_nonzero();
        }
    }
    content.finish().into_vec()
}

fn paint(content: &mut Content, current: &mut Colour, colour: Colour) {
    if *current != colour {
        let [red, green, blue] = colour.0.map(|share| f32::from(share) / 255.0);
        content.set_fill_rgb(red, green, blue);
        *current = colour;
    }
}

/// Glyphs of one font on one baseline.
#[derive(Default)]
struct Line {
    font: Option<Rc<str>>,
    size: f64,
    start: (f64, f64),
    /// The place of the next glyph if nothing stands between.
    next: f64,
    /// Codes, and the distance before each run of them in thousandths of the size.
    runs: Vec<(f64, Vec<u8>)>,
}

impl Line {
    fn start(font: &Rc<str>, size: f64, at: (f64, f64)) -> Self {
        Self {
            font: Some(Rc::clone(font)),
            size,
            start: at,
            next: at.0,
            runs: Vec::new(),
        }
    }

    fn continues(&self, font: &Rc<str>, size: f64, (x, y): (f64, f64)) -> bool {
        self.font.as_ref() == Some(font)
            && (self.size - size).abs() < NEAR
            && (self.start.1 - y).abs() < NEAR
            && ((x - self.next) / size * 1000.0).abs() < FAR
    }

    fn add(&mut self, code: u8, width: f64, at: (f64, f64)) {
        let distance = ((at.0 - self.next) / self.size * 1000.0).round();
        match self.runs.last_mut() {
            Some((_, codes)) if distance == 0.0 => codes.push(code),
            _ => {
                self.next += distance * self.size / 1000.0;
                self.runs.push((distance, vec![code]));
            }
        }
        self.next += width * self.size / 1000.0;
    }

    fn write(&self, content: &mut Content, resource: &dyn Fn(&str) -> String) {
        let Some(font) = &self.font else { return };
        let place = [self.start.0, self.start.1].map(|length| rounded(length, 1000.0) as f32);
        content.begin_text();
        content.set_font(Name(resource(font).as_bytes()), rounded(self.size, 10_000.0) as f32);
        content.set_text_matrix([1.0, 0.0, 0.0, 1.0, place[0], place[1]]);
        let mut shown = content.show_positioned();
        let mut items = shown.items();
        for (distance, codes) in &self.runs {
            if *distance != 0.0 {
                items.adjust(-*distance as f32);
            }
            items.show(Str(codes));
        }
        items.finish();
        shown.finish();
        content.end_text();
    }
}

/// Writes a font: its dictionary, description, program and map to Unicode.
fn write_font(pdf: &mut Pdf, tex: &str, used: &Used, [font_id, descriptor_id, program_id, map_id]: [Ref; 4]) {
    let names = Names::of(tex);
    let fallback: Vec<(u8, String)> = used.widths.keys().map(|code| (*code, format!("c{code}"))).collect();
    let mut taken = BTreeSet::new();
    // A font may give a name to several codes. The program has each name once; a second code gets a name of its own.
    let named: BTreeMap<u8, &str> = fallback
        .iter()
        .map(|(code, other)| {
            let name = names
                .and_then(|names| names.glyph((*code).into()))
                .filter(|name| taken.insert(*name));
            (*code, name.unwrap_or(other))
        })
        .collect();
    let empty = crate::outline::Outline::default();
    let glyphs: BTreeMap<&str, Type1Glyph<'_>> = used
        .widths
        .iter()
        .map(|(code, width)| {
            let glyph = Type1Glyph {
                code: *code,
                outline: used.outlines.glyph((*code).into()).unwrap_or(&empty),
                width: width.round() as i32,
            };
            (named.get(code).copied().unwrap_or(".notdef"), glyph)
        })
        .collect();
    let name = format!("{}+{}", tag(tex, used), names.map_or(tex, |names| names.font));
    let program = Type1::write(&name, &glyphs);
    let name = Name(name.as_bytes());
    let (first, last) = (
        used.widths.keys().next().copied().unwrap_or_default(),
        used.widths.keys().next_back().copied().unwrap_or_default(),
    );
    let mut font = pdf.type1_font(font_id);
    font.base_font(name).first_char(first).last_char(last);
    font.widths((first..=last).map(|code| used.widths.get(&code).copied().unwrap_or_default() as f32));
    font.font_descriptor(descriptor_id).to_unicode(map_id);
    let mut encoding = font.encoding_custom();
    let mut differences = encoding.differences();
    for (code, glyph) in &named {
        differences.consecutive(*code, [Name(glyph.as_bytes())]);
    }
    differences.finish();
    encoding.finish();
    font.finish();
    let Bounds { x0, y0, x1, y1 } = program.bounds;
    pdf.font_descriptor(descriptor_id)
        .name(name)
        .flags(FontFlags::SYMBOLIC)
        .bbox(Rect::new(
            x0.floor() as f32,
            y0.floor() as f32,
            x1.ceil() as f32,
            y1.ceil() as f32,
        ))
        .italic_angle(0.0)
        .ascent(y1.ceil() as f32)
        .descent(y0.floor() as f32)
        .cap_height(683.0)
        .stem_v(69.0)
        .font_file(program_id);
    let bytes = compressed(&program.bytes);
    let mut stream = pdf.stream(program_id, &bytes);
    stream.filter(Filter::FlateDecode);
    stream.pair(Name(b"Length1"), program.clear as i32);
    stream.pair(Name(b"Length2"), (program.bytes.len() - program.clear) as i32);
    stream.pair(Name(b"Length3"), 0);
    stream.finish();
    let system = SystemInfo {
        registry: Str(b"Adobe"),
        ordering: Str(b"UCS"),
        supplement: 0,
    };
    let mut map = UnicodeCmap::new(Name(b"TeX"), system);
    for code in used.widths.keys() {
        let glyph = names.and_then(|names| names.glyph((*code).into()));
        if let Some(text) = glyph.and_then(characters) {
            map.pair_with_multiple(*code, text.chars());
        }
    }
    let map = map.finish();
    pdf.stream(map_id, &compressed(&map)).filter(Filter::FlateDecode);
}

/// Returns the tag of a subset, six capitals that depend on the font and its codes.
fn tag(font: &str, used: &Used) -> String {
    let codes = used.widths.keys().copied();
    // FNV-1a.
    let hash = font.bytes().chain(codes).fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (0..6)
        .map(|place| char::from(b'A' + (hash >> (8 * place)) as u8 % 26))
        .collect()
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing into memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}
