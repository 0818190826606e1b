//! The worker that draws pages of PDF files and reads their text, one after the other. It loads the renderer when there is something to
//! do.

mod renderer;

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Date, Function, Uint8Array};
use texlens_blob::Blob;
use texlens_workspace::messages::Job;
use texlens_workspace::messages::pdf::{Drawn, Event, PageText, Pages, Request};
use texlens_workspace::picture::{PdfPage, Picture, Source};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use renderer::{OpenPdf, Renderer, Trouble, load};
use texlens_worker_base::Port;

/// Starts to answer the page's requests. `loader` loads the renderer: a function without arguments that returns the
/// promise of a module.
#[wasm_bindgen]
pub fn start_pdf_worker(loader: Function) {
    let port = Port::open();
    let server = Rc::new(Server {
        port: port.clone(),
        loader,
        renderer: RefCell::default(),
        open: RefCell::default(),
    });
    port.listen(move |heard| match heard {
        Ok(request) => {
            let server = Rc::clone(&server);
            spawn_local(async move { server.answer(request).await });
        }
        Err(message) => server.port.failed(None, message),
    });
}

struct Server {
    port: Port<Event>,
    loader: Function,
    /// `None` before the first request.
    renderer: RefCell<Option<Renderer>>,
    /// The file of the last drawn page, with its key. The next page is probably from the same file.
    open: RefCell<Option<(String, OpenPdf)>>,
}

impl Server {
    async fn answer(&self, request: Request) {
        let (job, answer) = match request {
            Request::Open { job, file, dpi } => (job, self.open(job, &file, dpi).await),
            Request::Draw { job, page } => (job, self.draw(job, &page).await),
            Request::Read { job, page } => (job, self.read_text(job, &page).await),
        };
        match answer {
            Ok(event) => self.port.emit(event),
            Err(Trouble::Refused(message)) => self.port.failed(job, message),
            Err(Trouble::Lost(message)) => self.port.emit(Event::Lost { job, message }),
        }
    }

    async fn open(&self, job: Job, file: &Blob, dpi: u16) -> Result<Event, Trouble> {
        let (renderer, pdf) = self.read(job, file).await?;
        let sizes = pdf.sizes(dpi)?;
        // The pages may be drawn much later, or never.
        pdf.free()?;
        let sizes = sizes.chunks_exact(2).filter_map(|size| match size {
            [width, height] => Some((u32::from(*width), u32::from(*height))),
            _ => None,
        });
        Ok(Event::Opened {
            job,
            pages: Pages {
                dpi,
                sizes: sizes.collect(),
            },
            memory: renderer.memory()?,
        })
    }

    async fn draw(&self, job: Job, page: &PdfPage) -> Result<Event, Trouble> {
        let (renderer, drawn) = self.on_page(job, page, OpenPdf::draw).await?;
        let size = (drawn.width(), drawn.height());
        let (drawn_at, remarks) = (drawn.dpi(), drawn.remarks()?);
        let png = as_blob(&drawn.png()?, "image/png")?;
        let picture = Picture {
            cut_off: None,
            source: Source::Image(png),
            ..Picture::of_page(page.clone(), size)
        };
        Ok(Event::Drawn {
            job,
            drawn: Drawn {
                picture,
                dpi: drawn_at,
                remarks,
            },
            memory: renderer.memory()?,
        })
    }

    async fn read_text(&self, job: Job, page: &PdfPage) -> Result<Event, Trouble> {
        let mut began = 0.0;
        let (renderer, text) = self
            .on_page(job, page, |open, number, dpi| {
                began = Date::now();
                open.read(number, dpi)
            })
            .await?;
        let seconds = (Date::now() - began) / 1e3;
        let (obstacle, unread) = (text.obstacle(), text.unread());
        let glyphs = as_blob(&text.glyphs()?, "application/json")?;
        Ok(Event::Read {
            job,
            text: PageText {
                glyphs,
                obstacle,
                unread,
                seconds,
            },
            memory: renderer.memory()?,
        })
    }

    /// Works on a page, whose file stays open.
    async fn on_page<T>(
        &self,
        job: Job,
        PdfPage { pdf, number, dpi }: &PdfPage,
        work: impl FnOnce(&OpenPdf, u32, u16) -> Result<T, JsValue>,
    ) -> Result<(Renderer, T), Trouble> {
        let is_there = self.open.borrow().as_ref().is_some_and(|(key, _)| *key == pdf.key);
        let there = if is_there { self.open.take() } else { None };
        let (renderer, open) = match there {
            Some((_, open)) => {
                self.port.emit(Event::Begun { job });
                (self.renderer().await?, open)
            }
            None => self.read(job, &pdf.file).await?,
        };
        let done = work(&open, *number, *dpi);
        self.open.replace(Some((pdf.key.clone(), open)));
        Ok((renderer, done?))
    }

    /// Opens a file and closes the previous one.
    async fn read(&self, job: Job, file: &Blob) -> Result<(Renderer, OpenPdf), Trouble> {
        if let Some((_, before)) = self.open.take() {
            before.free()?;
        }
        let renderer = self.renderer().await?;
        let bytes = file.bytes().await;
        let bytes = bytes.map_err(|error| Trouble::Refused(error.to_string()))?;
        self.port.emit(Event::Begun { job });
        let open = renderer.open(&Uint8Array::from(bytes.as_slice()))?;
        Ok((renderer, open))
    }

    async fn renderer(&self) -> Result<Renderer, Trouble> {
        if let Some(renderer) = self.renderer.borrow().clone() {
            return Ok(renderer);
        }
        let renderer = load(&self.loader).await?;
        self.renderer.replace(Some(renderer.clone()));
        Ok(renderer)
    }
}

/// Wraps bytes in a blob of the browser.
fn as_blob(bytes: &Uint8Array, media_type: &str) -> Result<Blob, JsValue> {
    let blob = web_sys::Blob::new_with_u8_array_sequence(&Array::of1(bytes))?;
    Ok(Blob::from(blob).typed(media_type))
}
