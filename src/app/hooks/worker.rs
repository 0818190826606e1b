use texlens_workspace::messages::score::Texts;
use texlens_workspace::state::{Action, DrawAction, EngineAction, Errand, ReadAction, SampleId, ScoreAction, State};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::worker::pdf::PdfClient;
use crate::worker::reading::ReadingClient;
use crate::worker::score::{ScoreClient, lanes};
use crate::worker::tex::TexClient;

/// Starts the workers, runs the tasks that the state requests one by one, and sends the workers' events to the state.
/// Returns the handle on the workers that score.
#[hook]
pub(in crate::app) fn use_worker(pdf: &PdfClient, state: &State, send: &Callback<Action>) -> ScoreClient {
    let client = use_memo((), |()| {
        let send = send.clone();
        ReadingClient::start(move |event| send.emit(Action::Read(ReadAction::Heard(event))))
    });
    let scorer = use_memo((), |()| {
        let send = send.clone();
        ScoreClient::new(lanes(), move |event| {
            send.emit(Action::Score(ScoreAction::Heard(event)))
        })
    });
    let engine = use_memo((), |()| {
        let send = send.clone();
        TexClient::new(move |event| send.emit(Action::Engine(EngineAction::Heard(event))))
    });
    {
        let engine = engine.clone();
        use_effect_with(state.engine.is_on(), move |on| {
            if !on {
                engine.stop();
            }
        });
    }
    let shared = (*scorer).clone();
    let (pdf, send) = (pdf.clone(), send.clone());
    let settings = state.settings.clone();
    let pairs = {
        let state = state.clone();
        move |samples: &[SampleId]| samples.iter().map(|id| state.pair(*id)).collect::<Option<Vec<_>>>()
    };
    let texts = {
        let state = state.clone();
        move |id: SampleId| state.texts(id)
    };
    let formula_pairs = {
        let state = state.clone();
        move |pairs: &[Texts]| pairs.iter().map(|pair| state.formula_pair(pair)).collect::<Vec<_>>()
    };
    use_effect_with((state.errands_run(), state.errand()), move |(_, errand)| {
        let Some(errand) = errand.clone() else { return };
        send.emit(Action::Ran(Box::new(match errand {
            Errand::Stop(job) => {
                client.cancel(job);
                Action::Read(ReadAction::StopSent(job))
            }
            Errand::StopScoring(job) => {
                scorer.stop(job);
                Action::Score(ScoreAction::Stopped(job))
            }
            Errand::Look { sample } => {
                let Some(job) = texts(sample).and_then(|texts| scorer.look(texts)) else {
                    return;
                };
                Action::Score(ScoreAction::LookingStarted { sample, job })
            }
            Errand::Score { samples } => {
                let Some(job) = pairs(&samples).and_then(|pairs| scorer.score(pairs, (*settings).clone())) else {
                    return;
                };
                Action::Score(ScoreAction::Started { samples, job })
            }
            Errand::Compile {
                sample,
                prediction,
                reference,
                pages: [of_reference, of_prediction],
                draws,
            } => {
                let reference = reference.map(|reference| (reference.latex.clone(), of_reference));
                let job = engine.compile((prediction.latex.clone(), of_prediction), reference, draws);
                Action::Engine(EngineAction::Started { sample, job, draws })
            }
            Errand::Typeset { samples } => {
                let Some(pairs) = samples.iter().map(|id| texts(*id)).collect() else {
                    return;
                };
                let job = engine.typeset(pairs, false);
                Action::Engine(EngineAction::TypesettingStarted { samples, job })
            }
            Errand::Tables { sample } => {
                let Some(job) = texts(sample).and_then(|texts| scorer.tables(texts, (*settings).clone())) else {
                    return;
                };
                Action::Score(ScoreAction::TablesStarted { sample, job })
            }
            Errand::TypesetPairs { pairs } => {
                let job = engine.typeset(pairs.clone(), true);
                Action::Engine(EngineAction::PairsStarted { pairs, job })
            }
            Errand::ScorePairs { pairs } => {
                let Some(job) = scorer.score(formula_pairs(&pairs), (*settings).clone()) else {
                    return;
                };
                Action::Score(ScoreAction::PairsStarted { pairs, job })
            }
            Errand::Draw(page) => {
                let (send, pdf, wanted) = (send.clone(), pdf.clone(), page.clone());
                spawn_local(async move {
                    let drawn = pdf.draw(wanted.clone()).await;
                    send.emit(Action::Draw(DrawAction::Drawn { page: wanted, drawn }));
                });
                Action::Draw(DrawAction::Started(page))
            }
            Errand::Read {
                sample,
                image,
                settings,
                scope,
            } => Action::Read(ReadAction::Started {
                sample,
                job: client.recognise(image, settings, scope),
            }),
            Errand::ReadText(page) => {
                let (send, pdf, wanted) = (send.clone(), pdf.clone(), page.clone());
                spawn_local(async move {
                    let text = pdf.read(wanted.clone()).await;
                    send.emit(Action::Draw(DrawAction::TextRead { page: wanted, text }));
                });
                Action::Draw(DrawAction::TextStarted(page))
            }
            Errand::TypesetText {
                sample,
                glyphs,
                seconds,
            } => Action::Read(ReadAction::Started {
                sample,
                job: client.typeset(glyphs, seconds),
            }),
            Errand::Join { document, pages } => Action::Read(ReadAction::Started {
                sample: document,
                job: client.join(pages),
            }),
        })));
    });
    shared
}
