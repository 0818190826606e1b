//! The number formats of weights, as file names state them.

use std::fmt;
use std::str::FromStr;

/// The number format in which a graph stores its weights. A file's name states it by a suffix, as in
/// `decoder_model_merged_q4.onnx`; without a suffix, the weights are `fp32`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dtype {
    /// Numbers of 32 bits.
    Fp32,
    /// Numbers of 16 bits.
    Fp16,
    /// Eight bits, of the sign that the exporter chose; the suffix is `_quantized` or `_q8`.
    Q8,
    /// Eight bits with a sign.
    Int8,
    /// Eight bits without a sign.
    Uint8,
    /// Four bits in blocks; the other numbers have 32 bits.
    Q4,
    /// Four bits in blocks; the other numbers have 16 bits.
    Q4F16,
    /// Four bits in the NormalFloat format of bitsandbytes.
    Bnb4,
}

impl Dtype {
    /// All formats, the most exact first.
    pub const ALL: [Self; 8] = [
        Self::Fp32,
        Self::Fp16,
        Self::Q8,
        Self::Int8,
        Self::Uint8,
        Self::Q4,
        Self::Q4F16,
        Self::Bnb4,
    ];

    /// Returns the name, which transformers.js uses as well.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fp32 => "fp32",
            Self::Fp16 => "fp16",
            Self::Q8 => "q8",
            Self::Int8 => "int8",
            Self::Uint8 => "uint8",
            Self::Q4 => "q4",
            Self::Q4F16 => "q4f16",
            Self::Bnb4 => "bnb4",
        }
    }

    /// Returns the suffixes that file names have for this format, the usual one first.
    const fn suffixes(self) -> &'static [&'static str] {
        match self {
            Self::Fp32 => &[""],
            Self::Fp16 => &["_fp16"],
            Self::Q8 => &["_quantized", "_q8"],
            Self::Int8 => &["_int8"],
            Self::Uint8 => &["_uint8"],
            Self::Q4 => &["_q4"],
            Self::Q4F16 => &["_q4f16"],
            Self::Bnb4 => &["_bnb4"],
        }
    }

    /// Returns the format that a suffix states, and whether the suffix is the usual one. `None` for other texts.
    #[must_use]
    pub fn of_suffix(suffix: &str) -> Option<(Self, bool)> {
        Self::ALL.into_iter().find_map(|dtype| {
            let place = dtype.suffixes().iter().position(|known| *known == suffix)?;
            Some((dtype, place == 0))
        })
    }
}

impl fmt::Display for Dtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a text that names no number format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no number format \"{0}\": choose fp32, fp16, q8, int8, uint8, q4, q4f16 or bnb4")]
pub struct UnknownDtype(pub String);

impl FromStr for Dtype {
    type Err = UnknownDtype;

    fn from_str(name: &str) -> Result<Self, UnknownDtype> {
        let named = Self::ALL.into_iter().find(|dtype| dtype.name() == name);
        named.ok_or_else(|| UnknownDtype(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_suffixes_are_read_back() {
        for dtype in Dtype::ALL {
            assert_eq!(dtype.name().parse(), Ok(dtype));
            for suffix in dtype.suffixes() {
                assert_eq!(Dtype::of_suffix(suffix).map(|(found, _)| found), Some(dtype));
            }
        }
        assert_eq!(Dtype::of_suffix("_q8"), Some((Dtype::Q8, false)));
        assert_eq!(Dtype::of_suffix("_with_past"), None);
        assert!("q5".parse::<Dtype>().is_err());
    }
}
