//! The frame that carries requests.

use std::{cell::RefCell, rc::Rc};

use gloo::{events::EventListener, timers::callback::Timeout};
use js_sys::Array;
use serde::{Deserialize, Serialize};
use texlens_judge::{Account, HttpOutcome, HttpRequest, Ticket};
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use web_sys::{HtmlIFrameElement, MessageChannel, MessageEvent, MessagePort};

/// Where the document is, beside the page.
const DOCUMENT: &str = "judge.html";
/// The frame says that it is ready within so long, or never.
const PATIENCE_MS: u32 = 15_000;

/// A frame that reaches one server. It goes when it is dropped, and requests on their way with it.
pub(super) struct Relay {
    frame: HtmlIFrameElement,
    port: MessagePort,
    _load: EventListener,
    _hear: Closure<dyn FnMut(MessageEvent)>,
    _patience: Rc<RefCell<Option<Timeout>>>,
}

/// What the frame says.
#[derive(Debug)]
pub(super) enum Heard {
    /// It takes requests now.
    Ready,
    /// It does not come up.
    Lost,
    /// What came of a request.
    Answer(Ticket, Answer),
}

/// What came of a request, as the frame tells it.
#[derive(Debug)]
pub(super) enum Answer {
    Response {
        status: u16,
        headers: Vec<(String, String)>,
        body: String,
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
}

#[derive(Serialize)]
struct Stop {
    stop: Ticket,
}

/// A message of the frame: all of `status`, `headers` and `body` are there, or `failure` and `message`, or `ready`.
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
    failure: Option<String>,
    #[serde(default)]
    message: String,
}

impl Relay {
    /// Puts the frame into the page.
    pub(super) fn open(server: &str, hear: impl Fn(Heard) + 'static) -> Result<Self, JsValue> {
        let hear = Rc::new(hear);
        let document = gloo::utils::document();
        let frame: HtmlIFrameElement = document.create_element("iframe")?.unchecked_into();
        // Neither this page's origin, nor any other.
        frame.set_attribute("sandbox", "allow-scripts")?;
        frame.set_hidden(true);
        frame.set_title("Requests to a judge");
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
                let Ok(message) = serde_wasm_bindgen::from_value::<Message>(event.data()) else {
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
                    // It has no origin that could be named; what is told here is no secret.
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

    /// Sends a request.
    pub(super) fn ask(&self, ticket: Ticket, request: &HttpRequest, account: &Account, limit_ms: u64) {
        self.post(&Ask {
            ticket,
            url: &request.url,
            headers: account.headers(request),
            body: &request.body,
            limit: limit_ms,
        });
    }

    /// Ends a request; it is answered all the same.
    pub(super) fn stop(&self, ticket: Ticket) {
        self.post(&Stop { stop: ticket });
    }

    fn post(&self, message: &impl Serialize) {
        // Texts and numbers become values, and can be sent.
        if let Ok(value) = serde_wasm_bindgen::to_value(message) {
            let _ = self.port.post_message(&value);
        }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
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
            None => Self::Response {
                status: message.status,
                headers: message.headers,
                body: message.body,
            },
        }
    }
}

impl Answer {
    /// As a run takes it.
    pub(super) fn outcome(&self, account: &Account) -> HttpOutcome {
        match self {
            Self::Response { status, headers, body } => {
                let headers = headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
                account.received(*status, headers, body.as_bytes())
            }
            Self::Failed { name, message } => match name.as_str() {
                "AbortError" => account.cancelled(),
                "TimeoutError" => account.timed_out(),
                "QuotaExceededError" => account.too_large(),
                _ => account.unreachable(message),
            },
        }
    }
}
