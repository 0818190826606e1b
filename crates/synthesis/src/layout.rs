//! The layout of a page.

use std::fmt::Write as _;

use serde::Serialize;
use texlens_stats::Choices;

use crate::family::Family;
use crate::language::Language;

/// TeX points per point of PDF files (1/72 inch).
const TEX_POINTS: f64 = 72.27 / 72.0;

/// A document class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// LaTeX's article.
    Article,
    /// LaTeX's report.
    Report,
    /// LaTeX's book.
    Book,
    /// The article of the AMS.
    Amsart,
}

/// The size of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Paper {
    /// 8.5 by 11 inches.
    Letter,
    /// 210 by 297 millimetres.
    A4,
}

/// The layout of a page, drawn at random. Section 3.2 of the paper lists what varies: class, font family, margins, font
/// size, line spacing, indentation, and one or two columns with varying spacing. It gives no values: they are ours. The
/// size of the paper varies, too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Layout {
    /// The document class.
    pub class: Class,
    /// The font family of the text.
    pub family: Family,
    /// The language of the text.
    pub language: Language,
    /// The size of the paper.
    pub paper: Paper,
    /// The size of the font in points: 10, 11 or 12.
    pub size: u8,
    /// The number of columns: 1 or 2.
    pub columns: u8,
    /// The space between two columns in TeX's points.
    pub gap: u16,
    /// The margins in TeX's points.
    pub margins: Margins,
    /// The distance of lines in percent of what the class takes.
    pub spacing: u16,
    /// The indentation of paragraphs in TeX's points.
    pub indent: u16,
    /// The space between paragraphs in TeX's points.
    pub skip: u16,
    /// The number of the section before this page.
    pub section: u16,
}

/// The margins of a page in TeX's points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Margins {
    /// The left margin.
    pub left: u16,
    /// The right margin.
    pub right: u16,
    /// The upper margin.
    pub top: u16,
    /// The lower margin.
    pub bottom: u16,
}

impl Paper {
    /// Returns width and height in points of PDF files.
    #[must_use]
    pub const fn size(self) -> (f64, f64) {
        match self {
            Self::Letter => (612.0, 792.0),
            Self::A4 => (595.276, 841.89),
        }
    }

    const fn option(self) -> &'static str {
        match self {
            Self::Letter => "letterpaper",
            Self::A4 => "a4paper",
        }
    }
}

impl Class {
    /// Reports whether a bibliography is a chapter, which would start a page of its own.
    pub(crate) const fn has_chapters(self) -> bool {
        matches!(self, Self::Report | Self::Book)
    }

    /// Returns the name of the class.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Article => "article",
            Self::Report => "report",
            Self::Book => "book",
            Self::Amsart => "amsart",
        }
    }
}

impl Layout {
    /// Draws a layout in one of these languages.
    pub(crate) fn draw(choices: &mut Choices, languages: &[Language]) -> Self {
        let class = choices.pick([
            Class::Article,
            Class::Article,
            Class::Report,
            Class::Book,
            Class::Amsart,
        ]);
        let columns = choices.pick([1, 1, 2]);
        let margin = |choices: &mut Choices| match columns {
            2 => choices.between(40, 62) as u16,
            _ => choices.between(58, 110) as u16,
        };
        let (left, right) = (margin(choices), margin(choices));
        let (top, bottom) = (choices.between(48, 90) as u16, choices.between(48, 90) as u16);
        let size = match columns {
            2 => choices.pick([10, 10, 11]),
            _ => choices.pick([10, 11, 12]),
        };
        let (indent, skip) = choices.pick([(15, 0), (20, 0), (12, 0), (10, 2), (0, 6), (0, 8)]);
        Self {
            class,
            // Headings of amsart are in small capitals, which the engine's other families lack.
            family: match (Family::draw(choices), class) {
                (_, Class::Amsart) => Family::ComputerModern,
                (family, _) => family,
            },
            language: choices.member(languages).copied().unwrap_or(Language::English),
            paper: choices.pick([Paper::Letter, Paper::A4]),
            size,
            columns,
            gap: choices.between(12, 30) as u16,
            margins: Margins {
                left,
                right,
                top,
                bottom,
            },
            spacing: choices.pick([100, 100, 100, 105, 110, 120, 135]),
            indent,
            skip,
            section: choices.below(7) as u16,
        }
    }

    /// Returns the layout in each of these sizes, with each of these numbers of columns; an empty list stands for what
    /// was drawn. Everything else is equal in all of them, margins included.
    pub(crate) fn variants(&self, sizes: &[u8], columns: &[u8]) -> Vec<Self> {
        let or_drawn = |asked: &[u8], drawn: u8| match asked {
            [] => vec![drawn],
            asked => asked.to_vec(),
        };
        let sizes = or_drawn(sizes, self.size);
        let columns = or_drawn(columns, self.columns);
        let of_size = |size: u8| {
            columns.iter().map(move |columns| Self {
                size,
                columns: *columns,
                ..self.clone()
            })
        };
        sizes.into_iter().flat_map(of_size).collect()
    }

    /// Returns about how many letters fit on the page, up to a factor.
    pub(crate) fn capacity(&self) -> f64 {
        let letters = self.column_width() / f64::from(self.size);
        self.lines() as f64 * letters
    }

    /// Returns the width of a column in TeX's points.
    #[must_use]
    pub fn column_width(&self) -> f64 {
        let text = self.paper.size().0 * TEX_POINTS - f64::from(self.margins.left) - f64::from(self.margins.right);
        match self.columns {
            2 => (text - f64::from(self.gap)) / 2.0,
            _ => text,
        }
    }

    /// Returns the height of the text area in TeX's points.
    #[must_use]
    pub fn text_height(&self) -> f64 {
        self.paper.size().1 * TEX_POINTS - f64::from(self.margins.top) - f64::from(self.margins.bottom)
    }

    /// Returns about how many lines fit on the page, in all columns together.
    pub(crate) fn lines(&self) -> usize {
        let line = f64::from(self.size) * 1.2 * f64::from(self.spacing) / 100.0;
        (self.text_height() / line) as usize * usize::from(self.columns)
    }

    /// Returns the lower edge of the text in points of PDF files, from TeX's origin one inch below the paper's edge.
    pub(crate) fn lower_edge(&self) -> f64 {
        self.paper.size().1 - f64::from(self.margins.bottom) / TEX_POINTS - 72.0
    }

    /// Writes the preamble of the document, up to `\begin{document}`.
    pub(crate) fn preamble(&self) -> String {
        let mut options = format!("{}pt,{}", self.size, self.paper.option());
        if self.columns == 2 {
            options.push_str(",twocolumn");
        }
        if matches!(self.class, Class::Book) {
            options.push_str(",oneside");
        }
        let mut text = format!("\\documentclass[{options}]{{{}}}\n", self.class.name());
        text.push_str(self.family.preamble());
        let Margins {
            left,
            right,
            top,
            bottom,
        } = self.margins;
        let _ = write!(
            text,
            "\\usepackage[{babel}]{{babel}}\n\
             \\usepackage{{mathtools,amssymb,amsthm,mathrsfs,bm,booktabs}}\n\
             \\usepackage[{paper},left={left}pt,right={right}pt,top={top}pt,bottom={bottom}pt,columnsep={gap}pt]{{geometry}}\n\
             \\linespread{{{whole}.{part:02}}}\n\
             \\setlength{{\\parindent}}{{{indent}pt}}\n\
             \\setlength{{\\parskip}}{{{skip}pt}}\n\
             \\pagestyle{{empty}}\n\
             \\raggedbottom\n{quirks}",
            babel = self.language.babel(),
            quirks = self.language.quirks(),
            paper = self.paper.option(),
            gap = self.gap,
            whole = self.spacing / 100,
            part = self.spacing % 100,
            indent = self.indent,
            skip = self.skip,
        );
        for (environment, name) in ENVIRONMENTS.iter().zip(self.language.theorems()) {
            let _ = writeln!(text, "\\newtheorem{{{environment}}}{{{name}}}");
        }
        if self.class.has_chapters() {
            let _ = writeln!(text, "\\setcounter{{chapter}}{{{}}}", self.section + 1);
        }
        let _ = writeln!(text, "\\setcounter{{section}}{{{}}}", self.section);
        text
    }
}

/// The environments of theorems in the order of their names.
pub(crate) const ENVIRONMENTS: [&str; 4] = ["theorem", "lemma", "definition", "remark"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_fit_on_the_paper() {
        for stream in 0..500 {
            let layout = Layout::draw(&mut Choices::new(3, stream), &Language::ALL);
            assert!((180.0..520.0).contains(&layout.column_width()), "{layout:?}");
            assert!((600.0..760.0).contains(&layout.text_height()), "{layout:?}");
        }
    }

    #[test]
    fn variants_differ_in_size_and_columns_alone() {
        let drawn = Layout::draw(&mut Choices::new(3, 0), &Language::ALL);
        assert_eq!(drawn.variants(&[], &[]), std::slice::from_ref(&drawn));
        let variants = drawn.variants(&[10, 12], &[1, 2]);
        let sizes: Vec<(u8, u8)> = variants.iter().map(|layout| (layout.size, layout.columns)).collect();
        assert_eq!(sizes, [(10, 1), (10, 2), (12, 1), (12, 2)]);
        for layout in &variants {
            let back = Layout {
                size: drawn.size,
                columns: drawn.columns,
                ..layout.clone()
            };
            assert_eq!(back, drawn);
        }
        let least = variants.iter().min_by(|a, b| a.capacity().total_cmp(&b.capacity()));
        assert_eq!(least, variants.last(), "the largest type in two columns holds least");
    }

    #[test]
    fn layouts_vary_in_everything() {
        let layouts: Vec<Layout> = (0..200)
            .map(|stream| Layout::draw(&mut Choices::new(3, stream), &Language::ALL))
            .collect();
        let count = |key: fn(&Layout) -> String| {
            let values: std::collections::BTreeSet<String> = layouts.iter().map(key).collect();
            values.len()
        };
        assert_eq!(count(|layout| format!("{:?}", layout.class)), 4);
        assert_eq!(count(|layout| format!("{:?}", layout.language)), 4);
        assert_eq!(count(|layout| layout.columns.to_string()), 2);
        assert_eq!(count(|layout| layout.size.to_string()), 3);
        assert!(count(|layout| layout.gap.to_string()) > 10);
    }
}
