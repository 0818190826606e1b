//! Checks that displayed formulas of a page are read again, and that the readings vote. The network is one that finds
//! rectangles and takes some of them for another letter at the scale of the page.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use texlens_ocr::detect::{Backend, DetectError, GrayImage, Model, Tile, read_page};
use texlens_ocr::{PageGlyphs, Style};

const WIDTH: usize = 800;
const HEIGHT: usize = 600;
/// Height of each rectangle.
const TALL: usize = 10;
/// Widths of the rectangles that stand for letters of words, for a variable, and for a relation.
const LETTER: usize = 7;
const VARIABLE: usize = 12;
const RELATION: usize = 17;

fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("something waits"),
    }
}

struct Rectangles<'m> {
    model: &'m Model,
    runs: usize,
}

impl Rectangles<'_> {
    fn symbol(&self, name: &str) -> f32 {
        self.model
            .symbols
            .iter()
            .position(|symbol| symbol.name == name)
            .unwrap() as f32
    }

    fn style(&self, style: Style) -> f32 {
        self.model.styles.iter().position(|known| *known == style).unwrap() as f32
    }
}

impl Backend for Rectangles<'_> {
    type Error = Infallible;

    async fn run(&mut self, tile: &Tile) -> Result<Vec<f32>, Infallible> {
        self.runs += 1;
        let is_inked = |x: usize, y: usize| tile.ink[y * tile.width + x] > 0.5;
        let mut rows = Vec::new();
        for y in 1..tile.height {
            for x in 1..tile.width {
                if !is_inked(x, y) || is_inked(x - 1, y) || is_inked(x, y - 1) {
                    continue;
                }
                let wide = (x..tile.width).take_while(|x| is_inked(*x, y)).count();
                let tall = (y..tile.height).take_while(|y| is_inked(x, *y)).count();
                let (symbol, style) = match wide * TALL / tall {
                    0..10 => ("n", Style::Roman),
                    // The mistake.
                    10..15 if tall == TALL => ("y", Style::MathItalic),
                    10..15 => ("x", Style::MathItalic),
                    _ => ("=", Style::Roman),
                };
                let (column, line) = ((x + wide / 2) / 4, (y + tall / 2) / 4);
                rows.extend([
                    column as f32,
                    line as f32,
                    0.9,
                    self.symbol(symbol),
                    0.9,
                    self.style(style),
                ]);
                rows.extend([x as f32 - 4.0 * column as f32, (y + tall) as f32 - 4.0 * line as f32]);
                rows.extend([wide as f32, tall as f32, 0.0, 2.0 * tall as f32]);
            }
        }
        Ok(rows)
    }
}

/// Lines of words, and between them the rectangles of a formula.
fn page(formula: &[usize]) -> GrayImage {
    let mut pixels = vec![255; WIDTH * HEIGHT];
    let mut fill = |x: usize, y: usize, wide: usize| {
        for row in y..y + TALL {
            pixels[row * WIDTH + x..row * WIDTH + x + wide].fill(0);
        }
    };
    for y in [80, 104, 220, 244, 268] {
        (0..60).for_each(|at| fill(60 + 11 * at, y, LETTER));
    }
    let mut x = 360;
    for wide in formula {
        fill(x, 160, *wide);
        x += wide + 6;
    }
    GrayImage::new(WIDTH, HEIGHT, pixels)
}

fn read(image: &GrayImage, model: &Model) -> (PageGlyphs, usize) {
    let mut backend = Rectangles { model, runs: 0 };
    let go_on = |_, _| ControlFlow::Continue(());
    let page = now(read_page(image, model, &mut backend, go_on)).unwrap();
    (page, backend.runs)
}

fn count(page: &PageGlyphs, symbol: &str) -> usize {
    page.glyphs.iter().filter(|glyph| glyph.symbol == symbol).count()
}

fn model() -> Model {
    Model::from_manifest(include_str!("../../../models/glyph-detector.json")).unwrap()
}

#[test]
fn other_scales_outvote_a_mistake_in_a_displayed_formula() {
    let model = model();
    let (without, usual) = read(&page(&[]), &model);
    assert_eq!((count(&without, "n"), count(&without, "y")), (300, 0));
    let (with, runs) = read(&page(&[VARIABLE, RELATION, VARIABLE]), &model);
    assert_eq!((count(&with, "x"), count(&with, "y"), count(&with, "=")), (2, 0, 1));
    assert_eq!(count(&with, "n"), 300);
    // The formula is read at four more scales, and nothing else is.
    assert_eq!(runs, usual + 4);
}

#[test]
fn what_stands_in_the_text_is_read_once() {
    let model = model();
    let mut image = page(&[]);
    let (before, usual) = read(&image, &model);
    // The last letter of a line becomes a variable.
    for row in 104..104 + TALL {
        let end = row * WIDTH + 60 + 11 * 59;
        image.pixels[end..end + VARIABLE].fill(0);
    }
    let (after, runs) = read(&image, &model);
    assert_eq!((count(&before, "y"), count(&after, "y")), (0, 1));
    assert_eq!(runs, usual);
}

#[test]
fn the_work_can_be_stopped_while_a_formula_is_read_again() {
    let model = model();
    let image = page(&[VARIABLE, RELATION, VARIABLE]);
    let (_, all) = read(&image, &model);
    let mut backend = Rectangles { model: &model, runs: 0 };
    let mut done = 0;
    let stop_late = |finished, tiles| {
        done += usize::from(finished == tiles);
        if done > 2 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let stopped = now(read_page(&image, &model, &mut backend, stop_late));
    assert!(matches!(stopped, Err(DetectError::Cancelled)));
    assert!(backend.runs < all);
}
