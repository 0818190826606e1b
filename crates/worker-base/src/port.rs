//! The connection to the page, on the side of a worker.

use std::marker::PhantomData;

use serde::{Serialize, de::DeserializeOwned};
use texlens_blob::message;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use texlens_workspace::messages::frame::{FromWorker, Heard, Job, ToWorker};

/// Sends events of one type to the page.
pub struct Port<E> {
    scope: DedicatedWorkerGlobalScope,
    event: PhantomData<E>,
}

impl<E> Clone for Port<E> {
    fn clone(&self) -> Self {
        Self {
            scope: self.scope.clone(),
            event: PhantomData,
        }
    }
}

impl<E: Serialize + 'static> Port<E> {
    /// Opens the connection of the worker in which this code runs.
    pub fn open() -> Self {
        console_error_panic_hook::set_once();
        Self {
            scope: js_sys::global().unchecked_into(),
            event: PhantomData,
        }
    }

    /// Passes the requests of the page to `hear`, for the lifetime of the worker.
    pub fn listen<R: DeserializeOwned>(&self, hear: impl Fn(Result<R, String>) + 'static) {
        let port = self.clone();
        let listener =
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| match message::read(&event.data()) {
                Ok(ToWorker::Ping) => port.post(&FromWorker::Pong),
                Ok(ToWorker::Request(request)) => hear(Ok(request)),
                Err(error) => hear(Err(format!("The worker could not read a message: {error}"))),
            });
        self.scope.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        listener.forget();
        self.post(&FromWorker::Listening);
    }

    /// Answers each request of the page, for the lifetime of the worker: `answer` gives the job with its event, or with the
    /// reason why it failed.
    pub fn answer<R, A>(self, answer: impl Fn(R) -> A + 'static)
    where
        R: DeserializeOwned,
        A: Future<Output = (Job, Result<E, String>)> + 'static,
    {
        let port = self.clone();
        self.listen(move |heard| match heard {
            Ok(request) => {
                let (port, answer) = (port.clone(), answer(request));
                spawn_local(async move {
                    match answer.await {
                        (_, Ok(event)) => port.emit(event),
                        (job, Err(message)) => port.failed(job, message),
                    }
                });
            }
            Err(message) => port.failed(None, message),
        });
    }

    /// Sends an event to the page.
    pub fn emit(&self, event: E) {
        self.post(&FromWorker::Heard(Heard::Event(event)));
    }

    /// Reports progress of a job.
    pub fn progress(&self, job: Job, done: usize, total: usize) {
        self.post(&FromWorker::Heard(Heard::Progress { job, done, total }));
    }

    /// Reports that a job was stopped on request.
    pub fn cancelled(&self, job: Job) {
        self.post(&FromWorker::Heard(Heard::Cancelled { job }));
    }

    /// Reports that a job failed, or the worker as a whole if no job is named. `message` says what went wrong and what
    /// to do.
    pub fn failed(&self, job: impl Into<Option<Job>>, message: String) {
        let job = job.into();
        self.post(&FromWorker::Heard(Heard::Failed { job, message }));
    }

    fn post(&self, message: &FromWorker<E>) {
        // If a worker can no longer send messages, the page finds it dead and starts another one.
        if let Ok(message) = message::write(message) {
            let _ = self.scope.post_message(&message);
        }
    }
}
