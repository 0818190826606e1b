//! A model's trial on two devices, which decides where it runs if that is left to texlens.

/// Graphs of more bytes are not tried. In WebAssembly, each step of a large model takes long, and both copies of its
/// weights would have to fit into memory.
pub const MOST_TRIAL_BYTES: u64 = 128 << 20;

/// What a device did with the beginning of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// The beginning of the text.
    pub text: String,
    /// Seconds from the image to there.
    pub seconds: f64,
}

/// The result of a trial.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// WebGPU reads what WebAssembly reads, and takes no longer.
    Gpu,
    /// WebGPU reads something else, so what it calculates is wrong.
    OtherText,
    /// WebAssembly reads the same in less time.
    Slower,
}

impl Verdict {
    /// Compares WebGPU with WebAssembly, whose numbers are those of every processor.
    #[must_use]
    pub fn of(gpu: &Trial, wasm: &Trial) -> Self {
        if gpu.text != wasm.text {
            Self::OtherText
        } else if wasm.seconds < gpu.seconds {
            Self::Slower
        } else {
            Self::Gpu
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(text: &str, seconds: f64) -> Trial {
        Trial {
            text: text.to_owned(),
            seconds,
        }
    }

    #[test]
    fn what_is_right_comes_before_what_is_fast() {
        let wasm = trial("x ^ 2", 1.0);
        assert_eq!(Verdict::of(&trial("x ^ 2", 0.5), &wasm), Verdict::Gpu);
        assert_eq!(Verdict::of(&trial("x ^ 2", 1.0), &wasm), Verdict::Gpu);
        assert_eq!(Verdict::of(&trial("x ^ 2", 1.5), &wasm), Verdict::Slower);
        assert_eq!(Verdict::of(&trial("x", 0.5), &wasm), Verdict::OtherText);
        assert_eq!(Verdict::of(&trial("", 1.5), &wasm), Verdict::OtherText);
    }
}
