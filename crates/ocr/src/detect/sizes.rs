//! Evens out the font sizes that the network reports. TeX sets the letters of a line in few sizes, and the size of a
//! single letter is off by a few per cent.

use super::median::median;
use crate::Glyph;

/// Distance to both sides within which neighbours count, in em.
const REACH: f32 = 10.0;
/// Largest difference of baselines that count as one, in em. Scripts are raised or lowered by more.
const BASELINE: f32 = 0.1;
/// Largest relative difference of sizes that may be the same. Different sizes of LaTeX that occur on one baseline
/// differ by at least as much (`\scriptsize` and `\normalsize`, capitals and small capitals made of smaller ones).
const SAME: f32 = 0.16;
/// Height of the bands by which glyphs are looked up, in pixels.
const BAND: f32 = 4.0;
/// Most neighbours that are considered in a band, so that a page of dust stays cheap.
const MAX_NEIGHBOURS: usize = 64;

/// Gives every glyph the median size of its neighbours on the same baseline whose size may be the same. O(n log n).
pub(super) fn even_out(glyphs: &mut [Glyph]) {
    let mut order: Vec<usize> = (0..glyphs.len()).collect();
    let band = |g: &Glyph| (g.y / BAND).floor() as i64;
    order.sort_by(|&a, &b| {
        let (a, b) = (&glyphs[a], &glyphs[b]);
        band(a).cmp(&band(b)).then(a.x.total_cmp(&b.x))
    });
    let sizes: Vec<f32> = order
        .iter()
        .map(|&i| median_near(&glyphs[i], glyphs, &order, band))
        .collect();
    for (i, size) in order.into_iter().zip(sizes) {
        glyphs[i].size = size;
    }
}

/// Returns the median size of a glyph and its neighbours; `order` sorts glyphs by band and position.
fn median_near(glyph: &Glyph, glyphs: &[Glyph], order: &[usize], band: impl Fn(&Glyph) -> i64) -> f32 {
    let (own, band) = (band(glyph), &band);
    let fits = |other: &&Glyph| {
        (other.y - glyph.y).abs() < BASELINE * glyph.size && (other.size - glyph.size).abs() < SAME * glyph.size
    };
    let sizes = (own.saturating_sub(1)..=own.saturating_add(1)).flat_map(|line| {
        let start = order.partition_point(move |&i| {
            let g = &glyphs[i];
            band(g) < line || band(g) == line && g.x < glyph.x - REACH * glyph.size
        });
        order[start..]
            .iter()
            .map(|&i| &glyphs[i])
            .take_while(move |g| band(g) == line && g.x < glyph.x + REACH * glyph.size)
            .filter(fits)
            .take(MAX_NEIGHBOURS)
            .map(|g| g.size)
    });
    median(sizes).unwrap_or(glyph.size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glyph(x: f32, y: f32, size: f32) -> Glyph {
        Glyph {
            symbol: "a".into(),
            style: crate::Style::Roman,
            x,
            y,
            width: 10.0,
            height: 9.0,
            depth: 0.0,
            size,
            confidence: 1.0,
        }
    }

    fn evened(mut glyphs: Vec<Glyph>) -> Vec<f32> {
        even_out(&mut glyphs);
        glyphs.iter().map(|g| g.size).collect()
    }

    #[test]
    fn letters_of_a_line_share_a_size() {
        let line = [20.0, 21.5, 20.0, 19.0, 20.0];
        let glyphs = line
            .iter()
            .enumerate()
            .map(|(i, &size)| glyph(12.0 * i as f32, 100.5 - 0.3 * i as f32, size))
            .collect();
        assert_eq!(evened(glyphs), [20.0; 5]);
    }

    #[test]
    fn scripts_keep_theirs() {
        let sizes = [20.0, 14.0, 20.0];
        let script = vec![
            glyph(0.0, 100.0, 20.0),
            glyph(12.0, 103.0, 14.0),
            glyph(22.0, 100.0, 20.0),
        ];
        assert_eq!(evened(script), sizes);
        let small_on_the_same_baseline = vec![
            glyph(0.0, 100.0, 20.0),
            glyph(12.0, 100.0, 14.0),
            glyph(22.0, 100.0, 20.0),
        ];
        assert_eq!(evened(small_on_the_same_baseline), sizes);
    }

    #[test]
    fn another_line_has_no_say() {
        assert_eq!(
            evened(vec![glyph(0.0, 100.0, 20.0), glyph(0.0, 124.0, 22.0)]),
            [20.0, 22.0]
        );
    }

    #[test]
    fn places_far_off_the_page_are_no_matter() {
        assert_eq!(
            evened(vec![glyph(-1e30, 1e30, 20.0), glyph(1e30, -1e30, 1.0)]),
            [20.0, 1.0]
        );
    }
}
