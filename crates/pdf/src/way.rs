//! The choice between the text of a page and its image.

use std::fmt;

use texlens_vocabulary::{PageGlyphs, ReadFrom};

use crate::content::Content;
use crate::raster::Raster;
use crate::text::{Counts, page_glyphs};

/// Largest share of the glyphs that may be hidden, drawn or unknown on a page whose text is read.
const MOST_HIDDEN: f64 = 0.1;
const MOST_DRAWN: f64 = 0.05;
const MOST_UNKNOWN: f64 = 0.03;
/// Largest share of the glyphs that may stand in turned text.
const MOST_TURNED: f64 = 0.5;
/// Largest share of the letters whose outline may not fit the letter that they state, and the least number of letters that
/// can be compared.
const MOST_UNLIKE: f64 = 0.1;
const LEAST_COMPARED: usize = 20;
/// Share of the page that the image of a scan takes.
const SCAN: f64 = 0.8;

/// The source from which a page is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// The glyphs that the file states.
    Text,
    /// The image of the page, since the glyphs cannot be trusted.
    Image(Obstacle),
}

/// The reason why the text of a page cannot be trusted. Shares are in percent of the glyphs outside of figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// The page has no text.
    NoText,
    /// The page is a scan: an image covers it.
    Scan,
    /// Text that cannot be seen, or that others cover.
    Hidden {
        /// Share of the glyphs.
        percent: u8,
    },
    /// Glyphs in fonts of bitmaps or drawings (type 3).
    Bitmaps {
        /// Share of the glyphs.
        percent: u8,
    },
    /// Glyphs whose symbol neither their name nor the map of their font states.
    Unknown {
        /// Share of the glyphs.
        percent: u8,
    },
    /// Letters whose drawing does not fit the letter that the font states.
    Disagrees {
        /// Share of the letters that can be compared.
        percent: u8,
    },
    /// Text that is not horizontal.
    Turned,
    /// More glyphs and lines than the limit.
    TooMuch,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoText => f.write_str("the page has no text"),
            Self::Scan => f.write_str("an image covers the page, as in a scan"),
            Self::Hidden { percent } => write!(f, "{percent} % of its text cannot be seen"),
            Self::Bitmaps { percent } => write!(f, "{percent} % of its text is in fonts of bitmaps"),
            Self::Unknown { percent } => write!(f, "the file does not say what {percent} % of its glyphs mean"),
            Self::Disagrees { percent } => write!(f, "{percent} % of its letters are drawn as other letters"),
            Self::Turned => f.write_str("its text is turned"),
            Self::TooMuch => f.write_str("it has too much content"),
        }
    }
}

/// The glyphs of a page, as the file states them.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The glyphs, rules and figures in pixels of the page image, whether they can be trusted or not.
    pub page: PageGlyphs,
    /// The grid of pixels.
    pub raster: Raster,
    /// The source that gives the better result.
    pub way: Way,
    /// What became of the glyphs.
    pub counts: Counts,
    /// The characters whose symbol is unknown, for people: font, code, name and Unicode.
    pub unknown: Vec<String>,
}

impl Reading {
    pub(crate) fn of(content: &Content, raster: Raster) -> Self {
        let (page, counts, unknown) = page_glyphs(content, raster.dpi.into());
        let obstacle = obstacle(content, counts);
        let page = PageGlyphs {
            width: raster.width.into(),
            height: raster.height.into(),
            read_from: ReadFrom::Text {
                although: obstacle.map(|obstacle| obstacle.to_string()),
                remarks: counts.remarks(),
            },
            ..page
        };
        let way = obstacle.map_or(Way::Text, Way::Image);
        Self {
            page,
            raster,
            way,
            counts,
            unknown,
        }
    }
}

/// Searches for a reason not to trust the text.
fn obstacle(content: &Content, counts: Counts) -> Option<Obstacle> {
    let all = counts.all();
    let beyond = |count: usize, of: usize, most: f64| {
        let share = count as f64 / of.max(1) as f64;
        (share > most).then_some((100.0 * share).round().clamp(1.0, 100.0) as u8)
    };
    let page = content.width * content.height;
    let is_scan = content
        .images
        .iter()
        .any(|image| image.width() * image.height() > SCAN * page);
    if content.is_cut_off {
        return Some(Obstacle::TooMuch);
    }
    if is_scan {
        return Some(Obstacle::Scan);
    }
    if all == 0 {
        return Some(Obstacle::NoText);
    }
    if let Some(percent) = beyond(counts.hidden, all, MOST_HIDDEN) {
        return Some(Obstacle::Hidden { percent });
    }
    if let Some(percent) = beyond(counts.drawn, all, MOST_DRAWN) {
        return Some(Obstacle::Bitmaps { percent });
    }
    if beyond(counts.turned, all, MOST_TURNED).is_some() {
        return Some(Obstacle::Turned);
    }
    if let Some(percent) = beyond(counts.unknown, all, MOST_UNKNOWN) {
        return Some(Obstacle::Unknown { percent });
    }
    let percent = beyond(counts.unlike, counts.compared, MOST_UNLIKE);
    let percent = percent.filter(|_| counts.compared >= LEAST_COMPARED);
    percent.map(|percent| Obstacle::Disagrees { percent })
}
