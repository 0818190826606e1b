//! An evaluation as it was when the person asked to save it, and the worker that writes it.

use std::cell::RefCell;
use std::rc::Rc;

use futures_channel::oneshot;
use texlens_evaluate::{Kind, SampleResult, list_settings, settings_of};
use texlens_report::Content;
use texlens_workspace::messages::saving::{Images, Request, Size, Subject};
use texlens_workspace::picture::{Picture, Source as PictureSource};
use texlens_workspace::saving::{Extent, Format};
use texlens_workspace::state::State;

use super::now;
use crate::app::hooks::turn::Turn;
use crate::worker::saving::{SaveError, SavingClient, Source, Written};

/// Number of samples in a message to the worker. Packing them takes a few milliseconds.
const BATCH: usize = 100;

/// An evaluation without the bytes of its images, which are added when it is saved. Dropping the draft ends the worker.
pub(in crate::app) struct Draft {
    subject: Subject,
    pub(super) samples: Vec<SampleResult>,
    pub(super) extent: Extent,
    pub(super) pictures: Rc<[Option<Rc<Picture>>]>,
    client: SavingClient,
    held: RefCell<Held>,
}

/// The worker that has the evaluation.
#[derive(Default)]
enum Held {
    /// No worker.
    #[default]
    Nowhere,
    /// The evaluation is being sent. Other callers wait until it has been sent.
    Sending(Vec<oneshot::Sender<()>>),
    /// The worker of this generation.
    By(u32),
}

impl Draft {
    pub(super) fn of(state: &State, extent: Extent) -> Self {
        // The worker that scores rejects invalid settings.
        let settings = settings_of(&state.settings).unwrap_or_default();
        let datasets = Kind::ALL
            .into_iter()
            .filter_map(|kind| Some((kind, state.compared_dataset(kind)?.to_string())));
        let mut evaluation = state.evaluation_of(extent, now(), list_settings(&settings));
        let samples = std::mem::take(&mut evaluation.samples);
        Self {
            subject: Subject {
                evaluation,
                datasets: datasets.collect(),
                settings: (*state.settings).clone(),
            },
            samples,
            extent,
            pictures: state.pictures(extent).into(),
            client: SavingClient::new(),
            held: RefCell::default(),
        }
    }

    /// Asks for the size of a file.
    pub(in crate::app) async fn size(&self, format: Format, content: Content) -> Result<Size, SaveError> {
        self.hand_over().await;
        self.client.size(format, content, self.images()).await
    }

    /// Writes a file.
    pub(super) async fn write(
        &self,
        format: Format,
        content: Content,
        source: Rc<dyn Source>,
        is_wanted: impl Fn() -> bool,
    ) -> Result<Written, SaveError> {
        self.hand_over().await;
        // Cancelling while the evaluation is sent finds no job to cancel.
        if !is_wanted() {
            return Err(SaveError::Cancelled);
        }
        self.client.write(format, content, source).await
    }

    /// Stops writing.
    pub(super) fn cancel_files(&self) {
        self.client.cancel_files();
    }

    /// Cancels all requests for sizes.
    pub(in crate::app) fn cancel_sizes(&self) {
        self.client.cancel_sizes();
    }

    /// Sends the evaluation to the worker, unless the worker has it already.
    async fn hand_over(&self) {
        loop {
            let generation = self.client.generation();
            let sent = match &mut *self.held.borrow_mut() {
                Held::By(holder) if *holder == generation => return,
                Held::Sending(waiting) => {
                    let (done, sent) = oneshot::channel();
                    waiting.push(done);
                    Some(sent)
                }
                held => {
                    *held = Held::Sending(Vec::new());
                    None
                }
            };
            match sent {
                // The sender may have been dropped. The next iteration of the loop checks this.
                Some(sent) => drop(sent.await),
                None => {
                    self.send().await;
                    if let Held::Sending(waiting) = self.held.replace(Held::By(generation)) {
                        waiting.into_iter().for_each(|done| _ = done.send(()));
                    }
                }
            }
        }
    }

    async fn send(&self) {
        self.client.send(Request::Begin(Box::new(self.subject.clone())));
        let turn = Turn::new();
        for samples in self.samples.chunks(BATCH) {
            self.client.send(Request::Add(samples.to_vec()));
            turn.pause().await;
        }
    }

    fn images(&self) -> Images {
        let mut images = Images::default();
        for picture in self.pictures.iter().flatten() {
            match (&picture.source, picture.blob()) {
                (PictureSource::Page(_), _) => images.undrawn += 1,
                (_, Some(blob)) => images.sizes.push(blob.size()),
                _ => {}
            }
        }
        images
    }
}
