//! Gzip: one stream, unpacked in memory.

use std::io::{BufReader, Read};

use flate2::bufread::MultiGzDecoder;

use super::blob::{Blob, Stream};
use super::error::{ArchiveProblem, damaged};
use super::held::Room;
use crate::limits::RATIO_FLOOR;
use crate::notice::Problem;

/// Returns all bytes unpacked, if their number is within `ratio` and within the room left.
pub(super) fn unpack(blob: &dyn Blob, ratio: u64, room: Room) -> Result<Vec<u8>, Problem> {
    let by_ratio = blob.size().saturating_mul(ratio).max(RATIO_FLOOR);
    let limit = room.left.min(by_ratio);
    let mut bytes = Vec::new();
    let stream = BufReader::new(Stream { blob, at: 0 });
    MultiGzDecoder::new(stream)
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(damaged)?;
    if bytes.len() as u64 <= limit {
        return Ok(bytes);
    }
    Err(if by_ratio < room.left {
        ArchiveProblem::Ratio { ratio }.into()
    } else {
        room.full().into()
    })
}
