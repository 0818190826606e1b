//! From greys to the numbers that a model takes.

use super::pixels::RgbImage;

/// The value of each grey of each channel.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Greys(Box<[[f32; 256]; 3]>);

impl Greys {
    /// `scale` is the factor for greys; `normal` has mean and standard deviation of each channel.
    pub(super) fn new(scale: f64, normal: Option<([f64; 3], [f64; 3])>) -> Self {
        // The numbers are rounded where numpy rounds them.
        let value = |channel: usize, grey: usize| {
            let scaled = (grey as f64 * scale) as f32;
            match normal {
                Some((mean, deviation)) => (scaled - mean[channel] as f32) / deviation[channel] as f32,
                None => scaled,
            }
        };
        Self(Box::new(std::array::from_fn(|channel| {
            std::array::from_fn(|grey| value(channel, grey))
        })))
    }

    /// Returns the values of an image: all of red, all of green, all of blue, each row by row.
    pub(super) fn values<'i>(&'i self, image: &'i RgbImage) -> impl Iterator<Item = f32> + 'i {
        self.0.iter().enumerate().flat_map(|(channel, values)| {
            let pixels = image.pixels().iter();
            pixels.map(move |pixel| values[usize::from(pixel[channel])])
        })
    }
}
