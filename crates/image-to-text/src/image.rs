//! Images as models take them: sizes, margins, values.

mod pixels;
mod processor;
mod resample;
mod settings;

pub use pixels::RgbImage;
pub use processor::{Pixels, PreprocessError, Processor};
pub use resample::{Filter, resize, resize_in_two_steps};
pub use settings::ProcessorError;
