//! How much to enlarge or shrink a page so that its text has the size the model was trained on.

use super::image::Ink;

/// Median height of the ink of a letter, in pixels, on pages of the model's resolution (10 to 12 pt type at 150 dpi).
const LETTER: f32 = 11.0;
/// Within these bounds of the median the page is read as it is: the model was trained on this range.
const READABLE: std::ops::RangeInclusive<f32> = 8.0..=15.5;
/// Components smaller than this (pixels) are dots and dust.
const DUST: usize = 4;
/// Too few letters to trust a median.
const FEW: usize = 20;

/// The factor by which the page should be resampled; 1 when the text already fits or there is too little of it.
pub(super) fn factor(ink: &Ink) -> f32 {
    measured(ink).unwrap_or(1.0)
}

/// The same; none when there is too little text to tell.
pub(super) fn measured(ink: &Ink) -> Option<f32> {
    let mut heights: Vec<usize> = components(ink)
        .into_iter()
        .filter(|c| c.height() >= DUST && c.height() < ink.height / 4 + 1 && c.width() < 4 * c.height())
        .map(|c| c.height())
        .collect();
    if heights.len() < FEW {
        return None;
    }
    let middle = heights.len() / 2;
    let median = *heights.select_nth_unstable(middle).1 as f32;
    Some(if READABLE.contains(&median) {
        1.0
    } else {
        (LETTER / median).clamp(0.1, 4.0)
    })
}

/// Bounds of a connected piece of ink, inclusive.
#[derive(Debug, Clone, Copy)]
struct Component {
    x0: usize,
    y0: usize,
    x1: usize,
    y1: usize,
}

impl Component {
    fn height(&self) -> usize {
        self.y1 - self.y0 + 1
    }

    fn width(&self) -> usize {
        self.x1 - self.x0 + 1
    }

    fn join(&mut self, other: Self) {
        self.x0 = self.x0.min(other.x0);
        self.y0 = self.y0.min(other.y0);
        self.x1 = self.x1.max(other.x1);
        self.y1 = self.y1.max(other.y1);
    }
}

/// Connected pieces of dark pixels (8 neighbours), by runs and union-find: close to linear in the number of pixels.
fn components(ink: &Ink) -> Vec<Component> {
    let mut parent: Vec<usize> = Vec::new();
    let mut boxes: Vec<Component> = Vec::new();
    let mut above: Vec<(usize, usize, usize)> = Vec::new();
    for y in 0..ink.height {
        let row = ink.row(y);
        let mut current: Vec<(usize, usize, usize)> = Vec::new();
        let mut x = 0;
        let mut candidate = 0;
        while let Some(start) = row[x.min(row.len())..].iter().position(|&v| v > 0.5).map(|p| p + x) {
            let end = row[start..]
                .iter()
                .position(|&v| v <= 0.5)
                .map_or(row.len(), |p| p + start);
            let id = parent.len();
            parent.push(id);
            boxes.push(Component {
                x0: start,
                y0: y,
                x1: end - 1,
                y1: y,
            });
            while above.get(candidate).is_some_and(|&(_, last, _)| last + 1 < start) {
                candidate += 1;
            }
            let touching = above[candidate..].iter().take_while(|&&(first, _, _)| first <= end);
            for &(_, _, other) in touching {
                let (a, b) = (root(&mut parent, id), root(&mut parent, other));
                if a != b {
                    let joined = boxes[a];
                    boxes[b].join(joined);
                    parent[a] = b;
                }
            }
            current.push((start, end - 1, id));
            x = end;
        }
        above = current;
    }
    (0..parent.len())
        .filter(|&i| parent[i] == i)
        .map(|i| boxes[i])
        .collect()
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

    fn page(letters: usize, height: usize) -> Ink {
        let (width, page_height) = (letters * 12, height * 8);
        let mut values = vec![0.0; width * page_height];
        for letter in 0..letters {
            for y in 0..height {
                for x in 0..6 {
                    values[(y + 3) * width + letter * 12 + x] = 1.0;
                }
            }
        }
        Ink {
            width,
            height: page_height,
            values,
            scale: 1.0,
        }
    }

    #[test]
    fn text_of_the_trained_size_is_left_alone() {
        assert_eq!(factor(&page(40, 11)), 1.0);
    }

    #[test]
    fn twice_the_size_is_halved() {
        assert!((factor(&page(40, 22)) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn a_word_is_too_little_to_judge() {
        assert_eq!(factor(&page(5, 40)), 1.0);
    }

    #[test]
    fn a_ring_is_one_component() {
        let mut values = vec![0.0; 49];
        for i in 1..6 {
            for (x, y) in [(i, 1), (i, 5), (1, i), (5, i)] {
                values[y * 7 + x] = 1.0;
            }
        }
        let found = components(&Ink {
            width: 7,
            height: 7,
            values,
            scale: 1.0,
        });
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].width(), found[0].height()), (5, 5));
    }
}
