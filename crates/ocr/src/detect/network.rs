//! The networks that are published, and the choice between them.

use serde::{Deserialize, Serialize};

use super::scale::SMALL;

/// A published network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Network {
    /// 0.6 million weights.
    Fast,
    /// 1.9 million weights: twice the time, and fewer errors.
    Accurate,
}

impl Network {
    /// All networks.
    pub const ALL: [Self; 2] = [Self::Fast, Self::Accurate];

    /// Returns the name of the choice.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Accurate => "accurate",
        }
    }

    /// Returns the file name of the manifest; see [`Model`](super::Model).
    #[must_use]
    pub const fn manifest(self) -> &'static str {
        match self {
            Self::Fast => "glyph-detector.json",
            Self::Accurate => "glyph-detector-accurate.json",
        }
    }
}

/// The network that the person chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NetworkSetting {
    /// The accurate network where its time matters little: for small images, such as formulas, and on a GPU.
    #[default]
    Auto,
    /// The fast network for every image.
    Fast,
    /// The accurate network for every image.
    Accurate,
}

impl NetworkSetting {
    /// Returns the network that reads an image or a part of one, by the number of its pixels.
    #[must_use]
    pub const fn network(self, pixels: usize, is_on_gpu: bool) -> Network {
        match self {
            Self::Fast => Network::Fast,
            Self::Accurate => Network::Accurate,
            Self::Auto if is_on_gpu || pixels <= SMALL => Network::Accurate,
            Self::Auto => Network::Fast,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_and_gpus_get_the_accurate_network() {
        let (formula, page) = (600 * 100, 1241 * 1754);
        let auto = NetworkSetting::Auto;
        assert_eq!(auto.network(formula, false), Network::Accurate);
        assert_eq!(auto.network(page, false), Network::Fast);
        assert_eq!(auto.network(page, true), Network::Accurate);
        assert_eq!(NetworkSetting::Fast.network(formula, true), Network::Fast);
        assert_eq!(NetworkSetting::Accurate.network(page, false), Network::Accurate);
    }
}
