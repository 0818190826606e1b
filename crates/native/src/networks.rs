//! The networks of the detector inside this binary.

use texlens_ocr::detect::Network;

/// Returns the manifest and the graph of a network.
pub(crate) const fn bundled(network: Network) -> (&'static str, &'static [u8]) {
    match network {
        Network::Fast => (
            include_str!("../../../models/glyph-detector.json"),
            include_bytes!("../../../models/glyph-detector.onnx"),
        ),
        Network::Accurate => (
            include_str!("../../../models/glyph-detector-accurate.json"),
            include_bytes!("../../../models/glyph-detector-accurate.onnx"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};
    use texlens_ocr::detect::Model;

    use super::*;

    #[test]
    fn the_manifests_describe_the_graphs() {
        for network in Network::ALL {
            let (manifest, graph) = bundled(network);
            let model = Model::from_manifest(manifest).unwrap();
            assert_eq!(model.sha256, hex::encode(Sha256::digest(graph)));
            assert_eq!(model.bytes, graph.len() as u64);
        }
    }
}
