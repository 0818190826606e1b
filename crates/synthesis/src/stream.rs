//! Which choices are independent of each other.

/// Streams of choices for each page: the first for its layout, the next for its blocks, the last ones for its images.
const STREAMS: u64 = 1 << 16;
/// The first of the streams for images.
const IMAGES: u64 = STREAMS - 64;

/// Returns the stream of a page's layout (0) or of one of its blocks. A page draws some thousand blocks at most.
pub(crate) fn block_stream(page: usize, block: u64) -> u64 {
    of_page(page).wrapping_add(block.min(IMAGES - 1))
}

/// Returns the stream of an image of a page, by the number of its damage.
pub(crate) fn picture_stream(page: usize, damage: u64) -> u64 {
    of_page(page).wrapping_add(IMAGES + damage % 64)
}

fn of_page(page: usize) -> u64 {
    (page as u64).wrapping_mul(STREAMS)
}
