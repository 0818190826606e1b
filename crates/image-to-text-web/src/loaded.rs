//! A model whose graphs are loaded.

use std::ops::ControlFlow;
use std::rc::Rc;

use texlens_dataset::doctags_to_latex;
use texlens_image_to_text::{
    DtypeChoice, Folder, GraphFile, Model, OpenError, Reading, ReadingError, RgbImage, Settings, Stop, WhichFormulas,
};
use texlens_ocr::detect::ColourImage;
use texlens_worker_base::onnx::{self, Build, Device, External, Gpus, Runtime, RuntimeError, Stored, gpus};
use texlens_workspace::messages::image_to_text::{ModelOrder, PageFormulas};
use texlens_workspace::messages::reading::ProviderSetting;
use texlens_workspace::own_models::{MOST_TRIAL_BYTES, ModelFile, RunsOn, Trial, Verdict};
use texlens_workspace::words::own_models as words;

use crate::error::ModelError;
use crate::found::{file, listed, open};
use crate::graphs::Graphs;

/// A model that is ready to read.
pub(crate) struct LoadedModel {
    model: Model,
    graphs: Graphs,
    device: Device,
    runtime: Rc<Runtime>,
    /// What runs the model, and why.
    pub(crate) runs_on: RunsOn,
    /// Whether the choice of the device is final.
    is_settled: bool,
}

/// Tokens that each device reads of the first image, and how often: the first time, code is still being compiled.
const TRIAL_TOKENS: usize = 4;
const TRIALS: usize = 2;

/// The number of a formula from 1, and the number of all, if formulas alone are read.
pub(crate) type FormulaNumber = Option<(usize, usize)>;

/// Receives the progress of loading: what is loaded, bytes so far, all bytes.
pub(crate) type OnLoading<'l> = &'l dyn Fn(&str, f64, Option<f64>);

impl LoadedModel {
    /// Opens a model and loads its graphs. `runtimes` is the address of the folder with the builds of the runtime.
    pub(crate) async fn load(
        order: &ModelOrder,
        files: &[ModelFile],
        loaded: &onnx::Loaded,
        runtimes: &str,
        on_loading: OnLoading<'_>,
    ) -> Result<Self, ModelError> {
        let folder = listed(files).await.map_err(ModelError::Unreadable)?;
        let choice: DtypeChoice = order.dtype.parse()?;
        let model = Model::open(&folder, &choice)?;
        let (device, reason) = device(order.provider, gpus().await, largest_weight(&model, &folder, files)?)?;
        let build = match device {
            Device::WebGpu => Build::WebGpu,
            Device::Wasm => Build::Plain,
        };
        let progress = |loaded, total| on_loading(words::RUNTIME, loaded, total);
        let runtime = loaded.or_load(runtimes, build, progress).await?;
        let begun = graphs(&model, files, &runtime, device, on_loading).await;
        let (graphs, device, reason) = match begun {
            Ok(graphs) => (graphs, device, reason),
            // A fallback that nobody sees would look like a slow graphics card.
            Err(error) if device == Device::WebGpu && order.provider == ProviderSetting::Auto => {
                let why = words::gpu_refuses(&error.in_short());
                let graphs = graphs(&model, files, &runtime, Device::Wasm, on_loading).await?;
                (graphs, Device::Wasm, why)
            }
            Err(error) => return Err(error),
        };
        let is_small = graph_bytes(&model) <= MOST_TRIAL_BYTES;
        Ok(Self {
            runs_on: runs_on(device, reason, &model, &graphs),
            is_settled: !(is_small && device == Device::WebGpu && order.provider == ProviderSetting::Auto),
            device,
            model,
            graphs,
            runtime,
        })
    }

    /// Settles where the model runs, if that is left to texlens and not decided yet: both devices begin to read an image,
    /// and WebGPU stays if it reads the same and is no slower.
    ///
    /// # Errors
    /// If WebGPU fails.
    pub(crate) async fn settle(
        &mut self,
        page: (&[u8], Option<&PageFormulas>),
        order: &ModelOrder,
        files: &[ModelFile],
        on_loading: OnLoading<'_>,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<(), ModelError> {
        let gpu = self.try_out(page, order, is_cancelled).await?;
        // Without any token, as with a page without formulas, the next image decides.
        let Some(gpu) = gpu else { return Ok(()) };
        let Ok(in_wasm) = graphs(&self.model, files, &self.runtime, Device::Wasm, on_loading).await else {
            self.is_settled = true;
            return Ok(());
        };
        let on_gpu = std::mem::replace(&mut self.graphs, in_wasm);
        let wasm = match self.try_out(page, order, is_cancelled).await {
            Ok(Some(wasm)) => wasm,
            outcome => {
                self.graphs = on_gpu;
                // What cannot be compared now cannot be with the next image either, unless the person has cancelled.
                self.is_settled = outcome.is_err();
                return Ok(());
            }
        };
        self.is_settled = true;
        let (device, why) = match Verdict::of(&gpu, &wasm) {
            Verdict::Gpu => {
                self.graphs = on_gpu;
                (Device::WebGpu, words::gpu_faster(&gpu, &wasm))
            }
            Verdict::OtherText => (Device::Wasm, words::OTHER_TEXT.to_owned()),
            Verdict::Slower => (Device::Wasm, words::gpu_slower(&gpu, &wasm)),
        };
        self.device = device;
        self.runs_on = runs_on(device, why, &self.model, &self.graphs);
        Ok(())
    }

    /// Reports whether [`settle`](Self::settle) has nothing to do.
    pub(crate) const fn is_settled(&self) -> bool {
        self.is_settled
    }

    /// Reads the beginning of an image, or of the first formula of a page, and returns the best time. `None` if there is no
    /// token, or if it was cancelled.
    async fn try_out(
        &mut self,
        (encoded, formulas): (&[u8], Option<&PageFormulas>),
        order: &ModelOrder,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Option<Trial>, ModelError> {
        let order = ModelOrder {
            tokens: TRIAL_TOKENS,
            ..order.clone()
        };
        let mut best: Option<Trial> = None;
        for _ in 0..TRIALS {
            let (begun, mut ended, mut beginning) = (js_sys::Date::now(), None, None);
            let progress = |formula: FormulaNumber, text: &dyn Fn() -> String| {
                if is_cancelled() || formula.is_some_and(|(number, _)| number > 1) {
                    return ControlFlow::Break(());
                }
                (ended, beginning) = (Some(js_sys::Date::now()), Some(text()));
                ControlFlow::Continue(())
            };
            match self.read(encoded, &order, formulas, progress).await {
                Ok(_) | Err(ModelError::Reading(ReadingError::Cancelled)) => {}
                Err(error) => return Err(error),
            }
            let (Some(ended), Some(text), false) = (ended, beginning, is_cancelled()) else {
                return Ok(None);
            };
            let seconds = (ended - begun) / 1e3;
            if best.as_ref().is_none_or(|best| seconds < best.seconds) {
                best = Some(Trial { text, seconds });
            }
        }
        Ok(best)
    }

    /// Loads the graphs anew to run in WebAssembly, because WebGPU failed.
    ///
    /// # Errors
    /// If the runtime refuses a graph there, too.
    pub(crate) async fn leave_gpu(
        &mut self,
        why: &ModelError,
        files: &[ModelFile],
        on_loading: OnLoading<'_>,
    ) -> Result<(), ModelError> {
        // The memory of the old ones is needed for the new ones.
        self.graphs = Graphs::default();
        self.graphs = graphs(&self.model, files, &self.runtime, Device::Wasm, on_loading).await?;
        self.device = Device::Wasm;
        self.is_settled = true;
        self.runs_on = runs_on(
            self.device,
            words::gpu_failed(&why.in_short()),
            &self.model,
            &self.graphs,
        );
        Ok(())
    }

    /// Reports whether the model may leave WebGPU after this error: the person left the choice to texlens, and WebGPU is the
    /// cause. Its numbers of 16 bits overflow where those of WebAssembly do not, and a lost device stays lost.
    pub(crate) fn may_leave_gpu(&self, order: &ModelOrder, error: &ModelError) -> bool {
        let is_of_gpu = matches!(
            error,
            ModelError::Reading(ReadingError::NotANumber { .. } | ReadingError::Runtime { .. })
        );
        is_of_gpu && self.device == Device::WebGpu && order.provider == ProviderSetting::Auto
    }

    /// Reads an encoded image, or the formulas of a page. `progress` receives the number of the formula and of all, if there
    /// are formulas, and the text so far after each token; it may stop the work.
    pub(crate) async fn read(
        &mut self,
        encoded: &[u8],
        order: &ModelOrder,
        formulas: Option<&PageFormulas>,
        mut progress: impl FnMut(FormulaNumber, &dyn Fn() -> String) -> ControlFlow<()>,
    ) -> Result<Outcome, ModelError> {
        let image = ColourImage::decode(encoded)?;
        let remarks: Vec<String> = image.cut_off.map(|cut_off| cut_off.to_string()).into_iter().collect();
        let image = RgbImage::new(image.width, image.height, image.pixels);
        let image = image.unwrap_or_else(|| RgbImage::filled(0, 0, [0; 3]));
        let settings = Settings {
            instruction: order.prompt.clone(),
            tokens: Some(order.tokens),
            beams: order.beams,
        };
        let Some(page) = formulas else {
            let page = |text: &dyn Fn() -> String| progress(None, text);
            let Reading { text, tokens, stop, .. } = self.model.read(&mut self.graphs, &image, settings, page).await?;
            return Ok(Outcome {
                // Here, since the page's module does not contain converters.
                text: doctags_to_latex(text),
                tokens,
                stop,
                remarks,
                formulas: None,
            });
        };
        let which = match page.are_all {
            true => WhichFormulas::All,
            false => WhichFormulas::Displayed,
        };
        let part = |done: usize, all: usize, text: &dyn Fn() -> String| progress(Some((done + 1, all)), text);
        let page = (&page.recognition, which);
        let read = self
            .model
            .read_formulas(&mut self.graphs, &image, page, settings, part)
            .await?;
        let turned = read.is_turned.then(|| words::TURNED.to_owned());
        Ok(Outcome {
            text: read.text,
            tokens: read.tokens,
            stop: Stop::End,
            remarks: turned.into_iter().chain(remarks).collect(),
            formulas: Some((read.formulas, read.kept)),
        })
    }
}

/// What a model has read of an image.
pub(crate) struct Outcome {
    pub(crate) text: String,
    pub(crate) tokens: Vec<u32>,
    pub(crate) stop: Stop,
    /// What the image's file lacks.
    pub(crate) remarks: Vec<String>,
    /// The number of formulas that were read, and of those that were not, if formulas alone are read.
    pub(crate) formulas: Option<(usize, usize)>,
}

/// Returns the size of the largest weight of the graphs, in bytes.
///
/// # Errors
/// If a graph's file cannot be read, or lacks what it needs.
fn largest_weight(model: &Model, folder: &Folder, files: &[ModelFile]) -> Result<u64, ModelError> {
    let mut largest = 0;
    for graph in model.graphs() {
        let content = graph.content(folder, open(files, &graph.path));
        let content = content.map_err(|problem| OpenError(vec![problem]))?;
        largest = largest.max(content.largest_weight);
    }
    Ok(largest)
}

/// Chooses the device, with the reason.
///
/// # Errors
/// If WebGPU was asked for, and cannot run the model.
fn device(asked: ProviderSetting, gpus: Gpus, largest_weight: u64) -> Result<(Device, String), ModelError> {
    let limit = gpus.limits().map(|limits| limits.tensor);
    let too_small = limit.filter(|limit| *limit < largest_weight);
    Ok(match (asked, gpus, too_small) {
        (ProviderSetting::Wasm, ..) => (Device::Wasm, words::CHOSEN.to_owned()),
        (ProviderSetting::WebGpu, Gpus::None(why), _) => return Err(ModelError::NoGpu(why)),
        (ProviderSetting::WebGpu, _, Some(limit)) => {
            return Err(ModelError::SmallGpu {
                weight: largest_weight,
                limit,
            });
        }
        (ProviderSetting::WebGpu, ..) => (Device::WebGpu, words::CHOSEN.to_owned()),
        (ProviderSetting::Auto, gpus, too_small) => match (gpus.reason_against(), too_small) {
            (Some(why), _) => (Device::Wasm, why.to_owned()),
            (None, Some(limit)) => (Device::Wasm, words::too_large_for_gpu(largest_weight, limit)),
            (None, None) => (Device::WebGpu, words::HAS_GPU.to_owned()),
        },
    })
}

fn runs_on(device: Device, reason: String, model: &Model, graphs: &Graphs) -> RunsOn {
    let threads = onnx::threads();
    let threads = (device == Device::Wasm && threads > 1).then(|| words::threads(threads));
    let left = words::on_processor(&graphs.placement);
    let parts = [Some(reason), threads, left, Some(model.dtypes())];
    RunsOn {
        device: device.name().to_owned(),
        reason: parts.into_iter().flatten().collect::<Vec<_>>().join("; "),
    }
}

/// Returns the size of the model's graphs with their weights, in bytes.
fn graph_bytes(model: &Model) -> u64 {
    model.graphs().iter().map(|graph| graph.bytes).sum()
}

/// Loads the graphs of a model on a device, and checks whether they fit.
async fn graphs(
    model: &Model,
    files: &[ModelFile],
    runtime: &Runtime,
    device: Device,
    on_loading: OnLoading<'_>,
) -> Result<Graphs, ModelError> {
    let all = graph_bytes(model);
    // Large graphs are prepared only once, so that nothing tells where their operations run.
    let is_told = device == Device::WebGpu && all <= MOST_TRIAL_BYTES;
    let mut done = 0;
    let mut graphs = Graphs::default();
    for graph in model.graphs() {
        on_loading(&graph.path, bytes(done), Some(bytes(all)));
        let session = match stored(graph, files) {
            Some(stored) if is_told => runtime.told_session(&stored, device).await,
            Some(stored) => runtime
                .stored_session(&stored, device)
                .await
                .map(|session| (session, Vec::new())),
            None => Err(RuntimeError::Unexpected(words::NOT_THERE.to_owned())),
        };
        let (session, log) = session.map_err(|error| ModelError::Graph {
            path: graph.path.clone(),
            why: error.to_string().trim_end_matches(['.', ' ', '\n']).to_owned(),
        })?;
        graphs.add(graph.graph, session, &log);
        done += graph.bytes;
        on_loading(&graph.path, bytes(done), Some(bytes(all)));
    }
    model.fit(&graphs)?;
    Ok(graphs)
}

/// Returns the files of a graph; `None` if its own is not there.
fn stored(graph: &GraphFile, files: &[ModelFile]) -> Option<Stored> {
    let external = graph.external.iter().filter_map(|path| {
        Some(External {
            // A graph names the files beside it.
            path: path.rsplit('/').next().unwrap_or(path).to_owned(),
            file: file(files, path)?.clone(),
        })
    });
    Some(Stored {
        file: file(files, &graph.path)?.clone(),
        external: external.collect(),
    })
}

#[allow(clippy::cast_precision_loss)] // Sizes are far below 2^53.
fn bytes(bytes: u64) -> f64 {
    bytes as f64
}
