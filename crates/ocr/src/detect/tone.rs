//! Finds the greys of paper and ink.

/// Least distance of the ink from the paper, in grey levels, in an image with contrast.
const CONTRAST: u8 = 40;
/// The model was trained on paper at most [`PALE_PAPER`] grey levels from white and ink at least [`PALE_INK`] levels
/// from the paper. Such images are not changed.
const PALE_PAPER: u8 = 35;
const PALE_INK: u8 = 140;
/// Number of pixels of which one may be stray: its grey is ignored.
const STRAY: usize = 1000;
/// For light ink on dark paper, the light side must reach this many times farther from the paper than the dark side.
const LIGHTER: f32 = 1.5;

/// The greys between which ink is measured: 0 at the paper's, 1 at the ink's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tone {
    paper: u8,
    ink: i16,
}

impl Tone {
    /// Measures an image. The paper is its most frequent grey, the ink the grey farthest from the paper, lighter or
    /// darker. Good contrast is kept, poor contrast is stretched. An image of hardly more than one grey is blank paper.
    pub(super) fn of(pixels: &[u8]) -> Self {
        let mut counts = [0usize; 256];
        for &pixel in pixels {
            counts[usize::from(pixel)] += 1;
        }
        let paper = most_frequent(&counts);
        let stray = pixels.len() / STRAY;
        let (darkest, lightest) = (reached(counts.iter(), stray), 255 - reached(counts.iter().rev(), stray));
        let (down, up) = (paper.saturating_sub(darkest), lightest.saturating_sub(paper));
        let is_inverted = f32::from(up) > LIGHTER * f32::from(down);
        let (reach, distance) = if is_inverted { (up, paper) } else { (down, 255 - paper) };
        if reach < CONTRAST {
            return Self {
                paper,
                ink: i16::from(paper) - 255,
            };
        }
        match (is_inverted, distance <= PALE_PAPER && reach >= PALE_INK) {
            (false, true) => Self { paper: 255, ink: 0 },
            (true, true) => Self { paper: 0, ink: 255 },
            (false, false) => Self {
                paper,
                ink: i16::from(darkest),
            },
            (true, false) => Self {
                paper,
                ink: i16::from(lightest),
            },
        }
    }

    /// Returns the grey of blank paper.
    pub(super) fn paper(self) -> u8 {
        self.paper
    }

    /// Returns how much ink a grey is, from 0 to 1.
    pub(super) fn ink(self, grey: u8) -> f32 {
        let (paper, ink) = (f32::from(self.paper), f32::from(self.ink));
        ((paper - f32::from(grey)) / (paper - ink)).clamp(0.0, 1.0)
    }
}

/// Returns the most frequent grey in the fullest band of neighbouring greys.
fn most_frequent(counts: &[usize; 256]) -> u8 {
    const BAND: usize = 9;
    let bands = counts.windows(BAND).map(|band| band.iter().sum::<usize>());
    let (fullest, _) = bands.enumerate().fold(
        (0, 0),
        |best, (start, sum)| if sum > best.1 { (start, sum) } else { best },
    );
    let band = &counts[fullest..fullest + BAND];
    let (peak, _) = band
        .iter()
        .enumerate()
        .fold((0, 0), |best, (at, &sum)| if sum > best.1 { (at, sum) } else { best });
    (fullest + peak) as u8
}

/// Returns the number of greys, from the start, that together hold at most the stray pixels.
fn reached<'a>(counts: impl Iterator<Item = &'a usize>, stray: usize) -> u8 {
    let mut sum = 0;
    let before = counts.take_while(|&&count| {
        sum += count;
        sum <= stray
    });
    before.count().min(255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page of which one pixel in twenty is ink.
    fn page(paper: u8, ink: u8) -> Vec<u8> {
        (0..2000).map(|i| if i % 20 == 0 { ink } else { paper }).collect()
    }

    #[test]
    fn ordinary_pages_are_left_as_they_are() {
        for (paper, ink) in [(255, 0), (255, 100), (230, 30)] {
            let tone = Tone::of(&page(paper, ink));
            assert_eq!((tone.ink(255), tone.ink(0)), (0.0, 1.0), "{paper} {ink}");
            assert_eq!(tone.ink(100), 155.0 / 255.0);
        }
    }

    #[test]
    fn light_on_dark_is_turned_over() {
        for (paper, ink) in [(0, 255), (30, 220), (90, 255), (70, 150)] {
            let tone = Tone::of(&page(paper, ink));
            assert!(tone.ink(paper) < 0.15 && tone.ink(ink) > 0.8, "{paper} {ink}: {tone:?}");
        }
    }

    #[test]
    fn coloured_paper_and_pale_ink_are_stretched() {
        for (paper, ink) in [(180, 0), (120, 10), (255, 180), (200, 120)] {
            let tone = Tone::of(&page(paper, ink));
            assert_eq!((tone.ink(paper), tone.ink(ink)), (0.0, 1.0), "{paper} {ink}");
        }
    }

    #[test]
    fn one_grey_is_blank() {
        for grey in [0, 100, 255] {
            assert_eq!(Tone::of(&[grey; 50]).ink(grey), 0.0);
        }
        assert_eq!(Tone::of(&[]).ink(255), 0.0);
    }
}
