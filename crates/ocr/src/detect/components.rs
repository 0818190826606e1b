//! Connected pieces of ink.

use std::ops::Range;

use super::image::Ink;

/// Adjacent pixels of a row that hold ink.
#[derive(Debug, Clone)]
pub(super) struct Run {
    pub(super) y: usize,
    pub(super) columns: Range<usize>,
    /// Index of the run's component in [`Components::all`].
    pub(super) component: usize,
}

/// The bounds of a connected piece of ink, inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Component {
    pub(super) x0: usize,
    pub(super) y0: usize,
    pub(super) x1: usize,
    pub(super) y1: usize,
}

impl Component {
    pub(super) fn height(&self) -> usize {
        self.y1 - self.y0 + 1
    }

    pub(super) fn width(&self) -> usize {
        self.x1 - self.x0 + 1
    }

    fn join(&mut self, other: Self) {
        self.x0 = self.x0.min(other.x0);
        self.y0 = self.y0.min(other.y0);
        self.x1 = self.x1.max(other.x1);
        self.y1 = self.y1.max(other.y1);
    }
}

/// Darkness above which a pixel is ink.
const INK: f32 = 0.5;

/// Returns the connected pieces of dark ink on a page: letters, mostly.
pub(super) fn dark_pieces(ink: &Ink) -> Vec<Component> {
    Components::of(ink, INK).all
}

/// The ink of a page, split into connected pieces.
#[derive(Debug, Default)]
pub(super) struct Components {
    pub(super) all: Vec<Component>,
    /// The runs of all components, from top to bottom.
    pub(super) runs: Vec<Run>,
}

impl Components {
    /// Finds the connected pieces of pixels darker than `least` (8 neighbours), by runs and union-find. Close to linear
    /// in the number of pixels.
    pub(super) fn of(ink: &Ink, least: f32) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        let mut parent: Vec<usize> = Vec::new();
        let mut above = 0..0;
        for y in 0..ink.height {
            let start = runs.len();
            for columns in inked(ink.row(y), least) {
                let id = runs.len();
                parent.push(id);
                while runs
                    .get(above.start)
                    .is_some_and(|run| above.contains(&above.start) && run.columns.end < columns.start)
                {
                    above.start += 1;
                }
                let touching = runs[above.clone()]
                    .iter()
                    .take_while(|run| run.columns.start <= columns.end);
                for other in touching {
                    let (a, b) = (root(&mut parent, id), root(&mut parent, other.component));
                    parent[a.max(b)] = a.min(b);
                }
                runs.push(Run {
                    y,
                    columns,
                    component: id,
                });
            }
            above = start..runs.len();
        }
        Self::gathered(runs, parent)
    }

    /// Numbers the components and measures their bounds.
    fn gathered(mut runs: Vec<Run>, mut parent: Vec<usize>) -> Self {
        let mut all: Vec<Component> = Vec::new();
        let mut numbers = vec![usize::MAX; runs.len()];
        for (i, run) in runs.iter_mut().enumerate() {
            let bounds = Component {
                x0: run.columns.start,
                y0: run.y,
                x1: run.columns.end - 1,
                y1: run.y,
            };
            let number = &mut numbers[root(&mut parent, i)];
            match all.get_mut(*number) {
                Some(component) => component.join(bounds),
                None => {
                    *number = all.len();
                    all.push(bounds);
                }
            }
            run.component = *number;
        }
        Self { all, runs }
    }
}

/// Returns the stretches of a row that are darker than `least`.
fn inked(row: &[f32], least: f32) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut x = 0;
    std::iter::from_fn(move || {
        let start = row[x..].iter().position(|&v| v > least)? + x;
        let end = row[start..]
            .iter()
            .position(|&v| v <= least)
            .map_or(row.len(), |p| p + start);
        x = end;
        Some(start..end)
    })
}

fn root(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_is_one_component() {
        let mut values = vec![0.0; 49];
        for i in 1..6 {
            for (x, y) in [(i, 1), (i, 5), (1, i), (5, i)] {
                values[y * 7 + x] = 1.0;
            }
        }
        let ink = Ink {
            width: 7,
            height: 7,
            values,
            scale: 1.0,
        };
        let found = Components::of(&ink, 0.5);
        assert_eq!(found.all.len(), 1);
        assert_eq!((found.all[0].width(), found.all[0].height()), (5, 5));
        assert_eq!(found.runs.len(), 8);
    }
}
