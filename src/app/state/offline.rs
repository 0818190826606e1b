//! Whether the app starts without a network, and whether a newer version of it waits.

/// What the service worker, which keeps the app's files, is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Offline {
    /// Not known yet.
    #[default]
    Unknown,
    /// This browser keeps nothing, or could not fetch it all.
    Unavailable,
    /// The app starts without a network.
    Kept,
    /// A newer version is there and waits for the person's word.
    UpdateReady,
    /// Another tab has let the newer version in: what this one has not loaded yet may not fit it.
    Outdated,
}
