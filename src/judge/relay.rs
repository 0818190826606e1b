//! The frame that sends requests.

use std::{cell::RefCell, rc::Rc};

use gloo::{events::EventListener, timers::callback::Timeout};
use js_sys::{Array, Reflect, Uint8Array};
use serde::{Deserialize, Serialize};
use texlens_blob::message::{from_object, to_object};
use texlens_judge::{Account, HttpOutcome, HttpRequest, MAX_RESPONSE_BYTES, MAX_STREAM_BYTES, Streamed, Ticket};
use texlens_workspace::words::judge::progress::FRAME;
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use web_sys::{HtmlIFrameElement, MessageChannel, MessageEvent, MessagePort};

/// The document of the frame, relative to the page.
const DOCUMENT: &str = "judge.html";
/// Time limit for the frame to report that it is ready, in milliseconds.
const PATIENCE_MS: u32 = 15_000;

/// A frame that can reach one server. Dropping the relay removes the frame and aborts its requests.
pub(super) struct Relay {
    frame: HtmlIFrameElement,
    port: MessagePort,
    _load: EventListener,
    _hear: Closure<dyn FnMut(MessageEvent)>,
    _patience: Rc<RefCell<Option<Timeout>>>,
}

/// A message from the frame.
#[derive(Debug)]
pub(super) enum Heard {
    /// The frame accepts requests now.
    Ready,
    /// The frame does not load.
    Lost,
    /// A piece of a streamed answer.
    Piece(Ticket, Vec<u8>),
    /// The outcome of a request.
    Answer(Ticket, Answer),
}

/// The outcome of a request, as the frame reports it.
#[derive(Debug)]
pub(super) enum Answer {
    Response {
        status: u16,
        headers: Vec<(String, String)>,
        body: String,
    },
    /// The end of a streamed answer.
    Streamed {
        headers: Vec<(String, String)>,
    },
    Failed {
        name: String,
        message: String,
    },
}

#[derive(Serialize)]
struct Ask<'a> {
    ticket: Ticket,
    url: &'a str,
    headers: Vec<(String, String)>,
    body: &'a str,
    limit: u64,
    stream: bool,
    longest: usize,
}

#[derive(Serialize)]
struct Stop {
    stop: Ticket,
}

/// A message from the frame. It has `status`, `headers` and `body`, or `streamed` and `headers`, or `failure` and `message`, or
/// `ready`. A piece of a stream is read by [`piece`].
#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    ticket: Option<Ticket>,
    #[serde(default)]
    status: u16,
    #[serde(default)]
    headers: Vec<(String, String)>,
    #[serde(default)]
    body: String,
    #[serde(default)]
    streamed: bool,
    #[serde(default)]
    failure: Option<String>,
    #[serde(default)]
    message: String,
}

impl Relay {
    /// Adds the frame to the page.
    pub(super) fn open(server: &str, hear: impl Fn(Heard) + 'static) -> Result<Self, JsValue> {
        let hear = Rc::new(hear);
        let document = gloo::utils::document();
        let frame: HtmlIFrameElement = document.create_element("iframe")?.unchecked_into();
        // The frame has neither this page's origin nor any other.
        frame.set_attribute("sandbox", "allow-scripts")?;
        frame.set_hidden(true);
        frame.set_title(FRAME);
        frame.set_src(DOCUMENT);
        let channel = MessageChannel::new()?;
        let port = channel.port1();
        let patience = Rc::new(RefCell::new(Some({
            let hear = hear.clone();
            Timeout::new(PATIENCE_MS, move || hear(Heard::Lost))
        })));
        let on_message = {
            let patience = patience.clone();
            Closure::new(move |event: MessageEvent| {
                let data = event.data();
                if let Some((ticket, piece)) = piece(&data) {
                    return hear(Heard::Piece(ticket, piece));
                }
                let Ok(message) = from_object::<Message>(&data) else {
                    return;
                };
                match message.ticket {
                    None => {
                        patience.take();
                        hear(Heard::Ready);
                    }
                    Some(ticket) => hear(Heard::Answer(ticket, message.into())),
                }
            })
        };
        port.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        let load = {
            let (frame, server) = (frame.clone(), server.to_owned());
            EventListener::once(&frame.clone(), "load", move |_| {
                if let Some(window) = frame.content_window() {
                    let ports = Array::of1(&channel.port2());
                    // The frame has no origin that could be named; the message contains no secret.
                    let _ = window.post_message_with_transfer(&server.into(), "*", &ports);
                }
            })
        };
        gloo::utils::body().append_child(&frame)?;
        Ok(Self {
            frame,
            port,
            _load: load,
            _hear: on_message,
            _patience: patience,
        })
    }

    /// Sends a request with this body.
    pub(super) fn ask(&self, ticket: Ticket, request: &HttpRequest, body: &str, account: &Account, limit_ms: u64) {
        self.post(&Ask {
            ticket,
            url: &request.url,
            headers: account.headers(request),
            body,
            limit: limit_ms,
            stream: request.is_streamed,
            longest: if request.is_streamed {
                MAX_STREAM_BYTES
            } else {
                MAX_RESPONSE_BYTES
            },
        });
    }

    /// Aborts a request; the frame still reports its outcome.
    pub(super) fn stop(&self, ticket: Ticket) {
        self.post(&Stop { stop: ticket });
    }

    fn post(&self, message: &impl Serialize) {
        // Texts and numbers can always be converted and sent.
        if let Ok(value) = to_object(message) {
            let _ = self.port.post_message(&value);
        }
    }
}

/// Returns the bytes of a message with a piece of a stream. As JSON, they would take most of the time.
fn piece(message: &JsValue) -> Option<(Ticket, Vec<u8>)> {
    let piece = Reflect::get(message, &JsValue::from_str("piece")).ok()?;
    let bytes = piece.dyn_into::<Uint8Array>().ok()?.to_vec();
    let ticket = Reflect::get(message, &JsValue::from_str("ticket")).ok()?;
    Some((from_object(&ticket).ok()?, bytes))
}

impl Drop for Relay {
    fn drop(&mut self) {
        // Firefox delivers what has arrived before, and the closure for it is gone.
        self.port.set_onmessage(None);
        self.port.close();
        self.frame.remove();
    }
}

impl From<Message> for Answer {
    fn from(message: Message) -> Self {
        match message.failure {
            Some(name) => Self::Failed {
                name,
                message: message.message,
            },
            None if message.streamed => Self::Streamed {
                headers: message.headers,
            },
            None => Self::Response {
                status: message.status,
                headers: message.headers,
                body: message.body,
            },
        }
    }
}

impl Answer {
    /// Converts the outcome for a run. `streamed` is what has come of a streamed answer.
    pub(super) fn outcome(&self, account: &Account, streamed: Option<Streamed>) -> HttpOutcome {
        match self {
            Self::Response { status, headers, body } => account.received(*status, pairs(headers), body.as_bytes()),
            Self::Streamed { headers } => streamed
                .unwrap_or_else(|| Streamed::new(account))
                .finish(pairs(headers)),
            Self::Failed { name, message } => match name.as_str() {
                "AbortError" => account.cancelled(),
                "TimeoutError" => account.timed_out(),
                "QuotaExceededError" => account.too_large(),
                _ => account.unreachable(message),
            },
        }
    }
}

fn pairs(headers: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> {
    headers.iter().map(|(name, value)| (name.as_str(), value.as_str()))
}
