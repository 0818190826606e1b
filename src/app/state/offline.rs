//! What the browser keeps: the app itself, so that it starts without a network, and the samples.

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

/// Whether the samples are there again when the page is opened the next time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Keeping {
    /// Not known yet.
    #[default]
    Unknown,
    /// They are.
    On,
    /// Another tab keeps its own.
    Elsewhere,
    /// The browser keeps nothing, or has no room left.
    Off,
}
