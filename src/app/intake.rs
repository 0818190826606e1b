//! What the files are that a person brought: told by their content, paired by their names, refused with advice.

use std::{
    collections::BTreeMap,
    fmt::{self, Display, Formatter},
};

use texlens_evaluate::Evaluation;
use texlens_ocr::detect::MAX_PIXELS;

use super::picture::Picture;
use crate::blob::Blob;

/// Larger files are refused before they are read.
pub const MAX_FILE_BYTES: usize = 64 << 20;

/// A file as it arrived.
#[derive(Debug, Clone, PartialEq)]
pub struct Incoming {
    /// Its name with its ending.
    pub name: String,
    /// What it is, or why it cannot be used.
    pub content: Result<Content, Reason>,
}

impl Incoming {
    /// Says what the bytes are that `blob` stands for. Those of a page stay where they are.
    #[must_use]
    pub fn new(name: String, bytes: Result<Vec<u8>, Reason>, blob: &Blob) -> Self {
        let content = bytes.and_then(|bytes| identify(&name, bytes, blob));
        Self { name, content }
    }
}

/// What a file is.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// The image of a page.
    Page(Picture),
    /// A text.
    Latex(String),
    /// A saved evaluation.
    Report(Box<Report>),
}

/// A saved evaluation.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Without its images.
    pub evaluation: Evaluation,
    /// The images of its samples, in their order.
    pub pictures: Vec<Option<Picture>>,
}

impl From<Evaluation> for Report {
    fn from(mut evaluation: Evaluation) -> Self {
        let images = evaluation.samples.iter_mut().map(|sample| sample.image.take());
        Self {
            pictures: images.map(|image| image.map(Picture::from)).collect(),
            evaluation,
        }
    }
}

/// A LaTeX text and the file it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// File name, or a phrase such as "pasted text".
    pub origin: String,
    /// The text.
    pub latex: String,
}

/// What belongs to one sample, before it becomes one. At least one of the three is present.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Draft {
    /// File name without its ending and without a word such as `reference`.
    pub name: String,
    /// The page.
    pub image: Option<Picture>,
    /// Reference LaTeX.
    pub reference: Option<Text>,
    /// A system's LaTeX.
    pub prediction: Option<Text>,
}

/// What came of a set of files.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Intake {
    /// In the order of the files.
    pub drafts: Vec<Draft>,
    /// Saved evaluations.
    pub reports: Vec<Report>,
    /// Files that could not be used.
    pub refusals: Vec<Refusal>,
}

/// A file that could not be used, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The file's name.
    pub name: String,
    /// What is wrong and what to do.
    pub reason: Reason,
}

/// Why a file could not be used. Its text says what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// No bytes, or nothing but white space.
    Empty,
    /// Over [`MAX_FILE_BYTES`].
    TooBig {
        /// Its size.
        bytes: u64,
    },
    /// The browser could not read it.
    Unreadable,
    /// It could not be fetched from where the app is served.
    Unreachable,
    /// Named like an image, but it is none.
    NotAnImage,
    /// A PNG or JPEG that stops before its end.
    TruncatedImage,
    /// A PNG or JPEG whose header makes no sense.
    DamagedImage,
    /// Over [`MAX_PIXELS`].
    TooManyPixels {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
    },
    /// LaTeX in another encoding.
    NotUtf8 {
        /// Of the first byte that is not UTF-8.
        offset: usize,
    },
    /// A known format that is not read.
    Foreign(Format),
    /// Nothing this program reads.
    Unsupported,
    /// An HTML file that is not a saved evaluation, or a damaged one.
    Report {
        /// What the reader of reports said.
        message: String,
    },
}

/// Formats that are recognised only to name them in a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Portable Document Format.
    Pdf,
    /// Another image format.
    OtherImage,
    /// A zip or gzip archive.
    Archive,
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("The file is empty. Check that it was saved or downloaded completely."),
            Self::TooBig { bytes } => write!(
                f,
                "The file has {} MB; the limit is {} MB. Save the page as a compressed PNG or JPEG.",
                bytes >> 20,
                MAX_FILE_BYTES >> 20
            ),
            Self::Unreadable => {
                f.write_str("The browser could not read the file. Check that it still exists and may be read.")
            }
            Self::Unreachable => {
                f.write_str("The file could not be loaded. Check that the app is still being served, then try again.")
            }
            Self::NotAnImage => {
                f.write_str("The name says image, but the content is neither PNG nor JPEG. Export the page again as PNG.")
            }
            Self::TruncatedImage => {
                f.write_str("The image stops before its end. Copy or download it again, then drop the complete file.")
            }
            Self::DamagedImage => f.write_str("The image is damaged: its header cannot be read. Export the page again."),
            Self::TooManyPixels { width, height } => write!(
                f,
                "The image has {width} \u{d7} {height} pixels; the limit is {} million. Scale it down: 200 dpi is enough.",
                MAX_PIXELS / 1_000_000
            ),
            Self::NotUtf8 { offset } => {
                write!(f, "The text is not UTF-8: the byte at offset {offset} does not fit. Save it as UTF-8.")
            }
            Self::Foreign(Format::Pdf) => {
                f.write_str("PDF is not read yet. Export its pages as PNG, for example with pdftoppm -png -r 200.")
            }
            Self::Foreign(Format::OtherImage) => f.write_str("This image format is not read. Convert it to PNG or JPEG."),
            Self::Foreign(Format::Archive) => f.write_str("Archives are not read. Unpack it and drop the files inside."),
            Self::Unsupported => f.write_str(
                "Not a file texlens reads. It takes PNG and JPEG pages, LaTeX as .tex, .txt or .md, and saved evaluations.",
            ),
            Self::Report { message } => write!(f, "Not a saved evaluation that can be opened: {message}"),
        }
    }
}

/// Sorts files into samples, saved evaluations and refusals. One bad file never blocks the others.
#[must_use]
pub fn sort(files: Vec<Incoming>) -> Intake {
    let mut intake = Intake::default();
    let mut pages = Vec::new();
    let mut texts = Vec::new();
    for Incoming { name, content } in files {
        match content {
            Ok(Content::Page(picture)) => pages.push((stem(&name).to_owned(), picture)),
            Ok(Content::Latex(latex)) => texts.push(NamedText::new(name, latex)),
            Ok(Content::Report(report)) => intake.reports.push(*report),
            Err(reason) => intake.refusals.push(Refusal { name, reason }),
        }
    }
    intake.drafts = pair(pages, texts);
    intake
}

fn identify(name: &str, bytes: Vec<u8>, blob: &Blob) -> Result<Content, Reason> {
    if bytes.is_empty() {
        return Err(Reason::Empty);
    }
    if let Some(picture) = Picture::look(&bytes, blob) {
        return picture.map(Content::Page);
    }
    if let Some(format) = foreign(&bytes) {
        return Err(Reason::Foreign(format));
    }
    match ending(name).as_deref() {
        Some("png" | "jpg" | "jpeg") => Err(Reason::NotAnImage),
        Some("html" | "htm") => report(bytes).map(Content::Report),
        Some("tex" | "ltx" | "latex" | "txt" | "md") | None => text(bytes).map(Content::Latex),
        Some(_) => Err(Reason::Unsupported),
    }
}

fn foreign(bytes: &[u8]) -> Option<Format> {
    const MAGIC: [(&[u8], Format); 8] = [
        (b"%PDF-", Format::Pdf),
        (b"GIF8", Format::OtherImage),
        (b"RIFF", Format::OtherImage),
        (b"II*\0", Format::OtherImage),
        (b"MM\0*", Format::OtherImage),
        (b"BM", Format::OtherImage),
        (b"PK\x03\x04", Format::Archive),
        (b"\x1f\x8b", Format::Archive),
    ];
    // Two letters are too little to tell a bitmap from a text that begins with them.
    let bitmap_or_text = bytes.starts_with(b"BM") && std::str::from_utf8(bytes).is_ok();
    MAGIC
        .iter()
        .find(|(magic, _)| bytes.starts_with(magic))
        .map(|(_, format)| *format)
        .filter(|_| !bitmap_or_text)
}

fn report(bytes: Vec<u8>) -> Result<Box<Report>, Reason> {
    let html = utf8(bytes)?;
    texlens_report::from_html(&html)
        .map(|evaluation| Box::new(evaluation.into()))
        .map_err(|error| Reason::Report {
            message: error.to_string(),
        })
}

fn text(bytes: Vec<u8>) -> Result<String, Reason> {
    let text = utf8(bytes)?;
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    if text.trim().is_empty() {
        Err(Reason::Empty)
    } else {
        Ok(text)
    }
}

fn utf8(bytes: Vec<u8>) -> Result<String, Reason> {
    String::from_utf8(bytes).map_err(|error| Reason::NotUtf8 {
        offset: error.utf8_error().valid_up_to(),
    })
}

fn ending(name: &str) -> Option<String> {
    name.rsplit_once('.').map(|(_, ending)| ending.to_lowercase())
}

/// The name without its ending.
fn stem(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Reference,
    Prediction,
    Unknown,
}

/// A text with what its name says of it.
#[derive(Debug)]
struct NamedText {
    stem: String,
    role: Role,
    text: Text,
}

impl NamedText {
    fn new(name: String, latex: String) -> Self {
        let (stem, role) = stem_and_role(&name);
        Self {
            stem: stem.to_owned(),
            role,
            text: Text { origin: name, latex },
        }
    }
}

/// `p3.reference.tex` and `p3_gt.tex` are references of `p3`; `p3.pred.tex` and `p3.md` are predictions.
fn stem_and_role(name: &str) -> (&str, Role) {
    const REFERENCE: [&str; 7] = ["reference", "ref", "gt", "truth", "gold", "expected", "target"];
    const PREDICTION: [&str; 7] = ["prediction", "pred", "hypothesis", "hyp", "output", "out", "ocr"];
    let stem = stem(name);
    let (before, last) = stem.rsplit_once(['.', '_', '-', ' ']).unwrap_or(("", stem));
    let word = last.to_lowercase();
    if REFERENCE.contains(&word.as_str()) {
        (before, Role::Reference)
    } else if PREDICTION.contains(&word.as_str()) {
        (before, Role::Prediction)
    } else if ending(name).as_deref() == Some("md") {
        (stem, Role::Prediction)
    } else {
        (stem, Role::Unknown)
    }
}

/// One draft for each page, texts joined to it by name; then the texts that are left, paired among themselves.
fn pair(pages: Vec<(String, Picture)>, mut texts: Vec<NamedText>) -> Vec<Draft> {
    if let ([(stem, _)], [text]) = (pages.as_slice(), texts.as_mut_slice()) {
        text.stem.clone_from(stem);
    }
    if let (true, [first, second]) = (pages.is_empty(), texts.as_mut_slice()) {
        second.stem.clone_from(&first.stem);
    }
    let mut drafts: Vec<Draft> = Vec::new();
    let mut by_stem: BTreeMap<String, usize> = BTreeMap::new();
    for (name, image) in pages {
        by_stem.entry(name.clone()).or_insert(drafts.len());
        drafts.push(Draft {
            name,
            image: Some(image),
            ..Draft::default()
        });
    }
    // Texts that say what they are take their places first.
    texts.sort_by_key(|text| text.role == Role::Unknown);
    for NamedText { stem, role, text } in texts {
        let known = by_stem.get(&stem).and_then(|&index| drafts.get_mut(index));
        match known.and_then(|draft| vacancy(draft, role)) {
            Some(place) => *place = Some(text),
            None => {
                let mut draft = Draft {
                    name: stem.clone(),
                    ..Draft::default()
                };
                match role {
                    Role::Prediction => draft.prediction = Some(text),
                    Role::Reference | Role::Unknown => draft.reference = Some(text),
                }
                by_stem.insert(stem, drafts.len());
                drafts.push(draft);
            }
        }
    }
    for draft in &mut drafts {
        if draft.name.is_empty() {
            "texts".clone_into(&mut draft.name);
        }
    }
    drafts
}

/// Where a text of this role still fits. A page beside an unnamed text takes it as the reference.
fn vacancy(draft: &mut Draft, role: Role) -> Option<&mut Option<Text>> {
    let Draft {
        reference, prediction, ..
    } = draft;
    match role {
        Role::Reference => Some(reference),
        Role::Prediction => Some(prediction),
        Role::Unknown if reference.is_none() => Some(reference),
        Role::Unknown => Some(prediction),
    }
    .filter(|place| place.is_none())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};

    use super::*;

    fn file(name: &str, bytes: &[u8]) -> Incoming {
        Incoming::new(name.to_owned(), Ok(bytes.to_vec()), &Blob::new(bytes, ""))
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let pixels = vec![255; (width * height) as usize];
        PngEncoder::new(&mut bytes)
            .write_image(&pixels, width, height, ExtendedColorType::L8)
            .unwrap();
        bytes
    }

    /// A PNG of a size that nobody wants to encode in a test: a real header with other numbers.
    fn png_header(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = png(1, 1);
        bytes[16..20].copy_from_slice(&width.to_be_bytes());
        bytes[20..24].copy_from_slice(&height.to_be_bytes());
        let checksum = crc32(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&checksum.to_be_bytes());
        bytes
    }

    fn crc32(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0, |crc: u32, &byte| {
            (0..8).fold(crc ^ u32::from(byte), |crc, _| {
                (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg())
            })
        })
    }

    fn reason(file: Incoming) -> Reason {
        let intake = sort(vec![file]);
        assert_eq!(intake.drafts, []);
        intake.refusals.into_iter().next().unwrap().reason
    }

    #[test]
    fn each_bad_file_has_its_own_reason() {
        assert_eq!(reason(file("a.png", b"")), Reason::Empty);
        assert_eq!(reason(file("a.tex", b" \n\t")), Reason::Empty);
        assert_eq!(reason(file("a.png", b"\\section{A}")), Reason::NotAnImage);
        assert_eq!(reason(file("a.tex", b"caf\xe9")), Reason::NotUtf8 { offset: 3 });
        assert_eq!(reason(file("a.pdf", b"%PDF-1.7")), Reason::Foreign(Format::Pdf));
        assert_eq!(reason(file("a.exe", b"MZ")), Reason::Unsupported);
        assert_eq!(
            reason(file("a.png", &png_header(20_000, 20_000))),
            Reason::TooManyPixels {
                width: 20_000,
                height: 20_000
            }
        );
        assert!(matches!(
            reason(file("a.html", b"<p>not a report</p>")),
            Reason::Report { .. }
        ));
    }

    #[test]
    fn every_proper_prefix_of_a_png_is_refused() {
        let whole = png(8, 8);
        assert!(sort(vec![file("a.png", &whole)]).refusals.is_empty());
        for length in 8..whole.len() {
            assert_eq!(
                reason(file("a.png", &whole[..length])),
                Reason::TruncatedImage,
                "{length} bytes"
            );
        }
    }

    #[test]
    fn an_image_is_known_by_its_content() {
        let intake = sort(vec![file("page.dat", &png(3, 2))]);
        let image = intake.drafts.first().and_then(|draft| draft.image.as_ref()).unwrap();
        assert_eq!(
            (image.width, image.height, image.media_type.as_str()),
            (3, 2, "image/png")
        );
    }

    #[test]
    fn one_bad_file_does_not_block_the_others() {
        let intake = sort(vec![file("a.png", b""), file("b.png", &png(1, 1)), file("b.tex", b"x")]);
        assert_eq!(intake.refusals.len(), 1);
        assert_eq!(intake.drafts.len(), 1);
        assert_eq!(intake.drafts[0].reference.as_ref().unwrap().latex, "x");
    }

    #[test]
    fn pages_take_texts_of_the_same_name() {
        let page = png(1, 1);
        let intake = sort(vec![
            file("p1.png", &page),
            file("p2.tex", b"two"),
            file("p2.png", &page),
            file("p2.pred.tex", b"tow"),
            file("p1.tex", b"one"),
        ]);
        let found: Vec<_> = intake
            .drafts
            .iter()
            .map(|draft| {
                let latex = |text: &Option<Text>| text.as_ref().map(|text| text.latex.clone());
                (draft.name.as_str(), latex(&draft.reference), latex(&draft.prediction))
            })
            .collect();
        assert_eq!(
            found,
            [
                ("p1", Some("one".into()), None),
                ("p2", Some("two".into()), Some("tow".into()))
            ]
        );
    }

    #[test]
    fn the_only_text_belongs_to_the_only_page() {
        let intake = sort(vec![file("scan.png", &png(1, 1)), file("truth.tex", b"x")]);
        assert_eq!(intake.drafts.len(), 1);
        assert_eq!(intake.drafts[0].name, "scan");
        assert!(intake.drafts[0].reference.is_some());
    }

    #[test]
    fn two_texts_are_reference_and_prediction() {
        for (first, second) in [("a.tex", "b.tex"), ("gt.tex", "x.tex"), ("a_ref.tex", "a.md")] {
            let intake = sort(vec![file(first, b"r"), file(second, b"p")]);
            assert_eq!(intake.drafts.len(), 1, "{first} {second}");
            assert_eq!(
                intake.drafts[0].reference.as_ref().unwrap().latex,
                "r",
                "{first} {second}"
            );
        }
        let intake = sort(vec![file("prediction.tex", b"p"), file("reference.tex", b"r")]);
        assert_eq!(intake.drafts[0].reference.as_ref().unwrap().latex, "r");
        assert_eq!(intake.drafts[0].name, "texts");
    }

    #[test]
    fn every_reason_says_something() {
        for reason in [
            Reason::Empty,
            Reason::Unreadable,
            Reason::TooBig { bytes: 1 << 30 },
            Reason::DamagedImage,
        ] {
            assert!(reason.to_string().len() > 20);
        }
    }
}
