//! Saving the evaluation.

use super::{Dialog, Notice, State};

/// Events of saving an evaluation or copying a prediction.
#[derive(Debug)]
pub enum SaveAction {
    /// An evaluation is being saved.
    Progress {
        /// Number of finished steps.
        done: usize,
        /// Number of all steps; 0 if steps are not counted.
        total: usize,
    },
    /// The person cancelled saving.
    Cancelled,
    /// The evaluation was saved without this many of its images, or saving failed.
    Saved(Result<usize, String>),
    /// The prediction was copied to the clipboard, or copying failed.
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
