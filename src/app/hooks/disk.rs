//! Files on the disk, as the browser hands them over.

use texlens_blob::Blob;

use super::turn::Turn;

/// Where each file was found, and the file; none where the browser refuses it.
pub(in crate::app) type Files = Vec<(String, Option<Blob>)>;

/// Has the browser find files on the disk, as it does before it sends one, while the page goes on between two of them.
pub(super) async fn look_up(files: impl Iterator<Item = &Blob>, turn: &Turn) {
    for file in files {
        file.size();
        turn.pause().await;
    }
}
