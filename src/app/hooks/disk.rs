//! Files on the disk, as the browser passes them to the page.

use texlens_blob::Blob;

use super::turn::Turn;

/// The path of each file and its handle; `None` if the browser refuses the file.
pub(in crate::app) type Files = Vec<(String, Option<Blob>)>;

/// Makes the browser look files up on the disk, which it must do before it can send them. Pauses between files, so that
/// the page stays responsive.
pub(super) async fn look_up(files: impl Iterator<Item = &Blob>, turn: &Turn) {
    for file in files {
        file.size();
        turn.pause().await;
    }
}
