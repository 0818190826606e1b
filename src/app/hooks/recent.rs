use super::stored::{store, stored};

const KEY: &str = "recent-commands";
/// Number of commands that are remembered.
const MOST: usize = 6;

/// Returns the ids of the commands that were used last, the latest first.
pub(in crate::app) fn recent_commands() -> Vec<String> {
    let ids: Option<Vec<String>> = stored(KEY).and_then(|json| serde_json::from_str(&json).ok());
    ids.unwrap_or_default().into_iter().take(MOST).collect()
}

/// Remembers that a command was used.
pub(in crate::app) fn remember_command(id: String) {
    let mut ids = recent_commands();
    ids.retain(|other| *other != id);
    ids.insert(0, id);
    ids.truncate(MOST);
    store(KEY, serde_json::to_string(&ids).ok().as_deref());
}
