//! Language models as judges of formulas, tables and LaTeX tasks.
//!
//! The crate does no input or output: it has no network, clock, threads or files. It says which request to send, takes
//! the response, and says which request comes next. The same code serves a command that blocks and a page that waits.
//!
//! | question | where |
//! | --- | --- |
//! | What is asked, in which words, and how is the answer read? | [`Protocol`], one data file each in `src/prompts` |
//! | Which model is asked, and in which form? | [`Endpoint`], [`provider`] |
//! | Which request is sent, when, and is it repeated? | [`Run`] |
//! | What does it cost? | [`cost`] |
//! | Which formulas and tables are judged, and how are the answers combined? | [`judging`] |
//! | How does the document-parser paper match the formulas of a parsed page? | [`matching`] |
//! | How are LaTeXBench's tasks judged and scored? | [`latexbench`] |
//! | Does a text try to address the judge? | [`injection`] |
//!
//! # A run
//!
//! Make a [`Run`] for an endpoint, add calls, and do what [`Run::next`] says until it says [`Next::Done`]. Only an
//! [`Account`] knows the key. It gives the headers to a transport, and turns the response into an [`HttpOutcome`]
//! without the key. Nothing else can make an [`HttpOutcome`]. Keep the records of settled calls: calls whose records
//! [`Run::remember`] receives after a reload are not sent again.
//!
//! ```
//! use texlens_judge::{Account, Endpoint, HttpOutcome, HttpRequest, Next, Order, Protocol, Provider, Run, RunSettings};
//!
//! // What a real transport does with `fetch` or a blocking client.
//! fn send(request: &HttpRequest, account: &Account) -> HttpOutcome {
//!     assert_eq!(request.url, "http://localhost:11434/v1/chat/completions");
//!     let _headers = account.headers(request);
//!     let answer = r#"{"choices": [{"finish_reason": "stop", "message": {"content":
//!         "{\"analysis\": \"The same formula, written in another way.\", \"is_correct\": true, \"score\": 10}"}}],
//!         "usage": {"prompt_tokens": 400, "completion_tokens": 30}}"#;
//!     account.received(200, [("content-type", "application/json")], answer.as_bytes())
//! }
//!
//! let protocol = Protocol::named("texlens_formula").unwrap();
//! let endpoint = Endpoint::new(Provider::OpenAi, "http://localhost:11434/v1", "qwen3:8b")?;
//! let account = Account::new(&endpoint, None)?;
//! let mut run = Run::new(RunSettings::new(endpoint))?;
//! let item = run.add(protocol.call(&[("reference", r"\frac{a}{b}"), ("prediction", "a/b")], Order::AsWritten)?);
//!
//! let mut now_ms = 0;
//! loop {
//!     match run.next(now_ms) {
//!         Next::Send { ticket, request, timeout_ms: _ } => {
//!             let outcome = send(&request, &account);
//!             run.answered(ticket, outcome, now_ms);
//!         }
//!         Next::WaitUntil(then_ms) => now_ms = then_ms,
//!         Next::Waiting => unreachable!("nothing is on its way here"),
//!         Next::Done => break,
//!     }
//! }
//! let answer = run.record(item).and_then(|record| record.answer()).unwrap();
//! let verdict = protocol.score(answer).unwrap();
//! assert_eq!((verdict.score, verdict.is_correct), (10.0, Some(true)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod account;
mod body;
mod call;
mod code_block;
pub mod cost;
mod echo;
mod endpoint;
mod failure;
mod http;
pub mod injection;
mod integer;
mod json;
pub mod judging;
mod key;
pub mod latexbench;
mod mark;
pub mod matching;
mod picture;
mod protocol;
pub mod provider;
mod repetition;
mod run;
mod schema;
mod streamed;

pub use account::{Account, AccountError};
pub use body::{Body, PictureError};
pub use call::{CacheKey, Call, Expected, Parameters, Role, Turn};
pub use code_block::code_block;
pub use endpoint::{Endpoint, EndpointError, Provider};
pub use failure::Failure;
pub use http::{HttpOutcome, HttpRequest, HttpResponse, KeyHeader, MAX_RESPONSE_BYTES, TransportFailure};
pub use integer::first_integer;
pub use json::extract as extract_json;
pub use key::ApiKey;
pub use picture::{Picture, PictureFormat};
pub use protocol::{Order, Protocol, ProtocolError, Reading, Rule, ScoreVerdict, Task, Texts, Wording};
pub use provider::{Adaptation, Reply, Structured, Usage};
pub use run::{Estimate, Exchange, Next, Outcome, Progress, Record, Run, RunError, RunSettings, Stopped, Sums, Ticket};
pub use schema::{Schema, SchemaError};
pub use streamed::{MAX_STREAM_BYTES, Streamed};
