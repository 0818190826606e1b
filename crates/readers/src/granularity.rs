//! Which pages are in one request.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// The pages of a request (TexOCR, section 6.4 and table 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Granularity {
    /// One page. The paper's protocol.
    #[default]
    SingleImage,
    /// Several pages of a document, each as a picture.
    MultiImage,
    /// Several pages of a document, merged into one picture.
    Merged,
}

impl Granularity {
    /// All granularities.
    pub const ALL: [Self; 3] = [Self::SingleImage, Self::MultiImage, Self::Merged];

    /// Returns the name that arguments and files use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SingleImage => "single-image",
            Self::MultiImage => "multi-image",
            Self::Merged => "merged",
        }
    }
}

/// Maximum number of pages of a request. Providers take 20 to 100 pictures.
pub const MAX_PAGES: usize = 20;

/// The number of pages of a request, if no other is given and there may be several. The paper does not state its number.
pub const DEFAULT_PAGES: usize = 4;

/// Maximum length of a side of a picture, in pixels. Some providers refuse larger pictures.
pub const MAX_SIDE: u32 = 8_000;

/// The longest sides to which pictures can be reduced, in pixels.
pub const LONGEST_SIDES: RangeInclusive<u32> = 64..=MAX_SIDE;

/// A page that is to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The id of its sample.
    pub id: String,
    /// The document that it is part of, if it is known. Pages of a document follow each other.
    pub document: Option<String>,
}

/// The pages of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The ids of the pages, at least one.
    pub pages: Vec<String>,
}

/// Divides pages into requests, in their order. With several pages in a request, these are at most `most` consecutive
/// pages of a document; pages without a document are alone. Linear.
#[must_use]
pub fn units(pages: &[Page], granularity: Granularity, most: usize) -> Vec<Unit> {
    let most = match granularity {
        Granularity::SingleImage => 1,
        Granularity::MultiImage | Granularity::Merged => most.clamp(1, MAX_PAGES),
    };
    let is_same = |one: &Page, next: &Page| one.document.is_some() && one.document == next.document;
    let runs = pages.chunk_by(is_same);
    runs.flat_map(|run| run.chunks(most))
        .map(|pages| Unit {
            pages: pages.iter().map(|page| page.id.clone()).collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_hold_pages_of_one_document() {
        let page = |id: &str, document: Option<&str>| Page {
            id: id.to_owned(),
            document: document.map(str::to_owned),
        };
        let pages = [
            page("a1", Some("a")),
            page("a2", Some("a")),
            page("a3", Some("a")),
            page("b1", Some("b")),
            page("x", None),
            page("y", None),
        ];
        let of = |granularity, most| -> Vec<String> {
            let units = units(&pages, granularity, most);
            units.iter().map(|unit| unit.pages.join("+")).collect()
        };
        assert_eq!(of(Granularity::SingleImage, 9), ["a1", "a2", "a3", "b1", "x", "y"]);
        assert_eq!(of(Granularity::MultiImage, 2), ["a1+a2", "a3", "b1", "x", "y"]);
        assert_eq!(of(Granularity::Merged, 9), ["a1+a2+a3", "b1", "x", "y"]);
        assert_eq!(of(Granularity::Merged, 0).len(), 6);
    }
}
