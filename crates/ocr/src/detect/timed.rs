//! Measures how long each stage of reading a page takes.

use serde::{Deserialize, Serialize};

use super::backend::Backend;
use super::tiles::Tile;

/// The time of each stage of reading a page, in milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Stages {
    /// Decoding the file to grey values, or reading the text of a PDF file.
    pub image: f64,
    /// Everything before the first tile: measuring the text, resampling, finding the ink.
    pub preparation: f64,
    /// Running the network.
    pub network: f64,
    /// Everything between runs of the network: converting rows to detections, cutting the next tile.
    pub tiles: f64,
    /// Everything after the last tile: converting detections to glyphs, finding rules.
    pub glyphs: f64,
    /// Typesetting the glyphs as LaTeX.
    pub typesetting: f64,
}

impl Stages {
    /// Returns the sum of both, stage by stage.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            image: self.image + other.image,
            preparation: self.preparation + other.preparation,
            network: self.network + other.network,
            tiles: self.tiles + other.tiles,
            glyphs: self.glyphs + other.glyphs,
            typesetting: self.typesetting + other.typesetting,
        }
    }
}

/// A backend that times its runs, for one page. `C` returns milliseconds since any fixed time, because no clock works
/// both natively and in a browser.
#[derive(Debug)]
pub struct Timed<'a, B, C> {
    backend: &'a mut B,
    clock: C,
    began: f64,
    /// The start of the first run and the end of the last one.
    runs: Option<(f64, f64)>,
    network: f64,
}

impl<'a, B, C: Fn() -> f64> Timed<'a, B, C> {
    /// Wraps a backend and starts the clock.
    pub fn new(backend: &'a mut B, clock: C) -> Self {
        let began = clock();
        Self {
            backend,
            clock,
            began,
            runs: None,
            network: 0.0,
        }
    }

    /// Returns the times so far; call this once the page is read. The caller times `image` and `typesetting`.
    pub fn stages(&self) -> Stages {
        let now = (self.clock)();
        let (first, last) = self.runs.unwrap_or((now, now));
        Stages {
            preparation: first - self.began,
            network: self.network,
            tiles: last - first - self.network,
            glyphs: now - last,
            ..Stages::default()
        }
    }
}

impl<B: Backend, C: Fn() -> f64> Backend for Timed<'_, B, C> {
    type Error = B::Error;

    async fn run(&mut self, tile: &Tile) -> Result<Vec<f32>, B::Error> {
        let start = (self.clock)();
        let rows = self.backend.run(tile).await;
        let end = (self.clock)();
        self.network += end - start;
        self.runs = Some((self.runs.map_or(start, |(first, _)| first), end));
        rows
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::convert::Infallible;
    use std::future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    /// A backend whose runs take the given number of milliseconds.
    struct Takes<'a>(&'a Cell<f64>, f64);

    impl Backend for Takes<'_> {
        type Error = Infallible;

        fn run(&mut self, _: &Tile) -> impl Future<Output = Result<Vec<f32>, Infallible>> {
            self.0.set(self.0.get() + self.1);
            future::ready(Ok(Vec::new()))
        }
    }

    fn run(timed: &mut impl Backend) {
        let tile = Tile {
            width: 0,
            height: 0,
            ink: Vec::new(),
        };
        let run = pin!(timed.run(&tile)).poll(&mut Context::from_waker(Waker::noop()));
        assert!(matches!(run, Poll::Ready(Ok(_))));
    }

    #[test]
    fn every_millisecond_belongs_to_a_stage() {
        let time = Cell::new(100.0);
        let pass = |milliseconds| time.set(time.get() + milliseconds);
        let mut backend = Takes(&time, 10.0);
        let mut timed = Timed::new(&mut backend, || time.get());
        pass(1.0);
        run(&mut timed);
        pass(2.0);
        run(&mut timed);
        pass(4.0);
        let expected = Stages {
            preparation: 1.0,
            network: 20.0,
            tiles: 2.0,
            glyphs: 4.0,
            ..Stages::default()
        };
        assert_eq!(timed.stages(), expected);
    }

    #[test]
    fn a_blank_page_is_all_preparation() {
        let time = Cell::new(0.0);
        let mut backend = Takes(&time, 10.0);
        let timed = Timed::new(&mut backend, || time.get());
        time.set(3.0);
        assert_eq!(
            timed.stages(),
            Stages {
                preparation: 3.0,
                ..Stages::default()
            }
        );
    }
}
