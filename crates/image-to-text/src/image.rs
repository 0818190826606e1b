//! Images as models take them: sizes, margins, values.

mod greys;
mod pixels;
mod processor;
mod resample;
mod settings;
mod tiles;

pub use pixels::RgbImage;
pub use processor::{Pixels, PreprocessError, Processor};
pub use resample::{Filter, resize, resize_in_two_steps};
pub use settings::ProcessorError;
pub use tiles::{TileProcessor, Tiles};
