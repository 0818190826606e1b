//! Answers that come piece by piece, as server-sent events.

use serde_json::Value;

use crate::provider::Assembled;
use crate::repetition::is_endless;
use crate::{Account, HttpOutcome, MAX_RESPONSE_BYTES};

/// Maximum size of a stream, in bytes. Each token of an answer comes with about 300 bytes of its own.
pub const MAX_STREAM_BYTES: usize = 32 << 20;

/// The number of bytes after which an answer is looked at anew for a loop.
const STEP: usize = 1_024;

/// A streamed answer while it comes.
///
/// The text can be asked for its length only. An echo of the key may be divided among pieces, and is removed when the
/// answer is whole.
#[derive(Debug)]
pub struct Streamed {
    account: Account,
    assembled: Assembled,
    /// The bytes of a line that has not ended.
    line: Vec<u8>,
    /// The data of an event that has not ended.
    data: String,
    received: usize,
    /// The length at which the text was last looked at for a loop.
    looked_at: usize,
    end: Option<End>,
}

/// The reason why no more of a stream is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    TooLarge,
    Repeated,
}

impl Streamed {
    /// Begins to take in a response that is a stream of events. Any other response, and one that is no success, goes to
    /// [`Account::received`].
    #[must_use]
    pub fn new(account: &Account) -> Self {
        Self {
            account: account.clone(),
            assembled: Assembled::new(account.provider()),
            line: Vec::new(),
            data: String::new(),
            received: 0,
            looked_at: 0,
            end: None,
        }
    }

    /// Takes the next bytes of the response. Returns whether more may come: not if the answer repeats itself, or is too
    /// long; the caller then ends the connection and calls [`finish`](Self::finish).
    pub fn push(&mut self, bytes: &[u8]) -> bool {
        self.received += bytes.len();
        if self.received > MAX_STREAM_BYTES {
            self.end.get_or_insert(End::TooLarge);
        }
        for byte in bytes {
            if self.end.is_some() {
                return false;
            }
            match byte {
                b'\n' => self.end_line(),
                b'\r' => {}
                byte => self.line.push(*byte),
            }
        }
        self.end.is_none()
    }

    /// Returns the length of the answer so far, in bytes.
    #[must_use]
    pub fn text_length(&self) -> usize {
        self.assembled.text().len()
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&line);
        if line.is_empty() {
            return self.end_event();
        }
        if let Some(data) = line.strip_prefix("data:") {
            if !self.data.is_empty() {
                self.data.push('\n');
            }
            self.data += data.strip_prefix(' ').unwrap_or(data);
        }
        if self.data.len() > MAX_RESPONSE_BYTES {
            self.end.get_or_insert(End::TooLarge);
        }
    }

    fn end_event(&mut self) {
        let data = std::mem::take(&mut self.data);
        // `[DONE]`, which ends the streams of some providers, is no JSON.
        if let Ok(event) = serde_json::from_str::<Value>(&data) {
            self.assembled.take(&event);
        }
        let length = self.assembled.text().len();
        if length > MAX_RESPONSE_BYTES {
            self.end.get_or_insert(End::TooLarge);
        } else if length >= self.looked_at + STEP {
            self.looked_at = length;
            if is_endless(self.assembled.text()) {
                self.end.get_or_insert(End::Repeated);
            }
        }
    }

    /// Makes the outcome of the request from what has come, with the headers of the response.
    #[must_use]
    pub fn finish<'h>(mut self, headers: impl IntoIterator<Item = (&'h str, &'h str)>) -> HttpOutcome {
        self.end_line();
        self.end_event();
        match self.end {
            Some(End::TooLarge) => return self.account.too_large(),
            // The run finds the loop again, and calls it so.
            Some(End::Repeated) => self.assembled.cut(),
            None => {}
        }
        match self.assembled.finish() {
            Some((status, body)) => self.account.received(status, headers, body.to_string().as_bytes()),
            None => self.account.unreachable("the stream ended before the answer"),
        }
    }
}
