//! The evaluation on its way into a file.

use super::{Dialog, Notice, State};

/// An evaluation is saved, or a prediction copied.
#[derive(Debug)]
pub enum SaveAction {
    /// An evaluation is being saved.
    Progress {
        /// Steps that are done.
        done: usize,
        /// Steps in all; none where they are not counted.
        total: usize,
    },
    /// The person does not want it any more.
    Cancelled,
    /// The evaluation was saved, without so many of its images, or not at all.
    Saved(Result<usize, String>),
    /// The prediction was copied to the clipboard, or not.
    Copied(Result<(), String>),
}

impl State {
    pub(super) fn save_after(&mut self, action: SaveAction) {
        match action {
            SaveAction::Progress { done, total } => self.saving = Some((done, total)),
            SaveAction::Cancelled => {
                self.saving = None;
                self.notice = Some(Notice::SavingCancelled);
            }
            SaveAction::Saved(result) => {
                self.saving = None;
                self.notice = Some(match result {
                    Ok(images_left_out) => {
                        self.dialog.take_if(|dialog| *dialog == Dialog::Save);
                        Notice::Saved { images_left_out }
                    }
                    Err(message) => Notice::Failed(message),
                });
            }
            SaveAction::Copied(Ok(())) => self.notice = Some(Notice::Copied),
            SaveAction::Copied(Err(message)) => self.notice = Some(Notice::Failed(message)),
        }
    }
}
