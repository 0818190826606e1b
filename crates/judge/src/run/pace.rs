//! The times of retries: exponential back-off with jitter, and never before the provider allows it.

use super::settings::RunSettings;
use crate::Failure;

#[derive(Debug, Clone)]
pub(super) struct Pace {
    first_delay_ms: u64,
    longest_delay_ms: u64,
    longest_wait_ms: u64,
    chance: u64,
    /// The time before which nothing is sent. A rate limit applies to the account, and a server that is down fails
    /// every call.
    open_ms: u64,
    /// Number of consecutive failed requests without an answer between them.
    failed: u32,
}

impl Pace {
    pub(super) fn new(settings: &RunSettings) -> Self {
        Self {
            first_delay_ms: settings.first_delay_ms,
            longest_delay_ms: settings.longest_delay_ms,
            longest_wait_ms: settings.longest_wait_ms,
            chance: settings.seed,
            open_ms: 0,
            failed: 0,
        }
    }

    pub(super) fn open_ms(&self) -> u64 {
        self.open_ms
    }

    pub(super) fn went_well(&mut self) {
        self.failed = 0;
    }

    /// Returns the time at which a call with this number of failures may be sent again. Returns `None` if the provider
    /// asks for a longer wait than the settings allow.
    pub(super) fn delay(&mut self, failure: &Failure, failures: u32, now_ms: u64) -> Option<u64> {
        let doubled = self
            .first_delay_ms
            .saturating_mul(1 << (failures.saturating_sub(1)).min(30));
        let full = doubled.min(self.longest_delay_ms);
        let jittered = full - (full / 2).min(self.below(full / 2 + 1));
        let asked = failure.retry_after_ms();
        if asked.is_some_and(|asked| asked > self.longest_wait_ms) {
            return None;
        }
        // Jitter, so that requests with the same wait are not sent at the same moment.
        let wait = asked.map_or(jittered, |asked| {
            asked.saturating_add(self.below(self.first_delay_ms / 4 + 1))
        });
        let ready_ms = now_ms.saturating_add(wait);
        self.failed += 1;
        if asked.is_some() || self.failed > 1 {
            self.open_ms = self.open_ms.max(ready_ms);
        }
        Some(ready_ms)
    }

    /// Returns a number below the limit, by `SplitMix64`.
    fn below(&mut self, limit: u64) -> u64 {
        self.chance = self.chance.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.chance;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (bits ^ (bits >> 31)) % limit.max(1)
    }
}
