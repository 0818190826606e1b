//! Damage to the descriptions of a model.

use texlens_image_to_text::Folder;

/// Changes a byte of a description, and cuts the description off.
pub(crate) fn damage(folder: &mut Folder, file: usize, at: usize, byte: u8, cut: Option<usize>) {
    let content = &mut folder.descriptions[file].1;
    let length = content.len();
    if let Some(place) = content.get_mut(at % length) {
        *place = byte;
    }
    if let Some(cut) = cut {
        content.truncate(cut);
    }
}
