use yew::prelude::*;

use crate::{
    app::state::{Action, Errand, State},
    worker::{WorkerClient, protocol, tex::TexClient},
};

/// Starts the worker, runs the state's errands one by one, and hands the events of the workers to the state.
#[hook]
pub(in crate::app) fn use_worker(state: &State, send: &Callback<Action>) {
    let client = use_memo((), |()| {
        let send = send.clone();
        WorkerClient::start(move |event| send.emit(Action::Worker(event)))
    });
    let engine = use_memo((), |()| {
        let send = send.clone();
        TexClient::new(move |event| send.emit(Action::Engine(event)))
    });
    {
        let engine = engine.clone();
        use_effect_with(state.engine.is_on(), move |on| {
            if !on {
                engine.stop();
            }
        });
    }
    let send = send.clone();
    use_effect_with(state.errand(), move |errand| {
        let Some(errand) = errand.clone() else { return };
        send.emit(match errand {
            Errand::Stop(job) => {
                client.cancel(job);
                Action::StopSent(job)
            }
            Errand::Score {
                sample,
                kind,
                reference,
                prediction,
                compilation,
            } => {
                let compilation = compilation.as_deref().cloned();
                let job = client.score(kind, reference.latex.clone(), prediction.latex.clone(), compilation);
                Action::ScoringStarted { sample, job }
            }
            Errand::Compile { sample, prediction } => {
                let job = engine.compile(prediction.latex.clone());
                Action::CompilingStarted { sample, job }
            }
            Errand::Read {
                sample,
                image,
                provider,
                part,
            } => {
                let part = part.map(|part| protocol::Part {
                    region: part.region.bbox(),
                    page: (*part.page).clone(),
                });
                let job = client.recognise(&image.bytes, provider, part);
                Action::ReadingStarted { sample, job }
            }
        });
    });
}
